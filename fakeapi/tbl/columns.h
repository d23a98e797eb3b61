/* SPDX-License-Identifier: Apache-2.0 */
/* Made by scripts/gen-kubernetes from Kubernetes' printers.
 * TABLE(id, kind, since, until, columns) with COLUMN(name, type, format, priority,
 * description). The id is the kind, with a minor behind it where there are several. */
/* clang-format off */
#define DOC_NAME \
		 "Name must be unique within a namespace. Is required when creating resources, although " \
		 "some resources may allow a client to request the generation of an appropriate name " \
		 "automatically. Name is primarily intended for creation idempotence and configuration " \
		 "definition. Cannot be updated. More info: " \
		 "https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names"
#define DOC_CREATED \
		 "CreationTimestamp is a timestamp representing the server time when this object was " \
		 "created. It is not guaranteed to be set in happens-before order across separate " \
		 "operations. Clients may not set this value. It is represented in RFC3339 form and is in " \
		 "UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: " \
		 "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata" \
		 ""
TABLE(Pod, Pod, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Ready", "string", "", 0,
		 "The aggregate readiness state of this pod for accepting traffic.")
	COLUMN("Status", "string", "", 0,
		 "The aggregate status of the containers in this pod.")
	COLUMN("Restarts", "string", "", 0,
		 "The number of times the containers in this pod have been restarted and when the last "
		 "container in this pod has restarted.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("IP", "string", "", 1,
		 "podIP address allocated to the pod. Routable at least within the cluster. Empty if not "
		 "yet allocated.")
	COLUMN("Node", "string", "", 1,
		 "NodeName indicates in which node this pod is scheduled. If empty, this pod is a "
		 "candidate for scheduling by the scheduler defined in schedulerName. Once this field is "
		 "set, the kubelet for this node becomes responsible for the lifecycle of this pod. This "
		 "field should not be used to express a desire for the pod to be scheduled on a specific "
		 "node. https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#nodename")
	COLUMN("Nominated Node", "string", "", 1,
		 "nominatedNodeName is set only when this pod preempts other pods on the node, but it "
		 "cannot be scheduled right away as preemption victims receive their graceful termination "
		 "periods. This field does not guarantee that the pod will be scheduled on this node. "
		 "Scheduler may decide to place the pod elsewhere if other nodes become available sooner. "
		 "Scheduler may also decide to give the resources on this node to a higher priority pod "
		 "that is created after preemption. As a result, this field may be different than "
		 "PodSpec.nodeName when the pod is scheduled.")
	COLUMN("Readiness Gates", "string", "", 1,
		 "If specified, all readiness gates will be evaluated for pod readiness. A pod is ready "
		 "when all its containers are ready AND all conditions specified in the readiness gates "
		 "have status equal to \"True\" More info: "
		 "https://git.k8s.io/enhancements/keps/sig-network/580-pod-readiness-gates"))
TABLE(PodTemplate, PodTemplate, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Containers", "string", "", 0,
		 "Names of each container in the template.")
	COLUMN("Images", "string", "", 0,
		 "Images referenced by each container in the template.")
	COLUMN("Pod Labels", "string", "", 0, "The labels for the pod template."))
TABLE(PodDisruptionBudget, PodDisruptionBudget, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Min Available", "string", "", 0,
		 "The minimum number of pods that must be available.")
	COLUMN("Max Unavailable", "string", "", 0,
		 "The maximum number of pods that may be unavailable.")
	COLUMN("Allowed Disruptions", "integer", "", 0,
		 "Calculated number of pods that may be disrupted at this time.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ReplicationController, ReplicationController, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Desired", "integer", "", 0,
		 "Replicas is the number of desired replicas. This is a pointer to distinguish between "
		 "explicit zero and unspecified. Defaults to 1. More info: "
		 "https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller"
		 "")
	COLUMN("Current", "integer", "", 0,
		 "Replicas is the most recently observed number of replicas. More info: "
		 "https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller"
		 "")
	COLUMN("Ready", "integer", "", 0,
		 "The number of ready replicas for this replication controller.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Containers", "string", "", 1,
		 "Names of each container in the template.")
	COLUMN("Images", "string", "", 1,
		 "Images referenced by each container in the template.")
	COLUMN("Selector", "string", "", 1,
		 "Selector is a label query over pods that should match the Replicas count. If Selector "
		 "is empty, it is defaulted to the labels present on the Pod template. Label keys and "
		 "values that must match in order to be controlled by this replication controller, if "
		 "empty defaulted to labels on Pod template. More info: "
		 "https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors"
		 ""))
TABLE(ReplicaSet, ReplicaSet, 33, 35,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Desired", "integer", "", 0,
		 "Replicas is the number of desired pods. This is a pointer to distinguish between "
		 "explicit zero and unspecified. Defaults to 1. More info: "
		 "https://kubernetes.io/docs/concepts/workloads/controllers/replicaset")
	COLUMN("Current", "integer", "", 0,
		 "Replicas is the most recently observed number of non-terminating pods. More info: "
		 "https://kubernetes.io/docs/concepts/workloads/controllers/replicaset")
	COLUMN("Ready", "integer", "", 0,
		 "The number of non-terminating pods targeted by this ReplicaSet with a Ready Condition.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Containers", "string", "", 1,
		 "Names of each container in the template.")
	COLUMN("Images", "string", "", 1,
		 "Images referenced by each container in the template.")
	COLUMN("Selector", "string", "", 1,
		 "Selector is a label query over pods that should match the replica count. If the "
		 "selector is empty, it is defaulted to the labels present on the pod template. Label "
		 "keys and values that must match in order to be controlled by this replica set. More "
		 "info: "
		 "https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors"
		 ""))
TABLE(ReplicaSet_31, ReplicaSet, 31, 32,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Desired", "integer", "", 0,
		 "Replicas is the number of desired replicas. This is a pointer to distinguish between "
		 "explicit zero and unspecified. Defaults to 1. More info: "
		 "https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller/#what-is-a-replicationcontroller"
		 "")
	COLUMN("Current", "integer", "", 0,
		 "Replicas is the most recently observed number of replicas. More info: "
		 "https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller/#what-is-a-replicationcontroller"
		 "")
	COLUMN("Ready", "integer", "", 0,
		 "The number of ready replicas for this replica set.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Containers", "string", "", 1,
		 "Names of each container in the template.")
	COLUMN("Images", "string", "", 1,
		 "Images referenced by each container in the template.")
	COLUMN("Selector", "string", "", 1,
		 "Selector is a label query over pods that should match the replica count. If the "
		 "selector is empty, it is defaulted to the labels present on the pod template. Label "
		 "keys and values that must match in order to be controlled by this replica set. More "
		 "info: "
		 "https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors"
		 ""))
TABLE(ReplicaSet_36, ReplicaSet, 36, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Desired", "integer", "", 0,
		 "Replicas is the number of desired pods. This is a pointer to distinguish between "
		 "explicit zero and unspecified. Defaults to 1. More info: "
		 "https://kubernetes.io/docs/concepts/workloads/controllers/replicaset")
	COLUMN("Current", "integer", "", 0,
		 "Replicas is the most recently observed number of non-terminating pods. More info: "
		 "https://kubernetes.io/docs/concepts/workloads/controllers/replicaset")
	COLUMN("Ready", "integer", "", 0,
		 "The number of non-terminating pods targeted by this ReplicaSet with a Ready Condition.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Containers", "string", "", 1,
		 "Names of each container in the template.")
	COLUMN("Images", "string", "", 1,
		 "Images referenced by each container in the template.")
	COLUMN("Selector", "string", "", 1,
		 "Selector is a label query over pods that should match the replica count. Label keys and "
		 "values that must match in order to be controlled by this replica set. It must match the "
		 "pod template's labels. More info: "
		 "https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors"
		 ""))
TABLE(DaemonSet, DaemonSet, 31, 35,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Desired", "integer", "", 0,
		 "The total number of nodes that should be running the daemon pod (including nodes "
		 "correctly running the daemon pod). More info: "
		 "https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/")
	COLUMN("Current", "integer", "", 0,
		 "The number of nodes that are running at least 1 daemon pod and are supposed to run the "
		 "daemon pod. More info: "
		 "https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/")
	COLUMN("Ready", "integer", "", 0,
		 "The number of nodes that should be running the daemon pod and have one or more of the "
		 "daemon pod running and ready.")
	COLUMN("Up-to-date", "integer", "", 0,
		 "The total number of nodes that are running updated daemon pod")
	COLUMN("Available", "integer", "", 0,
		 "The number of nodes that should be running the daemon pod and have one or more of the "
		 "daemon pod running and available (ready for at least spec.minReadySeconds)")
	COLUMN("Node Selector", "string", "", 0,
		 "NodeSelector is a selector which must be true for the pod to fit on a node. Selector "
		 "which must match a node's labels for the pod to be scheduled on that node. More info: "
		 "https://kubernetes.io/docs/concepts/configuration/assign-pod-node/")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Containers", "string", "", 1,
		 "Names of each container in the template.")
	COLUMN("Images", "string", "", 1,
		 "Images referenced by each container in the template.")
	COLUMN("Selector", "string", "", 1,
		 "A label query over pods that are managed by the daemon set. Must match in order to be "
		 "controlled. If empty, defaulted to labels on Pod template. More info: "
		 "https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors"
		 ""))
TABLE(DaemonSet_36, DaemonSet, 36, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Desired", "integer", "", 0,
		 "The total number of nodes that should be running the daemon pod (including nodes "
		 "correctly running the daemon pod). More info: "
		 "https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/")
	COLUMN("Current", "integer", "", 0,
		 "The number of nodes that are running at least 1 daemon pod and are supposed to run the "
		 "daemon pod. More info: "
		 "https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/")
	COLUMN("Ready", "integer", "", 0,
		 "numberReady is the number of nodes that should be running the daemon pod and have one "
		 "or more of the daemon pod running with a Ready Condition.")
	COLUMN("Up-to-date", "integer", "", 0,
		 "The total number of nodes that are running updated daemon pod")
	COLUMN("Available", "integer", "", 0,
		 "The number of nodes that should be running the daemon pod and have one or more of the "
		 "daemon pod running and available (ready for at least spec.minReadySeconds)")
	COLUMN("Node Selector", "string", "", 0,
		 "NodeSelector is a selector which must be true for the pod to fit on a node. Selector "
		 "which must match a node's labels for the pod to be scheduled on that node. More info: "
		 "https://kubernetes.io/docs/concepts/configuration/assign-pod-node/")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Containers", "string", "", 1,
		 "Names of each container in the template.")
	COLUMN("Images", "string", "", 1,
		 "Images referenced by each container in the template.")
	COLUMN("Selector", "string", "", 1,
		 "A label query over pods that are managed by the daemon set. Must match in order to be "
		 "controlled. It must match the pod template's labels. More info: "
		 "https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors"
		 ""))
TABLE(Job, Job, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Status", "string", "", 0, "Status of the job.")
	COLUMN("Completions", "string", "", 0,
		 "The number of pods which reached phase Succeeded. The value increases monotonically for "
		 "a given spec. However, it may decrease in reaction to scale down of elastic indexed "
		 "jobs.")
	COLUMN("Duration", "string", "", 0, "Time required to complete the job.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Containers", "string", "", 1,
		 "Names of each container in the template.")
	COLUMN("Images", "string", "", 1,
		 "Images referenced by each container in the template.")
	COLUMN("Selector", "string", "", 1,
		 "A label query over pods that should match the pod count. Normally, the system sets this "
		 "field for you. More info: "
		 "https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors"
		 ""))
TABLE(CronJob, CronJob, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Schedule", "string", "", 0,
		 "The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron.")
	COLUMN("Timezone", "string", "", 0,
		 "The time zone name for the given schedule, see "
		 "https://en.wikipedia.org/wiki/List_of_tz_database_time_zones. If not specified, this "
		 "will default to the time zone of the kube-controller-manager process. The set of valid "
		 "time zone names and the time zone offset is loaded from the system-wide time zone "
		 "database by the API server during CronJob validation and the controller manager during "
		 "execution. If no system-wide time zone database can be found a bundled version of the "
		 "database is used instead. If the time zone name becomes invalid during the lifetime of "
		 "a CronJob or due to a change in host configuration, the controller will stop creating "
		 "new new Jobs and will create a system event with the reason UnknownTimeZone. More "
		 "information can be found in "
		 "https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#time-zones")
	COLUMN("Suspend", "boolean", "", 0,
		 "This flag tells the controller to suspend subsequent executions, it does not apply to "
		 "already started executions.  Defaults to false.")
	COLUMN("Active", "integer", "", 0,
		 "A list of pointers to currently running jobs.")
	COLUMN("Last Schedule", "string", "", 0,
		 "Information when was the last time the job was successfully scheduled.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Containers", "string", "", 1,
		 "Names of each container in the template.")
	COLUMN("Images", "string", "", 1,
		 "Images referenced by each container in the template.")
	COLUMN("Selector", "string", "", 1,
		 "A label query over pods that should match the pod count. Normally, the system sets this "
		 "field for you. More info: "
		 "https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors"
		 ""))
TABLE(Service, Service, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Type", "string", "", 0,
		 "type determines how the Service is exposed. Defaults to ClusterIP. Valid options are "
		 "ExternalName, ClusterIP, NodePort, and LoadBalancer. \"ClusterIP\" allocates a "
		 "cluster-internal IP address for load-balancing to endpoints. Endpoints are determined "
		 "by the selector or if that is not specified, by manual construction of an Endpoints "
		 "object or EndpointSlice objects. If clusterIP is \"None\", no virtual IP is allocated "
		 "and the endpoints are published as a set of endpoints rather than a virtual IP. "
		 "\"NodePort\" builds on ClusterIP and allocates a port on every node which routes to the "
		 "same endpoints as the clusterIP. \"LoadBalancer\" builds on NodePort and creates an "
		 "external load-balancer (if supported in the current cloud) which routes to the same "
		 "endpoints as the clusterIP. \"ExternalName\" aliases this service to the specified "
		 "externalName. Several other fields do not apply to ExternalName services. More info: "
		 "https://kubernetes.io/docs/concepts/services-networking/service/#publishing-services-service-types"
		 "")
	COLUMN("Cluster-IP", "string", "", 0,
		 "clusterIP is the IP address of the service and is usually assigned randomly. If an "
		 "address is specified manually, is in-range (as per system configuration), and is not in "
		 "use, it will be allocated to the service; otherwise creation of the service will fail. "
		 "This field may not be changed through updates unless the type field is also being "
		 "changed to ExternalName (which requires this field to be blank) or the type field is "
		 "being changed from ExternalName (in which case this field may optionally be specified, "
		 "as describe above).  Valid values are \"None\", empty string (\"\"), or a valid IP "
		 "address. Setting this to \"None\" makes a \"headless service\" (no virtual IP), which "
		 "is useful when direct endpoint connections are preferred and proxying is not required.  "
		 "Only applies to types ClusterIP, NodePort, and LoadBalancer. If this field is specified "
		 "when creating a Service of type ExternalName, creation will fail. This field will be "
		 "wiped when updating a Service to type ExternalName. More info: "
		 "https://kubernetes.io/docs/concepts/services-networking/service/#virtual-ips-and-service-proxies"
		 "")
	COLUMN("External-IP", "string", "", 0,
		 "externalIPs is a list of IP addresses for which nodes in the cluster will also accept "
		 "traffic for this service.  These IPs are not managed by Kubernetes.  The user is "
		 "responsible for ensuring that traffic arrives at a node with this IP.  A common example "
		 "is external load-balancers that are not part of the Kubernetes system.")
	COLUMN("Port(s)", "string", "", 0,
		 "The list of ports that are exposed by this service. More info: "
		 "https://kubernetes.io/docs/concepts/services-networking/service/#virtual-ips-and-service-proxies"
		 "")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Selector", "string", "", 1,
		 "Route service traffic to pods with label keys and values matching this selector. If "
		 "empty or not present, the service is assumed to have an external process managing its "
		 "endpoints, which Kubernetes will not modify. Only applies to types ClusterIP, NodePort, "
		 "and LoadBalancer. Ignored if type is ExternalName. More info: "
		 "https://kubernetes.io/docs/concepts/services-networking/service/"))
TABLE(Ingress, Ingress, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Class", "string", "", 0,
		 "The name of the IngressClass resource that should be used for additional configuration")
	COLUMN("Hosts", "string", "", 0,
		 "Hosts that incoming requests are matched against before the ingress rule")
	COLUMN("Address", "string", "", 0,
		 "Address is a list containing ingress points for the load-balancer")
	COLUMN("Ports", "string", "", 0, "Ports of TLS configurations that open")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(IngressClass, IngressClass, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Controller", "string", "", 0,
		 "Controller that is responsible for handling this class")
	COLUMN("Parameters", "string", "", 0,
		 "A reference to a resource with additional parameters")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(StatefulSet, StatefulSet, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Ready", "string", "", 0, "Number of the pod with ready state")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Containers", "string", "", 1,
		 "Names of each container in the template.")
	COLUMN("Images", "string", "", 1,
		 "Images referenced by each container in the template."))
TABLE(Endpoints, Endpoints, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Endpoints", "string", "", 0,
		 "The set of all endpoints is the union of all subsets. Addresses are placed into subsets "
		 "according to the IPs they share. A single address with multiple ports, some of which "
		 "are ready and some of which are not (because they come from different containers) will "
		 "result in the address being displayed in different subsets for the different ports. No "
		 "address will appear in both Addresses and NotReadyAddresses in the same subset. Sets of "
		 "addresses and ports that comprise a service.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(Node, Node, 32, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Status", "string", "", 0, "The status of the node")
	COLUMN("Roles", "string", "", 0, "The roles of the node")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Version", "string", "", 0, "Kubelet Version reported by the node.")
	COLUMN("Internal-IP", "string", "", 1,
		 "List of addresses reachable to the node. Queried from cloud provider, if available. "
		 "More info: https://kubernetes.io/docs/reference/node/node-status/#addresses Note: This "
		 "field is declared as mergeable, but the merge key is not sufficiently unique, which can "
		 "cause data corruption when it is merged. Callers should instead use a full-replacement "
		 "patch. See https://pr.k8s.io/79391 for an example. Consumers should assume that "
		 "addresses can change during the lifetime of a Node. However, there are some exceptions "
		 "where this may not be possible, such as Pods that inherit a Node's address in its own "
		 "status or consumers of the downward API (status.hostIP).")
	COLUMN("External-IP", "string", "", 1,
		 "List of addresses reachable to the node. Queried from cloud provider, if available. "
		 "More info: https://kubernetes.io/docs/reference/node/node-status/#addresses Note: This "
		 "field is declared as mergeable, but the merge key is not sufficiently unique, which can "
		 "cause data corruption when it is merged. Callers should instead use a full-replacement "
		 "patch. See https://pr.k8s.io/79391 for an example. Consumers should assume that "
		 "addresses can change during the lifetime of a Node. However, there are some exceptions "
		 "where this may not be possible, such as Pods that inherit a Node's address in its own "
		 "status or consumers of the downward API (status.hostIP).")
	COLUMN("OS-Image", "string", "", 1,
		 "OS Image reported by the node from /etc/os-release (e.g. Debian GNU/Linux 7 (wheezy)).")
	COLUMN("Kernel-Version", "string", "", 1,
		 "Kernel Version reported by the node from 'uname -r' (e.g. 3.16.0-0.bpo.4-amd64).")
	COLUMN("Container-Runtime", "string", "", 1,
		 "ContainerRuntime Version reported by the node through runtime remote API (e.g. "
		 "containerd://1.4.2)."))
TABLE(Node_31, Node, 31, 31,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Status", "string", "", 0, "The status of the node")
	COLUMN("Roles", "string", "", 0, "The roles of the node")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Version", "string", "", 0, "Kubelet Version reported by the node.")
	COLUMN("Internal-IP", "string", "", 1,
		 "List of addresses reachable to the node. Queried from cloud provider, if available. "
		 "More info: https://kubernetes.io/docs/concepts/nodes/node/#addresses Note: This field "
		 "is declared as mergeable, but the merge key is not sufficiently unique, which can cause "
		 "data corruption when it is merged. Callers should instead use a full-replacement patch. "
		 "See https://pr.k8s.io/79391 for an example. Consumers should assume that addresses can "
		 "change during the lifetime of a Node. However, there are some exceptions where this may "
		 "not be possible, such as Pods that inherit a Node's address in its own status or "
		 "consumers of the downward API (status.hostIP).")
	COLUMN("External-IP", "string", "", 1,
		 "List of addresses reachable to the node. Queried from cloud provider, if available. "
		 "More info: https://kubernetes.io/docs/concepts/nodes/node/#addresses Note: This field "
		 "is declared as mergeable, but the merge key is not sufficiently unique, which can cause "
		 "data corruption when it is merged. Callers should instead use a full-replacement patch. "
		 "See https://pr.k8s.io/79391 for an example. Consumers should assume that addresses can "
		 "change during the lifetime of a Node. However, there are some exceptions where this may "
		 "not be possible, such as Pods that inherit a Node's address in its own status or "
		 "consumers of the downward API (status.hostIP).")
	COLUMN("OS-Image", "string", "", 1,
		 "OS Image reported by the node from /etc/os-release (e.g. Debian GNU/Linux 7 (wheezy)).")
	COLUMN("Kernel-Version", "string", "", 1,
		 "Kernel Version reported by the node from 'uname -r' (e.g. 3.16.0-0.bpo.4-amd64).")
	COLUMN("Container-Runtime", "string", "", 1,
		 "ContainerRuntime Version reported by the node through runtime remote API (e.g. "
		 "containerd://1.4.2)."))
TABLE(Event, Event, 31, 37,
	COLUMN("Last Seen", "string", "", 0,
		 "The time at which the most recent occurrence of this event was recorded.")
	COLUMN("Type", "string", "", 0,
		 "Type of this event (Normal, Warning), new types could be added in the future")
	COLUMN("Reason", "string", "", 0,
		 "This should be a short, machine understandable string that gives the reason for the "
		 "transition into the object's current status.")
	COLUMN("Object", "string", "", 0, "The object that this event is about.")
	COLUMN("Subobject", "string", "", 1,
		 "If referring to a piece of an object instead of an entire object, this string should "
		 "contain a valid JSON/Go field access statement, such as "
		 "desiredState.manifest.containers[2]. For example, if the object reference is to a "
		 "container within a pod, this would take on a value like: \"spec.containers{name}\" "
		 "(where \"name\" refers to the name of the container that triggered the event) or if no "
		 "container name is specified \"spec.containers[2]\" (container with index 2 in this "
		 "pod). This syntax is chosen only to have some well-defined way of referencing a part of "
		 "an object.")
	COLUMN("Source", "string", "", 1,
		 "The component reporting this event. Should be a short machine understandable string.")
	COLUMN("Message", "string", "", 0,
		 "A human-readable description of the status of this operation.")
	COLUMN("First Seen", "string", "", 1,
		 "The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)")
	COLUMN("Count", "string", "", 1,
		 "The number of times this event has occurred.")
	COLUMN("Name", "string", "name", 1, DOC_NAME))
TABLE(Namespace, Namespace, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Status", "string", "", 0, "The status of the namespace")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(Secret, Secret, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Type", "string", "", 0,
		 "Used to facilitate programmatic handling of secret data. More info: "
		 "https://kubernetes.io/docs/concepts/configuration/secret/#secret-types")
	COLUMN("Data", "string", "", 0,
		 "Data contains the secret data. Each key must consist of alphanumeric characters, '-', "
		 "'_' or '.'. The serialized form of the secret data is a base64 encoded string, "
		 "representing the arbitrary (possibly non-string) data value here. Described in "
		 "https://tools.ietf.org/html/rfc4648#section-4")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ServiceAccount, ServiceAccount, 32, 34,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Secrets", "string", "", 0,
		 "Secrets is a list of the secrets in the same namespace that pods running using this "
		 "ServiceAccount are allowed to use. Pods are only limited to this list if this service "
		 "account has a \"kubernetes.io/enforce-mountable-secrets\" annotation set to \"true\". "
		 "The \"kubernetes.io/enforce-mountable-secrets\" annotation is deprecated since v1.32. "
		 "Prefer separate namespaces to isolate access to mounted secrets. This field should not "
		 "be used to find auto-generated service account token secrets for use outside of pods. "
		 "Instead, tokens can be requested directly using the TokenRequest API, or service "
		 "account token secrets can be manually created. More info: "
		 "https://kubernetes.io/docs/concepts/configuration/secret")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ServiceAccount_31, ServiceAccount, 31, 31,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Secrets", "string", "", 0,
		 "Secrets is a list of the secrets in the same namespace that pods running using this "
		 "ServiceAccount are allowed to use. Pods are only limited to this list if this service "
		 "account has a \"kubernetes.io/enforce-mountable-secrets\" annotation set to \"true\". "
		 "This field should not be used to find auto-generated service account token secrets for "
		 "use outside of pods. Instead, tokens can be requested directly using the TokenRequest "
		 "API, or service account token secrets can be manually created. More info: "
		 "https://kubernetes.io/docs/concepts/configuration/secret")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ServiceAccount_35, ServiceAccount, 35, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(PersistentVolume, PersistentVolume, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Capacity", "string", "", 0,
		 "capacity is the description of the persistent volume's resources and capacity. More "
		 "info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#capacity")
	COLUMN("Access Modes", "string", "", 0,
		 "accessModes contains all ways the volume can be mounted. More info: "
		 "https://kubernetes.io/docs/concepts/storage/persistent-volumes#access-modes")
	COLUMN("Reclaim Policy", "string", "", 0,
		 "persistentVolumeReclaimPolicy defines what happens to a persistent volume when released "
		 "from its claim. Valid options are Retain (default for manually created "
		 "PersistentVolumes), Delete (default for dynamically provisioned PersistentVolumes), and "
		 "Recycle (deprecated). Recycle must be supported by the volume plugin underlying this "
		 "PersistentVolume. More info: "
		 "https://kubernetes.io/docs/concepts/storage/persistent-volumes#reclaiming")
	COLUMN("Status", "string", "", 0,
		 "phase indicates if a volume is available, bound to a claim, or released by a claim. "
		 "More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#phase")
	COLUMN("Claim", "string", "", 0,
		 "claimRef is part of a bi-directional binding between PersistentVolume and "
		 "PersistentVolumeClaim. Expected to be non-nil when bound. claim.VolumeName is the "
		 "authoritative bind between PV and PVC. More info: "
		 "https://kubernetes.io/docs/concepts/storage/persistent-volumes#binding")
	COLUMN("StorageClass", "string", "", 0, "StorageClass of the pv")
	COLUMN("VolumeAttributesClass", "string", "", 0, "VolumeAttributesClass of the pv")
	COLUMN("Reason", "string", "", 0,
		 "reason is a brief CamelCase string that describes any failure and is meant for machine "
		 "parsing and tidy display in the CLI.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("VolumeMode", "string", "", 1,
		 "volumeMode defines if a volume is intended to be used with a formatted filesystem or to "
		 "remain in raw block state. Value of Filesystem is implied when not included in spec."))
TABLE(PersistentVolumeClaim, PersistentVolumeClaim, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Status", "string", "", 0,
		 "phase represents the current phase of PersistentVolumeClaim.")
	COLUMN("Volume", "string", "", 0,
		 "volumeName is the binding reference to the PersistentVolume backing this claim.")
	COLUMN("Capacity", "string", "", 0,
		 "capacity represents the actual resources of the underlying volume.")
	COLUMN("Access Modes", "string", "", 0,
		 "accessModes contains the actual access modes the volume backing the PVC has. More info: "
		 "https://kubernetes.io/docs/concepts/storage/persistent-volumes#access-modes-1")
	COLUMN("StorageClass", "string", "", 0, "StorageClass of the pvc")
	COLUMN("VolumeAttributesClass", "string", "", 0, "VolumeAttributesClass of the pvc")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("VolumeMode", "string", "", 1,
		 "volumeMode defines what type of volume is required by the claim. Value of Filesystem is "
		 "implied when not included in claim spec."))
TABLE(ComponentStatus, ComponentStatus, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Status", "string", "", 0, "Status of the component conditions")
	COLUMN("Message", "string", "", 0, "Message of the component conditions")
	COLUMN("Error", "string", "", 0, "Error of the component conditions"))
TABLE(Deployment, Deployment, 33, 35,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Ready", "string", "", 0, "Number of the pod with ready state")
	COLUMN("Up-to-date", "string", "", 0,
		 "Total number of non-terminating pods targeted by this deployment that have the desired "
		 "template spec.")
	COLUMN("Available", "string", "", 0,
		 "Total number of available non-terminating pods (ready for at least minReadySeconds) "
		 "targeted by this deployment.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Containers", "string", "", 1,
		 "Names of each container in the template.")
	COLUMN("Images", "string", "", 1,
		 "Images referenced by each container in the template.")
	COLUMN("Selector", "string", "", 1,
		 "Label selector for pods. Existing ReplicaSets whose pods are selected by this will be "
		 "the ones affected by this deployment."))
TABLE(Deployment_31, Deployment, 31, 32,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Ready", "string", "", 0, "Number of the pod with ready state")
	COLUMN("Up-to-date", "string", "", 0,
		 "Total number of non-terminated pods targeted by this deployment that have the desired "
		 "template spec.")
	COLUMN("Available", "string", "", 0,
		 "Total number of available pods (ready for at least minReadySeconds) targeted by this "
		 "deployment.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Containers", "string", "", 1,
		 "Names of each container in the template.")
	COLUMN("Images", "string", "", 1,
		 "Images referenced by each container in the template.")
	COLUMN("Selector", "string", "", 1,
		 "Label selector for pods. Existing ReplicaSets whose pods are selected by this will be "
		 "the ones affected by this deployment."))
TABLE(Deployment_36, Deployment, 36, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Ready", "string", "", 0, "Number of the pod with ready state")
	COLUMN("Up-to-date", "string", "", 0,
		 "Total number of non-terminating pods targeted by this deployment that have the desired "
		 "template spec.")
	COLUMN("Available", "string", "", 0,
		 "Total number of available non-terminating pods (ready for at least minReadySeconds) "
		 "targeted by this deployment.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Containers", "string", "", 1,
		 "Names of each container in the template.")
	COLUMN("Images", "string", "", 1,
		 "Images referenced by each container in the template.")
	COLUMN("Selector", "string", "", 1,
		 "Label selector for pods. Existing ReplicaSets whose pods are selected by this will be "
		 "the ones affected by this deployment. It must match the pod template's labels."))
TABLE(HorizontalPodAutoscaler, HorizontalPodAutoscaler, 31, 35,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Reference", "string", "", 0,
		 "scaleTargetRef points to the target resource to scale, and is used to the pods for "
		 "which metrics should be collected, as well as to actually change the replica count.")
	COLUMN("Targets", "string", "", 0,
		 "metrics contains the specifications for which to use to calculate the desired replica "
		 "count (the maximum replica count across all metrics will be used).  The desired replica "
		 "count is calculated multiplying the ratio between the target value and the current "
		 "value by the current number of pods.  Ergo, metrics used must decrease as the pod count "
		 "is increased, and vice-versa.  See the individual metric source types for more "
		 "information about how each type of metric must respond.")
	COLUMN("MinPods", "string", "", 0,
		 "minReplicas is the lower limit for the number of replicas to which the autoscaler can "
		 "scale down.  It defaults to 1 pod.  minReplicas is allowed to be 0 if the alpha feature "
		 "gate HPAScaleToZero is enabled and at least one Object or External metric is "
		 "configured.  Scaling is active as long as at least one metric value is available.")
	COLUMN("MaxPods", "string", "", 0,
		 "maxReplicas is the upper limit for the number of replicas to which the autoscaler can "
		 "scale up. It cannot be less that minReplicas.")
	COLUMN("Replicas", "string", "", 0,
		 "currentReplicas is current number of replicas of pods managed by this autoscaler, as "
		 "last seen by the autoscaler.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(HorizontalPodAutoscaler_36, HorizontalPodAutoscaler, 36, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Reference", "string", "", 0,
		 "scaleTargetRef points to the target resource to scale, and is used to the pods for "
		 "which metrics should be collected, as well as to actually change the replica count.")
	COLUMN("Targets", "string", "", 0,
		 "metrics contains the specifications for which to use to calculate the desired replica "
		 "count (the maximum replica count across all metrics will be used).  The desired replica "
		 "count is calculated multiplying the ratio between the target value and the current "
		 "value by the current number of pods.  Ergo, metrics used must decrease as the pod count "
		 "is increased, and vice-versa.  See the individual metric source types for more "
		 "information about how each type of metric must respond. If not set, the default metric "
		 "will be set to 80% average CPU utilization.")
	COLUMN("MinPods", "string", "", 0,
		 "minReplicas is the lower limit for the number of replicas to which the autoscaler can "
		 "scale down.  It defaults to 1 pod.  minReplicas is allowed to be 0 if the alpha feature "
		 "gate HPAScaleToZero is enabled and at least one Object or External metric is "
		 "configured.  Scaling is active as long as at least one metric value is available.")
	COLUMN("MaxPods", "string", "", 0,
		 "maxReplicas is the upper limit for the number of replicas to which the autoscaler can "
		 "scale up. It cannot be less that minReplicas.")
	COLUMN("Replicas", "string", "", 0,
		 "currentReplicas is current number of replicas of pods managed by this autoscaler, as "
		 "last seen by the autoscaler.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ConfigMap, ConfigMap, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Data", "string", "", 0,
		 "Data contains the configuration data. Each key must consist of alphanumeric characters, "
		 "'-', '_' or '.'. Values with non-UTF-8 byte sequences must use the BinaryData field. "
		 "The keys stored in Data must not overlap with the keys in the BinaryData field, this is "
		 "enforced during validation process.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(NetworkPolicy, NetworkPolicy, 31, 35,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Pod-Selector", "string", "", 0,
		 "Selects the pods to which this NetworkPolicy object applies.  The array of ingress "
		 "rules is applied to any pods selected by this field. Multiple network policies can "
		 "select the same set of pods.  In this case, the ingress rules for each are combined "
		 "additively. This field is NOT optional and follows standard label selector semantics. "
		 "An empty podSelector matches all pods in this namespace.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(NetworkPolicy_36, NetworkPolicy, 36, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Pod-Selector", "string", "", 0,
		 "podSelector selects the pods to which this NetworkPolicy object applies. The array of "
		 "rules is applied to any pods selected by this field. An empty selector matches all pods "
		 "in the policy's namespace. Multiple network policies can select the same set of pods. "
		 "In this case, the ingress rules for each are combined additively. This field is "
		 "optional. If it is not specified, it defaults to an empty selector.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(RoleBinding, RoleBinding, 31, 36,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Role", "string", "", 0,
		 "RoleRef can reference a Role in the current namespace or a ClusterRole in the global "
		 "namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Users", "string", "", 1, "Users in the roleBinding")
	COLUMN("Groups", "string", "", 1, "Groups in the roleBinding")
	COLUMN("ServiceAccounts", "string", "", 1, "ServiceAccounts in the roleBinding"))
TABLE(RoleBinding_37, RoleBinding, 37, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Role", "string", "", 0,
		 "roleRef can reference a Role in the current namespace or a ClusterRole in the global "
		 "namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Users", "string", "", 1, "Users in the roleBinding")
	COLUMN("Groups", "string", "", 1, "Groups in the roleBinding")
	COLUMN("ServiceAccounts", "string", "", 1, "ServiceAccounts in the roleBinding"))
TABLE(ClusterRoleBinding, ClusterRoleBinding, 31, 36,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Role", "string", "", 0,
		 "RoleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot "
		 "be resolved, the Authorizer must return an error.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Users", "string", "", 1, "Users in the clusterRoleBinding")
	COLUMN("Groups", "string", "", 1, "Groups in the clusterRoleBinding")
	COLUMN("ServiceAccounts", "string", "", 1,
		 "ServiceAccounts in the clusterRoleBinding"))
TABLE(ClusterRoleBinding_37, ClusterRoleBinding, 37, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Role", "string", "", 0,
		 "roleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot "
		 "be resolved, the Authorizer must return an error.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Users", "string", "", 1, "Users in the clusterRoleBinding")
	COLUMN("Groups", "string", "", 1, "Groups in the clusterRoleBinding")
	COLUMN("ServiceAccounts", "string", "", 1,
		 "ServiceAccounts in the clusterRoleBinding"))
TABLE(CertificateSigningRequest, CertificateSigningRequest, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("SignerName", "string", "", 0,
		 "Requested signer for the request. It is a qualified name in the form: "
		 "`scope-hostname.io/name`. If empty, it will be defaulted:\n 1. If it's a kubelet client "
		 "certificate, it is assigned\n    \"kubernetes.io/kube-apiserver-client-kubelet\".\n 2. "
		 "If it's a kubelet serving certificate, it is assigned\n    "
		 "\"kubernetes.io/kubelet-serving\".\n 3. Otherwise, it is assigned "
		 "\"kubernetes.io/legacy-unknown\".\nDistribution of trust for signers happens out of "
		 "band. You can select on this field using `spec.signerName`.")
	COLUMN("Requestor", "string", "", 0, "Base64-encoded PKCS#10 CSR data")
	COLUMN("RequestedDuration", "string", "", 0,
		 "expirationSeconds is the requested duration of validity of the issued certificate. The "
		 "certificate signer may issue a certificate with a different validity duration so a "
		 "client must check the delta between the notBefore and and notAfter fields in the issued "
		 "certificate to determine the actual duration.\n\nThe v1.22+ in-tree implementations of "
		 "the well-known Kubernetes signers will honor this field as long as the requested "
		 "duration is not greater than the maximum duration they will honor per the "
		 "--cluster-signing-duration CLI flag to the Kubernetes controller manager.\n\n"
		 "Certificate signers may not honor this field for various reasons:\n\n  1. Old signer "
		 "that is unaware of the field (such as the in-tree\n     implementations prior to "
		 "v1.22)\n  2. Signer whose configured maximum is shorter than the requested duration\n  "
		 "3. Signer whose configured minimum is longer than the requested duration\n\nThe minimum "
		 "valid value for expirationSeconds is 600, i.e. 10 minutes.")
	COLUMN("Condition", "string", "", 0,
		 "Conditions applied to the request, such as approval or denial."))
TABLE(Lease, Lease, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Holder", "string", "", 0,
		 "holderIdentity contains the identity of the holder of a current lease. If Coordinated "
		 "Leader Election is used, the holder identity must be equal to the elected "
		 "LeaseCandidate.metadata.name field.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(StorageClass, StorageClass, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Provisioner", "string", "", 0,
		 "provisioner indicates the type of the provisioner.")
	COLUMN("ReclaimPolicy", "string", "", 0,
		 "reclaimPolicy controls the reclaimPolicy for dynamically provisioned PersistentVolumes "
		 "of this storage class. Defaults to Delete.")
	COLUMN("VolumeBindingMode", "string", "", 0,
		 "volumeBindingMode indicates how PersistentVolumeClaims should be provisioned and "
		 "bound.  When unset, VolumeBindingImmediate is used. This field is only honored by "
		 "servers that enable the VolumeScheduling feature.")
	COLUMN("AllowVolumeExpansion", "string", "", 0,
		 "allowVolumeExpansion shows whether the storage class allow volume expand.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(VolumeAttributesClass, VolumeAttributesClass, 34, 36,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("DriverName", "string", "", 0,
		 "Name of the CSI driver This field is immutable.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(VolumeAttributesClass_37, VolumeAttributesClass, 37, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("DriverName", "string", "", 0,
		 "driverName is the name of the CSI driver This field is immutable.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ControllerRevision, ControllerRevision, 31, 35,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Controller", "string", "", 0, "Controller of the object")
	COLUMN("Revision", "string", "", 0,
		 "revision indicates the revision of the state represented by Data.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ControllerRevision_36, ControllerRevision, 36, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Controller", "string", "", 0, "Controller of the object")
	COLUMN("Revision", "string", "", 0,
		 "Revision indicates the revision of the state represented by Data.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ResourceQuota, ResourceQuota, 33, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Request", "string", "", 0,
		 "Request represents a minimum amount of cpu/memory that a container may consume.")
	COLUMN("Limit", "string", "", 0,
		 "Limits control the maximum amount of cpu/memory that a container may use independent of "
		 "contention on the node.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ResourceQuota_31, ResourceQuota, 31, 32,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("Request", "string", "", 0,
		 "Request represents a minimum amount of cpu/memory that a container may consume.")
	COLUMN("Limit", "string", "", 0,
		 "Limits control the maximum amount of cpu/memory that a container may use independent of "
		 "contention on the node."))
TABLE(PriorityClass, PriorityClass, 32, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Value", "integer", "", 0,
		 "value represents the integer value of this priority class. This is the actual priority "
		 "that pods receive when they have the name of this class in their pod spec.")
	COLUMN("Global-Default", "boolean", "", 0,
		 "globalDefault specifies whether this PriorityClass should be considered as the default "
		 "priority for pods that do not have any priority class. Only one PriorityClass can be "
		 "marked as `globalDefault`. However, if more than one PriorityClasses exists with their "
		 "`globalDefault` field set to true, the smallest value of such global default "
		 "PriorityClasses will be used as the default priority.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("PreemptionPolicy", "string", "", 0,
		 "preemptionPolicy is the Policy for preempting pods with lower priority. One of Never, "
		 "PreemptLowerPriority. Defaults to PreemptLowerPriority if unset."))
TABLE(PriorityClass_31, PriorityClass, 31, 31,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Value", "integer", "", 0,
		 "value represents the integer value of this priority class. This is the actual priority "
		 "that pods receive when they have the name of this class in their pod spec.")
	COLUMN("Global-Default", "boolean", "", 0,
		 "globalDefault specifies whether this PriorityClass should be considered as the default "
		 "priority for pods that do not have any priority class. Only one PriorityClass can be "
		 "marked as `globalDefault`. However, if more than one PriorityClasses exists with their "
		 "`globalDefault` field set to true, the smallest value of such global default "
		 "PriorityClasses will be used as the default priority.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(RuntimeClass, RuntimeClass, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Handler", "string", "", 0, "")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(VolumeAttachment, VolumeAttachment, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Attacher", "string", "name", 0,
		 "attacher indicates the name of the volume driver that MUST handle this request. This is "
		 "the name returned by GetPluginName().")
	COLUMN("PV", "string", "", 0,
		 "persistentVolumeName represents the name of the persistent volume to attach.")
	COLUMN("Node", "string", "", 0,
		 "nodeName represents the node that the volume should be attached to.")
	COLUMN("Attached", "boolean", "", 0,
		 "attached indicates the volume is successfully attached. This field must only be set by "
		 "the entity completing the attach operation, i.e. the external-attacher.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(EndpointSlice, EndpointSlice, 31, 35,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("AddressType", "string", "", 0,
		 "addressType specifies the type of address carried by this EndpointSlice. All addresses "
		 "in this slice must be the same type. This field is immutable after creation. The "
		 "following address types are currently supported: * IPv4: Represents an IPv4 Address. * "
		 "IPv6: Represents an IPv6 Address. * FQDN: Represents a Fully Qualified Domain Name.")
	COLUMN("Ports", "string", "", 0,
		 "ports specifies the list of network ports exposed by each endpoint in this slice. Each "
		 "port must have a unique name. When ports is empty, it indicates that there are no "
		 "defined ports. When a port is defined with a nil port value, it indicates \"all "
		 "ports\". Each slice may include a maximum of 100 ports.")
	COLUMN("Endpoints", "string", "", 0,
		 "endpoints is a list of unique endpoints in this slice. Each slice may include a maximum "
		 "of 1000 endpoints.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(EndpointSlice_36, EndpointSlice, 36, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("AddressType", "string", "", 0,
		 "addressType specifies the type of address carried by this EndpointSlice. All addresses "
		 "in this slice must be the same type. This field is immutable after creation. The "
		 "following address types are currently supported: * IPv4: Represents an IPv4 Address. * "
		 "IPv6: Represents an IPv6 Address. * FQDN: Represents a Fully Qualified Domain Name. "
		 "(Deprecated) The EndpointSlice controller only generates, and kube-proxy only "
		 "processes, slices of addressType \"IPv4\" and \"IPv6\". No semantics are defined for "
		 "the \"FQDN\" type.")
	COLUMN("Ports", "string", "", 0,
		 "ports specifies the list of network ports exposed by each endpoint in this slice. Each "
		 "port must have a unique name. Each slice may include a maximum of 100 ports. Services "
		 "always have at least 1 port, so EndpointSlices generated by the EndpointSlice "
		 "controller will likewise always have at least 1 port. EndpointSlices used for other "
		 "purposes may have an empty ports list.")
	COLUMN("Endpoints", "string", "", 0,
		 "endpoints is a list of unique endpoints in this slice. Each slice may include a maximum "
		 "of 1000 endpoints.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(CSINode, CSINode, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Drivers", "integer", "", 0,
		 "Drivers indicates the number of CSI drivers registered on the node")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(CSIDriver, CSIDriver, 34, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("AttachRequired", "boolean", "", 0,
		 "attachRequired indicates this CSI volume driver requires an attach operation (because "
		 "it implements the CSI ControllerPublishVolume() method), and that the Kubernetes attach "
		 "detach controller should call the attach volume interface which checks the "
		 "volumeattachment status and waits until the volume is attached before proceeding to "
		 "mounting. The CSI external-attacher coordinates with CSI volume driver and updates the "
		 "volumeattachment status when the attach operation is complete. If the value is "
		 "specified to false, the attach operation will be skipped. Otherwise the attach "
		 "operation will be called.\n\nThis field is immutable.")
	COLUMN("PodInfoOnMount", "boolean", "", 0,
		 "podInfoOnMount indicates this CSI volume driver requires additional pod information "
		 "(like podName, podUID, etc.) during mount operations, if set to true. If set to false, "
		 "pod information will not be passed on mount. Default is false.\n\nThe CSI driver "
		 "specifies podInfoOnMount as part of driver deployment. If true, Kubelet will pass pod "
		 "information as VolumeContext in the CSI NodePublishVolume() calls. The CSI driver is "
		 "responsible for parsing and validating the information passed in as VolumeContext.\n\n"
		 "The following VolumeContext will be passed if podInfoOnMount is set to true. This list "
		 "might grow, but the prefix will be used. \"csi.storage.k8s.io/pod.name\": pod.Name "
		 "\"csi.storage.k8s.io/pod.namespace\": pod.Namespace \"csi.storage.k8s.io/pod.uid\": "
		 "string(pod.UID) \"csi.storage.k8s.io/ephemeral\": \"true\" if the volume is an "
		 "ephemeral inline volume\n                                defined by a CSIVolumeSource, "
		 "otherwise \"false\"\n\n\"csi.storage.k8s.io/ephemeral\" is a new feature in Kubernetes "
		 "1.16. It is only required for drivers which support both the \"Persistent\" and "
		 "\"Ephemeral\" VolumeLifecycleMode. Other drivers can leave pod info disabled and/or "
		 "ignore this field. As Kubernetes 1.15 doesn't support this field, drivers can only "
		 "support one mode when deployed on such a cluster and the deployment determines which "
		 "mode that is, for example via a command line parameter of the driver.\n\nThis field was "
		 "immutable in Kubernetes < 1.29 and now is mutable.")
	COLUMN("StorageCapacity", "boolean", "", 0,
		 "storageCapacity indicates that the CSI volume driver wants pod scheduling to consider "
		 "the storage capacity that the driver deployment will report by creating "
		 "CSIStorageCapacity objects with capacity information, if set to true.\n\nThe check can "
		 "be enabled immediately when deploying a driver. In that case, provisioning new volumes "
		 "with late binding will pause until the driver deployment has published some suitable "
		 "CSIStorageCapacity object.\n\nAlternatively, the driver can be deployed with the field "
		 "unset or false and it can be flipped later when storage capacity information has been "
		 "published.\n\nThis field was immutable in Kubernetes <= 1.22 and now is mutable.")
	COLUMN("TokenRequests", "string", "", 0,
		 "tokenRequests indicates the CSI driver needs pods' service account tokens it is "
		 "mounting volume for to do necessary authentication. Kubelet will pass the tokens in "
		 "VolumeContext in the CSI NodePublishVolume calls. The CSI driver should parse and "
		 "validate the following VolumeContext: \"csi.storage.k8s.io/serviceAccount.tokens\": "
		 "{\n  \"<audience>\": {\n    \"token\": <token>,\n    \"expirationTimestamp\": "
		 "<expiration timestamp in RFC3339>,\n  },\n  ...\n}\n\nNote: Audience in each "
		 "TokenRequest should be different and at most one token is empty string. To receive a "
		 "new token after expiry, RequiresRepublish can be used to trigger NodePublishVolume "
		 "periodically.")
	COLUMN("RequiresRepublish", "boolean", "", 0,
		 "requiresRepublish indicates the CSI driver wants `NodePublishVolume` being periodically "
		 "called to reflect any possible change in the mounted volume. This field defaults to "
		 "false.\n\nNote: After a successful initial NodePublishVolume call, subsequent calls to "
		 "NodePublishVolume should only update the contents of the volume. New mount points will "
		 "not be seen by a running container.")
	COLUMN("Modes", "string", "", 0,
		 "volumeLifecycleModes defines what kind of volumes this CSI volume driver supports. The "
		 "default if the list is empty is \"Persistent\", which is the usage defined by the CSI "
		 "specification and implemented in Kubernetes via the usual PV/PVC mechanism.\n\nThe "
		 "other mode is \"Ephemeral\". In this mode, volumes are defined inline inside the pod "
		 "spec with CSIVolumeSource and their lifecycle is tied to the lifecycle of that pod. A "
		 "driver has to be aware of this because it is only going to get a NodePublishVolume call "
		 "for such a volume.\n\nFor more information about implementing this mode, see "
		 "https://kubernetes-csi.github.io/docs/ephemeral-local-volumes.html A driver can support "
		 "one or more of these modes and more modes may be added in the future.\n\nThis field is "
		 "beta. This field is immutable.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(CSIDriver_31, CSIDriver, 31, 33,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("AttachRequired", "boolean", "", 0,
		 "attachRequired indicates this CSI volume driver requires an attach operation (because "
		 "it implements the CSI ControllerPublishVolume() method), and that the Kubernetes attach "
		 "detach controller should call the attach volume interface which checks the "
		 "volumeattachment status and waits until the volume is attached before proceeding to "
		 "mounting. The CSI external-attacher coordinates with CSI volume driver and updates the "
		 "volumeattachment status when the attach operation is complete. If the CSIDriverRegistry "
		 "feature gate is enabled and the value is specified to false, the attach operation will "
		 "be skipped. Otherwise the attach operation will be called.\n\nThis field is immutable.")
	COLUMN("PodInfoOnMount", "boolean", "", 0,
		 "podInfoOnMount indicates this CSI volume driver requires additional pod information "
		 "(like podName, podUID, etc.) during mount operations, if set to true. If set to false, "
		 "pod information will not be passed on mount. Default is false.\n\nThe CSI driver "
		 "specifies podInfoOnMount as part of driver deployment. If true, Kubelet will pass pod "
		 "information as VolumeContext in the CSI NodePublishVolume() calls. The CSI driver is "
		 "responsible for parsing and validating the information passed in as VolumeContext.\n\n"
		 "The following VolumeContext will be passed if podInfoOnMount is set to true. This list "
		 "might grow, but the prefix will be used. \"csi.storage.k8s.io/pod.name\": pod.Name "
		 "\"csi.storage.k8s.io/pod.namespace\": pod.Namespace \"csi.storage.k8s.io/pod.uid\": "
		 "string(pod.UID) \"csi.storage.k8s.io/ephemeral\": \"true\" if the volume is an "
		 "ephemeral inline volume\n                                defined by a CSIVolumeSource, "
		 "otherwise \"false\"\n\n\"csi.storage.k8s.io/ephemeral\" is a new feature in Kubernetes "
		 "1.16. It is only required for drivers which support both the \"Persistent\" and "
		 "\"Ephemeral\" VolumeLifecycleMode. Other drivers can leave pod info disabled and/or "
		 "ignore this field. As Kubernetes 1.15 doesn't support this field, drivers can only "
		 "support one mode when deployed on such a cluster and the deployment determines which "
		 "mode that is, for example via a command line parameter of the driver.\n\nThis field was "
		 "immutable in Kubernetes < 1.29 and now is mutable.")
	COLUMN("StorageCapacity", "boolean", "", 0,
		 "storageCapacity indicates that the CSI volume driver wants pod scheduling to consider "
		 "the storage capacity that the driver deployment will report by creating "
		 "CSIStorageCapacity objects with capacity information, if set to true.\n\nThe check can "
		 "be enabled immediately when deploying a driver. In that case, provisioning new volumes "
		 "with late binding will pause until the driver deployment has published some suitable "
		 "CSIStorageCapacity object.\n\nAlternatively, the driver can be deployed with the field "
		 "unset or false and it can be flipped later when storage capacity information has been "
		 "published.\n\nThis field was immutable in Kubernetes <= 1.22 and now is mutable.")
	COLUMN("TokenRequests", "string", "", 0,
		 "tokenRequests indicates the CSI driver needs pods' service account tokens it is "
		 "mounting volume for to do necessary authentication. Kubelet will pass the tokens in "
		 "VolumeContext in the CSI NodePublishVolume calls. The CSI driver should parse and "
		 "validate the following VolumeContext: \"csi.storage.k8s.io/serviceAccount.tokens\": "
		 "{\n  \"<audience>\": {\n    \"token\": <token>,\n    \"expirationTimestamp\": "
		 "<expiration timestamp in RFC3339>,\n  },\n  ...\n}\n\nNote: Audience in each "
		 "TokenRequest should be different and at most one token is empty string. To receive a "
		 "new token after expiry, RequiresRepublish can be used to trigger NodePublishVolume "
		 "periodically.")
	COLUMN("RequiresRepublish", "boolean", "", 0,
		 "requiresRepublish indicates the CSI driver wants `NodePublishVolume` being periodically "
		 "called to reflect any possible change in the mounted volume. This field defaults to "
		 "false.\n\nNote: After a successful initial NodePublishVolume call, subsequent calls to "
		 "NodePublishVolume should only update the contents of the volume. New mount points will "
		 "not be seen by a running container.")
	COLUMN("Modes", "string", "", 0,
		 "volumeLifecycleModes defines what kind of volumes this CSI volume driver supports. The "
		 "default if the list is empty is \"Persistent\", which is the usage defined by the CSI "
		 "specification and implemented in Kubernetes via the usual PV/PVC mechanism.\n\nThe "
		 "other mode is \"Ephemeral\". In this mode, volumes are defined inline inside the pod "
		 "spec with CSIVolumeSource and their lifecycle is tied to the lifecycle of that pod. A "
		 "driver has to be aware of this because it is only going to get a NodePublishVolume call "
		 "for such a volume.\n\nFor more information about implementing this mode, see "
		 "https://kubernetes-csi.github.io/docs/ephemeral-local-volumes.html A driver can support "
		 "one or more of these modes and more modes may be added in the future.\n\nThis field is "
		 "beta. This field is immutable.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(MutatingWebhookConfiguration, MutatingWebhookConfiguration, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Webhooks", "integer", "", 0,
		 "Webhooks indicates the number of webhooks registered in this configuration")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ValidatingWebhookConfiguration, ValidatingWebhookConfiguration, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Webhooks", "integer", "", 0,
		 "Webhooks indicates the number of webhooks registered in this configuration")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ValidatingAdmissionPolicy, ValidatingAdmissionPolicy, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Validations", "integer", "", 0,
		 "Validations indicates the number of validation rules defined in this configuration")
	COLUMN("ParamKind", "string", "", 0,
		 "ParamKind specifies the kind of resources used to parameterize this policy")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ValidatingAdmissionPolicyBinding, ValidatingAdmissionPolicyBinding, 31, 34,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("PolicyName", "string", "", 0,
		 "PolicyName indicates the policy definition which the policy binding binded to")
	COLUMN("ParamRef", "string", "", 0,
		 "ParamRef indicates the param resource which sets the configration param")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ValidatingAdmissionPolicyBinding_35, ValidatingAdmissionPolicyBinding, 35, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("PolicyName", "string", "", 0,
		 "PolicyName indicates the policy definition which the policy binding binded to")
	COLUMN("ParamRef", "string", "", 0,
		 "ParamRef indicates the param resource which sets the configuration param")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(MutatingAdmissionPolicy, MutatingAdmissionPolicy, 32, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Mutations", "integer", "", 0,
		 "Mutation indicates the number of mutations rules defined in this configuration")
	COLUMN("ParamKind", "string", "", 0,
		 "ParamKind specifies the kind of resources used to parameterize this policy")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(MutatingAdmissionPolicyBinding, MutatingAdmissionPolicyBinding, 32, 34,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("PolicyName", "string", "", 0,
		 "PolicyName indicates the policy definition which the policy binding binded to")
	COLUMN("ParamRef", "string", "", 0,
		 "ParamRef indicates the param resource which sets the configration param")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(MutatingAdmissionPolicyBinding_35, MutatingAdmissionPolicyBinding, 35, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("PolicyName", "string", "", 0,
		 "PolicyName indicates the policy definition which the policy binding binded to")
	COLUMN("ParamRef", "string", "", 0,
		 "ParamRef indicates the param resource which sets the configuration param")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(FlowSchema, FlowSchema, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("PriorityLevel", "string", "", 0,
		 "`name` is the name of the priority level configuration being referenced Required.")
	COLUMN("MatchingPrecedence", "string", "", 0,
		 "`matchingPrecedence` is used to choose among the FlowSchemas that match a given "
		 "request. The chosen FlowSchema is among those with the numerically lowest (which we "
		 "take to be logically highest) MatchingPrecedence.  Each MatchingPrecedence value must "
		 "be ranged in [1,10000]. Note that if the precedence is not specified, it will be set to "
		 "1000 as default.")
	COLUMN("DistinguisherMethod", "string", "", 0,
		 "`distinguisherMethod` defines how to compute the flow distinguisher for requests that "
		 "match this schema. `nil` specifies that the distinguisher is disabled and thus will "
		 "always be the empty string.")
	COLUMN("Age", "string", "", 0, DOC_CREATED)
	COLUMN("MissingPL", "string", "", 0,
		 "references a broken or non-existent PriorityLevelConfiguration"))
TABLE(PriorityLevelConfiguration, PriorityLevelConfiguration, 31, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Type", "string", "", 0,
		 "`type` indicates whether this priority level is subject to limitation on request "
		 "execution.  A value of `\"Exempt\"` means that requests of this priority level are not "
		 "subject to a limit (and thus are never queued) and do not detract from the capacity "
		 "made available to other priority levels.  A value of `\"Limited\"` means that (a) "
		 "requests of this priority level _are_ subject to limits and (b) some of the server's "
		 "limited capacity is made available exclusively to this priority level. Required.")
	COLUMN("NominalConcurrencyShares", "string", "", 0,
		 "`nominalConcurrencyShares` (NCS) contributes to the computation of the "
		 "NominalConcurrencyLimit (NominalCL) of this level. This is the number of execution "
		 "seats available at this priority level. This is used both for requests dispatched from "
		 "this priority level as well as requests dispatched from other priority levels borrowing "
		 "seats from this level. The server's concurrency limit (ServerCL) is divided among the "
		 "Limited priority levels in proportion to their NCS values:\n\nNominalCL(i)  = ceil( "
		 "ServerCL * NCS(i) / sum_ncs ) sum_ncs = sum[priority level k] NCS(k)\n\nBigger numbers "
		 "mean a larger nominal concurrency limit, at the expense of every other priority "
		 "level.\n\nIf not specified, this field defaults to a value of 30.\n\nSetting this field "
		 "to zero supports the construction of a \"jail\" for this priority level that is used to "
		 "hold some request(s)")
	COLUMN("Queues", "string", "", 0,
		 "`queues` is the number of queues for this priority level. The queues exist "
		 "independently at each apiserver. The value must be positive.  Setting it to 1 "
		 "effectively precludes shufflesharding and thus makes the distinguisher method of "
		 "associated flow schemas irrelevant.  This field has a default value of 64.")
	COLUMN("HandSize", "string", "", 0,
		 "`handSize` is a small positive number that configures the shuffle sharding of requests "
		 "into queues.  When enqueuing a request at this priority level the request's flow "
		 "identifier (a string pair) is hashed and the hash value is used to shuffle the list of "
		 "queues and deal a hand of the size specified here.  The request is put into one of the "
		 "shortest queues in that hand. `handSize` must be no larger than `queues`, and should be "
		 "significantly smaller (so that a few heavy flows do not saturate most of the queues).  "
		 "See the user-facing documentation for more extensive guidance on setting this field.  "
		 "This field has a default value of 8.")
	COLUMN("QueueLengthLimit", "string", "", 0,
		 "`queueLengthLimit` is the maximum number of requests allowed to be waiting in a given "
		 "queue of this priority level at a time; excess requests are rejected.  This value must "
		 "be positive.  If not specified, it will be defaulted to 50.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(Scale, Scale, 31, 37,
	COLUMN("Name", "string", "", 0, DOC_NAME)
	COLUMN("Desired", "integer", "", 0,
		 "replicas is the desired number of instances for the scaled object.")
	COLUMN("Available", "integer", "", 0,
		 "replicas is the actual number of observed instances of the scaled object.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(DeviceClass, DeviceClass, 34, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ResourceClaim, ResourceClaim, 34, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("State", "string", "", 0,
		 "A summary of the current state (allocated, pending, reserved, etc.).")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ResourceClaimTemplate, ResourceClaimTemplate, 34, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ResourceSlice, ResourceSlice, 34, 34,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Node", "string", "", 0,
		 "NodeName identifies the node which provides the resources in this pool. A field "
		 "selector can be used to list only ResourceSlice objects belonging to a certain node.\n\n"
		 "This field can be used to limit access from nodes to ResourceSlices with the same node "
		 "name. It also indicates to autoscalers that adding new nodes of the same type as some "
		 "old node might also make new resources available.\n\nExactly one of NodeName, "
		 "NodeSelector, AllNodes, and PerDeviceNodeSelection must be set. This field is immutable.")
	COLUMN("Driver", "string", "", 0,
		 "Driver identifies the DRA driver providing the capacity information. A field selector "
		 "can be used to list only ResourceSlice objects with a certain driver name.\n\nMust be a "
		 "DNS subdomain and should end with a DNS domain owned by the vendor of the driver. This "
		 "field is immutable.")
	COLUMN("Pool", "string", "", 0,
		 "Name is used to identify the pool. For node-local devices, this is often the node name, "
		 "but this is not required.\n\nIt must not be longer than 253 characters and must consist "
		 "of one or more DNS sub-domains separated by slashes. This field is immutable.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ResourceSlice_35, ResourceSlice, 35, 36,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Node", "string", "", 0,
		 "NodeName identifies the node which provides the resources in this pool. A field "
		 "selector can be used to list only ResourceSlice objects belonging to a certain node.\n\n"
		 "This field can be used to limit access from nodes to ResourceSlices with the same node "
		 "name. It also indicates to autoscalers that adding new nodes of the same type as some "
		 "old node might also make new resources available.\n\nExactly one of NodeName, "
		 "NodeSelector, AllNodes, and PerDeviceNodeSelection must be set. This field is immutable.")
	COLUMN("Driver", "string", "", 0,
		 "Driver identifies the DRA driver providing the capacity information. A field selector "
		 "can be used to list only ResourceSlice objects with a certain driver name.\n\nMust be a "
		 "DNS subdomain and should end with a DNS domain owned by the vendor of the driver. It "
		 "should use only lower case characters. This field is immutable.")
	COLUMN("Pool", "string", "", 0,
		 "Name is used to identify the pool. For node-local devices, this is often the node name, "
		 "but this is not required.\n\nIt must not be longer than 253 characters and must consist "
		 "of one or more DNS sub-domains separated by slashes. This field is immutable.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ResourceSlice_37, ResourceSlice, 37, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Node", "string", "", 0,
		 "NodeName identifies the node which provides the resources in this pool. A field "
		 "selector can be used to list only ResourceSlice objects belonging to a certain node.\n\n"
		 "This field can be used to limit access from nodes to ResourceSlices with the same node "
		 "name. It also indicates to autoscalers that adding new nodes of the same type as some "
		 "old node might also make new resources available.\n\nExactly one of NodeName, "
		 "NodeSelector, AllNodes, and PerDeviceNodeSelection must be set. This field is immutable.")
	COLUMN("Driver", "string", "", 0,
		 "Driver identifies the DRA driver providing the capacity information. A field selector "
		 "can be used to list only ResourceSlice objects with a certain driver name.\n\nMust be a "
		 "DNS subdomain and should end with a DNS domain owned by the vendor of the driver. It "
		 "should use only lower case characters. This field is immutable.")
	COLUMN("Pool", "string", "", 0,
		 "Name is used to identify the pool. For node-local devices, this is often the node name, "
		 "but this is not required. A field selector can be used to list only ResourceSlice "
		 "objects belonging to a certain pool.\n\nIt must not be longer than 253 characters and "
		 "must consist of one or more DNS sub-domains separated by slashes. This field is "
		 "immutable.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ServiceCIDR, ServiceCIDR, 33, 36,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("CIDRs", "string", "", 0,
		 "CIDRs defines the IP blocks in CIDR notation (e.g. \"192.168.0.0/24\" or "
		 "\"2001:db8::/64\") from which to assign service cluster IPs. Max of two CIDRs is "
		 "allowed, one of each IP family. This field is immutable.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(ServiceCIDR_37, ServiceCIDR, 37, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("CIDRs", "string", "", 0,
		 "cidrs defines the IP blocks in CIDR notation (e.g. \"192.168.0.0/24\" or "
		 "\"2001:db8::/64\") from which to assign service cluster IPs. Max of two CIDRs is "
		 "allowed, one of each IP family. This field is immutable.")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(IPAddress, IPAddress, 33, 36,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("ParentRef", "string", "", 0,
		 "ParentRef references the resource that an IPAddress is attached to. An IPAddress must "
		 "reference a parent object."))
TABLE(IPAddress_37, IPAddress, 37, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("ParentRef", "string", "", 0,
		 "parentRef references the resource that an IPAddress is attached to. An IPAddress must "
		 "reference a parent object."))
TABLE(ClusterTrustBundle, ClusterTrustBundle, 37, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("SignerName", "string", "", 0,
		 "signerName indicates the associated signer, if any.\n\nIn order to create or update a "
		 "ClusterTrustBundle that sets signerName, you must have the following cluster-scoped "
		 "permission: group=certificates.k8s.io resource=signers resourceName=<the signer name> "
		 "verb=attest.\n\nIf signerName is not empty, then the ClusterTrustBundle object must be "
		 "named with the signer name as a prefix (translating slashes to colons). For example, "
		 "for the signer name `example.com/foo`, valid ClusterTrustBundle object names include "
		 "`example.com:foo:abc` and `example.com:foo:v1`.\n\nIf signerName is empty, then the "
		 "ClusterTrustBundle object's name must not have such a prefix.\n\nList/watch requests "
		 "for ClusterTrustBundles can filter on this field using a `spec.signerName=NAME` field "
		 "selector."))
TABLE(PodCertificateRequest, PodCertificateRequest, 37, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("PodName", "string", "", 0,
		 "podName is the name of the pod into which the certificate will be mounted.")
	COLUMN("ServiceAccountName", "string", "", 0,
		 "serviceAccountName is the name of the service account the pod is running as.")
	COLUMN("NodeName", "string", "", 0,
		 "nodeName is the name of the node the pod is assigned to.")
	COLUMN("SignerName", "string", "", 0,
		 "signerName indicates the requested signer.\n\nAll signer names beginning with "
		 "`kubernetes.io` are reserved for use by the Kubernetes project.  There is currently one "
		 "well-known signer documented by the Kubernetes project, "
		 "`kubernetes.io/kube-apiserver-client-pod`, which will issue client certificates "
		 "understood by kube-apiserver.  It is currently unimplemented.")
	COLUMN("State", "string", "", 0,
		 "Is the request Pending, Issued, Denied, or Failed?")
	COLUMN("UnverifiedUserAnnotations", "string", "", 0,
		 "unverifiedUserAnnotations allow pod authors to pass additional information to the "
		 "signer implementation.  Kubernetes does not restrict or validate this metadata in any "
		 "way.\n\nEntries are subject to the same validation as object metadata annotations, with "
		 "the addition that all keys must be domain-prefixed. No restrictions are placed on "
		 "values, except an overall size limitation on the entire field.\n\nSigners should "
		 "document the keys and values they support.  Signers should deny requests that contain "
		 "keys they do not recognize."))
TABLE(DeviceTaintRule, DeviceTaintRule, 37, 37,
	COLUMN("Name", "string", "name", 0, DOC_NAME)
	COLUMN("Key", "string", "", 0,
		 "The taint key to be applied to a device. Must be a label name.")
	COLUMN("Value", "string", "", 0,
		 "The taint value corresponding to the taint key. Must be a label value.")
	COLUMN("Effect", "string", "", 0,
		 "The effect of the taint on claims that do not tolerate the taint and through such "
		 "claims on the pods using them.\n\nValid effects are None, NoSchedule and NoExecute. "
		 "PreferNoSchedule as used for nodes is not valid here. More effects may get added in the "
		 "future. Consumers must treat unknown effects like None.")
	COLUMN("TimeAdded", "string", "", 0,
		 "TimeAdded represents the time at which the taint was added or (only in a "
		 "DeviceTaintRule) the effect was modified. Added automatically during create or update "
		 "if not set.\n\nIn addition, in a DeviceTaintRule a value provided during an update gets "
		 "replaced with the current time if the provided value is the same as the old one and the "
		 "new effect is different. Changing the key and/or value while keeping the effect "
		 "unchanged is possible and does not update the time stamp because the eviction which "
		 "uses it is either already started (NoExecute) or not started yet (NoEffect, NoSchedule).")
	COLUMN("Age", "string", "", 0, DOC_CREATED))
TABLE(StorageVersionMigration, StorageVersionMigration, 37, 37,
	COLUMN("Name", "string", "", 0, DOC_NAME)
	COLUMN("Resource", "string", "", 0, "GroupResource to migrate")
	COLUMN("Status", "string", "", 0, "Status of the migration"))
