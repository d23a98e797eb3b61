/* SPDX-License-Identifier: Apache-2.0 */
/* selector_fields.c - the fields that a fieldSelector may name, by type. */
#include "base/alloc.h"
#include "base/selector.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/storage/selector.h"

/* Selectable fields apart from metadata.name and metadata.namespace: `label` in the request, read
 * at `path`. The rows of one kind are adjacent. */
struct field_row {
	const char *group, *kind, *label, *path, *zero, *fallback;
};

static const struct field_row rows[] = {
	{ "", "Pod", "spec.nodeName", "spec.nodeName", "", NULL },
	{ "", "Pod", "spec.host", "spec.nodeName", "", NULL },
	{ "", "Pod", "spec.restartPolicy", "spec.restartPolicy", "", NULL },
	{ "", "Pod", "spec.schedulerName", "spec.schedulerName", "", NULL },
	{ "", "Pod", "spec.serviceAccountName", "spec.serviceAccountName", "", NULL },
	{ "", "Pod", "spec.hostNetwork", "spec.hostNetwork", "false", NULL },
	{ "", "Pod", "status.phase", "status.phase", "", NULL },
	{ "", "Pod", "status.podIP", "status.podIP", "", NULL },
	{ "", "Pod", "status.podIPs", "status.podIP", "", NULL },
	{ "", "Pod", "status.nominatedNodeName", "status.nominatedNodeName", "", NULL },
	{ "", "Node", "spec.unschedulable", "spec.unschedulable", "false", NULL },
	{ "", "ReplicationController", "status.replicas", "status.replicas", "0", NULL },
	{ "", "Namespace", "status.phase", "status.phase", "", NULL },
	{ "", "Secret", "type", "type", "", NULL },
	{ "", "Service", "spec.clusterIP", "spec.clusterIP", "", NULL },
	{ "", "Service", "spec.type", "spec.type", "", NULL },
	{ "", "Event", "involvedObject.kind", "involvedObject.kind", "", NULL },
	{ "", "Event", "involvedObject.namespace", "involvedObject.namespace", "", NULL },
	{ "", "Event", "involvedObject.name", "involvedObject.name", "", NULL },
	{ "", "Event", "involvedObject.uid", "involvedObject.uid", "", NULL },
	{ "", "Event", "involvedObject.apiVersion", "involvedObject.apiVersion", "", NULL },
	{ "", "Event", "involvedObject.resourceVersion", "involvedObject.resourceVersion", "",
	  NULL },
	{ "", "Event", "involvedObject.fieldPath", "involvedObject.fieldPath", "", NULL },
	{ "", "Event", "reason", "reason", "", NULL },
	{ "", "Event", "reportingComponent", "reportingComponent", "", "source.component" },
	{ "", "Event", "source", "source.component", "", "reportingComponent" },
	{ "", "Event", "type", "type", "", NULL },
	{ "events.k8s.io", "Event", "regarding.kind", "involvedObject.kind", "", NULL },
	{ "events.k8s.io", "Event", "regarding.namespace", "involvedObject.namespace", "", NULL },
	{ "events.k8s.io", "Event", "regarding.name", "involvedObject.name", "", NULL },
	{ "events.k8s.io", "Event", "regarding.uid", "involvedObject.uid", "", NULL },
	{ "events.k8s.io", "Event", "regarding.apiVersion", "involvedObject.apiVersion", "", NULL },
	{ "events.k8s.io", "Event", "regarding.resourceVersion", "involvedObject.resourceVersion",
	  "", NULL },
	{ "events.k8s.io", "Event", "regarding.fieldPath", "involvedObject.fieldPath", "", NULL },
	{ "events.k8s.io", "Event", "reason", "reason", "", NULL },
	{ "events.k8s.io", "Event", "reportingController", "reportingComponent", "",
	  "source.component" },
	{ "events.k8s.io", "Event", "type", "type", "", NULL },
	{ "batch", "Job", "status.successful", "status.succeeded", "0", NULL },
	{ "certificates.k8s.io", "CertificateSigningRequest", "spec.signerName", "spec.signerName",
	  "", NULL },
	{ "resource.k8s.io", "ResourceSlice", "spec.nodeName", "spec.nodeName", "", NULL },
	{ "resource.k8s.io", "ResourceSlice", "spec.driver", "spec.driver", "", NULL },
};

static bool cluster_scoped_names_only(const struct fakeapi__resource *res)
{
	static const char *const kinds[] = { "Node", "Namespace", "CertificateSigningRequest",
					     "ResourceSlice" };

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (strcmp(res->kind, kinds[i]) == 0)
			return true;
	return false;
}

/* Finds the row for `label`. False: *st has the 400 of the kind's conversion function. */
static bool find_field(const struct fakeapi__resource *res, struct str label,
		       const struct field_row **out, struct fakeapi__status *st)
{
	bool has_rows = false;

	*out = NULL;
	if (str_eqz(label, "metadata.name") ||
	    (str_eqz(label, "metadata.namespace") && !cluster_scoped_names_only(res)))
		return true;
	if (res->flags & FAKEAPI_RES_CUSTOM) {
		if (fakeapi__custom_selectable(res, label))
			return true;
		(void)fakeapi__status_set(st, 400, "BadRequest",
					  "field label not supported: " STR_FMT, STR_ARG(label));
		return false;
	}
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		if (strcmp(rows[i].group, res->group) || strcmp(rows[i].kind, res->kind))
			continue;
		has_rows = true;
		if (str_eqz(label, rows[i].label)) {
			*out = &rows[i];
			return true;
		}
	}
	if (!has_rows)
		(void)fakeapi__status_set(st, 400, "BadRequest",
					  "\"" STR_FMT "\" is not a known field selector: only "
					  "\"metadata.name\", \"metadata.namespace\"",
					  STR_ARG(label));
	else if (strcmp(res->kind, "Job") == 0)
		(void)fakeapi__status_set(st, 400, "BadRequest",
					  "field label \"" STR_FMT "\" not supported for Job",
					  STR_ARG(label));
	else if (strcmp(res->kind, "ResourceSlice") == 0)
		(void)fakeapi__status_set(st, 400, "BadRequest",
					  "field label not supported for %s/%s, Kind=%s: " STR_FMT,
					  res->group, res->version, res->kind, STR_ARG(label));
	else
		(void)fakeapi__status_set(st, 400, "BadRequest",
					  "field label not supported: " STR_FMT, STR_ARG(label));
	return false;
}

/* Returns the length of the first term of `in`, which ends at an unescaped comma or at the end. */
static size_t term_len(struct str in)
{
	for (size_t i = 0; i < in.len; i++) {
		if (in.ptr[i] == '\\')
			i++;
		else if (in.ptr[i] == ',')
			return i;
	}
	return in.len;
}

static bool split_term(struct str term, struct str *key, bool *negated, struct str *value)
{
	for (size_t i = 0; i < term.len; i++) {
		size_t n = 0;

		*negated = false;
		if (i + 1 < term.len && term.ptr[i] == '!' && term.ptr[i + 1] == '=') {
			*negated = true;
			n = 2;
		} else if (term.ptr[i] == '=') {
			n = i + 1 < term.len && term.ptr[i + 1] == '=' ? 2 : 1;
		}
		if (n) {
			*key = (struct str) { term.ptr, i };
			*value = (struct str) { term.ptr + i + n, term.len - i - n };
			return true;
		}
	}
	return false;
}

static int unescape(struct str value, struct strbuf *out, struct fakeapi__status *st)
{
	for (size_t i = 0; i < value.len; i++) {
		char c = value.ptr[i];

		if (c == '\\') {
			c = ++i < value.len ? value.ptr[i] : '\0';
			if (c != '\\' && c != ',' && c != '=')
				return fakeapi__status_set(st, 400, "BadRequest",
							   "invalid field selector: invalid escape "
							   "sequence: \\" STR_FMT,
							   (int)(c != '\0'), &value.ptr[i]);
		} else if (c == '=' || c == ',') {
			return fakeapi__status_set(st, 400, "BadRequest",
						   "invalid field selector: unescaped character in "
						   "value: %d",
						   c);
		}
		strbuf_addc(out, c);
	}
	return 0;
}

static int add_term(struct fakeapi__selection *s, struct selector_term **end,
		    const struct field_row *row, struct str key, bool negated, struct str value,
		    struct fakeapi__status *st)
{
	struct selector_term *t = base__calloc(1, sizeof(*t));

	if (!t)
		return -1;
	strbuf_init(&t->text);
	*end = t;
	t->op = negated ? SELECTOR_NOT_IN : SELECTOR_IN;
	t->zero = row ? row->zero : "";
	t->fallback = row ? row->fallback : NULL;
	strbuf_adds(&t->text, row ? str_of(row->path) : key);
	t->key.len = t->text.len;
	strbuf_addc(&t->text, '\0');
	t->values_at = t->text.len;
	t->value_count = 1;
	if (unescape(value, &t->text, st) < 0)
		return -1;
	strbuf_addc(&t->text, '\0');
	if (t->text.failed)
		return -1;
	t->key.ptr = t->text.ptr;
	s->res = NULL;
	return 0;
}

/* The terms of a selector, sorted as text, without empty terms and terms like "=". */
struct terms {
	size_t count;
	struct {
		struct str text, key, value;
		bool negated;
	} list[SELECTOR_TERMS_MAX];
};

static int by_text(const void *a, const void *b)
{
	const struct str *x = a, *y = b; /* `text` is the first member */
	int order = memcmp(x->ptr, y->ptr, x->len < y->len ? x->len : y->len);

	return order ? order : (x->len > y->len) - (x->len < y->len);
}

static int read_terms(struct str text, struct terms *out, struct fakeapi__status *st)
{
	struct str whole = text;
	size_t kept = 0;

	out->count = 0;
	if (text.len > SELECTOR_LEN_MAX)
		return fakeapi__status_set(st, 400, "BadRequest",
					   "fieldSelector is longer than %d bytes",
					   SELECTOR_LEN_MAX);
	while (text.len) {
		struct str term = { text.ptr, term_len(text) };

		text.ptr += term.len + (term.len < text.len);
		text.len -= term.len + (term.len < text.len);
		if (!term.len)
			continue;
		if (out->count == SELECTOR_TERMS_MAX)
			return fakeapi__status_set(st, 400, "BadRequest", "more than %d terms",
						   SELECTOR_TERMS_MAX);
		out->list[out->count++].text = term;
	}
	qsort(out->list, out->count, sizeof(out->list[0]), by_text);
	for (size_t i = 0; i < out->count; i++) {
		struct str key, value;
		bool negated;

		if (!split_term(out->list[i].text, &key, &negated, &value))
			return fakeapi__status_set(st, 400, "BadRequest",
						   "invalid selector: '" STR_FMT
						   "'; can't understand '" STR_FMT "'",
						   STR_ARG(whole), STR_ARG(out->list[i].text));
		if (!key.len && !value.len)
			continue;
		out->list[kept].key = key;
		out->list[kept].value = value;
		out->list[kept++].negated = negated;
	}
	out->count = kept;
	return 0;
}

int fakeapi__selection_check_fields(struct str text, struct fakeapi__status *st)
{
	struct terms terms;

	if (read_terms(text, &terms, st) < 0)
		return -1;
	for (size_t i = 0; i < terms.count; i++) {
		AUTO_STRBUF value = STRBUF_INIT;

		if (unescape(terms.list[i].value, &value, st) < 0 || value.failed)
			return -1;
	}
	return 0;
}

int fakeapi__selection_add_fields(struct fakeapi__selection *s, const struct fakeapi__resource *res,
				  struct str text, struct fakeapi__status *st)
{
	struct selector_term **end = &s->fields;
	struct terms terms;

	if (read_terms(text, &terms, st) < 0)
		return -1;
	for (size_t i = 0; i < terms.count; i++) {
		const struct field_row *row;
		struct str key = terms.list[i].key;
		bool negated = terms.list[i].negated;

		if (!find_field(res, key, &row, st) ||
		    add_term(s, end, row, key, negated, terms.list[i].value, st) < 0)
			return -1;
		if (!negated && str_eqz(key, "metadata.name")) {
			size_t at = 0;

			(void)selector_value(*end, &at, &s->only);
		}
		end = &(*end)->next;
	}
	return 0;
}
