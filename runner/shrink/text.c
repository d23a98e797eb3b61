/* SPDX-License-Identifier: Apache-2.0 */
/* text.c - writes the remaining scenario in a readable form. */
#include "runner/rewrite/fmt.h"
#include "runner/shrink/impl.h"

static size_t line_end(struct str s, size_t at)
{
	while (at < s.len && s.ptr[at] != '\n')
		at++;
	return at < s.len ? at + 1 : at;
}

static void add_refs(struct shrink *s, struct strbuf *out)
{
	const struct shrink__part *refs = shrink__entry(s->tree.root, "refs");

	strbuf_addz(out, "refs: [");
	for (size_t i = 0; refs && i < refs->count; i++)
		strbuf_addf(out, STR_FMT ", ", STR_ARG(refs->items[i]->node->text));
	strbuf_addf(out, STR_FMT "]\n", STR_ARG(s->opt->origin));
}

static bool has_origin(const struct shrink__part *refs, struct str origin)
{
	for (size_t i = 0; refs && i < refs->count; i++)
		if (str_eq(refs->items[i]->node->text, origin))
			return true;
	return false;
}

void shrink__final_text(struct shrink *s, struct strbuf *out)
{
	struct shrink__part *refs = shrink__entry(s->tree.root, "refs");
	struct shrink__part *at = refs, *about = shrink__entry(s->tree.root, "about");
	bool writes_refs = s->opt->origin.len && !has_origin(refs, s->opt->origin);
	AUTO_STRBUF text = STRBUF_INIT, whole = STRBUF_INIT;
	struct scn__errors errors = { 0 };
	size_t head = 0;

	if (!at)
		at = about ? about : shrink__entry(s->tree.root, "scenario");
	else if (writes_refs)
		at = about ? about : shrink__entry(s->tree.root, "scenario");
	if (refs && writes_refs)
		refs->dropped++;
	shrink__tree_write(&s->tree, &text);
	if (refs && writes_refs)
		refs->dropped--;
	if (at)
		head = line_end(strbuf_str(&text), at->at_end);
	strbuf_add(&whole, text.ptr, head);
	if (writes_refs)
		add_refs(s, &whole);
	if (s->writes_seed)
		strbuf_addf(&whole, "seed: %llu\n", (unsigned long long)s->seed);
	strbuf_add(&whole, text.ptr + head, text.len - head);
	if (whole.failed || text.failed) {
		out->failed = true;
		return;
	}
	if (scn__fmt(strbuf_str(&whole), out, &errors) == RELIST_EPARSE) {
		strbuf_clear(out);
		strbuf_adds(out, strbuf_str(&whole));
	}
	scn__errors_fini(&errors);
}
