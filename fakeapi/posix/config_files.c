/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/posix/config_files.h"

#include "base/alloc.h"
#include "base/json_tree.h"
#include "fakeapi/admission/config.h"
#include "fakeapi/audit/audit.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/posix/manifests.h"
#include "fakeapi/serializer/yaml_read.h"

static int read_file(const char *path, cJSON **out, struct relist_err *err)
{
	AUTO_STRBUF why = STRBUF_INIT;
	size_t len = 0;
	char *text = fakeapi__file_read(path, &len, err);

	*out = NULL;
	if (!text)
		return err && err->code ? err->code : RELIST_EIO;
	*out = fakeapi__yaml_parse((struct str) { text, len }, NULL, &why);
	base__free(text);
	if (*out)
		return 0;
	return why.len ? relist_err_set(err, RELIST_EPARSE, "%s: %s", path, why.ptr)
		       : relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", path);
}

static int check_kind(const char *path, const cJSON *doc, const char *kind, struct relist_err *err)
{
	const char *found = fakeapi__string(doc, "kind");

	if (strcmp(found, kind) == 0)
		return 0;
	return relist_err_set(err, RELIST_EINVAL, "%s: kind is \"%.60s\", must be %s", path, found,
			      kind);
}

/* Reads a plug-in's own file. */
static int read_plugin(const char *path, cJSON *plugin, struct relist_err *err)
{
	const char *file = fakeapi__string(plugin, "path");
	const char *slash = strrchr(path, '/');
	AUTO_STRBUF full = STRBUF_INIT;
	cJSON *doc;
	int code;

	if (!*file || fakeapi__member(plugin, "configuration"))
		return 0;
	if (*file != '/' && slash)
		strbuf_add(&full, path, (size_t)(slash - path) + 1);
	strbuf_addz(&full, file);
	if (full.failed)
		return relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", path);
	code = read_file(full.ptr, &doc, err);
	if (!code && fakeapi__set(plugin, "configuration", doc) < 0)
		code = relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", path);
	return code;
}

static int add_json(const char *path, const cJSON *doc, struct strbuf *json, struct relist_err *err)
{
	char *text = json_tree_print(doc, JSON_STYLE_WRITTEN);

	strbuf_addz(json, text ? text : "");
	json->failed |= !text;
	cJSON_free(text);
	return json->failed ? relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", path) : 0;
}

/* Adds the file to the error of a reader that has only its content. Returns `code`. */
static int name_file(const char *path, int code, struct relist_err *err)
{
	struct relist_err inner;

	if (code && err) {
		inner = *err;
		(void)relist_err_set(err, code, "%s: %s", path, inner.msg);
	}
	return code;
}

int fakeapi__audit_policy_file(const char *path, struct strbuf *json, struct relist_err *err)
{
	struct fakeapi__audit_policy *policy = NULL;
	size_t begin = json->len;
	cJSON *doc;
	int code = read_file(path, &doc, err);

	if (!code)
		code = add_json(path, doc, json, err);
	if (!code)
		code = name_file(path, fakeapi__audit_policy_new(json->ptr + begin, &policy, err),
				 err);
	fakeapi__audit_policy_free(policy);
	cJSON_Delete(doc);
	return code;
}

int fakeapi__admission_file(const char *path, struct strbuf *json, struct relist_err *err)
{
	struct fakeapi__admission_config *config = NULL;
	size_t begin = json->len;
	cJSON *doc, *plugin;
	int code = read_file(path, &doc, err);

	if (!code)
		code = check_kind(path, doc, "AdmissionConfiguration", err);
	cJSON_ArrayForEach(plugin, fakeapi__member(doc, "plugins"))
	{
		if (!code)
			code = read_plugin(path, plugin, err);
	}
	if (!code)
		code = add_json(path, doc, json, err);
	if (!code)
		code =
		    name_file(path, fakeapi__admission_config_new(json->ptr + begin, &config, err),
			      err);
	fakeapi__admission_config_free(config);
	cJSON_Delete(doc);
	return code;
}

static int read_anonymous(const char *path, const cJSON *anonymous, bool *none,
			  struct strbuf *paths, struct relist_err *err)
{
	const cJSON *enabled = fakeapi__member(anonymous, "enabled");
	const cJSON *conditions = fakeapi__member(anonymous, "conditions"), *c;

	if (!anonymous)
		return 0;
	*none = !cJSON_IsTrue(enabled);
	if (*none && conditions && conditions->child)
		return relist_err_set(err, RELIST_EINVAL,
				      "%s: anonymous.conditions: enabled should be set to true "
				      "when conditions are defined",
				      path);
	cJSON_ArrayForEach(c, conditions)
	{
		strbuf_addz(paths, paths->len ? "," : "");
		strbuf_addz(paths, fakeapi__string(c, "path"));
	}
	return paths->failed ? relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", path) : 0;
}

int fakeapi__authentication_file(const char *path, bool *no_anonymous, struct strbuf *paths,
				 struct relist_err *err)
{
	cJSON *doc;
	int code = read_file(path, &doc, err);
	const cJSON *jwt = fakeapi__member(doc, "jwt");

	if (!code)
		code = check_kind(path, doc, "AuthenticationConfiguration", err);
	if (!code && jwt && jwt->child)
		code = relist_err_set(err, RELIST_EINVAL,
				      "%s: jwt: relist has no JWT authenticators; use "
				      "token-auth-file or client-ca-file",
				      path);
	if (!code)
		code = read_anonymous(path, fakeapi__member(doc, "anonymous"), no_anonymous, paths,
				      err);
	cJSON_Delete(doc);
	return code;
}
