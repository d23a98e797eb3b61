/* SPDX-License-Identifier: Apache-2.0 */
/* relist shrink without anything to compare with: what is left of small scenarios, to the byte. The
 * failure stays the same one: at the same expectation, with the same row. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"

static char folder[] = "/tmp/relist-shrink-small-XXXXXX";
static char file[64];

#define HEAD                                                                                       \
	"scenario: small\nworld:\n  types: {pods: v1/pods, maps: v1/configmaps}\n  informers:\n"   \
	"    pods: {handlers: {h: {}}}\n    maps: {handlers: {n: {}}}\nsteps:\n  - start: all\n"   \
	"  - create: {maps/default/x: {}}\n"
#define PODS	"scenario: small\nworld:\n  types: {pods: v1/pods}\n"
#define HANDLER "  informers:\n    pods: {handlers: {h: {}}}\n"
#define START	"steps:\n  - start: all\n"
#define CREATE	"  - create: {pods/default/a: {}}\n"
#define UPDATE	"  - update: {pods/default/a: {metadata: {labels: {x: '1'}}}}\n"
#define NOISE	"  - delete: [maps/default/x]\n  - create: {maps/default/y: {}}\n"

static const struct {
	const char *name, *text, *left, *says;
} cases[] = {
	{ "a row that is missed",
	  HEAD CREATE NOISE "  - expect: {handlers: {h: [..., update pods/default/a]}}\n",
	  PODS HANDLER START CREATE "  - expect: {handlers: {h: [update pods/default/a]}}\n",
	  "6 -> 3 steps, 350 -> 279 bytes, 30 runs\nfails at: expect h (line 13)\n" },
	{ "what is too much stands before what is missed",
	  HEAD CREATE "  - settle\n" UPDATE NOISE
		      "  - expect: {handlers: {h: [delete pods/default/a]}}\n",
	  PODS HANDLER START CREATE "  - update: {pods/default/a: {}}\n"
				    "  - expect: {handlers: {h: [delete pods/default/a]}}\n",
	  "8 -> 4 steps, 417 -> 312 bytes, 30 runs\nfails at: expect h (line 15)\n" },
	{ "what is too much",
	  HEAD CREATE NOISE "  - create: {pods/default/b: {}}\n"
			    "  - expect: {handlers: {h: [add pods/default/a]}}\n",
	  PODS HANDLER START "  - create: {pods/default/b: {}}\n  - expect: {handlers: {h: []}}\n",
	  "7 -> 3 steps, 375 -> 258 bytes, 16 runs\nfails at: expect h (line 14)\n" },
	{ "another than expected",
	  HEAD CREATE NOISE "  - expect: {handlers: {h: [add pods/default/b]}}\n",
	  PODS HANDLER START "  - expect: {handlers: {h: [add pods/default/b]}}\n",
	  "6 -> 2 steps, 342 -> 243 bytes, 16 runs\nfails at: expect h (line 13)\n" },
	{ "a state",
	  HEAD CREATE NOISE "  - create: {pods/default/b: {}}\n"
			    "  - expect: {state: {pods: {default/a: absent, default/b: any}}}\n",
	  PODS "steps:\n" CREATE "  - expect: {state: {pods: {default/a: absent}}}\n",
	  "7 -> 2 steps, 390 -> 217 bytes, 12 runs\nfails at: expect pods (line 14)\n" },
	{ "a cache, and an expectation before that holds",
	  HEAD CREATE "  - expect: {handlers: {h: [add pods/default/a]}}\n" NOISE UPDATE
		      "  - expect: {cache: {pods: {default/a: absent}}}\n",
	  PODS "  informers:\n    pods: {}\n" START CREATE "  - update: {pods/default/a: {}}\n"
	       "  - expect: {cache: {pods: {default/a: absent}}}\n",
	  "8 -> 4 steps, 452 -> 291 bytes, 28 runs\nfails at: expect pods (line 15)\n" },
	{ "a request", HEAD CREATE NOISE "  - expect: {requests: [..., LIST pods limit=7]}\n",
	  PODS "  informers:\n    pods: {}\n" START "  - expect: {requests: [LIST pods limit=7]}\n",
	  "6 -> 2 steps, 341 -> 220 bytes, 30 runs\nfails at: expect requests (line 13)\n" },
	{ "the first of two that are missed",
	  HEAD CREATE NOISE
	  "  - expect: {handlers: {h: [add pods/default/a, update pods/default/a, "
	  "delete pods/default/b]}}\n",

	  "scenario: small\n"
	  "world:\n"
	  "  types: {pods: v1/pods}\n"
	  "  informers:\n"
	  "    pods: {handlers: {h: {}}}\n"
	  "steps:\n"
	  "  - start: all\n"
	  "  - create: {pods/default/a: {}}\n"
	  "  - expect: {handlers: {h: [add pods/default/a, update pods/default/a]}}\n",
	  "6 -> 3 steps, 388 -> 299 bytes, 29 runs\nfails at: expect h (line 13)\n" },
	{ "a version that moves with what goes",
	  HEAD NOISE CREATE
	  "  - expect: {cache: {pods: {default/a: {metadata: {resourceVersion: '99'}}}}}\n",
	  "scenario: small\n"
	  "world:\n"
	  "  types: {pods: v1/pods}\n"
	  "  informers:\n"
	  "    pods: {}\n"
	  "steps:\n"
	  "  - start: all\n"
	  "  - create: {pods/default/a: {}}\n"
	  "  - expect: {cache: {pods: {default/a: {metadata: {resourceVersion: '99'}}}}}\n",
	  "6 -> 3 steps, 370 -> 287 bytes, 27 runs\nfails at: expect pods (line 13)\n" },
	{ "a sentence without a row",
	  HEAD CREATE NOISE "  - expect: {counts: {writes: 9, LIST pods: 7}}\n",
	  "scenario: small\n"
	  "world:\n"
	  "  types: {}\n"
	  "steps:\n"
	  "  - expect: {counts: {writes: 1}}\n",
	  "6 -> 1 steps, 340 -> 156 bytes, 13 runs\nfails at: expect writes (line 13)\n" },
	{ "more than it should be, and other things too",
	  HEAD CREATE NOISE UPDATE "  - expect: {handlers: {h: [], n: []}}\n",
	  "scenario: small\n"
	  "world:\n"
	  "  types: {pods: v1/pods}\n"
	  "  informers:\n"
	  "    pods: {handlers: {h: {}}}\n"
	  "steps:\n"
	  "  - start: all\n"
	  "  - create: {pods/default/a: {}}\n"
	  "  - update: {pods/default/a: {}}\n"
	  "  - expect: {handlers: {h: []}}\n",
	  "7 -> 4 steps, 392 -> 291 bytes, 41 runs\nfails at: expect h (line 14)\n" },
	{ "a never",
	  PODS HANDLER "steps:\n  - never: {handlers: {h: [add pods/default/a]}}\n"
		       "  - start: all\n  - create: {pods/default/b: {}}\n" CREATE UPDATE,
	  PODS HANDLER "steps:\n  - never: {handlers: {h: [add pods/default/a]}}\n"
		       "  - start: all\n" CREATE,
	  "5 -> 3 steps, 289 -> 275 bytes, 24 runs\nfails at: never\n" },
};

/* Without the line that says what it was made of. */
static void without_refs(struct strbuf *text)
{
	char *at = strstr(text->ptr, "refs: ["), *end;

	if (!at)
		return;
	end = strchr(at, '\n') + 1;
	memmove(at, end, strlen(end) + 1);
	text->len = strlen(text->ptr);
}

static void leaves_what_the_failure_needs(struct output *o, unsigned jobs)
{
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		assert_int_equal(runner__replace_file(file, str_of(cases[i].text), NULL), 0);
		relistf(o, "shrink --budget 0 -j %u %s", jobs, file);
		without_refs(&o->out);
		if (o->status || strcmp(o->out.ptr, cases[i].left) != 0 ||
		    !strstr(o->err.ptr, cases[i].says) || !strstr(o->err.ptr, "control: none: "))
			fail_msg("%s: %d\n%s%s", cases[i].name, o->status, o->err.ptr, o->out.ptr);
	}
}

static void shrink_removes_steps_that_the_failure_does_not_need(void **state)
{
	leaves_what_the_failure_needs(*state, 1);
}

/* Nor does the number of candidates that were tried. */
static void shrink_result_does_not_depend_on_the_number_of_jobs(void **state)
{
	leaves_what_the_failure_needs(*state, 2);
	leaves_what_the_failure_needs(*state, 7);
}

static int setup(void **state)
{
	if (!mkdtemp(folder))
		return -1;
	(void)snprintf(file, sizeof(file), "%s/small.yaml", folder);
	return output_setup(state);
}

static int teardown(void **state)
{
	(void)unlink(file);
	(void)rmdir(folder);
	return output_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shrink_removes_steps_that_the_failure_does_not_need),
		cmocka_unit_test(shrink_result_does_not_depend_on_the_number_of_jobs),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
