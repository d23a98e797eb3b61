/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_gen.c - relist gen informers: generates a header of typed informers for custom resources. */
#include <cjson/cJSON.h>

#include "base/alloc.h"
#include "base/str.h"
#include "cli/cli.h"
#include "fakeapi/serializer/yaml_read.h"
#include "runner/posix/files.h"

enum { CRD_BYTES_MAX = 4 << 20 };

const struct cli__command cli__gen_command = {
	.name = "gen",
	.operands = "informers CRD.yaml",
	.summary = "write a C header of typed informers for a CustomResourceDefinition",
	.details = "Prints the functions that include/relist/informers.h has for built-in "
		   "resources, one set\n"
		   "for each served version.",
};

static const char *text_of(const cJSON *obj, const char *a, const char *b)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(obj, a);

	if (b)
		v = cJSON_GetObjectItemCaseSensitive(v, b);
	return cJSON_IsString(v) ? v->valuestring : "";
}

/* A DNS label, or several with dots: valid in a CRD, and safe inside quotes. */
static bool is_dns(const char *z, bool dots)
{
	size_t len = strlen(z);

	if (len == 0 || len > 253)
		return false;
	for (size_t i = 0; i < len; i++) {
		bool alnum = (z[i] >= 'a' && z[i] <= 'z') || (z[i] >= '0' && z[i] <= '9');

		if (!alnum && z[i] != '-' && !(dots && z[i] == '.'))
			return false;
	}
	return true;
}

static bool is_kind(const char *z)
{
	if (*z < 'A' || *z > 'Z')
		return false;
	for (; *z; z++) {
		if (!((*z >= 'a' && *z <= 'z') || (*z >= 'A' && *z <= 'Z') ||
		      (*z >= '0' && *z <= '9')))
			return false;
	}
	return true;
}

/* The group's first label, version and resource, as one C identifier. */
static void add_id(struct strbuf *out, const char *group, const char *version, const char *resource)
{
	const char *parts[] = { group, version, resource };

	for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
		if (i > 0)
			strbuf_addc(out, '_');
		for (const char *p = parts[i]; *p && *p != '.'; p++)
			strbuf_addc(out, *p == '-' ? '_' : *p);
	}
}

static int write_rows(const cJSON *crd, const char *path, struct strbuf *out,
		      struct relist_err *err)
{
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(crd, "spec"), *version;
	const char *group = text_of(spec, "group", NULL);
	const char *plural = text_of(spec, "names", "plural"),
		   *kind = text_of(spec, "names", "kind");
	bool namespaced = strcmp(text_of(spec, "scope", NULL), "Namespaced") == 0;
	size_t count = 0;

	if (strcmp(text_of(crd, "kind", NULL), "CustomResourceDefinition") != 0)
		return relist_err_set(err, RELIST_EINVAL,
				      "%s: kind is \"%.60s\", want CustomResourceDefinition", path,
				      text_of(crd, "kind", NULL));
	if (!is_dns(group, true) || !is_dns(plural, false) || !is_kind(kind))
		return relist_err_set(
		    err, RELIST_EINVAL,
		    "%s: spec.group, spec.names.plural and spec.names.kind must be "
		    "a DNS name, a DNS label and a CamelCase word",
		    path);
	cJSON_ArrayForEach(version, cJSON_GetObjectItemCaseSensitive(spec, "versions"))
	{
		const char *name = text_of(version, "name", NULL);

		if (!cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(version, "served")))
			continue;
		if (!is_dns(name, false))
			return relist_err_set(
			    err, RELIST_EINVAL,
			    "%s: spec.versions: name is \"%.60s\", want a DNS label", path, name);
		strbuf_addf(out, "INF_TYPED_%s(", namespaced ? "NAMESPACED" : "CLUSTER");
		add_id(out, group, name, plural);
		strbuf_addf(out, ", \"%s\", \"%s\", \"%s\", \"%s\")\n", group, name, plural, kind);
		count++;
	}
	return count ? 0
		     : relist_err_set(err, RELIST_EINVAL,
				      "%s: no version of spec.versions is served", path);
}

static int generate(const char *path, struct strbuf *out, struct relist_err *err)
{
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *crd;
	int rc = runner__read_file(path, CRD_BYTES_MAX, &text, err);

	if (rc != 0)
		return rc;
	base__alloc_init_cjson();
	crd = fakeapi__yaml_parse(strbuf_str(&text), NULL, &why);
	if (!crd)
		return relist_err_set(err, RELIST_EPARSE, "%s: %s", path,
				      why.len ? why.ptr : "out of memory");
	rc = write_rows(crd, path, out, err);
	cJSON_Delete(crd);
	if (rc == 0 && out->failed)
		rc = relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", path);
	return rc;
}

static int run(void *values, const struct cli__operands *operands, FILE *out, FILE *err)
{
	AUTO_STRBUF rows = STRBUF_INIT;
	struct relist_err e = { 0 };
	const char *slash;

	(void)values;
	if (operands->len != 2 || strcmp(operands->items[0], "informers") != 0) {
		fputs("relist gen: want: relist gen informers CRD.yaml\n", err);
		return 2;
	}
	if (generate(operands->items[1], &rows, &e) != 0) {
		fprintf(err, "relist gen: %s\n", e.msg);
		return cli__status_of(&e);
	}
	slash = strrchr(operands->items[1], '/');
	fprintf(out,
		"/* Made by `relist gen informers` from %s. See relist/informers.h. */\n"
		"#pragma once\n#include <relist/informers.h>\n\n%s",
		slash ? slash + 1 : operands->items[1], rows.ptr);
	return 0;
}

int cmd_gen(int argc, char **argv, FILE *out, FILE *err)
{
	return cli__run(&cli__gen_command, argc, argv, NULL, run, out, err);
}
