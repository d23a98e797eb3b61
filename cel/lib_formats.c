/* SPDX-License-Identifier: Apache-2.0 */
/* lib_formats.c - named formats of Kubernetes: format.dns1123Label().validate(text). */
#include "base/regex.h"
#include "cel/lib.h"

#define LABEL		    "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
#define SUBDOMAIN	    LABEL "(\\." LABEL ")*"
#define LABEL_1035	    "[a-z]([-a-z0-9]*[a-z0-9])?"
#define QUALIFIED	    "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"
#define REGEX_USED(pattern) "', regex used for validation is '" pattern "')"
#define LABEL_TEXT                                                                                 \
	"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', "   \
	"and must start and end with an alphanumeric character (e.g. 'my-name',  or "              \
	"'123-abc" REGEX_USED(LABEL)
#define SUBDOMAIN_TEXT                                                                             \
	"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' "  \
	"or '.', and must start and end with an alphanumeric character (e.g. "                     \
	"'example.com" REGEX_USED(SUBDOMAIN)
#define LABEL_1035_TEXT                                                                            \
	"a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with "  \
	"an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or "    \
	"'abc-123" REGEX_USED(LABEL_1035)
#define QUALIFIED_TEXT                                                                             \
	"must consist of alphanumeric characters, '-', '_' or '.', and must start and end with "   \
	"an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc" REGEX_USED(        \
	    QUALIFIED)
#define LABEL_VALUE_TEXT                                                                           \
	"a valid label must be an empty string or consist of alphanumeric characters, '-', '_' "   \
	"or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or "      \
	"'my_value',  or '12345" REGEX_USED("(" QUALIFIED ")?")
#define HEX "[0-9a-fA-F]"

struct rules {
	const char *name;
	const char *pattern; /* of the whole text; NULL: see `special` */
	unsigned length_max; /* bytes; 0: any */
	bool prefix;	     /* a trailing - matches any character */
	const char *text;
};

static const struct rules formats[] = {
	{ "dns1123Label", LABEL, 63, false, LABEL_TEXT },
	{ "dns1123Subdomain", SUBDOMAIN, 253, false, SUBDOMAIN_TEXT },
	{ "dns1035Label", LABEL_1035, 63, false, LABEL_1035_TEXT },
	{ "dns1123LabelPrefix", LABEL, 63, true, LABEL_TEXT },
	{ "dns1123SubdomainPrefix", SUBDOMAIN, 253, true, SUBDOMAIN_TEXT },
	{ "dns1035LabelPrefix", LABEL_1035, 63, true, LABEL_1035_TEXT },
	{ "qualifiedName", NULL, 0, false, QUALIFIED_TEXT },
	{ "labelValue", "(" QUALIFIED ")?", 63, false, LABEL_VALUE_TEXT },
	{ "uri", NULL, 0, false, "" },
	{ "uuid", HEX "{8}-?" HEX "{4}-?" HEX "{4}-?" HEX "{4}-?" HEX "{12}", 0, false,
	  "does not match the UUID format" },
	{ "byte", NULL, 0, false, "invalid base64" },
	{ "date", NULL, 0, false, "invalid date" },
	{ "datetime", NULL, 0, false, "invalid datetime" },
};

struct format {
	struct cel_opaque head;
	const struct rules *rules;
};

static bool same(const struct cel_opaque *a, const struct cel_opaque *b)
{
	return ((const struct format *)(const void *)a)->rules ==
	       ((const struct format *)(const void *)b)->rules;
}

static struct cel_value format_named(struct cel_run *run, struct str name)
{
	struct format *f = cel__alloc(&run->arena, sizeof(*f));

	if (!f)
		return cel__exhausted(run);
	f->head = (struct cel_opaque) { cel_type_named(STR("kubernetes.NamedFormat")), same };
	for (size_t i = 0; i < ARRAY_LEN(formats); i++)
		if (str_eqz(name, formats[i].name))
			f->rules = &formats[i];
	if (!f->rules)
		return cel_null();
	return (struct cel_value) { .kind = CEL_OPAQUE, .as.opaque = &f->head };
}

FN(named)
{
	struct cel_value v = format_named(run, cel_str(a[0]));

	(void)n;
	return v.kind == CEL_NULL ? cel_none() : cel_some(run, v);
}

/* format.NAME() */
FN(constant)
{
	struct str name = run->node->name;

	(void)a;
	(void)n;
	return format_named(run, (struct str) { name.ptr + 7, name.len - 7 });
}

struct findings {
	struct cel_run *run;
	struct cel_value list;
	uint32_t count;
	bool exhausted;
};

static void found(struct findings *f, struct str text)
{
	struct cel_value v = cel__new_str(f->run, text);

	if (v.kind == CEL_STRING)
		f->list.as.list->items[f->count++] = v;
	else
		f->exhausted = true;
}

static bool matches(struct findings *f, const char *pattern, struct str text)
{
	AUTO_STRBUF whole = STRBUF_INIT;
	const char *why;
	struct regex *re;
	bool match;

	strbuf_addf(&whole, "^(?:%s)$", pattern);
	re = regex_new(strbuf_str(&whole), &why);
	f->exhausted |= !re;
	match = re && regex_search(re, text) == REGEX_FOUND;
	regex_free(re);
	return match;
}

static void too_long(struct findings *f, const char *of, unsigned max)
{
	AUTO_STRBUF b = STRBUF_INIT;

	strbuf_addf(&b, "%smust be no more than %u characters", of, max);
	found(f, strbuf_str(&b));
}

/* [prefix/]name */
static void qualified(struct findings *f, struct str s)
{
	const char *slash = s.len ? memchr(s.ptr, '/', s.len) : NULL;
	struct str name = s, prefix;
	AUTO_STRBUF b = STRBUF_INIT;

	if (slash) {
		prefix = (struct str) { s.ptr, (size_t)(slash - s.ptr) };
		name = (struct str) { slash + 1, s.len - prefix.len - 1 };
		if (name.len && memchr(name.ptr, '/', name.len)) {
			strbuf_addz(&b, "a qualified name " QUALIFIED_TEXT
					" with an optional DNS subdomain prefix and '/' (e.g. "
					"'example.com/MyName')");
			found(f, strbuf_str(&b));
			return;
		}
		if (!prefix.len)
			found(f, STR("prefix part must be non-empty"));
		else if (prefix.len > 253)
			too_long(f, "prefix part ", 253);
		if (prefix.len && !matches(f, SUBDOMAIN, prefix))
			found(f, STR("prefix part " SUBDOMAIN_TEXT));
	}
	if (!name.len)
		found(f, STR("name part must be non-empty"));
	else if (name.len > 63)
		too_long(f, "name part ", 63);
	if (!matches(f, QUALIFIED, name))
		found(f, STR("name part " QUALIFIED_TEXT));
}

static void special(struct findings *f, const struct rules *r, struct str s)
{
	struct cel_value v = cel_null();

	if (strcmp(r->name, "qualifiedName") == 0) {
		qualified(f, s);
		return;
	}
	if (strcmp(r->name, "uri") == 0) {
		const char *why = cel__bad_uri(s);
		AUTO_STRBUF b = STRBUF_INIT;

		if (!why)
			return;
		strbuf_addz(&b, "parse ");
		strbuf_add_json(&b, s);
		strbuf_addf(&b, ": %s", why);
		found(f, strbuf_str(&b));
		return;
	}
	if (strcmp(r->name, "byte") == 0)
		v = cel__decode_base64(f->run, s);
	else
		v = cel__parse_time(f->run, s, strcmp(r->name, "date") == 0);
	if (v.kind == CEL_ERROR || !s.len)
		found(f, str_of(r->text));
}

FN(validate)
{
	const struct rules *r = ((const struct format *)(const void *)a[0].as.opaque)->rules;
	struct findings f = { .run = run, .list = cel_new_list(run, 6) };
	struct str s = cel_str(a[1]);

	(void)n;
	if (f.list.kind != CEL_LIST || !cel__charge(run, cel__text_cost(s.len)))
		return cel__exhausted(run);
	if (!r->pattern) {
		special(&f, r, s);
	} else {
		struct str masked = s;

		if (r->prefix && s.len > 1 && s.ptr[s.len - 1] == '-')
			masked.len--;
		if (r->length_max && masked.len > r->length_max)
			too_long(&f, "", r->length_max);
		if (!matches(&f, r->pattern, masked))
			found(&f, strncmp(r->name, "dns1123Label", 12) == 0 &&
					  matches(&f, SUBDOMAIN, masked)
				      ? STR("must not contain dots")
				      : str_of(r->text));
	}
	if (f.exhausted)
		return cel__exhausted(run);
	f.list.as.list->count = f.count;
	return f.count ? cel_some(run, f.list) : cel_none();
}

#define K CEL_LIB_KUBERNETES
#define F "kubernetes.NamedFormat"
#define CONSTANT(name)                                                                             \
	{                                                                                          \
		"format." name, "()" F, constant, K                                                \
	}

const struct cel__function cel__format_functions[] = {
	{ "validate", F ".(string)optional(list(string))", validate, K },
	{ "format.named", "(string)optional(" F ")", named, K },
	CONSTANT("dns1123Label"),
	CONSTANT("dns1123Subdomain"),
	CONSTANT("dns1035Label"),
	CONSTANT("dns1123LabelPrefix"),
	CONSTANT("dns1123SubdomainPrefix"),
	CONSTANT("dns1035LabelPrefix"),
	CONSTANT("qualifiedName"),
	CONSTANT("labelValue"),
	CONSTANT("uri"),
	CONSTANT("uuid"),
	CONSTANT("byte"),
	CONSTANT("date"),
	CONSTANT("datetime"),
	{ 0 },
};
