/* SPDX-License-Identifier: Apache-2.0 */
/* Made by scripts/gen-typeinfo.go from Kubernetes 1.34's Go types and specification. */
/* clang-format off */
#ifdef KIND /* (group, version, kind, type) */
KIND("", "v1", "Binding", 0)
KIND("", "v1", "ComponentStatus", 16)
KIND("", "v1", "ConfigMap", 21)
KIND("", "v1", "DeleteOptions", 24)
KIND("", "v1", "Endpoints", 27)
KIND("", "v1", "Event", 36)
KIND("", "v1", "LimitRange", 40)
KIND("", "v1", "Namespace", 47)
KIND("", "v1", "Node", 56)
KIND("", "v1", "NodeProxyOptions", 86)
KIND("", "v1", "PersistentVolume", 87)
KIND("", "v1", "PersistentVolumeClaim", 128)
KIND("", "v1", "Pod", 146)
KIND("", "v1", "PodAttachOptions", 321)
KIND("", "v1", "PodExecOptions", 322)
KIND("", "v1", "PodLogOptions", 323)
KIND("", "v1", "PodPortForwardOptions", 324)
KIND("", "v1", "PodProxyOptions", 325)
KIND("", "v1", "PodStatusResult", 326)
KIND("", "v1", "PodTemplate", 327)
KIND("", "v1", "RangeAllocation", 329)
KIND("", "v1", "ReplicationController", 330)
KIND("", "v1", "ResourceQuota", 336)
KIND("", "v1", "Secret", 345)
KIND("", "v1", "SerializedReference", 347)
KIND("", "v1", "Service", 348)
KIND("", "v1", "ServiceAccount", 371)
KIND("", "v1", "ServiceProxyOptions", 373)
KIND("admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration", 374)
KIND("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicy", 390)
KIND("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicyBinding", 407)
KIND("admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration", 413)
KIND("admissionregistration.k8s.io", "v1alpha1", "MutatingAdmissionPolicy", 416)
KIND("admissionregistration.k8s.io", "v1alpha1", "MutatingAdmissionPolicyBinding", 433)
KIND("admissionregistration.k8s.io", "v1beta1", "MutatingAdmissionPolicy", 437)
KIND("admissionregistration.k8s.io", "v1beta1", "MutatingAdmissionPolicyBinding", 454)
KIND("apiextensions.k8s.io", "v1", "ConversionReview", 458)
KIND("apiextensions.k8s.io", "v1", "CustomResourceDefinition", 469)
KIND("apiregistration.k8s.io", "v1", "APIService", 509)
KIND("apps", "v1", "ControllerRevision", 517)
KIND("apps", "v1", "DaemonSet", 518)
KIND("apps", "v1", "Deployment", 527)
KIND("apps", "v1", "ReplicaSet", 536)
KIND("apps", "v1", "StatefulSet", 542)
KIND("authentication.k8s.io", "v1", "SelfSubjectReview", 556)
KIND("authentication.k8s.io", "v1", "TokenRequest", 561)
KIND("authentication.k8s.io", "v1", "TokenReview", 565)
KIND("authorization.k8s.io", "v1", "LocalSubjectAccessReview", 568)
KIND("authorization.k8s.io", "v1", "SelfSubjectAccessReview", 580)
KIND("authorization.k8s.io", "v1", "SelfSubjectRulesReview", 582)
KIND("authorization.k8s.io", "v1", "SubjectAccessReview", 589)
KIND("autoscaling", "v1", "HorizontalPodAutoscaler", 590)
KIND("autoscaling", "v1", "Scale", 594)
KIND("autoscaling", "v2", "HorizontalPodAutoscaler", 597)
KIND("batch", "v1", "CronJob", 629)
KIND("batch", "v1", "Job", 648)
KIND("certificates.k8s.io", "v1", "CertificateSigningRequest", 655)
KIND("coordination.k8s.io", "v1", "Lease", 665)
KIND("discovery.k8s.io", "v1", "EndpointSlice", 668)
KIND("events.k8s.io", "v1", "Event", 680)
KIND("flowcontrol.apiserver.k8s.io", "v1", "FlowSchema", 682)
KIND("flowcontrol.apiserver.k8s.io", "v1", "PriorityLevelConfiguration", 704)
KIND("networking.k8s.io", "v1", "IPAddress", 716)
KIND("networking.k8s.io", "v1", "Ingress", 719)
KIND("networking.k8s.io", "v1", "IngressClass", 738)
KIND("networking.k8s.io", "v1", "NetworkPolicy", 741)
KIND("networking.k8s.io", "v1", "ServiceCIDR", 754)
KIND("node.k8s.io", "v1", "RuntimeClass", 757)
KIND("policy", "v1", "Eviction", 760)
KIND("policy", "v1", "PodDisruptionBudget", 761)
KIND("rbac.authorization.k8s.io", "v1", "ClusterRole", 766)
KIND("rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", 771)
KIND("rbac.authorization.k8s.io", "v1", "Role", 775)
KIND("rbac.authorization.k8s.io", "v1", "RoleBinding", 776)
KIND("resource.k8s.io", "v1", "DeviceClass", 777)
KIND("resource.k8s.io", "v1", "ResourceClaim", 785)
KIND("resource.k8s.io", "v1", "ResourceClaimTemplate", 818)
KIND("resource.k8s.io", "v1", "ResourceSlice", 820)
KIND("scheduling.k8s.io", "v1", "PriorityClass", 840)
KIND("storage.k8s.io", "v1", "CSIDriver", 841)
KIND("storage.k8s.io", "v1", "CSINode", 848)
KIND("storage.k8s.io", "v1", "CSIStorageCapacity", 853)
KIND("storage.k8s.io", "v1", "StorageClass", 854)
KIND("storage.k8s.io", "v1", "VolumeAttachment", 860)
KIND("storage.k8s.io", "v1", "VolumeAttributesClass", 865)
#undef KIND
#endif
#ifdef TYPE /* (Go name, kind, flags, element type, first field, fields) */
TYPE("v1.Binding", STRUCT, 0, -1, 0, 4) /* 0 */
TYPE("string", STRING, 0, -1, 4, 0) /* 1 */
TYPE("v1.ObjectMeta", STRUCT, 0, -1, 4, 15) /* 2 */
TYPE("types.UID", STRING, 0, -1, 19, 0) /* 3 */
TYPE("int64", INT64, 0, -1, 19, 0) /* 4 */
TYPE("v1.Time", TIME, 0, -1, 19, 0) /* 5 */
TYPE("map[string]string", MAP, 0, 1, 19, 0) /* 6 */
TYPE("[]v1.OwnerReference", LIST, 0, 8, 19, 0) /* 7 */
TYPE("v1.OwnerReference", STRUCT, ATOMIC, -1, 19, 6) /* 8 */
TYPE("bool", BOOL, 0, -1, 25, 0) /* 9 */
TYPE("[]string", LIST, 0, 1, 25, 0) /* 10 */
TYPE("[]v1.ManagedFieldsEntry", LIST, 0, 12, 25, 0) /* 11 */
TYPE("v1.ManagedFieldsEntry", STRUCT, 0, -1, 25, 7) /* 12 */
TYPE("v1.ManagedFieldsOperationType", STRING, 0, -1, 32, 0) /* 13 */
TYPE("v1.FieldsV1", ANY, 0, -1, 32, 0) /* 14 */
TYPE("v1.ObjectReference", STRUCT, ATOMIC, -1, 32, 7) /* 15 */
TYPE("v1.ComponentStatus", STRUCT, 0, -1, 39, 4) /* 16 */
TYPE("[]v1.ComponentCondition", LIST, 0, 18, 43, 0) /* 17 */
TYPE("v1.ComponentCondition", STRUCT, 0, -1, 43, 4) /* 18 */
TYPE("v1.ComponentConditionType", STRING, 0, -1, 47, 0) /* 19 */
TYPE("v1.ConditionStatus", STRING, 0, -1, 47, 0) /* 20 */
TYPE("v1.ConfigMap", STRUCT, 0, -1, 47, 6) /* 21 */
TYPE("map[string][]uint8", MAP, 0, 23, 53, 0) /* 22 */
TYPE("[]uint8", BYTES, 0, -1, 53, 0) /* 23 */
TYPE("v1.DeleteOptions", STRUCT, 0, -1, 53, 8) /* 24 */
TYPE("v1.Preconditions", STRUCT, 0, -1, 61, 2) /* 25 */
TYPE("v1.DeletionPropagation", STRING, 0, -1, 63, 0) /* 26 */
TYPE("v1.Endpoints", STRUCT, 0, -1, 63, 4) /* 27 */
TYPE("[]v1.EndpointSubset", LIST, 0, 29, 67, 0) /* 28 */
TYPE("v1.EndpointSubset", STRUCT, 0, -1, 67, 3) /* 29 */
TYPE("[]v1.EndpointAddress", LIST, 0, 31, 70, 0) /* 30 */
TYPE("v1.EndpointAddress", STRUCT, ATOMIC, -1, 70, 4) /* 31 */
TYPE("[]v1.EndpointPort", LIST, 0, 33, 74, 0) /* 32 */
TYPE("v1.EndpointPort", STRUCT, ATOMIC, -1, 74, 4) /* 33 */
TYPE("int32", INT32, 0, -1, 78, 0) /* 34 */
TYPE("v1.Protocol", STRING, 0, -1, 78, 0) /* 35 */
TYPE("v1.Event", STRUCT, 0, -1, 78, 17) /* 36 */
TYPE("v1.EventSource", STRUCT, 0, -1, 95, 2) /* 37 */
TYPE("v1.MicroTime", MICROTIME, 0, -1, 97, 0) /* 38 */
TYPE("v1.EventSeries", STRUCT, 0, -1, 97, 2) /* 39 */
TYPE("v1.LimitRange", STRUCT, 0, -1, 99, 4) /* 40 */
TYPE("v1.LimitRangeSpec", STRUCT, 0, -1, 103, 1) /* 41 */
TYPE("[]v1.LimitRangeItem", LIST, 0, 43, 104, 0) /* 42 */
TYPE("v1.LimitRangeItem", STRUCT, 0, -1, 104, 6) /* 43 */
TYPE("v1.LimitType", STRING, 0, -1, 110, 0) /* 44 */
TYPE("v1.ResourceList", MAP, 0, 46, 110, 0) /* 45 */
TYPE("resource.Quantity", QUANTITY, 0, -1, 110, 0) /* 46 */
TYPE("v1.Namespace", STRUCT, 0, -1, 110, 5) /* 47 */
TYPE("v1.NamespaceSpec", STRUCT, 0, -1, 115, 1) /* 48 */
TYPE("[]v1.FinalizerName", LIST, 0, 50, 116, 0) /* 49 */
TYPE("v1.FinalizerName", STRING, 0, -1, 116, 0) /* 50 */
TYPE("v1.NamespaceStatus", STRUCT, 0, -1, 116, 2) /* 51 */
TYPE("v1.NamespacePhase", STRING, 0, -1, 118, 0) /* 52 */
TYPE("[]v1.NamespaceCondition", LIST, 0, 54, 118, 0) /* 53 */
TYPE("v1.NamespaceCondition", STRUCT, 0, -1, 118, 5) /* 54 */
TYPE("v1.NamespaceConditionType", STRING, 0, -1, 123, 0) /* 55 */
TYPE("v1.Node", STRUCT, 0, -1, 123, 5) /* 56 */
TYPE("v1.NodeSpec", STRUCT, 0, -1, 128, 7) /* 57 */
TYPE("[]v1.Taint", LIST, 0, 59, 135, 0) /* 58 */
TYPE("v1.Taint", STRUCT, 0, -1, 135, 4) /* 59 */
TYPE("v1.TaintEffect", STRING, 0, -1, 139, 0) /* 60 */
TYPE("v1.NodeConfigSource", STRUCT, 0, -1, 139, 1) /* 61 */
TYPE("v1.ConfigMapNodeConfigSource", STRUCT, 0, -1, 140, 5) /* 62 */
TYPE("v1.NodeStatus", STRUCT, 0, -1, 145, 13) /* 63 */
TYPE("v1.NodePhase", STRING, 0, -1, 158, 0) /* 64 */
TYPE("[]v1.NodeCondition", LIST, 0, 66, 158, 0) /* 65 */
TYPE("v1.NodeCondition", STRUCT, 0, -1, 158, 6) /* 66 */
TYPE("v1.NodeConditionType", STRING, 0, -1, 164, 0) /* 67 */
TYPE("[]v1.NodeAddress", LIST, 0, 69, 164, 0) /* 68 */
TYPE("v1.NodeAddress", STRUCT, 0, -1, 164, 2) /* 69 */
TYPE("v1.NodeAddressType", STRING, 0, -1, 166, 0) /* 70 */
TYPE("v1.NodeDaemonEndpoints", STRUCT, 0, -1, 166, 1) /* 71 */
TYPE("v1.DaemonEndpoint", STRUCT, 0, -1, 167, 1) /* 72 */
TYPE("v1.NodeSystemInfo", STRUCT, 0, -1, 168, 11) /* 73 */
TYPE("v1.NodeSwapStatus", STRUCT, 0, -1, 179, 1) /* 74 */
TYPE("[]v1.ContainerImage", LIST, 0, 76, 180, 0) /* 75 */
TYPE("v1.ContainerImage", STRUCT, 0, -1, 180, 2) /* 76 */
TYPE("[]v1.UniqueVolumeName", LIST, 0, 78, 182, 0) /* 77 */
TYPE("v1.UniqueVolumeName", STRING, 0, -1, 182, 0) /* 78 */
TYPE("[]v1.AttachedVolume", LIST, 0, 80, 182, 0) /* 79 */
TYPE("v1.AttachedVolume", STRUCT, 0, -1, 182, 2) /* 80 */
TYPE("v1.NodeConfigStatus", STRUCT, 0, -1, 184, 4) /* 81 */
TYPE("[]v1.NodeRuntimeHandler", LIST, 0, 83, 188, 0) /* 82 */
TYPE("v1.NodeRuntimeHandler", STRUCT, 0, -1, 188, 2) /* 83 */
TYPE("v1.NodeRuntimeHandlerFeatures", STRUCT, 0, -1, 190, 2) /* 84 */
TYPE("v1.NodeFeatures", STRUCT, 0, -1, 192, 1) /* 85 */
TYPE("v1.NodeProxyOptions", STRUCT, 0, -1, 193, 3) /* 86 */
TYPE("v1.PersistentVolume", STRUCT, 0, -1, 196, 5) /* 87 */
TYPE("v1.PersistentVolumeSpec", STRUCT, 0, -1, 201, 31) /* 88 */
TYPE("v1.GCEPersistentDiskVolumeSource", STRUCT, 0, -1, 232, 4) /* 89 */
TYPE("v1.AWSElasticBlockStoreVolumeSource", STRUCT, 0, -1, 236, 4) /* 90 */
TYPE("v1.HostPathVolumeSource", STRUCT, 0, -1, 240, 2) /* 91 */
TYPE("v1.HostPathType", STRING, 0, -1, 242, 0) /* 92 */
TYPE("v1.GlusterfsPersistentVolumeSource", STRUCT, 0, -1, 242, 4) /* 93 */
TYPE("v1.NFSVolumeSource", STRUCT, 0, -1, 246, 3) /* 94 */
TYPE("v1.RBDPersistentVolumeSource", STRUCT, 0, -1, 249, 8) /* 95 */
TYPE("v1.SecretReference", STRUCT, ATOMIC, -1, 257, 2) /* 96 */
TYPE("v1.ISCSIPersistentVolumeSource", STRUCT, 0, -1, 259, 11) /* 97 */
TYPE("v1.CinderPersistentVolumeSource", STRUCT, 0, -1, 270, 4) /* 98 */
TYPE("v1.CephFSPersistentVolumeSource", STRUCT, 0, -1, 274, 6) /* 99 */
TYPE("v1.FCVolumeSource", STRUCT, 0, -1, 280, 5) /* 100 */
TYPE("v1.FlockerVolumeSource", STRUCT, 0, -1, 285, 2) /* 101 */
TYPE("v1.FlexPersistentVolumeSource", STRUCT, 0, -1, 287, 5) /* 102 */
TYPE("v1.AzureFilePersistentVolumeSource", STRUCT, 0, -1, 292, 4) /* 103 */
TYPE("v1.VsphereVirtualDiskVolumeSource", STRUCT, 0, -1, 296, 4) /* 104 */
TYPE("v1.QuobyteVolumeSource", STRUCT, 0, -1, 300, 6) /* 105 */
TYPE("v1.AzureDiskVolumeSource", STRUCT, 0, -1, 306, 6) /* 106 */
TYPE("v1.AzureDataDiskCachingMode", STRING, 0, -1, 312, 0) /* 107 */
TYPE("v1.AzureDataDiskKind", STRING, 0, -1, 312, 0) /* 108 */
TYPE("v1.PhotonPersistentDiskVolumeSource", STRUCT, 0, -1, 312, 2) /* 109 */
TYPE("v1.PortworxVolumeSource", STRUCT, 0, -1, 314, 3) /* 110 */
TYPE("v1.ScaleIOPersistentVolumeSource", STRUCT, 0, -1, 317, 10) /* 111 */
TYPE("v1.LocalVolumeSource", STRUCT, 0, -1, 327, 2) /* 112 */
TYPE("v1.StorageOSPersistentVolumeSource", STRUCT, 0, -1, 329, 5) /* 113 */
TYPE("v1.CSIPersistentVolumeSource", STRUCT, 0, -1, 334, 10) /* 114 */
TYPE("[]v1.PersistentVolumeAccessMode", LIST, 0, 116, 344, 0) /* 115 */
TYPE("v1.PersistentVolumeAccessMode", STRING, 0, -1, 344, 0) /* 116 */
TYPE("v1.PersistentVolumeReclaimPolicy", STRING, 0, -1, 344, 0) /* 117 */
TYPE("v1.PersistentVolumeMode", STRING, 0, -1, 344, 0) /* 118 */
TYPE("v1.VolumeNodeAffinity", STRUCT, 0, -1, 344, 1) /* 119 */
TYPE("v1.NodeSelector", STRUCT, ATOMIC, -1, 345, 1) /* 120 */
TYPE("[]v1.NodeSelectorTerm", LIST, 0, 122, 346, 0) /* 121 */
TYPE("v1.NodeSelectorTerm", STRUCT, ATOMIC, -1, 346, 2) /* 122 */
TYPE("[]v1.NodeSelectorRequirement", LIST, 0, 124, 348, 0) /* 123 */
TYPE("v1.NodeSelectorRequirement", STRUCT, 0, -1, 348, 3) /* 124 */
TYPE("v1.NodeSelectorOperator", STRING, 0, -1, 351, 0) /* 125 */
TYPE("v1.PersistentVolumeStatus", STRUCT, 0, -1, 351, 4) /* 126 */
TYPE("v1.PersistentVolumePhase", STRING, 0, -1, 355, 0) /* 127 */
TYPE("v1.PersistentVolumeClaim", STRUCT, 0, -1, 355, 5) /* 128 */
TYPE("v1.PersistentVolumeClaimSpec", STRUCT, 0, -1, 360, 9) /* 129 */
TYPE("v1.LabelSelector", STRUCT, ATOMIC, -1, 369, 2) /* 130 */
TYPE("[]v1.LabelSelectorRequirement", LIST, 0, 132, 371, 0) /* 131 */
TYPE("v1.LabelSelectorRequirement", STRUCT, 0, -1, 371, 3) /* 132 */
TYPE("v1.LabelSelectorOperator", STRING, 0, -1, 374, 0) /* 133 */
TYPE("v1.VolumeResourceRequirements", STRUCT, 0, -1, 374, 2) /* 134 */
TYPE("v1.TypedLocalObjectReference", STRUCT, ATOMIC, -1, 376, 3) /* 135 */
TYPE("v1.TypedObjectReference", STRUCT, 0, -1, 379, 4) /* 136 */
TYPE("v1.PersistentVolumeClaimStatus", STRUCT, 0, -1, 383, 8) /* 137 */
TYPE("v1.PersistentVolumeClaimPhase", STRING, 0, -1, 391, 0) /* 138 */
TYPE("[]v1.PersistentVolumeClaimCondition", LIST, 0, 140, 391, 0) /* 139 */
TYPE("v1.PersistentVolumeClaimCondition", STRUCT, 0, -1, 391, 6) /* 140 */
TYPE("v1.PersistentVolumeClaimConditionType", STRING, 0, -1, 397, 0) /* 141 */
TYPE("map[v1.ResourceName]v1.ClaimResourceStatus", MAP, 0, 143, 397, 0) /* 142 */
TYPE("v1.ClaimResourceStatus", STRING, 0, -1, 397, 0) /* 143 */
TYPE("v1.ModifyVolumeStatus", STRUCT, 0, -1, 397, 2) /* 144 */
TYPE("v1.PersistentVolumeClaimModifyVolumeStatus", STRING, 0, -1, 399, 0) /* 145 */
TYPE("v1.Pod", STRUCT, 0, -1, 399, 5) /* 146 */
TYPE("v1.PodSpec", STRUCT, 0, -1, 404, 41) /* 147 */
TYPE("[]v1.Volume", LIST, 0, 149, 445, 0) /* 148 */
TYPE("v1.Volume", STRUCT, 0, -1, 445, 31) /* 149 */
TYPE("v1.EmptyDirVolumeSource", STRUCT, 0, -1, 476, 2) /* 150 */
TYPE("v1.StorageMedium", STRING, 0, -1, 478, 0) /* 151 */
TYPE("v1.GitRepoVolumeSource", STRUCT, 0, -1, 478, 3) /* 152 */
TYPE("v1.SecretVolumeSource", STRUCT, 0, -1, 481, 4) /* 153 */
TYPE("[]v1.KeyToPath", LIST, 0, 155, 485, 0) /* 154 */
TYPE("v1.KeyToPath", STRUCT, 0, -1, 485, 3) /* 155 */
TYPE("v1.ISCSIVolumeSource", STRUCT, 0, -1, 488, 11) /* 156 */
TYPE("v1.LocalObjectReference", STRUCT, ATOMIC, -1, 499, 1) /* 157 */
TYPE("v1.GlusterfsVolumeSource", STRUCT, 0, -1, 500, 3) /* 158 */
TYPE("v1.PersistentVolumeClaimVolumeSource", STRUCT, 0, -1, 503, 2) /* 159 */
TYPE("v1.RBDVolumeSource", STRUCT, 0, -1, 505, 8) /* 160 */
TYPE("v1.FlexVolumeSource", STRUCT, 0, -1, 513, 5) /* 161 */
TYPE("v1.CinderVolumeSource", STRUCT, 0, -1, 518, 4) /* 162 */
TYPE("v1.CephFSVolumeSource", STRUCT, 0, -1, 522, 6) /* 163 */
TYPE("v1.DownwardAPIVolumeSource", STRUCT, 0, -1, 528, 2) /* 164 */
TYPE("[]v1.DownwardAPIVolumeFile", LIST, 0, 166, 530, 0) /* 165 */
TYPE("v1.DownwardAPIVolumeFile", STRUCT, 0, -1, 530, 4) /* 166 */
TYPE("v1.ObjectFieldSelector", STRUCT, ATOMIC, -1, 534, 2) /* 167 */
TYPE("v1.ResourceFieldSelector", STRUCT, ATOMIC, -1, 536, 3) /* 168 */
TYPE("v1.AzureFileVolumeSource", STRUCT, 0, -1, 539, 3) /* 169 */
TYPE("v1.ConfigMapVolumeSource", STRUCT, 0, -1, 542, 4) /* 170 */
TYPE("v1.ProjectedVolumeSource", STRUCT, 0, -1, 546, 2) /* 171 */
TYPE("[]v1.VolumeProjection", LIST, 0, 173, 548, 0) /* 172 */
TYPE("v1.VolumeProjection", STRUCT, 0, -1, 548, 6) /* 173 */
TYPE("v1.SecretProjection", STRUCT, 0, -1, 554, 3) /* 174 */
TYPE("v1.DownwardAPIProjection", STRUCT, 0, -1, 557, 1) /* 175 */
TYPE("v1.ConfigMapProjection", STRUCT, 0, -1, 558, 3) /* 176 */
TYPE("v1.ServiceAccountTokenProjection", STRUCT, 0, -1, 561, 3) /* 177 */
TYPE("v1.ClusterTrustBundleProjection", STRUCT, 0, -1, 564, 5) /* 178 */
TYPE("v1.PodCertificateProjection", STRUCT, 0, -1, 569, 6) /* 179 */
TYPE("v1.ScaleIOVolumeSource", STRUCT, 0, -1, 575, 10) /* 180 */
TYPE("v1.StorageOSVolumeSource", STRUCT, 0, -1, 585, 5) /* 181 */
TYPE("v1.CSIVolumeSource", STRUCT, 0, -1, 590, 5) /* 182 */
TYPE("v1.EphemeralVolumeSource", STRUCT, 0, -1, 595, 1) /* 183 */
TYPE("v1.PersistentVolumeClaimTemplate", STRUCT, 0, -1, 596, 2) /* 184 */
TYPE("v1.ImageVolumeSource", STRUCT, 0, -1, 598, 2) /* 185 */
TYPE("v1.PullPolicy", STRING, 0, -1, 600, 0) /* 186 */
TYPE("[]v1.Container", LIST, 0, 188, 600, 0) /* 187 */
TYPE("v1.Container", STRUCT, 0, -1, 600, 25) /* 188 */
TYPE("[]v1.ContainerPort", LIST, 0, 190, 625, 0) /* 189 */
TYPE("v1.ContainerPort", STRUCT, 0, -1, 625, 5) /* 190 */
TYPE("[]v1.EnvFromSource", LIST, 0, 192, 630, 0) /* 191 */
TYPE("v1.EnvFromSource", STRUCT, 0, -1, 630, 3) /* 192 */
TYPE("v1.ConfigMapEnvSource", STRUCT, 0, -1, 633, 2) /* 193 */
TYPE("v1.SecretEnvSource", STRUCT, 0, -1, 635, 2) /* 194 */
TYPE("[]v1.EnvVar", LIST, 0, 196, 637, 0) /* 195 */
TYPE("v1.EnvVar", STRUCT, 0, -1, 637, 3) /* 196 */
TYPE("v1.EnvVarSource", STRUCT, 0, -1, 640, 5) /* 197 */
TYPE("v1.ConfigMapKeySelector", STRUCT, ATOMIC, -1, 645, 3) /* 198 */
TYPE("v1.SecretKeySelector", STRUCT, ATOMIC, -1, 648, 3) /* 199 */
TYPE("v1.FileKeySelector", STRUCT, ATOMIC, -1, 651, 4) /* 200 */
TYPE("v1.ResourceRequirements", STRUCT, 0, -1, 655, 3) /* 201 */
TYPE("[]v1.ResourceClaim", LIST, 0, 203, 658, 0) /* 202 */
TYPE("v1.ResourceClaim", STRUCT, 0, -1, 658, 2) /* 203 */
TYPE("[]v1.ContainerResizePolicy", LIST, 0, 205, 660, 0) /* 204 */
TYPE("v1.ContainerResizePolicy", STRUCT, 0, -1, 660, 2) /* 205 */
TYPE("v1.ResourceName", STRING, 0, -1, 662, 0) /* 206 */
TYPE("v1.ResourceResizeRestartPolicy", STRING, 0, -1, 662, 0) /* 207 */
TYPE("v1.ContainerRestartPolicy", STRING, 0, -1, 662, 0) /* 208 */
TYPE("[]v1.ContainerRestartRule", LIST, 0, 210, 662, 0) /* 209 */
TYPE("v1.ContainerRestartRule", STRUCT, 0, -1, 662, 2) /* 210 */
TYPE("v1.ContainerRestartRuleAction", STRING, 0, -1, 664, 0) /* 211 */
TYPE("v1.ContainerRestartRuleOnExitCodes", STRUCT, 0, -1, 664, 2) /* 212 */
TYPE("v1.ContainerRestartRuleOnExitCodesOperator", STRING, 0, -1, 666, 0) /* 213 */
TYPE("[]int32", LIST, 0, 34, 666, 0) /* 214 */
TYPE("[]v1.VolumeMount", LIST, 0, 216, 666, 0) /* 215 */
TYPE("v1.VolumeMount", STRUCT, 0, -1, 666, 7) /* 216 */
TYPE("v1.RecursiveReadOnlyMode", STRING, 0, -1, 673, 0) /* 217 */
TYPE("v1.MountPropagationMode", STRING, 0, -1, 673, 0) /* 218 */
TYPE("[]v1.VolumeDevice", LIST, 0, 220, 673, 0) /* 219 */
TYPE("v1.VolumeDevice", STRUCT, 0, -1, 673, 2) /* 220 */
TYPE("v1.Probe", STRUCT, 0, -1, 675, 10) /* 221 */
TYPE("v1.ExecAction", STRUCT, 0, -1, 685, 1) /* 222 */
TYPE("v1.HTTPGetAction", STRUCT, 0, -1, 686, 5) /* 223 */
TYPE("intstr.IntOrString", INTSTR, 0, -1, 691, 0) /* 224 */
TYPE("v1.URIScheme", STRING, 0, -1, 691, 0) /* 225 */
TYPE("[]v1.HTTPHeader", LIST, 0, 227, 691, 0) /* 226 */
TYPE("v1.HTTPHeader", STRUCT, 0, -1, 691, 2) /* 227 */
TYPE("v1.TCPSocketAction", STRUCT, 0, -1, 693, 2) /* 228 */
TYPE("v1.GRPCAction", STRUCT, 0, -1, 695, 2) /* 229 */
TYPE("v1.Lifecycle", STRUCT, 0, -1, 697, 3) /* 230 */
TYPE("v1.LifecycleHandler", STRUCT, 0, -1, 700, 4) /* 231 */
TYPE("v1.SleepAction", STRUCT, 0, -1, 704, 1) /* 232 */
TYPE("v1.Signal", STRING, 0, -1, 705, 0) /* 233 */
TYPE("v1.TerminationMessagePolicy", STRING, 0, -1, 705, 0) /* 234 */
TYPE("v1.SecurityContext", STRUCT, 0, -1, 705, 12) /* 235 */
TYPE("v1.Capabilities", STRUCT, 0, -1, 717, 2) /* 236 */
TYPE("[]v1.Capability", LIST, 0, 238, 719, 0) /* 237 */
TYPE("v1.Capability", STRING, 0, -1, 719, 0) /* 238 */
TYPE("v1.SELinuxOptions", STRUCT, 0, -1, 719, 4) /* 239 */
TYPE("v1.WindowsSecurityContextOptions", STRUCT, 0, -1, 723, 4) /* 240 */
TYPE("v1.ProcMountType", STRING, 0, -1, 727, 0) /* 241 */
TYPE("v1.SeccompProfile", STRUCT, 0, -1, 727, 2) /* 242 */
TYPE("v1.SeccompProfileType", STRING, 0, -1, 729, 0) /* 243 */
TYPE("v1.AppArmorProfile", STRUCT, 0, -1, 729, 2) /* 244 */
TYPE("v1.AppArmorProfileType", STRING, 0, -1, 731, 0) /* 245 */
TYPE("[]v1.EphemeralContainer", LIST, 0, 247, 731, 0) /* 246 */
TYPE("v1.EphemeralContainer", STRUCT, 0, -1, 731, 26) /* 247 */
TYPE("v1.RestartPolicy", STRING, 0, -1, 757, 0) /* 248 */
TYPE("v1.DNSPolicy", STRING, 0, -1, 757, 0) /* 249 */
TYPE("v1.PodSecurityContext", STRUCT, 0, -1, 757, 13) /* 250 */
TYPE("[]int64", LIST, 0, 4, 770, 0) /* 251 */
TYPE("v1.SupplementalGroupsPolicy", STRING, 0, -1, 770, 0) /* 252 */
TYPE("[]v1.Sysctl", LIST, 0, 254, 770, 0) /* 253 */
TYPE("v1.Sysctl", STRUCT, 0, -1, 770, 2) /* 254 */
TYPE("v1.PodFSGroupChangePolicy", STRING, 0, -1, 772, 0) /* 255 */
TYPE("v1.PodSELinuxChangePolicy", STRING, 0, -1, 772, 0) /* 256 */
TYPE("[]v1.LocalObjectReference", LIST, 0, 157, 772, 0) /* 257 */
TYPE("v1.Affinity", STRUCT, 0, -1, 772, 3) /* 258 */
TYPE("v1.NodeAffinity", STRUCT, 0, -1, 775, 2) /* 259 */
TYPE("[]v1.PreferredSchedulingTerm", LIST, 0, 261, 777, 0) /* 260 */
TYPE("v1.PreferredSchedulingTerm", STRUCT, 0, -1, 777, 2) /* 261 */
TYPE("v1.PodAffinity", STRUCT, 0, -1, 779, 2) /* 262 */
TYPE("[]v1.PodAffinityTerm", LIST, 0, 264, 781, 0) /* 263 */
TYPE("v1.PodAffinityTerm", STRUCT, 0, -1, 781, 6) /* 264 */
TYPE("[]v1.WeightedPodAffinityTerm", LIST, 0, 266, 787, 0) /* 265 */
TYPE("v1.WeightedPodAffinityTerm", STRUCT, 0, -1, 787, 2) /* 266 */
TYPE("v1.PodAntiAffinity", STRUCT, 0, -1, 789, 2) /* 267 */
TYPE("[]v1.Toleration", LIST, 0, 269, 791, 0) /* 268 */
TYPE("v1.Toleration", STRUCT, 0, -1, 791, 5) /* 269 */
TYPE("v1.TolerationOperator", STRING, 0, -1, 796, 0) /* 270 */
TYPE("[]v1.HostAlias", LIST, 0, 272, 796, 0) /* 271 */
TYPE("v1.HostAlias", STRUCT, 0, -1, 796, 2) /* 272 */
TYPE("v1.PodDNSConfig", STRUCT, 0, -1, 798, 3) /* 273 */
TYPE("[]v1.PodDNSConfigOption", LIST, 0, 275, 801, 0) /* 274 */
TYPE("v1.PodDNSConfigOption", STRUCT, 0, -1, 801, 2) /* 275 */
TYPE("[]v1.PodReadinessGate", LIST, 0, 277, 803, 0) /* 276 */
TYPE("v1.PodReadinessGate", STRUCT, 0, -1, 803, 1) /* 277 */
TYPE("v1.PodConditionType", STRING, 0, -1, 804, 0) /* 278 */
TYPE("v1.PreemptionPolicy", STRING, 0, -1, 804, 0) /* 279 */
TYPE("[]v1.TopologySpreadConstraint", LIST, 0, 281, 804, 0) /* 280 */
TYPE("v1.TopologySpreadConstraint", STRUCT, 0, -1, 804, 8) /* 281 */
TYPE("v1.UnsatisfiableConstraintAction", STRING, 0, -1, 812, 0) /* 282 */
TYPE("v1.NodeInclusionPolicy", STRING, 0, -1, 812, 0) /* 283 */
TYPE("v1.PodOS", STRUCT, 0, -1, 812, 1) /* 284 */
TYPE("v1.OSName", STRING, 0, -1, 813, 0) /* 285 */
TYPE("[]v1.PodSchedulingGate", LIST, 0, 287, 813, 0) /* 286 */
TYPE("v1.PodSchedulingGate", STRUCT, 0, -1, 813, 1) /* 287 */
TYPE("[]v1.PodResourceClaim", LIST, 0, 289, 814, 0) /* 288 */
TYPE("v1.PodResourceClaim", STRUCT, 0, -1, 814, 3) /* 289 */
TYPE("v1.PodStatus", STRUCT, 0, -1, 817, 18) /* 290 */
TYPE("v1.PodPhase", STRING, 0, -1, 835, 0) /* 291 */
TYPE("[]v1.PodCondition", LIST, 0, 293, 835, 0) /* 292 */
TYPE("v1.PodCondition", STRUCT, 0, -1, 835, 7) /* 293 */
TYPE("[]v1.HostIP", LIST, 0, 295, 842, 0) /* 294 */
TYPE("v1.HostIP", STRUCT, 0, -1, 842, 1) /* 295 */
TYPE("[]v1.PodIP", LIST, 0, 297, 843, 0) /* 296 */
TYPE("v1.PodIP", STRUCT, 0, -1, 843, 1) /* 297 */
TYPE("[]v1.ContainerStatus", LIST, 0, 299, 844, 0) /* 298 */
TYPE("v1.ContainerStatus", STRUCT, 0, -1, 844, 15) /* 299 */
TYPE("v1.ContainerState", STRUCT, 0, -1, 859, 3) /* 300 */
TYPE("v1.ContainerStateWaiting", STRUCT, 0, -1, 862, 2) /* 301 */
TYPE("v1.ContainerStateRunning", STRUCT, 0, -1, 864, 1) /* 302 */
TYPE("v1.ContainerStateTerminated", STRUCT, 0, -1, 865, 7) /* 303 */
TYPE("[]v1.VolumeMountStatus", LIST, 0, 305, 872, 0) /* 304 */
TYPE("v1.VolumeMountStatus", STRUCT, 0, -1, 872, 4) /* 305 */
TYPE("v1.ContainerUser", STRUCT, 0, -1, 876, 1) /* 306 */
TYPE("v1.LinuxContainerUser", STRUCT, 0, -1, 877, 3) /* 307 */
TYPE("[]v1.ResourceStatus", LIST, 0, 309, 880, 0) /* 308 */
TYPE("v1.ResourceStatus", STRUCT, 0, -1, 880, 2) /* 309 */
TYPE("[]v1.ResourceHealth", LIST, 0, 311, 882, 0) /* 310 */
TYPE("v1.ResourceHealth", STRUCT, 0, -1, 882, 2) /* 311 */
TYPE("v1.ResourceID", STRING, 0, -1, 884, 0) /* 312 */
TYPE("v1.ResourceHealthStatus", STRING, 0, -1, 884, 0) /* 313 */
TYPE("v1.PodQOSClass", STRING, 0, -1, 884, 0) /* 314 */
TYPE("v1.PodResizeStatus", STRING, 0, -1, 884, 0) /* 315 */
TYPE("[]v1.PodResourceClaimStatus", LIST, 0, 317, 884, 0) /* 316 */
TYPE("v1.PodResourceClaimStatus", STRUCT, 0, -1, 884, 2) /* 317 */
TYPE("v1.PodExtendedResourceClaimStatus", STRUCT, 0, -1, 886, 2) /* 318 */
TYPE("[]v1.ContainerExtendedResourceRequest", LIST, 0, 320, 888, 0) /* 319 */
TYPE("v1.ContainerExtendedResourceRequest", STRUCT, 0, -1, 888, 3) /* 320 */
TYPE("v1.PodAttachOptions", STRUCT, 0, -1, 891, 7) /* 321 */
TYPE("v1.PodExecOptions", STRUCT, 0, -1, 898, 8) /* 322 */
TYPE("v1.PodLogOptions", STRUCT, 0, -1, 906, 12) /* 323 */
TYPE("v1.PodPortForwardOptions", STRUCT, 0, -1, 918, 3) /* 324 */
TYPE("v1.PodProxyOptions", STRUCT, 0, -1, 921, 3) /* 325 */
TYPE("v1.PodStatusResult", STRUCT, 0, -1, 924, 4) /* 326 */
TYPE("v1.PodTemplate", STRUCT, 0, -1, 928, 4) /* 327 */
TYPE("v1.PodTemplateSpec", STRUCT, 0, -1, 932, 2) /* 328 */
TYPE("v1.RangeAllocation", STRUCT, 0, -1, 934, 5) /* 329 */
TYPE("v1.ReplicationController", STRUCT, 0, -1, 939, 5) /* 330 */
TYPE("v1.ReplicationControllerSpec", STRUCT, 0, -1, 944, 4) /* 331 */
TYPE("v1.ReplicationControllerStatus", STRUCT, 0, -1, 948, 6) /* 332 */
TYPE("[]v1.ReplicationControllerCondition", LIST, 0, 334, 954, 0) /* 333 */
TYPE("v1.ReplicationControllerCondition", STRUCT, 0, -1, 954, 5) /* 334 */
TYPE("v1.ReplicationControllerConditionType", STRING, 0, -1, 959, 0) /* 335 */
TYPE("v1.ResourceQuota", STRUCT, 0, -1, 959, 5) /* 336 */
TYPE("v1.ResourceQuotaSpec", STRUCT, 0, -1, 964, 3) /* 337 */
TYPE("[]v1.ResourceQuotaScope", LIST, 0, 339, 967, 0) /* 338 */
TYPE("v1.ResourceQuotaScope", STRING, 0, -1, 967, 0) /* 339 */
TYPE("v1.ScopeSelector", STRUCT, ATOMIC, -1, 967, 1) /* 340 */
TYPE("[]v1.ScopedResourceSelectorRequirement", LIST, 0, 342, 968, 0) /* 341 */
TYPE("v1.ScopedResourceSelectorRequirement", STRUCT, 0, -1, 968, 3) /* 342 */
TYPE("v1.ScopeSelectorOperator", STRING, 0, -1, 971, 0) /* 343 */
TYPE("v1.ResourceQuotaStatus", STRUCT, 0, -1, 971, 2) /* 344 */
TYPE("v1.Secret", STRUCT, 0, -1, 973, 7) /* 345 */
TYPE("v1.SecretType", STRING, 0, -1, 980, 0) /* 346 */
TYPE("v1.SerializedReference", STRUCT, 0, -1, 980, 3) /* 347 */
TYPE("v1.Service", STRUCT, 0, -1, 983, 5) /* 348 */
TYPE("v1.ServiceSpec", STRUCT, 0, -1, 988, 20) /* 349 */
TYPE("[]v1.ServicePort", LIST, 0, 351, 1008, 0) /* 350 */
TYPE("v1.ServicePort", STRUCT, 0, -1, 1008, 6) /* 351 */
TYPE("v1.ServiceType", STRING, 0, -1, 1014, 0) /* 352 */
TYPE("v1.ServiceAffinity", STRING, 0, -1, 1014, 0) /* 353 */
TYPE("v1.ServiceExternalTrafficPolicy", STRING, 0, -1, 1014, 0) /* 354 */
TYPE("v1.SessionAffinityConfig", STRUCT, 0, -1, 1014, 1) /* 355 */
TYPE("v1.ClientIPConfig", STRUCT, 0, -1, 1015, 1) /* 356 */
TYPE("[]v1.IPFamily", LIST, 0, 358, 1016, 0) /* 357 */
TYPE("v1.IPFamily", STRING, 0, -1, 1016, 0) /* 358 */
TYPE("v1.IPFamilyPolicy", STRING, 0, -1, 1016, 0) /* 359 */
TYPE("v1.ServiceInternalTrafficPolicy", STRING, 0, -1, 1016, 0) /* 360 */
TYPE("v1.ServiceStatus", STRUCT, 0, -1, 1016, 2) /* 361 */
TYPE("v1.LoadBalancerStatus", STRUCT, 0, -1, 1018, 1) /* 362 */
TYPE("[]v1.LoadBalancerIngress", LIST, 0, 364, 1019, 0) /* 363 */
TYPE("v1.LoadBalancerIngress", STRUCT, 0, -1, 1019, 4) /* 364 */
TYPE("v1.LoadBalancerIPMode", STRING, 0, -1, 1023, 0) /* 365 */
TYPE("[]v1.PortStatus", LIST, 0, 367, 1023, 0) /* 366 */
TYPE("v1.PortStatus", STRUCT, 0, -1, 1023, 3) /* 367 */
TYPE("[]v1.Condition", LIST, 0, 369, 1026, 0) /* 368 */
TYPE("v1.Condition", STRUCT, 0, -1, 1026, 6) /* 369 */
TYPE("v1.ConditionStatus", STRING, 0, -1, 1032, 0) /* 370 */
TYPE("v1.ServiceAccount", STRUCT, 0, -1, 1032, 6) /* 371 */
TYPE("[]v1.ObjectReference", LIST, 0, 15, 1038, 0) /* 372 */
TYPE("v1.ServiceProxyOptions", STRUCT, 0, -1, 1038, 3) /* 373 */
TYPE("v1.MutatingWebhookConfiguration", STRUCT, 0, -1, 1041, 4) /* 374 */
TYPE("[]v1.MutatingWebhook", LIST, 0, 376, 1045, 0) /* 375 */
TYPE("v1.MutatingWebhook", STRUCT, 0, -1, 1045, 12) /* 376 */
TYPE("v1.WebhookClientConfig", STRUCT, 0, -1, 1057, 3) /* 377 */
TYPE("v1.ServiceReference", STRUCT, 0, -1, 1060, 4) /* 378 */
TYPE("[]v1.RuleWithOperations", LIST, 0, 380, 1064, 0) /* 379 */
TYPE("v1.RuleWithOperations", STRUCT, 0, -1, 1064, 5) /* 380 */
TYPE("[]v1.OperationType", LIST, 0, 382, 1069, 0) /* 381 */
TYPE("v1.OperationType", STRING, 0, -1, 1069, 0) /* 382 */
TYPE("v1.ScopeType", STRING, 0, -1, 1069, 0) /* 383 */
TYPE("v1.FailurePolicyType", STRING, 0, -1, 1069, 0) /* 384 */
TYPE("v1.MatchPolicyType", STRING, 0, -1, 1069, 0) /* 385 */
TYPE("v1.SideEffectClass", STRING, 0, -1, 1069, 0) /* 386 */
TYPE("v1.ReinvocationPolicyType", STRING, 0, -1, 1069, 0) /* 387 */
TYPE("[]v1.MatchCondition", LIST, 0, 389, 1069, 0) /* 388 */
TYPE("v1.MatchCondition", STRUCT, 0, -1, 1069, 2) /* 389 */
TYPE("v1.ValidatingAdmissionPolicy", STRUCT, 0, -1, 1071, 5) /* 390 */
TYPE("v1.ValidatingAdmissionPolicySpec", STRUCT, 0, -1, 1076, 7) /* 391 */
TYPE("v1.ParamKind", STRUCT, ATOMIC, -1, 1083, 2) /* 392 */
TYPE("v1.MatchResources", STRUCT, ATOMIC, -1, 1085, 5) /* 393 */
TYPE("[]v1.NamedRuleWithOperations", LIST, 0, 395, 1090, 0) /* 394 */
TYPE("v1.NamedRuleWithOperations", STRUCT, ATOMIC, -1, 1090, 6) /* 395 */
TYPE("[]v1.Validation", LIST, 0, 397, 1096, 0) /* 396 */
TYPE("v1.Validation", STRUCT, 0, -1, 1096, 4) /* 397 */
TYPE("v1.StatusReason", STRING, 0, -1, 1100, 0) /* 398 */
TYPE("[]v1.AuditAnnotation", LIST, 0, 400, 1100, 0) /* 399 */
TYPE("v1.AuditAnnotation", STRUCT, 0, -1, 1100, 2) /* 400 */
TYPE("[]v1.Variable", LIST, 0, 402, 1102, 0) /* 401 */
TYPE("v1.Variable", STRUCT, ATOMIC, -1, 1102, 2) /* 402 */
TYPE("v1.ValidatingAdmissionPolicyStatus", STRUCT, 0, -1, 1104, 3) /* 403 */
TYPE("v1.TypeChecking", STRUCT, 0, -1, 1107, 1) /* 404 */
TYPE("[]v1.ExpressionWarning", LIST, 0, 406, 1108, 0) /* 405 */
TYPE("v1.ExpressionWarning", STRUCT, 0, -1, 1108, 2) /* 406 */
TYPE("v1.ValidatingAdmissionPolicyBinding", STRUCT, 0, -1, 1110, 4) /* 407 */
TYPE("v1.ValidatingAdmissionPolicyBindingSpec", STRUCT, 0, -1, 1114, 4) /* 408 */
TYPE("v1.ParamRef", STRUCT, ATOMIC, -1, 1118, 4) /* 409 */
TYPE("v1.ParameterNotFoundActionType", STRING, 0, -1, 1122, 0) /* 410 */
TYPE("[]v1.ValidationAction", LIST, 0, 412, 1122, 0) /* 411 */
TYPE("v1.ValidationAction", STRING, 0, -1, 1122, 0) /* 412 */
TYPE("v1.ValidatingWebhookConfiguration", STRUCT, 0, -1, 1122, 4) /* 413 */
TYPE("[]v1.ValidatingWebhook", LIST, 0, 415, 1126, 0) /* 414 */
TYPE("v1.ValidatingWebhook", STRUCT, 0, -1, 1126, 11) /* 415 */
TYPE("v1alpha1.MutatingAdmissionPolicy", STRUCT, 0, -1, 1137, 4) /* 416 */
TYPE("v1alpha1.MutatingAdmissionPolicySpec", STRUCT, 0, -1, 1141, 7) /* 417 */
TYPE("v1alpha1.ParamKind", STRUCT, ATOMIC, -1, 1148, 2) /* 418 */
TYPE("v1alpha1.MatchResources", STRUCT, ATOMIC, -1, 1150, 5) /* 419 */
TYPE("[]v1alpha1.NamedRuleWithOperations", LIST, 0, 421, 1155, 0) /* 420 */
TYPE("v1alpha1.NamedRuleWithOperations", STRUCT, ATOMIC, -1, 1155, 6) /* 421 */
TYPE("v1alpha1.MatchPolicyType", STRING, 0, -1, 1161, 0) /* 422 */
TYPE("[]v1alpha1.Variable", LIST, 0, 424, 1161, 0) /* 423 */
TYPE("v1alpha1.Variable", STRUCT, 0, -1, 1161, 2) /* 424 */
TYPE("[]v1alpha1.Mutation", LIST, 0, 426, 1163, 0) /* 425 */
TYPE("v1alpha1.Mutation", STRUCT, 0, -1, 1163, 3) /* 426 */
TYPE("v1alpha1.PatchType", STRING, 0, -1, 1166, 0) /* 427 */
TYPE("v1alpha1.ApplyConfiguration", STRUCT, 0, -1, 1166, 1) /* 428 */
TYPE("v1alpha1.JSONPatch", STRUCT, 0, -1, 1167, 1) /* 429 */
TYPE("v1alpha1.FailurePolicyType", STRING, 0, -1, 1168, 0) /* 430 */
TYPE("[]v1alpha1.MatchCondition", LIST, 0, 432, 1168, 0) /* 431 */
TYPE("v1alpha1.MatchCondition", STRUCT, 0, -1, 1168, 2) /* 432 */
TYPE("v1alpha1.MutatingAdmissionPolicyBinding", STRUCT, 0, -1, 1170, 4) /* 433 */
TYPE("v1alpha1.MutatingAdmissionPolicyBindingSpec", STRUCT, 0, -1, 1174, 3) /* 434 */
TYPE("v1alpha1.ParamRef", STRUCT, ATOMIC, -1, 1177, 4) /* 435 */
TYPE("v1alpha1.ParameterNotFoundActionType", STRING, 0, -1, 1181, 0) /* 436 */
TYPE("v1beta1.MutatingAdmissionPolicy", STRUCT, 0, -1, 1181, 4) /* 437 */
TYPE("v1beta1.MutatingAdmissionPolicySpec", STRUCT, 0, -1, 1185, 7) /* 438 */
TYPE("v1beta1.ParamKind", STRUCT, ATOMIC, -1, 1192, 2) /* 439 */
TYPE("v1beta1.MatchResources", STRUCT, ATOMIC, -1, 1194, 5) /* 440 */
TYPE("[]v1beta1.NamedRuleWithOperations", LIST, 0, 442, 1199, 0) /* 441 */
TYPE("v1beta1.NamedRuleWithOperations", STRUCT, ATOMIC, -1, 1199, 6) /* 442 */
TYPE("v1beta1.MatchPolicyType", STRING, 0, -1, 1205, 0) /* 443 */
TYPE("[]v1beta1.Variable", LIST, 0, 445, 1205, 0) /* 444 */
TYPE("v1beta1.Variable", STRUCT, ATOMIC, -1, 1205, 2) /* 445 */
TYPE("[]v1beta1.Mutation", LIST, 0, 447, 1207, 0) /* 446 */
TYPE("v1beta1.Mutation", STRUCT, 0, -1, 1207, 3) /* 447 */
TYPE("v1beta1.PatchType", STRING, 0, -1, 1210, 0) /* 448 */
TYPE("v1beta1.ApplyConfiguration", STRUCT, 0, -1, 1210, 1) /* 449 */
TYPE("v1beta1.JSONPatch", STRUCT, 0, -1, 1211, 1) /* 450 */
TYPE("v1beta1.FailurePolicyType", STRING, 0, -1, 1212, 0) /* 451 */
TYPE("[]v1beta1.MatchCondition", LIST, 0, 453, 1212, 0) /* 452 */
TYPE("v1beta1.MatchCondition", STRUCT, 0, -1, 1212, 2) /* 453 */
TYPE("v1beta1.MutatingAdmissionPolicyBinding", STRUCT, 0, -1, 1214, 4) /* 454 */
TYPE("v1beta1.MutatingAdmissionPolicyBindingSpec", STRUCT, 0, -1, 1218, 3) /* 455 */
TYPE("v1beta1.ParamRef", STRUCT, ATOMIC, -1, 1221, 4) /* 456 */
TYPE("v1beta1.ParameterNotFoundActionType", STRING, 0, -1, 1225, 0) /* 457 */
TYPE("v1.ConversionReview", STRUCT, 0, -1, 1225, 4) /* 458 */
TYPE("v1.ConversionRequest", STRUCT, 0, -1, 1229, 3) /* 459 */
TYPE("[]runtime.RawExtension", LIST, 0, 461, 1232, 0) /* 460 */
TYPE("runtime.RawExtension", RAW, 0, -1, 1232, 0) /* 461 */
TYPE("v1.ConversionResponse", STRUCT, 0, -1, 1232, 3) /* 462 */
TYPE("v1.Status", STRUCT, 0, -1, 1235, 8) /* 463 */
TYPE("v1.ListMeta", STRUCT, 0, -1, 1243, 4) /* 464 */
TYPE("v1.StatusDetails", STRUCT, 0, -1, 1247, 6) /* 465 */
TYPE("[]v1.StatusCause", LIST, 0, 467, 1253, 0) /* 466 */
TYPE("v1.StatusCause", STRUCT, 0, -1, 1253, 3) /* 467 */
TYPE("v1.CauseType", STRING, 0, -1, 1256, 0) /* 468 */
TYPE("v1.CustomResourceDefinition", STRUCT, 0, -1, 1256, 5) /* 469 */
TYPE("v1.CustomResourceDefinitionSpec", STRUCT, 0, -1, 1261, 6) /* 470 */
TYPE("v1.CustomResourceDefinitionNames", STRUCT, 0, -1, 1267, 6) /* 471 */
TYPE("v1.ResourceScope", STRING, 0, -1, 1273, 0) /* 472 */
TYPE("[]v1.CustomResourceDefinitionVersion", LIST, 0, 474, 1273, 0) /* 473 */
TYPE("v1.CustomResourceDefinitionVersion", STRUCT, 0, -1, 1273, 9) /* 474 */
TYPE("v1.CustomResourceValidation", STRUCT, 0, -1, 1282, 1) /* 475 */
TYPE("v1.JSONSchemaProps", STRUCT, 0, -1, 1283, 44) /* 476 */
TYPE("v1.JSONSchemaURL", STRING, 0, -1, 1327, 0) /* 477 */
TYPE("v1.JSON", ANY, 0, -1, 1327, 0) /* 478 */
TYPE("float64", FLOAT, 0, -1, 1327, 0) /* 479 */
TYPE("[]v1.JSON", LIST, 0, 478, 1327, 0) /* 480 */
TYPE("v1.JSONSchemaPropsOrArray", SCHEMA_OR_ARRAY, 0, 476, 1327, 0) /* 481 */
TYPE("[]v1.JSONSchemaProps", LIST, 0, 476, 1327, 0) /* 482 */
TYPE("map[string]v1.JSONSchemaProps", MAP, 0, 476, 1327, 0) /* 483 */
TYPE("v1.JSONSchemaPropsOrBool", SCHEMA_OR_BOOL, 0, 476, 1327, 0) /* 484 */
TYPE("v1.JSONSchemaDependencies", MAP, 0, 486, 1327, 0) /* 485 */
TYPE("v1.JSONSchemaPropsOrStringArray", SCHEMA_OR_STRINGS, 0, 476, 1327, 0) /* 486 */
TYPE("v1.JSONSchemaDefinitions", MAP, 0, 476, 1327, 0) /* 487 */
TYPE("v1.ExternalDocumentation", STRUCT, 0, -1, 1327, 2) /* 488 */
TYPE("v1.ValidationRules", LIST, 0, 490, 1329, 0) /* 489 */
TYPE("v1.ValidationRule", STRUCT, 0, -1, 1329, 6) /* 490 */
TYPE("v1.FieldValueErrorReason", STRING, 0, -1, 1335, 0) /* 491 */
TYPE("v1.CustomResourceSubresources", STRUCT, 0, -1, 1335, 2) /* 492 */
TYPE("v1.CustomResourceSubresourceStatus", STRUCT, 0, -1, 1337, 0) /* 493 */
TYPE("v1.CustomResourceSubresourceScale", STRUCT, 0, -1, 1337, 3) /* 494 */
TYPE("[]v1.CustomResourceColumnDefinition", LIST, 0, 496, 1340, 0) /* 495 */
TYPE("v1.CustomResourceColumnDefinition", STRUCT, 0, -1, 1340, 6) /* 496 */
TYPE("[]v1.SelectableField", LIST, 0, 498, 1346, 0) /* 497 */
TYPE("v1.SelectableField", STRUCT, 0, -1, 1346, 1) /* 498 */
TYPE("v1.CustomResourceConversion", STRUCT, 0, -1, 1347, 2) /* 499 */
TYPE("v1.ConversionStrategyType", STRING, 0, -1, 1349, 0) /* 500 */
TYPE("v1.WebhookConversion", STRUCT, 0, -1, 1349, 2) /* 501 */
TYPE("v1.WebhookClientConfig", STRUCT, 0, -1, 1351, 3) /* 502 */
TYPE("v1.ServiceReference", STRUCT, 0, -1, 1354, 4) /* 503 */
TYPE("v1.CustomResourceDefinitionStatus", STRUCT, 0, -1, 1358, 3) /* 504 */
TYPE("[]v1.CustomResourceDefinitionCondition", LIST, 0, 506, 1361, 0) /* 505 */
TYPE("v1.CustomResourceDefinitionCondition", STRUCT, 0, -1, 1361, 5) /* 506 */
TYPE("v1.CustomResourceDefinitionConditionType", STRING, 0, -1, 1366, 0) /* 507 */
TYPE("v1.ConditionStatus", STRING, 0, -1, 1366, 0) /* 508 */
TYPE("v1.APIService", STRUCT, 0, -1, 1366, 5) /* 509 */
TYPE("v1.APIServiceSpec", STRUCT, 0, -1, 1371, 7) /* 510 */
TYPE("v1.ServiceReference", STRUCT, 0, -1, 1378, 3) /* 511 */
TYPE("v1.APIServiceStatus", STRUCT, 0, -1, 1381, 1) /* 512 */
TYPE("[]v1.APIServiceCondition", LIST, 0, 514, 1382, 0) /* 513 */
TYPE("v1.APIServiceCondition", STRUCT, 0, -1, 1382, 5) /* 514 */
TYPE("v1.APIServiceConditionType", STRING, 0, -1, 1387, 0) /* 515 */
TYPE("v1.ConditionStatus", STRING, 0, -1, 1387, 0) /* 516 */
TYPE("v1.ControllerRevision", STRUCT, 0, -1, 1387, 5) /* 517 */
TYPE("v1.DaemonSet", STRUCT, 0, -1, 1392, 5) /* 518 */
TYPE("v1.DaemonSetSpec", STRUCT, 0, -1, 1397, 5) /* 519 */
TYPE("v1.DaemonSetUpdateStrategy", STRUCT, 0, -1, 1402, 2) /* 520 */
TYPE("v1.DaemonSetUpdateStrategyType", STRING, 0, -1, 1404, 0) /* 521 */
TYPE("v1.RollingUpdateDaemonSet", STRUCT, 0, -1, 1404, 2) /* 522 */
TYPE("v1.DaemonSetStatus", STRUCT, 0, -1, 1406, 10) /* 523 */
TYPE("[]v1.DaemonSetCondition", LIST, 0, 525, 1416, 0) /* 524 */
TYPE("v1.DaemonSetCondition", STRUCT, 0, -1, 1416, 5) /* 525 */
TYPE("v1.DaemonSetConditionType", STRING, 0, -1, 1421, 0) /* 526 */
TYPE("v1.Deployment", STRUCT, 0, -1, 1421, 5) /* 527 */
TYPE("v1.DeploymentSpec", STRUCT, 0, -1, 1426, 8) /* 528 */
TYPE("v1.DeploymentStrategy", STRUCT, 0, -1, 1434, 2) /* 529 */
TYPE("v1.DeploymentStrategyType", STRING, 0, -1, 1436, 0) /* 530 */
TYPE("v1.RollingUpdateDeployment", STRUCT, 0, -1, 1436, 2) /* 531 */
TYPE("v1.DeploymentStatus", STRUCT, 0, -1, 1438, 9) /* 532 */
TYPE("[]v1.DeploymentCondition", LIST, 0, 534, 1447, 0) /* 533 */
TYPE("v1.DeploymentCondition", STRUCT, 0, -1, 1447, 6) /* 534 */
TYPE("v1.DeploymentConditionType", STRING, 0, -1, 1453, 0) /* 535 */
TYPE("v1.ReplicaSet", STRUCT, 0, -1, 1453, 5) /* 536 */
TYPE("v1.ReplicaSetSpec", STRUCT, 0, -1, 1458, 4) /* 537 */
TYPE("v1.ReplicaSetStatus", STRUCT, 0, -1, 1462, 7) /* 538 */
TYPE("[]v1.ReplicaSetCondition", LIST, 0, 540, 1469, 0) /* 539 */
TYPE("v1.ReplicaSetCondition", STRUCT, 0, -1, 1469, 5) /* 540 */
TYPE("v1.ReplicaSetConditionType", STRING, 0, -1, 1474, 0) /* 541 */
TYPE("v1.StatefulSet", STRUCT, 0, -1, 1474, 5) /* 542 */
TYPE("v1.StatefulSetSpec", STRUCT, 0, -1, 1479, 11) /* 543 */
TYPE("[]v1.PersistentVolumeClaim", LIST, 0, 128, 1490, 0) /* 544 */
TYPE("v1.PodManagementPolicyType", STRING, 0, -1, 1490, 0) /* 545 */
TYPE("v1.StatefulSetUpdateStrategy", STRUCT, 0, -1, 1490, 2) /* 546 */
TYPE("v1.StatefulSetUpdateStrategyType", STRING, 0, -1, 1492, 0) /* 547 */
TYPE("v1.RollingUpdateStatefulSetStrategy", STRUCT, 0, -1, 1492, 2) /* 548 */
TYPE("v1.StatefulSetPersistentVolumeClaimRetentionPolicy", STRUCT, 0, -1, 1494, 2) /* 549 */
TYPE("v1.PersistentVolumeClaimRetentionPolicyType", STRING, 0, -1, 1496, 0) /* 550 */
TYPE("v1.StatefulSetOrdinals", STRUCT, 0, -1, 1496, 1) /* 551 */
TYPE("v1.StatefulSetStatus", STRUCT, 0, -1, 1497, 10) /* 552 */
TYPE("[]v1.StatefulSetCondition", LIST, 0, 554, 1507, 0) /* 553 */
TYPE("v1.StatefulSetCondition", STRUCT, 0, -1, 1507, 5) /* 554 */
TYPE("v1.StatefulSetConditionType", STRING, 0, -1, 1512, 0) /* 555 */
TYPE("v1.SelfSubjectReview", STRUCT, 0, -1, 1512, 4) /* 556 */
TYPE("v1.SelfSubjectReviewStatus", STRUCT, 0, -1, 1516, 1) /* 557 */
TYPE("v1.UserInfo", STRUCT, 0, -1, 1517, 4) /* 558 */
TYPE("map[string]v1.ExtraValue", MAP, 0, 560, 1521, 0) /* 559 */
TYPE("v1.ExtraValue", LIST, 0, 1, 1521, 0) /* 560 */
TYPE("v1.TokenRequest", STRUCT, 0, -1, 1521, 5) /* 561 */
TYPE("v1.TokenRequestSpec", STRUCT, 0, -1, 1526, 3) /* 562 */
TYPE("v1.BoundObjectReference", STRUCT, 0, -1, 1529, 4) /* 563 */
TYPE("v1.TokenRequestStatus", STRUCT, 0, -1, 1533, 2) /* 564 */
TYPE("v1.TokenReview", STRUCT, 0, -1, 1535, 5) /* 565 */
TYPE("v1.TokenReviewSpec", STRUCT, 0, -1, 1540, 2) /* 566 */
TYPE("v1.TokenReviewStatus", STRUCT, 0, -1, 1542, 4) /* 567 */
TYPE("v1.LocalSubjectAccessReview", STRUCT, 0, -1, 1546, 5) /* 568 */
TYPE("v1.SubjectAccessReviewSpec", STRUCT, 0, -1, 1551, 6) /* 569 */
TYPE("v1.ResourceAttributes", STRUCT, 0, -1, 1557, 9) /* 570 */
TYPE("v1.FieldSelectorAttributes", STRUCT, 0, -1, 1566, 2) /* 571 */
TYPE("[]v1.FieldSelectorRequirement", LIST, 0, 573, 1568, 0) /* 572 */
TYPE("v1.FieldSelectorRequirement", STRUCT, 0, -1, 1568, 3) /* 573 */
TYPE("v1.FieldSelectorOperator", STRING, 0, -1, 1571, 0) /* 574 */
TYPE("v1.LabelSelectorAttributes", STRUCT, 0, -1, 1571, 2) /* 575 */
TYPE("v1.NonResourceAttributes", STRUCT, 0, -1, 1573, 2) /* 576 */
TYPE("map[string]v1.ExtraValue", MAP, 0, 578, 1575, 0) /* 577 */
TYPE("v1.ExtraValue", LIST, 0, 1, 1575, 0) /* 578 */
TYPE("v1.SubjectAccessReviewStatus", STRUCT, 0, -1, 1575, 4) /* 579 */
TYPE("v1.SelfSubjectAccessReview", STRUCT, 0, -1, 1579, 5) /* 580 */
TYPE("v1.SelfSubjectAccessReviewSpec", STRUCT, 0, -1, 1584, 2) /* 581 */
TYPE("v1.SelfSubjectRulesReview", STRUCT, 0, -1, 1586, 5) /* 582 */
TYPE("v1.SelfSubjectRulesReviewSpec", STRUCT, 0, -1, 1591, 1) /* 583 */
TYPE("v1.SubjectRulesReviewStatus", STRUCT, 0, -1, 1592, 4) /* 584 */
TYPE("[]v1.ResourceRule", LIST, 0, 586, 1596, 0) /* 585 */
TYPE("v1.ResourceRule", STRUCT, 0, -1, 1596, 4) /* 586 */
TYPE("[]v1.NonResourceRule", LIST, 0, 588, 1600, 0) /* 587 */
TYPE("v1.NonResourceRule", STRUCT, 0, -1, 1600, 2) /* 588 */
TYPE("v1.SubjectAccessReview", STRUCT, 0, -1, 1602, 5) /* 589 */
TYPE("v1.HorizontalPodAutoscaler", STRUCT, 0, -1, 1607, 5) /* 590 */
TYPE("v1.HorizontalPodAutoscalerSpec", STRUCT, 0, -1, 1612, 4) /* 591 */
TYPE("v1.CrossVersionObjectReference", STRUCT, ATOMIC, -1, 1616, 3) /* 592 */
TYPE("v1.HorizontalPodAutoscalerStatus", STRUCT, 0, -1, 1619, 5) /* 593 */
TYPE("v1.Scale", STRUCT, 0, -1, 1624, 5) /* 594 */
TYPE("v1.ScaleSpec", STRUCT, 0, -1, 1629, 1) /* 595 */
TYPE("v1.ScaleStatus", STRUCT, 0, -1, 1630, 2) /* 596 */
TYPE("v2.HorizontalPodAutoscaler", STRUCT, 0, -1, 1632, 5) /* 597 */
TYPE("v2.HorizontalPodAutoscalerSpec", STRUCT, 0, -1, 1637, 5) /* 598 */
TYPE("v2.CrossVersionObjectReference", STRUCT, 0, -1, 1642, 3) /* 599 */
TYPE("[]v2.MetricSpec", LIST, 0, 601, 1645, 0) /* 600 */
TYPE("v2.MetricSpec", STRUCT, 0, -1, 1645, 6) /* 601 */
TYPE("v2.MetricSourceType", STRING, 0, -1, 1651, 0) /* 602 */
TYPE("v2.ObjectMetricSource", STRUCT, 0, -1, 1651, 3) /* 603 */
TYPE("v2.MetricTarget", STRUCT, 0, -1, 1654, 4) /* 604 */
TYPE("v2.MetricTargetType", STRING, 0, -1, 1658, 0) /* 605 */
TYPE("v2.MetricIdentifier", STRUCT, 0, -1, 1658, 2) /* 606 */
TYPE("v2.PodsMetricSource", STRUCT, 0, -1, 1660, 2) /* 607 */
TYPE("v2.ResourceMetricSource", STRUCT, 0, -1, 1662, 2) /* 608 */
TYPE("v2.ContainerResourceMetricSource", STRUCT, 0, -1, 1664, 3) /* 609 */
TYPE("v2.ExternalMetricSource", STRUCT, 0, -1, 1667, 2) /* 610 */
TYPE("v2.HorizontalPodAutoscalerBehavior", STRUCT, 0, -1, 1669, 2) /* 611 */
TYPE("v2.HPAScalingRules", STRUCT, 0, -1, 1671, 4) /* 612 */
TYPE("v2.ScalingPolicySelect", STRING, 0, -1, 1675, 0) /* 613 */
TYPE("[]v2.HPAScalingPolicy", LIST, 0, 615, 1675, 0) /* 614 */
TYPE("v2.HPAScalingPolicy", STRUCT, 0, -1, 1675, 3) /* 615 */
TYPE("v2.HPAScalingPolicyType", STRING, 0, -1, 1678, 0) /* 616 */
TYPE("v2.HorizontalPodAutoscalerStatus", STRUCT, 0, -1, 1678, 6) /* 617 */
TYPE("[]v2.MetricStatus", LIST, 0, 619, 1684, 0) /* 618 */
TYPE("v2.MetricStatus", STRUCT, 0, -1, 1684, 6) /* 619 */
TYPE("v2.ObjectMetricStatus", STRUCT, 0, -1, 1690, 3) /* 620 */
TYPE("v2.MetricValueStatus", STRUCT, 0, -1, 1693, 3) /* 621 */
TYPE("v2.PodsMetricStatus", STRUCT, 0, -1, 1696, 2) /* 622 */
TYPE("v2.ResourceMetricStatus", STRUCT, 0, -1, 1698, 2) /* 623 */
TYPE("v2.ContainerResourceMetricStatus", STRUCT, 0, -1, 1700, 3) /* 624 */
TYPE("v2.ExternalMetricStatus", STRUCT, 0, -1, 1703, 2) /* 625 */
TYPE("[]v2.HorizontalPodAutoscalerCondition", LIST, 0, 627, 1705, 0) /* 626 */
TYPE("v2.HorizontalPodAutoscalerCondition", STRUCT, 0, -1, 1705, 5) /* 627 */
TYPE("v2.HorizontalPodAutoscalerConditionType", STRING, 0, -1, 1710, 0) /* 628 */
TYPE("v1.CronJob", STRUCT, 0, -1, 1710, 5) /* 629 */
TYPE("v1.CronJobSpec", STRUCT, 0, -1, 1715, 8) /* 630 */
TYPE("v1.ConcurrencyPolicy", STRING, 0, -1, 1723, 0) /* 631 */
TYPE("v1.JobTemplateSpec", STRUCT, 0, -1, 1723, 2) /* 632 */
TYPE("v1.JobSpec", STRUCT, 0, -1, 1725, 16) /* 633 */
TYPE("v1.PodFailurePolicy", STRUCT, 0, -1, 1741, 1) /* 634 */
TYPE("[]v1.PodFailurePolicyRule", LIST, 0, 636, 1742, 0) /* 635 */
TYPE("v1.PodFailurePolicyRule", STRUCT, 0, -1, 1742, 3) /* 636 */
TYPE("v1.PodFailurePolicyAction", STRING, 0, -1, 1745, 0) /* 637 */
TYPE("v1.PodFailurePolicyOnExitCodesRequirement", STRUCT, 0, -1, 1745, 3) /* 638 */
TYPE("v1.PodFailurePolicyOnExitCodesOperator", STRING, 0, -1, 1748, 0) /* 639 */
TYPE("[]v1.PodFailurePolicyOnPodConditionsPattern", LIST, 0, 641, 1748, 0) /* 640 */
TYPE("v1.PodFailurePolicyOnPodConditionsPattern", STRUCT, 0, -1, 1748, 2) /* 641 */
TYPE("v1.SuccessPolicy", STRUCT, 0, -1, 1750, 1) /* 642 */
TYPE("[]v1.SuccessPolicyRule", LIST, 0, 644, 1751, 0) /* 643 */
TYPE("v1.SuccessPolicyRule", STRUCT, 0, -1, 1751, 2) /* 644 */
TYPE("v1.CompletionMode", STRING, 0, -1, 1753, 0) /* 645 */
TYPE("v1.PodReplacementPolicy", STRING, 0, -1, 1753, 0) /* 646 */
TYPE("v1.CronJobStatus", STRUCT, 0, -1, 1753, 3) /* 647 */
TYPE("v1.Job", STRUCT, 0, -1, 1756, 5) /* 648 */
TYPE("v1.JobStatus", STRUCT, 0, -1, 1761, 11) /* 649 */
TYPE("[]v1.JobCondition", LIST, 0, 651, 1772, 0) /* 650 */
TYPE("v1.JobCondition", STRUCT, 0, -1, 1772, 6) /* 651 */
TYPE("v1.JobConditionType", STRING, 0, -1, 1778, 0) /* 652 */
TYPE("v1.UncountedTerminatedPods", STRUCT, 0, -1, 1778, 2) /* 653 */
TYPE("[]types.UID", LIST, 0, 3, 1780, 0) /* 654 */
TYPE("v1.CertificateSigningRequest", STRUCT, 0, -1, 1780, 5) /* 655 */
TYPE("v1.CertificateSigningRequestSpec", STRUCT, 0, -1, 1785, 8) /* 656 */
TYPE("[]v1.KeyUsage", LIST, 0, 658, 1793, 0) /* 657 */
TYPE("v1.KeyUsage", STRING, 0, -1, 1793, 0) /* 658 */
TYPE("map[string]v1.ExtraValue", MAP, 0, 660, 1793, 0) /* 659 */
TYPE("v1.ExtraValue", LIST, 0, 1, 1793, 0) /* 660 */
TYPE("v1.CertificateSigningRequestStatus", STRUCT, 0, -1, 1793, 2) /* 661 */
TYPE("[]v1.CertificateSigningRequestCondition", LIST, 0, 663, 1795, 0) /* 662 */
TYPE("v1.CertificateSigningRequestCondition", STRUCT, 0, -1, 1795, 6) /* 663 */
TYPE("v1.RequestConditionType", STRING, 0, -1, 1801, 0) /* 664 */
TYPE("v1.Lease", STRUCT, 0, -1, 1801, 4) /* 665 */
TYPE("v1.LeaseSpec", STRUCT, 0, -1, 1805, 7) /* 666 */
TYPE("v1.CoordinatedLeaseStrategy", STRING, 0, -1, 1812, 0) /* 667 */
TYPE("v1.EndpointSlice", STRUCT, 0, -1, 1812, 6) /* 668 */
TYPE("v1.AddressType", STRING, 0, -1, 1818, 0) /* 669 */
TYPE("[]v1.Endpoint", LIST, 0, 671, 1818, 0) /* 670 */
TYPE("v1.Endpoint", STRUCT, 0, -1, 1818, 8) /* 671 */
TYPE("v1.EndpointConditions", STRUCT, 0, -1, 1826, 3) /* 672 */
TYPE("v1.EndpointHints", STRUCT, 0, -1, 1829, 2) /* 673 */
TYPE("[]v1.ForZone", LIST, 0, 675, 1831, 0) /* 674 */
TYPE("v1.ForZone", STRUCT, 0, -1, 1831, 1) /* 675 */
TYPE("[]v1.ForNode", LIST, 0, 677, 1832, 0) /* 676 */
TYPE("v1.ForNode", STRUCT, 0, -1, 1832, 1) /* 677 */
TYPE("[]v1.EndpointPort", LIST, 0, 679, 1833, 0) /* 678 */
TYPE("v1.EndpointPort", STRUCT, ATOMIC, -1, 1833, 4) /* 679 */
TYPE("v1.Event", STRUCT, 0, -1, 1837, 17) /* 680 */
TYPE("v1.EventSeries", STRUCT, 0, -1, 1854, 2) /* 681 */
TYPE("v1.FlowSchema", STRUCT, 0, -1, 1856, 5) /* 682 */
TYPE("v1.FlowSchemaSpec", STRUCT, 0, -1, 1861, 4) /* 683 */
TYPE("v1.PriorityLevelConfigurationReference", STRUCT, 0, -1, 1865, 1) /* 684 */
TYPE("v1.FlowDistinguisherMethod", STRUCT, 0, -1, 1866, 1) /* 685 */
TYPE("v1.FlowDistinguisherMethodType", STRING, 0, -1, 1867, 0) /* 686 */
TYPE("[]v1.PolicyRulesWithSubjects", LIST, 0, 688, 1867, 0) /* 687 */
TYPE("v1.PolicyRulesWithSubjects", STRUCT, 0, -1, 1867, 3) /* 688 */
TYPE("[]v1.Subject", LIST, 0, 690, 1870, 0) /* 689 */
TYPE("v1.Subject", STRUCT, 0, -1, 1870, 4) /* 690 */
TYPE("v1.SubjectKind", STRING, 0, -1, 1874, 0) /* 691 */
TYPE("v1.UserSubject", STRUCT, 0, -1, 1874, 1) /* 692 */
TYPE("v1.GroupSubject", STRUCT, 0, -1, 1875, 1) /* 693 */
TYPE("v1.ServiceAccountSubject", STRUCT, 0, -1, 1876, 2) /* 694 */
TYPE("[]v1.ResourcePolicyRule", LIST, 0, 696, 1878, 0) /* 695 */
TYPE("v1.ResourcePolicyRule", STRUCT, 0, -1, 1878, 5) /* 696 */
TYPE("[]v1.NonResourcePolicyRule", LIST, 0, 698, 1883, 0) /* 697 */
TYPE("v1.NonResourcePolicyRule", STRUCT, 0, -1, 1883, 2) /* 698 */
TYPE("v1.FlowSchemaStatus", STRUCT, 0, -1, 1885, 1) /* 699 */
TYPE("[]v1.FlowSchemaCondition", LIST, 0, 701, 1886, 0) /* 700 */
TYPE("v1.FlowSchemaCondition", STRUCT, 0, -1, 1886, 5) /* 701 */
TYPE("v1.FlowSchemaConditionType", STRING, 0, -1, 1891, 0) /* 702 */
TYPE("v1.ConditionStatus", STRING, 0, -1, 1891, 0) /* 703 */
TYPE("v1.PriorityLevelConfiguration", STRUCT, 0, -1, 1891, 5) /* 704 */
TYPE("v1.PriorityLevelConfigurationSpec", STRUCT, 0, -1, 1896, 3) /* 705 */
TYPE("v1.PriorityLevelEnablement", STRING, 0, -1, 1899, 0) /* 706 */
TYPE("v1.LimitedPriorityLevelConfiguration", STRUCT, 0, -1, 1899, 4) /* 707 */
TYPE("v1.LimitResponse", STRUCT, 0, -1, 1903, 2) /* 708 */
TYPE("v1.LimitResponseType", STRING, 0, -1, 1905, 0) /* 709 */
TYPE("v1.QueuingConfiguration", STRUCT, 0, -1, 1905, 3) /* 710 */
TYPE("v1.ExemptPriorityLevelConfiguration", STRUCT, 0, -1, 1908, 2) /* 711 */
TYPE("v1.PriorityLevelConfigurationStatus", STRUCT, 0, -1, 1910, 1) /* 712 */
TYPE("[]v1.PriorityLevelConfigurationCondition", LIST, 0, 714, 1911, 0) /* 713 */
TYPE("v1.PriorityLevelConfigurationCondition", STRUCT, 0, -1, 1911, 5) /* 714 */
TYPE("v1.PriorityLevelConfigurationConditionType", STRING, 0, -1, 1916, 0) /* 715 */
TYPE("v1.IPAddress", STRUCT, 0, -1, 1916, 4) /* 716 */
TYPE("v1.IPAddressSpec", STRUCT, 0, -1, 1920, 1) /* 717 */
TYPE("v1.ParentReference", STRUCT, 0, -1, 1921, 4) /* 718 */
TYPE("v1.Ingress", STRUCT, 0, -1, 1925, 5) /* 719 */
TYPE("v1.IngressSpec", STRUCT, 0, -1, 1930, 4) /* 720 */
TYPE("v1.IngressBackend", STRUCT, 0, -1, 1934, 2) /* 721 */
TYPE("v1.IngressServiceBackend", STRUCT, 0, -1, 1936, 2) /* 722 */
TYPE("v1.ServiceBackendPort", STRUCT, ATOMIC, -1, 1938, 2) /* 723 */
TYPE("[]v1.IngressTLS", LIST, 0, 725, 1940, 0) /* 724 */
TYPE("v1.IngressTLS", STRUCT, 0, -1, 1940, 2) /* 725 */
TYPE("[]v1.IngressRule", LIST, 0, 727, 1942, 0) /* 726 */
TYPE("v1.IngressRule", STRUCT, 0, -1, 1942, 2) /* 727 */
TYPE("v1.HTTPIngressRuleValue", STRUCT, 0, -1, 1944, 1) /* 728 */
TYPE("[]v1.HTTPIngressPath", LIST, 0, 730, 1945, 0) /* 729 */
TYPE("v1.HTTPIngressPath", STRUCT, 0, -1, 1945, 3) /* 730 */
TYPE("v1.PathType", STRING, 0, -1, 1948, 0) /* 731 */
TYPE("v1.IngressStatus", STRUCT, 0, -1, 1948, 1) /* 732 */
TYPE("v1.IngressLoadBalancerStatus", STRUCT, 0, -1, 1949, 1) /* 733 */
TYPE("[]v1.IngressLoadBalancerIngress", LIST, 0, 735, 1950, 0) /* 734 */
TYPE("v1.IngressLoadBalancerIngress", STRUCT, 0, -1, 1950, 3) /* 735 */
TYPE("[]v1.IngressPortStatus", LIST, 0, 737, 1953, 0) /* 736 */
TYPE("v1.IngressPortStatus", STRUCT, 0, -1, 1953, 3) /* 737 */
TYPE("v1.IngressClass", STRUCT, 0, -1, 1956, 4) /* 738 */
TYPE("v1.IngressClassSpec", STRUCT, 0, -1, 1960, 2) /* 739 */
TYPE("v1.IngressClassParametersReference", STRUCT, 0, -1, 1962, 5) /* 740 */
TYPE("v1.NetworkPolicy", STRUCT, 0, -1, 1967, 4) /* 741 */
TYPE("v1.NetworkPolicySpec", STRUCT, 0, -1, 1971, 4) /* 742 */
TYPE("[]v1.NetworkPolicyIngressRule", LIST, 0, 744, 1975, 0) /* 743 */
TYPE("v1.NetworkPolicyIngressRule", STRUCT, 0, -1, 1975, 2) /* 744 */
TYPE("[]v1.NetworkPolicyPort", LIST, 0, 746, 1977, 0) /* 745 */
TYPE("v1.NetworkPolicyPort", STRUCT, 0, -1, 1977, 3) /* 746 */
TYPE("[]v1.NetworkPolicyPeer", LIST, 0, 748, 1980, 0) /* 747 */
TYPE("v1.NetworkPolicyPeer", STRUCT, 0, -1, 1980, 3) /* 748 */
TYPE("v1.IPBlock", STRUCT, 0, -1, 1983, 2) /* 749 */
TYPE("[]v1.NetworkPolicyEgressRule", LIST, 0, 751, 1985, 0) /* 750 */
TYPE("v1.NetworkPolicyEgressRule", STRUCT, 0, -1, 1985, 2) /* 751 */
TYPE("[]v1.PolicyType", LIST, 0, 753, 1987, 0) /* 752 */
TYPE("v1.PolicyType", STRING, 0, -1, 1987, 0) /* 753 */
TYPE("v1.ServiceCIDR", STRUCT, 0, -1, 1987, 5) /* 754 */
TYPE("v1.ServiceCIDRSpec", STRUCT, 0, -1, 1992, 1) /* 755 */
TYPE("v1.ServiceCIDRStatus", STRUCT, 0, -1, 1993, 1) /* 756 */
TYPE("v1.RuntimeClass", STRUCT, 0, -1, 1994, 6) /* 757 */
TYPE("v1.Overhead", STRUCT, 0, -1, 2000, 1) /* 758 */
TYPE("v1.Scheduling", STRUCT, 0, -1, 2001, 2) /* 759 */
TYPE("v1.Eviction", STRUCT, 0, -1, 2003, 4) /* 760 */
TYPE("v1.PodDisruptionBudget", STRUCT, 0, -1, 2007, 5) /* 761 */
TYPE("v1.PodDisruptionBudgetSpec", STRUCT, 0, -1, 2012, 4) /* 762 */
TYPE("v1.UnhealthyPodEvictionPolicyType", STRING, 0, -1, 2016, 0) /* 763 */
TYPE("v1.PodDisruptionBudgetStatus", STRUCT, 0, -1, 2016, 7) /* 764 */
TYPE("map[string]v1.Time", MAP, 0, 5, 2023, 0) /* 765 */
TYPE("v1.ClusterRole", STRUCT, 0, -1, 2023, 5) /* 766 */
TYPE("[]v1.PolicyRule", LIST, 0, 768, 2028, 0) /* 767 */
TYPE("v1.PolicyRule", STRUCT, 0, -1, 2028, 5) /* 768 */
TYPE("v1.AggregationRule", STRUCT, 0, -1, 2033, 1) /* 769 */
TYPE("[]v1.LabelSelector", LIST, 0, 130, 2034, 0) /* 770 */
TYPE("v1.ClusterRoleBinding", STRUCT, 0, -1, 2034, 5) /* 771 */
TYPE("[]v1.Subject", LIST, 0, 773, 2039, 0) /* 772 */
TYPE("v1.Subject", STRUCT, ATOMIC, -1, 2039, 4) /* 773 */
TYPE("v1.RoleRef", STRUCT, ATOMIC, -1, 2043, 3) /* 774 */
TYPE("v1.Role", STRUCT, 0, -1, 2046, 4) /* 775 */
TYPE("v1.RoleBinding", STRUCT, 0, -1, 2050, 5) /* 776 */
TYPE("v1.DeviceClass", STRUCT, 0, -1, 2055, 4) /* 777 */
TYPE("v1.DeviceClassSpec", STRUCT, 0, -1, 2059, 3) /* 778 */
TYPE("[]v1.DeviceSelector", LIST, 0, 780, 2062, 0) /* 779 */
TYPE("v1.DeviceSelector", STRUCT, 0, -1, 2062, 1) /* 780 */
TYPE("v1.CELDeviceSelector", STRUCT, 0, -1, 2063, 1) /* 781 */
TYPE("[]v1.DeviceClassConfiguration", LIST, 0, 783, 2064, 0) /* 782 */
TYPE("v1.DeviceClassConfiguration", STRUCT, 0, -1, 2064, 1) /* 783 */
TYPE("v1.OpaqueDeviceConfiguration", STRUCT, 0, -1, 2065, 2) /* 784 */
TYPE("v1.ResourceClaim", STRUCT, 0, -1, 2067, 5) /* 785 */
TYPE("v1.ResourceClaimSpec", STRUCT, 0, -1, 2072, 1) /* 786 */
TYPE("v1.DeviceClaim", STRUCT, 0, -1, 2073, 3) /* 787 */
TYPE("[]v1.DeviceRequest", LIST, 0, 789, 2076, 0) /* 788 */
TYPE("v1.DeviceRequest", STRUCT, 0, -1, 2076, 3) /* 789 */
TYPE("v1.ExactDeviceRequest", STRUCT, 0, -1, 2079, 7) /* 790 */
TYPE("v1.DeviceAllocationMode", STRING, 0, -1, 2086, 0) /* 791 */
TYPE("[]v1.DeviceToleration", LIST, 0, 793, 2086, 0) /* 792 */
TYPE("v1.DeviceToleration", STRUCT, 0, -1, 2086, 5) /* 793 */
TYPE("v1.DeviceTolerationOperator", STRING, 0, -1, 2091, 0) /* 794 */
TYPE("v1.DeviceTaintEffect", STRING, 0, -1, 2091, 0) /* 795 */
TYPE("v1.CapacityRequirements", STRUCT, 0, -1, 2091, 1) /* 796 */
TYPE("map[v1.QualifiedName]resource.Quantity", MAP, 0, 46, 2092, 0) /* 797 */
TYPE("[]v1.DeviceSubRequest", LIST, 0, 799, 2092, 0) /* 798 */
TYPE("v1.DeviceSubRequest", STRUCT, 0, -1, 2092, 7) /* 799 */
TYPE("[]v1.DeviceConstraint", LIST, 0, 801, 2099, 0) /* 800 */
TYPE("v1.DeviceConstraint", STRUCT, 0, -1, 2099, 3) /* 801 */
TYPE("v1.FullyQualifiedName", STRING, 0, -1, 2102, 0) /* 802 */
TYPE("[]v1.DeviceClaimConfiguration", LIST, 0, 804, 2102, 0) /* 803 */
TYPE("v1.DeviceClaimConfiguration", STRUCT, 0, -1, 2102, 2) /* 804 */
TYPE("v1.ResourceClaimStatus", STRUCT, 0, -1, 2104, 3) /* 805 */
TYPE("v1.AllocationResult", STRUCT, 0, -1, 2107, 3) /* 806 */
TYPE("v1.DeviceAllocationResult", STRUCT, 0, -1, 2110, 2) /* 807 */
TYPE("[]v1.DeviceRequestAllocationResult", LIST, 0, 809, 2112, 0) /* 808 */
TYPE("v1.DeviceRequestAllocationResult", STRUCT, 0, -1, 2112, 10) /* 809 */
TYPE("[]v1.DeviceAllocationConfiguration", LIST, 0, 811, 2122, 0) /* 810 */
TYPE("v1.DeviceAllocationConfiguration", STRUCT, 0, -1, 2122, 3) /* 811 */
TYPE("v1.AllocationConfigSource", STRING, 0, -1, 2125, 0) /* 812 */
TYPE("[]v1.ResourceClaimConsumerReference", LIST, 0, 814, 2125, 0) /* 813 */
TYPE("v1.ResourceClaimConsumerReference", STRUCT, 0, -1, 2125, 4) /* 814 */
TYPE("[]v1.AllocatedDeviceStatus", LIST, 0, 816, 2129, 0) /* 815 */
TYPE("v1.AllocatedDeviceStatus", STRUCT, 0, -1, 2129, 7) /* 816 */
TYPE("v1.NetworkDeviceData", STRUCT, 0, -1, 2136, 3) /* 817 */
TYPE("v1.ResourceClaimTemplate", STRUCT, 0, -1, 2139, 4) /* 818 */
TYPE("v1.ResourceClaimTemplateSpec", STRUCT, 0, -1, 2143, 2) /* 819 */
TYPE("v1.ResourceSlice", STRUCT, 0, -1, 2145, 4) /* 820 */
TYPE("v1.ResourceSliceSpec", STRUCT, 0, -1, 2149, 8) /* 821 */
TYPE("v1.ResourcePool", STRUCT, 0, -1, 2157, 3) /* 822 */
TYPE("[]v1.Device", LIST, 0, 824, 2160, 0) /* 823 */
TYPE("v1.Device", STRUCT, 0, -1, 2160, 12) /* 824 */
TYPE("map[v1.QualifiedName]v1.DeviceAttribute", MAP, 0, 826, 2172, 0) /* 825 */
TYPE("v1.DeviceAttribute", STRUCT, 0, -1, 2172, 4) /* 826 */
TYPE("map[v1.QualifiedName]v1.DeviceCapacity", MAP, 0, 828, 2176, 0) /* 827 */
TYPE("v1.DeviceCapacity", STRUCT, 0, -1, 2176, 2) /* 828 */
TYPE("v1.CapacityRequestPolicy", STRUCT, 0, -1, 2178, 3) /* 829 */
TYPE("[]resource.Quantity", LIST, 0, 46, 2181, 0) /* 830 */
TYPE("v1.CapacityRequestPolicyRange", STRUCT, 0, -1, 2181, 3) /* 831 */
TYPE("[]v1.DeviceCounterConsumption", LIST, 0, 833, 2184, 0) /* 832 */
TYPE("v1.DeviceCounterConsumption", STRUCT, 0, -1, 2184, 2) /* 833 */
TYPE("map[string]v1.Counter", MAP, 0, 835, 2186, 0) /* 834 */
TYPE("v1.Counter", STRUCT, 0, -1, 2186, 1) /* 835 */
TYPE("[]v1.DeviceTaint", LIST, 0, 837, 2187, 0) /* 836 */
TYPE("v1.DeviceTaint", STRUCT, 0, -1, 2187, 4) /* 837 */
TYPE("[]v1.CounterSet", LIST, 0, 839, 2191, 0) /* 838 */
TYPE("v1.CounterSet", STRUCT, 0, -1, 2191, 2) /* 839 */
TYPE("v1.PriorityClass", STRUCT, 0, -1, 2193, 7) /* 840 */
TYPE("v1.CSIDriver", STRUCT, 0, -1, 2200, 4) /* 841 */
TYPE("v1.CSIDriverSpec", STRUCT, 0, -1, 2204, 9) /* 842 */
TYPE("[]v1.VolumeLifecycleMode", LIST, 0, 844, 2213, 0) /* 843 */
TYPE("v1.VolumeLifecycleMode", STRING, 0, -1, 2213, 0) /* 844 */
TYPE("v1.FSGroupPolicy", STRING, 0, -1, 2213, 0) /* 845 */
TYPE("[]v1.TokenRequest", LIST, 0, 847, 2213, 0) /* 846 */
TYPE("v1.TokenRequest", STRUCT, 0, -1, 2213, 2) /* 847 */
TYPE("v1.CSINode", STRUCT, 0, -1, 2215, 4) /* 848 */
TYPE("v1.CSINodeSpec", STRUCT, 0, -1, 2219, 1) /* 849 */
TYPE("[]v1.CSINodeDriver", LIST, 0, 851, 2220, 0) /* 850 */
TYPE("v1.CSINodeDriver", STRUCT, 0, -1, 2220, 4) /* 851 */
TYPE("v1.VolumeNodeResources", STRUCT, 0, -1, 2224, 1) /* 852 */
TYPE("v1.CSIStorageCapacity", STRUCT, 0, -1, 2225, 7) /* 853 */
TYPE("v1.StorageClass", STRUCT, 0, -1, 2232, 10) /* 854 */
TYPE("v1.VolumeBindingMode", STRING, 0, -1, 2242, 0) /* 855 */
TYPE("[]v1.TopologySelectorTerm", LIST, 0, 857, 2242, 0) /* 856 */
TYPE("v1.TopologySelectorTerm", STRUCT, ATOMIC, -1, 2242, 1) /* 857 */
TYPE("[]v1.TopologySelectorLabelRequirement", LIST, 0, 859, 2243, 0) /* 858 */
TYPE("v1.TopologySelectorLabelRequirement", STRUCT, 0, -1, 2243, 2) /* 859 */
TYPE("v1.VolumeAttachment", STRUCT, 0, -1, 2245, 5) /* 860 */
TYPE("v1.VolumeAttachmentSpec", STRUCT, 0, -1, 2250, 3) /* 861 */
TYPE("v1.VolumeAttachmentSource", STRUCT, 0, -1, 2253, 2) /* 862 */
TYPE("v1.VolumeAttachmentStatus", STRUCT, 0, -1, 2255, 4) /* 863 */
TYPE("v1.VolumeError", STRUCT, 0, -1, 2259, 3) /* 864 */
TYPE("v1.VolumeAttributesClass", STRUCT, 0, -1, 2262, 5) /* 865 */
#undef TYPE
#endif
#ifdef FIELD /* (name, type, flags, patch merge key, list map keys) */
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("target", 15, 0, "", "")
FIELD("name", 1, OE, "", "")
FIELD("generateName", 1, OE, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("selfLink", 1, OE, "", "")
FIELD("uid", 3, OE, "", "")
FIELD("resourceVersion", 1, OE, "", "")
FIELD("generation", 4, OE, "", "")
FIELD("creationTimestamp", 5, OE|OZ, "", "")
FIELD("deletionTimestamp", 5, OE|PTR, "", "")
FIELD("deletionGracePeriodSeconds", 4, OE|PTR, "", "")
FIELD("labels", 6, OE, "", "")
FIELD("annotations", 6, OE, "", "")
FIELD("ownerReferences", 7, OE|PM|LM, "uid", "uid")
FIELD("finalizers", 10, OE|PM|LS, "", "")
FIELD("managedFields", 11, OE, "", "")
FIELD("apiVersion", 1, 0, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("uid", 3, 0, "", "")
FIELD("controller", 9, OE|PTR, "", "")
FIELD("blockOwnerDeletion", 9, OE|PTR, "", "")
FIELD("manager", 1, OE, "", "")
FIELD("operation", 13, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("time", 5, OE|PTR, "", "")
FIELD("fieldsType", 1, OE, "", "")
FIELD("fieldsV1", 14, OE|PTR, "", "")
FIELD("subresource", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("uid", 3, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("resourceVersion", 1, OE, "", "")
FIELD("fieldPath", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("conditions", 17, OE|PM|LM, "type", "type")
FIELD("type", 19, 0, "", "")
FIELD("status", 20, 0, "", "")
FIELD("message", 1, OE, "", "")
FIELD("error", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("immutable", 9, OE|PTR, "", "")
FIELD("data", 6, OE, "", "")
FIELD("binaryData", 22, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("gracePeriodSeconds", 4, OE|PTR, "", "")
FIELD("preconditions", 25, OE|PTR, "", "")
FIELD("orphanDependents", 9, OE|PTR, "", "")
FIELD("propagationPolicy", 26, OE|PTR, "", "")
FIELD("dryRun", 10, OE, "", "")
FIELD("ignoreStoreReadErrorWithClusterBreakingPotential", 9, OE|PTR, "", "")
FIELD("uid", 3, OE|PTR, "", "")
FIELD("resourceVersion", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("subsets", 28, OE, "", "")
FIELD("addresses", 30, OE, "", "")
FIELD("notReadyAddresses", 30, OE, "", "")
FIELD("ports", 32, OE, "", "")
FIELD("ip", 1, 0, "", "")
FIELD("hostname", 1, OE, "", "")
FIELD("nodeName", 1, OE|PTR, "", "")
FIELD("targetRef", 15, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("port", 34, 0, "", "")
FIELD("protocol", 35, OE, "", "")
FIELD("appProtocol", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, 0, "", "")
FIELD("involvedObject", 15, 0, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("source", 37, OE, "", "")
FIELD("firstTimestamp", 5, OE, "", "")
FIELD("lastTimestamp", 5, OE, "", "")
FIELD("count", 34, OE, "", "")
FIELD("type", 1, OE, "", "")
FIELD("eventTime", 38, OE, "", "")
FIELD("series", 39, OE|PTR, "", "")
FIELD("action", 1, OE, "", "")
FIELD("related", 15, OE|PTR, "", "")
FIELD("reportingComponent", 1, 0, "", "")
FIELD("reportingInstance", 1, 0, "", "")
FIELD("component", 1, OE, "", "")
FIELD("host", 1, OE, "", "")
FIELD("count", 34, OE, "", "")
FIELD("lastObservedTime", 38, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 41, OE, "", "")
FIELD("limits", 42, 0, "", "")
FIELD("type", 44, 0, "", "")
FIELD("max", 45, OE, "", "")
FIELD("min", 45, OE, "", "")
FIELD("default", 45, OE, "", "")
FIELD("defaultRequest", 45, OE, "", "")
FIELD("maxLimitRequestRatio", 45, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 48, OE, "", "")
FIELD("status", 51, OE, "", "")
FIELD("finalizers", 49, OE, "", "")
FIELD("phase", 52, OE, "", "")
FIELD("conditions", 53, OE|PM|LM, "type", "type")
FIELD("type", 55, 0, "", "")
FIELD("status", 20, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 57, OE, "", "")
FIELD("status", 63, OE, "", "")
FIELD("podCIDR", 1, OE, "", "")
FIELD("podCIDRs", 10, OE|PM|LS, "", "")
FIELD("providerID", 1, OE, "", "")
FIELD("unschedulable", 9, OE, "", "")
FIELD("taints", 58, OE, "", "")
FIELD("configSource", 61, OE|PTR, "", "")
FIELD("externalID", 1, OE, "", "")
FIELD("key", 1, 0, "", "")
FIELD("value", 1, OE, "", "")
FIELD("effect", 60, 0, "", "")
FIELD("timeAdded", 5, OE|PTR, "", "")
FIELD("configMap", 62, OE|PTR, "", "")
FIELD("namespace", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("uid", 3, OE, "", "")
FIELD("resourceVersion", 1, OE, "", "")
FIELD("kubeletConfigKey", 1, 0, "", "")
FIELD("capacity", 45, OE, "", "")
FIELD("allocatable", 45, OE, "", "")
FIELD("phase", 64, OE, "", "")
FIELD("conditions", 65, OE|PM|LM, "type", "type")
FIELD("addresses", 68, OE|PM|LM, "type", "type")
FIELD("daemonEndpoints", 71, OE, "", "")
FIELD("nodeInfo", 73, OE, "", "")
FIELD("images", 75, OE, "", "")
FIELD("volumesInUse", 77, OE, "", "")
FIELD("volumesAttached", 79, OE, "", "")
FIELD("config", 81, OE|PTR, "", "")
FIELD("runtimeHandlers", 82, OE, "", "")
FIELD("features", 85, OE|PTR, "", "")
FIELD("type", 67, 0, "", "")
FIELD("status", 20, 0, "", "")
FIELD("lastHeartbeatTime", 5, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("type", 70, 0, "", "")
FIELD("address", 1, 0, "", "")
FIELD("kubeletEndpoint", 72, OE, "", "")
FIELD("Port", 34, 0, "", "")
FIELD("machineID", 1, 0, "", "")
FIELD("systemUUID", 1, 0, "", "")
FIELD("bootID", 1, 0, "", "")
FIELD("kernelVersion", 1, 0, "", "")
FIELD("osImage", 1, 0, "", "")
FIELD("containerRuntimeVersion", 1, 0, "", "")
FIELD("kubeletVersion", 1, 0, "", "")
FIELD("kubeProxyVersion", 1, 0, "", "")
FIELD("operatingSystem", 1, 0, "", "")
FIELD("architecture", 1, 0, "", "")
FIELD("swap", 74, OE|PTR, "", "")
FIELD("capacity", 4, OE|PTR, "", "")
FIELD("names", 10, 0, "", "")
FIELD("sizeBytes", 4, OE, "", "")
FIELD("name", 78, 0, "", "")
FIELD("devicePath", 1, 0, "", "")
FIELD("assigned", 61, OE|PTR, "", "")
FIELD("active", 61, OE|PTR, "", "")
FIELD("lastKnownGood", 61, OE|PTR, "", "")
FIELD("error", 1, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("features", 84, OE|PTR, "", "")
FIELD("recursiveReadOnlyMounts", 9, OE|PTR, "", "")
FIELD("userNamespaces", 9, OE|PTR, "", "")
FIELD("supplementalGroupsPolicy", 9, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("path", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 88, OE, "", "")
FIELD("status", 126, OE, "", "")
FIELD("capacity", 45, OE, "", "")
FIELD("gcePersistentDisk", 89, OE|PTR, "", "")
FIELD("awsElasticBlockStore", 90, OE|PTR, "", "")
FIELD("hostPath", 91, OE|PTR, "", "")
FIELD("glusterfs", 93, OE|PTR, "", "")
FIELD("nfs", 94, OE|PTR, "", "")
FIELD("rbd", 95, OE|PTR, "", "")
FIELD("iscsi", 97, OE|PTR, "", "")
FIELD("cinder", 98, OE|PTR, "", "")
FIELD("cephfs", 99, OE|PTR, "", "")
FIELD("fc", 100, OE|PTR, "", "")
FIELD("flocker", 101, OE|PTR, "", "")
FIELD("flexVolume", 102, OE|PTR, "", "")
FIELD("azureFile", 103, OE|PTR, "", "")
FIELD("vsphereVolume", 104, OE|PTR, "", "")
FIELD("quobyte", 105, OE|PTR, "", "")
FIELD("azureDisk", 106, OE|PTR, "", "")
FIELD("photonPersistentDisk", 109, OE|PTR, "", "")
FIELD("portworxVolume", 110, OE|PTR, "", "")
FIELD("scaleIO", 111, OE|PTR, "", "")
FIELD("local", 112, OE|PTR, "", "")
FIELD("storageos", 113, OE|PTR, "", "")
FIELD("csi", 114, OE|PTR, "", "")
FIELD("accessModes", 115, OE, "", "")
FIELD("claimRef", 15, OE|PTR|GRANULAR, "", "")
FIELD("persistentVolumeReclaimPolicy", 117, OE, "", "")
FIELD("storageClassName", 1, OE, "", "")
FIELD("mountOptions", 10, OE, "", "")
FIELD("volumeMode", 118, OE|PTR, "", "")
FIELD("nodeAffinity", 119, OE|PTR, "", "")
FIELD("volumeAttributesClassName", 1, OE|PTR, "", "")
FIELD("pdName", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("partition", 34, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("volumeID", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("partition", 34, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("path", 1, 0, "", "")
FIELD("type", 92, OE|PTR, "", "")
FIELD("endpoints", 1, 0, "", "")
FIELD("path", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("endpointsNamespace", 1, OE|PTR, "", "")
FIELD("server", 1, 0, "", "")
FIELD("path", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("monitors", 10, 0, "", "")
FIELD("image", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("pool", 1, OE, "", "")
FIELD("user", 1, OE, "", "")
FIELD("keyring", 1, OE, "", "")
FIELD("secretRef", 96, OE|PTR, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("targetPortal", 1, 0, "", "")
FIELD("iqn", 1, 0, "", "")
FIELD("lun", 34, 0, "", "")
FIELD("iscsiInterface", 1, OE, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("portals", 10, OE, "", "")
FIELD("chapAuthDiscovery", 9, OE, "", "")
FIELD("chapAuthSession", 9, OE, "", "")
FIELD("secretRef", 96, OE|PTR, "", "")
FIELD("initiatorName", 1, OE|PTR, "", "")
FIELD("volumeID", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("secretRef", 96, OE|PTR, "", "")
FIELD("monitors", 10, 0, "", "")
FIELD("path", 1, OE, "", "")
FIELD("user", 1, OE, "", "")
FIELD("secretFile", 1, OE, "", "")
FIELD("secretRef", 96, OE|PTR, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("targetWWNs", 10, OE, "", "")
FIELD("lun", 34, OE|PTR, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("wwids", 10, OE, "", "")
FIELD("datasetName", 1, OE, "", "")
FIELD("datasetUUID", 1, OE, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("secretRef", 96, OE|PTR, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("options", 6, OE, "", "")
FIELD("secretName", 1, 0, "", "")
FIELD("shareName", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("secretNamespace", 1, PTR, "", "")
FIELD("volumePath", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("storagePolicyName", 1, OE, "", "")
FIELD("storagePolicyID", 1, OE, "", "")
FIELD("registry", 1, 0, "", "")
FIELD("volume", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("user", 1, OE, "", "")
FIELD("group", 1, OE, "", "")
FIELD("tenant", 1, OE, "", "")
FIELD("diskName", 1, 0, "", "")
FIELD("diskURI", 1, 0, "", "")
FIELD("cachingMode", 107, OE|PTR, "", "")
FIELD("fsType", 1, OE|PTR, "", "")
FIELD("readOnly", 9, OE|PTR, "", "")
FIELD("kind", 108, OE|PTR, "", "")
FIELD("pdID", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("volumeID", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("gateway", 1, 0, "", "")
FIELD("system", 1, 0, "", "")
FIELD("secretRef", 96, PTR, "", "")
FIELD("sslEnabled", 9, OE, "", "")
FIELD("protectionDomain", 1, OE, "", "")
FIELD("storagePool", 1, OE, "", "")
FIELD("storageMode", 1, OE, "", "")
FIELD("volumeName", 1, OE, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("path", 1, 0, "", "")
FIELD("fsType", 1, OE|PTR, "", "")
FIELD("volumeName", 1, OE, "", "")
FIELD("volumeNamespace", 1, OE, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("secretRef", 15, OE|PTR, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("volumeHandle", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("volumeAttributes", 6, OE, "", "")
FIELD("controllerPublishSecretRef", 96, OE|PTR, "", "")
FIELD("nodeStageSecretRef", 96, OE|PTR, "", "")
FIELD("nodePublishSecretRef", 96, OE|PTR, "", "")
FIELD("controllerExpandSecretRef", 96, OE|PTR, "", "")
FIELD("nodeExpandSecretRef", 96, OE|PTR, "", "")
FIELD("required", 120, OE|PTR, "", "")
FIELD("nodeSelectorTerms", 121, 0, "", "")
FIELD("matchExpressions", 123, OE, "", "")
FIELD("matchFields", 123, OE, "", "")
FIELD("key", 1, 0, "", "")
FIELD("operator", 125, 0, "", "")
FIELD("values", 10, OE, "", "")
FIELD("phase", 127, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("lastPhaseTransitionTime", 5, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 129, OE, "", "")
FIELD("status", 137, OE, "", "")
FIELD("accessModes", 115, OE, "", "")
FIELD("selector", 130, OE|PTR, "", "")
FIELD("resources", 134, OE, "", "")
FIELD("volumeName", 1, OE, "", "")
FIELD("storageClassName", 1, OE|PTR, "", "")
FIELD("volumeMode", 118, OE|PTR, "", "")
FIELD("dataSource", 135, OE|PTR, "", "")
FIELD("dataSourceRef", 136, OE|PTR, "", "")
FIELD("volumeAttributesClassName", 1, OE|PTR, "", "")
FIELD("matchLabels", 6, OE, "", "")
FIELD("matchExpressions", 131, OE, "", "")
FIELD("key", 1, 0, "", "")
FIELD("operator", 133, 0, "", "")
FIELD("values", 10, OE, "", "")
FIELD("limits", 45, OE, "", "")
FIELD("requests", 45, OE, "", "")
FIELD("apiGroup", 1, PTR, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("apiGroup", 1, PTR, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("namespace", 1, OE|PTR, "", "")
FIELD("phase", 138, OE, "", "")
FIELD("accessModes", 115, OE, "", "")
FIELD("capacity", 45, OE, "", "")
FIELD("conditions", 139, OE|PM|LM, "type", "type")
FIELD("allocatedResources", 45, OE, "", "")
FIELD("allocatedResourceStatuses", 142, OE|GRANULAR, "", "")
FIELD("currentVolumeAttributesClassName", 1, OE|PTR, "", "")
FIELD("modifyVolumeStatus", 144, OE|PTR, "", "")
FIELD("type", 141, 0, "", "")
FIELD("status", 20, 0, "", "")
FIELD("lastProbeTime", 5, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("targetVolumeAttributesClassName", 1, OE, "", "")
FIELD("status", 145, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 147, OE, "", "")
FIELD("status", 290, OE, "", "")
FIELD("volumes", 148, OE|PM|RK|LM, "name", "name")
FIELD("initContainers", 187, OE|PM|LM, "name", "name")
FIELD("containers", 187, PM|LM, "name", "name")
FIELD("ephemeralContainers", 246, OE|PM|LM, "name", "name")
FIELD("restartPolicy", 248, OE, "", "")
FIELD("terminationGracePeriodSeconds", 4, OE|PTR, "", "")
FIELD("activeDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("dnsPolicy", 249, OE, "", "")
FIELD("nodeSelector", 6, OE|ATOMIC, "", "")
FIELD("serviceAccountName", 1, OE, "", "")
FIELD("serviceAccount", 1, OE, "", "")
FIELD("automountServiceAccountToken", 9, OE|PTR, "", "")
FIELD("nodeName", 1, OE, "", "")
FIELD("hostNetwork", 9, OE, "", "")
FIELD("hostPID", 9, OE, "", "")
FIELD("hostIPC", 9, OE, "", "")
FIELD("shareProcessNamespace", 9, OE|PTR, "", "")
FIELD("securityContext", 250, OE|PTR, "", "")
FIELD("imagePullSecrets", 257, OE|PM|LM, "name", "name")
FIELD("hostname", 1, OE, "", "")
FIELD("subdomain", 1, OE, "", "")
FIELD("affinity", 258, OE|PTR, "", "")
FIELD("schedulerName", 1, OE, "", "")
FIELD("tolerations", 268, OE, "", "")
FIELD("hostAliases", 271, OE|PM|LM, "ip", "ip")
FIELD("priorityClassName", 1, OE, "", "")
FIELD("priority", 34, OE|PTR, "", "")
FIELD("dnsConfig", 273, OE|PTR, "", "")
FIELD("readinessGates", 276, OE, "", "")
FIELD("runtimeClassName", 1, OE|PTR, "", "")
FIELD("enableServiceLinks", 9, OE|PTR, "", "")
FIELD("preemptionPolicy", 279, OE|PTR, "", "")
FIELD("overhead", 45, OE, "", "")
FIELD("topologySpreadConstraints", 280, OE|PM|LM, "topologyKey", "topologyKey,whenUnsatisfiable")
FIELD("setHostnameAsFQDN", 9, OE|PTR, "", "")
FIELD("os", 284, OE|PTR, "", "")
FIELD("hostUsers", 9, OE|PTR, "", "")
FIELD("schedulingGates", 286, OE|PM|LM, "name", "name")
FIELD("resourceClaims", 288, OE|PM|RK|LM, "name", "name")
FIELD("resources", 201, OE|PTR, "", "")
FIELD("hostnameOverride", 1, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("hostPath", 91, OE|PTR, "", "")
FIELD("emptyDir", 150, OE|PTR, "", "")
FIELD("gcePersistentDisk", 89, OE|PTR, "", "")
FIELD("awsElasticBlockStore", 90, OE|PTR, "", "")
FIELD("gitRepo", 152, OE|PTR, "", "")
FIELD("secret", 153, OE|PTR, "", "")
FIELD("nfs", 94, OE|PTR, "", "")
FIELD("iscsi", 156, OE|PTR, "", "")
FIELD("glusterfs", 158, OE|PTR, "", "")
FIELD("persistentVolumeClaim", 159, OE|PTR, "", "")
FIELD("rbd", 160, OE|PTR, "", "")
FIELD("flexVolume", 161, OE|PTR, "", "")
FIELD("cinder", 162, OE|PTR, "", "")
FIELD("cephfs", 163, OE|PTR, "", "")
FIELD("flocker", 101, OE|PTR, "", "")
FIELD("downwardAPI", 164, OE|PTR, "", "")
FIELD("fc", 100, OE|PTR, "", "")
FIELD("azureFile", 169, OE|PTR, "", "")
FIELD("configMap", 170, OE|PTR, "", "")
FIELD("vsphereVolume", 104, OE|PTR, "", "")
FIELD("quobyte", 105, OE|PTR, "", "")
FIELD("azureDisk", 106, OE|PTR, "", "")
FIELD("photonPersistentDisk", 109, OE|PTR, "", "")
FIELD("projected", 171, OE|PTR, "", "")
FIELD("portworxVolume", 110, OE|PTR, "", "")
FIELD("scaleIO", 180, OE|PTR, "", "")
FIELD("storageos", 181, OE|PTR, "", "")
FIELD("csi", 182, OE|PTR, "", "")
FIELD("ephemeral", 183, OE|PTR, "", "")
FIELD("image", 185, OE|PTR, "", "")
FIELD("medium", 151, OE, "", "")
FIELD("sizeLimit", 46, OE|PTR, "", "")
FIELD("repository", 1, 0, "", "")
FIELD("revision", 1, OE, "", "")
FIELD("directory", 1, OE, "", "")
FIELD("secretName", 1, OE, "", "")
FIELD("items", 154, OE, "", "")
FIELD("defaultMode", 34, OE|PTR, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("key", 1, 0, "", "")
FIELD("path", 1, 0, "", "")
FIELD("mode", 34, OE|PTR, "", "")
FIELD("targetPortal", 1, 0, "", "")
FIELD("iqn", 1, 0, "", "")
FIELD("lun", 34, 0, "", "")
FIELD("iscsiInterface", 1, OE, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("portals", 10, OE, "", "")
FIELD("chapAuthDiscovery", 9, OE, "", "")
FIELD("chapAuthSession", 9, OE, "", "")
FIELD("secretRef", 157, OE|PTR, "", "")
FIELD("initiatorName", 1, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("endpoints", 1, 0, "", "")
FIELD("path", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("claimName", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("monitors", 10, 0, "", "")
FIELD("image", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("pool", 1, OE, "", "")
FIELD("user", 1, OE, "", "")
FIELD("keyring", 1, OE, "", "")
FIELD("secretRef", 157, OE|PTR, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("secretRef", 157, OE|PTR, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("options", 6, OE, "", "")
FIELD("volumeID", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("secretRef", 157, OE|PTR, "", "")
FIELD("monitors", 10, 0, "", "")
FIELD("path", 1, OE, "", "")
FIELD("user", 1, OE, "", "")
FIELD("secretFile", 1, OE, "", "")
FIELD("secretRef", 157, OE|PTR, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("items", 165, OE, "", "")
FIELD("defaultMode", 34, OE|PTR, "", "")
FIELD("path", 1, 0, "", "")
FIELD("fieldRef", 167, OE|PTR, "", "")
FIELD("resourceFieldRef", 168, OE|PTR, "", "")
FIELD("mode", 34, OE|PTR, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("fieldPath", 1, 0, "", "")
FIELD("containerName", 1, OE, "", "")
FIELD("resource", 1, 0, "", "")
FIELD("divisor", 46, OE, "", "")
FIELD("secretName", 1, 0, "", "")
FIELD("shareName", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("items", 154, OE, "", "")
FIELD("defaultMode", 34, OE|PTR, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("sources", 172, 0, "", "")
FIELD("defaultMode", 34, OE|PTR, "", "")
FIELD("secret", 174, OE|PTR, "", "")
FIELD("downwardAPI", 175, OE|PTR, "", "")
FIELD("configMap", 176, OE|PTR, "", "")
FIELD("serviceAccountToken", 177, OE|PTR, "", "")
FIELD("clusterTrustBundle", 178, OE|PTR, "", "")
FIELD("podCertificate", 179, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("items", 154, OE, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("items", 165, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("items", 154, OE, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("audience", 1, OE, "", "")
FIELD("expirationSeconds", 4, OE|PTR, "", "")
FIELD("path", 1, 0, "", "")
FIELD("name", 1, OE|PTR, "", "")
FIELD("signerName", 1, OE|PTR, "", "")
FIELD("labelSelector", 130, OE|PTR, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("path", 1, 0, "", "")
FIELD("signerName", 1, OE, "", "")
FIELD("keyType", 1, OE, "", "")
FIELD("maxExpirationSeconds", 34, OE|PTR, "", "")
FIELD("credentialBundlePath", 1, OE, "", "")
FIELD("keyPath", 1, OE, "", "")
FIELD("certificateChainPath", 1, OE, "", "")
FIELD("gateway", 1, 0, "", "")
FIELD("system", 1, 0, "", "")
FIELD("secretRef", 157, PTR, "", "")
FIELD("sslEnabled", 9, OE, "", "")
FIELD("protectionDomain", 1, OE, "", "")
FIELD("storagePool", 1, OE, "", "")
FIELD("storageMode", 1, OE, "", "")
FIELD("volumeName", 1, OE, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("volumeName", 1, OE, "", "")
FIELD("volumeNamespace", 1, OE, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("secretRef", 157, OE|PTR, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("readOnly", 9, OE|PTR, "", "")
FIELD("fsType", 1, OE|PTR, "", "")
FIELD("volumeAttributes", 6, OE, "", "")
FIELD("nodePublishSecretRef", 157, OE|PTR, "", "")
FIELD("volumeClaimTemplate", 184, OE|PTR, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 129, 0, "", "")
FIELD("reference", 1, OE, "", "")
FIELD("pullPolicy", 186, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("image", 1, OE, "", "")
FIELD("command", 10, OE, "", "")
FIELD("args", 10, OE, "", "")
FIELD("workingDir", 1, OE, "", "")
FIELD("ports", 189, OE|PM|LM, "containerPort", "containerPort,protocol")
FIELD("envFrom", 191, OE, "", "")
FIELD("env", 195, OE|PM|LM, "name", "name")
FIELD("resources", 201, OE, "", "")
FIELD("resizePolicy", 204, OE, "", "")
FIELD("restartPolicy", 208, OE|PTR, "", "")
FIELD("restartPolicyRules", 209, OE, "", "")
FIELD("volumeMounts", 215, OE|PM|LM, "mountPath", "mountPath")
FIELD("volumeDevices", 219, OE|PM|LM, "devicePath", "devicePath")
FIELD("livenessProbe", 221, OE|PTR, "", "")
FIELD("readinessProbe", 221, OE|PTR, "", "")
FIELD("startupProbe", 221, OE|PTR, "", "")
FIELD("lifecycle", 230, OE|PTR, "", "")
FIELD("terminationMessagePath", 1, OE, "", "")
FIELD("terminationMessagePolicy", 234, OE, "", "")
FIELD("imagePullPolicy", 186, OE, "", "")
FIELD("securityContext", 235, OE|PTR, "", "")
FIELD("stdin", 9, OE, "", "")
FIELD("stdinOnce", 9, OE, "", "")
FIELD("tty", 9, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("hostPort", 34, OE, "", "")
FIELD("containerPort", 34, 0, "", "")
FIELD("protocol", 35, OE, "", "")
FIELD("hostIP", 1, OE, "", "")
FIELD("prefix", 1, OE, "", "")
FIELD("configMapRef", 193, OE|PTR, "", "")
FIELD("secretRef", 194, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("value", 1, OE, "", "")
FIELD("valueFrom", 197, OE|PTR, "", "")
FIELD("fieldRef", 167, OE|PTR, "", "")
FIELD("resourceFieldRef", 168, OE|PTR, "", "")
FIELD("configMapKeyRef", 198, OE|PTR, "", "")
FIELD("secretKeyRef", 199, OE|PTR, "", "")
FIELD("fileKeyRef", 200, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("key", 1, 0, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("key", 1, 0, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("volumeName", 1, 0, "", "")
FIELD("path", 1, 0, "", "")
FIELD("key", 1, 0, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("limits", 45, OE, "", "")
FIELD("requests", 45, OE, "", "")
FIELD("claims", 202, OE|LM, "", "name")
FIELD("name", 1, 0, "", "")
FIELD("request", 1, OE, "", "")
FIELD("resourceName", 206, 0, "", "")
FIELD("restartPolicy", 207, 0, "", "")
FIELD("action", 211, OE, "", "")
FIELD("exitCodes", 212, OE|PTR, "", "")
FIELD("operator", 213, OE, "", "")
FIELD("values", 214, OE|LS, "", "")
FIELD("name", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("recursiveReadOnly", 217, OE|PTR, "", "")
FIELD("mountPath", 1, 0, "", "")
FIELD("subPath", 1, OE, "", "")
FIELD("mountPropagation", 218, OE|PTR, "", "")
FIELD("subPathExpr", 1, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("devicePath", 1, 0, "", "")
FIELD("exec", 222, OE|PTR, "", "")
FIELD("httpGet", 223, OE|PTR, "", "")
FIELD("tcpSocket", 228, OE|PTR, "", "")
FIELD("grpc", 229, OE|PTR, "", "")
FIELD("initialDelaySeconds", 34, OE, "", "")
FIELD("timeoutSeconds", 34, OE, "", "")
FIELD("periodSeconds", 34, OE, "", "")
FIELD("successThreshold", 34, OE, "", "")
FIELD("failureThreshold", 34, OE, "", "")
FIELD("terminationGracePeriodSeconds", 4, OE|PTR, "", "")
FIELD("command", 10, OE, "", "")
FIELD("path", 1, OE, "", "")
FIELD("port", 224, 0, "", "")
FIELD("host", 1, OE, "", "")
FIELD("scheme", 225, OE, "", "")
FIELD("httpHeaders", 226, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("value", 1, 0, "", "")
FIELD("port", 224, 0, "", "")
FIELD("host", 1, OE, "", "")
FIELD("port", 34, 0, "", "")
FIELD("service", 1, PTR, "", "")
FIELD("postStart", 231, OE|PTR, "", "")
FIELD("preStop", 231, OE|PTR, "", "")
FIELD("stopSignal", 233, OE|PTR, "", "")
FIELD("exec", 222, OE|PTR, "", "")
FIELD("httpGet", 223, OE|PTR, "", "")
FIELD("tcpSocket", 228, OE|PTR, "", "")
FIELD("sleep", 232, OE|PTR, "", "")
FIELD("seconds", 4, 0, "", "")
FIELD("capabilities", 236, OE|PTR, "", "")
FIELD("privileged", 9, OE|PTR, "", "")
FIELD("seLinuxOptions", 239, OE|PTR, "", "")
FIELD("windowsOptions", 240, OE|PTR, "", "")
FIELD("runAsUser", 4, OE|PTR, "", "")
FIELD("runAsGroup", 4, OE|PTR, "", "")
FIELD("runAsNonRoot", 9, OE|PTR, "", "")
FIELD("readOnlyRootFilesystem", 9, OE|PTR, "", "")
FIELD("allowPrivilegeEscalation", 9, OE|PTR, "", "")
FIELD("procMount", 241, OE|PTR, "", "")
FIELD("seccompProfile", 242, OE|PTR, "", "")
FIELD("appArmorProfile", 244, OE|PTR, "", "")
FIELD("add", 237, OE, "", "")
FIELD("drop", 237, OE, "", "")
FIELD("user", 1, OE, "", "")
FIELD("role", 1, OE, "", "")
FIELD("type", 1, OE, "", "")
FIELD("level", 1, OE, "", "")
FIELD("gmsaCredentialSpecName", 1, OE|PTR, "", "")
FIELD("gmsaCredentialSpec", 1, OE|PTR, "", "")
FIELD("runAsUserName", 1, OE|PTR, "", "")
FIELD("hostProcess", 9, OE|PTR, "", "")
FIELD("type", 243, 0, "", "")
FIELD("localhostProfile", 1, OE|PTR, "", "")
FIELD("type", 245, 0, "", "")
FIELD("localhostProfile", 1, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("image", 1, OE, "", "")
FIELD("command", 10, OE, "", "")
FIELD("args", 10, OE, "", "")
FIELD("workingDir", 1, OE, "", "")
FIELD("ports", 189, OE|PM|LM, "containerPort", "containerPort,protocol")
FIELD("envFrom", 191, OE, "", "")
FIELD("env", 195, OE|PM|LM, "name", "name")
FIELD("resources", 201, OE, "", "")
FIELD("resizePolicy", 204, OE, "", "")
FIELD("restartPolicy", 208, OE|PTR, "", "")
FIELD("restartPolicyRules", 209, OE, "", "")
FIELD("volumeMounts", 215, OE|PM|LM, "mountPath", "mountPath")
FIELD("volumeDevices", 219, OE|PM|LM, "devicePath", "devicePath")
FIELD("livenessProbe", 221, OE|PTR, "", "")
FIELD("readinessProbe", 221, OE|PTR, "", "")
FIELD("startupProbe", 221, OE|PTR, "", "")
FIELD("lifecycle", 230, OE|PTR, "", "")
FIELD("terminationMessagePath", 1, OE, "", "")
FIELD("terminationMessagePolicy", 234, OE, "", "")
FIELD("imagePullPolicy", 186, OE, "", "")
FIELD("securityContext", 235, OE|PTR, "", "")
FIELD("stdin", 9, OE, "", "")
FIELD("stdinOnce", 9, OE, "", "")
FIELD("tty", 9, OE, "", "")
FIELD("targetContainerName", 1, OE, "", "")
FIELD("seLinuxOptions", 239, OE|PTR, "", "")
FIELD("windowsOptions", 240, OE|PTR, "", "")
FIELD("runAsUser", 4, OE|PTR, "", "")
FIELD("runAsGroup", 4, OE|PTR, "", "")
FIELD("runAsNonRoot", 9, OE|PTR, "", "")
FIELD("supplementalGroups", 251, OE, "", "")
FIELD("supplementalGroupsPolicy", 252, OE|PTR, "", "")
FIELD("fsGroup", 4, OE|PTR, "", "")
FIELD("sysctls", 253, OE, "", "")
FIELD("fsGroupChangePolicy", 255, OE|PTR, "", "")
FIELD("seccompProfile", 242, OE|PTR, "", "")
FIELD("appArmorProfile", 244, OE|PTR, "", "")
FIELD("seLinuxChangePolicy", 256, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("value", 1, 0, "", "")
FIELD("nodeAffinity", 259, OE|PTR, "", "")
FIELD("podAffinity", 262, OE|PTR, "", "")
FIELD("podAntiAffinity", 267, OE|PTR, "", "")
FIELD("requiredDuringSchedulingIgnoredDuringExecution", 120, OE|PTR, "", "")
FIELD("preferredDuringSchedulingIgnoredDuringExecution", 260, OE, "", "")
FIELD("weight", 34, 0, "", "")
FIELD("preference", 122, 0, "", "")
FIELD("requiredDuringSchedulingIgnoredDuringExecution", 263, OE, "", "")
FIELD("preferredDuringSchedulingIgnoredDuringExecution", 265, OE, "", "")
FIELD("labelSelector", 130, OE|PTR, "", "")
FIELD("namespaces", 10, OE, "", "")
FIELD("topologyKey", 1, 0, "", "")
FIELD("namespaceSelector", 130, OE|PTR, "", "")
FIELD("matchLabelKeys", 10, OE, "", "")
FIELD("mismatchLabelKeys", 10, OE, "", "")
FIELD("weight", 34, 0, "", "")
FIELD("podAffinityTerm", 264, 0, "", "")
FIELD("requiredDuringSchedulingIgnoredDuringExecution", 263, OE, "", "")
FIELD("preferredDuringSchedulingIgnoredDuringExecution", 265, OE, "", "")
FIELD("key", 1, OE, "", "")
FIELD("operator", 270, OE, "", "")
FIELD("value", 1, OE, "", "")
FIELD("effect", 60, OE, "", "")
FIELD("tolerationSeconds", 4, OE|PTR, "", "")
FIELD("ip", 1, 0, "", "")
FIELD("hostnames", 10, OE, "", "")
FIELD("nameservers", 10, OE, "", "")
FIELD("searches", 10, OE, "", "")
FIELD("options", 274, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("value", 1, OE|PTR, "", "")
FIELD("conditionType", 278, 0, "", "")
FIELD("maxSkew", 34, 0, "", "")
FIELD("topologyKey", 1, 0, "", "")
FIELD("whenUnsatisfiable", 282, 0, "", "")
FIELD("labelSelector", 130, OE|PTR, "", "")
FIELD("minDomains", 34, OE|PTR, "", "")
FIELD("nodeAffinityPolicy", 283, OE|PTR, "", "")
FIELD("nodeTaintsPolicy", 283, OE|PTR, "", "")
FIELD("matchLabelKeys", 10, OE, "", "")
FIELD("name", 285, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("resourceClaimName", 1, OE|PTR, "", "")
FIELD("resourceClaimTemplateName", 1, OE|PTR, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("phase", 291, OE, "", "")
FIELD("conditions", 292, OE|PM|LM, "type", "type")
FIELD("message", 1, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("nominatedNodeName", 1, OE, "", "")
FIELD("hostIP", 1, OE, "", "")
FIELD("hostIPs", 294, OE|PM, "ip", "")
FIELD("podIP", 1, OE, "", "")
FIELD("podIPs", 296, OE|PM|LM, "ip", "ip")
FIELD("startTime", 5, OE|PTR, "", "")
FIELD("initContainerStatuses", 298, OE, "", "")
FIELD("containerStatuses", 298, OE, "", "")
FIELD("qosClass", 314, OE, "", "")
FIELD("ephemeralContainerStatuses", 298, OE, "", "")
FIELD("resize", 315, OE, "", "")
FIELD("resourceClaimStatuses", 316, OE|PM|RK|LM, "name", "name")
FIELD("extendedResourceClaimStatus", 318, OE|PTR, "", "")
FIELD("type", 278, 0, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("status", 20, 0, "", "")
FIELD("lastProbeTime", 5, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("ip", 1, 0, "", "")
FIELD("ip", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("state", 300, OE, "", "")
FIELD("lastState", 300, OE, "", "")
FIELD("ready", 9, 0, "", "")
FIELD("restartCount", 34, 0, "", "")
FIELD("image", 1, 0, "", "")
FIELD("imageID", 1, 0, "", "")
FIELD("containerID", 1, OE, "", "")
FIELD("started", 9, OE|PTR, "", "")
FIELD("allocatedResources", 45, OE, "", "")
FIELD("resources", 201, OE|PTR, "", "")
FIELD("volumeMounts", 304, OE|PM|LM, "mountPath", "mountPath")
FIELD("user", 306, OE|PTR, "", "")
FIELD("allocatedResourcesStatus", 308, OE|PM|LM, "name", "name")
FIELD("stopSignal", 233, OE|PTR, "", "")
FIELD("waiting", 301, OE|PTR, "", "")
FIELD("running", 302, OE|PTR, "", "")
FIELD("terminated", 303, OE|PTR, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("startedAt", 5, OE, "", "")
FIELD("exitCode", 34, 0, "", "")
FIELD("signal", 34, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("startedAt", 5, OE, "", "")
FIELD("finishedAt", 5, OE, "", "")
FIELD("containerID", 1, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("mountPath", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("recursiveReadOnly", 217, OE|PTR, "", "")
FIELD("linux", 307, OE|PTR, "", "")
FIELD("uid", 4, 0, "", "")
FIELD("gid", 4, 0, "", "")
FIELD("supplementalGroups", 251, OE, "", "")
FIELD("name", 206, 0, "", "")
FIELD("resources", 310, OE|LM, "", "resourceID")
FIELD("resourceID", 312, 0, "", "")
FIELD("health", 313, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("resourceClaimName", 1, OE|PTR, "", "")
FIELD("requestMappings", 319, 0, "", "")
FIELD("resourceClaimName", 1, 0, "", "")
FIELD("containerName", 1, 0, "", "")
FIELD("resourceName", 1, 0, "", "")
FIELD("requestName", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("stdin", 9, OE, "", "")
FIELD("stdout", 9, OE, "", "")
FIELD("stderr", 9, OE, "", "")
FIELD("tty", 9, OE, "", "")
FIELD("container", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("stdin", 9, OE, "", "")
FIELD("stdout", 9, OE, "", "")
FIELD("stderr", 9, OE, "", "")
FIELD("tty", 9, OE, "", "")
FIELD("container", 1, OE, "", "")
FIELD("command", 10, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("container", 1, OE, "", "")
FIELD("follow", 9, OE, "", "")
FIELD("previous", 9, OE, "", "")
FIELD("sinceSeconds", 4, OE|PTR, "", "")
FIELD("sinceTime", 5, OE|PTR, "", "")
FIELD("timestamps", 9, OE, "", "")
FIELD("tailLines", 4, OE|PTR, "", "")
FIELD("limitBytes", 4, OE|PTR, "", "")
FIELD("insecureSkipTLSVerifyBackend", 9, OE, "", "")
FIELD("stream", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("ports", 214, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("path", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("status", 290, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("template", 328, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 147, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("range", 1, 0, "", "")
FIELD("data", 23, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 331, OE, "", "")
FIELD("status", 332, OE, "", "")
FIELD("replicas", 34, OE|PTR, "", "")
FIELD("minReadySeconds", 34, OE, "", "")
FIELD("selector", 6, OE|ATOMIC, "", "")
FIELD("template", 328, OE|PTR, "", "")
FIELD("replicas", 34, 0, "", "")
FIELD("fullyLabeledReplicas", 34, OE, "", "")
FIELD("readyReplicas", 34, OE, "", "")
FIELD("availableReplicas", 34, OE, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("conditions", 333, OE|PM|LM, "type", "type")
FIELD("type", 335, 0, "", "")
FIELD("status", 20, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 337, OE, "", "")
FIELD("status", 344, OE, "", "")
FIELD("hard", 45, OE, "", "")
FIELD("scopes", 338, OE, "", "")
FIELD("scopeSelector", 340, OE|PTR, "", "")
FIELD("matchExpressions", 341, OE, "", "")
FIELD("scopeName", 339, 0, "", "")
FIELD("operator", 343, 0, "", "")
FIELD("values", 10, OE, "", "")
FIELD("hard", 45, OE, "", "")
FIELD("used", 45, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("immutable", 9, OE|PTR, "", "")
FIELD("data", 22, OE, "", "")
FIELD("stringData", 6, OE, "", "")
FIELD("type", 346, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("reference", 15, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 349, OE, "", "")
FIELD("status", 361, OE, "", "")
FIELD("ports", 350, OE|PM|LM, "port", "port,protocol")
FIELD("selector", 6, OE|ATOMIC, "", "")
FIELD("clusterIP", 1, OE, "", "")
FIELD("clusterIPs", 10, OE, "", "")
FIELD("type", 352, OE, "", "")
FIELD("externalIPs", 10, OE, "", "")
FIELD("sessionAffinity", 353, OE, "", "")
FIELD("loadBalancerIP", 1, OE, "", "")
FIELD("loadBalancerSourceRanges", 10, OE, "", "")
FIELD("externalName", 1, OE, "", "")
FIELD("externalTrafficPolicy", 354, OE, "", "")
FIELD("healthCheckNodePort", 34, OE, "", "")
FIELD("publishNotReadyAddresses", 9, OE, "", "")
FIELD("sessionAffinityConfig", 355, OE|PTR, "", "")
FIELD("ipFamilies", 357, OE, "", "")
FIELD("ipFamilyPolicy", 359, OE|PTR, "", "")
FIELD("allocateLoadBalancerNodePorts", 9, OE|PTR, "", "")
FIELD("loadBalancerClass", 1, OE|PTR, "", "")
FIELD("internalTrafficPolicy", 360, OE|PTR, "", "")
FIELD("trafficDistribution", 1, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("protocol", 35, OE, "", "")
FIELD("appProtocol", 1, OE|PTR, "", "")
FIELD("port", 34, 0, "", "")
FIELD("targetPort", 224, OE, "", "")
FIELD("nodePort", 34, OE, "", "")
FIELD("clientIP", 356, OE|PTR, "", "")
FIELD("timeoutSeconds", 34, OE|PTR, "", "")
FIELD("loadBalancer", 362, OE, "", "")
FIELD("conditions", 368, OE|PM|LM, "type", "type")
FIELD("ingress", 363, OE, "", "")
FIELD("ip", 1, OE, "", "")
FIELD("hostname", 1, OE, "", "")
FIELD("ipMode", 365, OE|PTR, "", "")
FIELD("ports", 366, OE, "", "")
FIELD("port", 34, 0, "", "")
FIELD("protocol", 35, 0, "", "")
FIELD("error", 1, OE|PTR, "", "")
FIELD("type", 1, 0, "", "")
FIELD("status", 370, 0, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("lastTransitionTime", 5, 0, "", "")
FIELD("reason", 1, 0, "", "")
FIELD("message", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("secrets", 372, OE|PM|LM, "name", "name")
FIELD("imagePullSecrets", 257, OE, "", "")
FIELD("automountServiceAccountToken", 9, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("path", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("webhooks", 375, OE|PM|LM, "name", "name")
FIELD("name", 1, 0, "", "")
FIELD("clientConfig", 377, 0, "", "")
FIELD("rules", 379, OE, "", "")
FIELD("failurePolicy", 384, OE|PTR, "", "")
FIELD("matchPolicy", 385, OE|PTR, "", "")
FIELD("namespaceSelector", 130, OE|PTR, "", "")
FIELD("objectSelector", 130, OE|PTR, "", "")
FIELD("sideEffects", 386, PTR, "", "")
FIELD("timeoutSeconds", 34, OE|PTR, "", "")
FIELD("admissionReviewVersions", 10, 0, "", "")
FIELD("reinvocationPolicy", 387, OE|PTR, "", "")
FIELD("matchConditions", 388, OE|PM|LM, "name", "name")
FIELD("url", 1, OE|PTR, "", "")
FIELD("service", 378, OE|PTR, "", "")
FIELD("caBundle", 23, OE, "", "")
FIELD("namespace", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("path", 1, OE|PTR, "", "")
FIELD("port", 34, OE|PTR, "", "")
FIELD("operations", 381, OE, "", "")
FIELD("apiGroups", 10, OE, "", "")
FIELD("apiVersions", 10, OE, "", "")
FIELD("resources", 10, OE, "", "")
FIELD("scope", 383, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("expression", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 391, OE, "", "")
FIELD("status", 403, OE, "", "")
FIELD("paramKind", 392, OE|PTR, "", "")
FIELD("matchConstraints", 393, OE|PTR, "", "")
FIELD("validations", 396, OE, "", "")
FIELD("failurePolicy", 384, OE|PTR, "", "")
FIELD("auditAnnotations", 399, OE, "", "")
FIELD("matchConditions", 388, OE|PM|LM, "name", "name")
FIELD("variables", 401, OE|PM|LM, "name", "name")
FIELD("apiVersion", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("namespaceSelector", 130, OE|PTR, "", "")
FIELD("objectSelector", 130, OE|PTR, "", "")
FIELD("resourceRules", 394, OE, "", "")
FIELD("excludeResourceRules", 394, OE, "", "")
FIELD("matchPolicy", 385, OE|PTR, "", "")
FIELD("resourceNames", 10, OE, "", "")
FIELD("operations", 381, OE, "", "")
FIELD("apiGroups", 10, OE, "", "")
FIELD("apiVersions", 10, OE, "", "")
FIELD("resources", 10, OE, "", "")
FIELD("scope", 383, OE|PTR, "", "")
FIELD("expression", 1, 0, "", "")
FIELD("message", 1, OE, "", "")
FIELD("reason", 398, OE|PTR, "", "")
FIELD("messageExpression", 1, OE, "", "")
FIELD("key", 1, 0, "", "")
FIELD("valueExpression", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("expression", 1, 0, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("typeChecking", 404, OE|PTR, "", "")
FIELD("conditions", 368, OE|LM, "", "type")
FIELD("expressionWarnings", 405, OE, "", "")
FIELD("fieldRef", 1, 0, "", "")
FIELD("warning", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 408, OE, "", "")
FIELD("policyName", 1, OE, "", "")
FIELD("paramRef", 409, OE|PTR, "", "")
FIELD("matchResources", 393, OE|PTR, "", "")
FIELD("validationActions", 411, OE|LS, "", "")
FIELD("name", 1, OE, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("selector", 130, OE|PTR, "", "")
FIELD("parameterNotFoundAction", 410, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("webhooks", 414, OE|PM|LM, "name", "name")
FIELD("name", 1, 0, "", "")
FIELD("clientConfig", 377, 0, "", "")
FIELD("rules", 379, OE, "", "")
FIELD("failurePolicy", 384, OE|PTR, "", "")
FIELD("matchPolicy", 385, OE|PTR, "", "")
FIELD("namespaceSelector", 130, OE|PTR, "", "")
FIELD("objectSelector", 130, OE|PTR, "", "")
FIELD("sideEffects", 386, PTR, "", "")
FIELD("timeoutSeconds", 34, OE|PTR, "", "")
FIELD("admissionReviewVersions", 10, 0, "", "")
FIELD("matchConditions", 388, OE|PM|LM, "name", "name")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 417, OE, "", "")
FIELD("paramKind", 418, OE|PTR, "", "")
FIELD("matchConstraints", 419, OE|PTR, "", "")
FIELD("variables", 423, OE, "", "")
FIELD("mutations", 425, OE, "", "")
FIELD("failurePolicy", 430, OE|PTR, "", "")
FIELD("matchConditions", 431, OE|PM|LM, "name", "name")
FIELD("reinvocationPolicy", 387, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("namespaceSelector", 130, OE|PTR, "", "")
FIELD("objectSelector", 130, OE|PTR, "", "")
FIELD("resourceRules", 420, OE, "", "")
FIELD("excludeResourceRules", 420, OE, "", "")
FIELD("matchPolicy", 422, OE|PTR, "", "")
FIELD("resourceNames", 10, OE, "", "")
FIELD("operations", 381, OE, "", "")
FIELD("apiGroups", 10, OE, "", "")
FIELD("apiVersions", 10, OE, "", "")
FIELD("resources", 10, OE, "", "")
FIELD("scope", 383, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("expression", 1, 0, "", "")
FIELD("patchType", 427, 0, "", "")
FIELD("applyConfiguration", 428, OE|PTR, "", "")
FIELD("jsonPatch", 429, OE|PTR, "", "")
FIELD("expression", 1, OE, "", "")
FIELD("expression", 1, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("expression", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 434, OE, "", "")
FIELD("policyName", 1, OE, "", "")
FIELD("paramRef", 435, OE|PTR, "", "")
FIELD("matchResources", 419, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("selector", 130, OE|PTR, "", "")
FIELD("parameterNotFoundAction", 436, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 438, OE, "", "")
FIELD("paramKind", 439, OE|PTR, "", "")
FIELD("matchConstraints", 440, OE|PTR, "", "")
FIELD("variables", 444, OE, "", "")
FIELD("mutations", 446, OE, "", "")
FIELD("failurePolicy", 451, OE|PTR, "", "")
FIELD("matchConditions", 452, OE|PM|LM, "name", "name")
FIELD("reinvocationPolicy", 387, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("namespaceSelector", 130, OE|PTR, "", "")
FIELD("objectSelector", 130, OE|PTR, "", "")
FIELD("resourceRules", 441, OE, "", "")
FIELD("excludeResourceRules", 441, OE, "", "")
FIELD("matchPolicy", 443, OE|PTR, "", "")
FIELD("resourceNames", 10, OE, "", "")
FIELD("operations", 381, OE, "", "")
FIELD("apiGroups", 10, OE, "", "")
FIELD("apiVersions", 10, OE, "", "")
FIELD("resources", 10, OE, "", "")
FIELD("scope", 383, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("expression", 1, 0, "", "")
FIELD("patchType", 448, 0, "", "")
FIELD("applyConfiguration", 449, OE|PTR, "", "")
FIELD("jsonPatch", 450, OE|PTR, "", "")
FIELD("expression", 1, OE, "", "")
FIELD("expression", 1, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("expression", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 455, OE, "", "")
FIELD("policyName", 1, OE, "", "")
FIELD("paramRef", 456, OE|PTR, "", "")
FIELD("matchResources", 440, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("selector", 130, OE|PTR, "", "")
FIELD("parameterNotFoundAction", 457, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("request", 459, OE|PTR, "", "")
FIELD("response", 462, OE|PTR, "", "")
FIELD("uid", 3, 0, "", "")
FIELD("desiredAPIVersion", 1, 0, "", "")
FIELD("objects", 460, 0, "", "")
FIELD("uid", 3, 0, "", "")
FIELD("convertedObjects", 460, 0, "", "")
FIELD("result", 463, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 464, OE, "", "")
FIELD("status", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("reason", 398, OE, "", "")
FIELD("details", 465, OE|PTR, "", "")
FIELD("code", 34, OE, "", "")
FIELD("selfLink", 1, OE, "", "")
FIELD("resourceVersion", 1, OE, "", "")
FIELD("continue", 1, OE, "", "")
FIELD("remainingItemCount", 4, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("group", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("uid", 3, OE, "", "")
FIELD("causes", 466, OE, "", "")
FIELD("retryAfterSeconds", 34, OE, "", "")
FIELD("reason", 468, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("field", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 470, 0, "", "")
FIELD("status", 504, OE, "", "")
FIELD("group", 1, 0, "", "")
FIELD("names", 471, 0, "", "")
FIELD("scope", 472, 0, "", "")
FIELD("versions", 473, 0, "", "")
FIELD("conversion", 499, OE|PTR, "", "")
FIELD("preserveUnknownFields", 9, OE, "", "")
FIELD("plural", 1, 0, "", "")
FIELD("singular", 1, OE, "", "")
FIELD("shortNames", 10, OE, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("listKind", 1, OE, "", "")
FIELD("categories", 10, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("served", 9, 0, "", "")
FIELD("storage", 9, 0, "", "")
FIELD("deprecated", 9, OE, "", "")
FIELD("deprecationWarning", 1, OE|PTR, "", "")
FIELD("schema", 475, OE|PTR, "", "")
FIELD("subresources", 492, OE|PTR, "", "")
FIELD("additionalPrinterColumns", 495, OE, "", "")
FIELD("selectableFields", 497, OE, "", "")
FIELD("openAPIV3Schema", 476, OE|PTR, "", "")
FIELD("id", 1, OE, "", "")
FIELD("$schema", 477, OE, "", "")
FIELD("$ref", 1, OE|PTR, "", "")
FIELD("description", 1, OE, "", "")
FIELD("type", 1, OE, "", "")
FIELD("format", 1, OE, "", "")
FIELD("title", 1, OE, "", "")
FIELD("default", 478, OE|PTR, "", "")
FIELD("maximum", 479, OE|PTR, "", "")
FIELD("exclusiveMaximum", 9, OE, "", "")
FIELD("minimum", 479, OE|PTR, "", "")
FIELD("exclusiveMinimum", 9, OE, "", "")
FIELD("maxLength", 4, OE|PTR, "", "")
FIELD("minLength", 4, OE|PTR, "", "")
FIELD("pattern", 1, OE, "", "")
FIELD("maxItems", 4, OE|PTR, "", "")
FIELD("minItems", 4, OE|PTR, "", "")
FIELD("uniqueItems", 9, OE, "", "")
FIELD("multipleOf", 479, OE|PTR, "", "")
FIELD("enum", 480, OE, "", "")
FIELD("maxProperties", 4, OE|PTR, "", "")
FIELD("minProperties", 4, OE|PTR, "", "")
FIELD("required", 10, OE, "", "")
FIELD("items", 481, OE|PTR, "", "")
FIELD("allOf", 482, OE, "", "")
FIELD("oneOf", 482, OE, "", "")
FIELD("anyOf", 482, OE, "", "")
FIELD("not", 476, OE|PTR, "", "")
FIELD("properties", 483, OE, "", "")
FIELD("additionalProperties", 484, OE|PTR, "", "")
FIELD("patternProperties", 483, OE, "", "")
FIELD("dependencies", 485, OE, "", "")
FIELD("additionalItems", 484, OE|PTR, "", "")
FIELD("definitions", 487, OE, "", "")
FIELD("externalDocs", 488, OE|PTR, "", "")
FIELD("example", 478, OE|PTR, "", "")
FIELD("nullable", 9, OE, "", "")
FIELD("x-kubernetes-preserve-unknown-fields", 9, OE|PTR, "", "")
FIELD("x-kubernetes-embedded-resource", 9, OE, "", "")
FIELD("x-kubernetes-int-or-string", 9, OE, "", "")
FIELD("x-kubernetes-list-map-keys", 10, OE, "", "")
FIELD("x-kubernetes-list-type", 1, OE|PTR, "", "")
FIELD("x-kubernetes-map-type", 1, OE|PTR, "", "")
FIELD("x-kubernetes-validations", 489, OE|PM|LM, "rule", "rule")
FIELD("description", 1, OE, "", "")
FIELD("url", 1, OE, "", "")
FIELD("rule", 1, 0, "", "")
FIELD("message", 1, OE, "", "")
FIELD("messageExpression", 1, OE, "", "")
FIELD("reason", 491, OE|PTR, "", "")
FIELD("fieldPath", 1, OE, "", "")
FIELD("optionalOldSelf", 9, OE|PTR, "", "")
FIELD("status", 493, OE|PTR, "", "")
FIELD("scale", 494, OE|PTR, "", "")
FIELD("specReplicasPath", 1, 0, "", "")
FIELD("statusReplicasPath", 1, 0, "", "")
FIELD("labelSelectorPath", 1, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("type", 1, 0, "", "")
FIELD("format", 1, OE, "", "")
FIELD("description", 1, OE, "", "")
FIELD("priority", 34, OE, "", "")
FIELD("jsonPath", 1, 0, "", "")
FIELD("jsonPath", 1, 0, "", "")
FIELD("strategy", 500, 0, "", "")
FIELD("webhook", 501, OE|PTR, "", "")
FIELD("clientConfig", 502, OE|PTR, "", "")
FIELD("conversionReviewVersions", 10, 0, "", "")
FIELD("url", 1, OE|PTR, "", "")
FIELD("service", 503, OE|PTR, "", "")
FIELD("caBundle", 23, OE, "", "")
FIELD("namespace", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("path", 1, OE|PTR, "", "")
FIELD("port", 34, OE|PTR, "", "")
FIELD("conditions", 505, LM, "", "type")
FIELD("acceptedNames", 471, 0, "", "")
FIELD("storedVersions", 10, 0, "", "")
FIELD("type", 507, 0, "", "")
FIELD("status", 508, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 510, OE, "", "")
FIELD("status", 512, OE, "", "")
FIELD("service", 511, OE|PTR, "", "")
FIELD("group", 1, OE, "", "")
FIELD("version", 1, OE, "", "")
FIELD("insecureSkipTLSVerify", 9, OE, "", "")
FIELD("caBundle", 23, OE, "", "")
FIELD("groupPriorityMinimum", 34, 0, "", "")
FIELD("versionPriority", 34, 0, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("port", 34, OE|PTR, "", "")
FIELD("conditions", 513, OE|PM|LM, "type", "type")
FIELD("type", 515, 0, "", "")
FIELD("status", 516, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("data", 461, OE, "", "")
FIELD("revision", 4, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 519, OE, "", "")
FIELD("status", 523, OE, "", "")
FIELD("selector", 130, PTR, "", "")
FIELD("template", 328, 0, "", "")
FIELD("updateStrategy", 520, OE, "", "")
FIELD("minReadySeconds", 34, OE, "", "")
FIELD("revisionHistoryLimit", 34, OE|PTR, "", "")
FIELD("type", 521, OE, "", "")
FIELD("rollingUpdate", 522, OE|PTR, "", "")
FIELD("maxUnavailable", 224, OE|PTR, "", "")
FIELD("maxSurge", 224, OE|PTR, "", "")
FIELD("currentNumberScheduled", 34, 0, "", "")
FIELD("numberMisscheduled", 34, 0, "", "")
FIELD("desiredNumberScheduled", 34, 0, "", "")
FIELD("numberReady", 34, 0, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("updatedNumberScheduled", 34, OE, "", "")
FIELD("numberAvailable", 34, OE, "", "")
FIELD("numberUnavailable", 34, OE, "", "")
FIELD("collisionCount", 34, OE|PTR, "", "")
FIELD("conditions", 524, OE|PM|LM, "type", "type")
FIELD("type", 526, 0, "", "")
FIELD("status", 20, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 528, OE, "", "")
FIELD("status", 532, OE, "", "")
FIELD("replicas", 34, OE|PTR, "", "")
FIELD("selector", 130, PTR, "", "")
FIELD("template", 328, 0, "", "")
FIELD("strategy", 529, OE|RK, "", "")
FIELD("minReadySeconds", 34, OE, "", "")
FIELD("revisionHistoryLimit", 34, OE|PTR, "", "")
FIELD("paused", 9, OE, "", "")
FIELD("progressDeadlineSeconds", 34, OE|PTR, "", "")
FIELD("type", 530, OE, "", "")
FIELD("rollingUpdate", 531, OE|PTR, "", "")
FIELD("maxUnavailable", 224, OE|PTR, "", "")
FIELD("maxSurge", 224, OE|PTR, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("replicas", 34, OE, "", "")
FIELD("updatedReplicas", 34, OE, "", "")
FIELD("readyReplicas", 34, OE, "", "")
FIELD("availableReplicas", 34, OE, "", "")
FIELD("unavailableReplicas", 34, OE, "", "")
FIELD("terminatingReplicas", 34, OE|PTR, "", "")
FIELD("conditions", 533, OE|PM|LM, "type", "type")
FIELD("collisionCount", 34, OE|PTR, "", "")
FIELD("type", 535, 0, "", "")
FIELD("status", 20, 0, "", "")
FIELD("lastUpdateTime", 5, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 537, OE, "", "")
FIELD("status", 538, OE, "", "")
FIELD("replicas", 34, OE|PTR, "", "")
FIELD("minReadySeconds", 34, OE, "", "")
FIELD("selector", 130, PTR, "", "")
FIELD("template", 328, OE, "", "")
FIELD("replicas", 34, 0, "", "")
FIELD("fullyLabeledReplicas", 34, OE, "", "")
FIELD("readyReplicas", 34, OE, "", "")
FIELD("availableReplicas", 34, OE, "", "")
FIELD("terminatingReplicas", 34, OE|PTR, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("conditions", 539, OE|PM|LM, "type", "type")
FIELD("type", 541, 0, "", "")
FIELD("status", 20, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 543, OE, "", "")
FIELD("status", 552, OE, "", "")
FIELD("replicas", 34, OE|PTR, "", "")
FIELD("selector", 130, PTR, "", "")
FIELD("template", 328, 0, "", "")
FIELD("volumeClaimTemplates", 544, OE, "", "")
FIELD("serviceName", 1, 0, "", "")
FIELD("podManagementPolicy", 545, OE, "", "")
FIELD("updateStrategy", 546, OE, "", "")
FIELD("revisionHistoryLimit", 34, OE|PTR, "", "")
FIELD("minReadySeconds", 34, OE, "", "")
FIELD("persistentVolumeClaimRetentionPolicy", 549, OE|PTR, "", "")
FIELD("ordinals", 551, OE|PTR, "", "")
FIELD("type", 547, OE, "", "")
FIELD("rollingUpdate", 548, OE|PTR, "", "")
FIELD("partition", 34, OE|PTR, "", "")
FIELD("maxUnavailable", 224, OE|PTR, "", "")
FIELD("whenDeleted", 550, OE, "", "")
FIELD("whenScaled", 550, OE, "", "")
FIELD("start", 34, 0, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("replicas", 34, 0, "", "")
FIELD("readyReplicas", 34, OE, "", "")
FIELD("currentReplicas", 34, OE, "", "")
FIELD("updatedReplicas", 34, OE, "", "")
FIELD("currentRevision", 1, OE, "", "")
FIELD("updateRevision", 1, OE, "", "")
FIELD("collisionCount", 34, OE|PTR, "", "")
FIELD("conditions", 553, OE|PM|LM, "type", "type")
FIELD("availableReplicas", 34, 0, "", "")
FIELD("type", 555, 0, "", "")
FIELD("status", 20, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("status", 557, OE, "", "")
FIELD("userInfo", 558, OE, "", "")
FIELD("username", 1, OE, "", "")
FIELD("uid", 1, OE, "", "")
FIELD("groups", 10, OE, "", "")
FIELD("extra", 559, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 562, 0, "", "")
FIELD("status", 564, OE, "", "")
FIELD("audiences", 10, 0, "", "")
FIELD("expirationSeconds", 4, PTR, "", "")
FIELD("boundObjectRef", 563, PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("uid", 3, OE, "", "")
FIELD("token", 1, 0, "", "")
FIELD("expirationTimestamp", 5, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 566, 0, "", "")
FIELD("status", 567, OE, "", "")
FIELD("token", 1, OE, "", "")
FIELD("audiences", 10, OE, "", "")
FIELD("authenticated", 9, OE, "", "")
FIELD("user", 558, OE, "", "")
FIELD("audiences", 10, OE, "", "")
FIELD("error", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 569, 0, "", "")
FIELD("status", 579, OE, "", "")
FIELD("resourceAttributes", 570, OE|PTR, "", "")
FIELD("nonResourceAttributes", 576, OE|PTR, "", "")
FIELD("user", 1, OE, "", "")
FIELD("groups", 10, OE, "", "")
FIELD("extra", 577, OE, "", "")
FIELD("uid", 1, OE, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("verb", 1, OE, "", "")
FIELD("group", 1, OE, "", "")
FIELD("version", 1, OE, "", "")
FIELD("resource", 1, OE, "", "")
FIELD("subresource", 1, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("fieldSelector", 571, OE|PTR, "", "")
FIELD("labelSelector", 575, OE|PTR, "", "")
FIELD("rawSelector", 1, OE, "", "")
FIELD("requirements", 572, OE, "", "")
FIELD("key", 1, 0, "", "")
FIELD("operator", 574, 0, "", "")
FIELD("values", 10, OE, "", "")
FIELD("rawSelector", 1, OE, "", "")
FIELD("requirements", 131, OE, "", "")
FIELD("path", 1, OE, "", "")
FIELD("verb", 1, OE, "", "")
FIELD("allowed", 9, 0, "", "")
FIELD("denied", 9, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("evaluationError", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 581, 0, "", "")
FIELD("status", 579, OE, "", "")
FIELD("resourceAttributes", 570, OE|PTR, "", "")
FIELD("nonResourceAttributes", 576, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 583, 0, "", "")
FIELD("status", 584, OE, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("resourceRules", 585, 0, "", "")
FIELD("nonResourceRules", 587, 0, "", "")
FIELD("incomplete", 9, 0, "", "")
FIELD("evaluationError", 1, OE, "", "")
FIELD("verbs", 10, 0, "", "")
FIELD("apiGroups", 10, OE, "", "")
FIELD("resources", 10, OE, "", "")
FIELD("resourceNames", 10, OE, "", "")
FIELD("verbs", 10, 0, "", "")
FIELD("nonResourceURLs", 10, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 569, 0, "", "")
FIELD("status", 579, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 591, OE, "", "")
FIELD("status", 593, OE, "", "")
FIELD("scaleTargetRef", 592, 0, "", "")
FIELD("minReplicas", 34, OE|PTR, "", "")
FIELD("maxReplicas", 34, 0, "", "")
FIELD("targetCPUUtilizationPercentage", 34, OE|PTR, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("observedGeneration", 4, OE|PTR, "", "")
FIELD("lastScaleTime", 5, OE|PTR, "", "")
FIELD("currentReplicas", 34, 0, "", "")
FIELD("desiredReplicas", 34, 0, "", "")
FIELD("currentCPUUtilizationPercentage", 34, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 595, OE, "", "")
FIELD("status", 596, OE, "", "")
FIELD("replicas", 34, OE, "", "")
FIELD("replicas", 34, 0, "", "")
FIELD("selector", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 598, OE, "", "")
FIELD("status", 617, OE, "", "")
FIELD("scaleTargetRef", 599, 0, "", "")
FIELD("minReplicas", 34, OE|PTR, "", "")
FIELD("maxReplicas", 34, 0, "", "")
FIELD("metrics", 600, OE, "", "")
FIELD("behavior", 611, OE|PTR, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("type", 602, 0, "", "")
FIELD("object", 603, OE|PTR, "", "")
FIELD("pods", 607, OE|PTR, "", "")
FIELD("resource", 608, OE|PTR, "", "")
FIELD("containerResource", 609, OE|PTR, "", "")
FIELD("external", 610, OE|PTR, "", "")
FIELD("describedObject", 599, 0, "", "")
FIELD("target", 604, 0, "", "")
FIELD("metric", 606, 0, "", "")
FIELD("type", 605, 0, "", "")
FIELD("value", 46, OE|PTR, "", "")
FIELD("averageValue", 46, OE|PTR, "", "")
FIELD("averageUtilization", 34, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("selector", 130, OE|PTR, "", "")
FIELD("metric", 606, 0, "", "")
FIELD("target", 604, 0, "", "")
FIELD("name", 206, 0, "", "")
FIELD("target", 604, 0, "", "")
FIELD("name", 206, 0, "", "")
FIELD("target", 604, 0, "", "")
FIELD("container", 1, 0, "", "")
FIELD("metric", 606, 0, "", "")
FIELD("target", 604, 0, "", "")
FIELD("scaleUp", 612, OE|PTR, "", "")
FIELD("scaleDown", 612, OE|PTR, "", "")
FIELD("stabilizationWindowSeconds", 34, OE|PTR, "", "")
FIELD("selectPolicy", 613, OE|PTR, "", "")
FIELD("policies", 614, OE, "", "")
FIELD("tolerance", 46, OE|PTR, "", "")
FIELD("type", 616, 0, "", "")
FIELD("value", 34, 0, "", "")
FIELD("periodSeconds", 34, 0, "", "")
FIELD("observedGeneration", 4, OE|PTR, "", "")
FIELD("lastScaleTime", 5, OE|PTR, "", "")
FIELD("currentReplicas", 34, OE, "", "")
FIELD("desiredReplicas", 34, 0, "", "")
FIELD("currentMetrics", 618, 0, "", "")
FIELD("conditions", 626, OE|PM|LM, "type", "type")
FIELD("type", 602, 0, "", "")
FIELD("object", 620, OE|PTR, "", "")
FIELD("pods", 622, OE|PTR, "", "")
FIELD("resource", 623, OE|PTR, "", "")
FIELD("containerResource", 624, OE|PTR, "", "")
FIELD("external", 625, OE|PTR, "", "")
FIELD("metric", 606, 0, "", "")
FIELD("current", 621, 0, "", "")
FIELD("describedObject", 599, 0, "", "")
FIELD("value", 46, OE|PTR, "", "")
FIELD("averageValue", 46, OE|PTR, "", "")
FIELD("averageUtilization", 34, OE|PTR, "", "")
FIELD("metric", 606, 0, "", "")
FIELD("current", 621, 0, "", "")
FIELD("name", 206, 0, "", "")
FIELD("current", 621, 0, "", "")
FIELD("name", 206, 0, "", "")
FIELD("current", 621, 0, "", "")
FIELD("container", 1, 0, "", "")
FIELD("metric", 606, 0, "", "")
FIELD("current", 621, 0, "", "")
FIELD("type", 628, 0, "", "")
FIELD("status", 20, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 630, OE, "", "")
FIELD("status", 647, OE, "", "")
FIELD("schedule", 1, 0, "", "")
FIELD("timeZone", 1, OE|PTR, "", "")
FIELD("startingDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("concurrencyPolicy", 631, OE, "", "")
FIELD("suspend", 9, OE|PTR, "", "")
FIELD("jobTemplate", 632, 0, "", "")
FIELD("successfulJobsHistoryLimit", 34, OE|PTR, "", "")
FIELD("failedJobsHistoryLimit", 34, OE|PTR, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 633, OE, "", "")
FIELD("parallelism", 34, OE|PTR, "", "")
FIELD("completions", 34, OE|PTR, "", "")
FIELD("activeDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("podFailurePolicy", 634, OE|PTR, "", "")
FIELD("successPolicy", 642, OE|PTR, "", "")
FIELD("backoffLimit", 34, OE|PTR, "", "")
FIELD("backoffLimitPerIndex", 34, OE|PTR, "", "")
FIELD("maxFailedIndexes", 34, OE|PTR, "", "")
FIELD("selector", 130, OE|PTR, "", "")
FIELD("manualSelector", 9, OE|PTR, "", "")
FIELD("template", 328, 0, "", "")
FIELD("ttlSecondsAfterFinished", 34, OE|PTR, "", "")
FIELD("completionMode", 645, OE|PTR, "", "")
FIELD("suspend", 9, OE|PTR, "", "")
FIELD("podReplacementPolicy", 646, OE|PTR, "", "")
FIELD("managedBy", 1, OE|PTR, "", "")
FIELD("rules", 635, 0, "", "")
FIELD("action", 637, 0, "", "")
FIELD("onExitCodes", 638, OE|PTR, "", "")
FIELD("onPodConditions", 640, OE, "", "")
FIELD("containerName", 1, OE|PTR, "", "")
FIELD("operator", 639, 0, "", "")
FIELD("values", 214, LS, "", "")
FIELD("type", 278, 0, "", "")
FIELD("status", 20, 0, "", "")
FIELD("rules", 643, 0, "", "")
FIELD("succeededIndexes", 1, OE|PTR, "", "")
FIELD("succeededCount", 34, OE|PTR, "", "")
FIELD("active", 372, OE, "", "")
FIELD("lastScheduleTime", 5, OE|PTR, "", "")
FIELD("lastSuccessfulTime", 5, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 633, OE, "", "")
FIELD("status", 649, OE, "", "")
FIELD("conditions", 650, OE|PM, "type", "")
FIELD("startTime", 5, OE|PTR, "", "")
FIELD("completionTime", 5, OE|PTR, "", "")
FIELD("active", 34, OE, "", "")
FIELD("succeeded", 34, OE, "", "")
FIELD("failed", 34, OE, "", "")
FIELD("terminating", 34, OE|PTR, "", "")
FIELD("completedIndexes", 1, OE, "", "")
FIELD("failedIndexes", 1, OE|PTR, "", "")
FIELD("uncountedTerminatedPods", 653, OE|PTR, "", "")
FIELD("ready", 34, OE|PTR, "", "")
FIELD("type", 652, 0, "", "")
FIELD("status", 20, 0, "", "")
FIELD("lastProbeTime", 5, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("succeeded", 654, OE|LS, "", "")
FIELD("failed", 654, OE|LS, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 656, 0, "", "")
FIELD("status", 661, OE, "", "")
FIELD("request", 23, 0, "", "")
FIELD("signerName", 1, 0, "", "")
FIELD("expirationSeconds", 34, OE|PTR, "", "")
FIELD("usages", 657, OE, "", "")
FIELD("username", 1, OE, "", "")
FIELD("uid", 1, OE, "", "")
FIELD("groups", 10, OE, "", "")
FIELD("extra", 659, OE, "", "")
FIELD("conditions", 662, OE|LM, "", "type")
FIELD("certificate", 23, OE, "", "")
FIELD("type", 664, 0, "", "")
FIELD("status", 20, 0, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("lastUpdateTime", 5, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 666, OE, "", "")
FIELD("holderIdentity", 1, OE|PTR, "", "")
FIELD("leaseDurationSeconds", 34, OE|PTR, "", "")
FIELD("acquireTime", 38, OE|PTR, "", "")
FIELD("renewTime", 38, OE|PTR, "", "")
FIELD("leaseTransitions", 34, OE|PTR, "", "")
FIELD("strategy", 667, OE|PTR, "", "")
FIELD("preferredHolder", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("addressType", 669, 0, "", "")
FIELD("endpoints", 670, 0, "", "")
FIELD("ports", 678, 0, "", "")
FIELD("addresses", 10, LS, "", "")
FIELD("conditions", 672, OE, "", "")
FIELD("hostname", 1, OE|PTR, "", "")
FIELD("targetRef", 15, OE|PTR, "", "")
FIELD("deprecatedTopology", 6, OE, "", "")
FIELD("nodeName", 1, OE|PTR, "", "")
FIELD("zone", 1, OE|PTR, "", "")
FIELD("hints", 673, OE|PTR, "", "")
FIELD("ready", 9, OE|PTR, "", "")
FIELD("serving", 9, OE|PTR, "", "")
FIELD("terminating", 9, OE|PTR, "", "")
FIELD("forZones", 674, OE, "", "")
FIELD("forNodes", 676, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("name", 1, OE|PTR, "", "")
FIELD("protocol", 35, OE|PTR, "", "")
FIELD("port", 34, OE|PTR, "", "")
FIELD("appProtocol", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, 0, "", "")
FIELD("eventTime", 38, 0, "", "")
FIELD("series", 681, OE|PTR, "", "")
FIELD("reportingController", 1, OE, "", "")
FIELD("reportingInstance", 1, OE, "", "")
FIELD("action", 1, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("regarding", 15, OE, "", "")
FIELD("related", 15, OE|PTR, "", "")
FIELD("note", 1, OE, "", "")
FIELD("type", 1, OE, "", "")
FIELD("deprecatedSource", 37, OE, "", "")
FIELD("deprecatedFirstTimestamp", 5, OE, "", "")
FIELD("deprecatedLastTimestamp", 5, OE, "", "")
FIELD("deprecatedCount", 34, OE, "", "")
FIELD("count", 34, 0, "", "")
FIELD("lastObservedTime", 38, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 683, OE, "", "")
FIELD("status", 699, OE, "", "")
FIELD("priorityLevelConfiguration", 684, 0, "", "")
FIELD("matchingPrecedence", 34, 0, "", "")
FIELD("distinguisherMethod", 685, OE|PTR, "", "")
FIELD("rules", 687, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("type", 686, 0, "", "")
FIELD("subjects", 689, 0, "", "")
FIELD("resourceRules", 695, OE, "", "")
FIELD("nonResourceRules", 697, OE, "", "")
FIELD("kind", 691, 0, "", "")
FIELD("user", 692, OE|PTR, "", "")
FIELD("group", 693, OE|PTR, "", "")
FIELD("serviceAccount", 694, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("namespace", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("verbs", 10, LS, "", "")
FIELD("apiGroups", 10, LS, "", "")
FIELD("resources", 10, LS, "", "")
FIELD("clusterScope", 9, OE, "", "")
FIELD("namespaces", 10, LS, "", "")
FIELD("verbs", 10, LS, "", "")
FIELD("nonResourceURLs", 10, LS, "", "")
FIELD("conditions", 700, OE|PM|LM, "type", "type")
FIELD("type", 702, OE, "", "")
FIELD("status", 703, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 705, OE, "", "")
FIELD("status", 712, OE, "", "")
FIELD("type", 706, 0, "", "")
FIELD("limited", 707, OE|PTR, "", "")
FIELD("exempt", 711, OE|PTR, "", "")
FIELD("nominalConcurrencyShares", 34, PTR, "", "")
FIELD("limitResponse", 708, OE, "", "")
FIELD("lendablePercent", 34, OE|PTR, "", "")
FIELD("borrowingLimitPercent", 34, OE|PTR, "", "")
FIELD("type", 709, 0, "", "")
FIELD("queuing", 710, OE|PTR, "", "")
FIELD("queues", 34, 0, "", "")
FIELD("handSize", 34, 0, "", "")
FIELD("queueLengthLimit", 34, 0, "", "")
FIELD("nominalConcurrencyShares", 34, OE|PTR, "", "")
FIELD("lendablePercent", 34, OE|PTR, "", "")
FIELD("conditions", 713, OE|PM|LM, "type", "type")
FIELD("type", 715, OE, "", "")
FIELD("status", 703, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 717, OE, "", "")
FIELD("parentRef", 718, OE|PTR, "", "")
FIELD("group", 1, OE, "", "")
FIELD("resource", 1, OE, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 720, OE, "", "")
FIELD("status", 732, OE, "", "")
FIELD("ingressClassName", 1, OE|PTR, "", "")
FIELD("defaultBackend", 721, OE|PTR, "", "")
FIELD("tls", 724, OE, "", "")
FIELD("rules", 726, OE, "", "")
FIELD("service", 722, OE|PTR, "", "")
FIELD("resource", 135, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("port", 723, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("number", 34, OE, "", "")
FIELD("hosts", 10, OE, "", "")
FIELD("secretName", 1, OE, "", "")
FIELD("host", 1, OE, "", "")
FIELD("http", 728, OE|PTR, "", "")
FIELD("paths", 729, 0, "", "")
FIELD("path", 1, OE, "", "")
FIELD("pathType", 731, PTR, "", "")
FIELD("backend", 721, 0, "", "")
FIELD("loadBalancer", 733, OE, "", "")
FIELD("ingress", 734, OE, "", "")
FIELD("ip", 1, OE, "", "")
FIELD("hostname", 1, OE, "", "")
FIELD("ports", 736, OE, "", "")
FIELD("port", 34, 0, "", "")
FIELD("protocol", 35, 0, "", "")
FIELD("error", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 739, OE, "", "")
FIELD("controller", 1, OE, "", "")
FIELD("parameters", 740, OE|PTR, "", "")
FIELD("apiGroup", 1, OE|PTR, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("scope", 1, PTR, "", "")
FIELD("namespace", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 742, OE, "", "")
FIELD("podSelector", 130, 0, "", "")
FIELD("ingress", 743, OE, "", "")
FIELD("egress", 750, OE, "", "")
FIELD("policyTypes", 752, OE, "", "")
FIELD("ports", 745, OE, "", "")
FIELD("from", 747, OE, "", "")
FIELD("protocol", 35, OE|PTR, "", "")
FIELD("port", 224, OE|PTR, "", "")
FIELD("endPort", 34, OE|PTR, "", "")
FIELD("podSelector", 130, OE|PTR, "", "")
FIELD("namespaceSelector", 130, OE|PTR, "", "")
FIELD("ipBlock", 749, OE|PTR, "", "")
FIELD("cidr", 1, 0, "", "")
FIELD("except", 10, OE, "", "")
FIELD("ports", 745, OE, "", "")
FIELD("to", 747, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 755, OE, "", "")
FIELD("status", 756, OE, "", "")
FIELD("cidrs", 10, OE, "", "")
FIELD("conditions", 368, OE|PM|LM, "type", "type")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("handler", 1, 0, "", "")
FIELD("overhead", 758, OE|PTR, "", "")
FIELD("scheduling", 759, OE|PTR, "", "")
FIELD("podFixed", 45, OE, "", "")
FIELD("nodeSelector", 6, OE|ATOMIC, "", "")
FIELD("tolerations", 268, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("deleteOptions", 24, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 762, OE, "", "")
FIELD("status", 764, OE, "", "")
FIELD("minAvailable", 224, OE|PTR, "", "")
FIELD("selector", 130, OE|PTR|PR, "", "")
FIELD("maxUnavailable", 224, OE|PTR, "", "")
FIELD("unhealthyPodEvictionPolicy", 763, OE|PTR, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("disruptedPods", 765, OE, "", "")
FIELD("disruptionsAllowed", 34, 0, "", "")
FIELD("currentHealthy", 34, 0, "", "")
FIELD("desiredHealthy", 34, 0, "", "")
FIELD("expectedPods", 34, 0, "", "")
FIELD("conditions", 368, OE|PM|LM, "type", "type")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("rules", 767, 0, "", "")
FIELD("aggregationRule", 769, OE|PTR, "", "")
FIELD("verbs", 10, 0, "", "")
FIELD("apiGroups", 10, OE, "", "")
FIELD("resources", 10, OE, "", "")
FIELD("resourceNames", 10, OE, "", "")
FIELD("nonResourceURLs", 10, OE, "", "")
FIELD("clusterRoleSelectors", 770, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("subjects", 772, OE, "", "")
FIELD("roleRef", 774, 0, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("apiGroup", 1, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("apiGroup", 1, 0, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("rules", 767, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("subjects", 772, OE, "", "")
FIELD("roleRef", 774, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 778, 0, "", "")
FIELD("selectors", 779, OE, "", "")
FIELD("config", 782, OE, "", "")
FIELD("extendedResourceName", 1, OE|PTR, "", "")
FIELD("cel", 781, OE|PTR, "", "")
FIELD("expression", 1, 0, "", "")
FIELD("opaque", 784, OE|PTR, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("parameters", 461, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 786, 0, "", "")
FIELD("status", 805, OE, "", "")
FIELD("devices", 787, 0, "", "")
FIELD("requests", 788, 0, "", "")
FIELD("constraints", 800, OE, "", "")
FIELD("config", 803, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("exactly", 790, OE|PTR, "", "")
FIELD("firstAvailable", 798, OE, "", "")
FIELD("deviceClassName", 1, 0, "", "")
FIELD("selectors", 779, OE, "", "")
FIELD("allocationMode", 791, OE, "", "")
FIELD("count", 4, OE, "", "")
FIELD("adminAccess", 9, OE|PTR, "", "")
FIELD("tolerations", 792, OE, "", "")
FIELD("capacity", 796, OE|PTR, "", "")
FIELD("key", 1, OE, "", "")
FIELD("operator", 794, OE, "", "")
FIELD("value", 1, OE, "", "")
FIELD("effect", 795, OE, "", "")
FIELD("tolerationSeconds", 4, OE|PTR, "", "")
FIELD("requests", 797, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("deviceClassName", 1, 0, "", "")
FIELD("selectors", 779, OE, "", "")
FIELD("allocationMode", 791, OE, "", "")
FIELD("count", 4, OE, "", "")
FIELD("tolerations", 792, OE, "", "")
FIELD("capacity", 796, OE|PTR, "", "")
FIELD("requests", 10, OE, "", "")
FIELD("matchAttribute", 802, OE|PTR, "", "")
FIELD("distinctAttribute", 802, OE|PTR, "", "")
FIELD("requests", 10, OE, "", "")
FIELD("opaque", 784, OE|PTR, "", "")
FIELD("allocation", 806, OE|PTR, "", "")
FIELD("reservedFor", 813, OE|PM|LM, "uid", "uid")
FIELD("devices", 815, OE|LM, "", "driver,device,pool,shareID")
FIELD("devices", 807, OE, "", "")
FIELD("nodeSelector", 120, OE|PTR, "", "")
FIELD("allocationTimestamp", 5, OE|PTR, "", "")
FIELD("results", 808, OE, "", "")
FIELD("config", 810, OE, "", "")
FIELD("request", 1, 0, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("pool", 1, 0, "", "")
FIELD("device", 1, 0, "", "")
FIELD("adminAccess", 9, OE|PTR, "", "")
FIELD("tolerations", 792, OE, "", "")
FIELD("bindingConditions", 10, OE, "", "")
FIELD("bindingFailureConditions", 10, OE, "", "")
FIELD("shareID", 3, OE|PTR, "", "")
FIELD("consumedCapacity", 797, OE, "", "")
FIELD("source", 812, 0, "", "")
FIELD("requests", 10, OE, "", "")
FIELD("opaque", 784, OE|PTR, "", "")
FIELD("apiGroup", 1, OE, "", "")
FIELD("resource", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("uid", 3, 0, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("pool", 1, 0, "", "")
FIELD("device", 1, 0, "", "")
FIELD("shareID", 1, OE|PTR, "", "")
FIELD("conditions", 368, LM, "", "type")
FIELD("data", 461, OE|PTR, "", "")
FIELD("networkData", 817, OE|PTR, "", "")
FIELD("interfaceName", 1, OE, "", "")
FIELD("ips", 10, OE, "", "")
FIELD("hardwareAddress", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 819, 0, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 786, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 821, 0, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("pool", 822, 0, "", "")
FIELD("nodeName", 1, OE|PTR, "", "")
FIELD("nodeSelector", 120, OE|PTR, "", "")
FIELD("allNodes", 9, OE|PTR, "", "")
FIELD("devices", 823, 0, "", "")
FIELD("perDeviceNodeSelection", 9, OE|PTR, "", "")
FIELD("sharedCounters", 838, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("generation", 4, 0, "", "")
FIELD("resourceSliceCount", 4, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("attributes", 825, OE, "", "")
FIELD("capacity", 827, OE, "", "")
FIELD("consumesCounters", 832, OE, "", "")
FIELD("nodeName", 1, OE|PTR, "", "")
FIELD("nodeSelector", 120, OE|PTR, "", "")
FIELD("allNodes", 9, OE|PTR, "", "")
FIELD("taints", 836, OE, "", "")
FIELD("bindsToNode", 9, OE|PTR, "", "")
FIELD("bindingConditions", 10, OE, "", "")
FIELD("bindingFailureConditions", 10, OE, "", "")
FIELD("allowMultipleAllocations", 9, OE|PTR, "", "")
FIELD("int", 4, OE|PTR, "", "")
FIELD("bool", 9, OE|PTR, "", "")
FIELD("string", 1, OE|PTR, "", "")
FIELD("version", 1, OE|PTR, "", "")
FIELD("value", 46, 0, "", "")
FIELD("requestPolicy", 829, OE|PTR, "", "")
FIELD("default", 46, PTR, "", "")
FIELD("validValues", 830, OE, "", "")
FIELD("validRange", 831, OE|PTR, "", "")
FIELD("min", 46, OE|PTR, "", "")
FIELD("max", 46, OE|PTR, "", "")
FIELD("step", 46, OE|PTR, "", "")
FIELD("counterSet", 1, 0, "", "")
FIELD("counters", 834, OE, "", "")
FIELD("value", 46, 0, "", "")
FIELD("key", 1, 0, "", "")
FIELD("value", 1, OE, "", "")
FIELD("effect", 795, 0, "", "")
FIELD("timeAdded", 5, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("counters", 834, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("value", 34, 0, "", "")
FIELD("globalDefault", 9, OE, "", "")
FIELD("description", 1, OE, "", "")
FIELD("preemptionPolicy", 279, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 842, 0, "", "")
FIELD("attachRequired", 9, OE|PTR, "", "")
FIELD("podInfoOnMount", 9, OE|PTR, "", "")
FIELD("volumeLifecycleModes", 843, OE|LS, "", "")
FIELD("storageCapacity", 9, OE|PTR, "", "")
FIELD("fsGroupPolicy", 845, OE|PTR, "", "")
FIELD("tokenRequests", 846, OE, "", "")
FIELD("requiresRepublish", 9, OE|PTR, "", "")
FIELD("seLinuxMount", 9, OE|PTR, "", "")
FIELD("nodeAllocatableUpdatePeriodSeconds", 4, OE|PTR, "", "")
FIELD("audience", 1, 0, "", "")
FIELD("expirationSeconds", 4, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 849, 0, "", "")
FIELD("drivers", 850, PM|LM, "name", "name")
FIELD("name", 1, 0, "", "")
FIELD("nodeID", 1, 0, "", "")
FIELD("topologyKeys", 10, 0, "", "")
FIELD("allocatable", 852, OE|PTR, "", "")
FIELD("count", 34, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("nodeTopology", 130, OE|PTR, "", "")
FIELD("storageClassName", 1, 0, "", "")
FIELD("capacity", 46, OE|PTR, "", "")
FIELD("maximumVolumeSize", 46, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("provisioner", 1, 0, "", "")
FIELD("parameters", 6, OE, "", "")
FIELD("reclaimPolicy", 117, OE|PTR, "", "")
FIELD("mountOptions", 10, OE, "", "")
FIELD("allowVolumeExpansion", 9, OE|PTR, "", "")
FIELD("volumeBindingMode", 855, OE|PTR, "", "")
FIELD("allowedTopologies", 856, OE, "", "")
FIELD("matchLabelExpressions", 858, OE, "", "")
FIELD("key", 1, 0, "", "")
FIELD("values", 10, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 861, 0, "", "")
FIELD("status", 863, OE, "", "")
FIELD("attacher", 1, 0, "", "")
FIELD("source", 862, 0, "", "")
FIELD("nodeName", 1, 0, "", "")
FIELD("persistentVolumeName", 1, OE|PTR, "", "")
FIELD("inlineVolumeSpec", 88, OE|PTR, "", "")
FIELD("attached", 9, 0, "", "")
FIELD("attachmentMetadata", 6, OE, "", "")
FIELD("attachError", 864, OE|PTR, "", "")
FIELD("detachError", 864, OE|PTR, "", "")
FIELD("time", 5, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("errorCode", 34, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("driverName", 1, 0, "", "")
FIELD("parameters", 6, OE, "", "")
#undef FIELD
#endif
