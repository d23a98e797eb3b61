/* SPDX-License-Identifier: Apache-2.0 */
/* loosen.c - removes versions from expectations: they change with every dropped step. */
#include "base/alloc.h"
#include "runner/shrink/impl.h"

/* Removes the version from "add pods/default/a rv=11 initial". */
static bool without_versions(struct str s, struct strbuf *out)
{
	bool any = false;

	for (size_t i = 0; i < s.len;) {
		size_t end = i, digits = 0, others = 0;
		bool arrow = false;

		while (end < s.len && s.ptr[end] != ' ')
			end++;
		for (size_t k = i; k < end; k++) {
			arrow |= k + 1 < end && s.ptr[k] == '-' && s.ptr[k + 1] == '>';
			digits += s.ptr[k] >= '0' && s.ptr[k] <= '9';
			others += !(s.ptr[k] >= '0' && s.ptr[k] <= '9');
		}
		if ((end - i > 3 && memcmp(s.ptr + i, "rv=", 3) == 0 && digits == end - i - 3 &&
		     digits && !(digits == 1 && s.ptr[end - 1] == '0')) ||
		    (arrow && digits && others == 2)) {
			any = true;
		} else if (end - i > 4 && s.ptr[i + 3] == '@' && digits == end - i - 1) {
			/* "-> 200@11" */
			any = true;
			strbuf_addc(out, ' ');
			strbuf_add(out, s.ptr + i, 3);
		} else {
			if (out->len)
				strbuf_addc(out, ' ');
			strbuf_add(out, s.ptr + i, end - i);
		}
		i = end < s.len ? end + 1 : end;
	}
	return any;
}

static bool is_below(const struct shrink__part *p, const struct shrink__part *top)
{
	while (p && p != top)
		p = p->parent;
	return p != NULL;
}

struct loose {
	struct shrink__part *part;
	struct str before, text;
};

/* The part's text without versions, with its quotes. */
static struct str loose_text(struct shrink *s, const struct shrink__part *p)
{
	AUTO_STRBUF text = STRBUF_INIT, quoted = STRBUF_INIT;

	if (p->node->kind != SCN_SCALAR || p->node->block || p->fixed || !p->node->text.len ||
	    memchr(p->node->text.ptr, '\'', p->node->text.len) ||
	    memchr(p->node->text.ptr, '\\', p->node->text.len) ||
	    !without_versions(p->node->text, &text))
		return (struct str) { NULL, 0 };
	strbuf_addf(&quoted, p->node->quoted ? "'" STR_FMT "'" : STR_FMT,
		    STR_ARG(strbuf_str(&text)));
	return runner__arena_str(&s->tree.arena, strbuf_str(&quoted));
}

void shrink__loosen(struct shrink *s)
{
	struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	struct loose *loose = base__calloc(s->tree.count + 1, sizeof(*loose));
	size_t count = 0;

	s->failed |= !loose;
	for (size_t i = 0; i < s->tree.count && loose; i++) {
		struct shrink__part *p = s->tree.parts[i];
		struct str text = is_below(p, steps) ? loose_text(s, p) : (struct str) { NULL, 0 };

		if (!text.ptr)
			continue;
		loose[count++] = (struct loose) { p, p->text, text };
		p->text = text;
	}
	if (count && !shrink__try(s)) {
		/* Exactly one of them may be the failure. */
		for (size_t i = 0; i < count; i++)
			loose[i].part->text = loose[i].before;
		for (size_t i = 0; i < count && shrink__goes_on(s); i++) {
			loose[i].part->text = loose[i].text;
			if (!shrink__try(s))
				loose[i].part->text = loose[i].before;
		}
	}
	base__free(loose);
}
