/* SPDX-License-Identifier: Apache-2.0 */
/* cells_cluster.c - Table cells of storage, access control, events and other cluster types.
 */
#include <inttypes.h>

#include "fakeapi/output/cells.h"

/* --- storage ------------------------------------------------------------------------------ */

static void write_access_modes(const struct fakeapi__row *row, const char *path)
{
	static const char *const modes[][2] = {
		{ "ReadWriteOnce", "RWO" },
		{ "ReadOnlyMany", "ROX" },
		{ "ReadWriteMany", "RWX" },
		{ "ReadWriteOncePod", "RWOP" },
	};
	AUTO_STRBUF text = STRBUF_INIT;
	struct json_iter it;
	json_t v;

	for (size_t i = 0; i < ARRAY_LEN(modes); i++) {
		json_iter_init(&it, fakeapi__at(row->obj, path));
		while (json_iter_element(&it, &v)) {
			if (!fakeapi__is_str(v, modes[i][0]))
				continue;
			fakeapi__comma(&text);
			strbuf_addz(&text, modes[i][1]);
			break;
		}
	}
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_access_modes(const struct fakeapi__row *row)
{
	write_access_modes(row, "spec.accessModes");
}

void fakeapi__cell_pvc_access_modes(const struct fakeapi__row *row)
{
	bool bound = fakeapi__has_text(fakeapi__at(row->obj, "spec.volumeName"));

	write_access_modes(row, bound ? "status.accessModes" : "none");
}

void fakeapi__cell_pv_capacity(const struct fakeapi__row *row)
{
	fakeapi__cell_at(row, "spec.capacity.storage", "0");
}

void fakeapi__cell_pvc_capacity(const struct fakeapi__row *row)
{
	bool bound = fakeapi__has_text(fakeapi__at(row->obj, "spec.volumeName"));

	fakeapi__cell_at(row, bound ? "status.capacity.storage" : "none", bound ? "0" : "");
}

void fakeapi__cell_phase(const struct fakeapi__row *row)
{
	if (fakeapi__at(row->obj, "metadata.deletionTimestamp").len > 0)
		fakeapi__cell_z(row, "Terminating");
	else
		fakeapi__cell_at(row, "status.phase", "");
}

void fakeapi__cell_pv_claim(const struct fakeapi__row *row)
{
	json_t claim = fakeapi__at(row->obj, "spec.claimRef");
	AUTO_STRBUF text = STRBUF_INIT;

	if (claim.len > 0) {
		fakeapi__add_text(&text, fakeapi__at(claim, "namespace"));
		strbuf_addc(&text, '/');
		fakeapi__add_text(&text, fakeapi__at(claim, "name"));
	}
	fakeapi__cell_text(row, &text);
}

static json_t annotation(const struct fakeapi__row *row, const char *name)
{
	json_t all = fakeapi__at(row->obj, "metadata.annotations");

	return json_kind(all) == JSON_OBJECT ? json_get(all, name) : (json_t) { NULL, 0 };
}

/* The class of a volume or a claim, from the older annotation or the field. */
void fakeapi__cell_pv_class(const struct fakeapi__row *row)
{
	AUTO_STRBUF text = STRBUF_INIT;

	fakeapi__add_text(&text, annotation(row, "volume.beta.kubernetes.io/storage-class"));
	if (text.len == 0)
		fakeapi__add_text(&text, fakeapi__at(row->obj, "spec.storageClassName"));
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_storageclass_name(const struct fakeapi__row *row)
{
	AUTO_STRBUF text = STRBUF_INIT;

	fakeapi__add_text(&text, fakeapi__at(row->obj, "metadata.name"));
	if (fakeapi__is_str(annotation(row, "storageclass.kubernetes.io/is-default-class"),
			    "true") ||
	    fakeapi__is_str(annotation(row, "storageclass.beta.kubernetes.io/is-default-class"),
			    "true"))
		strbuf_addz(&text, " (default)");
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_token_audiences(const struct fakeapi__row *row)
{
	json_t requests = fakeapi__at(row->obj, "spec.tokenRequests"), r;
	AUTO_STRBUF text = STRBUF_INIT;
	struct json_iter it;
	bool more = false;

	if (requests.len == 0) {
		fakeapi__cell_z(row, "<unset>");
		return;
	}
	for (json_iter_init(&it, requests); json_iter_element(&it, &r); more = true) {
		if (more)
			strbuf_addc(&text, ',');
		fakeapi__add_text(&text, fakeapi__at(r, "audience"));
	}
	fakeapi__cell_text(row, &text);
}

/* --- access control ----------------------------------------------------------------------- */

/* RoleBindings have roleRef, autoscalers spec.scaleTargetRef: both print as kind/name. */
void fakeapi__cell_role_ref(const struct fakeapi__row *row)
{
	json_t ref = fakeapi__at(row->obj, "roleRef");
	AUTO_STRBUF text = STRBUF_INIT;

	if (ref.len == 0)
		ref = fakeapi__at(row->obj, "spec.scaleTargetRef");
	fakeapi__add_text(&text, fakeapi__at(ref, "kind"));
	strbuf_addc(&text, '/');
	fakeapi__add_text(&text, fakeapi__at(ref, "name"));
	fakeapi__cell_text(row, &text);
}

static void subjects(const struct fakeapi__row *row, const char *kind, bool with_namespace)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct json_iter it;
	json_t s;
	bool more = false;

	json_iter_init(&it, fakeapi__at(row->obj, "subjects"));
	while (json_iter_element(&it, &s)) {
		if (!fakeapi__is_str(fakeapi__at(s, "kind"), kind))
			continue;
		if (more)
			strbuf_addz(&text, ", ");
		more = true;
		if (with_namespace) {
			fakeapi__add_text(&text, fakeapi__at(s, "namespace"));
			strbuf_addc(&text, '/');
		}
		fakeapi__add_text(&text, fakeapi__at(s, "name"));
	}
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_subjects_users(const struct fakeapi__row *row)
{
	subjects(row, "User", false);
}

void fakeapi__cell_subjects_groups(const struct fakeapi__row *row)
{
	subjects(row, "Group", false);
}

void fakeapi__cell_subjects_accounts(const struct fakeapi__row *row)
{
	subjects(row, "ServiceAccount", true);
}

void fakeapi__cell_csr_duration(const struct fakeapi__row *row)
{
	json_t seconds = fakeapi__at(row->obj, "spec.expirationSeconds");
	AUTO_STRBUF text = STRBUF_INIT;

	if (seconds.len > 0)
		fakeapi__add_duration(&text, fakeapi__int_at(seconds, ""));
	fakeapi__cell_or(row, &text, "<none>");
}

void fakeapi__cell_csr_condition(const struct fakeapi__row *row)
{
	json_t conditions = fakeapi__at(row->obj, "status.conditions");
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(&text, fakeapi__condition(conditions, "Denied", "type").len > 0 ? "Denied"
			   : fakeapi__condition(conditions, "Approved", "type").len > 0
			       ? "Approved"
			       : "Pending");
	if (fakeapi__condition(conditions, "Failed", "type").len > 0)
		strbuf_addz(&text, ",Failed");
	if (fakeapi__has_text(fakeapi__at(row->obj, "status.certificate")))
		strbuf_addz(&text, ",Issued");
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_policy_param_kind(const struct fakeapi__row *row)
{
	json_t p = fakeapi__at(row->obj, "spec.paramKind");
	AUTO_STRBUF text = STRBUF_INIT;

	if (p.len > 0) {
		fakeapi__add_text(&text, fakeapi__at(p, "apiVersion"));
		strbuf_addc(&text, '/');
		fakeapi__add_text(&text, fakeapi__at(p, "kind"));
	}
	fakeapi__cell_or(row, &text, "<unset>");
}

void fakeapi__cell_policy_param_ref(const struct fakeapi__row *row)
{
	json_t p = fakeapi__at(row->obj, "spec.paramRef");
	AUTO_STRBUF text = STRBUF_INIT;

	if (fakeapi__has_text(fakeapi__at(p, "name"))) {
		fakeapi__add_text_or(&text, p, "namespace", "*");
		strbuf_addc(&text, '/');
		fakeapi__add_text(&text, fakeapi__at(p, "name"));
	} else if (fakeapi__at(p, "selector").len > 0) {
		fakeapi__add_selector(&text, fakeapi__at(p, "selector"));
	}
	fakeapi__cell_or(row, &text, "<unset>");
}

/* --- events: core/v1, or events.k8s.io/v1 where the fields have other names ----------------- */

static json_t event_at(const struct fakeapi__row *row, const char *core, const char *other)
{
	json_t v = fakeapi__at(row->obj, core);

	return v.len > 0 ? v : fakeapi__at(row->obj, other);
}

static void add_event_first(struct strbuf *text, const struct fakeapi__row *row)
{
	json_t t = event_at(row, "firstTimestamp", "deprecatedFirstTimestamp");

	fakeapi__add_since(text, row, t.len > 0 ? t : fakeapi__at(row->obj, "eventTime"));
}

void fakeapi__cell_event_first(const struct fakeapi__row *row)
{
	AUTO_STRBUF text = STRBUF_INIT;

	add_event_first(&text, row);
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_event_last(const struct fakeapi__row *row)
{
	json_t t = event_at(row, "lastTimestamp", "deprecatedLastTimestamp");
	AUTO_STRBUF text = STRBUF_INIT;

	if (fakeapi__at(row->obj, "series").len > 0)
		fakeapi__add_since(&text, row, fakeapi__at(row->obj, "series.lastObservedTime"));
	else if (t.len > 0)
		fakeapi__add_since(&text, row, t);
	else
		add_event_first(&text, row);
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_event_object(const struct fakeapi__row *row)
{
	json_t o = event_at(row, "involvedObject", "regarding");
	AUTO_STRBUF text = STRBUF_INIT;

	fakeapi__add_lower(&text, fakeapi__at(o, "kind"));
	if (fakeapi__has_text(fakeapi__at(o, "name"))) {
		strbuf_addc(&text, '/');
		fakeapi__add_text(&text, fakeapi__at(o, "name"));
	}
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_event_path(const struct fakeapi__row *row)
{
	AUTO_STRBUF text = STRBUF_INIT;

	fakeapi__add_text(&text, event_at(row, "involvedObject.fieldPath", "regarding.fieldPath"));
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_event_source(const struct fakeapi__row *row)
{
	json_t source = event_at(row, "source", "deprecatedSource");
	AUTO_STRBUF text = STRBUF_INIT, host = STRBUF_INIT;

	fakeapi__add_text(&text, fakeapi__at(source, "component"));
	if (text.len == 0)
		fakeapi__add_text(&text,
				  event_at(row, "reportingComponent", "reportingController"));
	fakeapi__add_text(&host, fakeapi__at(source, "host"));
	if (host.len == 0)
		fakeapi__add_text(&host, fakeapi__at(row->obj, "reportingInstance"));
	if (host.len > 0) {
		strbuf_addz(&text, ", ");
		strbuf_adds(&text, strbuf_str(&host));
	}
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_event_message(const struct fakeapi__row *row)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct str s;

	fakeapi__add_text(&text, event_at(row, "message", "note"));
	s = strbuf_str(&text);
	while (s.len > 0 && strchr(" \t\r\n", s.ptr[s.len - 1]))
		s.len--;
	while (s.len > 0 && strchr(" \t\r\n", s.ptr[0])) {
		s.ptr++;
		s.len--;
	}
	strbuf_add_json(row->out, s);
	row->out->failed = row->out->failed || text.failed;
}

void fakeapi__cell_event_count(const struct fakeapi__row *row)
{
	int64_t n = 0;

	if (fakeapi__at(row->obj, "series").len > 0)
		n = fakeapi__int_at(row->obj, "series.count");
	else if (!json_int64(event_at(row, "count", "deprecatedCount"), &n) || n == 0)
		n = 1;
	strbuf_addf(row->out, "%" PRId64, n);
}

/* --- other types ----------------------------------------------------------------------------- */

static void quota(const struct fakeapi__row *row, bool limits)
{
	json_t hard = fakeapi__at(row->obj, "status.hard");
	json_t used = fakeapi__at(row->obj, "status.used");
	AUTO_STRBUF text = STRBUF_INIT, last = STRBUF_INIT;

	for (bool any = false;; any = true) {
		AUTO_STRBUF best = STRBUF_INIT;
		struct json_iter it;
		json_t key, value, amount = { NULL, 0 };
		bool found = false;

		for (json_iter_init(&it, hard); json_iter_member(&it, &key, &value);) {
			AUTO_STRBUF name = STRBUF_INIT;

			fakeapi__add_text(&name, key);
			if ((strncmp(name.ptr, "limits.", 7) == 0) != limits ||
			    (any && strcmp(name.ptr, last.ptr) <= 0) ||
			    (found && strcmp(name.ptr, best.ptr) >= 0))
				continue;
			strbuf_clear(&best);
			strbuf_adds(&best, strbuf_str(&name));
			amount = value;
			found = !best.failed;
		}
		if (!found)
			break;
		if (any)
			strbuf_addz(&text, ", ");
		strbuf_addf(&text, "%s: ", best.ptr);
		value = json_kind(used) == JSON_OBJECT ? json_get(used, best.ptr)
						       : (json_t) { NULL, 0 };
		fakeapi__add_text_or(&text, value, "", "0");
		strbuf_addc(&text, '/');
		fakeapi__add_text(&text, amount);
		strbuf_clear(&last);
		strbuf_adds(&last, strbuf_str(&best));
		if (last.failed)
			break;
	}
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_quota_requests(const struct fakeapi__row *row)
{
	quota(row, false);
}

void fakeapi__cell_quota_limits(const struct fakeapi__row *row)
{
	quota(row, true);
}

static void component(const struct fakeapi__row *row, const char *member)
{
	AUTO_STRBUF text = STRBUF_INIT;

	fakeapi__add_text(&text, fakeapi__condition(fakeapi__at(row->obj, "conditions"), "Healthy",
						    member));
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_component_status(const struct fakeapi__row *row)
{
	json_t s = fakeapi__condition(fakeapi__at(row->obj, "conditions"), "Healthy", "status");

	fakeapi__cell_z(row, s.len == 0			  ? "Unknown"
			     : fakeapi__is_str(s, "True") ? "Healthy"
							  : "Unhealthy");
}

void fakeapi__cell_component_message(const struct fakeapi__row *row)
{
	component(row, "message");
}

void fakeapi__cell_component_error(const struct fakeapi__row *row)
{
	component(row, "error");
}

void fakeapi__cell_flowschema_dangling(const struct fakeapi__row *row)
{
	AUTO_STRBUF text = STRBUF_INIT;

	fakeapi__add_text(&text, fakeapi__condition(fakeapi__at(row->obj, "status.conditions"),
						    "Dangling", "status"));
	fakeapi__cell_or(row, &text, "?");
}

void fakeapi__cell_resourceclaim_state(const struct fakeapi__row *row)
{
	bool gone = fakeapi__at(row->obj, "metadata.deletionTimestamp").len > 0;
	bool allocated = fakeapi__at(row->obj, "status.allocation").len > 0;
	AUTO_STRBUF text = STRBUF_INIT;

	if (gone)
		strbuf_addz(&text, "deleted");
	if (!allocated && !gone)
		strbuf_addz(&text, "pending");
	if (allocated) {
		fakeapi__comma(&text);
		strbuf_addz(&text, "allocated");
		if (fakeapi__first(fakeapi__at(row->obj, "status.reservedFor")).len > 0)
			strbuf_addz(&text, ",reserved");
	}
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_apiservice_service(const struct fakeapi__row *row)
{
	json_t s = fakeapi__at(row->obj, "spec.service");
	AUTO_STRBUF text = STRBUF_INIT;

	if (s.len > 0) {
		fakeapi__add_text(&text, fakeapi__at(s, "namespace"));
		strbuf_addc(&text, '/');
		fakeapi__add_text(&text, fakeapi__at(s, "name"));
	}
	fakeapi__cell_or(row, &text, "Local");
}

void fakeapi__cell_apiservice_available(const struct fakeapi__row *row)
{
	json_t conditions = fakeapi__at(row->obj, "status.conditions");
	json_t status = fakeapi__condition(conditions, "Available", "status");
	json_t reason = fakeapi__condition(conditions, "Available", "reason");
	AUTO_STRBUF text = STRBUF_INIT;

	fakeapi__add_text(&text, status);
	if (status.len > 0 && !fakeapi__is_str(status, "True") && fakeapi__has_text(reason)) {
		strbuf_addz(&text, " (");
		fakeapi__add_text(&text, reason);
		strbuf_addc(&text, ')');
	}
	fakeapi__cell_or(row, &text, "Unknown");
}
