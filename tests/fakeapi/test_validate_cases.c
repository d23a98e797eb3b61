/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of every kind and their borders, and what is warned about: tests/golden/validation, an
 * object a line. The texts follow k8s.io/kubernetes/pkg/apis/.../validation and .../warnings.go. */
#include <stdlib.h>
#include <zlib.h>

#include "fakeapi/admission/admission.h"
#include "fakeapi/apply/patch_impl.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/output/table.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/schema/registry.h"
#include "fakeapi/serializer/yaml_read.h"
#include "fakeapi/strategy/strategies.h"
#include "fakeapi/validation/validate.h"
#include "fakeapi/warnings/warn.h"
#include "tests/kit/damage_json.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/trace_kit.h"

enum { CHANGED = 10 };

#define CASES "tests/golden/validation/cases.txt"

static const struct fakeapi__resource *resource_of(const struct fakeapi__registry *reg,
						   struct str kind)
{
	/* The version that a real server prefers: only HorizontalPodAutoscalers have a second one.
	 */
	static const char *const versions[] = { "v2", "v1" };
	static const char *const groups[] = {
		"",
		"apps",
		"batch",
		"autoscaling",
		"coordination.k8s.io",
		"networking.k8s.io",
		"node.k8s.io",
		"rbac.authorization.k8s.io",
		"scheduling.k8s.io",
		"storage.k8s.io",
		"policy",
		"discovery.k8s.io",
		"apiextensions.k8s.io",
		"policy",
		"discovery.k8s.io",
		"certificates.k8s.io",
		"admissionregistration.k8s.io",
		"resource.k8s.io",
	};
	const struct fakeapi__resource *res = NULL;

	for (size_t i = 0; i < ARRAY_LEN(groups) && !res; i++)
		for (size_t v = 0; v < ARRAY_LEN(versions) && !res; v++)
			res = fakeapi__registry_find_kind(reg, str_of(groups[i]),
							  str_of(versions[v]), kind);
	if (!res)
		fail_msg("no kind " STR_FMT, STR_ARG(kind));
	return res;
}

/* "@63" becomes 63 letters. */
static void expand(struct str line, struct strbuf *out)
{
	for (size_t i = 0; i < line.len; i++) {
		char *end;
		unsigned long n;

		if (line.ptr[i] != '@' || line.ptr[i + 1] < '0' || line.ptr[i + 1] > '9') {
			strbuf_addc(out, line.ptr[i]);
			continue;
		}
		n = strtoul(line.ptr + i + 1, &end, 10);
		i = (size_t)(end - line.ptr) - 1;
		while (n--)
			strbuf_addc(out, 'a');
	}
}

static void tell(const struct fakeapi__status *st, struct strbuf *out)
{
	const char *text = st->doc ? fakeapi__string(st->doc, "message") : "valid";

	strbuf_addz(out, "   ");
	for (; *text; text++) {
		strbuf_addc(out, *text);
		if (*text == '\n')
			strbuf_addz(out, "   ");
	}
	strbuf_addc(out, '\n');
}

/* The object above after a merge patch, as JSON. */
static void patched(struct str yaml, const cJSON *old, struct strbuf *out)
{
	AUTO_STRBUF doubles = STRBUF_INIT, why = STRBUF_INIT;
	cJSON *patch = fakeapi__yaml_parse(yaml, &doubles, &why), *obj = cJSON_Duplicate(old, true);
	char *text;

	if (!patch)
		fail_msg("no patch: " STR_FMT, STR_ARG(yaml));
	assert_non_null(obj);
	assert_int_equal(fakeapi__merge_patch(obj, patch), 0);
	text = cJSON_PrintUnformatted(obj);
	assert_non_null(text);
	strbuf_addz(out, text);
	cJSON_free(text);
	cJSON_Delete(obj);
	cJSON_Delete(patch);
}

/* The object as it would be stored, or NULL. `base`: the text is a patch of that. */
static cJSON *read_object(const struct fakeapi__resource *res, struct str yaml, const cJSON *old,
			  const cJSON *base, struct strbuf *out)
{
	AUTO_STRBUF json = STRBUF_INIT;
	struct fakeapi__status st;
	cJSON *obj = NULL;

	fakeapi__status_init(&st);
	if (base)
		patched(yaml, base, &json);
	if (fakeapi__decode(res, base ? STR("application/json") : STR("application/yaml"),
			    base ? strbuf_str(&json) : yaml, FAKEAPI_FV_STRICT, NULL, &obj,
			    &st) != 0) {
		tell(&st, out);
		obj = NULL;
	} else {
		assert_int_equal(fakeapi__default(res, obj, old), 0);
		assert_int_equal(fakeapi__prepare_object(res, fakeapi__strategy_of(res), obj, old,
							 false),
				 0);
	}
	fakeapi__status_fini(&st);
	return obj;
}

static void warn(const struct fakeapi__resource *res, const cJSON *obj, const cJSON *old,
		 struct strbuf *out)
{
	AUTO_STRBUF lines = STRBUF_INIT;

	assert_int_equal(fakeapi__warn(res, obj, old, "", &lines), 0);
	for (char *at = lines.ptr, *end; at && *at; at = end + 1) {
		end = strchr(at, '\n');
		assert_non_null(end);
		strbuf_addf(out, "   warning: %.*s\n", (int)(end - at), at);
	}
}

static void validate(const struct fakeapi__resource *res, const cJSON *obj, const cJSON *old,
		     const char *subresource, struct strbuf *out)
{
	struct fakeapi__status st;
	int rc;

	fakeapi__status_init(&st);
	rc = fakeapi__validate(res, obj, old, subresource, false, NULL, &st);
	assert_int_equal(rc, st.doc ? -1 : 0);
	if (st.doc)
		assert_int_equal(st.code, 422);
	tell(&st, out);
	if (rc == 0)
		warn(res, obj, old, out);
	fakeapi__status_fini(&st);
}

/* Its row of a Table. */
static void tell_row(const struct fakeapi__resource *res, const cJSON *obj, struct strbuf *out)
{
	static const struct fakeapi__form form = { .kind = FAKEAPI_FORM_TABLE, .version = "v1" };
	char *text = cJSON_PrintUnformatted(obj);

	assert_non_null(text);
	assert_int_equal(fakeapi__render_one(res, &form, str_of(text), false, INT64_C(1795000000),
					     out),
			 0);
	strbuf_addc(out, '\n');
	cJSON_free(text);
}

/* The same object with a value changed, or two. */
static void validate_changed(const struct fakeapi__resource *res, const cJSON *obj,
			     const cJSON *old, const char *subresource, uint64_t n,
			     struct strbuf *out)
{
	cJSON *other = cJSON_Duplicate(obj, true), *made;
	struct choice c;
	char *text;

	assert_non_null(other);
	choice_init_seed(&c, n, false);
	for (uint32_t times = 1 + choice_pick(&c, 2); times > 0; times--)
		damage_json(other, n % 8 != 0, &c);
	choice_fini(&c);
	text = cJSON_PrintUnformatted(other);
	assert_non_null(text);
	strbuf_addf(out, "%s\n", text);
	made = read_object(res, STR("{}"), old, other, out);
	if (made) {
		validate(res, made, old, subresource, out);
		tell_row(res, made, out);
	}
	cJSON_free(text);
	cJSON_Delete(made);
	cJSON_Delete(other);
}

/* What the rows of the cases say; `changed`: what becomes of each in some ways. */
static void judge_all(struct strbuf *told, struct fingerprints *changed)
{
	AUTO_STRBUF cases = STRBUF_INIT, out = STRBUF_INIT, line = STRBUF_INIT;
	struct fakeapi__registry *reg = fakeapi__registry_new();
	const struct fakeapi__resource *res = NULL;
	cJSON *old = NULL;

	assert_non_null(reg);
	read_text(CASES, &cases);
	for (char *at = cases.ptr, *end; *at; at = end + 1) {
		AUTO_STRBUF sub = STRBUF_INIT;
		struct str body;
		const char *brace;
		bool new_one;
		cJSON *obj;

		end = strchr(at, '\n');
		assert_non_null(end);
		strbuf_add(&out, at, (size_t)(end - at) + 1);
		if (*at == '#')
			continue;
		strbuf_clear(&line);
		expand((struct str) { at, (size_t)(end - at) }, &line);
		brace = strchr(line.ptr, '{');
		assert_non_null(brace);
		body = str_of(brace);
		new_one = line.ptr[1] != '>';
		strbuf_addz(&sub, "");
		if (new_one) {
			cJSON_Delete(old);
			old = NULL;
			res = resource_of(reg, (struct str) { line.ptr,
							      (size_t)(brace - line.ptr) - 1 });
		} else if (brace - line.ptr > 3) {
			strbuf_add(&sub, line.ptr + 3, (size_t)(brace - line.ptr) - 4);
		}
		obj = read_object(res, body, *line.ptr == '+' ? NULL : old,
				  !new_one && *line.ptr != '-' ? old : NULL, &out);
		if (obj)
			validate(res, obj, *line.ptr == '+' ? NULL : old, sub.ptr, &out);
		if (obj && changed) {
			unsigned long sum =
			    crc32(0, (const unsigned char *)at, (unsigned)(end - at));
			AUTO_STRBUF all = STRBUF_INIT;
			char name[24];

			for (uint64_t i = 0; i < CHANGED; i++)
				validate_changed(res, obj, *line.ptr == '+' ? NULL : old, sub.ptr,
						 (uint64_t)sum * 16 + i, &all);
			/* Known by what it says, so that another row is only another line. */
			(void)snprintf(name, sizeof(name), "%08lx", sum);
			fingerprints_line(changed, name);
			fingerprints_add(changed, "is", strbuf_str(&all));
		}
		if (new_one)
			old = obj;
		else
			cJSON_Delete(obj);
	}
	cJSON_Delete(old);
	strbuf_adds(told, strbuf_str(&out));
	fakeapi__registry_free(reg);
}

static void validation_errors_equal_the_reviewed_ones(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	judge_all(&out, NULL);
	assert_golden("tests/golden/validation/expected.txt", strbuf_str(&out));
}

static void changed_objects_get_the_golden_validation_errors(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/objects.txt", STRBUF_INIT };
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	judge_all(&out, &f);
	fingerprints_end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(validation_errors_equal_the_reviewed_ones),
		cmocka_unit_test(changed_objects_get_the_golden_validation_errors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
