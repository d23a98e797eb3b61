/* SPDX-License-Identifier: Apache-2.0 */
/* The releases of Kubernetes that a server can be: what each serves, keeps and says. */
#include "fakeapi/meta/release.h"
#include "fakeapi/output/table.h"
#include "fakeapi/schema/registry.h"
#include "fakeapi/schema/types.h"
#include "fakeapi/serializer/protobuf.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

enum { OLDEST = FAKEAPI_RELEASE_OLDEST, NEWEST = FAKEAPI_RELEASE_NEWEST };

static void open_release(struct kit *k, unsigned release)
{
	struct fakeapi__options opt = { .first_rv = 1, .release = release };

	kit_open(k, &opt);
}

static void each_release_serves_its_own_apis(void **state)
{
	static const struct {
		const char *path;
		unsigned since, until;
	} cases[] = {
		{ "/api/v1/pods", 31, 37 },
		{ "/apis/networking.k8s.io/v1/servicecidrs", 33, 37 },
		{ "/apis/resource.k8s.io/v1", 34, 37 },
		{ "/apis/storage.k8s.io/v1/volumeattributesclasses", 34, 37 },
		{ "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies", 36, 37 },
		{ "/apis/certificates.k8s.io/v1/clustertrustbundles", 37, 37 },
		{ "/apis/certificates.k8s.io/v1/podcertificaterequests", 37, 37 },
		{ "/apis/resource.k8s.io/v1/devicetaintrules", 37, 37 },
		{ "/apis/storagemigration.k8s.io/v1/storageversionmigrations", 37, 37 },
		{ "/openapi/v3/apis/storagemigration.k8s.io/v1", 37, 37 },
	};

	(void)state;
	for (unsigned r = OLDEST; r <= NEWEST; r++) {
		struct kit k;

		open_release(&k, r);
		for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
			int want = r >= cases[i].since && r <= cases[i].until ? 200 : 404;

			if (kit_do(&k, "GET", cases[i].path, NULL) != want)
				fail_msg("1.%u: %s: %d", r, cases[i].path, k.status);
		}
		kit_close(&k);
	}
}

static void version_and_documents_name_the_release(void **state)
{
	char text[64];

	(void)state;
	for (unsigned r = OLDEST; r <= NEWEST; r++) {
		struct kit k;

		open_release(&k, r);
		assert_int_equal(kit_do(&k, "GET", "/version", NULL), 200);
		(void)snprintf(text, sizeof(text), "%u", r);
		assert_string_equal(kit_at(&k, "minor"), text);
		assert_string_equal(kit_at(&k, "emulationMinor"), r < 33 ? "" : text);
		(void)snprintf(text, sizeof(text), "v%s", fakeapi__release_version(r));
		assert_string_equal(kit_at(&k, "gitVersion"), text);
		/* kube-apiserver writes the version it emulates, which has no patch. */
		(void)snprintf(text, sizeof(text), "1.%u", r);
		assert_int_equal(kit_do(&k, "GET", "/openapi/v2", NULL), 200);
		(void)snprintf(text, sizeof(text), "1.%u", r);
		assert_string_equal(kit_at(&k, "info.version"), text);
		kit_close(&k);
	}
}

/* Fields of types that all releases have: unknown before `since`, dropped before `kept`. */
static const struct {
	const char *path, *before, *field, *after, *in, *at;
	unsigned since, kept;
} fields[] = {
#define SPEC "{\"metadata\":{\"name\":\"a\"},\"spec\":{"
#define POD  "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}],"
	{ "/api/v1/namespaces/default/pods", SPEC POD, "\"hostnameOverride\":\"h\"", "}}",
	  "spec.hostnameOverride", "h", 34, 35 },
	{ "/api/v1/namespaces/default/pods", SPEC POD,
	  "\"schedulingGroup\":{\"podGroupName\":\"g\"}", "}}", "spec.schedulingGroup", "", 36,
	  99 },
	{ "/apis/apps/v1/namespaces/default/statefulsets",
	  SPEC "\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":{\"metadata\":{"
	       "\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":"
	       "\"i\"}],",
	  "\"hostnameOverride\":\"h\"", "}}}}", "spec.template.spec.hostnameOverride", "h", 34,
	  35 },
};

static void fields_exist_from_their_release_on(void **state)
{
	(void)state;
	for (unsigned r = OLDEST; r <= NEWEST; r++) {
		for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
			AUTO_STRBUF uri = STRBUF_INIT, body = STRBUF_INIT;
			bool known = r >= fields[i].since;
			struct kit k;

			open_release(&k, r);
			strbuf_addf(&uri, "%s?fieldValidation=Strict", fields[i].path);
			strbuf_addf(&body, "%s%s%s", fields[i].before, fields[i].field,
				    fields[i].after);
			if (kit_do(&k, "POST", uri.ptr, body.ptr) != (known ? 201 : 400))
				fail_msg("1.%u: %s: %d %s", r, fields[i].in, k.status, k.body.ptr);
			if (!known)
				assert_non_null(strstr(k.body.ptr, "unknown field"));
			if (!known)
				assert_int_equal(kit_do(&k, "POST", fields[i].path, body.ptr), 201);
			if (strcmp(kit_at(&k, fields[i].in),
				   r < fields[i].kept ? "" : fields[i].at))
				fail_msg("1.%u: %s is \"%s\"", r, fields[i].in,
					 kit_at(&k, fields[i].in));
			kit_close(&k);
		}
	}
}

static void protobuf_has_the_fields_of_the_release(void **state)
{
	static const char pod[] =
	    "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"spec\":{\"containers\":"
	    "[],\"hostnameOverride\":\"h\"}}";

	(void)state;
	for (unsigned r = OLDEST; r <= NEWEST; r++) {
		struct fakeapi__status st = { 0 };
		struct strbuf body = STRBUF_INIT;
		cJSON *tree = NULL;
		char *text;

		assert_int_equal(fakeapi__protobuf_encode(STR(pod), NEWEST, &body), 0);
		assert_int_equal(fakeapi__protobuf_decode(strbuf_str(&body), r, &tree, &st), 0);
		text = cJSON_PrintUnformatted(tree);
		assert_true(!strstr(text, "\"hostnameOverride\":\"h\"") == (r < 34));
		cJSON_free(text);
		cJSON_Delete(tree);
		strbuf_clear(&body);
		assert_int_equal(fakeapi__protobuf_encode(STR(pod), r, &body), 0);
		tree = NULL;
		assert_int_equal(fakeapi__protobuf_decode(strbuf_str(&body), NEWEST, &tree, &st),
				 0);
		text = cJSON_PrintUnformatted(tree);
		assert_true(!strstr(text, "\"hostnameOverride\":\"h\"") == (r < 34));
		cJSON_free(text);
		cJSON_Delete(tree);
		strbuf_fini(&body);
	}
}

/* A row in one table needs its rows in the others. */
static void every_type_has_a_message_and_table_columns(void **state)
{
	static const struct fakeapi__form table = { .kind = FAKEAPI_FORM_TABLE, .version = "v1" };

	(void)state;
	for (unsigned r = OLDEST; r <= NEWEST; r++) {
		struct fakeapi__registry *reg = fakeapi__registry_new_of(r);
		const struct fakeapi__resource *res;

		assert_non_null(reg);
		assert_int_equal(fakeapi__registry_release(reg), r);
		for (size_t i = 0; (res = fakeapi__registry_at(reg, i)); i++) {
			AUTO_STRBUF out = STRBUF_INIT, version = STRBUF_INIT;
			cJSON *doc, *rows;

			strbuf_addf(&version, "%s%s%s", res->group, *res->group ? "/" : "",
				    res->version);
			assert_int_equal(fakeapi__release_of(res->features), r);
			if (!res->type ||
			    !fakeapi__message_of(strbuf_str(&version), str_of(res->kind), r))
				fail_msg("1.%u: no type %s %s", r, version.ptr, res->kind);
			assert_int_equal(fakeapi__render_one(res, &table, STR("{}"), true, 0, &out),
					 0);
			doc = cJSON_Parse(out.ptr);
			rows = cJSON_GetObjectItem(doc, "rows");
			if (strcmp(res->kind, "IPAddress") != 0 &&
			    cJSON_GetArraySize(cJSON_GetObjectItem(rows->child, "cells")) !=
				cJSON_GetArraySize(cJSON_GetObjectItem(doc, "columnDefinitions")))
				fail_msg("1.%u: cells of %s", r, res->kind);
			cJSON_Delete(doc);
		}
		fakeapi__registry_free(reg);
	}
}

static void reset_keeps_the_release(void **state)
{
	struct kit k;

	(void)state;
	open_release(&k, 37);
	assert_int_equal(kit_do(&k, "POST", "/relist/v1/reset", "{}"), 200);
	assert_int_equal(kit_do(&k, "GET", "/apis/storagemigration.k8s.io/v1", NULL), 200);
	kit_close(&k);
}

static void release_option_accepts_only_known_releases(void **state)
{
	static const struct {
		const char *text;
		unsigned release;
	} cases[] = {
		{ "1.31", 31 },	 { "1.37", 37 },  { "v1.36", 36 }, { "1.34.4", 34 },
		{ NULL, 34 },	 { "", 34 },	  { "1.30", 0 },   { "1.38", 0 },
		{ "1.3", 0 },	 { "37", 0 },	  { "1.37.0", 0 }, { "1.37.2 ", 0 },
		{ "vv1.37", 0 }, { "latest", 0 }, { "1.", 0 },	   { "v", 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct relist_err err = { 0 };
		unsigned release = 1;
		int rc = fakeapi__release_read(cases[i].text, "--kubernetes", &release, &err);

		assert_int_equal(rc, cases[i].release ? 0 : RELIST_EINVAL);
		if (cases[i].release)
			assert_int_equal(release, cases[i].release);
		else
			assert_non_null(strstr(err.msg, "must be one of 1.31, 1.32, 1.33, 1.34, "
							"1.35, 1.36, 1.37"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_release_serves_its_own_apis),
		cmocka_unit_test(version_and_documents_name_the_release),
		cmocka_unit_test(fields_exist_from_their_release_on),
		cmocka_unit_test(protobuf_has_the_fields_of_the_release),
		cmocka_unit_test(every_type_has_a_message_and_table_columns),
		cmocka_unit_test(reset_keeps_the_release),
		cmocka_unit_test(release_option_accepts_only_known_releases),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
