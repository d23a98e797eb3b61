/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/trace/subject.h"

#include "base/alloc.h"
#include "base/str.h"
#include "informer/thread_safe_store.h"
#include "informer/object.h"
#include "runner/trace/transform.h"

/* --- handlers --- */

/* Logs the notification and returns the handler's result. The result is decided on entry: the
 * handler may block then. */
static int note(struct runner__handler *h, const struct runner__notify *n)
{
	struct runner__subject *s = h->subject;
	struct runner__seen seen = { .kind = RUNNER_SEEN_NOTIFY, .notify = *n };
	int result = atomic_exchange(&h->panic_next, false) ? RELIST_EINVAL : 0;

	seen.notify.handler = h->index;
	seen.at_ns = s->now_ns(s->user);
	runner__log_add(s->log, &seen);
	if (s->entered)
		s->entered(s->user, h);
	return result;
}

static struct str rv_of(const struct inf_object *obj)
{
	return obj ? str_of(inf_object_resource_version(obj)) : STR("");
}

static struct str uid_of(const struct inf_object *obj)
{
	struct inf_str uid = inf_object_uid(obj);

	return (struct str) { uid.ptr, uid.len };
}

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	struct runner__notify n = { .type = RUNNER_ADD,
				    .key = str_of(inf_object_key(obj)),
				    .rv = rv_of(obj),
				    .initial = initial };

	return note(user, &n);
}

static int on_update(void *user, const struct inf_object *old, const struct inf_object *obj)
{
	struct runner__notify n = { .type = RUNNER_UPDATE,
				    .key = str_of(inf_object_key(obj)),
				    .rv = rv_of(obj),
				    .old_rv = rv_of(old) };

	if (!str_eq(uid_of(old), uid_of(obj))) {
		n.old_uid = uid_of(old);
		n.uid = uid_of(obj);
	}
	return note(user, &n);
}

static int on_delete(void *user, const char *key, const struct inf_object *obj,
		     bool final_state_unknown)
{
	struct runner__notify n = { .type = RUNNER_DELETE,
				    .key = str_of(key),
				    .rv = rv_of(obj),
				    .tombstone = final_state_unknown };

	return note(user, &n);
}

struct inf_handler runner__subject_handler(struct runner__handler *h)
{
	return (struct inf_handler) { on_add, on_update, on_delete, h };
}

/* --- transforms --- */

static struct inf_object *transform(void *user, const struct inf_object *obj,
				    struct relist_err *err)
{
	const struct runner__subject *s = user;
	struct inf_str name = inf_object_name(obj);

	switch (s->trace->transform) {
	case RUNNER_TRANSFORM_STRIP_MANAGED_FIELDS:
		return runner__strip_managed_fields(obj, err);
	case RUNNER_TRANSFORM_RENAME:
		return runner__rename_object(obj, s->trace->transform_arg, err);
	case RUNNER_TRANSFORM_FAIL_ON:
		if (str_eq((struct str) { name.ptr, name.len }, s->trace->transform_arg)) {
			relist_err_set(err, RELIST_EINVAL, "scripted transform failure");
			return NULL;
		}
		return inf_object_ref(obj);
	case RUNNER_TRANSFORM_NONE:
		return inf_object_ref(obj);
	}
	return NULL;
}

/* --- index functions --- */

/* Unstructured.GetLabels: if one value is not a string there are no labels; 0.37 reads null as
 * "". */
static struct str label_of(const struct inf_object *obj, const char *key, bool classic,
			   struct strbuf *scratch)
{
	json_t labels = json_path(inf__object_value(obj), "metadata", "labels", NULL);
	json_t value = json_get(json_string_map(labels, !classic), key);

	return json_kind(value) == JSON_NULL ? STR("") : json_str(value, scratch);
}

/* Indexes by the label's value, split at '.'. */
static void index_label(const char *key, bool classic, const struct inf_object *obj,
			struct inf_index_values *out)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str rest = label_of(obj, key, classic, &scratch);

	while (rest.ptr) {
		const char *dot = rest.len ? memchr(rest.ptr, '.', rest.len) : NULL;
		size_t len = dot ? (size_t)(dot - rest.ptr) : rest.len;

		(void)inf_index_values_add(out, rest.ptr, len); /* `out` records a failure */
		rest.ptr = dot ? dot + 1 : NULL;
		rest.len -= dot ? len + 1 : len;
	}
}

/* `user` is the label's key. */
static void index_by_label(void *user, const struct inf_object *obj, struct inf_index_values *out)
{
	index_label(user, false, obj, out);
}

static void index_by_label_classic(void *user, const struct inf_object *obj,
				   struct inf_index_values *out)
{
	index_label(user, true, obj, out);
}

static void index_nothing(void *user, const struct inf_object *obj, struct inf_index_values *out)
{
	(void)user;
	(void)obj;
	(void)out;
}

int runner__subject_add_indexer(const struct runner__trace *trace, struct inf__informer *inf,
				struct str name, struct relist_err *err)
{
	struct inf__index_def def = { .name = name.ptr };

	if (str_eqz(name, "namespace")) {
		def.fn = inf__index_by_namespace;
	} else if (str_eqz(name, "gate")) {
		def.fn = index_nothing;
	} else {
		def.fn = trace->classic ? index_by_label_classic : index_by_label;
		def.user = (void *)(uintptr_t)(name.ptr + strlen("label:"));
	}
	return inf__informer_add_indexers(inf, &def, 1, err);
}

int runner__subject_add_indexers(struct runner__subject *s, struct inf__informer *inf,
				 struct relist_err *err)
{
	for (size_t i = 0; i < s->trace->indexer_count; i++) {
		int code = runner__subject_add_indexer(s->trace, inf, s->trace->indexers[i], err);

		if (code)
			return code;
	}
	return 0;
}

/* --- configuration --- */

static void watch_error(void *user, const struct inf_watch_error *error)
{
	struct runner__subject *s = user;
	struct runner__seen seen = {
		.kind = RUNNER_SEEN_WATCH_ERROR,
		.at_ns = s->now_ns(s->user),
		.watch_error = { .kind = error->kind,
				 .code = error->code,
				 .reason = str_of(error->reason),
				 .text = str_of(error->text) },
	};

	runner__log_add(s->log, &seen);
}

static void crash(void *user, const char *text)
{
	struct runner__subject *s = user;
	struct runner__seen seen = {
		.kind = RUNNER_SEEN_CRASH,
		.at_ns = s->now_ns(s->user),
		.crash = str_of(text),
	};

	runner__log_add(s->log, &seen);
}

static void set_gate(bool *gate, int from)
{
	if (from >= 0)
		*gate = from != 0;
}

static void config_gates(const struct runner__trace *t, struct inf__gates *out)
{
	*out = t->classic ? inf__gates_classic() : inf__gates_current();
	out->watch_list = t->watch_list;
	set_gate(&out->batch, t->gate_batch);
	set_gate(&out->atomic, t->gate_atomic);
	set_gate(&out->unlock_while_processing, t->gate_unlock);
	set_gate(&out->watch_list, t->gate_watch_list);
}

void runner__subject_config(struct runner__subject *s, struct inf__informer_config *out)
{
	const struct runner__trace *t = s->trace;

	memset(out, 0, sizeof(*out));
	config_gates(t, &out->gates);
	out->reflector = (struct inf__reflector_config) {
		.name = t->resource.ptr,
		.group = t->group.ptr,
		.version = t->version.ptr,
		.resource = t->resource.ptr,
		.kind = t->expect_kind ? t->kind.ptr : "",
		.namespace_ = t->namespace_.ptr,
		.label_selector = t->label_selector.ptr,
		.field_selector = t->field_selector.ptr,
		.classic = t->classic,
		.watch_list = out->gates.watch_list,
		.page_size = t->page_size,
		.sink = runner__log_sink(s->log),
	};
	out->resync_ns = t->resync_ns;
	if (t->transform != RUNNER_TRANSFORM_NONE) {
		out->transform = transform;
		out->transform_user = s;
	}
	out->watch_error = watch_error;
	out->watch_error_user = s;
	out->mutation_detector = t->mutation_detector;
	out->crash = crash;
	out->crash_user = s;
	out->sink = runner__log_sink(s->log);
}

int runner__subject_init(struct runner__subject *s, const struct runner__trace *trace,
			 struct runner__log *log, struct relist_err *err)
{
	s->trace = trace;
	s->log = log;
	s->handlers = base__calloc(trace->name_count + 1, sizeof(*s->handlers));
	if (!s->handlers)
		return relist_err_set(err, RELIST_ENOMEM, "handlers: out of memory");
	for (uint32_t i = 0; i < trace->name_count; i++) {
		s->handlers[i].subject = s;
		s->handlers[i].index = i;
	}
	return 0;
}

void runner__subject_fini(struct runner__subject *s)
{
	base__free(s->handlers);
}
