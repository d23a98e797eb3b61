/* SPDX-License-Identifier: Apache-2.0 */
/* CHANGE(name, since, gate, source, what): what a server does otherwise from a release of Kubernetes
 * on, besides its types (which the generated tables have). `gate`: it does so while this feature
 * gate is on, of which tbl/gates.h knows the default; then `since` is the release in which it came
 * to be on. `source`: the pull request of kubernetes/kubernetes, or the file that says so. */
/* clang-format off */
CHANGE(RULES_SHOW_VALUES, 35, NONE, "#132798",
       "errors of a definition's CEL rules show the value, not its type")
CHANGE(BAD_DELETE_OPTIONS_400, 35, NONE, "#133358",
       "a body of a DELETE that cannot be decoded is 400, not 500")
CHANGE(LENGTHS_IN_BYTES, 35, NONE, "k8s.io/apimachinery/pkg/api/validate/content",
       "errors about long label keys and values name bytes, not characters")
CHANGE(PREFER_CLOSE_WARNING, 35, NONE, "#134457",
       "trafficDistribution PreferClose of a Service is deprecated: a Warning")
CHANGE(BINDING_LABELS, 35, PodTopologyLabelsAdmission, "#135158",
       "a Binding's labels go to the pod, and the node's zone and region with them")
CHANGE(EXTERNAL_IPS_WARNING, 36, NONE, "#137293",
       "externalIPs of a Service are deprecated: a Warning")
CHANGE(LOOPBACK_CHECK, 36, NONE, "#136477",
       "/livez and its like check the loopback certificate")
CHANGE(STATUS_OWNS_NO_METADATA, 36, NONE, "#137689",
       "a write of a custom resource's status owns none of its metadata")
CHANGE(SERVICE_NAME_DIGIT, 36, RelaxedServiceNameValidation, "#136389",
       "the name of a Service may begin with a digit")
CHANGE(STATEFUL_MAX_UNAVAILABLE, 37, MaxUnavailableStatefulSet, "#139466",
       "a StatefulSet's rollingUpdate has maxUnavailable, 1 by default")
CHANGE(SCALER_GENERATION, 37, HPAGeneration, "#138228",
       "a HorizontalPodAutoscaler has metadata.generation")
CHANGE(POD_RESOURCES_AFTER_ADMISSION, 37, PodLevelResourcesFixDefaulting, "pkg/apis/core/v1/defaults.go",
       "requests of a whole pod are filled in after admission, and stay if an update drops them")
CHANGE(OWNER_PATHS, 37, NONE, "#140381",
       "errors of ownerReferences name the index of the reference, and what is required")
CHANGE(ROLE_REF_IMMUTABLE, 37, NONE, "#135050",
       "the message about a changed roleRef is \"field is immutable\"")
CHANGE(SERVICE_PROXY_SLICES, 37, NONE, "#134860",
       "proxy/ of a Service looks for EndpointSlices: without any it is 503, also if there is no Service")
CHANGE(PATCH_FOR_AUDIT, 37, NONE, "#139419",
       "a merge, strategic or JSON patch that is no JSON: the message of the 400 differs")
/* clang-format on */
