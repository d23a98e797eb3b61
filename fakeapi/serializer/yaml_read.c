/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/serializer/yaml_read.h"

#include <yaml.h>

#include "base/alloc.h"
#include "base/json_scan.h"
#include "base/text/yaml_plain.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/serializer/yaml_compose.h"

enum { DEPTH_MAX = FAKEAPI_YAML_DEPTH_MAX, NODES_MAX = 1000000, ALIASED_MAX = 100000 };

struct walk {
	yaml_document_t *doc;
	struct strbuf *doubles;
	struct strbuf *why;
	uint8_t *visited; /* by node: already visited, so this is an alias */
	size_t nodes;
	size_t aliased;
	int depth;
	enum json_digits digits;
};

static bool tagged(const yaml_node_t *n, const char *tag)
{
	return n->tag && strcmp((const char *)n->tag, tag) == 0;
}

static struct str text_of(const yaml_node_t *n)
{
	return (struct str) { (const char *)n->data.scalar.value, n->data.scalar.length };
}

static cJSON *string_of(struct str s)
{
	AUTO_STRBUF z = STRBUF_INIT; /* libyaml has checked the UTF-8 */

	strbuf_adds(&z, s);
	return z.failed ? NULL : cJSON_CreateString(z.ptr);
}

/* libyaml tags every plain scalar without a tag as a string. */
static cJSON *scalar(const yaml_node_t *n, enum json_digits digits)
{
	struct str s = text_of(n);
	char decimal[YAML_DECIMAL_MAX];
	json_t number;
	double v;

	if (n->data.scalar.style != YAML_PLAIN_SCALAR_STYLE && tagged(n, YAML_STR_TAG))
		return string_of(s);
	if (tagged(n, "tag:yaml.org,2002:binary"))
		return string_of(s);
	switch (yaml_plain_kind(s, decimal, &v)) {
	case YAML_PLAIN_NULL:
		return cJSON_CreateNull();
	case YAML_PLAIN_TRUE:
		return cJSON_CreateTrue();
	case YAML_PLAIN_FALSE:
		return cJSON_CreateFalse();
	case YAML_PLAIN_INTEGER:
		return json_tree_parse(
		    digits == JSON_DIGITS_ALL && str_eqz(s, "-0") ? s : str_of(decimal), digits);
	case YAML_PLAIN_FLOAT:
		return digits == JSON_DIGITS_ALL && json_valid(s, &number, NULL)
			   ? json_tree_parse(number, digits)
			   : cJSON_CreateNumber(v);
	case YAML_PLAIN_STRING:
		break;
	}
	return string_of(s);
}

static cJSON *refuse(struct walk *w, const char *why)
{
	if (w->why->len == 0)
		strbuf_addz(w->why, why);
	return NULL;
}

static bool has_nul(struct walk *w, const yaml_node_t *n)
{
	struct str s = text_of(n);

	if (!s.len || !memchr(s.ptr, '\0', s.len))
		return false;
	refuse(w, "yaml: " FAKEAPI_NUL_REFUSED);
	return true;
}

static cJSON *node(struct walk *w, int index);

/* Converts a key to a string as sigs.k8s.io/yaml does; "" + false if impossible. */
static bool key_of(struct walk *w, const yaml_node_t *n, struct strbuf *out)
{
	cJSON *v;

	if (n->type != YAML_SCALAR_NODE) {
		refuse(w, "yaml: invalid map key");
		return false;
	}
	if (has_nul(w, n))
		return false;
	v = scalar(n, JSON_DIGITS_INT64);
	if (!v)
		return false;
	if (cJSON_IsString(v))
		strbuf_addz(out, v->valuestring);
	else if (cJSON_IsBool(v))
		strbuf_addz(out, cJSON_IsTrue(v) ? "true" : "false");
	else if (cJSON_IsNumber(v))
		fakeapi__number_add(out, v);
	else
		refuse(w, "unsupported map key of type: <nil>, key: <nil>");
	cJSON_Delete(v);
	return w->why->len == 0 && !out->failed;
}

/* "<<": adds members of the named maps that the map itself lacks. */
static int merge_key(struct walk *w, struct fakeapi__lookup *out, int index)
{
	cJSON *from = node(w, index);
	int rc = from ? 0 : -1;

	for (const cJSON *map = cJSON_IsArray(from) ? from->child : from; map && rc == 0;
	     map = cJSON_IsArray(from) ? map->next : NULL) {
		if (!cJSON_IsObject(map)) {
			refuse(w, "yaml: map merge requires map or sequence of maps as the value");
			rc = -1;
			break;
		}
		for (const cJSON *m = map->child; m && rc == 0; m = m->next)
			if (!fakeapi__lookup(out, m->string))
				rc = fakeapi__lookup_set(out, m->string, cJSON_Duplicate(m, true));
	}
	cJSON_Delete(from);
	return rc;
}

static void report_double(struct walk *w, const yaml_node_t *key, struct str name)
{
	if (!w->doubles)
		return;
	if (w->doubles->len)
		strbuf_addz(w->doubles, "\n  ");
	strbuf_addf(w->doubles, "line %zu: key ", key->start_mark.line + 1);
	fakeapi__go_quote(w->doubles, name);
	strbuf_addz(w->doubles, " already set in map");
}

static bool is_merge(const yaml_node_t *k)
{
	return k->type == YAML_SCALAR_NODE && str_eqz(text_of(k), "<<") &&
	       k->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}

static int add(struct walk *w, struct fakeapi__lookup *out, const yaml_node_t *key, int value_index)
{
	AUTO_STRBUF name = STRBUF_INIT;
	cJSON *v;

	if (!key_of(w, key, &name))
		return -1;
	if (fakeapi__lookup(out, name.ptr))
		report_double(w, key, strbuf_str(&name));
	v = node(w, value_index);
	return v ? fakeapi__lookup_set(out, name.ptr, v) : -1;
}

static int mapping(struct walk *w, const yaml_node_t *n, cJSON *out)
{
	const yaml_node_pair_t *start = n->data.mapping.pairs.start;
	const yaml_node_pair_t *end = n->data.mapping.pairs.top;
	struct fakeapi__lookup members;
	int rc = 0;

	fakeapi__lookup_growing(&members, out, (size_t)(end - start));
	for (const yaml_node_pair_t *p = start; p < end && rc == 0; p++) {
		const yaml_node_t *k = yaml_document_get_node(w->doc, p->key);

		if (!is_merge(k))
			rc = add(w, &members, k, p->value);
	}
	for (const yaml_node_pair_t *p = start; p < end && rc == 0; p++)
		if (is_merge(yaml_document_get_node(w->doc, p->key)))
			rc = merge_key(w, &members, p->value);
	fakeapi__lookup_fini(&members);
	return rc;
}

static int sequence(struct walk *w, const yaml_node_t *n, cJSON *out)
{
	const yaml_node_item_t *i = n->data.sequence.items.start;

	for (; i < n->data.sequence.items.top; i++) {
		cJSON *v = node(w, *i);

		if (!v)
			return -1;
		if (!cJSON_AddItemToArray(out, v)) {
			cJSON_Delete(v);
			return -1;
		}
	}
	return 0;
}

static cJSON *node(struct walk *w, int index)
{
	const yaml_node_t *n = yaml_document_get_node(w->doc, index);
	cJSON *out;
	int rc;

	if (++w->nodes > NODES_MAX || (w->visited[index - 1] && ++w->aliased > ALIASED_MAX))
		return refuse(w, "yaml: document contains excessive aliasing");
	w->visited[index - 1] = 1;
	if (n->type == YAML_SCALAR_NODE)
		return has_nul(w, n) ? NULL : scalar(n, w->digits);
	if (w->depth >= DEPTH_MAX)
		return refuse(w, "yaml: exceeded max depth");
	out = n->type == YAML_MAPPING_NODE ? cJSON_CreateObject() : cJSON_CreateArray();
	if (!out)
		return NULL;
	w->depth++;
	rc = n->type == YAML_MAPPING_NODE ? mapping(w, n, out) : sequence(w, n, out);
	w->depth--;
	if (rc == 0)
		return out;
	cJSON_Delete(out);
	return NULL;
}

/* goyaml is a port of libyaml: same messages, but its own line count. */
static void describe(const yaml_parser_t *p, struct strbuf *why)
{
	size_t line = 0;

	if (p->problem_mark.line)
		line = p->problem_mark.line + (p->error == YAML_SCANNER_ERROR);
	else if (p->context_mark.line)
		line = p->context_mark.line;
	strbuf_addz(why, "yaml: ");
	if (line)
		strbuf_addf(why, "line %zu: ", line);
	strbuf_addz(why, p->problem ? p->problem : "unknown problem parsing YAML content");
}

cJSON *fakeapi__yaml_parse(struct str text, struct strbuf *doubles, struct strbuf *why)
{
	return fakeapi__yaml_tree(text, JSON_DIGITS_INT64, doubles, why);
}

cJSON *fakeapi__yaml_tree(struct str text, enum json_digits digits, struct strbuf *doubles,
			  struct strbuf *why)
{
	struct walk w = { .doubles = doubles, .why = why, .digits = digits };
	yaml_document_t doc;
	yaml_parser_t parser;
	cJSON *out = NULL;
	size_t count;

	if (!yaml_parser_initialize(&parser))
		return NULL;
	yaml_parser_set_input_string(&parser, (const unsigned char *)(text.ptr ? text.ptr : ""),
				     text.len);
	if (fakeapi__yaml_compose(&parser, &doc, why) < 0) {
		if (parser.error != YAML_NO_ERROR && parser.error != YAML_MEMORY_ERROR)
			describe(&parser, why);
		yaml_parser_delete(&parser);
		return NULL;
	}
	w.doc = &doc;
	count = (size_t)(doc.nodes.top - doc.nodes.start);
	if (count == 0) {
		out = cJSON_CreateNull();
	} else {
		w.visited = base__calloc(count, 1);
		if (w.visited)
			out = node(&w, 1);
		base__free(w.visited);
	}
	yaml_document_delete(&doc);
	yaml_parser_delete(&parser);
	return out;
}
