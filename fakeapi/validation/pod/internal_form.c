/* SPDX-License-Identifier: Apache-2.0 */
/* internal_form.c - objects in the format of the real server's messages: JSON in the form of its
 * internal types (tbl/internal_types.h). For refused values, and for the unified diff of two pod
 * specs if an update changes immutable fields. */
#include "base/alloc.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/line_diff.h"
#include "fakeapi/validation/validate_impl.h"

enum kind { STRING, STRING0, NUMBER, BOOL, ANY, LIST, MAP, STRUCT };

struct field {
	const char *shown, *wire;
	uint16_t type;
	bool pointer, omit;
};

static const struct field fields[] = {
#define FIELD(s, w, t, p, o) { s, w, t, p, o },
#include "fakeapi/tbl/internal_types.h"
};

static const struct {
	enum kind kind;
	int elem;
	uint16_t first, count;
} types[] = {
#define TYPE(k, e, f, n) { k, e, f, n },
#include "fakeapi/tbl/internal_types.h"
};

static const struct {
	unsigned char since, until; /* releases */
	enum fakeapi__internal form;
	uint16_t type;
} roots[] = {
#define ROOT(since, until, name, t) { since, until, FAKEAPI_INTERNAL_##name, t },
#include "fakeapi/tbl/internal_types.h"
};

/* Every form is a root of every release. */
static uint16_t root_of(enum fakeapi__internal form, const causes_t *c)
{
	unsigned release = fakeapi__release_of(c->features);
	size_t i = 0;

	while (roots[i].form != form || roots[i].since > release || roots[i].until < release)
		i++;
	return roots[i].type;
}

/* --- printing: one line a member, a space a level, or all in one line --- */

/* A pod of 3 MiB can have 100 MiB in this form. The rest is not shown. */
enum { PRINTED_MAX = 4 * 1024 * 1024 };

struct print {
	struct strbuf out;
	const cJSON *spec; /* the pod's; its internal security context has additional members */
	uint16_t spec_type;
	bool one_line;
};

static void print_value(struct print *p, uint16_t type, const cJSON *v, bool pointer, int depth);

static void indent(struct print *p, int depth)
{
	if (p->one_line)
		return;
	strbuf_addc(&p->out, '\n');
	while (depth-- > 0)
		strbuf_addc(&p->out, ' ');
}

static const cJSON *member_of(const struct print *p, const cJSON *v, const char *wire)
{
	if (wire[0] == '^')
		return fakeapi__member(p->spec, wire + 1);
	if (wire[0] == '@')
		return fakeapi__member(fakeapi__member(v, "metadata"), wire + 1);
	return fakeapi__member(v, wire);
}

static void print_members(struct print *p, uint16_t type, const cJSON *v, int depth)
{
	bool first = true;

	if (type == p->spec_type)
		p->spec = v;
	strbuf_addc(&p->out, '{');
	for (size_t i = 0; i < types[type].count; i++) {
		const struct field *f = &fields[types[type].first + i];
		const cJSON *m = member_of(p, v, f->wire);

		if (f->omit && fakeapi__is_blank(m))
			continue;
		if (!first)
			strbuf_addc(&p->out, ',');
		first = false;
		indent(p, depth + 1);
		strbuf_addf(&p->out, p->one_line ? "\"%s\":" : "\"%s\": ", f->shown);
		print_value(p, f->type, m, f->pointer, depth + 1);
	}
	if (!first)
		indent(p, depth);
	strbuf_addc(&p->out, '}');
}

static void print_items(struct print *p, uint16_t type, const cJSON *v, int depth)
{
	bool map = types[type].kind == MAP;

	strbuf_addc(&p->out, map ? '{' : '[');
	for (const cJSON *m = v->child; m && p->out.len < PRINTED_MAX; m = m->next) {
		indent(p, depth + 1);
		if (map) {
			strbuf_add_json(&p->out, str_of(m->string));
			strbuf_addz(&p->out, p->one_line ? ":" : ": ");
		}
		print_value(p, (uint16_t)types[type].elem, m, false, depth + 1);
		if (m->next)
			strbuf_addc(&p->out, ',');
	}
	if (v->child)
		indent(p, depth);
	strbuf_addc(&p->out, map ? '}' : ']');
}

static void print_plain(struct print *p, const cJSON *v, const char *zero)
{
	char *text = v ? fakeapi__print(v) : NULL;

	strbuf_addz(&p->out, text ? text : zero);
	p->out.failed |= v && !text;
	cJSON_free(text);
}

static void print_value(struct print *p, uint16_t type, const cJSON *v, bool pointer, int depth)
{
	if (cJSON_IsNull(v))
		v = NULL;
	if (!v && pointer) {
		strbuf_addz(&p->out, "null");
		return;
	}
	switch (types[type].kind) {
	case STRING:
		print_plain(p, v, "\"\"");
		break;
	case STRING0:
		print_plain(p, v, "\"0\"");
		break;
	case NUMBER:
		print_plain(p, v, "0");
		break;
	case BOOL:
		print_plain(p, v, "false");
		break;
	case ANY:
		print_plain(p, v, "null");
		break;
	case LIST:
	case MAP:
		if (v)
			print_items(p, type, v, depth);
		else
			strbuf_addz(&p->out, "null");
		break;
	case STRUCT:
		print_members(p, type, v, depth);
		break;
	}
}

static void print_pretty(struct print *p, const causes_t *c, enum fakeapi__internal form,
			 const cJSON *v)
{
	*p = (struct print) {
		.out = STRBUF_INIT,
		.spec = v,
		.spec_type = root_of(FAKEAPI_INTERNAL_POD_SPEC, c),
	};
	print_value(p, root_of(form, c), v, false, 0);
}

int fakeapi__internal_diff(const causes_t *c, struct strbuf *out, enum fakeapi__internal form,
			   const cJSON *before, const cJSON *now)
{
	struct print a, b;
	int rc = -1;

	print_pretty(&a, c, form, before);
	print_pretty(&b, c, form, now);
	if (!a.out.failed && !b.out.failed)
		rc = fakeapi__line_diff(out, strbuf_str(&a.out), strbuf_str(&b.out));
	strbuf_fini(&a.out);
	strbuf_fini(&b.out);
	return out->failed ? -1 : rc;
}

void fakeapi__cause_pod_changed(causes_t *c, const path_t *at, const cJSON *before,
				const cJSON *now)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(
	    &text, "pod updates may not change fields other than `spec.containers[*].image`,"
		   "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` "
		   "(only additions to existing tolerations),`spec.terminationGracePeriodSeconds` "
		   "(allow it to be set to 1 if it was previously negative)\n");
	if (fakeapi__internal_diff(c, &text, FAKEAPI_INTERNAL_POD_SPEC, before, now) != 0)
		c->nomem = true;
	else
		fakeapi__cause_forbidden(c, at, text.ptr);
}

void fakeapi__cause_invalid_internal(causes_t *c, const path_t *at, const cJSON *v,
				     enum fakeapi__internal form, const char *why)
{
	struct print p = {
		.out = STRBUF_INIT,
		.spec_type = root_of(FAKEAPI_INTERNAL_POD_SPEC, c),
		.one_line = true,
	};
	cJSON *raw;

	/* A nil pointer, as most of these are. */
	if (!v || cJSON_IsNull(v)) {
		fakeapi__cause_invalid(c, at, NULL, why);
		return;
	}
	print_value(&p, root_of(form, c), v, false, 0);
	raw = p.out.failed ? NULL : cJSON_CreateRaw(p.out.ptr);
	if (raw)
		fakeapi__cause_invalid(c, at, raw, why);
	else
		c->nomem = true;
	cJSON_Delete(raw);
	strbuf_fini(&p.out);
}
