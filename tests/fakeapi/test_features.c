/* SPDX-License-Identifier: Apache-2.0 */
/* What changed from one release of Kubernetes to the next (tbl/changes.h), each on both sides of
 * its release and of its feature gate. */
#include "fakeapi/meta/features.h"
#include "fakeapi/meta/release.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

static void open_server(struct kit *k, unsigned release, const char *gates)
{
	struct fakeapi__options opt = {
		.first_rv = 1, .release = release, .feature_gates = gates, .any_namespace = true
	};

	kit_open(k, &opt);
}

/* One request after others, and what its answer has before and since the release. */
static const struct change {
	enum fakeapi__change change;
	const char *first[2][3]; /* method, path, body */
	const char *method, *path, *body;
	int before, since;
	const char *in_before, *in_since; /* the body, or the Warning */
} cases[] = {
#include "tests/fakeapi/feature_cases.h"
#include "tests/fakeapi/feature_sites.h"
};

static void send(struct kit *k, const char *method, const char *path, const char *body)
{
	k->content_type = strstr(path, "force=")	 ? "application/apply-patch+yaml"
			  : strstr(path, "json=")	 ? "application/json-patch+json"
			  : strcmp(method, "PATCH") == 0 ? "application/merge-patch+json"
							 : "application/json";
	k->accept = strstr(path, "limit=x") ? "application/json;as=Nothing;v=v1;g=x" : NULL;
	kit_do(k, method, path, body);
}

static void check(const struct change *c, unsigned release, const char *gates, bool changed)
{
	const char *want = changed ? c->in_since : c->in_before;
	const char *other = changed ? c->in_before : c->in_since;
	AUTO_STRBUF all = STRBUF_INIT;
	struct kit k;

	open_server(&k, release, gates);
	for (size_t i = 0; i < ARRAY_LEN(c->first) && c->first[i][0]; i++) {
		send(&k, c->first[i][0], c->first[i][1], c->first[i][2]);
		assert_in_range(k.status, 200, 201);
	}
	send(&k, c->method, c->path, c->body);
	strbuf_addf(&all, "%s\n%s", k.warning, k.body.ptr);
	if (k.status != (changed ? c->since : c->before) || (want && !strstr(all.ptr, want)) ||
	    (other && strstr(all.ptr, other)))
		fail_msg("%s in 1.%u with %s: %d %s", fakeapi__change_at(c->change)->name, release,
			 gates ? gates : "no gates", k.status, all.ptr);
	kit_close(&k);
}

static void feature_change_applies_since_its_release(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		unsigned since = fakeapi__change_at(cases[i].change)->since;

		check(&cases[i], since - 1, NULL, false);
		check(&cases[i], since, NULL, true);
		check(&cases[i], FAKEAPI_RELEASE_NEWEST, NULL, true);
	}
}

static void every_feature_change_has_a_test_case(void **state)
{
	bool has[FAKEAPI_CHANGES] = { false };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		has[cases[i].change] = true;
	for (unsigned i = 0; i < FAKEAPI_CHANGES; i++)
		if (!has[i])
			fail_msg("%s has no case", fakeapi__change_at(i)->name);
}

static void feature_gate_overrides_the_release(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct fakeapi__change_row *row = fakeapi__change_at(cases[i].change);
		char gates[100];

		if (!row->gate)
			continue;
		for (unsigned r = 34; r <= FAKEAPI_RELEASE_NEWEST; r++) {
			char stage = fakeapi__gate_stage(row->gate, r);
			bool on = stage >= 'A' && stage <= 'Z';

			if (stage == '.' || stage == 'L' || stage == 'l')
				continue;
			(void)snprintf(gates, sizeof(gates), "%s=%s", fakeapi__gate_name(row->gate),
				       on ? "false" : "true");
			check(&cases[i], r, gates, !on);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(feature_change_applies_since_its_release),
		cmocka_unit_test(every_feature_change_has_a_test_case),
		cmocka_unit_test(feature_gate_overrides_the_release),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
