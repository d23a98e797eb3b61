/* SPDX-License-Identifier: Apache-2.0 */
/* target.c - finds the target of a clientConfig and sends a review to it. */
#include "base/base64.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/webhooks/webhooks_impl.h"

enum { HTTPS_PORT = 443 };

struct target {
	struct strbuf url, ca, error; /* error: the call fails with it before it is sent */
	const char *address;	      /* of a Service; NULL: the URL's */
};

static void target_fini(struct target *t)
{
	strbuf_fini(&t->url);
	strbuf_fini(&t->ca);
	strbuf_fini(&t->error);
}

/* The real server's ClusterIP resolver. Nothing listens at a service's address: there is no
 * kube-proxy. */
static int resolve_service(struct fakeapi__call *c, const cJSON *service, int port,
			   struct target *t)
{
	const char *ns = fakeapi__string(service, "namespace");
	const char *name = fakeapi__string(service, "name"), *ip;
	const struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&c->core->store, STR(""), STR("services"), false);
	const struct fakeapi__version *v =
	    b ? fakeapi__bucket_get(b, str_of(ns), str_of(name)) : NULL;
	cJSON *tree;

	if (!v) {
		strbuf_addf(&t->error, "service \"%s\" not found", name);
		return 0;
	}
	tree = fakeapi__parse(fakeapi__version_json(v));
	if (!tree)
		return -1;
	ip = fakeapi__string(fakeapi__member(tree, "spec"), "clusterIP");
	if (strcmp(ip, "None") == 0)
		strbuf_addz(&t->error, "cannot route to service with ClusterIP \"None\"");
	else
		strbuf_addf(&t->error, "dial tcp %s:%d: connect: no route to host", ip, port);
	cJSON_Delete(tree);
	return 0;
}

static int add_service(struct fakeapi__call *c, const cJSON *service, struct target *t)
{
	const cJSON *port = fakeapi__member(service, "port");
	const char *path = fakeapi__string(service, "path");
	int number = cJSON_IsNumber(port) ? port->valueint : HTTPS_PORT;

	strbuf_addf(&t->url, "https://%s.%s.svc:%d%s%s", fakeapi__string(service, "name"),
		    fakeapi__string(service, "namespace"), number, *path != '/' ? "/" : "", path);
	t->address = c->core->opt.service_webhooks;
	return t->address ? 0 : resolve_service(c, service, number, t);
}

/* Go's client requests "/" if a URL has no path. */
static void add_url(struct strbuf *out, const char *url)
{
	const char *host = strstr(url, "://");

	strbuf_addz(out, url);
	if (host && !strpbrk(host + 3, "/?#"))
		strbuf_addc(out, '/');
}

static int find_target(struct fakeapi__call *c, const cJSON *config, int64_t timeout_ns,
		       struct target *t)
{
	const cJSON *service = fakeapi__member(config, "service");
	int rc = 0;

	if (cJSON_IsObject(service))
		rc = add_service(c, service, t);
	else
		add_url(&t->url, fakeapi__string(config, "url"));
	/* Sends the deadline to the webhook, in whole seconds. */
	strbuf_addf(&t->url, "%stimeout=%ds", strchr(t->url.ptr, '?') ? "&" : "?",
		    (int)((timeout_ns + NS_PER_S - 1) / NS_PER_S));
	(void)base64_decode(&t->ca, str_of(fakeapi__string(config, "caBundle")), BASE64_STD, NULL);
	return rc < 0 || t->url.failed || t->ca.failed || t->error.failed ? -1 : 0;
}

int fakeapi__hook_send(struct fakeapi__call *c, struct fakeapi__callout *ask, const cJSON *config,
		       int64_t most_ns, struct str body)
{
	struct fakeapi__question q = { .timeout_ns = fakeapi__callout_time(c, most_ns) };
	AUTO(target_fini) struct target t = { STRBUF_INIT, STRBUF_INIT, STRBUF_INIT, NULL };

	if (q.timeout_ns <= 0)
		return fakeapi__callout_too_late(c);
	if (find_target(c, config, q.timeout_ns, &t) < 0)
		return -1;
	/* Errors have the URL, as those of Go's client. */
	strbuf_clear(&ask->error);
	strbuf_addf(&ask->error, "Post \"%s\": ", t.url.ptr);
	strbuf_adds(&ask->error, strbuf_str(&t.error));
	if (ask->error.failed)
		return -1;
	if (t.error.len) {
		ask->sent = ask->answered = true;
		return 0;
	}
	q.url = strbuf_str(&t.url);
	q.ca_pem = strbuf_str(&t.ca);
	q.address = str_of(t.address ? t.address : "");
	q.body = body;
	return fakeapi__callout_send(c, ask, &q);
}
