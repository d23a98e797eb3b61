/* SPDX-License-Identifier: Apache-2.0 */
/* Managers of one object in autoscaling/v1 and autoscaling/v2, and of one event in both of its
 * groups. Responses of kube-apiserver 1.34.4. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define SCALER(version)                                                                            \
	"/apis/autoscaling/" version "/namespaces/default/horizontalpodautoscalers/x"
#define V1    SCALER("v1")
#define V2    SCALER("v2")
#define CORE  "/api/v1/namespaces/default/events/x"
#define GROUP "/apis/events.k8s.io/v1/namespaces/default/events/x"
#define FORCE "&force=true"
#define SPEC                                                                                       \
	",\"kind\":\"HorizontalPodAutoscaler\",\"metadata\":{\"name\":\"x\"},\"spec\":{"           \
	"\"maxReplicas\":5,\"scaleTargetRef\":{\"apiVersion\":\"apps/v1\",\"kind\":"               \
	"\"Deployment\",\"name\":\"d\"}"
#define IN_V1(more) "{\"apiVersion\":\"autoscaling/v1\"" SPEC more "}}"
#define IN_V2(more) "{\"apiVersion\":\"autoscaling/v2\"" SPEC more "}}"
#define PERCENT(n)  ",\"targetCPUUtilizationPercentage\":" n
#define CPU(n)                                                                                     \
	"{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"target\":{\"type\":"              \
	"\"Utilization\",\"averageUtilization\":" n "}}}"
#define MEMORY                                                                                     \
	"{\"type\":\"Resource\",\"resource\":{\"name\":\"memory\",\"target\":{\"type\":"           \
	"\"AverageValue\",\"averageValue\":\"1Gi\"}}}"
#define METRICS(list) ",\"metrics\":[" list "]"

struct step {
	const char *manager, *path, *body;
	const char *query; /* NULL: none; "merge": a merge patch */
	int status;
	/* Texts of the response: one that it has, one that it lacks. NULL: any. */
	const char *has, *lacks;
};

enum { STEPS = 4 };

static void run_step(struct kit *k, const struct step *s, const char *about)
{
	bool merge = s->query && strcmp(s->query, "merge") == 0;
	AUTO_STRBUF uri = STRBUF_INIT;

	strbuf_addf(&uri, "%s?fieldManager=%s%s", s->path, s->manager,
		    merge || !s->query ? "" : s->query);
	k->content_type = merge ? "application/merge-patch+json" : "application/apply-patch+yaml";
	(void)kit_do(k, "PATCH", uri.ptr, s->body);
	if (k->status != s->status || (s->has && !strstr(k->body.ptr, s->has)) ||
	    (s->lacks && strstr(k->body.ptr, s->lacks)))
		fail_msg("%s: %s: expected %d, %s, not %s: got %d %s", about, uri.ptr, s->status,
			 s->has ? s->has : "any", s->lacks ? s->lacks : "none", k->status,
			 k->body.ptr);
}

static void run_stories(const struct step stories[][STEPS], const char *const *about, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct kit k;

		kit_open(&k, NULL);
		for (size_t n = 0; n < STEPS && stories[i][n].manager; n++)
			run_step(&k, &stories[i][n], about[i]);
		kit_close(&k);
	}
}

static void apply_in_the_other_version_conflicts_with_the_manager_of_the_field(void **state)
{
	static const char *const about[] = { "v1 over v2", "v2 over v1", "equal values" };
	static const struct step stories[][STEPS] = {
		{ { "ann", V2, IN_V2(METRICS(CPU("50"))), NULL, 201, "f:metrics", NULL },
		  { "bob", V1, IN_V1(PERCENT("60")), NULL, 409,
		    "Apply failed with 1 conflict: conflict with \\\"ann\\\": .spec.metrics",
		    NULL },
		  { "bob", V1, IN_V1(PERCENT("60")), FORCE, 200,
		    "\"targetCPUUtilizationPercentage\":60", "f:metrics" } },
		{ { "ann", V1, IN_V1(PERCENT("50")), NULL, 201, NULL, NULL },
		  { "bob", V2, IN_V2(METRICS(CPU("60"))), NULL, 409,
		    "conflict with \\\"ann\\\": .spec.targetCPUUtilizationPercentage", NULL },
		  { "bob", V2, IN_V2(METRICS(MEMORY)), NULL, 200, "f:metrics",
		    "f:targetCPUUtilizationPercentage" } },
		{ { "ann", V1, IN_V1(PERCENT("50")), NULL, 201, NULL, NULL },
		  { "bob", V2, IN_V2(METRICS(CPU("50"))), NULL, 200,
		    "f:targetCPUUtilizationPercentage", NULL },
		  { "cat", V1, IN_V1(PERCENT("50")), NULL, 200, "f:metrics", NULL } },
	};

	(void)state;
	run_stories(stories, about, ARRAY_LEN(stories));
}

static void update_in_the_other_version_takes_the_field_from_its_manager(void **state)
{
	static const char *const about[] = { "v1 over v2", "v2 over v1", "another field" };
	static const struct step stories[][STEPS] = {
		{ { "ann", V2, IN_V2(METRICS(CPU("50"))), NULL, 201, "f:metrics", NULL },
		  { "bob", V1, "{\"spec\":{\"targetCPUUtilizationPercentage\":70}}", "merge", 200,
		    "f:targetCPUUtilizationPercentage", "f:metrics" } },
		{ { "ann", V1, IN_V1(PERCENT("50")), NULL, 201, NULL, NULL },
		  { "bob", V2, "{\"spec\":{\"metrics\":[" CPU("70") "]}}", "merge", 200,
		    "f:metrics", "f:targetCPUUtilizationPercentage" } },
		{ { "ann", V2, IN_V2(METRICS(CPU("50"))), NULL, 201, "f:metrics", NULL },
		  { "bob", V1, "{\"spec\":{\"minReplicas\":2}}", "merge", 200, "f:metrics",
		    NULL } },
	};

	(void)state;
	run_stories(stories, about, ARRAY_LEN(stories));
}

/* The field is removed in one version and is back, with its default, after a conversion. */
static void removed_target_keeps_its_value_if_a_manager_of_the_other_version_exists(void **state)
{
	static const char *const about[] = { "v2", "v1", "the applier's earlier version", "alone" };
	static const struct step stories[][STEPS] = {
		{ { "ann", V2, IN_V2(METRICS(CPU("50"))), NULL, 201, NULL, NULL },
		  { "bob", V1, IN_V1(""), NULL, 200, NULL, NULL },
		  { "ann", V2, IN_V2(""), NULL, 200, "\"averageUtilization\":50", "f:metrics" } },
		{ { "ann", V1, IN_V1(PERCENT("50")), NULL, 201, NULL, NULL },
		  { "bob", V2, IN_V2(METRICS(CPU("50"))), NULL, 200, NULL, NULL },
		  { "ann", V1, IN_V1(""), NULL, 200, "\"targetCPUUtilizationPercentage\":50",
		    "f:targetCPUUtilizationPercentage" } },
		{ { "ann", V1, IN_V1(PERCENT("50")), NULL, 201, NULL, NULL },
		  { "ann", V2, IN_V2(""), NULL, 200, "\"averageUtilization\":50",
		    "f:targetCPUUtilizationPercentage" } },
		{ { "ann", V1, IN_V1(PERCENT("50")), NULL, 201, NULL, NULL },
		  { "ann", V1, IN_V1(""), NULL, 200, "\"targetCPUUtilizationPercentage\":80",
		    NULL } },
	};

	(void)state;
	run_stories(stories, about, ARRAY_LEN(stories));
}

/* core/v1 and events.k8s.io/v1 have no common internal version: entries of the other group are
 * dropped, and no field of theirs conflicts. */
static void write_of_an_event_drops_the_managers_of_its_other_group(void **state)
{
#define INVOLVED "{\"kind\":\"Pod\",\"name\":\"p\",\"namespace\":\"default\"}"
#define IN_CORE(text)                                                                              \
	"{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"metadata\":{\"name\":\"x\"},"                 \
	"\"involvedObject\":" INVOLVED ",\"message\":\"" text "\",\"type\":\"Normal\"}"
#define IN_GROUP                                                                                   \
	"{\"apiVersion\":\"events.k8s.io/v1\",\"kind\":\"Event\",\"metadata\":{\"name\":\"x\"},"   \
	"\"regarding\":" INVOLVED ",\"note\":\"m\",\"type\":\"Normal\",\"reason\":\"r\","          \
	"\"reportingController\":\"x.io/y\",\"reportingInstance\":\"i\",\"action\":\"a\","         \
	"\"eventTime\":\"2026-01-01T00:00:00.000000Z\"}"
	static const char *const about[] = { "apply", "update" };
	static const struct step stories[][STEPS] = {
		{ { "ann", GROUP, IN_GROUP, NULL, 201, "f:note", NULL },
		  { "bob", CORE, IN_CORE("n"), NULL, 200, "f:message", "f:note" },
		  { "ann", CORE, IN_CORE("n"), NULL, 200,
		    "\"eventTime\":\"2026-01-01T00:00:00.000000Z\"", NULL } },
		{ { "ann", GROUP, IN_GROUP, NULL, 201, "f:note", NULL },
		  { "bob", CORE, "{\"message\":\"o\"}", "merge", 200, "\"message\":\"o\"",
		    "f:regarding" } },
	};

	(void)state;
	run_stories(stories, about, ARRAY_LEN(stories));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    apply_in_the_other_version_conflicts_with_the_manager_of_the_field),
		cmocka_unit_test(update_in_the_other_version_takes_the_field_from_its_manager),
		cmocka_unit_test(
		    removed_target_keeps_its_value_if_a_manager_of_the_other_version_exists),
		cmocka_unit_test(write_of_an_event_drops_the_managers_of_its_other_group),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
