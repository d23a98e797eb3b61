/* SPDX-License-Identifier: Apache-2.0 */
/* The chain: a noisy recording of thousands of events, lift, a bug planted in what it was lifted
 * for, shrink. What is left is small, fails at the same oracle, and passes without the bug. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"
#include "tests/kit/noisy_recording.h"

enum { EVENTS_MIN = 2000, STEPS_MAX = 15 };

static char folder[] = "/tmp/relist-chain-XXXXXX";
static char recording[64], story[64], small[64], mended[64];

/* --- stories --- */

/* The operator is there, and three pods of its own. */
static void at_work(struct noisy *n)
{
	noisy_create(n, 'p', "web-0", "{\"app\":\"web\"}");
	noisy_create(n, 'p', "web-1", "{\"app\":\"web\"}");
	(void)noisy_list(n, 'p', "0");
	(void)noisy_watch(n, 'p', n->rv);
	noisy_noise(n, 600);
	noisy_create(n, 'p', "web-2", "{\"app\":\"web\"}");
	noisy_noise(n, 300);
}

static void at_work_again(struct noisy *n)
{
	char rv[24];

	(void)snprintf(rv, sizeof(rv), "%llu", (unsigned long long)n->pods_rv);
	(void)noisy_list(n, 'p', rv);
	(void)noisy_watch(n, 'p', n->rv);
	noisy_noise(n, 800);
	noisy_update(n, 'p', "web-2", NULL);
	noisy_noise(n, 100);
}

/* Cut off while a pod is deleted, and history is gone. */
static void misses_a_deletion(struct noisy *n)
{
	uint64_t rv;

	at_work(n);
	rv = n->pods_rv;
	noisy_close(n, 'p', "reset");
	noisy_pass(n, 900000000);
	noisy_delete(n, 'p', "web-1");
	noisy_noise(n, 400);
	noisy_refused(n, 'p', true, rv, 410, "Expired");
	noisy_pass(n, 900000000);
	at_work_again(n);
}

static void expires_in_the_stream(struct noisy *n)
{
	uint64_t rv;

	at_work(n);
	rv = n->pods_rv;
	noisy_close(n, 'p', "eof");
	noisy_delete(n, 'p', "web-1");
	noisy_noise(n, 500);
	noisy_pass(n, 900000000);
	(void)noisy_watch(n, 'p', rv);
	noisy_error(n, 'p', 410, "Expired");
	noisy_close(n, 'p', "eof");
	noisy_pass(n, 900000000);
	at_work_again(n);
}

static void gets_labels(struct noisy *n)
{
	at_work(n);
	noisy_update(n, 'p', "web-1", "{\"app\":\"web\",\"canary\":\"yes\"}");
	noisy_noise(n, 1300);
}

static void hides_a_deletion_behind_an_error(struct noisy *n)
{
	at_work(n);
	noisy_noise(n, 300);
	noisy_blind(n, 'p');
	noisy_delete(n, 'p', "web-1");
	noisy_noise(n, 300);
	noisy_error(n, 'p', 500, "InternalError");
	noisy_close(n, 'p', "eof");
	noisy_pass(n, 900000000);
	at_work_again(n);
}

static void is_told_bytes(struct noisy *n)
{
	at_work(n);
	noisy_noise(n, 300);
	noisy_blind(n, 'p');
	noisy_delete(n, 'p', "web-1");
	noisy_noise(n, 300);
	noisy_raw(
	    n, 'p',
	    "\"{\\\"type\\\":\\\"DELETED\\\",\\\"object\\\":{\\\"kind\\\":\\\"Pod\\\",,}}\\n\"");
	noisy_close(n, 'p', "eof");
	noisy_pass(n, 900000000);
	at_work_again(n);
}

static void is_refused_for_long(struct noisy *n)
{
	uint64_t rv;

	at_work(n);
	rv = n->pods_rv;
	noisy_close(n, 'p', "reset");
	noisy_noise(n, 300);
	for (unsigned i = 0; i < 70; i++) {
		noisy_refused(n, 'p', i == 0, rv, 503, "ServiceUnavailable");
		noisy_pass(n, (int64_t)1200000000 << (i < 5 ? i : 5));
	}
	at_work_again(n);
}

static void lists_between_two_writes(struct noisy *n)
{
	uint64_t rv;

	noisy_create(n, 'p', "web-0", "{\"app\":\"web\"}");
	noisy_create(n, 'p', "web-1", "{\"app\":\"web\"}");
	noisy_noise(n, 300);
	(void)noisy_list(n, 'p', "0");
	rv = n->rv;
	noisy_delete(n, 'p', "web-1");
	(void)noisy_watch(n, 'p', rv);
	noisy_catch_up(n, 'p', "web-1");
	noisy_noise(n, 1800);
}

/* --- */

struct bug {
	const char *name, *ref, *at; /* what it fails at: an oracle, or a section of an expect */
	bool section;
	void (*happens)(struct noisy *n);
	const char *informer; /* lines that plant it, in the informer of pods */
	const char *world;    /* and in the world */
	bool always;	      /* else only with RELIST_CHAIN set, in `make stress` */
};

#define WITHOUT(fix) "      without: " fix "\n"
#define STRIPS	     "      transform: strip-managed-fields\n"
#define LABELS	     "      indexes: {l: 'metadata.labels.*'}\n"

static const struct bug bugs[] = {
	{ "relist-cache", "fabric8io/kubernetes-client#2994", "delete-for-every-vanished-key",
	  false, misses_a_deletion, WITHOUT("relist-cache"), "", false },
	{ "relist-deletes", "kubernetes-client/javascript#494", "cache-equals-model-at-end", false,
	  misses_a_deletion, WITHOUT("relist-deletes"), "", true },
	{ "relist-updates", "kube-rs/kube#219", "per-handler-order", false, misses_a_deletion,
	  WITHOUT("relist-updates"), "", false },
	{ "tombstone-transform", "kubernetes/kubernetes#116432", "cache-equals-model-at-end", false,
	  misses_a_deletion, STRIPS WITHOUT("tombstone-transform"), "  profile: client-go-1.32\n",
	  false },
	{ "expired-status", "folio-pro/kdashboard#59", "requests", true, misses_a_deletion,
	  WITHOUT("expired-status"), "", false },
	{ "error-event", "kubernetes-client/python-base#57", "no-status-object-delivered", false,
	  expires_in_the_stream, WITHOUT("error-event"), "", false },
	{ "expired-event", "kubernetes-sigs/headlamp#7451", "requests", true, expires_in_the_stream,
	  WITHOUT("expired-event"), "", false },
	{ "index-common", "kubernetes/kubernetes#109115", "index-consistent", false, gets_labels,
	  LABELS WITHOUT("index-common"), "", false },
	{ "error-relists", "kubernetes/kubernetes#123072", "requests", true,
	  hides_a_deletion_behind_an_error, WITHOUT("error-relists"), "", false },
	{ "error-keeps-rv", "kubernetes-sigs/headlamp#7337", "requests", true,
	  hides_a_deletion_behind_an_error, WITHOUT("error-keeps-rv"), "", false },
	{ "garbled-event", "fabric8io/kubernetes-client#1961", "requests", true, is_told_bytes,
	  WITHOUT("garbled-event"), "", false },
	{ "backoff", "kubernetes/kubernetes#6770", "no-request-storm", false, is_refused_for_long,
	  WITHOUT("backoff"), "", true },
	{ "watch-rv", "jupyterhub/kubespawner#81", "cache-equals-model-at-end", false,
	  lists_between_two_writes, WITHOUT("watch-rv"), "", false },
};

/* The story, with the bug in it. */
static void plant(const char *from, const struct bug *bug, const char *to)
{
	AUTO_STRBUF text = STRBUF_INIT, out = STRBUF_INIT;
	const char *informers, *world, *at;

	assert_int_equal(runner__read_file(from, 16 << 20, &text, NULL), 0);
	at = strstr(text.ptr, "\nworld:\n");
	assert_non_null(at);
	at += 8;
	strbuf_add(&out, text.ptr, (size_t)(at - text.ptr));
	strbuf_addz(&out, bug->world);
	informers = strstr(at, "\n  informers:");
	assert_non_null(informers);
	world = at;
	at = strstr(informers, "\n    pods:\n");
	assert_non_null(at);
	at += 11;
	strbuf_add(&out, world, (size_t)(at - world));
	strbuf_addz(&out, bug->informer);
	strbuf_addz(&out, at);
	assert_int_equal(runner__replace_file(to, strbuf_str(&out), NULL), 0);
}

static unsigned steps_of(const char *text)
{
	unsigned n = 0;

	for (const char *p = strstr(text, "\nsteps:\n"); p && (p = strstr(p, "\n  - ")); p += 4)
		n++;
	return n;
}

static void must(const struct output *o, const struct bug *bug, int status, const char *says)
{
	if (o->status != status || (says && !strstr(o->err.ptr, says) && !strstr(o->out.ptr, says)))
		fail_msg("%s: status %d, out: %.2000s\nerr: %.2000s", bug->name, o->status,
			 o->out.ptr, o->err.ptr);
}

static void record(const struct bug *bug, uint64_t seed)
{
	struct noisy n;

	noisy_begin(&n, seed);
	bug->happens(&n);
	assert_true(n.events >= EVENTS_MIN);
	assert_false(n.out.failed);
	assert_int_equal(runner__replace_file(recording, strbuf_str(&n.out), NULL), 0);
	noisy_fini(&n);
}

static double now_s(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The small scenario without its bug. Returns how many steps it has. */
static unsigned mend(const struct bug *bug)
{
	AUTO_STRBUF text = STRBUF_INIT, out = STRBUF_INIT;
	unsigned steps;
	char *line, *end;

	assert_int_equal(runner__read_file(small, 1 << 20, &text, NULL), 0);
	steps = steps_of(text.ptr);
	if (steps > STEPS_MAX)
		fail_msg("%s: %u steps left:\n%s", bug->name, steps, text.ptr);
	line = strstr(text.ptr, "      without: ");
	assert_non_null(line);
	end = strchr(line, '\n') + 1;
	strbuf_add(&out, text.ptr, (size_t)(line - text.ptr));
	strbuf_addz(&out, end);
	assert_int_equal(runner__replace_file(mended, strbuf_str(&out), NULL), 0);
	return steps;
}

static void goes_through(struct output *o, const struct bug *bug, uint64_t seed)
{
	double began, took;
	unsigned steps;
	char at[64];

	record(bug, seed);
	began = now_s();
	relistf(o, "lift --name noisy -o %s %s", story, recording);
	/* so many refusals take longer than any server keeps the others' watches open */
	must(o, bug, 0,
	     bug->happens == is_refused_for_long
		 ? "self-check: "
		 : "self-check: the requests and notifications of our client are as recorded");
	relistf(o, "run -q %s", story);
	must(o, bug, 0, NULL);
	plant(story, bug, mended);
	(void)unlink(small);
	(void)snprintf(at, sizeof(at), "fails at: %s%s", bug->section ? "expect " : "oracle ",
		       bug->at);
	/* a minute, unless it is not the machine of one's own */
	relistf(o, "shrink --budget %s --fail-on %s -o %s %s", getenv("RELIST_CHAIN") ? "60s" : "0",
		bug->at, small, mended);
	must(o, bug, 0, at);
	took = now_s() - began;
	relistf(o, "run %s", small);
	(void)snprintf(at, sizeof(at), bug->section ? "%s:" : "oracle %s:", bug->at);
	must(o, bug, 1, at);
	relistf(o, "fmt --check %s", small);
	must(o, bug, 0, NULL);
	steps = mend(bug);
	relistf(o, "run -q %s", mended);
	must(o, bug, 0, NULL);
	print_message("%-20s %-35s %2u steps in %4.1f s: %s\n", bug->name, bug->ref, steps, took,
		      bug->at);
}

static void import_lift_and_shrink_isolate_bugs_of_noisy_recordings(void **state)
{
	const char *all = getenv("RELIST_CHAIN");

	for (size_t i = 0; i < ARRAY_LEN(bugs); i++)
		if (bugs[i].always || all)
			goes_through(*state, &bugs[i], 7 + i);
}

static int setup(void **state)
{
	if (!mkdtemp(folder))
		return -1;
	(void)snprintf(recording, sizeof(recording), "%s/incident.jsonl", folder);
	(void)snprintf(story, sizeof(story), "%s/story.yaml", folder);
	(void)snprintf(small, sizeof(small), "%s/small.yaml", folder);
	(void)snprintf(mended, sizeof(mended), "%s/mended.yaml", folder);
	return output_setup(state);
}

static int teardown(void **state)
{
	(void)unlink(recording);
	(void)unlink(story);
	(void)unlink(small);
	(void)unlink(mended);
	(void)rmdir(folder);
	return output_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(import_lift_and_shrink_isolate_bugs_of_noisy_recordings),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
