/* SPDX-License-Identifier: Apache-2.0 */
/* members.c - reads members of the control API's JSON: values and matches. */
#include "base/suggest.h"
#include "fakeapi/context.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/meta/go_json.h"

/* --- values ------------------------------------------------------------------------------- */

int fakeapi__read_text(struct fakeapi__call *c, const cJSON *obj, const char *name, char *out,
		       size_t cap)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(obj, name);

	if (!v || cJSON_IsNull(v))
		return 0;
	if (!cJSON_IsString(v))
		return fakeapi__status_set(&c->st, 400, "BadRequest", "%s: wanted a string", name);
	if (strlen(v->valuestring) >= cap)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "%s: longer than %zu characters", name, cap - 1);
	(void)snprintf(out, cap, "%s", v->valuestring);
	return 0;
}

int fakeapi__read_number(struct fakeapi__call *c, const cJSON *obj, const char *name, double min,
			 double max, double *out)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(obj, name);

	if (!v || cJSON_IsNull(v))
		return 0;
	if (!cJSON_IsNumber(v) || v->valuedouble < min || v->valuedouble > max ||
	    v->valuedouble != (double)(int64_t)v->valuedouble)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "%s: wanted a whole number from %.0f to %.0f", name, min,
					   max);
	*out = v->valuedouble;
	return 0;
}

int fakeapi__read_duration(struct fakeapi__call *c, const cJSON *obj, const char *name,
			   int64_t *out)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(obj, name);
	struct relist_err err;
	int64_t ns;

	if (!v || cJSON_IsNull(v))
		return 0;
	if (!cJSON_IsString(v) || duration_parse(str_of(v->valuestring), &ns, &err) < 0 || ns < 0)
		return fakeapi__control_bad(c, name, "no duration such as \"1.5s\"");
	*out = ns; /* which may be the server's own: nothing else may get there */
	return 0;
}

enum { WORDS_MAX = 32 };

/* ` (did you mean "times"?)` of a comma-separated list. */
static void suggest_from(const char *typed, const char *known, char *hint, size_t cap)
{
	const char *words[WORDS_MAX];
	char text[512];
	size_t n = 0;

	hint[0] = '\0';
	if (strlen(known) >= sizeof(text))
		return;
	memcpy(text, known, strlen(known) + 1);
	for (char *p = text; *p && n < WORDS_MAX;) {
		words[n++] = p;
		p += strcspn(p, ",");
		if (*p)
			*p++ = '\0';
	}
	suggest_text(str_of(typed), words, n, sizeof(*words), hint, cap);
}

int fakeapi__unknown(struct fakeapi__call *c, const char *what, const char *found,
		     const char *known)
{
	char hint[80];

	suggest_from(found, known, hint, sizeof(hint));
	return fakeapi__status_set(&c->st, 400, "BadRequest", "unknown %s \"%.200s\"%s, known: %s",
				   what, found, hint, known[0] ? known : "none");
}

int fakeapi__check_members(struct fakeapi__call *c, const cJSON *obj, const char *known)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, obj)
	{
		if (!fakeapi__listed(known, m->string))
			return fakeapi__unknown(c, "member", m->string, known);
	}
	return 0;
}

int fakeapi__check_params(struct fakeapi__call *c, const char *known)
{
	for (size_t i = 0; i < c->route.param_count; i++) {
		AUTO_STRBUF name = STRBUF_INIT;

		strbuf_adds(&name, c->route.params[i].name);
		if (name.failed)
			return -1;
		if (!fakeapi__listed(known, name.ptr))
			return fakeapi__unknown(c, "parameter", name.ptr, known);
	}
	return 0;
}

int fakeapi__read_bool(struct fakeapi__call *c, const cJSON *obj, const char *name, int *out)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(obj, name);

	if (!v || cJSON_IsNull(v))
		return 0;
	if (!cJSON_IsBool(v))
		return fakeapi__status_set(&c->st, 400, "BadRequest", "%s: wanted true or false",
					   name);
	*out = cJSON_IsTrue(v) ? 1 : -1;
	return 0;
}

static int read_flags(struct fakeapi__call *c, const cJSON *match, struct fakeapi__match *m)
{
	int continued = 0, initial = 0;

	if (fakeapi__read_bool(c, match, "continue", &continued) < 0 ||
	    fakeapi__read_bool(c, match, "sendInitialEvents", &initial) < 0)
		return -1;
	m->continued = continued > 0;
	m->initial_events = (int8_t)initial;
	return 0;
}

int fakeapi__read_details(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f)
{
	const cJSON *details = cJSON_GetObjectItemCaseSensitive(obj, "details");

	if (!details || cJSON_IsNull(details))
		return 0;
	if (!cJSON_IsObject(details))
		return fakeapi__control_bad(c, "details", "no object");
	f->details = fakeapi__print(details);
	return f->details ? 0 : fakeapi__status_set(&c->st, 500, NULL, "out of memory");
}

/* --- matches ------------------------------------------------------------------------------- */

static int check_verb(struct fakeapi__call *c, const char *verb)
{
	char hint[64];

	if (!verb[0] || strcmp(verb, "*") == 0 || strcmp(verb, "write") == 0)
		return 0;
	for (size_t i = 1; i < FAKEAPI_VERB_COUNT; i++)
		if (strcmp(verb, fakeapi__verbs[i].name) == 0)
			return 0;
	suggest_text(str_of(verb), fakeapi__verbs + 1, FAKEAPI_VERB_COUNT - 1,
		     sizeof(*fakeapi__verbs), hint, sizeof(hint));
	return fakeapi__status_set(&c->st, 400, "BadRequest", "verb: found \"%s\", no verb%s", verb,
				   hint);
}

/* Names with a dot, except Kubernetes' own, belong to definitions that may be added later. */
static bool may_come_later(const struct fakeapi__match *m)
{
	static const char own[] = ".k8s.io";
	size_t n = strlen(m->group), k = sizeof(own) - 1;

	return m->has_group && strchr(m->group, '.') &&
	       (n < k || strcmp(m->group + n - k, own) != 0);
}

enum { NAMES_MAX = 512 };

static int check_resource(struct fakeapi__call *c, const struct fakeapi__match *m)
{
	const char *names[NAMES_MAX];
	const struct fakeapi__resource *res;
	size_t n = 0;
	char hint[320];

	if (!m->resource[0] || strcmp(m->resource, "*") == 0 || may_come_later(m))
		return 0;
	for (size_t i = 0; (res = fakeapi__registry_at(c->core->registry, i)); i++) {
		if (m->has_group && strcmp(res->group, m->group) != 0)
			continue;
		if (strcmp(res->resource, m->resource) == 0)
			return 0;
		if (n < NAMES_MAX)
			names[n++] = res->resource;
	}
	suggest_text(str_of(m->resource), names, n, sizeof(*names), hint, sizeof(hint));
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "resource: found \"%s\", which is not served%s; one that a "
				   "definition brings later needs its \"group\"",
				   m->resource, hint);
}

int fakeapi__read_match(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__match *m)
{
	const cJSON *match = cJSON_GetObjectItemCaseSensitive(obj, "match");
	double backend = -1;

	*m = fakeapi__match_all();
	if (!match || cJSON_IsNull(match))
		return 0;
	if (!cJSON_IsObject(match))
		return fakeapi__control_bad(c, "match", "no object");
	if (fakeapi__check_members(
		c, match,
		"verb,group,resource,subresource,namespace,name,userAgent,backend,continue,"
		"sendInitialEvents") < 0 ||
	    fakeapi__read_text(c, match, "verb", m->verb, sizeof(m->verb)) < 0 ||
	    fakeapi__read_text(c, match, "group", m->group, sizeof(m->group)) < 0 ||
	    fakeapi__read_text(c, match, "resource", m->resource, sizeof(m->resource)) < 0 ||
	    fakeapi__read_text(c, match, "subresource", m->subresource, sizeof(m->subresource)) <
		0 ||
	    fakeapi__read_text(c, match, "namespace", m->ns, sizeof(m->ns)) < 0 ||
	    fakeapi__read_text(c, match, "name", m->name, sizeof(m->name)) < 0 ||
	    fakeapi__read_text(c, match, "userAgent", m->user_agent, sizeof(m->user_agent)) < 0 ||
	    fakeapi__read_number(c, match, "backend", 0, (double)(c->core->backend_count - 1),
				 &backend) < 0)
		return -1;
	m->has_group = cJSON_IsString(cJSON_GetObjectItemCaseSensitive(match, "group"));
	m->backend = (int32_t)backend;
	if (check_verb(c, m->verb) < 0 || check_resource(c, m) < 0)
		return -1;
	return read_flags(c, match, m);
}
