/* SPDX-License-Identifier: Apache-2.0 */
/* retry_on.c - util/retry with wait.ExponentialBackoff: calls a function while its error is
 * retriable. */
#include "base/clock.h"
#include "informer/cancel.h"
#include "informer/dynamic.h"

bool inf__backoff_step(struct inf_backoff *b, double unit, int64_t *wait_ns)
{
	double next;

	if (b->steps <= 1)
		return false;
	b->steps--;
	*wait_ns = b->duration_ns;
	if (b->jitter > 0)
		*wait_ns += (int64_t)(unit * b->jitter * (double)b->duration_ns);
	if (b->factor != 0) {
		next = (double)b->duration_ns * b->factor;
		b->duration_ns = next < 9e18 ? (int64_t)next : TIME_NEVER;
		if (b->cap_ns > 0 && b->duration_ns > b->cap_ns) {
			b->duration_ns = b->cap_ns;
			b->steps = 0;
		}
	}
	return true;
}

int inf_retry_on_error(struct inf_dynamic *d, const struct inf_backoff *backoff,
		       bool (*retriable)(void *user, int code, const struct relist_err *err),
		       inf_try_fn fn, void *user, const struct inf_call *call,
		       struct relist_err *err)
{
	int64_t deadline_ns = inf__dynamic_deadline(d, call);
	struct inf_cancel *cancel = call ? call->cancel : NULL;
	struct inf_backoff b = *backoff;
	struct relist_err own = { 0 };
	struct relist_err *e = err ? err : &own;

	if (b.steps < 1)
		return relist_err_set(err, RELIST_ETIMEDOUT, "retry: no try is allowed");
	for (;;) {
		int rc = fn(user, e), waited;
		int64_t now_ns, wait_ns, until_ns;

		if (rc == 0 || !retriable(user, rc, e) ||
		    !inf__backoff_step(&b, d->ops->unit(d->self), &wait_ns))
			return rc;
		now_ns = d->ops->now_ns(d->self);
		until_ns = time_add(now_ns, wait_ns > 0 ? wait_ns : 0);
		if (inf__cancel_is_raised(cancel) || until_ns >= deadline_ns)
			return rc; /* the function's error is more useful than the timeout */
		waited = d->ops->sleep(d->self, until_ns, cancel, err);
		if (waited)
			return waited;
		if (inf__cancel_is_raised(cancel))
			return rc;
		/* Reaching the cap ends the retries; the wait was useless, as in Go. */
		if (b.steps < 1)
			return rc;
	}
}

static bool is_conflict(void *user, int code, const struct relist_err *err)
{
	(void)user;
	(void)err;
	return code == RELIST_ECONFLICT;
}

int inf_retry_on_conflict(struct inf_dynamic *d, const struct inf_backoff *backoff, inf_try_fn fn,
			  void *user, const struct inf_call *call, struct relist_err *err)
{
	return inf_retry_on_error(d, backoff, is_conflict, fn, user, call, err);
}
