/* SPDX-License-Identifier: Apache-2.0 */
/* review.c - makes the AdmissionReview for a webhook and sends it. */
#include "base/alloc.h"
#include "base/digest.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/webhooks/webhooks_impl.h"

enum { TIMEOUT_S = 10 };

static const char *const operations[] = { "CREATE", "UPDATE", "DELETE", "CONNECT" };

cJSON *fakeapi__webhook_options(const struct fakeapi__call *c, const char *kind)
{
	static const char *const params[] = { "fieldManager", "fieldValidation" };
	cJSON *o = cJSON_CreateObject(), *list;

	if (!o || !cJSON_AddStringToObject(o, "kind", kind) ||
	    !cJSON_AddStringToObject(o, "apiVersion", "meta.k8s.io/v1"))
		goto fail;
	list = c->dry_run ? cJSON_AddArrayToObject(o, "dryRun") : NULL;
	if (c->dry_run && (!list || !cJSON_AddItemToArray(list, cJSON_CreateString("All"))))
		goto fail;
	for (size_t i = 0; i < ARRAY_LEN(params); i++) {
		struct str v = fakeapi__route_param(&c->route, params[i], NULL);
		AUTO_STRBUF z = STRBUF_INIT;

		strbuf_adds(&z, v);
		if (z.failed || (v.len && !cJSON_AddStringToObject(o, params[i], z.ptr)))
			goto fail;
	}
	return o;
fail:
	cJSON_Delete(o);
	return NULL;
}

static void add_text(struct strbuf *out, const char *name, struct str value)
{
	strbuf_addf(out, "\"%s\":", name);
	strbuf_add_json(out, value);
}

static void add_type(struct strbuf *out, const char *group, const char *version, const char *last,
		     const char *name)
{
	strbuf_addc(out, '{');
	add_text(out, "group", str_of(group));
	strbuf_addc(out, ',');
	add_text(out, "version", str_of(version));
	strbuf_addc(out, ',');
	add_text(out, last, str_of(name));
	strbuf_addc(out, '}');
}

static void add_tree(struct strbuf *out, const char *name, const cJSON *v)
{
	char *text = v ? fakeapi__print(v) : NULL;

	out->failed |= v && !text;
	strbuf_addf(out, ",\"%s\":", name);
	strbuf_addz(out, text ? text : "null");
	base__free(text);
}

/* Adds all fields of the request after its uid. */
static int add_request(struct fakeapi__call *c, const struct fakeapi__attributes *a,
		       const struct invocation *in, const cJSON *obj, const cJSON *old,
		       struct strbuf *out)
{
	const struct fakeapi__subresource *sub = c->sub;
	cJSON *user = fakeapi__user_info(c->user);

	if (!user)
		return -1;
	strbuf_addz(out, ",\"kind\":");
	add_type(out, in->group, in->version, "kind", in->kind);
	strbuf_addz(out, ",\"resource\":");
	add_type(out, in->res->group, in->res->version, "resource", in->res->resource);
	if (sub) {
		strbuf_addc(out, ',');
		add_text(out, "subResource", str_of(sub->name));
	}
	strbuf_addz(out, ",\"requestKind\":");
	add_type(out, sub && sub->version[0] ? sub->group : c->res->group,
		 sub && sub->version[0] ? sub->version : c->res->version, "kind",
		 sub && sub->kind[0] ? sub->kind : c->res->kind);
	strbuf_addz(out, ",\"requestResource\":");
	add_type(out, c->res->group, c->res->version, "resource", c->res->resource);
	if (sub) {
		strbuf_addc(out, ',');
		add_text(out, "requestSubResource", str_of(sub->name));
	}
	if (a->name.len) {
		strbuf_addc(out, ',');
		add_text(out, "name", a->name);
	}
	if (a->ns.len) {
		strbuf_addc(out, ',');
		add_text(out, "namespace", a->ns);
	}
	strbuf_addf(out, ",\"operation\":\"%s\"", operations[a->op]);
	add_tree(out, "userInfo", user);
	cJSON_Delete(user);
	add_tree(out, "object", obj);
	add_tree(out, "oldObject", old);
	strbuf_addf(out, ",\"dryRun\":%s", c->dry_run ? "true" : "false");
	add_tree(out, "options", a->options);
	strbuf_addz(out, "}}");
	return out->failed ? -1 : 0;
}

cJSON *fakeapi__hook_request(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			     const struct invocation *in)
{
	AUTO_STRBUF text = STRBUF_INIT;
	cJSON *tree, *request;

	strbuf_addz(&text, "{\"request\":{\"uid\":\"\"");
	if (add_request(c, a, in, NULL, NULL, &text) < 0)
		return NULL;
	tree = fakeapi__parse(strbuf_str(&text));
	request = cJSON_DetachItemFromObjectCaseSensitive(tree, "request");
	cJSON_Delete(tree);
	return request;
}

const char *fakeapi__review_version(const struct hook *h)
{
	const cJSON *list = fakeapi__member(h->spec, "admissionReviewVersions"), *v;

	cJSON_ArrayForEach(v, list)
	{
		if (cJSON_IsString(v) && strcmp(v->valuestring, "v1") == 0)
			return "v1";
		if (cJSON_IsString(v) && strcmp(v->valuestring, "v1beta1") == 0)
			return "v1beta1";
	}
	return NULL;
}

/* 1: the webhook cannot be called, the reason is in `why`. */
static int check_review_version(const struct hook *h, struct strbuf *why)
{
	if (fakeapi__review_version(h))
		return 0;
	strbuf_addz(why, "could not create admission objects: webhook does not accept known "
			 "AdmissionReview versions (v1, v1beta1)");
	return 1;
}

static uint64_t key_of(const struct invocation *in, unsigned round, struct str rest)
{
	struct digest d = DIGEST_INIT;

	digest_number(&d, map_seed());
	digest_number(&d, in->hook.mutating);
	digest_number(&d, in->hook.index);
	digest_number(&d, round);
	digest_text(&d, str_of(in->hook.configuration));
	digest_text(&d, str_of(in->hook.uid));
	digest_text(&d, str_of(fakeapi__hook_name(&in->hook)));
	digest_text(&d, rest);
	return d.bits;
}

static int send(struct fakeapi__call *c, const struct invocation *in, struct fakeapi__callout *ask,
		struct str rest)
{
	const cJSON *seconds = fakeapi__member(in->hook.spec, "timeoutSeconds");
	int64_t most = (cJSON_IsNumber(seconds) ? seconds->valueint : TIMEOUT_S) * NS_PER_S;
	AUTO_STRBUF body = STRBUF_INIT;
	strbuf_addf(&body,
		    "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/%s\","
		    "\"request\":{\"uid\":\"%s\"",
		    fakeapi__review_version(&in->hook), ask->uid);
	strbuf_adds(&body, rest);
	if (body.failed)
		return -1;
	return fakeapi__hook_send(c, ask, fakeapi__member(in->hook.spec, "clientConfig"), most,
				  strbuf_str(&body));
}

int fakeapi__hook_ask(struct fakeapi__call *c, const struct fakeapi__attributes *a,
		      const struct invocation *in, const cJSON *obj, const cJSON *old,
		      unsigned round, struct fakeapi__callout **out, struct strbuf *why)
{
	const char *effects = fakeapi__string(in->hook.spec, "sideEffects");
	AUTO_STRBUF rest = STRBUF_INIT;

	if (c->dry_run && strcmp(effects, "None") != 0 && strcmp(effects, "NoneOnDryRun") != 0)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "admission webhook \"%s\" does not support dry run",
					   fakeapi__hook_name(&in->hook));
	if (check_review_version(&in->hook, why))
		return why->failed ? -1 : 1;
	if (add_request(c, a, in, obj, old, &rest) < 0 ||
	    fakeapi__callout_find(c, key_of(in, round, strbuf_str(&rest)), out) < 0)
		return -1;
	return (*out)->sent ? 0 : send(c, in, *out, strbuf_str(&rest));
}
