/* SPDX-License-Identifier: Apache-2.0 */
/* Made by scripts/gen-kubernetes from Kubernetes' Go types and specification. */
/* clang-format off */
#ifdef KIND /* (since, until, group, version, kind, type) */
KIND(31, 33, "", "v1", "Binding", 0)
KIND(34, 37, "", "v1", "Binding", 16)
KIND(31, 33, "", "v1", "ComponentStatus", 18)
KIND(34, 37, "", "v1", "ComponentStatus", 23)
KIND(31, 33, "", "v1", "ConfigMap", 24)
KIND(34, 37, "", "v1", "ConfigMap", 27)
KIND(31, 31, "", "v1", "DeleteOptions", 28)
KIND(32, 37, "", "v1", "DeleteOptions", 31)
KIND(31, 33, "", "v1", "Endpoints", 32)
KIND(34, 37, "", "v1", "Endpoints", 41)
KIND(31, 33, "", "v1", "Event", 42)
KIND(34, 37, "", "v1", "Event", 46)
KIND(31, 33, "", "v1", "LimitRange", 47)
KIND(34, 37, "", "v1", "LimitRange", 54)
KIND(31, 33, "", "v1", "Namespace", 55)
KIND(34, 37, "", "v1", "Namespace", 64)
KIND(31, 32, "", "v1", "Node", 65)
KIND(33, 33, "", "v1", "Node", 94)
KIND(34, 34, "", "v1", "Node", 98)
KIND(35, 36, "", "v1", "Node", 99)
KIND(37, 37, "", "v1", "Node", 101)
KIND(31, 37, "", "v1", "NodeProxyOptions", 106)
KIND(31, 33, "", "v1", "PersistentVolume", 107)
KIND(34, 37, "", "v1", "PersistentVolume", 148)
KIND(31, 33, "", "v1", "PersistentVolumeClaim", 149)
KIND(34, 36, "", "v1", "PersistentVolumeClaim", 167)
KIND(37, 37, "", "v1", "PersistentVolumeClaim", 168)
KIND(31, 31, "", "v1", "Pod", 174)
KIND(32, 32, "", "v1", "Pod", 336)
KIND(33, 33, "", "v1", "Pod", 340)
KIND(34, 34, "", "v1", "Pod", 353)
KIND(35, 35, "", "v1", "Pod", 381)
KIND(36, 36, "", "v1", "Pod", 391)
KIND(37, 37, "", "v1", "Pod", 408)
KIND(31, 37, "", "v1", "PodAttachOptions", 453)
KIND(31, 37, "", "v1", "PodExecOptions", 454)
KIND(31, 31, "", "v1", "PodLogOptions", 455)
KIND(32, 37, "", "v1", "PodLogOptions", 456)
KIND(31, 37, "", "v1", "PodPortForwardOptions", 457)
KIND(31, 37, "", "v1", "PodProxyOptions", 458)
KIND(31, 32, "", "v1", "PodStatusResult", 459)
KIND(33, 33, "", "v1", "PodStatusResult", 460)
KIND(34, 34, "", "v1", "PodStatusResult", 461)
KIND(35, 35, "", "v1", "PodStatusResult", 462)
KIND(36, 36, "", "v1", "PodStatusResult", 463)
KIND(31, 31, "", "v1", "PodTemplate", 464)
KIND(32, 32, "", "v1", "PodTemplate", 466)
KIND(33, 33, "", "v1", "PodTemplate", 468)
KIND(34, 34, "", "v1", "PodTemplate", 470)
KIND(35, 35, "", "v1", "PodTemplate", 472)
KIND(36, 36, "", "v1", "PodTemplate", 474)
KIND(37, 37, "", "v1", "PodTemplate", 476)
KIND(31, 33, "", "v1", "RangeAllocation", 478)
KIND(34, 37, "", "v1", "RangeAllocation", 479)
KIND(31, 31, "", "v1", "ReplicationController", 480)
KIND(32, 32, "", "v1", "ReplicationController", 486)
KIND(33, 33, "", "v1", "ReplicationController", 488)
KIND(34, 34, "", "v1", "ReplicationController", 490)
KIND(35, 35, "", "v1", "ReplicationController", 492)
KIND(36, 36, "", "v1", "ReplicationController", 494)
KIND(37, 37, "", "v1", "ReplicationController", 496)
KIND(31, 33, "", "v1", "ResourceQuota", 498)
KIND(34, 37, "", "v1", "ResourceQuota", 507)
KIND(31, 33, "", "v1", "Secret", 508)
KIND(34, 37, "", "v1", "Secret", 510)
KIND(31, 37, "", "v1", "SerializedReference", 511)
KIND(31, 33, "", "v1", "Service", 512)
KIND(34, 37, "", "v1", "Service", 534)
KIND(31, 33, "", "v1", "ServiceAccount", 535)
KIND(34, 37, "", "v1", "ServiceAccount", 537)
KIND(31, 37, "", "v1", "ServiceProxyOptions", 538)
KIND(36, 37, "admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicy", 539)
KIND(36, 37, "admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicyBinding", 560)
KIND(31, 33, "admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration", 564)
KIND(34, 37, "admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration", 572)
KIND(31, 33, "admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicy", 573)
KIND(34, 37, "admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicy", 584)
KIND(31, 33, "admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicyBinding", 585)
KIND(34, 37, "admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicyBinding", 589)
KIND(31, 33, "admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration", 590)
KIND(34, 37, "admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration", 593)
KIND(32, 33, "admissionregistration.k8s.io", "v1alpha1", "MutatingAdmissionPolicy", 594)
KIND(34, 37, "admissionregistration.k8s.io", "v1alpha1", "MutatingAdmissionPolicy", 611)
KIND(32, 33, "admissionregistration.k8s.io", "v1alpha1", "MutatingAdmissionPolicyBinding", 612)
KIND(34, 37, "admissionregistration.k8s.io", "v1alpha1", "MutatingAdmissionPolicyBinding", 616)
KIND(34, 37, "admissionregistration.k8s.io", "v1beta1", "MutatingAdmissionPolicy", 617)
KIND(34, 37, "admissionregistration.k8s.io", "v1beta1", "MutatingAdmissionPolicyBinding", 634)
KIND(31, 34, "apiextensions.k8s.io", "v1", "ConversionReview", 638)
KIND(35, 35, "apiextensions.k8s.io", "v1", "ConversionReview", 649)
KIND(36, 37, "apiextensions.k8s.io", "v1", "ConversionReview", 652)
KIND(31, 33, "apiextensions.k8s.io", "v1", "CustomResourceDefinition", 657)
KIND(34, 34, "apiextensions.k8s.io", "v1", "CustomResourceDefinition", 694)
KIND(35, 37, "apiextensions.k8s.io", "v1", "CustomResourceDefinition", 695)
KIND(31, 33, "apiregistration.k8s.io", "v1", "APIService", 699)
KIND(34, 37, "apiregistration.k8s.io", "v1", "APIService", 706)
KIND(31, 33, "apps", "v1", "ControllerRevision", 707)
KIND(34, 36, "apps", "v1", "ControllerRevision", 708)
KIND(37, 37, "apps", "v1", "ControllerRevision", 709)
KIND(31, 31, "apps", "v1", "DaemonSet", 710)
KIND(32, 32, "apps", "v1", "DaemonSet", 719)
KIND(33, 33, "apps", "v1", "DaemonSet", 721)
KIND(34, 34, "apps", "v1", "DaemonSet", 723)
KIND(35, 35, "apps", "v1", "DaemonSet", 725)
KIND(36, 36, "apps", "v1", "DaemonSet", 727)
KIND(37, 37, "apps", "v1", "DaemonSet", 729)
KIND(31, 31, "apps", "v1", "Deployment", 731)
KIND(32, 32, "apps", "v1", "Deployment", 740)
KIND(33, 33, "apps", "v1", "Deployment", 742)
KIND(34, 34, "apps", "v1", "Deployment", 745)
KIND(35, 35, "apps", "v1", "Deployment", 747)
KIND(36, 36, "apps", "v1", "Deployment", 749)
KIND(37, 37, "apps", "v1", "Deployment", 751)
KIND(31, 31, "apps", "v1", "ReplicaSet", 753)
KIND(32, 32, "apps", "v1", "ReplicaSet", 759)
KIND(33, 33, "apps", "v1", "ReplicaSet", 761)
KIND(34, 34, "apps", "v1", "ReplicaSet", 764)
KIND(35, 35, "apps", "v1", "ReplicaSet", 766)
KIND(36, 36, "apps", "v1", "ReplicaSet", 768)
KIND(37, 37, "apps", "v1", "ReplicaSet", 770)
KIND(31, 31, "apps", "v1", "StatefulSet", 772)
KIND(32, 32, "apps", "v1", "StatefulSet", 786)
KIND(33, 33, "apps", "v1", "StatefulSet", 788)
KIND(34, 34, "apps", "v1", "StatefulSet", 790)
KIND(35, 35, "apps", "v1", "StatefulSet", 793)
KIND(36, 36, "apps", "v1", "StatefulSet", 795)
KIND(37, 37, "apps", "v1", "StatefulSet", 797)
KIND(31, 33, "authentication.k8s.io", "v1", "SelfSubjectReview", 800)
KIND(34, 37, "authentication.k8s.io", "v1", "SelfSubjectReview", 805)
KIND(31, 33, "authentication.k8s.io", "v1", "TokenRequest", 806)
KIND(34, 36, "authentication.k8s.io", "v1", "TokenRequest", 810)
KIND(37, 37, "authentication.k8s.io", "v1", "TokenRequest", 811)
KIND(31, 33, "authentication.k8s.io", "v1", "TokenReview", 815)
KIND(34, 37, "authentication.k8s.io", "v1", "TokenReview", 818)
KIND(31, 33, "authorization.k8s.io", "v1", "LocalSubjectAccessReview", 819)
KIND(34, 37, "authorization.k8s.io", "v1", "LocalSubjectAccessReview", 829)
KIND(31, 33, "authorization.k8s.io", "v1", "SelfSubjectAccessReview", 830)
KIND(34, 37, "authorization.k8s.io", "v1", "SelfSubjectAccessReview", 832)
KIND(31, 33, "authorization.k8s.io", "v1", "SelfSubjectRulesReview", 833)
KIND(34, 37, "authorization.k8s.io", "v1", "SelfSubjectRulesReview", 840)
KIND(31, 33, "authorization.k8s.io", "v1", "SubjectAccessReview", 841)
KIND(34, 37, "authorization.k8s.io", "v1", "SubjectAccessReview", 842)
KIND(31, 33, "autoscaling", "v1", "HorizontalPodAutoscaler", 843)
KIND(34, 37, "autoscaling", "v1", "HorizontalPodAutoscaler", 847)
KIND(31, 33, "autoscaling", "v1", "Scale", 848)
KIND(34, 37, "autoscaling", "v1", "Scale", 851)
KIND(31, 32, "autoscaling", "v2", "HorizontalPodAutoscaler", 852)
KIND(33, 33, "autoscaling", "v2", "HorizontalPodAutoscaler", 884)
KIND(34, 36, "autoscaling", "v2", "HorizontalPodAutoscaler", 888)
KIND(37, 37, "autoscaling", "v2", "HorizontalPodAutoscaler", 889)
KIND(31, 31, "batch", "v1", "CronJob", 893)
KIND(32, 32, "batch", "v1", "CronJob", 912)
KIND(33, 33, "batch", "v1", "CronJob", 916)
KIND(34, 34, "batch", "v1", "CronJob", 920)
KIND(35, 35, "batch", "v1", "CronJob", 924)
KIND(36, 36, "batch", "v1", "CronJob", 928)
KIND(37, 37, "batch", "v1", "CronJob", 932)
KIND(31, 31, "batch", "v1", "Job", 948)
KIND(32, 32, "batch", "v1", "Job", 955)
KIND(33, 33, "batch", "v1", "Job", 956)
KIND(34, 34, "batch", "v1", "Job", 957)
KIND(35, 35, "batch", "v1", "Job", 958)
KIND(36, 36, "batch", "v1", "Job", 959)
KIND(37, 37, "batch", "v1", "Job", 960)
KIND(31, 33, "certificates.k8s.io", "v1", "CertificateSigningRequest", 961)
KIND(34, 34, "certificates.k8s.io", "v1", "CertificateSigningRequest", 969)
KIND(35, 37, "certificates.k8s.io", "v1", "CertificateSigningRequest", 970)
KIND(37, 37, "certificates.k8s.io", "v1", "ClusterTrustBundle", 973)
KIND(37, 37, "certificates.k8s.io", "v1", "PodCertificateRequest", 975)
KIND(31, 33, "coordination.k8s.io", "v1", "Lease", 979)
KIND(34, 37, "coordination.k8s.io", "v1", "Lease", 982)
KIND(31, 32, "discovery.k8s.io", "v1", "EndpointSlice", 983)
KIND(33, 33, "discovery.k8s.io", "v1", "EndpointSlice", 993)
KIND(34, 37, "discovery.k8s.io", "v1", "EndpointSlice", 999)
KIND(31, 33, "events.k8s.io", "v1", "Event", 1000)
KIND(34, 37, "events.k8s.io", "v1", "Event", 1002)
KIND(31, 33, "flowcontrol.apiserver.k8s.io", "v1", "FlowSchema", 1003)
KIND(34, 37, "flowcontrol.apiserver.k8s.io", "v1", "FlowSchema", 1024)
KIND(31, 33, "flowcontrol.apiserver.k8s.io", "v1", "PriorityLevelConfiguration", 1025)
KIND(34, 37, "flowcontrol.apiserver.k8s.io", "v1", "PriorityLevelConfiguration", 1037)
KIND(33, 33, "networking.k8s.io", "v1", "IPAddress", 1038)
KIND(34, 37, "networking.k8s.io", "v1", "IPAddress", 1041)
KIND(31, 33, "networking.k8s.io", "v1", "Ingress", 1042)
KIND(34, 37, "networking.k8s.io", "v1", "Ingress", 1061)
KIND(31, 33, "networking.k8s.io", "v1", "IngressClass", 1062)
KIND(34, 37, "networking.k8s.io", "v1", "IngressClass", 1065)
KIND(31, 33, "networking.k8s.io", "v1", "NetworkPolicy", 1066)
KIND(34, 37, "networking.k8s.io", "v1", "NetworkPolicy", 1079)
KIND(33, 33, "networking.k8s.io", "v1", "ServiceCIDR", 1080)
KIND(34, 37, "networking.k8s.io", "v1", "ServiceCIDR", 1083)
KIND(31, 33, "node.k8s.io", "v1", "RuntimeClass", 1084)
KIND(34, 37, "node.k8s.io", "v1", "RuntimeClass", 1087)
KIND(31, 31, "policy", "v1", "Eviction", 1088)
KIND(32, 33, "policy", "v1", "Eviction", 1089)
KIND(34, 37, "policy", "v1", "Eviction", 1090)
KIND(31, 33, "policy", "v1", "PodDisruptionBudget", 1091)
KIND(34, 37, "policy", "v1", "PodDisruptionBudget", 1096)
KIND(31, 33, "rbac.authorization.k8s.io", "v1", "ClusterRole", 1097)
KIND(34, 37, "rbac.authorization.k8s.io", "v1", "ClusterRole", 1102)
KIND(31, 33, "rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", 1103)
KIND(34, 37, "rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", 1107)
KIND(31, 33, "rbac.authorization.k8s.io", "v1", "Role", 1108)
KIND(34, 37, "rbac.authorization.k8s.io", "v1", "Role", 1109)
KIND(31, 33, "rbac.authorization.k8s.io", "v1", "RoleBinding", 1110)
KIND(34, 37, "rbac.authorization.k8s.io", "v1", "RoleBinding", 1111)
KIND(34, 37, "resource.k8s.io", "v1", "DeviceClass", 1112)
KIND(37, 37, "resource.k8s.io", "v1", "DeviceTaintRule", 1120)
KIND(34, 36, "resource.k8s.io", "v1", "ResourceClaim", 1126)
KIND(37, 37, "resource.k8s.io", "v1", "ResourceClaim", 1158)
KIND(34, 36, "resource.k8s.io", "v1", "ResourceClaimTemplate", 1175)
KIND(37, 37, "resource.k8s.io", "v1", "ResourceClaimTemplate", 1177)
KIND(34, 34, "resource.k8s.io", "v1", "ResourceSlice", 1179)
KIND(35, 35, "resource.k8s.io", "v1", "ResourceSlice", 1198)
KIND(36, 36, "resource.k8s.io", "v1", "ResourceSlice", 1200)
KIND(37, 37, "resource.k8s.io", "v1", "ResourceSlice", 1210)
KIND(31, 33, "scheduling.k8s.io", "v1", "PriorityClass", 1220)
KIND(34, 37, "scheduling.k8s.io", "v1", "PriorityClass", 1221)
KIND(31, 32, "storage.k8s.io", "v1", "CSIDriver", 1222)
KIND(33, 33, "storage.k8s.io", "v1", "CSIDriver", 1229)
KIND(34, 34, "storage.k8s.io", "v1", "CSIDriver", 1231)
KIND(35, 35, "storage.k8s.io", "v1", "CSIDriver", 1232)
KIND(36, 37, "storage.k8s.io", "v1", "CSIDriver", 1234)
KIND(31, 33, "storage.k8s.io", "v1", "CSINode", 1236)
KIND(34, 36, "storage.k8s.io", "v1", "CSINode", 1241)
KIND(37, 37, "storage.k8s.io", "v1", "CSINode", 1242)
KIND(31, 33, "storage.k8s.io", "v1", "CSIStorageCapacity", 1249)
KIND(34, 37, "storage.k8s.io", "v1", "CSIStorageCapacity", 1250)
KIND(31, 33, "storage.k8s.io", "v1", "StorageClass", 1251)
KIND(34, 37, "storage.k8s.io", "v1", "StorageClass", 1257)
KIND(31, 32, "storage.k8s.io", "v1", "VolumeAttachment", 1258)
KIND(33, 33, "storage.k8s.io", "v1", "VolumeAttachment", 1263)
KIND(34, 37, "storage.k8s.io", "v1", "VolumeAttachment", 1266)
KIND(34, 37, "storage.k8s.io", "v1", "VolumeAttributesClass", 1267)
KIND(37, 37, "storagemigration.k8s.io", "v1", "StorageVersionMigration", 1268)
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
TYPE("v1.Binding", STRUCT, 0, -1, 39, 4) /* 16 */
TYPE("v1.ObjectMeta", STRUCT, 0, -1, 43, 15) /* 17 */
TYPE("v1.ComponentStatus", STRUCT, 0, -1, 58, 4) /* 18 */
TYPE("[]v1.ComponentCondition", LIST, 0, 20, 62, 0) /* 19 */
TYPE("v1.ComponentCondition", STRUCT, 0, -1, 62, 4) /* 20 */
TYPE("v1.ComponentConditionType", STRING, 0, -1, 66, 0) /* 21 */
TYPE("v1.ConditionStatus", STRING, 0, -1, 66, 0) /* 22 */
TYPE("v1.ComponentStatus", STRUCT, 0, -1, 66, 4) /* 23 */
TYPE("v1.ConfigMap", STRUCT, 0, -1, 70, 6) /* 24 */
TYPE("map[string][]uint8", MAP, 0, 26, 76, 0) /* 25 */
TYPE("[]uint8", BYTES, 0, -1, 76, 0) /* 26 */
TYPE("v1.ConfigMap", STRUCT, 0, -1, 76, 6) /* 27 */
TYPE("v1.DeleteOptions", STRUCT, 0, -1, 82, 7) /* 28 */
TYPE("v1.Preconditions", STRUCT, 0, -1, 89, 2) /* 29 */
TYPE("v1.DeletionPropagation", STRING, 0, -1, 91, 0) /* 30 */
TYPE("v1.DeleteOptions", STRUCT, 0, -1, 91, 8) /* 31 */
TYPE("v1.Endpoints", STRUCT, 0, -1, 99, 4) /* 32 */
TYPE("[]v1.EndpointSubset", LIST, 0, 34, 103, 0) /* 33 */
TYPE("v1.EndpointSubset", STRUCT, 0, -1, 103, 3) /* 34 */
TYPE("[]v1.EndpointAddress", LIST, 0, 36, 106, 0) /* 35 */
TYPE("v1.EndpointAddress", STRUCT, ATOMIC, -1, 106, 4) /* 36 */
TYPE("[]v1.EndpointPort", LIST, 0, 38, 110, 0) /* 37 */
TYPE("v1.EndpointPort", STRUCT, ATOMIC, -1, 110, 4) /* 38 */
TYPE("int32", INT32, 0, -1, 114, 0) /* 39 */
TYPE("v1.Protocol", STRING, 0, -1, 114, 0) /* 40 */
TYPE("v1.Endpoints", STRUCT, 0, -1, 114, 4) /* 41 */
TYPE("v1.Event", STRUCT, 0, -1, 118, 17) /* 42 */
TYPE("v1.EventSource", STRUCT, 0, -1, 135, 2) /* 43 */
TYPE("v1.MicroTime", MICROTIME, 0, -1, 137, 0) /* 44 */
TYPE("v1.EventSeries", STRUCT, 0, -1, 137, 2) /* 45 */
TYPE("v1.Event", STRUCT, 0, -1, 139, 17) /* 46 */
TYPE("v1.LimitRange", STRUCT, 0, -1, 156, 4) /* 47 */
TYPE("v1.LimitRangeSpec", STRUCT, 0, -1, 160, 1) /* 48 */
TYPE("[]v1.LimitRangeItem", LIST, 0, 50, 161, 0) /* 49 */
TYPE("v1.LimitRangeItem", STRUCT, 0, -1, 161, 6) /* 50 */
TYPE("v1.LimitType", STRING, 0, -1, 167, 0) /* 51 */
TYPE("v1.ResourceList", MAP, 0, 53, 167, 0) /* 52 */
TYPE("resource.Quantity", QUANTITY, 0, -1, 167, 0) /* 53 */
TYPE("v1.LimitRange", STRUCT, 0, -1, 167, 4) /* 54 */
TYPE("v1.Namespace", STRUCT, 0, -1, 171, 5) /* 55 */
TYPE("v1.NamespaceSpec", STRUCT, 0, -1, 176, 1) /* 56 */
TYPE("[]v1.FinalizerName", LIST, 0, 58, 177, 0) /* 57 */
TYPE("v1.FinalizerName", STRING, 0, -1, 177, 0) /* 58 */
TYPE("v1.NamespaceStatus", STRUCT, 0, -1, 177, 2) /* 59 */
TYPE("v1.NamespacePhase", STRING, 0, -1, 179, 0) /* 60 */
TYPE("[]v1.NamespaceCondition", LIST, 0, 62, 179, 0) /* 61 */
TYPE("v1.NamespaceCondition", STRUCT, 0, -1, 179, 5) /* 62 */
TYPE("v1.NamespaceConditionType", STRING, 0, -1, 184, 0) /* 63 */
TYPE("v1.Namespace", STRUCT, 0, -1, 184, 5) /* 64 */
TYPE("v1.Node", STRUCT, 0, -1, 189, 5) /* 65 */
TYPE("v1.NodeSpec", STRUCT, 0, -1, 194, 7) /* 66 */
TYPE("[]v1.Taint", LIST, 0, 68, 201, 0) /* 67 */
TYPE("v1.Taint", STRUCT, 0, -1, 201, 4) /* 68 */
TYPE("v1.TaintEffect", STRING, 0, -1, 205, 0) /* 69 */
TYPE("v1.NodeConfigSource", STRUCT, 0, -1, 205, 1) /* 70 */
TYPE("v1.ConfigMapNodeConfigSource", STRUCT, 0, -1, 206, 5) /* 71 */
TYPE("v1.NodeStatus", STRUCT, 0, -1, 211, 13) /* 72 */
TYPE("v1.NodePhase", STRING, 0, -1, 224, 0) /* 73 */
TYPE("[]v1.NodeCondition", LIST, 0, 75, 224, 0) /* 74 */
TYPE("v1.NodeCondition", STRUCT, 0, -1, 224, 6) /* 75 */
TYPE("v1.NodeConditionType", STRING, 0, -1, 230, 0) /* 76 */
TYPE("[]v1.NodeAddress", LIST, 0, 78, 230, 0) /* 77 */
TYPE("v1.NodeAddress", STRUCT, 0, -1, 230, 2) /* 78 */
TYPE("v1.NodeAddressType", STRING, 0, -1, 232, 0) /* 79 */
TYPE("v1.NodeDaemonEndpoints", STRUCT, 0, -1, 232, 1) /* 80 */
TYPE("v1.DaemonEndpoint", STRUCT, 0, -1, 233, 1) /* 81 */
TYPE("v1.NodeSystemInfo", STRUCT, 0, -1, 234, 10) /* 82 */
TYPE("[]v1.ContainerImage", LIST, 0, 84, 244, 0) /* 83 */
TYPE("v1.ContainerImage", STRUCT, 0, -1, 244, 2) /* 84 */
TYPE("[]v1.UniqueVolumeName", LIST, 0, 86, 246, 0) /* 85 */
TYPE("v1.UniqueVolumeName", STRING, 0, -1, 246, 0) /* 86 */
TYPE("[]v1.AttachedVolume", LIST, 0, 88, 246, 0) /* 87 */
TYPE("v1.AttachedVolume", STRUCT, 0, -1, 246, 2) /* 88 */
TYPE("v1.NodeConfigStatus", STRUCT, 0, -1, 248, 4) /* 89 */
TYPE("[]v1.NodeRuntimeHandler", LIST, 0, 91, 252, 0) /* 90 */
TYPE("v1.NodeRuntimeHandler", STRUCT, 0, -1, 252, 2) /* 91 */
TYPE("v1.NodeRuntimeHandlerFeatures", STRUCT, 0, -1, 254, 2) /* 92 */
TYPE("v1.NodeFeatures", STRUCT, 0, -1, 256, 1) /* 93 */
TYPE("v1.Node", STRUCT, 0, -1, 257, 5) /* 94 */
TYPE("v1.NodeStatus", STRUCT, 0, -1, 262, 13) /* 95 */
TYPE("v1.NodeSystemInfo", STRUCT, 0, -1, 275, 11) /* 96 */
TYPE("v1.NodeSwapStatus", STRUCT, 0, -1, 286, 1) /* 97 */
TYPE("v1.Node", STRUCT, 0, -1, 287, 5) /* 98 */
TYPE("v1.Node", STRUCT, 0, -1, 292, 5) /* 99 */
TYPE("v1.NodeStatus", STRUCT, 0, -1, 297, 14) /* 100 */
TYPE("v1.Node", STRUCT, 0, -1, 311, 5) /* 101 */
TYPE("v1.NodeSpec", STRUCT, 0, -1, 316, 8) /* 102 */
TYPE("v1.NodePodPreemptionPolicy", STRUCT, 0, -1, 324, 1) /* 103 */
TYPE("v1.NodeStatus", STRUCT, 0, -1, 325, 14) /* 104 */
TYPE("v1.NodeSystemInfo", STRUCT, 0, -1, 339, 12) /* 105 */
TYPE("v1.NodeProxyOptions", STRUCT, 0, -1, 351, 3) /* 106 */
TYPE("v1.PersistentVolume", STRUCT, 0, -1, 354, 5) /* 107 */
TYPE("v1.PersistentVolumeSpec", STRUCT, 0, -1, 359, 31) /* 108 */
TYPE("v1.GCEPersistentDiskVolumeSource", STRUCT, 0, -1, 390, 4) /* 109 */
TYPE("v1.AWSElasticBlockStoreVolumeSource", STRUCT, 0, -1, 394, 4) /* 110 */
TYPE("v1.HostPathVolumeSource", STRUCT, 0, -1, 398, 2) /* 111 */
TYPE("v1.HostPathType", STRING, 0, -1, 400, 0) /* 112 */
TYPE("v1.GlusterfsPersistentVolumeSource", STRUCT, 0, -1, 400, 4) /* 113 */
TYPE("v1.NFSVolumeSource", STRUCT, 0, -1, 404, 3) /* 114 */
TYPE("v1.RBDPersistentVolumeSource", STRUCT, 0, -1, 407, 8) /* 115 */
TYPE("v1.SecretReference", STRUCT, ATOMIC, -1, 415, 2) /* 116 */
TYPE("v1.ISCSIPersistentVolumeSource", STRUCT, 0, -1, 417, 11) /* 117 */
TYPE("v1.CinderPersistentVolumeSource", STRUCT, 0, -1, 428, 4) /* 118 */
TYPE("v1.CephFSPersistentVolumeSource", STRUCT, 0, -1, 432, 6) /* 119 */
TYPE("v1.FCVolumeSource", STRUCT, 0, -1, 438, 5) /* 120 */
TYPE("v1.FlockerVolumeSource", STRUCT, 0, -1, 443, 2) /* 121 */
TYPE("v1.FlexPersistentVolumeSource", STRUCT, 0, -1, 445, 5) /* 122 */
TYPE("v1.AzureFilePersistentVolumeSource", STRUCT, 0, -1, 450, 4) /* 123 */
TYPE("v1.VsphereVirtualDiskVolumeSource", STRUCT, 0, -1, 454, 4) /* 124 */
TYPE("v1.QuobyteVolumeSource", STRUCT, 0, -1, 458, 6) /* 125 */
TYPE("v1.AzureDiskVolumeSource", STRUCT, 0, -1, 464, 6) /* 126 */
TYPE("v1.AzureDataDiskCachingMode", STRING, 0, -1, 470, 0) /* 127 */
TYPE("v1.AzureDataDiskKind", STRING, 0, -1, 470, 0) /* 128 */
TYPE("v1.PhotonPersistentDiskVolumeSource", STRUCT, 0, -1, 470, 2) /* 129 */
TYPE("v1.PortworxVolumeSource", STRUCT, 0, -1, 472, 3) /* 130 */
TYPE("v1.ScaleIOPersistentVolumeSource", STRUCT, 0, -1, 475, 10) /* 131 */
TYPE("v1.LocalVolumeSource", STRUCT, 0, -1, 485, 2) /* 132 */
TYPE("v1.StorageOSPersistentVolumeSource", STRUCT, 0, -1, 487, 5) /* 133 */
TYPE("v1.CSIPersistentVolumeSource", STRUCT, 0, -1, 492, 10) /* 134 */
TYPE("[]v1.PersistentVolumeAccessMode", LIST, 0, 136, 502, 0) /* 135 */
TYPE("v1.PersistentVolumeAccessMode", STRING, 0, -1, 502, 0) /* 136 */
TYPE("v1.PersistentVolumeReclaimPolicy", STRING, 0, -1, 502, 0) /* 137 */
TYPE("v1.PersistentVolumeMode", STRING, 0, -1, 502, 0) /* 138 */
TYPE("v1.VolumeNodeAffinity", STRUCT, 0, -1, 502, 1) /* 139 */
TYPE("v1.NodeSelector", STRUCT, ATOMIC, -1, 503, 1) /* 140 */
TYPE("[]v1.NodeSelectorTerm", LIST, 0, 142, 504, 0) /* 141 */
TYPE("v1.NodeSelectorTerm", STRUCT, ATOMIC, -1, 504, 2) /* 142 */
TYPE("[]v1.NodeSelectorRequirement", LIST, 0, 144, 506, 0) /* 143 */
TYPE("v1.NodeSelectorRequirement", STRUCT, 0, -1, 506, 3) /* 144 */
TYPE("v1.NodeSelectorOperator", STRING, 0, -1, 509, 0) /* 145 */
TYPE("v1.PersistentVolumeStatus", STRUCT, 0, -1, 509, 4) /* 146 */
TYPE("v1.PersistentVolumePhase", STRING, 0, -1, 513, 0) /* 147 */
TYPE("v1.PersistentVolume", STRUCT, 0, -1, 513, 5) /* 148 */
TYPE("v1.PersistentVolumeClaim", STRUCT, 0, -1, 518, 5) /* 149 */
TYPE("v1.PersistentVolumeClaimSpec", STRUCT, 0, -1, 523, 9) /* 150 */
TYPE("v1.LabelSelector", STRUCT, ATOMIC, -1, 532, 2) /* 151 */
TYPE("[]v1.LabelSelectorRequirement", LIST, 0, 153, 534, 0) /* 152 */
TYPE("v1.LabelSelectorRequirement", STRUCT, 0, -1, 534, 3) /* 153 */
TYPE("v1.LabelSelectorOperator", STRING, 0, -1, 537, 0) /* 154 */
TYPE("v1.VolumeResourceRequirements", STRUCT, 0, -1, 537, 2) /* 155 */
TYPE("v1.TypedLocalObjectReference", STRUCT, ATOMIC, -1, 539, 3) /* 156 */
TYPE("v1.TypedObjectReference", STRUCT, 0, -1, 542, 4) /* 157 */
TYPE("v1.PersistentVolumeClaimStatus", STRUCT, 0, -1, 546, 8) /* 158 */
TYPE("v1.PersistentVolumeClaimPhase", STRING, 0, -1, 554, 0) /* 159 */
TYPE("[]v1.PersistentVolumeClaimCondition", LIST, 0, 161, 554, 0) /* 160 */
TYPE("v1.PersistentVolumeClaimCondition", STRUCT, 0, -1, 554, 6) /* 161 */
TYPE("v1.PersistentVolumeClaimConditionType", STRING, 0, -1, 560, 0) /* 162 */
TYPE("map[v1.ResourceName]v1.ClaimResourceStatus", MAP, 0, 164, 560, 0) /* 163 */
TYPE("v1.ClaimResourceStatus", STRING, 0, -1, 560, 0) /* 164 */
TYPE("v1.ModifyVolumeStatus", STRUCT, 0, -1, 560, 2) /* 165 */
TYPE("v1.PersistentVolumeClaimModifyVolumeStatus", STRING, 0, -1, 562, 0) /* 166 */
TYPE("v1.PersistentVolumeClaim", STRUCT, 0, -1, 562, 5) /* 167 */
TYPE("v1.PersistentVolumeClaim", STRUCT, 0, -1, 567, 5) /* 168 */
TYPE("v1.PersistentVolumeClaimStatus", STRUCT, 0, -1, 572, 9) /* 169 */
TYPE("v1.VolumeHealthStatus", STRUCT, 0, -1, 581, 2) /* 170 */
TYPE("[]v1.VolumeHealthCondition", LIST, 0, 172, 583, 0) /* 171 */
TYPE("v1.VolumeHealthCondition", STRUCT, 0, -1, 583, 3) /* 172 */
TYPE("v1.VolumeHealthStatusType", STRING, 0, -1, 586, 0) /* 173 */
TYPE("v1.Pod", STRUCT, 0, -1, 586, 5) /* 174 */
TYPE("v1.PodSpec", STRUCT, 0, -1, 591, 39) /* 175 */
TYPE("[]v1.Volume", LIST, 0, 177, 630, 0) /* 176 */
TYPE("v1.Volume", STRUCT, 0, -1, 630, 31) /* 177 */
TYPE("v1.EmptyDirVolumeSource", STRUCT, 0, -1, 661, 2) /* 178 */
TYPE("v1.StorageMedium", STRING, 0, -1, 663, 0) /* 179 */
TYPE("v1.GitRepoVolumeSource", STRUCT, 0, -1, 663, 3) /* 180 */
TYPE("v1.SecretVolumeSource", STRUCT, 0, -1, 666, 4) /* 181 */
TYPE("[]v1.KeyToPath", LIST, 0, 183, 670, 0) /* 182 */
TYPE("v1.KeyToPath", STRUCT, 0, -1, 670, 3) /* 183 */
TYPE("v1.ISCSIVolumeSource", STRUCT, 0, -1, 673, 11) /* 184 */
TYPE("v1.LocalObjectReference", STRUCT, ATOMIC, -1, 684, 1) /* 185 */
TYPE("v1.GlusterfsVolumeSource", STRUCT, 0, -1, 685, 3) /* 186 */
TYPE("v1.PersistentVolumeClaimVolumeSource", STRUCT, 0, -1, 688, 2) /* 187 */
TYPE("v1.RBDVolumeSource", STRUCT, 0, -1, 690, 8) /* 188 */
TYPE("v1.FlexVolumeSource", STRUCT, 0, -1, 698, 5) /* 189 */
TYPE("v1.CinderVolumeSource", STRUCT, 0, -1, 703, 4) /* 190 */
TYPE("v1.CephFSVolumeSource", STRUCT, 0, -1, 707, 6) /* 191 */
TYPE("v1.DownwardAPIVolumeSource", STRUCT, 0, -1, 713, 2) /* 192 */
TYPE("[]v1.DownwardAPIVolumeFile", LIST, 0, 194, 715, 0) /* 193 */
TYPE("v1.DownwardAPIVolumeFile", STRUCT, 0, -1, 715, 4) /* 194 */
TYPE("v1.ObjectFieldSelector", STRUCT, ATOMIC, -1, 719, 2) /* 195 */
TYPE("v1.ResourceFieldSelector", STRUCT, ATOMIC, -1, 721, 3) /* 196 */
TYPE("v1.AzureFileVolumeSource", STRUCT, 0, -1, 724, 3) /* 197 */
TYPE("v1.ConfigMapVolumeSource", STRUCT, 0, -1, 727, 4) /* 198 */
TYPE("v1.ProjectedVolumeSource", STRUCT, 0, -1, 731, 2) /* 199 */
TYPE("[]v1.VolumeProjection", LIST, 0, 201, 733, 0) /* 200 */
TYPE("v1.VolumeProjection", STRUCT, 0, -1, 733, 5) /* 201 */
TYPE("v1.SecretProjection", STRUCT, 0, -1, 738, 3) /* 202 */
TYPE("v1.DownwardAPIProjection", STRUCT, 0, -1, 741, 1) /* 203 */
TYPE("v1.ConfigMapProjection", STRUCT, 0, -1, 742, 3) /* 204 */
TYPE("v1.ServiceAccountTokenProjection", STRUCT, 0, -1, 745, 3) /* 205 */
TYPE("v1.ClusterTrustBundleProjection", STRUCT, 0, -1, 748, 5) /* 206 */
TYPE("v1.ScaleIOVolumeSource", STRUCT, 0, -1, 753, 10) /* 207 */
TYPE("v1.StorageOSVolumeSource", STRUCT, 0, -1, 763, 5) /* 208 */
TYPE("v1.CSIVolumeSource", STRUCT, 0, -1, 768, 5) /* 209 */
TYPE("v1.EphemeralVolumeSource", STRUCT, 0, -1, 773, 1) /* 210 */
TYPE("v1.PersistentVolumeClaimTemplate", STRUCT, 0, -1, 774, 2) /* 211 */
TYPE("v1.ImageVolumeSource", STRUCT, 0, -1, 776, 2) /* 212 */
TYPE("v1.PullPolicy", STRING, 0, -1, 778, 0) /* 213 */
TYPE("[]v1.Container", LIST, 0, 215, 778, 0) /* 214 */
TYPE("v1.Container", STRUCT, 0, -1, 778, 24) /* 215 */
TYPE("[]v1.ContainerPort", LIST, 0, 217, 802, 0) /* 216 */
TYPE("v1.ContainerPort", STRUCT, 0, -1, 802, 5) /* 217 */
TYPE("[]v1.EnvFromSource", LIST, 0, 219, 807, 0) /* 218 */
TYPE("v1.EnvFromSource", STRUCT, 0, -1, 807, 3) /* 219 */
TYPE("v1.ConfigMapEnvSource", STRUCT, 0, -1, 810, 2) /* 220 */
TYPE("v1.SecretEnvSource", STRUCT, 0, -1, 812, 2) /* 221 */
TYPE("[]v1.EnvVar", LIST, 0, 223, 814, 0) /* 222 */
TYPE("v1.EnvVar", STRUCT, 0, -1, 814, 3) /* 223 */
TYPE("v1.EnvVarSource", STRUCT, 0, -1, 817, 4) /* 224 */
TYPE("v1.ConfigMapKeySelector", STRUCT, ATOMIC, -1, 821, 3) /* 225 */
TYPE("v1.SecretKeySelector", STRUCT, ATOMIC, -1, 824, 3) /* 226 */
TYPE("v1.ResourceRequirements", STRUCT, 0, -1, 827, 3) /* 227 */
TYPE("[]v1.ResourceClaim", LIST, 0, 229, 830, 0) /* 228 */
TYPE("v1.ResourceClaim", STRUCT, 0, -1, 830, 2) /* 229 */
TYPE("[]v1.ContainerResizePolicy", LIST, 0, 231, 832, 0) /* 230 */
TYPE("v1.ContainerResizePolicy", STRUCT, 0, -1, 832, 2) /* 231 */
TYPE("v1.ResourceName", STRING, 0, -1, 834, 0) /* 232 */
TYPE("v1.ResourceResizeRestartPolicy", STRING, 0, -1, 834, 0) /* 233 */
TYPE("v1.ContainerRestartPolicy", STRING, 0, -1, 834, 0) /* 234 */
TYPE("[]v1.VolumeMount", LIST, 0, 236, 834, 0) /* 235 */
TYPE("v1.VolumeMount", STRUCT, 0, -1, 834, 7) /* 236 */
TYPE("v1.RecursiveReadOnlyMode", STRING, 0, -1, 841, 0) /* 237 */
TYPE("v1.MountPropagationMode", STRING, 0, -1, 841, 0) /* 238 */
TYPE("[]v1.VolumeDevice", LIST, 0, 240, 841, 0) /* 239 */
TYPE("v1.VolumeDevice", STRUCT, 0, -1, 841, 2) /* 240 */
TYPE("v1.Probe", STRUCT, 0, -1, 843, 10) /* 241 */
TYPE("v1.ExecAction", STRUCT, 0, -1, 853, 1) /* 242 */
TYPE("v1.HTTPGetAction", STRUCT, 0, -1, 854, 5) /* 243 */
TYPE("intstr.IntOrString", INTSTR, 0, -1, 859, 0) /* 244 */
TYPE("v1.URIScheme", STRING, 0, -1, 859, 0) /* 245 */
TYPE("[]v1.HTTPHeader", LIST, 0, 247, 859, 0) /* 246 */
TYPE("v1.HTTPHeader", STRUCT, 0, -1, 859, 2) /* 247 */
TYPE("v1.TCPSocketAction", STRUCT, 0, -1, 861, 2) /* 248 */
TYPE("v1.GRPCAction", STRUCT, 0, -1, 863, 2) /* 249 */
TYPE("v1.Lifecycle", STRUCT, 0, -1, 865, 2) /* 250 */
TYPE("v1.LifecycleHandler", STRUCT, 0, -1, 867, 4) /* 251 */
TYPE("v1.SleepAction", STRUCT, 0, -1, 871, 1) /* 252 */
TYPE("v1.TerminationMessagePolicy", STRING, 0, -1, 872, 0) /* 253 */
TYPE("v1.SecurityContext", STRUCT, 0, -1, 872, 12) /* 254 */
TYPE("v1.Capabilities", STRUCT, 0, -1, 884, 2) /* 255 */
TYPE("[]v1.Capability", LIST, 0, 257, 886, 0) /* 256 */
TYPE("v1.Capability", STRING, 0, -1, 886, 0) /* 257 */
TYPE("v1.SELinuxOptions", STRUCT, 0, -1, 886, 4) /* 258 */
TYPE("v1.WindowsSecurityContextOptions", STRUCT, 0, -1, 890, 4) /* 259 */
TYPE("v1.ProcMountType", STRING, 0, -1, 894, 0) /* 260 */
TYPE("v1.SeccompProfile", STRUCT, 0, -1, 894, 2) /* 261 */
TYPE("v1.SeccompProfileType", STRING, 0, -1, 896, 0) /* 262 */
TYPE("v1.AppArmorProfile", STRUCT, 0, -1, 896, 2) /* 263 */
TYPE("v1.AppArmorProfileType", STRING, 0, -1, 898, 0) /* 264 */
TYPE("[]v1.EphemeralContainer", LIST, 0, 266, 898, 0) /* 265 */
TYPE("v1.EphemeralContainer", STRUCT, 0, -1, 898, 25) /* 266 */
TYPE("v1.RestartPolicy", STRING, 0, -1, 923, 0) /* 267 */
TYPE("v1.DNSPolicy", STRING, 0, -1, 923, 0) /* 268 */
TYPE("v1.PodSecurityContext", STRUCT, 0, -1, 923, 12) /* 269 */
TYPE("[]int64", LIST, 0, 4, 935, 0) /* 270 */
TYPE("v1.SupplementalGroupsPolicy", STRING, 0, -1, 935, 0) /* 271 */
TYPE("[]v1.Sysctl", LIST, 0, 273, 935, 0) /* 272 */
TYPE("v1.Sysctl", STRUCT, 0, -1, 935, 2) /* 273 */
TYPE("v1.PodFSGroupChangePolicy", STRING, 0, -1, 937, 0) /* 274 */
TYPE("[]v1.LocalObjectReference", LIST, 0, 185, 937, 0) /* 275 */
TYPE("v1.Affinity", STRUCT, 0, -1, 937, 3) /* 276 */
TYPE("v1.NodeAffinity", STRUCT, 0, -1, 940, 2) /* 277 */
TYPE("[]v1.PreferredSchedulingTerm", LIST, 0, 279, 942, 0) /* 278 */
TYPE("v1.PreferredSchedulingTerm", STRUCT, 0, -1, 942, 2) /* 279 */
TYPE("v1.PodAffinity", STRUCT, 0, -1, 944, 2) /* 280 */
TYPE("[]v1.PodAffinityTerm", LIST, 0, 282, 946, 0) /* 281 */
TYPE("v1.PodAffinityTerm", STRUCT, 0, -1, 946, 6) /* 282 */
TYPE("[]v1.WeightedPodAffinityTerm", LIST, 0, 284, 952, 0) /* 283 */
TYPE("v1.WeightedPodAffinityTerm", STRUCT, 0, -1, 952, 2) /* 284 */
TYPE("v1.PodAntiAffinity", STRUCT, 0, -1, 954, 2) /* 285 */
TYPE("[]v1.Toleration", LIST, 0, 287, 956, 0) /* 286 */
TYPE("v1.Toleration", STRUCT, 0, -1, 956, 5) /* 287 */
TYPE("v1.TolerationOperator", STRING, 0, -1, 961, 0) /* 288 */
TYPE("[]v1.HostAlias", LIST, 0, 290, 961, 0) /* 289 */
TYPE("v1.HostAlias", STRUCT, 0, -1, 961, 2) /* 290 */
TYPE("v1.PodDNSConfig", STRUCT, 0, -1, 963, 3) /* 291 */
TYPE("[]v1.PodDNSConfigOption", LIST, 0, 293, 966, 0) /* 292 */
TYPE("v1.PodDNSConfigOption", STRUCT, 0, -1, 966, 2) /* 293 */
TYPE("[]v1.PodReadinessGate", LIST, 0, 295, 968, 0) /* 294 */
TYPE("v1.PodReadinessGate", STRUCT, 0, -1, 968, 1) /* 295 */
TYPE("v1.PodConditionType", STRING, 0, -1, 969, 0) /* 296 */
TYPE("v1.PreemptionPolicy", STRING, 0, -1, 969, 0) /* 297 */
TYPE("[]v1.TopologySpreadConstraint", LIST, 0, 299, 969, 0) /* 298 */
TYPE("v1.TopologySpreadConstraint", STRUCT, 0, -1, 969, 8) /* 299 */
TYPE("v1.UnsatisfiableConstraintAction", STRING, 0, -1, 977, 0) /* 300 */
TYPE("v1.NodeInclusionPolicy", STRING, 0, -1, 977, 0) /* 301 */
TYPE("v1.PodOS", STRUCT, 0, -1, 977, 1) /* 302 */
TYPE("v1.OSName", STRING, 0, -1, 978, 0) /* 303 */
TYPE("[]v1.PodSchedulingGate", LIST, 0, 305, 978, 0) /* 304 */
TYPE("v1.PodSchedulingGate", STRUCT, 0, -1, 978, 1) /* 305 */
TYPE("[]v1.PodResourceClaim", LIST, 0, 307, 979, 0) /* 306 */
TYPE("v1.PodResourceClaim", STRUCT, 0, -1, 979, 3) /* 307 */
TYPE("v1.PodStatus", STRUCT, 0, -1, 982, 16) /* 308 */
TYPE("v1.PodPhase", STRING, 0, -1, 998, 0) /* 309 */
TYPE("[]v1.PodCondition", LIST, 0, 311, 998, 0) /* 310 */
TYPE("v1.PodCondition", STRUCT, 0, -1, 998, 6) /* 311 */
TYPE("[]v1.HostIP", LIST, 0, 313, 1004, 0) /* 312 */
TYPE("v1.HostIP", STRUCT, 0, -1, 1004, 1) /* 313 */
TYPE("[]v1.PodIP", LIST, 0, 315, 1005, 0) /* 314 */
TYPE("v1.PodIP", STRUCT, 0, -1, 1005, 1) /* 315 */
TYPE("[]v1.ContainerStatus", LIST, 0, 317, 1006, 0) /* 316 */
TYPE("v1.ContainerStatus", STRUCT, 0, -1, 1006, 14) /* 317 */
TYPE("v1.ContainerState", STRUCT, 0, -1, 1020, 3) /* 318 */
TYPE("v1.ContainerStateWaiting", STRUCT, 0, -1, 1023, 2) /* 319 */
TYPE("v1.ContainerStateRunning", STRUCT, 0, -1, 1025, 1) /* 320 */
TYPE("v1.ContainerStateTerminated", STRUCT, 0, -1, 1026, 7) /* 321 */
TYPE("[]v1.VolumeMountStatus", LIST, 0, 323, 1033, 0) /* 322 */
TYPE("v1.VolumeMountStatus", STRUCT, 0, -1, 1033, 4) /* 323 */
TYPE("v1.ContainerUser", STRUCT, 0, -1, 1037, 1) /* 324 */
TYPE("v1.LinuxContainerUser", STRUCT, 0, -1, 1038, 3) /* 325 */
TYPE("[]v1.ResourceStatus", LIST, 0, 327, 1041, 0) /* 326 */
TYPE("v1.ResourceStatus", STRUCT, 0, -1, 1041, 2) /* 327 */
TYPE("[]v1.ResourceHealth", LIST, 0, 329, 1043, 0) /* 328 */
TYPE("v1.ResourceHealth", STRUCT, 0, -1, 1043, 2) /* 329 */
TYPE("v1.ResourceID", STRING, 0, -1, 1045, 0) /* 330 */
TYPE("v1.ResourceHealthStatus", STRING, 0, -1, 1045, 0) /* 331 */
TYPE("v1.PodQOSClass", STRING, 0, -1, 1045, 0) /* 332 */
TYPE("v1.PodResizeStatus", STRING, 0, -1, 1045, 0) /* 333 */
TYPE("[]v1.PodResourceClaimStatus", LIST, 0, 335, 1045, 0) /* 334 */
TYPE("v1.PodResourceClaimStatus", STRUCT, 0, -1, 1045, 2) /* 335 */
TYPE("v1.Pod", STRUCT, 0, -1, 1047, 5) /* 336 */
TYPE("v1.PodSpec", STRUCT, 0, -1, 1052, 40) /* 337 */
TYPE("v1.PodSecurityContext", STRUCT, 0, -1, 1092, 13) /* 338 */
TYPE("v1.PodSELinuxChangePolicy", STRING, 0, -1, 1105, 0) /* 339 */
TYPE("v1.Pod", STRUCT, 0, -1, 1105, 5) /* 340 */
TYPE("v1.PodSpec", STRUCT, 0, -1, 1110, 40) /* 341 */
TYPE("[]v1.Container", LIST, 0, 343, 1150, 0) /* 342 */
TYPE("v1.Container", STRUCT, 0, -1, 1150, 24) /* 343 */
TYPE("v1.Lifecycle", STRUCT, 0, -1, 1174, 3) /* 344 */
TYPE("v1.Signal", STRING, 0, -1, 1177, 0) /* 345 */
TYPE("[]v1.EphemeralContainer", LIST, 0, 347, 1177, 0) /* 346 */
TYPE("v1.EphemeralContainer", STRUCT, 0, -1, 1177, 25) /* 347 */
TYPE("v1.PodStatus", STRUCT, 0, -1, 1202, 17) /* 348 */
TYPE("[]v1.PodCondition", LIST, 0, 350, 1219, 0) /* 349 */
TYPE("v1.PodCondition", STRUCT, 0, -1, 1219, 7) /* 350 */
TYPE("[]v1.ContainerStatus", LIST, 0, 352, 1226, 0) /* 351 */
TYPE("v1.ContainerStatus", STRUCT, 0, -1, 1226, 15) /* 352 */
TYPE("v1.Pod", STRUCT, 0, -1, 1241, 5) /* 353 */
TYPE("v1.PodSpec", STRUCT, 0, -1, 1246, 41) /* 354 */
TYPE("[]v1.Volume", LIST, 0, 356, 1287, 0) /* 355 */
TYPE("v1.Volume", STRUCT, 0, -1, 1287, 31) /* 356 */
TYPE("v1.ProjectedVolumeSource", STRUCT, 0, -1, 1318, 2) /* 357 */
TYPE("[]v1.VolumeProjection", LIST, 0, 359, 1320, 0) /* 358 */
TYPE("v1.VolumeProjection", STRUCT, 0, -1, 1320, 6) /* 359 */
TYPE("v1.PodCertificateProjection", STRUCT, 0, -1, 1326, 6) /* 360 */
TYPE("v1.EphemeralVolumeSource", STRUCT, 0, -1, 1332, 1) /* 361 */
TYPE("v1.PersistentVolumeClaimTemplate", STRUCT, 0, -1, 1333, 2) /* 362 */
TYPE("[]v1.Container", LIST, 0, 364, 1335, 0) /* 363 */
TYPE("v1.Container", STRUCT, 0, -1, 1335, 25) /* 364 */
TYPE("[]v1.EnvVar", LIST, 0, 366, 1360, 0) /* 365 */
TYPE("v1.EnvVar", STRUCT, 0, -1, 1360, 3) /* 366 */
TYPE("v1.EnvVarSource", STRUCT, 0, -1, 1363, 5) /* 367 */
TYPE("v1.FileKeySelector", STRUCT, ATOMIC, -1, 1368, 4) /* 368 */
TYPE("[]v1.ContainerRestartRule", LIST, 0, 370, 1372, 0) /* 369 */
TYPE("v1.ContainerRestartRule", STRUCT, 0, -1, 1372, 2) /* 370 */
TYPE("v1.ContainerRestartRuleAction", STRING, 0, -1, 1374, 0) /* 371 */
TYPE("v1.ContainerRestartRuleOnExitCodes", STRUCT, 0, -1, 1374, 2) /* 372 */
TYPE("v1.ContainerRestartRuleOnExitCodesOperator", STRING, 0, -1, 1376, 0) /* 373 */
TYPE("[]int32", LIST, 0, 39, 1376, 0) /* 374 */
TYPE("[]v1.EphemeralContainer", LIST, 0, 376, 1376, 0) /* 375 */
TYPE("v1.EphemeralContainer", STRUCT, 0, -1, 1376, 26) /* 376 */
TYPE("v1.PodStatus", STRUCT, 0, -1, 1402, 18) /* 377 */
TYPE("v1.PodExtendedResourceClaimStatus", STRUCT, 0, -1, 1420, 2) /* 378 */
TYPE("[]v1.ContainerExtendedResourceRequest", LIST, 0, 380, 1422, 0) /* 379 */
TYPE("v1.ContainerExtendedResourceRequest", STRUCT, 0, -1, 1422, 3) /* 380 */
TYPE("v1.Pod", STRUCT, 0, -1, 1425, 5) /* 381 */
TYPE("v1.PodSpec", STRUCT, 0, -1, 1430, 42) /* 382 */
TYPE("[]v1.Volume", LIST, 0, 384, 1472, 0) /* 383 */
TYPE("v1.Volume", STRUCT, 0, -1, 1472, 31) /* 384 */
TYPE("v1.ProjectedVolumeSource", STRUCT, 0, -1, 1503, 2) /* 385 */
TYPE("[]v1.VolumeProjection", LIST, 0, 387, 1505, 0) /* 386 */
TYPE("v1.VolumeProjection", STRUCT, 0, -1, 1505, 6) /* 387 */
TYPE("v1.PodCertificateProjection", STRUCT, 0, -1, 1511, 7) /* 388 */
TYPE("v1.WorkloadReference", STRUCT, 0, -1, 1518, 3) /* 389 */
TYPE("v1.PodStatus", STRUCT, 0, -1, 1521, 20) /* 390 */
TYPE("v1.Pod", STRUCT, 0, -1, 1541, 5) /* 391 */
TYPE("v1.PodSpec", STRUCT, 0, -1, 1546, 42) /* 392 */
TYPE("v1.PodSchedulingGroup", STRUCT, 0, -1, 1588, 1) /* 393 */
TYPE("v1.PodStatus", STRUCT, 0, -1, 1589, 21) /* 394 */
TYPE("[]v1.ContainerStatus", LIST, 0, 396, 1610, 0) /* 395 */
TYPE("v1.ContainerStatus", STRUCT, 0, -1, 1610, 15) /* 396 */
TYPE("[]v1.VolumeMountStatus", LIST, 0, 398, 1625, 0) /* 397 */
TYPE("v1.VolumeMountStatus", STRUCT, 0, -1, 1625, 5) /* 398 */
TYPE("v1.VolumeStatus", STRUCT, 0, -1, 1630, 1) /* 399 */
TYPE("v1.ImageVolumeStatus", STRUCT, 0, -1, 1631, 1) /* 400 */
TYPE("[]v1.ResourceStatus", LIST, 0, 402, 1632, 0) /* 401 */
TYPE("v1.ResourceStatus", STRUCT, 0, -1, 1632, 2) /* 402 */
TYPE("[]v1.ResourceHealth", LIST, 0, 404, 1634, 0) /* 403 */
TYPE("v1.ResourceHealth", STRUCT, 0, -1, 1634, 3) /* 404 */
TYPE("[]v1.NodeAllocatableResourceClaimStatus", LIST, 0, 406, 1637, 0) /* 405 */
TYPE("v1.NodeAllocatableResourceClaimStatus", STRUCT, 0, -1, 1637, 3) /* 406 */
TYPE("map[v1.ResourceName]resource.Quantity", MAP, 0, 53, 1640, 0) /* 407 */
TYPE("v1.Pod", STRUCT, 0, -1, 1640, 5) /* 408 */
TYPE("v1.PodSpec", STRUCT, 0, -1, 1645, 43) /* 409 */
TYPE("[]v1.Volume", LIST, 0, 411, 1688, 0) /* 410 */
TYPE("v1.Volume", STRUCT, 0, -1, 1688, 31) /* 411 */
TYPE("v1.EmptyDirVolumeSource", STRUCT, 0, -1, 1719, 3) /* 412 */
TYPE("v1.SecretVolumeSource", STRUCT, 0, -1, 1722, 5) /* 413 */
TYPE("[]v1.KeyToPath", LIST, 0, 415, 1727, 0) /* 414 */
TYPE("v1.KeyToPath", STRUCT, 0, -1, 1727, 4) /* 415 */
TYPE("v1.DownwardAPIVolumeSource", STRUCT, 0, -1, 1731, 3) /* 416 */
TYPE("[]v1.DownwardAPIVolumeFile", LIST, 0, 418, 1734, 0) /* 417 */
TYPE("v1.DownwardAPIVolumeFile", STRUCT, 0, -1, 1734, 5) /* 418 */
TYPE("v1.ConfigMapVolumeSource", STRUCT, 0, -1, 1739, 5) /* 419 */
TYPE("v1.ProjectedVolumeSource", STRUCT, 0, -1, 1744, 3) /* 420 */
TYPE("[]v1.VolumeProjection", LIST, 0, 422, 1747, 0) /* 421 */
TYPE("v1.VolumeProjection", STRUCT, 0, -1, 1747, 6) /* 422 */
TYPE("v1.SecretProjection", STRUCT, 0, -1, 1753, 3) /* 423 */
TYPE("v1.DownwardAPIProjection", STRUCT, 0, -1, 1756, 1) /* 424 */
TYPE("v1.ConfigMapProjection", STRUCT, 0, -1, 1757, 3) /* 425 */
TYPE("v1.ServiceAccountTokenProjection", STRUCT, 0, -1, 1760, 4) /* 426 */
TYPE("v1.ClusterTrustBundleProjection", STRUCT, 0, -1, 1764, 6) /* 427 */
TYPE("v1.PodCertificateProjection", STRUCT, 0, -1, 1770, 8) /* 428 */
TYPE("[]v1.Container", LIST, 0, 430, 1778, 0) /* 429 */
TYPE("v1.Container", STRUCT, 0, -1, 1778, 25) /* 430 */
TYPE("[]v1.VolumeMount", LIST, 0, 432, 1803, 0) /* 431 */
TYPE("v1.VolumeMount", STRUCT, 0, -1, 1803, 8) /* 432 */
TYPE("v1.Probe", STRUCT, 0, -1, 1811, 10) /* 433 */
TYPE("v1.HTTPGetAction", STRUCT, 0, -1, 1821, 6) /* 434 */
TYPE("v1.HTTPProtocol", STRING, 0, -1, 1827, 0) /* 435 */
TYPE("v1.GRPCAction", STRUCT, 0, -1, 1827, 3) /* 436 */
TYPE("v1.GRPCProbeMode", STRING, 0, -1, 1830, 0) /* 437 */
TYPE("v1.Lifecycle", STRUCT, 0, -1, 1830, 3) /* 438 */
TYPE("v1.LifecycleHandler", STRUCT, 0, -1, 1833, 4) /* 439 */
TYPE("[]v1.EphemeralContainer", LIST, 0, 441, 1837, 0) /* 440 */
TYPE("v1.EphemeralContainer", STRUCT, 0, -1, 1837, 26) /* 441 */
TYPE("[]v1.EvictionResponder", LIST, 0, 443, 1863, 0) /* 442 */
TYPE("v1.EvictionResponder", STRUCT, ATOMIC, -1, 1863, 2) /* 443 */
TYPE("v1.PodStatus", STRUCT, 0, -1, 1865, 22) /* 444 */
TYPE("[]v1.NodeAllocatableResourceClaimStatus", LIST, 0, 446, 1887, 0) /* 445 */
TYPE("v1.NodeAllocatableResourceClaimStatus", STRUCT, 0, -1, 1887, 4) /* 446 */
TYPE("[]v1.NodeAllocatableMappedResources", LIST, 0, 448, 1891, 0) /* 447 */
TYPE("v1.NodeAllocatableMappedResources", STRUCT, 0, -1, 1891, 2) /* 448 */
TYPE("[]v1.NodeAllocatableOverheadResources", LIST, 0, 450, 1893, 0) /* 449 */
TYPE("v1.NodeAllocatableOverheadResources", STRUCT, 0, -1, 1893, 3) /* 450 */
TYPE("[]v1.PodVolumeHealth", LIST, 0, 452, 1896, 0) /* 451 */
TYPE("v1.PodVolumeHealth", STRUCT, 0, -1, 1896, 3) /* 452 */
TYPE("v1.PodAttachOptions", STRUCT, 0, -1, 1899, 7) /* 453 */
TYPE("v1.PodExecOptions", STRUCT, 0, -1, 1906, 8) /* 454 */
TYPE("v1.PodLogOptions", STRUCT, 0, -1, 1914, 11) /* 455 */
TYPE("v1.PodLogOptions", STRUCT, 0, -1, 1925, 12) /* 456 */
TYPE("v1.PodPortForwardOptions", STRUCT, 0, -1, 1937, 3) /* 457 */
TYPE("v1.PodProxyOptions", STRUCT, 0, -1, 1940, 3) /* 458 */
TYPE("v1.PodStatusResult", STRUCT, 0, -1, 1943, 4) /* 459 */
TYPE("v1.PodStatusResult", STRUCT, 0, -1, 1947, 4) /* 460 */
TYPE("v1.PodStatusResult", STRUCT, 0, -1, 1951, 4) /* 461 */
TYPE("v1.PodStatusResult", STRUCT, 0, -1, 1955, 4) /* 462 */
TYPE("v1.PodStatusResult", STRUCT, 0, -1, 1959, 4) /* 463 */
TYPE("v1.PodTemplate", STRUCT, 0, -1, 1963, 4) /* 464 */
TYPE("v1.PodTemplateSpec", STRUCT, 0, -1, 1967, 2) /* 465 */
TYPE("v1.PodTemplate", STRUCT, 0, -1, 1969, 4) /* 466 */
TYPE("v1.PodTemplateSpec", STRUCT, 0, -1, 1973, 2) /* 467 */
TYPE("v1.PodTemplate", STRUCT, 0, -1, 1975, 4) /* 468 */
TYPE("v1.PodTemplateSpec", STRUCT, 0, -1, 1979, 2) /* 469 */
TYPE("v1.PodTemplate", STRUCT, 0, -1, 1981, 4) /* 470 */
TYPE("v1.PodTemplateSpec", STRUCT, 0, -1, 1985, 2) /* 471 */
TYPE("v1.PodTemplate", STRUCT, 0, -1, 1987, 4) /* 472 */
TYPE("v1.PodTemplateSpec", STRUCT, 0, -1, 1991, 2) /* 473 */
TYPE("v1.PodTemplate", STRUCT, 0, -1, 1993, 4) /* 474 */
TYPE("v1.PodTemplateSpec", STRUCT, 0, -1, 1997, 2) /* 475 */
TYPE("v1.PodTemplate", STRUCT, 0, -1, 1999, 4) /* 476 */
TYPE("v1.PodTemplateSpec", STRUCT, 0, -1, 2003, 2) /* 477 */
TYPE("v1.RangeAllocation", STRUCT, 0, -1, 2005, 5) /* 478 */
TYPE("v1.RangeAllocation", STRUCT, 0, -1, 2010, 5) /* 479 */
TYPE("v1.ReplicationController", STRUCT, 0, -1, 2015, 5) /* 480 */
TYPE("v1.ReplicationControllerSpec", STRUCT, 0, -1, 2020, 4) /* 481 */
TYPE("v1.ReplicationControllerStatus", STRUCT, 0, -1, 2024, 6) /* 482 */
TYPE("[]v1.ReplicationControllerCondition", LIST, 0, 484, 2030, 0) /* 483 */
TYPE("v1.ReplicationControllerCondition", STRUCT, 0, -1, 2030, 5) /* 484 */
TYPE("v1.ReplicationControllerConditionType", STRING, 0, -1, 2035, 0) /* 485 */
TYPE("v1.ReplicationController", STRUCT, 0, -1, 2035, 5) /* 486 */
TYPE("v1.ReplicationControllerSpec", STRUCT, 0, -1, 2040, 4) /* 487 */
TYPE("v1.ReplicationController", STRUCT, 0, -1, 2044, 5) /* 488 */
TYPE("v1.ReplicationControllerSpec", STRUCT, 0, -1, 2049, 4) /* 489 */
TYPE("v1.ReplicationController", STRUCT, 0, -1, 2053, 5) /* 490 */
TYPE("v1.ReplicationControllerSpec", STRUCT, 0, -1, 2058, 4) /* 491 */
TYPE("v1.ReplicationController", STRUCT, 0, -1, 2062, 5) /* 492 */
TYPE("v1.ReplicationControllerSpec", STRUCT, 0, -1, 2067, 4) /* 493 */
TYPE("v1.ReplicationController", STRUCT, 0, -1, 2071, 5) /* 494 */
TYPE("v1.ReplicationControllerSpec", STRUCT, 0, -1, 2076, 4) /* 495 */
TYPE("v1.ReplicationController", STRUCT, 0, -1, 2080, 5) /* 496 */
TYPE("v1.ReplicationControllerSpec", STRUCT, 0, -1, 2085, 4) /* 497 */
TYPE("v1.ResourceQuota", STRUCT, 0, -1, 2089, 5) /* 498 */
TYPE("v1.ResourceQuotaSpec", STRUCT, 0, -1, 2094, 3) /* 499 */
TYPE("[]v1.ResourceQuotaScope", LIST, 0, 501, 2097, 0) /* 500 */
TYPE("v1.ResourceQuotaScope", STRING, 0, -1, 2097, 0) /* 501 */
TYPE("v1.ScopeSelector", STRUCT, ATOMIC, -1, 2097, 1) /* 502 */
TYPE("[]v1.ScopedResourceSelectorRequirement", LIST, 0, 504, 2098, 0) /* 503 */
TYPE("v1.ScopedResourceSelectorRequirement", STRUCT, 0, -1, 2098, 3) /* 504 */
TYPE("v1.ScopeSelectorOperator", STRING, 0, -1, 2101, 0) /* 505 */
TYPE("v1.ResourceQuotaStatus", STRUCT, 0, -1, 2101, 2) /* 506 */
TYPE("v1.ResourceQuota", STRUCT, 0, -1, 2103, 5) /* 507 */
TYPE("v1.Secret", STRUCT, 0, -1, 2108, 7) /* 508 */
TYPE("v1.SecretType", STRING, 0, -1, 2115, 0) /* 509 */
TYPE("v1.Secret", STRUCT, 0, -1, 2115, 7) /* 510 */
TYPE("v1.SerializedReference", STRUCT, 0, -1, 2122, 3) /* 511 */
TYPE("v1.Service", STRUCT, 0, -1, 2125, 5) /* 512 */
TYPE("v1.ServiceSpec", STRUCT, 0, -1, 2130, 20) /* 513 */
TYPE("[]v1.ServicePort", LIST, 0, 515, 2150, 0) /* 514 */
TYPE("v1.ServicePort", STRUCT, 0, -1, 2150, 6) /* 515 */
TYPE("v1.ServiceType", STRING, 0, -1, 2156, 0) /* 516 */
TYPE("v1.ServiceAffinity", STRING, 0, -1, 2156, 0) /* 517 */
TYPE("v1.ServiceExternalTrafficPolicy", STRING, 0, -1, 2156, 0) /* 518 */
TYPE("v1.SessionAffinityConfig", STRUCT, 0, -1, 2156, 1) /* 519 */
TYPE("v1.ClientIPConfig", STRUCT, 0, -1, 2157, 1) /* 520 */
TYPE("[]v1.IPFamily", LIST, 0, 522, 2158, 0) /* 521 */
TYPE("v1.IPFamily", STRING, 0, -1, 2158, 0) /* 522 */
TYPE("v1.IPFamilyPolicy", STRING, 0, -1, 2158, 0) /* 523 */
TYPE("v1.ServiceInternalTrafficPolicy", STRING, 0, -1, 2158, 0) /* 524 */
TYPE("v1.ServiceStatus", STRUCT, 0, -1, 2158, 2) /* 525 */
TYPE("v1.LoadBalancerStatus", STRUCT, 0, -1, 2160, 1) /* 526 */
TYPE("[]v1.LoadBalancerIngress", LIST, 0, 528, 2161, 0) /* 527 */
TYPE("v1.LoadBalancerIngress", STRUCT, 0, -1, 2161, 4) /* 528 */
TYPE("v1.LoadBalancerIPMode", STRING, 0, -1, 2165, 0) /* 529 */
TYPE("[]v1.PortStatus", LIST, 0, 531, 2165, 0) /* 530 */
TYPE("v1.PortStatus", STRUCT, 0, -1, 2165, 3) /* 531 */
TYPE("[]v1.Condition", LIST, 0, 533, 2168, 0) /* 532 */
TYPE("v1.Condition", STRUCT, 0, -1, 2168, 6) /* 533 */
TYPE("v1.Service", STRUCT, 0, -1, 2174, 5) /* 534 */
TYPE("v1.ServiceAccount", STRUCT, 0, -1, 2179, 6) /* 535 */
TYPE("[]v1.ObjectReference", LIST, 0, 15, 2185, 0) /* 536 */
TYPE("v1.ServiceAccount", STRUCT, 0, -1, 2185, 6) /* 537 */
TYPE("v1.ServiceProxyOptions", STRUCT, 0, -1, 2191, 3) /* 538 */
TYPE("v1.MutatingAdmissionPolicy", STRUCT, 0, -1, 2194, 4) /* 539 */
TYPE("v1.MutatingAdmissionPolicySpec", STRUCT, 0, -1, 2198, 7) /* 540 */
TYPE("v1.ParamKind", STRUCT, ATOMIC, -1, 2205, 2) /* 541 */
TYPE("v1.MatchResources", STRUCT, ATOMIC, -1, 2207, 5) /* 542 */
TYPE("[]v1.NamedRuleWithOperations", LIST, 0, 544, 2212, 0) /* 543 */
TYPE("v1.NamedRuleWithOperations", STRUCT, ATOMIC, -1, 2212, 6) /* 544 */
TYPE("[]v1.OperationType", LIST, 0, 546, 2218, 0) /* 545 */
TYPE("v1.OperationType", STRING, 0, -1, 2218, 0) /* 546 */
TYPE("v1.ScopeType", STRING, 0, -1, 2218, 0) /* 547 */
TYPE("v1.MatchPolicyType", STRING, 0, -1, 2218, 0) /* 548 */
TYPE("[]v1.Variable", LIST, 0, 550, 2218, 0) /* 549 */
TYPE("v1.Variable", STRUCT, ATOMIC, -1, 2218, 2) /* 550 */
TYPE("[]v1.Mutation", LIST, 0, 552, 2220, 0) /* 551 */
TYPE("v1.Mutation", STRUCT, 0, -1, 2220, 3) /* 552 */
TYPE("v1.PatchType", STRING, 0, -1, 2223, 0) /* 553 */
TYPE("v1.ApplyConfiguration", STRUCT, 0, -1, 2223, 1) /* 554 */
TYPE("v1.JSONPatch", STRUCT, 0, -1, 2224, 1) /* 555 */
TYPE("v1.FailurePolicyType", STRING, 0, -1, 2225, 0) /* 556 */
TYPE("[]v1.MatchCondition", LIST, 0, 558, 2225, 0) /* 557 */
TYPE("v1.MatchCondition", STRUCT, 0, -1, 2225, 2) /* 558 */
TYPE("v1.ReinvocationPolicyType", STRING, 0, -1, 2227, 0) /* 559 */
TYPE("v1.MutatingAdmissionPolicyBinding", STRUCT, 0, -1, 2227, 4) /* 560 */
TYPE("v1.MutatingAdmissionPolicyBindingSpec", STRUCT, 0, -1, 2231, 3) /* 561 */
TYPE("v1.ParamRef", STRUCT, ATOMIC, -1, 2234, 4) /* 562 */
TYPE("v1.ParameterNotFoundActionType", STRING, 0, -1, 2238, 0) /* 563 */
TYPE("v1.MutatingWebhookConfiguration", STRUCT, 0, -1, 2238, 4) /* 564 */
TYPE("[]v1.MutatingWebhook", LIST, 0, 566, 2242, 0) /* 565 */
TYPE("v1.MutatingWebhook", STRUCT, 0, -1, 2242, 12) /* 566 */
TYPE("v1.WebhookClientConfig", STRUCT, 0, -1, 2254, 3) /* 567 */
TYPE("v1.ServiceReference", STRUCT, 0, -1, 2257, 4) /* 568 */
TYPE("[]v1.RuleWithOperations", LIST, 0, 570, 2261, 0) /* 569 */
TYPE("v1.RuleWithOperations", STRUCT, 0, -1, 2261, 5) /* 570 */
TYPE("v1.SideEffectClass", STRING, 0, -1, 2266, 0) /* 571 */
TYPE("v1.MutatingWebhookConfiguration", STRUCT, 0, -1, 2266, 4) /* 572 */
TYPE("v1.ValidatingAdmissionPolicy", STRUCT, 0, -1, 2270, 5) /* 573 */
TYPE("v1.ValidatingAdmissionPolicySpec", STRUCT, 0, -1, 2275, 7) /* 574 */
TYPE("[]v1.Validation", LIST, 0, 576, 2282, 0) /* 575 */
TYPE("v1.Validation", STRUCT, 0, -1, 2282, 4) /* 576 */
TYPE("v1.StatusReason", STRING, 0, -1, 2286, 0) /* 577 */
TYPE("[]v1.AuditAnnotation", LIST, 0, 579, 2286, 0) /* 578 */
TYPE("v1.AuditAnnotation", STRUCT, 0, -1, 2286, 2) /* 579 */
TYPE("v1.ValidatingAdmissionPolicyStatus", STRUCT, 0, -1, 2288, 3) /* 580 */
TYPE("v1.TypeChecking", STRUCT, 0, -1, 2291, 1) /* 581 */
TYPE("[]v1.ExpressionWarning", LIST, 0, 583, 2292, 0) /* 582 */
TYPE("v1.ExpressionWarning", STRUCT, 0, -1, 2292, 2) /* 583 */
TYPE("v1.ValidatingAdmissionPolicy", STRUCT, 0, -1, 2294, 5) /* 584 */
TYPE("v1.ValidatingAdmissionPolicyBinding", STRUCT, 0, -1, 2299, 4) /* 585 */
TYPE("v1.ValidatingAdmissionPolicyBindingSpec", STRUCT, 0, -1, 2303, 4) /* 586 */
TYPE("[]v1.ValidationAction", LIST, 0, 588, 2307, 0) /* 587 */
TYPE("v1.ValidationAction", STRING, 0, -1, 2307, 0) /* 588 */
TYPE("v1.ValidatingAdmissionPolicyBinding", STRUCT, 0, -1, 2307, 4) /* 589 */
TYPE("v1.ValidatingWebhookConfiguration", STRUCT, 0, -1, 2311, 4) /* 590 */
TYPE("[]v1.ValidatingWebhook", LIST, 0, 592, 2315, 0) /* 591 */
TYPE("v1.ValidatingWebhook", STRUCT, 0, -1, 2315, 11) /* 592 */
TYPE("v1.ValidatingWebhookConfiguration", STRUCT, 0, -1, 2326, 4) /* 593 */
TYPE("v1alpha1.MutatingAdmissionPolicy", STRUCT, 0, -1, 2330, 4) /* 594 */
TYPE("v1alpha1.MutatingAdmissionPolicySpec", STRUCT, 0, -1, 2334, 7) /* 595 */
TYPE("v1alpha1.ParamKind", STRUCT, ATOMIC, -1, 2341, 2) /* 596 */
TYPE("v1alpha1.MatchResources", STRUCT, ATOMIC, -1, 2343, 5) /* 597 */
TYPE("[]v1alpha1.NamedRuleWithOperations", LIST, 0, 599, 2348, 0) /* 598 */
TYPE("v1alpha1.NamedRuleWithOperations", STRUCT, ATOMIC, -1, 2348, 6) /* 599 */
TYPE("v1alpha1.MatchPolicyType", STRING, 0, -1, 2354, 0) /* 600 */
TYPE("[]v1alpha1.Variable", LIST, 0, 602, 2354, 0) /* 601 */
TYPE("v1alpha1.Variable", STRUCT, 0, -1, 2354, 2) /* 602 */
TYPE("[]v1alpha1.Mutation", LIST, 0, 604, 2356, 0) /* 603 */
TYPE("v1alpha1.Mutation", STRUCT, 0, -1, 2356, 3) /* 604 */
TYPE("v1alpha1.PatchType", STRING, 0, -1, 2359, 0) /* 605 */
TYPE("v1alpha1.ApplyConfiguration", STRUCT, 0, -1, 2359, 1) /* 606 */
TYPE("v1alpha1.JSONPatch", STRUCT, 0, -1, 2360, 1) /* 607 */
TYPE("v1alpha1.FailurePolicyType", STRING, 0, -1, 2361, 0) /* 608 */
TYPE("[]v1alpha1.MatchCondition", LIST, 0, 610, 2361, 0) /* 609 */
TYPE("v1alpha1.MatchCondition", STRUCT, 0, -1, 2361, 2) /* 610 */
TYPE("v1alpha1.MutatingAdmissionPolicy", STRUCT, 0, -1, 2363, 4) /* 611 */
TYPE("v1alpha1.MutatingAdmissionPolicyBinding", STRUCT, 0, -1, 2367, 4) /* 612 */
TYPE("v1alpha1.MutatingAdmissionPolicyBindingSpec", STRUCT, 0, -1, 2371, 3) /* 613 */
TYPE("v1alpha1.ParamRef", STRUCT, ATOMIC, -1, 2374, 4) /* 614 */
TYPE("v1alpha1.ParameterNotFoundActionType", STRING, 0, -1, 2378, 0) /* 615 */
TYPE("v1alpha1.MutatingAdmissionPolicyBinding", STRUCT, 0, -1, 2378, 4) /* 616 */
TYPE("v1beta1.MutatingAdmissionPolicy", STRUCT, 0, -1, 2382, 4) /* 617 */
TYPE("v1beta1.MutatingAdmissionPolicySpec", STRUCT, 0, -1, 2386, 7) /* 618 */
TYPE("v1beta1.ParamKind", STRUCT, ATOMIC, -1, 2393, 2) /* 619 */
TYPE("v1beta1.MatchResources", STRUCT, ATOMIC, -1, 2395, 5) /* 620 */
TYPE("[]v1beta1.NamedRuleWithOperations", LIST, 0, 622, 2400, 0) /* 621 */
TYPE("v1beta1.NamedRuleWithOperations", STRUCT, ATOMIC, -1, 2400, 6) /* 622 */
TYPE("v1beta1.MatchPolicyType", STRING, 0, -1, 2406, 0) /* 623 */
TYPE("[]v1beta1.Variable", LIST, 0, 625, 2406, 0) /* 624 */
TYPE("v1beta1.Variable", STRUCT, ATOMIC, -1, 2406, 2) /* 625 */
TYPE("[]v1beta1.Mutation", LIST, 0, 627, 2408, 0) /* 626 */
TYPE("v1beta1.Mutation", STRUCT, 0, -1, 2408, 3) /* 627 */
TYPE("v1beta1.PatchType", STRING, 0, -1, 2411, 0) /* 628 */
TYPE("v1beta1.ApplyConfiguration", STRUCT, 0, -1, 2411, 1) /* 629 */
TYPE("v1beta1.JSONPatch", STRUCT, 0, -1, 2412, 1) /* 630 */
TYPE("v1beta1.FailurePolicyType", STRING, 0, -1, 2413, 0) /* 631 */
TYPE("[]v1beta1.MatchCondition", LIST, 0, 633, 2413, 0) /* 632 */
TYPE("v1beta1.MatchCondition", STRUCT, 0, -1, 2413, 2) /* 633 */
TYPE("v1beta1.MutatingAdmissionPolicyBinding", STRUCT, 0, -1, 2415, 4) /* 634 */
TYPE("v1beta1.MutatingAdmissionPolicyBindingSpec", STRUCT, 0, -1, 2419, 3) /* 635 */
TYPE("v1beta1.ParamRef", STRUCT, ATOMIC, -1, 2422, 4) /* 636 */
TYPE("v1beta1.ParameterNotFoundActionType", STRING, 0, -1, 2426, 0) /* 637 */
TYPE("v1.ConversionReview", STRUCT, 0, -1, 2426, 4) /* 638 */
TYPE("v1.ConversionRequest", STRUCT, 0, -1, 2430, 3) /* 639 */
TYPE("[]runtime.RawExtension", LIST, 0, 641, 2433, 0) /* 640 */
TYPE("runtime.RawExtension", RAW, 0, -1, 2433, 0) /* 641 */
TYPE("v1.ConversionResponse", STRUCT, 0, -1, 2433, 3) /* 642 */
TYPE("v1.Status", STRUCT, 0, -1, 2436, 8) /* 643 */
TYPE("v1.ListMeta", STRUCT, 0, -1, 2444, 4) /* 644 */
TYPE("v1.StatusDetails", STRUCT, 0, -1, 2448, 6) /* 645 */
TYPE("[]v1.StatusCause", LIST, 0, 647, 2454, 0) /* 646 */
TYPE("v1.StatusCause", STRUCT, 0, -1, 2454, 3) /* 647 */
TYPE("v1.CauseType", STRING, 0, -1, 2457, 0) /* 648 */
TYPE("v1.ConversionReview", STRUCT, 0, -1, 2457, 4) /* 649 */
TYPE("v1.ConversionResponse", STRUCT, 0, -1, 2461, 3) /* 650 */
TYPE("v1.Status", STRUCT, 0, -1, 2464, 8) /* 651 */
TYPE("v1.ConversionReview", STRUCT, 0, -1, 2472, 4) /* 652 */
TYPE("v1.ConversionResponse", STRUCT, 0, -1, 2476, 3) /* 653 */
TYPE("v1.Status", STRUCT, 0, -1, 2479, 8) /* 654 */
TYPE("v1.ListMeta", STRUCT, 0, -1, 2487, 5) /* 655 */
TYPE("v1.ShardInfo", STRUCT, 0, -1, 2492, 1) /* 656 */
TYPE("v1.CustomResourceDefinition", STRUCT, 0, -1, 2493, 5) /* 657 */
TYPE("v1.CustomResourceDefinitionSpec", STRUCT, 0, -1, 2498, 6) /* 658 */
TYPE("v1.CustomResourceDefinitionNames", STRUCT, 0, -1, 2504, 6) /* 659 */
TYPE("v1.ResourceScope", STRING, 0, -1, 2510, 0) /* 660 */
TYPE("[]v1.CustomResourceDefinitionVersion", LIST, 0, 662, 2510, 0) /* 661 */
TYPE("v1.CustomResourceDefinitionVersion", STRUCT, 0, -1, 2510, 9) /* 662 */
TYPE("v1.CustomResourceValidation", STRUCT, 0, -1, 2519, 1) /* 663 */
TYPE("v1.JSONSchemaProps", STRUCT, 0, -1, 2520, 44) /* 664 */
TYPE("v1.JSONSchemaURL", STRING, 0, -1, 2564, 0) /* 665 */
TYPE("v1.JSON", ANY, 0, -1, 2564, 0) /* 666 */
TYPE("float64", FLOAT, 0, -1, 2564, 0) /* 667 */
TYPE("[]v1.JSON", LIST, 0, 666, 2564, 0) /* 668 */
TYPE("v1.JSONSchemaPropsOrArray", SCHEMA_OR_ARRAY, 0, 664, 2564, 0) /* 669 */
TYPE("[]v1.JSONSchemaProps", LIST, 0, 664, 2564, 0) /* 670 */
TYPE("map[string]v1.JSONSchemaProps", MAP, 0, 664, 2564, 0) /* 671 */
TYPE("v1.JSONSchemaPropsOrBool", SCHEMA_OR_BOOL, 0, 664, 2564, 0) /* 672 */
TYPE("v1.JSONSchemaDependencies", MAP, 0, 674, 2564, 0) /* 673 */
TYPE("v1.JSONSchemaPropsOrStringArray", SCHEMA_OR_STRINGS, 0, 664, 2564, 0) /* 674 */
TYPE("v1.JSONSchemaDefinitions", MAP, 0, 664, 2564, 0) /* 675 */
TYPE("v1.ExternalDocumentation", STRUCT, 0, -1, 2564, 2) /* 676 */
TYPE("v1.ValidationRules", LIST, 0, 678, 2566, 0) /* 677 */
TYPE("v1.ValidationRule", STRUCT, 0, -1, 2566, 6) /* 678 */
TYPE("v1.FieldValueErrorReason", STRING, 0, -1, 2572, 0) /* 679 */
TYPE("v1.CustomResourceSubresources", STRUCT, 0, -1, 2572, 2) /* 680 */
TYPE("v1.CustomResourceSubresourceStatus", STRUCT, 0, -1, 2574, 0) /* 681 */
TYPE("v1.CustomResourceSubresourceScale", STRUCT, 0, -1, 2574, 3) /* 682 */
TYPE("[]v1.CustomResourceColumnDefinition", LIST, 0, 684, 2577, 0) /* 683 */
TYPE("v1.CustomResourceColumnDefinition", STRUCT, 0, -1, 2577, 6) /* 684 */
TYPE("[]v1.SelectableField", LIST, 0, 686, 2583, 0) /* 685 */
TYPE("v1.SelectableField", STRUCT, 0, -1, 2583, 1) /* 686 */
TYPE("v1.CustomResourceConversion", STRUCT, 0, -1, 2584, 2) /* 687 */
TYPE("v1.ConversionStrategyType", STRING, 0, -1, 2586, 0) /* 688 */
TYPE("v1.WebhookConversion", STRUCT, 0, -1, 2586, 2) /* 689 */
TYPE("v1.CustomResourceDefinitionStatus", STRUCT, 0, -1, 2588, 3) /* 690 */
TYPE("[]v1.CustomResourceDefinitionCondition", LIST, 0, 692, 2591, 0) /* 691 */
TYPE("v1.CustomResourceDefinitionCondition", STRUCT, 0, -1, 2591, 5) /* 692 */
TYPE("v1.CustomResourceDefinitionConditionType", STRING, 0, -1, 2596, 0) /* 693 */
TYPE("v1.CustomResourceDefinition", STRUCT, 0, -1, 2596, 5) /* 694 */
TYPE("v1.CustomResourceDefinition", STRUCT, 0, -1, 2601, 5) /* 695 */
TYPE("v1.CustomResourceDefinitionStatus", STRUCT, 0, -1, 2606, 4) /* 696 */
TYPE("[]v1.CustomResourceDefinitionCondition", LIST, 0, 698, 2610, 0) /* 697 */
TYPE("v1.CustomResourceDefinitionCondition", STRUCT, 0, -1, 2610, 6) /* 698 */
TYPE("v1.APIService", STRUCT, 0, -1, 2616, 5) /* 699 */
TYPE("v1.APIServiceSpec", STRUCT, 0, -1, 2621, 7) /* 700 */
TYPE("v1.ServiceReference", STRUCT, 0, -1, 2628, 3) /* 701 */
TYPE("v1.APIServiceStatus", STRUCT, 0, -1, 2631, 1) /* 702 */
TYPE("[]v1.APIServiceCondition", LIST, 0, 704, 2632, 0) /* 703 */
TYPE("v1.APIServiceCondition", STRUCT, 0, -1, 2632, 5) /* 704 */
TYPE("v1.APIServiceConditionType", STRING, 0, -1, 2637, 0) /* 705 */
TYPE("v1.APIService", STRUCT, 0, -1, 2637, 5) /* 706 */
TYPE("v1.ControllerRevision", STRUCT, 0, -1, 2642, 5) /* 707 */
TYPE("v1.ControllerRevision", STRUCT, 0, -1, 2647, 5) /* 708 */
TYPE("v1.ControllerRevision", STRUCT, 0, -1, 2652, 5) /* 709 */
TYPE("v1.DaemonSet", STRUCT, 0, -1, 2657, 5) /* 710 */
TYPE("v1.DaemonSetSpec", STRUCT, 0, -1, 2662, 5) /* 711 */
TYPE("v1.DaemonSetUpdateStrategy", STRUCT, 0, -1, 2667, 2) /* 712 */
TYPE("v1.DaemonSetUpdateStrategyType", STRING, 0, -1, 2669, 0) /* 713 */
TYPE("v1.RollingUpdateDaemonSet", STRUCT, 0, -1, 2669, 2) /* 714 */
TYPE("v1.DaemonSetStatus", STRUCT, 0, -1, 2671, 10) /* 715 */
TYPE("[]v1.DaemonSetCondition", LIST, 0, 717, 2681, 0) /* 716 */
TYPE("v1.DaemonSetCondition", STRUCT, 0, -1, 2681, 5) /* 717 */
TYPE("v1.DaemonSetConditionType", STRING, 0, -1, 2686, 0) /* 718 */
TYPE("v1.DaemonSet", STRUCT, 0, -1, 2686, 5) /* 719 */
TYPE("v1.DaemonSetSpec", STRUCT, 0, -1, 2691, 5) /* 720 */
TYPE("v1.DaemonSet", STRUCT, 0, -1, 2696, 5) /* 721 */
TYPE("v1.DaemonSetSpec", STRUCT, 0, -1, 2701, 5) /* 722 */
TYPE("v1.DaemonSet", STRUCT, 0, -1, 2706, 5) /* 723 */
TYPE("v1.DaemonSetSpec", STRUCT, 0, -1, 2711, 5) /* 724 */
TYPE("v1.DaemonSet", STRUCT, 0, -1, 2716, 5) /* 725 */
TYPE("v1.DaemonSetSpec", STRUCT, 0, -1, 2721, 5) /* 726 */
TYPE("v1.DaemonSet", STRUCT, 0, -1, 2726, 5) /* 727 */
TYPE("v1.DaemonSetSpec", STRUCT, 0, -1, 2731, 5) /* 728 */
TYPE("v1.DaemonSet", STRUCT, 0, -1, 2736, 5) /* 729 */
TYPE("v1.DaemonSetSpec", STRUCT, 0, -1, 2741, 5) /* 730 */
TYPE("v1.Deployment", STRUCT, 0, -1, 2746, 5) /* 731 */
TYPE("v1.DeploymentSpec", STRUCT, 0, -1, 2751, 8) /* 732 */
TYPE("v1.DeploymentStrategy", STRUCT, 0, -1, 2759, 2) /* 733 */
TYPE("v1.DeploymentStrategyType", STRING, 0, -1, 2761, 0) /* 734 */
TYPE("v1.RollingUpdateDeployment", STRUCT, 0, -1, 2761, 2) /* 735 */
TYPE("v1.DeploymentStatus", STRUCT, 0, -1, 2763, 8) /* 736 */
TYPE("[]v1.DeploymentCondition", LIST, 0, 738, 2771, 0) /* 737 */
TYPE("v1.DeploymentCondition", STRUCT, 0, -1, 2771, 6) /* 738 */
TYPE("v1.DeploymentConditionType", STRING, 0, -1, 2777, 0) /* 739 */
TYPE("v1.Deployment", STRUCT, 0, -1, 2777, 5) /* 740 */
TYPE("v1.DeploymentSpec", STRUCT, 0, -1, 2782, 8) /* 741 */
TYPE("v1.Deployment", STRUCT, 0, -1, 2790, 5) /* 742 */
TYPE("v1.DeploymentSpec", STRUCT, 0, -1, 2795, 8) /* 743 */
TYPE("v1.DeploymentStatus", STRUCT, 0, -1, 2803, 9) /* 744 */
TYPE("v1.Deployment", STRUCT, 0, -1, 2812, 5) /* 745 */
TYPE("v1.DeploymentSpec", STRUCT, 0, -1, 2817, 8) /* 746 */
TYPE("v1.Deployment", STRUCT, 0, -1, 2825, 5) /* 747 */
TYPE("v1.DeploymentSpec", STRUCT, 0, -1, 2830, 8) /* 748 */
TYPE("v1.Deployment", STRUCT, 0, -1, 2838, 5) /* 749 */
TYPE("v1.DeploymentSpec", STRUCT, 0, -1, 2843, 8) /* 750 */
TYPE("v1.Deployment", STRUCT, 0, -1, 2851, 5) /* 751 */
TYPE("v1.DeploymentSpec", STRUCT, 0, -1, 2856, 8) /* 752 */
TYPE("v1.ReplicaSet", STRUCT, 0, -1, 2864, 5) /* 753 */
TYPE("v1.ReplicaSetSpec", STRUCT, 0, -1, 2869, 4) /* 754 */
TYPE("v1.ReplicaSetStatus", STRUCT, 0, -1, 2873, 6) /* 755 */
TYPE("[]v1.ReplicaSetCondition", LIST, 0, 757, 2879, 0) /* 756 */
TYPE("v1.ReplicaSetCondition", STRUCT, 0, -1, 2879, 5) /* 757 */
TYPE("v1.ReplicaSetConditionType", STRING, 0, -1, 2884, 0) /* 758 */
TYPE("v1.ReplicaSet", STRUCT, 0, -1, 2884, 5) /* 759 */
TYPE("v1.ReplicaSetSpec", STRUCT, 0, -1, 2889, 4) /* 760 */
TYPE("v1.ReplicaSet", STRUCT, 0, -1, 2893, 5) /* 761 */
TYPE("v1.ReplicaSetSpec", STRUCT, 0, -1, 2898, 4) /* 762 */
TYPE("v1.ReplicaSetStatus", STRUCT, 0, -1, 2902, 7) /* 763 */
TYPE("v1.ReplicaSet", STRUCT, 0, -1, 2909, 5) /* 764 */
TYPE("v1.ReplicaSetSpec", STRUCT, 0, -1, 2914, 4) /* 765 */
TYPE("v1.ReplicaSet", STRUCT, 0, -1, 2918, 5) /* 766 */
TYPE("v1.ReplicaSetSpec", STRUCT, 0, -1, 2923, 4) /* 767 */
TYPE("v1.ReplicaSet", STRUCT, 0, -1, 2927, 5) /* 768 */
TYPE("v1.ReplicaSetSpec", STRUCT, 0, -1, 2932, 4) /* 769 */
TYPE("v1.ReplicaSet", STRUCT, 0, -1, 2936, 5) /* 770 */
TYPE("v1.ReplicaSetSpec", STRUCT, 0, -1, 2941, 4) /* 771 */
TYPE("v1.StatefulSet", STRUCT, 0, -1, 2945, 5) /* 772 */
TYPE("v1.StatefulSetSpec", STRUCT, 0, -1, 2950, 11) /* 773 */
TYPE("[]v1.PersistentVolumeClaim", LIST, 0, 149, 2961, 0) /* 774 */
TYPE("v1.PodManagementPolicyType", STRING, 0, -1, 2961, 0) /* 775 */
TYPE("v1.StatefulSetUpdateStrategy", STRUCT, 0, -1, 2961, 2) /* 776 */
TYPE("v1.StatefulSetUpdateStrategyType", STRING, 0, -1, 2963, 0) /* 777 */
TYPE("v1.RollingUpdateStatefulSetStrategy", STRUCT, 0, -1, 2963, 2) /* 778 */
TYPE("v1.StatefulSetPersistentVolumeClaimRetentionPolicy", STRUCT, 0, -1, 2965, 2) /* 779 */
TYPE("v1.PersistentVolumeClaimRetentionPolicyType", STRING, 0, -1, 2967, 0) /* 780 */
TYPE("v1.StatefulSetOrdinals", STRUCT, 0, -1, 2967, 1) /* 781 */
TYPE("v1.StatefulSetStatus", STRUCT, 0, -1, 2968, 10) /* 782 */
TYPE("[]v1.StatefulSetCondition", LIST, 0, 784, 2978, 0) /* 783 */
TYPE("v1.StatefulSetCondition", STRUCT, 0, -1, 2978, 5) /* 784 */
TYPE("v1.StatefulSetConditionType", STRING, 0, -1, 2983, 0) /* 785 */
TYPE("v1.StatefulSet", STRUCT, 0, -1, 2983, 5) /* 786 */
TYPE("v1.StatefulSetSpec", STRUCT, 0, -1, 2988, 11) /* 787 */
TYPE("v1.StatefulSet", STRUCT, 0, -1, 2999, 5) /* 788 */
TYPE("v1.StatefulSetSpec", STRUCT, 0, -1, 3004, 11) /* 789 */
TYPE("v1.StatefulSet", STRUCT, 0, -1, 3015, 5) /* 790 */
TYPE("v1.StatefulSetSpec", STRUCT, 0, -1, 3020, 11) /* 791 */
TYPE("[]v1.PersistentVolumeClaim", LIST, 0, 167, 3031, 0) /* 792 */
TYPE("v1.StatefulSet", STRUCT, 0, -1, 3031, 5) /* 793 */
TYPE("v1.StatefulSetSpec", STRUCT, 0, -1, 3036, 11) /* 794 */
TYPE("v1.StatefulSet", STRUCT, 0, -1, 3047, 5) /* 795 */
TYPE("v1.StatefulSetSpec", STRUCT, 0, -1, 3052, 11) /* 796 */
TYPE("v1.StatefulSet", STRUCT, 0, -1, 3063, 5) /* 797 */
TYPE("v1.StatefulSetSpec", STRUCT, 0, -1, 3068, 11) /* 798 */
TYPE("[]v1.PersistentVolumeClaim", LIST, 0, 168, 3079, 0) /* 799 */
TYPE("v1.SelfSubjectReview", STRUCT, 0, -1, 3079, 4) /* 800 */
TYPE("v1.SelfSubjectReviewStatus", STRUCT, 0, -1, 3083, 1) /* 801 */
TYPE("v1.UserInfo", STRUCT, 0, -1, 3084, 4) /* 802 */
TYPE("map[string]v1.ExtraValue", MAP, 0, 804, 3088, 0) /* 803 */
TYPE("v1.ExtraValue", LIST, 0, 1, 3088, 0) /* 804 */
TYPE("v1.SelfSubjectReview", STRUCT, 0, -1, 3088, 4) /* 805 */
TYPE("v1.TokenRequest", STRUCT, 0, -1, 3092, 5) /* 806 */
TYPE("v1.TokenRequestSpec", STRUCT, 0, -1, 3097, 3) /* 807 */
TYPE("v1.BoundObjectReference", STRUCT, 0, -1, 3100, 4) /* 808 */
TYPE("v1.TokenRequestStatus", STRUCT, 0, -1, 3104, 2) /* 809 */
TYPE("v1.TokenRequest", STRUCT, 0, -1, 3106, 5) /* 810 */
TYPE("v1.TokenRequest", STRUCT, 0, -1, 3111, 5) /* 811 */
TYPE("v1.TokenRequestSpec", STRUCT, 0, -1, 3116, 4) /* 812 */
TYPE("map[string]v1.AttestationValue", MAP, 0, 814, 3120, 0) /* 813 */
TYPE("v1.AttestationValue", LIST, 0, 1, 3120, 0) /* 814 */
TYPE("v1.TokenReview", STRUCT, 0, -1, 3120, 5) /* 815 */
TYPE("v1.TokenReviewSpec", STRUCT, 0, -1, 3125, 2) /* 816 */
TYPE("v1.TokenReviewStatus", STRUCT, 0, -1, 3127, 4) /* 817 */
TYPE("v1.TokenReview", STRUCT, 0, -1, 3131, 5) /* 818 */
TYPE("v1.LocalSubjectAccessReview", STRUCT, 0, -1, 3136, 5) /* 819 */
TYPE("v1.SubjectAccessReviewSpec", STRUCT, 0, -1, 3141, 6) /* 820 */
TYPE("v1.ResourceAttributes", STRUCT, 0, -1, 3147, 9) /* 821 */
TYPE("v1.FieldSelectorAttributes", STRUCT, 0, -1, 3156, 2) /* 822 */
TYPE("[]v1.FieldSelectorRequirement", LIST, 0, 824, 3158, 0) /* 823 */
TYPE("v1.FieldSelectorRequirement", STRUCT, 0, -1, 3158, 3) /* 824 */
TYPE("v1.FieldSelectorOperator", STRING, 0, -1, 3161, 0) /* 825 */
TYPE("v1.LabelSelectorAttributes", STRUCT, 0, -1, 3161, 2) /* 826 */
TYPE("v1.NonResourceAttributes", STRUCT, 0, -1, 3163, 2) /* 827 */
TYPE("v1.SubjectAccessReviewStatus", STRUCT, 0, -1, 3165, 4) /* 828 */
TYPE("v1.LocalSubjectAccessReview", STRUCT, 0, -1, 3169, 5) /* 829 */
TYPE("v1.SelfSubjectAccessReview", STRUCT, 0, -1, 3174, 5) /* 830 */
TYPE("v1.SelfSubjectAccessReviewSpec", STRUCT, 0, -1, 3179, 2) /* 831 */
TYPE("v1.SelfSubjectAccessReview", STRUCT, 0, -1, 3181, 5) /* 832 */
TYPE("v1.SelfSubjectRulesReview", STRUCT, 0, -1, 3186, 5) /* 833 */
TYPE("v1.SelfSubjectRulesReviewSpec", STRUCT, 0, -1, 3191, 1) /* 834 */
TYPE("v1.SubjectRulesReviewStatus", STRUCT, 0, -1, 3192, 4) /* 835 */
TYPE("[]v1.ResourceRule", LIST, 0, 837, 3196, 0) /* 836 */
TYPE("v1.ResourceRule", STRUCT, 0, -1, 3196, 4) /* 837 */
TYPE("[]v1.NonResourceRule", LIST, 0, 839, 3200, 0) /* 838 */
TYPE("v1.NonResourceRule", STRUCT, 0, -1, 3200, 2) /* 839 */
TYPE("v1.SelfSubjectRulesReview", STRUCT, 0, -1, 3202, 5) /* 840 */
TYPE("v1.SubjectAccessReview", STRUCT, 0, -1, 3207, 5) /* 841 */
TYPE("v1.SubjectAccessReview", STRUCT, 0, -1, 3212, 5) /* 842 */
TYPE("v1.HorizontalPodAutoscaler", STRUCT, 0, -1, 3217, 5) /* 843 */
TYPE("v1.HorizontalPodAutoscalerSpec", STRUCT, 0, -1, 3222, 4) /* 844 */
TYPE("v1.CrossVersionObjectReference", STRUCT, ATOMIC, -1, 3226, 3) /* 845 */
TYPE("v1.HorizontalPodAutoscalerStatus", STRUCT, 0, -1, 3229, 5) /* 846 */
TYPE("v1.HorizontalPodAutoscaler", STRUCT, 0, -1, 3234, 5) /* 847 */
TYPE("v1.Scale", STRUCT, 0, -1, 3239, 5) /* 848 */
TYPE("v1.ScaleSpec", STRUCT, 0, -1, 3244, 1) /* 849 */
TYPE("v1.ScaleStatus", STRUCT, 0, -1, 3245, 2) /* 850 */
TYPE("v1.Scale", STRUCT, 0, -1, 3247, 5) /* 851 */
TYPE("v2.HorizontalPodAutoscaler", STRUCT, 0, -1, 3252, 5) /* 852 */
TYPE("v2.HorizontalPodAutoscalerSpec", STRUCT, 0, -1, 3257, 5) /* 853 */
TYPE("v2.CrossVersionObjectReference", STRUCT, 0, -1, 3262, 3) /* 854 */
TYPE("[]v2.MetricSpec", LIST, 0, 856, 3265, 0) /* 855 */
TYPE("v2.MetricSpec", STRUCT, 0, -1, 3265, 6) /* 856 */
TYPE("v2.MetricSourceType", STRING, 0, -1, 3271, 0) /* 857 */
TYPE("v2.ObjectMetricSource", STRUCT, 0, -1, 3271, 3) /* 858 */
TYPE("v2.MetricTarget", STRUCT, 0, -1, 3274, 4) /* 859 */
TYPE("v2.MetricTargetType", STRING, 0, -1, 3278, 0) /* 860 */
TYPE("v2.MetricIdentifier", STRUCT, 0, -1, 3278, 2) /* 861 */
TYPE("v2.PodsMetricSource", STRUCT, 0, -1, 3280, 2) /* 862 */
TYPE("v2.ResourceMetricSource", STRUCT, 0, -1, 3282, 2) /* 863 */
TYPE("v2.ContainerResourceMetricSource", STRUCT, 0, -1, 3284, 3) /* 864 */
TYPE("v2.ExternalMetricSource", STRUCT, 0, -1, 3287, 2) /* 865 */
TYPE("v2.HorizontalPodAutoscalerBehavior", STRUCT, 0, -1, 3289, 2) /* 866 */
TYPE("v2.HPAScalingRules", STRUCT, 0, -1, 3291, 3) /* 867 */
TYPE("v2.ScalingPolicySelect", STRING, 0, -1, 3294, 0) /* 868 */
TYPE("[]v2.HPAScalingPolicy", LIST, 0, 870, 3294, 0) /* 869 */
TYPE("v2.HPAScalingPolicy", STRUCT, 0, -1, 3294, 3) /* 870 */
TYPE("v2.HPAScalingPolicyType", STRING, 0, -1, 3297, 0) /* 871 */
TYPE("v2.HorizontalPodAutoscalerStatus", STRUCT, 0, -1, 3297, 6) /* 872 */
TYPE("[]v2.MetricStatus", LIST, 0, 874, 3303, 0) /* 873 */
TYPE("v2.MetricStatus", STRUCT, 0, -1, 3303, 6) /* 874 */
TYPE("v2.ObjectMetricStatus", STRUCT, 0, -1, 3309, 3) /* 875 */
TYPE("v2.MetricValueStatus", STRUCT, 0, -1, 3312, 3) /* 876 */
TYPE("v2.PodsMetricStatus", STRUCT, 0, -1, 3315, 2) /* 877 */
TYPE("v2.ResourceMetricStatus", STRUCT, 0, -1, 3317, 2) /* 878 */
TYPE("v2.ContainerResourceMetricStatus", STRUCT, 0, -1, 3319, 3) /* 879 */
TYPE("v2.ExternalMetricStatus", STRUCT, 0, -1, 3322, 2) /* 880 */
TYPE("[]v2.HorizontalPodAutoscalerCondition", LIST, 0, 882, 3324, 0) /* 881 */
TYPE("v2.HorizontalPodAutoscalerCondition", STRUCT, 0, -1, 3324, 5) /* 882 */
TYPE("v2.HorizontalPodAutoscalerConditionType", STRING, 0, -1, 3329, 0) /* 883 */
TYPE("v2.HorizontalPodAutoscaler", STRUCT, 0, -1, 3329, 5) /* 884 */
TYPE("v2.HorizontalPodAutoscalerSpec", STRUCT, 0, -1, 3334, 5) /* 885 */
TYPE("v2.HorizontalPodAutoscalerBehavior", STRUCT, 0, -1, 3339, 2) /* 886 */
TYPE("v2.HPAScalingRules", STRUCT, 0, -1, 3341, 4) /* 887 */
TYPE("v2.HorizontalPodAutoscaler", STRUCT, 0, -1, 3345, 5) /* 888 */
TYPE("v2.HorizontalPodAutoscaler", STRUCT, 0, -1, 3350, 5) /* 889 */
TYPE("v2.HorizontalPodAutoscalerStatus", STRUCT, 0, -1, 3355, 6) /* 890 */
TYPE("[]v2.HorizontalPodAutoscalerCondition", LIST, 0, 892, 3361, 0) /* 891 */
TYPE("v2.HorizontalPodAutoscalerCondition", STRUCT, 0, -1, 3361, 6) /* 892 */
TYPE("v1.CronJob", STRUCT, 0, -1, 3367, 5) /* 893 */
TYPE("v1.CronJobSpec", STRUCT, 0, -1, 3372, 8) /* 894 */
TYPE("v1.ConcurrencyPolicy", STRING, 0, -1, 3380, 0) /* 895 */
TYPE("v1.JobTemplateSpec", STRUCT, 0, -1, 3380, 2) /* 896 */
TYPE("v1.JobSpec", STRUCT, 0, -1, 3382, 16) /* 897 */
TYPE("v1.PodFailurePolicy", STRUCT, 0, -1, 3398, 1) /* 898 */
TYPE("[]v1.PodFailurePolicyRule", LIST, 0, 900, 3399, 0) /* 899 */
TYPE("v1.PodFailurePolicyRule", STRUCT, 0, -1, 3399, 3) /* 900 */
TYPE("v1.PodFailurePolicyAction", STRING, 0, -1, 3402, 0) /* 901 */
TYPE("v1.PodFailurePolicyOnExitCodesRequirement", STRUCT, 0, -1, 3402, 3) /* 902 */
TYPE("v1.PodFailurePolicyOnExitCodesOperator", STRING, 0, -1, 3405, 0) /* 903 */
TYPE("[]v1.PodFailurePolicyOnPodConditionsPattern", LIST, 0, 905, 3405, 0) /* 904 */
TYPE("v1.PodFailurePolicyOnPodConditionsPattern", STRUCT, 0, -1, 3405, 2) /* 905 */
TYPE("v1.SuccessPolicy", STRUCT, 0, -1, 3407, 1) /* 906 */
TYPE("[]v1.SuccessPolicyRule", LIST, 0, 908, 3408, 0) /* 907 */
TYPE("v1.SuccessPolicyRule", STRUCT, 0, -1, 3408, 2) /* 908 */
TYPE("v1.CompletionMode", STRING, 0, -1, 3410, 0) /* 909 */
TYPE("v1.PodReplacementPolicy", STRING, 0, -1, 3410, 0) /* 910 */
TYPE("v1.CronJobStatus", STRUCT, 0, -1, 3410, 3) /* 911 */
TYPE("v1.CronJob", STRUCT, 0, -1, 3413, 5) /* 912 */
TYPE("v1.CronJobSpec", STRUCT, 0, -1, 3418, 8) /* 913 */
TYPE("v1.JobTemplateSpec", STRUCT, 0, -1, 3426, 2) /* 914 */
TYPE("v1.JobSpec", STRUCT, 0, -1, 3428, 16) /* 915 */
TYPE("v1.CronJob", STRUCT, 0, -1, 3444, 5) /* 916 */
TYPE("v1.CronJobSpec", STRUCT, 0, -1, 3449, 8) /* 917 */
TYPE("v1.JobTemplateSpec", STRUCT, 0, -1, 3457, 2) /* 918 */
TYPE("v1.JobSpec", STRUCT, 0, -1, 3459, 16) /* 919 */
TYPE("v1.CronJob", STRUCT, 0, -1, 3475, 5) /* 920 */
TYPE("v1.CronJobSpec", STRUCT, 0, -1, 3480, 8) /* 921 */
TYPE("v1.JobTemplateSpec", STRUCT, 0, -1, 3488, 2) /* 922 */
TYPE("v1.JobSpec", STRUCT, 0, -1, 3490, 16) /* 923 */
TYPE("v1.CronJob", STRUCT, 0, -1, 3506, 5) /* 924 */
TYPE("v1.CronJobSpec", STRUCT, 0, -1, 3511, 8) /* 925 */
TYPE("v1.JobTemplateSpec", STRUCT, 0, -1, 3519, 2) /* 926 */
TYPE("v1.JobSpec", STRUCT, 0, -1, 3521, 16) /* 927 */
TYPE("v1.CronJob", STRUCT, 0, -1, 3537, 5) /* 928 */
TYPE("v1.CronJobSpec", STRUCT, 0, -1, 3542, 8) /* 929 */
TYPE("v1.JobTemplateSpec", STRUCT, 0, -1, 3550, 2) /* 930 */
TYPE("v1.JobSpec", STRUCT, 0, -1, 3552, 16) /* 931 */
TYPE("v1.CronJob", STRUCT, 0, -1, 3568, 5) /* 932 */
TYPE("v1.CronJobSpec", STRUCT, 0, -1, 3573, 8) /* 933 */
TYPE("v1.JobTemplateSpec", STRUCT, 0, -1, 3581, 2) /* 934 */
TYPE("v1.JobSpec", STRUCT, 0, -1, 3583, 17) /* 935 */
TYPE("v1.JobSchedulingConfiguration", STRUCT, 0, -1, 3600, 4) /* 936 */
TYPE("v1alpha3.WorkloadPodGroupSchedulingPolicy", STRUCT, 0, -1, 3604, 2) /* 937 */
TYPE("v1alpha3.WorkloadPodGroupBasicSchedulingPolicy", STRUCT, 0, -1, 3606, 0) /* 938 */
TYPE("v1alpha3.WorkloadPodGroupGangSchedulingPolicy", STRUCT, 0, -1, 3606, 1) /* 939 */
TYPE("v1alpha3.WorkloadPodGroupSchedulingConstraints", STRUCT, 0, -1, 3607, 1) /* 940 */
TYPE("[]v1alpha3.TopologyConstraint", LIST, 0, 942, 3608, 0) /* 941 */
TYPE("v1alpha3.TopologyConstraint", STRUCT, 0, -1, 3608, 1) /* 942 */
TYPE("v1alpha3.WorkloadPodGroupDisruptionMode", STRUCT, 0, -1, 3609, 2) /* 943 */
TYPE("v1alpha3.WorkloadPodGroupSingleDisruptionMode", STRUCT, 0, -1, 3611, 0) /* 944 */
TYPE("v1alpha3.WorkloadPodGroupAllDisruptionMode", STRUCT, 0, -1, 3611, 0) /* 945 */
TYPE("[]v1alpha3.WorkloadPodGroupResourceClaim", LIST, 0, 947, 3611, 0) /* 946 */
TYPE("v1alpha3.WorkloadPodGroupResourceClaim", STRUCT, 0, -1, 3611, 3) /* 947 */
TYPE("v1.Job", STRUCT, 0, -1, 3614, 5) /* 948 */
TYPE("v1.JobStatus", STRUCT, 0, -1, 3619, 11) /* 949 */
TYPE("[]v1.JobCondition", LIST, 0, 951, 3630, 0) /* 950 */
TYPE("v1.JobCondition", STRUCT, 0, -1, 3630, 6) /* 951 */
TYPE("v1.JobConditionType", STRING, 0, -1, 3636, 0) /* 952 */
TYPE("v1.UncountedTerminatedPods", STRUCT, 0, -1, 3636, 2) /* 953 */
TYPE("[]types.UID", LIST, 0, 3, 3638, 0) /* 954 */
TYPE("v1.Job", STRUCT, 0, -1, 3638, 5) /* 955 */
TYPE("v1.Job", STRUCT, 0, -1, 3643, 5) /* 956 */
TYPE("v1.Job", STRUCT, 0, -1, 3648, 5) /* 957 */
TYPE("v1.Job", STRUCT, 0, -1, 3653, 5) /* 958 */
TYPE("v1.Job", STRUCT, 0, -1, 3658, 5) /* 959 */
TYPE("v1.Job", STRUCT, 0, -1, 3663, 5) /* 960 */
TYPE("v1.CertificateSigningRequest", STRUCT, 0, -1, 3668, 5) /* 961 */
TYPE("v1.CertificateSigningRequestSpec", STRUCT, 0, -1, 3673, 8) /* 962 */
TYPE("[]v1.KeyUsage", LIST, 0, 964, 3681, 0) /* 963 */
TYPE("v1.KeyUsage", STRING, 0, -1, 3681, 0) /* 964 */
TYPE("v1.CertificateSigningRequestStatus", STRUCT, 0, -1, 3681, 2) /* 965 */
TYPE("[]v1.CertificateSigningRequestCondition", LIST, 0, 967, 3683, 0) /* 966 */
TYPE("v1.CertificateSigningRequestCondition", STRUCT, 0, -1, 3683, 6) /* 967 */
TYPE("v1.RequestConditionType", STRING, 0, -1, 3689, 0) /* 968 */
TYPE("v1.CertificateSigningRequest", STRUCT, 0, -1, 3689, 5) /* 969 */
TYPE("v1.CertificateSigningRequest", STRUCT, 0, -1, 3694, 5) /* 970 */
TYPE("v1.CertificateSigningRequestSpec", STRUCT, 0, -1, 3699, 8) /* 971 */
TYPE("v1.CertificateSigningRequestStatus", STRUCT, 0, -1, 3707, 2) /* 972 */
TYPE("v1.ClusterTrustBundle", STRUCT, 0, -1, 3709, 4) /* 973 */
TYPE("v1.ClusterTrustBundleSpec", STRUCT, 0, -1, 3713, 2) /* 974 */
TYPE("v1.PodCertificateRequest", STRUCT, 0, -1, 3715, 5) /* 975 */
TYPE("v1.PodCertificateRequestSpec", STRUCT, 0, -1, 3720, 10) /* 976 */
TYPE("types.NodeName", STRING, 0, -1, 3730, 0) /* 977 */
TYPE("v1.PodCertificateRequestStatus", STRUCT, 0, -1, 3730, 5) /* 978 */
TYPE("v1.Lease", STRUCT, 0, -1, 3735, 4) /* 979 */
TYPE("v1.LeaseSpec", STRUCT, 0, -1, 3739, 7) /* 980 */
TYPE("v1.CoordinatedLeaseStrategy", STRING, 0, -1, 3746, 0) /* 981 */
TYPE("v1.Lease", STRUCT, 0, -1, 3746, 4) /* 982 */
TYPE("v1.EndpointSlice", STRUCT, 0, -1, 3750, 6) /* 983 */
TYPE("v1.AddressType", STRING, 0, -1, 3756, 0) /* 984 */
TYPE("[]v1.Endpoint", LIST, 0, 986, 3756, 0) /* 985 */
TYPE("v1.Endpoint", STRUCT, 0, -1, 3756, 8) /* 986 */
TYPE("v1.EndpointConditions", STRUCT, 0, -1, 3764, 3) /* 987 */
TYPE("v1.EndpointHints", STRUCT, 0, -1, 3767, 1) /* 988 */
TYPE("[]v1.ForZone", LIST, 0, 990, 3768, 0) /* 989 */
TYPE("v1.ForZone", STRUCT, 0, -1, 3768, 1) /* 990 */
TYPE("[]v1.EndpointPort", LIST, 0, 992, 3769, 0) /* 991 */
TYPE("v1.EndpointPort", STRUCT, ATOMIC, -1, 3769, 4) /* 992 */
TYPE("v1.EndpointSlice", STRUCT, 0, -1, 3773, 6) /* 993 */
TYPE("[]v1.Endpoint", LIST, 0, 995, 3779, 0) /* 994 */
TYPE("v1.Endpoint", STRUCT, 0, -1, 3779, 8) /* 995 */
TYPE("v1.EndpointHints", STRUCT, 0, -1, 3787, 2) /* 996 */
TYPE("[]v1.ForNode", LIST, 0, 998, 3789, 0) /* 997 */
TYPE("v1.ForNode", STRUCT, 0, -1, 3789, 1) /* 998 */
TYPE("v1.EndpointSlice", STRUCT, 0, -1, 3790, 6) /* 999 */
TYPE("v1.Event", STRUCT, 0, -1, 3796, 17) /* 1000 */
TYPE("v1.EventSeries", STRUCT, 0, -1, 3813, 2) /* 1001 */
TYPE("v1.Event", STRUCT, 0, -1, 3815, 17) /* 1002 */
TYPE("v1.FlowSchema", STRUCT, 0, -1, 3832, 5) /* 1003 */
TYPE("v1.FlowSchemaSpec", STRUCT, 0, -1, 3837, 4) /* 1004 */
TYPE("v1.PriorityLevelConfigurationReference", STRUCT, 0, -1, 3841, 1) /* 1005 */
TYPE("v1.FlowDistinguisherMethod", STRUCT, 0, -1, 3842, 1) /* 1006 */
TYPE("v1.FlowDistinguisherMethodType", STRING, 0, -1, 3843, 0) /* 1007 */
TYPE("[]v1.PolicyRulesWithSubjects", LIST, 0, 1009, 3843, 0) /* 1008 */
TYPE("v1.PolicyRulesWithSubjects", STRUCT, 0, -1, 3843, 3) /* 1009 */
TYPE("[]v1.Subject", LIST, 0, 1011, 3846, 0) /* 1010 */
TYPE("v1.Subject", STRUCT, 0, -1, 3846, 4) /* 1011 */
TYPE("v1.SubjectKind", STRING, 0, -1, 3850, 0) /* 1012 */
TYPE("v1.UserSubject", STRUCT, 0, -1, 3850, 1) /* 1013 */
TYPE("v1.GroupSubject", STRUCT, 0, -1, 3851, 1) /* 1014 */
TYPE("v1.ServiceAccountSubject", STRUCT, 0, -1, 3852, 2) /* 1015 */
TYPE("[]v1.ResourcePolicyRule", LIST, 0, 1017, 3854, 0) /* 1016 */
TYPE("v1.ResourcePolicyRule", STRUCT, 0, -1, 3854, 5) /* 1017 */
TYPE("[]v1.NonResourcePolicyRule", LIST, 0, 1019, 3859, 0) /* 1018 */
TYPE("v1.NonResourcePolicyRule", STRUCT, 0, -1, 3859, 2) /* 1019 */
TYPE("v1.FlowSchemaStatus", STRUCT, 0, -1, 3861, 1) /* 1020 */
TYPE("[]v1.FlowSchemaCondition", LIST, 0, 1022, 3862, 0) /* 1021 */
TYPE("v1.FlowSchemaCondition", STRUCT, 0, -1, 3862, 5) /* 1022 */
TYPE("v1.FlowSchemaConditionType", STRING, 0, -1, 3867, 0) /* 1023 */
TYPE("v1.FlowSchema", STRUCT, 0, -1, 3867, 5) /* 1024 */
TYPE("v1.PriorityLevelConfiguration", STRUCT, 0, -1, 3872, 5) /* 1025 */
TYPE("v1.PriorityLevelConfigurationSpec", STRUCT, 0, -1, 3877, 3) /* 1026 */
TYPE("v1.PriorityLevelEnablement", STRING, 0, -1, 3880, 0) /* 1027 */
TYPE("v1.LimitedPriorityLevelConfiguration", STRUCT, 0, -1, 3880, 4) /* 1028 */
TYPE("v1.LimitResponse", STRUCT, 0, -1, 3884, 2) /* 1029 */
TYPE("v1.LimitResponseType", STRING, 0, -1, 3886, 0) /* 1030 */
TYPE("v1.QueuingConfiguration", STRUCT, 0, -1, 3886, 3) /* 1031 */
TYPE("v1.ExemptPriorityLevelConfiguration", STRUCT, 0, -1, 3889, 2) /* 1032 */
TYPE("v1.PriorityLevelConfigurationStatus", STRUCT, 0, -1, 3891, 1) /* 1033 */
TYPE("[]v1.PriorityLevelConfigurationCondition", LIST, 0, 1035, 3892, 0) /* 1034 */
TYPE("v1.PriorityLevelConfigurationCondition", STRUCT, 0, -1, 3892, 5) /* 1035 */
TYPE("v1.PriorityLevelConfigurationConditionType", STRING, 0, -1, 3897, 0) /* 1036 */
TYPE("v1.PriorityLevelConfiguration", STRUCT, 0, -1, 3897, 5) /* 1037 */
TYPE("v1.IPAddress", STRUCT, 0, -1, 3902, 4) /* 1038 */
TYPE("v1.IPAddressSpec", STRUCT, 0, -1, 3906, 1) /* 1039 */
TYPE("v1.ParentReference", STRUCT, 0, -1, 3907, 4) /* 1040 */
TYPE("v1.IPAddress", STRUCT, 0, -1, 3911, 4) /* 1041 */
TYPE("v1.Ingress", STRUCT, 0, -1, 3915, 5) /* 1042 */
TYPE("v1.IngressSpec", STRUCT, 0, -1, 3920, 4) /* 1043 */
TYPE("v1.IngressBackend", STRUCT, 0, -1, 3924, 2) /* 1044 */
TYPE("v1.IngressServiceBackend", STRUCT, 0, -1, 3926, 2) /* 1045 */
TYPE("v1.ServiceBackendPort", STRUCT, ATOMIC, -1, 3928, 2) /* 1046 */
TYPE("[]v1.IngressTLS", LIST, 0, 1048, 3930, 0) /* 1047 */
TYPE("v1.IngressTLS", STRUCT, 0, -1, 3930, 2) /* 1048 */
TYPE("[]v1.IngressRule", LIST, 0, 1050, 3932, 0) /* 1049 */
TYPE("v1.IngressRule", STRUCT, 0, -1, 3932, 2) /* 1050 */
TYPE("v1.HTTPIngressRuleValue", STRUCT, 0, -1, 3934, 1) /* 1051 */
TYPE("[]v1.HTTPIngressPath", LIST, 0, 1053, 3935, 0) /* 1052 */
TYPE("v1.HTTPIngressPath", STRUCT, 0, -1, 3935, 3) /* 1053 */
TYPE("v1.PathType", STRING, 0, -1, 3938, 0) /* 1054 */
TYPE("v1.IngressStatus", STRUCT, 0, -1, 3938, 1) /* 1055 */
TYPE("v1.IngressLoadBalancerStatus", STRUCT, 0, -1, 3939, 1) /* 1056 */
TYPE("[]v1.IngressLoadBalancerIngress", LIST, 0, 1058, 3940, 0) /* 1057 */
TYPE("v1.IngressLoadBalancerIngress", STRUCT, 0, -1, 3940, 3) /* 1058 */
TYPE("[]v1.IngressPortStatus", LIST, 0, 1060, 3943, 0) /* 1059 */
TYPE("v1.IngressPortStatus", STRUCT, 0, -1, 3943, 3) /* 1060 */
TYPE("v1.Ingress", STRUCT, 0, -1, 3946, 5) /* 1061 */
TYPE("v1.IngressClass", STRUCT, 0, -1, 3951, 4) /* 1062 */
TYPE("v1.IngressClassSpec", STRUCT, 0, -1, 3955, 2) /* 1063 */
TYPE("v1.IngressClassParametersReference", STRUCT, 0, -1, 3957, 5) /* 1064 */
TYPE("v1.IngressClass", STRUCT, 0, -1, 3962, 4) /* 1065 */
TYPE("v1.NetworkPolicy", STRUCT, 0, -1, 3966, 4) /* 1066 */
TYPE("v1.NetworkPolicySpec", STRUCT, 0, -1, 3970, 4) /* 1067 */
TYPE("[]v1.NetworkPolicyIngressRule", LIST, 0, 1069, 3974, 0) /* 1068 */
TYPE("v1.NetworkPolicyIngressRule", STRUCT, 0, -1, 3974, 2) /* 1069 */
TYPE("[]v1.NetworkPolicyPort", LIST, 0, 1071, 3976, 0) /* 1070 */
TYPE("v1.NetworkPolicyPort", STRUCT, 0, -1, 3976, 3) /* 1071 */
TYPE("[]v1.NetworkPolicyPeer", LIST, 0, 1073, 3979, 0) /* 1072 */
TYPE("v1.NetworkPolicyPeer", STRUCT, 0, -1, 3979, 3) /* 1073 */
TYPE("v1.IPBlock", STRUCT, 0, -1, 3982, 2) /* 1074 */
TYPE("[]v1.NetworkPolicyEgressRule", LIST, 0, 1076, 3984, 0) /* 1075 */
TYPE("v1.NetworkPolicyEgressRule", STRUCT, 0, -1, 3984, 2) /* 1076 */
TYPE("[]v1.PolicyType", LIST, 0, 1078, 3986, 0) /* 1077 */
TYPE("v1.PolicyType", STRING, 0, -1, 3986, 0) /* 1078 */
TYPE("v1.NetworkPolicy", STRUCT, 0, -1, 3986, 4) /* 1079 */
TYPE("v1.ServiceCIDR", STRUCT, 0, -1, 3990, 5) /* 1080 */
TYPE("v1.ServiceCIDRSpec", STRUCT, 0, -1, 3995, 1) /* 1081 */
TYPE("v1.ServiceCIDRStatus", STRUCT, 0, -1, 3996, 1) /* 1082 */
TYPE("v1.ServiceCIDR", STRUCT, 0, -1, 3997, 5) /* 1083 */
TYPE("v1.RuntimeClass", STRUCT, 0, -1, 4002, 6) /* 1084 */
TYPE("v1.Overhead", STRUCT, 0, -1, 4008, 1) /* 1085 */
TYPE("v1.Scheduling", STRUCT, 0, -1, 4009, 2) /* 1086 */
TYPE("v1.RuntimeClass", STRUCT, 0, -1, 4011, 6) /* 1087 */
TYPE("v1.Eviction", STRUCT, 0, -1, 4017, 4) /* 1088 */
TYPE("v1.Eviction", STRUCT, 0, -1, 4021, 4) /* 1089 */
TYPE("v1.Eviction", STRUCT, 0, -1, 4025, 4) /* 1090 */
TYPE("v1.PodDisruptionBudget", STRUCT, 0, -1, 4029, 5) /* 1091 */
TYPE("v1.PodDisruptionBudgetSpec", STRUCT, 0, -1, 4034, 4) /* 1092 */
TYPE("v1.UnhealthyPodEvictionPolicyType", STRING, 0, -1, 4038, 0) /* 1093 */
TYPE("v1.PodDisruptionBudgetStatus", STRUCT, 0, -1, 4038, 7) /* 1094 */
TYPE("map[string]v1.Time", MAP, 0, 5, 4045, 0) /* 1095 */
TYPE("v1.PodDisruptionBudget", STRUCT, 0, -1, 4045, 5) /* 1096 */
TYPE("v1.ClusterRole", STRUCT, 0, -1, 4050, 5) /* 1097 */
TYPE("[]v1.PolicyRule", LIST, 0, 1099, 4055, 0) /* 1098 */
TYPE("v1.PolicyRule", STRUCT, 0, -1, 4055, 5) /* 1099 */
TYPE("v1.AggregationRule", STRUCT, 0, -1, 4060, 1) /* 1100 */
TYPE("[]v1.LabelSelector", LIST, 0, 151, 4061, 0) /* 1101 */
TYPE("v1.ClusterRole", STRUCT, 0, -1, 4061, 5) /* 1102 */
TYPE("v1.ClusterRoleBinding", STRUCT, 0, -1, 4066, 5) /* 1103 */
TYPE("[]v1.Subject", LIST, 0, 1105, 4071, 0) /* 1104 */
TYPE("v1.Subject", STRUCT, ATOMIC, -1, 4071, 4) /* 1105 */
TYPE("v1.RoleRef", STRUCT, ATOMIC, -1, 4075, 3) /* 1106 */
TYPE("v1.ClusterRoleBinding", STRUCT, 0, -1, 4078, 5) /* 1107 */
TYPE("v1.Role", STRUCT, 0, -1, 4083, 4) /* 1108 */
TYPE("v1.Role", STRUCT, 0, -1, 4087, 4) /* 1109 */
TYPE("v1.RoleBinding", STRUCT, 0, -1, 4091, 5) /* 1110 */
TYPE("v1.RoleBinding", STRUCT, 0, -1, 4096, 5) /* 1111 */
TYPE("v1.DeviceClass", STRUCT, 0, -1, 4101, 4) /* 1112 */
TYPE("v1.DeviceClassSpec", STRUCT, 0, -1, 4105, 3) /* 1113 */
TYPE("[]v1.DeviceSelector", LIST, 0, 1115, 4108, 0) /* 1114 */
TYPE("v1.DeviceSelector", STRUCT, 0, -1, 4108, 1) /* 1115 */
TYPE("v1.CELDeviceSelector", STRUCT, 0, -1, 4109, 1) /* 1116 */
TYPE("[]v1.DeviceClassConfiguration", LIST, 0, 1118, 4110, 0) /* 1117 */
TYPE("v1.DeviceClassConfiguration", STRUCT, 0, -1, 4110, 1) /* 1118 */
TYPE("v1.OpaqueDeviceConfiguration", STRUCT, 0, -1, 4111, 2) /* 1119 */
TYPE("v1.DeviceTaintRule", STRUCT, 0, -1, 4113, 5) /* 1120 */
TYPE("v1.DeviceTaintRuleSpec", STRUCT, 0, -1, 4118, 2) /* 1121 */
TYPE("v1.DeviceTaintSelector", STRUCT, 0, -1, 4120, 3) /* 1122 */
TYPE("v1.DeviceTaint", STRUCT, 0, -1, 4123, 4) /* 1123 */
TYPE("v1.DeviceTaintEffect", STRING, 0, -1, 4127, 0) /* 1124 */
TYPE("v1.DeviceTaintRuleStatus", STRUCT, 0, -1, 4127, 1) /* 1125 */
TYPE("v1.ResourceClaim", STRUCT, 0, -1, 4128, 5) /* 1126 */
TYPE("v1.ResourceClaimSpec", STRUCT, 0, -1, 4133, 1) /* 1127 */
TYPE("v1.DeviceClaim", STRUCT, 0, -1, 4134, 3) /* 1128 */
TYPE("[]v1.DeviceRequest", LIST, 0, 1130, 4137, 0) /* 1129 */
TYPE("v1.DeviceRequest", STRUCT, 0, -1, 4137, 3) /* 1130 */
TYPE("v1.ExactDeviceRequest", STRUCT, 0, -1, 4140, 7) /* 1131 */
TYPE("v1.DeviceAllocationMode", STRING, 0, -1, 4147, 0) /* 1132 */
TYPE("[]v1.DeviceToleration", LIST, 0, 1134, 4147, 0) /* 1133 */
TYPE("v1.DeviceToleration", STRUCT, 0, -1, 4147, 5) /* 1134 */
TYPE("v1.DeviceTolerationOperator", STRING, 0, -1, 4152, 0) /* 1135 */
TYPE("v1.CapacityRequirements", STRUCT, 0, -1, 4152, 1) /* 1136 */
TYPE("map[v1.QualifiedName]resource.Quantity", MAP, 0, 53, 4153, 0) /* 1137 */
TYPE("[]v1.DeviceSubRequest", LIST, 0, 1139, 4153, 0) /* 1138 */
TYPE("v1.DeviceSubRequest", STRUCT, 0, -1, 4153, 7) /* 1139 */
TYPE("[]v1.DeviceConstraint", LIST, 0, 1141, 4160, 0) /* 1140 */
TYPE("v1.DeviceConstraint", STRUCT, 0, -1, 4160, 3) /* 1141 */
TYPE("v1.FullyQualifiedName", STRING, 0, -1, 4163, 0) /* 1142 */
TYPE("[]v1.DeviceClaimConfiguration", LIST, 0, 1144, 4163, 0) /* 1143 */
TYPE("v1.DeviceClaimConfiguration", STRUCT, 0, -1, 4163, 2) /* 1144 */
TYPE("v1.ResourceClaimStatus", STRUCT, 0, -1, 4165, 3) /* 1145 */
TYPE("v1.AllocationResult", STRUCT, 0, -1, 4168, 3) /* 1146 */
TYPE("v1.DeviceAllocationResult", STRUCT, 0, -1, 4171, 2) /* 1147 */
TYPE("[]v1.DeviceRequestAllocationResult", LIST, 0, 1149, 4173, 0) /* 1148 */
TYPE("v1.DeviceRequestAllocationResult", STRUCT, 0, -1, 4173, 10) /* 1149 */
TYPE("[]v1.DeviceAllocationConfiguration", LIST, 0, 1151, 4183, 0) /* 1150 */
TYPE("v1.DeviceAllocationConfiguration", STRUCT, 0, -1, 4183, 3) /* 1151 */
TYPE("v1.AllocationConfigSource", STRING, 0, -1, 4186, 0) /* 1152 */
TYPE("[]v1.ResourceClaimConsumerReference", LIST, 0, 1154, 4186, 0) /* 1153 */
TYPE("v1.ResourceClaimConsumerReference", STRUCT, 0, -1, 4186, 4) /* 1154 */
TYPE("[]v1.AllocatedDeviceStatus", LIST, 0, 1156, 4190, 0) /* 1155 */
TYPE("v1.AllocatedDeviceStatus", STRUCT, 0, -1, 4190, 7) /* 1156 */
TYPE("v1.NetworkDeviceData", STRUCT, 0, -1, 4197, 3) /* 1157 */
TYPE("v1.ResourceClaim", STRUCT, 0, -1, 4200, 5) /* 1158 */
TYPE("v1.ResourceClaimSpec", STRUCT, 0, -1, 4205, 1) /* 1159 */
TYPE("v1.DeviceClaim", STRUCT, 0, -1, 4206, 3) /* 1160 */
TYPE("[]v1.DeviceRequest", LIST, 0, 1162, 4209, 0) /* 1161 */
TYPE("v1.DeviceRequest", STRUCT, 0, -1, 4209, 3) /* 1162 */
TYPE("v1.ExactDeviceRequest", STRUCT, 0, -1, 4212, 8) /* 1163 */
TYPE("[]v1.DeviceDerivedAttribute", LIST, 0, 1165, 4220, 0) /* 1164 */
TYPE("v1.DeviceDerivedAttribute", STRUCT, 0, -1, 4220, 2) /* 1165 */
TYPE("[]v1.DeviceSubRequest", LIST, 0, 1167, 4222, 0) /* 1166 */
TYPE("v1.DeviceSubRequest", STRUCT, 0, -1, 4222, 8) /* 1167 */
TYPE("v1.ResourceClaimStatus", STRUCT, 0, -1, 4230, 3) /* 1168 */
TYPE("v1.AllocationResult", STRUCT, 0, -1, 4233, 3) /* 1169 */
TYPE("v1.DeviceAllocationResult", STRUCT, 0, -1, 4236, 2) /* 1170 */
TYPE("[]v1.DeviceRequestAllocationResult", LIST, 0, 1172, 4238, 0) /* 1171 */
TYPE("v1.DeviceRequestAllocationResult", STRUCT, 0, -1, 4238, 11) /* 1172 */
TYPE("[]v1.SkipNodeOperation", LIST, 0, 1174, 4249, 0) /* 1173 */
TYPE("v1.SkipNodeOperation", STRING, 0, -1, 4249, 0) /* 1174 */
TYPE("v1.ResourceClaimTemplate", STRUCT, 0, -1, 4249, 4) /* 1175 */
TYPE("v1.ResourceClaimTemplateSpec", STRUCT, 0, -1, 4253, 2) /* 1176 */
TYPE("v1.ResourceClaimTemplate", STRUCT, 0, -1, 4255, 4) /* 1177 */
TYPE("v1.ResourceClaimTemplateSpec", STRUCT, 0, -1, 4259, 2) /* 1178 */
TYPE("v1.ResourceSlice", STRUCT, 0, -1, 4261, 4) /* 1179 */
TYPE("v1.ResourceSliceSpec", STRUCT, 0, -1, 4265, 8) /* 1180 */
TYPE("v1.ResourcePool", STRUCT, 0, -1, 4273, 3) /* 1181 */
TYPE("[]v1.Device", LIST, 0, 1183, 4276, 0) /* 1182 */
TYPE("v1.Device", STRUCT, 0, -1, 4276, 12) /* 1183 */
TYPE("map[v1.QualifiedName]v1.DeviceAttribute", MAP, 0, 1185, 4288, 0) /* 1184 */
TYPE("v1.DeviceAttribute", STRUCT, 0, -1, 4288, 4) /* 1185 */
TYPE("map[v1.QualifiedName]v1.DeviceCapacity", MAP, 0, 1187, 4292, 0) /* 1186 */
TYPE("v1.DeviceCapacity", STRUCT, 0, -1, 4292, 2) /* 1187 */
TYPE("v1.CapacityRequestPolicy", STRUCT, 0, -1, 4294, 3) /* 1188 */
TYPE("[]resource.Quantity", LIST, 0, 53, 4297, 0) /* 1189 */
TYPE("v1.CapacityRequestPolicyRange", STRUCT, 0, -1, 4297, 3) /* 1190 */
TYPE("[]v1.DeviceCounterConsumption", LIST, 0, 1192, 4300, 0) /* 1191 */
TYPE("v1.DeviceCounterConsumption", STRUCT, 0, -1, 4300, 2) /* 1192 */
TYPE("map[string]v1.Counter", MAP, 0, 1194, 4302, 0) /* 1193 */
TYPE("v1.Counter", STRUCT, 0, -1, 4302, 1) /* 1194 */
TYPE("[]v1.DeviceTaint", LIST, 0, 1123, 4303, 0) /* 1195 */
TYPE("[]v1.CounterSet", LIST, 0, 1197, 4303, 0) /* 1196 */
TYPE("v1.CounterSet", STRUCT, 0, -1, 4303, 2) /* 1197 */
TYPE("v1.ResourceSlice", STRUCT, 0, -1, 4305, 4) /* 1198 */
TYPE("v1.ResourceSliceSpec", STRUCT, 0, -1, 4309, 8) /* 1199 */
TYPE("v1.ResourceSlice", STRUCT, 0, -1, 4317, 4) /* 1200 */
TYPE("v1.ResourceSliceSpec", STRUCT, 0, -1, 4321, 8) /* 1201 */
TYPE("[]v1.Device", LIST, 0, 1203, 4329, 0) /* 1202 */
TYPE("v1.Device", STRUCT, 0, -1, 4329, 13) /* 1203 */
TYPE("map[v1.QualifiedName]v1.DeviceAttribute", MAP, 0, 1205, 4342, 0) /* 1204 */
TYPE("v1.DeviceAttribute", STRUCT, 0, -1, 4342, 8) /* 1205 */
TYPE("[]bool", LIST, 0, 9, 4350, 0) /* 1206 */
TYPE("map[v1.ResourceName]v1.NodeAllocatableResourceMapping", MAP, 0, 1208, 4350, 0) /* 1207 */
TYPE("v1.NodeAllocatableResourceMapping", STRUCT, 0, -1, 4350, 2) /* 1208 */
TYPE("v1.QualifiedName", STRING, 0, -1, 4352, 0) /* 1209 */
TYPE("v1.ResourceSlice", STRUCT, 0, -1, 4352, 4) /* 1210 */
TYPE("v1.ResourceSliceSpec", STRUCT, 0, -1, 4356, 10) /* 1211 */
TYPE("[]v1.Device", LIST, 0, 1213, 4366, 0) /* 1212 */
TYPE("v1.Device", STRUCT, 0, -1, 4366, 13) /* 1213 */
TYPE("[]v1.DeviceCounterConsumption", LIST, 0, 1215, 4379, 0) /* 1214 */
TYPE("v1.DeviceCounterConsumption", STRUCT, 0, -1, 4379, 3) /* 1215 */
TYPE("map[v1.ResourceName]v1.NodeAllocatableResource", MAP, 0, 1217, 4382, 0) /* 1216 */
TYPE("v1.NodeAllocatableResource", STRUCT, 0, -1, 4382, 2) /* 1217 */
TYPE("v1.NodeAllocatableMapping", STRUCT, 0, -1, 4384, 3) /* 1218 */
TYPE("v1.NodeAllocatableOverhead", STRUCT, 0, -1, 4387, 2) /* 1219 */
TYPE("v1.PriorityClass", STRUCT, 0, -1, 4389, 7) /* 1220 */
TYPE("v1.PriorityClass", STRUCT, 0, -1, 4396, 7) /* 1221 */
TYPE("v1.CSIDriver", STRUCT, 0, -1, 4403, 4) /* 1222 */
TYPE("v1.CSIDriverSpec", STRUCT, 0, -1, 4407, 8) /* 1223 */
TYPE("[]v1.VolumeLifecycleMode", LIST, 0, 1225, 4415, 0) /* 1224 */
TYPE("v1.VolumeLifecycleMode", STRING, 0, -1, 4415, 0) /* 1225 */
TYPE("v1.FSGroupPolicy", STRING, 0, -1, 4415, 0) /* 1226 */
TYPE("[]v1.TokenRequest", LIST, 0, 1228, 4415, 0) /* 1227 */
TYPE("v1.TokenRequest", STRUCT, 0, -1, 4415, 2) /* 1228 */
TYPE("v1.CSIDriver", STRUCT, 0, -1, 4417, 4) /* 1229 */
TYPE("v1.CSIDriverSpec", STRUCT, 0, -1, 4421, 9) /* 1230 */
TYPE("v1.CSIDriver", STRUCT, 0, -1, 4430, 4) /* 1231 */
TYPE("v1.CSIDriver", STRUCT, 0, -1, 4434, 4) /* 1232 */
TYPE("v1.CSIDriverSpec", STRUCT, 0, -1, 4438, 10) /* 1233 */
TYPE("v1.CSIDriver", STRUCT, 0, -1, 4448, 4) /* 1234 */
TYPE("v1.CSIDriverSpec", STRUCT, 0, -1, 4452, 11) /* 1235 */
TYPE("v1.CSINode", STRUCT, 0, -1, 4463, 4) /* 1236 */
TYPE("v1.CSINodeSpec", STRUCT, 0, -1, 4467, 1) /* 1237 */
TYPE("[]v1.CSINodeDriver", LIST, 0, 1239, 4468, 0) /* 1238 */
TYPE("v1.CSINodeDriver", STRUCT, 0, -1, 4468, 4) /* 1239 */
TYPE("v1.VolumeNodeResources", STRUCT, 0, -1, 4472, 1) /* 1240 */
TYPE("v1.CSINode", STRUCT, 0, -1, 4473, 4) /* 1241 */
TYPE("v1.CSINode", STRUCT, 0, -1, 4477, 5) /* 1242 */
TYPE("v1.CSINodeStatus", STRUCT, 0, -1, 4482, 1) /* 1243 */
TYPE("[]v1.StorageHealth", LIST, 0, 1245, 4483, 0) /* 1244 */
TYPE("v1.StorageHealth", STRUCT, 0, -1, 4483, 2) /* 1245 */
TYPE("[]v1.StorageHealthCondition", LIST, 0, 1247, 4485, 0) /* 1246 */
TYPE("v1.StorageHealthCondition", STRUCT, 0, -1, 4485, 6) /* 1247 */
TYPE("v1.StorageHealthStatusType", STRING, 0, -1, 4491, 0) /* 1248 */
TYPE("v1.CSIStorageCapacity", STRUCT, 0, -1, 4491, 7) /* 1249 */
TYPE("v1.CSIStorageCapacity", STRUCT, 0, -1, 4498, 7) /* 1250 */
TYPE("v1.StorageClass", STRUCT, 0, -1, 4505, 10) /* 1251 */
TYPE("v1.VolumeBindingMode", STRING, 0, -1, 4515, 0) /* 1252 */
TYPE("[]v1.TopologySelectorTerm", LIST, 0, 1254, 4515, 0) /* 1253 */
TYPE("v1.TopologySelectorTerm", STRUCT, ATOMIC, -1, 4515, 1) /* 1254 */
TYPE("[]v1.TopologySelectorLabelRequirement", LIST, 0, 1256, 4516, 0) /* 1255 */
TYPE("v1.TopologySelectorLabelRequirement", STRUCT, 0, -1, 4516, 2) /* 1256 */
TYPE("v1.StorageClass", STRUCT, 0, -1, 4518, 10) /* 1257 */
TYPE("v1.VolumeAttachment", STRUCT, 0, -1, 4528, 5) /* 1258 */
TYPE("v1.VolumeAttachmentSpec", STRUCT, 0, -1, 4533, 3) /* 1259 */
TYPE("v1.VolumeAttachmentSource", STRUCT, 0, -1, 4536, 2) /* 1260 */
TYPE("v1.VolumeAttachmentStatus", STRUCT, 0, -1, 4538, 4) /* 1261 */
TYPE("v1.VolumeError", STRUCT, 0, -1, 4542, 2) /* 1262 */
TYPE("v1.VolumeAttachment", STRUCT, 0, -1, 4544, 5) /* 1263 */
TYPE("v1.VolumeAttachmentStatus", STRUCT, 0, -1, 4549, 4) /* 1264 */
TYPE("v1.VolumeError", STRUCT, 0, -1, 4553, 3) /* 1265 */
TYPE("v1.VolumeAttachment", STRUCT, 0, -1, 4556, 5) /* 1266 */
TYPE("v1.VolumeAttributesClass", STRUCT, 0, -1, 4561, 5) /* 1267 */
TYPE("v1.StorageVersionMigration", STRUCT, 0, -1, 4566, 5) /* 1268 */
TYPE("v1.StorageVersionMigrationSpec", STRUCT, 0, -1, 4571, 1) /* 1269 */
TYPE("v1.GroupResource", STRUCT, 0, -1, 4572, 2) /* 1270 */
TYPE("v1.StorageVersionMigrationStatus", STRUCT, 0, -1, 4574, 2) /* 1271 */
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
FIELD("creationTimestamp", 5, OE, "", "")
FIELD("deletionTimestamp", 5, OE|PTR, "", "")
FIELD("deletionGracePeriodSeconds", 4, OE|PTR, "", "")
FIELD("labels", 6, OE, "", "")
FIELD("annotations", 6, OE, "", "")
FIELD("ownerReferences", 7, OE|PM|LM, "uid", "uid")
FIELD("finalizers", 10, OE|PM|LS, "", "")
FIELD("managedFields", 11, OE|LA, "", "")
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
FIELD("metadata", 17, OE, "", "")
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
FIELD("managedFields", 11, OE|LA, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("conditions", 19, OE|PM|LM, "type", "type")
FIELD("type", 21, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("message", 1, OE, "", "")
FIELD("error", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("conditions", 19, OE|PM|LM, "type", "type")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("immutable", 9, OE|PTR, "", "")
FIELD("data", 6, OE, "", "")
FIELD("binaryData", 25, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("immutable", 9, OE|PTR, "", "")
FIELD("data", 6, OE, "", "")
FIELD("binaryData", 25, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("gracePeriodSeconds", 4, OE|PTR, "", "")
FIELD("preconditions", 29, OE|PTR, "", "")
FIELD("orphanDependents", 9, OE|PTR, "", "")
FIELD("propagationPolicy", 30, OE|PTR, "", "")
FIELD("dryRun", 10, OE|LA, "", "")
FIELD("uid", 3, OE|PTR, "", "")
FIELD("resourceVersion", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("gracePeriodSeconds", 4, OE|PTR, "", "")
FIELD("preconditions", 29, OE|PTR, "", "")
FIELD("orphanDependents", 9, OE|PTR, "", "")
FIELD("propagationPolicy", 30, OE|PTR, "", "")
FIELD("dryRun", 10, OE|LA, "", "")
FIELD("ignoreStoreReadErrorWithClusterBreakingPotential", 9, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("subsets", 33, OE|LA, "", "")
FIELD("addresses", 35, OE|LA, "", "")
FIELD("notReadyAddresses", 35, OE|LA, "", "")
FIELD("ports", 37, OE|LA, "", "")
FIELD("ip", 1, 0, "", "")
FIELD("hostname", 1, OE, "", "")
FIELD("nodeName", 1, OE|PTR, "", "")
FIELD("targetRef", 15, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("port", 39, 0, "", "")
FIELD("protocol", 40, OE, "", "")
FIELD("appProtocol", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("subsets", 33, OE|LA, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, 0, "", "")
FIELD("involvedObject", 15, 0, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("source", 43, OE, "", "")
FIELD("firstTimestamp", 5, OE, "", "")
FIELD("lastTimestamp", 5, OE, "", "")
FIELD("count", 39, OE, "", "")
FIELD("type", 1, OE, "", "")
FIELD("eventTime", 44, OE, "", "")
FIELD("series", 45, OE|PTR, "", "")
FIELD("action", 1, OE, "", "")
FIELD("related", 15, OE|PTR, "", "")
FIELD("reportingComponent", 1, 0, "", "")
FIELD("reportingInstance", 1, 0, "", "")
FIELD("component", 1, OE, "", "")
FIELD("host", 1, OE, "", "")
FIELD("count", 39, OE, "", "")
FIELD("lastObservedTime", 44, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, 0, "", "")
FIELD("involvedObject", 15, 0, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("source", 43, OE, "", "")
FIELD("firstTimestamp", 5, OE, "", "")
FIELD("lastTimestamp", 5, OE, "", "")
FIELD("count", 39, OE, "", "")
FIELD("type", 1, OE, "", "")
FIELD("eventTime", 44, OE, "", "")
FIELD("series", 45, OE|PTR, "", "")
FIELD("action", 1, OE, "", "")
FIELD("related", 15, OE|PTR, "", "")
FIELD("reportingComponent", 1, 0, "", "")
FIELD("reportingInstance", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 48, OE, "", "")
FIELD("limits", 49, LA, "", "")
FIELD("type", 51, 0, "", "")
FIELD("max", 52, OE, "", "")
FIELD("min", 52, OE, "", "")
FIELD("default", 52, OE, "", "")
FIELD("defaultRequest", 52, OE, "", "")
FIELD("maxLimitRequestRatio", 52, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 48, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 56, OE, "", "")
FIELD("status", 59, OE, "", "")
FIELD("finalizers", 57, OE|LA, "", "")
FIELD("phase", 60, OE, "", "")
FIELD("conditions", 61, OE|PM|LM, "type", "type")
FIELD("type", 63, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 56, OE, "", "")
FIELD("status", 59, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 66, OE, "", "")
FIELD("status", 72, OE, "", "")
FIELD("podCIDR", 1, OE, "", "")
FIELD("podCIDRs", 10, OE|PM|LS, "", "")
FIELD("providerID", 1, OE, "", "")
FIELD("unschedulable", 9, OE, "", "")
FIELD("taints", 67, OE|LA, "", "")
FIELD("configSource", 70, OE|PTR, "", "")
FIELD("externalID", 1, OE, "", "")
FIELD("key", 1, 0, "", "")
FIELD("value", 1, OE, "", "")
FIELD("effect", 69, 0, "", "")
FIELD("timeAdded", 5, OE|PTR, "", "")
FIELD("configMap", 71, OE|PTR, "", "")
FIELD("namespace", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("uid", 3, OE, "", "")
FIELD("resourceVersion", 1, OE, "", "")
FIELD("kubeletConfigKey", 1, 0, "", "")
FIELD("capacity", 52, OE, "", "")
FIELD("allocatable", 52, OE, "", "")
FIELD("phase", 73, OE, "", "")
FIELD("conditions", 74, OE|PM|LM, "type", "type")
FIELD("addresses", 77, OE|PM|LM, "type", "type")
FIELD("daemonEndpoints", 80, OE, "", "")
FIELD("nodeInfo", 82, OE, "", "")
FIELD("images", 83, OE|LA, "", "")
FIELD("volumesInUse", 85, OE|LA, "", "")
FIELD("volumesAttached", 87, OE|LA, "", "")
FIELD("config", 89, OE|PTR, "", "")
FIELD("runtimeHandlers", 90, OE|LA, "", "")
FIELD("features", 93, OE|PTR, "", "")
FIELD("type", 76, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("lastHeartbeatTime", 5, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("type", 79, 0, "", "")
FIELD("address", 1, 0, "", "")
FIELD("kubeletEndpoint", 81, OE, "", "")
FIELD("Port", 39, 0, "", "")
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
FIELD("names", 10, LA, "", "")
FIELD("sizeBytes", 4, OE, "", "")
FIELD("name", 86, 0, "", "")
FIELD("devicePath", 1, 0, "", "")
FIELD("assigned", 70, OE|PTR, "", "")
FIELD("active", 70, OE|PTR, "", "")
FIELD("lastKnownGood", 70, OE|PTR, "", "")
FIELD("error", 1, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("features", 92, OE|PTR, "", "")
FIELD("recursiveReadOnlyMounts", 9, OE|PTR, "", "")
FIELD("userNamespaces", 9, OE|PTR, "", "")
FIELD("supplementalGroupsPolicy", 9, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 66, OE, "", "")
FIELD("status", 95, OE, "", "")
FIELD("capacity", 52, OE, "", "")
FIELD("allocatable", 52, OE, "", "")
FIELD("phase", 73, OE, "", "")
FIELD("conditions", 74, OE|PM|LM, "type", "type")
FIELD("addresses", 77, OE|PM|LM, "type", "type")
FIELD("daemonEndpoints", 80, OE, "", "")
FIELD("nodeInfo", 96, OE, "", "")
FIELD("images", 83, OE|LA, "", "")
FIELD("volumesInUse", 85, OE|LA, "", "")
FIELD("volumesAttached", 87, OE|LA, "", "")
FIELD("config", 89, OE|PTR, "", "")
FIELD("runtimeHandlers", 90, OE|LA, "", "")
FIELD("features", 93, OE|PTR, "", "")
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
FIELD("swap", 97, OE|PTR, "", "")
FIELD("capacity", 4, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 66, OE, "", "")
FIELD("status", 95, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 66, OE, "", "")
FIELD("status", 100, OE, "", "")
FIELD("capacity", 52, OE, "", "")
FIELD("allocatable", 52, OE, "", "")
FIELD("phase", 73, OE, "", "")
FIELD("conditions", 74, OE|PM|LM, "type", "type")
FIELD("addresses", 77, OE|PM|LM, "type", "type")
FIELD("daemonEndpoints", 80, OE, "", "")
FIELD("nodeInfo", 96, OE, "", "")
FIELD("images", 83, OE|LA, "", "")
FIELD("volumesInUse", 85, OE|LA, "", "")
FIELD("volumesAttached", 87, OE|LA, "", "")
FIELD("config", 89, OE|PTR, "", "")
FIELD("runtimeHandlers", 90, OE|LA, "", "")
FIELD("features", 93, OE|PTR, "", "")
FIELD("declaredFeatures", 10, OE|LA, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 102, OE, "", "")
FIELD("status", 104, OE, "", "")
FIELD("podCIDR", 1, OE, "", "")
FIELD("podCIDRs", 10, OE|PM|LS, "", "")
FIELD("providerID", 1, OE, "", "")
FIELD("unschedulable", 9, OE, "", "")
FIELD("taints", 67, OE|LA, "", "")
FIELD("configSource", 70, OE|PTR, "", "")
FIELD("externalID", 1, OE, "", "")
FIELD("podPreemptionPolicy", 103, OE|PTR, "", "")
FIELD("disableResizePreemption", 10, OE|LS, "", "")
FIELD("capacity", 52, OE, "", "")
FIELD("allocatable", 52, OE, "", "")
FIELD("phase", 73, OE, "", "")
FIELD("conditions", 74, OE|PM|LM, "type", "type")
FIELD("addresses", 77, OE|PM|LM, "type", "type")
FIELD("daemonEndpoints", 80, OE, "", "")
FIELD("nodeInfo", 105, OE, "", "")
FIELD("images", 83, OE|LA, "", "")
FIELD("volumesInUse", 85, OE|LA, "", "")
FIELD("volumesAttached", 87, OE|LA, "", "")
FIELD("config", 89, OE|PTR, "", "")
FIELD("runtimeHandlers", 90, OE|LA, "", "")
FIELD("features", 93, OE|PTR, "", "")
FIELD("declaredFeatures", 10, OE|LA, "", "")
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
FIELD("swap", 97, OE|PTR, "", "")
FIELD("runningInUserNamespace", 9, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("path", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 108, OE, "", "")
FIELD("status", 146, OE, "", "")
FIELD("capacity", 52, OE, "", "")
FIELD("gcePersistentDisk", 109, OE|PTR, "", "")
FIELD("awsElasticBlockStore", 110, OE|PTR, "", "")
FIELD("hostPath", 111, OE|PTR, "", "")
FIELD("glusterfs", 113, OE|PTR, "", "")
FIELD("nfs", 114, OE|PTR, "", "")
FIELD("rbd", 115, OE|PTR, "", "")
FIELD("iscsi", 117, OE|PTR, "", "")
FIELD("cinder", 118, OE|PTR, "", "")
FIELD("cephfs", 119, OE|PTR, "", "")
FIELD("fc", 120, OE|PTR, "", "")
FIELD("flocker", 121, OE|PTR, "", "")
FIELD("flexVolume", 122, OE|PTR, "", "")
FIELD("azureFile", 123, OE|PTR, "", "")
FIELD("vsphereVolume", 124, OE|PTR, "", "")
FIELD("quobyte", 125, OE|PTR, "", "")
FIELD("azureDisk", 126, OE|PTR, "", "")
FIELD("photonPersistentDisk", 129, OE|PTR, "", "")
FIELD("portworxVolume", 130, OE|PTR, "", "")
FIELD("scaleIO", 131, OE|PTR, "", "")
FIELD("local", 132, OE|PTR, "", "")
FIELD("storageos", 133, OE|PTR, "", "")
FIELD("csi", 134, OE|PTR, "", "")
FIELD("accessModes", 135, OE|LA, "", "")
FIELD("claimRef", 15, OE|PTR|GRANULAR, "", "")
FIELD("persistentVolumeReclaimPolicy", 137, OE, "", "")
FIELD("storageClassName", 1, OE, "", "")
FIELD("mountOptions", 10, OE|LA, "", "")
FIELD("volumeMode", 138, OE|PTR, "", "")
FIELD("nodeAffinity", 139, OE|PTR, "", "")
FIELD("volumeAttributesClassName", 1, OE|PTR, "", "")
FIELD("pdName", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("partition", 39, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("volumeID", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("partition", 39, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("path", 1, 0, "", "")
FIELD("type", 112, OE|PTR, "", "")
FIELD("endpoints", 1, 0, "", "")
FIELD("path", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("endpointsNamespace", 1, OE|PTR, "", "")
FIELD("server", 1, 0, "", "")
FIELD("path", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("monitors", 10, LA, "", "")
FIELD("image", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("pool", 1, OE, "", "")
FIELD("user", 1, OE, "", "")
FIELD("keyring", 1, OE, "", "")
FIELD("secretRef", 116, OE|PTR, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("targetPortal", 1, 0, "", "")
FIELD("iqn", 1, 0, "", "")
FIELD("lun", 39, 0, "", "")
FIELD("iscsiInterface", 1, OE, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("portals", 10, OE|LA, "", "")
FIELD("chapAuthDiscovery", 9, OE, "", "")
FIELD("chapAuthSession", 9, OE, "", "")
FIELD("secretRef", 116, OE|PTR, "", "")
FIELD("initiatorName", 1, OE|PTR, "", "")
FIELD("volumeID", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("secretRef", 116, OE|PTR, "", "")
FIELD("monitors", 10, LA, "", "")
FIELD("path", 1, OE, "", "")
FIELD("user", 1, OE, "", "")
FIELD("secretFile", 1, OE, "", "")
FIELD("secretRef", 116, OE|PTR, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("targetWWNs", 10, OE|LA, "", "")
FIELD("lun", 39, OE|PTR, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("wwids", 10, OE|LA, "", "")
FIELD("datasetName", 1, OE, "", "")
FIELD("datasetUUID", 1, OE, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("secretRef", 116, OE|PTR, "", "")
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
FIELD("cachingMode", 127, OE|PTR, "", "")
FIELD("fsType", 1, OE|PTR, "", "")
FIELD("readOnly", 9, OE|PTR, "", "")
FIELD("kind", 128, OE|PTR, "", "")
FIELD("pdID", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("volumeID", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("gateway", 1, 0, "", "")
FIELD("system", 1, 0, "", "")
FIELD("secretRef", 116, PTR, "", "")
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
FIELD("controllerPublishSecretRef", 116, OE|PTR, "", "")
FIELD("nodeStageSecretRef", 116, OE|PTR, "", "")
FIELD("nodePublishSecretRef", 116, OE|PTR, "", "")
FIELD("controllerExpandSecretRef", 116, OE|PTR, "", "")
FIELD("nodeExpandSecretRef", 116, OE|PTR, "", "")
FIELD("required", 140, OE|PTR, "", "")
FIELD("nodeSelectorTerms", 141, LA, "", "")
FIELD("matchExpressions", 143, OE|LA, "", "")
FIELD("matchFields", 143, OE|LA, "", "")
FIELD("key", 1, 0, "", "")
FIELD("operator", 145, 0, "", "")
FIELD("values", 10, OE|LA, "", "")
FIELD("phase", 147, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("lastPhaseTransitionTime", 5, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 108, OE, "", "")
FIELD("status", 146, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 150, OE, "", "")
FIELD("status", 158, OE, "", "")
FIELD("accessModes", 135, OE|LA, "", "")
FIELD("selector", 151, OE|PTR, "", "")
FIELD("resources", 155, OE, "", "")
FIELD("volumeName", 1, OE, "", "")
FIELD("storageClassName", 1, OE|PTR, "", "")
FIELD("volumeMode", 138, OE|PTR, "", "")
FIELD("dataSource", 156, OE|PTR, "", "")
FIELD("dataSourceRef", 157, OE|PTR, "", "")
FIELD("volumeAttributesClassName", 1, OE|PTR, "", "")
FIELD("matchLabels", 6, OE, "", "")
FIELD("matchExpressions", 152, OE|LA, "", "")
FIELD("key", 1, 0, "", "")
FIELD("operator", 154, 0, "", "")
FIELD("values", 10, OE|LA, "", "")
FIELD("limits", 52, OE, "", "")
FIELD("requests", 52, OE, "", "")
FIELD("apiGroup", 1, PTR, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("apiGroup", 1, PTR, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("namespace", 1, OE|PTR, "", "")
FIELD("phase", 159, OE, "", "")
FIELD("accessModes", 135, OE|LA, "", "")
FIELD("capacity", 52, OE, "", "")
FIELD("conditions", 160, OE|PM|LM, "type", "type")
FIELD("allocatedResources", 52, OE, "", "")
FIELD("allocatedResourceStatuses", 163, OE|GRANULAR, "", "")
FIELD("currentVolumeAttributesClassName", 1, OE|PTR, "", "")
FIELD("modifyVolumeStatus", 165, OE|PTR, "", "")
FIELD("type", 162, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("lastProbeTime", 5, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("targetVolumeAttributesClassName", 1, OE, "", "")
FIELD("status", 166, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 150, OE, "", "")
FIELD("status", 158, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 150, OE, "", "")
FIELD("status", 169, OE, "", "")
FIELD("phase", 159, OE, "", "")
FIELD("accessModes", 135, OE|LA, "", "")
FIELD("capacity", 52, OE, "", "")
FIELD("conditions", 160, OE|PM|LM, "type", "type")
FIELD("allocatedResources", 52, OE, "", "")
FIELD("allocatedResourceStatuses", 163, OE|GRANULAR, "", "")
FIELD("currentVolumeAttributesClassName", 1, OE|PTR, "", "")
FIELD("modifyVolumeStatus", 165, OE|PTR, "", "")
FIELD("healthStatus", 170, OE|PTR, "", "")
FIELD("healthConditions", 171, OE|PM|LM, "status", "status,reason")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("status", 173, 0, "", "")
FIELD("reason", 1, 0, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 175, OE, "", "")
FIELD("status", 308, OE, "", "")
FIELD("volumes", 176, OE|PM|RK|LM, "name", "name")
FIELD("initContainers", 214, OE|PM|LM, "name", "name")
FIELD("containers", 214, PM|LM, "name", "name")
FIELD("ephemeralContainers", 265, OE|PM|LM, "name", "name")
FIELD("restartPolicy", 267, OE, "", "")
FIELD("terminationGracePeriodSeconds", 4, OE|PTR, "", "")
FIELD("activeDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("dnsPolicy", 268, OE, "", "")
FIELD("nodeSelector", 6, OE|ATOMIC, "", "")
FIELD("serviceAccountName", 1, OE, "", "")
FIELD("serviceAccount", 1, OE, "", "")
FIELD("automountServiceAccountToken", 9, OE|PTR, "", "")
FIELD("nodeName", 1, OE, "", "")
FIELD("hostNetwork", 9, OE, "", "")
FIELD("hostPID", 9, OE, "", "")
FIELD("hostIPC", 9, OE, "", "")
FIELD("shareProcessNamespace", 9, OE|PTR, "", "")
FIELD("securityContext", 269, OE|PTR, "", "")
FIELD("imagePullSecrets", 275, OE|PM|LM, "name", "name")
FIELD("hostname", 1, OE, "", "")
FIELD("subdomain", 1, OE, "", "")
FIELD("affinity", 276, OE|PTR, "", "")
FIELD("schedulerName", 1, OE, "", "")
FIELD("tolerations", 286, OE|LA, "", "")
FIELD("hostAliases", 289, OE|PM|LM, "ip", "ip")
FIELD("priorityClassName", 1, OE, "", "")
FIELD("priority", 39, OE|PTR, "", "")
FIELD("dnsConfig", 291, OE|PTR, "", "")
FIELD("readinessGates", 294, OE|LA, "", "")
FIELD("runtimeClassName", 1, OE|PTR, "", "")
FIELD("enableServiceLinks", 9, OE|PTR, "", "")
FIELD("preemptionPolicy", 297, OE|PTR, "", "")
FIELD("overhead", 52, OE, "", "")
FIELD("topologySpreadConstraints", 298, OE|PM|LM, "topologyKey", "topologyKey,whenUnsatisfiable")
FIELD("setHostnameAsFQDN", 9, OE|PTR, "", "")
FIELD("os", 302, OE|PTR, "", "")
FIELD("hostUsers", 9, OE|PTR, "", "")
FIELD("schedulingGates", 304, OE|PM|LM, "name", "name")
FIELD("resourceClaims", 306, OE|PM|RK|LM, "name", "name")
FIELD("name", 1, 0, "", "")
FIELD("hostPath", 111, OE|PTR, "", "")
FIELD("emptyDir", 178, OE|PTR, "", "")
FIELD("gcePersistentDisk", 109, OE|PTR, "", "")
FIELD("awsElasticBlockStore", 110, OE|PTR, "", "")
FIELD("gitRepo", 180, OE|PTR, "", "")
FIELD("secret", 181, OE|PTR, "", "")
FIELD("nfs", 114, OE|PTR, "", "")
FIELD("iscsi", 184, OE|PTR, "", "")
FIELD("glusterfs", 186, OE|PTR, "", "")
FIELD("persistentVolumeClaim", 187, OE|PTR, "", "")
FIELD("rbd", 188, OE|PTR, "", "")
FIELD("flexVolume", 189, OE|PTR, "", "")
FIELD("cinder", 190, OE|PTR, "", "")
FIELD("cephfs", 191, OE|PTR, "", "")
FIELD("flocker", 121, OE|PTR, "", "")
FIELD("downwardAPI", 192, OE|PTR, "", "")
FIELD("fc", 120, OE|PTR, "", "")
FIELD("azureFile", 197, OE|PTR, "", "")
FIELD("configMap", 198, OE|PTR, "", "")
FIELD("vsphereVolume", 124, OE|PTR, "", "")
FIELD("quobyte", 125, OE|PTR, "", "")
FIELD("azureDisk", 126, OE|PTR, "", "")
FIELD("photonPersistentDisk", 129, OE|PTR, "", "")
FIELD("projected", 199, OE|PTR, "", "")
FIELD("portworxVolume", 130, OE|PTR, "", "")
FIELD("scaleIO", 207, OE|PTR, "", "")
FIELD("storageos", 208, OE|PTR, "", "")
FIELD("csi", 209, OE|PTR, "", "")
FIELD("ephemeral", 210, OE|PTR, "", "")
FIELD("image", 212, OE|PTR, "", "")
FIELD("medium", 179, OE, "", "")
FIELD("sizeLimit", 53, OE|PTR, "", "")
FIELD("repository", 1, 0, "", "")
FIELD("revision", 1, OE, "", "")
FIELD("directory", 1, OE, "", "")
FIELD("secretName", 1, OE, "", "")
FIELD("items", 182, OE|LA, "", "")
FIELD("defaultMode", 39, OE|PTR, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("key", 1, 0, "", "")
FIELD("path", 1, 0, "", "")
FIELD("mode", 39, OE|PTR, "", "")
FIELD("targetPortal", 1, 0, "", "")
FIELD("iqn", 1, 0, "", "")
FIELD("lun", 39, 0, "", "")
FIELD("iscsiInterface", 1, OE, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("portals", 10, OE|LA, "", "")
FIELD("chapAuthDiscovery", 9, OE, "", "")
FIELD("chapAuthSession", 9, OE, "", "")
FIELD("secretRef", 185, OE|PTR, "", "")
FIELD("initiatorName", 1, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("endpoints", 1, 0, "", "")
FIELD("path", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("claimName", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("monitors", 10, LA, "", "")
FIELD("image", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("pool", 1, OE, "", "")
FIELD("user", 1, OE, "", "")
FIELD("keyring", 1, OE, "", "")
FIELD("secretRef", 185, OE|PTR, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("secretRef", 185, OE|PTR, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("options", 6, OE, "", "")
FIELD("volumeID", 1, 0, "", "")
FIELD("fsType", 1, OE, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("secretRef", 185, OE|PTR, "", "")
FIELD("monitors", 10, LA, "", "")
FIELD("path", 1, OE, "", "")
FIELD("user", 1, OE, "", "")
FIELD("secretFile", 1, OE, "", "")
FIELD("secretRef", 185, OE|PTR, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("items", 193, OE|LA, "", "")
FIELD("defaultMode", 39, OE|PTR, "", "")
FIELD("path", 1, 0, "", "")
FIELD("fieldRef", 195, OE|PTR, "", "")
FIELD("resourceFieldRef", 196, OE|PTR, "", "")
FIELD("mode", 39, OE|PTR, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("fieldPath", 1, 0, "", "")
FIELD("containerName", 1, OE, "", "")
FIELD("resource", 1, 0, "", "")
FIELD("divisor", 53, OE, "", "")
FIELD("secretName", 1, 0, "", "")
FIELD("shareName", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("items", 182, OE|LA, "", "")
FIELD("defaultMode", 39, OE|PTR, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("sources", 200, LA, "", "")
FIELD("defaultMode", 39, OE|PTR, "", "")
FIELD("secret", 202, OE|PTR, "", "")
FIELD("downwardAPI", 203, OE|PTR, "", "")
FIELD("configMap", 204, OE|PTR, "", "")
FIELD("serviceAccountToken", 205, OE|PTR, "", "")
FIELD("clusterTrustBundle", 206, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("items", 182, OE|LA, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("items", 193, OE|LA, "", "")
FIELD("name", 1, OE, "", "")
FIELD("items", 182, OE|LA, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("audience", 1, OE, "", "")
FIELD("expirationSeconds", 4, OE|PTR, "", "")
FIELD("path", 1, 0, "", "")
FIELD("name", 1, OE|PTR, "", "")
FIELD("signerName", 1, OE|PTR, "", "")
FIELD("labelSelector", 151, OE|PTR, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("path", 1, 0, "", "")
FIELD("gateway", 1, 0, "", "")
FIELD("system", 1, 0, "", "")
FIELD("secretRef", 185, PTR, "", "")
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
FIELD("secretRef", 185, OE|PTR, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("readOnly", 9, OE|PTR, "", "")
FIELD("fsType", 1, OE|PTR, "", "")
FIELD("volumeAttributes", 6, OE, "", "")
FIELD("nodePublishSecretRef", 185, OE|PTR, "", "")
FIELD("volumeClaimTemplate", 211, OE|PTR, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 150, 0, "", "")
FIELD("reference", 1, OE, "", "")
FIELD("pullPolicy", 213, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("image", 1, OE, "", "")
FIELD("command", 10, OE|LA, "", "")
FIELD("args", 10, OE|LA, "", "")
FIELD("workingDir", 1, OE, "", "")
FIELD("ports", 216, OE|PM|LM, "containerPort", "containerPort,protocol")
FIELD("envFrom", 218, OE|LA, "", "")
FIELD("env", 222, OE|PM|LM, "name", "name")
FIELD("resources", 227, OE, "", "")
FIELD("resizePolicy", 230, OE|LA, "", "")
FIELD("restartPolicy", 234, OE|PTR, "", "")
FIELD("volumeMounts", 235, OE|PM|LM, "mountPath", "mountPath")
FIELD("volumeDevices", 239, OE|PM|LM, "devicePath", "devicePath")
FIELD("livenessProbe", 241, OE|PTR, "", "")
FIELD("readinessProbe", 241, OE|PTR, "", "")
FIELD("startupProbe", 241, OE|PTR, "", "")
FIELD("lifecycle", 250, OE|PTR, "", "")
FIELD("terminationMessagePath", 1, OE, "", "")
FIELD("terminationMessagePolicy", 253, OE, "", "")
FIELD("imagePullPolicy", 213, OE, "", "")
FIELD("securityContext", 254, OE|PTR, "", "")
FIELD("stdin", 9, OE, "", "")
FIELD("stdinOnce", 9, OE, "", "")
FIELD("tty", 9, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("hostPort", 39, OE, "", "")
FIELD("containerPort", 39, 0, "", "")
FIELD("protocol", 40, OE, "", "")
FIELD("hostIP", 1, OE, "", "")
FIELD("prefix", 1, OE, "", "")
FIELD("configMapRef", 220, OE|PTR, "", "")
FIELD("secretRef", 221, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("value", 1, OE, "", "")
FIELD("valueFrom", 224, OE|PTR, "", "")
FIELD("fieldRef", 195, OE|PTR, "", "")
FIELD("resourceFieldRef", 196, OE|PTR, "", "")
FIELD("configMapKeyRef", 225, OE|PTR, "", "")
FIELD("secretKeyRef", 226, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("key", 1, 0, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("key", 1, 0, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("limits", 52, OE, "", "")
FIELD("requests", 52, OE, "", "")
FIELD("claims", 228, OE|LM, "", "name")
FIELD("name", 1, 0, "", "")
FIELD("request", 1, OE, "", "")
FIELD("resourceName", 232, 0, "", "")
FIELD("restartPolicy", 233, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("recursiveReadOnly", 237, OE|PTR, "", "")
FIELD("mountPath", 1, 0, "", "")
FIELD("subPath", 1, OE, "", "")
FIELD("mountPropagation", 238, OE|PTR, "", "")
FIELD("subPathExpr", 1, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("devicePath", 1, 0, "", "")
FIELD("exec", 242, OE|PTR, "", "")
FIELD("httpGet", 243, OE|PTR, "", "")
FIELD("tcpSocket", 248, OE|PTR, "", "")
FIELD("grpc", 249, OE|PTR, "", "")
FIELD("initialDelaySeconds", 39, OE, "", "")
FIELD("timeoutSeconds", 39, OE, "", "")
FIELD("periodSeconds", 39, OE, "", "")
FIELD("successThreshold", 39, OE, "", "")
FIELD("failureThreshold", 39, OE, "", "")
FIELD("terminationGracePeriodSeconds", 4, OE|PTR, "", "")
FIELD("command", 10, OE|LA, "", "")
FIELD("path", 1, OE, "", "")
FIELD("port", 244, 0, "", "")
FIELD("host", 1, OE, "", "")
FIELD("scheme", 245, OE, "", "")
FIELD("httpHeaders", 246, OE|LA, "", "")
FIELD("name", 1, 0, "", "")
FIELD("value", 1, 0, "", "")
FIELD("port", 244, 0, "", "")
FIELD("host", 1, OE, "", "")
FIELD("port", 39, 0, "", "")
FIELD("service", 1, PTR, "", "")
FIELD("postStart", 251, OE|PTR, "", "")
FIELD("preStop", 251, OE|PTR, "", "")
FIELD("exec", 242, OE|PTR, "", "")
FIELD("httpGet", 243, OE|PTR, "", "")
FIELD("tcpSocket", 248, OE|PTR, "", "")
FIELD("sleep", 252, OE|PTR, "", "")
FIELD("seconds", 4, 0, "", "")
FIELD("capabilities", 255, OE|PTR, "", "")
FIELD("privileged", 9, OE|PTR, "", "")
FIELD("seLinuxOptions", 258, OE|PTR, "", "")
FIELD("windowsOptions", 259, OE|PTR, "", "")
FIELD("runAsUser", 4, OE|PTR, "", "")
FIELD("runAsGroup", 4, OE|PTR, "", "")
FIELD("runAsNonRoot", 9, OE|PTR, "", "")
FIELD("readOnlyRootFilesystem", 9, OE|PTR, "", "")
FIELD("allowPrivilegeEscalation", 9, OE|PTR, "", "")
FIELD("procMount", 260, OE|PTR, "", "")
FIELD("seccompProfile", 261, OE|PTR, "", "")
FIELD("appArmorProfile", 263, OE|PTR, "", "")
FIELD("add", 256, OE|LA, "", "")
FIELD("drop", 256, OE|LA, "", "")
FIELD("user", 1, OE, "", "")
FIELD("role", 1, OE, "", "")
FIELD("type", 1, OE, "", "")
FIELD("level", 1, OE, "", "")
FIELD("gmsaCredentialSpecName", 1, OE|PTR, "", "")
FIELD("gmsaCredentialSpec", 1, OE|PTR, "", "")
FIELD("runAsUserName", 1, OE|PTR, "", "")
FIELD("hostProcess", 9, OE|PTR, "", "")
FIELD("type", 262, 0, "", "")
FIELD("localhostProfile", 1, OE|PTR, "", "")
FIELD("type", 264, 0, "", "")
FIELD("localhostProfile", 1, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("image", 1, OE, "", "")
FIELD("command", 10, OE|LA, "", "")
FIELD("args", 10, OE|LA, "", "")
FIELD("workingDir", 1, OE, "", "")
FIELD("ports", 216, OE|PM|LM, "containerPort", "containerPort,protocol")
FIELD("envFrom", 218, OE|LA, "", "")
FIELD("env", 222, OE|PM|LM, "name", "name")
FIELD("resources", 227, OE, "", "")
FIELD("resizePolicy", 230, OE|LA, "", "")
FIELD("restartPolicy", 234, OE|PTR, "", "")
FIELD("volumeMounts", 235, OE|PM|LM, "mountPath", "mountPath")
FIELD("volumeDevices", 239, OE|PM|LM, "devicePath", "devicePath")
FIELD("livenessProbe", 241, OE|PTR, "", "")
FIELD("readinessProbe", 241, OE|PTR, "", "")
FIELD("startupProbe", 241, OE|PTR, "", "")
FIELD("lifecycle", 250, OE|PTR, "", "")
FIELD("terminationMessagePath", 1, OE, "", "")
FIELD("terminationMessagePolicy", 253, OE, "", "")
FIELD("imagePullPolicy", 213, OE, "", "")
FIELD("securityContext", 254, OE|PTR, "", "")
FIELD("stdin", 9, OE, "", "")
FIELD("stdinOnce", 9, OE, "", "")
FIELD("tty", 9, OE, "", "")
FIELD("targetContainerName", 1, OE, "", "")
FIELD("seLinuxOptions", 258, OE|PTR, "", "")
FIELD("windowsOptions", 259, OE|PTR, "", "")
FIELD("runAsUser", 4, OE|PTR, "", "")
FIELD("runAsGroup", 4, OE|PTR, "", "")
FIELD("runAsNonRoot", 9, OE|PTR, "", "")
FIELD("supplementalGroups", 270, OE|LA, "", "")
FIELD("supplementalGroupsPolicy", 271, OE|PTR, "", "")
FIELD("fsGroup", 4, OE|PTR, "", "")
FIELD("sysctls", 272, OE|LA, "", "")
FIELD("fsGroupChangePolicy", 274, OE|PTR, "", "")
FIELD("seccompProfile", 261, OE|PTR, "", "")
FIELD("appArmorProfile", 263, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("value", 1, 0, "", "")
FIELD("nodeAffinity", 277, OE|PTR, "", "")
FIELD("podAffinity", 280, OE|PTR, "", "")
FIELD("podAntiAffinity", 285, OE|PTR, "", "")
FIELD("requiredDuringSchedulingIgnoredDuringExecution", 140, OE|PTR, "", "")
FIELD("preferredDuringSchedulingIgnoredDuringExecution", 278, OE|LA, "", "")
FIELD("weight", 39, 0, "", "")
FIELD("preference", 142, 0, "", "")
FIELD("requiredDuringSchedulingIgnoredDuringExecution", 281, OE|LA, "", "")
FIELD("preferredDuringSchedulingIgnoredDuringExecution", 283, OE|LA, "", "")
FIELD("labelSelector", 151, OE|PTR, "", "")
FIELD("namespaces", 10, OE|LA, "", "")
FIELD("topologyKey", 1, 0, "", "")
FIELD("namespaceSelector", 151, OE|PTR, "", "")
FIELD("matchLabelKeys", 10, OE|LA, "", "")
FIELD("mismatchLabelKeys", 10, OE|LA, "", "")
FIELD("weight", 39, 0, "", "")
FIELD("podAffinityTerm", 282, 0, "", "")
FIELD("requiredDuringSchedulingIgnoredDuringExecution", 281, OE|LA, "", "")
FIELD("preferredDuringSchedulingIgnoredDuringExecution", 283, OE|LA, "", "")
FIELD("key", 1, OE, "", "")
FIELD("operator", 288, OE, "", "")
FIELD("value", 1, OE, "", "")
FIELD("effect", 69, OE, "", "")
FIELD("tolerationSeconds", 4, OE|PTR, "", "")
FIELD("ip", 1, 0, "", "")
FIELD("hostnames", 10, OE|LA, "", "")
FIELD("nameservers", 10, OE|LA, "", "")
FIELD("searches", 10, OE|LA, "", "")
FIELD("options", 292, OE|LA, "", "")
FIELD("name", 1, OE, "", "")
FIELD("value", 1, OE|PTR, "", "")
FIELD("conditionType", 296, 0, "", "")
FIELD("maxSkew", 39, 0, "", "")
FIELD("topologyKey", 1, 0, "", "")
FIELD("whenUnsatisfiable", 300, 0, "", "")
FIELD("labelSelector", 151, OE|PTR, "", "")
FIELD("minDomains", 39, OE|PTR, "", "")
FIELD("nodeAffinityPolicy", 301, OE|PTR, "", "")
FIELD("nodeTaintsPolicy", 301, OE|PTR, "", "")
FIELD("matchLabelKeys", 10, OE|LA, "", "")
FIELD("name", 303, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("resourceClaimName", 1, OE|PTR, "", "")
FIELD("resourceClaimTemplateName", 1, OE|PTR, "", "")
FIELD("phase", 309, OE, "", "")
FIELD("conditions", 310, OE|PM|LM, "type", "type")
FIELD("message", 1, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("nominatedNodeName", 1, OE, "", "")
FIELD("hostIP", 1, OE, "", "")
FIELD("hostIPs", 312, OE|PM|LA, "ip", "")
FIELD("podIP", 1, OE, "", "")
FIELD("podIPs", 314, OE|PM|LM, "ip", "ip")
FIELD("startTime", 5, OE|PTR, "", "")
FIELD("initContainerStatuses", 316, OE|LA, "", "")
FIELD("containerStatuses", 316, OE|LA, "", "")
FIELD("qosClass", 332, OE, "", "")
FIELD("ephemeralContainerStatuses", 316, OE|LA, "", "")
FIELD("resize", 333, OE, "", "")
FIELD("resourceClaimStatuses", 334, OE|PM|RK|LM, "name", "name")
FIELD("type", 296, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("lastProbeTime", 5, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("ip", 1, 0, "", "")
FIELD("ip", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("state", 318, OE, "", "")
FIELD("lastState", 318, OE, "", "")
FIELD("ready", 9, 0, "", "")
FIELD("restartCount", 39, 0, "", "")
FIELD("image", 1, 0, "", "")
FIELD("imageID", 1, 0, "", "")
FIELD("containerID", 1, OE, "", "")
FIELD("started", 9, OE|PTR, "", "")
FIELD("allocatedResources", 52, OE, "", "")
FIELD("resources", 227, OE|PTR, "", "")
FIELD("volumeMounts", 322, OE|PM|LM, "mountPath", "mountPath")
FIELD("user", 324, OE|PTR, "", "")
FIELD("allocatedResourcesStatus", 326, OE|PM|LM, "name", "name")
FIELD("waiting", 319, OE|PTR, "", "")
FIELD("running", 320, OE|PTR, "", "")
FIELD("terminated", 321, OE|PTR, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("startedAt", 5, OE, "", "")
FIELD("exitCode", 39, 0, "", "")
FIELD("signal", 39, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("startedAt", 5, OE, "", "")
FIELD("finishedAt", 5, OE, "", "")
FIELD("containerID", 1, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("mountPath", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("recursiveReadOnly", 237, OE|PTR, "", "")
FIELD("linux", 325, OE|PTR, "", "")
FIELD("uid", 4, 0, "", "")
FIELD("gid", 4, 0, "", "")
FIELD("supplementalGroups", 270, OE|LA, "", "")
FIELD("name", 232, 0, "", "")
FIELD("resources", 328, OE|LM, "", "resourceID")
FIELD("resourceID", 330, 0, "", "")
FIELD("health", 331, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("resourceClaimName", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 337, OE, "", "")
FIELD("status", 308, OE, "", "")
FIELD("volumes", 176, OE|PM|RK|LM, "name", "name")
FIELD("initContainers", 214, OE|PM|LM, "name", "name")
FIELD("containers", 214, PM|LM, "name", "name")
FIELD("ephemeralContainers", 265, OE|PM|LM, "name", "name")
FIELD("restartPolicy", 267, OE, "", "")
FIELD("terminationGracePeriodSeconds", 4, OE|PTR, "", "")
FIELD("activeDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("dnsPolicy", 268, OE, "", "")
FIELD("nodeSelector", 6, OE|ATOMIC, "", "")
FIELD("serviceAccountName", 1, OE, "", "")
FIELD("serviceAccount", 1, OE, "", "")
FIELD("automountServiceAccountToken", 9, OE|PTR, "", "")
FIELD("nodeName", 1, OE, "", "")
FIELD("hostNetwork", 9, OE, "", "")
FIELD("hostPID", 9, OE, "", "")
FIELD("hostIPC", 9, OE, "", "")
FIELD("shareProcessNamespace", 9, OE|PTR, "", "")
FIELD("securityContext", 338, OE|PTR, "", "")
FIELD("imagePullSecrets", 275, OE|PM|LM, "name", "name")
FIELD("hostname", 1, OE, "", "")
FIELD("subdomain", 1, OE, "", "")
FIELD("affinity", 276, OE|PTR, "", "")
FIELD("schedulerName", 1, OE, "", "")
FIELD("tolerations", 286, OE|LA, "", "")
FIELD("hostAliases", 289, OE|PM|LM, "ip", "ip")
FIELD("priorityClassName", 1, OE, "", "")
FIELD("priority", 39, OE|PTR, "", "")
FIELD("dnsConfig", 291, OE|PTR, "", "")
FIELD("readinessGates", 294, OE|LA, "", "")
FIELD("runtimeClassName", 1, OE|PTR, "", "")
FIELD("enableServiceLinks", 9, OE|PTR, "", "")
FIELD("preemptionPolicy", 297, OE|PTR, "", "")
FIELD("overhead", 52, OE, "", "")
FIELD("topologySpreadConstraints", 298, OE|PM|LM, "topologyKey", "topologyKey,whenUnsatisfiable")
FIELD("setHostnameAsFQDN", 9, OE|PTR, "", "")
FIELD("os", 302, OE|PTR, "", "")
FIELD("hostUsers", 9, OE|PTR, "", "")
FIELD("schedulingGates", 304, OE|PM|LM, "name", "name")
FIELD("resourceClaims", 306, OE|PM|RK|LM, "name", "name")
FIELD("resources", 227, OE|PTR, "", "")
FIELD("seLinuxOptions", 258, OE|PTR, "", "")
FIELD("windowsOptions", 259, OE|PTR, "", "")
FIELD("runAsUser", 4, OE|PTR, "", "")
FIELD("runAsGroup", 4, OE|PTR, "", "")
FIELD("runAsNonRoot", 9, OE|PTR, "", "")
FIELD("supplementalGroups", 270, OE|LA, "", "")
FIELD("supplementalGroupsPolicy", 271, OE|PTR, "", "")
FIELD("fsGroup", 4, OE|PTR, "", "")
FIELD("sysctls", 272, OE|LA, "", "")
FIELD("fsGroupChangePolicy", 274, OE|PTR, "", "")
FIELD("seccompProfile", 261, OE|PTR, "", "")
FIELD("appArmorProfile", 263, OE|PTR, "", "")
FIELD("seLinuxChangePolicy", 339, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 341, OE, "", "")
FIELD("status", 348, OE, "", "")
FIELD("volumes", 176, OE|PM|RK|LM, "name", "name")
FIELD("initContainers", 342, OE|PM|LM, "name", "name")
FIELD("containers", 342, PM|LM, "name", "name")
FIELD("ephemeralContainers", 346, OE|PM|LM, "name", "name")
FIELD("restartPolicy", 267, OE, "", "")
FIELD("terminationGracePeriodSeconds", 4, OE|PTR, "", "")
FIELD("activeDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("dnsPolicy", 268, OE, "", "")
FIELD("nodeSelector", 6, OE|ATOMIC, "", "")
FIELD("serviceAccountName", 1, OE, "", "")
FIELD("serviceAccount", 1, OE, "", "")
FIELD("automountServiceAccountToken", 9, OE|PTR, "", "")
FIELD("nodeName", 1, OE, "", "")
FIELD("hostNetwork", 9, OE, "", "")
FIELD("hostPID", 9, OE, "", "")
FIELD("hostIPC", 9, OE, "", "")
FIELD("shareProcessNamespace", 9, OE|PTR, "", "")
FIELD("securityContext", 338, OE|PTR, "", "")
FIELD("imagePullSecrets", 275, OE|PM|LM, "name", "name")
FIELD("hostname", 1, OE, "", "")
FIELD("subdomain", 1, OE, "", "")
FIELD("affinity", 276, OE|PTR, "", "")
FIELD("schedulerName", 1, OE, "", "")
FIELD("tolerations", 286, OE|LA, "", "")
FIELD("hostAliases", 289, OE|PM|LM, "ip", "ip")
FIELD("priorityClassName", 1, OE, "", "")
FIELD("priority", 39, OE|PTR, "", "")
FIELD("dnsConfig", 291, OE|PTR, "", "")
FIELD("readinessGates", 294, OE|LA, "", "")
FIELD("runtimeClassName", 1, OE|PTR, "", "")
FIELD("enableServiceLinks", 9, OE|PTR, "", "")
FIELD("preemptionPolicy", 297, OE|PTR, "", "")
FIELD("overhead", 52, OE, "", "")
FIELD("topologySpreadConstraints", 298, OE|PM|LM, "topologyKey", "topologyKey,whenUnsatisfiable")
FIELD("setHostnameAsFQDN", 9, OE|PTR, "", "")
FIELD("os", 302, OE|PTR, "", "")
FIELD("hostUsers", 9, OE|PTR, "", "")
FIELD("schedulingGates", 304, OE|PM|LM, "name", "name")
FIELD("resourceClaims", 306, OE|PM|RK|LM, "name", "name")
FIELD("resources", 227, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("image", 1, OE, "", "")
FIELD("command", 10, OE|LA, "", "")
FIELD("args", 10, OE|LA, "", "")
FIELD("workingDir", 1, OE, "", "")
FIELD("ports", 216, OE|PM|LM, "containerPort", "containerPort,protocol")
FIELD("envFrom", 218, OE|LA, "", "")
FIELD("env", 222, OE|PM|LM, "name", "name")
FIELD("resources", 227, OE, "", "")
FIELD("resizePolicy", 230, OE|LA, "", "")
FIELD("restartPolicy", 234, OE|PTR, "", "")
FIELD("volumeMounts", 235, OE|PM|LM, "mountPath", "mountPath")
FIELD("volumeDevices", 239, OE|PM|LM, "devicePath", "devicePath")
FIELD("livenessProbe", 241, OE|PTR, "", "")
FIELD("readinessProbe", 241, OE|PTR, "", "")
FIELD("startupProbe", 241, OE|PTR, "", "")
FIELD("lifecycle", 344, OE|PTR, "", "")
FIELD("terminationMessagePath", 1, OE, "", "")
FIELD("terminationMessagePolicy", 253, OE, "", "")
FIELD("imagePullPolicy", 213, OE, "", "")
FIELD("securityContext", 254, OE|PTR, "", "")
FIELD("stdin", 9, OE, "", "")
FIELD("stdinOnce", 9, OE, "", "")
FIELD("tty", 9, OE, "", "")
FIELD("postStart", 251, OE|PTR, "", "")
FIELD("preStop", 251, OE|PTR, "", "")
FIELD("stopSignal", 345, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("image", 1, OE, "", "")
FIELD("command", 10, OE|LA, "", "")
FIELD("args", 10, OE|LA, "", "")
FIELD("workingDir", 1, OE, "", "")
FIELD("ports", 216, OE|PM|LM, "containerPort", "containerPort,protocol")
FIELD("envFrom", 218, OE|LA, "", "")
FIELD("env", 222, OE|PM|LM, "name", "name")
FIELD("resources", 227, OE, "", "")
FIELD("resizePolicy", 230, OE|LA, "", "")
FIELD("restartPolicy", 234, OE|PTR, "", "")
FIELD("volumeMounts", 235, OE|PM|LM, "mountPath", "mountPath")
FIELD("volumeDevices", 239, OE|PM|LM, "devicePath", "devicePath")
FIELD("livenessProbe", 241, OE|PTR, "", "")
FIELD("readinessProbe", 241, OE|PTR, "", "")
FIELD("startupProbe", 241, OE|PTR, "", "")
FIELD("lifecycle", 344, OE|PTR, "", "")
FIELD("terminationMessagePath", 1, OE, "", "")
FIELD("terminationMessagePolicy", 253, OE, "", "")
FIELD("imagePullPolicy", 213, OE, "", "")
FIELD("securityContext", 254, OE|PTR, "", "")
FIELD("stdin", 9, OE, "", "")
FIELD("stdinOnce", 9, OE, "", "")
FIELD("tty", 9, OE, "", "")
FIELD("targetContainerName", 1, OE, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("phase", 309, OE, "", "")
FIELD("conditions", 349, OE|PM|LM, "type", "type")
FIELD("message", 1, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("nominatedNodeName", 1, OE, "", "")
FIELD("hostIP", 1, OE, "", "")
FIELD("hostIPs", 312, OE|PM|LA, "ip", "")
FIELD("podIP", 1, OE, "", "")
FIELD("podIPs", 314, OE|PM|LM, "ip", "ip")
FIELD("startTime", 5, OE|PTR, "", "")
FIELD("initContainerStatuses", 351, OE|LA, "", "")
FIELD("containerStatuses", 351, OE|LA, "", "")
FIELD("qosClass", 332, OE, "", "")
FIELD("ephemeralContainerStatuses", 351, OE|LA, "", "")
FIELD("resize", 333, OE, "", "")
FIELD("resourceClaimStatuses", 334, OE|PM|RK|LM, "name", "name")
FIELD("type", 296, 0, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("status", 22, 0, "", "")
FIELD("lastProbeTime", 5, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("state", 318, OE, "", "")
FIELD("lastState", 318, OE, "", "")
FIELD("ready", 9, 0, "", "")
FIELD("restartCount", 39, 0, "", "")
FIELD("image", 1, 0, "", "")
FIELD("imageID", 1, 0, "", "")
FIELD("containerID", 1, OE, "", "")
FIELD("started", 9, OE|PTR, "", "")
FIELD("allocatedResources", 52, OE, "", "")
FIELD("resources", 227, OE|PTR, "", "")
FIELD("volumeMounts", 322, OE|PM|LM, "mountPath", "mountPath")
FIELD("user", 324, OE|PTR, "", "")
FIELD("allocatedResourcesStatus", 326, OE|PM|LM, "name", "name")
FIELD("stopSignal", 345, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 354, OE, "", "")
FIELD("status", 377, OE, "", "")
FIELD("volumes", 355, OE|PM|RK|LM, "name", "name")
FIELD("initContainers", 363, OE|PM|LM, "name", "name")
FIELD("containers", 363, PM|LM, "name", "name")
FIELD("ephemeralContainers", 375, OE|PM|LM, "name", "name")
FIELD("restartPolicy", 267, OE, "", "")
FIELD("terminationGracePeriodSeconds", 4, OE|PTR, "", "")
FIELD("activeDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("dnsPolicy", 268, OE, "", "")
FIELD("nodeSelector", 6, OE|ATOMIC, "", "")
FIELD("serviceAccountName", 1, OE, "", "")
FIELD("serviceAccount", 1, OE, "", "")
FIELD("automountServiceAccountToken", 9, OE|PTR, "", "")
FIELD("nodeName", 1, OE, "", "")
FIELD("hostNetwork", 9, OE, "", "")
FIELD("hostPID", 9, OE, "", "")
FIELD("hostIPC", 9, OE, "", "")
FIELD("shareProcessNamespace", 9, OE|PTR, "", "")
FIELD("securityContext", 338, OE|PTR, "", "")
FIELD("imagePullSecrets", 275, OE|PM|LM, "name", "name")
FIELD("hostname", 1, OE, "", "")
FIELD("subdomain", 1, OE, "", "")
FIELD("affinity", 276, OE|PTR, "", "")
FIELD("schedulerName", 1, OE, "", "")
FIELD("tolerations", 286, OE|LA, "", "")
FIELD("hostAliases", 289, OE|PM|LM, "ip", "ip")
FIELD("priorityClassName", 1, OE, "", "")
FIELD("priority", 39, OE|PTR, "", "")
FIELD("dnsConfig", 291, OE|PTR, "", "")
FIELD("readinessGates", 294, OE|LA, "", "")
FIELD("runtimeClassName", 1, OE|PTR, "", "")
FIELD("enableServiceLinks", 9, OE|PTR, "", "")
FIELD("preemptionPolicy", 297, OE|PTR, "", "")
FIELD("overhead", 52, OE, "", "")
FIELD("topologySpreadConstraints", 298, OE|PM|LM, "topologyKey", "topologyKey,whenUnsatisfiable")
FIELD("setHostnameAsFQDN", 9, OE|PTR, "", "")
FIELD("os", 302, OE|PTR, "", "")
FIELD("hostUsers", 9, OE|PTR, "", "")
FIELD("schedulingGates", 304, OE|PM|LM, "name", "name")
FIELD("resourceClaims", 306, OE|PM|RK|LM, "name", "name")
FIELD("resources", 227, OE|PTR, "", "")
FIELD("hostnameOverride", 1, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("hostPath", 111, OE|PTR, "", "")
FIELD("emptyDir", 178, OE|PTR, "", "")
FIELD("gcePersistentDisk", 109, OE|PTR, "", "")
FIELD("awsElasticBlockStore", 110, OE|PTR, "", "")
FIELD("gitRepo", 180, OE|PTR, "", "")
FIELD("secret", 181, OE|PTR, "", "")
FIELD("nfs", 114, OE|PTR, "", "")
FIELD("iscsi", 184, OE|PTR, "", "")
FIELD("glusterfs", 186, OE|PTR, "", "")
FIELD("persistentVolumeClaim", 187, OE|PTR, "", "")
FIELD("rbd", 188, OE|PTR, "", "")
FIELD("flexVolume", 189, OE|PTR, "", "")
FIELD("cinder", 190, OE|PTR, "", "")
FIELD("cephfs", 191, OE|PTR, "", "")
FIELD("flocker", 121, OE|PTR, "", "")
FIELD("downwardAPI", 192, OE|PTR, "", "")
FIELD("fc", 120, OE|PTR, "", "")
FIELD("azureFile", 197, OE|PTR, "", "")
FIELD("configMap", 198, OE|PTR, "", "")
FIELD("vsphereVolume", 124, OE|PTR, "", "")
FIELD("quobyte", 125, OE|PTR, "", "")
FIELD("azureDisk", 126, OE|PTR, "", "")
FIELD("photonPersistentDisk", 129, OE|PTR, "", "")
FIELD("projected", 357, OE|PTR, "", "")
FIELD("portworxVolume", 130, OE|PTR, "", "")
FIELD("scaleIO", 207, OE|PTR, "", "")
FIELD("storageos", 208, OE|PTR, "", "")
FIELD("csi", 209, OE|PTR, "", "")
FIELD("ephemeral", 361, OE|PTR, "", "")
FIELD("image", 212, OE|PTR, "", "")
FIELD("sources", 358, LA, "", "")
FIELD("defaultMode", 39, OE|PTR, "", "")
FIELD("secret", 202, OE|PTR, "", "")
FIELD("downwardAPI", 203, OE|PTR, "", "")
FIELD("configMap", 204, OE|PTR, "", "")
FIELD("serviceAccountToken", 205, OE|PTR, "", "")
FIELD("clusterTrustBundle", 206, OE|PTR, "", "")
FIELD("podCertificate", 360, OE|PTR, "", "")
FIELD("signerName", 1, OE, "", "")
FIELD("keyType", 1, OE, "", "")
FIELD("maxExpirationSeconds", 39, OE|PTR, "", "")
FIELD("credentialBundlePath", 1, OE, "", "")
FIELD("keyPath", 1, OE, "", "")
FIELD("certificateChainPath", 1, OE, "", "")
FIELD("volumeClaimTemplate", 362, OE|PTR, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 150, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("image", 1, OE, "", "")
FIELD("command", 10, OE|LA, "", "")
FIELD("args", 10, OE|LA, "", "")
FIELD("workingDir", 1, OE, "", "")
FIELD("ports", 216, OE|PM|LM, "containerPort", "containerPort,protocol")
FIELD("envFrom", 218, OE|LA, "", "")
FIELD("env", 365, OE|PM|LM, "name", "name")
FIELD("resources", 227, OE, "", "")
FIELD("resizePolicy", 230, OE|LA, "", "")
FIELD("restartPolicy", 234, OE|PTR, "", "")
FIELD("restartPolicyRules", 369, OE|LA, "", "")
FIELD("volumeMounts", 235, OE|PM|LM, "mountPath", "mountPath")
FIELD("volumeDevices", 239, OE|PM|LM, "devicePath", "devicePath")
FIELD("livenessProbe", 241, OE|PTR, "", "")
FIELD("readinessProbe", 241, OE|PTR, "", "")
FIELD("startupProbe", 241, OE|PTR, "", "")
FIELD("lifecycle", 344, OE|PTR, "", "")
FIELD("terminationMessagePath", 1, OE, "", "")
FIELD("terminationMessagePolicy", 253, OE, "", "")
FIELD("imagePullPolicy", 213, OE, "", "")
FIELD("securityContext", 254, OE|PTR, "", "")
FIELD("stdin", 9, OE, "", "")
FIELD("stdinOnce", 9, OE, "", "")
FIELD("tty", 9, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("value", 1, OE, "", "")
FIELD("valueFrom", 367, OE|PTR, "", "")
FIELD("fieldRef", 195, OE|PTR, "", "")
FIELD("resourceFieldRef", 196, OE|PTR, "", "")
FIELD("configMapKeyRef", 225, OE|PTR, "", "")
FIELD("secretKeyRef", 226, OE|PTR, "", "")
FIELD("fileKeyRef", 368, OE|PTR, "", "")
FIELD("volumeName", 1, 0, "", "")
FIELD("path", 1, 0, "", "")
FIELD("key", 1, 0, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("action", 371, OE, "", "")
FIELD("exitCodes", 372, OE|PTR, "", "")
FIELD("operator", 373, OE, "", "")
FIELD("values", 374, OE|LS, "", "")
FIELD("name", 1, 0, "", "")
FIELD("image", 1, OE, "", "")
FIELD("command", 10, OE|LA, "", "")
FIELD("args", 10, OE|LA, "", "")
FIELD("workingDir", 1, OE, "", "")
FIELD("ports", 216, OE|PM|LM, "containerPort", "containerPort,protocol")
FIELD("envFrom", 218, OE|LA, "", "")
FIELD("env", 365, OE|PM|LM, "name", "name")
FIELD("resources", 227, OE, "", "")
FIELD("resizePolicy", 230, OE|LA, "", "")
FIELD("restartPolicy", 234, OE|PTR, "", "")
FIELD("restartPolicyRules", 369, OE|LA, "", "")
FIELD("volumeMounts", 235, OE|PM|LM, "mountPath", "mountPath")
FIELD("volumeDevices", 239, OE|PM|LM, "devicePath", "devicePath")
FIELD("livenessProbe", 241, OE|PTR, "", "")
FIELD("readinessProbe", 241, OE|PTR, "", "")
FIELD("startupProbe", 241, OE|PTR, "", "")
FIELD("lifecycle", 344, OE|PTR, "", "")
FIELD("terminationMessagePath", 1, OE, "", "")
FIELD("terminationMessagePolicy", 253, OE, "", "")
FIELD("imagePullPolicy", 213, OE, "", "")
FIELD("securityContext", 254, OE|PTR, "", "")
FIELD("stdin", 9, OE, "", "")
FIELD("stdinOnce", 9, OE, "", "")
FIELD("tty", 9, OE, "", "")
FIELD("targetContainerName", 1, OE, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("phase", 309, OE, "", "")
FIELD("conditions", 349, OE|PM|LM, "type", "type")
FIELD("message", 1, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("nominatedNodeName", 1, OE, "", "")
FIELD("hostIP", 1, OE, "", "")
FIELD("hostIPs", 312, OE|PM|LA, "ip", "")
FIELD("podIP", 1, OE, "", "")
FIELD("podIPs", 314, OE|PM|LM, "ip", "ip")
FIELD("startTime", 5, OE|PTR, "", "")
FIELD("initContainerStatuses", 351, OE|LA, "", "")
FIELD("containerStatuses", 351, OE|LA, "", "")
FIELD("qosClass", 332, OE, "", "")
FIELD("ephemeralContainerStatuses", 351, OE|LA, "", "")
FIELD("resize", 333, OE, "", "")
FIELD("resourceClaimStatuses", 334, OE|PM|RK|LM, "name", "name")
FIELD("extendedResourceClaimStatus", 378, OE|PTR, "", "")
FIELD("requestMappings", 379, LA, "", "")
FIELD("resourceClaimName", 1, 0, "", "")
FIELD("containerName", 1, 0, "", "")
FIELD("resourceName", 1, 0, "", "")
FIELD("requestName", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 382, OE, "", "")
FIELD("status", 390, OE, "", "")
FIELD("volumes", 383, OE|PM|RK|LM, "name", "name")
FIELD("initContainers", 363, OE|PM|LM, "name", "name")
FIELD("containers", 363, PM|LM, "name", "name")
FIELD("ephemeralContainers", 375, OE|PM|LM, "name", "name")
FIELD("restartPolicy", 267, OE, "", "")
FIELD("terminationGracePeriodSeconds", 4, OE|PTR, "", "")
FIELD("activeDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("dnsPolicy", 268, OE, "", "")
FIELD("nodeSelector", 6, OE|ATOMIC, "", "")
FIELD("serviceAccountName", 1, OE, "", "")
FIELD("serviceAccount", 1, OE, "", "")
FIELD("automountServiceAccountToken", 9, OE|PTR, "", "")
FIELD("nodeName", 1, OE, "", "")
FIELD("hostNetwork", 9, OE, "", "")
FIELD("hostPID", 9, OE, "", "")
FIELD("hostIPC", 9, OE, "", "")
FIELD("shareProcessNamespace", 9, OE|PTR, "", "")
FIELD("securityContext", 338, OE|PTR, "", "")
FIELD("imagePullSecrets", 275, OE|PM|LM, "name", "name")
FIELD("hostname", 1, OE, "", "")
FIELD("subdomain", 1, OE, "", "")
FIELD("affinity", 276, OE|PTR, "", "")
FIELD("schedulerName", 1, OE, "", "")
FIELD("tolerations", 286, OE|LA, "", "")
FIELD("hostAliases", 289, OE|PM|LM, "ip", "ip")
FIELD("priorityClassName", 1, OE, "", "")
FIELD("priority", 39, OE|PTR, "", "")
FIELD("dnsConfig", 291, OE|PTR, "", "")
FIELD("readinessGates", 294, OE|LA, "", "")
FIELD("runtimeClassName", 1, OE|PTR, "", "")
FIELD("enableServiceLinks", 9, OE|PTR, "", "")
FIELD("preemptionPolicy", 297, OE|PTR, "", "")
FIELD("overhead", 52, OE, "", "")
FIELD("topologySpreadConstraints", 298, OE|PM|LM, "topologyKey", "topologyKey,whenUnsatisfiable")
FIELD("setHostnameAsFQDN", 9, OE|PTR, "", "")
FIELD("os", 302, OE|PTR, "", "")
FIELD("hostUsers", 9, OE|PTR, "", "")
FIELD("schedulingGates", 304, OE|PM|LM, "name", "name")
FIELD("resourceClaims", 306, OE|PM|RK|LM, "name", "name")
FIELD("resources", 227, OE|PTR, "", "")
FIELD("hostnameOverride", 1, OE|PTR, "", "")
FIELD("workloadRef", 389, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("hostPath", 111, OE|PTR, "", "")
FIELD("emptyDir", 178, OE|PTR, "", "")
FIELD("gcePersistentDisk", 109, OE|PTR, "", "")
FIELD("awsElasticBlockStore", 110, OE|PTR, "", "")
FIELD("gitRepo", 180, OE|PTR, "", "")
FIELD("secret", 181, OE|PTR, "", "")
FIELD("nfs", 114, OE|PTR, "", "")
FIELD("iscsi", 184, OE|PTR, "", "")
FIELD("glusterfs", 186, OE|PTR, "", "")
FIELD("persistentVolumeClaim", 187, OE|PTR, "", "")
FIELD("rbd", 188, OE|PTR, "", "")
FIELD("flexVolume", 189, OE|PTR, "", "")
FIELD("cinder", 190, OE|PTR, "", "")
FIELD("cephfs", 191, OE|PTR, "", "")
FIELD("flocker", 121, OE|PTR, "", "")
FIELD("downwardAPI", 192, OE|PTR, "", "")
FIELD("fc", 120, OE|PTR, "", "")
FIELD("azureFile", 197, OE|PTR, "", "")
FIELD("configMap", 198, OE|PTR, "", "")
FIELD("vsphereVolume", 124, OE|PTR, "", "")
FIELD("quobyte", 125, OE|PTR, "", "")
FIELD("azureDisk", 126, OE|PTR, "", "")
FIELD("photonPersistentDisk", 129, OE|PTR, "", "")
FIELD("projected", 385, OE|PTR, "", "")
FIELD("portworxVolume", 130, OE|PTR, "", "")
FIELD("scaleIO", 207, OE|PTR, "", "")
FIELD("storageos", 208, OE|PTR, "", "")
FIELD("csi", 209, OE|PTR, "", "")
FIELD("ephemeral", 361, OE|PTR, "", "")
FIELD("image", 212, OE|PTR, "", "")
FIELD("sources", 386, LA, "", "")
FIELD("defaultMode", 39, OE|PTR, "", "")
FIELD("secret", 202, OE|PTR, "", "")
FIELD("downwardAPI", 203, OE|PTR, "", "")
FIELD("configMap", 204, OE|PTR, "", "")
FIELD("serviceAccountToken", 205, OE|PTR, "", "")
FIELD("clusterTrustBundle", 206, OE|PTR, "", "")
FIELD("podCertificate", 388, OE|PTR, "", "")
FIELD("signerName", 1, OE, "", "")
FIELD("keyType", 1, OE, "", "")
FIELD("maxExpirationSeconds", 39, OE|PTR, "", "")
FIELD("credentialBundlePath", 1, OE, "", "")
FIELD("keyPath", 1, OE, "", "")
FIELD("certificateChainPath", 1, OE, "", "")
FIELD("userAnnotations", 6, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("podGroup", 1, 0, "", "")
FIELD("podGroupReplicaKey", 1, OE, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("phase", 309, OE, "", "")
FIELD("conditions", 349, OE|PM|LM, "type", "type")
FIELD("message", 1, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("nominatedNodeName", 1, OE, "", "")
FIELD("hostIP", 1, OE, "", "")
FIELD("hostIPs", 312, OE|PM|LA, "ip", "")
FIELD("podIP", 1, OE, "", "")
FIELD("podIPs", 314, OE|PM|LM, "ip", "ip")
FIELD("startTime", 5, OE|PTR, "", "")
FIELD("initContainerStatuses", 351, OE|LA, "", "")
FIELD("containerStatuses", 351, OE|LA, "", "")
FIELD("qosClass", 332, OE, "", "")
FIELD("ephemeralContainerStatuses", 351, OE|LA, "", "")
FIELD("resize", 333, OE, "", "")
FIELD("resourceClaimStatuses", 334, OE|PM|RK|LM, "name", "name")
FIELD("extendedResourceClaimStatus", 378, OE|PTR, "", "")
FIELD("allocatedResources", 52, OE, "", "")
FIELD("resources", 227, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 392, OE, "", "")
FIELD("status", 394, OE, "", "")
FIELD("volumes", 383, OE|PM|RK|LM, "name", "name")
FIELD("initContainers", 363, OE|PM|LM, "name", "name")
FIELD("containers", 363, PM|LM, "name", "name")
FIELD("ephemeralContainers", 375, OE|PM|LM, "name", "name")
FIELD("restartPolicy", 267, OE, "", "")
FIELD("terminationGracePeriodSeconds", 4, OE|PTR, "", "")
FIELD("activeDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("dnsPolicy", 268, OE, "", "")
FIELD("nodeSelector", 6, OE|ATOMIC, "", "")
FIELD("serviceAccountName", 1, OE, "", "")
FIELD("serviceAccount", 1, OE, "", "")
FIELD("automountServiceAccountToken", 9, OE|PTR, "", "")
FIELD("nodeName", 1, OE, "", "")
FIELD("hostNetwork", 9, OE, "", "")
FIELD("hostPID", 9, OE, "", "")
FIELD("hostIPC", 9, OE, "", "")
FIELD("shareProcessNamespace", 9, OE|PTR, "", "")
FIELD("securityContext", 338, OE|PTR, "", "")
FIELD("imagePullSecrets", 275, OE|PM|LM, "name", "name")
FIELD("hostname", 1, OE, "", "")
FIELD("subdomain", 1, OE, "", "")
FIELD("affinity", 276, OE|PTR, "", "")
FIELD("schedulerName", 1, OE, "", "")
FIELD("tolerations", 286, OE|LA, "", "")
FIELD("hostAliases", 289, OE|PM|LM, "ip", "ip")
FIELD("priorityClassName", 1, OE, "", "")
FIELD("priority", 39, OE|PTR, "", "")
FIELD("dnsConfig", 291, OE|PTR, "", "")
FIELD("readinessGates", 294, OE|LA, "", "")
FIELD("runtimeClassName", 1, OE|PTR, "", "")
FIELD("enableServiceLinks", 9, OE|PTR, "", "")
FIELD("preemptionPolicy", 297, OE|PTR, "", "")
FIELD("overhead", 52, OE, "", "")
FIELD("topologySpreadConstraints", 298, OE|PM|LM, "topologyKey", "topologyKey,whenUnsatisfiable")
FIELD("setHostnameAsFQDN", 9, OE|PTR, "", "")
FIELD("os", 302, OE|PTR, "", "")
FIELD("hostUsers", 9, OE|PTR, "", "")
FIELD("schedulingGates", 304, OE|PM|LM, "name", "name")
FIELD("resourceClaims", 306, OE|PM|RK|LM, "name", "name")
FIELD("resources", 227, OE|PTR, "", "")
FIELD("hostnameOverride", 1, OE|PTR, "", "")
FIELD("schedulingGroup", 393, OE|PTR, "", "")
FIELD("podGroupName", 1, OE|PTR, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("phase", 309, OE, "", "")
FIELD("conditions", 349, OE|PM|LM, "type", "type")
FIELD("message", 1, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("nominatedNodeName", 1, OE, "", "")
FIELD("hostIP", 1, OE, "", "")
FIELD("hostIPs", 312, OE|PM|LA, "ip", "")
FIELD("podIP", 1, OE, "", "")
FIELD("podIPs", 314, OE|PM|LM, "ip", "ip")
FIELD("startTime", 5, OE|PTR, "", "")
FIELD("initContainerStatuses", 395, OE|LA, "", "")
FIELD("containerStatuses", 395, OE|LA, "", "")
FIELD("qosClass", 332, OE, "", "")
FIELD("ephemeralContainerStatuses", 395, OE|LA, "", "")
FIELD("resize", 333, OE, "", "")
FIELD("resourceClaimStatuses", 334, OE|PM|RK|LM, "name", "name")
FIELD("extendedResourceClaimStatus", 378, OE|PTR, "", "")
FIELD("allocatedResources", 52, OE, "", "")
FIELD("resources", 227, OE|PTR, "", "")
FIELD("nodeAllocatableResourceClaimStatuses", 405, OE|LA, "", "")
FIELD("name", 1, 0, "", "")
FIELD("state", 318, OE, "", "")
FIELD("lastState", 318, OE, "", "")
FIELD("ready", 9, 0, "", "")
FIELD("restartCount", 39, 0, "", "")
FIELD("image", 1, 0, "", "")
FIELD("imageID", 1, 0, "", "")
FIELD("containerID", 1, OE, "", "")
FIELD("started", 9, OE|PTR, "", "")
FIELD("allocatedResources", 52, OE, "", "")
FIELD("resources", 227, OE|PTR, "", "")
FIELD("volumeMounts", 397, OE|PM|LM, "mountPath", "mountPath")
FIELD("user", 324, OE|PTR, "", "")
FIELD("allocatedResourcesStatus", 401, OE|PM|LM, "name", "name")
FIELD("stopSignal", 345, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("mountPath", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("recursiveReadOnly", 237, OE|PTR, "", "")
FIELD("volumeStatus", 399, OE|PTR, "", "")
FIELD("image", 400, OE|PTR, "", "")
FIELD("imageRef", 1, OE, "", "")
FIELD("name", 232, 0, "", "")
FIELD("resources", 403, OE|LM, "", "resourceID")
FIELD("resourceID", 330, 0, "", "")
FIELD("health", 331, OE, "", "")
FIELD("message", 1, OE|PTR, "", "")
FIELD("resourceClaimName", 1, 0, "", "")
FIELD("containers", 10, OE|LS, "", "")
FIELD("resources", 407, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 409, OE, "", "")
FIELD("status", 444, OE, "", "")
FIELD("volumes", 410, OE|PM|RK|LM, "name", "name")
FIELD("initContainers", 429, OE|PM|LM, "name", "name")
FIELD("containers", 429, PM|LM, "name", "name")
FIELD("ephemeralContainers", 440, OE|PM|LM, "name", "name")
FIELD("restartPolicy", 267, OE, "", "")
FIELD("terminationGracePeriodSeconds", 4, OE|PTR, "", "")
FIELD("activeDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("dnsPolicy", 268, OE, "", "")
FIELD("nodeSelector", 6, OE|ATOMIC, "", "")
FIELD("serviceAccountName", 1, OE, "", "")
FIELD("serviceAccount", 1, OE, "", "")
FIELD("automountServiceAccountToken", 9, OE|PTR, "", "")
FIELD("nodeName", 1, OE, "", "")
FIELD("hostNetwork", 9, OE, "", "")
FIELD("hostPID", 9, OE, "", "")
FIELD("hostIPC", 9, OE, "", "")
FIELD("shareProcessNamespace", 9, OE|PTR, "", "")
FIELD("securityContext", 338, OE|PTR, "", "")
FIELD("imagePullSecrets", 275, OE|PM|LM, "name", "name")
FIELD("hostname", 1, OE, "", "")
FIELD("subdomain", 1, OE, "", "")
FIELD("affinity", 276, OE|PTR, "", "")
FIELD("schedulerName", 1, OE, "", "")
FIELD("tolerations", 286, OE|LA, "", "")
FIELD("hostAliases", 289, OE|PM|LM, "ip", "ip")
FIELD("priorityClassName", 1, OE, "", "")
FIELD("priority", 39, OE|PTR, "", "")
FIELD("dnsConfig", 291, OE|PTR, "", "")
FIELD("readinessGates", 294, OE|LA, "", "")
FIELD("runtimeClassName", 1, OE|PTR, "", "")
FIELD("enableServiceLinks", 9, OE|PTR, "", "")
FIELD("preemptionPolicy", 297, OE|PTR, "", "")
FIELD("overhead", 52, OE, "", "")
FIELD("topologySpreadConstraints", 298, OE|PM|LM, "topologyKey", "topologyKey,whenUnsatisfiable")
FIELD("setHostnameAsFQDN", 9, OE|PTR, "", "")
FIELD("os", 302, OE|PTR, "", "")
FIELD("hostUsers", 9, OE|PTR, "", "")
FIELD("schedulingGates", 304, OE|PM|LM, "name", "name")
FIELD("resourceClaims", 306, OE|PM|RK|LM, "name", "name")
FIELD("resources", 227, OE|PTR, "", "")
FIELD("hostnameOverride", 1, OE|PTR, "", "")
FIELD("schedulingGroup", 393, OE|PTR, "", "")
FIELD("evictionResponders", 442, OE|PM|LM, "name", "name")
FIELD("name", 1, 0, "", "")
FIELD("hostPath", 111, OE|PTR, "", "")
FIELD("emptyDir", 412, OE|PTR, "", "")
FIELD("gcePersistentDisk", 109, OE|PTR, "", "")
FIELD("awsElasticBlockStore", 110, OE|PTR, "", "")
FIELD("gitRepo", 180, OE|PTR, "", "")
FIELD("secret", 413, OE|PTR, "", "")
FIELD("nfs", 114, OE|PTR, "", "")
FIELD("iscsi", 184, OE|PTR, "", "")
FIELD("glusterfs", 186, OE|PTR, "", "")
FIELD("persistentVolumeClaim", 187, OE|PTR, "", "")
FIELD("rbd", 188, OE|PTR, "", "")
FIELD("flexVolume", 189, OE|PTR, "", "")
FIELD("cinder", 190, OE|PTR, "", "")
FIELD("cephfs", 191, OE|PTR, "", "")
FIELD("flocker", 121, OE|PTR, "", "")
FIELD("downwardAPI", 416, OE|PTR, "", "")
FIELD("fc", 120, OE|PTR, "", "")
FIELD("azureFile", 197, OE|PTR, "", "")
FIELD("configMap", 419, OE|PTR, "", "")
FIELD("vsphereVolume", 124, OE|PTR, "", "")
FIELD("quobyte", 125, OE|PTR, "", "")
FIELD("azureDisk", 126, OE|PTR, "", "")
FIELD("photonPersistentDisk", 129, OE|PTR, "", "")
FIELD("projected", 420, OE|PTR, "", "")
FIELD("portworxVolume", 130, OE|PTR, "", "")
FIELD("scaleIO", 207, OE|PTR, "", "")
FIELD("storageos", 208, OE|PTR, "", "")
FIELD("csi", 209, OE|PTR, "", "")
FIELD("ephemeral", 361, OE|PTR, "", "")
FIELD("image", 212, OE|PTR, "", "")
FIELD("medium", 179, OE, "", "")
FIELD("sizeLimit", 53, OE|PTR, "", "")
FIELD("mode", 39, OE|PTR, "", "")
FIELD("secretName", 1, OE, "", "")
FIELD("items", 414, OE|LA, "", "")
FIELD("defaultMode", 39, OE|PTR, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("defaultUser", 4, OE|PTR, "", "")
FIELD("key", 1, 0, "", "")
FIELD("path", 1, 0, "", "")
FIELD("mode", 39, OE|PTR, "", "")
FIELD("user", 4, OE|PTR, "", "")
FIELD("items", 417, OE|LA, "", "")
FIELD("defaultMode", 39, OE|PTR, "", "")
FIELD("defaultUser", 4, OE|PTR, "", "")
FIELD("path", 1, 0, "", "")
FIELD("fieldRef", 195, OE|PTR, "", "")
FIELD("resourceFieldRef", 196, OE|PTR, "", "")
FIELD("mode", 39, OE|PTR, "", "")
FIELD("user", 4, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("items", 414, OE|LA, "", "")
FIELD("defaultMode", 39, OE|PTR, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("defaultUser", 4, OE|PTR, "", "")
FIELD("sources", 421, LA, "", "")
FIELD("defaultMode", 39, OE|PTR, "", "")
FIELD("defaultUser", 4, OE|PTR, "", "")
FIELD("secret", 423, OE|PTR, "", "")
FIELD("downwardAPI", 424, OE|PTR, "", "")
FIELD("configMap", 425, OE|PTR, "", "")
FIELD("serviceAccountToken", 426, OE|PTR, "", "")
FIELD("clusterTrustBundle", 427, OE|PTR, "", "")
FIELD("podCertificate", 428, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("items", 414, OE|LA, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("items", 417, OE|LA, "", "")
FIELD("name", 1, OE, "", "")
FIELD("items", 414, OE|LA, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("audience", 1, OE, "", "")
FIELD("expirationSeconds", 4, OE|PTR, "", "")
FIELD("path", 1, 0, "", "")
FIELD("user", 4, OE|PTR, "", "")
FIELD("name", 1, OE|PTR, "", "")
FIELD("signerName", 1, OE|PTR, "", "")
FIELD("labelSelector", 151, OE|PTR, "", "")
FIELD("optional", 9, OE|PTR, "", "")
FIELD("path", 1, 0, "", "")
FIELD("user", 4, OE|PTR, "", "")
FIELD("signerName", 1, OE, "", "")
FIELD("keyType", 1, OE, "", "")
FIELD("maxExpirationSeconds", 39, OE|PTR, "", "")
FIELD("credentialBundlePath", 1, OE, "", "")
FIELD("keyPath", 1, OE, "", "")
FIELD("certificateChainPath", 1, OE, "", "")
FIELD("userAnnotations", 6, OE, "", "")
FIELD("user", 4, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("image", 1, OE, "", "")
FIELD("command", 10, OE|LA, "", "")
FIELD("args", 10, OE|LA, "", "")
FIELD("workingDir", 1, OE, "", "")
FIELD("ports", 216, OE|PM|LM, "containerPort", "containerPort,protocol")
FIELD("envFrom", 218, OE|LA, "", "")
FIELD("env", 365, OE|PM|LM, "name", "name")
FIELD("resources", 227, OE, "", "")
FIELD("resizePolicy", 230, OE|LA, "", "")
FIELD("restartPolicy", 234, OE|PTR, "", "")
FIELD("restartPolicyRules", 369, OE|LA, "", "")
FIELD("volumeMounts", 431, OE|PM|LM, "mountPath", "mountPath")
FIELD("volumeDevices", 239, OE|PM|LM, "devicePath", "devicePath")
FIELD("livenessProbe", 433, OE|PTR, "", "")
FIELD("readinessProbe", 433, OE|PTR, "", "")
FIELD("startupProbe", 433, OE|PTR, "", "")
FIELD("lifecycle", 438, OE|PTR, "", "")
FIELD("terminationMessagePath", 1, OE, "", "")
FIELD("terminationMessagePolicy", 253, OE, "", "")
FIELD("imagePullPolicy", 213, OE, "", "")
FIELD("securityContext", 254, OE|PTR, "", "")
FIELD("stdin", 9, OE, "", "")
FIELD("stdinOnce", 9, OE, "", "")
FIELD("tty", 9, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("readOnly", 9, OE, "", "")
FIELD("recursiveReadOnly", 237, OE|PTR, "", "")
FIELD("mountPath", 1, 0, "", "")
FIELD("subPath", 1, OE, "", "")
FIELD("mountPropagation", 238, OE|PTR, "", "")
FIELD("subPathExpr", 1, OE, "", "")
FIELD("bindMountOptions", 10, OE|LS, "", "")
FIELD("exec", 242, OE|PTR, "", "")
FIELD("httpGet", 434, OE|PTR, "", "")
FIELD("tcpSocket", 248, OE|PTR, "", "")
FIELD("grpc", 436, OE|PTR, "", "")
FIELD("initialDelaySeconds", 39, OE, "", "")
FIELD("timeoutSeconds", 39, OE, "", "")
FIELD("periodSeconds", 39, OE, "", "")
FIELD("successThreshold", 39, OE, "", "")
FIELD("failureThreshold", 39, OE, "", "")
FIELD("terminationGracePeriodSeconds", 4, OE|PTR, "", "")
FIELD("path", 1, OE, "", "")
FIELD("port", 244, 0, "", "")
FIELD("host", 1, OE, "", "")
FIELD("scheme", 245, OE, "", "")
FIELD("httpHeaders", 246, OE|LA, "", "")
FIELD("protocol", 435, OE|PTR, "", "")
FIELD("port", 39, 0, "", "")
FIELD("service", 1, PTR, "", "")
FIELD("mode", 437, OE|PTR, "", "")
FIELD("postStart", 439, OE|PTR, "", "")
FIELD("preStop", 439, OE|PTR, "", "")
FIELD("stopSignal", 345, OE|PTR, "", "")
FIELD("exec", 242, OE|PTR, "", "")
FIELD("httpGet", 434, OE|PTR, "", "")
FIELD("tcpSocket", 248, OE|PTR, "", "")
FIELD("sleep", 252, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("image", 1, OE, "", "")
FIELD("command", 10, OE|LA, "", "")
FIELD("args", 10, OE|LA, "", "")
FIELD("workingDir", 1, OE, "", "")
FIELD("ports", 216, OE|PM|LM, "containerPort", "containerPort,protocol")
FIELD("envFrom", 218, OE|LA, "", "")
FIELD("env", 365, OE|PM|LM, "name", "name")
FIELD("resources", 227, OE, "", "")
FIELD("resizePolicy", 230, OE|LA, "", "")
FIELD("restartPolicy", 234, OE|PTR, "", "")
FIELD("restartPolicyRules", 369, OE|LA, "", "")
FIELD("volumeMounts", 431, OE|PM|LM, "mountPath", "mountPath")
FIELD("volumeDevices", 239, OE|PM|LM, "devicePath", "devicePath")
FIELD("livenessProbe", 433, OE|PTR, "", "")
FIELD("readinessProbe", 433, OE|PTR, "", "")
FIELD("startupProbe", 433, OE|PTR, "", "")
FIELD("lifecycle", 438, OE|PTR, "", "")
FIELD("terminationMessagePath", 1, OE, "", "")
FIELD("terminationMessagePolicy", 253, OE, "", "")
FIELD("imagePullPolicy", 213, OE, "", "")
FIELD("securityContext", 254, OE|PTR, "", "")
FIELD("stdin", 9, OE, "", "")
FIELD("stdinOnce", 9, OE, "", "")
FIELD("tty", 9, OE, "", "")
FIELD("targetContainerName", 1, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("priority", 39, PTR, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("phase", 309, OE, "", "")
FIELD("conditions", 349, OE|PM|LM, "type", "type")
FIELD("message", 1, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("nominatedNodeName", 1, OE, "", "")
FIELD("hostIP", 1, OE, "", "")
FIELD("hostIPs", 312, OE|PM|LA, "ip", "")
FIELD("podIP", 1, OE, "", "")
FIELD("podIPs", 314, OE|PM|LM, "ip", "ip")
FIELD("startTime", 5, OE|PTR, "", "")
FIELD("initContainerStatuses", 395, OE|LA, "", "")
FIELD("containerStatuses", 395, OE|LA, "", "")
FIELD("qosClass", 332, OE, "", "")
FIELD("ephemeralContainerStatuses", 395, OE|LA, "", "")
FIELD("resize", 333, OE, "", "")
FIELD("resourceClaimStatuses", 334, OE|PM|RK|LM, "name", "name")
FIELD("extendedResourceClaimStatus", 378, OE|PTR, "", "")
FIELD("allocatedResources", 52, OE, "", "")
FIELD("resources", 227, OE|PTR, "", "")
FIELD("nodeAllocatableResourceClaimStatuses", 445, OE|PM|LM, "resourceClaimName", "resourceClaimName")
FIELD("volumeHealth", 451, OE|LM, "", "name")
FIELD("resourceClaimName", 1, 0, "", "")
FIELD("containers", 10, OE|LS, "", "")
FIELD("mapping", 447, OE|PM|LM, "name", "name")
FIELD("overhead", 449, OE|PM|LM, "name", "name")
FIELD("name", 232, 0, "", "")
FIELD("quantity", 53, PTR, "", "")
FIELD("name", 232, 0, "", "")
FIELD("perPod", 53, OE|PTR, "", "")
FIELD("perContainer", 53, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("healthConditions", 171, OE|PM|LM, "status", "status,reason")
FIELD("lastTransitionTime", 5, OE, "", "")
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
FIELD("ports", 374, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("path", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("status", 308, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("status", 348, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("status", 377, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("status", 390, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("status", 394, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("template", 465, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 175, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("template", 467, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 337, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("template", 469, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 341, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("template", 471, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 354, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("template", 473, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 382, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("template", 475, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 392, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("template", 477, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 409, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("range", 1, 0, "", "")
FIELD("data", 26, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("range", 1, 0, "", "")
FIELD("data", 26, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 481, OE, "", "")
FIELD("status", 482, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("selector", 6, OE|ATOMIC, "", "")
FIELD("template", 465, OE|PTR, "", "")
FIELD("replicas", 39, 0, "", "")
FIELD("fullyLabeledReplicas", 39, OE, "", "")
FIELD("readyReplicas", 39, OE, "", "")
FIELD("availableReplicas", 39, OE, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("conditions", 483, OE|PM|LM, "type", "type")
FIELD("type", 485, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 487, OE, "", "")
FIELD("status", 482, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("selector", 6, OE|ATOMIC, "", "")
FIELD("template", 467, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 489, OE, "", "")
FIELD("status", 482, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("selector", 6, OE|ATOMIC, "", "")
FIELD("template", 469, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 491, OE, "", "")
FIELD("status", 482, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("selector", 6, OE|ATOMIC, "", "")
FIELD("template", 471, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 493, OE, "", "")
FIELD("status", 482, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("selector", 6, OE|ATOMIC, "", "")
FIELD("template", 473, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 495, OE, "", "")
FIELD("status", 482, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("selector", 6, OE|ATOMIC, "", "")
FIELD("template", 475, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 497, OE, "", "")
FIELD("status", 482, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("selector", 6, OE|ATOMIC, "", "")
FIELD("template", 477, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 499, OE, "", "")
FIELD("status", 506, OE, "", "")
FIELD("hard", 52, OE, "", "")
FIELD("scopes", 500, OE|LA, "", "")
FIELD("scopeSelector", 502, OE|PTR, "", "")
FIELD("matchExpressions", 503, OE|LA, "", "")
FIELD("scopeName", 501, 0, "", "")
FIELD("operator", 505, 0, "", "")
FIELD("values", 10, OE|LA, "", "")
FIELD("hard", 52, OE, "", "")
FIELD("used", 52, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 499, OE, "", "")
FIELD("status", 506, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("immutable", 9, OE|PTR, "", "")
FIELD("data", 25, OE, "", "")
FIELD("stringData", 6, OE, "", "")
FIELD("type", 509, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("immutable", 9, OE|PTR, "", "")
FIELD("data", 25, OE, "", "")
FIELD("stringData", 6, OE, "", "")
FIELD("type", 509, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("reference", 15, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 513, OE, "", "")
FIELD("status", 525, OE, "", "")
FIELD("ports", 514, OE|PM|LM, "port", "port,protocol")
FIELD("selector", 6, OE|ATOMIC, "", "")
FIELD("clusterIP", 1, OE, "", "")
FIELD("clusterIPs", 10, OE|LA, "", "")
FIELD("type", 516, OE, "", "")
FIELD("externalIPs", 10, OE|LA, "", "")
FIELD("sessionAffinity", 517, OE, "", "")
FIELD("loadBalancerIP", 1, OE, "", "")
FIELD("loadBalancerSourceRanges", 10, OE|LA, "", "")
FIELD("externalName", 1, OE, "", "")
FIELD("externalTrafficPolicy", 518, OE, "", "")
FIELD("healthCheckNodePort", 39, OE, "", "")
FIELD("publishNotReadyAddresses", 9, OE, "", "")
FIELD("sessionAffinityConfig", 519, OE|PTR, "", "")
FIELD("ipFamilies", 521, OE|LA, "", "")
FIELD("ipFamilyPolicy", 523, OE|PTR, "", "")
FIELD("allocateLoadBalancerNodePorts", 9, OE|PTR, "", "")
FIELD("loadBalancerClass", 1, OE|PTR, "", "")
FIELD("internalTrafficPolicy", 524, OE|PTR, "", "")
FIELD("trafficDistribution", 1, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("protocol", 40, OE, "", "")
FIELD("appProtocol", 1, OE|PTR, "", "")
FIELD("port", 39, 0, "", "")
FIELD("targetPort", 244, OE, "", "")
FIELD("nodePort", 39, OE, "", "")
FIELD("clientIP", 520, OE|PTR, "", "")
FIELD("timeoutSeconds", 39, OE|PTR, "", "")
FIELD("loadBalancer", 526, OE, "", "")
FIELD("conditions", 532, OE|PM|LM, "type", "type")
FIELD("ingress", 527, OE|LA, "", "")
FIELD("ip", 1, OE, "", "")
FIELD("hostname", 1, OE, "", "")
FIELD("ipMode", 529, OE|PTR, "", "")
FIELD("ports", 530, OE|LA, "", "")
FIELD("port", 39, 0, "", "")
FIELD("protocol", 40, 0, "", "")
FIELD("error", 1, OE|PTR, "", "")
FIELD("type", 1, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("lastTransitionTime", 5, 0, "", "")
FIELD("reason", 1, 0, "", "")
FIELD("message", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 513, OE, "", "")
FIELD("status", 525, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("secrets", 536, OE|PM|LM, "name", "name")
FIELD("imagePullSecrets", 275, OE|LA, "", "")
FIELD("automountServiceAccountToken", 9, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("secrets", 536, OE|PM|LM, "name", "name")
FIELD("imagePullSecrets", 275, OE|LA, "", "")
FIELD("automountServiceAccountToken", 9, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("path", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 540, OE, "", "")
FIELD("paramKind", 541, OE|PTR, "", "")
FIELD("matchConstraints", 542, OE|PTR, "", "")
FIELD("variables", 549, OE|LA, "", "")
FIELD("mutations", 551, OE|LA, "", "")
FIELD("failurePolicy", 556, OE|PTR, "", "")
FIELD("matchConditions", 557, OE|PM|LM, "name", "name")
FIELD("reinvocationPolicy", 559, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("namespaceSelector", 151, OE|PTR, "", "")
FIELD("objectSelector", 151, OE|PTR, "", "")
FIELD("resourceRules", 543, OE|LA, "", "")
FIELD("excludeResourceRules", 543, OE|LA, "", "")
FIELD("matchPolicy", 548, OE|PTR, "", "")
FIELD("resourceNames", 10, OE|LA, "", "")
FIELD("operations", 545, OE|LA, "", "")
FIELD("apiGroups", 10, OE|LA, "", "")
FIELD("apiVersions", 10, OE|LA, "", "")
FIELD("resources", 10, OE|LA, "", "")
FIELD("scope", 547, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("expression", 1, 0, "", "")
FIELD("patchType", 553, 0, "", "")
FIELD("applyConfiguration", 554, OE|PTR, "", "")
FIELD("jsonPatch", 555, OE|PTR, "", "")
FIELD("expression", 1, OE, "", "")
FIELD("expression", 1, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("expression", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 561, OE, "", "")
FIELD("policyName", 1, OE, "", "")
FIELD("paramRef", 562, OE|PTR, "", "")
FIELD("matchResources", 542, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("selector", 151, OE|PTR, "", "")
FIELD("parameterNotFoundAction", 563, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("webhooks", 565, OE|PM|LM, "name", "name")
FIELD("name", 1, 0, "", "")
FIELD("clientConfig", 567, 0, "", "")
FIELD("rules", 569, OE|LA, "", "")
FIELD("failurePolicy", 556, OE|PTR, "", "")
FIELD("matchPolicy", 548, OE|PTR, "", "")
FIELD("namespaceSelector", 151, OE|PTR, "", "")
FIELD("objectSelector", 151, OE|PTR, "", "")
FIELD("sideEffects", 571, PTR, "", "")
FIELD("timeoutSeconds", 39, OE|PTR, "", "")
FIELD("admissionReviewVersions", 10, LA, "", "")
FIELD("reinvocationPolicy", 559, OE|PTR, "", "")
FIELD("matchConditions", 557, OE|PM|LM, "name", "name")
FIELD("url", 1, OE|PTR, "", "")
FIELD("service", 568, OE|PTR, "", "")
FIELD("caBundle", 26, OE, "", "")
FIELD("namespace", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("path", 1, OE|PTR, "", "")
FIELD("port", 39, OE|PTR, "", "")
FIELD("operations", 545, OE|LA, "", "")
FIELD("apiGroups", 10, OE|LA, "", "")
FIELD("apiVersions", 10, OE|LA, "", "")
FIELD("resources", 10, OE|LA, "", "")
FIELD("scope", 547, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("webhooks", 565, OE|PM|LM, "name", "name")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 574, OE, "", "")
FIELD("status", 580, OE, "", "")
FIELD("paramKind", 541, OE|PTR, "", "")
FIELD("matchConstraints", 542, OE|PTR, "", "")
FIELD("validations", 575, OE|LA, "", "")
FIELD("failurePolicy", 556, OE|PTR, "", "")
FIELD("auditAnnotations", 578, OE|LA, "", "")
FIELD("matchConditions", 557, OE|PM|LM, "name", "name")
FIELD("variables", 549, OE|PM|LM, "name", "name")
FIELD("expression", 1, 0, "", "")
FIELD("message", 1, OE, "", "")
FIELD("reason", 577, OE|PTR, "", "")
FIELD("messageExpression", 1, OE, "", "")
FIELD("key", 1, 0, "", "")
FIELD("valueExpression", 1, 0, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("typeChecking", 581, OE|PTR, "", "")
FIELD("conditions", 532, OE|LM, "", "type")
FIELD("expressionWarnings", 582, OE|LA, "", "")
FIELD("fieldRef", 1, 0, "", "")
FIELD("warning", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 574, OE, "", "")
FIELD("status", 580, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 586, OE, "", "")
FIELD("policyName", 1, OE, "", "")
FIELD("paramRef", 562, OE|PTR, "", "")
FIELD("matchResources", 542, OE|PTR, "", "")
FIELD("validationActions", 587, OE|LS, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 586, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("webhooks", 591, OE|PM|LM, "name", "name")
FIELD("name", 1, 0, "", "")
FIELD("clientConfig", 567, 0, "", "")
FIELD("rules", 569, OE|LA, "", "")
FIELD("failurePolicy", 556, OE|PTR, "", "")
FIELD("matchPolicy", 548, OE|PTR, "", "")
FIELD("namespaceSelector", 151, OE|PTR, "", "")
FIELD("objectSelector", 151, OE|PTR, "", "")
FIELD("sideEffects", 571, PTR, "", "")
FIELD("timeoutSeconds", 39, OE|PTR, "", "")
FIELD("admissionReviewVersions", 10, LA, "", "")
FIELD("matchConditions", 557, OE|PM|LM, "name", "name")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("webhooks", 591, OE|PM|LM, "name", "name")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 595, OE, "", "")
FIELD("paramKind", 596, OE|PTR, "", "")
FIELD("matchConstraints", 597, OE|PTR, "", "")
FIELD("variables", 601, OE|LA, "", "")
FIELD("mutations", 603, OE|LA, "", "")
FIELD("failurePolicy", 608, OE|PTR, "", "")
FIELD("matchConditions", 609, OE|PM|LM, "name", "name")
FIELD("reinvocationPolicy", 559, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("namespaceSelector", 151, OE|PTR, "", "")
FIELD("objectSelector", 151, OE|PTR, "", "")
FIELD("resourceRules", 598, OE|LA, "", "")
FIELD("excludeResourceRules", 598, OE|LA, "", "")
FIELD("matchPolicy", 600, OE|PTR, "", "")
FIELD("resourceNames", 10, OE|LA, "", "")
FIELD("operations", 545, OE|LA, "", "")
FIELD("apiGroups", 10, OE|LA, "", "")
FIELD("apiVersions", 10, OE|LA, "", "")
FIELD("resources", 10, OE|LA, "", "")
FIELD("scope", 547, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("expression", 1, 0, "", "")
FIELD("patchType", 605, 0, "", "")
FIELD("applyConfiguration", 606, OE|PTR, "", "")
FIELD("jsonPatch", 607, OE|PTR, "", "")
FIELD("expression", 1, OE, "", "")
FIELD("expression", 1, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("expression", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 595, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 613, OE, "", "")
FIELD("policyName", 1, OE, "", "")
FIELD("paramRef", 614, OE|PTR, "", "")
FIELD("matchResources", 597, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("selector", 151, OE|PTR, "", "")
FIELD("parameterNotFoundAction", 615, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 613, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 618, OE, "", "")
FIELD("paramKind", 619, OE|PTR, "", "")
FIELD("matchConstraints", 620, OE|PTR, "", "")
FIELD("variables", 624, OE|LA, "", "")
FIELD("mutations", 626, OE|LA, "", "")
FIELD("failurePolicy", 631, OE|PTR, "", "")
FIELD("matchConditions", 632, OE|PM|LM, "name", "name")
FIELD("reinvocationPolicy", 559, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("namespaceSelector", 151, OE|PTR, "", "")
FIELD("objectSelector", 151, OE|PTR, "", "")
FIELD("resourceRules", 621, OE|LA, "", "")
FIELD("excludeResourceRules", 621, OE|LA, "", "")
FIELD("matchPolicy", 623, OE|PTR, "", "")
FIELD("resourceNames", 10, OE|LA, "", "")
FIELD("operations", 545, OE|LA, "", "")
FIELD("apiGroups", 10, OE|LA, "", "")
FIELD("apiVersions", 10, OE|LA, "", "")
FIELD("resources", 10, OE|LA, "", "")
FIELD("scope", 547, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("expression", 1, 0, "", "")
FIELD("patchType", 628, 0, "", "")
FIELD("applyConfiguration", 629, OE|PTR, "", "")
FIELD("jsonPatch", 630, OE|PTR, "", "")
FIELD("expression", 1, OE, "", "")
FIELD("expression", 1, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("expression", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 635, OE, "", "")
FIELD("policyName", 1, OE, "", "")
FIELD("paramRef", 636, OE|PTR, "", "")
FIELD("matchResources", 620, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("selector", 151, OE|PTR, "", "")
FIELD("parameterNotFoundAction", 637, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("request", 639, OE|PTR, "", "")
FIELD("response", 642, OE|PTR, "", "")
FIELD("uid", 3, 0, "", "")
FIELD("desiredAPIVersion", 1, 0, "", "")
FIELD("objects", 640, 0, "", "")
FIELD("uid", 3, 0, "", "")
FIELD("convertedObjects", 640, 0, "", "")
FIELD("result", 643, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 644, OE, "", "")
FIELD("status", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("reason", 577, OE, "", "")
FIELD("details", 645, OE|PTR|LA, "", "")
FIELD("code", 39, OE, "", "")
FIELD("selfLink", 1, OE, "", "")
FIELD("resourceVersion", 1, OE, "", "")
FIELD("continue", 1, OE, "", "")
FIELD("remainingItemCount", 4, OE|PTR, "", "")
FIELD("name", 1, OE, "", "")
FIELD("group", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("uid", 3, OE, "", "")
FIELD("causes", 646, OE|LA, "", "")
FIELD("retryAfterSeconds", 39, OE, "", "")
FIELD("reason", 648, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("field", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("request", 639, OE|PTR, "", "")
FIELD("response", 650, OE|PTR, "", "")
FIELD("uid", 3, 0, "", "")
FIELD("convertedObjects", 640, 0, "", "")
FIELD("result", 651, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 644, OE, "", "")
FIELD("status", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("reason", 577, OE, "", "")
FIELD("details", 645, OE|PTR, "", "")
FIELD("code", 39, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("request", 639, OE|PTR, "", "")
FIELD("response", 653, OE|PTR, "", "")
FIELD("uid", 3, 0, "", "")
FIELD("convertedObjects", 640, 0, "", "")
FIELD("result", 654, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 655, OE, "", "")
FIELD("status", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("reason", 577, OE, "", "")
FIELD("details", 645, OE|PTR, "", "")
FIELD("code", 39, OE, "", "")
FIELD("selfLink", 1, OE, "", "")
FIELD("resourceVersion", 1, OE, "", "")
FIELD("continue", 1, OE, "", "")
FIELD("remainingItemCount", 4, OE|PTR, "", "")
FIELD("shardInfo", 656, OE|PTR, "", "")
FIELD("selector", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 658, 0, "", "")
FIELD("status", 690, OE, "", "")
FIELD("group", 1, 0, "", "")
FIELD("names", 659, 0, "", "")
FIELD("scope", 660, 0, "", "")
FIELD("versions", 661, LA, "", "")
FIELD("conversion", 687, OE|PTR, "", "")
FIELD("preserveUnknownFields", 9, OE, "", "")
FIELD("plural", 1, 0, "", "")
FIELD("singular", 1, OE, "", "")
FIELD("shortNames", 10, OE|LA, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("listKind", 1, OE, "", "")
FIELD("categories", 10, OE|LA, "", "")
FIELD("name", 1, 0, "", "")
FIELD("served", 9, 0, "", "")
FIELD("storage", 9, 0, "", "")
FIELD("deprecated", 9, OE, "", "")
FIELD("deprecationWarning", 1, OE|PTR, "", "")
FIELD("schema", 663, OE|PTR, "", "")
FIELD("subresources", 680, OE|PTR, "", "")
FIELD("additionalPrinterColumns", 683, OE|LA, "", "")
FIELD("selectableFields", 685, OE|LA, "", "")
FIELD("openAPIV3Schema", 664, OE|PTR, "", "")
FIELD("id", 1, OE, "", "")
FIELD("$schema", 665, OE, "", "")
FIELD("$ref", 1, OE|PTR, "", "")
FIELD("description", 1, OE, "", "")
FIELD("type", 1, OE, "", "")
FIELD("format", 1, OE, "", "")
FIELD("title", 1, OE, "", "")
FIELD("default", 666, OE|PTR, "", "")
FIELD("maximum", 667, OE|PTR, "", "")
FIELD("exclusiveMaximum", 9, OE, "", "")
FIELD("minimum", 667, OE|PTR, "", "")
FIELD("exclusiveMinimum", 9, OE, "", "")
FIELD("maxLength", 4, OE|PTR, "", "")
FIELD("minLength", 4, OE|PTR, "", "")
FIELD("pattern", 1, OE, "", "")
FIELD("maxItems", 4, OE|PTR, "", "")
FIELD("minItems", 4, OE|PTR, "", "")
FIELD("uniqueItems", 9, OE, "", "")
FIELD("multipleOf", 667, OE|PTR, "", "")
FIELD("enum", 668, OE|LA, "", "")
FIELD("maxProperties", 4, OE|PTR, "", "")
FIELD("minProperties", 4, OE|PTR, "", "")
FIELD("required", 10, OE|LA, "", "")
FIELD("items", 669, OE|PTR, "", "")
FIELD("allOf", 670, OE|LA, "", "")
FIELD("oneOf", 670, OE|LA, "", "")
FIELD("anyOf", 670, OE|LA, "", "")
FIELD("not", 664, OE|PTR, "", "")
FIELD("properties", 671, OE, "", "")
FIELD("additionalProperties", 672, OE|PTR, "", "")
FIELD("patternProperties", 671, OE, "", "")
FIELD("dependencies", 673, OE, "", "")
FIELD("additionalItems", 672, OE|PTR, "", "")
FIELD("definitions", 675, OE, "", "")
FIELD("externalDocs", 676, OE|PTR, "", "")
FIELD("example", 666, OE|PTR, "", "")
FIELD("nullable", 9, OE, "", "")
FIELD("x-kubernetes-preserve-unknown-fields", 9, OE|PTR, "", "")
FIELD("x-kubernetes-embedded-resource", 9, OE, "", "")
FIELD("x-kubernetes-int-or-string", 9, OE, "", "")
FIELD("x-kubernetes-list-map-keys", 10, OE|LA, "", "")
FIELD("x-kubernetes-list-type", 1, OE|PTR, "", "")
FIELD("x-kubernetes-map-type", 1, OE|PTR, "", "")
FIELD("x-kubernetes-validations", 677, OE|PM|LM, "rule", "rule")
FIELD("description", 1, OE, "", "")
FIELD("url", 1, OE, "", "")
FIELD("rule", 1, 0, "", "")
FIELD("message", 1, OE, "", "")
FIELD("messageExpression", 1, OE, "", "")
FIELD("reason", 679, OE|PTR, "", "")
FIELD("fieldPath", 1, OE, "", "")
FIELD("optionalOldSelf", 9, OE|PTR, "", "")
FIELD("status", 681, OE|PTR, "", "")
FIELD("scale", 682, OE|PTR, "", "")
FIELD("specReplicasPath", 1, 0, "", "")
FIELD("statusReplicasPath", 1, 0, "", "")
FIELD("labelSelectorPath", 1, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("type", 1, 0, "", "")
FIELD("format", 1, OE, "", "")
FIELD("description", 1, OE, "", "")
FIELD("priority", 39, OE, "", "")
FIELD("jsonPath", 1, 0, "", "")
FIELD("jsonPath", 1, 0, "", "")
FIELD("strategy", 688, 0, "", "")
FIELD("webhook", 689, OE|PTR, "", "")
FIELD("clientConfig", 567, OE|PTR, "", "")
FIELD("conversionReviewVersions", 10, LA, "", "")
FIELD("conditions", 691, LM, "", "type")
FIELD("acceptedNames", 659, 0, "", "")
FIELD("storedVersions", 10, LA, "", "")
FIELD("type", 693, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 658, 0, "", "")
FIELD("status", 690, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 658, 0, "", "")
FIELD("status", 696, OE, "", "")
FIELD("conditions", 697, LM, "", "type")
FIELD("acceptedNames", 659, 0, "", "")
FIELD("storedVersions", 10, LA, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("type", 693, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 700, OE, "", "")
FIELD("status", 702, OE, "", "")
FIELD("service", 701, OE|PTR, "", "")
FIELD("group", 1, OE, "", "")
FIELD("version", 1, OE, "", "")
FIELD("insecureSkipTLSVerify", 9, OE, "", "")
FIELD("caBundle", 26, OE|LA, "", "")
FIELD("groupPriorityMinimum", 39, 0, "", "")
FIELD("versionPriority", 39, 0, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("port", 39, OE|PTR, "", "")
FIELD("conditions", 703, OE|PM|LM, "type", "type")
FIELD("type", 705, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 700, OE, "", "")
FIELD("status", 702, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("data", 641, OE, "", "")
FIELD("revision", 4, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("data", 641, OE, "", "")
FIELD("revision", 4, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("data", 641, 0, "", "")
FIELD("revision", 4, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 711, OE, "", "")
FIELD("status", 715, OE, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 465, 0, "", "")
FIELD("updateStrategy", 712, OE, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("type", 713, OE, "", "")
FIELD("rollingUpdate", 714, OE|PTR, "", "")
FIELD("maxUnavailable", 244, OE|PTR, "", "")
FIELD("maxSurge", 244, OE|PTR, "", "")
FIELD("currentNumberScheduled", 39, 0, "", "")
FIELD("numberMisscheduled", 39, 0, "", "")
FIELD("desiredNumberScheduled", 39, 0, "", "")
FIELD("numberReady", 39, 0, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("updatedNumberScheduled", 39, OE, "", "")
FIELD("numberAvailable", 39, OE, "", "")
FIELD("numberUnavailable", 39, OE, "", "")
FIELD("collisionCount", 39, OE|PTR, "", "")
FIELD("conditions", 716, OE|PM|LM, "type", "type")
FIELD("type", 718, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 720, OE, "", "")
FIELD("status", 715, OE, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 467, 0, "", "")
FIELD("updateStrategy", 712, OE, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 722, OE, "", "")
FIELD("status", 715, OE, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 469, 0, "", "")
FIELD("updateStrategy", 712, OE, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 724, OE, "", "")
FIELD("status", 715, OE, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 471, 0, "", "")
FIELD("updateStrategy", 712, OE, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 726, OE, "", "")
FIELD("status", 715, OE, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 473, 0, "", "")
FIELD("updateStrategy", 712, OE, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 728, OE, "", "")
FIELD("status", 715, OE, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 475, 0, "", "")
FIELD("updateStrategy", 712, OE, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 730, OE, "", "")
FIELD("status", 715, OE, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 477, 0, "", "")
FIELD("updateStrategy", 712, OE, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 732, OE, "", "")
FIELD("status", 736, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 465, 0, "", "")
FIELD("strategy", 733, OE|RK, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("paused", 9, OE, "", "")
FIELD("progressDeadlineSeconds", 39, OE|PTR, "", "")
FIELD("type", 734, OE, "", "")
FIELD("rollingUpdate", 735, OE|PTR, "", "")
FIELD("maxUnavailable", 244, OE|PTR, "", "")
FIELD("maxSurge", 244, OE|PTR, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("replicas", 39, OE, "", "")
FIELD("updatedReplicas", 39, OE, "", "")
FIELD("readyReplicas", 39, OE, "", "")
FIELD("availableReplicas", 39, OE, "", "")
FIELD("unavailableReplicas", 39, OE, "", "")
FIELD("conditions", 737, OE|PM|LM, "type", "type")
FIELD("collisionCount", 39, OE|PTR, "", "")
FIELD("type", 739, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("lastUpdateTime", 5, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 741, OE, "", "")
FIELD("status", 736, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 467, 0, "", "")
FIELD("strategy", 733, OE|RK, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("paused", 9, OE, "", "")
FIELD("progressDeadlineSeconds", 39, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 743, OE, "", "")
FIELD("status", 744, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 469, 0, "", "")
FIELD("strategy", 733, OE|RK, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("paused", 9, OE, "", "")
FIELD("progressDeadlineSeconds", 39, OE|PTR, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("replicas", 39, OE, "", "")
FIELD("updatedReplicas", 39, OE, "", "")
FIELD("readyReplicas", 39, OE, "", "")
FIELD("availableReplicas", 39, OE, "", "")
FIELD("unavailableReplicas", 39, OE, "", "")
FIELD("terminatingReplicas", 39, OE|PTR, "", "")
FIELD("conditions", 737, OE|PM|LM, "type", "type")
FIELD("collisionCount", 39, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 746, OE, "", "")
FIELD("status", 744, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 471, 0, "", "")
FIELD("strategy", 733, OE|RK, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("paused", 9, OE, "", "")
FIELD("progressDeadlineSeconds", 39, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 748, OE, "", "")
FIELD("status", 744, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 473, 0, "", "")
FIELD("strategy", 733, OE|RK, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("paused", 9, OE, "", "")
FIELD("progressDeadlineSeconds", 39, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 750, OE, "", "")
FIELD("status", 744, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 475, 0, "", "")
FIELD("strategy", 733, OE|RK, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("paused", 9, OE, "", "")
FIELD("progressDeadlineSeconds", 39, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 752, OE, "", "")
FIELD("status", 744, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 477, 0, "", "")
FIELD("strategy", 733, OE|RK, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("paused", 9, OE, "", "")
FIELD("progressDeadlineSeconds", 39, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 754, OE, "", "")
FIELD("status", 755, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 465, OE, "", "")
FIELD("replicas", 39, 0, "", "")
FIELD("fullyLabeledReplicas", 39, OE, "", "")
FIELD("readyReplicas", 39, OE, "", "")
FIELD("availableReplicas", 39, OE, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("conditions", 756, OE|PM|LM, "type", "type")
FIELD("type", 758, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 760, OE, "", "")
FIELD("status", 755, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 467, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 762, OE, "", "")
FIELD("status", 763, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 469, OE, "", "")
FIELD("replicas", 39, 0, "", "")
FIELD("fullyLabeledReplicas", 39, OE, "", "")
FIELD("readyReplicas", 39, OE, "", "")
FIELD("availableReplicas", 39, OE, "", "")
FIELD("terminatingReplicas", 39, OE|PTR, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("conditions", 756, OE|PM|LM, "type", "type")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 765, OE, "", "")
FIELD("status", 763, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 471, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 767, OE, "", "")
FIELD("status", 763, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 473, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 769, OE, "", "")
FIELD("status", 763, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 475, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 771, OE, "", "")
FIELD("status", 763, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 477, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 773, OE, "", "")
FIELD("status", 782, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 465, 0, "", "")
FIELD("volumeClaimTemplates", 774, OE|LA, "", "")
FIELD("serviceName", 1, 0, "", "")
FIELD("podManagementPolicy", 775, OE, "", "")
FIELD("updateStrategy", 776, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("persistentVolumeClaimRetentionPolicy", 779, OE|PTR, "", "")
FIELD("ordinals", 781, OE|PTR, "", "")
FIELD("type", 777, OE, "", "")
FIELD("rollingUpdate", 778, OE|PTR, "", "")
FIELD("partition", 39, OE|PTR, "", "")
FIELD("maxUnavailable", 244, OE|PTR, "", "")
FIELD("whenDeleted", 780, OE, "", "")
FIELD("whenScaled", 780, OE, "", "")
FIELD("start", 39, 0, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("replicas", 39, 0, "", "")
FIELD("readyReplicas", 39, OE, "", "")
FIELD("currentReplicas", 39, OE, "", "")
FIELD("updatedReplicas", 39, OE, "", "")
FIELD("currentRevision", 1, OE, "", "")
FIELD("updateRevision", 1, OE, "", "")
FIELD("collisionCount", 39, OE|PTR, "", "")
FIELD("conditions", 783, OE|PM|LM, "type", "type")
FIELD("availableReplicas", 39, 0, "", "")
FIELD("type", 785, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 787, OE, "", "")
FIELD("status", 782, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 467, 0, "", "")
FIELD("volumeClaimTemplates", 774, OE|LA, "", "")
FIELD("serviceName", 1, 0, "", "")
FIELD("podManagementPolicy", 775, OE, "", "")
FIELD("updateStrategy", 776, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("persistentVolumeClaimRetentionPolicy", 779, OE|PTR, "", "")
FIELD("ordinals", 781, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 789, OE, "", "")
FIELD("status", 782, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 469, 0, "", "")
FIELD("volumeClaimTemplates", 774, OE|LA, "", "")
FIELD("serviceName", 1, 0, "", "")
FIELD("podManagementPolicy", 775, OE, "", "")
FIELD("updateStrategy", 776, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("persistentVolumeClaimRetentionPolicy", 779, OE|PTR, "", "")
FIELD("ordinals", 781, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 791, OE, "", "")
FIELD("status", 782, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 471, 0, "", "")
FIELD("volumeClaimTemplates", 792, OE|LA, "", "")
FIELD("serviceName", 1, 0, "", "")
FIELD("podManagementPolicy", 775, OE, "", "")
FIELD("updateStrategy", 776, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("persistentVolumeClaimRetentionPolicy", 779, OE|PTR, "", "")
FIELD("ordinals", 781, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 794, OE, "", "")
FIELD("status", 782, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 473, 0, "", "")
FIELD("volumeClaimTemplates", 792, OE|LA, "", "")
FIELD("serviceName", 1, 0, "", "")
FIELD("podManagementPolicy", 775, OE, "", "")
FIELD("updateStrategy", 776, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("persistentVolumeClaimRetentionPolicy", 779, OE|PTR, "", "")
FIELD("ordinals", 781, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 796, OE, "", "")
FIELD("status", 782, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 475, 0, "", "")
FIELD("volumeClaimTemplates", 792, OE|LA, "", "")
FIELD("serviceName", 1, 0, "", "")
FIELD("podManagementPolicy", 775, OE, "", "")
FIELD("updateStrategy", 776, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("persistentVolumeClaimRetentionPolicy", 779, OE|PTR, "", "")
FIELD("ordinals", 781, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 798, OE, "", "")
FIELD("status", 782, OE, "", "")
FIELD("replicas", 39, OE|PTR, "", "")
FIELD("selector", 151, PTR, "", "")
FIELD("template", 477, 0, "", "")
FIELD("volumeClaimTemplates", 799, OE|LA, "", "")
FIELD("serviceName", 1, 0, "", "")
FIELD("podManagementPolicy", 775, OE, "", "")
FIELD("updateStrategy", 776, OE, "", "")
FIELD("revisionHistoryLimit", 39, OE|PTR, "", "")
FIELD("minReadySeconds", 39, OE, "", "")
FIELD("persistentVolumeClaimRetentionPolicy", 779, OE|PTR, "", "")
FIELD("ordinals", 781, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("status", 801, OE, "", "")
FIELD("userInfo", 802, OE, "", "")
FIELD("username", 1, OE, "", "")
FIELD("uid", 1, OE, "", "")
FIELD("groups", 10, OE|LA, "", "")
FIELD("extra", 803, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("status", 801, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 807, 0, "", "")
FIELD("status", 809, OE, "", "")
FIELD("audiences", 10, LA, "", "")
FIELD("expirationSeconds", 4, PTR, "", "")
FIELD("boundObjectRef", 808, PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("uid", 3, OE, "", "")
FIELD("token", 1, 0, "", "")
FIELD("expirationTimestamp", 5, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 807, 0, "", "")
FIELD("status", 809, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 812, 0, "", "")
FIELD("status", 809, OE, "", "")
FIELD("audiences", 10, LA, "", "")
FIELD("expirationSeconds", 4, PTR, "", "")
FIELD("boundObjectRef", 808, PTR, "", "")
FIELD("attestations", 813, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 816, 0, "", "")
FIELD("status", 817, OE, "", "")
FIELD("token", 1, OE, "", "")
FIELD("audiences", 10, OE|LA, "", "")
FIELD("authenticated", 9, OE, "", "")
FIELD("user", 802, OE, "", "")
FIELD("audiences", 10, OE|LA, "", "")
FIELD("error", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 816, 0, "", "")
FIELD("status", 817, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 820, 0, "", "")
FIELD("status", 828, OE, "", "")
FIELD("resourceAttributes", 821, OE|PTR, "", "")
FIELD("nonResourceAttributes", 827, OE|PTR, "", "")
FIELD("user", 1, OE, "", "")
FIELD("groups", 10, OE|LA, "", "")
FIELD("extra", 803, OE, "", "")
FIELD("uid", 1, OE, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("verb", 1, OE, "", "")
FIELD("group", 1, OE, "", "")
FIELD("version", 1, OE, "", "")
FIELD("resource", 1, OE, "", "")
FIELD("subresource", 1, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("fieldSelector", 822, OE|PTR, "", "")
FIELD("labelSelector", 826, OE|PTR, "", "")
FIELD("rawSelector", 1, OE, "", "")
FIELD("requirements", 823, OE|LA, "", "")
FIELD("key", 1, 0, "", "")
FIELD("operator", 825, 0, "", "")
FIELD("values", 10, OE|LA, "", "")
FIELD("rawSelector", 1, OE, "", "")
FIELD("requirements", 152, OE|LA, "", "")
FIELD("path", 1, OE, "", "")
FIELD("verb", 1, OE, "", "")
FIELD("allowed", 9, 0, "", "")
FIELD("denied", 9, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("evaluationError", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 820, 0, "", "")
FIELD("status", 828, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 831, 0, "", "")
FIELD("status", 828, OE, "", "")
FIELD("resourceAttributes", 821, OE|PTR, "", "")
FIELD("nonResourceAttributes", 827, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 831, 0, "", "")
FIELD("status", 828, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 834, 0, "", "")
FIELD("status", 835, OE, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("resourceRules", 836, LA, "", "")
FIELD("nonResourceRules", 838, LA, "", "")
FIELD("incomplete", 9, 0, "", "")
FIELD("evaluationError", 1, OE, "", "")
FIELD("verbs", 10, LA, "", "")
FIELD("apiGroups", 10, OE|LA, "", "")
FIELD("resources", 10, OE|LA, "", "")
FIELD("resourceNames", 10, OE|LA, "", "")
FIELD("verbs", 10, LA, "", "")
FIELD("nonResourceURLs", 10, OE|LA, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 834, 0, "", "")
FIELD("status", 835, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 820, 0, "", "")
FIELD("status", 828, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 820, 0, "", "")
FIELD("status", 828, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 844, OE, "", "")
FIELD("status", 846, OE, "", "")
FIELD("scaleTargetRef", 845, 0, "", "")
FIELD("minReplicas", 39, OE|PTR, "", "")
FIELD("maxReplicas", 39, 0, "", "")
FIELD("targetCPUUtilizationPercentage", 39, OE|PTR, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("observedGeneration", 4, OE|PTR, "", "")
FIELD("lastScaleTime", 5, OE|PTR, "", "")
FIELD("currentReplicas", 39, 0, "", "")
FIELD("desiredReplicas", 39, 0, "", "")
FIELD("currentCPUUtilizationPercentage", 39, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 844, OE, "", "")
FIELD("status", 846, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 849, OE, "", "")
FIELD("status", 850, OE, "", "")
FIELD("replicas", 39, OE, "", "")
FIELD("replicas", 39, 0, "", "")
FIELD("selector", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 849, OE, "", "")
FIELD("status", 850, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 853, OE, "", "")
FIELD("status", 872, OE, "", "")
FIELD("scaleTargetRef", 854, 0, "", "")
FIELD("minReplicas", 39, OE|PTR, "", "")
FIELD("maxReplicas", 39, 0, "", "")
FIELD("metrics", 855, OE|LA, "", "")
FIELD("behavior", 866, OE|PTR, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("type", 857, 0, "", "")
FIELD("object", 858, OE|PTR, "", "")
FIELD("pods", 862, OE|PTR, "", "")
FIELD("resource", 863, OE|PTR, "", "")
FIELD("containerResource", 864, OE|PTR, "", "")
FIELD("external", 865, OE|PTR, "", "")
FIELD("describedObject", 854, 0, "", "")
FIELD("target", 859, 0, "", "")
FIELD("metric", 861, 0, "", "")
FIELD("type", 860, 0, "", "")
FIELD("value", 53, OE|PTR, "", "")
FIELD("averageValue", 53, OE|PTR, "", "")
FIELD("averageUtilization", 39, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("selector", 151, OE|PTR, "", "")
FIELD("metric", 861, 0, "", "")
FIELD("target", 859, 0, "", "")
FIELD("name", 232, 0, "", "")
FIELD("target", 859, 0, "", "")
FIELD("name", 232, 0, "", "")
FIELD("target", 859, 0, "", "")
FIELD("container", 1, 0, "", "")
FIELD("metric", 861, 0, "", "")
FIELD("target", 859, 0, "", "")
FIELD("scaleUp", 867, OE|PTR, "", "")
FIELD("scaleDown", 867, OE|PTR, "", "")
FIELD("stabilizationWindowSeconds", 39, OE|PTR, "", "")
FIELD("selectPolicy", 868, OE|PTR, "", "")
FIELD("policies", 869, LA, "", "")
FIELD("type", 871, 0, "", "")
FIELD("value", 39, 0, "", "")
FIELD("periodSeconds", 39, 0, "", "")
FIELD("observedGeneration", 4, OE|PTR, "", "")
FIELD("lastScaleTime", 5, OE|PTR, "", "")
FIELD("currentReplicas", 39, OE, "", "")
FIELD("desiredReplicas", 39, 0, "", "")
FIELD("currentMetrics", 873, LA, "", "")
FIELD("conditions", 881, OE|PM|LM, "type", "type")
FIELD("type", 857, 0, "", "")
FIELD("object", 875, OE|PTR, "", "")
FIELD("pods", 877, OE|PTR, "", "")
FIELD("resource", 878, OE|PTR, "", "")
FIELD("containerResource", 879, OE|PTR, "", "")
FIELD("external", 880, OE|PTR, "", "")
FIELD("metric", 861, 0, "", "")
FIELD("current", 876, 0, "", "")
FIELD("describedObject", 854, 0, "", "")
FIELD("value", 53, OE|PTR, "", "")
FIELD("averageValue", 53, OE|PTR, "", "")
FIELD("averageUtilization", 39, OE|PTR, "", "")
FIELD("metric", 861, 0, "", "")
FIELD("current", 876, 0, "", "")
FIELD("name", 232, 0, "", "")
FIELD("current", 876, 0, "", "")
FIELD("name", 232, 0, "", "")
FIELD("current", 876, 0, "", "")
FIELD("container", 1, 0, "", "")
FIELD("metric", 861, 0, "", "")
FIELD("current", 876, 0, "", "")
FIELD("type", 883, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 885, OE, "", "")
FIELD("status", 872, OE, "", "")
FIELD("scaleTargetRef", 854, 0, "", "")
FIELD("minReplicas", 39, OE|PTR, "", "")
FIELD("maxReplicas", 39, 0, "", "")
FIELD("metrics", 855, OE|LA, "", "")
FIELD("behavior", 886, OE|PTR, "", "")
FIELD("scaleUp", 887, OE|PTR, "", "")
FIELD("scaleDown", 887, OE|PTR, "", "")
FIELD("stabilizationWindowSeconds", 39, OE|PTR, "", "")
FIELD("selectPolicy", 868, OE|PTR, "", "")
FIELD("policies", 869, LA, "", "")
FIELD("tolerance", 53, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 885, OE, "", "")
FIELD("status", 872, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 885, OE, "", "")
FIELD("status", 890, OE, "", "")
FIELD("observedGeneration", 4, OE|PTR, "", "")
FIELD("lastScaleTime", 5, OE|PTR, "", "")
FIELD("currentReplicas", 39, OE, "", "")
FIELD("desiredReplicas", 39, 0, "", "")
FIELD("currentMetrics", 873, LA, "", "")
FIELD("conditions", 891, OE|PM|LM, "type", "type")
FIELD("type", 883, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("observedGeneration", 4, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 894, OE, "", "")
FIELD("status", 911, OE, "", "")
FIELD("schedule", 1, 0, "", "")
FIELD("timeZone", 1, OE|PTR, "", "")
FIELD("startingDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("concurrencyPolicy", 895, OE, "", "")
FIELD("suspend", 9, OE|PTR, "", "")
FIELD("jobTemplate", 896, 0, "", "")
FIELD("successfulJobsHistoryLimit", 39, OE|PTR, "", "")
FIELD("failedJobsHistoryLimit", 39, OE|PTR, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 897, OE, "", "")
FIELD("parallelism", 39, OE|PTR, "", "")
FIELD("completions", 39, OE|PTR, "", "")
FIELD("activeDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("podFailurePolicy", 898, OE|PTR, "", "")
FIELD("successPolicy", 906, OE|PTR, "", "")
FIELD("backoffLimit", 39, OE|PTR, "", "")
FIELD("backoffLimitPerIndex", 39, OE|PTR, "", "")
FIELD("maxFailedIndexes", 39, OE|PTR, "", "")
FIELD("selector", 151, OE|PTR, "", "")
FIELD("manualSelector", 9, OE|PTR, "", "")
FIELD("template", 465, 0, "", "")
FIELD("ttlSecondsAfterFinished", 39, OE|PTR, "", "")
FIELD("completionMode", 909, OE|PTR, "", "")
FIELD("suspend", 9, OE|PTR, "", "")
FIELD("podReplacementPolicy", 910, OE|PTR, "", "")
FIELD("managedBy", 1, OE|PTR, "", "")
FIELD("rules", 899, LA, "", "")
FIELD("action", 901, 0, "", "")
FIELD("onExitCodes", 902, OE|PTR, "", "")
FIELD("onPodConditions", 904, OE|LA, "", "")
FIELD("containerName", 1, OE|PTR, "", "")
FIELD("operator", 903, 0, "", "")
FIELD("values", 374, LS, "", "")
FIELD("type", 296, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("rules", 907, LA, "", "")
FIELD("succeededIndexes", 1, OE|PTR, "", "")
FIELD("succeededCount", 39, OE|PTR, "", "")
FIELD("active", 536, OE|LA, "", "")
FIELD("lastScheduleTime", 5, OE|PTR, "", "")
FIELD("lastSuccessfulTime", 5, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 913, OE, "", "")
FIELD("status", 911, OE, "", "")
FIELD("schedule", 1, 0, "", "")
FIELD("timeZone", 1, OE|PTR, "", "")
FIELD("startingDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("concurrencyPolicy", 895, OE, "", "")
FIELD("suspend", 9, OE|PTR, "", "")
FIELD("jobTemplate", 914, 0, "", "")
FIELD("successfulJobsHistoryLimit", 39, OE|PTR, "", "")
FIELD("failedJobsHistoryLimit", 39, OE|PTR, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 915, OE, "", "")
FIELD("parallelism", 39, OE|PTR, "", "")
FIELD("completions", 39, OE|PTR, "", "")
FIELD("activeDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("podFailurePolicy", 898, OE|PTR, "", "")
FIELD("successPolicy", 906, OE|PTR, "", "")
FIELD("backoffLimit", 39, OE|PTR, "", "")
FIELD("backoffLimitPerIndex", 39, OE|PTR, "", "")
FIELD("maxFailedIndexes", 39, OE|PTR, "", "")
FIELD("selector", 151, OE|PTR, "", "")
FIELD("manualSelector", 9, OE|PTR, "", "")
FIELD("template", 467, 0, "", "")
FIELD("ttlSecondsAfterFinished", 39, OE|PTR, "", "")
FIELD("completionMode", 909, OE|PTR, "", "")
FIELD("suspend", 9, OE|PTR, "", "")
FIELD("podReplacementPolicy", 910, OE|PTR, "", "")
FIELD("managedBy", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 917, OE, "", "")
FIELD("status", 911, OE, "", "")
FIELD("schedule", 1, 0, "", "")
FIELD("timeZone", 1, OE|PTR, "", "")
FIELD("startingDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("concurrencyPolicy", 895, OE, "", "")
FIELD("suspend", 9, OE|PTR, "", "")
FIELD("jobTemplate", 918, 0, "", "")
FIELD("successfulJobsHistoryLimit", 39, OE|PTR, "", "")
FIELD("failedJobsHistoryLimit", 39, OE|PTR, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 919, OE, "", "")
FIELD("parallelism", 39, OE|PTR, "", "")
FIELD("completions", 39, OE|PTR, "", "")
FIELD("activeDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("podFailurePolicy", 898, OE|PTR, "", "")
FIELD("successPolicy", 906, OE|PTR, "", "")
FIELD("backoffLimit", 39, OE|PTR, "", "")
FIELD("backoffLimitPerIndex", 39, OE|PTR, "", "")
FIELD("maxFailedIndexes", 39, OE|PTR, "", "")
FIELD("selector", 151, OE|PTR, "", "")
FIELD("manualSelector", 9, OE|PTR, "", "")
FIELD("template", 469, 0, "", "")
FIELD("ttlSecondsAfterFinished", 39, OE|PTR, "", "")
FIELD("completionMode", 909, OE|PTR, "", "")
FIELD("suspend", 9, OE|PTR, "", "")
FIELD("podReplacementPolicy", 910, OE|PTR, "", "")
FIELD("managedBy", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 921, OE, "", "")
FIELD("status", 911, OE, "", "")
FIELD("schedule", 1, 0, "", "")
FIELD("timeZone", 1, OE|PTR, "", "")
FIELD("startingDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("concurrencyPolicy", 895, OE, "", "")
FIELD("suspend", 9, OE|PTR, "", "")
FIELD("jobTemplate", 922, 0, "", "")
FIELD("successfulJobsHistoryLimit", 39, OE|PTR, "", "")
FIELD("failedJobsHistoryLimit", 39, OE|PTR, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 923, OE, "", "")
FIELD("parallelism", 39, OE|PTR, "", "")
FIELD("completions", 39, OE|PTR, "", "")
FIELD("activeDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("podFailurePolicy", 898, OE|PTR, "", "")
FIELD("successPolicy", 906, OE|PTR, "", "")
FIELD("backoffLimit", 39, OE|PTR, "", "")
FIELD("backoffLimitPerIndex", 39, OE|PTR, "", "")
FIELD("maxFailedIndexes", 39, OE|PTR, "", "")
FIELD("selector", 151, OE|PTR, "", "")
FIELD("manualSelector", 9, OE|PTR, "", "")
FIELD("template", 471, 0, "", "")
FIELD("ttlSecondsAfterFinished", 39, OE|PTR, "", "")
FIELD("completionMode", 909, OE|PTR, "", "")
FIELD("suspend", 9, OE|PTR, "", "")
FIELD("podReplacementPolicy", 910, OE|PTR, "", "")
FIELD("managedBy", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 925, OE, "", "")
FIELD("status", 911, OE, "", "")
FIELD("schedule", 1, 0, "", "")
FIELD("timeZone", 1, OE|PTR, "", "")
FIELD("startingDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("concurrencyPolicy", 895, OE, "", "")
FIELD("suspend", 9, OE|PTR, "", "")
FIELD("jobTemplate", 926, 0, "", "")
FIELD("successfulJobsHistoryLimit", 39, OE|PTR, "", "")
FIELD("failedJobsHistoryLimit", 39, OE|PTR, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 927, OE, "", "")
FIELD("parallelism", 39, OE|PTR, "", "")
FIELD("completions", 39, OE|PTR, "", "")
FIELD("activeDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("podFailurePolicy", 898, OE|PTR, "", "")
FIELD("successPolicy", 906, OE|PTR, "", "")
FIELD("backoffLimit", 39, OE|PTR, "", "")
FIELD("backoffLimitPerIndex", 39, OE|PTR, "", "")
FIELD("maxFailedIndexes", 39, OE|PTR, "", "")
FIELD("selector", 151, OE|PTR, "", "")
FIELD("manualSelector", 9, OE|PTR, "", "")
FIELD("template", 473, 0, "", "")
FIELD("ttlSecondsAfterFinished", 39, OE|PTR, "", "")
FIELD("completionMode", 909, OE|PTR, "", "")
FIELD("suspend", 9, OE|PTR, "", "")
FIELD("podReplacementPolicy", 910, OE|PTR, "", "")
FIELD("managedBy", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 929, OE, "", "")
FIELD("status", 911, OE, "", "")
FIELD("schedule", 1, 0, "", "")
FIELD("timeZone", 1, OE|PTR, "", "")
FIELD("startingDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("concurrencyPolicy", 895, OE, "", "")
FIELD("suspend", 9, OE|PTR, "", "")
FIELD("jobTemplate", 930, 0, "", "")
FIELD("successfulJobsHistoryLimit", 39, OE|PTR, "", "")
FIELD("failedJobsHistoryLimit", 39, OE|PTR, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 931, OE, "", "")
FIELD("parallelism", 39, OE|PTR, "", "")
FIELD("completions", 39, OE|PTR, "", "")
FIELD("activeDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("podFailurePolicy", 898, OE|PTR, "", "")
FIELD("successPolicy", 906, OE|PTR, "", "")
FIELD("backoffLimit", 39, OE|PTR, "", "")
FIELD("backoffLimitPerIndex", 39, OE|PTR, "", "")
FIELD("maxFailedIndexes", 39, OE|PTR, "", "")
FIELD("selector", 151, OE|PTR, "", "")
FIELD("manualSelector", 9, OE|PTR, "", "")
FIELD("template", 475, 0, "", "")
FIELD("ttlSecondsAfterFinished", 39, OE|PTR, "", "")
FIELD("completionMode", 909, OE|PTR, "", "")
FIELD("suspend", 9, OE|PTR, "", "")
FIELD("podReplacementPolicy", 910, OE|PTR, "", "")
FIELD("managedBy", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 933, OE, "", "")
FIELD("status", 911, OE, "", "")
FIELD("schedule", 1, 0, "", "")
FIELD("timeZone", 1, OE|PTR, "", "")
FIELD("startingDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("concurrencyPolicy", 895, OE, "", "")
FIELD("suspend", 9, OE|PTR, "", "")
FIELD("jobTemplate", 934, 0, "", "")
FIELD("successfulJobsHistoryLimit", 39, OE|PTR, "", "")
FIELD("failedJobsHistoryLimit", 39, OE|PTR, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 935, OE, "", "")
FIELD("parallelism", 39, OE|PTR, "", "")
FIELD("completions", 39, OE|PTR, "", "")
FIELD("activeDeadlineSeconds", 4, OE|PTR, "", "")
FIELD("podFailurePolicy", 898, OE|PTR, "", "")
FIELD("successPolicy", 906, OE|PTR, "", "")
FIELD("backoffLimit", 39, OE|PTR, "", "")
FIELD("backoffLimitPerIndex", 39, OE|PTR, "", "")
FIELD("maxFailedIndexes", 39, OE|PTR, "", "")
FIELD("selector", 151, OE|PTR, "", "")
FIELD("manualSelector", 9, OE|PTR, "", "")
FIELD("template", 477, 0, "", "")
FIELD("ttlSecondsAfterFinished", 39, OE|PTR, "", "")
FIELD("completionMode", 909, OE|PTR, "", "")
FIELD("suspend", 9, OE|PTR, "", "")
FIELD("podReplacementPolicy", 910, OE|PTR, "", "")
FIELD("managedBy", 1, OE|PTR, "", "")
FIELD("scheduling", 936, OE|PTR, "", "")
FIELD("schedulingPolicy", 937, OE|PTR, "", "")
FIELD("schedulingConstraints", 940, OE|PTR, "", "")
FIELD("disruptionMode", 943, OE|PTR, "", "")
FIELD("resourceClaims", 946, OE|PM|LM, "name", "name")
FIELD("basic", 938, OE|PTR, "", "")
FIELD("gang", 939, OE|PTR, "", "")
FIELD("minCount", 39, OE|PTR, "", "")
FIELD("topology", 941, OE|LA, "", "")
FIELD("key", 1, 0, "", "")
FIELD("single", 944, OE|PTR, "", "")
FIELD("all", 945, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("resourceClaimName", 1, OE|PTR, "", "")
FIELD("resourceClaimTemplateName", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 897, OE, "", "")
FIELD("status", 949, OE, "", "")
FIELD("conditions", 950, OE|PM|LA, "type", "")
FIELD("startTime", 5, OE|PTR, "", "")
FIELD("completionTime", 5, OE|PTR, "", "")
FIELD("active", 39, OE, "", "")
FIELD("succeeded", 39, OE, "", "")
FIELD("failed", 39, OE, "", "")
FIELD("terminating", 39, OE|PTR, "", "")
FIELD("completedIndexes", 1, OE, "", "")
FIELD("failedIndexes", 1, OE|PTR, "", "")
FIELD("uncountedTerminatedPods", 953, OE|PTR, "", "")
FIELD("ready", 39, OE|PTR, "", "")
FIELD("type", 952, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("lastProbeTime", 5, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("succeeded", 954, OE|LS, "", "")
FIELD("failed", 954, OE|LS, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 915, OE, "", "")
FIELD("status", 949, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 919, OE, "", "")
FIELD("status", 949, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 923, OE, "", "")
FIELD("status", 949, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 927, OE, "", "")
FIELD("status", 949, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 931, OE, "", "")
FIELD("status", 949, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 935, OE, "", "")
FIELD("status", 949, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 962, 0, "", "")
FIELD("status", 965, OE, "", "")
FIELD("request", 26, LA, "", "")
FIELD("signerName", 1, 0, "", "")
FIELD("expirationSeconds", 39, OE|PTR, "", "")
FIELD("usages", 963, OE|LA, "", "")
FIELD("username", 1, OE, "", "")
FIELD("uid", 1, OE, "", "")
FIELD("groups", 10, OE|LA, "", "")
FIELD("extra", 803, OE, "", "")
FIELD("conditions", 966, OE|LM, "", "type")
FIELD("certificate", 26, OE|LA, "", "")
FIELD("type", 968, 0, "", "")
FIELD("status", 22, 0, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("lastUpdateTime", 5, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 962, 0, "", "")
FIELD("status", 965, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 971, 0, "", "")
FIELD("status", 972, OE, "", "")
FIELD("request", 26, 0, "", "")
FIELD("signerName", 1, 0, "", "")
FIELD("expirationSeconds", 39, OE|PTR, "", "")
FIELD("usages", 963, OE|LA, "", "")
FIELD("username", 1, OE, "", "")
FIELD("uid", 1, OE, "", "")
FIELD("groups", 10, OE|LA, "", "")
FIELD("extra", 803, OE, "", "")
FIELD("conditions", 966, OE|LM, "", "type")
FIELD("certificate", 26, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 974, 0, "", "")
FIELD("signerName", 1, OE, "", "")
FIELD("trustBundle", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 976, 0, "", "")
FIELD("status", 978, OE, "", "")
FIELD("signerName", 1, 0, "", "")
FIELD("podName", 1, 0, "", "")
FIELD("podUID", 3, 0, "", "")
FIELD("serviceAccountName", 1, 0, "", "")
FIELD("serviceAccountUID", 3, 0, "", "")
FIELD("nodeName", 977, 0, "", "")
FIELD("nodeUID", 3, 0, "", "")
FIELD("maxExpirationSeconds", 39, OE|PTR, "", "")
FIELD("stubPKCS10Request", 26, 0, "", "")
FIELD("unverifiedUserAnnotations", 6, OE, "", "")
FIELD("conditions", 532, OE|PM|LM, "type", "type")
FIELD("certificateChain", 1, OE, "", "")
FIELD("notBefore", 5, OE|PTR, "", "")
FIELD("beginRefreshAt", 5, OE|PTR, "", "")
FIELD("notAfter", 5, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 980, OE, "", "")
FIELD("holderIdentity", 1, OE|PTR, "", "")
FIELD("leaseDurationSeconds", 39, OE|PTR, "", "")
FIELD("acquireTime", 44, OE|PTR, "", "")
FIELD("renewTime", 44, OE|PTR, "", "")
FIELD("leaseTransitions", 39, OE|PTR, "", "")
FIELD("strategy", 981, OE|PTR, "", "")
FIELD("preferredHolder", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 980, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("addressType", 984, 0, "", "")
FIELD("endpoints", 985, LA, "", "")
FIELD("ports", 991, LA, "", "")
FIELD("addresses", 10, LS, "", "")
FIELD("conditions", 987, OE, "", "")
FIELD("hostname", 1, OE|PTR, "", "")
FIELD("targetRef", 15, OE|PTR, "", "")
FIELD("deprecatedTopology", 6, OE, "", "")
FIELD("nodeName", 1, OE|PTR, "", "")
FIELD("zone", 1, OE|PTR, "", "")
FIELD("hints", 988, OE|PTR, "", "")
FIELD("ready", 9, OE|PTR, "", "")
FIELD("serving", 9, OE|PTR, "", "")
FIELD("terminating", 9, OE|PTR, "", "")
FIELD("forZones", 989, OE|LA, "", "")
FIELD("name", 1, 0, "", "")
FIELD("name", 1, OE|PTR, "", "")
FIELD("protocol", 40, OE|PTR, "", "")
FIELD("port", 39, OE|PTR, "", "")
FIELD("appProtocol", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("addressType", 984, 0, "", "")
FIELD("endpoints", 994, LA, "", "")
FIELD("ports", 991, LA, "", "")
FIELD("addresses", 10, LS, "", "")
FIELD("conditions", 987, OE, "", "")
FIELD("hostname", 1, OE|PTR, "", "")
FIELD("targetRef", 15, OE|PTR, "", "")
FIELD("deprecatedTopology", 6, OE, "", "")
FIELD("nodeName", 1, OE|PTR, "", "")
FIELD("zone", 1, OE|PTR, "", "")
FIELD("hints", 996, OE|PTR, "", "")
FIELD("forZones", 989, OE|LA, "", "")
FIELD("forNodes", 997, OE|LA, "", "")
FIELD("name", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("addressType", 984, 0, "", "")
FIELD("endpoints", 994, LA, "", "")
FIELD("ports", 991, LA, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, 0, "", "")
FIELD("eventTime", 44, 0, "", "")
FIELD("series", 1001, OE|PTR, "", "")
FIELD("reportingController", 1, OE, "", "")
FIELD("reportingInstance", 1, OE, "", "")
FIELD("action", 1, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("regarding", 15, OE, "", "")
FIELD("related", 15, OE|PTR, "", "")
FIELD("note", 1, OE, "", "")
FIELD("type", 1, OE, "", "")
FIELD("deprecatedSource", 43, OE, "", "")
FIELD("deprecatedFirstTimestamp", 5, OE, "", "")
FIELD("deprecatedLastTimestamp", 5, OE, "", "")
FIELD("deprecatedCount", 39, OE, "", "")
FIELD("count", 39, 0, "", "")
FIELD("lastObservedTime", 44, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, 0, "", "")
FIELD("eventTime", 44, 0, "", "")
FIELD("series", 1001, OE|PTR, "", "")
FIELD("reportingController", 1, OE, "", "")
FIELD("reportingInstance", 1, OE, "", "")
FIELD("action", 1, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("regarding", 15, OE, "", "")
FIELD("related", 15, OE|PTR, "", "")
FIELD("note", 1, OE, "", "")
FIELD("type", 1, OE, "", "")
FIELD("deprecatedSource", 43, OE, "", "")
FIELD("deprecatedFirstTimestamp", 5, OE, "", "")
FIELD("deprecatedLastTimestamp", 5, OE, "", "")
FIELD("deprecatedCount", 39, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 1004, OE, "", "")
FIELD("status", 1020, OE, "", "")
FIELD("priorityLevelConfiguration", 1005, 0, "", "")
FIELD("matchingPrecedence", 39, 0, "", "")
FIELD("distinguisherMethod", 1006, OE|PTR, "", "")
FIELD("rules", 1008, OE|LA, "", "")
FIELD("name", 1, 0, "", "")
FIELD("type", 1007, 0, "", "")
FIELD("subjects", 1010, LA, "", "")
FIELD("resourceRules", 1016, OE|LA, "", "")
FIELD("nonResourceRules", 1018, OE|LA, "", "")
FIELD("kind", 1012, 0, "", "")
FIELD("user", 1013, OE|PTR, "", "")
FIELD("group", 1014, OE|PTR, "", "")
FIELD("serviceAccount", 1015, OE|PTR, "", "")
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
FIELD("conditions", 1021, OE|PM|LM, "type", "type")
FIELD("type", 1023, OE, "", "")
FIELD("status", 22, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1004, OE, "", "")
FIELD("status", 1020, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 1026, OE, "", "")
FIELD("status", 1033, OE, "", "")
FIELD("type", 1027, 0, "", "")
FIELD("limited", 1028, OE|PTR, "", "")
FIELD("exempt", 1032, OE|PTR, "", "")
FIELD("nominalConcurrencyShares", 39, PTR, "", "")
FIELD("limitResponse", 1029, OE, "", "")
FIELD("lendablePercent", 39, OE|PTR, "", "")
FIELD("borrowingLimitPercent", 39, OE|PTR, "", "")
FIELD("type", 1030, 0, "", "")
FIELD("queuing", 1031, OE|PTR, "", "")
FIELD("queues", 39, 0, "", "")
FIELD("handSize", 39, 0, "", "")
FIELD("queueLengthLimit", 39, 0, "", "")
FIELD("nominalConcurrencyShares", 39, OE|PTR, "", "")
FIELD("lendablePercent", 39, OE|PTR, "", "")
FIELD("conditions", 1034, OE|PM|LM, "type", "type")
FIELD("type", 1036, OE, "", "")
FIELD("status", 22, OE, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("reason", 1, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1026, OE, "", "")
FIELD("status", 1033, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 1039, OE, "", "")
FIELD("parentRef", 1040, OE|PTR, "", "")
FIELD("group", 1, OE, "", "")
FIELD("resource", 1, OE, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1039, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 1043, OE, "", "")
FIELD("status", 1055, OE, "", "")
FIELD("ingressClassName", 1, OE|PTR, "", "")
FIELD("defaultBackend", 1044, OE|PTR, "", "")
FIELD("tls", 1047, OE|LA, "", "")
FIELD("rules", 1049, OE|LA, "", "")
FIELD("service", 1045, OE|PTR, "", "")
FIELD("resource", 156, OE|PTR, "", "")
FIELD("name", 1, 0, "", "")
FIELD("port", 1046, OE, "", "")
FIELD("name", 1, OE, "", "")
FIELD("number", 39, OE, "", "")
FIELD("hosts", 10, OE|LA, "", "")
FIELD("secretName", 1, OE, "", "")
FIELD("host", 1, OE, "", "")
FIELD("http", 1051, OE|PTR, "", "")
FIELD("paths", 1052, LA, "", "")
FIELD("path", 1, OE, "", "")
FIELD("pathType", 1054, PTR, "", "")
FIELD("backend", 1044, 0, "", "")
FIELD("loadBalancer", 1056, OE, "", "")
FIELD("ingress", 1057, OE|LA, "", "")
FIELD("ip", 1, OE, "", "")
FIELD("hostname", 1, OE, "", "")
FIELD("ports", 1059, OE|LA, "", "")
FIELD("port", 39, 0, "", "")
FIELD("protocol", 40, 0, "", "")
FIELD("error", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1043, OE, "", "")
FIELD("status", 1055, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 1063, OE, "", "")
FIELD("controller", 1, OE, "", "")
FIELD("parameters", 1064, OE|PTR, "", "")
FIELD("apiGroup", 1, OE|PTR, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("scope", 1, PTR, "", "")
FIELD("namespace", 1, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1063, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 1067, OE, "", "")
FIELD("podSelector", 151, 0, "", "")
FIELD("ingress", 1068, OE|LA, "", "")
FIELD("egress", 1075, OE|LA, "", "")
FIELD("policyTypes", 1077, OE|LA, "", "")
FIELD("ports", 1070, OE|LA, "", "")
FIELD("from", 1072, OE|LA, "", "")
FIELD("protocol", 40, OE|PTR, "", "")
FIELD("port", 244, OE|PTR, "", "")
FIELD("endPort", 39, OE|PTR, "", "")
FIELD("podSelector", 151, OE|PTR, "", "")
FIELD("namespaceSelector", 151, OE|PTR, "", "")
FIELD("ipBlock", 1074, OE|PTR, "", "")
FIELD("cidr", 1, 0, "", "")
FIELD("except", 10, OE|LA, "", "")
FIELD("ports", 1070, OE|LA, "", "")
FIELD("to", 1072, OE|LA, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1067, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 1081, OE, "", "")
FIELD("status", 1082, OE, "", "")
FIELD("cidrs", 10, OE|LA, "", "")
FIELD("conditions", 532, OE|PM|LM, "type", "type")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1081, OE, "", "")
FIELD("status", 1082, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("handler", 1, 0, "", "")
FIELD("overhead", 1085, OE|PTR, "", "")
FIELD("scheduling", 1086, OE|PTR, "", "")
FIELD("podFixed", 52, OE, "", "")
FIELD("nodeSelector", 6, OE|ATOMIC, "", "")
FIELD("tolerations", 286, OE|LA, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("handler", 1, 0, "", "")
FIELD("overhead", 1085, OE|PTR, "", "")
FIELD("scheduling", 1086, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("deleteOptions", 28, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("deleteOptions", 31, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("deleteOptions", 31, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 1092, OE, "", "")
FIELD("status", 1094, OE, "", "")
FIELD("minAvailable", 244, OE|PTR, "", "")
FIELD("selector", 151, OE|PTR|PR, "", "")
FIELD("maxUnavailable", 244, OE|PTR, "", "")
FIELD("unhealthyPodEvictionPolicy", 1093, OE|PTR, "", "")
FIELD("observedGeneration", 4, OE, "", "")
FIELD("disruptedPods", 1095, OE, "", "")
FIELD("disruptionsAllowed", 39, 0, "", "")
FIELD("currentHealthy", 39, 0, "", "")
FIELD("desiredHealthy", 39, 0, "", "")
FIELD("expectedPods", 39, 0, "", "")
FIELD("conditions", 532, OE|PM|LM, "type", "type")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1092, OE, "", "")
FIELD("status", 1094, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("rules", 1098, LA, "", "")
FIELD("aggregationRule", 1100, OE|PTR, "", "")
FIELD("verbs", 10, LA, "", "")
FIELD("apiGroups", 10, OE|LA, "", "")
FIELD("resources", 10, OE|LA, "", "")
FIELD("resourceNames", 10, OE|LA, "", "")
FIELD("nonResourceURLs", 10, OE|LA, "", "")
FIELD("clusterRoleSelectors", 1101, OE|LA, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("rules", 1098, LA, "", "")
FIELD("aggregationRule", 1100, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("subjects", 1104, OE|LA, "", "")
FIELD("roleRef", 1106, 0, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("apiGroup", 1, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("namespace", 1, OE, "", "")
FIELD("apiGroup", 1, 0, "", "")
FIELD("kind", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("subjects", 1104, OE|LA, "", "")
FIELD("roleRef", 1106, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("rules", 1098, LA, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("rules", 1098, LA, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("subjects", 1104, OE|LA, "", "")
FIELD("roleRef", 1106, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("subjects", 1104, OE|LA, "", "")
FIELD("roleRef", 1106, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1113, 0, "", "")
FIELD("selectors", 1114, OE|LA, "", "")
FIELD("config", 1117, OE|LA, "", "")
FIELD("extendedResourceName", 1, OE|PTR, "", "")
FIELD("cel", 1116, OE|PTR, "", "")
FIELD("expression", 1, 0, "", "")
FIELD("opaque", 1119, OE|PTR, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("parameters", 641, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1121, 0, "", "")
FIELD("status", 1125, OE, "", "")
FIELD("deviceSelector", 1122, OE|PTR, "", "")
FIELD("taint", 1123, OE, "", "")
FIELD("driver", 1, OE|PTR, "", "")
FIELD("pool", 1, OE|PTR, "", "")
FIELD("device", 1, OE|PTR, "", "")
FIELD("key", 1, 0, "", "")
FIELD("value", 1, OE, "", "")
FIELD("effect", 1124, 0, "", "")
FIELD("timeAdded", 5, OE|PTR, "", "")
FIELD("conditions", 532, OE|PM|LM, "type", "type")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1127, 0, "", "")
FIELD("status", 1145, OE, "", "")
FIELD("devices", 1128, 0, "", "")
FIELD("requests", 1129, LA, "", "")
FIELD("constraints", 1140, OE|LA, "", "")
FIELD("config", 1143, OE|LA, "", "")
FIELD("name", 1, 0, "", "")
FIELD("exactly", 1131, OE|PTR, "", "")
FIELD("firstAvailable", 1138, OE|LA, "", "")
FIELD("deviceClassName", 1, 0, "", "")
FIELD("selectors", 1114, OE|LA, "", "")
FIELD("allocationMode", 1132, OE, "", "")
FIELD("count", 4, OE, "", "")
FIELD("adminAccess", 9, OE|PTR, "", "")
FIELD("tolerations", 1133, OE|LA, "", "")
FIELD("capacity", 1136, OE|PTR, "", "")
FIELD("key", 1, OE, "", "")
FIELD("operator", 1135, OE, "", "")
FIELD("value", 1, OE, "", "")
FIELD("effect", 1124, OE, "", "")
FIELD("tolerationSeconds", 4, OE|PTR, "", "")
FIELD("requests", 1137, OE, "", "")
FIELD("name", 1, 0, "", "")
FIELD("deviceClassName", 1, 0, "", "")
FIELD("selectors", 1114, OE|LA, "", "")
FIELD("allocationMode", 1132, OE, "", "")
FIELD("count", 4, OE, "", "")
FIELD("tolerations", 1133, OE|LA, "", "")
FIELD("capacity", 1136, OE|PTR, "", "")
FIELD("requests", 10, OE|LA, "", "")
FIELD("matchAttribute", 1142, OE|PTR, "", "")
FIELD("distinctAttribute", 1142, OE|PTR, "", "")
FIELD("requests", 10, OE|LA, "", "")
FIELD("opaque", 1119, OE|PTR, "", "")
FIELD("allocation", 1146, OE|PTR, "", "")
FIELD("reservedFor", 1153, OE|PM|LM, "uid", "uid")
FIELD("devices", 1155, OE|LM, "", "driver,device,pool,shareID")
FIELD("devices", 1147, OE, "", "")
FIELD("nodeSelector", 140, OE|PTR, "", "")
FIELD("allocationTimestamp", 5, OE|PTR, "", "")
FIELD("results", 1148, OE|LA, "", "")
FIELD("config", 1150, OE|LA, "", "")
FIELD("request", 1, 0, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("pool", 1, 0, "", "")
FIELD("device", 1, 0, "", "")
FIELD("adminAccess", 9, OE|PTR, "", "")
FIELD("tolerations", 1133, OE|LA, "", "")
FIELD("bindingConditions", 10, OE|LA, "", "")
FIELD("bindingFailureConditions", 10, OE|LA, "", "")
FIELD("shareID", 3, OE|PTR, "", "")
FIELD("consumedCapacity", 1137, OE, "", "")
FIELD("source", 1152, 0, "", "")
FIELD("requests", 10, OE|LA, "", "")
FIELD("opaque", 1119, OE|PTR, "", "")
FIELD("apiGroup", 1, OE, "", "")
FIELD("resource", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("uid", 3, 0, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("pool", 1, 0, "", "")
FIELD("device", 1, 0, "", "")
FIELD("shareID", 1, OE|PTR, "", "")
FIELD("conditions", 532, LM, "", "type")
FIELD("data", 641, OE|PTR, "", "")
FIELD("networkData", 1157, OE|PTR, "", "")
FIELD("interfaceName", 1, OE, "", "")
FIELD("ips", 10, OE|LA, "", "")
FIELD("hardwareAddress", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1159, 0, "", "")
FIELD("status", 1168, OE, "", "")
FIELD("devices", 1160, 0, "", "")
FIELD("requests", 1161, LA, "", "")
FIELD("constraints", 1140, OE|LA, "", "")
FIELD("config", 1143, OE|LA, "", "")
FIELD("name", 1, 0, "", "")
FIELD("exactly", 1163, OE|PTR, "", "")
FIELD("firstAvailable", 1166, OE|LA, "", "")
FIELD("deviceClassName", 1, 0, "", "")
FIELD("selectors", 1114, OE|LA, "", "")
FIELD("allocationMode", 1132, OE, "", "")
FIELD("count", 4, OE, "", "")
FIELD("adminAccess", 9, OE|PTR, "", "")
FIELD("tolerations", 1133, OE|LA, "", "")
FIELD("capacity", 1136, OE|PTR, "", "")
FIELD("derivedAttributes", 1164, OE|LA, "", "")
FIELD("name", 1142, 0, "", "")
FIELD("expression", 1, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("deviceClassName", 1, 0, "", "")
FIELD("selectors", 1114, OE|LA, "", "")
FIELD("allocationMode", 1132, OE, "", "")
FIELD("count", 4, OE, "", "")
FIELD("tolerations", 1133, OE|LA, "", "")
FIELD("capacity", 1136, OE|PTR, "", "")
FIELD("derivedAttributes", 1164, OE|LA, "", "")
FIELD("allocation", 1169, OE|PTR, "", "")
FIELD("reservedFor", 1153, OE|PM|LM, "uid", "uid")
FIELD("devices", 1155, OE|LM, "", "driver,device,pool,shareID")
FIELD("devices", 1170, OE, "", "")
FIELD("nodeSelector", 140, OE|PTR, "", "")
FIELD("allocationTimestamp", 5, OE|PTR, "", "")
FIELD("results", 1171, OE|LA, "", "")
FIELD("config", 1150, OE|LA, "", "")
FIELD("request", 1, 0, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("pool", 1, 0, "", "")
FIELD("device", 1, 0, "", "")
FIELD("adminAccess", 9, OE|PTR, "", "")
FIELD("tolerations", 1133, OE|LA, "", "")
FIELD("bindingConditions", 10, OE|LA, "", "")
FIELD("bindingFailureConditions", 10, OE|LA, "", "")
FIELD("shareID", 3, OE|PTR, "", "")
FIELD("consumedCapacity", 1137, OE, "", "")
FIELD("skipNodeOperations", 1173, OE|LS, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1176, 0, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1127, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1178, 0, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1159, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1180, 0, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("pool", 1181, 0, "", "")
FIELD("nodeName", 1, OE|PTR, "", "")
FIELD("nodeSelector", 140, OE|PTR, "", "")
FIELD("allNodes", 9, OE|PTR, "", "")
FIELD("devices", 1182, LA, "", "")
FIELD("perDeviceNodeSelection", 9, OE|PTR, "", "")
FIELD("sharedCounters", 1196, OE|LA, "", "")
FIELD("name", 1, 0, "", "")
FIELD("generation", 4, 0, "", "")
FIELD("resourceSliceCount", 4, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("attributes", 1184, OE, "", "")
FIELD("capacity", 1186, OE, "", "")
FIELD("consumesCounters", 1191, OE|LA, "", "")
FIELD("nodeName", 1, OE|PTR, "", "")
FIELD("nodeSelector", 140, OE|PTR, "", "")
FIELD("allNodes", 9, OE|PTR, "", "")
FIELD("taints", 1195, OE|LA, "", "")
FIELD("bindsToNode", 9, OE|PTR, "", "")
FIELD("bindingConditions", 10, OE|LA, "", "")
FIELD("bindingFailureConditions", 10, OE|LA, "", "")
FIELD("allowMultipleAllocations", 9, OE|PTR, "", "")
FIELD("int", 4, OE|PTR, "", "")
FIELD("bool", 9, OE|PTR, "", "")
FIELD("string", 1, OE|PTR, "", "")
FIELD("version", 1, OE|PTR, "", "")
FIELD("value", 53, 0, "", "")
FIELD("requestPolicy", 1188, OE|PTR, "", "")
FIELD("default", 53, PTR, "", "")
FIELD("validValues", 1189, OE|LA, "", "")
FIELD("validRange", 1190, OE|PTR, "", "")
FIELD("min", 53, OE|PTR, "", "")
FIELD("max", 53, OE|PTR, "", "")
FIELD("step", 53, OE|PTR, "", "")
FIELD("counterSet", 1, 0, "", "")
FIELD("counters", 1193, OE, "", "")
FIELD("value", 53, 0, "", "")
FIELD("name", 1, 0, "", "")
FIELD("counters", 1193, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1199, 0, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("pool", 1181, 0, "", "")
FIELD("nodeName", 1, OE|PTR, "", "")
FIELD("nodeSelector", 140, OE|PTR, "", "")
FIELD("allNodes", 9, OE|PTR, "", "")
FIELD("devices", 1182, OE|LA, "", "")
FIELD("perDeviceNodeSelection", 9, OE|PTR, "", "")
FIELD("sharedCounters", 1196, OE|LA, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1201, 0, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("pool", 1181, 0, "", "")
FIELD("nodeName", 1, OE|PTR, "", "")
FIELD("nodeSelector", 140, OE|PTR, "", "")
FIELD("allNodes", 9, OE|PTR, "", "")
FIELD("devices", 1202, OE|LA, "", "")
FIELD("perDeviceNodeSelection", 9, OE|PTR, "", "")
FIELD("sharedCounters", 1196, OE|LA, "", "")
FIELD("name", 1, 0, "", "")
FIELD("attributes", 1204, OE, "", "")
FIELD("capacity", 1186, OE, "", "")
FIELD("consumesCounters", 1191, OE|LA, "", "")
FIELD("nodeName", 1, OE|PTR, "", "")
FIELD("nodeSelector", 140, OE|PTR, "", "")
FIELD("allNodes", 9, OE|PTR, "", "")
FIELD("taints", 1195, OE|LA, "", "")
FIELD("bindsToNode", 9, OE|PTR, "", "")
FIELD("bindingConditions", 10, OE|LA, "", "")
FIELD("bindingFailureConditions", 10, OE|LA, "", "")
FIELD("allowMultipleAllocations", 9, OE|PTR, "", "")
FIELD("nodeAllocatableResourceMappings", 1207, OE, "", "")
FIELD("int", 4, OE|PTR, "", "")
FIELD("bool", 9, OE|PTR, "", "")
FIELD("string", 1, OE|PTR, "", "")
FIELD("version", 1, OE|PTR, "", "")
FIELD("ints", 270, OE|LA, "", "")
FIELD("bools", 1206, OE|LA, "", "")
FIELD("strings", 10, OE|LA, "", "")
FIELD("versions", 10, OE|LA, "", "")
FIELD("capacityKey", 1209, OE|PTR, "", "")
FIELD("allocationMultiplier", 53, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1211, 0, "", "")
FIELD("driver", 1, 0, "", "")
FIELD("pool", 1181, 0, "", "")
FIELD("nodeName", 1, OE|PTR, "", "")
FIELD("nodeSelector", 140, OE|PTR, "", "")
FIELD("allNodes", 9, OE|PTR, "", "")
FIELD("devices", 1212, OE|LA, "", "")
FIELD("perDeviceNodeSelection", 9, OE|PTR, "", "")
FIELD("sharedCounters", 1196, OE|LA, "", "")
FIELD("partitionTypeAttribute", 1142, OE|PTR, "", "")
FIELD("skipNodeOperations", 1173, OE|LS, "", "")
FIELD("name", 1, 0, "", "")
FIELD("attributes", 1204, OE, "", "")
FIELD("capacity", 1186, OE, "", "")
FIELD("consumesCounters", 1214, OE|LA, "", "")
FIELD("nodeName", 1, OE|PTR, "", "")
FIELD("nodeSelector", 140, OE|PTR, "", "")
FIELD("allNodes", 9, OE|PTR, "", "")
FIELD("taints", 1195, OE|LA, "", "")
FIELD("bindsToNode", 9, OE|PTR, "", "")
FIELD("bindingConditions", 10, OE|LA, "", "")
FIELD("bindingFailureConditions", 10, OE|LA, "", "")
FIELD("allowMultipleAllocations", 9, OE|PTR, "", "")
FIELD("nodeAllocatableResources", 1216, OE, "", "")
FIELD("counterSet", 1, 0, "", "")
FIELD("counters", 1193, OE, "", "")
FIELD("compatibilityGroups", 10, OE|LA, "", "")
FIELD("mapping", 1218, OE|PTR, "", "")
FIELD("overhead", 1219, OE|PTR, "", "")
FIELD("capacityKey", 1209, OE|PTR, "", "")
FIELD("capacityMultiplier", 53, OE|PTR, "", "")
FIELD("deviceMultiplier", 53, OE|PTR, "", "")
FIELD("perPod", 53, OE|PTR, "", "")
FIELD("perContainer", 53, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("value", 39, 0, "", "")
FIELD("globalDefault", 9, OE, "", "")
FIELD("description", 1, OE, "", "")
FIELD("preemptionPolicy", 297, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("value", 39, 0, "", "")
FIELD("globalDefault", 9, OE, "", "")
FIELD("description", 1, OE, "", "")
FIELD("preemptionPolicy", 297, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 1223, 0, "", "")
FIELD("attachRequired", 9, OE|PTR, "", "")
FIELD("podInfoOnMount", 9, OE|PTR, "", "")
FIELD("volumeLifecycleModes", 1224, OE|LS, "", "")
FIELD("storageCapacity", 9, OE|PTR, "", "")
FIELD("fsGroupPolicy", 1226, OE|PTR, "", "")
FIELD("tokenRequests", 1227, OE|LA, "", "")
FIELD("requiresRepublish", 9, OE|PTR, "", "")
FIELD("seLinuxMount", 9, OE|PTR, "", "")
FIELD("audience", 1, 0, "", "")
FIELD("expirationSeconds", 4, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 1230, 0, "", "")
FIELD("attachRequired", 9, OE|PTR, "", "")
FIELD("podInfoOnMount", 9, OE|PTR, "", "")
FIELD("volumeLifecycleModes", 1224, OE|LS, "", "")
FIELD("storageCapacity", 9, OE|PTR, "", "")
FIELD("fsGroupPolicy", 1226, OE|PTR, "", "")
FIELD("tokenRequests", 1227, OE|LA, "", "")
FIELD("requiresRepublish", 9, OE|PTR, "", "")
FIELD("seLinuxMount", 9, OE|PTR, "", "")
FIELD("nodeAllocatableUpdatePeriodSeconds", 4, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1230, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1233, 0, "", "")
FIELD("attachRequired", 9, OE|PTR, "", "")
FIELD("podInfoOnMount", 9, OE|PTR, "", "")
FIELD("volumeLifecycleModes", 1224, OE|LS, "", "")
FIELD("storageCapacity", 9, OE|PTR, "", "")
FIELD("fsGroupPolicy", 1226, OE|PTR, "", "")
FIELD("tokenRequests", 1227, OE|LA, "", "")
FIELD("requiresRepublish", 9, OE|PTR, "", "")
FIELD("seLinuxMount", 9, OE|PTR, "", "")
FIELD("nodeAllocatableUpdatePeriodSeconds", 4, OE|PTR, "", "")
FIELD("serviceAccountTokenInSecrets", 9, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1235, 0, "", "")
FIELD("attachRequired", 9, OE|PTR, "", "")
FIELD("podInfoOnMount", 9, OE|PTR, "", "")
FIELD("volumeLifecycleModes", 1224, OE|LS, "", "")
FIELD("storageCapacity", 9, OE|PTR, "", "")
FIELD("fsGroupPolicy", 1226, OE|PTR, "", "")
FIELD("tokenRequests", 1227, OE|LA, "", "")
FIELD("requiresRepublish", 9, OE|PTR, "", "")
FIELD("seLinuxMount", 9, OE|PTR, "", "")
FIELD("nodeAllocatableUpdatePeriodSeconds", 4, OE|PTR, "", "")
FIELD("serviceAccountTokenInSecrets", 9, OE|PTR, "", "")
FIELD("preventPodSchedulingIfMissing", 9, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 1237, 0, "", "")
FIELD("drivers", 1238, PM|LM, "name", "name")
FIELD("name", 1, 0, "", "")
FIELD("nodeID", 1, 0, "", "")
FIELD("topologyKeys", 10, LA, "", "")
FIELD("allocatable", 1240, OE|PTR, "", "")
FIELD("count", 39, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1237, 0, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1237, 0, "", "")
FIELD("status", 1243, OE, "", "")
FIELD("storageHealth", 1244, OE|PM|LM, "name", "name")
FIELD("name", 1, 0, "", "")
FIELD("healthConditions", 1246, OE|LA, "", "")
FIELD("status", 1248, 0, "", "")
FIELD("reason", 1, 0, "", "")
FIELD("message", 1, OE, "", "")
FIELD("accessMode", 136, OE|PTR, "", "")
FIELD("volumeMode", 138, OE|PTR, "", "")
FIELD("lastTransitionTime", 5, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("nodeTopology", 151, OE|PTR, "", "")
FIELD("storageClassName", 1, 0, "", "")
FIELD("capacity", 53, OE|PTR, "", "")
FIELD("maximumVolumeSize", 53, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("nodeTopology", 151, OE|PTR, "", "")
FIELD("storageClassName", 1, 0, "", "")
FIELD("capacity", 53, OE|PTR, "", "")
FIELD("maximumVolumeSize", 53, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("provisioner", 1, 0, "", "")
FIELD("parameters", 6, OE, "", "")
FIELD("reclaimPolicy", 137, OE|PTR, "", "")
FIELD("mountOptions", 10, OE|LA, "", "")
FIELD("allowVolumeExpansion", 9, OE|PTR, "", "")
FIELD("volumeBindingMode", 1252, OE|PTR, "", "")
FIELD("allowedTopologies", 1253, OE|LA, "", "")
FIELD("matchLabelExpressions", 1255, OE|LA, "", "")
FIELD("key", 1, 0, "", "")
FIELD("values", 10, LA, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("provisioner", 1, 0, "", "")
FIELD("parameters", 6, OE, "", "")
FIELD("reclaimPolicy", 137, OE|PTR, "", "")
FIELD("mountOptions", 10, OE|LA, "", "")
FIELD("allowVolumeExpansion", 9, OE|PTR, "", "")
FIELD("volumeBindingMode", 1252, OE|PTR, "", "")
FIELD("allowedTopologies", 1253, OE|LA, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 1259, 0, "", "")
FIELD("status", 1261, OE, "", "")
FIELD("attacher", 1, 0, "", "")
FIELD("source", 1260, 0, "", "")
FIELD("nodeName", 1, 0, "", "")
FIELD("persistentVolumeName", 1, OE|PTR, "", "")
FIELD("inlineVolumeSpec", 108, OE|PTR, "", "")
FIELD("attached", 9, 0, "", "")
FIELD("attachmentMetadata", 6, OE, "", "")
FIELD("attachError", 1262, OE|PTR, "", "")
FIELD("detachError", 1262, OE|PTR, "", "")
FIELD("time", 5, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 2, OE, "", "")
FIELD("spec", 1259, 0, "", "")
FIELD("status", 1264, OE, "", "")
FIELD("attached", 9, 0, "", "")
FIELD("attachmentMetadata", 6, OE, "", "")
FIELD("attachError", 1265, OE|PTR, "", "")
FIELD("detachError", 1265, OE|PTR, "", "")
FIELD("time", 5, OE, "", "")
FIELD("message", 1, OE, "", "")
FIELD("errorCode", 39, OE|PTR, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1259, 0, "", "")
FIELD("status", 1264, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("driverName", 1, 0, "", "")
FIELD("parameters", 6, OE, "", "")
FIELD("kind", 1, OE, "", "")
FIELD("apiVersion", 1, OE, "", "")
FIELD("metadata", 17, OE, "", "")
FIELD("spec", 1269, OE, "", "")
FIELD("status", 1271, OE, "", "")
FIELD("resource", 1270, 0, "", "")
FIELD("group", 1, 0, "", "")
FIELD("resource", 1, 0, "", "")
FIELD("conditions", 532, OE|PM|LM, "type", "type")
FIELD("resourceVersion", 1, OE, "", "")
#undef FIELD
#endif
