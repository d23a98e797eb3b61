/* SPDX-License-Identifier: Apache-2.0 */
/* The recorded requests (tests/wire/corpus) with something about them changed: what this server
 * answers is what it answered before, status, headers and body. The committed checksums hold what
 * is answered now, right or wrong; what is right, test_corpus says, which plays the same requests
 * as they are. */
#include "tests/kit/testing.h"

#include <stdio.h>

#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/meta/object.h"
#include "fakeapi/meta/release.h"
#include "tests/kit/damage.h"
#include "tests/kit/damage_json.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/wire_corpus.h"
#include "tests/kit/wire_play.h"

enum {
	STORIES = 16, /* so many have a server together */
	CHANGED = 3,  /* so often is a request with a body changed */
	CHANGED_IN_CLUSTER = 1,
};

static const char *const queries[] = {
	"dryRun=All",
	"dryRun=None",
	"fieldValidation=Strict",
	"fieldValidation=Ignore",
	"fieldManager=",
	"fieldManager=x%20y",
	"force=true",
	"pretty=true",
	"limit=1",
	"limit=0",
	"limit=-1",
	"continue=x",
	"resourceVersion=0",
	"resourceVersion=1",
	"resourceVersion=x",
	"resourceVersion=0&resourceVersionMatch=NotOlderThan",
	"resourceVersion=200&resourceVersionMatch=Exact",
	"resourceVersionMatch=Exact",
	"labelSelector=app",
	"labelSelector=app!%3Db",
	"labelSelector=app%20in%20(a,b),!tier",
	"labelSelector=a%20gt%201",
	"labelSelector=%3D",
	"fieldSelector=metadata.name%3Da",
	"fieldSelector=metadata.name!%3Da",
	"fieldSelector=metadata.namespace%3D%3Dt",
	"fieldSelector=status.phase%3DPending",
	"fieldSelector=spec.x%3Dy",
	"watch=1&timeoutSeconds=2",
	"watch=1&timeoutSeconds=70&allowWatchBookmarks=true",
	"watch=1&timeoutSeconds=2&resourceVersion=1",
	"watch=1&timeoutSeconds=2&sendInitialEvents=1&resourceVersionMatch=NotOlderThan",
	"sendInitialEvents=true",
	"timeoutSeconds=-1",
	"gracePeriodSeconds=0",
	"gracePeriodSeconds=5",
	"gracePeriodSeconds=-1",
	"propagationPolicy=Foreground",
	"propagationPolicy=Orphan",
	"propagationPolicy=Background",
	"propagationPolicy=x",
	"orphanDependents=true",
	"includeObject=Object",
	"includeObject=None",
	"%zz",
};

static const struct {
	const char *name, *value;
} headers[] = {
	{ "Accept", "application/json;as=Table;v=v1;g=meta.k8s.io" },
	{ "Accept", "application/json;as=Table;v=v1;g=meta.k8s.io,application/json" },
	{ "Accept", "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" },
	{ "Accept", "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io" },
	{ "Accept", "application/vnd.kubernetes.protobuf" },
	{ "Accept", "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io" },
	{ "Accept",
	  "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"
	  ",application/json" },
	{ "Accept", "application/yaml" },
	{ "Accept", "application/yaml;q=0.5,application/json;q=0.4" },
	{ "Accept", "text/html" },
	{ "Accept", "*/*" },
	{ "Content-Type", "application/yaml" },
	{ "Content-Type", "application/json" },
	{ "Content-Type", "application/merge-patch+json" },
	{ "Content-Type", "application/strategic-merge-patch+json" },
	{ "Content-Type", "application/json-patch+json" },
	{ "Content-Type", "application/apply-patch+yaml" },
	{ "Content-Type", "application/vnd.kubernetes.protobuf" },
	{ "Content-Type", "text/plain" },
	{ "Authorization", "Bearer usertoken" },
	{ "Authorization", "Bearer x" },
	{ "Impersonate-User", "bob" },
	{ "Impersonate-User", "system:serviceaccount:t:x" },
	{ "Impersonate-Group", "system:masters" },
	{ "Accept-Encoding", "gzip" },
	{ "User-Agent", "" },
};

static const char *const methods[] = { "GET", "PUT", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS" };

#include "tests/fakeapi/corpus_cluster.h"

struct made {
	const char *part;
	struct wire_player player;
	struct fingerprints *prints;
	struct strbuf out;		     /* of this story */
	cJSON *before;			     /* what makes what all others find */
	uint64_t number;		     /* of the change */
	unsigned stories, namespaces, every; /* so manieth story is played */
	bool first, in_cluster, newest;
	char story[32];
};

static void set(cJSON *obj, const char *name, const char *value)
{
	cJSON *text = cJSON_CreateString(value);

	assert_non_null(text);
	if (cJSON_GetObjectItemCaseSensitive(obj, name))
		assert_true(cJSON_ReplaceItemInObjectCaseSensitive(obj, name, text));
	else
		assert_true(cJSON_AddItemToObject(obj, name, text));
}

static void change_body(cJSON *step, struct choice *c, uint64_t n)
{
	const char *old = fakeapi__get_str(step, "body");
	AUTO_STRBUF other = STRBUF_INIT;
	cJSON *doc = choice_pick(c, 8) ? cJSON_Parse(old) : NULL;
	char *text = NULL;

	if (doc) {
		damage_json(doc, n % 2, c);
		text = cJSON_PrintUnformatted(doc);
		assert_non_null(text);
	} else {
		damage(str_of(old), "body", n, &other);
	}
	set(step, "body", text ? text : other.len ? other.ptr : "");
	cJSON_free(text);
	cJSON_Delete(doc);
}

static void change_query(cJSON *step, struct choice *c, uint64_t n)
{
	const char *old = fakeapi__get_str(step, "query");
	AUTO_STRBUF other = STRBUF_INIT;

	if (*old && choice_pick(c, 4) == 0) {
		damage(str_of(old), "query", n, &other);
	} else {
		if (*old && choice_pick(c, 2))
			strbuf_addf(&other, "%s&", old);
		strbuf_addz(&other, queries[choice_pick(c, ARRAY_LEN(queries))]);
	}
	set(step, "query", other.len ? other.ptr : "");
}

/* Up to its last slash, or with a part more. */
static void change_path(cJSON *step, struct choice *c, uint64_t n)
{
	static const char *const parts[] = { "/status", "/scale", "/x", "/", "/log", "/eviction" };
	const char *old = fakeapi__get_str(step, "path");
	AUTO_STRBUF other = STRBUF_INIT;
	const char *last = strrchr(old, '/');

	switch (choice_pick(c, 4)) {
	case 0:
		strbuf_add(&other, old, last ? (size_t)(last - old) : 0);
		break;
	case 1:
		strbuf_addz(&other, old);
		strbuf_addz(&other, parts[choice_pick(c, ARRAY_LEN(parts))]);
		break;
	default:
		damage(str_of(old), "path", n, &other);
		break;
	}
	set(step, "path", other.len ? other.ptr : "/");
}

static void change_header(cJSON *step, struct choice *c)
{
	uint32_t i = choice_pick(c, ARRAY_LEN(headers));

	set(cJSON_GetObjectItemCaseSensitive(step, "headers"), headers[i].name, headers[i].value);
}

static void change(cJSON *step, struct choice *c, uint64_t n)
{
	const uint32_t how = choice_pick(c, 16);

	if (*fakeapi__get_str(step, "body") && how < 11)
		change_body(step, c, n);
	else if (how < 7 || how == 11)
		change_header(step, c);
	else if (how < 14)
		change_query(step, c, n);
	else if (how == 14)
		change_path(step, c, n);
	else
		set(step, "method", methods[choice_pick(c, ARRAY_LEN(methods))]);
}

static void judge(void *ctx, const cJSON *step, const struct wire_answer *a)
{
	struct made *m = ctx;
	const cJSON *h;

	cJSON_ArrayForEach(h, cJSON_GetObjectItemCaseSensitive(step, "headers"))
	{
		strbuf_addf(&m->out, "%s: %s\n", h->string, h->valuestring);
	}
	strbuf_addf(&m->out, "%s %s?%s\n%s\n", fakeapi__get_str(step, "method"),
		    fakeapi__get_str(step, "path"), fakeapi__get_str(step, "query"),
		    fakeapi__get_str(step, "body"));
	strbuf_addf(&m->out, "%d %s\n", a->status, a->end);
	wire_add_headers(&m->out, strbuf_str(&a->headers));
	strbuf_adds(&m->out, strbuf_str(&a->body));
	strbuf_addc(&m->out, '\n');
}

static void end_story(struct made *m)
{
	if (m->out.len)
		fingerprints_add(m->prints, m->story, strbuf_str(&m->out));
	strbuf_clear(&m->out);
}

/* --- a cluster ------------------------------------------------------------------------------- */

static void post(struct made *m, const char *path, const char *body)
{
	cJSON *step = cJSON_Parse("{\"id\":2000,\"method\":\"POST\",\"headers\":{"
				  "\"Authorization\":\"Bearer admintoken\"}}");

	assert_non_null(step);
	set(step, "path", path);
	set(step, "body", body);
	m->player.judge = judge; /* responses are printed as well */
	wire_play(&m->player, step);
	m->player.judge = NULL;
	cJSON_Delete(step);
}

/* Its own as far as the step makes a namespace. */
static void furnish(struct made *m, const cJSON *step)
{
	cJSON *doc = cJSON_Parse(fakeapi__get_str(step, "body"));
	const char *name =
	    doc ? fakeapi__get_str(cJSON_GetObjectItemCaseSensitive(doc, "metadata"), "name") : "";
	AUTO_STRBUF labels = STRBUF_INIT;

	strbuf_addf(&labels,
		    "{\"metadata\":{\"name\":\"%s\",\"labels\":{\"watched\":\"%s\","
		    "\"pod-security.kubernetes.io/enforce\":\"%s\"}}}",
		    name, m->namespaces % 2 ? "yes" : "no",
		    levels[m->namespaces % ARRAY_LEN(levels)]);
	m->namespaces++;
	post(m, "/api/v1/namespaces", labels.ptr);
	for (size_t i = 0; i < ARRAY_LEN(in_namespace); i++) {
		AUTO_STRBUF path = STRBUF_INIT;

		strbuf_addf(&path, "/api/v1/namespaces/%s/%s", name, in_namespace[i].path);
		post(m, path.ptr, in_namespace[i].body);
	}
	for (size_t i = 0; i < ARRAY_LEN(of_alice); i++) {
		AUTO_STRBUF path = STRBUF_INIT;

		strbuf_addf(&path, roles, name, of_alice[i][0]);
		post(m, path.ptr, of_alice[i][1]);
	}
	cJSON_Delete(doc);
}

static void play_as_it_is(struct made *m, const cJSON *step)
{
	if (m->in_cluster && strcmp(fakeapi__get_str(step, "path"), "/api/v1/namespaces") == 0 &&
	    strcmp(fakeapi__get_str(step, "method"), "POST") == 0)
		furnish(m, step);
	wire_play(&m->player, step);
}

static void open_server(struct made *m)
{
	static const struct fakeapi__options options = {
		.cluster = true,
		.garbage_collection = true,
		.namespace_deletion = true,
		.default_service_accounts = true,
		.rbac = true,
		.runtime_config = "admissionregistration.k8s.io/v1beta1=true",
	};
	static const struct fakeapi__options newest = {
		.release = FAKEAPI_RELEASE_NEWEST,
		.feature_gates = "AllAlpha=true,AllBeta=true",
		.runtime_config = "api/all=true",
	};

	fakeapi__lookup_small = m->in_cluster ? 0 : 16;
	wire_player_open_with(&m->player, m->in_cluster ? options
					  : m->newest	? newest
							: (struct fakeapi__options) { 0 });
	m->player.ctx = m;
	for (size_t i = 0; m->in_cluster && i < ARRAY_LEN(cluster); i++)
		post(m, cluster[i].path, cluster[i].body);
}

/* --- stories --------------------------------------------------------------------------------- */

static void begin_story(void *ctx, struct str name)
{
	struct made *m = ctx;
	const cJSON *step;

	end_story(m);
	(void)snprintf(m->story, sizeof(m->story), "%s" STR_FMT,
		       m->in_cluster ? "c-"
		       : m->newest   ? "n-"
				     : "",
		       STR_ARG(name));
	m->first = m->stories++ == 0;
	wire_player_forget(&m->player);
	if (m->stories % STORIES)
		return;
	wire_player_close(&m->player);
	open_server(m);
	cJSON_ArrayForEach(step, m->before) play_as_it_is(m, step);
	fingerprints_line(m->prints, m->part);
}

static bool writes(const cJSON *step)
{
	return *fakeapi__get_str(step, "body") ||
	       strcmp(fakeapi__get_str(step, "method"), "DELETE") == 0;
}

static void play_changed(struct made *m, const cJSON *step)
{
	cJSON *other = cJSON_Duplicate(step, true);
	AUTO_STRBUF query = STRBUF_INIT;
	struct choice c;

	assert_non_null(other);
	choice_init_seed(&c, ++m->number, false);
	change(other, &c, m->number);
	/* Mostly dry: what follows finds the state that it was recorded in. */
	if (writes(step) && choice_pick(&c, 8)) {
		strbuf_addf(&query, "dryRun=All&%s", fakeapi__get_str(other, "query"));
		set(other, "query", query.ptr);
	}
	m->player.judge = judge;
	wire_play(&m->player, other);
	m->player.judge = NULL;
	choice_fini(&c);
	cJSON_Delete(other);
}

/* Changed in some ways before it is played as it is. */
static void play_step(void *ctx, const cJSON *step)
{
	struct made *m = ctx;
	bool makes = m->first || !cJSON_GetObjectItemCaseSensitive(step, "status");

	int times = m->in_cluster || m->newest	      ? CHANGED_IN_CLUSTER
		    : *fakeapi__get_str(step, "body") ? CHANGED
						      : 1;

	if (m->stories % m->every && !m->first)
		return;
	if (m->first)
		cJSON_AddItemToArray(m->before, cJSON_Duplicate(step, true));
	for (; times > 0 && !makes; times--)
		play_changed(m, step);
	play_as_it_is(m, step);
}

enum where { ALONE, IN_CLUSTER, NEWEST };

static void play_part(const char *part, enum where where, const char *path)
{
	struct fingerprints f = { path, STRBUF_INIT };
	struct made m;
	const struct wire_corpus_reader reader = { begin_story, play_step, &m };

	memset(&m, 0, sizeof(m));
	m.part = part;
	m.in_cluster = where == IN_CLUSTER;
	m.newest = where == NEWEST;
	m.every = where != ALONE && strcmp(part, "random") == 0 ? 3 : 1;
	m.prints = &f;
	m.before = cJSON_CreateArray();
	assert_non_null(m.before);
	fingerprints_line(&f, part);
	open_server(&m);
	wire_corpus_read(part, &reader);
	end_story(&m);
	wire_player_close(&m.player);
	cJSON_Delete(m.before);
	strbuf_fini(&m.out);
	fingerprints_end(&f);
}

static void random_requests_get_the_golden_responses(void **state)
{
	(void)state;
	play_part("random", ALONE, "tests/golden/outputs/answers_random.txt");
}

static void objects_of_every_kind_get_the_golden_responses(void **state)
{
	(void)state;
	play_part("rows", ALONE, "tests/golden/outputs/answers_rows.txt");
}

static void requests_to_every_type_get_the_golden_responses(void **state)
{
	(void)state;
	play_part("types", ALONE, "tests/golden/outputs/answers_types.txt");
}

static void random_requests_get_the_golden_responses_in_a_cluster(void **state)
{
	(void)state;
	play_part("random", IN_CLUSTER, "tests/golden/outputs/answers_random_cluster.txt");
}

static void objects_of_every_kind_get_the_golden_responses_in_a_cluster(void **state)
{
	(void)state;
	play_part("rows", IN_CLUSTER, "tests/golden/outputs/answers_rows_cluster.txt");
}

/* The newest release, whose built-in types have more rules, with all feature gates. */
static void objects_of_every_kind_get_the_golden_responses_of_the_newest_release(void **state)
{
	(void)state;
	play_part("rows", NEWEST, "tests/golden/outputs/answers_rows_newest.txt");
}

static void random_requests_get_the_golden_responses_of_the_newest_release(void **state)
{
	(void)state;
	play_part("random", NEWEST, "tests/golden/outputs/answers_random_newest.txt");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_requests_get_the_golden_responses),
		cmocka_unit_test(objects_of_every_kind_get_the_golden_responses),
		cmocka_unit_test(requests_to_every_type_get_the_golden_responses),
		cmocka_unit_test(random_requests_get_the_golden_responses_in_a_cluster),
		cmocka_unit_test(objects_of_every_kind_get_the_golden_responses_in_a_cluster),
		cmocka_unit_test(
		    objects_of_every_kind_get_the_golden_responses_of_the_newest_release),
		cmocka_unit_test(random_requests_get_the_golden_responses_of_the_newest_release),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
