/* SPDX-License-Identifier: Apache-2.0 */
/* The times of a CertificateSigningRequest's conditions: populateConditionTimestamps() in
 * pkg/registry/certificates/certificates/strategy.go. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define REQUESTS "/apis/certificates.k8s.io/v1/certificatesigningrequests"

/* An EC key and the name x. */
static const char request[] =
    "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIRk1HNENBUUF3RERFS0"
    "1BZ0dBMVVFQXd3QmVEQlpNQk1HQnlxR1NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQQpCSEtP"
    "SXA3MmhaTHpKaTVrNlNtVklNYmI5QmRwT1kwSHpid1lMemQrdkYvLzZOcXpScFowdFYwZF"
    "pidlhtQy9GCmZPZkFPUFNJc056UHpic253cVR3NkpHZ0FEQUtCZ2dxaGtqT1BRUURBZ05I"
    "QURCRUFpQllXQ1B6aDVLL0xldUIKUk5xR2dnZDNTZmYyMUFaemJWT2RDNWFEUmZDZ3pBSW"
    "dEQWZqNUk0Y29CNFFFdVNGeGVSaWQ1RTJZWFhBUm5XcgpWaVIxSkdmOS81TT0KLS0tLS1F"
    "TkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==";

#define TIMES(update, transition)                                                                  \
	"\"lastUpdateTime\":\"2026-11-18T" update                                                  \
	"Z\",\"lastTransitionTime\":\"2026-11-18T" transition "Z\""

static void transition_time_changes_with_the_status_of_a_condition(void **state)
{
	static const struct {
		const char *condition, *times;
	} steps[] = {
		{ "\"status\":\"True\"", TIMES("11:06:50", "11:06:50") },
		{ "\"status\":\"True\",\"reason\":\"again\"", TIMES("11:08:30", "11:06:50") },
		{ "\"status\":\"False\"", TIMES("11:10:10", "11:10:10") },
		{ "\"status\":\"Unknown\"", TIMES("11:11:50", "11:11:50") },
		{ "\"status\":\"Unknown\"", TIMES("11:13:30", "11:11:50") },
		/* given times are kept */
		{ "\"status\":\"Unknown\",\"lastTransitionTime\":\"2026-11-18T01:02:03Z\"",
		  TIMES("11:15:10", "01:02:03") },
		{ "\"status\":\"True\",\"lastUpdateTime\":\"2026-11-18T01:02:03Z\"",
		  TIMES("01:02:03", "11:16:50") },
	};
	static const char *const subresources[] = { "approval", "status" };
	struct fakeapi__options opt = { .wall_offset_ns = INT64_C(1795000000) * NS_PER_S };

	(void)state;
	for (size_t s = 0; s < ARRAY_LEN(subresources); s++) {
		AUTO_STRBUF body = STRBUF_INIT, uri = STRBUF_INIT;
		struct kit k;

		kit_open(&k, &opt);
		strbuf_addf(&body,
			    "{\"metadata\":{\"name\":\"c\"},\"spec\":{\"request\":\"%s\","
			    "\"signerName\":\"e.io/s\",\"usages\":[\"client auth\"]}}",
			    request);
		assert_int_equal(kit_do(&k, "POST", REQUESTS, body.ptr), 201);
		k.content_type = "application/merge-patch+json";
		strbuf_addf(&uri, REQUESTS "/c/%s", subresources[s]);
		for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
			k.now_ns += (i ? 100 : 9) * NS_PER_S;
			strbuf_clear(&body);
			strbuf_addf(&body, "{\"status\":{\"conditions\":[{\"type\":\"Seen\",%s}]}}",
				    steps[i].condition);
			assert_int_equal(kit_do(&k, "PATCH", uri.ptr, body.ptr), 200);
			if (!strstr(k.body.ptr, steps[i].times))
				fail_msg("step %zu of %s: %s", i, subresources[s],
					 strstr(k.body.ptr, "\"conditions\""));
		}
		kit_close(&k);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(transition_time_changes_with_the_status_of_a_condition),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
