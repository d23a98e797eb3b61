/* SPDX-License-Identifier: Apache-2.0 */
/* declared_formats.c - the formats that rows of tbl/declared.h require of strings
 * (k8s.io/apimachinery/pkg/api/validate). */
#include "base/text/ascii.h"
#include "fakeapi/validation/declared.h"

/* Adds each line in `wrong` as an error of `value`, after `prefix`. */
static void add_wrong(const struct fakeapi__declared_check *k, const path_t *at, const char *value,
		      const char *prefix, struct strbuf *wrong)
{
	for (char *line = wrong->len ? wrong->ptr : NULL; line;) {
		AUTO_STRBUF why = STRBUF_INIT;
		char *end = strchr(line, '\n');

		if (end)
			*end = '\0';
		strbuf_addf(&why, "%s%s", prefix, line);
		if (!fakeapi__text_failed(k, &why))
			fakeapi__cause_invalid_str(k->c, at, str_of(value), why.ptr);
		line = end ? end + 1 : NULL;
	}
}

static void check_as(const struct fakeapi__declared_check *k, const path_t *at,
		     enum fakeapi__format format, const char *text, const char *value,
		     const char *prefix)
{
	AUTO_STRBUF wrong = STRBUF_INIT;

	fakeapi__format_check(k->c->features, format, text, &wrong);
	if (!fakeapi__text_failed(k, &wrong))
		add_wrong(k, at, value, prefix, &wrong);
}

/* Checks the value in lower case; the message allows both cases. */
static void check_caseless(const struct fakeapi__declared_check *k, const path_t *at,
			   const char *value)
{
	AUTO_STRBUF lower = STRBUF_INIT;
	AUTO_STRBUF wrong = STRBUF_INIT;

	for (const char *p = value; *p; p++)
		strbuf_addc(&lower, *p >= 'A' && *p <= 'Z' ? (char)(*p + 32) : *p);
	if (fakeapi__text_failed(k, &lower))
		return;
	if (strlen(value) > 253)
		fakeapi__cause_invalid_str(k->c, at, str_of(value),
					   "must be no more than 253 bytes");
	else
		fakeapi__format_check(k->c->features, FAKEAPI_DNS_SUBDOMAIN,
				      lower.ptr ? lower.ptr : "", &wrong);
	if (!fakeapi__text_failed(k, &wrong) && wrong.len)
		fakeapi__cause_invalid_str(
		    k->c, at, str_of(value),
		    "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', "
		    "and "
		    "must start and end with an alphanumeric character (e.g. 'Example.com', regex "
		    "used for validation is "
		    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
}

static bool is_uuid(const char *value)
{
	static const char form[] = "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh";

	for (size_t i = 0; i < sizeof(form) - 1; i++)
		if (form[i] == '-' ? value[i] != '-'
				   : !value[i] || !strchr("0123456789abcdef", value[i]))
			return false;
	return !value[sizeof(form) - 1];
}

static void check_pool_name(const struct fakeapi__declared_check *k, const path_t *at,
			    const char *value)
{
	char text[300], prefix[32];
	size_t n, i = 0;

	if (strlen(value) > 253)
		fakeapi__cause_too_long(k->c, at, 253);
	for (const char *p = value;; p += n + 1, i++) {
		n = strcspn(p, "/");
		snprintf(prefix, sizeof(prefix), "segment %zu: ", i);
		snprintf(text, sizeof(text), "%.*s", (int)(n < 290 ? n : 290), p);
		if (!n) {
			snprintf(text, sizeof(text), "%smust not be empty", prefix);
			fakeapi__cause_invalid_str(k->c, at, str_of(value), text);
		} else {
			check_as(k, at, FAKEAPI_DNS_SUBDOMAIN, text, text, prefix);
		}
		if (!p[n])
			return;
	}
}

static void check_extended_name(const struct fakeapi__declared_check *k, const path_t *at,
				const char *value)
{
	AUTO_STRBUF quota = STRBUF_INIT;

	if (!strchr(value, '/'))
		fakeapi__cause_invalid_str(k->c, at, str_of(value),
					   "a name must be a domain-prefixed path, such as "
					   "'example.com/my-prop'");
	else if (strstr(value, "kubernetes.io/"))
		fakeapi__cause_invalid_str(k->c, at, str_of(value),
					   "must not have \"kubernetes.io/\" domain");
	if (strncmp(value, "requests.", 9) == 0)
		fakeapi__cause_invalid_str(k->c, at, str_of(value),
					   "must not have \"requests.\" prefix");
	strbuf_addf(&quota, "requests.%s", value);
	if (!fakeapi__text_failed(k, &quota))
		check_as(k, at, FAKEAPI_QUALIFIED_NAME, quota.ptr, value, "");
}

static void check_c_name(const struct fakeapi__declared_check *k, const path_t *at,
			 const char *name)
{
	bool good = *name && !(*name >= '0' && *name <= '9');

	if (strlen(name) > 32)
		fakeapi__cause_too_long(k->c, at, 32);
	for (const char *p = name; *p && good; p++)
		good = *p == '_' || (*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z') ||
		       (*p >= 'A' && *p <= 'Z');
	if (!good)
		fakeapi__cause_invalid_str(
		    k->c, at, str_of(name),
		    "a valid C identifier must start with alphabetic character or '_', followed "
		    "by a string of alphanumeric characters or '_' (e.g. 'my_name',  or "
		    "'MY_NAME',  or 'MyName', regex used for validation is "
		    "'[A-Za-z_][A-Za-z0-9_]*')");
}

/* A domain, a slash and an identifier of C. */
static void check_qualified_name(const struct fakeapi__declared_check *k, const path_t *at,
				 const char *value)
{
	const char *slash = strchr(value, '/');
	AUTO_STRBUF domain = STRBUF_INIT;

	if (!slash) {
		check_c_name(k, at, value);
		fakeapi__cause_invalid_str(k->c, at, str_of(value), FAKEAPI_NOT_QUALIFIED);
		return;
	}
	if (strchr(slash + 1, '/')) /* kube-apiserver does not check names with several slashes */
		return;
	strbuf_addf(&domain, "%.*s", (int)(slash - value), value);
	if (slash == value)
		fakeapi__cause_invalid_str(k->c, at, str_of(""), "prefix must not be empty");
	else if (domain.len > 63)
		fakeapi__cause_too_long(k->c, at, 63);
	if (slash != value && !fakeapi__text_failed(k, &domain))
		check_as(k, at, FAKEAPI_DNS_SUBDOMAIN, domain.ptr, domain.ptr, "prefix: ");
	if (!slash[1])
		fakeapi__cause_invalid_str(k->c, at, str_of(""), "name must not be empty");
	else
		check_c_name(k, at, slash + 1);
}

void fakeapi__check_value_format(const struct fakeapi__declared_check *k,
				 const struct fakeapi__declared *row, const path_t *at,
				 const char *z)
{
	size_t before = fakeapi__causes_count(k->c);

	switch (row->rule) {
	case SHORT_NAME:
		fakeapi__check_format(k->c, at, FAKEAPI_DNS_LABEL, z);
		break;
	case LONG_NAME:
		fakeapi__check_format(k->c, at, FAKEAPI_DNS_SUBDOMAIN, z);
		break;
	case LONG_NAME_CASELESS:
		check_caseless(k, at, z);
		break;
	case LABEL_KEY:
	case PREFIXED_LABEL_KEY:
		fakeapi__check_format(k->c, at, FAKEAPI_QUALIFIED_NAME, z);
		if (row->rule == PREFIXED_LABEL_KEY && !strchr(z, '/') &&
		    fakeapi__causes_count(k->c) == before)
			fakeapi__cause_invalid_str(k->c, at, str_of(z),
						   "must include a prefix (e.g. "
						   "'example.com/key')");
		break;
	case UUID:
		if (!is_uuid(z))
			fakeapi__cause_invalid_str(k->c, at, str_of(z),
						   "must be a lowercase UUID in 8-4-4-4-12 format");
		break;
	case POOL_NAME:
		check_pool_name(k, at, z);
		break;
	case EXTENDED_NAME:
		check_extended_name(k, at, z);
		break;
	case QUALIFIED_NAME:
		check_qualified_name(k, at, z);
		break;
	case REQUIRED:
	case FORBIDDEN:
	case OPTIONAL:
	case IMMUTABLE:
	case UPDATE:
	case MINIMUM:
	case MAXIMUM:
	case MAX_ITEMS:
	case MAX_LENGTH:
	case MAX_BYTES:
	case ENUM:
	case UNIQUE:
	case UNION:
	case NEEDS:
	case EXCLUDES:
	case ONLY_WITH:
		break;
	}
}
