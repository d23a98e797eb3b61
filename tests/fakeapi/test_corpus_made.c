/* SPDX-License-Identifier: Apache-2.0 */
/* The recorded requests (tests/wire/corpus) with something about them changed: what this server
 * answers is what it answered before, status, headers and body. The committed checksums hold what
 * is answered now, right or wrong; what is right, test_corpus says, which plays the same requests
 * as they are. */
#include "tests/kit/testing.h"

#include <stdio.h>

#include "fakeapi/meta/number.h"
#include "fakeapi/meta/object.h"
#include "tests/kit/damage.h"
#include "tests/kit/damage_json.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/wire_corpus.h"
#include "tests/kit/wire_play.h"

enum {
	STORIES = 16, /* so many have a server together */
	CHANGED = 3,  /* so often is a request with a body changed */
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

struct made {
	const char *part;
	struct wire_player player;
	struct fingerprints *prints;
	struct strbuf told; /* of this story */
	cJSON *before;	    /* what makes what all others find */
	uint64_t number;    /* of the change */
	unsigned stories;
	bool first;
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
		damage_json(doc, c);
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

	strbuf_addf(&m->told, "%s %s?%s\n%s\n", fakeapi__get_str(step, "method"),
		    fakeapi__get_str(step, "path"), fakeapi__get_str(step, "query"),
		    fakeapi__get_str(step, "body"));
	strbuf_addf(&m->told, "%d %s\n", a->status, a->end);
	strbuf_adds(&m->told, strbuf_str(&a->headers));
	strbuf_adds(&m->told, strbuf_str(&a->body));
	strbuf_addc(&m->told, '\n');
}

static void end_story(struct made *m)
{
	if (m->told.len)
		fingerprints_add(m->prints, m->story, strbuf_str(&m->told));
	strbuf_clear(&m->told);
}

static void begin_story(void *ctx, struct str name)
{
	struct made *m = ctx;
	const cJSON *step;

	end_story(m);
	(void)snprintf(m->story, sizeof(m->story), STR_FMT, STR_ARG(name));
	m->first = m->stories++ == 0;
	wire_player_forget(&m->player);
	if (m->stories % STORIES)
		return;
	wire_player_close(&m->player);
	wire_player_open(&m->player);
	cJSON_ArrayForEach(step, m->before) wire_play(&m->player, step);
	m->player.ctx = m;
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

	if (m->first)
		cJSON_AddItemToArray(m->before, cJSON_Duplicate(step, true));
	for (int i = *fakeapi__get_str(step, "body") ? CHANGED : 1; i > 0 && !makes; i--)
		play_changed(m, step);
	wire_play(&m->player, step);
}

static void play_part(const char *part, const char *path)
{
	struct fingerprints f = { path, STRBUF_INIT };
	struct made m;
	const struct wire_corpus_reader reader = { begin_story, play_step, &m };

	memset(&m, 0, sizeof(m));
	m.part = part;
	m.prints = &f;
	m.before = cJSON_CreateArray();
	assert_non_null(m.before);
	fingerprints_line(&f, part);
	wire_player_open(&m.player);
	m.player.ctx = &m;
	wire_corpus_read(part, &reader);
	end_story(&m);
	wire_player_close(&m.player);
	cJSON_Delete(m.before);
	strbuf_fini(&m.told);
	fingerprints_end(&f);
}

static void of_random_stories(void **state)
{
	(void)state;
	play_part("random", "tests/golden/outputs/answers_random.txt");
}

static void of_objects_of_every_kind(void **state)
{
	(void)state;
	play_part("rows", "tests/golden/outputs/answers_rows.txt");
}

static void of_every_type(void **state)
{
	(void)state;
	play_part("types", "tests/golden/outputs/answers_types.txt");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_random_stories),
		cmocka_unit_test(of_objects_of_every_kind),
		cmocka_unit_test(of_every_type),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
