/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/apiserver_flags.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "base/suggest.h"

enum value { BOOL, TEXT };
enum effect { NONE, HEEDED };

static const struct known {
	const char *name;
	enum value value;
	enum effect effect;
} known[] = {
#define FLAG(name, value, effect) { (name), (value), (effect) },
#include "cli/tbl/apiserver_flags.h"
#undef FLAG
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

static const struct known *find(const char *p, size_t len)
{
	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		if (is_named(p, len, known[i].name))
			return &known[i];
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

/* Of a flag whose effect is missing here, kube-apiserver would read the file. */
static bool is_readable(const struct known *k, const char *value, FILE *err)
{
	bool file = ends_with(k->name, "-file") || ends_with(k->name, "-config");

	if (k->effect != NONE || !file || !value[0] || access(value, R_OK) == 0)
		return true;
	fprintf(err, "kube-apiserver: --%s: open %s: %s\n", k->name, value, strerror(errno));
	return false;
}

/* Looks at argv[*at], and steps over its value. NULL: it was refused. */
static const struct known *check_one(int argc, char **argv, int *at, const char **value, FILE *err)
{
	const char *name = argv[*at] + 2;
	size_t len = strcspn(name, "=");
	const struct known *k = find(name, len);
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

/* "Gate=true,Other=false", "group/version=true": which of them are heeded. */
static const struct {
	const char *flag, *names[4];
	bool is_bool; /* their values must be */
} maps[] = {
	{ "feature-gates", { "AggregatedDiscoveryEndpoint" }, true },
	{ "runtime-config",
	  { "admissionregistration.k8s.io/v1beta1", "admissionregistration.k8s.io/v1alpha1" },
	  false },
};

static bool is_bool_word(const char *p, size_t len)
{
	static const char *const words[] = { "1", "t", "T", "TRUE",  "true",  "True",
					     "0", "f", "F", "FALSE", "false", "False" };

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (strlen(words[i]) == len && memcmp(p, words[i], len) == 0)
			return true;
	return false;
}

/* Names on `err` what of a map has no effect here. False: it is none. */
static bool check_entries(size_t m, const char *entries, size_t *without_effect, FILE *err)
{
	while (*entries) {
		size_t len = strcspn(entries, ","), name = strcspn(entries, "=,"), i = 0;

		if (maps[m].is_bool && name == len) {
			fprintf(
			    err,
			    "kube-apiserver: invalid argument \"%s\" for \"--%s\" flag: missing "
			    "bool value for %.*s\n",
			    entries, maps[m].flag, (int)len, entries);
			return false;
		}
		if (maps[m].is_bool && !is_bool_word(entries + name + 1, len - name - 1)) {
			fprintf(
			    err,
			    "kube-apiserver: invalid argument \"%s\" for \"--%s\" flag: invalid "
			    "value of %.*s, must be true or false\n",
			    entries, maps[m].flag, (int)len, entries);
			return false;
		}
		while (i < ARRAY_LEN(maps[m].names) && maps[m].names[i] &&
		       (strlen(maps[m].names[i]) != name ||
			memcmp(maps[m].names[i], entries, name) != 0))
			i++;
		if (len && (i == ARRAY_LEN(maps[m].names) || !maps[m].names[i]))
			fprintf(err, "%s--%s=%.*s",
				(*without_effect)++ ? ", " : "relist: no effect here: ",
				maps[m].flag, (int)len, entries);
		entries += len + (entries[len] == ',');
	}
	return true;
}

/* Of a flag that is heeded in part. */
static bool check_value(const struct known *k, const char *value, size_t *without_effect, FILE *err)
{
	for (size_t m = 0; m < ARRAY_LEN(maps); m++)
		if (strcmp(k->name, maps[m].flag) == 0)
			return check_entries(m, value, without_effect, err);
	return true;
}

bool cli__apiserver_flags_check(int argc, char **argv, FILE *err)
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
		k = check_one(argc, argv, &i, &value, err);
		if (!k || !check_value(k, value, &without_effect, err))
			return false;
		if (k->effect == NONE)
			fprintf(err, "%s--%s",
				without_effect++ ? ", " : "relist: no effect here: ", k->name);
	}
	if (without_effect)
		fputs("\n", err);
	return true;
}

bool cli__flag_bool(int argc, char **argv, const char *name, bool otherwise, bool *value, FILE *err)
{
	/* strconv.ParseBool, for which pflag takes the bare flag as "true". */
	static const char *const words[] = { "1", "t", "T", "TRUE",  "true",  "True",
					     "0", "f", "F", "FALSE", "false", "False" };

	*value = otherwise;
	for (int i = 1; i < argc; i++) {
		const char *p = argv[i];
		size_t len, w = 0;

		if (strncmp(p, "--", 2) != 0)
			continue;
		len = strcspn(p + 2, "=");
		if (!is_named(p + 2, len, name))
			continue;
		p += 2 + len;
		while (*p && w < ARRAY_LEN(words) && strcmp(p + 1, words[w]) != 0)
			w++;
		if (w == ARRAY_LEN(words)) {
			fprintf(err,
				"kube-apiserver: invalid argument \"%s\" for \"--%s\" flag: "
				"must be true or false\n",
				p + 1, name);
			return false;
		}
		*value = w < ARRAY_LEN(words) / 2;
	}
	return true;
}
