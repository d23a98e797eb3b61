/* SPDX-License-Identifier: Apache-2.0 */
/* Broken scenarios say what is wrong with them, where, and all at once, before anything runs. */
#include "runner/posix/files.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/scn_messages.h"
#include "tests/kit/testing.h"

/* Byte for byte: files in other encodings are among them, which runner__read_file() refuses. */
static void read_text(const char *path, struct strbuf *out)
{
	FILE *f = fopen(path, "rb");
	char buf[4096];
	size_t n;

	assert_non_null(f);
	strbuf_clear(out);
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		strbuf_add(out, buf, n);
	(void)fclose(f);
	assert_false(out->failed);
}

static void broken_scenarios_have_the_golden_errors(void **state)
{
	struct runner__paths paths = { 0 };
	struct strbuf text = STRBUF_INIT, out = STRBUF_INIT, golden = STRBUF_INIT;

	(void)state;
	assert_int_equal(runner__paths_find(&paths, "tests/golden/scenario-bad", ".yaml", NULL), 0);
	assert_true(paths.len >= 100);
	for (size_t i = 0; i < paths.len; i++) {
		struct scn__errors errors = { 0 };

		read_text(paths.items[i], &text);
		strbuf_clear(&out);
		scn__scenario_free(scn_load_messages(strrchr(paths.items[i], '/') + 1,
						     strbuf_str(&text), &out, &errors));
		if (errors.len == 0)
			fail_msg("%s: no message", paths.items[i]);
		for (size_t j = 0; j < errors.len; j++) {
			assert_true(errors.items[j].pos.line && errors.items[j].pos.column);
			assert_null(strchr(errors.items[j].msg, '\n'));
		}
		strbuf_clear(&golden);
		strbuf_add(&golden, paths.items[i], strlen(paths.items[i]) - 5);
		strbuf_addz(&golden, ".err");
		assert_golden(golden.ptr, strbuf_str(&out));
		scn__errors_fini(&errors);
	}
	runner__paths_fini(&paths);
	strbuf_fini(&text);
	strbuf_fini(&out);
	strbuf_fini(&golden);
}

/* --- limits --- */

static void names_are_of_1_to_63_characters(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .types = ", ~63:a~: v1/nodes", .want = "" },
	    { .types = ", ~64:a~: v1/nodes",
	      .want = "t:4:26: type `~60:a~`: a name is letters, digits and dashes\n" },
	    { .types = ", '': v1/nodes",
	      .want = "t:4:26: type ``: a name is letters, digits and dashes\n" },
	    { .types = ", all: v1/nodes",
	      .want = "t:4:26: type `all`: a name is letters, digits and dashes, and not `all`\n" },
	    { .types = ", azAZ09-_: v1/nodes", .want = "" },
	    { .types = ", 'a`b': v1/nodes",
	      .want = "t:4:26: type `a`b`: a name is letters, digits and dashes\n" },
	    { .types = ", 'a{b': v1/nodes",
	      .want = "t:4:26: type `a{b`: a name is letters, digits and dashes\n" },
	    { .types = ", 'a@b': v1/nodes",
	      .want = "t:4:26: type `a@b`: a name is letters, digits and dashes\n" },
	    { .types = ", 'a[b': v1/nodes",
	      .want = "t:4:26: type `a[b`: a name is letters, digits and dashes\n" },
	    { .types = ", 'a/b': v1/nodes",
	      .want = "t:4:26: type `a/b`: a name is letters, digits and dashes\n" },
	    { .types = ", 'a:b': v1/nodes",
	      .want = "t:4:26: type `a:b`: a name is letters, digits and dashes\n" },
	    { .types = ", '.b': v1/nodes",
	      .want = "t:4:26: type `.b`: a name is letters, digits and dashes\n" },
	    { .informers = ", ~63:a~: {type: pods}",
	      .want = "t:6:42: warning: informer ~63:a~ is never started\n" },
	    { .informers = ", ~64:a~: {type: pods}",
	      .want = "t:6:42: informer `~60:a~`: a name is letters, digits and dashes\n" },
	    { .informers = ", i: {type: pods, handlers: {~63:a~: }}",
	      .want = "t:6:42: warning: informer i is never started\n" },
	    { .informers = ", i: {type: pods, handlers: {~64:a~: }}",
	      .want = "t:6:69: handler `~60:a~`: a name is letters, digits and dashes\n" },
	    { .informers = ", i: {type: pods, indexes: {~63:a~: a.b}}",
	      .want = "t:6:42: warning: informer i is never started\n" },
	    { .informers = ", i: {type: pods, indexes: {~64:a~: a.b}}",
	      .want = "t:6:68: index `~60:a~`: a name is letters, digits and dashes\n" },
	    { .objects = "{~63:a~: {}}",
	      .want = "t:5:13: warning: template `~60:a~` is never used\n" },
	    { .objects = "{~64:a~: {}}",
	      .want = "t:5:13: template `~60:a~`: a name is letters, digits and dashes\n" },
	    { .controllers = "{~63:a~: {reconcile: plugin/p, queue: {workers: 0}}}", .want = "" },
	    { .controllers = "{~64:a~: {reconcile: plugin/p, queue: {workers: 0}}}",
	      .want = "t:7:17: controller `~60:a~`: a name is letters, digits and dashes\n" }, );
}

static void heads_have_limits(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .head = "seed: 9223372036854775806\n", .want = "" },
	    { .head = "seed: 9223372036854775807\n", .want = "" },
	    { .head = "seed: 9223372036854775808\n",
	      .want = "t:2:7: seed is 9223372036854775808, at most 9223372036854775807\n" },
	    { .head = "seed: 18446744073709551616\n",
	      .want = "t:2:7: seed is 18446744073709551616, at most 9223372036854775807\n" },
	    { .head = "refs: [o/r#999999999, h/b#0]\n", .want = "" },
	    { .head = "refs: [o/r#1000000000]\n",
	      .want = "t:2:8: \"o/r#1000000000\" is no reference: owner/repo#number, a URL, a "
		      "tracker's key, or a scenario's name\n" },
	    { .head = "refs: [~100:a~]\n", .want = "" },
	    { .head = "refs: [~101:a~]\n",
	      .want = "t:2:8: \"~60:a~\" is no reference: owner/repo#number, a URL, a tracker's "
		      "key, or a scenario's name\n" },
	    { .head = "matrix: {a: [~256:#,~]}\nlet: {b: $a}\n",
	      .steps = "  - {settle: , note: $b}",
	      .want = "" },
	    { .head = "matrix: {a: [~257:#,~]}\n",
	      .want = "t:2:9: the matrix has more than 256 combinations\n" },
	    { .head = "matrix: {a: [1, 2], b: [~128:#,~]}\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "" },
	    { .head = "matrix: {a: [1, 2], b: [~129:#,~]}\n",
	      .want = "t:2:9: the matrix has more than 256 combinations\n" },
	    { .head = "matrix: {a: [~128:#,~], b: [1, 2]}\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "" },
	    { .head = "matrix: {a: [~86:#,~], b: [1, 2, 3]}\n",
	      .want = "t:2:9: the matrix has more than 256 combinations\n" }, );
}

static void issue_references_are_validated(void **state)
{
	static const struct {
		const char *ref;
		bool good;
	} rows[] = {
		{ "o/r#1", true },	{ "a-b/c.d#12", true },	 { "o/#1", false },
		{ "/r#1", false },	{ "o#1", false },	 { "o/r#", false },
		{ "o/r#1a", false },	{ "o/r#-1", false },	 { "o r/s#1", false },
		{ "https://a", true },	{ "https://", false },	 { "http://ab", true },
		{ "http://", false },	{ "httpx://ab", false }, { "ftp://abcd", false },
		{ "KEY-1", true },	{ "A-B-12", true },	 { "Z-0", true },
		{ "KEY-", false },	{ "KEY-1a", false },	 { "KEY", false },
		{ "-1", false },	{ "[-1", false },	 { "@-1", false },
		{ "a-scenario", true }, { "0.9", true },	 { "a.b-c", true },
		{ "z", true },		{ "-a", false },	 { ".a", false },
		{ "a_b", false },	{ "a{", false },	 { "a`b", false },
		{ "a/b", false },	{ "a:b", false },	 { "", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct strbuf head = STRBUF_INIT, want = STRBUF_INIT;

		strbuf_addf(&head, "refs: ['%s']\n", rows[i].ref);
		if (!rows[i].good)
			strbuf_addf(&want,
				    "t:2:8: \"%s\" is no reference: owner/repo#number, a URL, a "
				    "tracker's key, or a scenario's name\n",
				    rows[i].ref);
		scn_assert_messages(&(struct scn_made) { .head = head.ptr,
							 .want = want.len ? want.ptr : "" },
				    1);
		strbuf_fini(&head);
		strbuf_fini(&want);
	}
	ASSERT_MESSAGES({ .head = "refs: [a, a]\n",
			  .want = "t:2:11: warning: reference a twice\n" },
			{ .head = "refs: a\n", .want = "" },
			{ .head = "refs: t\n", .want = "t:2:7: the scenario refers to itself\n" },
			{ .head = "refs: [a, t]\n",
			  .want = "t:2:11: the scenario refers to itself\n" });
}

static void worlds_have_limits(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .server = "{rv: 1}", .want = "" }, { .server = "{rv: 9007199254740992}", .want = "" },
	    { .server = "{rv: 9007199254740993}",
	      .want = "t:3:16: rv of server is 9007199254740993, at most 9007199254740992\n" },
	    { .server = "{backends: [~16:b#,~]}", .want = "" },
	    { .server = "{backends: [~17:b#,~]}",
	      .want = "t:3:22: a server has 1 to 16 backends\n" },
	    { .server = "{backends: []}", .want = "t:3:22: a server has 1 to 16 backends\n" },
	    { .server = "{backends: [a, b, b]}", .want = "t:3:22: backend `b` twice\n" },
	    { .server = "{backends: [a, b, a]}", .want = "t:3:22: backend `a` twice\n" },
	    { .types = "~255:, t#: g.example.org/v1/t#s~", .want = "" },
	    { .types = "~256:, t#: g.example.org/v1/t#s~",
	      .want = "t:4:10: more than 256 types\n"
		      "t:6:15: unknown type `pods`: there is none\n" },
	    { .types = ", a: v1",
	      .want = "t:4:29: \"v1\" is no resource: v1/pods, "
		      "apps/v1/deployments\n" },
	    { .types = ", a: /v1/nodes",
	      .want = "t:4:29: \"/v1/nodes\" is no resource: v1/pods, "
		      "apps/v1/deployments\n" },
	    { .types = ", a: v1/",
	      .want = "t:4:29: \"v1/\" is no resource: v1/pods, "
		      "apps/v1/deployments\n" },
	    { .types = ", a: apps/v1/deployments/",
	      .want = "t:4:29: \"apps/v1/deployments/\" is "
		      "no resource: v1/pods, "
		      "apps/v1/deployments\n" },
	    { .types = ", a: nodot/v1/things",
	      .want = "t:4:29: \"things\" is no built-in type, and a custom one has a group with a "
		      "dot: example.org/v1/things\n" },
	    { .types = ", a: apps/v1/pods",
	      .want = "t:4:29: \"pods\" is no built-in type, and a custom one has a group with a "
		      "dot: example.org/v1/things\n" },
	    { .types = ", a: apps/v2/deployments",
	      .want = "t:4:29: deployments are served as apps/v1, not as v2\n" },
	    { .types = ", a: v2/nodes", .want = "t:4:29: nodes are served as v1, not as v2\n" },
	    { .informers = ", i: {type: pods, resync: 10000h}",
	      .want = "t:6:42: warning: informer i is never started\n" },
	    { .informers = ", i: {type: pods, resync: 9999h59m59s}",
	      .want = "t:6:42: warning: informer i is never started\n" },
	    { .informers = ", i: {type: pods, resync: 10000h1ns}",
	      .want = "t:6:66: 10000h1ns is too long, at most 10000h\n" },
	    { .informers = ", i: {type: pods, resync: 0}",
	      .want = "t:6:42: warning: informer i is never started\n" },
	    { .informers = ", i: {type: pods, resync: 1}",
	      .want = "t:6:66: 1 needs a unit: 1s, 1ms\n" },
	    { .informers = ", i: {type: pods, resync: 999999999}",
	      .want = "t:6:66: 999999999 needs a unit: 999999999s, 999999999ms\n" },
	    { .informers = ", i: {type: pods, resync: 9999999990}",
	      .want = "t:6:66: \"9999999990\" is no duration: 10s, 1m30s, 800ms\n" },
	    { .informers = ", i: {type: pods, resync: '9:'}",
	      .want = "t:6:66: \"9:\" is no duration: 10s, 1m30s, 800ms\n" },
	    { .informers = ", i: {type: pods, resync: ''}",
	      .want = "t:6:66: \"\" is no duration: 10s, 1m30s, 800ms\n" },
	    { .controllers = "{c: {reconcile: plugin/p, queue: {workers: 16}}}",
	      .want = "t:7:17: warning: no handler enqueues for controller c\n" },
	    { .controllers = "{c: {reconcile: plugin/p, queue: {workers: 17}}}",
	      .want = "t:7:17: warning: no handler enqueues for controller c\n"
		      "t:7:59: more than 16 workers\n" },
	    { .controllers = "{c: {reconcile: plugin/p, queue: {workers: 0, backoff: 5s..5s}}}",
	      .want = "" },
	    { .controllers = "{c: {reconcile: plugin/p, queue: {workers: 0, backoff: 5s..4s}}}",
	      .want = "t:7:71: 5s..4s: the end is before the beginning\n" },
	    { .controllers = "{c: {reconcile: plugin/p, queue: {workers: 0, backoff: 5s..x}}}",
	      .want = "t:7:71: \"x\" is no duration: 10s, 1m30s, 800ms\n" },
	    { .controllers = "{c: {reconcile: plugin/, queue: {workers: 0}}}",
	      .want = "t:7:32: unknown reconciler `plugin/`; there is stock/reap-or-ensure, "
		      "stock/replica-keeper, stock/mirror\n" },
	    { .informers = ", i: {type: pods, handlers: {j: {enqueue: 'owner-label '}}}",
	      .want = "t:6:82: enqueue is \"owner-label \", must be key, owner, or owner-label "
		      "LABEL\n" },
	    { .informers = ", i: {type: pods, handlers: {j: {enqueue: owner-label l}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p}}",
	      .want = "t:6:42: warning: informer i is never started\n" }, );
}

static void steps_have_limits(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .steps = "~9999:  - advance: 1s\n~", .want = "" },
	    { .steps = "~10000:  - advance: 1s\n~", .want = "t:9:3: 10001 steps, at most 10000\n" },
	    { .steps = "  - create: {pods/default/~253:a~: }", .want = "" },
	    { .steps = "  - create: {pods/default/~254:a~: }",
	      .want = "t:10:14: \"default/~72:a~\" is no name of an object\n" },
	    { .steps = "  - create: {pods/~253:a~/a: }", .want = "" },
	    { .steps = "  - create: {pods/~254:a~/a: }",
	      .want = "t:10:14: \"~80:a~\" is no name of an object\n" },
	    { .steps = "  - create: {pods//a: }",
	      .want = "t:10:14: \"/a\" is no name of an object\n" },
	    { .steps = "  - create: {pods/a/: }",
	      .want = "t:10:14: \"a/\" is no name of an object\n" },
	    { .steps = "  - create: {pods/a/b/c: }",
	      .want = "t:10:14: \"a/b/c\" is no name of an object\n" },
	    { .types = ", nodes: v1/nodes", .steps = "  - create: {nodes/~253:a~: }", .want = "" },
	    { .types = ", nodes: v1/nodes",
	      .steps = "  - create: {nodes/~254:a~: }",
	      .want = "t:10:14: \"~80:a~\" is no name of an object\n" },
	    { .steps = "  - create: {'pods/a/{n}': , times: 20000}", .want = "" },
	    { .steps = "  - create: {'pods/a/{n}': , times: 20001}",
	      .want = "t:10:37: times is 20001, at most 20000\n" },
	    { .steps = "  - create: {'pods/a/{n}': , 'pods/b/{n}': , times: 10000}", .want = "" },
	    { .steps = "  - create: {'pods/a/{n}': , 'pods/b/{n}': , times: 10001}",
	      .want = "t:10:53: 10001 times 2 objects, at most 20000 in one step\n" },
	    { .steps = "  - create: {'pods/a/{n}': , times: 0}",
	      .want = "t:10:37: times must be at least 1\n" },
	    { .steps = "  - create: {pods/a/b: , times: 1}", .want = "" },
	    { .steps = "  - create: {pods/a/b: , times: 2}",
	      .want = "t:10:13: the same name 2 times: write {n} into it\n" },
	    { .steps = "~64:  - create: {pods/a/p#: , uid: $u#}\n~", .want = "" },
	    { .steps = "~65:  - create: {pods/a/p#: , uid: $u#}\n~",
	      .want = "t:74:5: more than 64 names like $uid are bound\n" },
	    { .steps = "~66:  - create: {pods/a/p#: , uid: $u#}\n~",
	      .want = "t:74:5: more than 64 names like $uid are bound\n" },
	    { .steps = "  - fail: {match: LIST all, status: 399}",
	      .want = "t:10:11: status 399 is no failure: use reply\n" },
	    { .steps = "  - fail: {match: LIST all, status: 400}", .want = "" },
	    { .steps = "  - fail: {match: LIST all, status: 599}", .want = "" },
	    { .steps = "  - fail: {match: LIST all, status: 600}",
	      .want = "t:10:37: status of fail is 600, at most 599\n" },
	    { .steps = "  - reply: {match: LIST all, status: 99}",
	      .want = "t:10:38: status of reply is 99, must be 100 to 599\n" },
	    { .steps = "  - reply: {match: LIST all, status: 100}", .want = "" },
	    { .steps = "  - reply: {match: LIST all, status: 599}", .want = "" },
	    { .steps = "  - reply: {match: LIST all, status: 600}",
	      .want = "t:10:38: status of reply is 600, at most 599\n" },
	    { .steps = "  - fail: {match: LIST all, status: 500, times: 1000000}", .want = "" },
	    { .steps = "  - fail: {match: LIST all, status: 500, times: 1000001}",
	      .want = "t:10:49: times of fail is 1000001, at most 1000000\n" },
	    { .steps = "  - fail: {match: LIST all nth=1000000, status: 500}", .want = "" },
	    { .steps = "  - fail: {match: LIST all nth=1000001, status: 500}",
	      .want = "t:10:28: nth is 1000001, at most 1000000\n" },
	    { .steps = "  - fail: {match: LIST all nth=0, status: 500}",
	      .want = "t:10:28: nth must be at least 1\n" },
	    { .steps = "  - fail: {match: LIST all nth=, status: 500}",
	      .want = "t:10:28: unknown word `nth=` in match, did you mean `nth=N`?\n" },
	    { .steps = "  - fail: {match: LIST all nth=1 from=A~29: continued~, status: 500}",
	      .want = "t:10:19: more than 32 words\n" },
	    { .steps = "  - fail: {match: LIST all nth=1 from=A~28: continued~, status: 500}",
	      .want = "" },
	    { .steps = "  - fail: {match: WATCH all, status: 500, retryAfter: 2s}", .want = "" },
	    { .steps = "  - fail: {match: WATCH all, status: 500, retryAfter: 1999ms}",
	      .want = "t:10:11: retry-after is in whole seconds\n" },
	    { .steps = "  - hold: event pods nth=1000000\n  - release: all", .want = "" },
	    { .steps = "  - hold: event pods nth=1000001\n  - release: all",
	      .want = "t:10:22: nth is 1000001, at most 1000000\n" },
	    { .steps = "  - hold: event pods nth=0\n  - release: all",
	      .want = "t:10:22: nth must be at least 1\n" },
	    { .steps = "  - send: {to: pods, body: x, cuts: [4194303, 4194304]}", .want = "" },
	    { .steps = "  - send: {to: pods, body: x, cuts: [4194305]}",
	      .want = "t:10:38: an offset is 4194305, at most 4194304\n" },
	    { .steps = "  - send: {to: pods, body: x, cuts: [2, 2]}",
	      .want = "t:10:41: offsets must grow\n" },
	    { .steps = "  - send: {to: pods, body: x, cuts: [0, 1]}", .want = "" },
	    { .informers = "~1000:, i#: {type: pods}~",
	      .steps = "  - start: [~1000:i#,~]",
	      .want = "" },
	    { .informers = "~1000:, i#: {type: pods}~",
	      .steps = "  - start: [~1000:i#,~ i1]",
	      .want = "t:10:12: more than 1000 names\n" },
	    { .controllers = "{c: {reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: c\n  - worker: {count: 16}",
	      .want = "" },
	    { .controllers = "{c: {reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: c\n  - worker: {count: 17}",
	      .want = "t:11:21: more than 16 workers\n" },
	    { .steps = "  - expect: {requests: [LIST pods -> 99]}",
	      .want = "t:10:38: status 99, must be 100 to 599\n" },
	    { .steps = "  - expect: {requests: [LIST pods -> 100]}", .want = "" },
	    { .steps = "  - expect: {requests: [LIST pods -> 599]}", .want = "" },
	    { .steps = "  - expect: {requests: [LIST pods -> 600]}",
	      .want = "t:10:38: a status is 600, at most 599\n" },
	    { .steps = "  - expect: {requests: ['LIST pods -> :']}",
	      .want = "t:10:39: unknown answer `:`; there is gone, refused, reset, open, any\n" },
	    { .steps = "  - expect: {requests: [LIST pods -> /]}",
	      .want = "t:10:38: unknown answer `/`; there is gone, refused, reset, open, any\n" },
	    { .steps = "  - expect: {counts: {requests: 9007199254740992}}", .want = "" },
	    { .steps = "  - expect: {counts: {requests: 9007199254740993}}",
	      .want = "t:10:33: a count is 9007199254740993, at most 9007199254740992\n" },
	    { .steps = "  - expect: {requests: [LIST pods rv=2]}",
	      .want = "t:10:38: resource version 2: here the server is at most at 1\n" },
	    { .steps = "  - expect: {requests: [LIST pods rv=1]}", .want = "" }, );
}

static void empty_item_texts_are_refused(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .steps = "  - fail: {match: '', status: 500}",
	      .want = "t:10:19: nothing where a line of words is wanted\n" },
	    { .steps = "  - fail: {match: ' ', status: 500}",
	      .want = "t:10:19: nothing where a line of words is wanted\n" },
	    { .steps = "  - drop: {event: ''}",
	      .want = "t:10:19: nothing where a line of words is wanted\n" },
	    { .steps = "  - drop: {event: \"\\t\"}",
	      .want = "t:10:19: nothing where a line of words is wanted\n" },
	    { .steps = "  - hold: ''\n  - release: ' '",
	      .want = "t:10:11: nothing where a line of words is wanted\n"
		      "t:11:14: nothing where a line of words is wanted\n" },
	    { .steps = "  - expect: {requests: ['', LIST pods]}",
	      .want = "t:10:25: nothing where a line of words is wanted\n" },
	    { .informers = ", i: {type: pods, transform: ''}",
	      .want = "t:6:69: nothing where a line of words is wanted\n" },
	    { .steps = "  - drop: {event: add}",
	      .want = "t:10:19: an event is add and an object or a type\n" },
	    { .steps = "  - drop: {event: add pods pods}",
	      .want = "t:10:19: an event is add and an object or a type\n" },
	    { .steps = "  - drop: {event: sync pods}",
	      .want = "t:10:19: unknown event `sync`; there is any, add, update, delete\n" },
	    { .steps = "  - drop: {event: []}",
	      .want = "t:10:19: a list where a line of words is wanted\n" }, );
}

static void files_have_limits(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .head = "let: {a: ~62:[~~62:]~}\n",
	      .want = "t:2:7: warning: `a` is never used as $a\n" },
	    { .head = "let: {a: ~63:[~~63:]~}\n", .want = "t:2:72: nested deeper than 64\n" },
	    { .head = "tags: [~199953:a,~]\n", .want = "" },
	    { .head = "tags: [~199954:a,~]\n", .want = "t:11:1: more than 200000 values\n" },
	    { .head = "tags: [~200000:a,~]\n", .want = "t:2:399994: more than 200000 values\n" },
	    { .steps = "  - create: {pods/a/b: {~4096:k#: ,~}}\n", .want = "" },
	    { .steps = "  - create: {pods/a/b: {~4097:k#: ,~}}\n",
	      .want = "t:10:24: a map of more than 4096 keys\n" },
	    { .steps = "  - create: {pods/a/b: {~16:k#: ,~ k0: }}\n",
	      .want = "t:10:112: key `k0` again, first in line 10\n" },
	    { .steps = "  - create: {pods/a/b: {~15:k#: ,~ k0: , k7: }}\n",
	      .want = "t:10:106: key `k0` again, first in line 10\nt:10:112: key `k7` again, first "
		      "in line 10\n" },
	    { .steps = "  - create: {pods/a/b: {~15:k#: ,~ k14: }}\n",
	      .want = "t:10:106: key `k14` again, first in line 10\n" },
	    { .steps = "  - create: {pods/a/b: {~17:k#: ,~ k16: , k3: , k: , k1: }}\n",
	      .want = "t:10:118: key `k16` again, first in line 10\nt:10:125: key `k3` again, "
		      "first in line 10\nt:10:136: key `k1` again, first in line 10\n" }, );
}

static size_t lines_of(struct str text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++)
		n += text.ptr[i] == '\n';
	return n;
}

static void file_has_at_most_4_mib_and_100_errors(void **state)
{
	static const char head[] = "scenario: t\nworld: {types: {}}\nsteps:\n  - advance: 1s\n#";
	struct strbuf text = STRBUF_INIT, out = STRBUF_INIT;
	struct scn__errors errors;

	(void)state;
	strbuf_addz(&text, head);
	while (text.len < SCN_FILE_BYTES_MAX - 1)
		strbuf_addc(&text, 'x');
	for (size_t more = 0; more < 3; more++) {
		errors = (struct scn__errors) { 0 };
		strbuf_clear(&out);
		scn__scenario_free(scn_load_messages("t", strbuf_str(&text), &out, &errors));
		assert_string_equal(strbuf_str(&out).ptr,
				    more < 2 ? ""
					     : "t:1:1: 4194305 bytes, a scenario has at most "
					       "4194304\n");
		scn__errors_fini(&errors);
		strbuf_addc(&text, 'x');
	}
	for (size_t count = 99; count <= 101; count++) {
		errors = (struct scn__errors) { 0 };
		strbuf_clear(&text);
		strbuf_clear(&out);
		strbuf_addz(&text, "scenario: t\nworld: {types: {}}\nsteps:\n");
		for (size_t i = 0; i < count; i++)
			strbuf_addf(&text, "  - x: %zu\n", i);
		assert_null(scn_load_messages("t", strbuf_str(&text), &out, &errors));
		assert_int_equal(errors.error_count, count);
		assert_int_equal(errors.len, count < 100 ? count : 100);
		assert_int_equal(errors.truncated, count > 100);
		assert_int_equal(lines_of(strbuf_str(&out)), count);
		assert_true(
		    (strstr(out.ptr, "\nt: more than 100 errors, the rest is not shown\n") !=
		     NULL) == (count > 100));
		assert_non_null(strstr(out.ptr, "t:4:5: unknown step `x`"));
		assert_true((strstr(out.ptr, "t:103:5: unknown step `x`") != NULL) ==
			    (count >= 100));
		scn__errors_fini(&errors);
	}
	strbuf_fini(&text);
	strbuf_fini(&out);
}

static void items_need_a_known_type_and_a_complete_name(void **state)
{
	(void)state;
#define C .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}"
	ASSERT_MESSAGES(
	    { C, .steps = "  - never: {writes: ['CREATE pods/*']}", .want = "" },
	    { C, .steps = "  - never: {writes: ['CREATE pods/a/*']}", .want = "" },
	    { C, .steps = "  - never: {writes: ['CREATE pods/a']}",
	      .want = "t:10:30: pods are in namespaces: pods/NAMESPACE/NAME\n" },
	    { C, .steps = "  - never: {writes: ['CREATE pods']}", .want = "" },
	    { C, .steps = "  - never: {writes: [CREATE]}", .want = "" },
	    { C, .steps = "  - never: {writes: ['CREATE nope/*']}",
	      .want = "t:10:30: unknown type `nope`; there is pods\n" },
	    { C, .steps = "  - never: {writes: ['CREATE nope']}",
	      .want = "t:10:30: unknown type `nope`; there is pods\n" },
	    { C, .steps = "  - never: {writes: ['CREATE /*']}",
	      .want = "t:10:30: unknown type ``; there is pods\n" },
	    { C, .steps = "  - never: {writes: ['CREATE /']}",
	      .want = "t:10:30: unknown type ``; there is pods\n" },
	    { C, .steps = "  - never: {writes: [{CREATE: /}]}",
	      .want = "t:10:31: unknown type ``; there is pods\n" },
	    { C, .steps = "  - never: {writes: [{CREATE: '*'}]}",
	      .want = "t:10:31: unknown type `*`; there is pods\n" },
	    { C, .steps = "  - never: {requests: [LIST all, 'WATCH pods']}", .want = "" },
	    { C, .steps = "  - never: {requests: [LIST pods/a]}",
	      .want = "t:10:29: LIST takes a type: \"pods/a\" is an object\n" },
	    { C, .steps = "  - expect: {requests: [LIST all]}",
	      .want = "t:10:30: unknown type `all`; there is pods\n" },
	    { C, .steps = "  - expect: {requests: ['* pods']}",
	      .want = "t:10:26: unknown verb `*` in requests; there is LIST, WATCH, GET\n" },
	    { C, .steps = "  - expect: {requests: [LIST]}", .want = "t:10:25: `LIST` of what?\n" },
	    { C, .steps = "  - expect: {writes: ['CREATE pods/*']}", .want = "" },
	    { C, .steps = "  - expect: {writes: ['CREATE pods/a/*']}", .want = "" },
	    { C, .steps = "  - expect: {writes: ['CREATE pods']}",
	      .want = "t:10:31: \"pods\" is no object: TYPE/NAMESPACE/NAME, or TYPE/NAME\n" },
	    { C, .steps = "  - expect: {handlers: {h: ['add pods/*']}}",
	      .want = "t:10:34: pods are in namespaces: pods/NAMESPACE/NAME\n" },
	    { C, .steps = "  - expect: {handlers: {h: ['add pods/a/b', '...', '...']}}",
	      .want = "t:10:52: warning: two `...` in a row\n" },
	    { C, .steps = "  - expect: {handlers: {h: ['...', 'add pods/a/b', '...']}}",
	      .want = "" },
	    { C, .steps = "  - expect: {handlers: {h: [{any-order: ['...', 'add pods/a/b']}]}}",
	      .want = "t:10:42: `...` inside any-order has no effect\n" },
	    { C, .steps = "  - expect: {writes: ['CREATE pods/a/b while $u exists']}",
	      .want = "t:10:23: $u is bound nowhere above: bind it with `create: {..., uid: $u}` "
		      "or in an expect\n" },
	    { C,
	      .steps = "  - create: {pods/a/b: , uid: $u}\n  - expect: {writes: ['CREATE pods/a/b "
		       "while $u exists']}",
	      .want = "" },
	    { C,
	      .steps = "  - create: {pods/a/b: , uid: $u}\n  - expect: {writes: ['CREATE pods/a/b "
		       "while $u']}",
	      .want = "t:11:40: `while $NAME` ends with `exists`\n" },
	    { C,
	      .steps = "  - create: {pods/a/b: , uid: $u}\n  - expect: {writes: ['CREATE pods/a/b "
		       "while $u exist']}",
	      .want = "t:11:40: `while $NAME` ends with `exists`\nt:11:49: unknown option `exist` "
		      "of CREATE; there is rv, uid, with, from, answer, after, by, subresource, "
		      "times, while\n" },
	    { C, .steps = "  - expect: {writes: ['CREATE pods/a/b while u exists']}",
	      .want = "t:10:46: while needs a name: while $u1 exists\n" },
	    { C, .steps = "  - expect: {writes: ['CREATE pods/a/b while']}",
	      .want = "t:10:40: nothing after `while`\n" },
	    { C, .steps = "  - expect: {writes: ['CREATE pods/a/b by c from A -> 201@any']}",
	      .want = "" },
	    { C, .steps = "  - expect: {writes: ['CREATE pods/a/b by d']}",
	      .want = "t:10:43: unknown controller `d`; there is c\n" },
	    { C, .steps = "  - expect: {writes: ['CREATE pods/a/b from d']}",
	      .want = "t:10:45: unknown backend `d`; there is A\n" },
	    { C, .steps = "  - expect: {requests: ['GET pods/a/b by c -> 200']}", .want = "" },
	    { C, .steps = "  - expect: {requests: ['LIST pods by c']}",
	      .want = "t:10:36: unknown option `by` of LIST; there is rv, limit, continue, match, "
		      "namespace, labels, fields, timeout, bookmarks, no-bookmarks, "
		      "initial-events, no-initial-events, from, answer, after\nt:10:39: unknown "
		      "option `c` of LIST; there is rv, limit, continue, match, namespace, labels, "
		      "fields, timeout, bookmarks, no-bookmarks, initial-events, "
		      "no-initial-events, from, answer, after\n" },
	    { C, .steps = "  - expect: {requests: ['LIST pods while $u exists']}",
	      .want =
		  "t:10:36: unknown option `while` of LIST; there is rv, limit, continue, match, "
		  "namespace, labels, fields, timeout, bookmarks, no-bookmarks, initial-events, "
		  "no-initial-events, from, answer, after\nt:10:42: unknown option `$u` of LIST; "
		  "there is rv, limit, continue, match, namespace, labels, fields, timeout, "
		  "bookmarks, no-bookmarks, initial-events, no-initial-events, from, answer, "
		  "after\nt:10:45: unknown option `exists` of LIST; there is rv, limit, continue, "
		  "match, namespace, labels, fields, timeout, bookmarks, no-bookmarks, "
		  "initial-events, no-initial-events, from, answer, after\n" },
	    { C, .steps = "  - expect: {handlers: {h: ['add pods/a/b from A']}}",
	      .want = "t:10:43: unknown option `from` of add; there is rv, uid, initial, live, "
		      "with, after\nt:10:48: unknown option `A` of add; there is rv, uid, initial, "
		      "live, with, after\n" },
	    { C, .steps = "  - expect: {handlers: {h: ['add pods/a/b -> 200']}}",
	      .want = "t:10:43: unknown option `-` of add; there is rv, uid, initial, live, with, "
		      "after\nt:10:46: unknown option `200` of add; there is rv, uid, initial, "
		      "live, with, after\n" },
	    { C, .steps = "  - expect: {handlers: {h: ['add pods/a/b 1->2']}}",
	      .want = "t:10:43: unknown option `1-` of add; there is rv, uid, initial, live, with, "
		      "after\n" },
	    { C, .steps = "  - expect: {handlers: {h: ['update pods/a/b 1-2']}}",
	      .want = "t:10:46: unknown option `1-2` of update; there is rv, old-rv, uid, with, "
		      "new, old, after\n" },
	    { C, .steps = "  - expect: {handlers: {h: ['update pods/a/b with={}']}}",
	      .want = "t:10:46: `with` needs a value: with: in the map form\n" },
	    { C, .steps = "  - expect: {handlers: {h: ['update pods/a/b with']}}",
	      .want = "t:10:46: `with` needs a value: with: in the map form\n" },
	    { C, .steps = "  - expect: {handlers: {h: ['update pods/a/b uid']}}",
	      .want = "t:10:46: `uid` needs a value: uid=...\n" },
	    { C, .steps = "  - expect: {handlers: {h: ['add pods/a/b initial=true live=false']}}",
	      .want = "" },
	    { C, .steps = "  - expect: {handlers: {h: ['add pods/a/b initial=maybe']}}",
	      .want = "t:10:51: initial is \"maybe\", must be true or false\n" },
	    { C, .steps = "  - expect: {handlers: {h: ['add pods/a/b a.b=1']}}",
	      .want = "t:10:43: unknown option `a.b` of add; there is rv, uid, initial, live, "
		      "with, after\n" },
	    { C, .steps = "  - expect: {handlers: {h: [{add: pods/a/b, a.b: 1}]}}",
	      .want = "t:10:45: unknown option `a.b` of add; there is rv, uid, initial, live, "
		      "with, after\n" },
	    { C, .steps = "  - expect: {writes: [{create: pods/a/b, a.b: 1, c.d: 2}]}",
	      .want = "" },
	    { C, .steps = "  - expect: {requests: [{list: pods}]}",
	      .want = "t:10:26: unknown verb `list` in requests; there is LIST, WATCH, GET\n" },
	    { C, .steps = "  - expect: {requests: [{}]}",
	      .want = "t:10:25: an empty map where an item is wanted\n" },
	    { C,
	      .steps = "  - expect: {handlers: {h: ['add pods/a/b after=1s..2s', 'add pods/a/b "
		       "after=2s..1s']}}",
	      .want = "t:10:78: 2s..1s: the end is before the beginning\n" }, );
#undef C
}

static void outcome_is_chosen_by_the_most_specific_key(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: {x: passes, y: fails}\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: {x: passes}\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:10: no outcome for a=y,b=1\nt:3:10: no outcome for a=y,b=2\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: {x: passes, y: fails, z: fails}\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:32: `z` is no value of the matrix: VALUE, or NAME=VALUE,...\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: {x: passes, y: fails, '': fails}\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:32: `` is no value of the matrix: VALUE, or NAME=VALUE,...\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: {x: passes, y: fails, 1: fails}\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:32: for a=x,b=1 both `x` and `1` hold\nt:3:32: for a=y,b=1 both `y` and "
		      "`1` hold\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: {x: passes, y: fails, 1: fails, "
		      "'x,1': fails, '1,y': passes}\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: {'x,1': fails, 'y,1': passes, x: "
		      "passes, y: fails, 1: fails}\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: {a=x: passes, a=y: fails, b=x: "
		      "fails}\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:36: `b=x` is no value of the matrix: VALUE, or NAME=VALUE,...\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: {a=x: passes, a=y: fails, 'a=x,': "
		      "fails}\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:36: for a=x,b=1 both `a=x` and `a=x,` hold\nt:3:36: for a=x,b=2 both "
		      "`a=x` and `a=x,` hold\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: {a=x: passes, a=y: fails, "
		      "'a=x,b=3': fails}\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:36: `a=x,b=3` is no value of the matrix: VALUE, or NAME=VALUE,...\n" },
	    { .head =
		  "matrix: {a: [x, y], b: [1, 2]}\noutcome: {a=x: passes, x: fails, y: fails}\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:24: for a=x,b=1 both `a=x` and `x` hold\nt:3:24: for a=x,b=2 both `a=x` "
		      "and `x` hold\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: {=x: passes, y: fails}\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:10: no outcome for a=x,b=1\nt:3:10: no outcome for a=x,b=2\nt:3:11: "
		      "`=x` is no value of the matrix: VALUE, or NAME=VALUE,...\n" },
	    { .head =
		  "matrix: {a: [x, y], b: [1, 2]}\noutcome: {a=: passes, x: passes, y: fails}\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:11: `a=` is no value of the matrix: VALUE, or NAME=VALUE,...\n" },
	    { .head = "outcome: {x: passes}\n",
	      .steps = "",
	      .want = "t:2:10: no outcome for a scenario without a matrix\nt:2:11: `x` is no value "
		      "of the matrix: VALUE, or NAME=VALUE,...\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: {}\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:10: no outcome for a=x,b=1\nt:3:10: no outcome for a=x,b=2\nt:3:10: no "
		      "outcome for a=y,b=1\nt:3:10: no outcome for a=y,b=2\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: [fails]\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:10: outcome is a list, must be text\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: fail\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:10: outcome is \"fail\", must be passes, fails, or fails at ORACLE, "
		      "never[N], expect[N] or a label\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: 'fails at '\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:10: outcome is \"fails at \", must be passes, fails, or fails at "
		      "ORACLE, never[N], expect[N] or a label\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: 'fails at'\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:10: outcome is \"fails at\", must be passes, fails, or fails at ORACLE, "
		      "never[N], expect[N] or a label\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: 'fails in x'\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:10: outcome is \"fails in x\", must be passes, fails, or fails at "
		      "ORACLE, never[N], expect[N] or a label\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: ''\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:10: outcome is \"\", must be passes, fails, or fails at ORACLE, "
		      "never[N], expect[N] or a label\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: fails at nowhere\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:10: unknown place `nowhere`: relist explain lists them\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: fails at never[0]\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:10: never[0]: the scenario has 0\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: fails at expect[0]\n",
	      .steps = "  - {settle: , note: $a$b}",
	      .want = "t:3:10: expect[0]: the scenario has not so many\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: fails at expect[0]\n",
	      .steps = "  - {settle: , note: $a$b}\n  - expect: {at: 0s}",
	      .want = "" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: fails at expect[1]\n",
	      .steps = "  - {settle: , note: $a$b}\n  - expect: {at: 0s}",
	      .want = "t:3:10: expect[1]: the scenario has not so many\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: fails at expect[00]\n",
	      .steps = "  - {settle: , note: $a$b}\n  - expect: {at: 0s}",
	      .want = "" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: fails at expect[999999]\n",
	      .steps = "  - {settle: , note: $a$b}\n  - expect: {at: 0s}",
	      .want = "t:3:10: expect[999999]: the scenario has not so many\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: fails at expect[0000000]\n",
	      .steps = "  - {settle: , note: $a$b}\n  - expect: {at: 0s}",
	      .want = "t:3:10: unknown place `expect[0000000]`: relist explain lists them\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: fails at expect[]\n",
	      .steps = "  - {settle: , note: $a$b}\n  - expect: {at: 0s}",
	      .want = "t:3:10: unknown place `expect[]`: relist explain lists them\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: fails at expect[x]\n",
	      .steps = "  - {settle: , note: $a$b}\n  - expect: {at: 0s}",
	      .want = "t:3:10: unknown place `expect[x]`: relist explain lists them\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: 'fails at expect[/]'\n",
	      .steps = "  - {settle: , note: $a$b}\n  - expect: {at: 0s}",
	      .want = "t:3:10: unknown place `expect[/]`: relist explain lists them\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: 'fails at expect[:]'\n",
	      .steps = "  - {settle: , note: $a$b}\n  - expect: {at: 0s}",
	      .want = "t:3:10: unknown place `expect[:]`: relist explain lists them\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: fails at expect[0\n",
	      .steps = "  - {settle: , note: $a$b}\n  - expect: {at: 0s}",
	      .want = "t:3:10: unknown place `expect[0`: relist explain lists them\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: 'fails at expect(0)'\n",
	      .steps = "  - {settle: , note: $a$b}\n  - expect: {at: 0s}",
	      .want = "t:3:10: unknown place `expect(0)`: relist explain lists them\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: fails at never[1]\n",
	      .steps = "  - {settle: , note: $a$b}\n  - never: {log: [x], requests: [LIST pods]}",
	      .want = "" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: fails at never[2]\n",
	      .steps = "  - {settle: , note: $a$b}\n  - never: {log: [x], requests: [LIST pods]}",
	      .want = "t:3:10: never[2]: the scenario has 2\n" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: fails at here\n",
	      .steps = "  - {settle: , label: here, note: $a$b}",
	      .want = "" },
	    { .head = "matrix: {a: [x, y], b: [1, 2]}\noutcome: fails at her\n",
	      .steps = "  - {settle: , label: here, note: $a$b}",
	      .want = "t:3:10: unknown place `her`: relist explain lists them\n" }, );
}

static void oracle_settings_are_validated(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .head = "always: {no-request-storm: {rate: 1000000}}\n", .want = "" },
	    { .head = "always: {no-request-storm: {rate: 1000001}}\n",
	      .want = "t:2:35: rate is a number of requests a second\n" },
	    { .head = "always: {no-request-storm: {rate: 0}}\n",
	      .want = "t:2:35: rate is a number of requests a second\n" },
	    { .head = "always: {no-request-storm: {rate: 0.001}}\n", .want = "" },
	    { .head = "always: {no-request-storm: {rate: -1}}\n",
	      .want = "t:2:35: rate is a number of requests a second\n" },
	    { .head = "always: {no-request-storm: {rate: '5'}}\n",
	      .want = "t:2:35: rate is a number of requests a second\n" },
	    { .head = "always: {no-request-storm: {rate: 5x}}\n",
	      .want = "t:2:35: rate is a number of requests a second\n" },
	    { .head = "always: {no-request-storm: {rate: \"\"}}\n",
	      .want = "t:2:35: rate is a number of requests a second\n" },
	    { .head = "always: {no-request-storm: {rate: [5]}}\n",
	      .want = "t:2:35: rate is a number of requests a second\n" },
	    { .head = "always: {no-request-storm: {rate: nan}}\n",
	      .want = "t:2:35: rate is a number of requests a second\n" },
	    { .head = "always: {no-request-storm: {rate: inf}}\n",
	      .want = "t:2:35: rate is a number of requests a second\n" },
	    { .head = "always: {no-request-storm: {rate: }}\n",
	      .want = "t:2:35: rate is a number of requests a second\n" },
	    { .head = "always: {no-request-storm: {burst: 0}}\n", .want = "" },
	    { .head = "always: {no-request-storm: {burst: 1000000}}\n", .want = "" },
	    { .head = "always: {no-request-storm: {burst: 1000001}}\n",
	      .want = "t:2:36: burst of no-request-storm is 1000001, at most 1000000\n" },
	    { .head = "always: {no-request-storm: {}}\n", .want = "" },
	    { .head = "always: {no-time-travel: {rate: 5}}\n",
	      .want = "t:2:10: rate and burst belong to no-request-storm\n" },
	    { .head = "always: {no-time-travel: {burst: 5}}\n",
	      .want = "t:2:10: rate and burst belong to no-request-storm\n" },
	    { .head = "always: {no-time-travel: {off: abc}}\n",
	      .want = "t:2:10: `off` is the reason: {off: the server is rewound}\n" },
	    { .head = "always: {no-time-travel: {off: abcd}}\n", .want = "" },
	    { .head = "always: {no-time-travel: {off: true}}\n",
	      .want = "t:2:10: `off` is the reason: {off: the server is rewound}\n" },
	    { .head = "always: {no-time-travel: {false: YAML 1.1}}\n", .want = "" },
	    { .head = "always: {no-time-travel: off}\n",
	      .want = "t:2:26: no-time-travel is text, must be a map\n" },
	    { .head = "always: {no-time-travle: {off: abcd}}\n",
	      .want = "t:2:10: unknown oracle `no-time-travle`, did you mean `no-time-travel`?\n" },
	    { .head = "always: {x: {off: abcd}, no-time-travel: {of: abcd}}\n",
	      .want = "t:2:10: unknown oracle `x`: relist explain lists them\nt:2:43: unknown key "
		      "`of` in no-time-travel, did you mean `off`?\n" },
	    { .head = "always: [no-time-travel]\n",
	      .want = "t:2:9: always is a list, must be a map\n" }, );
}

static void external_sections_are_validated(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .head = "external: requests\n", .want = "" },
	    { .head = "external: [requests, state]\n", .want = "" },
	    { .head = "external: []\n", .want = "" },
	    { .head = "external: [request]\n",
	      .want = "t:2:11: unknown section `request`, did you mean `requests`?\n" },
	    { .head = "external: [requests, x, y]\n",
	      .want = "t:2:11: unknown section `x`; there is requests, handlers, cache, index, "
		      "sync, queue, writes, state, counts, at, log, snapshot\nt:2:11: unknown "
		      "section `y`; there is requests, handlers, cache, index, sync, queue, "
		      "writes, state, counts, at, log, snapshot\n" },
	    { .head = "external: {checks: x}\n",
	      .want = "t:2:20: unknown section `x`; there is requests, handlers, cache, index, "
		      "sync, queue, writes, state, counts, at, log, snapshot\n" },
	    { .head = "external: {skip: why}\n", .want = "" },
	    { .head = "external: {patience: 5}\n", .want = "t:2:22: 5 needs a unit: 5s, 5ms\n" },
	    { .head = "external: {patience: -5s}\n",
	      .want = "t:2:22: -5s: time does not go backwards\n" },
	    { .head = "external: {real-time: maybe}\n",
	      .want = "t:2:23: real-time of external is \"maybe\", must be true or false\n" },
	    { .head = "external: {skip: why, checks: [log], nope: 1}\n",
	      .want = "t:2:38: unknown key `nope` in external; there is skip, patience, linger, "
		      "quiet, real-time, closes, checks\n" },
	    { .head = "external: {patience: 5s, checks: [state], closes: pods}\n", .want = "" },
	    { .head = "external: {closes: [podz]}\n",
	      .want = "t:2:20: unknown type `podz`, did you mean `pods`?\n" },
	    { .head = "external: {}\n", .want = "" }, );
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(broken_scenarios_have_the_golden_errors),
		cmocka_unit_test(names_are_of_1_to_63_characters),
		cmocka_unit_test(heads_have_limits),
		cmocka_unit_test(issue_references_are_validated),
		cmocka_unit_test(worlds_have_limits),
		cmocka_unit_test(steps_have_limits),
		cmocka_unit_test(empty_item_texts_are_refused),
		cmocka_unit_test(files_have_limits),
		cmocka_unit_test(file_has_at_most_4_mib_and_100_errors),
		cmocka_unit_test(items_need_a_known_type_and_a_complete_name),
		cmocka_unit_test(outcome_is_chosen_by_the_most_specific_key),
		cmocka_unit_test(oracle_settings_are_validated),
		cmocka_unit_test(external_sections_are_validated),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
