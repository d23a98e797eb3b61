/* SPDX-License-Identifier: Apache-2.0 */
/* service_account.c - the plug-in ServiceAccount: a pod needs an existing account, mounts its token
 * and uses its image pull secrets. */
#include "base/text/parse_bool.h"
#include "fakeapi/admission/plugins.h"
#include "fakeapi/callout.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"

#define need fakeapi__place_need
#define put  fakeapi__place_set

#define VOLUME	   "kube-api-access-"
#define MOUNT_PATH "/var/run/secrets/kubernetes.io/serviceaccount"

static const char token_volume[] =
    "{\"name\":\"%s\",\"projected\":{\"sources\":[{\"serviceAccountToken\":{\"expirationSeconds\":"
    "3607,\"path\":\"token\"}},{\"configMap\":{\"name\":\"kube-root-ca.crt\",\"items\":[{\"key\":"
    "\"ca.crt\",\"path\":\"ca.crt\"}]}},{\"downwardAPI\":{\"items\":[{\"path\":\"namespace\","
    "\"fieldRef\":{\"apiVersion\":\"v1\",\"fieldPath\":\"metadata.namespace\"}}]}}],"
    "\"defaultMode\":420}}";

static bool is_mirror(const cJSON *pod)
{
	return fakeapi__member(fakeapi__member(fakeapi__meta(pod), "annotations"),
			       "kubernetes.io/config.mirror") != NULL;
}

static const char *account_name(const cJSON *pod)
{
	return fakeapi__string(fakeapi__member(pod, "spec"), "serviceAccountName");
}

static int find_account(struct fakeapi__call *c, const cJSON *pod, cJSON **out)
{
	const char *name = account_name(pod);

	if (fakeapi__found(c, "", "serviceaccounts", c->route.ns, name, out) < 0)
		return -1;
	return *out ? 0
		    : fakeapi__forbid_why(c, pod,
					  "error looking up service account " STR_FMT
					  "/%s: serviceaccount \"%s\" not found",
					  STR_ARG(c->route.ns), name, name);
}

/* --- defaults of a pod ---------------------------------------------------------------------- */

static bool mounts_token(const cJSON *account, const cJSON *pod)
{
	static const char member[] = "automountServiceAccountToken";
	const cJSON *value = fakeapi__dig(pod, "spec", member, NULL);

	if (!cJSON_IsBool(value))
		value = fakeapi__member(account, member);
	return !cJSON_IsFalse(value);
}

/* The name of the token volume: an existing one or a generated one. A restarted call reuses the
 * generated name. NULL: out of memory. */
static const char *volume_name(struct fakeapi__call *c, const cJSON *spec, bool *there, char *buf,
			       size_t cap)
{
	static const char alphabet[] = "bcdfghjklmnpqrstvwxz2456789";
	struct fakeapi__memo *memo;
	const cJSON *v;

	cJSON_ArrayForEach(v, fakeapi__member(spec, "volumes"))
	{
		*there = strncmp(fakeapi__string(v, "name"), VOLUME, sizeof(VOLUME) - 1) == 0;
		if (*there)
			return fakeapi__string(v, "name");
	}
	*there = false;
	memo = fakeapi__memo_of(c);
	if (!memo)
		return NULL;
	for (size_t i = 0; !memo->volume[FAKEAPI_NAME_SUFFIX - 1] && i < FAKEAPI_NAME_SUFFIX; i++)
		memo->volume[i] = alphabet[fakeapi__core_random(c->core, sizeof(alphabet) - 1)];
	(void)snprintf(buf, cap, VOLUME "%s", memo->volume);
	return buf;
}

static bool mounts_there(const cJSON *container)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, fakeapi__member(container, "volumeMounts"))
	{
		if (strcmp(fakeapi__string(m, "mountPath"), MOUNT_PATH) == 0)
			return true;
	}
	return false;
}

static void append(struct fakeapi__place at, const char *member, cJSON *take_item)
{
	cJSON *list = fakeapi__member(at.v, member);

	if (!cJSON_IsArray(list)) {
		put(at, member, cJSON_CreateArray());
		list = fakeapi__member(at.v, member);
	}
	if (!list || !take_item || !cJSON_AddItemToArray(list, take_item)) {
		cJSON_Delete(take_item);
		*at.nomem = true;
	}
}

static bool mount_in(struct fakeapi__place containers, const char *name)
{
	bool any = false;

	for (cJSON *m = containers.v ? containers.v->child : NULL; m; m = m->next) {
		struct fakeapi__place one = { m, fakeapi__type_elem(containers.type),
					      containers.nomem };
		cJSON *mount;

		if (mounts_there(m))
			continue;
		mount = cJSON_CreateObject();
		if (!mount || !cJSON_AddStringToObject(mount, "name", name) ||
		    !cJSON_AddTrueToObject(mount, "readOnly") ||
		    !cJSON_AddStringToObject(mount, "mountPath", MOUNT_PATH)) {
			cJSON_Delete(mount);
			mount = NULL;
		}
		append(one, "volumeMounts", mount);
		any = true;
	}
	return any;
}

static void mount_token(struct fakeapi__call *c, struct fakeapi__place spec)
{
	char buf[sizeof(VOLUME) + FAKEAPI_NAME_SUFFIX];
	bool there, mounted;
	const char *name = volume_name(c, spec.v, &there, buf, sizeof(buf));
	AUTO_STRBUF text = STRBUF_INIT;

	*spec.nomem |= !name;
	if (!name)
		return;
	mounted = mount_in(fakeapi__place_at(spec, "initContainers"), name);
	mounted = mount_in(fakeapi__place_at(spec, "containers"), name) || mounted;
	if (there || !mounted)
		return;
	strbuf_addf(&text, token_volume, name);
	append(spec, "volumes", text.failed ? NULL : fakeapi__parse(str_of(text.ptr)));
}

int fakeapi__service_account_admit(struct fakeapi__call *c, cJSON *obj)
{
	bool nomem = false;
	struct fakeapi__place pod = { obj, fakeapi__type_of(c->res), &nomem };
	struct fakeapi__place spec = need(pod, "spec");
	const cJSON *secrets = fakeapi__member(spec.v, "imagePullSecrets");
	cJSON *account;

	if (is_mirror(obj))
		return fakeapi__service_account_judge(c, obj, NULL);
	if (!*account_name(obj)) {
		put(spec, "serviceAccountName", cJSON_CreateString("default"));
		put(spec, "serviceAccount", cJSON_CreateString("default"));
	}
	if (nomem || find_account(c, obj, &account) < 0)
		return -1;
	if (mounts_token(account, obj))
		mount_token(c, spec);
	if (cJSON_GetArraySize(secrets) == 0) {
		secrets = fakeapi__member(account, "imagePullSecrets");
		if (cJSON_GetArraySize(secrets) > 0)
			put(spec, "imagePullSecrets", cJSON_Duplicate(secrets, true));
	}
	cJSON_Delete(account);
	return nomem ? -1 : 0;
}

/* --- checks of a pod ------------------------------------------------------------------------ */

static bool names(const cJSON *list, const char *name)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, list) if (strcmp(fakeapi__string(m, "name"), name) == 0) return true;
	return false;
}

/* A container's environment may only name secrets of the account. */
static int judge_env(struct fakeapi__call *c, const cJSON *pod, const cJSON *account,
		     const char *member, const char *word)
{
	const cJSON *secrets = fakeapi__member(account, "secrets"), *m, *e;
	const char *account_is = fakeapi__meta_str(account, "name");

	cJSON_ArrayForEach(m, fakeapi__dig(pod, "spec", member, NULL))
	{
		const char *container = fakeapi__string(m, "name");

		cJSON_ArrayForEach(e, fakeapi__member(m, "env"))
		{
			const cJSON *ref = fakeapi__dig(e, "valueFrom", "secretKeyRef", NULL);

			if (cJSON_IsObject(ref) && !names(secrets, fakeapi__string(ref, "name")))
				return fakeapi__forbid_why(
				    c, pod,
				    "%s %s with envVar %s referencing secret.secretName=\"%s\" is "
				    "not allowed because service account %s does not reference "
				    "that secret",
				    word, container, fakeapi__string(e, "name"),
				    fakeapi__string(ref, "name"), account_is);
		}
		cJSON_ArrayForEach(e, fakeapi__member(m, "envFrom"))
		{
			const cJSON *ref = fakeapi__member(e, "secretRef");

			if (cJSON_IsObject(ref) && !names(secrets, fakeapi__string(ref, "name")))
				return fakeapi__forbid_why(
				    c, pod,
				    "%s %s with envFrom referencing secret.secretName=\"%s\" is "
				    "not allowed because service account %s does not reference "
				    "that secret",
				    word, container, fakeapi__string(ref, "name"), account_is);
		}
	}
	return 0;
}

static int judge_secrets(struct fakeapi__call *c, const cJSON *pod, const cJSON *account)
{
	const char *account_is = fakeapi__meta_str(account, "name");
	const cJSON *m;
	int i = 0;

	cJSON_ArrayForEach(m, fakeapi__dig(pod, "spec", "volumes", NULL))
	{
		const cJSON *secret = fakeapi__member(m, "secret");
		const char *name = fakeapi__string(secret, "secretName");

		if (cJSON_IsObject(secret) && !names(fakeapi__member(account, "secrets"), name))
			return fakeapi__forbid_why(
			    c, pod,
			    "volume with secret.secretName=\"%s\" is not allowed because service "
			    "account %s does not reference that secret",
			    name, account_is);
	}
	if (judge_env(c, pod, account, "initContainers", "init container") < 0 ||
	    judge_env(c, pod, account, "containers", "container") < 0)
		return -1;
	cJSON_ArrayForEach(m, fakeapi__dig(pod, "spec", "imagePullSecrets", NULL))
	{
		const char *name = fakeapi__string(m, "name");

		if (!names(fakeapi__member(account, "imagePullSecrets"), name))
			return fakeapi__forbid_why(
			    c, pod,
			    "imagePullSecrets[%d].name=\"%s\" is not allowed because service "
			    "account %s does not reference that imagePullSecret",
			    i, name, account_is);
		i++;
	}
	return 0;
}

static bool names_secrets(const cJSON *pod)
{
	static const char *const lists[] = { "initContainers", "containers" };
	const cJSON *m, *e;

	if (cJSON_GetArraySize(fakeapi__dig(pod, "spec", "imagePullSecrets", NULL)) > 0)
		return true;
	cJSON_ArrayForEach(m, fakeapi__dig(pod, "spec", "volumes", NULL))
	{
		if (fakeapi__member(m, "secret"))
			return true;
	}
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		cJSON_ArrayForEach(m, fakeapi__dig(pod, "spec", lists[i], NULL))
		{
			cJSON_ArrayForEach(
			    e, fakeapi__member(m, "env")) if (fakeapi__dig(e, "valueFrom",
									   "secretKeyRef",
									   NULL)) return true;
			cJSON_ArrayForEach(
			    e, fakeapi__member(
				   m, "envFrom")) if (fakeapi__member(e, "secretRef")) return true;
		}
	}
	return false;
}

static int judge_mirror(struct fakeapi__call *c, const cJSON *pod)
{
	const cJSON *v, *s;

	if (*account_name(pod))
		return fakeapi__forbid_why(c, pod,
					   "a mirror pod may not reference service accounts");
	if (names_secrets(pod))
		return fakeapi__forbid_why(c, pod, "a mirror pod may not reference secrets");
	cJSON_ArrayForEach(v, fakeapi__dig(pod, "spec", "volumes", NULL))
	{
		cJSON_ArrayForEach(s, fakeapi__dig(v, "projected", "sources", NULL))
		{
			if (fakeapi__member(s, "serviceAccountToken"))
				return fakeapi__forbid_why(c, pod,
							   "a mirror pod may not use "
							   "ServiceAccountToken volume "
							   "projections");
		}
	}
	return 0;
}

static bool is_true(const char *text)
{
	bool value = false;

	return text_parse_bool(str_of(text), &value) && value;
}

int fakeapi__service_account_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *notes;
	cJSON *account;
	int rc = 0;

	if (old && !c->sub)
		return 0;
	if (!old && is_mirror(obj))
		return judge_mirror(c, obj);
	if (!*account_name(obj))
		return fakeapi__forbid_why(c, obj,
					   "no service account specified for pod " STR_FMT "/%s",
					   STR_ARG(c->route.ns), fakeapi__meta_str(obj, "name"));
	if (find_account(c, obj, &account) < 0)
		return -1;
	notes = fakeapi__member(fakeapi__meta(account), "annotations");
	if (is_true(fakeapi__string(notes, "kubernetes.io/enforce-mountable-secrets")))
		rc = old ? judge_env(c, obj, account, "ephemeralContainers", "ephemeral container")
			 : judge_secrets(c, obj, account);
	cJSON_Delete(account);
	return rc;
}
