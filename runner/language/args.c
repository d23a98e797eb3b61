/* SPDX-License-Identifier: Apache-2.0 */
/* args.c - reads the members of a map into a struct, by rows of the tables. This file has the
 * argument kinds of every map; step_args.c has those of steps. */
#include "runner/language/build.h"

#define AT(type) (*(type *)(void *)((char *)out + arg->offset))

static const char *named(struct scn__build *b, const char *what, const char *key)
{
	char buf[128];

	(void)snprintf(buf, sizeof(buf), "%s of %s", key, what);
	return scn__copy(b, str_of(buf)).ptr;
}

/* Programs that read YAML 1.1 write `off` and `on` as booleans. */
static struct str on_or_off(const struct scn__node *node, struct str text)
{
	if (!node->quoted && str_eqz(text, "false"))
		return str_of("off");
	if (!node->quoted && str_eqz(text, "true"))
		return str_of("on");
	return text;
}

static void read_word(struct scn__build *b, const struct scn__arg *arg,
		      const struct scn__node *node, const char *what, void *out)
{
	struct str text;
	int index;

	if (!scn__want_text(b, node, what, &text))
		return;
	index = scn__word_index(text, arg->words);
	if (index < 0)
		index = scn__word_index(on_or_off(node, text), arg->words);
	if (index < 0)
		scn__fail(b, node->pos, "%s is \"%.60s\", must be %s", what, text.ptr, arg->words);
	else if (arg->kind == SCN_K_WORD)
		AT(int) = index;
	else if (arg->kind == SCN_K_FLAG)
		AT(bool) = index == 1;
	else
		AT(struct str) = text;
}

static void read_number(struct scn__build *b, const struct scn__arg *arg,
			const struct scn__node *node, const char *what, void *out)
{
	uint64_t n = 0;

	if (arg->kind == SCN_K_U32) {
		if (scn__want_uint(b, node, what, 1000000, &n))
			AT(uint32_t) = (uint32_t)n;
	} else if (arg->kind == SCN_K_STATUS) {
		if (scn__want_uint(b, node, what, 599, &n)) {
			if (n < 100)
				scn__fail(b, node->pos, "%s is %u, must be 100 to 599", what,
					  (unsigned)n);
			AT(int) = (int)n;
		}
	} else if (arg->kind == SCN_K_COUNT) {
		if (node->kind == SCN_SCALAR && str_eqz(node->text, "forever"))
			AT(uint32_t) = SCN_FOREVER;
		else if (scn__want_uint(b, node, what, 1000000, &n))
			AT(uint32_t) = (uint32_t)n;
		if (AT(uint32_t) == 0)
			scn__fail(b, node->pos, "%s must be at least 1", what);
	} else if (arg->kind == SCN_K_RV && node->kind == SCN_SCALAR &&
		   str_eqz(node->text, "now")) {
		AT(uint64_t) = 0;
	} else if (scn__want_uint(b, node, what, INT64_C(1) << 53, &n)) {
		AT(uint64_t) = n;
	}
}

/* Looks up a name of the world. */
static void read_name(struct scn__build *b, const struct scn__arg *arg,
		      const struct scn__node *node, const char *what, void *out)
{
	struct str text;
	int backend;

	if (!scn__want_text(b, node, what, &text))
		return;
	if (arg->kind == SCN_K_TYPE) {
		AT(const struct scn__type *) =
		    str_eqz(text, "all") ? NULL : scn__find_type(b, node->pos, text);
	} else if (arg->kind == SCN_K_KEY) {
		(void)scn__parse_rule_key(b, node->pos, text, &AT(struct scn__key));
	} else if (arg->kind == SCN_K_INFORMER) {
		AT(const struct scn__informer *) = scn__find_informer(b, node->pos, text);
	} else if (arg->kind == SCN_K_CONTROLLER) {
		AT(const struct scn__controller *) = scn__find_controller(b, node->pos, text);
	} else {
		backend = scn__find_backend(b, node->pos, text);
		if (arg->kind == SCN_K_BACKEND)
			AT(int) = backend;
		else
			AT(uint32_t) = backend < 0 ? 0 : (uint32_t)backend;
	}
}

static void read_arg(struct scn__build *b, const struct scn__arg *arg, const struct scn__node *node,
		     const char *owner, void *out)
{
	const char *what = named(b, owner, arg->key);
	bool yes;

	if (!what)
		return;
	switch (arg->kind) {
	case SCN_K_TEXT:
		if (arg->words)
			read_word(b, arg, node, what, out);
		else
			(void)scn__want_text(b, node, what, &AT(struct str));
		break;
	case SCN_K_WORD:
	case SCN_K_FLAG:
		read_word(b, arg, node, what, out);
		break;
	case SCN_K_UINT:
	case SCN_K_U32:
	case SCN_K_STATUS:
	case SCN_K_COUNT:
	case SCN_K_RV:
		read_number(b, arg, node, what, out);
		break;
	case SCN_K_BOOL:
		(void)scn__want_bool(b, node, what, &AT(bool));
		break;
	case SCN_K_MAYBE:
		if (scn__want_bool(b, node, what, &yes))
			AT(int) = yes;
		break;
	case SCN_K_DURATION:
		(void)scn__want_duration(b, node, what, &AT(int64_t));
		break;
	case SCN_K_NEW:
		AT(bool) = node->kind == SCN_SCALAR && str_eqz(node->text, "new");
		if (!AT(bool))
			scn__fail(b, node->pos, "%s must be `new`", what);
		break;
	case SCN_K_NAME:
		if (node->kind == SCN_SCALAR && node->form == SCN_NAME)
			AT(struct str) = node->arg;
		else
			scn__fail(b, node->pos, "%s must be a name with a dollar: $u1", what);
		break;
	case SCN_K_NODE:
	case SCN_K_STEP: /* scn__build_verb() reads it after the other members */
		AT(const struct scn__node *) = node;
		break;
	case SCN_K_TYPE:
	case SCN_K_KEY:
	case SCN_K_BACKEND:
	case SCN_K_INDEX_OF_BACKEND:
	case SCN_K_INFORMER:
	case SCN_K_CONTROLLER:
		read_name(b, arg, node, what, out);
		break;
	case SCN_K_SUB:
		break;
	case SCN_K_MATCH:
	case SCN_K_EVENT:
	case SCN_K_POINT:
	case SCN_K_TIMES:
	case SCN_K_OBJECTS:
	case SCN_K_KEYS:
	case SCN_K_HEADERS:
	case SCN_K_CHUNKS:
	case SCN_K_CUTS:
	case SCN_K_RUN:
	case SCN_K_HANDLER_ADD:
	case SCN_K_HANDLER_REMOVE:
	case SCN_K_HANDLER_OPTION:
		scn__step_arg(b, arg, node, out);
		break;
	}
}

static void read_main(struct scn__build *b, const struct scn__arg *args, size_t count,
		      const struct scn__node *node, const char *what, void *out)
{
	for (size_t i = 0; i < count; i++) {
		if (args[i].flags & SCN_MAIN) {
			if (!scn__is_null(node))
				read_arg(b, &args[i], node, what, out);
			else if (args[i].flags & SCN_REQ)
				scn__fail(b, node->pos, "%s needs a value: %s", what, args[i].key);
			return;
		}
	}
	if (count || !scn__is_null(node))
		scn__fail(b, node->pos, count ? "%s is %s, must be a map" : "%s takes no value",
			  what, scn__node_what(node));
}

static bool is_given(const struct scn__node *map, const struct scn__arg *arg)
{
	/* The keys of objects are members as well. */
	if (arg->kind == SCN_K_OBJECTS) {
		for (size_t i = 0; i < map->count; i++)
			if (memchr(map->entries[i].key.ptr, '/', map->entries[i].key.len))
				return true;
		return false;
	}
	return scn__member(map, arg->key) != NULL;
}

void scn__args(struct scn__build *b, const struct scn__arg *args, size_t count,
	       const struct scn__node *node, const char *what, void *out,
	       bool (*skip)(struct str key))
{
	if (node->kind != SCN_MAP) {
		read_main(b, args, count, node, what, out);
		return;
	}
	for (size_t i = 0; i < node->count; i++) {
		const struct scn__entry *e = &node->entries[i];
		size_t j = 0;

		if (skip && skip(e->key))
			continue;
		while (j < count && !scn__key_is(e->key, args[j].key))
			j++;
		if (j < count) {
			read_arg(b, &args[j], e->value, what, out);
		} else {
			char of[96];

			(void)snprintf(of, sizeof(of), " in %s", what);
			scn__unknown(b, e->pos, "key", of, e->key, args, count, sizeof(*args));
		}
	}
	for (size_t i = 0; i < count; i++)
		if ((args[i].flags & SCN_REQ) && !is_given(node, &args[i]))
			scn__fail(b, node->pos, "%s needs `%s`", what, args[i].key);
}

const struct scn__node *scn__member(const struct scn__node *map, const char *key)
{
	if (!map || map->kind != SCN_MAP)
		return NULL;
	for (size_t i = 0; i < map->count; i++)
		if (scn__key_is(map->entries[i].key, key))
			return map->entries[i].value;
	return NULL;
}
