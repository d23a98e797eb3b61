/* SPDX-License-Identifier: Apache-2.0 */
/* cells_node.c - Table cells of nodes. */
#include "fakeapi/output/cells.h"

void fakeapi__cell_node_status(const struct fakeapi__row *row)
{
	json_t ready =
	    fakeapi__condition(fakeapi__at(row->obj, "status.conditions"), "Ready", "status");
	bool off = json_is_true(fakeapi__at(row->obj, "spec.unschedulable"));
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(&text, ready.len == 0		    ? "Unknown"
			   : fakeapi__is_str(ready, "True") ? "Ready"
							    : "NotReady");
	if (off)
		strbuf_addz(&text, ",SchedulingDisabled");
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_node_roles(const struct fakeapi__row *row)
{
	static const char prefix[] = "node-role.kubernetes.io/";
	AUTO_STRBUF text = STRBUF_INIT, last = STRBUF_INIT;

	/* Selection sort: finds the smallest role after the last one written. */
	for (bool any = false;; any = true) {
		AUTO_STRBUF best = STRBUF_INIT;
		struct json_iter it;
		json_t key, value;
		bool found = false;

		json_iter_init(&it, fakeapi__at(row->obj, "metadata.labels"));
		while (json_iter_member(&it, &key, &value)) {
			AUTO_STRBUF role = STRBUF_INIT;

			fakeapi__add_text(&role, key);
			if (strncmp(role.ptr, prefix, sizeof(prefix) - 1) == 0)
				strbuf_consume(&role, sizeof(prefix) - 1);
			else if (strcmp(role.ptr, "kubernetes.io/role") == 0)
				strbuf_clear(&role), fakeapi__add_text(&role, value);
			else
				continue;
			if (role.len == 0 || (any && strcmp(role.ptr, last.ptr) <= 0) ||
			    (found && strcmp(role.ptr, best.ptr) >= 0))
				continue;
			strbuf_clear(&best);
			strbuf_adds(&best, strbuf_str(&role));
			found = !best.failed;
		}
		if (!found)
			break;
		fakeapi__comma(&text);
		strbuf_adds(&text, strbuf_str(&best));
		strbuf_clear(&last);
		strbuf_adds(&last, strbuf_str(&best));
		if (last.failed)
			break;
	}
	fakeapi__cell_or(row, &text, "<none>");
}

static void node_address(const struct fakeapi__row *row, const char *type)
{
	AUTO_STRBUF text = STRBUF_INIT;

	fakeapi__add_text(&text, fakeapi__condition(fakeapi__at(row->obj, "status.addresses"), type,
						    "address"));
	fakeapi__cell_or(row, &text, "<none>");
}

void fakeapi__cell_node_internal_ip(const struct fakeapi__row *row)
{
	node_address(row, "InternalIP");
}

void fakeapi__cell_node_external_ip(const struct fakeapi__row *row)
{
	node_address(row, "ExternalIP");
}

void fakeapi__cell_node_kernel(const struct fakeapi__row *row)
{
	json_t architecture = fakeapi__at(row->obj, "status.nodeInfo.architecture");
	AUTO_STRBUF text = STRBUF_INIT;

	fakeapi__add_text_or(&text, row->obj, "status.nodeInfo.kernelVersion", "<unknown>");
	if (fakeapi__has_text(architecture)) {
		strbuf_addz(&text, " (");
		fakeapi__add_text(&text, architecture);
		strbuf_addc(&text, ')');
	}
	fakeapi__cell_text(row, &text);
}
