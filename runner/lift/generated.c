/* SPDX-License-Identifier: Apache-2.0 */
/* generated.c - names that differ in each run: the server generates them, or the user says that the
 * program does (`--generated`); a recording alone does not show that. */
#include "base/text/glob.h"
#include "runner/lift/impl.h"

/* A name that ends with this many letters and digits may be random. */
enum { RANDOM_MIN = 5 };

/* The part of a pattern's name before its asterisk, if the pattern fits; { NULL, 0 }: it does not.
 */
static struct str prefix_in(const struct lift__type *t, struct str ns, struct str name,
			    struct str pattern)
{
	AUTO_STRBUF key = STRBUF_INIT;
	const char *slash = NULL, *star;
	struct str none = { NULL, 0 };

	strbuf_addf(&key, STR_FMT "/" STR_FMT "%s" STR_FMT, STR_ARG(t->resource), STR_ARG(ns),
		    ns.len ? "/" : "", STR_ARG(name));
	if (key.failed || !text_glob_fits(pattern, strbuf_str(&key)))
		return none;
	for (const char *p = pattern.ptr; p < pattern.ptr + pattern.len; p++)
		slash = *p == '/' ? p : slash;
	star = slash ? memchr(slash, '*', (size_t)(pattern.ptr + pattern.len - slash)) : NULL;
	return star ? (struct str) { slash + 1, (size_t)(star - slash) - 1 } : none;
}

struct str lift__pattern_prefix(const struct lift *l, const struct lift__type *t, struct str ns,
				struct str name)
{
	struct str prefix = { NULL, 0 };

	for (size_t i = 0; !prefix.len && i < l->opt.generated.len; i++)
		prefix = prefix_in(t, ns, name, str_of(l->opt.generated.items[i]));
	return prefix;
}

struct str lift__generated_prefix(const struct lift *l, const struct lift__object *o, json_t state,
				  struct strbuf *scratch)
{
	struct str prefix = json_str(json_path(state, "metadata", "generateName", NULL), scratch);

	return prefix.len ? prefix : lift__pattern_prefix(l, o->type, o->ns, o->name);
}

/* "web-7f3a9c": letters and digits after the last dash. */
static bool looks_random(struct str name)
{
	size_t from = name.len, digits = 0;

	while (from && name.ptr[from - 1] != '-') {
		char c = name.ptr[--from];

		if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')))
			return false;
		digits += c <= '9';
	}
	return from > 1 && name.len - from >= RANDOM_MIN && digits && digits < name.len - from;
}

void lift__note_random(struct lift *l)
{
	for (size_t i = 0; i < l->own_writes.len; i++) {
		const struct lift__own_write *w = l->own_writes.items[i];
		const char *dash;

		if (strcmp(w->verb, "CREATE") != 0 || w->generated || w->subresource.len ||
		    !looks_random(w->name) || lift__pattern_prefix(l, w->type, w->ns, w->name).len)
			continue;
		for (dash = w->name.ptr + w->name.len; dash[-1] != '-'; dash--)
			;
		lift__note(l,
			   "if the name of " STR_FMT "/" STR_FMT
			   " differs in each run of the program, add --generated '" STR_FMT
			   "/%s%.*s*'",
			   STR_ARG(w->type->resource), STR_ARG(w->place),
			   STR_ARG(w->type->resource), w->ns.len ? "*/" : "",
			   (int)(dash - w->name.ptr), w->name.ptr);
		return;
	}
}
