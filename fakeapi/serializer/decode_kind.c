/* SPDX-License-Identifier: Apache-2.0 */
/* decode_kind.c - checks kind and apiVersion of a document, with Go's messages for wrong ones. */
#include "base/text/ascii.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/release.h"
#include "fakeapi/serializer/decode.h"
#include "fakeapi/serializer/decode_impl.h"

#define KIND_STRUCT                                                                                \
	"struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; "                       \
	"Kind string \"json:\\\"kind,omitempty\\\"\" }"

int fakeapi__bad_request(struct fakeapi__status *st, const struct strbuf *message)
{
	if (message->failed)
		return -1;
	return fakeapi__status_set(st, 400, "BadRequest", "%s", message->ptr);
}

int fakeapi__not_handled(const struct fakeapi__resource *res, const struct fakeapi__gvk *gvk,
			 const char *why, struct fakeapi__status *st)
{
	AUTO_STRBUF m = STRBUF_INIT;

	strbuf_addf(&m, "%s in version ", gvk->kind);
	fakeapi__go_quote(&m, gvk->version);
	strbuf_addf(&m, " cannot be handled as a %s: %s", res->kind, why);
	return fakeapi__bad_request(st, &m);
}

/* The member that encoding/json reads as this one: the last in any case
 * (apimachinery/pkg/runtime/serializer/json/meta.go). */
static const cJSON *folded(const cJSON *tree, const char *name)
{
	const cJSON *found = NULL;

	for (const cJSON *m = tree->child; m; m = m->next)
		if (m->string && ascii_eq_nocase(str_of(m->string), str_of(name)))
			found = m;
	return found;
}

static const char *folded_text(const cJSON *tree, const char *name)
{
	const cJSON *m = folded(tree, name);

	return cJSON_IsString(m) ? m->valuestring : "";
}

bool fakeapi__type_wrong(const cJSON *tree, struct strbuf *why)
{
	const cJSON *kind = folded(tree, "kind"), *api = folded(tree, "apiVersion");
	const char *slash;

	if (!cJSON_IsObject(tree) && !cJSON_IsNull(tree)) {
		strbuf_addf(
		    why,
		    "couldn't get version/kind; json parse error: json: cannot unmarshal %s "
		    "into Go value of type " KIND_STRUCT,
		    fakeapi__go_json_word(tree));
		return true;
	}
	for (const cJSON *m = tree->child; m; m = m->next) {
		const char *field = m == kind ? "kind" : m == api ? "apiVersion" : NULL;

		if (field && !cJSON_IsString(m) && !cJSON_IsNull(m)) {
			strbuf_addf(why,
				    "couldn't get version/kind; json parse error: json: cannot "
				    "unmarshal %s into Go struct field .%s of type string",
				    fakeapi__go_json_word(m), field);
			return true;
		}
	}
	slash = strchr(folded_text(tree, "apiVersion"), '/');
	if (!slash || !strchr(slash + 1, '/'))
		return false;
	strbuf_addf(why, "unexpected GroupVersion string: %s", folded_text(tree, "apiVersion"));
	return true;
}

bool fakeapi__gvk_read(const struct fakeapi__resource *res, const cJSON *tree,
		       struct fakeapi__gvk *gvk, struct strbuf *why)
{
	bool custom = res->flags & FAKEAPI_RES_CUSTOM; /* their kind is read with its own case */
	const char *text, *slash;

	if (fakeapi__type_wrong(tree, why))
		return false;
	text = custom ? fakeapi__string(tree, "apiVersion") : folded_text(tree, "apiVersion");
	slash = strchr(text, '/');
	gvk->group = slash ? (struct str) { text, (size_t)(slash - text) } : STR("");
	gvk->version = str_of(slash ? slash + 1 : text);
	gvk->kind = custom ? fakeapi__string(tree, "kind") : folded_text(tree, "kind");
	gvk->any = *gvk->kind || *text;
	if (!*gvk->kind)
		gvk->kind = res->kind;
	if (gvk->version.len == 0 && (gvk->group.len == 0 || str_eqz(gvk->group, res->group))) {
		gvk->group = str_of(res->group);
		gvk->version = str_of(res->version);
	}
	return true;
}

bool fakeapi__gvk_same_version(const struct fakeapi__resource *res, const struct fakeapi__gvk *gvk)
{
	return str_eqz(gvk->group, res->group) && str_eqz(gvk->version, res->version);
}

void fakeapi__add_gv(struct strbuf *out, struct str group, struct str version)
{
	strbuf_adds(out, group);
	if (group.len)
		strbuf_addc(out, '/');
	strbuf_adds(out, version);
}

int fakeapi__wrong_version(const struct fakeapi__resource *res, const struct fakeapi__gvk *gvk,
			   struct fakeapi__status *st)
{
	AUTO_STRBUF m = STRBUF_INIT;

	strbuf_addz(&m, "the API version in the data (");
	fakeapi__add_gv(&m, gvk->group, gvk->version);
	strbuf_addz(&m, ") does not match the expected API version (");
	fakeapi__add_gv(&m, str_of(res->group), str_of(res->version));
	strbuf_addc(&m, ')');
	return fakeapi__bad_request(st, &m);
}

/* The Go package of the internal types: the group up to its first dot. */
static void add_unknown_conversion(const struct fakeapi__resource *res, const char *from,
				   const char *list, struct strbuf *out)
{
	const char *group = *res->group ? res->group : "core";

	strbuf_addf(out, "converting (%s%s) to (%.*s.%s): unknown conversion", from, list,
		    (int)strcspn(group, "."), group, res->kind);
}

/* Registered kinds that are not served objects: lists, and kinds that every version has. */
static bool is_other_form(const char *group, const char *version, const char *kind,
			  unsigned release)
{
	static const char *const meta[] = { "Status", "APIVersions", "APIGroup", "APIGroupList",
					    "APIResourceList" };
	size_t n = strlen(kind);
	char item[64];

	if (strcmp(version, "v1") != 0)
		return false;
	if (strcmp(kind, "WatchEvent") == 0 || (strcmp(kind, "List") == 0 && !*group))
		return true;
	for (size_t i = 0; i < ARRAY_LEN(meta) && (!*group || strcmp(group, "meta.k8s.io") == 0);
	     i++)
		if (strcmp(kind, meta[i]) == 0)
			return true;
	if (n <= 4 || n - 4 >= sizeof(item) || strcmp(kind + n - 4, "List") != 0)
		return false;
	snprintf(item, sizeof(item), "%.*s", (int)(n - 4), kind);
	return fakeapi__type_of_kind(group, version, item, release) != NULL;
}

/* The source line at which Go created the scheme. */
static void add_scheme(struct strbuf *out, unsigned release)
{
	strbuf_addf(out, "\" in scheme \"pkg/runtime/scheme.go:%u\"",
		    fakeapi__scheme_line(release));
}

const struct fakeapi__type *fakeapi__type_of_body(const struct fakeapi__resource *res,
						  const struct fakeapi__gvk *gvk,
						  struct fakeapi__status *st)
{
	const struct fakeapi__type *type = NULL;
	AUTO_STRBUF m = STRBUF_INIT;
	char group[256] = "", version[64] = "";

	if (strcmp(gvk->kind, res->kind) == 0 && fakeapi__gvk_same_version(res, gvk))
		type = fakeapi__type_of(res);
	if (type)
		return type;
	if (gvk->group.len < sizeof(group) && gvk->version.len < sizeof(version)) {
		snprintf(group, sizeof(group), STR_FMT, STR_ARG(gvk->group));
		snprintf(version, sizeof(version), STR_FMT, STR_ARG(gvk->version));
		type = fakeapi__type_of_kind(group, version, gvk->kind,
					     fakeapi__release_of(res->features));
	}
	if (type)
		return type;
	if (is_other_form(group, version, gvk->kind, fakeapi__release_of(res->features))) {
		add_unknown_conversion(res, "v1.", gvk->kind, &m);
		fakeapi__not_handled(res, gvk, m.ptr, st);
		return NULL;
	}
	strbuf_addf(&m, "no kind \"%s\" is registered for version \"", gvk->kind);
	fakeapi__add_gv(&m, gvk->group, gvk->version);
	add_scheme(&m, fakeapi__release_of(res->features));
	fakeapi__not_handled(res, gvk, m.ptr, st);
	return NULL;
}

int fakeapi__other_kind(const struct fakeapi__resource *res, const struct fakeapi__gvk *gvk,
			const struct fakeapi__type *type, struct fakeapi__status *st)
{
	AUTO_STRBUF m = STRBUF_INIT;

	if (strcmp(gvk->kind, res->kind) == 0 && str_eqz(gvk->group, res->group))
		return fakeapi__wrong_version(res, gvk, st);
	add_unknown_conversion(res, type->name, "", &m);
	return fakeapi__not_handled(res, gvk, m.ptr, st);
}

int fakeapi__decode_other(const struct fakeapi__resource *res, const cJSON *doc, struct strbuf *why)
{
	const struct fakeapi__type *type;
	struct fakeapi__typed t;
	char group[256], version[64], kind[128];
	struct fakeapi__gvk gvk;
	size_t n;

	if (!fakeapi__gvk_read(res, doc, &gvk, why))
		return 1;
	if (strcmp(gvk.kind, res->kind) == 0 && fakeapi__gvk_same_version(res, &gvk))
		return 0;
	snprintf(group, sizeof(group), STR_FMT, STR_ARG(gvk.group));
	snprintf(version, sizeof(version), STR_FMT, STR_ARG(gvk.version));
	snprintf(kind, sizeof(kind), "%s", gvk.kind);
	type = fakeapi__type_of_kind(group, version, kind, fakeapi__release_of(res->features));
	n = strlen(kind);
	if (!type && n > 4 && strcmp(kind + n - 4, "List") == 0) {
		kind[n - 4] = '\0';
		type =
		    fakeapi__type_of_kind(group, version, kind, fakeapi__release_of(res->features));
		if (type) {
			add_unknown_conversion(res, type->name, "List", why);
			return why->failed ? -1 : 1;
		}
	}
	if (!type) {
		strbuf_addf(why, "no kind \"%s\" is registered for version \"", gvk.kind);
		fakeapi__add_gv(why, gvk.group, gvk.version);
		add_scheme(why, fakeapi__release_of(res->features));
		return why->failed ? -1 : 1;
	}
	if (strcmp(gvk.kind, res->kind) == 0 && str_eqz(gvk.group, res->group))
		return 0;
	fakeapi__typed_init(&t, false);
	t.embedded = fakeapi__changed(res->features, FAKEAPI_CHANGE_EMBEDDED_NAMES);
	cJSON_Delete(fakeapi__typed_decode(&t, type, doc));
	if (t.why.len)
		strbuf_adds(why, strbuf_str(&t.why));
	else
		add_unknown_conversion(res, type->name, "", why);
	why->failed |= t.nomem || t.why.failed;
	fakeapi__typed_fini(&t);
	return why->failed ? -1 : 1;
}
