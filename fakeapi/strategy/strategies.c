/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/strategy/strategies.h"

#include "fakeapi/controllers/controllers.h"

static const char *const written[] = { "labels", "annotations", "finalizers", "ownerReferences",
				       NULL };
static const char *const labels[] = { "labels", NULL };
/* Kubelets write the status of pods only. */
static const char *const pod_status[] = { "ownerReferences", "deletionTimestamp",
					  "deletionGracePeriodSeconds", NULL };
static const char endpoints_warning[] =
    "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice\n";
static const char components_warning[] = "v1 ComponentStatus is deprecated in v1.19+\n";
/* The status of a server with a storage but no other component. */
#define COMPONENT(name, healthy, message)                                                          \
	"{\"kind\":\"ComponentStatus\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" name       \
	"\"},\"conditions\":[{\"type\":\"Healthy\",\"status\":\"" healthy                          \
	"\",\"message\":\"" message "\"}]}"
#define REFUSED(port)                                                                              \
	"Get \\\"https://127.0.0.1:" port "/healthz\\\": dial tcp 127.0.0.1:" port                 \
	": connect: connection refused"
static const char *const components[] = { COMPONENT("scheduler", "False", REFUSED("10259")),
					  COMPONENT("controller-manager", "False",
						    REFUSED("10257")),
					  COMPONENT("etcd-0", "True", "ok"), NULL };
static const char job_warning[] =
    "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background "
    "to remove them or set propagationPolicy=Orphan to suppress this warning\n";

static const struct fakeapi__strategy strategies[] = {
#define STRATEGY(...) { .resource = __VA_ARGS__ },
#include "fakeapi/tbl/strategies.h"
#undef STRATEGY
};
static const struct fakeapi__strategy generic = { .resource = "" };
static const struct fakeapi__strategy custom = {
	.resource = "",
	.flags = FAKEAPI_NEEDS_RV | FAKEAPI_STATUS_KEEPS_METADATA,
};

static int by_name(const void *name, const void *row)
{
	return strcmp(name, ((const struct fakeapi__strategy *)row)->resource);
}

const struct fakeapi__strategy *fakeapi__strategy_of(const struct fakeapi__resource *res)
{
	const struct fakeapi__strategy *found;

	if (res->flags & FAKEAPI_RES_CUSTOM)
		return &custom;
	found =
	    bsearch(res->resource, strategies, ARRAY_LEN(strategies), sizeof(*strategies), by_name);
	return found ? found : &generic;
}

const struct fakeapi__strategy *fakeapi__strategy_at(size_t i)
{
	return i < ARRAY_LEN(strategies) ? &strategies[i] : NULL;
}
