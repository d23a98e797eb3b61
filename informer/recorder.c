/* SPDX-License-Identifier: Apache-2.0 */
/* recorder.c - tools/record: callers queue events; a sender, which is a thread or a task of the
 * simulator, sends them one after the other.
 *
 * Threads: any; the sender owns the correlator. lock (rank WORKQUEUE) guards the queue, the counts
 * and the flags. `kick` wakes the sender, `idle` (raised while the queue is empty) wakes a flush,
 * `gone` wakes a wait for the sender's end. */
#include "base/alloc.h"
#include "base/clock.h"
#include "informer/cancel.h"
#include "informer/dynamic.h"
#include "informer/event_correlator.h"
#include "informer/object.h"

enum { QUEUE_MAX = 1000, TRIES_MAX = 12, SLEEP_S = 10 };

struct inf_recorder {
	struct inf_dynamic *d; /* borrowed */
	char *component, *host;
	struct inf__event_correlator correlator; /* used by the sender only */
	struct inf_cancel stop, kick, idle, gone;

	struct lock lock;
	struct inf__event_record *queue, **queue_end;
	size_t queued;
	bool busy;	  /* the sender is sending an event */
	int64_t stamp_ns; /* time in the name of the latest event */
	struct inf_recorder_metrics metrics;
};

static void count(struct inf_recorder *r, uint64_t *counter)
{
	lock_acquire(&r->lock);
	(*counter)++;
	lock_release(&r->lock);
}

/* ---- sending ---- */

static struct inf_resource events_of(const struct inf__event_record *e)
{
	return (struct inf_resource) { "", "v1", "events", e->text[EVENT_NAMESPACE] };
}

static int send_patch(struct inf_recorder *r, const struct inf__event_record *e,
		      const struct inf_call *call, struct inf_object **out)
{
	const struct inf_resource res = events_of(e);
	AUTO_STRBUF patch = STRBUF_INIT;

	inf__event_record_patch(&patch, e);
	if (patch.failed)
		return RELIST_ENOMEM;
	return inf_dynamic_patch(r->d, &res, e->text[EVENT_NAME], INF_PATCH_STRATEGIC_MERGE,
				 patch.ptr, patch.len, NULL, call, out, NULL);
}

static int send_new(struct inf_recorder *r, const struct inf__event_record *e,
		    const struct inf_call *call, struct inf_object **out)
{
	const struct inf_resource res = events_of(e);
	AUTO_STRBUF json = STRBUF_INIT;
	struct inf_object *obj;
	int rc;

	inf__event_record_json(&json, e);
	obj = json.failed ? NULL : inf_object_from_json(json.ptr, json.len, NULL);
	if (!obj)
		return RELIST_ENOMEM;
	rc = inf_dynamic_create(r->d, &res, obj, NULL, call, out, NULL);
	inf_object_unref(obj);
	return rc;
}

/* recordEvent. Returns true if the event is stored or can never be stored. */
static bool try_once(struct inf_recorder *r, struct inf__event_record *e, bool patch)
{
	struct inf_status status = { 0 };
	const struct inf_call call = { .cancel = &r->stop, .status = &status };
	struct inf_object *out = NULL;
	int rc = RELIST_ENOTFOUND;
	bool refused;

	if (patch)
		rc = send_patch(r, e, &call, &out);
	if (rc == RELIST_ENOTFOUND)
		rc = send_new(r, e, &call, &out);
	refused = status.code != 0 || rc == RELIST_EINVAL || rc == RELIST_ECLOSED ||
		  rc == RELIST_ECANCELED;
	if (rc == 0) {
		struct inf_str name = inf_object_name(out);
		char *z = base__strndup(name.ptr, name.len);

		if (z)
			inf__event_correlator_sent(&r->correlator, e, z);
		base__free(z);
		count(r, &r->metrics.sent);
	} else if (refused) {
		count(r, &r->metrics.refused);
	}
	inf_object_unref(out);
	inf_status_fini(&status);
	return rc == 0 || refused;
}

/* recordToSink */
static void send_one(struct inf_recorder *r, struct inf__event_record *e)
{
	enum inf__event_verdict verdict = EVENT_SKIP;
	const struct inf__rest_ops *ops = r->d->ops;

	if (inf__event_correlate(&r->correlator, e, ops->wall_ns(r->d->self), &verdict) != 0) {
		count(r, &r->metrics.dropped);
		return;
	}
	if (verdict == EVENT_SKIP) {
		count(r, &r->metrics.spam);
		return;
	}
	for (int tries = 1; !try_once(r, e, verdict == EVENT_PATCH); tries++) {
		int64_t delay_ns = SLEEP_S * NS_PER_S;

		if (tries == TRIES_MAX || inf__cancel_is_raised(&r->stop)) {
			count(r, &r->metrics.dropped);
			return;
		}
		/* Randomized, so that several clients do not retry at the same time. */
		if (tries == 1)
			delay_ns = (int64_t)((double)delay_ns * ops->unit(r->d->self));
		if (ops->sleep(r->d->self, time_add(ops->now_ns(r->d->self), delay_ns), &r->stop,
			       NULL) != 0)
			return;
	}
}

static struct inf__event_record *take(struct inf_recorder *r)
{
	struct inf__event_record *e;

	inf__cancel_clear(&r->kick);
	lock_acquire(&r->lock);
	e = r->queue;
	if (e) {
		r->queue = e->next;
		if (!r->queue)
			r->queue_end = &r->queue;
		r->queued--;
	}
	r->busy = e != NULL;
	if (!e)
		inf_cancel(&r->idle);
	lock_release(&r->lock);
	return e;
}

static void run(void *arg)
{
	struct inf_recorder *r = arg;
	const struct inf__rest_ops *ops = r->d->ops;

	while (!inf__cancel_is_raised(&r->stop)) {
		struct inf__event_record *e = take(r);

		if (e) {
			send_one(r, e);
			inf__event_record_free(e);
		} else if (ops->sleep(r->d->self, TIME_NEVER, &r->kick, NULL) != 0) {
			break;
		}
	}
	inf_cancel(&r->idle);
	inf_cancel(&r->gone); /* last action: a waiter for `gone` frees everything */
}

/* ---- life ---- */

static void recorder_free(struct inf_recorder *r)
{
	while (r->queue) {
		struct inf__event_record *e = r->queue;

		r->queue = e->next;
		inf__event_record_free(e);
	}
	inf__event_correlator_fini(&r->correlator);
	inf__cancel_fini(&r->stop);
	inf__cancel_fini(&r->kick);
	inf__cancel_fini(&r->idle);
	inf__cancel_fini(&r->gone);
	lock_fini(&r->lock);
	base__free(r->component);
	base__free(r->host);
	base__free(r);
}

struct inf_recorder *inf_recorder_new(struct inf_dynamic *d, const char *component,
				      const char *host, struct relist_err *err)
{
	struct inf_recorder *r = base__calloc(1, sizeof(*r));
	int rc = RELIST_ENOMEM;

	if (!r) {
		relist_err_set(err, rc, "event recorder: out of memory");
		return NULL;
	}
	r->d = d;
	r->queue_end = &r->queue;
	lock_init(&r->lock, LOCK_WORKQUEUE);
	inf__cancel_init(&r->stop);
	inf__cancel_init(&r->kick);
	inf__cancel_init(&r->idle);
	inf__cancel_init(&r->gone);
	inf__event_correlator_init(&r->correlator);
	r->component = base__strdup(component ? component : "");
	r->host = base__strdup(host ? host : "");
	if (r->component && r->host)
		rc = d->ops->spawn(d->self, run, r, err);
	else
		relist_err_set(err, rc, "event recorder: out of memory");
	if (rc == 0)
		return r;
	recorder_free(r);
	return NULL;
}

void inf_recorder_free(struct inf_recorder *r)
{
	if (!r)
		return;
	inf_cancel(&r->stop);
	inf_cancel(&r->kick);
	while (!inf__cancel_is_raised(&r->gone)) {
		int rc = r->d->ops->sleep(r->d->self, TIME_NEVER, &r->gone, NULL);

		ASSERT(rc == 0 || inf__cancel_is_raised(&r->gone)); /* not from a handler */
	}
	recorder_free(r);
}

int inf_recorder_flush(struct inf_recorder *r, int64_t timeout_ns, struct relist_err *err)
{
	const struct inf__rest_ops *ops = r->d->ops;
	int64_t until_ns =
	    timeout_ns < 0 ? TIME_NEVER : time_add(ops->now_ns(r->d->self), timeout_ns);

	for (;;) {
		bool done;
		int rc;

		lock_acquire(&r->lock);
		done = (!r->queue && !r->busy) || inf__cancel_is_raised(&r->gone);
		lock_release(&r->lock);
		if (done)
			return 0;
		if (ops->now_ns(r->d->self) >= until_ns)
			return relist_err_set(err, RELIST_ETIMEDOUT,
					      "events still wait to be sent");
		rc = ops->sleep(r->d->self, until_ns, &r->idle, err);
		if (rc)
			return rc;
	}
}

void inf_recorder_metrics(struct inf_recorder *r, struct inf_recorder_metrics *out)
{
	lock_acquire(&r->lock);
	*out = r->metrics;
	out->queued = r->queued + r->busy;
	lock_release(&r->lock);
}

/* ---- recording ---- */

static int push(struct inf_recorder *r, struct inf__event_record *e, struct relist_err *err)
{
	bool full;

	lock_acquire(&r->lock);
	full = r->queued >= QUEUE_MAX;
	if (full) {
		r->metrics.dropped++;
	} else {
		e->next = NULL;
		*r->queue_end = e;
		r->queue_end = &e->next;
		r->queued++;
		r->metrics.recorded++;
		inf__cancel_clear(&r->idle);
	}
	lock_release(&r->lock);
	if (full) {
		inf__event_record_free(e);
		return relist_err_set(err, RELIST_ELIMIT,
				      "event dropped: %d wait to be sent already", QUEUE_MAX);
	}
	inf_cancel(&r->kick);
	return 0;
}

/* Event times differ by at least a nanosecond, even in virtual time. */
static int64_t stamp(struct inf_recorder *r, int64_t wall_ns)
{
	int64_t ns;

	lock_acquire(&r->lock);
	ns = wall_ns > r->stamp_ns ? wall_ns : r->stamp_ns + 1;
	r->stamp_ns = ns;
	lock_release(&r->lock);
	return ns;
}

static char *copy_of(struct inf_str s)
{
	return base__strndup(s.len ? s.ptr : "", s.len);
}

static int record(struct inf_recorder *r, const struct inf_object *about, const char *annotations,
		  const char *type, const char *reason, const char *message, struct relist_err *err)
{
	int64_t wall_ns = r->d->ops->wall_ns(r->d->self);
	char *kind = copy_of(inf_object_kind(about)), *name = copy_of(inf_object_name(about));
	char *ns = copy_of(inf_object_namespace(about)), *uid = copy_of(inf_object_uid(about));
	char *version = copy_of(inf_object_api_version(about));
	AUTO_STRBUF event = STRBUF_INIT;
	struct inf__event_record *e = NULL;
	double unit[4];
	int rc = 0;

	for (size_t i = 0; i < ARRAY_LEN(unit); i++)
		unit[i] = r->d->ops->unit(r->d->self);
	if (name)
		inf__event_record_name(&event, name, stamp(r, wall_ns), unit);
	if (kind && name && ns && uid && version) {
		const char *const text[EVENT_TEXTS] = {
			[EVENT_NAME] = event.ptr,
			[EVENT_NAMESPACE] = *ns ? ns : "default",
			[EVENT_COMPONENT] = r->component,
			[EVENT_HOST] = r->host,
			[EVENT_REF_KIND] = kind,
			[EVENT_REF_NAMESPACE] = ns,
			[EVENT_REF_NAME] = name,
			[EVENT_REF_UID] = uid,
			[EVENT_REF_API_VERSION] = version,
			[EVENT_REF_RESOURCE_VERSION] = inf_object_resource_version(about),
			[EVENT_TYPE] = type,
			[EVENT_REASON] = reason,
			[EVENT_MESSAGE] = message,
			[EVENT_ANNOTATIONS] = annotations,
		};

		e = event.failed ? NULL : inf__event_record_new(text, wall_ns);
		if (!*kind)
			rc = relist_err_set(err, RELIST_EINVAL,
					    "event: the object has no kind to refer to");
	}
	base__free(kind);
	base__free(name);
	base__free(ns);
	base__free(uid);
	base__free(version);
	if (rc) {
		inf__event_record_free(e);
		return rc;
	}
	if (!e)
		return relist_err_set(err, RELIST_ENOMEM, "event: out of memory");
	return push(r, e, err);
}

int inf_recorder_event(struct inf_recorder *r, const struct inf_object *about, const char *type,
		       const char *reason, const char *message, struct relist_err *err)
{
	return inf_recorder_annotated_event(r, about, NULL, type, reason, message, err);
}

int inf_recorder_eventf(struct inf_recorder *r, const struct inf_object *about, const char *type,
			const char *reason, struct relist_err *err, const char *format, ...)
{
	AUTO_STRBUF message = STRBUF_INIT;
	va_list ap;

	va_start(ap, format);
	strbuf_addvf(&message, format, ap);
	va_end(ap);
	if (message.failed)
		return relist_err_set(err, RELIST_ENOMEM, "event: out of memory");
	return inf_recorder_event(r, about, type, reason, message.ptr, err);
}

int inf_recorder_annotated_event(struct inf_recorder *r, const struct inf_object *about,
				 const char *annotations, const char *type, const char *reason,
				 const char *message, struct relist_err *err)
{
	json_t v;

	if (!type || (strcmp(type, "Normal") != 0 && strcmp(type, "Warning") != 0))
		return relist_err_set(err, RELIST_EINVAL,
				      "event: type is \"%s\", want Normal or Warning",
				      type ? type : "");
	if (annotations && (!json_valid(str_of(annotations), &v, NULL) ||
			    json_kind(v) != JSON_OBJECT || !json_string_map(v, false).len))
		return relist_err_set(err, RELIST_EINVAL,
				      "event: annotations are no JSON object of strings");
	return record(r, about, annotations, type, reason, message, err);
}
