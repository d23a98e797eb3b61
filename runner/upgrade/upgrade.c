/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/upgrade/upgrade.h"

#include "base/json_tree.h"
#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/meta/features.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/schema/registry.h"
#include "runner/upgrade/compare.h"
#include "runner/upgrade/server.h"

enum { FROM, TO, SIDES };

struct upgrade {
	unsigned releases[SIDES];
	struct fakeapi__features features[SIDES];
	struct upgrade__server servers[SIDES];
	struct fakeapi__registry *types[SIDES];
	struct map requests; /* the requests already checked */
	cJSON *definitions;  /* definitions so far, for servers that are created later */
	size_t compared, unknown, found;
	upgrade__report_fn *report;
	void *user;
};

struct upgrade *upgrade__new(unsigned from, unsigned to, upgrade__report_fn *report, void *user)
{
	struct upgrade *u = base__calloc(1, sizeof(*u));
	int code = 0;

	if (!u)
		return NULL;
	u->releases[FROM] = from;
	u->releases[TO] = to;
	u->report = report;
	u->user = user;
	u->definitions = cJSON_CreateArray();
	map_init(&u->requests, MAP_COPY_KEYS);
	for (size_t i = 0; i < SIDES && !code; i++) {
		fakeapi__features_init(&u->features[i], u->releases[i]);
		code = upgrade__server_init(&u->servers[i], &u->features[i]);
		u->types[i] = fakeapi__registry_new_of(u->releases[i]);
	}
	if (!code && u->definitions && u->types[FROM] && u->types[TO])
		return u;
	upgrade__free(u);
	return NULL;
}

void upgrade__free(struct upgrade *u)
{
	if (!u)
		return;
	for (size_t i = 0; i < SIDES; i++) {
		upgrade__server_fini(&u->servers[i]);
		if (u->types[i])
			fakeapi__registry_free(u->types[i]);
	}
	cJSON_Delete(u->definitions);
	map_fini(&u->requests);
	base__free(u);
}

static void report_finding(struct upgrade *u, const char *where, const char *what, const char *text,
			   const char *reason)
{
	struct upgrade__finding f = { where, what, text, reason };

	u->found++;
	u->report(u->user, &f);
}

/* --- paths --- */

/* Finds the resource of a kind by discovery, which includes custom ones. */
static int find_resource(struct upgrade__server *s, const char *api_version, const char *kind,
			 struct strbuf *plural, bool *namespaced)
{
	AUTO_STRBUF uri = STRBUF_INIT;
	struct upgrade__answer a;
	const cJSON *r;
	int code;

	strbuf_addf(&uri, "/%s/%s", strchr(api_version, '/') ? "apis" : "api", api_version);
	code = uri.failed ? RELIST_ENOMEM : upgrade__ask(s, "GET", uri.ptr, NULL, &a);
	if (code)
		return code;
	cJSON_ArrayForEach(r, fakeapi__member(a.json, "resources"))
	{
		const char *name = fakeapi__string(r, "name");

		if (plural->len || strchr(name, '/') || strcmp(fakeapi__string(r, "kind"), kind))
			continue;
		strbuf_addz(plural, name);
		*namespaced = cJSON_IsTrue(fakeapi__member(r, "namespaced"));
	}
	upgrade__answer_fini(&a);
	return plural->failed ? RELIST_ENOMEM : 0;
}

/* `out` empty: not served there. */
static int path_of(struct upgrade__server *s, const cJSON *obj, struct strbuf *out)
{
	const char *version = fakeapi__string(obj, "apiVersion");
	const char *ns = fakeapi__string(fakeapi__member(obj, "metadata"), "namespace");
	AUTO_STRBUF plural = STRBUF_INIT;
	bool namespaced = false;
	int code = find_resource(s, version, fakeapi__string(obj, "kind"), &plural, &namespaced);

	if (code || !plural.len)
		return code;
	strbuf_addf(out, "/%s/%s/", strchr(version, '/') ? "apis" : "api", version);
	if (namespaced)
		strbuf_addf(out, "namespaces/%s/", *ns ? ns : "default");
	strbuf_addz(out, plural.ptr);
	return out->failed ? RELIST_ENOMEM : 0;
}

/* --- responses --- */

static int post(struct upgrade__server *s, const char *path, const char *body,
		struct upgrade__answer *out)
{
	AUTO_STRBUF uri = STRBUF_INIT;

	strbuf_addf(&uri, "%s?fieldValidation=Warn&fieldManager=relist", path);
	return uri.failed ? RELIST_ENOMEM : upgrade__ask(s, "POST", uri.ptr, body, out);
}

/* The response of another server, with these features and the same definitions. */
static int post_to_other(struct upgrade *u, const struct fakeapi__features *features,
			 const char *path, const char *body, struct upgrade__answer *out)
{
	struct upgrade__server s;
	int code = upgrade__server_init(&s, features);
	const cJSON *d;

	*out = (struct upgrade__answer) { .body = STRBUF_INIT, .warnings = STRBUF_INIT };
	if (code)
		return code;
	cJSON_ArrayForEach(d, u->definitions)
	{
		struct upgrade__answer a;

		if (code)
			break;
		code = post(&s, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
			    d->valuestring, &a);
		if (!code)
			upgrade__answer_fini(&a);
	}
	if (!code)
		code = post(&s, path, body, out);
	upgrade__server_fini(&s);
	return code;
}

/* --- reasons --- */

static void take_line(void *user, const char *text)
{
	(void)cJSON_AddItemToArray(user, cJSON_CreateString(text));
}

static bool has_line(const cJSON *lines, const char *text)
{
	const cJSON *l;

	cJSON_ArrayForEach(l, lines) if (cJSON_IsString(l) &&
					 strcmp(l->valuestring, text) == 0) return true;
	return false;
}

static int differences(struct upgrade *u, const struct upgrade__answer *from,
		       const struct upgrade__answer *to, cJSON **out)
{
	*out = cJSON_CreateArray();
	return !*out ? RELIST_ENOMEM
		     : upgrade__differences(from, u->releases[FROM], to, u->releases[TO], take_line,
					    *out);
}

/* Removes the i-th of the changes since the old release, or of the gates enabled since then, from
 * the new release's features. Returns false if there is none or if it makes no difference. */
static bool disable_change(const struct upgrade *u, unsigned i, struct fakeapi__features *f,
			   struct strbuf *reason)
{
	unsigned from = u->releases[FROM], to = u->releases[TO];
	unsigned gate = i < FAKEAPI_CHANGES ? 0 : i - FAKEAPI_CHANGES;
	const struct fakeapi__change_row *row = i < FAKEAPI_CHANGES ? fakeapi__change_at(i) : NULL;

	*f = u->features[TO];
	if (row && row->since > from && row->since <= to) {
		f->changes &= ~(UINT64_C(1) << i);
		strbuf_addf(reason, "since 1.%u: %s (%s)", row->since, row->what, row->source);
		return true;
	}
	if (row || !fakeapi__gate_on(&u->features[TO], gate) ||
	    fakeapi__gate_on(&u->features[FROM], gate) ||
	    !fakeapi__gate_matters(str_of(fakeapi__gate_name(gate))))
		return false;
	/* its change has a row of its own */
	for (unsigned k = 0; k < FAKEAPI_CHANGES; k++)
		if (fakeapi__change_at(k)->gate == gate)
			return false;
	f->gates[gate / 64] &= ~(UINT64_C(1) << gate % 64);
	strbuf_addf(reason, "feature gate %s is on in 1.%u", fakeapi__gate_name(gate), to);
	return true;
}

/* `reasons` has one entry for each line of `lines`. A reason explains a line if the line disappears
 * without that change. */
static int explain(struct upgrade *u, const char *path, const char *body,
		   const struct upgrade__answer *from, const cJSON *lines, struct strbuf *reasons)
{
	int code = 0;

	for (unsigned i = 0; i < FAKEAPI_CHANGES + FAKEAPI_GATES && !code; i++) {
		struct fakeapi__features features;
		AUTO_STRBUF reason = STRBUF_INIT;
		struct upgrade__answer a;
		const cJSON *l;
		cJSON *left = NULL;
		size_t n = 0;

		if (!disable_change(u, i, &features, &reason))
			continue;
		code = post_to_other(u, &features, path, body, &a);
		if (!code)
			code = differences(u, from, &a, &left);
		cJSON_ArrayForEach(l, lines)
		{
			struct strbuf *r = &reasons[n++];

			if (code || has_line(left, l->valuestring))
				continue;
			strbuf_addf(r, "%s%s", r->len ? "; " : "", reason.ptr);
			code = r->failed || reason.failed ? RELIST_ENOMEM : 0;
		}
		cJSON_Delete(left);
		upgrade__answer_fini(&a);
	}
	return code;
}

/* --- differences --- */

static void report_all(struct upgrade *u, const char *where, const char *what, const cJSON *lines,
		       const struct strbuf *reasons)
{
	const cJSON *l;
	size_t n = 0;

	cJSON_ArrayForEach(l, lines)
	{
		report_finding(u, where, what, l->valuestring,
			       reasons[n].len ? reasons[n].ptr : "");
		n++;
	}
}

static int compare(struct upgrade *u, const cJSON *obj, const char *where, const char *what,
		   struct strbuf paths[SIDES])
{
	char *body = json_tree_print(obj, JSON_STYLE_WRITTEN);
	struct upgrade__answer answers[SIDES] = { 0 };
	struct strbuf *reasons = NULL;
	cJSON *lines = NULL;
	int code = body ? 0 : RELIST_ENOMEM;
	size_t count;

	for (size_t i = 0; i < SIDES && !code; i++)
		code = post(&u->servers[i], paths[i].ptr, body, &answers[i]);
	if (!code && answers[TO].status == 201 &&
	    strcmp(fakeapi__string(obj, "kind"), "CustomResourceDefinition") == 0 &&
	    !cJSON_AddItemToArray(u->definitions, cJSON_CreateString(body)))
		code = RELIST_ENOMEM;
	u->compared++;
	if (!code)
		code = differences(u, &answers[FROM], &answers[TO], &lines);
	count = (size_t)cJSON_GetArraySize(lines);
	if (!code && count) {
		reasons = base__calloc(count, sizeof(*reasons));
		code = reasons ? explain(u, paths[TO].ptr, body, &answers[FROM], lines, reasons)
			       : RELIST_ENOMEM;
		if (!code)
			report_all(u, where, what, lines, reasons);
	}
	for (size_t i = 0; reasons && i < count; i++)
		strbuf_fini(&reasons[i]);
	base__free(reasons);
	cJSON_Delete(lines);
	for (size_t i = 0; i < SIDES; i++)
		upgrade__answer_fini(&answers[i]);
	cJSON_free(body);
	return code;
}

int upgrade__object(struct upgrade *u, const cJSON *obj, const char *where)
{
	const cJSON *meta = fakeapi__member(obj, "metadata");
	const char *ns = fakeapi__string(meta, "namespace"), *name = fakeapi__string(meta, "name");
	struct strbuf paths[SIDES] = { STRBUF_INIT, STRBUF_INIT };
	AUTO_STRBUF what = STRBUF_INIT, text = STRBUF_INIT;
	int code = 0;

	strbuf_addf(&what, "%s %s %s%s%s", fakeapi__string(obj, "apiVersion"),
		    fakeapi__string(obj, "kind"), ns, *ns ? "/" : "",
		    *name ? name : fakeapi__string(meta, "generateName"));
	for (size_t i = 0; i < SIDES && !code; i++)
		code = path_of(&u->servers[i], obj, &paths[i]);
	if (code || what.failed) {
		code = code ? code : RELIST_ENOMEM;
	} else if (!paths[FROM].len && !paths[TO].len) {
		u->unknown++;
	} else if (paths[FROM].len && paths[TO].len) {
		code = compare(u, obj, where, what.ptr, paths);
	} else {
		bool gone = paths[FROM].len;

		strbuf_addf(&text, "1.%u serves this type, 1.%u does not",
			    u->releases[gone ? FROM : TO], u->releases[gone ? TO : FROM]);
		report_finding(u, where, what.ptr, text.ptr, "Kubernetes' discovery documents");
		code = text.failed ? RELIST_ENOMEM : 0;
	}
	for (size_t i = 0; i < SIDES; i++)
		strbuf_fini(&paths[i]);
	return code;
}

/* --- requests and types --- */

/* A custom resource is in neither release's table: no difference. */
static int check_resource(struct upgrade *u, struct str group, struct str version,
			  struct str plural, const char *where, const char *what)
{
	AUTO_STRBUF text = STRBUF_INIT;
	bool had = fakeapi__registry_find(u->types[FROM], group, version, plural);
	bool has = fakeapi__registry_find(u->types[TO], group, version, plural);

	u->compared++;
	if (had == has)
		return 0;
	strbuf_addf(&text, "1.%u serves " STR_FMT " of " STR_FMT "%s" STR_FMT ", 1.%u does not",
		    u->releases[had ? FROM : TO], STR_ARG(plural), STR_ARG(group),
		    group.len ? "/" : "", STR_ARG(version), u->releases[had ? TO : FROM]);
	report_finding(u, where, what, text.ptr, "Kubernetes' discovery documents");
	return text.failed ? RELIST_ENOMEM : 0;
}

int upgrade__request(struct upgrade *u, const char *method, const char *uri, const char *client,
		     const char *where)
{
	struct str path = { uri, strcspn(uri, "?") }, group = STR(""), version, plural;
	struct str root = str_take_segment(&path);
	AUTO_STRBUF what = STRBUF_INIT;

	if (str_eqz(root, "apis"))
		group = str_take_segment(&path);
	else if (!str_eqz(root, "api"))
		return 0;
	version = str_take_segment(&path);
	plural = str_take_segment(&path);
	if (str_eqz(plural, "watch"))
		plural = str_take_segment(&path);
	if (str_eqz(plural, "namespaces")) {
		struct str rest = path;

		(void)str_take_segment(&rest);
		rest = str_take_segment(&rest);
		if (rest.len && !str_eqz(rest, "status") && !str_eqz(rest, "finalize"))
			plural = rest;
	}
	if (!plural.len)
		return 0;
	strbuf_addf(&what, "%s " STR_FMT "%s" STR_FMT "/" STR_FMT "%s%s", method, STR_ARG(group),
		    group.len ? "/" : "", STR_ARG(version), STR_ARG(plural), *client ? " by " : "",
		    client);
	if (what.failed)
		return RELIST_ENOMEM;
	if (map_get(&u->requests, strbuf_str(&what)))
		return 0;
	if (map_put(&u->requests, strbuf_str(&what), u, NULL) != 0)
		return RELIST_ENOMEM;
	return check_resource(u, group, version, plural, where, what.ptr);
}

int upgrade__type(struct upgrade *u, const char *type, const char *where)
{
	struct str rest = str_of(type), parts[3];
	size_t n = 0;

	while (rest.len && n < 3)
		parts[n++] = str_take_segment(&rest);
	if (n < 2)
		return 0;
	return check_resource(u, n == 3 ? parts[0] : STR(""), parts[n - 2], parts[n - 1], where,
			      type);
}

size_t upgrade__compared(const struct upgrade *u)
{
	return u->compared;
}

size_t upgrade__unknown(const struct upgrade *u)
{
	return u->unknown;
}

size_t upgrade__found(const struct upgrade *u)
{
	return u->found;
}
