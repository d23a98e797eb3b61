/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"
#include "tests/kit/whole.h"

#include "fakeapi/admission/admission.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/crd/crd.h"
#include "fakeapi/meta/causes.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/schema/schema.h"
#include "fakeapi/schema/typed.h"
#include "fakeapi/strategy/strategies.h"
#include "fakeapi/validation/validate.h"

/* The recorded 90-crd-create. */
#define DEFINITION                                                                                 \
	"{\"apiVersion\":\"apiextensions.k8s.io/"                                                  \
	"v1\",\"kind\":\"CustomResourceDefinition\",\"metadata\":"                                 \
	"{\"name\":\"widgets.example.com\"},\"spec\":{\"group\":\"example.com\",\"scope\":"        \
	"\"Namespaced\","                                                                          \
	"\"names\":{\"plural\":\"widgets\",\"singular\":\"widget\",\"kind\":\"Widget\","           \
	"\"shortNames\":["                                                                         \
	"\"wd\"],\"categories\":[\"all\"]},\"versions\":[{\"name\":\"v1\",\"served\":true,"        \
	"\"storage\":"                                                                             \
	"true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"spec\":{"     \
	"\"type\":"                                                                                \
	"\"object\",\"required\":[\"size\"],\"properties\":{\"size\":{\"type\":\"integer\","       \
	"\"minimum\":"                                                                             \
	"1},\"color\":{\"type\":\"string\",\"default\":\"red\"},\"replicas\":{\"type\":"           \
	"\"integer\"}}},"                                                                          \
	"\"status\":{\"type\":\"object\",\"properties\":{\"ready\":{\"type\":\"boolean\"},"        \
	"\"replicas\":{"                                                                           \
	"\"type\":\"integer\"}}}}}},\"subresources\":{\"status\":{},\"scale\":{"                   \
	"\"specReplicasPath\":"                                                                    \
	"\".spec.replicas\",\"statusReplicasPath\":\".status.replicas\"}},\"selectableFields\":[{" \
	"\"jsonPath\":\".spec.color\"}],\"additionalPrinterColumns\":[{\"name\":\"Size\","         \
	"\"type\":"                                                                                \
	"\"integer\",\"jsonPath\":\".spec.size\"}]}]}}"

static const struct fakeapi__resource definitions = { .group = "apiextensions.k8s.io",
						      .version = "v1",
						      .resource = "customresourcedefinitions",
						      .kind = "CustomResourceDefinition",
						      .flags = FAKEAPI_RES_STATUS };

struct world {
	struct fakeapi__registry *reg;
	struct fakeapi__crds *crds;
	cJSON *definition;
	size_t steps;
};

static int admit(const struct fakeapi__resource *res, cJSON *obj, const cJSON *old)
{
	return fakeapi__prepare_object(res, fakeapi__strategy_of(res), obj, old, false);
}

static cJSON *create_definition(const char *body)
{
	struct fakeapi__status st;
	cJSON *out = NULL;

	fakeapi__status_init(&st);
	assert_int_equal(fakeapi__decode(&definitions, STR("application/json"), str_of(body),
					 FAKEAPI_FV_STRICT, NULL, &out, &st),
			 0);
	assert_int_equal(fakeapi__default(&definitions, out, NULL), 0);
	assert_int_equal(fakeapi__managed_update(&definitions, NULL, out, "wire-rec", "", "T0"), 0);
	assert_int_equal(admit(&definitions, out, NULL), 0);
	if (fakeapi__validate(&definitions, out, NULL, "", false, NULL, &st) != 0)
		fail_msg("%s", fakeapi__string(st.doc, "message"));
	return out;
}

static void world_init(struct world *w, const char *body)
{
	cJSON *next = NULL;

	w->reg = fakeapi__registry_new();
	w->crds = fakeapi__crds_new(w->reg);
	w->definition = create_definition(body);
	assert_int_equal(fakeapi__crds_put(w->crds, w->definition), 0);
	for (w->steps = 0; w->steps < 10; w->steps++) {
		assert_int_equal(fakeapi__crd_step(w->crds, w->definition, "T1", &next), 0);
		if (!next)
			break;
		cJSON_Delete(w->definition);
		w->definition = next;
	}
	assert_int_equal(fakeapi__crds_put(w->crds, w->definition), 0);
}

static void world_fini(struct world *w)
{
	cJSON_Delete(w->definition);
	fakeapi__crds_free(w->crds);
	fakeapi__registry_free(w->reg);
}

static const struct fakeapi__resource *widgets(const struct world *w)
{
	return fakeapi__registry_find(w->reg, STR("example.com"), STR("v1"), STR("widgets"));
}

static void json_is(const cJSON *v, const char *want)
{
	char *text = v ? cJSON_PrintUnformatted(v) : NULL;

	assert_string_equal(text ? text : "", want);
	cJSON_free(text);
}

static void definition_becomes_established_as_recorded(void **state)
{
	struct world w;
	const struct fakeapi__resource *res;
	const cJSON *entry;

	(void)state;
	world_init(&w, DEFINITION);
	assert_int_equal(w.steps, 2);
	json_is(fakeapi__dig(w.definition, "status", NULL),
		"{\"conditions\":[{\"type\":\"NamesAccepted\",\"status\":\"True\","
		"\"lastTransitionTime\":"
		"\"T1\",\"reason\":\"NoConflicts\",\"message\":\"no conflicts found\"},{\"type\":"
		"\"Established\",\"status\":\"True\",\"lastTransitionTime\":\"T1\",\"reason\":"
		"\"InitialNamesAccepted\",\"message\":\"the initial names have been accepted\"}],"
		"\"acceptedNames\":{\"plural\":\"widgets\",\"singular\":\"widget\",\"shortNames\":["
		"\"wd\"],"
		"\"kind\":\"Widget\",\"listKind\":\"WidgetList\",\"categories\":[\"all\"]},"
		"\"storedVersions\":[\"v1\"]}");
	/* 90-crd-delete shows who owns what. */
	entry = fakeapi__dig(w.definition, "metadata", "managedFields", NULL)->child->next;
	assert_string_equal(fakeapi__string(entry, "manager"), "kube-apiserver");
	json_is(
	    fakeapi__member(entry, "fieldsV1"),
	    "{\"f:status\":{\"f:acceptedNames\":{\"f:categories\":{},\"f:kind\":{},\"f:listKind\":{"
	    "},"
	    "\"f:plural\":{},\"f:shortNames\":{},\"f:singular\":{}},\"f:conditions\":{"
	    "\"k:{\\\"type\\\":\\\"Established\\\"}\":{\".\":{},\"f:lastTransitionTime\":{},\"f:"
	    "message\":{},"
	    "\"f:reason\":{},\"f:status\":{},\"f:type\":{}},\"k:{\\\"type\\\":"
	    "\\\"NamesAccepted\\\"}\":{"
	    "\".\":{},\"f:lastTransitionTime\":{},\"f:message\":{},\"f:reason\":{},\"f:status\":{},"
	    "\"f:type\":{}}}}}");
	res = widgets(&w);
	assert_non_null(res);
	assert_string_equal(res->kind, "Widget");
	assert_string_equal(res->list_kind, "WidgetList");
	assert_string_equal(res->short_names, "wd");
	assert_string_equal(res->categories, "all");
	assert_string_equal(res->storage_hash, "gIwvi5rymmg=");
	assert_int_equal(res->flags, FAKEAPI_RES_CUSTOM | FAKEAPI_RES_GENERATION |
					 FAKEAPI_RES_NAMESPACED | FAKEAPI_RES_STATUS |
					 FAKEAPI_RES_SCALE);
	world_fini(&w);
}

static void definition_adds_columns_scale_and_selectable_fields(void **state)
{
	struct fakeapi__scale_paths scale;
	AUTO_STRBUF value = STRBUF_INIT;
	cJSON *obj = cJSON_Parse("{\"spec\":{\"color\":\"blue\",\"n\":3}}");
	struct world w;

	(void)state;
	world_init(&w, DEFINITION);
	assert_true(fakeapi__custom_selectable(widgets(&w), STR("spec.color")));
	assert_false(fakeapi__custom_selectable(widgets(&w), STR("spec.size")));
	assert_true(fakeapi__custom_scale(widgets(&w), &scale));
	assert_string_equal(scale.spec_replicas, ".spec.replicas");
	assert_null(scale.label_selector);
	assert_string_equal(fakeapi__string(fakeapi__custom_columns(widgets(&w))->child, "name"),
			    "Size");
	assert_false(fakeapi__custom_preserves(widgets(&w)));
	fakeapi__custom_field(obj, STR(".spec.color"), &value);
	fakeapi__custom_field(obj, STR("spec.n"), &value);
	fakeapi__custom_field(obj, STR("spec.nope.more"), &value);
	assert_string_equal(value.ptr, "blue3");
	cJSON_Delete(obj);
	world_fini(&w);
}

/* Three versions: one that is not served, before those that are; the storage version stands last.
 */
#define VERSIONS                                                                                   \
	"{\"apiVersion\":\"apiextensions.k8s.io/"                                                  \
	"v1\",\"kind\":\"CustomResourceDefinition\",\"metadata\":"                                 \
	"{\"name\":\"widgets.example.com\"},\"spec\":{\"group\":\"example.com\",\"scope\":"        \
	"\"Cluster\",\"names\":{\"plural\":\"widgets\",\"singular\":\"widget\",\"kind\":"          \
	"\"Widget\"},\"versions\":["                                                               \
	"{\"name\":\"v1alpha1\",\"served\":false,\"storage\":false,\"schema\":{"                   \
	"\"openAPIV3Schema\":{\"type\":\"object\",\"description\":\"one\"}}},"                     \
	"{\"name\":\"v1beta1\",\"served\":true,\"storage\":false,\"schema\":{"                     \
	"\"openAPIV3Schema\":{\"type\":\"object\",\"description\":\"two\"}},"                      \
	"\"subresources\":{\"status\":{}}},"                                                       \
	"{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"                           \
	"\"openAPIV3Schema\":{\"type\":\"object\",\"description\":\"three\"}},"                    \
	"\"subresources\":{\"scale\":{\"specReplicasPath\":\".spec.n\","                           \
	"\"statusReplicasPath\":\".status.n\"}}}]}}"

static void each_served_version_has_its_own_schema_and_subresources(void **state)
{
	static const struct {
		const char *version, *schema; /* NULL: not served */
		uint32_t flags;
		const char *storage_version;
	} cases[] = {
		{ "v1alpha1", NULL, 0, NULL },
		{ "v1beta1", "two", FAKEAPI_RES_STATUS, "v1" },
		{ "v1", "three", FAKEAPI_RES_SCALE, NULL },
	};
	struct world w;

	(void)state;
	world_init(&w, VERSIONS);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct fakeapi__resource *res =
		    fakeapi__registry_find(w.reg, STR("example.com"), str_of(cases[i].version),
					   STR("widgets"));
		struct fakeapi__scale_paths scale;

		if (!cases[i].schema) {
			assert_null(res);
			continue;
		}
		assert_non_null(res);
		assert_string_equal(res->version, cases[i].version);
		assert_string_equal(fakeapi__string(fakeapi__custom_schema(res), "description"),
				    cases[i].schema);
		assert_int_equal(res->flags,
				 FAKEAPI_RES_CUSTOM | FAKEAPI_RES_GENERATION | cases[i].flags);
		assert_int_equal(fakeapi__custom_scale(res, &scale),
				 (cases[i].flags & FAKEAPI_RES_SCALE) != 0);
		assert_null(fakeapi__custom_columns(res));
		assert_string_equal(res->storage_version ? res->storage_version : "",
				    cases[i].storage_version ? cases[i].storage_version : "");
	}
	world_fini(&w);
}

static void removed_definition_is_unserved_and_its_schema_stays_valid(void **state)
{
	const struct fakeapi__resource *res;
	struct fakeapi__resource kept;
	struct world w;
	cJSON *gone;

	(void)state;
	world_init(&w, DEFINITION);
	res = widgets(&w);
	kept = *res;
	gone = fakeapi__crd_terminating(w.definition, "T2");
	assert_string_equal(
	    fakeapi__string(fakeapi__dig(gone, "status", "conditions", NULL)->child->next->next,
			    "reason"),
	    "InstanceDeletionPending");
	cJSON_Delete(gone);
	fakeapi__crds_del(w.crds, STR("widgets.example.com"));
	assert_null(widgets(&w));
	assert_false(fakeapi__registry_has_group(w.reg, STR("example.com")));
	assert_non_null(fakeapi__custom_schema(&kept)); /* an open exchange may still use it */
	fakeapi__crd_versions_free(fakeapi__crds_retired(w.crds));
	world_fini(&w);
}

static void definition_with_a_used_kind_is_not_established(void **state)
{
	static const char *const other = "{\"metadata\":{\"name\":\"others.example.com\"},\"spec\":"
					 "{\"group\":\"example.com\",\"scope\":"
					 "\"Cluster\",\"names\":{\"plural\":\"others\",\"kind\":"
					 "\"Widget\"},\"versions\":[{\"name\":\"v1\","
					 "\"served\":true,\"storage\":true,\"schema\":{"
					 "\"openAPIV3Schema\":{\"type\":\"object\"}}}]}}";
	cJSON *a, *b = NULL, *c = NULL;
	struct world w;

	(void)state;
	world_init(&w, DEFINITION);
	a = create_definition(other);
	assert_int_equal(fakeapi__crd_step(w.crds, a, "T1", &b), 0);
	assert_string_equal(fakeapi__string(fakeapi__dig(b, "status", "conditions", NULL)->child,
					    "reason"),
			    "ListKindConflict");
	assert_string_equal(fakeapi__string(fakeapi__dig(b, "status", "conditions", NULL)->child,
					    "message"),
			    "\"WidgetList\" is already in use");
	assert_false(fakeapi__definition_established(b));
	assert_int_equal(fakeapi__crd_step(w.crds, b, "T1", &c), 0);
	assert_null(c);
	cJSON_Delete(a);
	cJSON_Delete(b);
	world_fini(&w);
}

/* --- custom resources, the recorded 90-cr-* --- */

static void create_is(const struct world *w, const char *spec, enum fakeapi__field_validation fv,
		      const char *warned, int code, const char *want)
{
	AUTO_STRBUF warnings = STRBUF_INIT;
	AUTO_STRBUF body = STRBUF_INIT;
	struct fakeapi__status st;
	cJSON *out = NULL;

	strbuf_addf(&body,
		    "{\"apiVersion\":\"example.com/"
		    "v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"w2\"},%s}",
		    spec);
	fakeapi__status_init(&st);
	if (fakeapi__decode(widgets(w), STR("application/json"), strbuf_str(&body), fv, &warnings,
			    &out, &st) == 0) {
		assert_int_equal(fakeapi__default(widgets(w), out, NULL), 0);
		fakeapi__validate(widgets(w), out, NULL, "", false, NULL, &st);
	}
	assert_int_equal(st.code, code);
	if (code)
		assert_string_equal(fakeapi__string(st.doc, "message"), want);
	else
		json_is(fakeapi__member(out, "spec"), want);
	assert_string_equal(warnings.ptr, warned);
	cJSON_Delete(out);
	fakeapi__status_fini(&st);
}

static void custom_resources_get_the_recorded_validation_errors(void **state)
{
	struct world w;

	(void)state;
	world_init(&w, DEFINITION);
	create_is(&w, "\"spec\":{\"size\":0}", FAKEAPI_FV_WARN, "", 422,
		  "Widget.example.com \"w2\" is invalid: spec.size: Invalid value: 0: spec.size in "
		  "body should be "
		  "greater than or equal to 1");
	create_is(&w, "\"spec\":{}", FAKEAPI_FV_WARN, "", 422,
		  "Widget.example.com \"w2\" is invalid: spec.size: Required value");
	create_is(&w, "\"spec\":{\"size\":\"x\"}", FAKEAPI_FV_WARN, "", 422,
		  "Widget.example.com \"w2\" is invalid: spec.size: Invalid value: \"string\": "
		  "spec.size in body "
		  "must be of type integer: \"string\"");
	create_is(&w, "\"spec\":{\"size\":3,\"unknown\":\"pruned\"}", FAKEAPI_FV_WARN,
		  "unknown field \"spec.unknown\"\n", 0, "{\"color\":\"red\",\"size\":3}");
	create_is(&w, "\"spec\":{\"size\":3,\"unknown\":\"pruned\"}", FAKEAPI_FV_STRICT, "", 400,
		  "Widget in version \"v1\" cannot be handled as a Widget: strict decoding error: "
		  "unknown field "
		  "\"spec.unknown\"");
	create_is(&w, "\"spec\":{\"size\":3,\"unknown\":\"pruned\"}", FAKEAPI_FV_IGNORE, "", 0,
		  "{\"color\":\"red\",\"size\":3}");
	world_fini(&w);
}

static void body_of_another_version_or_kind_is_refused(void **state)
{
	static const struct {
		const char *body, *message;
	} cases[] = {
		{ "{\"apiVersion\":\"example.com/v9\",\"kind\":\"Widget\"}",
		  "the API version in the data (example.com/v9) does not match the expected API "
		  "version "
		  "(example.com/v1)" },
		{ "{\"apiVersion\":\"example.com/v1\"}",
		  "the object provided is unrecognized (must be of type Widget): Object 'Kind' is "
		  "missing in "
		  "'{\"apiVersion\":\"example.com/v1\"}' ({\"apiVersion\":\"example.com/v1\" "
		  "...)" },
	};
	struct world w;

	(void)state;
	world_init(&w, DEFINITION);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__status st;
		cJSON *out = NULL;

		fakeapi__status_init(&st);
		assert_int_equal(fakeapi__decode(widgets(&w), STR(""), str_of(cases[i].body),
						 FAKEAPI_FV_WARN, NULL, &out, &st),
				 -1);
		assert_int_equal(st.code, 400);
		assert_string_equal(fakeapi__string(st.doc, "message"), cases[i].message);
		fakeapi__status_fini(&st);
	}
	world_fini(&w);
}

/* --- schemas --- */

static void schema_says(const char *schema, const char *value, const char *want)
{
	cJSON *s = cJSON_Parse(schema), *v = cJSON_Parse(value);
	struct fakeapi__causes causes;
	AUTO_STRBUF got = STRBUF_INIT;
	const cJSON *c;

	assert_non_null(s);
	assert_non_null(v);
	fakeapi__causes_init(&causes);
	assert_int_equal(fakeapi__schema_validate(s, NULL, v, NULL, false, &causes), 0);
	assert_int_equal(fakeapi__schema_validate_lists(s, NULL, v, NULL, &causes), 0);
	cJSON_ArrayForEach(c, causes.list)
	    strbuf_addf(&got, "%s%s: %s", got.len ? "; " : "", fakeapi__string(c, "field"),
			fakeapi__string(c, "message"));
	assert_string_equal(got.ptr, want);
	fakeapi__causes_fini(&causes);
	cJSON_Delete(s);
	cJSON_Delete(v);
}

#define A(schema) "{\"type\":\"object\",\"properties\":{\"a\":" schema "}}"

static void custom_resource_that_violates_its_schema_is_refused(void **state)
{
	static const struct {
		const char *schema, *value, *want;
	} cases[] = {
		{ A("{\"type\":\"string\"}"), "{\"a\":\"x\"}", "" },
		{ A("{\"type\":\"string\"}"), "{\"a\":null}",
		  "a: Invalid value: \"null\": a in body must be of type string: \"null\"" },
		{ A("{\"type\":\"string\",\"nullable\":true}"), "{\"a\":null}", "" },
		{ A("{\"type\":\"number\"}"), "{\"a\":1}", "" },
		{ A("{\"type\":\"integer\"}"), "{\"a\":1.5}",
		  "a: Invalid value: \"number\": a in body must be of type integer: \"number\"" },
		{ A("{\"type\":\"integer\",\"maximum\":3}"), "{\"a\":4}",
		  "a: Invalid value: 4: a in body should be less than or equal to 3" },
		{ A("{\"type\":\"integer\",\"maximum\":3,\"exclusiveMaximum\":true}"), "{\"a\":3}",
		  "a: Invalid value: 3: a in body should be less than 3" },
		/* The order of kube-openapi's validators. */
		{ A("{\"type\":\"integer\",\"multipleOf\":2,\"minimum\":3}"), "{\"a\":1}",
		  "a: Invalid value: 1: a in body should be a multiple of 2; a: Invalid value: 1: "
		  "a "
		  "in body should be greater than or equal to 3" },
		{ A("{\"type\":\"string\",\"enum\":[\"a\"],\"minLength\":2}"), "{\"a\":\"b\"}",
		  "a: Invalid value: \"b\": a in body should be at least 2 chars long; a: "
		  "Unsupported value: \"b\": supported values: \"a\"" },
		{ A("{\"type\":\"integer\",\"multipleOf\":2}"), "{\"a\":3}",
		  "a: Invalid value: 3: a in body should be a multiple of 2" },
		{ A("{\"type\":\"string\",\"enum\":[\"x\",\"y\"]}"), "{\"a\":\"z\"}",
		  "a: Unsupported value: \"z\": supported values: \"x\", \"y\"" },
		{ A("{\"type\":\"string\",\"minLength\":2}"), "{\"a\":\"z\"}",
		  "a: Invalid value: \"z\": a in body should be at least 2 chars long" },
		{ A("{\"type\":\"string\",\"maxLength\":2}"), "{\"a\":\"\xc3\xa9\xc3\xa9\"}", "" },
		{ A("{\"type\":\"string\",\"maxLength\":1}"), "{\"a\":\"zz\"}",
		  "a: Too long: may not be more than 1 byte" },
		{ A("{\"type\":\"string\",\"pattern\":\"^\\\\d+$\"}"), "{\"a\":\"12\"}", "" },
		/* held to match, in no time: as large as the real server refuses it to be */
		{ A("{\"type\":\"string\",\"pattern\":\"((a{1,255}){1,255}){1,255}\"}"),
		  "{\"a\":\"x\"}", "" },
		{ A("{\"type\":\"string\",\"pattern\":\"^\\\\d+$\"}"), "{\"a\":\"x\"}",
		  "a: Invalid value: \"x\": a in body should match '^\\d+$'" },
		{ A("{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}"), "{\"a\":[1,\"x\"]}",
		  "a[1]: Invalid value: \"string\": a[1] in body must be of type integer: "
		  "\"string\"" },
		{ A("{\"type\":\"array\",\"maxItems\":1}"), "{\"a\":[1,2]}",
		  "a: Too many: 2: must have at most 1 item" },
		{ A("{\"type\":\"array\",\"maxItems\":-1}"), "{\"a\":[]}",
		  "a: Too many: 0: has too many items" },
		{ A("{\"type\":\"string\",\"maxLength\":-1}"), "{\"a\":\"x\"}",
		  "a: Too long: value is too long" },
		{ A("{\"type\":\"object\",\"maxProperties\":-1}"), "{\"a\":{}}",
		  "a: Too many: 0: has too many items" },
		{ A("{\"type\":\"array\",\"minItems\":1}"), "{\"a\":[]}",
		  "a: Invalid value: 0: a in body should have at least 1 items" },
		{ A("{\"type\":\"array\",\"x-kubernetes-list-type\":\"set\"}"), "{\"a\":[1,1]}",
		  "a[1]: Duplicate value: 1" },
		{ A("{\"type\":\"object\",\"additionalProperties\":{\"type\":\"boolean\"}}"),
		  "{\"a\":{\"k\":1}}",
		  "a.k: Invalid value: \"integer\": a.k in body must be of type boolean: "
		  "\"integer\"" },
		{ A("{\"x-kubernetes-int-or-string\":true}"), "{\"a\":\"5%\"}", "" },
		{ A("{\"x-kubernetes-int-or-string\":true}"), "{\"a\":true}",
		  "a: Invalid value: \"boolean\": a in body must be of type integer,string: "
		  "\"boolean\"" },
		{ A("{\"type\":\"integer\",\"anyOf\":[{\"minimum\":5},{\"maximum\":1}]}"),
		  "{\"a\":3}",
		  "<nil>: Invalid value: \"\": \"a\" must validate at least one schema (anyOf); "
		  "a: Invalid value: 3: a in body should be greater than or equal to 5" },
		{ A("{\"type\":\"integer\",\"not\":{\"minimum\":5}}"), "{\"a\":6}",
		  "<nil>: Invalid value: \"\": \"a\" must not validate the schema (not)" },
		{ A("{\"oneOf\":[{\"minimum\":1},{\"minimum\":2},{\"minimum\":3}]}"), "{\"a\":7}",
		  "<nil>: Invalid value: \"\": \"a\" must validate one and only one schema "
		  "(oneOf). "
		  "Found 3 valid alternatives" },
		/* Of those that fail the one that went furthest says why. */
		{ "{\"oneOf\":[{\"required\":[\"b\"]},{\"properties\":{\"a\":{\"anyOf\":[{"
		  "\"format\":"
		  "\"ipv4\"},{\"format\":\"ipv6\"}]}}}]}",
		  "{\"a\":\"x\"}",
		  "<nil>: Invalid value: \"\": \"\" must validate one and only one schema (oneOf). "
		  "Found none valid; <nil>: Invalid value: \"\": \"a\" must validate at least one "
		  "schema (anyOf); a: Invalid value: \"x\": a in body must be of type ipv4: "
		  "\"x\"" },
		{ A("{\"allOf\":[{\"maxLength\":3},{\"pattern\":\"^a\"}]}"), "{\"a\":\"abcd\"}",
		  "a: Too long: may not be more than 3 bytes; <nil>: Invalid value: \"\": \"a\" "
		  "must "
		  "validate all the schemas (allOf)" },
		{ A("{\"allOf\":[{\"maxLength\":3}]}"), "{\"a\":\"abcd\"}",
		  "a: Too long: may not be more than 3 bytes; <nil>: Invalid value: \"\": \"a\" "
		  "must "
		  "validate all the schemas (allOf). None validated" },
		{ A("{\"x-kubernetes-int-or-string\":true,\"anyOf\":[{\"type\":\"integer\"},{"
		    "\"type\":\"string\"}]}"),
		  "{\"a\":true}",
		  "a: Invalid value: \"boolean\": a in body must be of type integer,string: "
		  "\"boolean\"; <nil>: Invalid value: \"\": \"a\" must validate at least one "
		  "schema "
		  "(anyOf); a: Invalid value: \"boolean\": a in body must be of type integer: "
		  "\"boolean\"" },
		{ "{\"type\":\"object\",\"required\":[\"a\",\"b\"]}", "{\"a\":1}",
		  "b: Required value" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		schema_says(cases[i].schema, cases[i].value, cases[i].want);
}

static void custom_resource_is_pruned_and_defaulted_by_its_schema(void **state)
{
	static const char *const schema =
	    "{\"type\":\"object\",\"properties\":{\"spec\":{\"type\":\"object\",\"properties\":{"
	    "\"list\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"k\":{"
	    "\"type\":\"integer\","
	    "\"default\":7}}}},"
	    "\"free\":{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true},\"map\":{"
	    "\"type\":"
	    "\"object\",\"additionalProperties\":{\"type\":\"object\"}},\"n\":{\"type\":\"string\"}"
	    ",\"emb\":{"
	    "\"type\":\"object\",\"x-kubernetes-embedded-resource\":true}}}}}";
	cJSON *s = cJSON_Parse(schema);
	cJSON *v = cJSON_Parse(
	    "{\"kind\":\"K\",\"spec\":{\"list\":[{\"x\":1},{\"k\":2}],\"free\":{\"any\":{\"x\":1}},"
	    "\"map\":{\"m\":{\"gone\":1}},\"n\":null,\"emb\":{\"kind\":\"E\",\"y\":1,\"metadata\":{"
	    "\"name\":\"e\",\"z\":1}}},\"top\":1}");
	struct fakeapi__typed t;

	(void)state;
	fakeapi__typed_init(&t, true);
	assert_false(fakeapi__schema_prune(s, NULL, v, &t) ||
		     fakeapi__schema_coerce(s, NULL, v, &t));
	json_is(
	    t.findings,
	    "[\"unknown field \\\"spec.list[0].x\\\"\",\"unknown field \\\"spec.map.m.gone\\\"\","
	    "\"unknown field \\\"spec.emb.y\\\"\",\"unknown field \\\"top\\\"\",\"unknown field "
	    "\\\"spec.emb.metadata.z\\\"\"]");
	assert_int_equal(fakeapi__schema_default(s, NULL, v, false), 0);
	json_is(v,
		"{\"kind\":\"K\",\"spec\":{\"emb\":{\"kind\":\"E\",\"metadata\":{\"name\":\"e\"}},"
		"\"free\":{\"any\":{\"x\":1}},\"list\":[{\"k\":7},{\"k\":2}],\"map\":{\"m\":{}}}}");
	fakeapi__typed_fini(&t);
	cJSON_Delete(s);
	cJSON_Delete(v);
}

static void apply_merges_custom_resources_by_their_schema(void **state)
{
	struct world w;
	struct fakeapi__apply how = { NULL, "m1", false, "", "T1" };
	struct fakeapi__status st;
	cJSON *config = cJSON_Parse(
	    "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":"
	    "\"w\"},\"spec\":{\"size\":3}}");
	cJSON *out = NULL;

	(void)state;
	world_init(&w, DEFINITION);
	how.res = widgets(&w);
	fakeapi__status_init(&st);
	assert_int_equal(fakeapi__apply(&how, NULL, config, &out, &st), 0);
	json_is(fakeapi__member(fakeapi__dig(out, "metadata", "managedFields", NULL)->child,
				"fieldsV1"),
		"{\"f:spec\":{\"f:size\":{}}}");
	json_is(fakeapi__member(out, "spec"), "{\"color\":\"red\",\"size\":3}");
	cJSON_Delete(out);
	fakeapi__set(fakeapi__member(config, "spec"), "nope", cJSON_CreateNumber(1));
	assert_int_equal(fakeapi__apply(&how, NULL, config, &out, &st), -1);
	assert_non_null(
	    strstr(fakeapi__string(st.doc, "message"), ".spec.nope: field not declared in schema"));
	fakeapi__status_fini(&st);
	cJSON_Delete(config);
	world_fini(&w);
}

static void crd_registration_survives_every_failing_allocation(void **state)
{
	cJSON *whole = NULL;
	cJSON *definition, *next = NULL;
	struct world w;

	(void)state;
	world_init(&w, DEFINITION);
	definition = cJSON_Duplicate(w.definition, true);
	FOR_EACH_FAILING_ALLOC({
		struct fakeapi__registry *reg = fakeapi__registry_new();
		struct fakeapi__crds *crds = reg ? fakeapi__crds_new(reg) : NULL;

		if (crds && fakeapi__crds_put(crds, definition) == 0)
			assert_non_null(fakeapi__registry_find(reg, STR("example.com"), STR("v1"),
							       STR("widgets")));
		fakeapi__crds_free(crds);
		fakeapi__registry_free(reg);
	});
	cJSON_Delete(definition);
	definition = create_definition(DEFINITION);
	FOR_EACH_FAILING_ALLOC({
		if (fakeapi__crd_step(w.crds, definition, "T1", &next) == 0)
			assert_whole(&whole, next);
		cJSON_Delete(next);
		next = NULL;
	});
	cJSON_Delete(definition);
	world_fini(&w);
	cJSON_Delete(whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(definition_becomes_established_as_recorded),
		cmocka_unit_test(definition_adds_columns_scale_and_selectable_fields),
		cmocka_unit_test(each_served_version_has_its_own_schema_and_subresources),
		cmocka_unit_test(removed_definition_is_unserved_and_its_schema_stays_valid),
		cmocka_unit_test(definition_with_a_used_kind_is_not_established),
		cmocka_unit_test(custom_resources_get_the_recorded_validation_errors),
		cmocka_unit_test(body_of_another_version_or_kind_is_refused),
		cmocka_unit_test(custom_resource_that_violates_its_schema_is_refused),
		cmocka_unit_test(custom_resource_is_pruned_and_defaulted_by_its_schema),
		cmocka_unit_test(apply_merges_custom_resources_by_their_schema),
		cmocka_unit_test(crd_registration_survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
