/* SPDX-License-Identifier: Apache-2.0 */
/* fakeapi.c - the public API: a core, in front of it the state file's gate and the tap, and HTTP.
 */
#include "relist/fakeapi.h"

#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/json_scan.h"
#include "base/posix/clock.h"
#include "base/str.h"
#include "fakeapi/control.h"
#include "fakeapi/core.h"
#include "fakeapi/http/server.h"
#include "fakeapi/http/tls.h"
#include "fakeapi/posix/fakeapi.h"
#include "fakeapi/posix/kubeconfig.h"
#include "fakeapi/posix/manifests.h"
#include "fakeapi/posix/state.h"
#include "fakeapi/posix/tap.h"

enum { WATCH_WINDOW = 65536 };

struct fakeapi {
	struct fakeapi__core *core;
	struct fakeapi__state *state;	/* NULL: memory only */
	struct fakeapi__server *server; /* the core, or the state's gate before it */
	struct fakeapi__tap tap;
	struct fakeapi__http *http;
	struct fakeapi__tls tls;
	char *token_csv, *token;
	char *authorization; /* header value, or NULL */
	struct strbuf kubeconfig;
	uint32_t backend_count;
	size_t torn_bytes;
};

/* --- start and stop --- */

static int restore_write(void *user, const struct fakeapi__write *w, struct relist_err *err)
{
	return fakeapi__core_restore(user, w, err);
}

static int start_core(struct fakeapi *api, const struct fakeapi_options *opt,
		      struct relist_err *err)
{
	struct timespec wall;
	struct fakeapi__options core = {
		.seed = opt->seed,
		.start_ns = clock_monotonic_ns(),
		.watch_window = opt->watch_window ? opt->watch_window : WATCH_WINDOW,
		.backend_count = api->backend_count,
		.garbage_collection = opt->garbage_collection,
		.namespace_deletion = opt->namespace_deletion,
		.default_service_accounts = opt->service_accounts,
		.no_control = opt->no_control,
		.empty = api->state && !fakeapi__state_is_new(api->state),
		.token_csv = str_of(api->token_csv ? api->token_csv : ""),
	};
	int code = 0;

	(void)clock_gettime(CLOCK_REALTIME, &wall);
	core.wall_offset_ns = (int64_t)wall.tv_sec * NS_PER_S + wall.tv_nsec - clock_monotonic_ns();
	/* Not a repeatable run: no two servers, and no two lives of one, may share uids. */
	if (!core.seed || core.empty)
		core.seed ^=
		    (uint64_t)wall.tv_sec << 30 ^ (uint64_t)wall.tv_nsec ^ (uint64_t)getpid() << 48;
	if (api->state) {
		core.on_write = fakeapi__state_append;
		core.on_write_user = api->state;
	}
	api->core = fakeapi__core_new(&core, err);
	if (!api->core)
		return RELIST_ENOMEM;
	api->server = fakeapi__core_server(api->core);
	if (!api->state)
		return 0;
	code = fakeapi__state_restore(api->state, restore_write, api->core, &api->torn_bytes, err);
	if (!code)
		code = fakeapi__state_start(api->state, fakeapi__core_each, api->core, err);
	api->server = fakeapi__state_gate(api->state, api->server);
	return code;
}

static bool accepts(void *user, uint32_t backend)
{
	return fakeapi__core_accepts(((struct fakeapi *)user)->core, backend);
}

static int start_http(struct fakeapi *api, const struct fakeapi_options *opt,
		      struct relist_err *err)
{
	struct fakeapi__http_options http = {
		.bind_host = opt->bind_host,
		.backend_count = api->backend_count,
		.gzip = true,
		.accepts = accepts,
		.accepts_user = api,
	};
	int code;

	for (uint32_t i = 0; i < api->backend_count; i++)
		http.ports[i] = opt->port ? (uint16_t)(opt->port + i) : 0;
	if (opt->tls) {
		code = fakeapi__tls_make(&api->tls, opt->bind_host, time(NULL), err);
		if (code)
			return code;
		http.tls_cert_pem = api->tls.cert_pem;
		http.tls_key_pem = api->tls.key_pem;
	}
	api->http = fakeapi__http_start(&api->tap.server, &http, err);
	return api->http ? 0 : RELIST_EIO;
}

static int read_tokens(struct fakeapi *api, const char *path, struct relist_err *err)
{
	struct strbuf value = STRBUF_INIT;
	size_t len;

	api->token_csv = fakeapi__file_read(path, &len, err);
	if (!api->token_csv)
		return RELIST_EIO;
	api->token = fakeapi__kubeconfig_token((struct str) { api->token_csv, len });
	if (!api->token)
		return 0;
	strbuf_addf(&value, "Bearer %s", api->token);
	api->authorization = strbuf_steal(&value);
	return api->authorization ? 0 : relist_err_set(err, RELIST_ENOMEM, "out of memory");
}

static int make_kubeconfig(struct fakeapi *api, struct relist_err *err)
{
	const char *urls[FAKEAPI_HTTP_BACKENDS_MAX];
	struct fakeapi__kubeconfig k = {
		.urls = urls,
		.url_count = api->backend_count,
		.ca_pem = api->tls.ca_pem,
		/* kubectl asks for a password when HTTPS comes without a credential. */
		.token = api->token	   ? api->token
			 : api->tls.ca_pem ? "relist"
					   : NULL,
	};

	for (uint32_t i = 0; i < api->backend_count; i++)
		urls[i] = fakeapi__http_url(api->http, i);
	fakeapi__kubeconfig_write(&api->kubeconfig, &k);
	return api->kubeconfig.failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory") : 0;
}

struct fakeapi *fakeapi_start(const struct fakeapi_options *given, struct relist_err *err)
{
	struct fakeapi_options opt = given ? *given : (struct fakeapi_options) { 0 };
	struct fakeapi *api = base__calloc(1, sizeof(*api));
	int code = 0;

	if (!api) {
		relist_err_set(err, RELIST_ENOMEM, "fake apiserver: out of memory");
		return NULL;
	}
	base__alloc_init_cjson();
	strbuf_init(&api->kubeconfig);
	api->backend_count = opt.backend_count ? opt.backend_count : 1;
	fakeapi__tap_init(&api->tap, NULL);
	api->tap.log = opt.log;
	api->tap.log_user = opt.log_user;
	if (api->backend_count > FAKEAPI_HTTP_BACKENDS_MAX)
		code = relist_err_set(err, RELIST_EINVAL, "%u backends, at most %d",
				      api->backend_count, FAKEAPI_HTTP_BACKENDS_MAX);
	if (!code && opt.token_auth_file)
		code = read_tokens(api, opt.token_auth_file, err);
	if (!code && opt.state_file) {
		api->state = fakeapi__state_open(opt.state_file, NULL, err);
		code = api->state ? 0 : RELIST_EIO;
	}
	if (!code)
		code = start_core(api, &opt, err);
	api->tap.inner = api->server;
	if (!code)
		code = start_http(api, &opt, err);
	if (!code)
		code = make_kubeconfig(api, err);
	if (code) {
		fakeapi_stop(api);
		return NULL;
	}
	return api;
}

void fakeapi_stop(struct fakeapi *api)
{
	if (!api)
		return;
	fakeapi__http_stop(api->http);
	fakeapi__core_free(api->core);
	fakeapi__state_close(api->state);
	fakeapi__tap_fini(&api->tap);
	fakeapi__tls_fini(&api->tls);
	strbuf_fini(&api->kubeconfig);
	base__free(api->token_csv);
	base__free(api->token);
	base__free(api->authorization);
	base__free(api);
}

/* --- where it is --- */

const char *fakeapi_url(const struct fakeapi *api)
{
	return fakeapi__http_url(api->http, 0);
}

const char *fakeapi_backend_url(const struct fakeapi *api, uint32_t backend)
{
	return backend < api->backend_count ? fakeapi__http_url(api->http, backend) : NULL;
}

const char *fakeapi_kubeconfig(const struct fakeapi *api)
{
	return api->kubeconfig.ptr;
}

int fakeapi_write_kubeconfig(const struct fakeapi *api, const char *path, struct relist_err *err)
{
	return fakeapi__kubeconfig_save(path, strbuf_str(&api->kubeconfig), err);
}

const char *fakeapi_ca_pem(const struct fakeapi *api)
{
	return api->tls.ca_pem;
}

size_t fakeapi__torn_bytes(const struct fakeapi *api)
{
	return api->torn_bytes;
}

/* --- objects --- */

/* A document that failed, perhaps because what it needs comes later: a definition, a namespace. */
struct deferred {
	struct deferred *next;
	char *where;
	struct str doc;
	char bytes[];
};

struct loading {
	struct fakeapi *api;
	struct deferred *first, **end;
};

static int put_doc(struct fakeapi *api, struct str doc, const char *where, struct relist_err *err)
{
	struct relist_err why = { 0 };
	int code = fakeapi__core_load(api->core, clock_monotonic_ns(), doc, &why);

	if (code && err) {
		*err = why;
		if (*where)
			(void)relist_err_set(err, code, "%s: %.*s", where, 160, why.msg);
	}
	return code;
}

/* kubectl would ask for it; a test rarely wants to. */
static int make_namespace(struct fakeapi *api, struct str doc)
{
	json_t name = json_path(doc, "metadata", "namespace", NULL);
	struct strbuf ns = STRBUF_INIT;
	int code = RELIST_ENOTFOUND;

	if (json_kind(name) == JSON_STRING) {
		strbuf_addf(&ns,
			    "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{"
			    "\"name\":" STR_FMT "}}",
			    STR_ARG(name));
		if (!ns.failed)
			code = put_doc(api, strbuf_str(&ns), "", NULL);
	}
	strbuf_fini(&ns);
	return code;
}

static int load_now(struct fakeapi *api, struct str doc, const char *where, struct relist_err *err)
{
	struct relist_err why = { 0 };
	int code = put_doc(api, doc, where, &why);

	if (code == RELIST_ESTATUS && why.http_status == 404 && make_namespace(api, doc) == 0)
		code = put_doc(api, doc, where, &why);
	if (code && err)
		*err = why;
	return code;
}

static int load_one(void *user, struct str doc, const char *where, struct relist_err *err)
{
	struct loading *l = user;
	struct deferred *d;
	int code = load_now(l->api, doc, where, err);

	if (code != RELIST_ESTATUS)
		return code;
	d = base__malloc(sizeof(*d) + doc.len + strlen(where) + 1);
	if (!d)
		return code;
	d->next = NULL;
	d->doc = (struct str) { d->bytes, doc.len };
	memcpy(d->bytes, doc.ptr, doc.len);
	d->where = strcpy(d->bytes + doc.len, where);
	*l->end = d;
	l->end = &d->next;
	return 0;
}

/* Once more, as long as that helps; `code` is what went wrong before. */
static int finish_loading(struct loading *l, int code, struct relist_err *err)
{
	struct deferred *d, **at;
	struct relist_err why = { 0 };
	bool moved = true;

	while (moved && !code) {
		moved = false;
		for (at = &l->first; (d = *at);) {
			if (load_now(l->api, d->doc, d->where, &why) == 0) {
				moved = true;
				*at = d->next;
				base__free(d);
			} else {
				at = &d->next;
			}
		}
	}
	if (l->first && !code)
		code = load_now(l->api, l->first->doc, l->first->where, err);
	while ((d = l->first)) {
		l->first = d->next;
		base__free(d);
	}
	return code;
}

int fakeapi_apply(struct fakeapi *api, const char *manifests, struct relist_err *err)
{
	struct loading l = { api, NULL, &l.first };
	int code = fakeapi__manifests_text(str_of(manifests), "", load_one, &l, err);

	return finish_loading(&l, code, err);
}

int fakeapi_apply_path(struct fakeapi *api, const char *path, struct relist_err *err)
{
	struct loading l = { api, NULL, &l.first };
	int code = fakeapi__manifests_path(path, load_one, &l, err);

	return finish_loading(&l, code, err);
}

uint64_t fakeapi_resource_version(struct fakeapi *api)
{
	return fakeapi__core_rv(api->core);
}

/* --- requests without a socket --- */

struct caller {
	struct lock lock; /* rank LEAF */
	pthread_cond_t woken_cond;
	bool woken GUARDED_BY(lock);
};

static void wake_caller(void *user)
{
	struct caller *c = user;

	lock_acquire(&c->lock);
	c->woken = true;
	(void)pthread_cond_signal(&c->woken_cond);
	lock_release(&c->lock);
}

static void wait_for_wake(struct caller *c, int64_t deadline_ns)
{
	lock_acquire(&c->lock);
	if (deadline_ns == TIME_NEVER)
		while (!c->woken)
			lock_wait(&c->lock, &c->woken_cond);
	else
		while (!c->woken && lock_wait_until(&c->lock, &c->woken_cond, deadline_ns))
			;
	c->woken = false;
	lock_release(&c->lock);
}

static int read_answer(struct caller *c, struct fakeapi__exchange *x, struct strbuf *body,
		       struct relist_err *err)
{
	enum fakeapi__head head;

	while ((head = x->ops->head(x, clock_monotonic_ns())) == FAKEAPI_HEAD_WAIT)
		wait_for_wake(c, x->ops->deadline_ns(x));
	while (head == FAKEAPI_HEAD_READY) {
		char buf[16384];
		ptrdiff_t n = x->ops->pull(x, clock_monotonic_ns(), buf, sizeof(buf));

		if (n > 0)
			strbuf_add(body, buf, (size_t)n);
		else if (n == FAKEAPI_PULL_WAIT)
			wait_for_wake(c, x->ops->deadline_ns(x));
		else if (n == FAKEAPI_PULL_END)
			return body->failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory")
					    : 0;
		else
			break;
		if (x->body_len >= 0 && body->len == (size_t)x->body_len)
			return 0;
	}
	return relist_err_set(err, RELIST_EIO, "the server closed the connection");
}

static void take_message(const struct strbuf *body, int status, struct relist_err *err)
{
	struct strbuf scratch = STRBUF_INIT;
	json_t whole;
	struct str message = { NULL, 0 };

	if (json_valid(strbuf_str(body), &whole, NULL))
		message = json_str(json_get(whole, "message"), &scratch);
	if (message.len)
		relist_err_set(err, RELIST_ESTATUS, STR_FMT, STR_ARG(message));
	else
		relist_err_set(err, RELIST_ESTATUS, "the server answered %d", status);
	if (err)
		err->http_status = status;
	strbuf_fini(&scratch);
}

static int run_request(struct fakeapi *api, const struct fakeapi__request *req,
		       struct fakeapi_reply *reply, struct relist_err *err)
{
	struct caller c = { .woken = false };
	struct fakeapi__exchange *x;
	struct strbuf body = STRBUF_INIT;
	int code, status = 0;

	lock_init(&c.lock, LOCK_LEAF);
	cond_init(&c.woken_cond);
	x = api->server->begin(api->server, clock_monotonic_ns(), req,
			       (struct fakeapi__wake) { wake_caller, &c });
	code = x ? read_answer(&c, x, &body, err)
		 : relist_err_set(err, RELIST_ENOMEM, "out of memory");
	if (x) {
		status = x->status;
		x->ops->end(x, false);
	}
	if (!code && status >= 400) {
		code = RELIST_ESTATUS;
		take_message(&body, status, err);
	}
	if (reply && (!code || code == RELIST_ESTATUS)) {
		strbuf_addc(&body, '\0');
		reply->status = status;
		reply->body_len = body.len - 1;
		reply->body = strbuf_steal(&body);
	}
	strbuf_fini(&body);
	(void)pthread_cond_destroy(&c.woken_cond);
	lock_fini(&c.lock);
	return code;
}

int fakeapi_request(struct fakeapi *api, const char *method, const char *uri, const char *body,
		    const char *content_type, struct fakeapi_reply *reply, struct relist_err *err)
{
	const char *mark = strchr(uri, '?');
	struct fakeapi__header headers[4] = {
		{ STR("Accept"), STR("application/json") },
		{ STR("User-Agent"), STR("relist") },
		{ STR("Content-Type"), str_of(content_type ? content_type : "application/json") },
		{ STR("Authorization"), str_of(api->authorization) },
	};
	struct fakeapi__request req = {
		.method = str_of(method),
		.path = { uri, mark ? (size_t)(mark - uri) : strlen(uri) },
		.query = mark ? str_of(mark + 1) : STR(""),
		.headers = headers,
		.header_count = api->authorization ? 4 : 3,
		.body = str_of(body ? body : ""),
	};

	if (reply)
		*reply = (struct fakeapi_reply) { 0 };
	return run_request(api, &req, reply, err);
}

void fakeapi_reply_fini(struct fakeapi_reply *reply)
{
	base__free(reply->body);
	*reply = (struct fakeapi_reply) { 0 };
}

/* --- faults --- */

/* False when the name is too long to be one. */
static bool set_name(char *to, size_t cap, const char *name)
{
	return snprintf(to, cap, "%s", name ? name : "") < (int)cap;
}

size_t fakeapi_end_watches(struct fakeapi *api, const char *resource, enum fakeapi_watch_end how)
{
	static const enum fakeapi__watch_end ends[] = {
		[FAKEAPI_WATCHES_END] = FAKEAPI_WATCH_END,
		[FAKEAPI_WATCHES_CUT] = FAKEAPI_WATCH_CUT,
		[FAKEAPI_WATCHES_RESET] = FAKEAPI_WATCH_RESET,
		[FAKEAPI_WATCHES_STALL] = FAKEAPI_WATCH_STALL,
		[FAKEAPI_WATCHES_RESUME] = FAKEAPI_WATCH_RESUME,
	};
	struct fakeapi__match match = fakeapi__match_all();

	if (!set_name(match.resource, sizeof(match.resource), resource))
		return 0;
	return fakeapi__core_end_watches(api->core, &match, ends[how]);
}

size_t fakeapi_cut_watches(struct fakeapi *api)
{
	return fakeapi_end_watches(api, NULL, FAKEAPI_WATCHES_CUT);
}

int fakeapi_fail_next(struct fakeapi *api, const char *verb, const char *resource, uint32_t count,
		      int status, struct relist_err *err)
{
	struct fakeapi__fault rule = {
		.kind = FAKEAPI_FAULT_FAIL,
		.match = fakeapi__match_all(),
		.times = count,
		.status = status,
		.retry_after_s = status == 429 ? 1 : 0,
	};

	if (status < 400 || status > 599)
		return relist_err_set(err, RELIST_EINVAL, "%d is no error status", status);
	if (!set_name(rule.match.verb, sizeof(rule.match.verb), verb) ||
	    !set_name(rule.match.resource, sizeof(rule.match.resource), resource))
		return relist_err_set(err, RELIST_EINVAL, "no such verb or resource");
	if (count && !fakeapi__core_fault_add(api->core, &rule))
		return relist_err_set(err, RELIST_ELIMIT, "out of memory, or too many rules");
	return 0;
}

int fakeapi_add_fault(struct fakeapi *api, const char *rule, uint32_t *id, struct relist_err *err)
{
	struct fakeapi_reply reply;
	struct relist_err why = { 0 };
	json_t whole;
	int64_t number = 0;
	int code = fakeapi_request(api, "POST", "/relist/v1/faults", rule, NULL, &reply, &why);

	if (!code && json_valid((struct str) { reply.body, reply.body_len }, &whole, NULL) &&
	    json_int64(json_get(whole, "id"), &number) && id)
		*id = (uint32_t)number;
	fakeapi_reply_fini(&reply);
	if (why.http_status == 404)
		code = relist_err_set(&why, RELIST_ENOTFOUND, "the control API is switched off");
	if (code && err)
		*err = why;
	return code;
}

void fakeapi_remove_fault(struct fakeapi *api, uint32_t id)
{
	fakeapi__core_fault_del(api->core, id);
}

void fakeapi_compact(struct fakeapi *api)
{
	fakeapi__core_compact(api->core, &(struct fakeapi__compaction) { .backend = -1 });
}

static int add_fault(void *user, struct str rule, const char *where, struct relist_err *err)
{
	struct relist_err why = { 0 };
	char *text = base__strndup(rule.ptr, rule.len);
	int code = text ? fakeapi_add_fault(user, text, NULL, &why)
			: relist_err_set(&why, RELIST_ENOMEM, "out of memory");

	base__free(text);
	if (code && err) {
		*err = why;
		(void)relist_err_set(err, code, "%s: %.*s", where, 160, why.msg);
	}
	return code;
}

int fakeapi__add_faults_path(struct fakeapi *api, const char *path, struct relist_err *err)
{
	return fakeapi__manifests_path(path, add_fault, api, err);
}

/* --- connections and counts --- */

int fakeapi_refuse(struct fakeapi *api, bool refuse, struct relist_err *err)
{
	return fakeapi__http_refuse(api->http, refuse, err);
}

uint64_t fakeapi_request_count(struct fakeapi *api, const char *verb, const char *resource)
{
	return fakeapi__tap_count(&api->tap, verb, resource);
}

int fakeapi_wait_requests(struct fakeapi *api, const char *verb, const char *resource,
			  uint64_t count, int64_t timeout_ms, struct relist_err *err)
{
	int64_t deadline_ns =
	    timeout_ms < 0 ? TIME_NEVER : time_add(clock_monotonic_ns(), timeout_ms * NS_PER_MS);

	if (fakeapi__tap_wait(&api->tap, verb, resource, count, deadline_ns))
		return 0;
	return relist_err_set(err, RELIST_ETIMEDOUT,
			      "%llu of %llu requests (%s %s) came in %lld ms",
			      (unsigned long long)fakeapi__tap_count(&api->tap, verb, resource),
			      (unsigned long long)count, verb ? verb : "any verb",
			      resource ? resource : "any resource", (long long)timeout_ms);
}
