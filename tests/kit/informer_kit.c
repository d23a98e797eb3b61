/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/informer_kit.h"

#include "informer/store_index.h"

struct inf_object *kit_object_labelled(const char *key, const char *rv, const char *app)
{
	AUTO_STRBUF json = STRBUF_INIT;
	const char *slash = strchr(key, '/');

	strbuf_addz(&json, "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{");
	if (slash)
		strbuf_addf(&json, "\"namespace\":\"%.*s\",", (int)(slash - key), key);
	if (app)
		strbuf_addf(&json, "\"labels\":{\"app\":\"%s\"},", app);
	strbuf_addf(&json, "\"name\":\"%s\"", slash ? slash + 1 : key);
	if (rv)
		strbuf_addf(&json, ",\"resourceVersion\":\"%s\"", rv);
	strbuf_addz(&json, "},\"spec\":{\"node\":\"n\"}}");
	if (json.failed)
		return NULL;
	return inf__object_new(strbuf_str(&json), STR(""), STR(""), NULL);
}

struct inf_object *kit_object(const char *key, const char *rv)
{
	return kit_object_labelled(key, rv, NULL);
}

void kit_index_by_app(void *user, const struct inf_object *obj, struct inf_index_values *out)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str value;

	(void)user;
	value = json_str(json_path(inf__object_value(obj), "metadata", "labels", "app", NULL),
			 &scratch);
	while (value.ptr) {
		const char *dot = memchr(value.ptr, '.', value.len);
		size_t len = dot ? (size_t)(dot - value.ptr) : value.len;

		(void)inf_index_values_add(out, value.ptr, len);
		if (!dot)
			break;
		value = (struct str) { dot + 1, value.len - len - 1 };
	}
}

/* ---- handlers ---- */

static int finish(struct kit_handler *h)
{
	strbuf_addc(&h->kit->log, '\n');
	if (h->fail_next == 0)
		return 0;
	h->fail_next--;
	return -1;
}

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	struct kit_handler *h = user;

	strbuf_addf(&h->kit->log, "%s ADD %s %s%s", h->name, inf_object_key(obj),
		    inf_object_resource_version(obj), initial ? " initial" : "");
	return finish(h);
}

static int on_update(void *user, const struct inf_object *old, const struct inf_object *obj)
{
	struct kit_handler *h = user;

	strbuf_addf(&h->kit->log, "%s UPDATE %s %s>%s", h->name, inf_object_key(obj),
		    inf_object_resource_version(old), inf_object_resource_version(obj));
	return finish(h);
}

static int on_delete(void *user, const char *key, const struct inf_object *obj, bool unknown)
{
	struct kit_handler *h = user;

	strbuf_addf(&h->kit->log, "%s DELETE %s %s%s", h->name, key,
		    obj ? inf_object_resource_version(obj) : "-", unknown ? " tombstone" : "");
	return finish(h);
}

static void on_crash(void *user, const char *text)
{
	struct kit *k = user;

	k->crashes++;
	strbuf_addf(&k->log, "CRASH %s\n", text);
}

/* ---- the informer ---- */

bool kit_init(struct kit *k, const struct kit_options *options)
{
	struct inf__informer_config config = {
		.reflector = { .name = "pods",
			       .group = "",
			       .version = "v1",
			       .resource = "pods",
			       .kind = "",
			       .namespace_ = "",
			       .label_selector = "",
			       .field_selector = "",
			       .choice = &k->choice },
		.gates = options->gates,
		.resync_ns = options->resync_ns,
		.transform = options->transform,
		.transform_user = options->transform_user,
		.mutation_detector = options->mutation_detector,
		.one_at_a_time = options->one_at_a_time,
		.without = options->without,
		.crash = on_crash,
		.crash_user = k,
		.sink = options->sink,
	};

	*k = (struct kit) { 0 };
	strbuf_init(&k->log);
	choice_init_seed(&k->choice, 1, false);
	k->inf = inf__informer_new(&config, NULL);
	if (!k->inf)
		return false;
	k->q = inf__informer_queue(k->inf);
	return true;
}

void kit_fini(struct kit *k)
{
	inf__informer_free(k->inf);
	choice_fini(&k->choice);
	strbuf_fini(&k->log);
	assert_int_equal(inf__object_count(), 0);
}

struct kit_handler *kit_handler(struct kit *k, char name)
{
	size_t i = (size_t)(name - 'a');

	ASSERT(i < KIT_HANDLERS);
	return &k->handlers[i];
}

int kit_add(struct kit *k, char name, int64_t resync_ns)
{
	struct kit_handler *h = kit_handler(k, name);
	struct inf_handler handler = { on_add, on_update, on_delete, h };

	*h = (struct kit_handler) { .kit = k, .name = { name } };
	return inf__informer_add_handler(k->inf, k->now_ns, h->name, &handler, resync_ns, &h->reg,
					 NULL);
}

void kit_remove(struct kit *k, char name)
{
	(void)inf__informer_remove_handler(k->inf, kit_handler(k, name)->reg);
}

bool kit_synced(struct kit *k, char name)
{
	return inf__informer_handler_synced(k->inf, kit_handler(k, name)->reg);
}

/* A refusal says why. */
static int put(struct inf__queue *q, enum inf__delta_type type, const struct inf_object *obj)
{
	struct relist_err err = { 0 };
	int rc = q->ops->put(q, type, obj, &err);

	assert_true(rc == 0 || err.msg[0]);
	return rc;
}

int kit_put(struct kit *k, enum inf__delta_type type, const char *key, const char *rv)
{
	AUTO_OBJECT obj = kit_object(key, rv);

	return obj ? put(k->q, type, obj) : RELIST_ENOMEM;
}

static int replace(struct inf__queue *q, const char *items, const char *rv)
{
	struct inf_object_list list;
	int rc = 0;
	struct relist_err err = { 0 };
	char key[64], item_rv[32];
	int used;

	inf__object_list_init(&list);
	while (rc == 0 && sscanf(items, " %63[^=]=%31s%n", key, item_rv, &used) == 2) {
		struct inf_object *obj = kit_object(key, item_rv);

		items += used;
		if (!obj || inf__object_list_push(&list, obj) != 0) {
			inf_object_unref(obj);
			rc = RELIST_ENOMEM;
		}
	}
	if (rc == 0) {
		rc = q->ops->replace(q, (const struct inf_object *const *)list.items, list.len, rv,
				     &err);
		assert_true(rc == 0 || err.msg[0]);
	}
	inf_object_list_fini(&list);
	return rc;
}

int kit_replace(struct kit *k, const char *items, const char *rv)
{
	return replace(k->q, items, rv);
}

void kit_process(struct kit *k)
{
	while (inf__informer_process_ready(k->inf, k->now_ns))
		(void)inf__informer_process_step(k->inf, k->now_ns);
}

static bool is_blocked(struct kit *k, struct inf__processor_listener *l)
{
	for (size_t i = 0; i < KIT_HANDLERS; i++) {
		if (k->handlers[i].blocked &&
		    inf__informer_listener(k->inf, k->handlers[i].reg) == l)
			return true;
	}
	return false;
}

void kit_deliver(struct kit *k)
{
	for (size_t i = 0; i < inf__informer_listener_count(k->inf); i++) {
		struct inf__processor_listener *l = inf__informer_listener_at(k->inf, i);
		struct inf__call call;

		while (!is_blocked(k, l) && inf__processor_listener_begin(l, k->now_ns, &call))
			inf__processor_listener_end(l, k->now_ns,
						    inf__processor_listener_invoke(l, &call));
	}
}

void kit_run(struct kit *k)
{
	do {
		kit_process(k);
		kit_deliver(k);
	} while (inf__informer_process_ready(k->inf, k->now_ns));
}

void kit_expect_at(struct kit *k, const char *text, const char *file, int line)
{
	_assert_string_equal(k->log.ptr, text, file, line);
	strbuf_clear(&k->log);
}

void kit_expect_cache_at(struct kit *k, const char *text, const char *file, int line)
{
	struct inf_object_list objs;
	AUTO_STRBUF out = STRBUF_INIT;

	inf__object_list_init(&objs);
	assert_int_equal(inf__indexer_list(inf__informer_indexer(k->inf), &objs), 0);
	for (size_t i = 0; i < objs.len; i++)
		strbuf_addf(&out, "%s=%s ", inf_object_key(objs.items[i]),
			    inf_object_resource_version(objs.items[i]));
	inf_object_list_fini(&objs);
	_assert_string_equal(out.ptr, text, file, line);
}

/* ---- a queue alone ---- */

int kit_fifo_put(struct inf__fifo *f, enum inf__delta_type type, const char *key, const char *rv)
{
	AUTO_OBJECT obj = kit_object(key, rv);

	return obj ? put(&f->queue, type, obj) : RELIST_ENOMEM;
}

int kit_fifo_replace(struct inf__fifo *f, const char *items, const char *rv)
{
	return replace(&f->queue, items, rv);
}

static void write_delta(struct strbuf *out, const struct inf__delta *d)
{
	strbuf_addz(out, inf__delta_type_name((enum inf__delta_type)d->type));
	if (d->type == INF_DELTA_REPLACED_ALL) {
		strbuf_addf(out, " %s [", d->u.all->resource_version);
		for (size_t i = 0; i < d->u.all->objs.len; i++)
			strbuf_addf(out, "%s%s=%s", i ? " " : "",
				    inf_object_key(d->u.all->objs.items[i]),
				    inf_object_resource_version(d->u.all->objs.items[i]));
		strbuf_addc(out, ']');
	} else if (d->type == INF_DELTA_BOOKMARK) {
		strbuf_addf(out, " %s", d->u.resource_version);
	} else if (d->type != INF_DELTA_SYNC_ALL) {
		strbuf_addf(out, " %s=%s", inf__delta_key(d),
			    d->obj ? inf_object_resource_version(d->obj) : "-");
		if (d->tombstone)
			strbuf_addz(out, " tombstone");
	}
}

void kit_expect_pop_at(struct inf__fifo *f, const char *text, const char *file, int line)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct inf__popped popped;
	int rc = f->ops->begin(f, SIZE_MAX, &popped);

	if (rc == 0) {
		strbuf_addz(&out, popped.initial ? "initial: " : "");
		for (size_t i = 0; i < popped.count; i++) {
			strbuf_addz(&out, i ? ", " : "");
			write_delta(&out, &popped.items[i]);
		}
		f->ops->end(f, popped.count);
	} else {
		strbuf_addz(&out, rc == RELIST_ENOTFOUND ? "empty"
				  : rc == RELIST_ECLOSED ? "closed"
							 : "out of memory");
	}
	_assert_string_equal(out.ptr, text, file, line);
}

struct inf_object *kit_transform_fail_on(void *user, const struct inf_object *obj,
					 struct relist_err *err)
{
	struct inf_str name = inf_object_name(obj);

	if (str_eqz((struct str) { name.ptr, name.len }, user)) {
		(void)relist_err_set(err, RELIST_EINVAL, "no");
		return NULL;
	}
	return inf_object_ref(obj);
}

struct inf_object *kit_transform_rename(void *user, const struct inf_object *obj,
					struct relist_err *err)
{
	char key[128];
	struct inf_object *out;

	(void)snprintf(key, sizeof(key), "%s%s", inf_object_key(obj), (const char *)user);
	out = kit_object(key, inf_object_resource_version(obj));
	if (!out)
		(void)relist_err_set(err, RELIST_ENOMEM, "out of memory");
	return out;
}
