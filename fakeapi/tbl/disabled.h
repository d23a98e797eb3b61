/* SPDX-License-Identifier: Apache-2.0 */
/* DISABLED(group, Go type, member): what a server with the feature gates of its release drops from
 * what it is sent. Group "*": any. Source: the dropDisabledFields() of pkg/api and pkg/registry of
 * Kubernetes 1.34, pkg/features/kube_features.go. */
/* clang-format off */
DISABLED("*", "v1.EnvVarSource", "fileKeyRef")
DISABLED("*", "v1.VolumeProjection", "clusterTrustBundle")
DISABLED("*", "v1.VolumeProjection", "podCertificate")
DISABLED("*", "v1.PodSpec", "hostnameOverride")
DISABLED("*", "v1.Container", "restartPolicyRules")
DISABLED("*", "v1.EphemeralContainer", "restartPolicyRules")
DISABLED("*", "v1.EphemeralContainer", "restartPolicy")
DISABLED("", "v1.PodStatus", "extendedResourceClaimStatus")
DISABLED("", "v1.ContainerStatus", "allocatedResourcesStatus")
DISABLED("", "v1.NodeSpec", "configSource")
DISABLED("", "v1.NodeStatus", "config")
DISABLED("apps", "v1.RollingUpdateStatefulSetStrategy", "maxUnavailable")
DISABLED("apps", "v1.DeploymentStatus", "terminatingReplicas")
DISABLED("apps", "v1.ReplicaSetStatus", "terminatingReplicas")
DISABLED("autoscaling", "v2.HPAScalingRules", "tolerance")
DISABLED("discovery.k8s.io", "v1.Endpoint", "deprecatedTopology")
DISABLED("storage.k8s.io", "v1.CSIDriverSpec", "nodeAllocatableUpdatePeriodSeconds")
DISABLED("storage.k8s.io", "v1.VolumeError", "errorCode")
/* clang-format on */
