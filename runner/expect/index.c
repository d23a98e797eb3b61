/* SPDX-License-Identifier: Apache-2.0 */
/* index.c - checks the results of index queries. */
#include "runner/expect/update.h"

static bool has_key(const struct inf_strings *keys, struct str key)
{
	for (size_t i = 0; i < keys->len; i++)
		if (str_eqz(key, keys->items[i]))
			return true;
	return false;
}

static void fail_index(const struct scn__section *s, const struct scn__index_expect *e,
		       const char *value, const struct inf_strings *keys, struct scn__verdict *v)
{
	size_t missing = 0, more = keys->len;

	for (size_t k = 0; k < e->key_count; k++) {
		bool there = has_key(keys, e->keys[k]);

		missing += !there;
		more -= there;
		expect__row(v, e->pos.line, there ? '=' : '-', e->keys[k],
			    there ? e->keys[k] : STR("(not in the index)"));
	}
	for (size_t i = 0; i < keys->len; i++) {
		bool wanted = false;

		for (size_t k = 0; k < e->key_count; k++)
			wanted |= str_eqz(e->keys[k], keys->items[i]);
		if (!wanted)
			expect__row(v, 0, '+', STR(""), str_of(keys->items[i]));
	}
	expect__missed(v, e->pos,
		       "index %s: of %s %zu of %zu expected keys are missing, %zu not expected",
		       s->index.index.ptr, value, missing, e->key_count, more);
}

/* A stopped informer has no keys. */
static void keys_of(const struct scn__irun *ir, const struct scn__section *s, const char *value,
		    struct inf_strings *out)
{
	if (ir->inf)
		(void)inf__indexer_index_keys(inf__informer_indexer(ir->inf), s->index.index.ptr,
					      value, out, NULL);
}

static void check(struct scn__run *r, const struct scn__section *s, struct scn__verdict *v)
{
	struct scn__irun *ir = world__informer_of(r, s->index.informer);

	for (size_t i = 0; i < s->index.count; i++) {
		const struct scn__index_expect *e = &s->index.values[i];
		struct inf_strings keys = { 0 };
		AUTO_STRBUF text = STRBUF_INIT;
		size_t found = 0;

		scn__node_text(e->value, &text);
		keys_of(ir, s, text.ptr, &keys);
		for (size_t k = 0; k < e->key_count; k++)
			for (size_t j = 0; j < keys.len; j++)
				found += str_eqz(e->keys[k], keys.items[j]);
		if ((found != e->key_count || keys.len != e->key_count) && !v->missed)
			fail_index(s, e, text.ptr, &keys, v);
		inf_strings_fini(&keys);
	}
}

static void update(struct scnu__update *up, const struct scn__section *s)
{
	struct scn__irun *ir = world__informer_of(up->r, s->index.informer);

	for (size_t i = 0; i < s->index.count; i++) {
		const struct scn__index_expect *e = &s->index.values[i];
		struct scn__section one = *s;
		struct inf_strings keys = { 0 };
		AUTO_STRBUF text = STRBUF_INIT;

		one.index.values = e;
		one.index.count = 1;
		if (!expect__check_holds(up->r, &one, check)) {
			keys_of(ir, s, e->value->text.ptr, &keys);
			expect__add_keys(&text, &keys);
			expect__replace_node(up, s->node->entries[i].value,
					     keys.len ? strbuf_str(&text) : STR("absent"));
			inf_strings_fini(&keys);
		}
	}
}

const struct scn__section_ops expect__section_index = { .check = check, .update = update };
