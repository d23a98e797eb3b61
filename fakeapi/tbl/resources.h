/* SPDX-License-Identifier: Apache-2.0 */
/* Made by scripts/gen-kubernetes from Kubernetes' discovery documents.
 * RESOURCE(since, until, group, version, plural, singular, kind, short names,
 *          categories, verbs, flags, storage version hash, storage, subresources)
 * SUB(name, group, version, kind, verbs): group and version are "" where they are the
 * parent's. since and until: minors of Kubernetes. */
/* clang-format off */
RESOURCE(31, 37, "", "v1", "bindings",
	 "binding", "Binding", "", "", VERBS_CREATE,
	 NS | VI, "", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "", "v1", "componentstatuses",
	 "componentstatus", "ComponentStatus", "cs", "", "get,list",
	 VI, "", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "", "v1", "configmaps",
	 "configmap", "ConfigMap", "cm", "", VERBS_ALL,
	 NS, "qFsyl6wFWjQ=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "", "v1", "endpoints",
	 "endpoints", "Endpoints", "ep", "", VERBS_ALL,
	 NS, "fWeeMqaN/OA=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "", "v1", "events",
	 "event", "Event", "ev", "", VERBS_ALL,
	 NS | UN, "r2yiGXH7wu8=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "", "v1", "limitranges",
	 "limitrange", "LimitRange", "limits", "", VERBS_ALL,
	 NS, "EBKMFVe6cwo=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "", "v1", "namespaces",
	 "namespace", "Namespace", "ns", "", "create,delete,get,list,patch,update,watch",
	 ST, "Q3oi5N2YM8M=", STORED_AS_IS, SUBS(
		 SUB("finalize", "", "", "Namespace", "update"),
		 SUB("status", "", "", "Namespace", VERBS_SUB)))
RESOURCE(31, 37, "", "v1", "nodes",
	 "node", "Node", "no", "", VERBS_ALL,
	 ST, "XwShjMxG9Fs=", STORED_AS_IS, SUBS(
		 SUB("proxy", "", "", "NodeProxyOptions", "create,delete,get,patch,update"),
		 SUB("status", "", "", "Node", VERBS_SUB)))
RESOURCE(31, 37, "", "v1", "persistentvolumeclaims",
	 "persistentvolumeclaim", "PersistentVolumeClaim", "pvc", "", VERBS_ALL,
	 NS | ST, "QWTyNDq0dC4=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "PersistentVolumeClaim", VERBS_SUB)))
RESOURCE(31, 37, "", "v1", "persistentvolumes",
	 "persistentvolume", "PersistentVolume", "pv", "", VERBS_ALL,
	 ST, "HN/zwEC+JgM=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "PersistentVolume", VERBS_SUB)))
RESOURCE(31, 31, "", "v1", "pods",
	 "pod", "Pod", "po", "all", VERBS_ALL,
	 NS | ST, "xPOwRZ+Yhw8=", STORED_AS_IS, SUBS(
		 SUB("attach", "", "", "PodAttachOptions", "create,get"),
		 SUB("binding", "", "", "Binding", VERBS_CREATE),
		 SUB("ephemeralcontainers", "", "", "Pod", VERBS_SUB),
		 SUB("eviction", "policy", "v1", "Eviction", VERBS_CREATE),
		 SUB("exec", "", "", "PodExecOptions", "create,get"),
		 SUB("log", "", "", "Pod", "get"),
		 SUB("portforward", "", "", "PodPortForwardOptions", "create,get"),
		 SUB("proxy", "", "", "PodProxyOptions", "create,delete,get,patch,update"),
		 SUB("status", "", "", "Pod", VERBS_SUB)))
RESOURCE(32, 32, "", "v1", "pods",
	 "pod", "Pod", "po", "all", VERBS_ALL,
	 NS | ST, "xPOwRZ+Yhw8=", STORED_AS_IS, SUBS(
		 SUB("attach", "", "", "PodAttachOptions", "create,get"),
		 SUB("binding", "", "", "Binding", VERBS_CREATE),
		 SUB("ephemeralcontainers", "", "", "Pod", VERBS_SUB),
		 SUB("eviction", "policy", "v1", "Eviction", VERBS_CREATE),
		 SUB("exec", "", "", "PodExecOptions", "create,get"),
		 SUB("log", "", "", "Pod", "get"),
		 SUB("portforward", "", "", "PodPortForwardOptions", "create,get"),
		 SUB("proxy", "", "", "PodProxyOptions", "create,delete,get,patch,update"),
		 SUB("resize", "", "", "Pod", VERBS_SUB),
		 SUB("status", "", "", "Pod", VERBS_SUB)))
RESOURCE(33, 37, "", "v1", "pods",
	 "pod", "Pod", "po", "all", VERBS_ALL,
	 NS | ST | GE, "xPOwRZ+Yhw8=", STORED_AS_IS, SUBS(
		 SUB("attach", "", "", "PodAttachOptions", "create,get"),
		 SUB("binding", "", "", "Binding", VERBS_CREATE),
		 SUB("ephemeralcontainers", "", "", "Pod", VERBS_SUB),
		 SUB("eviction", "policy", "v1", "Eviction", VERBS_CREATE),
		 SUB("exec", "", "", "PodExecOptions", "create,get"),
		 SUB("log", "", "", "Pod", "get"),
		 SUB("portforward", "", "", "PodPortForwardOptions", "create,get"),
		 SUB("proxy", "", "", "PodProxyOptions", "create,delete,get,patch,update"),
		 SUB("resize", "", "", "Pod", VERBS_SUB),
		 SUB("status", "", "", "Pod", VERBS_SUB)))
RESOURCE(31, 37, "", "v1", "podtemplates",
	 "podtemplate", "PodTemplate", "", "", VERBS_ALL,
	 NS | GE, "LIXB2x4IFpk=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "", "v1", "replicationcontrollers",
	 "replicationcontroller", "ReplicationController", "rc", "all", VERBS_ALL,
	 NS | ST | SC | GE, "Jond2If31h0=", STORED_AS_IS, SUBS(
		 SUB("scale", "autoscaling", "v1", "Scale", VERBS_SUB),
		 SUB("status", "", "", "ReplicationController", VERBS_SUB)))
RESOURCE(31, 37, "", "v1", "resourcequotas",
	 "resourcequota", "ResourceQuota", "quota", "", VERBS_ALL,
	 NS | ST, "8uhSgffRX6w=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "ResourceQuota", VERBS_SUB)))
RESOURCE(31, 37, "", "v1", "secrets",
	 "secret", "Secret", "", "", VERBS_ALL,
	 NS, "S6u1pOWzb84=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "", "v1", "serviceaccounts",
	 "serviceaccount", "ServiceAccount", "sa", "", VERBS_ALL,
	 NS, "pbx9ZvyFpBE=", STORED_AS_IS, SUBS(
		 SUB("token", "authentication.k8s.io", "v1", "TokenRequest", VERBS_CREATE)))
RESOURCE(31, 37, "", "v1", "services",
	 "service", "Service", "svc", "all", VERBS_ALL,
	 NS | ST, "0/CO1lhkEBI=", STORED_AS_IS, SUBS(
		 SUB("proxy", "", "", "ServiceProxyOptions", "create,delete,get,patch,update"),
		 SUB("status", "", "", "Service", VERBS_SUB)))
RESOURCE(31, 37, "apiregistration.k8s.io", "v1", "apiservices",
	 "apiservice", "APIService", "", "api-extensions", VERBS_ALL,
	 ST, "InPBPD7+PqM=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "APIService", VERBS_SUB)))
RESOURCE(31, 37, "apps", "v1", "controllerrevisions",
	 "controllerrevision", "ControllerRevision", "", "", VERBS_ALL,
	 NS, "85nkx63pcBU=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "apps", "v1", "daemonsets",
	 "daemonset", "DaemonSet", "ds", "all", VERBS_ALL,
	 NS | ST | GE, "dd7pWHUlMKQ=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "DaemonSet", VERBS_SUB)))
RESOURCE(31, 37, "apps", "v1", "deployments",
	 "deployment", "Deployment", "deploy", "all", VERBS_ALL,
	 NS | ST | SC | GE, "8aSe+NMegvE=", STORED_AS_IS, SUBS(
		 SUB("scale", "autoscaling", "v1", "Scale", VERBS_SUB),
		 SUB("status", "", "", "Deployment", VERBS_SUB)))
RESOURCE(31, 37, "apps", "v1", "replicasets",
	 "replicaset", "ReplicaSet", "rs", "all", VERBS_ALL,
	 NS | ST | SC | GE, "P1RzHs8/mWQ=", STORED_AS_IS, SUBS(
		 SUB("scale", "autoscaling", "v1", "Scale", VERBS_SUB),
		 SUB("status", "", "", "ReplicaSet", VERBS_SUB)))
RESOURCE(31, 37, "apps", "v1", "statefulsets",
	 "statefulset", "StatefulSet", "sts", "all", VERBS_ALL,
	 NS | ST | SC | GE, "H+vl74LkKdo=", STORED_AS_IS, SUBS(
		 SUB("scale", "autoscaling", "v1", "Scale", VERBS_SUB),
		 SUB("status", "", "", "StatefulSet", VERBS_SUB)))
RESOURCE(31, 37, "events.k8s.io", "v1", "events",
	 "event", "Event", "ev", "", VERBS_ALL,
	 NS | UN, "r2yiGXH7wu8=", STORED_AS("", "v1"), NO_SUBS)
RESOURCE(31, 37, "authentication.k8s.io", "v1", "selfsubjectreviews",
	 "selfsubjectreview", "SelfSubjectReview", "", "", VERBS_CREATE,
	 VI, "", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "authentication.k8s.io", "v1", "tokenreviews",
	 "tokenreview", "TokenReview", "", "", VERBS_CREATE,
	 VI, "", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "authorization.k8s.io", "v1", "localsubjectaccessreviews",
	 "localsubjectaccessreview", "LocalSubjectAccessReview", "", "", VERBS_CREATE,
	 NS | VI, "", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "authorization.k8s.io", "v1", "selfsubjectaccessreviews",
	 "selfsubjectaccessreview", "SelfSubjectAccessReview", "", "", VERBS_CREATE,
	 VI, "", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "authorization.k8s.io", "v1", "selfsubjectrulesreviews",
	 "selfsubjectrulesreview", "SelfSubjectRulesReview", "", "", VERBS_CREATE,
	 VI, "", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "authorization.k8s.io", "v1", "subjectaccessreviews",
	 "subjectaccessreview", "SubjectAccessReview", "", "", VERBS_CREATE,
	 VI, "", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 36, "autoscaling", "v2", "horizontalpodautoscalers",
	 "horizontalpodautoscaler", "HorizontalPodAutoscaler", "hpa", "all", VERBS_ALL,
	 NS | ST, "qwQve8ut294=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "HorizontalPodAutoscaler", VERBS_SUB)))
RESOURCE(37, 37, "autoscaling", "v2", "horizontalpodautoscalers",
	 "horizontalpodautoscaler", "HorizontalPodAutoscaler", "hpa", "all", VERBS_ALL,
	 NS | ST | GE, "qwQve8ut294=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "HorizontalPodAutoscaler", VERBS_SUB)))
RESOURCE(31, 36, "autoscaling", "v1", "horizontalpodautoscalers",
	 "horizontalpodautoscaler", "HorizontalPodAutoscaler", "hpa", "all", VERBS_ALL,
	 NS | ST, "qwQve8ut294=", STORED_AS("autoscaling", "v2"), SUBS(
		 SUB("status", "", "", "HorizontalPodAutoscaler", VERBS_SUB)))
RESOURCE(37, 37, "autoscaling", "v1", "horizontalpodautoscalers",
	 "horizontalpodautoscaler", "HorizontalPodAutoscaler", "hpa", "all", VERBS_ALL,
	 NS | ST | GE, "qwQve8ut294=", STORED_AS("autoscaling", "v2"), SUBS(
		 SUB("status", "", "", "HorizontalPodAutoscaler", VERBS_SUB)))
RESOURCE(31, 37, "batch", "v1", "cronjobs",
	 "cronjob", "CronJob", "cj", "all", VERBS_ALL,
	 NS | ST | GE, "sd5LIXh4Fjs=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "CronJob", VERBS_SUB)))
RESOURCE(31, 37, "batch", "v1", "jobs",
	 "job", "Job", "", "all", VERBS_ALL,
	 NS | ST | GE, "mudhfqk/qZY=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "Job", VERBS_SUB)))
RESOURCE(31, 37, "certificates.k8s.io", "v1", "certificatesigningrequests",
	 "certificatesigningrequest", "CertificateSigningRequest", "csr", "", VERBS_ALL,
	 ST, "95fRKMXA+00=", STORED_AS_IS, SUBS(
		 SUB("approval", "", "", "CertificateSigningRequest", VERBS_SUB),
		 SUB("status", "", "", "CertificateSigningRequest", VERBS_SUB)))
RESOURCE(37, 37, "certificates.k8s.io", "v1", "clustertrustbundles",
	 "clustertrustbundle", "ClusterTrustBundle", "", "", VERBS_ALL,
	 0, "v5yhuVertL4=", STORED_AS_IS, NO_SUBS)
RESOURCE(37, 37, "certificates.k8s.io", "v1", "podcertificaterequests",
	 "podcertificaterequest", "PodCertificateRequest", "", "", VERBS_ALL,
	 NS | ST, "wYA9yXQH8fg=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "PodCertificateRequest", VERBS_SUB)))
RESOURCE(31, 37, "networking.k8s.io", "v1", "ingressclasses",
	 "ingressclass", "IngressClass", "", "", VERBS_ALL,
	 GE, "l/iqIbDgFyQ=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "networking.k8s.io", "v1", "ingresses",
	 "ingress", "Ingress", "ing", "", VERBS_ALL,
	 NS | ST | GE, "39NQlfNR+bo=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "Ingress", VERBS_SUB)))
RESOURCE(33, 33, "networking.k8s.io", "v1", "ipaddresses",
	 "ipaddress", "IPAddress", "ip", "", VERBS_ALL,
	 0, "O4H8VxQhW5Y=", STORED_AS_IS, NO_SUBS)
RESOURCE(34, 37, "networking.k8s.io", "v1", "ipaddresses",
	 "ipaddress", "IPAddress", "ip", "", VERBS_ALL,
	 0, "3f/plJFChNE=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "networking.k8s.io", "v1", "networkpolicies",
	 "networkpolicy", "NetworkPolicy", "netpol", "", VERBS_ALL,
	 NS | GE, "YpfwF18m1G8=", STORED_AS_IS, NO_SUBS)
RESOURCE(33, 33, "networking.k8s.io", "v1", "servicecidrs",
	 "servicecidr", "ServiceCIDR", "", "", VERBS_ALL,
	 ST, "8ufAXOnr3Yg=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "ServiceCIDR", VERBS_SUB)))
RESOURCE(34, 37, "networking.k8s.io", "v1", "servicecidrs",
	 "servicecidr", "ServiceCIDR", "", "", VERBS_ALL,
	 ST, "gNLvruQhW2g=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "ServiceCIDR", VERBS_SUB)))
RESOURCE(31, 37, "policy", "v1", "poddisruptionbudgets",
	 "poddisruptionbudget", "PodDisruptionBudget", "pdb", "", VERBS_ALL,
	 NS | ST | GE, "EVWiDmWqyJw=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "PodDisruptionBudget", VERBS_SUB)))
RESOURCE(31, 37, "rbac.authorization.k8s.io", "v1", "clusterrolebindings",
	 "clusterrolebinding", "ClusterRoleBinding", "", "", VERBS_ALL,
	 0, "48tpQ8gZHFc=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "rbac.authorization.k8s.io", "v1", "clusterroles",
	 "clusterrole", "ClusterRole", "", "", VERBS_ALL,
	 0, "bYE5ZWDrJ44=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "rbac.authorization.k8s.io", "v1", "rolebindings",
	 "rolebinding", "RoleBinding", "", "", VERBS_ALL,
	 NS, "eGsCzGH6b1g=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "rbac.authorization.k8s.io", "v1", "roles",
	 "role", "Role", "", "", VERBS_ALL,
	 NS, "7FuwZcIIItM=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "storage.k8s.io", "v1", "csidrivers",
	 "csidriver", "CSIDriver", "", "", VERBS_ALL,
	 0, "hL6j/rwBV5w=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 36, "storage.k8s.io", "v1", "csinodes",
	 "csinode", "CSINode", "", "", VERBS_ALL,
	 0, "Pe62DkZtjuo=", STORED_AS_IS, NO_SUBS)
RESOURCE(37, 37, "storage.k8s.io", "v1", "csinodes",
	 "csinode", "CSINode", "", "", VERBS_ALL,
	 ST, "Pe62DkZtjuo=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "CSINode", VERBS_SUB)))
RESOURCE(31, 37, "storage.k8s.io", "v1", "csistoragecapacities",
	 "csistoragecapacity", "CSIStorageCapacity", "", "", VERBS_ALL,
	 NS, "xeVl+2Ly1kE=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "storage.k8s.io", "v1", "storageclasses",
	 "storageclass", "StorageClass", "sc", "", VERBS_ALL,
	 0, "K+m6uJwbjGY=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "storage.k8s.io", "v1", "volumeattachments",
	 "volumeattachment", "VolumeAttachment", "", "", VERBS_ALL,
	 ST, "tJx/ezt6UDU=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "VolumeAttachment", VERBS_SUB)))
RESOURCE(34, 35, "storage.k8s.io", "v1", "volumeattributesclasses",
	 "volumeattributesclass", "VolumeAttributesClass", "vac", "", VERBS_ALL,
	 0, "Bl3MtjZ/n/s=", STORED_AS_IS, NO_SUBS)
RESOURCE(36, 37, "storage.k8s.io", "v1", "volumeattributesclasses",
	 "volumeattributesclass", "VolumeAttributesClass", "vac", "", VERBS_ALL,
	 0, "tIjydgKBC5w=", STORED_AS_IS, NO_SUBS)
RESOURCE(36, 36, "admissionregistration.k8s.io", "v1", "mutatingadmissionpolicies",
	 "mutatingadmissionpolicy", "MutatingAdmissionPolicy", "", "api-extensions", VERBS_ALL,
	 GE, "LYmCf+UMVdg=", STORED_AS_IS, NO_SUBS)
RESOURCE(37, 37, "admissionregistration.k8s.io", "v1", "mutatingadmissionpolicies",
	 "mutatingadmissionpolicy", "MutatingAdmissionPolicy", "", "api-extensions", VERBS_ALL,
	 GE, "mHCkTKpUTrE=", STORED_AS_IS, NO_SUBS)
RESOURCE(36, 36, "admissionregistration.k8s.io", "v1", "mutatingadmissionpolicybindings",
	 "mutatingadmissionpolicybinding", "MutatingAdmissionPolicyBinding", "", "api-extensions", VERBS_ALL,
	 GE, "90V5FRZZ3Zg=", STORED_AS_IS, NO_SUBS)
RESOURCE(37, 37, "admissionregistration.k8s.io", "v1", "mutatingadmissionpolicybindings",
	 "mutatingadmissionpolicybinding", "MutatingAdmissionPolicyBinding", "", "api-extensions", VERBS_ALL,
	 GE, "ZKgZT1uTmZ0=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "admissionregistration.k8s.io", "v1", "mutatingwebhookconfigurations",
	 "mutatingwebhookconfiguration", "MutatingWebhookConfiguration", "", "api-extensions", VERBS_ALL,
	 GE, "Sqi0GUgDaX0=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "admissionregistration.k8s.io", "v1", "validatingadmissionpolicies",
	 "validatingadmissionpolicy", "ValidatingAdmissionPolicy", "", "api-extensions", VERBS_ALL,
	 ST | GE, "6OxvlMmQ6is=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "ValidatingAdmissionPolicy", VERBS_SUB)))
RESOURCE(31, 37, "admissionregistration.k8s.io", "v1", "validatingadmissionpolicybindings",
	 "validatingadmissionpolicybinding", "ValidatingAdmissionPolicyBinding", "", "api-extensions", VERBS_ALL,
	 GE, "v9715VZqakg=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "admissionregistration.k8s.io", "v1", "validatingwebhookconfigurations",
	 "validatingwebhookconfiguration", "ValidatingWebhookConfiguration", "", "api-extensions", VERBS_ALL,
	 GE, "B0wHjQmsGNk=", STORED_AS_IS, NO_SUBS)
RESOURCE(34, 34, "admissionregistration.k8s.io", "v1beta1", "mutatingadmissionpolicies",
	 "mutatingadmissionpolicy", "MutatingAdmissionPolicy", "", "api-extensions", VERBS_ALL,
	 GE | OP, "lP2+lF8aHIY=", STORED_AS_IS, NO_SUBS)
RESOURCE(35, 35, "admissionregistration.k8s.io", "v1beta1", "mutatingadmissionpolicies",
	 "mutatingadmissionpolicy", "MutatingAdmissionPolicy", "", "api-extensions", VERBS_ALL,
	 GE | OP, "LYmCf+UMVdg=", STORED_AS_IS, NO_SUBS)
RESOURCE(36, 36, "admissionregistration.k8s.io", "v1beta1", "mutatingadmissionpolicies",
	 "mutatingadmissionpolicy", "MutatingAdmissionPolicy", "", "api-extensions", VERBS_ALL,
	 GE | OP, "LYmCf+UMVdg=", STORED_AS("admissionregistration.k8s.io", "v1"), NO_SUBS)
RESOURCE(37, 37, "admissionregistration.k8s.io", "v1beta1", "mutatingadmissionpolicies",
	 "mutatingadmissionpolicy", "MutatingAdmissionPolicy", "", "api-extensions", VERBS_ALL,
	 GE | OP, "mHCkTKpUTrE=", STORED_AS("admissionregistration.k8s.io", "v1"), NO_SUBS)
RESOURCE(34, 34, "admissionregistration.k8s.io", "v1beta1", "mutatingadmissionpolicybindings",
	 "mutatingadmissionpolicybinding", "MutatingAdmissionPolicyBinding", "", "api-extensions", VERBS_ALL,
	 GE | OP, "Q2Qe566oRi8=", STORED_AS_IS, NO_SUBS)
RESOURCE(35, 35, "admissionregistration.k8s.io", "v1beta1", "mutatingadmissionpolicybindings",
	 "mutatingadmissionpolicybinding", "MutatingAdmissionPolicyBinding", "", "api-extensions", VERBS_ALL,
	 GE | OP, "90V5FRZZ3Zg=", STORED_AS_IS, NO_SUBS)
RESOURCE(36, 36, "admissionregistration.k8s.io", "v1beta1", "mutatingadmissionpolicybindings",
	 "mutatingadmissionpolicybinding", "MutatingAdmissionPolicyBinding", "", "api-extensions", VERBS_ALL,
	 GE | OP, "90V5FRZZ3Zg=", STORED_AS("admissionregistration.k8s.io", "v1"), NO_SUBS)
RESOURCE(37, 37, "admissionregistration.k8s.io", "v1beta1", "mutatingadmissionpolicybindings",
	 "mutatingadmissionpolicybinding", "MutatingAdmissionPolicyBinding", "", "api-extensions", VERBS_ALL,
	 GE | OP, "ZKgZT1uTmZ0=", STORED_AS("admissionregistration.k8s.io", "v1"), NO_SUBS)
RESOURCE(32, 33, "admissionregistration.k8s.io", "v1alpha1", "mutatingadmissionpolicies",
	 "mutatingadmissionpolicy", "MutatingAdmissionPolicy", "", "api-extensions", VERBS_ALL,
	 GE | OP, "lP2+lF8aHIY=", STORED_AS_IS, NO_SUBS)
RESOURCE(34, 34, "admissionregistration.k8s.io", "v1alpha1", "mutatingadmissionpolicies",
	 "mutatingadmissionpolicy", "MutatingAdmissionPolicy", "", "api-extensions", VERBS_ALL,
	 GE | OP, "lP2+lF8aHIY=", STORED_AS("admissionregistration.k8s.io", "v1beta1"), NO_SUBS)
RESOURCE(35, 35, "admissionregistration.k8s.io", "v1alpha1", "mutatingadmissionpolicies",
	 "mutatingadmissionpolicy", "MutatingAdmissionPolicy", "", "api-extensions", VERBS_ALL,
	 GE | OP, "LYmCf+UMVdg=", STORED_AS("admissionregistration.k8s.io", "v1beta1"), NO_SUBS)
RESOURCE(36, 36, "admissionregistration.k8s.io", "v1alpha1", "mutatingadmissionpolicies",
	 "mutatingadmissionpolicy", "MutatingAdmissionPolicy", "", "api-extensions", VERBS_ALL,
	 GE | OP, "LYmCf+UMVdg=", STORED_AS("admissionregistration.k8s.io", "v1"), NO_SUBS)
RESOURCE(37, 37, "admissionregistration.k8s.io", "v1alpha1", "mutatingadmissionpolicies",
	 "mutatingadmissionpolicy", "MutatingAdmissionPolicy", "", "api-extensions", VERBS_ALL,
	 GE | OP, "mHCkTKpUTrE=", STORED_AS("admissionregistration.k8s.io", "v1"), NO_SUBS)
RESOURCE(32, 33, "admissionregistration.k8s.io", "v1alpha1", "mutatingadmissionpolicybindings",
	 "mutatingadmissionpolicybinding", "MutatingAdmissionPolicyBinding", "", "api-extensions", VERBS_ALL,
	 GE | OP, "Q2Qe566oRi8=", STORED_AS_IS, NO_SUBS)
RESOURCE(34, 34, "admissionregistration.k8s.io", "v1alpha1", "mutatingadmissionpolicybindings",
	 "mutatingadmissionpolicybinding", "MutatingAdmissionPolicyBinding", "", "api-extensions", VERBS_ALL,
	 GE | OP, "Q2Qe566oRi8=", STORED_AS("admissionregistration.k8s.io", "v1beta1"), NO_SUBS)
RESOURCE(35, 35, "admissionregistration.k8s.io", "v1alpha1", "mutatingadmissionpolicybindings",
	 "mutatingadmissionpolicybinding", "MutatingAdmissionPolicyBinding", "", "api-extensions", VERBS_ALL,
	 GE | OP, "90V5FRZZ3Zg=", STORED_AS("admissionregistration.k8s.io", "v1beta1"), NO_SUBS)
RESOURCE(36, 36, "admissionregistration.k8s.io", "v1alpha1", "mutatingadmissionpolicybindings",
	 "mutatingadmissionpolicybinding", "MutatingAdmissionPolicyBinding", "", "api-extensions", VERBS_ALL,
	 GE | OP, "90V5FRZZ3Zg=", STORED_AS("admissionregistration.k8s.io", "v1"), NO_SUBS)
RESOURCE(37, 37, "admissionregistration.k8s.io", "v1alpha1", "mutatingadmissionpolicybindings",
	 "mutatingadmissionpolicybinding", "MutatingAdmissionPolicyBinding", "", "api-extensions", VERBS_ALL,
	 GE | OP, "ZKgZT1uTmZ0=", STORED_AS("admissionregistration.k8s.io", "v1"), NO_SUBS)
RESOURCE(31, 37, "apiextensions.k8s.io", "v1", "customresourcedefinitions",
	 "customresourcedefinition", "CustomResourceDefinition", "crd,crds", "api-extensions", VERBS_ALL,
	 ST | GE, "jfWCUB31mvA=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "CustomResourceDefinition", VERBS_SUB)))
RESOURCE(31, 37, "scheduling.k8s.io", "v1", "priorityclasses",
	 "priorityclass", "PriorityClass", "pc", "", VERBS_ALL,
	 GE, "1QwjyaZjj3Y=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "coordination.k8s.io", "v1", "leases",
	 "lease", "Lease", "", "", VERBS_ALL,
	 NS, "gqkMMb/YqFM=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "node.k8s.io", "v1", "runtimeclasses",
	 "runtimeclass", "RuntimeClass", "", "", VERBS_ALL,
	 0, "WQTu1GL3T2Q=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "discovery.k8s.io", "v1", "endpointslices",
	 "endpointslice", "EndpointSlice", "", "", VERBS_ALL,
	 NS | GE, "qgS0xkrxYAI=", STORED_AS_IS, NO_SUBS)
RESOURCE(34, 34, "resource.k8s.io", "v1", "deviceclasses",
	 "deviceclass", "DeviceClass", "", "", VERBS_ALL,
	 GE, "weQRMT6DeYM=", STORED_AS_IS, NO_SUBS)
RESOURCE(35, 37, "resource.k8s.io", "v1", "deviceclasses",
	 "deviceclass", "DeviceClass", "", "", VERBS_ALL,
	 GE, "Yk2PTc1Ybxk=", STORED_AS_IS, NO_SUBS)
RESOURCE(37, 37, "resource.k8s.io", "v1", "devicetaintrules",
	 "devicetaintrule", "DeviceTaintRule", "", "", VERBS_ALL,
	 ST | GE, "i+85+TcIKpA=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "DeviceTaintRule", VERBS_SUB)))
RESOURCE(34, 34, "resource.k8s.io", "v1", "resourceclaims",
	 "resourceclaim", "ResourceClaim", "", "", VERBS_ALL,
	 NS | ST, "EJAWH5WrAYg=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "ResourceClaim", VERBS_SUB)))
RESOURCE(35, 37, "resource.k8s.io", "v1", "resourceclaims",
	 "resourceclaim", "ResourceClaim", "", "", VERBS_ALL,
	 NS | ST, "wgAZaHcZxUg=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "ResourceClaim", VERBS_SUB)))
RESOURCE(34, 34, "resource.k8s.io", "v1", "resourceclaimtemplates",
	 "resourceclaimtemplate", "ResourceClaimTemplate", "", "", VERBS_ALL,
	 NS, "24m0okHrUtk=", STORED_AS_IS, NO_SUBS)
RESOURCE(35, 37, "resource.k8s.io", "v1", "resourceclaimtemplates",
	 "resourceclaimtemplate", "ResourceClaimTemplate", "", "", VERBS_ALL,
	 NS, "TuzjC49aUfM=", STORED_AS_IS, NO_SUBS)
RESOURCE(34, 34, "resource.k8s.io", "v1", "resourceslices",
	 "resourceslice", "ResourceSlice", "", "", VERBS_ALL,
	 GE, "z6Bc9vgk6yE=", STORED_AS_IS, NO_SUBS)
RESOURCE(35, 37, "resource.k8s.io", "v1", "resourceslices",
	 "resourceslice", "ResourceSlice", "", "", VERBS_ALL,
	 GE, "KsC072WgaEY=", STORED_AS_IS, NO_SUBS)
RESOURCE(31, 37, "flowcontrol.apiserver.k8s.io", "v1", "flowschemas",
	 "flowschema", "FlowSchema", "", "", VERBS_ALL,
	 ST | GE, "GJVAJZSZBIw=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "FlowSchema", VERBS_SUB)))
RESOURCE(31, 37, "flowcontrol.apiserver.k8s.io", "v1", "prioritylevelconfigurations",
	 "prioritylevelconfiguration", "PriorityLevelConfiguration", "", "", VERBS_ALL,
	 ST | GE, "Kir5PVfvNeI=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "PriorityLevelConfiguration", VERBS_SUB)))
RESOURCE(37, 37, "storagemigration.k8s.io", "v1", "storageversionmigrations",
	 "storageversionmigration", "StorageVersionMigration", "", "", VERBS_ALL,
	 ST, "pCjmmKOkLy4=", STORED_AS_IS, SUBS(
		 SUB("status", "", "", "StorageVersionMigration", VERBS_SUB)))
