/* SPDX-License-Identifier: Apache-2.0 */
/* validate_core.c - types of the core group other than pods; leases and classes. */
#include "base/base64.h"

#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/scalar.h"
#include "fakeapi/validation/validate_impl.h"
#include "fakeapi/validation/pod/validate_pod.h"

enum { DATA_MAX = 1024 * 1024 };

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

/* --- config maps and secrets --- */

static size_t decoded_length(const char *base64)
{
	AUTO_STRBUF raw = STRBUF_INIT;

	(void)base64_decode(&raw, str_of(base64), BASE64_STD, NULL);
	return raw.len;
}

static size_t check_keys(causes_t *c, const path_t *at, const cJSON *data, bool binary)
{
	const cJSON *d;
	size_t size = 0;

	cJSON_ArrayForEach(d, data)
	{
		fakeapi__check_format(c, PATH_KEY(at, str_of(d->string)), FAKEAPI_CONFIG_KEY,
				      d->string);
		if (cJSON_IsString(d))
			size += binary ? decoded_length(d->valuestring) : strlen(d->valuestring);
	}
	return size;
}

static void check_sealed(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const members[] = { "data", "binaryData" };
	const char *why = "field is immutable when `immutable` is set";

	if (!cJSON_IsTrue(fakeapi__member(old, "immutable")))
		return;
	if (!cJSON_IsTrue(fakeapi__member(obj, "immutable")))
		fakeapi__cause_forbidden(c, PATH(NULL, "immutable"), why);
	for (size_t i = 0; i < ARRAY_LEN(members); i++) {
		const cJSON *a = fakeapi__member(obj, members[i]);
		const cJSON *b = fakeapi__member(old, members[i]);

		if (!fakeapi__equal(a, b) && !(fakeapi__is_blank(a) && fakeapi__is_blank(b)))
			fakeapi__cause_forbidden(c, PATH(NULL, members[i]), why);
	}
}

void fakeapi__check_config_map(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *data = fakeapi__member(obj, "data"), *d;
	const cJSON *binary = fakeapi__member(obj, "binaryData");
	/* The real server prints the root path as "[]". */
	const path_t root = { NULL, "[]", 0, { NULL, 0 } };
	const path_t *at = PATH(NULL, "data");
	struct fakeapi__lookup in_binary;
	size_t size;

	if (old) {
		check_sealed(c, obj, old);
		return;
	}
	size = check_keys(c, at, data, false);
	fakeapi__lookup_members(&in_binary, binary, data);
	if (binary)
		cJSON_ArrayForEach(d, data)
		{
			if (fakeapi__lookup(&in_binary, d->string))
				fakeapi__cause_invalid_str(
				    c, PATH_KEY(at, str_of(d->string)), str_of(d->string),
				    "duplicate of key present in binaryData");
		}
	fakeapi__lookup_fini(&in_binary);
	size += check_keys(c, PATH(NULL, "binaryData"), binary, true);
	if (size > DATA_MAX)
		fakeapi__cause_too_long(c, &root, DATA_MAX);
}

/* Checks for a JSON object in base64. */
static void check_json(causes_t *c, const path_t *at, const char *base64)
{
	AUTO_STRBUF raw = STRBUF_INIT;
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *v = NULL;

	(void)base64_decode(&raw, str_of(base64), BASE64_STD, NULL);
	if (!raw.failed && fakeapi__go_json_check(strbuf_str(&raw), &why)) {
		v = fakeapi__go_json_parse(strbuf_str(&raw), &why);
		if (v && !cJSON_IsObject(v) && !cJSON_IsNull(v))
			strbuf_addf(&why,
				    "json: cannot unmarshal %s into Go value of type "
				    "map[string]interface {}",
				    fakeapi__go_json_word(v));
		cJSON_Delete(v);
	}
	c->nomem |= raw.failed || why.failed;
	if (why.len)
		fakeapi__cause_invalid_str(c, at, STR("<secret contents redacted>"), why.ptr);
}

void fakeapi__check_secret(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const struct {
		const char *type, *key;
		bool json;
	} needed[] = {
		{ "kubernetes.io/dockercfg", ".dockercfg", true },
		{ "kubernetes.io/dockerconfigjson", ".dockerconfigjson", true },
		{ "kubernetes.io/ssh-auth", "ssh-privatekey", false },
		{ "kubernetes.io/tls", "tls.crt", false },
		{ "kubernetes.io/tls", "tls.key", false },
	};
	const cJSON *data = fakeapi__member(obj, "data");
	const char *type = fakeapi__string(obj, "type");
	const path_t *at = PATH(NULL, "data"), *meta = PATH(NULL, "metadata");
	const path_t *notes = PATH(meta, "annotations");

	if (old) {
		fakeapi__check_immutable(c, PATH(NULL, "type"), fakeapi__member(obj, "type"),
					 fakeapi__member(old, "type"));
		check_sealed(c, obj, old);
		return;
	}
	if (check_keys(c, at, data, true) > DATA_MAX)
		fakeapi__cause_too_long(c, at, DATA_MAX);
	if (strcmp(type, "kubernetes.io/service-account-token") == 0 &&
	    !*fakeapi__string(fakeapi__dig(obj, "metadata", "annotations", NULL),
			      "kubernetes.io/service-account.name"))
		fakeapi__cause_required(c,
					PATH_KEY(notes, STR("kubernetes.io/service-account.name")),
					NULL);
	if (strcmp(type, "kubernetes.io/basic-auth") == 0 && !fakeapi__member(data, "username") &&
	    !fakeapi__member(data, "password")) {
		fakeapi__cause_required(c, PATH_KEY(at, STR("username")), NULL);
		fakeapi__cause_required(c, PATH_KEY(at, STR("password")), NULL);
	}
	for (size_t i = 0; i < ARRAY_LEN(needed); i++) {
		const path_t *here = PATH_KEY(at, str_of(needed[i].key));
		const cJSON *value = fakeapi__member(data, needed[i].key);

		if (strcmp(type, needed[i].type) != 0)
			continue;
		if (!value)
			fakeapi__cause_required(c, here, NULL);
		else if (needed[i].json && cJSON_IsString(value))
			check_json(c, here, value->valuestring);
	}
}

/* --- others --- */

void fakeapi__check_namespace(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t *list = PATH(&spec_at, "finalizers");
	const cJSON *f;
	size_t i = 0;

	cJSON_ArrayForEach(f, fakeapi__dig(obj, "spec", "finalizers", NULL))
	{
		/* Only /finalize reports the index. */
		const path_t *at = old ? PATH_AT(list, i) : list;

		i++;
		if (cJSON_IsString(f))
			fakeapi__check_format(c, at, FAKEAPI_QUALIFIED_NAME, f->valuestring);
		fakeapi__check_known_finalizer(c, at, f);
	}
}

void fakeapi__check_namespace_status(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t status = { NULL, "status", 0, { NULL, 0 } };
	const cJSON *phase = fakeapi__dig(obj, "status", "phase", NULL);
	bool leaves = !fakeapi__is_blank(fakeapi__dig(obj, "metadata", "deletionTimestamp", NULL));
	const char *text = fakeapi__text(phase);

	(void)old;
	if (!leaves && strcmp(text, "Active") != 0)
		fakeapi__cause_invalid_str(c, PATH(&status, "Phase"), str_of(text),
					   "may only be 'Active' if `deletionTimestamp` is empty");
	else if (leaves && strcmp(text, "Terminating") != 0)
		fakeapi__cause_invalid_str(
		    c, PATH(&status, "Phase"), str_of(text),
		    "may only be 'Terminating' if `deletionTimestamp` is not empty");
}

void fakeapi__check_lease(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *seconds = fakeapi__member(spec, "leaseDurationSeconds");

	(void)old;
	if (cJSON_IsNumber(seconds) && seconds->valuedouble <= 0)
		fakeapi__cause_invalid(c, PATH(&spec_at, "leaseDurationSeconds"), seconds,
				       "must be greater than 0");
	fakeapi__check_not_negative(c, PATH(&spec_at, "leaseTransitions"),
				    fakeapi__member(spec, "leaseTransitions"));
}

/* Names with the prefix "system-" are reserved by Kubernetes. */
static void check_system_class(causes_t *c, const cJSON *obj, const char *name, double value)
{
	static const struct {
		const char *name;
		int value;
	} own[] = { { "system-node-critical", 2000001000 },
		    { "system-cluster-critical", 2000000000 } };
	const path_t *at = PATH(NULL, "metadata");
	AUTO_STRBUF text = STRBUF_INIT;
	bool known = false;

	strbuf_addz(&text, "priority class names with 'system-' prefix are reserved for system use "
			   "only. error: ");
	for (size_t i = 0; i < ARRAY_LEN(own) && !known; i++) {
		if (strcmp(own[i].name, name) != 0)
			continue;
		known = true;
		if (own[i].value != (int)value)
			strbuf_addf(&text, "value of %s PriorityClass must be %d", name,
				    own[i].value);
		else if (cJSON_IsTrue(fakeapi__member(obj, "globalDefault")))
			strbuf_addf(&text, "globalDefault of %s PriorityClass must be false", name);
		else
			return;
	}
	if (!known)
		strbuf_addf(&text, "%s is not a known system priority class", name);
	c->nomem |= text.failed;
	if (!text.failed)
		fakeapi__cause_forbidden(c, PATH(at, "name"), text.ptr);
}

void fakeapi__check_priority_class(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const policies[] = { "PreemptLowerPriority", "Never", NULL };
	const cJSON *value = fakeapi__member(obj, "value");
	const cJSON *policy = fakeapi__member(obj, "preemptionPolicy");
	const char *name = fakeapi__string(fakeapi__member(obj, "metadata"), "name");
	double number = cJSON_IsNumber(value) ? value->valuedouble : 0;

	if (!old) {
		if (strncmp(name, "system-", 7) == 0)
			check_system_class(c, obj, name, number);
		else if (number > 1000000000)
			fakeapi__cause_forbidden(c, PATH(NULL, "value"),
						 "maximum allowed value of a user defined priority "
						 "is 1000000000");
		if (cJSON_IsString(policy) &&
		    fakeapi__check_some(c, PATH(NULL, "preemptionPolicy"), policy))
			fakeapi__check_one_of(c, PATH(NULL, "preemptionPolicy"), policy, policies);
		return;
	}
	if (!fakeapi__equal(value, fakeapi__member(old, "value")))
		fakeapi__cause_forbidden(c, PATH(NULL, "value"),
					 "may not be changed in an update.");
	fakeapi__check_immutable(c, PATH(NULL, "preemptionPolicy"),
				 fakeapi__member(obj, "preemptionPolicy"),
				 fakeapi__member(old, "preemptionPolicy"));
}

/* Checks overhead like the limits of a container. */
static void check_overhead(causes_t *c, cJSON *fixed)
{
	cJSON *resources = fixed ? cJSON_CreateObject() : NULL;

	if (resources && cJSON_AddItemReferenceToObject(resources, "limits", fixed))
		fakeapi__check_resources(c, PATH(NULL, "overhead"), resources, NULL);
	else
		c->nomem |= fixed != NULL;
	cJSON_Delete(resources);
}

static bool same_toleration(const cJSON *a, const cJSON *b)
{
	static const char *const parts[] = { "key", "operator", "value", "effect" };

	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		if (strcmp(fakeapi__string(a, parts[i]), fakeapi__string(b, parts[i])) != 0)
			return false;
	return true;
}

static void check_same_tolerations(causes_t *c, const path_t *at, const cJSON *list)
{
	static const struct fakeapi__rename names[] = {
		{ "key", "Key", NULL },
		{ "operator", "Operator", NULL },
		{ "value", "Value", NULL },
		{ "effect", "Effect", NULL },
		{ "tolerationSeconds", "TolerationSeconds", NULL },
		{ 0 },
	};
	const cJSON *t;
	size_t i = 0;

	cJSON_ArrayForEach(t, list)
	{
		const path_t *here = PATH_AT(at, i);
		const cJSON *b = list->child;
		cJSON *form;

		i++;
		while (b != t && !same_toleration(b, t))
			b = b->next;
		if (b == t || fakeapi__causes_full(c))
			continue;
		form = fakeapi__internal_form(t, names);
		for (size_t k = 0; form && k < 4; k++)
			if (cJSON_IsNull(cJSON_GetArrayItem(form, (int)k)))
				c->nomem |=
				    fakeapi__set(form, names[k].to, cJSON_CreateString("")) != 0;
		c->nomem |= !form;
		if (form)
			fakeapi__cause_duplicate(c, here, form);
		cJSON_Delete(form);
	}
}

void fakeapi__check_runtime_class(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t *at = PATH(NULL, "handler"), *in = PATH(NULL, "scheduling");
	const path_t *twice = PATH(in, "tolerations"); /* the server's path in its messages */
	const cJSON *tolerations = fakeapi__dig(obj, "scheduling", "tolerations", NULL);

	if (old) {
		fakeapi__check_immutable(c, at, fakeapi__member(obj, "handler"),
					 fakeapi__member(old, "handler"));
		return;
	}
	if (!*fakeapi__string(obj, "handler") &&
	    fakeapi__changed(c->features, FAKEAPI_CHANGE_REQUIRED_TYPES))
		fakeapi__cause_required(c, at, NULL);
	else
		fakeapi__check_format(c, at, FAKEAPI_DNS_LABEL, fakeapi__string(obj, "handler"));
	check_overhead(c, fakeapi__dig(obj, "overhead", "podFixed", NULL));
	fakeapi__check_labels(c, PATH(in, "nodeSelector"),
			      fakeapi__dig(obj, "scheduling", "nodeSelector", NULL));
	fakeapi__check_tolerations(c, PATH(twice, "tolerations"), tolerations);
	check_same_tolerations(c, twice, tolerations);
}
