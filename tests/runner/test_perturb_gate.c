/* SPDX-License-Identifier: Apache-2.0 */
/* Requests of a program through the gate: who made which change, and what stand-ins add. */
#include "runner/perturb/posix/world.h"
#include "tests/kit/testing.h"

#define SECRET "/api/v1/namespaces/default/secrets/web"
#define ORPHAN                                                                                     \
	"{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"web\","               \
	"\"ownerReferences\":"                                                                     \
	"[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"gone\",\"uid\":"                \
	"\"11111111-1111-1111-1111-111111111111\"}]}}"

#define PLAIN "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"web\"}}"
#define FINALIZED                                                                                  \
	"{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"web\","               \
	"\"finalizers\":[\"a.io/b\"]}}"

struct gate {
	struct scn__cell cell;
	struct perturb__setup setup;
	struct perturb__life life;
	struct perturb__world *w;
};

static void gate_open(struct gate *g)
{
	struct relist_err err = { 0 };

	g->setup = (struct perturb__setup) { .cell = &g->cell, .command = "true" };
	perturb__life_init(&g->life);
	g->w = perturb__world_new(&g->setup, NULL, NULL, &g->life, &err);
	if (!g->w)
		fail_msg("%s", err.msg);
	g->w->alive = true;
}

static void gate_fini(struct gate *g)
{
	g->w->alive = false;
	perturb__world_free(g->w);
	perturb__life_fini(&g->life);
}

static void nothing(void *user)
{
	(void)user;
}

/* As the transport: begin, head, pull, end. Returns the status. */
static int program_sends(struct gate *g, const char *method, const char *path, const char *query,
			 const char *type, const char *body)
{
	struct fakeapi__header headers[] = { { STR("Content-Type"), str_of(type) } };
	struct fakeapi__request req = { .method = str_of(method),
					.path = str_of(path),
					.query = str_of(query),
					.headers = headers,
					.header_count = 1,
					.body = str_of(body) };
	struct fakeapi__server *server = &g->w->server;
	struct fakeapi__exchange *x = server->begin(server, clock_monotonic_ns(), &req,
						    (struct fakeapi__wake) { nothing, NULL });
	char buf[4096];
	int status;

	assert_non_null(x);
	assert_int_equal(x->ops->head(x, clock_monotonic_ns()), FAKEAPI_HEAD_READY);
	status = x->status;
	while (x->ops->pull(x, clock_monotonic_ns(), buf, sizeof(buf)) > 0)
		continue;
	x->ops->end(x, false);
	return status;
}

static const struct perturb__change *change(const struct gate *g, size_t back)
{
	assert_true(g->life.changes.len > back);
	return perturb__change_at(&g->life, g->life.changes.len - 1 - back);
}

static void object_whose_owner_is_gone_is_removed_by_the_server_within_its_creation(void **state)
{
	static const struct {
		const char *method, *path, *query, *type;
	} rows[] = {
		{ "POST", "/api/v1/namespaces/default/secrets", "", "application/json" },
		{ "PATCH", SECRET, "fieldManager=t&force=true", "application/apply-patch+yaml" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct gate g = { 0 };

		gate_open(&g);
		assert_int_equal(program_sends(&g, rows[i].method, rows[i].path, rows[i].query,
					       rows[i].type, ORPHAN),
				 201);
		assert_true(change(&g, 1)->added);
		assert_int_equal(change(&g, 1)->by, PERTURB_SUBJECT);
		assert_true(change(&g, 0)->deleted);
		assert_int_equal(change(&g, 0)->by, PERTURB_SERVER);
		gate_fini(&g);
	}
}

static void object_without_its_last_finalizer_is_removed_by_the_program(void **state)
{
	struct gate g = { 0 };

	(void)state;
	gate_open(&g);
	assert_int_equal(program_sends(&g, "POST", "/api/v1/namespaces/default/secrets", "",
				       "application/json", FINALIZED),
			 201);
	assert_int_equal(program_sends(&g, "DELETE", SECRET, "", "application/json", ""), 200);
	assert_false(change(&g, 0)->deleted);
	assert_int_equal(program_sends(&g, "PATCH", SECRET, "", "application/merge-patch+json",
				       "{\"metadata\":{\"finalizers\":null}}"),
			 200);
	assert_true(change(&g, 0)->deleted);
	assert_int_equal(change(&g, 0)->by, PERTURB_SUBJECT);
	gate_fini(&g);
}

/* A deletion in a request of the story is the story's if the request names the object, and else the
 * garbage collector's. */
static void deletion_within_a_request_of_the_story_is_of_its_object_or_of_the_server(void **state)
{
	static const char secrets[] = "/api/v1/namespaces/default/secrets";
	static const struct {
		const char *method, *path, *type, *body;
		enum perturb__actor by; /* of the newest deletion */
	} rows[] = {
		{ "POST", secrets, "application/json", ORPHAN, PERTURB_SERVER },
		{ "PATCH", SECRET, "application/merge-patch+json",
		  "{\"metadata\":{\"finalizers\":null}}", PERTURB_STORY },
		{ "DELETE", SECRET, "application/json", "", PERTURB_STORY },
		{ "DELETE", secrets, "application/json", "", PERTURB_STORY },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		bool finalized = !strcmp(rows[i].method, "PATCH");
		struct gate g = { 0 };

		gate_open(&g);
		if (i)
			assert_int_equal(program_sends(&g, "POST", secrets, "", "application/json",
						       finalized ? FINALIZED : PLAIN),
					 201);
		if (finalized)
			assert_int_equal(program_sends(&g, "DELETE", SECRET, "", "application/json",
						       ""),
					 200);
		perturb__gate_close(g.w);
		assert_in_range(perturb__request(g.w, PERTURB_STORY, rows[i].method, rows[i].path,
						 rows[i].type, str_of(rows[i].body), NULL),
				200, 201);
		perturb__gate_open(g.w);
		assert_true(change(&g, 0)->deleted);
		assert_int_equal(change(&g, 0)->by, rows[i].by);
		gate_fini(&g);
	}
}

static struct fakeapi__exchange *watch_secrets(struct gate *g)
{
	struct fakeapi__request req = { .method = STR("GET"),
					.path = STR("/api/v1/secrets"),
					.query = STR("watch=1") };
	struct fakeapi__server *server = &g->w->server;
	struct fakeapi__exchange *x = server->begin(server, clock_monotonic_ns(), &req,
						    (struct fakeapi__wake) { nothing, NULL });

	assert_non_null(x);
	assert_int_equal(x->ops->head(x, clock_monotonic_ns()), FAKEAPI_HEAD_READY);
	return x;
}

static size_t closed(struct gate *g)
{
	perturb__gate_close(g->w);
	perturb__rest_note_closed(g->w);
	perturb__gate_open(g->w);
	return map_len(&g->life.closed);
}

static void type_counts_as_closed_while_the_program_has_closed_its_watches(void **state)
{
	struct gate g = { 0 };
	struct fakeapi__exchange *one, *two;
	const struct str *version;

	(void)state;
	gate_open(&g);
	one = watch_secrets(&g);
	two = watch_secrets(&g);
	one->ops->end(one, true);
	assert_int_equal(closed(&g), 0);
	two->ops->end(two, true);
	assert_int_equal(closed(&g), 1);
	version = map_get(&g.life.closed, STR("secrets"));
	assert_true(version && str_eqz(*version, "v1"));
	one = watch_secrets(&g);
	assert_int_equal(closed(&g), 0);
	one->ops->end(one, false); /* the server's end has to be repaired */
	assert_int_equal(closed(&g), 0);
	gate_fini(&g);
}

#define POD "{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}"
#define WORKLOAD(KIND, MORE)                                                                       \
	"{\"apiVersion\":\"apps/v1\",\"kind\":\"" KIND "\",\"metadata\":{\"name\":\"web\"},"       \
	"\"spec\":{" MORE "\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":{"            \
	"\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":" POD "}}}"

static void stand_ins_make_workloads_available_once(void **state)
{
	static const struct {
		const char *resource, *body, *status;
	} rows[] = {
		{ "deployments", WORKLOAD("Deployment", "\"replicas\":2,"),
		  "\"availableReplicas\":2" },
		{ "replicasets", WORKLOAD("ReplicaSet", "\"replicas\":3,"),
		  "\"availableReplicas\":3" },
		{ "replicasets", WORKLOAD("ReplicaSet", "\"replicas\":0,"),
		  "\"observedGeneration\":1" },
		{ "daemonsets", WORKLOAD("DaemonSet", ""), "\"numberAvailable\":1" },
		{ "statefulsets", WORKLOAD("StatefulSet", "\"replicas\":0,"),
		  "\"observedGeneration\":1" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct gate g = { 0 };
		AUTO_STRBUF path = STRBUF_INIT;

		gate_open(&g);
		g.setup.roles = PERTURB_ROLES_ALL;
		strbuf_addf(&path, "/apis/apps/v1/namespaces/default/%s", rows[i].resource);
		assert_int_equal(program_sends(&g, "POST", path.ptr, "", "application/json",
					       rows[i].body),
				 201);
		perturb__gate_close(g.w);
		assert_true(perturb__roles_act(g.w));
		while (perturb__roles_act(g.w))
			continue;
		assert_int_equal(change(&g, 0)->by, PERTURB_ROLE);
		if (!strstr(change(&g, 0)->json.ptr, rows[i].status))
			fail_msg("wanted %s\nfound %s", rows[i].status, change(&g, 0)->json.ptr);
		perturb__gate_open(g.w);
		gate_fini(&g);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(type_counts_as_closed_while_the_program_has_closed_its_watches),
		cmocka_unit_test(
		    deletion_within_a_request_of_the_story_is_of_its_object_or_of_the_server),
		cmocka_unit_test(
		    object_whose_owner_is_gone_is_removed_by_the_server_within_its_creation),
		cmocka_unit_test(stand_ins_make_workloads_available_once),
		cmocka_unit_test(object_without_its_last_finalizer_is_removed_by_the_program),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
