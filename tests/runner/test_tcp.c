/* SPDX-License-Identifier: Apache-2.0 */
/* The tcp world's view of a response, with the test in the place of the transport. */
#include "runner/tcp/posix/tcp.h"

#include "base/clock.h"
#include "tests/kit/testing.h"

enum { DUE_S = 3 };

/* A response whose next byte comes at second DUE_S. */
static enum fakeapi__head timed_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	(void)now_ns;
	x->status = 200;
	return FAKEAPI_HEAD_READY;
}

static ptrdiff_t timed_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	(void)x;
	if (now_ns < DUE_S * NS_PER_S || !cap)
		return FAKEAPI_PULL_WAIT;
	*(char *)buf = 'a';
	return 1;
}

static int64_t timed_deadline(const struct fakeapi__exchange *x)
{
	(void)x;
	return DUE_S * NS_PER_S;
}

static void timed_end(struct fakeapi__exchange *x, bool client_gone)
{
	(void)x;
	(void)client_gone;
}

static const struct fakeapi__exchange_ops timed_ops = { timed_head, timed_pull, timed_deadline,
							timed_end, NULL };
static struct fakeapi__exchange timed = { .ops = &timed_ops };

static struct fakeapi__exchange *begin(struct fakeapi__server *server, int64_t now_ns,
				       const struct fakeapi__request *req,
				       struct fakeapi__wake wake)
{
	(void)server;
	(void)now_ns;
	(void)req;
	(void)wake;
	return &timed;
}

static bool waits(struct tcp *t)
{
	struct tcp__place place = { 0 };

	runner__tcp_enter(t);
	assert_true(runner__tcp_call_place(t, 1, &place));
	runner__tcp_leave(t);
	return place.waits;
}

/* A transport reads the clock before it has the lock; the clock may be moved in between. */
static void response_pulled_with_a_time_before_its_deadline_is_still_due(void **state)
{
	struct fakeapi__server server = { .begin = begin };
	struct tcp__config config = { .server = &server };
	const struct fakeapi__header number = { STR("X-Relist-Call"), STR("1") };
	const struct fakeapi__request req = {
		.method = STR("GET"), .path = STR("/"), .headers = &number, .header_count = 1
	};
	struct tcp t;
	struct fakeapi__exchange *x;
	char byte;

	(void)state;
	assert_int_equal(runner__tcp_init(&t, &config, NULL), 0);
	x = t.server.begin(&t.server, 0, &req, (struct fakeapi__wake) { NULL, NULL });
	assert_non_null(x);
	assert_int_equal(x->ops->head(x, 0), FAKEAPI_HEAD_READY);
	assert_int_equal(x->ops->pull(x, 0, &byte, 1), FAKEAPI_PULL_WAIT);
	assert_true(waits(&t));
	clock_advance_to(&t.clock, DUE_S * NS_PER_S);
	assert_int_equal(x->ops->pull(x, 0, &byte, 1), FAKEAPI_PULL_WAIT);
	assert_false(waits(&t));
	assert_int_equal(x->ops->pull(x, DUE_S * NS_PER_S, &byte, 1), 1);
	x->ops->end(x, false);
	assert_true(runner__tcp_fini(&t));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(response_pulled_with_a_time_before_its_deadline_is_still_due),
	};

	return cmocka_run_group_tests_name("runner/tcp", tests, NULL, NULL);
}
