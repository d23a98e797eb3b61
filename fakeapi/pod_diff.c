/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/validate_impl.h"

void fakeapi__cause_pod_changed(causes_t *c, const path_t *at, const cJSON *before,
				const cJSON *now)
{
	(void)before;
	(void)now;
	fakeapi__cause_forbidden(
	    c, at,
	    "pod updates may not change fields other than `spec.containers[*].image`,"
	    "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only "
	    "additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to "
	    "be "
	    "set to 1 if it was previously negative)\n");
}
