/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/fifo.h"

void inf__fifo_init(struct inf__fifo *f, const struct inf__fifo_config *config,
		    const struct inf__queue_ops *queue_ops, const struct inf__fifo_ops *ops)
{
	f->queue.ops = queue_ops;
	f->ops = ops;
	f->config = *config;
	lock_init(&f->lock, LOCK_QUEUE);
}

void inf__fifo_fini(struct inf__fifo *f)
{
	lock_fini(&f->lock);
}

void inf__fifo_digest(struct inf__fifo *f, struct digest *d)
{
	digest_flag(d, f->closed);
	digest_flag(d, f->populated);
	digest_flag(d, f->synced);
	digest_number(d, f->initial_population_count);
}

void inf__fifo_wake(struct inf__fifo *f)
{
	if (f->config.wake)
		f->config.wake(f->config.wake_user);
}

struct inf_object *inf__fifo_transform(struct inf__fifo *f, const struct inf_object *obj, int *rc,
				       struct relist_err *err)
{
	struct relist_err local = { 0 };
	struct inf_object *out;

	*rc = 0;
	if (!f->config.transform)
		return inf_object_ref(obj);
	out = f->config.transform(f->config.transform_user, obj, &local);
	if (!out) {
		*rc = local.code == RELIST_ENOMEM ? RELIST_ENOMEM : RELIST_EINVAL;
		(void)relist_err_set(err, *rc, "transform of \"%.100s\": %.100s",
				     inf_object_key(obj), local.msg);
	}
	return out;
}

void inf__fifo_trace(struct inf__fifo *f, enum trace_kind kind, const char *key, const char *text,
		     size_t n)
{
	struct trace_event ev = { .kind = kind, .n = (int64_t)n };

	if (!f->config.sink.emit)
		return;
	ev.who = str_of(f->config.name ? f->config.name : "");
	ev.key = str_of(key);
	ev.text = str_of(text);
	trace_emit(&f->config.sink, &ev);
}

void inf__fifo_close(struct inf__queue *q)
{
	struct inf__fifo *f = (struct inf__fifo *)q;

	lock_acquire(&f->lock);
	f->closed = true;
	lock_release(&f->lock);
	inf__fifo_wake(f);
}

inf_transform_fn inf__fifo_transformer(struct inf__queue *q, void **user)
{
	struct inf__fifo *f = (struct inf__fifo *)q;

	*user = f->config.transform_user;
	return f->config.transform;
}
