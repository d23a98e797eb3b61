/* SPDX-License-Identifier: Apache-2.0 */
/* Two states that differ in the next time of the reflector alone are two states. */
#include "informer/digest.h"
#include "informer/reflector_impl.h"
#include "tests/kit/informer_kit.h"

static uint64_t digest_at(int64_t backoff_ns, int64_t resync_ns, int64_t retry_ns)
{
	struct kit_options o = { .gates = inf__gates_current() };
	struct digest d = DIGEST_INIT;
	struct inf__reflector *r;
	struct kit k;

	assert_true(kit_init(&k, &o));
	assert_int_equal(inf__informer_start(k.inf, k.now_ns, NULL), 0);
	r = inf__informer_reflector(k.inf);
	r->backoff_at_ns = backoff_ns;
	r->resync_at_ns = resync_ns;
	r->call.state = retry_ns < TIME_NEVER ? CALL_WAIT : r->call.state;
	r->call.retry_at_ns = retry_ns;
	inf__informer_digest(k.inf, &d);
	kit_fini(&k);
	return d.bits;
}

static void digest_covers_the_next_timer_of_a_reflector(void **state)
{
	const int64_t never = TIME_NEVER;
	uint64_t before = digest_at(never, never, never);

	(void)state;
	assert_true(digest_at(4, never, never) != before);
	assert_true(digest_at(4, never, never) != digest_at(5, never, never));
	assert_true(digest_at(never, 4, never) != digest_at(never, 5, never));
	assert_true(digest_at(never, never, 4) != digest_at(never, never, 5));
	/* the earliest of the three */
	assert_true(digest_at(2, 3, never) == digest_at(2, 9, never));
	assert_true(digest_at(3, 2, never) == digest_at(9, 2, never));
	assert_true(digest_at(3, 4, 2) == digest_at(9, 9, 2));
	assert_true(digest_at(2, 4, 3) == digest_at(2, 9, 9));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(digest_covers_the_next_timer_of_a_reflector),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
