/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/control/rule_members.h"

#include "fakeapi/context.h"
#include "fakeapi/meta/object.h"
#include "fakeapi/schema/registry.h"

#define COMMON "kind,match,for,"

/* Of kinds whose modes differ; other modes of these kinds use none of the listed members. */
static const struct {
	enum fakeapi__fault_kind kind;
	const char *member, *modes;
} mode_members[] = {
	{ FAKEAPI_FAULT_WATCH_LIST, "status", "refuse" },
	{ FAKEAPI_FAULT_HTTP2, "code", "goaway,disown,reset" },
	{ FAKEAPI_FAULT_HTTP2, "bytes", "reset,silent,window,close,cut-data" },
	{ FAKEAPI_FAULT_HTTP2, "streams", "streams" },
	{ FAKEAPI_FAULT_HTTP2, "delay", "window" },
};

/* What each kind of match selects. */
static const struct {
	const char *members, *verbs; /* of `match`; verbs "": any */
} matches[] = {
	[FAKEAPI_MATCH_REQUESTS] = { "verb,group,resource,subresource,namespace,name,userAgent,"
				     "backend,continue,sendInitialEvents",
				     "" },
	[FAKEAPI_MATCH_WATCHES] = { "verb,group,resource,namespace,name,userAgent,backend",
				    "watch" },
	[FAKEAPI_MATCH_CHANGES] = { "verb,group,resource,namespace,name",
				    "create,update,delete,write" },
};

static int refuse(struct fakeapi__call *c, const char *member, const char *what, const char *used)
{
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "%.200s: %s does not use it, it uses: %s", member, what, used);
}

int fakeapi__check_used(struct fakeapi__call *c, const cJSON *obj, const char *used,
			const char *what)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, obj)
	{
		if (!cJSON_IsNull(m) && !fakeapi__listed(used, m->string))
			return refuse(c, m->string, what, used);
	}
	return 0;
}

int fakeapi__check_match(struct fakeapi__call *c, const cJSON *obj, enum fakeapi__match_of of,
			 const char *what)
{
	const cJSON *match = cJSON_GetObjectItemCaseSensitive(obj, "match");
	const char *verb = fakeapi__get_str(match, "verb");
	char name[64];

	(void)snprintf(name, sizeof(name), "match of %.40s", what);
	if (fakeapi__check_used(c, match, matches[of].members, name) < 0)
		return -1;
	if (!matches[of].verbs[0] || !verb || !verb[0] || strcmp(verb, "*") == 0 ||
	    fakeapi__listed(matches[of].verbs, verb))
		return 0;
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "verb: found \"%s\", with which %s never matches, wanted one "
				   "of: %s",
				   verb, what, matches[of].verbs);
}

int fakeapi__check_mode(struct fakeapi__call *c, const struct fakeapi__fault *f)
{
	const char *modes = fakeapi__fault_rows[f->kind].modes;

	if (!modes[0] || (f->mode[0] && fakeapi__listed(modes, f->mode)))
		return 0;
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "mode: found \"%s\", wanted one of %s", f->mode, modes);
}

int fakeapi__check_mode_members(struct fakeapi__call *c, const cJSON *obj,
				const struct fakeapi__fault *f)
{
	for (size_t i = 0; i < ARRAY_LEN(mode_members); i++) {
		const cJSON *m = cJSON_GetObjectItemCaseSensitive(obj, mode_members[i].member);

		if (f->kind == mode_members[i].kind && m && !cJSON_IsNull(m) &&
		    !fakeapi__listed(mode_members[i].modes, f->mode))
			return fakeapi__status_set(
			    &c->st, 400, "BadRequest",
			    "%s: mode %s does not use it, these modes of %s do: %s",
			    mode_members[i].member, f->mode, fakeapi__fault_rows[f->kind].name,
			    mode_members[i].modes);
	}
	return 0;
}

/* An ERROR event needs a watch. */
static int check_in_stream(struct fakeapi__call *c, const struct fakeapi__fault *f)
{
	const char *verb = f->match.verb;

	if (!f->in_stream || !verb[0] || strcmp(verb, "*") == 0 || strcmp(verb, "watch") == 0)
		return 0;
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "inStream: found with verb \"%s\", wanted \"watch\"", verb);
}

int fakeapi__check_rule_members(struct fakeapi__call *c, const cJSON *obj,
				const struct fakeapi__fault *f)
{
	const cJSON *times = cJSON_GetObjectItemCaseSensitive(obj, "times");
	const char *kind = fakeapi__fault_rows[f->kind].name;
	AUTO_STRBUF used = STRBUF_INIT;

	strbuf_addf(&used, COMMON "%s", fakeapi__rule_kinds[f->kind].members);
	/* -1 is what these kinds do */
	if (times && f->times == UINT32_MAX && fakeapi__fault_rows[f->kind].for_ever)
		strbuf_addz(&used, ",times");
	if (used.failed)
		return -1;
	if (fakeapi__check_used(c, obj, used.ptr, kind) < 0 ||
	    fakeapi__check_match(c, obj, fakeapi__rule_kinds[f->kind].of, kind) < 0 ||
	    fakeapi__check_mode_members(c, obj, f) < 0)
		return -1;
	return check_in_stream(c, f);
}

bool fakeapi__is_counted(enum fakeapi__fault_kind kind)
{
	return fakeapi__listed(fakeapi__rule_kinds[kind].members, "skip");
}
