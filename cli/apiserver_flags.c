/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/apiserver_flags.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "base/suggest.h"
#include "base/text/parse_bool.h"
#include "fakeapi/admission/config.h"
#include "fakeapi/meta/features.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/posix/config_files.h"
#include "fakeapi/schema/runtime_config.h"

enum value { BOOL, TEXT };
enum effect { NONE, COMMAND, HEEDED };

static const struct known {
	const char *name;
	enum value value;
	enum effect effect;
} known[] = {
#define FLAG(name, value, effect) { (name), (value), (effect) },
#include "cli/tbl/apiserver_flags.h"
#undef FLAG
};

/* Flags that kube-apiserver has since a later release than 1.34. */
static const struct {
	struct known flag;
	unsigned since;
} later[] = {
	{ { "tls-curve-preferences", TEXT, NONE }, 36 },
	{ { "min-compatibility-version", TEXT, NONE }, 37 },
};

static bool is_named(const char *p, size_t len, const char *name)
{
	if (strlen(name) != len)
		return false;
	for (size_t i = 0; i < len; i++)
		if ((p[i] == '_' ? '-' : p[i]) != name[i])
			return false;
	return true;
}

static const struct known *find(const char *p, size_t len, unsigned release)
{
	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		if (is_named(p, len, known[i].name))
			return &known[i];
	for (size_t i = 0; i < ARRAY_LEN(later); i++)
		if (release >= later[i].since && is_named(p, len, later[i].flag.name))
			return &later[i].flag;
	return NULL;
}

const char *cli__flag(int argc, char **argv, const char *name)
{
	const char *value = NULL;

	for (int i = 1; i < argc; i++) {
		const char *p = argv[i];
		size_t len;

		if (strncmp(p, "--", 2) != 0)
			continue;
		len = strcspn(p + 2, "=");
		if (!is_named(p + 2, len, name))
			continue;
		if (p[2 + len] == '=')
			value = p + 2 + len + 1;
		else
			value = i + 1 < argc && argv[i + 1][0] != '-' ? argv[i + 1] : "";
	}
	return value;
}

static bool ends_with(const char *name, const char *end)
{
	size_t len = strlen(name), n = strlen(end);

	return len > n && strcmp(name + len - n, end) == 0;
}

/* kube-apiserver would read the file even if the flag has no effect here. */
static bool is_readable(const struct known *k, const char *value, FILE *err)
{
	bool file = ends_with(k->name, "-file") || ends_with(k->name, "-config");

	if (k->effect == HEEDED || !file || !value[0] || access(value, R_OK) == 0)
		return true;
	fprintf(err, "kube-apiserver: --%s: open %s: %s\n", k->name, value, strerror(errno));
	return false;
}

/* Checks argv[*at] and moves *at past its value. Returns NULL if it was refused. */
static const struct known *check_one(int argc, char **argv, int *at, unsigned release,
				     const char **value, FILE *err)
{
	const char *name = argv[*at] + 2;
	size_t len = strcspn(name, "=");
	const struct known *k = find(name, len, release);
	char hint[120];

	if (!k) {
		suggest_text((struct str) { name, len }, &known[0].name, ARRAY_LEN(known),
			     sizeof(known[0]), hint, sizeof(hint));
		fprintf(err, "kube-apiserver: unknown flag: --%.*s%s\n", (int)len, name, hint);
		return NULL;
	}
	*value = "";
	if (name[len] == '=')
		*value = name + len + 1;
	if (name[len] == '=' || k->value == BOOL)
		return is_readable(k, *value, err) ? k : NULL;
	if (*at + 1 >= argc) {
		fprintf(err, "kube-apiserver: flag needs an argument: --%s\n", k->name);
		return NULL;
	}
	*value = argv[++*at];
	return is_readable(k, *value, err) ? k : NULL;
}

/* Names on `err` the entries of "Gate=true,Other=false" or "group/version=true" that have no effect
 * here. */
static void name_entries(const char *flag, const char *entries, bool (*heeded)(struct str name),
			 size_t *without_effect, FILE *err)
{
	while (*entries) {
		size_t len = strcspn(entries, ","), name = strcspn(entries, "=,");

		if (len && !heeded(str_trim_space((struct str) { entries, name })))
			fprintf(err, "%s--%s=%.*s",
				(*without_effect)++ ? ", " : "relist: no effect here: ", flag,
				(int)len, entries);
		entries += len + (entries[len] == ',');
	}
}

/* Names on `err` the plug-ins of an AdmissionConfiguration whose configuration has no effect here.
 * Errors in the file are reported when the server reads it. */
static void name_plugins(const char *path, size_t *without_effect, FILE *err)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err why = { 0 };
	const cJSON *plugin;
	cJSON *tree = fakeapi__admission_file(path, &text, &why) == 0
			  ? fakeapi__parse(strbuf_str(&text))
			  : NULL;

	cJSON_ArrayForEach(plugin, fakeapi__member(tree, "plugins"))
	{
		const char *name = fakeapi__string(plugin, "name");

		if (fakeapi__member(plugin, "configuration") &&
		    !fakeapi__admission_config_reads(name))
			fprintf(err, "%sthe configuration of %s",
				(*without_effect)++ ? ", " : "relist: no effect here: ", name);
	}
	cJSON_Delete(tree);
}

/* Checks the value of a flag that is supported in part. */
static bool check_value(const struct known *k, const char *value, unsigned release,
			size_t *without_effect, FILE *err)
{
	struct fakeapi__features features;
	struct relist_err why = { 0 };

	if (strcmp(k->name, "runtime-config") == 0)
		name_entries(k->name, value, fakeapi__runtime_config_knows, without_effect, err);
	if (strcmp(k->name, "admission-control-config-file") == 0)
		name_plugins(value, without_effect, err);
	if (strcmp(k->name, "feature-gates") != 0)
		return true;
	fakeapi__features_init(&features, release);
	if (fakeapi__features_set(&features, value, "--feature-gates", &why) != 0) {
		fprintf(err, "kube-apiserver: %s\n", why.msg);
		return false;
	}
	name_entries(k->name, value, fakeapi__gate_matters, without_effect, err);
	return true;
}

bool cli__apiserver_flags_check(int argc, char **argv, unsigned release, FILE *err)
{
	size_t without_effect = 0;

	for (int i = 1; i < argc; i++) {
		const struct known *k;
		const char *value;

		if (strncmp(argv[i], "-v", 2) == 0) {
			i += argv[i][2] == '\0';
			continue;
		}
		if (strncmp(argv[i], "--", 2) != 0 || !argv[i][2]) {
			fprintf(err, "kube-apiserver: takes no arguments, got \"%s\"\n", argv[i]);
			return false;
		}
		k = check_one(argc, argv, &i, release, &value, err);
		if (!k || !check_value(k, value, release, &without_effect, err))
			return false;
		if (k->effect == NONE)
			fprintf(err, "%s--%s",
				without_effect++ ? ", " : "relist: no effect here: ", k->name);
	}
	if (without_effect)
		fputs("\n", err);
	return true;
}

void cli__name_without_effect(const char *runtime_config, const char *feature_gates,
			      const char *admission_file, FILE *err)
{
	size_t count = 0;

	if (runtime_config)
		name_entries("runtime-config", runtime_config, fakeapi__runtime_config_knows,
			     &count, err);
	if (feature_gates)
		name_entries("feature-gates", feature_gates, fakeapi__gate_matters, &count, err);
	if (admission_file)
		name_plugins(admission_file, &count, err);
	if (count)
		fputs("\n", err);
}

bool cli__flag_bool(int argc, char **argv, const char *name, bool otherwise, bool *value, FILE *err)
{
	*value = otherwise;
	for (int i = 1; i < argc; i++) {
		const char *p = argv[i];
		size_t len;

		if (strncmp(p, "--", 2) != 0)
			continue;
		len = strcspn(p + 2, "=");
		if (!is_named(p + 2, len, name))
			continue;
		p += 2 + len;
		if (!*p) {
			*value = true; /* pflag's NoOptDefVal */
		} else if (!text_parse_bool(str_of(p + 1), value)) {
			fprintf(err,
				"kube-apiserver: invalid argument \"%s\" for \"--%s\" flag: "
				"must be true or false\n",
				p + 1, name);
			return false;
		}
	}
	return true;
}
