/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/label.h"

#include "base/text/dns.h"

#define NAME_WRONG                                                                                 \
	"must consist of alphanumeric characters, '-', '_' or '.', and must start and end with "   \
	"an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "  \
	"validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
#define VALUE_WRONG                                                                                \
	"a valid label must be an empty string or consist of alphanumeric characters, '-', '_' "   \
	"or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or "      \
	"'my_value',  or '12345', regex used for validation is "                                   \
	"'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
#define PREFIX_WRONG                                                                               \
	"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' "  \
	"or '.', and must start and end with an alphanumeric character (e.g. 'example.com', "      \
	"regex used for validation is "                                                            \
	"'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

enum { NAME_LEN_MAX = 63 };

/* [A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])? */
static bool is_name(struct str s)
{
	if (!s.len || !ascii_is_alnum(s.ptr[0]) || !ascii_is_alnum(s.ptr[s.len - 1]))
		return false;
	for (size_t i = 0; i < s.len; i++)
		if (!ascii_is_alnum(s.ptr[i]) && s.ptr[i] != '-' && s.ptr[i] != '_' &&
		    s.ptr[i] != '.')
			return false;
	return true;
}

bool label_is_value(struct str s)
{
	return !s.len || (is_name(s) && s.len <= NAME_LEN_MAX);
}

static void add(struct strbuf *out, const char *between, const char *part, const char *text)
{
	if (out->len)
		strbuf_addz(out, between);
	strbuf_addz(out, part);
	strbuf_addz(out, text);
}

static void add_too_long(struct strbuf *out, const char *between, const char *part, int max,
			 enum label_unit unit)
{
	add(out, between, part, "");
	strbuf_addf(out, "must be no more than %d %s", max,
		    unit == LABEL_BYTES ? "bytes" : "characters");
}

static void prefix_errors(struct str prefix, enum label_unit unit, const char *between,
			  struct strbuf *out)
{
	if (!prefix.len) {
		add(out, between, "prefix part ", "must be non-empty");
		return;
	}
	if (prefix.len > DNS_SUBDOMAIN_LEN_MAX)
		add_too_long(out, between, "prefix part ", DNS_SUBDOMAIN_LEN_MAX, unit);
	if (!dns_is_subdomain(prefix))
		add(out, between, "prefix part ", PREFIX_WRONG);
}

void label_key_errors(struct str key, enum label_unit unit, const char *between, struct strbuf *out)
{
	const char *slash = key.len ? memchr(key.ptr, '/', key.len) : NULL;
	struct str name = key;

	if (slash) {
		struct str prefix = { key.ptr, (size_t)(slash - key.ptr) };

		name = (struct str) { slash + 1, key.len - prefix.len - 1 };
		if (memchr(name.ptr, '/', name.len)) {
			add(out, between,
			    unit == LABEL_BYTES ? "a valid label key " : "a qualified name ",
			    NAME_WRONG " with an optional DNS subdomain prefix and '/' (e.g. "
				       "'example.com/MyName')");
			return;
		}
		prefix_errors(prefix, unit, between, out);
	}
	if (!name.len)
		add(out, between, "name part ", "must be non-empty");
	else if (name.len > NAME_LEN_MAX)
		add_too_long(out, between, "name part ", NAME_LEN_MAX, unit);
	if (!is_name(name))
		add(out, between, "name part ", NAME_WRONG);
}

void label_value_errors(struct str value, enum label_unit unit, const char *between,
			struct strbuf *out)
{
	if (value.len > NAME_LEN_MAX)
		add_too_long(out, between, "", NAME_LEN_MAX, unit);
	if (value.len && !is_name(value))
		add(out, between, "", VALUE_WRONG);
}
