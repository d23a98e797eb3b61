/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/rest/delete_options.h"

#include "base/alloc.h"
#include "fakeapi/audit/audit.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/release.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/schema/typed.h"
#include "fakeapi/serializer/media_type.h"
#include "fakeapi/serializer/protobuf.h"
#include "fakeapi/serializer/yaml_read.h"
#include "fakeapi/stages.h"

void fakeapi__delete_options_init(struct fakeapi__delete_options *o)
{
	memset(o, 0, sizeof(*o));
}

void fakeapi__delete_options_fini(struct fakeapi__delete_options *o)
{
	base__free(o->uid);
	base__free(o->rv);
	fakeapi__delete_options_init(o);
}

/* Parsed options before validation. */
struct given {
	const char *policy; /* NULL: none */
	cJSON *dry_run;	    /* array of strings; owned */
	char text[64];
};

static int from_tree(const cJSON *body, struct fakeapi__delete_options *o, struct given *g)
{
	const cJSON *grace = cJSON_GetObjectItemCaseSensitive(body, "gracePeriodSeconds");
	const cJSON *orphan = cJSON_GetObjectItemCaseSensitive(body, "orphanDependents");
	const cJSON *policy = cJSON_GetObjectItemCaseSensitive(body, "propagationPolicy");
	const cJSON *pre = cJSON_GetObjectItemCaseSensitive(body, "preconditions");
	const cJSON *uid = cJSON_GetObjectItemCaseSensitive(pre, "uid");
	const cJSON *rv = cJSON_GetObjectItemCaseSensitive(pre, "resourceVersion");
	if (cJSON_IsNumber(grace)) {
		o->has_grace = true;
		o->grace_s = (int64_t)grace->valuedouble;
	}
	if (cJSON_IsBool(orphan)) {
		o->has_orphan = true;
		o->orphan = cJSON_IsTrue(orphan);
	}
	if (cJSON_IsString(policy)) {
		(void)snprintf(g->text, sizeof(g->text), "%s", policy->valuestring);
		g->policy = g->text;
	}
	if (cJSON_IsString(uid))
		o->uid = base__strdup(uid->valuestring);
	if (cJSON_IsString(rv))
		o->rv = base__strdup(rv->valuestring);
	if ((cJSON_IsString(uid) && !o->uid) || (cJSON_IsString(rv) && !o->rv))
		return -1;
	g->dry_run = cJSON_Duplicate(cJSON_GetObjectItemCaseSensitive(body, "dryRun"), true);
	return 0;
}

static int from_query(struct fakeapi__call *c, struct fakeapi__delete_options *o, struct given *g)
{
	struct str policy, uid, rv;
	bool given;

	if (fakeapi__query_int(c, "gracePeriodSeconds", &o->grace_s, &o->has_grace) < 0)
		return -1;
	o->orphan = fakeapi__route_bool(&c->route, "orphanDependents", &o->has_orphan);
	policy = fakeapi__route_param(&c->route, "propagationPolicy", &given);
	if (given) {
		(void)snprintf(g->text, sizeof(g->text), STR_FMT, STR_ARG(policy));
		g->policy = g->text;
	}
	uid = fakeapi__route_param(&c->route, "uid", NULL);
	rv = fakeapi__route_param(&c->route, "resourceVersion", NULL);
	o->uid = uid.len ? base__strndup(uid.ptr, uid.len) : NULL;
	o->rv = rv.len ? base__strndup(rv.ptr, rv.len) : NULL;
	if ((uid.len && !o->uid) || (rv.len && !o->rv))
		return -1;
	g->dry_run = cJSON_CreateArray();
	for (size_t i = 0; g->dry_run && i < c->route.param_count; i++) {
		AUTO_STRBUF z = STRBUF_INIT;

		if (!str_eqz(c->route.params[i].name, "dryRun"))
			continue;
		strbuf_adds(&z, c->route.params[i].value);
		if (z.failed || !cJSON_AddItemToArray(g->dry_run, cJSON_CreateString(z.ptr)))
			return -1;
	}
	return g->dry_run ? 0 : -1;
}

static int judge(struct fakeapi__call *c, struct fakeapi__delete_options *o, struct given *g)
{
	cJSON *causes = cJSON_CreateArray();
	const char *p = g->policy;
	const cJSON *d;
	bool bad = false;

	if (!causes)
		return -1;
	if (o->has_orphan && p)
		(void)fakeapi__cause_push(causes, "FieldValueInvalid", "propagationPolicy",
					  "Invalid value: \"%s\": orphanDependents and "
					  "deletionPropagation cannot be both set",
					  p);
	if (p && strcmp(p, "Foreground") != 0 && strcmp(p, "Background") != 0 &&
	    strcmp(p, "Orphan") != 0)
		(void)fakeapi__cause_push(causes, "FieldValueNotSupported", "propagationPolicy",
					  "Unsupported value: \"%s\": supported values: "
					  "\"Foreground\", \"Background\", \"Orphan\", \"nil\"",
					  p);
	cJSON_ArrayForEach(d, g->dry_run)
	{
		if (cJSON_IsString(d) && strcmp(d->valuestring, "All") == 0)
			c->dry_run = true;
		else
			bad = true;
	}
	if (bad) {
		char *text = fakeapi__print(g->dry_run);

		(void)fakeapi__cause_push(causes, "FieldValueNotSupported", "dryRun",
					  "Unsupported value: %s: supported values: \"All\"",
					  text ? text : "[]");
		cJSON_free(text);
	}
	if (p)
		(void)snprintf(o->policy, sizeof(o->policy), "%.15s", p);
	else if (o->has_orphan)
		(void)snprintf(o->policy, sizeof(o->policy), "%s",
			       o->orphan ? "Orphan" : "Background");
	if (o->has_grace && o->grace_s < 0)
		o->grace_s = 1;
	return fakeapi__options_invalid(c, "DeleteOptions", causes);
}

/* Before 1.35 errors in these options are InternalError, without a reason. */
static int undecodable(struct fakeapi__call *c, struct str why)
{
	bool bad = fakeapi__changed(fakeapi__registry_features(c->core->registry),
				    FAKEAPI_CHANGE_BAD_DELETE_OPTIONS_400);

	return fakeapi__status_set(&c->st, bad ? 400 : 500, bad ? "BadRequest" : NULL, STR_FMT,
				   STR_ARG(why));
}

static void as_undecodable(struct fakeapi__call *c)
{
	AUTO_STRBUF message = STRBUF_INIT;

	strbuf_addz(&message, fakeapi__get_str(c->st.doc, "message"));
	if (!message.failed)
		(void)undecodable(c, strbuf_str(&message));
}

static cJSON *parse_body(struct fakeapi__call *c)
{
	struct str type = fakeapi__request_header(c->req, "Content-Type");
	enum fakeapi__media media;
	AUTO_STRBUF doubles = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *body = NULL;

	if (fakeapi__media_of(type, &media, &c->st) < 0)
		return NULL;
	if (media == FAKEAPI_MEDIA_PROTOBUF) {
		if (fakeapi__protobuf_decode(c->req->body, c->core->opt.release, &body, &c->st) < 0)
			as_undecodable(c);
		return body;
	}
	body = media == FAKEAPI_MEDIA_YAML ? fakeapi__yaml_parse(c->req->body, &doubles, &why)
					   : fakeapi__go_json_parse(c->req->body, &text);
	if (text.len)
		strbuf_addf(&why, "couldn't get version/kind; json parse error: " STR_FMT,
			    STR_ARG(strbuf_str(&text)));
	if (body && fakeapi__type_wrong(body, &why)) {
		cJSON_Delete(body);
		body = NULL;
	}
	if (!body && why.len && !why.failed)
		(void)undecodable(c, strbuf_str(&why));
	return body;
}

static const struct fakeapi__type *options_type(const struct fakeapi__call *c)
{
	return fakeapi__type_of_kind("", "v1", "DeleteOptions", c->core->opt.release);
}

/* Rejects members of the wrong type: ignoring {"dryRun":"All"} would delete. */
static int check_types(struct fakeapi__call *c, const cJSON *tree)
{
	struct fakeapi__typed t;
	cJSON *decoded;

	if (cJSON_IsNull(tree))
		return 0;
	fakeapi__typed_init(&t, false);
	decoded = fakeapi__typed_decode(&t, options_type(c), tree);
	if (!decoded && !t.nomem)
		(void)undecodable(c, strbuf_str(&t.why));
	fakeapi__typed_fini(&t);
	if (!decoded)
		return -1;
	cJSON_Delete(decoded);
	return 0;
}

int fakeapi__delete_options_from(struct fakeapi__call *c, const cJSON *tree,
				 struct fakeapi__delete_options *o)
{
	struct given g = { NULL, NULL, "" };
	int rc = check_types(c, tree);

	if (rc == 0)
		rc = from_tree(tree, o, &g);
	if (rc == 0)
		rc = judge(c, o, &g);
	cJSON_Delete(g.dry_run);
	return rc;
}

/* Checks kind and apiVersion of a body; the options in an Eviction need none. */
static int check_kind(struct fakeapi__call *c, const cJSON *body)
{
	const char *kind = fakeapi__get_str(body, "kind");
	const char *version = fakeapi__get_str(body, "apiVersion");

	const struct fakeapi__features *f = fakeapi__registry_features(c->core->registry);
	bool refused = fakeapi__changed(f, FAKEAPI_CHANGE_BAD_DELETE_OPTIONS_400);

	if (!kind[0] || strcmp(kind, "DeleteOptions") == 0)
		return 0;
	return fakeapi__status_set(&c->st, refused ? 400 : 500, refused ? "BadRequest" : NULL,
				   "no kind \"%s\" is registered for version \"%s\" in scheme "
				   "\"pkg/runtime/scheme.go:%u\"",
				   kind, version[0] ? version : "meta.k8s.io/v1",
				   fakeapi__scheme_line(f->release));
}

/* Adds the options to the audit log in their internal version, as kube-apiserver does. */
static void log_options(struct fakeapi__call *c, const cJSON *body)
{
	static const char *const names[] = { "gracePeriodSeconds", "preconditions",
					     "orphanDependents", "propagationPolicy", "dryRun" };
	cJSON *tree = fakeapi__audit_object(c, NULL) ? cJSON_CreateObject() : NULL;
	bool made = tree && cJSON_AddStringToObject(tree, "kind", "DeleteOptions") &&
		    cJSON_AddStringToObject(tree, "apiVersion", "meta.k8s.io/__internal");

	for (size_t i = 0; made && i < ARRAY_LEN(names); i++) {
		const cJSON *v = fakeapi__member(body, names[i]);

		if (v && !cJSON_IsNull(v))
			made = cJSON_AddItemToObject(tree, names[i], cJSON_Duplicate(v, true));
	}
	if (made)
		fakeapi__audit_request(c, tree);
	else
		cJSON_Delete(tree);
}

static int from_body(struct fakeapi__call *c, void *work)
{
	cJSON *body = parse_body(c);
	int rc = body ? check_types(c, body) : -1;

	if (rc == 0)
		rc = check_kind(c, body);
	if (rc == 0)
		log_options(c, body);
	if (rc == 0)
		rc = fakeapi__delete_options_from(c, body, work);
	cJSON_Delete(body);
	return rc;
}

int fakeapi__delete_options_parse(struct fakeapi__call *c, struct fakeapi__delete_options *o)
{
	struct given g = { NULL, NULL, "" };
	int rc;

	if (c->req->body.len)
		return fakeapi__unlocked_run(c, from_body, o);
	rc = from_query(c, o, &g);
	if (rc == 0)
		rc = judge(c, o, &g);
	cJSON_Delete(g.dry_run);
	return rc;
}

static bool add_preconditions(cJSON *tree, const struct fakeapi__delete_options *o)
{
	cJSON *p = o->uid || o->rv ? cJSON_AddObjectToObject(tree, "preconditions") : tree;

	return p && (!o->uid || cJSON_AddStringToObject(p, "uid", o->uid)) &&
	       (!o->rv || cJSON_AddStringToObject(p, "resourceVersion", o->rv));
}

cJSON *fakeapi__delete_options_tree(const struct fakeapi__call *c,
				    const struct fakeapi__delete_options *o)
{
	cJSON *tree = cJSON_CreateObject(), *list = tree;

	if (tree && cJSON_AddStringToObject(tree, "kind", "DeleteOptions") &&
	    cJSON_AddStringToObject(tree, "apiVersion", "meta.k8s.io/v1") &&
	    (!o->has_grace ||
	     cJSON_AddNumberToObject(tree, "gracePeriodSeconds", (double)o->grace_s)) &&
	    add_preconditions(tree, o) &&
	    (!o->has_orphan || cJSON_AddBoolToObject(tree, "orphanDependents", o->orphan)) &&
	    (!o->policy[0] || cJSON_AddStringToObject(tree, "propagationPolicy", o->policy)) &&
	    (!c->dry_run || ((list = cJSON_AddArrayToObject(tree, "dryRun")) &&
			     cJSON_AddItemToArray(list, cJSON_CreateString("All")))))
		return tree;
	cJSON_Delete(tree);
	return NULL;
}
