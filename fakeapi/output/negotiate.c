/* SPDX-License-Identifier: Apache-2.0 */
/* negotiate.c - parses the Accept header twice: like the real server's router (is any type known?)
 * and like its handlers (types with parameters, by quality). Their 406 messages differ. */
#include "base/text/parse_bool.h"
#include "fakeapi/output/table.h"

#define TYPE_LIST "application/json, application/yaml, application/vnd.kubernetes.protobuf"
#define STREAM_LIST                                                                                \
	"application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch"

enum { CLAUSE_MAX = 32 };

enum media { MEDIA_JSON, MEDIA_YAML, MEDIA_PROTOBUF, MEDIA_COUNT };

static const char *const media_subtypes[MEDIA_COUNT] = { "json", "yaml",
							 "vnd.kubernetes.protobuf" };

/* The as=... transforms that an endpoint has. */
enum transforms { TRANSFORMS_NONE, TRANSFORMS_METADATA, TRANSFORMS_OBJECTS, TRANSFORMS_DISCOVERY };

/* A type of an Accept header with its relevant parameters. */
struct clause {
	struct str type, subtype;
	double q;
	struct str as, g, v, stream, sv;
	bool convert; /* has any of as, g, v */
	bool pretty;
};

static struct str trim(struct str s)
{
	while (s.len > 0 && s.ptr[0] == ' ') {
		s.ptr++;
		s.len--;
	}
	while (s.len > 0 && s.ptr[s.len - 1] == ' ')
		s.len--;
	return s;
}

/* Removes and returns the part of *rest up to `sep`. */
static struct str split(struct str *rest, char sep)
{
	const char *at = rest->len ? memchr(rest->ptr, sep, rest->len) : NULL;
	struct str part = *rest;

	if (!at) {
		*rest = (struct str) { rest->ptr + rest->len, 0 };
		return part;
	}
	part.len = (size_t)(at - rest->ptr);
	rest->ptr = at + 1;
	rest->len -= part.len + 1;
	return part;
}

/* Digits and a point; anything else counts as 0, like a failed parse in the real server. */
static double quality(struct str s)
{
	double value = 0, scale = 1;
	bool point = false;

	for (size_t i = 0; i < s.len; i++) {
		if (s.ptr[i] == '.' && !point) {
			point = true;
		} else if (s.ptr[i] >= '0' && s.ptr[i] <= '9') {
			if (point)
				scale /= 10;
			value = point ? value + scale * (s.ptr[i] - '0')
				      : value * 10 + (s.ptr[i] - '0');
		} else {
			return 0;
		}
	}
	return value;
}

static void param(struct clause *c, struct str key, struct str value)
{
	if (str_eqz(key, "q")) {
		c->q = quality(value);
		return;
	}
	value = trim(value);
	if (str_eqz(key, "as"))
		c->as = value;
	else if (str_eqz(key, "g"))
		c->g = value;
	else if (str_eqz(key, "v"))
		c->v = value;
	else if (str_eqz(key, "stream"))
		c->stream = value;
	else if (str_eqz(key, "sv"))
		c->sv = value;
	else if (str_eqz(key, "pretty"))
		c->pretty = str_eqz(value, "1");
	if (str_eqz(key, "as") || str_eqz(key, "g") || str_eqz(key, "v"))
		c->convert = true;
}

static bool parse_clause(struct str part, struct clause *c)
{
	struct str rest = trim(part), name, sub;

	*c = (struct clause) { .q = 1 };
	name = split(&rest, ';');
	c->type = trim(split(&name, '/'));
	if (name.len == 0) {
		if (!str_eqz(c->type, "*"))
			return false;
		c->subtype = STR("*");
	} else {
		sub = split(&name, '/');
		if (name.len > 0)
			return false;
		c->subtype = trim(sub);
	}
	while (rest.len > 0) {
		struct str pair = split(&rest, ';');
		struct str key = split(&pair, '=');
		struct str value = split(&pair, '=');

		if (value.len > 0 && pair.len == 0)
			param(c, trim(key), value);
	}
	return true;
}

static bool before(const struct clause *a, const struct clause *b)
{
	if (a->q > b->q)
		return true;
	if (!str_eqz(a->type, "*") && str_eqz(b->type, "*"))
		return true;
	return !str_eqz(a->subtype, "*") && str_eqz(b->subtype, "*");
}

/* The comparison above is not transitive (a wildcard loses against lower quality), so the result
 * depends on the algorithm: insertion sort, which the real server's sort uses for so few. */
static size_t parse_accept(struct str accept, struct clause clauses[CLAUSE_MAX])
{
	size_t n = 0;

	while (accept.len > 0 && n < CLAUSE_MAX)
		if (parse_clause(split(&accept, ','), &clauses[n]))
			n++;
	for (size_t i = 1; i < n; i++) {
		for (size_t j = i; j > 0 && before(&clauses[j], &clauses[j - 1]); j--) {
			struct clause c = clauses[j];

			clauses[j] = clauses[j - 1];
			clauses[j - 1] = c;
		}
	}
	return n;
}

static bool matches(const struct clause *c, enum media m)
{
	if (str_eqz(c->type, "*") && str_eqz(c->subtype, "*"))
		return true;
	return str_eqz(c->type, "application") &&
	       (str_eqz(c->subtype, "*") || str_eqz(c->subtype, media_subtypes[m]));
}

/* True if this media type supports the clause's parameters. */
static bool allowed(const struct clause *c, enum media m, enum transforms transforms, bool custom)
{
	if (c->stream.len > 0 && (m == MEDIA_YAML || !str_eqz(c->stream, "watch")))
		return false;
	if (c->sv.len > 0)
		return false;
	if (!c->convert)
		return !(custom && m == MEDIA_PROTOBUF);
	if (transforms == TRANSFORMS_DISCOVERY)
		return str_eqz(c->g, "apidiscovery.k8s.io") &&
		       str_eqz(c->as, "APIGroupDiscoveryList") && str_eqz(c->v, "v2");
	if (transforms == TRANSFORMS_NONE || !str_eqz(c->g, "meta.k8s.io") ||
	    !(str_eqz(c->v, "v1") || str_eqz(c->v, "v1beta1")))
		return false;
	if (str_eqz(c->as, "Table"))
		return m != MEDIA_PROTOBUF && transforms == TRANSFORMS_OBJECTS;
	return str_eqz(c->as, "PartialObjectMetadata") ||
	       str_eqz(c->as, "PartialObjectMetadataList");
}

static void take(const struct clause *c, enum media m, struct fakeapi__form *out)
{
	out->yaml = m == MEDIA_YAML;
	out->protobuf = m == MEDIA_PROTOBUF;
	out->pretty = out->pretty || c->pretty;
	if (!c->convert)
		return;
	out->kind = str_eqz(c->as, "Table")		   ? FAKEAPI_FORM_TABLE
		    : str_eqz(c->g, "apidiscovery.k8s.io") ? FAKEAPI_FORM_AGGREGATED
							   : FAKEAPI_FORM_PARTIAL;
	out->list = str_eqz(c->as, "PartialObjectMetadataList");
	snprintf(out->version, sizeof(out->version), STR_FMT, STR_ARG(c->v));
}

/* Chooses the first clause that can be served. `json_only`: serves protobuf as JSON if the client
 * accepts nothing else. */
static bool choose(struct str accept, enum transforms transforms, bool custom, bool json_only,
		   struct fakeapi__form *out)
{
	struct clause clauses[CLAUSE_MAX];
	const struct clause *protobuf = NULL;
	size_t n;

	if (accept.len == 0)
		return true;
	n = parse_accept(accept, clauses);
	for (size_t i = 0; i < n; i++) {
		for (enum media m = MEDIA_JSON; m < MEDIA_COUNT; m++) {
			if (!matches(&clauses[i], m) ||
			    !allowed(&clauses[i], m, transforms, custom))
				continue;
			if (m != MEDIA_PROTOBUF || !json_only) {
				take(&clauses[i], m, out);
				return true;
			}
			if (!protobuf)
				protobuf = &clauses[i];
		}
	}
	if (!protobuf)
		return false;
	take(protobuf, MEDIA_JSON, out);
	return true;
}

/* The router's look: `produced`, if given, or a known type before the first ';', or any. */
static bool routable(struct str accept, const char *produced)
{
	if (accept.len == 0)
		return true;
	while (accept.len > 0) {
		struct str part = split(&accept, ',');
		struct str type = trim(split(&part, ';'));

		if (str_eqz(type, "*/*") || (produced && str_eqz(type, produced)))
			return true;
		for (enum media m = MEDIA_JSON; m < MEDIA_COUNT && !produced; m++) {
			struct str sub = type;

			if (sub.len > 12 && memcmp(sub.ptr, "application/", 12) == 0) {
				sub.ptr += 12;
				sub.len -= 12;
				if (str_eqz(sub, media_subtypes[m]))
					return true;
			}
		}
	}
	return false;
}

/* The raw value of the first parameter `name`; false if absent. */
static bool query_get(struct str query, const char *name, struct str *value)
{
	while (query.len > 0) {
		struct str pair = split(&query, '&');
		struct str key = split(&pair, '=');

		if (str_eqz(key, name)) {
			*value = pair;
			return true;
		}
	}
	return false;
}

static bool wants_pretty(struct str query, struct str user_agent)
{
	struct str value;
	bool pretty = false;

	if (query_get(query, "pretty", &value) && value.len > 0)
		return text_parse_bool(value, &pretty) && pretty;
	return str_begins(user_agent, "curl") || str_begins(user_agent, "Wget") ||
	       str_begins(user_agent, "Mozilla/5.0");
}

/* False: an invalid value. */
static bool include_object(struct str query, struct str *value, enum fakeapi__include *out)
{
	*out = FAKEAPI_INCLUDE_METADATA;
	if (!query_get(query, "includeObject", value) || value->len == 0 ||
	    str_eqz(*value, "Metadata"))
		return true;
	if (str_eqz(*value, "None"))
		*out = FAKEAPI_INCLUDE_NONE;
	else if (str_eqz(*value, "Object"))
		*out = FAKEAPI_INCLUDE_OBJECT;
	else
		return false;
	return true;
}

int fakeapi__include_check(struct str query, struct fakeapi__status *st)
{
	enum fakeapi__include ignored;
	struct str value;

	if (include_object(query, &value, &ignored))
		return 0;
	return fakeapi__status_set(st, 400, "BadRequest",
				   "Unable to convert to Table as requested: includeObject: "
				   "Invalid value: \"" STR_FMT "\": must be 'Metadata', "
				   "'Object', 'None', or empty",
				   STR_ARG(value));
}

static void form_init(struct fakeapi__form *out, struct str query, struct str user_agent)
{
	memset(out, 0, sizeof(*out));
	out->kind = FAKEAPI_FORM_PLAIN;
	out->include = FAKEAPI_INCLUDE_METADATA;
	snprintf(out->version, sizeof(out->version), "v1");
	out->pretty = wants_pretty(query, user_agent);
}

bool fakeapi__negotiate_error(struct str accept, struct str query, struct str user_agent,
			      struct fakeapi__form *out)
{
	bool chosen;

	form_init(out, query, user_agent);
	chosen = choose(accept, TRANSFORMS_NONE, false, false, out);
	if (!chosen)
		out->pretty = true;
	return chosen;
}

int fakeapi__negotiate_route(const struct fakeapi__form_request *request,
			     struct fakeapi__status *st)
{
	if (request->custom || request->unrouted || routable(request->accept, NULL))
		return 0;
	(void)fakeapi__status_set(st, 406, "NotAcceptable",
				  "406: Not Acceptable\n\nAvailable representations: " TYPE_LIST
				  "%s",
				  request->list || request->watch ? ", " STREAM_LIST : "");
	fakeapi__status_details(st, NULL, NULL, NULL, NULL);
	return -1;
}

int fakeapi__negotiate_produced(struct str accept, const char *produced, struct fakeapi__status *st)
{
	if (routable(accept, produced))
		return 0;
	(void)fakeapi__status_set(st, 406, "NotAcceptable",
				  "406: Not Acceptable\n\nAvailable representations: %s", produced);
	fakeapi__status_details(st, NULL, NULL, NULL, NULL);
	return -1;
}

int fakeapi__negotiate_form(const struct fakeapi__form_request *request, struct fakeapi__form *out,
			    struct fakeapi__status *st)
{
	enum transforms transforms = request->plain	  ? TRANSFORMS_NONE
				     : request->discovery ? TRANSFORMS_DISCOVERY
				     : request->no_table  ? TRANSFORMS_METADATA
							  : TRANSFORMS_OBJECTS;
	int rc = fakeapi__negotiate_route(request, st);
	struct str ignored;

	form_init(out, request->query, request->user_agent);
	if (rc != 0) {
		/* the router's error */
	} else if (!choose(request->accept, transforms, request->custom, request->json_only, out)) {
		rc = fakeapi__status_set(st, 406, "NotAcceptable",
					 "only the following media types are accepted: " TYPE_LIST);
	} else {
		(void)include_object(request->query, &ignored, &out->include);
		if (request->watch && out->kind == FAKEAPI_FORM_TABLE)
			rc = fakeapi__include_check(request->query, st);
		if (rc == 0 && request->watch && out->yaml)
			rc = fakeapi__status_set(
			    st, 406, "NotAcceptable",
			    "only the following media types are accepted: " STREAM_LIST);
	}
	if (rc != 0) {
		(void)fakeapi__negotiate_error(request->accept, request->query, request->user_agent,
					       out);
		return rc;
	}
	if (request->watch)
		out->pretty = false; /* one event per line, always */
	return 0;
}

int fakeapi__negotiate(struct str accept, struct str query, struct str user_agent, bool watch,
		       struct fakeapi__form *out, struct fakeapi__status *st)
{
	struct fakeapi__form_request request = { .accept = accept,
						 .query = query,
						 .user_agent = user_agent,
						 .watch = watch,
						 .list = true };

	return fakeapi__negotiate_form(&request, out, st);
}

/* The Go package of a group's types in the real server; its 406 names it. */
static struct str go_package(const struct fakeapi__resource *res)
{
	struct str group = str_of(res->group);

	if (group.len == 0 || str_eqz(group, "events.k8s.io"))
		return STR("core");
	return split(&group, '.');
}

int fakeapi__form_check(const struct fakeapi__form *form, const struct fakeapi__resource *res,
			bool is_list, struct fakeapi__status *st)
{
	struct str package = go_package(res);
	const char *kind = is_list ? res->list_kind : res->kind;

	if (form->kind != FAKEAPI_FORM_PARTIAL || form->list == is_list)
		return 0;
	if (res->flags & FAKEAPI_RES_CUSTOM) {
		if (form->list &&
		    res->custom) /* the real server checks the object itself for a list */
			return fakeapi__status_set(st, 500, NULL, "content is not a list");
		package = res->custom ? STR("unstructured") : STR("v1");
		kind = is_list ? "UnstructuredList" : res->custom ? "Unstructured" : res->kind;
	}
	return fakeapi__status_set(
	    st, 406, "NotAcceptable",
	    "you requested PartialObjectMetadata%s, but the requested object is "
	    "%sa list (*" STR_FMT ".%s)",
	    form->list ? "List" : "", form->list ? "not " : "", STR_ARG(package), kind);
}

const char *fakeapi__form_content_type(const struct fakeapi__form *form)
{
	return form->yaml	? "application/yaml"
	       : form->protobuf ? "application/vnd.kubernetes.protobuf"
				: "application/json";
}
