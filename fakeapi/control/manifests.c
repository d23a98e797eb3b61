/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/control/manifests.h"

#include "base/alloc.h"
#include "base/json_scan.h"
#include "base/str.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/serializer/yaml_read.h"

/* --- lists --- */

/* "PodList" -> "Pod"; empty for other kinds. */
static struct str item_kind(struct str kind)
{
	if (kind.len < 4 || memcmp(kind.ptr + kind.len - 4, "List", 4) != 0)
		return (struct str) { NULL, 0 };
	return (struct str) { kind.ptr, kind.len - 4 };
}

/* Passes on an item, with missing apiVersion and kind from its list. */
static int pass_item(json_t list, json_t item, struct str kind, const char *where,
		     fakeapi__manifest_fn *fn, void *user, struct relist_err *err)
{
	struct strbuf doc = STRBUF_INIT;
	json_t version = json_get(list, "apiVersion"), key, val;
	struct json_iter it;
	int code;

	if (json_kind(item) != JSON_OBJECT)
		return relist_err_set(err, RELIST_EPARSE, "%s: an item of the list is no object",
				      where);
	if (!kind.len || json_kind(json_get(item, "kind")) == JSON_STRING)
		return fn(user, item, where, err);
	strbuf_addf(&doc, "{\"apiVersion\":" STR_FMT ",\"kind\":", STR_ARG(version));
	strbuf_add_json(&doc, kind);
	json_iter_init(&it, item);
	if (json_iter_member(&it, &key, &val))
		strbuf_addc(&doc, ',');
	strbuf_add(&doc, item.ptr + 1, item.len - 1);
	code = doc.failed ? relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", where)
			  : fn(user, strbuf_str(&doc), where, err);
	strbuf_fini(&doc);
	return code;
}

static int pass_json(json_t v, const char *where, fakeapi__manifest_fn *fn, void *user,
		     struct relist_err *err)
{
	struct strbuf scratch = STRBUF_INIT;
	struct str kind = json_str(json_get(v, "kind"), &scratch);
	json_t items = json_get(v, "items"), item;
	struct json_iter it;
	int code = 0;

	if (kind.len < 4 || !item_kind(kind).ptr || json_kind(items) != JSON_ARRAY) {
		strbuf_fini(&scratch);
		return fn(user, v, where, err);
	}
	for (json_iter_init(&it, items); !code && json_iter_element(&it, &item);)
		code = pass_item(v, item, item_kind(kind), where, fn, user, err);
	strbuf_fini(&scratch);
	return code;
}

/* --- documents --- */

static int pass_yaml(struct str doc, const char *where, fakeapi__manifest_fn *fn, void *user,
		     struct relist_err *err)
{
	struct strbuf why = STRBUF_INIT;
	cJSON *tree = fakeapi__yaml_parse(doc, NULL, &why);
	char *text = tree ? fakeapi__print(tree) : NULL;
	int code = 0;

	if (!text)
		code = why.len ? relist_err_set(err, RELIST_EPARSE, "%s: %s", where, why.ptr)
			       : relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", where);
	else if (!cJSON_IsNull(tree)) /* "---" followed only by comments is null */
		code = pass_json(str_of(text), where, fn, user, err);
	cJSON_free(text);
	cJSON_Delete(tree);
	strbuf_fini(&why);
	return code;
}

static void name_document(char *buf, size_t cap, const char *where, unsigned n)
{
	if (n == 1)
		(void)snprintf(buf, cap, "%s", where);
	else
		(void)snprintf(buf, cap, "%s, document %u", where, n);
}

/* A line that separates documents: "---" followed by white space or the end. */
static bool is_separator(const char *line, size_t len)
{
	return len >= 3 && memcmp(line, "---", 3) == 0 &&
	       (len == 3 || line[3] == ' ' || line[3] == '\t' || line[3] == '\r');
}

static bool is_blank(struct str doc)
{
	for (size_t i = 0; i < doc.len; i++)
		if (!strchr(" \t\r\n", doc.ptr[i]))
			return false;
	return true;
}

/* `n`: the number of documents before the text. */
static int each_yaml(struct str text, const char *where, unsigned n, fakeapi__manifest_fn *fn,
		     void *user, struct relist_err *err)
{
	const char *end = text.ptr + text.len, *start = text.ptr, *line = text.ptr;

	while (line < end) {
		const char *newline = memchr(line, '\n', (size_t)(end - line));
		const char *next = newline ? newline + 1 : end;
		bool cut = is_separator(line, (size_t)((newline ? newline : end) - line));
		struct str doc = { start, (size_t)((cut ? line : next) - start) };
		char at[300];
		int code;

		line = next;
		if (!cut && next < end)
			continue;
		start = next;
		if (is_blank(doc))
			continue;
		name_document(at, sizeof(at), where, ++n);
		code = pass_yaml(doc, at, fn, user, err);
		if (code)
			return code;
	}
	return 0;
}

/* Moves *text past white space and the lines between documents; true if there were such lines. */
static bool skip_separators(struct str *text)
{
	bool any = false;

	for (;;) {
		const char *newline;
		size_t line;

		while (text->len && strchr(" \t\r\n", text->ptr[0])) {
			text->ptr++;
			text->len--;
		}
		newline = text->len ? memchr(text->ptr, '\n', text->len) : NULL;
		line = newline ? (size_t)(newline - text->ptr) : text->len;
		if (!is_separator(text->ptr, line))
			return any;
		any = true;
		text->ptr += line;
		text->len -= line;
	}
}

static int each_json(struct str text, const char *where, fakeapi__manifest_fn *fn, void *user,
		     struct relist_err *err)
{
	struct json_scanner *scan = base__malloc(sizeof(*scan));
	unsigned n = 0;
	int code = 0;

	if (!scan)
		return relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", where);
	while (!code) {
		char at[300];
		size_t used;
		enum json_status status;

		if (skip_separators(&text) && text.len && text.ptr[0] != '{') {
			code = each_yaml(text, where, n, fn, user, err);
			break;
		}
		json_scanner_init(scan);
		status = json_scanner_feed(scan, text.ptr, text.len, &used);
		if (status == JSON_MORE && json_scanner_idle(scan))
			break;
		name_document(at, sizeof(at), where, ++n);
		if (status != JSON_DONE) {
			code = relist_err_set(err, RELIST_EPARSE, "%s: not JSON: %s", at,
					      status == JSON_MORE ? "it ends too early"
								  : "unexpected character");
			break;
		}
		{
			struct str value = { text.ptr, used };
			json_t trimmed;

			text.ptr += used;
			text.len -= used;
			if (json_valid(value, &trimmed, NULL))
				code = pass_json(trimmed, at, fn, user, err);
		}
	}
	base__free(scan);
	return code;
}

/* For a text that starts with a brace: true if it is a YAML flow mapping, not JSON. Errors are
 * reported for the more likely format. */
static bool is_flow_yaml(struct str text)
{
	struct json_scanner *scan = base__malloc(sizeof(*scan));
	struct strbuf why = STRBUF_INIT;
	enum json_status status = JSON_DONE;
	size_t used;
	cJSON *tree;
	bool yaml;

	if (scan) {
		json_scanner_init(scan);
		status = json_scanner_feed(scan, text.ptr, text.len, &used);
	}
	base__free(scan);
	if (status == JSON_DONE)
		return false;
	tree = fakeapi__yaml_parse(text, NULL, &why);
	yaml = tree != NULL;
	cJSON_Delete(tree);
	strbuf_fini(&why);
	for (text.ptr++, text.len--; text.len && strchr(" \t\r\n", *text.ptr); text.len--)
		text.ptr++;
	return yaml || (text.len && *text.ptr != '"' && *text.ptr != '}');
}

int fakeapi__manifests_text(struct str text, const char *where, fakeapi__manifest_fn *fn,
			    void *user, struct relist_err *err)
{
	size_t skip = 0;

	while (skip < text.len && strchr(" \t\r\n", text.ptr[skip]))
		skip++;
	if (skip < text.len && text.ptr[skip] == '{' &&
	    !is_flow_yaml((struct str) { text.ptr + skip, text.len - skip }))
		return each_json(text, where, fn, user, err);
	return each_yaml(text, where, 0, fn, user, err);
}
