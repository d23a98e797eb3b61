/* SPDX-License-Identifier: Apache-2.0 */
/* A plug-in may reuse the memory of its requests' texts as soon as a call returns. */
#include "base/alloc.h"
#include "runner/controllers/plugins.h"
#include "runner/engine/run.h"
#include "tests/kit/testing.h"

/* One buffer for all texts of one request. */
static struct {
	char type[32], ns[32], name[32], sub[32], body[128], uid[64];
} texts;

static void say(const char *type, const char *name, const char *sub, const char *body,
		const char *uid)
{
	(void)snprintf(texts.type, sizeof(texts.type), "%s", type);
	(void)snprintf(texts.ns, sizeof(texts.ns), "default");
	(void)snprintf(texts.name, sizeof(texts.name), "%s", name);
	(void)snprintf(texts.sub, sizeof(texts.sub), "%s", sub);
	(void)snprintf(texts.body, sizeof(texts.body), "%s", body);
	(void)snprintf(texts.uid, sizeof(texts.uid), "%s", uid);
}

static void forget(void)
{
	memset(&texts, '?', sizeof(texts));
}

/* Turn 0 reads; turn 1 writes; turn 2 logs the statuses. */
static enum relist_result writes(void *state, struct relist_reconcile *rc)
{
	char line[64], uid[64];

	(void)state;
	switch (relist_turn(rc)) {
	case 0:
		say("pods", "a", "", "", "");
		(void)relist_get(rc, texts.type, texts.ns, texts.name);
		forget();
		return RELIST_AGAIN;
	case 1:
		if (relist_answer_status(rc, 0) != 200)
			return RELIST_DONE;
		(void)snprintf(uid, sizeof(uid), "%s", relist_answer_text(rc, 0, "metadata.uid"));
		say("pods", "a", "status", "{\"status\":{\"phase\":\"Running\"}}", "");
		(void)relist_patch(rc, texts.type, texts.ns, texts.name, texts.sub, texts.body);
		say("pods", "a", "", "", uid);
		(void)relist_delete(rc, texts.type, texts.ns, texts.name, texts.uid);
		say("pods", "", "",
		    "{\"metadata\":{\"name\":\"b\"},\"spec\":{\"containers\":[{\"name\":\"c\","
		    "\"image\":\"i\"}]}}",
		    "");
		(void)relist_create(rc, texts.type, texts.ns, texts.body);
		forget();
		return RELIST_AGAIN;
	default:
		(void)snprintf(line, sizeof(line), "patch %d, delete %d, create %d",
			       relist_answer_status(rc, 0), relist_answer_status(rc, 1),
			       relist_answer_status(rc, 2));
		relist_log(rc, line);
		return RELIST_DONE;
	}
}

static void texts_of_requests_are_copied(void **state)
{
	static const char text[] =
	    "scenario: texts\n"
	    "world:\n"
	    "  types: {sets: example.org/v1/sets, pods: v1/pods}\n"
	    "  informers: {sets: {handlers: {c: {enqueue: key}}}}\n"
	    "  controllers: {c: {reconcile: plugin/writes}}\n"
	    "steps:\n"
	    "  - create: {pods/default/a: {spec: {containers: [{name: c, image: i}]}}}\n"
	    "  - start: all\n"
	    "  - create: {sets/default/a: {}}\n"
	    "  - settle\n"
	    "  - expect: {log: ['patch 200, delete 200, create 201']}\n";
	const struct relist_reconciler r = { .name = "writes", .reconcile = writes };
	struct relist_plugins p = { 0 };
	struct scn__run_options opt = { .seed = 1, .plugins = &p };
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(STR("test.yaml"), str_of(text), &errors);
	struct runner__result result;

	(void)state;
	if (!s)
		fail_msg("%u: %s", errors.items[0].pos.line, errors.items[0].msg);
	assert_int_equal(relist_plugins_add(&p, RELIST_PLUGIN_ABI, &r), 0);
	runner__result_init(&result);
	scn__run(&s->cells[0], &opt, &result);
	if (result.verdict != RUNNER_PASS)
		fail_msg("line %u: %s\n%s", result.line, result.what, result.tail.ptr);
	runner__result_fini(&result);
	scn__scenario_free(s);
	scn__errors_fini(&errors);
	ctl__plugins_fini(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_of_requests_are_copied),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
