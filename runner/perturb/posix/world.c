/* SPDX-License-Identifier: Apache-2.0 */
/* world.c - the life of the world: server, folder, program, and the story's steps. */
#define _GNU_SOURCE
#include "runner/perturb/posix/world.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/json_scan.h"
#include "fakeapi/control/control.h"
#include "fakeapi/control/loading.h"
#include "fakeapi/control/model.h"
#include "fakeapi/posix/kubeconfig.h"
#include "fakeapi/posix/manifests.h"
#include "runner/perturb/posix/definitions.h"

enum {
	FIRST_RV = 7000000,
	QUIET_MS = 1500, /* default until the program's pauses are known */
	RETRY_MS = 2500, /* wait for the repetition of a failed request */
};

/* --- the story's steps --- */

static void add_path(const struct scn__key *key, bool whole, struct strbuf *out)
{
	const struct scn__type *t = key->type;

	if (t->group.len)
		strbuf_addf(out, "/apis/" STR_FMT "/" STR_FMT, STR_ARG(t->group),
			    STR_ARG(t->version));
	else
		strbuf_addf(out, "/api/" STR_FMT, STR_ARG(t->version));
	if (key->ns.len)
		strbuf_addf(out, "/namespaces/" STR_FMT, STR_ARG(key->ns));
	strbuf_addf(out, "/" STR_FMT, STR_ARG(t->resource));
	if (whole)
		strbuf_addf(out, "/" STR_FMT, STR_ARG(key->name));
}

/* Appends the body with kind, apiVersion and metadata. */
static void add_body(const struct scn__object *o, struct strbuf *out)
{
	AUTO_STRBUF text = STRBUF_INIT;
	const struct scn__type *t = o->key.type;
	struct json_iter it;
	json_t key, value, v, metadata = { NULL, 0 };

	strbuf_addz(out, "{\"apiVersion\":\"");
	if (t->group.len)
		strbuf_addf(out, STR_FMT "/", STR_ARG(t->group));
	strbuf_addf(out, STR_FMT "\",\"kind\":\"" STR_FMT "\"", STR_ARG(t->version),
		    STR_ARG(t->kind));
	if (o->body)
		scn__node_json(o->body, NULL, NULL, &text);
	if (text.len && json_valid(strbuf_str(&text), &v, NULL)) {
		metadata = json_get(v, "metadata");
		for (json_iter_init(&it, v); json_iter_member(&it, &key, &value);)
			if (!json_str_eq(key, STR("metadata")) &&
			    !json_str_eq(key, STR("apiVersion")) && !json_str_eq(key, STR("kind")))
				strbuf_addf(out, "," STR_FMT ":" STR_FMT, STR_ARG(key),
					    STR_ARG(value));
	}
	strbuf_addf(out, ",\"metadata\":{\"name\":\"" STR_FMT "\"", STR_ARG(o->key.name));
	if (o->key.ns.len)
		strbuf_addf(out, ",\"namespace\":\"" STR_FMT "\"", STR_ARG(o->key.ns));
	for (json_iter_init(&it, metadata); json_iter_member(&it, &key, &value);)
		if (!json_str_eq(key, STR("name")) && !json_str_eq(key, STR("namespace")))
			strbuf_addf(out, "," STR_FMT ":" STR_FMT, STR_ARG(key), STR_ARG(value));
	strbuf_addz(out, "}}");
}

static int refused(const struct scn__step *s, const struct scn__key *key, int status,
		   const struct strbuf *answer, struct relist_err *err)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str why = STR("");
	json_t v;

	if (json_valid(strbuf_str(answer), &v, NULL))
		why = json_str(json_get(v, "message"), &scratch);
	relist_err_set(err, RELIST_EINVAL, "line %u: " STR_FMT "/" STR_FMT ": status %d: " STR_FMT,
		       s->pos.line, STR_ARG(key->type->name), STR_ARG(key->text), status,
		       STR_ARG(why));
	return RELIST_EINVAL;
}

static int send_step_request(struct perturb__world *w, const struct scn__step *s,
			     const struct scn__key *key, const char *method, const char *path,
			     const char *type, struct str body, struct relist_err *err)
{
	AUTO_STRBUF answer = STRBUF_INIT;
	int status;

	perturb__gate_close(w);
	status = perturb__request(w, PERTURB_STORY, method, path, type, body, &answer);
	perturb__gate_open(w);
	if (status < 0)
		return relist_err_set(err, status, "line %u: no answer", s->pos.line);
	/* the deletion of an object to create may not be finished: the story tries again */
	if (w->unreachable) {
		(void)refused(s, key, status, &answer, err);
		return 0;
	}
	if (status == 409 && s->kind == SCN_CREATE) {
		w->exists = true;
		(void)refused(s, key, status, &answer, err);
		return 0;
	}
	/* after a disturbance an object to delete may be missing; the story continues and the end
	 * shows the effect */
	if ((status == 404 || status == 409) && w->disturbed)
		return 0;
	return status >= 400 ? refused(s, key, status, &answer, err) : 0;
}

static int create(struct perturb__world *w, const struct scn__step *s, const struct scn__object *o,
		  struct relist_err *err)
{
	AUTO_STRBUF path = STRBUF_INIT;
	AUTO_STRBUF body = STRBUF_INIT;

	add_path(&o->key, false, &path);
	add_body(o, &body);
	return send_step_request(w, s, &o->key, "POST", path.ptr, "application/json",
				 strbuf_str(&body), err);
}

static int update(struct perturb__world *w, const struct scn__step *s, const struct scn__object *o,
		  struct relist_err *err)
{
	AUTO_STRBUF path = STRBUF_INIT;
	AUTO_STRBUF body = STRBUF_INIT;

	add_path(&o->key, true, &path);
	if (s->write.subresource.len)
		strbuf_addf(&path, "/" STR_FMT, STR_ARG(s->write.subresource));
	if (o->body)
		scn__node_json(o->body, NULL, NULL, &body);
	else
		strbuf_addz(&body, "{}");
	return send_step_request(w, s, &o->key, "PATCH", path.ptr, "application/merge-patch+json",
				 strbuf_str(&body), err);
}

static int delete (struct perturb__world *w, const struct scn__step *s, const struct scn__key *key,
		   struct relist_err *err)
{
	AUTO_STRBUF path = STRBUF_INIT;

	add_path(key, true, &path);
	return send_step_request(w, s, key, "DELETE", path.ptr, "application/json", STR(""), err);
}

/* The number of objects that the step writes. Others wait or expect. */
static size_t count_of(const struct scn__step *s)
{
	if (s->kind == SCN_CREATE || s->kind == SCN_UPDATE)
		return s->write.count;
	return s->kind == SCN_DELETE ? s->delete_.count : 0;
}

static int write_one(struct perturb__world *w, const struct scn__step *s, size_t i,
		     struct relist_err *err)
{
	if (s->kind == SCN_CREATE)
		return create(w, s, &s->write.objects[i], err);
	if (s->kind == SCN_UPDATE)
		return update(w, s, &s->write.objects[i], err);
	return delete (w, s, &s->delete_.keys[i], err);
}

int perturb__world_step(struct perturb__world *w, const struct scn__step *s, size_t *at,
			struct relist_err *err)
{
	w->exists = w->unreachable = false;
	for (; *at < count_of(s); ++*at) {
		int code = write_one(w, s, *at, err);

		if (code || w->exists || w->unreachable)
			return code;
	}
	return 0;
}

/* --- life --- */

static void remove_folder(struct perturb__world *w)
{
	AUTO_STRBUF path = STRBUF_INIT;

	if (!w->folder[0])
		return;
	for (uint32_t i = 0; i < PERTURB_INSTANCES; i++) {
		strbuf_clear(&path);
		strbuf_addf(&path, "%s/kubeconfig-%u", w->folder, i);
		(void)unlink(path.ptr);
	}
	(void)rmdir(w->folder);
}

void perturb__world_free(struct perturb__world *w)
{
	if (!w)
		return;
	if (w->alive) {
		w->process.crashed = true;
		runner__process_finish(&w->process);
	}
	if (w->leases.old_alive) {
		w->leases.old.crashed = true;
		runner__process_finish(&w->leases.old);
	}
	fakeapi__http_stop(w->http);
	fakeapi__webhook_client_stop(w->webhooks.client);
	fakeapi__core_free(w->core);
	fakeapi__webhook_client_free(w->webhooks.client);
	perturb__webhooks_remove(w);
	fakeapi__tls_fini(&w->tls);
	remove_folder(w);
	(void)guard_finish(&w->janitor);
	for (int i = 0; i < 2; i++)
		if (w->wake[i] >= 0)
			(void)close(w->wake[i]);
	lock_fini(&w->gate);
	map_fini(&w->changed);
	base__free(w);
}

static int write_kubeconfig(struct perturb__world *w, struct relist_err *err)
{
	int code;

	(void)snprintf(w->folder, sizeof(w->folder), "/tmp/relist-XXXXXX");
	if (!mkdtemp(w->folder)) {
		code = relist_err_set(err, RELIST_EIO, "%s: %s", w->folder, strerror(errno));
		w->folder[0] = '\0';
		return code;
	}
	code = guard_start(&w->janitor,
			   &(struct guard_options) { .out = -1, .err = -1, .remove = w->folder });
	if (code)
		return relist_err_set(err, RELIST_EIO, "fork: %s", strerror(code));
	for (uint32_t i = 0; !code && i < PERTURB_INSTANCES; i++) {
		const char *url = fakeapi__http_url(w->http, i);
		struct fakeapi__kubeconfig k = { .urls = &url,
						 .url_count = 1,
						 .ca_pem = w->tls.ca_pem,
						 .token = w->setup->tls ? "relist-perturb" : NULL };
		AUTO_STRBUF path = STRBUF_INIT;

		strbuf_addf(&path, "%s/kubeconfig-%u", w->folder, i);
		code = path.failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory")
				   : fakeapi__kubeconfig_create(path.ptr, &k, err);
	}
	return code;
}

static int load_one(void *user, struct str doc, const char *where, struct relist_err *err)
{
	AUTO_STRBUF converted = STRBUF_INIT;
	int code = perturb__definition_v1(doc, &converted);

	if (code == RELIST_ENOMEM)
		return relist_err_set(err, code, "out of memory");
	return fakeapi__loading_add(user, code ? doc : strbuf_str(&converted), where, err);
}

static int load_manifests(struct perturb__world *w, struct relist_err *err)
{
	struct fakeapi__loading loading;
	int code = 0;

	w->actor = PERTURB_STORY;
	fakeapi__loading_init(&loading, w->core, clock_monotonic_ns());
	for (size_t i = 0; !code && i < w->setup->manifest_count; i++)
		code = fakeapi__manifests_path(w->setup->manifests[i], load_one, &loading, err);
	code = fakeapi__loading_end(&loading, code, err);
	w->actor = PERTURB_SERVER;
	return code;
}

static int serve_types(struct perturb__world *w, struct relist_err *err)
{
	const struct scn__world *def = &w->setup->cell->world;
	int code = 0;

	for (size_t i = 0; !code && i < def->type_count; i++) {
		const struct scn__type *t = &def->types[i];
		struct fakeapi__model_type type = { t->group, t->version,    t->resource,
						    t->kind,  t->namespaced, t->status };

		code = fakeapi__model_serve(w->core, &type, err);
	}
	return code;
}

static int64_t wall_offset_ns(void)
{
	struct timespec wall;

	(void)clock_gettime(CLOCK_REALTIME, &wall);
	return (int64_t)wall.tv_sec * NS_PER_S + wall.tv_nsec - clock_monotonic_ns();
}

static int open_world(struct perturb__world *w, uint64_t seed, struct relist_err *err)
{
	struct fakeapi__options core = { .seed = seed,
					 /* versions differ between lives, like uids */
					 .first_rv = FIRST_RV + seed % 1000 * 1000,
					 .start_ns = clock_monotonic_ns(),
					 .wall_offset_ns = wall_offset_ns(),
					 .backend_count = 2,
					 .garbage_collection = true,
					 .namespace_deletion = true,
					 .default_service_accounts = true,
					 .any_namespace = true,
					 .no_control = true,
					 .on_write = perturb__on_write,
					 .on_write_user = w };
	struct fakeapi__http_options http = { .backend_count = PERTURB_INSTANCES, .gzip = true };
	int code;

	if (pipe2(w->wake, O_CLOEXEC | O_NONBLOCK) != 0)
		return relist_err_set(err, RELIST_EIO, "pipe: %s", strerror(errno));
	code = perturb__webhooks_init(w, &core, err);
	if (code)
		return code;
	w->core = fakeapi__core_new(&core, err);
	if (!w->core)
		return RELIST_ENOMEM;
	fakeapi__webhook_client_serve(w->webhooks.client, w->core);
	code = load_manifests(w, err);
	if (!code)
		code = serve_types(w, err);
	if (code)
		return code;
	w->life->rv_first = fakeapi__core_rv(w->core);
	if (w->setup->tls) {
		code = fakeapi__tls_make(&w->tls, NULL, time(NULL), err);
		http.tls_cert_pem = w->tls.cert_pem;
		http.tls_key_pem = w->tls.key_pem;
	}
	if (code)
		return code;
	perturb__gate_init(w);
	w->http = fakeapi__http_start(&w->server, &http, err);
	code = w->http ? write_kubeconfig(w, err) : RELIST_EIO;
	return code ? code : perturb__webhooks_serve(w, err);
}

struct perturb__world *perturb__world_new(const struct perturb__setup *setup,
					  const struct perturb__plan *plan,
					  const struct perturb__noise *noise,
					  struct perturb__life *life, struct relist_err *err)
{
	static atomic_uint_least64_t lives;
	struct perturb__world *w = base__calloc(1, sizeof(*w));
	uint64_t seed = atomic_fetch_add(&lives, 1) + 1;

	if (!w) {
		relist_err_set(err, RELIST_ENOMEM, "out of memory");
		return NULL;
	}
	w->setup = setup;
	w->plan = plan;
	w->noise = noise;
	w->life = life;
	map_init(&w->changed, MAP_BORROW_KEYS);
	w->wake[0] = w->wake[1] = -1;
	for (uint32_t i = 0; i < PERTURB_INSTANCES; i++)
		w->webhooks.ports[i].fd = -1;
	w->janitor.orders = -1;
	w->quiet_ns = QUIET_MS * NS_PER_MS;
	w->retry_ns = RETRY_MS * NS_PER_MS;
	lock_init(&w->gate, LOCK_RUNNER);
	if (open_world(w, seed, err) == 0)
		return w;
	perturb__world_free(w);
	return NULL;
}
