/* SPDX-License-Identifier: Apache-2.0 */
/* readers.c - chooses the readers of the story and names them. */
#include "fakeapi/meta/release.h"
#include "runner/language/known_types.h"
#include "runner/lift/impl.h"
#include "runner/recording/path.h"

enum { AGENTS_MAX = 80 }; /* bytes of names in a message */

/* kubectl is used by people, and the story is about programs. */
static bool is_tool(const struct lift__reader *r)
{
	static const char *const tools[] = { "kubectl", "snapshot", "k8shark", "curl" };

	for (size_t i = 0; i < ARRAY_LEN(tools); i++)
		if (str_contains(r->agent, str_of(tools[i])))
			return true;
	return false;
}

/* If a replica took over from an older one, the older one starts the story. */
static bool is_better(const struct lift *l, const struct lift__reader *a,
		      const struct lift__reader *b)
{
	if (!a->heard != !b->heard)
		return a->heard;
	if (is_tool(a) != is_tool(b))
		return is_tool(b);
	if (l->live.replaced)
		return a->began_seq < b->began_seq;
	return a->events > b->events;
}

static bool same_place(const struct lift__reader *a, const struct lift__reader *b)
{
	return a->type == b->type && str_eq(a->ns, b->ns) && str_eq(a->labels, b->labels) &&
	       str_eq(a->fields, b->fields);
}

static bool reads(const struct lift__reader *r)
{
	return r->watches || r->polls;
}

/* Without a watch a program under test notices a change when it lists again. */
static void find_pollers(struct lift *l)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		const struct lift__reader *r = e->value;

		if (r->watches && lift__contains(r->agent, &l->opt.user_agents))
			return;
	}
	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		struct lift__reader *r = e->value;

		r->polls = r->lists && lift__contains(r->agent, &l->opt.user_agents);
	}
}

/* Chooses one informer for each selection of a type, and tools only if there is no other client. */
static bool is_beaten(const struct lift *l, const struct lift__reader *r)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		const struct lift__reader *o = e->value;

		if (o == r || !reads(o) || o->type != r->type ||
		    (l->opt.user_agents.len && !lift__contains(o->agent, &l->opt.user_agents)))
			continue;
		/* a client that was refused has not watched */
		if (!r->heard && o->heard)
			return true;
		if (is_tool(r) && !is_tool(o) && o->heard)
			return true;
		if (same_place(o, r) && (is_better(l, o, r) || (!is_better(l, r, o) && o->chosen)))
			return true;
	}
	return false;
}

static bool is_watched(const struct lift *l, const struct lift__type *type)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		const struct lift__reader *r = e->value;

		if (r->chosen && r->type == type)
			return true;
	}
	return false;
}

static void name_reader(struct lift *l, struct lift__reader *r)
{
	const struct map_entry *e;
	AUTO_STRBUF name = STRBUF_INIT;
	size_t same = 1;

	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		const struct lift__reader *o = e->value;

		same += o->chosen && o != r && o->type == r->type;
	}
	strbuf_adds(&name, r->type->name);
	if (same > 1)
		strbuf_addf(&name, "-%zu", same);
	r->name = lift__copy(l, strbuf_str(&name));
	l->failed |= name.failed;
}

/* Adds an informer for a type that is written but not watched; it starts with the story. */
static int add_watcher(struct lift *l, struct lift__type *type)
{
	struct lift__reader *r = lift__alloc(l, sizeof(*r));
	AUTO_STRBUF key = STRBUF_INIT;

	if (!r)
		return RELIST_ENOMEM;
	map_init(&r->cache, MAP_BORROW_KEYS);
	r->type = type;
	r->ns = r->labels = r->fields = r->agent = STR("");
	r->assumed = true;
	strbuf_addf(&key, "assumed " STR_FMT "/" STR_FMT, STR_ARG(type->group),
		    STR_ARG(type->resource));
	if (key.failed || map_put(&l->readers, strbuf_str(&key), r, NULL))
		return RELIST_ENOMEM;
	r->chosen = true;
	name_reader(l, r);
	return l->failed ? RELIST_ENOMEM : 0;
}

/* "; kubectl/v1.32.1, pool/v0.0.0 do": the first words of the User-Agents that watch. */
static void name_agents(const struct lift *l, struct strbuf *out)
{
	const struct map_entry *e;
	bool unnamed = false;

	for (size_t i = 0; (e = map_next(&l->readers, &i)) && out->len < AGENTS_MAX;) {
		const struct lift__reader *r = e->value;
		const char *end = memchr(r->agent.ptr, ' ', r->agent.len);
		struct str word = { r->agent.ptr,
				    end ? (size_t)(end - r->agent.ptr) : r->agent.len };
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_adds(&text, word);
		unnamed |= r->watches && !word.len;
		if (!r->watches || !word.len || text.failed ||
		    (out->len && strstr(out->ptr, text.ptr)))
			continue;
		strbuf_addf(out, "%s%.60s", out->len ? ", " : "; ", text.ptr);
	}
	if (out->len)
		strbuf_addz(out, " do");
	if (unnamed)
		strbuf_addz(out, "; a client without a User-Agent does: --controller ''");
}

static int fail_unknown_agent(const struct lift *l, struct relist_err *err)
{
	AUTO_STRBUF others = STRBUF_INIT;

	name_agents(l, &others);
	return relist_err_set(err, RELIST_EINVAL,
			      "no client with \"%.100s\" in its User-Agent watches anything in the "
			      "recording%s",
			      l->opt.user_agents.items[0], others.len ? others.ptr : "");
}

int lift__choose_readers(struct lift *l, struct relist_err *err)
{
	const struct map_entry *e;
	bool any = false;

	if (l->opt.controllers.len)
		find_pollers(l);
	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		struct lift__reader *r = e->value;

		if (!reads(r) || !r->type->writes ||
		    (l->opt.user_agents.len && !lift__contains(r->agent, &l->opt.user_agents)))
			continue;
		if (is_beaten(l, r)) {
			if (r->heard)
				lift__note(l, STR_FMT " are watched by \"" STR_FMT "\" as well: %s",
					   STR_ARG(r->type->resource), STR_ARG(r->agent),
					   l->opt.controllers.len
					       ? "the scenario has one program; what two that run "
						 "at a time do to each other is not in it"
					       : "lift that client with --user-agent");
			continue;
		}
		r->chosen = any = true;
		name_reader(l, r);
	}
	if (l->opt.user_agents.len && !any)
		return fail_unknown_agent(l, err);
	for (size_t i = 0; !l->opt.user_agents.len && (e = map_next(&l->types, &i));) {
		struct lift__type *t = e->value;

		if (t->writes && !is_watched(l, t) && add_watcher(l, t))
			return lift__no_memory(err);
	}
	return l->failed ? lift__no_memory(err) : 0;
}

static bool is_name_taken(const struct lift *l, const struct lift__type *type, struct str name)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->types, &i));) {
		const struct lift__type *t = e->value;

		if (t != type && str_eq(t->name, name))
			return true;
	}
	return false;
}

void lift__name_type(struct lift *l, struct lift__type *t)
{
	AUTO_STRBUF name = STRBUF_INIT;

	t->name = STR("");
	for (unsigned i = 1; i < 100; i++) {
		strbuf_clear(&name);
		strbuf_adds(&name, t->resource);
		if (i > 1)
			strbuf_addf(&name, "-%u", i);
		if (!is_name_taken(l, t, strbuf_str(&name)))
			break;
	}
	t->name = lift__copy(l, strbuf_str(&name));
	l->failed |= name.failed;
}

static bool is_word(struct str s, const char *more)
{
	for (size_t i = 0; i < s.len; i++)
		if (!(s.ptr[i] >= 'a' && s.ptr[i] <= 'z') &&
		    !(s.ptr[i] >= '0' && s.ptr[i] <= '9') && !strchr(more, s.ptr[i]))
			return false;
	return true;
}

/* Whether the type is built in or could be defined. */
bool lift__has_type(const struct lift *l, const struct rec__target *t)
{
	return is_word(t->group, ".-") && is_word(t->resource, "-.") && t->version.len > 1 &&
	       *t->version.ptr == 'v' && is_word(t->version, "") &&
	       ((t->group.len && memchr(t->group.ptr, '.', t->group.len)) ||
		fakeapi__registry_find(l->registry, t->group, t->version, t->resource) ||
		scn__is_removed(FAKEAPI_RELEASE_DEFAULT, t->group, t->version, t->resource));
}
