/* SPDX-License-Identifier: Apache-2.0 */
/* DISABLED(since, until, group, Go type, member): what a server with the feature gates of its release
 * drops from what it is sent, in these minors of Kubernetes (99: to the newest). Group "*": any.
 * Source: the dropDisabledFields() of pkg/api and pkg/registry, pkg/features/kube_features.go; the
 * gate stands behind each. */
/* clang-format off */
DISABLED(31, 34, "*", "v1.EnvVarSource", "fileKeyRef") /* EnvFiles */
DISABLED(31, 36, "*", "v1.VolumeProjection", "clusterTrustBundle") /* ClusterTrustBundleProjection */
DISABLED(31, 36, "*", "v1.VolumeProjection", "podCertificate") /* PodCertificateRequest */
DISABLED(31, 34, "*", "v1.PodSpec", "hostnameOverride") /* HostnameOverride */
DISABLED(31, 32, "*", "v1.PodSpec", "hostUsers") /* UserNamespacesSupport */
DISABLED(31, 33, "*", "v1.PodSpec", "resources") /* PodLevelResources */
DISABLED(31, 33, "*", "v1.PodSpec", "resourceClaims") /* DynamicResourceAllocation */
DISABLED(31, 33, "*", "v1.ResourceRequirements", "claims")
DISABLED(31, 33, "", "v1.PodStatus", "resourceClaimStatuses")
DISABLED(35, 35, "*", "v1.PodSpec", "workloadRef") /* GenericWorkload */
DISABLED(36, 99, "*", "v1.PodSpec", "schedulingGroup")
DISABLED(37, 99, "*", "v1.PodSpec", "evictionResponders") /* EvictionRequestAPI */
DISABLED(31, 32, "*", "v1.PodSecurityContext", "supplementalGroupsPolicy") /* SupplementalGroupsPolicy */
DISABLED(31, 32, "", "v1.ContainerStatus", "user")
DISABLED(31, 32, "", "v1.NodeStatus", "features")
DISABLED(31, 32, "*", "v1.PodSecurityContext", "seLinuxChangePolicy") /* SELinuxChangePolicy */
DISABLED(31, 34, "*", "v1.Container", "restartPolicyRules") /* ContainerRestartRules */
DISABLED(31, 34, "*", "v1.EphemeralContainer", "restartPolicyRules")
DISABLED(31, 34, "*", "v1.EphemeralContainer", "restartPolicy")
DISABLED(31, 32, "*", "v1.Container", "resizePolicy") /* InPlacePodVerticalScaling */
DISABLED(31, 32, "*", "v1.EphemeralContainer", "resizePolicy")
DISABLED(31, 32, "", "v1.ContainerStatus", "resources")
DISABLED(31, 32, "", "v1.ContainerStatus", "allocatedResources")
DISABLED(31, 35, "", "v1.PodStatus", "resources") /* InPlacePodLevelResourcesVerticalScaling */
DISABLED(31, 35, "", "v1.PodStatus", "allocatedResources")
DISABLED(31, 33, "", "v1.PodStatus", "observedGeneration") /* PodObservedGenerationTracking */
DISABLED(31, 33, "", "v1.PodCondition", "observedGeneration")
DISABLED(31, 35, "", "v1.PodStatus", "extendedResourceClaimStatus") /* DRAExtendedResource */
DISABLED(36, 99, "", "v1.PodStatus", "nodeAllocatableResourceClaimStatuses") /* DRANodeAllocatableResources */
DISABLED(37, 99, "", "v1.PodStatus", "volumeHealth") /* CSIVolumeHealth */
DISABLED(31, 35, "", "v1.ContainerStatus", "allocatedResourcesStatus") /* ResourceHealthStatus */
DISABLED(36, 99, "", "v1.VolumeMountStatus", "volumeStatus") /* ImageVolumeWithDigest */
DISABLED(37, 99, "*", "v1.EmptyDirVolumeSource", "mode") /* EmptyDirVolumeMode */
DISABLED(37, 99, "*", "v1.VolumeMount", "bindMountOptions") /* VolumeBindMountOptions */
DISABLED(37, 99, "*", "v1.GRPCAction", "mode") /* GRPCContainerProbeTLS */
DISABLED(37, 99, "*", "v1.HTTPGetAction", "protocol") /* H2CContainerProbe */
DISABLED(37, 99, "*", "v1.KeyToPath", "user") /* AtomicWriteVolumeUserFields */
DISABLED(37, 99, "*", "v1.ConfigMapVolumeSource", "defaultUser")
DISABLED(37, 99, "*", "v1.SecretVolumeSource", "defaultUser")
DISABLED(37, 99, "*", "v1.DownwardAPIVolumeSource", "defaultUser")
DISABLED(37, 99, "*", "v1.DownwardAPIVolumeFile", "user")
DISABLED(37, 99, "*", "v1.ProjectedVolumeSource", "defaultUser")
DISABLED(37, 99, "*", "v1.ServiceAccountTokenProjection", "user")
DISABLED(37, 99, "*", "v1.ClusterTrustBundleProjection", "user")
DISABLED(37, 99, "*", "v1.PodCertificateProjection", "user")
DISABLED(31, 99, "", "v1.NodeSpec", "configSource")
DISABLED(31, 99, "", "v1.NodeStatus", "config")
DISABLED(37, 99, "", "v1.NodeSpec", "podPreemptionPolicy") /* InPlacePodVerticalScalingSchedulerPreemption */
DISABLED(35, 35, "", "v1.NodeStatus", "declaredFeatures") /* NodeDeclaredFeatures */
DISABLED(31, 33, "", "v1.PersistentVolumeSpec", "volumeAttributesClassName") /* VolumeAttributesClass */
DISABLED(31, 33, "*", "v1.PersistentVolumeClaimSpec", "volumeAttributesClassName")
DISABLED(31, 33, "", "v1.PersistentVolumeClaimStatus", "currentVolumeAttributesClassName")
DISABLED(31, 33, "", "v1.PersistentVolumeClaimStatus", "modifyVolumeStatus")
DISABLED(31, 31, "", "v1.PersistentVolumeClaimStatus", "allocatedResources") /* RecoverVolumeExpansionFailure */
DISABLED(31, 31, "", "v1.PersistentVolumeClaimStatus", "allocatedResourceStatuses")
DISABLED(37, 99, "", "v1.PersistentVolumeClaimStatus", "healthStatus") /* CSIVolumeHealth */
DISABLED(31, 36, "apps", "v1.RollingUpdateStatefulSetStrategy", "maxUnavailable") /* MaxUnavailableStatefulSet */
DISABLED(31, 34, "apps", "v1.DeploymentStatus", "terminatingReplicas") /* DeploymentReplicaSetTerminatingReplicas */
DISABLED(31, 34, "apps", "v1.ReplicaSetStatus", "terminatingReplicas")
DISABLED(31, 34, "autoscaling", "v2.HPAScalingRules", "tolerance") /* HPAConfigurableTolerance */
DISABLED(31, 31, "batch", "v1.JobSpec", "managedBy") /* JobManagedBy */
DISABLED(37, 99, "batch", "v1.JobSpec", "scheduling") /* WorkloadWithJob */
DISABLED(31, 99, "discovery.k8s.io", "v1.Endpoint", "deprecatedTopology")
DISABLED(31, 33, "discovery.k8s.io", "v1.EndpointHints", "forNodes") /* PreferSameTrafficDistribution */
DISABLED(31, 34, "storage.k8s.io", "v1.CSIDriverSpec", "nodeAllocatableUpdatePeriodSeconds") /* MutableCSINodeAllocatableCount */
DISABLED(31, 34, "storage.k8s.io", "v1.VolumeError", "errorCode")
DISABLED(36, 36, "storage.k8s.io", "v1.CSIDriverSpec", "preventPodSchedulingIfMissing") /* VolumeLimitScaling */
DISABLED(37, 99, "storage.k8s.io", "v1.CSINode", "status") /* CSIVolumeHealth */
DISABLED(36, 36, "resource.k8s.io", "v1.Device", "nodeAllocatableResourceMappings") /* DRANodeAllocatableResources */
DISABLED(37, 99, "resource.k8s.io", "v1.Device", "nodeAllocatableResources")
DISABLED(36, 99, "resource.k8s.io", "v1.DeviceAttribute", "bools") /* DRAListTypeAttributes */
DISABLED(36, 99, "resource.k8s.io", "v1.DeviceAttribute", "ints")
DISABLED(36, 99, "resource.k8s.io", "v1.DeviceAttribute", "strings")
DISABLED(36, 99, "resource.k8s.io", "v1.DeviceAttribute", "versions")
DISABLED(37, 99, "resource.k8s.io", "v1.DeviceSubRequest", "derivedAttributes") /* DRADerivedAttributes */
DISABLED(37, 99, "resource.k8s.io", "v1.ExactDeviceRequest", "derivedAttributes")
DISABLED(37, 99, "resource.k8s.io", "v1.DeviceCounterConsumption", "compatibilityGroups") /* DRADeviceCompatibilityGroups */
DISABLED(37, 99, "resource.k8s.io", "v1.DeviceRequestAllocationResult", "skipNodeOperations") /* DRAOptionalNodeOperations */
DISABLED(37, 99, "resource.k8s.io", "v1.ResourceSliceSpec", "skipNodeOperations")
DISABLED(37, 99, "resource.k8s.io", "v1.ResourceSliceSpec", "partitionTypeAttribute") /* DRAPartitionableDevicesType */
/* clang-format on */
