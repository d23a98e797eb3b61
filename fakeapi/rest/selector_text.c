/* SPDX-License-Identifier: Apache-2.0 */
/* selector_text.c - a LabelSelector as text, in the format of metav1.FormatLabelSelector. */
#include <stdlib.h>

#include "base/alloc.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/rest.h"

/* A member of matchLabels or an element of matchExpressions. */
struct requirement {
	const char *key;
	const cJSON *v;
	size_t at;
};

static int by_key(const void *a, const void *b)
{
	const struct requirement *x = a, *y = b;
	int d = strcmp(x->key, y->key);

	return d ? d : (x->at > y->at) - (x->at < y->at);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_values(const cJSON *values, struct strbuf *out)
{
	size_t count = 0;
	const char **sorted =
	    base__reallocarray(NULL, (size_t)cJSON_GetArraySize(values) + 1, sizeof(*sorted));
	const cJSON *v;

	out->failed |= !sorted;
	if (!sorted)
		return;
	cJSON_ArrayForEach(v, values) if (cJSON_IsString(v)) sorted[count++] = v->valuestring;
	qsort(sorted, count, sizeof(*sorted), by_text);
	for (size_t i = 0; i < count; i++)
		strbuf_addf(out, "%s%s", i ? "," : "", sorted[i]);
	base__free(sorted);
}

static void add_requirement(const struct requirement *r, struct strbuf *out)
{
	const char *op = fakeapi__get_str(r->v, "operator");
	bool among = strcmp(op, "In") == 0 || strcmp(op, "NotIn") == 0;

	strbuf_addz(out, out->len ? "," : "");
	if (!cJSON_IsObject(r->v)) {
		strbuf_addf(out, "%s=%s", r->key, fakeapi__text(r->v));
		return;
	}
	strbuf_addf(out, "%s%s", strcmp(op, "DoesNotExist") == 0 ? "!" : "", r->key);
	if (among) {
		strbuf_addz(out, strcmp(op, "In") == 0 ? " in (" : " notin (");
		add_values(cJSON_GetObjectItemCaseSensitive(r->v, "values"), out);
		strbuf_addc(out, ')');
	}
}

/* labels.Selector sorts by key. */
static void add_requirements(const cJSON *labels, const cJSON *expressions, struct strbuf *out)
{
	size_t count = (size_t)cJSON_GetArraySize(labels) + (size_t)cJSON_GetArraySize(expressions);
	struct requirement *list = base__reallocarray(NULL, count + 1, sizeof(*list));
	const cJSON *v;
	size_t n = 0;

	out->failed |= !list;
	if (!list)
		return;
	cJSON_ArrayForEach(v, labels)
	{
		list[n] = (struct requirement) { v->string, v, n };
		n++;
	}
	cJSON_ArrayForEach(v, expressions)
	{
		list[n] = (struct requirement) { fakeapi__get_str(v, "key"), v, n };
		n++;
	}
	qsort(list, n, sizeof(*list), by_key);
	for (size_t i = 0; i < n; i++)
		add_requirement(&list[i], out);
	base__free(list);
}

void fakeapi__label_selector_text(const cJSON *selector, struct strbuf *out)
{
	const cJSON *labels = cJSON_GetObjectItemCaseSensitive(selector, "matchLabels");
	const cJSON *expressions = cJSON_GetObjectItemCaseSensitive(selector, "matchExpressions");

	if (cJSON_IsString(selector)) {
		strbuf_addz(out, selector->valuestring);
	} else if (labels || expressions) {
		add_requirements(labels, expressions, out);
	} else {
		add_requirements(selector, NULL, out);
	}
}
