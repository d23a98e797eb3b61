/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/control/posts.h"

#include "base/suggest.h"
#include "fakeapi/context.h"
#include "fakeapi/rest/rest.h"

/* --- readers ------------------------------------------------------------------------------- */

/* Reads a resourceVersion, a string or a number. */
static int read_rv(struct fakeapi__call *c, const cJSON *obj, uint64_t *out)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(obj, "resourceVersion");

	if (!v || cJSON_IsNull(v))
		return 0;
	if (cJSON_IsNumber(v) && v->valuedouble >= 0 && v->valuedouble < 9e15) {
		*out = (uint64_t)v->valuedouble;
		return 0;
	}
	if (cJSON_IsString(v) && fakeapi__parse_rv(str_of(v->valuestring), out) == 0)
		return 0;
	return fakeapi__control_bad(c, "resourceVersion", "no number");
}

static int read_backend(struct fakeapi__call *c, const cJSON *body, double *out)
{
	return fakeapi__read_number(c, body, "backend", 0, (double)(c->core->backend_count - 1),
				    out);
}

int fakeapi__read_compaction(struct fakeapi__call *c, const cJSON *body,
			     struct fakeapi__compaction *how)
{
	double backend = -1;
	char gone[16] = "";
	int keep = 0;

	if (read_rv(c, body, &how->rv) < 0 ||
	    fakeapi__read_text(c, body, "gone", gone, sizeof(gone)) < 0 ||
	    fakeapi__read_bool(c, body, "keepWatchCache", &keep) < 0 ||
	    read_backend(c, body, &backend) < 0)
		return -1;
	if (gone[0] && strcmp(gone, "in-stream") != 0 && strcmp(gone, "http-status") != 0)
		return fakeapi__control_bad(c, "gone", "neither in-stream nor http-status");
	how->keep_cache = keep > 0;
	how->http_status = strcmp(gone, "http-status") == 0;
	how->backend = (int32_t)backend;
	return 0;
}

int fakeapi__read_rewind(struct fakeapi__call *c, const cJSON *body,
			 struct fakeapi__rewind_body *out)
{
	int keep = 0;

	if (fakeapi__read_bool(c, body, "keepWatches", &keep) < 0 || read_rv(c, body, &out->rv) < 0)
		return -1;
	out->keep_watches = keep > 0;
	if (!cJSON_HasObjectItem(body, "resourceVersion"))
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "resourceVersion: wanted the version to return to");
	return 0;
}

int fakeapi__no_way_back(struct fakeapi__call *c)
{
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "refuse: no other backend is left to take it back: "
				   "add \"for\":\"10s\"");
}

int fakeapi__read_backends(struct fakeapi__call *c, const cJSON *body,
			   struct fakeapi__backends_body *out)
{
	double number = 0;

	out->behind = -1;
	if (read_rv(c, body, &out->rv) < 0 ||
	    fakeapi__read_bool(c, body, "freeze", &out->freeze) < 0 ||
	    fakeapi__read_bool(c, body, "refuse", &out->refuse) < 0 ||
	    fakeapi__read_number(c, body, "behind", 0, 1e9, &out->behind) < 0 ||
	    read_backend(c, body, &number) < 0 ||
	    fakeapi__read_duration(c, body, "for", &out->for_ns) < 0 ||
	    fakeapi__read_duration(c, body, "lag", &out->lag_ns) < 0)
		return -1;
	out->number = (uint32_t)number;
	if (out->refuse > 0 && !out->for_ns && c->core->backend_count == 1 &&
	    !c->core->control_url[0])
		return fakeapi__no_way_back(c);
	out->has_lag = cJSON_IsString(cJSON_GetObjectItemCaseSensitive(body, "lag"));
	return 0;
}

/* Reads a name, or a list of names. */
static int read_except(struct fakeapi__call *c, const cJSON *body, char *out)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(body, "except"), *item;
	size_t len = 0;

	if (!cJSON_IsArray(v))
		return fakeapi__read_text(c, body, "except", out, FAKEAPI_EXCEPT_MAX);
	cJSON_ArrayForEach(item, v)
	{
		size_t n = cJSON_IsString(item) ? strlen(item->valuestring) : 0;

		if (!n || len + n + 1 >= FAKEAPI_EXCEPT_MAX)
			return fakeapi__status_set(&c->st, 400, "BadRequest",
						   "except: wanted names, together shorter than "
						   "%d characters",
						   FAKEAPI_EXCEPT_MAX);
		len += (size_t)snprintf(out + len, FAKEAPI_EXCEPT_MAX - len, "%s%s", len ? "|" : "",
					item->valuestring);
	}
	return 0;
}

int fakeapi__read_network(struct fakeapi__call *c, const cJSON *body,
			  struct fakeapi__network_body *out)
{
	if (fakeapi__read_duration(c, body, "for", &out->for_ns) < 0 ||
	    read_except(c, body, out->except) < 0)
		return -1;
	if (!out->for_ns)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "for: wanted a duration such as \"10s\"");
	return 0;
}

/* --- checks --------------------------------------------------------------------------------- */

static int check_compaction(struct fakeapi__call *c, const cJSON *body)
{
	struct fakeapi__compaction how = { .backend = -1 };

	return fakeapi__read_compaction(c, body, &how);
}

static int check_rewind(struct fakeapi__call *c, const cJSON *body)
{
	struct fakeapi__rewind_body in = { 0 };

	return fakeapi__read_rewind(c, body, &in);
}

static int check_backends(struct fakeapi__call *c, const cJSON *body)
{
	struct fakeapi__backends_body in = { 0 };

	return fakeapi__read_backends(c, body, &in);
}

static int check_network(struct fakeapi__call *c, const cJSON *body)
{
	struct fakeapi__network_body in = { 0 };

	return fakeapi__read_network(c, body, &in);
}

static int check_watches(struct fakeapi__call *c, const cJSON *body)
{
	struct fakeapi__watches_body in = { 0 };
	int rc = fakeapi__read_watches(c, body, &in);

	fakeapi__watches_body_fini(&in);
	return rc;
}

static int check_rule(struct fakeapi__call *c, const cJSON *body)
{
	struct fakeapi__fault rule;
	int rc;

	if (!body)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "faults needs a body: the rule");
	rc = fakeapi__read_fault(c, body, &rule);
	fakeapi__read_fault_fini(&rule);
	return rc;
}

/* --- the table ------------------------------------------------------------------------------ */

static const struct fakeapi__post posts[] = {
	{ "backends", "backend,freeze,lag,refuse,behind,resourceVersion,for", check_backends },
	{ "compact", "resourceVersion,keepWatchCache,backend,gone", check_compaction },
	{ "expire-continue", "", NULL },
	{ "faults", NULL, check_rule },
	{ "gc", "", NULL },
	{ "network", "for,except", check_network },
	{ "reset", "", NULL },
	{ "rewind", "resourceVersion,keepWatches", check_rewind },
	{ "watches",
	  "how,match,mode,code,streams,bytes,delay,initialEventsEnd,body,status,reason,message,"
	  "details,retryAfter",
	  check_watches },
};

const struct fakeapi__post *fakeapi__post_find(struct str name)
{
	for (size_t i = 0; i < ARRAY_LEN(posts); i++)
		if (str_eqz(name, posts[i].name))
			return &posts[i];
	return NULL;
}

int fakeapi__post_unknown(struct fakeapi__call *c, const char *name)
{
	AUTO_STRBUF names = STRBUF_INIT;
	char hint[64];

	for (size_t i = 0; i < ARRAY_LEN(posts); i++)
		strbuf_addf(&names, "%s%s",
			    i == 0		       ? ""
			    : i + 1 < ARRAY_LEN(posts) ? ", "
						       : " or ",
			    posts[i].name);
	if (names.failed)
		return -1;
	suggest_text(str_of(name), posts, ARRAY_LEN(posts), sizeof(*posts), hint, sizeof(hint));
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "found call \"%s\", wanted a POST below /relist/v1: %s%s", name,
				   names.ptr, hint);
}

int fakeapi__post_members(struct fakeapi__call *c, const struct fakeapi__post *post,
			  const cJSON *body)
{
	return post->members ? fakeapi__check_members(c, body, post->members) : 0;
}
