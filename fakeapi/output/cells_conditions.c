/* SPDX-License-Identifier: Apache-2.0 */
/* cells_conditions.c - the state of certificate requests and migrations: their last condition of
 * certain types. */
#include "fakeapi/output/cells.h"

/* Appends the type of the last condition among `types`; `true_only`: with status True. */
static void add_last(struct strbuf *text, const struct fakeapi__row *row, const char *const *types,
		     size_t count, bool true_only)
{
	struct json_iter it;
	json_t c;

	for (json_iter_init(&it, fakeapi__at(row->obj, "status.conditions"));
	     json_iter_element(&it, &c);) {
		if (true_only && !fakeapi__is_str(fakeapi__at(c, "status"), "True"))
			continue;
		for (size_t i = 0; i < count; i++)
			if (fakeapi__is_str(fakeapi__at(c, "type"), types[i])) {
				strbuf_clear(text);
				strbuf_addz(text, types[i]);
			}
	}
}

void fakeapi__cell_pod_certificate_state(const struct fakeapi__row *row)
{
	static const char *const types[] = { "Issued", "Denied", "Failed" };
	AUTO_STRBUF text = STRBUF_INIT;

	add_last(&text, row, types, ARRAY_LEN(types), false);
	fakeapi__cell_or(row, &text, "Pending");
}

void fakeapi__cell_migration_status(const struct fakeapi__row *row)
{
	static const char *const types[] = { "Running", "Failed", "Succeeded" };
	AUTO_STRBUF text = STRBUF_INIT;

	add_last(&text, row, types, ARRAY_LEN(types), true);
	fakeapi__cell_or(row, &text, "Unknown");
}

/* Like schema.GroupResource's String(): "deployments.apps". */
void fakeapi__cell_migration_resource(const struct fakeapi__row *row)
{
	json_t group = fakeapi__at(row->obj, "spec.resource.group");
	AUTO_STRBUF text = STRBUF_INIT;

	fakeapi__add_text(&text, fakeapi__at(row->obj, "spec.resource.resource"));
	if (fakeapi__has_text(group)) {
		strbuf_addc(&text, '.');
		fakeapi__add_text(&text, group);
	}
	fakeapi__cell_text(row, &text);
}
