/* SPDX-License-Identifier: Apache-2.0 */
/* CHANGE(name, since, gate, source, what): what a server does otherwise from a release of Kubernetes
 * on, besides its types (which the generated tables have). `gate`: it does so while this feature
 * gate is on, of which tbl/gates.h knows the default; then `since` is the release in which it came
 * to be on. `source`: the pull request of kubernetes/kubernetes, or the file that says so. */
/* clang-format off */
CHANGE(ENV_NAMES, 32, RelaxedEnvironmentVariableValidation, "pkg/api/pod/util.go",
       "the name of an environment variable may have any printable characters but =")
CHANGE(SLEEP_ZERO, 33, PodLifecycleSleepActionAllowZero, "pkg/api/pod/util.go",
       "a container's preStop may sleep 0 s")
CHANGE(OWN_POLICIES_DROPPED, 34, NONE, "pkg/apis/core/validation/validation.go",
       "a restartPolicy of a container that is no sidecar is left out, without its gate, not refused")
CHANGE(WATCH_LISTS, 34, WatchList, "k8s.io/apiserver/pkg/features/kube_features.go",
       "a watch may request initial events (sendInitialEvents); also in 1.32")
CHANGE(RULES_SHOW_VALUES, 35, NONE, "#132798",
       "errors of a definition's CEL rules show the value, not its type")
CHANGE(BAD_DELETE_OPTIONS_400, 35, NONE, "#133358",
       "a body of a DELETE that cannot be decoded is 400, not 500")
CHANGE(LENGTHS_IN_BYTES, 35, NONE, "k8s.io/apimachinery/pkg/api/validate/content",
       "errors about long label keys and values name bytes, not characters, also of selectors")
CHANGE(DEVICE_ERRORS, 35, NONE, "pkg/apis/resource/validation/validation.go",
       "devices: an item that is there twice is named by its index, too many items are the only "
       "cause, an empty driver is only required, parts of qualified names are invalid when empty")
CHANGE(GENERATED_NAMES, 35, NONE, "k8s.io/apimachinery/pkg/api/validation/objectmeta.go",
       "of ReplicationControllers and DeviceClasses the generated name is checked, not generateName")
CHANGE(ADDRESS_ERRORS, 35, NONE, "pkg/registry/core/service/ipallocator/ipallocator.go",
       "a Service without a name is 422, because its IPAddress has no parent, not 500")
CHANGE(PATCH_BY_SCALAR, 35, NONE, "gopkg.in/evanphx/json-patch.v4",
       "a JSON patch that replaces the whole object by a scalar is 422, not without an effect")
CHANGE(PREFER_CLOSE_WARNING, 35, NONE, "#134457",
       "trafficDistribution PreferClose of a Service is deprecated: a Warning")
CHANGE(BINDING_LABELS, 35, PodTopologyLabelsAdmission, "#135158",
       "a Binding's labels go to the pod, and the node's zone and region with them")
CHANGE(UPDATES_CHECKED_ONCE, 35, NONE, "pkg/registry/{core,rbac,storage,resource}",
       "causes of an update of a ReplicationController, claim, role, binding, VolumeAttachment or "
       "VolumeAttributesClass stand there once")
CHANGE(EMBEDDED_NAMES, 35, NONE, "sigs.k8s.io/json",
       "the path of a value of another kind has the names of embedded structs")
CHANGE(EXTERNAL_IPS_WARNING, 36, NONE, "#137293",
       "externalIPs of a Service are deprecated: a Warning")
CHANGE(LOOPBACK_CHECK, 36, NONE, "#136477",
       "/livez and its like check the loopback certificate")
CHANGE(STATUS_OWNS_NO_METADATA, 36, NONE, "#137689",
       "a write of a custom resource's status owns none of its metadata")
CHANGE(SERVICE_NAME_DIGIT, 36, RelaxedServiceNameValidation, "#136389",
       "the name of a Service may begin with a digit")
CHANGE(SUSPENDED_RESOURCES, 36, MutablePodResourcesForSuspendedJobs, "pkg/registry/batch/job/strategy.go",
       "the resources of a suspended job's pods may change")
CHANGE(CLASS_FIELDS_IMMUTABLE, 36, NONE, "pkg/apis/storage/validation/validation.go",
       "the message about a changed field of a StorageClass is \"field is immutable\"")
CHANGE(START_TIME_IMMUTABLE, 36, NONE, "pkg/apis/batch/validation/validation.go",
       "the message about a Job's changed startTime is \"field is immutable\"")
CHANGE(REQUIRED_TYPES, 36, NONE, "pkg/apis/{autoscaling,flowcontrol,node}/validation",
       "an empty maxReplicas, type of a PriorityLevelConfiguration or handler of a RuntimeClass is "
       "required, not invalid")
CHANGE(INIT_RESTART_ON_RESIZE, 36, NONE, "#137458",
       "resizePolicy RestartContainer of an init container that is no sidecar is refused")
CHANGE(RESTART_RULE_COUNTS, 36, NONE, "pkg/apis/core/validation/validation.go",
       "too many restart rules or exit codes are \"Too many\", not \"Too long\"; the message about a "
       "resizePolicy names the pod's restartPolicy")
CHANGE(POLICY_CHECKED_ONCE, 36, NONE, "pkg/registry/{networking,storage}",
       "causes of an update of a NetworkPolicy or CSINode stand there once")
CHANGE(NUMBER_FORMS, 36, NONE, "k8s.io/kube-openapi/pkg/validation/validate",
       "numbers of custom resources are checked by type and format, int32 and float too")
CHANGE(LIST_FORM_FIRST, 36, NONE, "k8s.io/apiserver/pkg/endpoints/handlers/get.go",
       "the form of a list is negotiated before its options are looked at")
CHANGE(OWN_VERSIONS_ONLY, 36, NONE, "k8s.io/apiserver/pkg/server/routes/openapi.go",
       "OpenAPI v3: DeleteOptions and WatchEvent are of the document's own version alone")
CHANGE(DECLARED, 37, NONE, "k8s.io/apiserver/pkg/registry/rest/validate.go",
       "built-in types are checked by what is declared of them as well: its causes come last, each "
       "once")
CHANGE(STATEFUL_FIELDS_IMMUTABLE, 37, NONE, "pkg/apis/apps/validation/validation.go",
       "each changed field of a StatefulSet's spec that may not change is named")
CHANGE(END_PORT_VALUE, 37, NONE, "pkg/apis/networking/validation/validation.go",
       "the error about an endPort below the port shows the endPort")
CHANGE(PROVIDER_ID_SET, 37, NONE, "pkg/apis/core/validation/validation.go",
       "a changed providerID of a Node is an invalid value, not forbidden")
CHANGE(JOB_CHECKED_ONCE, 37, NONE, "pkg/registry/batch/job/strategy.go",
       "causes of an update of a Job stand there once")
CHANGE(REVIEW_SPEC_PATH, 37, NONE, "pkg/apis/authorization/validation/validation.go",
       "an access review of both or neither kind of attributes is wrong in its spec")
CHANGE(PATCH_DECODING, 37, NONE, "k8s.io/apiserver/pkg/endpoints/handlers/patch.go",
       "an applied patch that cannot be decoded: the message names a patch, not YAML")
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
CHANGE(NO_ITEM_DEFAULTS, 37, NONE, "k8s.io/kube-openapi",
       "OpenAPI: items of lists and values of maps have no default")
CHANGE(OWNERS_KEPT, 37, NONE, "k8s.io/apimachinery/pkg/util/managedfields",
       "an update whose managedFields cannot be read keeps those of the object, not none")
CHANGE(EMPTY_REQUIRED, 37, NONE, "k8s.io/apimachinery/pkg/apis/meta/v1/validation",
       "an empty type or status of a condition is required; a condition that is there twice is named "
       "by its index")
