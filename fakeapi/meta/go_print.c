/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/go_print.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"

const char *fakeapi__go_type(const cJSON *v)
{
	return cJSON_IsObject(v)  ? "map[string]interface {}"
	       : cJSON_IsArray(v) ? "[]interface {}"
				  : fakeapi__go_kind(v);
}

const char *fakeapi__go_kind(const cJSON *v)
{
	if (cJSON_IsObject(v))
		return "map";
	if (cJSON_IsArray(v))
		return "slice";
	if (cJSON_IsString(v))
		return "string";
	if (cJSON_IsNumber(v))
		return fakeapi__is_int64(v) ? "int64" : "float64";
	return cJSON_IsBool(v) ? "bool" : "<nil>";
}

static int by_name(const void *a, const void *b)
{
	const cJSON *const *x = a, *const *y = b;

	return strcmp((*x)->string, (*y)->string);
}

struct style {
	const char *map, *list, *between, *end_map, *end_list;
	bool quoted;
};

static const struct style plain = { "map[", "[", " ", "]", "]", false };
static const struct style syntax = {
	"map[string]interface {}{", "[]interface {}{", ", ", "}", "}", true
};

static void print(struct strbuf *out, const cJSON *v, const struct style *s);

static void print_map(struct strbuf *out, const cJSON *v, const struct style *s)
{
	size_t n = (size_t)cJSON_GetArraySize(v), i = 0;
	const cJSON **sorted = base__reallocarray(NULL, n + 1, sizeof(*sorted));
	const cJSON *m;

	out->failed |= !sorted;
	if (!sorted)
		return;
	cJSON_ArrayForEach(m, v) sorted[i++] = m;
	qsort(sorted, n, sizeof(*sorted), by_name);
	strbuf_addz(out, s->map);
	for (i = 0; i < n; i++) {
		strbuf_addz(out, i ? s->between : "");
		if (s->quoted)
			fakeapi__go_quote(out, str_of(sorted[i]->string));
		else
			strbuf_addz(out, sorted[i]->string);
		strbuf_addc(out, ':');
		print(out, sorted[i], s);
	}
	strbuf_addz(out, s->end_map);
	base__free(sorted);
}

static void print(struct strbuf *out, const cJSON *v, const struct style *s)
{
	if (cJSON_IsObject(v)) {
		print_map(out, v, s);
	} else if (cJSON_IsArray(v)) {
		strbuf_addz(out, s->list);
		for (const cJSON *m = v->child; m; m = m->next) {
			strbuf_addz(out, m == v->child ? "" : s->between);
			print(out, m, s);
		}
		strbuf_addz(out, s->end_list);
	} else if (cJSON_IsString(v)) {
		if (s->quoted)
			fakeapi__go_quote(out, str_of(v->valuestring));
		else
			strbuf_addz(out, v->valuestring);
	} else if (cJSON_IsNumber(v)) {
		if (fakeapi__is_int64(v))
			fakeapi__number_add(out, v);
		else
			fakeapi__float_add(out, v->valuedouble);
	} else if (cJSON_IsBool(v)) {
		strbuf_addz(out, cJSON_IsTrue(v) ? "true" : "false");
	} else {
		strbuf_addz(out, s->quoted ? "interface {}(nil)" : "<nil>");
	}
}

void fakeapi__go_print(struct strbuf *out, const cJSON *v)
{
	print(out, v, &plain);
}

void fakeapi__go_print_slice(struct strbuf *out, const cJSON *list)
{
	if (list)
		fakeapi__go_print(out, list);
	else
		strbuf_addz(out, "[]");
}

void fakeapi__go_print_syntax(struct strbuf *out, const cJSON *v)
{
	print(out, v, &syntax);
}

void fakeapi__add_escaped(struct strbuf *out, struct str json)
{
	for (size_t i = 0; i < json.len; i++) {
		const char *p = json.ptr + i;

		if (*p == '<' || *p == '>' || *p == '&') {
			strbuf_addf(out, "\\u%04x", (unsigned)*p);
		} else if (json.len - i >= 3 && (memcmp(p, "\xe2\x80\xa8", 3) == 0 ||
						 memcmp(p, "\xe2\x80\xa9", 3) == 0)) {
			strbuf_addz(out, p[2] == '\xa8' ? "\\u2028" : "\\u2029");
			i += 2;
		} else {
			strbuf_addc(out, *p);
		}
	}
}
