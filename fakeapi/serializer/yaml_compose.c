/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/serializer/yaml_compose.h"

#include <limits.h>

#include "base/alloc.h"
#include "base/map.h"

/* An open collection; `key`: a mapping's key without its value. */
struct open {
	int node, key;
	bool mapping, flow;
};

struct compose {
	yaml_document_t *doc;
	struct strbuf *why;
	struct map anchors; /* name -> node, as a pointer */
	struct open open[FAKEAPI_YAML_DEPTH_MAX];
	size_t depth, flow;
};

static int refuse(const struct compose *c, const char *why)
{
	if (!c->why->len)
		strbuf_addz(c->why, why);
	return -1;
}

/* Adds a node to its parent. */
static int attach(struct compose *c, int node)
{
	struct open *in = c->depth ? &c->open[c->depth - 1] : NULL;
	int ok = 1;

	if (!in)
		return 0;
	if (!in->mapping) {
		ok = yaml_document_append_sequence_item(c->doc, in->node, node);
	} else if (!in->key) {
		in->key = node;
	} else {
		ok = yaml_document_append_mapping_pair(c->doc, in->node, in->key, node);
		in->key = 0;
	}
	return ok ? 0 : -1;
}

/* Sets a new node's position, anchor and parent. 0 as `node`: it could not be made. */
static int add(struct compose *c, int node, const yaml_event_t *ev, const yaml_char_t *anchor)
{
	if (!node)
		return -1;
	yaml_document_get_node(c->doc, node)->start_mark = ev->start_mark;
	if (anchor &&
	    map_put(&c->anchors, str_of((const char *)anchor), (void *)(uintptr_t)node, NULL) != 0)
		return -1;
	return attach(c, node);
}

static int add_alias(struct compose *c, const yaml_event_t *ev)
{
	const char *name = (const char *)ev->data.alias.anchor;
	int node = (int)(uintptr_t)map_get(&c->anchors, str_of(name));

	if (node)
		return attach(c, node);
	strbuf_addf(c->why, "yaml: unknown anchor '%s' referenced", name);
	return -1;
}

/* No tag and "!" mean the default tag of the node's kind. */
static const yaml_char_t *tag_of(const yaml_char_t *tag)
{
	return tag && strcmp((const char *)tag, "!") != 0 ? tag : NULL;
}

static int add_scalar(struct compose *c, const yaml_event_t *ev)
{
	size_t len = ev->data.scalar.length;

	if (len > INT_MAX)
		return refuse(c, "yaml: scalar is too long");
	return add(c,
		   yaml_document_add_scalar(c->doc, tag_of(ev->data.scalar.tag),
					    ev->data.scalar.value, (int)len, ev->data.scalar.style),
		   ev, ev->data.scalar.anchor);
}

static int begin(struct compose *c, const yaml_event_t *ev)
{
	bool mapping = ev->type == YAML_MAPPING_START_EVENT;
	bool flow =
	    c->flow || (mapping ? ev->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
				: ev->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE);
	int node;

	c->flow += flow;
	if (c->depth == FAKEAPI_YAML_DEPTH_MAX || c->flow > FAKEAPI_YAML_FLOW_DEPTH_MAX)
		return refuse(c, "yaml: exceeded max depth");
	node = mapping ? yaml_document_add_mapping(c->doc, tag_of(ev->data.mapping_start.tag),
						   ev->data.mapping_start.style)
		       : yaml_document_add_sequence(c->doc, tag_of(ev->data.sequence_start.tag),
						    ev->data.sequence_start.style);
	if (add(c, node, ev,
		mapping ? ev->data.mapping_start.anchor : ev->data.sequence_start.anchor) < 0)
		return -1;
	c->open[c->depth++] = (struct open) { node, 0, mapping, flow };
	return 0;
}

/* 1: the document is complete. */
static int take(struct compose *c, const yaml_event_t *ev)
{
	switch (ev->type) {
	case YAML_ALIAS_EVENT:
		return add_alias(c, ev);
	case YAML_SCALAR_EVENT:
		return add_scalar(c, ev);
	case YAML_SEQUENCE_START_EVENT:
	case YAML_MAPPING_START_EVENT:
		return begin(c, ev);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		c->flow -= c->open[--c->depth].flow;
		return 0;
	case YAML_DOCUMENT_END_EVENT:
	case YAML_STREAM_END_EVENT:
		return 1;
	case YAML_NO_EVENT:
	case YAML_STREAM_START_EVENT:
	case YAML_DOCUMENT_START_EVENT:
		return 0;
	}
	return 0;
}

int fakeapi__yaml_compose(yaml_parser_t *parser, yaml_document_t *doc, struct strbuf *why)
{
	struct compose *c = base__malloc(sizeof(*c));
	yaml_event_t ev;
	int rc = 0;

	if (!c)
		return -1;
	if (!yaml_document_initialize(doc, NULL, NULL, NULL, 1, 1)) {
		base__free(c);
		return -1;
	}
	c->doc = doc;
	c->why = why;
	c->depth = c->flow = 0;
	map_init(&c->anchors, MAP_COPY_KEYS);
	while (rc == 0) {
		if (!yaml_parser_parse(parser, &ev)) {
			rc = -1;
			break;
		}
		rc = take(c, &ev);
		yaml_event_delete(&ev);
	}
	map_fini(&c->anchors);
	base__free(c);
	if (rc < 0)
		yaml_document_delete(doc);
	return rc < 0 ? -1 : 0;
}
