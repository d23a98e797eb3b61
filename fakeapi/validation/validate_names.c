/* SPDX-License-Identifier: Apache-2.0 */
/* validate_names.c - formats of names, with apimachinery's messages. */
#include "base/text/dns.h"
#include "base/text/label.h"
#include "fakeapi/validation/validate_impl.h"

#define LABEL_FMT     "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
#define SUBDOMAIN_FMT LABEL_FMT "(\\." LABEL_FMT ")*"

#define LABEL_WRONG                                                                                \
	"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', "   \
	"and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', "   \
	"regex used for validation is '" LABEL_FMT "')"
#define SUBDOMAIN_WRONG                                                                            \
	"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' "  \
	"or '.', and must start and end with an alphanumeric character (e.g. 'example.com', "      \
	"regex used for validation is '" SUBDOMAIN_FMT "')"
#define LABEL_1035_WRONG                                                                           \
	"a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with "  \
	"an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or "    \
	"'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"
#define CONFIG_KEY_WRONG                                                                           \
	"a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. "       \
	"'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is "                \
	"'[-._a-zA-Z0-9]+')"

static void line(struct strbuf *out, const char *prefix, const char *text)
{
	if (out->len)
		strbuf_addc(out, '\n');
	strbuf_addz(out, prefix);
	strbuf_addz(out, text);
}

static void too_long(struct strbuf *out, const char *prefix, size_t max)
{
	line(out, prefix, "");
	strbuf_addf(out, "must be no more than %zu characters", max);
}

static void path_segment(const char *z, struct strbuf *out)
{
	if (strcmp(z, ".") == 0 || strcmp(z, "..") == 0)
		line(out, "may not be '", z[1] ? "..'" : ".'");
	if (strchr(z, '/'))
		line(out, "may not contain '", "/'");
	if (strchr(z, '%'))
		line(out, "may not contain '", "%'");
}

static void config_key(const char *z, struct strbuf *out)
{
	bool ok = *z != '\0';

	if (strlen(z) > 253)
		too_long(out, "", 253);
	for (const char *p = z; *p; p++)
		ok = ok && (ascii_is_alnum(*p) || *p == '-' || *p == '_' || *p == '.');
	if (!ok)
		line(out, "", CONFIG_KEY_WRONG);
	if (strcmp(z, ".") == 0)
		line(out, "must not be '", ".'");
	else if (strcmp(z, "..") == 0)
		line(out, "must not be '", "..'");
	else if (strncmp(z, "..", 2) == 0)
		line(out, "must not start with '", "..'");
}

static void port_name(const char *z, struct strbuf *out)
{
	bool ok = *z != '\0', letter = false;

	if (strlen(z) > 15)
		too_long(out, "", 15);
	for (const char *p = z; *p; p++) {
		ok = ok && (ascii_is_lower(*p) || ascii_is_digit(*p) || *p == '-');
		letter |= ascii_is_lower(*p);
	}
	if (!ok)
		line(out, "",
		     "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
	if (!letter)
		line(out, "", "must contain at least one letter (a-z)");
	if (strstr(z, "--"))
		line(out, "", "must not contain consecutive hyphens");
	if (*z && (z[0] == '-' || z[strlen(z) - 1] == '-'))
		line(out, "", "must not begin or end with a hyphen");
}

/* As before the feature gate RelaxedEnvironmentVariableValidation. */
static void strict_env_name(const char *z, struct strbuf *out)
{
	bool ok = *z && !ascii_is_digit(*z);

	for (const char *p = z; *p; p++)
		ok = ok && (ascii_is_alnum(*p) || strchr("-._", *p));
	if (!ok)
		line(out, "",
		     "a valid environment variable name must consist of alphabetic characters, "
		     "digits, '_', '-', or '.', and must not start with a digit (e.g. "
		     "'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for "
		     "validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')");
	if (strcmp(z, ".") == 0 || strcmp(z, "..") == 0)
		line(out, "", z[1] ? "must not be '..'" : "must not be '.'");
	else if (strncmp(z, "..", 2) == 0)
		line(out, "", "must not start with '..'");
}

static void env_name(const char *z, struct strbuf *out)
{
	bool ok = *z != '\0';

	for (const char *p = z; *p; p++)
		ok = ok && *p >= ' ' && *p <= '~' && *p != '=';
	if (!ok)
		line(out, "",
		     "a valid environment variable name must consist only of printable ASCII "
		     "characters other than '='");
}

static void wildcard(const char *z, struct strbuf *out)
{
	if (strlen(z) > 253)
		too_long(out, "", 253);
	if (strncmp(z, "*.", 2) != 0 || !dns_is_subdomain(str_of(z + 2)))
		line(out, "",
		     "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS "
		     "subdomain, which must consist of lower case alphanumeric characters, '-' or "
		     "'.' and end with an alphanumeric character (e.g. '*.example.com', regex used "
		     "for validation is '\\*\\." SUBDOMAIN_FMT "')");
}

static void condition_reason(const char *z, struct strbuf *out)
{
	size_t n = strlen(z);
	bool ok = n > 0 && ascii_is_alnum(z[0]) && !ascii_is_digit(z[0]) &&
		  (ascii_is_alnum(z[n - 1]) || z[n - 1] == '_');

	for (size_t i = 0; i < n; i++)
		ok = ok && (ascii_is_alnum(z[i]) || strchr("_,:", z[i]));
	if (!ok)
		line(out, "",
		     "a condition reason must start with alphabetic character, optionally followed "
		     "by a string of alphanumeric characters or '_,:', and must end with an "
		     "alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  "
		     "or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is "
		     "'[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')");
}

static bool is_underscored(const char *z)
{
	for (;;) {
		size_t n = strcspn(z, "."), from = n && z[0] == '_';

		if (n == from || !(ascii_is_lower(z[from]) || ascii_is_digit(z[from])) ||
		    !(ascii_is_lower(z[n - 1]) || ascii_is_digit(z[n - 1])))
			return false;
		for (size_t i = from; i < n; i++)
			if (!ascii_is_lower(z[i]) && !ascii_is_digit(z[i]) && z[i] != '-' &&
			    z[i] != '_')
				return false;
		if (!z[n])
			return true;
		z += n + 1;
	}
}

void fakeapi__format_check(const struct fakeapi__features *features, enum fakeapi__format format,
			   const char *z, struct strbuf *out)
{
	enum label_unit unit = fakeapi__label_unit(features);
	size_t n = strlen(z);

	switch (format) {
	case FAKEAPI_DNS_SUBDOMAIN:
		if (n > 253)
			too_long(out, "", 253);
		if (!dns_is_subdomain((struct str) { z, n }))
			line(out, "", SUBDOMAIN_WRONG);
		break;
	case FAKEAPI_DNS_LABEL:
		if (n > 63)
			too_long(out, "", 63);
		if (!dns_is_label((struct str) { z, n }))
			line(out, "",
			     dns_is_subdomain((struct str) { z, n }) ? "must not contain dots"
								     : LABEL_WRONG);
		break;
	case FAKEAPI_DNS_1035_LABEL:
		if (n > 63)
			too_long(out, "", 63);
		if (!dns_is_label((struct str) { z, n }) || ascii_is_digit(z[0]))
			line(out, "", LABEL_1035_WRONG);
		break;
	case FAKEAPI_PATH_SEGMENT:
		path_segment(z, out);
		break;
	case FAKEAPI_QUALIFIED_NAME:
		label_key_errors(str_of(z), unit, "\n", out);
		break;
	case FAKEAPI_LABEL_VALUE:
		label_value_errors(str_of(z), unit, "\n", out);
		break;
	case FAKEAPI_CONFIG_KEY:
		config_key(z, out);
		break;
	case FAKEAPI_PORT_NAME:
		port_name(z, out);
		break;
	case FAKEAPI_ENV_NAME:
		if (fakeapi__changed(features, FAKEAPI_CHANGE_ENV_NAMES))
			env_name(z, out);
		else
			strict_env_name(z, out);
		break;
	case FAKEAPI_WILDCARD_SUBDOMAIN:
		wildcard(z, out);
		break;
	case FAKEAPI_CONDITION_REASON:
		condition_reason(z, out);
		break;
	case FAKEAPI_DNS_UNDERSCORE:
		if (n > 253)
			too_long(out, "", 253);
		if (!is_underscored(z))
			line(out, "",
			     "a lowercase RFC 1123 subdomain must consist of lower case "
			     "alphanumeric characters, '_', '-' or '.', and must start and end "
			     "with an alphanumeric character (e.g. 'example.com', regex used for "
			     "validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_"
			     "a-z0-9]*[a-z0-9])?)*')");
		break;
	}
}

void fakeapi__check_format(causes_t *c, const path_t *at, enum fakeapi__format format,
			   const char *z)
{
	AUTO_STRBUF wrong = STRBUF_INIT;
	char *from, *end;

	fakeapi__format_check(c->features, format, z, &wrong);
	if (wrong.len == 0) {
		c->nomem |= wrong.failed;
		return;
	}
	for (from = wrong.ptr; from; from = end ? end + 1 : NULL) {
		end = strchr(from, '\n');
		if (end)
			*end = '\0';
		fakeapi__cause_invalid_str(c, at, str_of(z), from);
	}
}
