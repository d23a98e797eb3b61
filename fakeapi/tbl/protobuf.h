/* SPDX-License-Identifier: Apache-2.0 */
/* Made by scripts/gen-kubernetes.
 * MESSAGE(id, name, fields) with FIELD(number, type, flags, JSON name) and
 * REF(number, flags, JSON name, id); LIST(id, name) is a message that is an array of
 * strings in JSON; KIND(since, until, apiVersion, kind, id). A name has several ids where
 * it is not the same in all releases. */
/* clang-format off */
MESSAGE(core_v1_Binding, core_v1_Binding,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, REQ, "target", core_v1_ObjectReference))
MESSAGE(meta_v1_ObjectMeta, meta_v1_ObjectMeta,
	FIELD(1, STRING, OMIT, "name") FIELD(2, STRING, OMIT, "generateName")
	FIELD(3, STRING, OMIT, "namespace") FIELD(4, STRING, OMIT, "selfLink")
	FIELD(5, STRING, OMIT, "uid") FIELD(6, STRING, OMIT, "resourceVersion")
	FIELD(7, INT64, OMIT, "generation") FIELD(8, TIME, OMIT | ZERO, "creationTimestamp")
	FIELD(9, TIME, 0, "deletionTimestamp") FIELD(10, INT64, 0, "deletionGracePeriodSeconds")
	FIELD(11, STRING, MAP | OMIT, "labels") FIELD(12, STRING, MAP | OMIT, "annotations")
	REF(13, REP | OMIT, "ownerReferences", meta_v1_OwnerReference)
	FIELD(14, STRING, REP | OMIT, "finalizers")
	REF(17, REP | OMIT, "managedFields", meta_v1_ManagedFieldsEntry))
MESSAGE(meta_v1_OwnerReference, meta_v1_OwnerReference,
	FIELD(5, STRING, REQ, "apiVersion") FIELD(1, STRING, REQ, "kind")
	FIELD(3, STRING, REQ, "name") FIELD(4, STRING, REQ, "uid") FIELD(6, BOOL, 0, "controller")
	FIELD(7, BOOL, 0, "blockOwnerDeletion"))
MESSAGE(meta_v1_ManagedFieldsEntry, meta_v1_ManagedFieldsEntry,
	FIELD(1, STRING, OMIT, "manager") FIELD(2, STRING, OMIT, "operation")
	FIELD(3, STRING, OMIT, "apiVersion") FIELD(4, TIME, 0, "time")
	FIELD(6, STRING, OMIT, "fieldsType") FIELD(7, RAW, 0, "fieldsV1")
	FIELD(8, STRING, OMIT, "subresource"))
MESSAGE(core_v1_ObjectReference, core_v1_ObjectReference,
	FIELD(1, STRING, OMIT, "kind") FIELD(2, STRING, OMIT, "namespace")
	FIELD(3, STRING, OMIT, "name") FIELD(4, STRING, OMIT, "uid")
	FIELD(5, STRING, OMIT, "apiVersion") FIELD(6, STRING, OMIT, "resourceVersion")
	FIELD(7, STRING, OMIT, "fieldPath"))
MESSAGE(core_v1_ComponentStatus, core_v1_ComponentStatus,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REP | OMIT, "conditions", core_v1_ComponentCondition))
MESSAGE(core_v1_ComponentCondition, core_v1_ComponentCondition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(3, STRING, OMIT, "message") FIELD(4, STRING, OMIT, "error"))
MESSAGE(core_v1_ConfigMap, core_v1_ConfigMap,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) FIELD(4, BOOL, 0, "immutable")
	FIELD(2, STRING, MAP | OMIT, "data") FIELD(3, BYTES, MAP | OMIT, "binaryData"))
MESSAGE(core_v1_Endpoints, core_v1_Endpoints,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REP | OMIT, "subsets", core_v1_EndpointSubset))
MESSAGE(core_v1_EndpointSubset, core_v1_EndpointSubset,
	REF(1, REP | OMIT, "addresses", core_v1_EndpointAddress)
	REF(2, REP | OMIT, "notReadyAddresses", core_v1_EndpointAddress)
	REF(3, REP | OMIT, "ports", core_v1_EndpointPort))
MESSAGE(core_v1_EndpointAddress, core_v1_EndpointAddress,
	FIELD(1, STRING, REQ, "ip") FIELD(3, STRING, OMIT, "hostname")
	FIELD(4, STRING, 0, "nodeName") REF(2, 0, "targetRef", core_v1_ObjectReference))
MESSAGE(core_v1_EndpointPort, core_v1_EndpointPort,
	FIELD(1, STRING, OMIT, "name") FIELD(2, INT32, REQ, "port")
	FIELD(3, STRING, OMIT, "protocol") FIELD(4, STRING, 0, "appProtocol"))
MESSAGE(core_v1_Event, core_v1_Event,
	REF(1, REQ, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "involvedObject", core_v1_ObjectReference) FIELD(3, STRING, OMIT, "reason")
	FIELD(4, STRING, OMIT, "message") REF(5, OMIT, "source", core_v1_EventSource)
	FIELD(6, TIME, OMIT, "firstTimestamp") FIELD(7, TIME, OMIT, "lastTimestamp")
	FIELD(8, INT32, OMIT, "count") FIELD(9, STRING, OMIT, "type")
	FIELD(10, MICROTIME, OMIT, "eventTime") REF(11, 0, "series", core_v1_EventSeries)
	FIELD(12, STRING, OMIT, "action") REF(13, 0, "related", core_v1_ObjectReference)
	FIELD(14, STRING, 0, "reportingComponent") FIELD(15, STRING, 0, "reportingInstance"))
MESSAGE(core_v1_EventSource, core_v1_EventSource,
	FIELD(1, STRING, OMIT, "component") FIELD(2, STRING, OMIT, "host"))
MESSAGE(core_v1_EventSeries, core_v1_EventSeries,
	FIELD(1, INT32, OMIT, "count") FIELD(2, MICROTIME, OMIT, "lastObservedTime"))
MESSAGE(core_v1_LimitRange, core_v1_LimitRange,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", core_v1_LimitRangeSpec))
MESSAGE(core_v1_LimitRangeSpec, core_v1_LimitRangeSpec,
	REF(1, REP | REQ, "limits", core_v1_LimitRangeItem))
MESSAGE(core_v1_LimitRangeItem, core_v1_LimitRangeItem,
	FIELD(1, STRING, REQ, "type") FIELD(2, QUANTITY, MAP | OMIT, "max")
	FIELD(3, QUANTITY, MAP | OMIT, "min") FIELD(4, QUANTITY, MAP | OMIT, "default")
	FIELD(5, QUANTITY, MAP | OMIT, "defaultRequest")
	FIELD(6, QUANTITY, MAP | OMIT, "maxLimitRequestRatio"))
MESSAGE(core_v1_Namespace, core_v1_Namespace,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", core_v1_NamespaceSpec)
	REF(3, OMIT, "status", core_v1_NamespaceStatus))
MESSAGE(core_v1_NamespaceSpec, core_v1_NamespaceSpec,
	FIELD(1, STRING, REP | OMIT, "finalizers"))
MESSAGE(core_v1_NamespaceStatus, core_v1_NamespaceStatus,
	FIELD(1, STRING, OMIT, "phase")
	REF(2, REP | OMIT, "conditions", core_v1_NamespaceCondition))
MESSAGE(core_v1_NamespaceCondition, core_v1_NamespaceCondition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(4, TIME, OMIT, "lastTransitionTime") FIELD(5, STRING, OMIT, "reason")
	FIELD(6, STRING, OMIT, "message"))
MESSAGE(core_v1_Node, core_v1_Node,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", core_v1_NodeSpec)
	REF(3, OMIT, "status", core_v1_NodeStatus))
MESSAGE(core_v1_NodeSpec, core_v1_NodeSpec,
	FIELD(1, STRING, OMIT, "podCIDR") FIELD(7, STRING, REP | OMIT, "podCIDRs")
	FIELD(3, STRING, OMIT, "providerID") FIELD(4, BOOL, OMIT, "unschedulable")
	REF(5, REP | OMIT, "taints", core_v1_Taint)
	REF(6, 0, "configSource", core_v1_NodeConfigSource) FIELD(2, STRING, OMIT, "externalID"))
MESSAGE(core_v1_Taint, core_v1_Taint,
	FIELD(1, STRING, REQ, "key") FIELD(2, STRING, OMIT, "value")
	FIELD(3, STRING, REQ, "effect") FIELD(4, TIME, 0, "timeAdded"))
MESSAGE(core_v1_NodeConfigSource, core_v1_NodeConfigSource,
	REF(2, 0, "configMap", core_v1_ConfigMapNodeConfigSource))
MESSAGE(core_v1_ConfigMapNodeConfigSource, core_v1_ConfigMapNodeConfigSource,
	FIELD(1, STRING, REQ, "namespace") FIELD(2, STRING, REQ, "name")
	FIELD(3, STRING, OMIT, "uid") FIELD(4, STRING, OMIT, "resourceVersion")
	FIELD(5, STRING, REQ, "kubeletConfigKey"))
MESSAGE(core_v1_NodeStatus, core_v1_NodeStatus,
	FIELD(1, QUANTITY, MAP | OMIT, "capacity") FIELD(2, QUANTITY, MAP | OMIT, "allocatable")
	FIELD(3, STRING, OMIT, "phase") REF(4, REP | OMIT, "conditions", core_v1_NodeCondition)
	REF(5, REP | OMIT, "addresses", core_v1_NodeAddress)
	REF(6, OMIT, "daemonEndpoints", core_v1_NodeDaemonEndpoints)
	REF(7, OMIT, "nodeInfo", core_v1_NodeSystemInfo)
	REF(8, REP | OMIT, "images", core_v1_ContainerImage)
	FIELD(9, STRING, REP | OMIT, "volumesInUse")
	REF(10, REP | OMIT, "volumesAttached", core_v1_AttachedVolume)
	REF(11, 0, "config", core_v1_NodeConfigStatus)
	REF(12, REP | OMIT, "runtimeHandlers", core_v1_NodeRuntimeHandler)
	REF(13, 0, "features", core_v1_NodeFeatures))
MESSAGE(core_v1_NodeCondition, core_v1_NodeCondition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(3, TIME, OMIT, "lastHeartbeatTime") FIELD(4, TIME, OMIT, "lastTransitionTime")
	FIELD(5, STRING, OMIT, "reason") FIELD(6, STRING, OMIT, "message"))
MESSAGE(core_v1_NodeAddress, core_v1_NodeAddress,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "address"))
MESSAGE(core_v1_NodeDaemonEndpoints, core_v1_NodeDaemonEndpoints,
	REF(1, OMIT, "kubeletEndpoint", core_v1_DaemonEndpoint))
MESSAGE(core_v1_DaemonEndpoint, core_v1_DaemonEndpoint,
	FIELD(1, INT32, REQ, "Port"))
MESSAGE(core_v1_NodeSystemInfo, core_v1_NodeSystemInfo,
	FIELD(1, STRING, REQ, "machineID") FIELD(2, STRING, REQ, "systemUUID")
	FIELD(3, STRING, REQ, "bootID") FIELD(4, STRING, REQ, "kernelVersion")
	FIELD(5, STRING, REQ, "osImage") FIELD(6, STRING, REQ, "containerRuntimeVersion")
	FIELD(7, STRING, REQ, "kubeletVersion") FIELD(8, STRING, REQ, "kubeProxyVersion")
	FIELD(9, STRING, REQ, "operatingSystem") FIELD(10, STRING, REQ, "architecture")
	REF(11, 0, "swap", core_v1_NodeSwapStatus))
MESSAGE(core_v1_NodeSwapStatus, core_v1_NodeSwapStatus,
	FIELD(1, INT64, 0, "capacity"))
MESSAGE(core_v1_ContainerImage, core_v1_ContainerImage,
	FIELD(1, STRING, REP, "names") FIELD(2, INT64, OMIT, "sizeBytes"))
MESSAGE(core_v1_AttachedVolume, core_v1_AttachedVolume,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "devicePath"))
MESSAGE(core_v1_NodeConfigStatus, core_v1_NodeConfigStatus,
	REF(1, 0, "assigned", core_v1_NodeConfigSource)
	REF(2, 0, "active", core_v1_NodeConfigSource)
	REF(3, 0, "lastKnownGood", core_v1_NodeConfigSource) FIELD(4, STRING, OMIT, "error"))
MESSAGE(core_v1_NodeRuntimeHandler, core_v1_NodeRuntimeHandler,
	FIELD(1, STRING, 0, "name") REF(2, 0, "features", core_v1_NodeRuntimeHandlerFeatures))
MESSAGE(core_v1_NodeRuntimeHandlerFeatures, core_v1_NodeRuntimeHandlerFeatures,
	FIELD(1, BOOL, 0, "recursiveReadOnlyMounts") FIELD(2, BOOL, 0, "userNamespaces"))
MESSAGE(core_v1_NodeFeatures, core_v1_NodeFeatures,
	FIELD(1, BOOL, 0, "supplementalGroupsPolicy"))
MESSAGE(core_v1_PersistentVolumeClaim, core_v1_PersistentVolumeClaim,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", core_v1_PersistentVolumeClaimSpec)
	REF(3, OMIT, "status", core_v1_PersistentVolumeClaimStatus))
MESSAGE(core_v1_PersistentVolumeClaimSpec, core_v1_PersistentVolumeClaimSpec,
	FIELD(1, STRING, REP | OMIT, "accessModes") REF(4, 0, "selector", meta_v1_LabelSelector)
	REF(2, OMIT, "resources", core_v1_VolumeResourceRequirements)
	FIELD(3, STRING, OMIT, "volumeName") FIELD(5, STRING, 0, "storageClassName")
	FIELD(6, STRING, 0, "volumeMode")
	REF(7, 0, "dataSource", core_v1_TypedLocalObjectReference)
	REF(8, 0, "dataSourceRef", core_v1_TypedObjectReference)
	FIELD(9, STRING, 0, "volumeAttributesClassName"))
MESSAGE(meta_v1_LabelSelector, meta_v1_LabelSelector,
	FIELD(1, STRING, MAP | OMIT, "matchLabels")
	REF(2, REP | OMIT, "matchExpressions", meta_v1_LabelSelectorRequirement))
MESSAGE(meta_v1_LabelSelectorRequirement, meta_v1_LabelSelectorRequirement,
	FIELD(1, STRING, REQ, "key") FIELD(2, STRING, REQ, "operator")
	FIELD(3, STRING, REP | OMIT, "values"))
MESSAGE(core_v1_VolumeResourceRequirements, core_v1_VolumeResourceRequirements,
	FIELD(1, QUANTITY, MAP | OMIT, "limits") FIELD(2, QUANTITY, MAP | OMIT, "requests"))
MESSAGE(core_v1_TypedLocalObjectReference, core_v1_TypedLocalObjectReference,
	FIELD(1, STRING, 0, "apiGroup") FIELD(2, STRING, REQ, "kind") FIELD(3, STRING, REQ, "name"))
MESSAGE(core_v1_TypedObjectReference, core_v1_TypedObjectReference,
	FIELD(1, STRING, 0, "apiGroup") FIELD(2, STRING, REQ, "kind") FIELD(3, STRING, REQ, "name")
	FIELD(4, STRING, 0, "namespace"))
MESSAGE(core_v1_PersistentVolumeClaimStatus, core_v1_PersistentVolumeClaimStatus,
	FIELD(1, STRING, OMIT, "phase") FIELD(2, STRING, REP | OMIT, "accessModes")
	FIELD(3, QUANTITY, MAP | OMIT, "capacity")
	REF(4, REP | OMIT, "conditions", core_v1_PersistentVolumeClaimCondition)
	FIELD(5, QUANTITY, MAP | OMIT, "allocatedResources")
	FIELD(7, STRING, MAP | OMIT, "allocatedResourceStatuses")
	FIELD(8, STRING, 0, "currentVolumeAttributesClassName")
	REF(9, 0, "modifyVolumeStatus", core_v1_ModifyVolumeStatus))
MESSAGE(core_v1_PersistentVolumeClaimCondition, core_v1_PersistentVolumeClaimCondition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(3, TIME, OMIT, "lastProbeTime") FIELD(4, TIME, OMIT, "lastTransitionTime")
	FIELD(5, STRING, OMIT, "reason") FIELD(6, STRING, OMIT, "message"))
MESSAGE(core_v1_ModifyVolumeStatus, core_v1_ModifyVolumeStatus,
	FIELD(1, STRING, OMIT, "targetVolumeAttributesClassName") FIELD(2, STRING, REQ, "status"))
MESSAGE(core_v1_PersistentVolume, core_v1_PersistentVolume,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", core_v1_PersistentVolumeSpec)
	REF(3, OMIT, "status", core_v1_PersistentVolumeStatus))
MESSAGE(core_v1_PersistentVolumeSpec, core_v1_PersistentVolumeSpec,
	FIELD(1, QUANTITY, MAP | OMIT, "capacity")
	REF(2, INL, "persistentVolumeSource", core_v1_PersistentVolumeSource)
	FIELD(3, STRING, REP | OMIT, "accessModes") REF(4, 0, "claimRef", core_v1_ObjectReference)
	FIELD(5, STRING, OMIT, "persistentVolumeReclaimPolicy")
	FIELD(6, STRING, OMIT, "storageClassName") FIELD(7, STRING, REP | OMIT, "mountOptions")
	FIELD(8, STRING, 0, "volumeMode") REF(9, 0, "nodeAffinity", core_v1_VolumeNodeAffinity)
	FIELD(10, STRING, 0, "volumeAttributesClassName"))
MESSAGE(core_v1_PersistentVolumeSource, core_v1_PersistentVolumeSource,
	REF(1, 0, "gcePersistentDisk", core_v1_GCEPersistentDiskVolumeSource)
	REF(2, 0, "awsElasticBlockStore", core_v1_AWSElasticBlockStoreVolumeSource)
	REF(3, 0, "hostPath", core_v1_HostPathVolumeSource)
	REF(4, 0, "glusterfs", core_v1_GlusterfsPersistentVolumeSource)
	REF(5, 0, "nfs", core_v1_NFSVolumeSource)
	REF(6, 0, "rbd", core_v1_RBDPersistentVolumeSource)
	REF(7, 0, "iscsi", core_v1_ISCSIPersistentVolumeSource)
	REF(8, 0, "cinder", core_v1_CinderPersistentVolumeSource)
	REF(9, 0, "cephfs", core_v1_CephFSPersistentVolumeSource)
	REF(10, 0, "fc", core_v1_FCVolumeSource) REF(11, 0, "flocker", core_v1_FlockerVolumeSource)
	REF(12, 0, "flexVolume", core_v1_FlexPersistentVolumeSource)
	REF(13, 0, "azureFile", core_v1_AzureFilePersistentVolumeSource)
	REF(14, 0, "vsphereVolume", core_v1_VsphereVirtualDiskVolumeSource)
	REF(15, 0, "quobyte", core_v1_QuobyteVolumeSource)
	REF(16, 0, "azureDisk", core_v1_AzureDiskVolumeSource)
	REF(17, 0, "photonPersistentDisk", core_v1_PhotonPersistentDiskVolumeSource)
	REF(18, 0, "portworxVolume", core_v1_PortworxVolumeSource)
	REF(19, 0, "scaleIO", core_v1_ScaleIOPersistentVolumeSource)
	REF(20, 0, "local", core_v1_LocalVolumeSource)
	REF(21, 0, "storageos", core_v1_StorageOSPersistentVolumeSource)
	REF(22, 0, "csi", core_v1_CSIPersistentVolumeSource))
MESSAGE(core_v1_GCEPersistentDiskVolumeSource, core_v1_GCEPersistentDiskVolumeSource,
	FIELD(1, STRING, REQ, "pdName") FIELD(2, STRING, OMIT, "fsType")
	FIELD(3, INT32, OMIT, "partition") FIELD(4, BOOL, OMIT, "readOnly"))
MESSAGE(core_v1_AWSElasticBlockStoreVolumeSource, core_v1_AWSElasticBlockStoreVolumeSource,
	FIELD(1, STRING, REQ, "volumeID") FIELD(2, STRING, OMIT, "fsType")
	FIELD(3, INT32, OMIT, "partition") FIELD(4, BOOL, OMIT, "readOnly"))
MESSAGE(core_v1_HostPathVolumeSource, core_v1_HostPathVolumeSource,
	FIELD(1, STRING, REQ, "path") FIELD(2, STRING, 0, "type"))
MESSAGE(core_v1_GlusterfsPersistentVolumeSource, core_v1_GlusterfsPersistentVolumeSource,
	FIELD(1, STRING, REQ, "endpoints") FIELD(2, STRING, REQ, "path")
	FIELD(3, BOOL, OMIT, "readOnly") FIELD(4, STRING, 0, "endpointsNamespace"))
MESSAGE(core_v1_NFSVolumeSource, core_v1_NFSVolumeSource,
	FIELD(1, STRING, REQ, "server") FIELD(2, STRING, REQ, "path")
	FIELD(3, BOOL, OMIT, "readOnly"))
MESSAGE(core_v1_RBDPersistentVolumeSource, core_v1_RBDPersistentVolumeSource,
	FIELD(1, STRING, REP | REQ, "monitors") FIELD(2, STRING, REQ, "image")
	FIELD(3, STRING, OMIT, "fsType") FIELD(4, STRING, OMIT, "pool")
	FIELD(5, STRING, OMIT, "user") FIELD(6, STRING, OMIT, "keyring")
	REF(7, 0, "secretRef", core_v1_SecretReference) FIELD(8, BOOL, OMIT, "readOnly"))
MESSAGE(core_v1_SecretReference, core_v1_SecretReference,
	FIELD(1, STRING, OMIT, "name") FIELD(2, STRING, OMIT, "namespace"))
MESSAGE(core_v1_ISCSIPersistentVolumeSource, core_v1_ISCSIPersistentVolumeSource,
	FIELD(1, STRING, REQ, "targetPortal") FIELD(2, STRING, REQ, "iqn")
	FIELD(3, INT32, REQ, "lun") FIELD(4, STRING, OMIT, "iscsiInterface")
	FIELD(5, STRING, OMIT, "fsType") FIELD(6, BOOL, OMIT, "readOnly")
	FIELD(7, STRING, REP | OMIT, "portals") FIELD(8, BOOL, OMIT, "chapAuthDiscovery")
	FIELD(11, BOOL, OMIT, "chapAuthSession") REF(10, 0, "secretRef", core_v1_SecretReference)
	FIELD(12, STRING, 0, "initiatorName"))
MESSAGE(core_v1_CinderPersistentVolumeSource, core_v1_CinderPersistentVolumeSource,
	FIELD(1, STRING, REQ, "volumeID") FIELD(2, STRING, OMIT, "fsType")
	FIELD(3, BOOL, OMIT, "readOnly") REF(4, 0, "secretRef", core_v1_SecretReference))
MESSAGE(core_v1_CephFSPersistentVolumeSource, core_v1_CephFSPersistentVolumeSource,
	FIELD(1, STRING, REP | REQ, "monitors") FIELD(2, STRING, OMIT, "path")
	FIELD(3, STRING, OMIT, "user") FIELD(4, STRING, OMIT, "secretFile")
	REF(5, 0, "secretRef", core_v1_SecretReference) FIELD(6, BOOL, OMIT, "readOnly"))
MESSAGE(core_v1_FCVolumeSource, core_v1_FCVolumeSource,
	FIELD(1, STRING, REP | OMIT, "targetWWNs") FIELD(2, INT32, 0, "lun")
	FIELD(3, STRING, OMIT, "fsType") FIELD(4, BOOL, OMIT, "readOnly")
	FIELD(5, STRING, REP | OMIT, "wwids"))
MESSAGE(core_v1_FlockerVolumeSource, core_v1_FlockerVolumeSource,
	FIELD(1, STRING, OMIT, "datasetName") FIELD(2, STRING, OMIT, "datasetUUID"))
MESSAGE(core_v1_FlexPersistentVolumeSource, core_v1_FlexPersistentVolumeSource,
	FIELD(1, STRING, REQ, "driver") FIELD(2, STRING, OMIT, "fsType")
	REF(3, 0, "secretRef", core_v1_SecretReference) FIELD(4, BOOL, OMIT, "readOnly")
	FIELD(5, STRING, MAP | OMIT, "options"))
MESSAGE(core_v1_AzureFilePersistentVolumeSource, core_v1_AzureFilePersistentVolumeSource,
	FIELD(1, STRING, REQ, "secretName") FIELD(2, STRING, REQ, "shareName")
	FIELD(3, BOOL, OMIT, "readOnly") FIELD(4, STRING, 0, "secretNamespace"))
MESSAGE(core_v1_VsphereVirtualDiskVolumeSource, core_v1_VsphereVirtualDiskVolumeSource,
	FIELD(1, STRING, REQ, "volumePath") FIELD(2, STRING, OMIT, "fsType")
	FIELD(3, STRING, OMIT, "storagePolicyName") FIELD(4, STRING, OMIT, "storagePolicyID"))
MESSAGE(core_v1_QuobyteVolumeSource, core_v1_QuobyteVolumeSource,
	FIELD(1, STRING, REQ, "registry") FIELD(2, STRING, REQ, "volume")
	FIELD(3, BOOL, OMIT, "readOnly") FIELD(4, STRING, OMIT, "user")
	FIELD(5, STRING, OMIT, "group") FIELD(6, STRING, OMIT, "tenant"))
MESSAGE(core_v1_AzureDiskVolumeSource, core_v1_AzureDiskVolumeSource,
	FIELD(1, STRING, REQ, "diskName") FIELD(2, STRING, REQ, "diskURI")
	FIELD(3, STRING, 0, "cachingMode") FIELD(4, STRING, 0, "fsType")
	FIELD(5, BOOL, 0, "readOnly") FIELD(6, STRING, 0, "kind"))
MESSAGE(core_v1_PhotonPersistentDiskVolumeSource, core_v1_PhotonPersistentDiskVolumeSource,
	FIELD(1, STRING, REQ, "pdID") FIELD(2, STRING, OMIT, "fsType"))
MESSAGE(core_v1_PortworxVolumeSource, core_v1_PortworxVolumeSource,
	FIELD(1, STRING, REQ, "volumeID") FIELD(2, STRING, OMIT, "fsType")
	FIELD(3, BOOL, OMIT, "readOnly"))
MESSAGE(core_v1_ScaleIOPersistentVolumeSource, core_v1_ScaleIOPersistentVolumeSource,
	FIELD(1, STRING, REQ, "gateway") FIELD(2, STRING, REQ, "system")
	REF(3, REQ, "secretRef", core_v1_SecretReference) FIELD(4, BOOL, OMIT, "sslEnabled")
	FIELD(5, STRING, OMIT, "protectionDomain") FIELD(6, STRING, OMIT, "storagePool")
	FIELD(7, STRING, OMIT, "storageMode") FIELD(8, STRING, OMIT, "volumeName")
	FIELD(9, STRING, OMIT, "fsType") FIELD(10, BOOL, OMIT, "readOnly"))
MESSAGE(core_v1_LocalVolumeSource, core_v1_LocalVolumeSource,
	FIELD(1, STRING, REQ, "path") FIELD(2, STRING, 0, "fsType"))
MESSAGE(core_v1_StorageOSPersistentVolumeSource, core_v1_StorageOSPersistentVolumeSource,
	FIELD(1, STRING, OMIT, "volumeName") FIELD(2, STRING, OMIT, "volumeNamespace")
	FIELD(3, STRING, OMIT, "fsType") FIELD(4, BOOL, OMIT, "readOnly")
	REF(5, 0, "secretRef", core_v1_ObjectReference))
MESSAGE(core_v1_CSIPersistentVolumeSource, core_v1_CSIPersistentVolumeSource,
	FIELD(1, STRING, REQ, "driver") FIELD(2, STRING, REQ, "volumeHandle")
	FIELD(3, BOOL, OMIT, "readOnly") FIELD(4, STRING, OMIT, "fsType")
	FIELD(5, STRING, MAP | OMIT, "volumeAttributes")
	REF(6, 0, "controllerPublishSecretRef", core_v1_SecretReference)
	REF(7, 0, "nodeStageSecretRef", core_v1_SecretReference)
	REF(8, 0, "nodePublishSecretRef", core_v1_SecretReference)
	REF(9, 0, "controllerExpandSecretRef", core_v1_SecretReference)
	REF(10, 0, "nodeExpandSecretRef", core_v1_SecretReference))
MESSAGE(core_v1_VolumeNodeAffinity, core_v1_VolumeNodeAffinity,
	REF(1, 0, "required", core_v1_NodeSelector))
MESSAGE(core_v1_NodeSelector, core_v1_NodeSelector,
	REF(1, REP | REQ, "nodeSelectorTerms", core_v1_NodeSelectorTerm))
MESSAGE(core_v1_NodeSelectorTerm, core_v1_NodeSelectorTerm,
	REF(1, REP | OMIT, "matchExpressions", core_v1_NodeSelectorRequirement)
	REF(2, REP | OMIT, "matchFields", core_v1_NodeSelectorRequirement))
MESSAGE(core_v1_NodeSelectorRequirement, core_v1_NodeSelectorRequirement,
	FIELD(1, STRING, REQ, "key") FIELD(2, STRING, REQ, "operator")
	FIELD(3, STRING, REP | OMIT, "values"))
MESSAGE(core_v1_PersistentVolumeStatus, core_v1_PersistentVolumeStatus,
	FIELD(1, STRING, OMIT, "phase") FIELD(2, STRING, OMIT, "message")
	FIELD(3, STRING, OMIT, "reason") FIELD(4, TIME, 0, "lastPhaseTransitionTime"))
MESSAGE(core_v1_Pod, core_v1_Pod,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", core_v1_PodSpec)
	REF(3, OMIT, "status", core_v1_PodStatus))
MESSAGE(core_v1_PodSpec, core_v1_PodSpec,
	REF(1, REP | OMIT, "volumes", core_v1_Volume)
	REF(20, REP | OMIT, "initContainers", core_v1_Container)
	REF(2, REP | REQ, "containers", core_v1_Container)
	REF(34, REP | OMIT, "ephemeralContainers", core_v1_EphemeralContainer)
	FIELD(3, STRING, OMIT, "restartPolicy") FIELD(4, INT64, 0, "terminationGracePeriodSeconds")
	FIELD(5, INT64, 0, "activeDeadlineSeconds") FIELD(6, STRING, OMIT, "dnsPolicy")
	FIELD(7, STRING, MAP | OMIT, "nodeSelector") FIELD(8, STRING, OMIT, "serviceAccountName")
	FIELD(9, STRING, OMIT, "serviceAccount") FIELD(21, BOOL, 0, "automountServiceAccountToken")
	FIELD(10, STRING, OMIT, "nodeName") FIELD(11, BOOL, OMIT, "hostNetwork")
	FIELD(12, BOOL, OMIT, "hostPID") FIELD(13, BOOL, OMIT, "hostIPC")
	FIELD(27, BOOL, 0, "shareProcessNamespace")
	REF(14, 0, "securityContext", core_v1_PodSecurityContext)
	REF(15, REP | OMIT, "imagePullSecrets", core_v1_LocalObjectReference)
	FIELD(16, STRING, OMIT, "hostname") FIELD(17, STRING, OMIT, "subdomain")
	REF(18, 0, "affinity", core_v1_Affinity) FIELD(19, STRING, OMIT, "schedulerName")
	REF(22, REP | OMIT, "tolerations", core_v1_Toleration)
	REF(23, REP | OMIT, "hostAliases", core_v1_HostAlias)
	FIELD(24, STRING, OMIT, "priorityClassName") FIELD(25, INT32, 0, "priority")
	REF(26, 0, "dnsConfig", core_v1_PodDNSConfig)
	REF(28, REP | OMIT, "readinessGates", core_v1_PodReadinessGate)
	FIELD(29, STRING, 0, "runtimeClassName") FIELD(30, BOOL, 0, "enableServiceLinks")
	FIELD(31, STRING, 0, "preemptionPolicy") FIELD(32, QUANTITY, MAP | OMIT, "overhead")
	REF(33, REP | OMIT, "topologySpreadConstraints", core_v1_TopologySpreadConstraint)
	FIELD(35, BOOL, 0, "setHostnameAsFQDN") REF(36, 0, "os", core_v1_PodOS)
	FIELD(37, BOOL, 0, "hostUsers")
	REF(38, REP | OMIT, "schedulingGates", core_v1_PodSchedulingGate)
	REF(39, REP | OMIT, "resourceClaims", core_v1_PodResourceClaim)
	REF(40, 0, "resources", core_v1_ResourceRequirements)
	FIELD(41, STRING, 0, "hostnameOverride"))
MESSAGE(core_v1_Volume, core_v1_Volume,
	FIELD(1, STRING, REQ, "name") REF(2, INL, "volumeSource", core_v1_VolumeSource))
MESSAGE(core_v1_VolumeSource, core_v1_VolumeSource,
	REF(1, 0, "hostPath", core_v1_HostPathVolumeSource)
	REF(2, 0, "emptyDir", core_v1_EmptyDirVolumeSource)
	REF(3, 0, "gcePersistentDisk", core_v1_GCEPersistentDiskVolumeSource)
	REF(4, 0, "awsElasticBlockStore", core_v1_AWSElasticBlockStoreVolumeSource)
	REF(5, 0, "gitRepo", core_v1_GitRepoVolumeSource)
	REF(6, 0, "secret", core_v1_SecretVolumeSource) REF(7, 0, "nfs", core_v1_NFSVolumeSource)
	REF(8, 0, "iscsi", core_v1_ISCSIVolumeSource)
	REF(9, 0, "glusterfs", core_v1_GlusterfsVolumeSource)
	REF(10, 0, "persistentVolumeClaim", core_v1_PersistentVolumeClaimVolumeSource)
	REF(11, 0, "rbd", core_v1_RBDVolumeSource)
	REF(12, 0, "flexVolume", core_v1_FlexVolumeSource)
	REF(13, 0, "cinder", core_v1_CinderVolumeSource)
	REF(14, 0, "cephfs", core_v1_CephFSVolumeSource)
	REF(15, 0, "flocker", core_v1_FlockerVolumeSource)
	REF(16, 0, "downwardAPI", core_v1_DownwardAPIVolumeSource)
	REF(17, 0, "fc", core_v1_FCVolumeSource)
	REF(18, 0, "azureFile", core_v1_AzureFileVolumeSource)
	REF(19, 0, "configMap", core_v1_ConfigMapVolumeSource)
	REF(20, 0, "vsphereVolume", core_v1_VsphereVirtualDiskVolumeSource)
	REF(21, 0, "quobyte", core_v1_QuobyteVolumeSource)
	REF(22, 0, "azureDisk", core_v1_AzureDiskVolumeSource)
	REF(23, 0, "photonPersistentDisk", core_v1_PhotonPersistentDiskVolumeSource)
	REF(26, 0, "projected", core_v1_ProjectedVolumeSource)
	REF(24, 0, "portworxVolume", core_v1_PortworxVolumeSource)
	REF(25, 0, "scaleIO", core_v1_ScaleIOVolumeSource)
	REF(27, 0, "storageos", core_v1_StorageOSVolumeSource)
	REF(28, 0, "csi", core_v1_CSIVolumeSource)
	REF(29, 0, "ephemeral", core_v1_EphemeralVolumeSource)
	REF(30, 0, "image", core_v1_ImageVolumeSource))
MESSAGE(core_v1_EmptyDirVolumeSource, core_v1_EmptyDirVolumeSource,
	FIELD(1, STRING, OMIT, "medium") FIELD(2, QUANTITY, 0, "sizeLimit"))
MESSAGE(core_v1_GitRepoVolumeSource, core_v1_GitRepoVolumeSource,
	FIELD(1, STRING, REQ, "repository") FIELD(2, STRING, OMIT, "revision")
	FIELD(3, STRING, OMIT, "directory"))
MESSAGE(core_v1_SecretVolumeSource, core_v1_SecretVolumeSource,
	FIELD(1, STRING, OMIT, "secretName") REF(2, REP | OMIT, "items", core_v1_KeyToPath)
	FIELD(3, INT32, 0, "defaultMode") FIELD(4, BOOL, 0, "optional"))
MESSAGE(core_v1_KeyToPath, core_v1_KeyToPath,
	FIELD(1, STRING, REQ, "key") FIELD(2, STRING, REQ, "path") FIELD(3, INT32, 0, "mode"))
MESSAGE(core_v1_ISCSIVolumeSource, core_v1_ISCSIVolumeSource,
	FIELD(1, STRING, REQ, "targetPortal") FIELD(2, STRING, REQ, "iqn")
	FIELD(3, INT32, REQ, "lun") FIELD(4, STRING, OMIT, "iscsiInterface")
	FIELD(5, STRING, OMIT, "fsType") FIELD(6, BOOL, OMIT, "readOnly")
	FIELD(7, STRING, REP | OMIT, "portals") FIELD(8, BOOL, OMIT, "chapAuthDiscovery")
	FIELD(11, BOOL, OMIT, "chapAuthSession")
	REF(10, 0, "secretRef", core_v1_LocalObjectReference) FIELD(12, STRING, 0, "initiatorName"))
MESSAGE(core_v1_LocalObjectReference, core_v1_LocalObjectReference,
	FIELD(1, STRING, OMIT, "name"))
MESSAGE(core_v1_GlusterfsVolumeSource, core_v1_GlusterfsVolumeSource,
	FIELD(1, STRING, REQ, "endpoints") FIELD(2, STRING, REQ, "path")
	FIELD(3, BOOL, OMIT, "readOnly"))
MESSAGE(core_v1_PersistentVolumeClaimVolumeSource, core_v1_PersistentVolumeClaimVolumeSource,
	FIELD(1, STRING, REQ, "claimName") FIELD(2, BOOL, OMIT, "readOnly"))
MESSAGE(core_v1_RBDVolumeSource, core_v1_RBDVolumeSource,
	FIELD(1, STRING, REP | REQ, "monitors") FIELD(2, STRING, REQ, "image")
	FIELD(3, STRING, OMIT, "fsType") FIELD(4, STRING, OMIT, "pool")
	FIELD(5, STRING, OMIT, "user") FIELD(6, STRING, OMIT, "keyring")
	REF(7, 0, "secretRef", core_v1_LocalObjectReference) FIELD(8, BOOL, OMIT, "readOnly"))
MESSAGE(core_v1_FlexVolumeSource, core_v1_FlexVolumeSource,
	FIELD(1, STRING, REQ, "driver") FIELD(2, STRING, OMIT, "fsType")
	REF(3, 0, "secretRef", core_v1_LocalObjectReference) FIELD(4, BOOL, OMIT, "readOnly")
	FIELD(5, STRING, MAP | OMIT, "options"))
MESSAGE(core_v1_CinderVolumeSource, core_v1_CinderVolumeSource,
	FIELD(1, STRING, REQ, "volumeID") FIELD(2, STRING, OMIT, "fsType")
	FIELD(3, BOOL, OMIT, "readOnly") REF(4, 0, "secretRef", core_v1_LocalObjectReference))
MESSAGE(core_v1_CephFSVolumeSource, core_v1_CephFSVolumeSource,
	FIELD(1, STRING, REP | REQ, "monitors") FIELD(2, STRING, OMIT, "path")
	FIELD(3, STRING, OMIT, "user") FIELD(4, STRING, OMIT, "secretFile")
	REF(5, 0, "secretRef", core_v1_LocalObjectReference) FIELD(6, BOOL, OMIT, "readOnly"))
MESSAGE(core_v1_DownwardAPIVolumeSource, core_v1_DownwardAPIVolumeSource,
	REF(1, REP | OMIT, "items", core_v1_DownwardAPIVolumeFile)
	FIELD(2, INT32, 0, "defaultMode"))
MESSAGE(core_v1_DownwardAPIVolumeFile, core_v1_DownwardAPIVolumeFile,
	FIELD(1, STRING, REQ, "path") REF(2, 0, "fieldRef", core_v1_ObjectFieldSelector)
	REF(3, 0, "resourceFieldRef", core_v1_ResourceFieldSelector) FIELD(4, INT32, 0, "mode"))
MESSAGE(core_v1_ObjectFieldSelector, core_v1_ObjectFieldSelector,
	FIELD(1, STRING, OMIT, "apiVersion") FIELD(2, STRING, REQ, "fieldPath"))
MESSAGE(core_v1_ResourceFieldSelector, core_v1_ResourceFieldSelector,
	FIELD(1, STRING, OMIT, "containerName") FIELD(2, STRING, REQ, "resource")
	FIELD(3, QUANTITY, OMIT, "divisor"))
MESSAGE(core_v1_AzureFileVolumeSource, core_v1_AzureFileVolumeSource,
	FIELD(1, STRING, REQ, "secretName") FIELD(2, STRING, REQ, "shareName")
	FIELD(3, BOOL, OMIT, "readOnly"))
MESSAGE(core_v1_ConfigMapVolumeSource, core_v1_ConfigMapVolumeSource,
	REF(1, INL, "localObjectReference", core_v1_LocalObjectReference)
	REF(2, REP | OMIT, "items", core_v1_KeyToPath) FIELD(3, INT32, 0, "defaultMode")
	FIELD(4, BOOL, 0, "optional"))
MESSAGE(core_v1_ProjectedVolumeSource, core_v1_ProjectedVolumeSource,
	REF(1, REP, "sources", core_v1_VolumeProjection) FIELD(2, INT32, 0, "defaultMode"))
MESSAGE(core_v1_VolumeProjection, core_v1_VolumeProjection,
	REF(1, 0, "secret", core_v1_SecretProjection)
	REF(2, 0, "downwardAPI", core_v1_DownwardAPIProjection)
	REF(3, 0, "configMap", core_v1_ConfigMapProjection)
	REF(4, 0, "serviceAccountToken", core_v1_ServiceAccountTokenProjection)
	REF(5, 0, "clusterTrustBundle", core_v1_ClusterTrustBundleProjection)
	REF(6, 0, "podCertificate", core_v1_PodCertificateProjection))
MESSAGE(core_v1_SecretProjection, core_v1_SecretProjection,
	REF(1, INL, "localObjectReference", core_v1_LocalObjectReference)
	REF(2, REP | OMIT, "items", core_v1_KeyToPath) FIELD(4, BOOL, 0, "optional"))
MESSAGE(core_v1_DownwardAPIProjection, core_v1_DownwardAPIProjection,
	REF(1, REP | OMIT, "items", core_v1_DownwardAPIVolumeFile))
MESSAGE(core_v1_ConfigMapProjection, core_v1_ConfigMapProjection,
	REF(1, INL, "localObjectReference", core_v1_LocalObjectReference)
	REF(2, REP | OMIT, "items", core_v1_KeyToPath) FIELD(4, BOOL, 0, "optional"))
MESSAGE(core_v1_ServiceAccountTokenProjection, core_v1_ServiceAccountTokenProjection,
	FIELD(1, STRING, OMIT, "audience") FIELD(2, INT64, 0, "expirationSeconds")
	FIELD(3, STRING, REQ, "path"))
MESSAGE(core_v1_ClusterTrustBundleProjection, core_v1_ClusterTrustBundleProjection,
	FIELD(1, STRING, 0, "name") FIELD(2, STRING, 0, "signerName")
	REF(3, 0, "labelSelector", meta_v1_LabelSelector) FIELD(5, BOOL, 0, "optional")
	FIELD(4, STRING, REQ, "path"))
MESSAGE(core_v1_PodCertificateProjection, core_v1_PodCertificateProjection,
	FIELD(1, STRING, OMIT | REQ, "signerName") FIELD(2, STRING, OMIT | REQ, "keyType")
	FIELD(3, INT32, 0, "maxExpirationSeconds") FIELD(4, STRING, OMIT, "credentialBundlePath")
	FIELD(5, STRING, OMIT, "keyPath") FIELD(6, STRING, OMIT, "certificateChainPath"))
MESSAGE(core_v1_ScaleIOVolumeSource, core_v1_ScaleIOVolumeSource,
	FIELD(1, STRING, REQ, "gateway") FIELD(2, STRING, REQ, "system")
	REF(3, REQ, "secretRef", core_v1_LocalObjectReference) FIELD(4, BOOL, OMIT, "sslEnabled")
	FIELD(5, STRING, OMIT, "protectionDomain") FIELD(6, STRING, OMIT, "storagePool")
	FIELD(7, STRING, OMIT, "storageMode") FIELD(8, STRING, OMIT, "volumeName")
	FIELD(9, STRING, OMIT, "fsType") FIELD(10, BOOL, OMIT, "readOnly"))
MESSAGE(core_v1_StorageOSVolumeSource, core_v1_StorageOSVolumeSource,
	FIELD(1, STRING, OMIT, "volumeName") FIELD(2, STRING, OMIT, "volumeNamespace")
	FIELD(3, STRING, OMIT, "fsType") FIELD(4, BOOL, OMIT, "readOnly")
	REF(5, 0, "secretRef", core_v1_LocalObjectReference))
MESSAGE(core_v1_CSIVolumeSource, core_v1_CSIVolumeSource,
	FIELD(1, STRING, REQ, "driver") FIELD(2, BOOL, 0, "readOnly") FIELD(3, STRING, 0, "fsType")
	FIELD(4, STRING, MAP | OMIT, "volumeAttributes")
	REF(5, 0, "nodePublishSecretRef", core_v1_LocalObjectReference))
MESSAGE(core_v1_EphemeralVolumeSource, core_v1_EphemeralVolumeSource,
	REF(1, 0, "volumeClaimTemplate", core_v1_PersistentVolumeClaimTemplate))
MESSAGE(core_v1_PersistentVolumeClaimTemplate, core_v1_PersistentVolumeClaimTemplate,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", core_v1_PersistentVolumeClaimSpec))
MESSAGE(core_v1_ImageVolumeSource, core_v1_ImageVolumeSource,
	FIELD(1, STRING, OMIT, "reference") FIELD(2, STRING, OMIT, "pullPolicy"))
MESSAGE(core_v1_Container, core_v1_Container,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, OMIT, "image")
	FIELD(3, STRING, REP | OMIT, "command") FIELD(4, STRING, REP | OMIT, "args")
	FIELD(5, STRING, OMIT, "workingDir") REF(6, REP | OMIT, "ports", core_v1_ContainerPort)
	REF(19, REP | OMIT, "envFrom", core_v1_EnvFromSource)
	REF(7, REP | OMIT, "env", core_v1_EnvVar)
	REF(8, OMIT, "resources", core_v1_ResourceRequirements)
	REF(23, REP | OMIT, "resizePolicy", core_v1_ContainerResizePolicy)
	FIELD(24, STRING, 0, "restartPolicy")
	REF(25, REP | OMIT, "restartPolicyRules", core_v1_ContainerRestartRule)
	REF(9, REP | OMIT, "volumeMounts", core_v1_VolumeMount)
	REF(21, REP | OMIT, "volumeDevices", core_v1_VolumeDevice)
	REF(10, 0, "livenessProbe", core_v1_Probe) REF(11, 0, "readinessProbe", core_v1_Probe)
	REF(22, 0, "startupProbe", core_v1_Probe) REF(12, 0, "lifecycle", core_v1_Lifecycle)
	FIELD(13, STRING, OMIT, "terminationMessagePath")
	FIELD(20, STRING, OMIT, "terminationMessagePolicy")
	FIELD(14, STRING, OMIT, "imagePullPolicy")
	REF(15, 0, "securityContext", core_v1_SecurityContext) FIELD(16, BOOL, OMIT, "stdin")
	FIELD(17, BOOL, OMIT, "stdinOnce") FIELD(18, BOOL, OMIT, "tty"))
MESSAGE(core_v1_ContainerPort, core_v1_ContainerPort,
	FIELD(1, STRING, OMIT, "name") FIELD(2, INT32, OMIT, "hostPort")
	FIELD(3, INT32, REQ, "containerPort") FIELD(4, STRING, OMIT, "protocol")
	FIELD(5, STRING, OMIT, "hostIP"))
MESSAGE(core_v1_EnvFromSource, core_v1_EnvFromSource,
	FIELD(1, STRING, OMIT, "prefix") REF(2, 0, "configMapRef", core_v1_ConfigMapEnvSource)
	REF(3, 0, "secretRef", core_v1_SecretEnvSource))
MESSAGE(core_v1_ConfigMapEnvSource, core_v1_ConfigMapEnvSource,
	REF(1, INL, "localObjectReference", core_v1_LocalObjectReference)
	FIELD(2, BOOL, 0, "optional"))
MESSAGE(core_v1_SecretEnvSource, core_v1_SecretEnvSource,
	REF(1, INL, "localObjectReference", core_v1_LocalObjectReference)
	FIELD(2, BOOL, 0, "optional"))
MESSAGE(core_v1_EnvVar, core_v1_EnvVar,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, OMIT, "value")
	REF(3, 0, "valueFrom", core_v1_EnvVarSource))
MESSAGE(core_v1_EnvVarSource, core_v1_EnvVarSource,
	REF(1, 0, "fieldRef", core_v1_ObjectFieldSelector)
	REF(2, 0, "resourceFieldRef", core_v1_ResourceFieldSelector)
	REF(3, 0, "configMapKeyRef", core_v1_ConfigMapKeySelector)
	REF(4, 0, "secretKeyRef", core_v1_SecretKeySelector)
	REF(5, 0, "fileKeyRef", core_v1_FileKeySelector))
MESSAGE(core_v1_ConfigMapKeySelector, core_v1_ConfigMapKeySelector,
	REF(1, INL, "localObjectReference", core_v1_LocalObjectReference)
	FIELD(2, STRING, REQ, "key") FIELD(3, BOOL, 0, "optional"))
MESSAGE(core_v1_SecretKeySelector, core_v1_SecretKeySelector,
	REF(1, INL, "localObjectReference", core_v1_LocalObjectReference)
	FIELD(2, STRING, REQ, "key") FIELD(3, BOOL, 0, "optional"))
MESSAGE(core_v1_FileKeySelector, core_v1_FileKeySelector,
	FIELD(1, STRING, REQ, "volumeName") FIELD(2, STRING, REQ, "path")
	FIELD(3, STRING, REQ, "key") FIELD(4, BOOL, 0, "optional"))
MESSAGE(core_v1_ResourceRequirements, core_v1_ResourceRequirements,
	FIELD(1, QUANTITY, MAP | OMIT, "limits") FIELD(2, QUANTITY, MAP | OMIT, "requests")
	REF(3, REP | OMIT, "claims", core_v1_ResourceClaim))
MESSAGE(core_v1_ResourceClaim, core_v1_ResourceClaim,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, OMIT, "request"))
MESSAGE(core_v1_ContainerResizePolicy, core_v1_ContainerResizePolicy,
	FIELD(1, STRING, REQ, "resourceName") FIELD(2, STRING, REQ, "restartPolicy"))
MESSAGE(core_v1_ContainerRestartRule, core_v1_ContainerRestartRule,
	FIELD(1, STRING, OMIT | REQ, "action")
	REF(2, 0, "exitCodes", core_v1_ContainerRestartRuleOnExitCodes))
MESSAGE(core_v1_ContainerRestartRuleOnExitCodes, core_v1_ContainerRestartRuleOnExitCodes,
	FIELD(1, STRING, OMIT | REQ, "operator") FIELD(2, INT32, REP | OMIT, "values"))
MESSAGE(core_v1_VolumeMount, core_v1_VolumeMount,
	FIELD(1, STRING, REQ, "name") FIELD(2, BOOL, OMIT, "readOnly")
	FIELD(7, STRING, 0, "recursiveReadOnly") FIELD(3, STRING, REQ, "mountPath")
	FIELD(4, STRING, OMIT, "subPath") FIELD(5, STRING, 0, "mountPropagation")
	FIELD(6, STRING, OMIT, "subPathExpr"))
MESSAGE(core_v1_VolumeDevice, core_v1_VolumeDevice,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "devicePath"))
MESSAGE(core_v1_Probe, core_v1_Probe,
	REF(1, INL, "handler", core_v1_ProbeHandler) FIELD(2, INT32, OMIT, "initialDelaySeconds")
	FIELD(3, INT32, OMIT, "timeoutSeconds") FIELD(4, INT32, OMIT, "periodSeconds")
	FIELD(5, INT32, OMIT, "successThreshold") FIELD(6, INT32, OMIT, "failureThreshold")
	FIELD(7, INT64, 0, "terminationGracePeriodSeconds"))
MESSAGE(core_v1_ProbeHandler, core_v1_ProbeHandler,
	REF(1, 0, "exec", core_v1_ExecAction) REF(2, 0, "httpGet", core_v1_HTTPGetAction)
	REF(3, 0, "tcpSocket", core_v1_TCPSocketAction) REF(4, 0, "grpc", core_v1_GRPCAction))
MESSAGE(core_v1_ExecAction, core_v1_ExecAction,
	FIELD(1, STRING, REP | OMIT, "command"))
MESSAGE(core_v1_HTTPGetAction, core_v1_HTTPGetAction,
	FIELD(1, STRING, OMIT, "path") FIELD(2, INT_OR_STRING, REQ, "port")
	FIELD(3, STRING, OMIT, "host") FIELD(4, STRING, OMIT, "scheme")
	REF(5, REP | OMIT, "httpHeaders", core_v1_HTTPHeader))
MESSAGE(core_v1_HTTPHeader, core_v1_HTTPHeader,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "value"))
MESSAGE(core_v1_TCPSocketAction, core_v1_TCPSocketAction,
	FIELD(1, INT_OR_STRING, REQ, "port") FIELD(2, STRING, OMIT, "host"))
MESSAGE(core_v1_GRPCAction, core_v1_GRPCAction,
	FIELD(1, INT32, REQ, "port") FIELD(2, STRING, 0, "service"))
MESSAGE(core_v1_Lifecycle, core_v1_Lifecycle,
	REF(1, 0, "postStart", core_v1_LifecycleHandler)
	REF(2, 0, "preStop", core_v1_LifecycleHandler) FIELD(3, STRING, 0, "stopSignal"))
MESSAGE(core_v1_LifecycleHandler, core_v1_LifecycleHandler,
	REF(1, 0, "exec", core_v1_ExecAction) REF(2, 0, "httpGet", core_v1_HTTPGetAction)
	REF(3, 0, "tcpSocket", core_v1_TCPSocketAction) REF(4, 0, "sleep", core_v1_SleepAction))
MESSAGE(core_v1_SleepAction, core_v1_SleepAction,
	FIELD(1, INT64, REQ, "seconds"))
MESSAGE(core_v1_SecurityContext, core_v1_SecurityContext,
	REF(1, 0, "capabilities", core_v1_Capabilities) FIELD(2, BOOL, 0, "privileged")
	REF(3, 0, "seLinuxOptions", core_v1_SELinuxOptions)
	REF(10, 0, "windowsOptions", core_v1_WindowsSecurityContextOptions)
	FIELD(4, INT64, 0, "runAsUser") FIELD(8, INT64, 0, "runAsGroup")
	FIELD(5, BOOL, 0, "runAsNonRoot") FIELD(6, BOOL, 0, "readOnlyRootFilesystem")
	FIELD(7, BOOL, 0, "allowPrivilegeEscalation") FIELD(9, STRING, 0, "procMount")
	REF(11, 0, "seccompProfile", core_v1_SeccompProfile)
	REF(12, 0, "appArmorProfile", core_v1_AppArmorProfile))
MESSAGE(core_v1_Capabilities, core_v1_Capabilities,
	FIELD(1, STRING, REP | OMIT, "add") FIELD(2, STRING, REP | OMIT, "drop"))
MESSAGE(core_v1_SELinuxOptions, core_v1_SELinuxOptions,
	FIELD(1, STRING, OMIT, "user") FIELD(2, STRING, OMIT, "role")
	FIELD(3, STRING, OMIT, "type") FIELD(4, STRING, OMIT, "level"))
MESSAGE(core_v1_WindowsSecurityContextOptions, core_v1_WindowsSecurityContextOptions,
	FIELD(1, STRING, 0, "gmsaCredentialSpecName") FIELD(2, STRING, 0, "gmsaCredentialSpec")
	FIELD(3, STRING, 0, "runAsUserName") FIELD(4, BOOL, 0, "hostProcess"))
MESSAGE(core_v1_SeccompProfile, core_v1_SeccompProfile,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, 0, "localhostProfile"))
MESSAGE(core_v1_AppArmorProfile, core_v1_AppArmorProfile,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, 0, "localhostProfile"))
MESSAGE(core_v1_EphemeralContainer, core_v1_EphemeralContainer,
	REF(1, INL, "ephemeralContainerCommon", core_v1_EphemeralContainerCommon)
	FIELD(2, STRING, OMIT, "targetContainerName"))
MESSAGE(core_v1_EphemeralContainerCommon, core_v1_EphemeralContainerCommon,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, OMIT, "image")
	FIELD(3, STRING, REP | OMIT, "command") FIELD(4, STRING, REP | OMIT, "args")
	FIELD(5, STRING, OMIT, "workingDir") REF(6, REP | OMIT, "ports", core_v1_ContainerPort)
	REF(19, REP | OMIT, "envFrom", core_v1_EnvFromSource)
	REF(7, REP | OMIT, "env", core_v1_EnvVar)
	REF(8, OMIT, "resources", core_v1_ResourceRequirements)
	REF(23, REP | OMIT, "resizePolicy", core_v1_ContainerResizePolicy)
	FIELD(24, STRING, 0, "restartPolicy")
	REF(25, REP | OMIT, "restartPolicyRules", core_v1_ContainerRestartRule)
	REF(9, REP | OMIT, "volumeMounts", core_v1_VolumeMount)
	REF(21, REP | OMIT, "volumeDevices", core_v1_VolumeDevice)
	REF(10, 0, "livenessProbe", core_v1_Probe) REF(11, 0, "readinessProbe", core_v1_Probe)
	REF(22, 0, "startupProbe", core_v1_Probe) REF(12, 0, "lifecycle", core_v1_Lifecycle)
	FIELD(13, STRING, OMIT, "terminationMessagePath")
	FIELD(20, STRING, OMIT, "terminationMessagePolicy")
	FIELD(14, STRING, OMIT, "imagePullPolicy")
	REF(15, 0, "securityContext", core_v1_SecurityContext) FIELD(16, BOOL, OMIT, "stdin")
	FIELD(17, BOOL, OMIT, "stdinOnce") FIELD(18, BOOL, OMIT, "tty"))
MESSAGE(core_v1_PodSecurityContext, core_v1_PodSecurityContext,
	REF(1, 0, "seLinuxOptions", core_v1_SELinuxOptions)
	REF(8, 0, "windowsOptions", core_v1_WindowsSecurityContextOptions)
	FIELD(2, INT64, 0, "runAsUser") FIELD(6, INT64, 0, "runAsGroup")
	FIELD(3, BOOL, 0, "runAsNonRoot") FIELD(4, INT64, REP | OMIT, "supplementalGroups")
	FIELD(12, STRING, 0, "supplementalGroupsPolicy") FIELD(5, INT64, 0, "fsGroup")
	REF(7, REP | OMIT, "sysctls", core_v1_Sysctl) FIELD(9, STRING, 0, "fsGroupChangePolicy")
	REF(10, 0, "seccompProfile", core_v1_SeccompProfile)
	REF(11, 0, "appArmorProfile", core_v1_AppArmorProfile)
	FIELD(13, STRING, 0, "seLinuxChangePolicy"))
MESSAGE(core_v1_Sysctl, core_v1_Sysctl,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "value"))
MESSAGE(core_v1_Affinity, core_v1_Affinity,
	REF(1, 0, "nodeAffinity", core_v1_NodeAffinity)
	REF(2, 0, "podAffinity", core_v1_PodAffinity)
	REF(3, 0, "podAntiAffinity", core_v1_PodAntiAffinity))
MESSAGE(core_v1_NodeAffinity, core_v1_NodeAffinity,
	REF(1, 0, "requiredDuringSchedulingIgnoredDuringExecution", core_v1_NodeSelector)
	REF(2, REP | OMIT, "preferredDuringSchedulingIgnoredDuringExecution",
		core_v1_PreferredSchedulingTerm))
MESSAGE(core_v1_PreferredSchedulingTerm, core_v1_PreferredSchedulingTerm,
	FIELD(1, INT32, REQ, "weight") REF(2, REQ, "preference", core_v1_NodeSelectorTerm))
MESSAGE(core_v1_PodAffinity, core_v1_PodAffinity,
	REF(1, REP | OMIT, "requiredDuringSchedulingIgnoredDuringExecution",
		core_v1_PodAffinityTerm)
	REF(2, REP | OMIT, "preferredDuringSchedulingIgnoredDuringExecution",
		core_v1_WeightedPodAffinityTerm))
MESSAGE(core_v1_PodAffinityTerm, core_v1_PodAffinityTerm,
	REF(1, 0, "labelSelector", meta_v1_LabelSelector)
	FIELD(2, STRING, REP | OMIT, "namespaces") FIELD(3, STRING, REQ, "topologyKey")
	REF(4, 0, "namespaceSelector", meta_v1_LabelSelector)
	FIELD(5, STRING, REP | OMIT, "matchLabelKeys")
	FIELD(6, STRING, REP | OMIT, "mismatchLabelKeys"))
MESSAGE(core_v1_WeightedPodAffinityTerm, core_v1_WeightedPodAffinityTerm,
	FIELD(1, INT32, REQ, "weight") REF(2, REQ, "podAffinityTerm", core_v1_PodAffinityTerm))
MESSAGE(core_v1_PodAntiAffinity, core_v1_PodAntiAffinity,
	REF(1, REP | OMIT, "requiredDuringSchedulingIgnoredDuringExecution",
		core_v1_PodAffinityTerm)
	REF(2, REP | OMIT, "preferredDuringSchedulingIgnoredDuringExecution",
		core_v1_WeightedPodAffinityTerm))
MESSAGE(core_v1_Toleration, core_v1_Toleration,
	FIELD(1, STRING, OMIT, "key") FIELD(2, STRING, OMIT, "operator")
	FIELD(3, STRING, OMIT, "value") FIELD(4, STRING, OMIT, "effect")
	FIELD(5, INT64, 0, "tolerationSeconds"))
MESSAGE(core_v1_HostAlias, core_v1_HostAlias,
	FIELD(1, STRING, REQ, "ip") FIELD(2, STRING, REP | OMIT, "hostnames"))
MESSAGE(core_v1_PodDNSConfig, core_v1_PodDNSConfig,
	FIELD(1, STRING, REP | OMIT, "nameservers") FIELD(2, STRING, REP | OMIT, "searches")
	REF(3, REP | OMIT, "options", core_v1_PodDNSConfigOption))
MESSAGE(core_v1_PodDNSConfigOption, core_v1_PodDNSConfigOption,
	FIELD(1, STRING, OMIT, "name") FIELD(2, STRING, 0, "value"))
MESSAGE(core_v1_PodReadinessGate, core_v1_PodReadinessGate,
	FIELD(1, STRING, REQ, "conditionType"))
MESSAGE(core_v1_TopologySpreadConstraint, core_v1_TopologySpreadConstraint,
	FIELD(1, INT32, REQ, "maxSkew") FIELD(2, STRING, REQ, "topologyKey")
	FIELD(3, STRING, REQ, "whenUnsatisfiable")
	REF(4, 0, "labelSelector", meta_v1_LabelSelector) FIELD(5, INT32, 0, "minDomains")
	FIELD(6, STRING, 0, "nodeAffinityPolicy") FIELD(7, STRING, 0, "nodeTaintsPolicy")
	FIELD(8, STRING, REP | OMIT, "matchLabelKeys"))
MESSAGE(core_v1_PodOS, core_v1_PodOS,
	FIELD(1, STRING, REQ, "name"))
MESSAGE(core_v1_PodSchedulingGate, core_v1_PodSchedulingGate,
	FIELD(1, STRING, REQ, "name"))
MESSAGE(core_v1_PodResourceClaim, core_v1_PodResourceClaim,
	FIELD(1, STRING, REQ, "name") FIELD(3, STRING, 0, "resourceClaimName")
	FIELD(4, STRING, 0, "resourceClaimTemplateName"))
MESSAGE(core_v1_PodStatus, core_v1_PodStatus,
	FIELD(17, INT64, OMIT, "observedGeneration") FIELD(1, STRING, OMIT, "phase")
	REF(2, REP | OMIT, "conditions", core_v1_PodCondition) FIELD(3, STRING, OMIT, "message")
	FIELD(4, STRING, OMIT, "reason") FIELD(11, STRING, OMIT, "nominatedNodeName")
	FIELD(5, STRING, OMIT, "hostIP") REF(16, REP | OMIT, "hostIPs", core_v1_HostIP)
	FIELD(6, STRING, OMIT, "podIP") REF(12, REP | OMIT, "podIPs", core_v1_PodIP)
	FIELD(7, TIME, 0, "startTime")
	REF(10, REP | OMIT, "initContainerStatuses", core_v1_ContainerStatus)
	REF(8, REP | OMIT, "containerStatuses", core_v1_ContainerStatus)
	FIELD(9, STRING, OMIT, "qosClass")
	REF(13, REP | OMIT, "ephemeralContainerStatuses", core_v1_ContainerStatus)
	FIELD(14, STRING, OMIT, "resize")
	REF(15, REP | OMIT, "resourceClaimStatuses", core_v1_PodResourceClaimStatus)
	REF(18, 0, "extendedResourceClaimStatus", core_v1_PodExtendedResourceClaimStatus))
MESSAGE(core_v1_PodCondition, core_v1_PodCondition,
	FIELD(1, STRING, REQ, "type") FIELD(7, INT64, OMIT, "observedGeneration")
	FIELD(2, STRING, REQ, "status") FIELD(3, TIME, OMIT, "lastProbeTime")
	FIELD(4, TIME, OMIT, "lastTransitionTime") FIELD(5, STRING, OMIT, "reason")
	FIELD(6, STRING, OMIT, "message"))
MESSAGE(core_v1_HostIP, core_v1_HostIP,
	FIELD(1, STRING, REQ, "ip"))
MESSAGE(core_v1_PodIP, core_v1_PodIP,
	FIELD(1, STRING, REQ, "ip"))
MESSAGE(core_v1_ContainerStatus, core_v1_ContainerStatus,
	FIELD(1, STRING, REQ, "name") REF(2, OMIT, "state", core_v1_ContainerState)
	REF(3, OMIT, "lastState", core_v1_ContainerState) FIELD(4, BOOL, REQ, "ready")
	FIELD(5, INT32, REQ, "restartCount") FIELD(6, STRING, REQ, "image")
	FIELD(7, STRING, REQ, "imageID") FIELD(8, STRING, OMIT, "containerID")
	FIELD(9, BOOL, 0, "started") FIELD(10, QUANTITY, MAP | OMIT, "allocatedResources")
	REF(11, 0, "resources", core_v1_ResourceRequirements)
	REF(12, REP | OMIT, "volumeMounts", core_v1_VolumeMountStatus)
	REF(13, 0, "user", core_v1_ContainerUser)
	REF(14, REP | OMIT, "allocatedResourcesStatus", core_v1_ResourceStatus)
	FIELD(15, STRING, 0, "stopSignal"))
MESSAGE(core_v1_ContainerState, core_v1_ContainerState,
	REF(1, 0, "waiting", core_v1_ContainerStateWaiting)
	REF(2, 0, "running", core_v1_ContainerStateRunning)
	REF(3, 0, "terminated", core_v1_ContainerStateTerminated))
MESSAGE(core_v1_ContainerStateWaiting, core_v1_ContainerStateWaiting,
	FIELD(1, STRING, OMIT, "reason") FIELD(2, STRING, OMIT, "message"))
MESSAGE(core_v1_ContainerStateRunning, core_v1_ContainerStateRunning,
	FIELD(1, TIME, OMIT, "startedAt"))
MESSAGE(core_v1_ContainerStateTerminated, core_v1_ContainerStateTerminated,
	FIELD(1, INT32, REQ, "exitCode") FIELD(2, INT32, OMIT, "signal")
	FIELD(3, STRING, OMIT, "reason") FIELD(4, STRING, OMIT, "message")
	FIELD(5, TIME, OMIT, "startedAt") FIELD(6, TIME, OMIT, "finishedAt")
	FIELD(7, STRING, OMIT, "containerID"))
MESSAGE(core_v1_VolumeMountStatus, core_v1_VolumeMountStatus,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "mountPath")
	FIELD(3, BOOL, OMIT, "readOnly") FIELD(4, STRING, 0, "recursiveReadOnly"))
MESSAGE(core_v1_ContainerUser, core_v1_ContainerUser,
	REF(1, 0, "linux", core_v1_LinuxContainerUser))
MESSAGE(core_v1_LinuxContainerUser, core_v1_LinuxContainerUser,
	FIELD(1, INT64, REQ, "uid") FIELD(2, INT64, REQ, "gid")
	FIELD(3, INT64, REP | OMIT, "supplementalGroups"))
MESSAGE(core_v1_ResourceStatus, core_v1_ResourceStatus,
	FIELD(1, STRING, REQ, "name") REF(2, REP | OMIT, "resources", core_v1_ResourceHealth))
MESSAGE(core_v1_ResourceHealth, core_v1_ResourceHealth,
	FIELD(1, STRING, REQ, "resourceID") FIELD(2, STRING, OMIT, "health"))
MESSAGE(core_v1_PodResourceClaimStatus, core_v1_PodResourceClaimStatus,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, 0, "resourceClaimName"))
MESSAGE(core_v1_PodExtendedResourceClaimStatus, core_v1_PodExtendedResourceClaimStatus,
	REF(1, REP | REQ, "requestMappings", core_v1_ContainerExtendedResourceRequest)
	FIELD(2, STRING, REQ, "resourceClaimName"))
MESSAGE(core_v1_ContainerExtendedResourceRequest, core_v1_ContainerExtendedResourceRequest,
	FIELD(1, STRING, REQ, "containerName") FIELD(2, STRING, REQ, "resourceName")
	FIELD(3, STRING, REQ, "requestName"))
MESSAGE(core_v1_PodTemplate, core_v1_PodTemplate,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "template", core_v1_PodTemplateSpec))
MESSAGE(core_v1_PodTemplateSpec, core_v1_PodTemplateSpec,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", core_v1_PodSpec))
MESSAGE(core_v1_ReplicationController, core_v1_ReplicationController,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", core_v1_ReplicationControllerSpec)
	REF(3, OMIT, "status", core_v1_ReplicationControllerStatus))
MESSAGE(core_v1_ReplicationControllerSpec, core_v1_ReplicationControllerSpec,
	FIELD(1, INT32, 0, "replicas") FIELD(4, INT32, OMIT, "minReadySeconds")
	FIELD(2, STRING, MAP | OMIT, "selector") REF(3, 0, "template", core_v1_PodTemplateSpec))
MESSAGE(core_v1_ReplicationControllerStatus, core_v1_ReplicationControllerStatus,
	FIELD(1, INT32, REQ, "replicas") FIELD(2, INT32, OMIT, "fullyLabeledReplicas")
	FIELD(4, INT32, OMIT, "readyReplicas") FIELD(5, INT32, OMIT, "availableReplicas")
	FIELD(3, INT64, OMIT, "observedGeneration")
	REF(6, REP | OMIT, "conditions", core_v1_ReplicationControllerCondition))
MESSAGE(core_v1_ReplicationControllerCondition, core_v1_ReplicationControllerCondition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(3, TIME, OMIT, "lastTransitionTime") FIELD(4, STRING, OMIT, "reason")
	FIELD(5, STRING, OMIT, "message"))
MESSAGE(core_v1_ResourceQuota, core_v1_ResourceQuota,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", core_v1_ResourceQuotaSpec)
	REF(3, OMIT, "status", core_v1_ResourceQuotaStatus))
MESSAGE(core_v1_ResourceQuotaSpec, core_v1_ResourceQuotaSpec,
	FIELD(1, QUANTITY, MAP | OMIT, "hard") FIELD(2, STRING, REP | OMIT, "scopes")
	REF(3, 0, "scopeSelector", core_v1_ScopeSelector))
MESSAGE(core_v1_ScopeSelector, core_v1_ScopeSelector,
	REF(1, REP | OMIT, "matchExpressions", core_v1_ScopedResourceSelectorRequirement))
MESSAGE(core_v1_ScopedResourceSelectorRequirement, core_v1_ScopedResourceSelectorRequirement,
	FIELD(1, STRING, REQ, "scopeName") FIELD(2, STRING, REQ, "operator")
	FIELD(3, STRING, REP | OMIT, "values"))
MESSAGE(core_v1_ResourceQuotaStatus, core_v1_ResourceQuotaStatus,
	FIELD(1, QUANTITY, MAP | OMIT, "hard") FIELD(2, QUANTITY, MAP | OMIT, "used"))
MESSAGE(core_v1_Secret, core_v1_Secret,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) FIELD(5, BOOL, 0, "immutable")
	FIELD(2, BYTES, MAP | OMIT, "data") FIELD(4, STRING, MAP | OMIT, "stringData")
	FIELD(3, STRING, OMIT, "type"))
MESSAGE(core_v1_ServiceAccount, core_v1_ServiceAccount,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REP | OMIT, "secrets", core_v1_ObjectReference)
	REF(3, REP | OMIT, "imagePullSecrets", core_v1_LocalObjectReference)
	FIELD(4, BOOL, 0, "automountServiceAccountToken"))
MESSAGE(core_v1_Service, core_v1_Service,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", core_v1_ServiceSpec)
	REF(3, OMIT, "status", core_v1_ServiceStatus))
MESSAGE(core_v1_ServiceSpec, core_v1_ServiceSpec,
	REF(1, REP | OMIT, "ports", core_v1_ServicePort) FIELD(2, STRING, MAP | OMIT, "selector")
	FIELD(3, STRING, OMIT, "clusterIP") FIELD(18, STRING, REP | OMIT, "clusterIPs")
	FIELD(4, STRING, OMIT, "type") FIELD(5, STRING, REP | OMIT, "externalIPs")
	FIELD(7, STRING, OMIT, "sessionAffinity") FIELD(8, STRING, OMIT, "loadBalancerIP")
	FIELD(9, STRING, REP | OMIT, "loadBalancerSourceRanges")
	FIELD(10, STRING, OMIT, "externalName") FIELD(11, STRING, OMIT, "externalTrafficPolicy")
	FIELD(12, INT32, OMIT, "healthCheckNodePort")
	FIELD(13, BOOL, OMIT, "publishNotReadyAddresses")
	REF(14, 0, "sessionAffinityConfig", core_v1_SessionAffinityConfig)
	FIELD(19, STRING, REP | OMIT, "ipFamilies") FIELD(17, STRING, 0, "ipFamilyPolicy")
	FIELD(20, BOOL, 0, "allocateLoadBalancerNodePorts")
	FIELD(21, STRING, 0, "loadBalancerClass") FIELD(22, STRING, 0, "internalTrafficPolicy")
	FIELD(23, STRING, 0, "trafficDistribution"))
MESSAGE(core_v1_ServicePort, core_v1_ServicePort,
	FIELD(1, STRING, OMIT, "name") FIELD(2, STRING, OMIT, "protocol")
	FIELD(6, STRING, 0, "appProtocol") FIELD(3, INT32, REQ, "port")
	FIELD(4, INT_OR_STRING, OMIT, "targetPort") FIELD(5, INT32, OMIT, "nodePort"))
MESSAGE(core_v1_SessionAffinityConfig, core_v1_SessionAffinityConfig,
	REF(1, 0, "clientIP", core_v1_ClientIPConfig))
MESSAGE(core_v1_ClientIPConfig, core_v1_ClientIPConfig,
	FIELD(1, INT32, 0, "timeoutSeconds"))
MESSAGE(core_v1_ServiceStatus, core_v1_ServiceStatus,
	REF(1, OMIT, "loadBalancer", core_v1_LoadBalancerStatus)
	REF(2, REP | OMIT, "conditions", meta_v1_Condition))
MESSAGE(core_v1_LoadBalancerStatus, core_v1_LoadBalancerStatus,
	REF(1, REP | OMIT, "ingress", core_v1_LoadBalancerIngress))
MESSAGE(core_v1_LoadBalancerIngress, core_v1_LoadBalancerIngress,
	FIELD(1, STRING, OMIT, "ip") FIELD(2, STRING, OMIT, "hostname")
	FIELD(3, STRING, 0, "ipMode") REF(4, REP | OMIT, "ports", core_v1_PortStatus))
MESSAGE(core_v1_PortStatus, core_v1_PortStatus,
	FIELD(1, INT32, REQ, "port") FIELD(2, STRING, REQ, "protocol") FIELD(3, STRING, 0, "error"))
MESSAGE(meta_v1_Condition, meta_v1_Condition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(3, INT64, OMIT, "observedGeneration") FIELD(4, TIME, REQ, "lastTransitionTime")
	FIELD(5, STRING, REQ, "reason") FIELD(6, STRING, REQ, "message"))
MESSAGE(apiregistration_v1_APIService, apiregistration_v1_APIService,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", apiregistration_v1_APIServiceSpec)
	REF(3, OMIT, "status", apiregistration_v1_APIServiceStatus))
MESSAGE(apiregistration_v1_APIServiceSpec, apiregistration_v1_APIServiceSpec,
	REF(1, 0, "service", apiregistration_v1_ServiceReference) FIELD(2, STRING, OMIT, "group")
	FIELD(3, STRING, OMIT, "version") FIELD(4, BOOL, OMIT, "insecureSkipTLSVerify")
	FIELD(5, BYTES, OMIT, "caBundle") FIELD(7, INT32, REQ, "groupPriorityMinimum")
	FIELD(8, INT32, REQ, "versionPriority"))
MESSAGE(apiregistration_v1_ServiceReference, apiregistration_v1_ServiceReference,
	FIELD(1, STRING, OMIT, "namespace") FIELD(2, STRING, OMIT, "name")
	FIELD(3, INT32, 0, "port"))
MESSAGE(apiregistration_v1_APIServiceStatus, apiregistration_v1_APIServiceStatus,
	REF(1, REP | OMIT, "conditions", apiregistration_v1_APIServiceCondition))
MESSAGE(apiregistration_v1_APIServiceCondition, apiregistration_v1_APIServiceCondition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(3, TIME, OMIT, "lastTransitionTime") FIELD(4, STRING, OMIT, "reason")
	FIELD(5, STRING, OMIT, "message"))
MESSAGE(apps_v1_ControllerRevision, apps_v1_ControllerRevision,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) FIELD(2, RAW, OMIT, "data")
	FIELD(3, INT64, REQ, "revision"))
MESSAGE(apps_v1_DaemonSet, apps_v1_DaemonSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", apps_v1_DaemonSetSpec)
	REF(3, OMIT, "status", apps_v1_DaemonSetStatus))
MESSAGE(apps_v1_DaemonSetSpec, apps_v1_DaemonSetSpec,
	REF(1, REQ, "selector", meta_v1_LabelSelector)
	REF(2, REQ, "template", core_v1_PodTemplateSpec)
	REF(3, OMIT, "updateStrategy", apps_v1_DaemonSetUpdateStrategy)
	FIELD(4, INT32, OMIT, "minReadySeconds") FIELD(6, INT32, 0, "revisionHistoryLimit"))
MESSAGE(apps_v1_DaemonSetUpdateStrategy, apps_v1_DaemonSetUpdateStrategy,
	FIELD(1, STRING, OMIT, "type") REF(2, 0, "rollingUpdate", apps_v1_RollingUpdateDaemonSet))
MESSAGE(apps_v1_RollingUpdateDaemonSet, apps_v1_RollingUpdateDaemonSet,
	FIELD(1, INT_OR_STRING, 0, "maxUnavailable") FIELD(2, INT_OR_STRING, 0, "maxSurge"))
MESSAGE(apps_v1_DaemonSetStatus, apps_v1_DaemonSetStatus,
	FIELD(1, INT32, REQ, "currentNumberScheduled") FIELD(2, INT32, REQ, "numberMisscheduled")
	FIELD(3, INT32, REQ, "desiredNumberScheduled") FIELD(4, INT32, REQ, "numberReady")
	FIELD(5, INT64, OMIT, "observedGeneration") FIELD(6, INT32, OMIT, "updatedNumberScheduled")
	FIELD(7, INT32, OMIT, "numberAvailable") FIELD(8, INT32, OMIT, "numberUnavailable")
	FIELD(9, INT32, 0, "collisionCount")
	REF(10, REP | OMIT, "conditions", apps_v1_DaemonSetCondition))
MESSAGE(apps_v1_DaemonSetCondition, apps_v1_DaemonSetCondition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(3, TIME, OMIT, "lastTransitionTime") FIELD(4, STRING, OMIT, "reason")
	FIELD(5, STRING, OMIT, "message"))
MESSAGE(apps_v1_Deployment, apps_v1_Deployment,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", apps_v1_DeploymentSpec)
	REF(3, OMIT, "status", apps_v1_DeploymentStatus))
MESSAGE(apps_v1_DeploymentSpec, apps_v1_DeploymentSpec,
	FIELD(1, INT32, 0, "replicas") REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, REQ, "template", core_v1_PodTemplateSpec)
	REF(4, OMIT, "strategy", apps_v1_DeploymentStrategy)
	FIELD(5, INT32, OMIT, "minReadySeconds") FIELD(6, INT32, 0, "revisionHistoryLimit")
	FIELD(7, BOOL, OMIT, "paused") FIELD(9, INT32, 0, "progressDeadlineSeconds"))
MESSAGE(apps_v1_DeploymentStrategy, apps_v1_DeploymentStrategy,
	FIELD(1, STRING, OMIT, "type") REF(2, 0, "rollingUpdate", apps_v1_RollingUpdateDeployment))
MESSAGE(apps_v1_RollingUpdateDeployment, apps_v1_RollingUpdateDeployment,
	FIELD(1, INT_OR_STRING, 0, "maxUnavailable") FIELD(2, INT_OR_STRING, 0, "maxSurge"))
MESSAGE(apps_v1_DeploymentStatus, apps_v1_DeploymentStatus,
	FIELD(1, INT64, OMIT, "observedGeneration") FIELD(2, INT32, OMIT, "replicas")
	FIELD(3, INT32, OMIT, "updatedReplicas") FIELD(7, INT32, OMIT, "readyReplicas")
	FIELD(4, INT32, OMIT, "availableReplicas") FIELD(5, INT32, OMIT, "unavailableReplicas")
	FIELD(9, INT32, 0, "terminatingReplicas")
	REF(6, REP | OMIT, "conditions", apps_v1_DeploymentCondition)
	FIELD(8, INT32, 0, "collisionCount"))
MESSAGE(apps_v1_DeploymentCondition, apps_v1_DeploymentCondition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(6, TIME, OMIT, "lastUpdateTime") FIELD(7, TIME, OMIT, "lastTransitionTime")
	FIELD(4, STRING, OMIT, "reason") FIELD(5, STRING, OMIT, "message"))
MESSAGE(apps_v1_ReplicaSet, apps_v1_ReplicaSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", apps_v1_ReplicaSetSpec)
	REF(3, OMIT, "status", apps_v1_ReplicaSetStatus))
MESSAGE(apps_v1_ReplicaSetSpec, apps_v1_ReplicaSetSpec,
	FIELD(1, INT32, 0, "replicas") FIELD(4, INT32, OMIT, "minReadySeconds")
	REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, OMIT, "template", core_v1_PodTemplateSpec))
MESSAGE(apps_v1_ReplicaSetStatus, apps_v1_ReplicaSetStatus,
	FIELD(1, INT32, REQ, "replicas") FIELD(2, INT32, OMIT, "fullyLabeledReplicas")
	FIELD(4, INT32, OMIT, "readyReplicas") FIELD(5, INT32, OMIT, "availableReplicas")
	FIELD(7, INT32, 0, "terminatingReplicas") FIELD(3, INT64, OMIT, "observedGeneration")
	REF(6, REP | OMIT, "conditions", apps_v1_ReplicaSetCondition))
MESSAGE(apps_v1_ReplicaSetCondition, apps_v1_ReplicaSetCondition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(3, TIME, OMIT, "lastTransitionTime") FIELD(4, STRING, OMIT, "reason")
	FIELD(5, STRING, OMIT, "message"))
MESSAGE(apps_v1_StatefulSet, apps_v1_StatefulSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", apps_v1_StatefulSetSpec)
	REF(3, OMIT, "status", apps_v1_StatefulSetStatus))
MESSAGE(apps_v1_StatefulSetSpec, apps_v1_StatefulSetSpec,
	FIELD(1, INT32, 0, "replicas") REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, REQ, "template", core_v1_PodTemplateSpec)
	REF(4, REP | OMIT, "volumeClaimTemplates", core_v1_PersistentVolumeClaim)
	FIELD(5, STRING, 0, "serviceName") FIELD(6, STRING, OMIT, "podManagementPolicy")
	REF(7, OMIT, "updateStrategy", apps_v1_StatefulSetUpdateStrategy)
	FIELD(8, INT32, 0, "revisionHistoryLimit") FIELD(9, INT32, OMIT, "minReadySeconds")
	REF(10, 0, "persistentVolumeClaimRetentionPolicy",
		apps_v1_StatefulSetPersistentVolumeClaimRetentionPolicy)
	REF(11, 0, "ordinals", apps_v1_StatefulSetOrdinals))
MESSAGE(apps_v1_StatefulSetUpdateStrategy, apps_v1_StatefulSetUpdateStrategy,
	FIELD(1, STRING, OMIT, "type")
	REF(2, 0, "rollingUpdate", apps_v1_RollingUpdateStatefulSetStrategy))
MESSAGE(apps_v1_RollingUpdateStatefulSetStrategy, apps_v1_RollingUpdateStatefulSetStrategy,
	FIELD(1, INT32, 0, "partition") FIELD(2, INT_OR_STRING, 0, "maxUnavailable"))
MESSAGE(apps_v1_StatefulSetPersistentVolumeClaimRetentionPolicy, apps_v1_StatefulSetPersistentVolumeClaimRetentionPolicy,
	FIELD(1, STRING, OMIT, "whenDeleted") FIELD(2, STRING, OMIT, "whenScaled"))
MESSAGE(apps_v1_StatefulSetOrdinals, apps_v1_StatefulSetOrdinals,
	FIELD(1, INT32, 0, "start"))
MESSAGE(apps_v1_StatefulSetStatus, apps_v1_StatefulSetStatus,
	FIELD(1, INT64, OMIT, "observedGeneration") FIELD(2, INT32, REQ, "replicas")
	FIELD(3, INT32, OMIT, "readyReplicas") FIELD(4, INT32, OMIT, "currentReplicas")
	FIELD(5, INT32, OMIT, "updatedReplicas") FIELD(6, STRING, OMIT, "currentRevision")
	FIELD(7, STRING, OMIT, "updateRevision") FIELD(9, INT32, 0, "collisionCount")
	REF(10, REP | OMIT, "conditions", apps_v1_StatefulSetCondition)
	FIELD(11, INT32, 0, "availableReplicas"))
MESSAGE(apps_v1_StatefulSetCondition, apps_v1_StatefulSetCondition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(3, TIME, OMIT, "lastTransitionTime") FIELD(4, STRING, OMIT, "reason")
	FIELD(5, STRING, OMIT, "message"))
MESSAGE(events_v1_Event, events_v1_Event,
	REF(1, 0, "metadata", meta_v1_ObjectMeta) FIELD(2, MICROTIME, REQ, "eventTime")
	REF(3, 0, "series", events_v1_EventSeries) FIELD(4, STRING, OMIT, "reportingController")
	FIELD(5, STRING, OMIT, "reportingInstance") FIELD(6, STRING, OMIT, "action")
	FIELD(7, STRING, OMIT, "reason") REF(8, OMIT, "regarding", core_v1_ObjectReference)
	REF(9, 0, "related", core_v1_ObjectReference) FIELD(10, STRING, OMIT, "note")
	FIELD(11, STRING, OMIT, "type") REF(12, OMIT, "deprecatedSource", core_v1_EventSource)
	FIELD(13, TIME, OMIT, "deprecatedFirstTimestamp")
	FIELD(14, TIME, OMIT, "deprecatedLastTimestamp") FIELD(15, INT32, OMIT, "deprecatedCount"))
MESSAGE(events_v1_EventSeries, events_v1_EventSeries,
	FIELD(1, INT32, REQ, "count") FIELD(2, MICROTIME, REQ, "lastObservedTime"))
MESSAGE(authentication_v1_SelfSubjectReview, authentication_v1_SelfSubjectReview,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "status", authentication_v1_SelfSubjectReviewStatus))
MESSAGE(authentication_v1_SelfSubjectReviewStatus, authentication_v1_SelfSubjectReviewStatus,
	REF(1, OMIT, "userInfo", authentication_v1_UserInfo))
MESSAGE(authentication_v1_UserInfo, authentication_v1_UserInfo,
	FIELD(1, STRING, OMIT, "username") FIELD(2, STRING, OMIT, "uid")
	FIELD(3, STRING, REP | OMIT, "groups")
	REF(4, MAP | OMIT, "extra", authentication_v1_ExtraValue))
LIST(authentication_v1_ExtraValue, authentication_v1_ExtraValue)
MESSAGE(authentication_v1_TokenReview, authentication_v1_TokenReview,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", authentication_v1_TokenReviewSpec)
	REF(3, OMIT, "status", authentication_v1_TokenReviewStatus))
MESSAGE(authentication_v1_TokenReviewSpec, authentication_v1_TokenReviewSpec,
	FIELD(1, STRING, OMIT, "token") FIELD(2, STRING, REP | OMIT, "audiences"))
MESSAGE(authentication_v1_TokenReviewStatus, authentication_v1_TokenReviewStatus,
	FIELD(1, BOOL, OMIT, "authenticated") REF(2, OMIT, "user", authentication_v1_UserInfo)
	FIELD(4, STRING, REP | OMIT, "audiences") FIELD(3, STRING, OMIT, "error"))
MESSAGE(authorization_v1_LocalSubjectAccessReview, authorization_v1_LocalSubjectAccessReview,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", authorization_v1_SubjectAccessReviewSpec)
	REF(3, OMIT, "status", authorization_v1_SubjectAccessReviewStatus))
MESSAGE(authorization_v1_SubjectAccessReviewSpec, authorization_v1_SubjectAccessReviewSpec,
	REF(1, 0, "resourceAttributes", authorization_v1_ResourceAttributes)
	REF(2, 0, "nonResourceAttributes", authorization_v1_NonResourceAttributes)
	FIELD(3, STRING, OMIT, "user") FIELD(4, STRING, REP | OMIT, "groups")
	REF(5, MAP | OMIT, "extra", authorization_v1_ExtraValue) FIELD(6, STRING, OMIT, "uid"))
MESSAGE(authorization_v1_ResourceAttributes, authorization_v1_ResourceAttributes,
	FIELD(1, STRING, OMIT, "namespace") FIELD(2, STRING, OMIT, "verb")
	FIELD(3, STRING, OMIT, "group") FIELD(4, STRING, OMIT, "version")
	FIELD(5, STRING, OMIT, "resource") FIELD(6, STRING, OMIT, "subresource")
	FIELD(7, STRING, OMIT, "name")
	REF(8, 0, "fieldSelector", authorization_v1_FieldSelectorAttributes)
	REF(9, 0, "labelSelector", authorization_v1_LabelSelectorAttributes))
MESSAGE(authorization_v1_FieldSelectorAttributes, authorization_v1_FieldSelectorAttributes,
	FIELD(1, STRING, OMIT, "rawSelector")
	REF(2, REP | OMIT, "requirements", meta_v1_FieldSelectorRequirement))
MESSAGE(meta_v1_FieldSelectorRequirement, meta_v1_FieldSelectorRequirement,
	FIELD(1, STRING, REQ, "key") FIELD(2, STRING, REQ, "operator")
	FIELD(3, STRING, REP | OMIT, "values"))
MESSAGE(authorization_v1_LabelSelectorAttributes, authorization_v1_LabelSelectorAttributes,
	FIELD(1, STRING, OMIT, "rawSelector")
	REF(2, REP | OMIT, "requirements", meta_v1_LabelSelectorRequirement))
MESSAGE(authorization_v1_NonResourceAttributes, authorization_v1_NonResourceAttributes,
	FIELD(1, STRING, OMIT, "path") FIELD(2, STRING, OMIT, "verb"))
LIST(authorization_v1_ExtraValue, authorization_v1_ExtraValue)
MESSAGE(authorization_v1_SubjectAccessReviewStatus, authorization_v1_SubjectAccessReviewStatus,
	FIELD(1, BOOL, REQ, "allowed") FIELD(4, BOOL, OMIT, "denied")
	FIELD(2, STRING, OMIT, "reason") FIELD(3, STRING, OMIT, "evaluationError"))
MESSAGE(authorization_v1_SelfSubjectAccessReview, authorization_v1_SelfSubjectAccessReview,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", authorization_v1_SelfSubjectAccessReviewSpec)
	REF(3, OMIT, "status", authorization_v1_SubjectAccessReviewStatus))
MESSAGE(authorization_v1_SelfSubjectAccessReviewSpec, authorization_v1_SelfSubjectAccessReviewSpec,
	REF(1, 0, "resourceAttributes", authorization_v1_ResourceAttributes)
	REF(2, 0, "nonResourceAttributes", authorization_v1_NonResourceAttributes))
MESSAGE(authorization_v1_SelfSubjectRulesReview, authorization_v1_SelfSubjectRulesReview,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", authorization_v1_SelfSubjectRulesReviewSpec)
	REF(3, OMIT, "status", authorization_v1_SubjectRulesReviewStatus))
MESSAGE(authorization_v1_SelfSubjectRulesReviewSpec, authorization_v1_SelfSubjectRulesReviewSpec,
	FIELD(1, STRING, OMIT, "namespace"))
MESSAGE(authorization_v1_SubjectRulesReviewStatus, authorization_v1_SubjectRulesReviewStatus,
	REF(1, REP | REQ, "resourceRules", authorization_v1_ResourceRule)
	REF(2, REP | REQ, "nonResourceRules", authorization_v1_NonResourceRule)
	FIELD(3, BOOL, REQ, "incomplete") FIELD(4, STRING, OMIT, "evaluationError"))
MESSAGE(authorization_v1_ResourceRule, authorization_v1_ResourceRule,
	FIELD(1, STRING, REP | REQ, "verbs") FIELD(2, STRING, REP | OMIT, "apiGroups")
	FIELD(3, STRING, REP | OMIT, "resources") FIELD(4, STRING, REP | OMIT, "resourceNames"))
MESSAGE(authorization_v1_NonResourceRule, authorization_v1_NonResourceRule,
	FIELD(1, STRING, REP | REQ, "verbs") FIELD(2, STRING, REP | OMIT, "nonResourceURLs"))
MESSAGE(authorization_v1_SubjectAccessReview, authorization_v1_SubjectAccessReview,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", authorization_v1_SubjectAccessReviewSpec)
	REF(3, OMIT, "status", authorization_v1_SubjectAccessReviewStatus))
MESSAGE(autoscaling_v2_HorizontalPodAutoscaler, autoscaling_v2_HorizontalPodAutoscaler,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", autoscaling_v2_HorizontalPodAutoscalerSpec)
	REF(3, OMIT, "status", autoscaling_v2_HorizontalPodAutoscalerStatus))
MESSAGE(autoscaling_v2_HorizontalPodAutoscalerSpec, autoscaling_v2_HorizontalPodAutoscalerSpec,
	REF(1, REQ, "scaleTargetRef", autoscaling_v2_CrossVersionObjectReference)
	FIELD(2, INT32, 0, "minReplicas") FIELD(3, INT32, REQ, "maxReplicas")
	REF(4, REP | OMIT, "metrics", autoscaling_v2_MetricSpec)
	REF(5, 0, "behavior", autoscaling_v2_HorizontalPodAutoscalerBehavior))
MESSAGE(autoscaling_v2_CrossVersionObjectReference, autoscaling_v2_CrossVersionObjectReference,
	FIELD(1, STRING, REQ, "kind") FIELD(2, STRING, REQ, "name")
	FIELD(3, STRING, OMIT, "apiVersion"))
MESSAGE(autoscaling_v2_MetricSpec, autoscaling_v2_MetricSpec,
	FIELD(1, STRING, REQ, "type") REF(2, 0, "object", autoscaling_v2_ObjectMetricSource)
	REF(3, 0, "pods", autoscaling_v2_PodsMetricSource)
	REF(4, 0, "resource", autoscaling_v2_ResourceMetricSource)
	REF(7, 0, "containerResource", autoscaling_v2_ContainerResourceMetricSource)
	REF(5, 0, "external", autoscaling_v2_ExternalMetricSource))
MESSAGE(autoscaling_v2_ObjectMetricSource, autoscaling_v2_ObjectMetricSource,
	REF(1, REQ, "describedObject", autoscaling_v2_CrossVersionObjectReference)
	REF(2, REQ, "target", autoscaling_v2_MetricTarget)
	REF(3, REQ, "metric", autoscaling_v2_MetricIdentifier))
MESSAGE(autoscaling_v2_MetricTarget, autoscaling_v2_MetricTarget,
	FIELD(1, STRING, REQ, "type") FIELD(2, QUANTITY, 0, "value")
	FIELD(3, QUANTITY, 0, "averageValue") FIELD(4, INT32, 0, "averageUtilization"))
MESSAGE(autoscaling_v2_MetricIdentifier, autoscaling_v2_MetricIdentifier,
	FIELD(1, STRING, REQ, "name") REF(2, 0, "selector", meta_v1_LabelSelector))
MESSAGE(autoscaling_v2_PodsMetricSource, autoscaling_v2_PodsMetricSource,
	REF(1, REQ, "metric", autoscaling_v2_MetricIdentifier)
	REF(2, REQ, "target", autoscaling_v2_MetricTarget))
MESSAGE(autoscaling_v2_ResourceMetricSource, autoscaling_v2_ResourceMetricSource,
	FIELD(1, STRING, REQ, "name") REF(2, REQ, "target", autoscaling_v2_MetricTarget))
MESSAGE(autoscaling_v2_ContainerResourceMetricSource, autoscaling_v2_ContainerResourceMetricSource,
	FIELD(1, STRING, REQ, "name") REF(2, REQ, "target", autoscaling_v2_MetricTarget)
	FIELD(3, STRING, REQ, "container"))
MESSAGE(autoscaling_v2_ExternalMetricSource, autoscaling_v2_ExternalMetricSource,
	REF(1, REQ, "metric", autoscaling_v2_MetricIdentifier)
	REF(2, REQ, "target", autoscaling_v2_MetricTarget))
MESSAGE(autoscaling_v2_HorizontalPodAutoscalerBehavior, autoscaling_v2_HorizontalPodAutoscalerBehavior,
	REF(1, 0, "scaleUp", autoscaling_v2_HPAScalingRules)
	REF(2, 0, "scaleDown", autoscaling_v2_HPAScalingRules))
MESSAGE(autoscaling_v2_HPAScalingRules, autoscaling_v2_HPAScalingRules,
	FIELD(3, INT32, 0, "stabilizationWindowSeconds") FIELD(1, STRING, 0, "selectPolicy")
	REF(2, REP | OMIT, "policies", autoscaling_v2_HPAScalingPolicy)
	FIELD(4, QUANTITY, 0, "tolerance"))
MESSAGE(autoscaling_v2_HPAScalingPolicy, autoscaling_v2_HPAScalingPolicy,
	FIELD(1, STRING, REQ, "type") FIELD(2, INT32, REQ, "value")
	FIELD(3, INT32, REQ, "periodSeconds"))
MESSAGE(autoscaling_v2_HorizontalPodAutoscalerStatus, autoscaling_v2_HorizontalPodAutoscalerStatus,
	FIELD(1, INT64, 0, "observedGeneration") FIELD(2, TIME, 0, "lastScaleTime")
	FIELD(3, INT32, OMIT, "currentReplicas") FIELD(4, INT32, REQ, "desiredReplicas")
	REF(5, REP, "currentMetrics", autoscaling_v2_MetricStatus)
	REF(6, REP | OMIT, "conditions", autoscaling_v2_HorizontalPodAutoscalerCondition))
MESSAGE(autoscaling_v2_MetricStatus, autoscaling_v2_MetricStatus,
	FIELD(1, STRING, REQ, "type") REF(2, 0, "object", autoscaling_v2_ObjectMetricStatus)
	REF(3, 0, "pods", autoscaling_v2_PodsMetricStatus)
	REF(4, 0, "resource", autoscaling_v2_ResourceMetricStatus)
	REF(7, 0, "containerResource", autoscaling_v2_ContainerResourceMetricStatus)
	REF(5, 0, "external", autoscaling_v2_ExternalMetricStatus))
MESSAGE(autoscaling_v2_ObjectMetricStatus, autoscaling_v2_ObjectMetricStatus,
	REF(1, REQ, "metric", autoscaling_v2_MetricIdentifier)
	REF(2, REQ, "current", autoscaling_v2_MetricValueStatus)
	REF(3, REQ, "describedObject", autoscaling_v2_CrossVersionObjectReference))
MESSAGE(autoscaling_v2_MetricValueStatus, autoscaling_v2_MetricValueStatus,
	FIELD(1, QUANTITY, 0, "value") FIELD(2, QUANTITY, 0, "averageValue")
	FIELD(3, INT32, 0, "averageUtilization"))
MESSAGE(autoscaling_v2_PodsMetricStatus, autoscaling_v2_PodsMetricStatus,
	REF(1, REQ, "metric", autoscaling_v2_MetricIdentifier)
	REF(2, REQ, "current", autoscaling_v2_MetricValueStatus))
MESSAGE(autoscaling_v2_ResourceMetricStatus, autoscaling_v2_ResourceMetricStatus,
	FIELD(1, STRING, REQ, "name") REF(2, REQ, "current", autoscaling_v2_MetricValueStatus))
MESSAGE(autoscaling_v2_ContainerResourceMetricStatus, autoscaling_v2_ContainerResourceMetricStatus,
	FIELD(1, STRING, REQ, "name") REF(2, REQ, "current", autoscaling_v2_MetricValueStatus)
	FIELD(3, STRING, REQ, "container"))
MESSAGE(autoscaling_v2_ExternalMetricStatus, autoscaling_v2_ExternalMetricStatus,
	REF(1, REQ, "metric", autoscaling_v2_MetricIdentifier)
	REF(2, REQ, "current", autoscaling_v2_MetricValueStatus))
MESSAGE(autoscaling_v2_HorizontalPodAutoscalerCondition, autoscaling_v2_HorizontalPodAutoscalerCondition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(3, TIME, OMIT, "lastTransitionTime") FIELD(4, STRING, OMIT, "reason")
	FIELD(5, STRING, OMIT, "message"))
MESSAGE(autoscaling_v1_HorizontalPodAutoscaler, autoscaling_v1_HorizontalPodAutoscaler,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", autoscaling_v1_HorizontalPodAutoscalerSpec)
	REF(3, OMIT, "status", autoscaling_v1_HorizontalPodAutoscalerStatus))
MESSAGE(autoscaling_v1_HorizontalPodAutoscalerSpec, autoscaling_v1_HorizontalPodAutoscalerSpec,
	REF(1, REQ, "scaleTargetRef", autoscaling_v1_CrossVersionObjectReference)
	FIELD(2, INT32, 0, "minReplicas") FIELD(3, INT32, REQ, "maxReplicas")
	FIELD(4, INT32, 0, "targetCPUUtilizationPercentage"))
MESSAGE(autoscaling_v1_CrossVersionObjectReference, autoscaling_v1_CrossVersionObjectReference,
	FIELD(1, STRING, REQ, "kind") FIELD(2, STRING, REQ, "name")
	FIELD(3, STRING, OMIT, "apiVersion"))
MESSAGE(autoscaling_v1_HorizontalPodAutoscalerStatus, autoscaling_v1_HorizontalPodAutoscalerStatus,
	FIELD(1, INT64, 0, "observedGeneration") FIELD(2, TIME, 0, "lastScaleTime")
	FIELD(3, INT32, REQ, "currentReplicas") FIELD(4, INT32, REQ, "desiredReplicas")
	FIELD(5, INT32, 0, "currentCPUUtilizationPercentage"))
MESSAGE(batch_v1_CronJob, batch_v1_CronJob,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", batch_v1_CronJobSpec)
	REF(3, OMIT, "status", batch_v1_CronJobStatus))
MESSAGE(batch_v1_CronJobSpec, batch_v1_CronJobSpec,
	FIELD(1, STRING, REQ, "schedule") FIELD(8, STRING, 0, "timeZone")
	FIELD(2, INT64, 0, "startingDeadlineSeconds") FIELD(3, STRING, OMIT, "concurrencyPolicy")
	FIELD(4, BOOL, 0, "suspend") REF(5, REQ, "jobTemplate", batch_v1_JobTemplateSpec)
	FIELD(6, INT32, 0, "successfulJobsHistoryLimit")
	FIELD(7, INT32, 0, "failedJobsHistoryLimit"))
MESSAGE(batch_v1_JobTemplateSpec, batch_v1_JobTemplateSpec,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", batch_v1_JobSpec))
MESSAGE(batch_v1_JobSpec, batch_v1_JobSpec,
	FIELD(1, INT32, 0, "parallelism") FIELD(2, INT32, 0, "completions")
	FIELD(3, INT64, 0, "activeDeadlineSeconds")
	REF(11, 0, "podFailurePolicy", batch_v1_PodFailurePolicy)
	REF(16, 0, "successPolicy", batch_v1_SuccessPolicy) FIELD(7, INT32, 0, "backoffLimit")
	FIELD(12, INT32, 0, "backoffLimitPerIndex") FIELD(13, INT32, 0, "maxFailedIndexes")
	REF(4, 0, "selector", meta_v1_LabelSelector) FIELD(5, BOOL, 0, "manualSelector")
	REF(6, REQ, "template", core_v1_PodTemplateSpec)
	FIELD(8, INT32, 0, "ttlSecondsAfterFinished") FIELD(9, STRING, 0, "completionMode")
	FIELD(10, BOOL, 0, "suspend") FIELD(14, STRING, 0, "podReplacementPolicy")
	FIELD(15, STRING, 0, "managedBy"))
MESSAGE(batch_v1_PodFailurePolicy, batch_v1_PodFailurePolicy,
	REF(1, REP | REQ, "rules", batch_v1_PodFailurePolicyRule))
MESSAGE(batch_v1_PodFailurePolicyRule, batch_v1_PodFailurePolicyRule,
	FIELD(1, STRING, REQ, "action")
	REF(2, 0, "onExitCodes", batch_v1_PodFailurePolicyOnExitCodesRequirement)
	REF(3, REP | OMIT, "onPodConditions", batch_v1_PodFailurePolicyOnPodConditionsPattern))
MESSAGE(batch_v1_PodFailurePolicyOnExitCodesRequirement, batch_v1_PodFailurePolicyOnExitCodesRequirement,
	FIELD(1, STRING, 0, "containerName") FIELD(2, STRING, REQ, "operator")
	FIELD(3, INT32, REP | REQ, "values"))
MESSAGE(batch_v1_PodFailurePolicyOnPodConditionsPattern, batch_v1_PodFailurePolicyOnPodConditionsPattern,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status"))
MESSAGE(batch_v1_SuccessPolicy, batch_v1_SuccessPolicy,
	REF(1, REP | REQ, "rules", batch_v1_SuccessPolicyRule))
MESSAGE(batch_v1_SuccessPolicyRule, batch_v1_SuccessPolicyRule,
	FIELD(1, STRING, 0, "succeededIndexes") FIELD(2, INT32, 0, "succeededCount"))
MESSAGE(batch_v1_CronJobStatus, batch_v1_CronJobStatus,
	REF(1, REP | OMIT, "active", core_v1_ObjectReference) FIELD(4, TIME, 0, "lastScheduleTime")
	FIELD(5, TIME, 0, "lastSuccessfulTime"))
MESSAGE(batch_v1_Job, batch_v1_Job,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", batch_v1_JobSpec)
	REF(3, OMIT, "status", batch_v1_JobStatus))
MESSAGE(batch_v1_JobStatus, batch_v1_JobStatus,
	REF(1, REP | OMIT, "conditions", batch_v1_JobCondition) FIELD(2, TIME, 0, "startTime")
	FIELD(3, TIME, 0, "completionTime") FIELD(4, INT32, OMIT, "active")
	FIELD(5, INT32, OMIT, "succeeded") FIELD(6, INT32, OMIT, "failed")
	FIELD(11, INT32, 0, "terminating") FIELD(7, STRING, OMIT, "completedIndexes")
	FIELD(10, STRING, 0, "failedIndexes")
	REF(8, 0, "uncountedTerminatedPods", batch_v1_UncountedTerminatedPods)
	FIELD(9, INT32, 0, "ready"))
MESSAGE(batch_v1_JobCondition, batch_v1_JobCondition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(3, TIME, OMIT, "lastProbeTime") FIELD(4, TIME, OMIT, "lastTransitionTime")
	FIELD(5, STRING, OMIT, "reason") FIELD(6, STRING, OMIT, "message"))
MESSAGE(batch_v1_UncountedTerminatedPods, batch_v1_UncountedTerminatedPods,
	FIELD(1, STRING, REP | OMIT, "succeeded") FIELD(2, STRING, REP | OMIT, "failed"))
MESSAGE(certificates_v1_CertificateSigningRequest, certificates_v1_CertificateSigningRequest,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", certificates_v1_CertificateSigningRequestSpec)
	REF(3, OMIT, "status", certificates_v1_CertificateSigningRequestStatus))
MESSAGE(certificates_v1_CertificateSigningRequestSpec, certificates_v1_CertificateSigningRequestSpec,
	FIELD(1, BYTES, REQ, "request") FIELD(7, STRING, REQ, "signerName")
	FIELD(8, INT32, 0, "expirationSeconds") FIELD(5, STRING, REP | OMIT, "usages")
	FIELD(2, STRING, OMIT, "username") FIELD(3, STRING, OMIT, "uid")
	FIELD(4, STRING, REP | OMIT, "groups")
	REF(6, MAP | OMIT, "extra", certificates_v1_ExtraValue))
LIST(certificates_v1_ExtraValue, certificates_v1_ExtraValue)
MESSAGE(certificates_v1_CertificateSigningRequestStatus, certificates_v1_CertificateSigningRequestStatus,
	REF(1, REP | OMIT, "conditions", certificates_v1_CertificateSigningRequestCondition)
	FIELD(2, BYTES, OMIT, "certificate"))
MESSAGE(certificates_v1_CertificateSigningRequestCondition, certificates_v1_CertificateSigningRequestCondition,
	FIELD(1, STRING, REQ, "type") FIELD(6, STRING, REQ, "status")
	FIELD(2, STRING, OMIT, "reason") FIELD(3, STRING, OMIT, "message")
	FIELD(4, TIME, OMIT, "lastUpdateTime") FIELD(5, TIME, OMIT, "lastTransitionTime"))
MESSAGE(networking_v1_IngressClass, networking_v1_IngressClass,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", networking_v1_IngressClassSpec))
MESSAGE(networking_v1_IngressClassSpec, networking_v1_IngressClassSpec,
	FIELD(1, STRING, OMIT, "controller")
	REF(2, 0, "parameters", networking_v1_IngressClassParametersReference))
MESSAGE(networking_v1_IngressClassParametersReference, networking_v1_IngressClassParametersReference,
	FIELD(1, STRING, 0, "apiGroup") FIELD(2, STRING, REQ, "kind") FIELD(3, STRING, REQ, "name")
	FIELD(4, STRING, 0, "scope") FIELD(5, STRING, 0, "namespace"))
MESSAGE(networking_v1_Ingress, networking_v1_Ingress,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", networking_v1_IngressSpec)
	REF(3, OMIT, "status", networking_v1_IngressStatus))
MESSAGE(networking_v1_IngressSpec, networking_v1_IngressSpec,
	FIELD(4, STRING, 0, "ingressClassName")
	REF(1, 0, "defaultBackend", networking_v1_IngressBackend)
	REF(2, REP | OMIT, "tls", networking_v1_IngressTLS)
	REF(3, REP | OMIT, "rules", networking_v1_IngressRule))
MESSAGE(networking_v1_IngressBackend, networking_v1_IngressBackend,
	REF(4, 0, "service", networking_v1_IngressServiceBackend)
	REF(3, 0, "resource", core_v1_TypedLocalObjectReference))
MESSAGE(networking_v1_IngressServiceBackend, networking_v1_IngressServiceBackend,
	FIELD(1, STRING, REQ, "name") REF(2, OMIT, "port", networking_v1_ServiceBackendPort))
MESSAGE(networking_v1_ServiceBackendPort, networking_v1_ServiceBackendPort,
	FIELD(1, STRING, OMIT, "name") FIELD(2, INT32, OMIT, "number"))
MESSAGE(networking_v1_IngressTLS, networking_v1_IngressTLS,
	FIELD(1, STRING, REP | OMIT, "hosts") FIELD(2, STRING, OMIT, "secretName"))
MESSAGE(networking_v1_IngressRule, networking_v1_IngressRule,
	FIELD(1, STRING, OMIT, "host")
	REF(2, INL, "ingressRuleValue", networking_v1_IngressRuleValue))
MESSAGE(networking_v1_IngressRuleValue, networking_v1_IngressRuleValue,
	REF(1, 0, "http", networking_v1_HTTPIngressRuleValue))
MESSAGE(networking_v1_HTTPIngressRuleValue, networking_v1_HTTPIngressRuleValue,
	REF(1, REP | REQ, "paths", networking_v1_HTTPIngressPath))
MESSAGE(networking_v1_HTTPIngressPath, networking_v1_HTTPIngressPath,
	FIELD(1, STRING, OMIT, "path") FIELD(3, STRING, REQ, "pathType")
	REF(2, REQ, "backend", networking_v1_IngressBackend))
MESSAGE(networking_v1_IngressStatus, networking_v1_IngressStatus,
	REF(1, OMIT, "loadBalancer", networking_v1_IngressLoadBalancerStatus))
MESSAGE(networking_v1_IngressLoadBalancerStatus, networking_v1_IngressLoadBalancerStatus,
	REF(1, REP | OMIT, "ingress", networking_v1_IngressLoadBalancerIngress))
MESSAGE(networking_v1_IngressLoadBalancerIngress, networking_v1_IngressLoadBalancerIngress,
	FIELD(1, STRING, OMIT, "ip") FIELD(2, STRING, OMIT, "hostname")
	REF(4, REP | OMIT, "ports", networking_v1_IngressPortStatus))
MESSAGE(networking_v1_IngressPortStatus, networking_v1_IngressPortStatus,
	FIELD(1, INT32, REQ, "port") FIELD(2, STRING, REQ, "protocol") FIELD(3, STRING, 0, "error"))
MESSAGE(networking_v1_IPAddress, networking_v1_IPAddress,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", networking_v1_IPAddressSpec))
MESSAGE(networking_v1_IPAddressSpec, networking_v1_IPAddressSpec,
	REF(1, REQ, "parentRef", networking_v1_ParentReference))
MESSAGE(networking_v1_ParentReference, networking_v1_ParentReference,
	FIELD(1, STRING, OMIT, "group") FIELD(2, STRING, OMIT | REQ, "resource")
	FIELD(3, STRING, OMIT, "namespace") FIELD(4, STRING, OMIT | REQ, "name"))
MESSAGE(networking_v1_NetworkPolicy, networking_v1_NetworkPolicy,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", networking_v1_NetworkPolicySpec))
MESSAGE(networking_v1_NetworkPolicySpec, networking_v1_NetworkPolicySpec,
	REF(1, 0, "podSelector", meta_v1_LabelSelector)
	REF(2, REP | OMIT, "ingress", networking_v1_NetworkPolicyIngressRule)
	REF(3, REP | OMIT, "egress", networking_v1_NetworkPolicyEgressRule)
	FIELD(4, STRING, REP | OMIT, "policyTypes"))
MESSAGE(networking_v1_NetworkPolicyIngressRule, networking_v1_NetworkPolicyIngressRule,
	REF(1, REP | OMIT, "ports", networking_v1_NetworkPolicyPort)
	REF(2, REP | OMIT, "from", networking_v1_NetworkPolicyPeer))
MESSAGE(networking_v1_NetworkPolicyPort, networking_v1_NetworkPolicyPort,
	FIELD(1, STRING, 0, "protocol") FIELD(2, INT_OR_STRING, 0, "port")
	FIELD(3, INT32, 0, "endPort"))
MESSAGE(networking_v1_NetworkPolicyPeer, networking_v1_NetworkPolicyPeer,
	REF(1, 0, "podSelector", meta_v1_LabelSelector)
	REF(2, 0, "namespaceSelector", meta_v1_LabelSelector)
	REF(3, 0, "ipBlock", networking_v1_IPBlock))
MESSAGE(networking_v1_IPBlock, networking_v1_IPBlock,
	FIELD(1, STRING, REQ, "cidr") FIELD(2, STRING, REP | OMIT, "except"))
MESSAGE(networking_v1_NetworkPolicyEgressRule, networking_v1_NetworkPolicyEgressRule,
	REF(1, REP | OMIT, "ports", networking_v1_NetworkPolicyPort)
	REF(2, REP | OMIT, "to", networking_v1_NetworkPolicyPeer))
MESSAGE(networking_v1_ServiceCIDR, networking_v1_ServiceCIDR,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", networking_v1_ServiceCIDRSpec)
	REF(3, OMIT, "status", networking_v1_ServiceCIDRStatus))
MESSAGE(networking_v1_ServiceCIDRSpec, networking_v1_ServiceCIDRSpec,
	FIELD(1, STRING, REP | OMIT, "cidrs"))
MESSAGE(networking_v1_ServiceCIDRStatus, networking_v1_ServiceCIDRStatus,
	REF(1, REP | OMIT, "conditions", meta_v1_Condition))
MESSAGE(policy_v1_PodDisruptionBudget, policy_v1_PodDisruptionBudget,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", policy_v1_PodDisruptionBudgetSpec)
	REF(3, OMIT, "status", policy_v1_PodDisruptionBudgetStatus))
MESSAGE(policy_v1_PodDisruptionBudgetSpec, policy_v1_PodDisruptionBudgetSpec,
	FIELD(1, INT_OR_STRING, 0, "minAvailable") REF(2, 0, "selector", meta_v1_LabelSelector)
	FIELD(3, INT_OR_STRING, 0, "maxUnavailable")
	FIELD(4, STRING, 0, "unhealthyPodEvictionPolicy"))
MESSAGE(policy_v1_PodDisruptionBudgetStatus, policy_v1_PodDisruptionBudgetStatus,
	FIELD(1, INT64, OMIT, "observedGeneration") FIELD(2, TIME, MAP | OMIT, "disruptedPods")
	FIELD(3, INT32, REQ, "disruptionsAllowed") FIELD(4, INT32, REQ, "currentHealthy")
	FIELD(5, INT32, REQ, "desiredHealthy") FIELD(6, INT32, REQ, "expectedPods")
	REF(7, REP | OMIT, "conditions", meta_v1_Condition))
MESSAGE(rbac_v1_ClusterRoleBinding, rbac_v1_ClusterRoleBinding,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REP | OMIT, "subjects", rbac_v1_Subject) REF(3, REQ, "roleRef", rbac_v1_RoleRef))
MESSAGE(rbac_v1_Subject, rbac_v1_Subject,
	FIELD(1, STRING, REQ, "kind") FIELD(2, STRING, OMIT, "apiGroup")
	FIELD(3, STRING, REQ, "name") FIELD(4, STRING, OMIT, "namespace"))
MESSAGE(rbac_v1_RoleRef, rbac_v1_RoleRef,
	FIELD(1, STRING, REQ, "apiGroup") FIELD(2, STRING, REQ, "kind")
	FIELD(3, STRING, REQ, "name"))
MESSAGE(rbac_v1_ClusterRole, rbac_v1_ClusterRole,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, REP, "rules", rbac_v1_PolicyRule)
	REF(3, 0, "aggregationRule", rbac_v1_AggregationRule))
MESSAGE(rbac_v1_PolicyRule, rbac_v1_PolicyRule,
	FIELD(1, STRING, REP | REQ, "verbs") FIELD(2, STRING, REP | OMIT, "apiGroups")
	FIELD(3, STRING, REP | OMIT, "resources") FIELD(4, STRING, REP | OMIT, "resourceNames")
	FIELD(5, STRING, REP | OMIT, "nonResourceURLs"))
MESSAGE(rbac_v1_AggregationRule, rbac_v1_AggregationRule,
	REF(1, REP | OMIT, "clusterRoleSelectors", meta_v1_LabelSelector))
MESSAGE(rbac_v1_RoleBinding, rbac_v1_RoleBinding,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REP | OMIT, "subjects", rbac_v1_Subject) REF(3, REQ, "roleRef", rbac_v1_RoleRef))
MESSAGE(rbac_v1_Role, rbac_v1_Role,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, REP, "rules", rbac_v1_PolicyRule))
MESSAGE(storage_v1_CSIDriver, storage_v1_CSIDriver,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, REQ, "spec", storage_v1_CSIDriverSpec))
MESSAGE(storage_v1_CSIDriverSpec, storage_v1_CSIDriverSpec,
	FIELD(1, BOOL, 0, "attachRequired") FIELD(2, BOOL, 0, "podInfoOnMount")
	FIELD(3, STRING, REP | OMIT, "volumeLifecycleModes") FIELD(4, BOOL, 0, "storageCapacity")
	FIELD(5, STRING, 0, "fsGroupPolicy")
	REF(6, REP | OMIT, "tokenRequests", storage_v1_TokenRequest)
	FIELD(7, BOOL, 0, "requiresRepublish") FIELD(8, BOOL, 0, "seLinuxMount")
	FIELD(9, INT64, 0, "nodeAllocatableUpdatePeriodSeconds"))
MESSAGE(storage_v1_TokenRequest, storage_v1_TokenRequest,
	FIELD(1, STRING, REQ, "audience") FIELD(2, INT64, 0, "expirationSeconds"))
MESSAGE(storage_v1_CSINode, storage_v1_CSINode,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, REQ, "spec", storage_v1_CSINodeSpec))
MESSAGE(storage_v1_CSINodeSpec, storage_v1_CSINodeSpec,
	REF(1, REP | REQ, "drivers", storage_v1_CSINodeDriver))
MESSAGE(storage_v1_CSINodeDriver, storage_v1_CSINodeDriver,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "nodeID")
	FIELD(3, STRING, REP, "topologyKeys")
	REF(4, 0, "allocatable", storage_v1_VolumeNodeResources))
MESSAGE(storage_v1_VolumeNodeResources, storage_v1_VolumeNodeResources,
	FIELD(1, INT32, 0, "count"))
MESSAGE(storage_v1_CSIStorageCapacity, storage_v1_CSIStorageCapacity,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, 0, "nodeTopology", meta_v1_LabelSelector) FIELD(3, STRING, REQ, "storageClassName")
	FIELD(4, QUANTITY, 0, "capacity") FIELD(5, QUANTITY, 0, "maximumVolumeSize"))
MESSAGE(storage_v1_StorageClass, storage_v1_StorageClass,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) FIELD(2, STRING, REQ, "provisioner")
	FIELD(3, STRING, MAP | OMIT, "parameters") FIELD(4, STRING, 0, "reclaimPolicy")
	FIELD(5, STRING, REP | OMIT, "mountOptions") FIELD(6, BOOL, 0, "allowVolumeExpansion")
	FIELD(7, STRING, 0, "volumeBindingMode")
	REF(8, REP | OMIT, "allowedTopologies", core_v1_TopologySelectorTerm))
MESSAGE(core_v1_TopologySelectorTerm, core_v1_TopologySelectorTerm,
	REF(1, REP | OMIT, "matchLabelExpressions", core_v1_TopologySelectorLabelRequirement))
MESSAGE(core_v1_TopologySelectorLabelRequirement, core_v1_TopologySelectorLabelRequirement,
	FIELD(1, STRING, REQ, "key") FIELD(2, STRING, REP | REQ, "values"))
MESSAGE(storage_v1_VolumeAttachment, storage_v1_VolumeAttachment,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", storage_v1_VolumeAttachmentSpec)
	REF(3, OMIT, "status", storage_v1_VolumeAttachmentStatus))
MESSAGE(storage_v1_VolumeAttachmentSpec, storage_v1_VolumeAttachmentSpec,
	FIELD(1, STRING, REQ, "attacher") REF(2, REQ, "source", storage_v1_VolumeAttachmentSource)
	FIELD(3, STRING, REQ, "nodeName"))
MESSAGE(storage_v1_VolumeAttachmentSource, storage_v1_VolumeAttachmentSource,
	FIELD(1, STRING, 0, "persistentVolumeName")
	REF(2, 0, "inlineVolumeSpec", core_v1_PersistentVolumeSpec))
MESSAGE(storage_v1_VolumeAttachmentStatus, storage_v1_VolumeAttachmentStatus,
	FIELD(1, BOOL, REQ, "attached") FIELD(2, STRING, MAP | OMIT, "attachmentMetadata")
	REF(3, 0, "attachError", storage_v1_VolumeError)
	REF(4, 0, "detachError", storage_v1_VolumeError))
MESSAGE(storage_v1_VolumeError, storage_v1_VolumeError,
	FIELD(1, TIME, OMIT, "time") FIELD(2, STRING, OMIT, "message")
	FIELD(3, INT32, 0, "errorCode"))
MESSAGE(storage_v1_VolumeAttributesClass, storage_v1_VolumeAttributesClass,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) FIELD(2, STRING, REQ, "driverName")
	FIELD(3, STRING, MAP | OMIT, "parameters"))
MESSAGE(admissionregistration_v1_MutatingWebhookConfiguration, admissionregistration_v1_MutatingWebhookConfiguration,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REP | OMIT, "webhooks", admissionregistration_v1_MutatingWebhook))
MESSAGE(admissionregistration_v1_MutatingWebhook, admissionregistration_v1_MutatingWebhook,
	FIELD(1, STRING, REQ, "name")
	REF(2, REQ, "clientConfig", admissionregistration_v1_WebhookClientConfig)
	REF(3, REP | OMIT, "rules", admissionregistration_v1_RuleWithOperations)
	FIELD(4, STRING, 0, "failurePolicy") FIELD(9, STRING, 0, "matchPolicy")
	REF(5, 0, "namespaceSelector", meta_v1_LabelSelector)
	REF(11, 0, "objectSelector", meta_v1_LabelSelector) FIELD(6, STRING, REQ, "sideEffects")
	FIELD(7, INT32, 0, "timeoutSeconds") FIELD(8, STRING, REP | REQ, "admissionReviewVersions")
	FIELD(10, STRING, 0, "reinvocationPolicy")
	REF(12, REP | OMIT, "matchConditions", admissionregistration_v1_MatchCondition))
MESSAGE(admissionregistration_v1_WebhookClientConfig, admissionregistration_v1_WebhookClientConfig,
	FIELD(3, STRING, 0, "url") REF(1, 0, "service", admissionregistration_v1_ServiceReference)
	FIELD(2, BYTES, OMIT, "caBundle"))
MESSAGE(admissionregistration_v1_ServiceReference, admissionregistration_v1_ServiceReference,
	FIELD(1, STRING, REQ, "namespace") FIELD(2, STRING, REQ, "name")
	FIELD(3, STRING, 0, "path") FIELD(4, INT32, 0, "port"))
MESSAGE(admissionregistration_v1_RuleWithOperations, admissionregistration_v1_RuleWithOperations,
	FIELD(1, STRING, REP | OMIT, "operations")
	REF(2, INL, "rule", admissionregistration_v1_Rule))
MESSAGE(admissionregistration_v1_Rule, admissionregistration_v1_Rule,
	FIELD(1, STRING, REP | OMIT, "apiGroups") FIELD(2, STRING, REP | OMIT, "apiVersions")
	FIELD(3, STRING, REP | OMIT, "resources") FIELD(4, STRING, 0, "scope"))
MESSAGE(admissionregistration_v1_MatchCondition, admissionregistration_v1_MatchCondition,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "expression"))
MESSAGE(admissionregistration_v1_ValidatingAdmissionPolicy, admissionregistration_v1_ValidatingAdmissionPolicy,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", admissionregistration_v1_ValidatingAdmissionPolicySpec)
	REF(3, OMIT, "status", admissionregistration_v1_ValidatingAdmissionPolicyStatus))
MESSAGE(admissionregistration_v1_ValidatingAdmissionPolicySpec, admissionregistration_v1_ValidatingAdmissionPolicySpec,
	REF(1, 0, "paramKind", admissionregistration_v1_ParamKind)
	REF(2, 0, "matchConstraints", admissionregistration_v1_MatchResources)
	REF(3, REP | OMIT, "validations", admissionregistration_v1_Validation)
	FIELD(4, STRING, 0, "failurePolicy")
	REF(5, REP | OMIT, "auditAnnotations", admissionregistration_v1_AuditAnnotation)
	REF(6, REP | OMIT, "matchConditions", admissionregistration_v1_MatchCondition)
	REF(7, REP | OMIT, "variables", admissionregistration_v1_Variable))
MESSAGE(admissionregistration_v1_ParamKind, admissionregistration_v1_ParamKind,
	FIELD(1, STRING, OMIT, "apiVersion") FIELD(2, STRING, OMIT, "kind"))
MESSAGE(admissionregistration_v1_MatchResources, admissionregistration_v1_MatchResources,
	REF(1, 0, "namespaceSelector", meta_v1_LabelSelector)
	REF(2, 0, "objectSelector", meta_v1_LabelSelector)
	REF(3, REP | OMIT, "resourceRules", admissionregistration_v1_NamedRuleWithOperations)
	REF(4, REP | OMIT, "excludeResourceRules",
		admissionregistration_v1_NamedRuleWithOperations)
	FIELD(7, STRING, 0, "matchPolicy"))
MESSAGE(admissionregistration_v1_NamedRuleWithOperations, admissionregistration_v1_NamedRuleWithOperations,
	FIELD(1, STRING, REP | OMIT, "resourceNames")
	REF(2, INL, "ruleWithOperations", admissionregistration_v1_RuleWithOperations))
MESSAGE(admissionregistration_v1_Validation, admissionregistration_v1_Validation,
	FIELD(1, STRING, REQ, "expression") FIELD(2, STRING, OMIT, "message")
	FIELD(3, STRING, 0, "reason") FIELD(4, STRING, OMIT, "messageExpression"))
MESSAGE(admissionregistration_v1_AuditAnnotation, admissionregistration_v1_AuditAnnotation,
	FIELD(1, STRING, REQ, "key") FIELD(2, STRING, REQ, "valueExpression"))
MESSAGE(admissionregistration_v1_Variable, admissionregistration_v1_Variable,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "expression"))
MESSAGE(admissionregistration_v1_ValidatingAdmissionPolicyStatus, admissionregistration_v1_ValidatingAdmissionPolicyStatus,
	FIELD(1, INT64, OMIT, "observedGeneration")
	REF(2, 0, "typeChecking", admissionregistration_v1_TypeChecking)
	REF(3, REP | OMIT, "conditions", meta_v1_Condition))
MESSAGE(admissionregistration_v1_TypeChecking, admissionregistration_v1_TypeChecking,
	REF(1, REP | OMIT, "expressionWarnings", admissionregistration_v1_ExpressionWarning))
MESSAGE(admissionregistration_v1_ExpressionWarning, admissionregistration_v1_ExpressionWarning,
	FIELD(2, STRING, REQ, "fieldRef") FIELD(3, STRING, REQ, "warning"))
MESSAGE(admissionregistration_v1_ValidatingAdmissionPolicyBinding, admissionregistration_v1_ValidatingAdmissionPolicyBinding,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", admissionregistration_v1_ValidatingAdmissionPolicyBindingSpec))
MESSAGE(admissionregistration_v1_ValidatingAdmissionPolicyBindingSpec, admissionregistration_v1_ValidatingAdmissionPolicyBindingSpec,
	FIELD(1, STRING, OMIT, "policyName")
	REF(2, 0, "paramRef", admissionregistration_v1_ParamRef)
	REF(3, 0, "matchResources", admissionregistration_v1_MatchResources)
	FIELD(4, STRING, REP | OMIT, "validationActions"))
MESSAGE(admissionregistration_v1_ParamRef, admissionregistration_v1_ParamRef,
	FIELD(1, STRING, OMIT, "name") FIELD(2, STRING, OMIT, "namespace")
	REF(3, 0, "selector", meta_v1_LabelSelector) FIELD(4, STRING, 0, "parameterNotFoundAction"))
MESSAGE(admissionregistration_v1_ValidatingWebhookConfiguration, admissionregistration_v1_ValidatingWebhookConfiguration,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REP | OMIT, "webhooks", admissionregistration_v1_ValidatingWebhook))
MESSAGE(admissionregistration_v1_ValidatingWebhook, admissionregistration_v1_ValidatingWebhook,
	FIELD(1, STRING, REQ, "name")
	REF(2, REQ, "clientConfig", admissionregistration_v1_WebhookClientConfig)
	REF(3, REP | OMIT, "rules", admissionregistration_v1_RuleWithOperations)
	FIELD(4, STRING, 0, "failurePolicy") FIELD(9, STRING, 0, "matchPolicy")
	REF(5, 0, "namespaceSelector", meta_v1_LabelSelector)
	REF(10, 0, "objectSelector", meta_v1_LabelSelector) FIELD(6, STRING, REQ, "sideEffects")
	FIELD(7, INT32, 0, "timeoutSeconds") FIELD(8, STRING, REP | REQ, "admissionReviewVersions")
	REF(11, REP | OMIT, "matchConditions", admissionregistration_v1_MatchCondition))
MESSAGE(admissionregistration_v1beta1_MutatingAdmissionPolicy, admissionregistration_v1beta1_MutatingAdmissionPolicy,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", admissionregistration_v1beta1_MutatingAdmissionPolicySpec))
MESSAGE(admissionregistration_v1beta1_MutatingAdmissionPolicySpec, admissionregistration_v1beta1_MutatingAdmissionPolicySpec,
	REF(1, 0, "paramKind", admissionregistration_v1beta1_ParamKind)
	REF(2, 0, "matchConstraints", admissionregistration_v1beta1_MatchResources)
	REF(3, REP | OMIT, "variables", admissionregistration_v1beta1_Variable)
	REF(4, REP | OMIT, "mutations", admissionregistration_v1beta1_Mutation)
	FIELD(5, STRING, 0, "failurePolicy")
	REF(6, REP | OMIT, "matchConditions", admissionregistration_v1beta1_MatchCondition)
	FIELD(7, STRING, OMIT, "reinvocationPolicy"))
MESSAGE(admissionregistration_v1beta1_ParamKind, admissionregistration_v1beta1_ParamKind,
	FIELD(1, STRING, OMIT, "apiVersion") FIELD(2, STRING, OMIT, "kind"))
MESSAGE(admissionregistration_v1beta1_MatchResources, admissionregistration_v1beta1_MatchResources,
	REF(1, 0, "namespaceSelector", meta_v1_LabelSelector)
	REF(2, 0, "objectSelector", meta_v1_LabelSelector)
	REF(3, REP | OMIT, "resourceRules",
		admissionregistration_v1beta1_NamedRuleWithOperations)
	REF(4, REP | OMIT, "excludeResourceRules",
		admissionregistration_v1beta1_NamedRuleWithOperations)
	FIELD(7, STRING, 0, "matchPolicy"))
MESSAGE(admissionregistration_v1beta1_NamedRuleWithOperations, admissionregistration_v1beta1_NamedRuleWithOperations,
	FIELD(1, STRING, REP | OMIT, "resourceNames")
	REF(2, INL, "ruleWithOperations", admissionregistration_v1_RuleWithOperations))
MESSAGE(admissionregistration_v1beta1_Variable, admissionregistration_v1beta1_Variable,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "expression"))
MESSAGE(admissionregistration_v1beta1_Mutation, admissionregistration_v1beta1_Mutation,
	FIELD(2, STRING, REQ, "patchType")
	REF(3, 0, "applyConfiguration", admissionregistration_v1beta1_ApplyConfiguration)
	REF(4, 0, "jsonPatch", admissionregistration_v1beta1_JSONPatch))
MESSAGE(admissionregistration_v1beta1_ApplyConfiguration, admissionregistration_v1beta1_ApplyConfiguration,
	FIELD(1, STRING, OMIT, "expression"))
MESSAGE(admissionregistration_v1beta1_JSONPatch, admissionregistration_v1beta1_JSONPatch,
	FIELD(1, STRING, OMIT, "expression"))
MESSAGE(admissionregistration_v1beta1_MatchCondition, admissionregistration_v1beta1_MatchCondition,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "expression"))
MESSAGE(admissionregistration_v1beta1_MutatingAdmissionPolicyBinding, admissionregistration_v1beta1_MutatingAdmissionPolicyBinding,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", admissionregistration_v1beta1_MutatingAdmissionPolicyBindingSpec))
MESSAGE(admissionregistration_v1beta1_MutatingAdmissionPolicyBindingSpec, admissionregistration_v1beta1_MutatingAdmissionPolicyBindingSpec,
	FIELD(1, STRING, OMIT, "policyName")
	REF(2, 0, "paramRef", admissionregistration_v1beta1_ParamRef)
	REF(3, 0, "matchResources", admissionregistration_v1beta1_MatchResources))
MESSAGE(admissionregistration_v1beta1_ParamRef, admissionregistration_v1beta1_ParamRef,
	FIELD(1, STRING, OMIT, "name") FIELD(2, STRING, OMIT, "namespace")
	REF(3, 0, "selector", meta_v1_LabelSelector) FIELD(4, STRING, 0, "parameterNotFoundAction"))
MESSAGE(admissionregistration_v1alpha1_MutatingAdmissionPolicy, admissionregistration_v1alpha1_MutatingAdmissionPolicy,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", admissionregistration_v1alpha1_MutatingAdmissionPolicySpec))
MESSAGE(admissionregistration_v1alpha1_MutatingAdmissionPolicySpec, admissionregistration_v1alpha1_MutatingAdmissionPolicySpec,
	REF(1, 0, "paramKind", admissionregistration_v1alpha1_ParamKind)
	REF(2, 0, "matchConstraints", admissionregistration_v1alpha1_MatchResources)
	REF(3, REP | OMIT, "variables", admissionregistration_v1alpha1_Variable)
	REF(4, REP | OMIT, "mutations", admissionregistration_v1alpha1_Mutation)
	FIELD(5, STRING, 0, "failurePolicy")
	REF(6, REP | OMIT, "matchConditions", admissionregistration_v1alpha1_MatchCondition)
	FIELD(7, STRING, OMIT, "reinvocationPolicy"))
MESSAGE(admissionregistration_v1alpha1_ParamKind, admissionregistration_v1alpha1_ParamKind,
	FIELD(1, STRING, OMIT, "apiVersion") FIELD(2, STRING, OMIT, "kind"))
MESSAGE(admissionregistration_v1alpha1_MatchResources, admissionregistration_v1alpha1_MatchResources,
	REF(1, 0, "namespaceSelector", meta_v1_LabelSelector)
	REF(2, 0, "objectSelector", meta_v1_LabelSelector)
	REF(3, REP | OMIT, "resourceRules",
		admissionregistration_v1alpha1_NamedRuleWithOperations)
	REF(4, REP | OMIT, "excludeResourceRules",
		admissionregistration_v1alpha1_NamedRuleWithOperations)
	FIELD(7, STRING, 0, "matchPolicy"))
MESSAGE(admissionregistration_v1alpha1_NamedRuleWithOperations, admissionregistration_v1alpha1_NamedRuleWithOperations,
	FIELD(1, STRING, REP | OMIT, "resourceNames")
	REF(2, INL, "ruleWithOperations", admissionregistration_v1_RuleWithOperations))
MESSAGE(admissionregistration_v1alpha1_Variable, admissionregistration_v1alpha1_Variable,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "expression"))
MESSAGE(admissionregistration_v1alpha1_Mutation, admissionregistration_v1alpha1_Mutation,
	FIELD(2, STRING, REQ, "patchType")
	REF(3, 0, "applyConfiguration", admissionregistration_v1alpha1_ApplyConfiguration)
	REF(4, 0, "jsonPatch", admissionregistration_v1alpha1_JSONPatch))
MESSAGE(admissionregistration_v1alpha1_ApplyConfiguration, admissionregistration_v1alpha1_ApplyConfiguration,
	FIELD(1, STRING, OMIT, "expression"))
MESSAGE(admissionregistration_v1alpha1_JSONPatch, admissionregistration_v1alpha1_JSONPatch,
	FIELD(1, STRING, OMIT, "expression"))
MESSAGE(admissionregistration_v1alpha1_MatchCondition, admissionregistration_v1alpha1_MatchCondition,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "expression"))
MESSAGE(admissionregistration_v1alpha1_MutatingAdmissionPolicyBinding, admissionregistration_v1alpha1_MutatingAdmissionPolicyBinding,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", admissionregistration_v1alpha1_MutatingAdmissionPolicyBindingSpec))
MESSAGE(admissionregistration_v1alpha1_MutatingAdmissionPolicyBindingSpec, admissionregistration_v1alpha1_MutatingAdmissionPolicyBindingSpec,
	FIELD(1, STRING, OMIT, "policyName")
	REF(2, 0, "paramRef", admissionregistration_v1alpha1_ParamRef)
	REF(3, 0, "matchResources", admissionregistration_v1alpha1_MatchResources))
MESSAGE(admissionregistration_v1alpha1_ParamRef, admissionregistration_v1alpha1_ParamRef,
	FIELD(1, STRING, OMIT, "name") FIELD(2, STRING, OMIT, "namespace")
	REF(3, 0, "selector", meta_v1_LabelSelector) FIELD(4, STRING, 0, "parameterNotFoundAction"))
MESSAGE(apiextensions_v1_CustomResourceDefinition, apiextensions_v1_CustomResourceDefinition,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", apiextensions_v1_CustomResourceDefinitionSpec)
	REF(3, OMIT, "status", apiextensions_v1_CustomResourceDefinitionStatus))
MESSAGE(apiextensions_v1_CustomResourceDefinitionSpec, apiextensions_v1_CustomResourceDefinitionSpec,
	FIELD(1, STRING, REQ, "group")
	REF(3, REQ, "names", apiextensions_v1_CustomResourceDefinitionNames)
	FIELD(4, STRING, REQ, "scope")
	REF(7, REP | REQ, "versions", apiextensions_v1_CustomResourceDefinitionVersion)
	REF(9, 0, "conversion", apiextensions_v1_CustomResourceConversion)
	FIELD(10, BOOL, OMIT, "preserveUnknownFields"))
MESSAGE(apiextensions_v1_CustomResourceDefinitionNames, apiextensions_v1_CustomResourceDefinitionNames,
	FIELD(1, STRING, REQ, "plural") FIELD(2, STRING, OMIT, "singular")
	FIELD(3, STRING, REP | OMIT, "shortNames") FIELD(4, STRING, REQ, "kind")
	FIELD(5, STRING, OMIT, "listKind") FIELD(6, STRING, REP | OMIT, "categories"))
MESSAGE(apiextensions_v1_CustomResourceDefinitionVersion, apiextensions_v1_CustomResourceDefinitionVersion,
	FIELD(1, STRING, REQ, "name") FIELD(2, BOOL, REQ, "served") FIELD(3, BOOL, REQ, "storage")
	FIELD(7, BOOL, OMIT, "deprecated") FIELD(8, STRING, 0, "deprecationWarning")
	REF(4, 0, "schema", apiextensions_v1_CustomResourceValidation)
	REF(5, 0, "subresources", apiextensions_v1_CustomResourceSubresources)
	REF(6, REP | OMIT, "additionalPrinterColumns",
		apiextensions_v1_CustomResourceColumnDefinition)
	REF(9, REP | OMIT, "selectableFields", apiextensions_v1_SelectableField))
MESSAGE(apiextensions_v1_CustomResourceValidation, apiextensions_v1_CustomResourceValidation,
	REF(1, 0, "openAPIV3Schema", apiextensions_v1_JSONSchemaProps))
MESSAGE(apiextensions_v1_JSONSchemaProps, apiextensions_v1_JSONSchemaProps,
	FIELD(1, STRING, OMIT, "id") FIELD(2, STRING, OMIT, "$schema") FIELD(3, STRING, 0, "$ref")
	FIELD(4, STRING, OMIT, "description") FIELD(5, STRING, OMIT, "type")
	FIELD(6, STRING, OMIT, "format") FIELD(7, STRING, OMIT, "title")
	FIELD(8, RAW, 0, "default") FIELD(9, DOUBLE, 0, "maximum")
	FIELD(10, BOOL, OMIT, "exclusiveMaximum") FIELD(11, DOUBLE, 0, "minimum")
	FIELD(12, BOOL, OMIT, "exclusiveMinimum") FIELD(13, INT64, 0, "maxLength")
	FIELD(14, INT64, 0, "minLength") FIELD(15, STRING, OMIT, "pattern")
	FIELD(16, INT64, 0, "maxItems") FIELD(17, INT64, 0, "minItems")
	FIELD(18, BOOL, OMIT, "uniqueItems") FIELD(19, DOUBLE, 0, "multipleOf")
	FIELD(20, RAW, REP | OMIT, "enum") FIELD(21, INT64, 0, "maxProperties")
	FIELD(22, INT64, 0, "minProperties") FIELD(23, STRING, REP | OMIT, "required")
	FIELD(24, SCHEMA_OR_ARRAY, 0, "items")
	REF(25, REP | OMIT, "allOf", apiextensions_v1_JSONSchemaProps)
	REF(26, REP | OMIT, "oneOf", apiextensions_v1_JSONSchemaProps)
	REF(27, REP | OMIT, "anyOf", apiextensions_v1_JSONSchemaProps)
	REF(28, 0, "not", apiextensions_v1_JSONSchemaProps)
	REF(29, MAP | OMIT, "properties", apiextensions_v1_JSONSchemaProps)
	FIELD(30, SCHEMA_OR_BOOL, 0, "additionalProperties")
	REF(31, MAP | OMIT, "patternProperties", apiextensions_v1_JSONSchemaProps)
	FIELD(32, SCHEMA_OR_STRINGS, MAP | OMIT, "dependencies")
	FIELD(33, SCHEMA_OR_BOOL, 0, "additionalItems")
	REF(34, MAP | OMIT, "definitions", apiextensions_v1_JSONSchemaProps)
	REF(35, 0, "externalDocs", apiextensions_v1_ExternalDocumentation)
	FIELD(36, RAW, 0, "example") FIELD(37, BOOL, OMIT, "nullable")
	FIELD(38, BOOL, 0, "x-kubernetes-preserve-unknown-fields")
	FIELD(39, BOOL, OMIT, "x-kubernetes-embedded-resource")
	FIELD(40, BOOL, OMIT, "x-kubernetes-int-or-string")
	FIELD(41, STRING, REP | OMIT, "x-kubernetes-list-map-keys")
	FIELD(42, STRING, 0, "x-kubernetes-list-type")
	FIELD(43, STRING, 0, "x-kubernetes-map-type")
	REF(44, REP | OMIT, "x-kubernetes-validations", apiextensions_v1_ValidationRule))
MESSAGE(apiextensions_v1_ExternalDocumentation, apiextensions_v1_ExternalDocumentation,
	FIELD(1, STRING, OMIT, "description") FIELD(2, STRING, OMIT, "url"))
MESSAGE(apiextensions_v1_ValidationRule, apiextensions_v1_ValidationRule,
	FIELD(1, STRING, REQ, "rule") FIELD(2, STRING, OMIT, "message")
	FIELD(3, STRING, OMIT, "messageExpression") FIELD(4, STRING, 0, "reason")
	FIELD(5, STRING, OMIT, "fieldPath") FIELD(6, BOOL, 0, "optionalOldSelf"))
MESSAGE(apiextensions_v1_CustomResourceSubresources, apiextensions_v1_CustomResourceSubresources,
	REF(1, 0, "status", apiextensions_v1_CustomResourceSubresourceStatus)
	REF(2, 0, "scale", apiextensions_v1_CustomResourceSubresourceScale))
MESSAGE(apiextensions_v1_CustomResourceSubresourceStatus, apiextensions_v1_CustomResourceSubresourceStatus,
	NOFIELD)
MESSAGE(apiextensions_v1_CustomResourceSubresourceScale, apiextensions_v1_CustomResourceSubresourceScale,
	FIELD(1, STRING, REQ, "specReplicasPath") FIELD(2, STRING, REQ, "statusReplicasPath")
	FIELD(3, STRING, 0, "labelSelectorPath"))
MESSAGE(apiextensions_v1_CustomResourceColumnDefinition, apiextensions_v1_CustomResourceColumnDefinition,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "type")
	FIELD(3, STRING, OMIT, "format") FIELD(4, STRING, OMIT, "description")
	FIELD(5, INT32, OMIT, "priority") FIELD(6, STRING, REQ, "jsonPath"))
MESSAGE(apiextensions_v1_SelectableField, apiextensions_v1_SelectableField,
	FIELD(1, STRING, REQ, "jsonPath"))
MESSAGE(apiextensions_v1_CustomResourceConversion, apiextensions_v1_CustomResourceConversion,
	FIELD(1, STRING, REQ, "strategy") REF(2, 0, "webhook", apiextensions_v1_WebhookConversion))
MESSAGE(apiextensions_v1_WebhookConversion, apiextensions_v1_WebhookConversion,
	REF(2, 0, "clientConfig", apiextensions_v1_WebhookClientConfig)
	FIELD(3, STRING, REP | REQ, "conversionReviewVersions"))
MESSAGE(apiextensions_v1_WebhookClientConfig, apiextensions_v1_WebhookClientConfig,
	FIELD(3, STRING, 0, "url") REF(1, 0, "service", apiextensions_v1_ServiceReference)
	FIELD(2, BYTES, OMIT, "caBundle"))
MESSAGE(apiextensions_v1_ServiceReference, apiextensions_v1_ServiceReference,
	FIELD(1, STRING, REQ, "namespace") FIELD(2, STRING, REQ, "name")
	FIELD(3, STRING, 0, "path") FIELD(4, INT32, 0, "port"))
MESSAGE(apiextensions_v1_CustomResourceDefinitionStatus, apiextensions_v1_CustomResourceDefinitionStatus,
	REF(1, REP, "conditions", apiextensions_v1_CustomResourceDefinitionCondition)
	REF(2, 0, "acceptedNames", apiextensions_v1_CustomResourceDefinitionNames)
	FIELD(3, STRING, REP, "storedVersions"))
MESSAGE(apiextensions_v1_CustomResourceDefinitionCondition, apiextensions_v1_CustomResourceDefinitionCondition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(3, TIME, OMIT, "lastTransitionTime") FIELD(4, STRING, OMIT, "reason")
	FIELD(5, STRING, OMIT, "message"))
MESSAGE(scheduling_v1_PriorityClass, scheduling_v1_PriorityClass,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) FIELD(2, INT32, REQ, "value")
	FIELD(3, BOOL, OMIT, "globalDefault") FIELD(4, STRING, OMIT, "description")
	FIELD(5, STRING, 0, "preemptionPolicy"))
MESSAGE(coordination_v1_Lease, coordination_v1_Lease,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", coordination_v1_LeaseSpec))
MESSAGE(coordination_v1_LeaseSpec, coordination_v1_LeaseSpec,
	FIELD(1, STRING, 0, "holderIdentity") FIELD(2, INT32, 0, "leaseDurationSeconds")
	FIELD(3, MICROTIME, 0, "acquireTime") FIELD(4, MICROTIME, 0, "renewTime")
	FIELD(5, INT32, 0, "leaseTransitions") FIELD(6, STRING, 0, "strategy")
	FIELD(7, STRING, 0, "preferredHolder"))
MESSAGE(node_v1_RuntimeClass, node_v1_RuntimeClass,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) FIELD(2, STRING, REQ, "handler")
	REF(3, 0, "overhead", node_v1_Overhead) REF(4, 0, "scheduling", node_v1_Scheduling))
MESSAGE(node_v1_Overhead, node_v1_Overhead,
	FIELD(1, QUANTITY, MAP | OMIT, "podFixed"))
MESSAGE(node_v1_Scheduling, node_v1_Scheduling,
	FIELD(1, STRING, MAP | OMIT, "nodeSelector")
	REF(2, REP | OMIT, "tolerations", core_v1_Toleration))
MESSAGE(discovery_v1_EndpointSlice, discovery_v1_EndpointSlice,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) FIELD(4, STRING, REQ, "addressType")
	REF(2, REP | REQ, "endpoints", discovery_v1_Endpoint)
	REF(3, REP, "ports", discovery_v1_EndpointPort))
MESSAGE(discovery_v1_Endpoint, discovery_v1_Endpoint,
	FIELD(1, STRING, REP | REQ, "addresses")
	REF(2, OMIT, "conditions", discovery_v1_EndpointConditions) FIELD(3, STRING, 0, "hostname")
	REF(4, 0, "targetRef", core_v1_ObjectReference)
	FIELD(5, STRING, MAP | OMIT, "deprecatedTopology") FIELD(6, STRING, 0, "nodeName")
	FIELD(7, STRING, 0, "zone") REF(8, 0, "hints", discovery_v1_EndpointHints))
MESSAGE(discovery_v1_EndpointConditions, discovery_v1_EndpointConditions,
	FIELD(1, BOOL, 0, "ready") FIELD(2, BOOL, 0, "serving") FIELD(3, BOOL, 0, "terminating"))
MESSAGE(discovery_v1_EndpointHints, discovery_v1_EndpointHints,
	REF(1, REP | OMIT, "forZones", discovery_v1_ForZone)
	REF(2, REP | OMIT, "forNodes", discovery_v1_ForNode))
MESSAGE(discovery_v1_ForZone, discovery_v1_ForZone,
	FIELD(1, STRING, REQ, "name"))
MESSAGE(discovery_v1_ForNode, discovery_v1_ForNode,
	FIELD(1, STRING, REQ, "name"))
MESSAGE(discovery_v1_EndpointPort, discovery_v1_EndpointPort,
	FIELD(1, STRING, 0, "name") FIELD(2, STRING, 0, "protocol") FIELD(3, INT32, 0, "port")
	FIELD(4, STRING, 0, "appProtocol"))
MESSAGE(resource_v1_DeviceClass, resource_v1_DeviceClass,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", resource_v1_DeviceClassSpec))
MESSAGE(resource_v1_DeviceClassSpec, resource_v1_DeviceClassSpec,
	REF(1, REP | OMIT, "selectors", resource_v1_DeviceSelector)
	REF(2, REP | OMIT, "config", resource_v1_DeviceClassConfiguration)
	FIELD(4, STRING, 0, "extendedResourceName"))
MESSAGE(resource_v1_DeviceSelector, resource_v1_DeviceSelector,
	REF(1, 0, "cel", resource_v1_CELDeviceSelector))
MESSAGE(resource_v1_CELDeviceSelector, resource_v1_CELDeviceSelector,
	FIELD(1, STRING, REQ, "expression"))
MESSAGE(resource_v1_DeviceClassConfiguration, resource_v1_DeviceClassConfiguration,
	REF(1, INL, "deviceConfiguration", resource_v1_DeviceConfiguration))
MESSAGE(resource_v1_DeviceConfiguration, resource_v1_DeviceConfiguration,
	REF(1, 0, "opaque", resource_v1_OpaqueDeviceConfiguration))
MESSAGE(resource_v1_OpaqueDeviceConfiguration, resource_v1_OpaqueDeviceConfiguration,
	FIELD(1, STRING, REQ, "driver") FIELD(2, RAW, REQ, "parameters"))
MESSAGE(resource_v1_ResourceClaim, resource_v1_ResourceClaim,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", resource_v1_ResourceClaimSpec)
	REF(3, OMIT, "status", resource_v1_ResourceClaimStatus))
MESSAGE(resource_v1_ResourceClaimSpec, resource_v1_ResourceClaimSpec,
	REF(1, 0, "devices", resource_v1_DeviceClaim))
MESSAGE(resource_v1_DeviceClaim, resource_v1_DeviceClaim,
	REF(1, REP, "requests", resource_v1_DeviceRequest)
	REF(2, REP | OMIT, "constraints", resource_v1_DeviceConstraint)
	REF(3, REP | OMIT, "config", resource_v1_DeviceClaimConfiguration))
MESSAGE(resource_v1_DeviceRequest, resource_v1_DeviceRequest,
	FIELD(1, STRING, REQ, "name") REF(2, 0, "exactly", resource_v1_ExactDeviceRequest)
	REF(3, REP | OMIT, "firstAvailable", resource_v1_DeviceSubRequest))
MESSAGE(resource_v1_ExactDeviceRequest, resource_v1_ExactDeviceRequest,
	FIELD(1, STRING, REQ, "deviceClassName")
	REF(2, REP | OMIT, "selectors", resource_v1_DeviceSelector)
	FIELD(3, STRING, OMIT, "allocationMode") FIELD(4, INT64, OMIT, "count")
	FIELD(5, BOOL, 0, "adminAccess")
	REF(6, REP | OMIT, "tolerations", resource_v1_DeviceToleration)
	REF(7, 0, "capacity", resource_v1_CapacityRequirements))
MESSAGE(resource_v1_DeviceToleration, resource_v1_DeviceToleration,
	FIELD(1, STRING, OMIT, "key") FIELD(2, STRING, OMIT, "operator")
	FIELD(3, STRING, OMIT, "value") FIELD(4, STRING, OMIT, "effect")
	FIELD(5, INT64, 0, "tolerationSeconds"))
MESSAGE(resource_v1_CapacityRequirements, resource_v1_CapacityRequirements,
	FIELD(1, QUANTITY, MAP | OMIT, "requests"))
MESSAGE(resource_v1_DeviceSubRequest, resource_v1_DeviceSubRequest,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "deviceClassName")
	REF(3, REP | OMIT, "selectors", resource_v1_DeviceSelector)
	FIELD(4, STRING, OMIT, "allocationMode") FIELD(5, INT64, OMIT, "count")
	REF(6, REP | OMIT, "tolerations", resource_v1_DeviceToleration)
	REF(7, 0, "capacity", resource_v1_CapacityRequirements))
MESSAGE(resource_v1_DeviceConstraint, resource_v1_DeviceConstraint,
	FIELD(1, STRING, REP | OMIT, "requests") FIELD(2, STRING, 0, "matchAttribute")
	FIELD(3, STRING, 0, "distinctAttribute"))
MESSAGE(resource_v1_DeviceClaimConfiguration, resource_v1_DeviceClaimConfiguration,
	FIELD(1, STRING, REP | OMIT, "requests")
	REF(2, INL, "deviceConfiguration", resource_v1_DeviceConfiguration))
MESSAGE(resource_v1_ResourceClaimStatus, resource_v1_ResourceClaimStatus,
	REF(1, 0, "allocation", resource_v1_AllocationResult)
	REF(2, REP | OMIT, "reservedFor", resource_v1_ResourceClaimConsumerReference)
	REF(4, REP | OMIT, "devices", resource_v1_AllocatedDeviceStatus))
MESSAGE(resource_v1_AllocationResult, resource_v1_AllocationResult,
	REF(1, OMIT, "devices", resource_v1_DeviceAllocationResult)
	REF(3, 0, "nodeSelector", core_v1_NodeSelector) FIELD(5, TIME, 0, "allocationTimestamp"))
MESSAGE(resource_v1_DeviceAllocationResult, resource_v1_DeviceAllocationResult,
	REF(1, REP | OMIT, "results", resource_v1_DeviceRequestAllocationResult)
	REF(2, REP | OMIT, "config", resource_v1_DeviceAllocationConfiguration))
MESSAGE(resource_v1_DeviceRequestAllocationResult, resource_v1_DeviceRequestAllocationResult,
	FIELD(1, STRING, REQ, "request") FIELD(2, STRING, REQ, "driver")
	FIELD(3, STRING, REQ, "pool") FIELD(4, STRING, REQ, "device")
	FIELD(5, BOOL, 0, "adminAccess")
	REF(6, REP | OMIT, "tolerations", resource_v1_DeviceToleration)
	FIELD(7, STRING, REP | OMIT, "bindingConditions")
	FIELD(8, STRING, REP | OMIT, "bindingFailureConditions") FIELD(9, STRING, 0, "shareID")
	FIELD(10, QUANTITY, MAP | OMIT, "consumedCapacity"))
MESSAGE(resource_v1_DeviceAllocationConfiguration, resource_v1_DeviceAllocationConfiguration,
	FIELD(1, STRING, REQ, "source") FIELD(2, STRING, REP | OMIT, "requests")
	REF(3, INL, "deviceConfiguration", resource_v1_DeviceConfiguration))
MESSAGE(resource_v1_ResourceClaimConsumerReference, resource_v1_ResourceClaimConsumerReference,
	FIELD(1, STRING, OMIT, "apiGroup") FIELD(3, STRING, REQ, "resource")
	FIELD(4, STRING, REQ, "name") FIELD(5, STRING, REQ, "uid"))
MESSAGE(resource_v1_AllocatedDeviceStatus, resource_v1_AllocatedDeviceStatus,
	FIELD(1, STRING, REQ, "driver") FIELD(2, STRING, REQ, "pool")
	FIELD(3, STRING, REQ, "device") FIELD(7, STRING, 0, "shareID")
	REF(4, REP, "conditions", meta_v1_Condition) FIELD(5, RAW, 0, "data")
	REF(6, 0, "networkData", resource_v1_NetworkDeviceData))
MESSAGE(resource_v1_NetworkDeviceData, resource_v1_NetworkDeviceData,
	FIELD(1, STRING, OMIT, "interfaceName") FIELD(2, STRING, REP | OMIT, "ips")
	FIELD(3, STRING, OMIT, "hardwareAddress"))
MESSAGE(resource_v1_ResourceClaimTemplate, resource_v1_ResourceClaimTemplate,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", resource_v1_ResourceClaimTemplateSpec))
MESSAGE(resource_v1_ResourceClaimTemplateSpec, resource_v1_ResourceClaimTemplateSpec,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", resource_v1_ResourceClaimSpec))
MESSAGE(resource_v1_ResourceSlice, resource_v1_ResourceSlice,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", resource_v1_ResourceSliceSpec))
MESSAGE(resource_v1_ResourceSliceSpec, resource_v1_ResourceSliceSpec,
	FIELD(1, STRING, REQ, "driver") REF(2, REQ, "pool", resource_v1_ResourcePool)
	FIELD(3, STRING, 0, "nodeName") REF(4, 0, "nodeSelector", core_v1_NodeSelector)
	FIELD(5, BOOL, 0, "allNodes") REF(6, REP, "devices", resource_v1_Device)
	FIELD(7, BOOL, 0, "perDeviceNodeSelection")
	REF(8, REP | OMIT, "sharedCounters", resource_v1_CounterSet))
MESSAGE(resource_v1_ResourcePool, resource_v1_ResourcePool,
	FIELD(1, STRING, REQ, "name") FIELD(2, INT64, REQ, "generation")
	FIELD(3, INT64, REQ, "resourceSliceCount"))
MESSAGE(resource_v1_Device, resource_v1_Device,
	FIELD(1, STRING, REQ, "name") REF(2, MAP | OMIT, "attributes", resource_v1_DeviceAttribute)
	REF(3, MAP | OMIT, "capacity", resource_v1_DeviceCapacity)
	REF(4, REP | OMIT, "consumesCounters", resource_v1_DeviceCounterConsumption)
	FIELD(5, STRING, 0, "nodeName") REF(6, 0, "nodeSelector", core_v1_NodeSelector)
	FIELD(7, BOOL, 0, "allNodes") REF(8, REP | OMIT, "taints", resource_v1_DeviceTaint)
	FIELD(9, BOOL, 0, "bindsToNode") FIELD(10, STRING, REP | OMIT, "bindingConditions")
	FIELD(11, STRING, REP | OMIT, "bindingFailureConditions")
	FIELD(12, BOOL, 0, "allowMultipleAllocations"))
MESSAGE(resource_v1_DeviceAttribute, resource_v1_DeviceAttribute,
	FIELD(2, INT64, 0, "int") FIELD(3, BOOL, 0, "bool") FIELD(4, STRING, 0, "string")
	FIELD(5, STRING, 0, "version"))
MESSAGE(resource_v1_DeviceCapacity, resource_v1_DeviceCapacity,
	FIELD(1, QUANTITY, REQ, "value")
	REF(2, 0, "requestPolicy", resource_v1_CapacityRequestPolicy))
MESSAGE(resource_v1_CapacityRequestPolicy, resource_v1_CapacityRequestPolicy,
	FIELD(1, QUANTITY, 0, "default") FIELD(3, QUANTITY, REP | OMIT, "validValues")
	REF(4, 0, "validRange", resource_v1_CapacityRequestPolicyRange))
MESSAGE(resource_v1_CapacityRequestPolicyRange, resource_v1_CapacityRequestPolicyRange,
	FIELD(1, QUANTITY, REQ, "min") FIELD(2, QUANTITY, 0, "max") FIELD(3, QUANTITY, 0, "step"))
MESSAGE(resource_v1_DeviceCounterConsumption, resource_v1_DeviceCounterConsumption,
	FIELD(1, STRING, REQ, "counterSet")
	REF(2, MAP | OMIT | REQ, "counters", resource_v1_Counter))
MESSAGE(resource_v1_Counter, resource_v1_Counter,
	FIELD(1, QUANTITY, REQ, "value"))
MESSAGE(resource_v1_DeviceTaint, resource_v1_DeviceTaint,
	FIELD(1, STRING, REQ, "key") FIELD(2, STRING, OMIT, "value")
	FIELD(3, STRING, REQ, "effect") FIELD(4, TIME, 0, "timeAdded"))
MESSAGE(resource_v1_CounterSet, resource_v1_CounterSet,
	FIELD(1, STRING, REQ, "name") REF(2, MAP | OMIT | REQ, "counters", resource_v1_Counter))
MESSAGE(flowcontrol_v1_FlowSchema, flowcontrol_v1_FlowSchema,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", flowcontrol_v1_FlowSchemaSpec)
	REF(3, OMIT, "status", flowcontrol_v1_FlowSchemaStatus))
MESSAGE(flowcontrol_v1_FlowSchemaSpec, flowcontrol_v1_FlowSchemaSpec,
	REF(1, REQ, "priorityLevelConfiguration",
		flowcontrol_v1_PriorityLevelConfigurationReference)
	FIELD(2, INT32, 0, "matchingPrecedence")
	REF(3, 0, "distinguisherMethod", flowcontrol_v1_FlowDistinguisherMethod)
	REF(4, REP | OMIT, "rules", flowcontrol_v1_PolicyRulesWithSubjects))
MESSAGE(flowcontrol_v1_PriorityLevelConfigurationReference, flowcontrol_v1_PriorityLevelConfigurationReference,
	FIELD(1, STRING, REQ, "name"))
MESSAGE(flowcontrol_v1_FlowDistinguisherMethod, flowcontrol_v1_FlowDistinguisherMethod,
	FIELD(1, STRING, REQ, "type"))
MESSAGE(flowcontrol_v1_PolicyRulesWithSubjects, flowcontrol_v1_PolicyRulesWithSubjects,
	REF(1, REP | REQ, "subjects", flowcontrol_v1_Subject)
	REF(2, REP | OMIT, "resourceRules", flowcontrol_v1_ResourcePolicyRule)
	REF(3, REP | OMIT, "nonResourceRules", flowcontrol_v1_NonResourcePolicyRule))
MESSAGE(flowcontrol_v1_Subject, flowcontrol_v1_Subject,
	FIELD(1, STRING, REQ, "kind") REF(2, 0, "user", flowcontrol_v1_UserSubject)
	REF(3, 0, "group", flowcontrol_v1_GroupSubject)
	REF(4, 0, "serviceAccount", flowcontrol_v1_ServiceAccountSubject))
MESSAGE(flowcontrol_v1_UserSubject, flowcontrol_v1_UserSubject,
	FIELD(1, STRING, REQ, "name"))
MESSAGE(flowcontrol_v1_GroupSubject, flowcontrol_v1_GroupSubject,
	FIELD(1, STRING, REQ, "name"))
MESSAGE(flowcontrol_v1_ServiceAccountSubject, flowcontrol_v1_ServiceAccountSubject,
	FIELD(1, STRING, REQ, "namespace") FIELD(2, STRING, REQ, "name"))
MESSAGE(flowcontrol_v1_ResourcePolicyRule, flowcontrol_v1_ResourcePolicyRule,
	FIELD(1, STRING, REP | REQ, "verbs") FIELD(2, STRING, REP | REQ, "apiGroups")
	FIELD(3, STRING, REP | REQ, "resources") FIELD(4, BOOL, OMIT, "clusterScope")
	FIELD(5, STRING, REP, "namespaces"))
MESSAGE(flowcontrol_v1_NonResourcePolicyRule, flowcontrol_v1_NonResourcePolicyRule,
	FIELD(1, STRING, REP | REQ, "verbs") FIELD(6, STRING, REP | REQ, "nonResourceURLs"))
MESSAGE(flowcontrol_v1_FlowSchemaStatus, flowcontrol_v1_FlowSchemaStatus,
	REF(1, REP | OMIT, "conditions", flowcontrol_v1_FlowSchemaCondition))
MESSAGE(flowcontrol_v1_FlowSchemaCondition, flowcontrol_v1_FlowSchemaCondition,
	FIELD(1, STRING, OMIT, "type") FIELD(2, STRING, OMIT, "status")
	FIELD(3, TIME, OMIT, "lastTransitionTime") FIELD(4, STRING, OMIT, "reason")
	FIELD(5, STRING, OMIT, "message"))
MESSAGE(flowcontrol_v1_PriorityLevelConfiguration, flowcontrol_v1_PriorityLevelConfiguration,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", flowcontrol_v1_PriorityLevelConfigurationSpec)
	REF(3, OMIT, "status", flowcontrol_v1_PriorityLevelConfigurationStatus))
MESSAGE(flowcontrol_v1_PriorityLevelConfigurationSpec, flowcontrol_v1_PriorityLevelConfigurationSpec,
	FIELD(1, STRING, REQ, "type")
	REF(2, 0, "limited", flowcontrol_v1_LimitedPriorityLevelConfiguration)
	REF(3, 0, "exempt", flowcontrol_v1_ExemptPriorityLevelConfiguration))
MESSAGE(flowcontrol_v1_LimitedPriorityLevelConfiguration, flowcontrol_v1_LimitedPriorityLevelConfiguration,
	FIELD(1, INT32, 0, "nominalConcurrencyShares")
	REF(2, OMIT, "limitResponse", flowcontrol_v1_LimitResponse)
	FIELD(3, INT32, 0, "lendablePercent") FIELD(4, INT32, 0, "borrowingLimitPercent"))
MESSAGE(flowcontrol_v1_LimitResponse, flowcontrol_v1_LimitResponse,
	FIELD(1, STRING, REQ, "type") REF(2, 0, "queuing", flowcontrol_v1_QueuingConfiguration))
MESSAGE(flowcontrol_v1_QueuingConfiguration, flowcontrol_v1_QueuingConfiguration,
	FIELD(1, INT32, 0, "queues") FIELD(2, INT32, 0, "handSize")
	FIELD(3, INT32, 0, "queueLengthLimit"))
MESSAGE(flowcontrol_v1_ExemptPriorityLevelConfiguration, flowcontrol_v1_ExemptPriorityLevelConfiguration,
	FIELD(1, INT32, 0, "nominalConcurrencyShares") FIELD(2, INT32, 0, "lendablePercent"))
MESSAGE(flowcontrol_v1_PriorityLevelConfigurationStatus, flowcontrol_v1_PriorityLevelConfigurationStatus,
	REF(1, REP | OMIT, "conditions", flowcontrol_v1_PriorityLevelConfigurationCondition))
MESSAGE(flowcontrol_v1_PriorityLevelConfigurationCondition, flowcontrol_v1_PriorityLevelConfigurationCondition,
	FIELD(1, STRING, OMIT, "type") FIELD(2, STRING, OMIT, "status")
	FIELD(3, TIME, OMIT, "lastTransitionTime") FIELD(4, STRING, OMIT, "reason")
	FIELD(5, STRING, OMIT, "message"))
MESSAGE(policy_v1_Eviction, policy_v1_Eviction,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, 0, "deleteOptions", meta_v1_DeleteOptions))
MESSAGE(meta_v1_DeleteOptions, meta_v1_DeleteOptions,
	FIELD(1, INT64, 0, "gracePeriodSeconds") REF(2, 0, "preconditions", meta_v1_Preconditions)
	FIELD(3, BOOL, 0, "orphanDependents") FIELD(4, STRING, 0, "propagationPolicy")
	FIELD(5, STRING, REP | OMIT, "dryRun")
	FIELD(6, BOOL, 0, "ignoreStoreReadErrorWithClusterBreakingPotential"))
MESSAGE(meta_v1_Preconditions, meta_v1_Preconditions,
	FIELD(1, STRING, 0, "uid") FIELD(2, STRING, 0, "resourceVersion"))
MESSAGE(autoscaling_v1_Scale, autoscaling_v1_Scale,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", autoscaling_v1_ScaleSpec)
	REF(3, OMIT, "status", autoscaling_v1_ScaleStatus))
MESSAGE(autoscaling_v1_ScaleSpec, autoscaling_v1_ScaleSpec,
	FIELD(1, INT32, OMIT, "replicas"))
MESSAGE(autoscaling_v1_ScaleStatus, autoscaling_v1_ScaleStatus,
	FIELD(1, INT32, REQ, "replicas") FIELD(2, STRING, OMIT, "selector"))
MESSAGE(authentication_v1_TokenRequest, authentication_v1_TokenRequest,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", authentication_v1_TokenRequestSpec)
	REF(3, OMIT, "status", authentication_v1_TokenRequestStatus))
MESSAGE(authentication_v1_TokenRequestSpec, authentication_v1_TokenRequestSpec,
	FIELD(1, STRING, REP | REQ, "audiences") FIELD(4, INT64, 0, "expirationSeconds")
	REF(3, 0, "boundObjectRef", authentication_v1_BoundObjectReference))
MESSAGE(authentication_v1_BoundObjectReference, authentication_v1_BoundObjectReference,
	FIELD(1, STRING, OMIT, "kind") FIELD(2, STRING, OMIT, "apiVersion")
	FIELD(3, STRING, OMIT, "name") FIELD(4, STRING, OMIT, "uid"))
MESSAGE(authentication_v1_TokenRequestStatus, authentication_v1_TokenRequestStatus,
	FIELD(1, STRING, REQ, "token") FIELD(2, TIME, REQ, "expirationTimestamp"))
MESSAGE(meta_v1_Status, meta_v1_Status,
	REF(1, OMIT, "metadata", meta_v1_ListMeta) FIELD(2, STRING, OMIT, "status")
	FIELD(3, STRING, OMIT, "message") FIELD(4, STRING, OMIT, "reason")
	REF(5, 0, "details", meta_v1_StatusDetails) FIELD(6, INT32, OMIT, "code"))
MESSAGE(meta_v1_ListMeta, meta_v1_ListMeta,
	FIELD(1, STRING, OMIT, "selfLink") FIELD(2, STRING, OMIT, "resourceVersion")
	FIELD(3, STRING, OMIT, "continue") FIELD(4, INT64, 0, "remainingItemCount"))
MESSAGE(meta_v1_StatusDetails, meta_v1_StatusDetails,
	FIELD(1, STRING, OMIT, "name") FIELD(2, STRING, OMIT, "group")
	FIELD(3, STRING, OMIT, "kind") FIELD(6, STRING, OMIT, "uid")
	REF(4, REP | OMIT, "causes", meta_v1_StatusCause)
	FIELD(5, INT32, OMIT, "retryAfterSeconds"))
MESSAGE(meta_v1_StatusCause, meta_v1_StatusCause,
	FIELD(1, STRING, OMIT, "reason") FIELD(2, STRING, OMIT, "message")
	FIELD(3, STRING, OMIT, "field"))
MESSAGE(core_v1_Node_37, core_v1_Node,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", core_v1_NodeSpec_37)
	REF(3, OMIT, "status", core_v1_NodeStatus_37))
MESSAGE(core_v1_NodeSpec_37, core_v1_NodeSpec,
	FIELD(1, STRING, OMIT, "podCIDR") FIELD(7, STRING, REP | OMIT, "podCIDRs")
	FIELD(3, STRING, OMIT, "providerID") FIELD(4, BOOL, OMIT, "unschedulable")
	REF(5, REP | OMIT, "taints", core_v1_Taint)
	REF(6, 0, "configSource", core_v1_NodeConfigSource) FIELD(2, STRING, OMIT, "externalID")
	REF(8, 0, "podPreemptionPolicy", core_v1_NodePodPreemptionPolicy))
MESSAGE(core_v1_NodePodPreemptionPolicy, core_v1_NodePodPreemptionPolicy,
	FIELD(1, STRING, REP | OMIT, "disableResizePreemption"))
MESSAGE(core_v1_NodeStatus_37, core_v1_NodeStatus,
	FIELD(1, QUANTITY, MAP | OMIT, "capacity") FIELD(2, QUANTITY, MAP | OMIT, "allocatable")
	FIELD(3, STRING, OMIT, "phase") REF(4, REP | OMIT, "conditions", core_v1_NodeCondition)
	REF(5, REP | OMIT, "addresses", core_v1_NodeAddress)
	REF(6, OMIT, "daemonEndpoints", core_v1_NodeDaemonEndpoints)
	REF(7, OMIT, "nodeInfo", core_v1_NodeSystemInfo_37)
	REF(8, REP | OMIT, "images", core_v1_ContainerImage)
	FIELD(9, STRING, REP | OMIT, "volumesInUse")
	REF(10, REP | OMIT, "volumesAttached", core_v1_AttachedVolume)
	REF(11, 0, "config", core_v1_NodeConfigStatus)
	REF(12, REP | OMIT, "runtimeHandlers", core_v1_NodeRuntimeHandler)
	REF(13, 0, "features", core_v1_NodeFeatures)
	FIELD(14, STRING, REP | OMIT, "declaredFeatures"))
MESSAGE(core_v1_NodeSystemInfo_37, core_v1_NodeSystemInfo,
	FIELD(1, STRING, REQ, "machineID") FIELD(2, STRING, REQ, "systemUUID")
	FIELD(3, STRING, REQ, "bootID") FIELD(4, STRING, REQ, "kernelVersion")
	FIELD(5, STRING, REQ, "osImage") FIELD(6, STRING, REQ, "containerRuntimeVersion")
	FIELD(7, STRING, REQ, "kubeletVersion") FIELD(8, STRING, REQ, "kubeProxyVersion")
	FIELD(9, STRING, REQ, "operatingSystem") FIELD(10, STRING, REQ, "architecture")
	REF(11, 0, "swap", core_v1_NodeSwapStatus) FIELD(12, BOOL, 0, "runningInUserNamespace"))
MESSAGE(core_v1_PersistentVolumeClaim_37, core_v1_PersistentVolumeClaim,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", core_v1_PersistentVolumeClaimSpec)
	REF(3, OMIT, "status", core_v1_PersistentVolumeClaimStatus_37))
MESSAGE(core_v1_PersistentVolumeClaimStatus_37, core_v1_PersistentVolumeClaimStatus,
	FIELD(1, STRING, OMIT, "phase") FIELD(2, STRING, REP | OMIT, "accessModes")
	FIELD(3, QUANTITY, MAP | OMIT, "capacity")
	REF(4, REP | OMIT, "conditions", core_v1_PersistentVolumeClaimCondition)
	FIELD(5, QUANTITY, MAP | OMIT, "allocatedResources")
	FIELD(7, STRING, MAP | OMIT, "allocatedResourceStatuses")
	FIELD(8, STRING, 0, "currentVolumeAttributesClassName")
	REF(9, 0, "modifyVolumeStatus", core_v1_ModifyVolumeStatus)
	REF(10, 0, "healthStatus", core_v1_VolumeHealthStatus))
MESSAGE(core_v1_VolumeHealthStatus, core_v1_VolumeHealthStatus,
	REF(1, REP | OMIT, "healthConditions", core_v1_VolumeHealthCondition)
	FIELD(2, TIME, OMIT, "lastTransitionTime"))
MESSAGE(core_v1_VolumeHealthCondition, core_v1_VolumeHealthCondition,
	FIELD(1, STRING, REQ, "status") FIELD(2, STRING, REQ, "reason")
	FIELD(3, STRING, OMIT, "message"))
MESSAGE(core_v1_Pod_37, core_v1_Pod,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", core_v1_PodSpec_37)
	REF(3, OMIT, "status", core_v1_PodStatus_37))
MESSAGE(core_v1_PodSpec_37, core_v1_PodSpec,
	REF(1, REP | OMIT, "volumes", core_v1_Volume_37)
	REF(20, REP | OMIT, "initContainers", core_v1_Container_37)
	REF(2, REP | REQ, "containers", core_v1_Container_37)
	REF(34, REP | OMIT, "ephemeralContainers", core_v1_EphemeralContainer_37)
	FIELD(3, STRING, OMIT, "restartPolicy") FIELD(4, INT64, 0, "terminationGracePeriodSeconds")
	FIELD(5, INT64, 0, "activeDeadlineSeconds") FIELD(6, STRING, OMIT, "dnsPolicy")
	FIELD(7, STRING, MAP | OMIT, "nodeSelector") FIELD(8, STRING, OMIT, "serviceAccountName")
	FIELD(9, STRING, OMIT, "serviceAccount") FIELD(21, BOOL, 0, "automountServiceAccountToken")
	FIELD(10, STRING, OMIT, "nodeName") FIELD(11, BOOL, OMIT, "hostNetwork")
	FIELD(12, BOOL, OMIT, "hostPID") FIELD(13, BOOL, OMIT, "hostIPC")
	FIELD(27, BOOL, 0, "shareProcessNamespace")
	REF(14, 0, "securityContext", core_v1_PodSecurityContext)
	REF(15, REP | OMIT, "imagePullSecrets", core_v1_LocalObjectReference)
	FIELD(16, STRING, OMIT, "hostname") FIELD(17, STRING, OMIT, "subdomain")
	REF(18, 0, "affinity", core_v1_Affinity) FIELD(19, STRING, OMIT, "schedulerName")
	REF(22, REP | OMIT, "tolerations", core_v1_Toleration)
	REF(23, REP | OMIT, "hostAliases", core_v1_HostAlias)
	FIELD(24, STRING, OMIT, "priorityClassName") FIELD(25, INT32, 0, "priority")
	REF(26, 0, "dnsConfig", core_v1_PodDNSConfig)
	REF(28, REP | OMIT, "readinessGates", core_v1_PodReadinessGate)
	FIELD(29, STRING, 0, "runtimeClassName") FIELD(30, BOOL, 0, "enableServiceLinks")
	FIELD(31, STRING, 0, "preemptionPolicy") FIELD(32, QUANTITY, MAP | OMIT, "overhead")
	REF(33, REP | OMIT, "topologySpreadConstraints", core_v1_TopologySpreadConstraint)
	FIELD(35, BOOL, 0, "setHostnameAsFQDN") REF(36, 0, "os", core_v1_PodOS)
	FIELD(37, BOOL, 0, "hostUsers")
	REF(38, REP | OMIT, "schedulingGates", core_v1_PodSchedulingGate)
	REF(39, REP | OMIT, "resourceClaims", core_v1_PodResourceClaim)
	REF(40, 0, "resources", core_v1_ResourceRequirements)
	FIELD(41, STRING, 0, "hostnameOverride")
	REF(43, 0, "schedulingGroup", core_v1_PodSchedulingGroup)
	REF(44, REP | OMIT, "evictionResponders", core_v1_EvictionResponder))
MESSAGE(core_v1_Volume_37, core_v1_Volume,
	FIELD(1, STRING, REQ, "name") REF(2, INL, "volumeSource", core_v1_VolumeSource_37))
MESSAGE(core_v1_VolumeSource_37, core_v1_VolumeSource,
	REF(1, 0, "hostPath", core_v1_HostPathVolumeSource)
	REF(2, 0, "emptyDir", core_v1_EmptyDirVolumeSource_37)
	REF(3, 0, "gcePersistentDisk", core_v1_GCEPersistentDiskVolumeSource)
	REF(4, 0, "awsElasticBlockStore", core_v1_AWSElasticBlockStoreVolumeSource)
	REF(5, 0, "gitRepo", core_v1_GitRepoVolumeSource)
	REF(6, 0, "secret", core_v1_SecretVolumeSource_37)
	REF(7, 0, "nfs", core_v1_NFSVolumeSource) REF(8, 0, "iscsi", core_v1_ISCSIVolumeSource)
	REF(9, 0, "glusterfs", core_v1_GlusterfsVolumeSource)
	REF(10, 0, "persistentVolumeClaim", core_v1_PersistentVolumeClaimVolumeSource)
	REF(11, 0, "rbd", core_v1_RBDVolumeSource)
	REF(12, 0, "flexVolume", core_v1_FlexVolumeSource)
	REF(13, 0, "cinder", core_v1_CinderVolumeSource)
	REF(14, 0, "cephfs", core_v1_CephFSVolumeSource)
	REF(15, 0, "flocker", core_v1_FlockerVolumeSource)
	REF(16, 0, "downwardAPI", core_v1_DownwardAPIVolumeSource_37)
	REF(17, 0, "fc", core_v1_FCVolumeSource)
	REF(18, 0, "azureFile", core_v1_AzureFileVolumeSource)
	REF(19, 0, "configMap", core_v1_ConfigMapVolumeSource_37)
	REF(20, 0, "vsphereVolume", core_v1_VsphereVirtualDiskVolumeSource)
	REF(21, 0, "quobyte", core_v1_QuobyteVolumeSource)
	REF(22, 0, "azureDisk", core_v1_AzureDiskVolumeSource)
	REF(23, 0, "photonPersistentDisk", core_v1_PhotonPersistentDiskVolumeSource)
	REF(26, 0, "projected", core_v1_ProjectedVolumeSource_37)
	REF(24, 0, "portworxVolume", core_v1_PortworxVolumeSource)
	REF(25, 0, "scaleIO", core_v1_ScaleIOVolumeSource)
	REF(27, 0, "storageos", core_v1_StorageOSVolumeSource)
	REF(28, 0, "csi", core_v1_CSIVolumeSource)
	REF(29, 0, "ephemeral", core_v1_EphemeralVolumeSource)
	REF(30, 0, "image", core_v1_ImageVolumeSource))
MESSAGE(core_v1_EmptyDirVolumeSource_37, core_v1_EmptyDirVolumeSource,
	FIELD(1, STRING, OMIT, "medium") FIELD(2, QUANTITY, 0, "sizeLimit")
	FIELD(3, INT32, 0, "mode"))
MESSAGE(core_v1_SecretVolumeSource_37, core_v1_SecretVolumeSource,
	FIELD(1, STRING, OMIT, "secretName") REF(2, REP | OMIT, "items", core_v1_KeyToPath_37)
	FIELD(3, INT32, 0, "defaultMode") FIELD(4, BOOL, 0, "optional")
	FIELD(5, INT64, 0, "defaultUser"))
MESSAGE(core_v1_KeyToPath_37, core_v1_KeyToPath,
	FIELD(1, STRING, REQ, "key") FIELD(2, STRING, REQ, "path") FIELD(3, INT32, 0, "mode")
	FIELD(4, INT64, 0, "user"))
MESSAGE(core_v1_DownwardAPIVolumeSource_37, core_v1_DownwardAPIVolumeSource,
	REF(1, REP | OMIT, "items", core_v1_DownwardAPIVolumeFile_37)
	FIELD(2, INT32, 0, "defaultMode") FIELD(3, INT64, 0, "defaultUser"))
MESSAGE(core_v1_DownwardAPIVolumeFile_37, core_v1_DownwardAPIVolumeFile,
	FIELD(1, STRING, REQ, "path") REF(2, 0, "fieldRef", core_v1_ObjectFieldSelector)
	REF(3, 0, "resourceFieldRef", core_v1_ResourceFieldSelector) FIELD(4, INT32, 0, "mode")
	FIELD(5, INT64, 0, "user"))
MESSAGE(core_v1_ConfigMapVolumeSource_37, core_v1_ConfigMapVolumeSource,
	REF(1, INL, "localObjectReference", core_v1_LocalObjectReference)
	REF(2, REP | OMIT, "items", core_v1_KeyToPath_37) FIELD(3, INT32, 0, "defaultMode")
	FIELD(4, BOOL, 0, "optional") FIELD(5, INT64, 0, "defaultUser"))
MESSAGE(core_v1_ProjectedVolumeSource_37, core_v1_ProjectedVolumeSource,
	REF(1, REP, "sources", core_v1_VolumeProjection_37) FIELD(2, INT32, 0, "defaultMode")
	FIELD(3, INT64, 0, "defaultUser"))
MESSAGE(core_v1_VolumeProjection_37, core_v1_VolumeProjection,
	REF(1, 0, "secret", core_v1_SecretProjection_37)
	REF(2, 0, "downwardAPI", core_v1_DownwardAPIProjection_37)
	REF(3, 0, "configMap", core_v1_ConfigMapProjection_37)
	REF(4, 0, "serviceAccountToken", core_v1_ServiceAccountTokenProjection_37)
	REF(5, 0, "clusterTrustBundle", core_v1_ClusterTrustBundleProjection_37)
	REF(6, 0, "podCertificate", core_v1_PodCertificateProjection_37))
MESSAGE(core_v1_SecretProjection_37, core_v1_SecretProjection,
	REF(1, INL, "localObjectReference", core_v1_LocalObjectReference)
	REF(2, REP | OMIT, "items", core_v1_KeyToPath_37) FIELD(4, BOOL, 0, "optional"))
MESSAGE(core_v1_DownwardAPIProjection_37, core_v1_DownwardAPIProjection,
	REF(1, REP | OMIT, "items", core_v1_DownwardAPIVolumeFile_37))
MESSAGE(core_v1_ConfigMapProjection_37, core_v1_ConfigMapProjection,
	REF(1, INL, "localObjectReference", core_v1_LocalObjectReference)
	REF(2, REP | OMIT, "items", core_v1_KeyToPath_37) FIELD(4, BOOL, 0, "optional"))
MESSAGE(core_v1_ServiceAccountTokenProjection_37, core_v1_ServiceAccountTokenProjection,
	FIELD(1, STRING, OMIT, "audience") FIELD(2, INT64, 0, "expirationSeconds")
	FIELD(3, STRING, REQ, "path") FIELD(4, INT64, 0, "user"))
MESSAGE(core_v1_ClusterTrustBundleProjection_37, core_v1_ClusterTrustBundleProjection,
	FIELD(1, STRING, 0, "name") FIELD(2, STRING, 0, "signerName")
	REF(3, 0, "labelSelector", meta_v1_LabelSelector) FIELD(5, BOOL, 0, "optional")
	FIELD(4, STRING, REQ, "path") FIELD(6, INT64, 0, "user"))
MESSAGE(core_v1_PodCertificateProjection_37, core_v1_PodCertificateProjection,
	FIELD(1, STRING, OMIT | REQ, "signerName") FIELD(2, STRING, OMIT | REQ, "keyType")
	FIELD(3, INT32, 0, "maxExpirationSeconds") FIELD(4, STRING, OMIT, "credentialBundlePath")
	FIELD(5, STRING, OMIT, "keyPath") FIELD(6, STRING, OMIT, "certificateChainPath")
	FIELD(7, STRING, MAP | OMIT, "userAnnotations") FIELD(8, INT64, 0, "user"))
MESSAGE(core_v1_Container_37, core_v1_Container,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, OMIT, "image")
	FIELD(3, STRING, REP | OMIT, "command") FIELD(4, STRING, REP | OMIT, "args")
	FIELD(5, STRING, OMIT, "workingDir") REF(6, REP | OMIT, "ports", core_v1_ContainerPort)
	REF(19, REP | OMIT, "envFrom", core_v1_EnvFromSource)
	REF(7, REP | OMIT, "env", core_v1_EnvVar)
	REF(8, OMIT, "resources", core_v1_ResourceRequirements)
	REF(23, REP | OMIT, "resizePolicy", core_v1_ContainerResizePolicy)
	FIELD(24, STRING, 0, "restartPolicy")
	REF(25, REP | OMIT, "restartPolicyRules", core_v1_ContainerRestartRule)
	REF(9, REP | OMIT, "volumeMounts", core_v1_VolumeMount_37)
	REF(21, REP | OMIT, "volumeDevices", core_v1_VolumeDevice)
	REF(10, 0, "livenessProbe", core_v1_Probe_37)
	REF(11, 0, "readinessProbe", core_v1_Probe_37) REF(22, 0, "startupProbe", core_v1_Probe_37)
	REF(12, 0, "lifecycle", core_v1_Lifecycle_37)
	FIELD(13, STRING, OMIT, "terminationMessagePath")
	FIELD(20, STRING, OMIT, "terminationMessagePolicy")
	FIELD(14, STRING, OMIT, "imagePullPolicy")
	REF(15, 0, "securityContext", core_v1_SecurityContext) FIELD(16, BOOL, OMIT, "stdin")
	FIELD(17, BOOL, OMIT, "stdinOnce") FIELD(18, BOOL, OMIT, "tty"))
MESSAGE(core_v1_VolumeMount_37, core_v1_VolumeMount,
	FIELD(1, STRING, REQ, "name") FIELD(2, BOOL, OMIT, "readOnly")
	FIELD(7, STRING, 0, "recursiveReadOnly") FIELD(3, STRING, REQ, "mountPath")
	FIELD(4, STRING, OMIT, "subPath") FIELD(5, STRING, 0, "mountPropagation")
	FIELD(6, STRING, OMIT, "subPathExpr") FIELD(8, STRING, REP | OMIT, "bindMountOptions"))
MESSAGE(core_v1_Probe_37, core_v1_Probe,
	REF(1, INL, "handler", core_v1_ProbeHandler_37)
	FIELD(2, INT32, OMIT, "initialDelaySeconds") FIELD(3, INT32, OMIT, "timeoutSeconds")
	FIELD(4, INT32, OMIT, "periodSeconds") FIELD(5, INT32, OMIT, "successThreshold")
	FIELD(6, INT32, OMIT, "failureThreshold")
	FIELD(7, INT64, 0, "terminationGracePeriodSeconds"))
MESSAGE(core_v1_ProbeHandler_37, core_v1_ProbeHandler,
	REF(1, 0, "exec", core_v1_ExecAction) REF(2, 0, "httpGet", core_v1_HTTPGetAction_37)
	REF(3, 0, "tcpSocket", core_v1_TCPSocketAction) REF(4, 0, "grpc", core_v1_GRPCAction_37))
MESSAGE(core_v1_HTTPGetAction_37, core_v1_HTTPGetAction,
	FIELD(1, STRING, OMIT, "path") FIELD(2, INT_OR_STRING, REQ, "port")
	FIELD(3, STRING, OMIT, "host") FIELD(4, STRING, OMIT, "scheme")
	REF(5, REP | OMIT, "httpHeaders", core_v1_HTTPHeader) FIELD(6, STRING, 0, "protocol"))
MESSAGE(core_v1_GRPCAction_37, core_v1_GRPCAction,
	FIELD(1, INT32, REQ, "port") FIELD(2, STRING, 0, "service") FIELD(3, STRING, 0, "mode"))
MESSAGE(core_v1_Lifecycle_37, core_v1_Lifecycle,
	REF(1, 0, "postStart", core_v1_LifecycleHandler_37)
	REF(2, 0, "preStop", core_v1_LifecycleHandler_37) FIELD(3, STRING, 0, "stopSignal"))
MESSAGE(core_v1_LifecycleHandler_37, core_v1_LifecycleHandler,
	REF(1, 0, "exec", core_v1_ExecAction) REF(2, 0, "httpGet", core_v1_HTTPGetAction_37)
	REF(3, 0, "tcpSocket", core_v1_TCPSocketAction) REF(4, 0, "sleep", core_v1_SleepAction))
MESSAGE(core_v1_EphemeralContainer_37, core_v1_EphemeralContainer,
	REF(1, INL, "ephemeralContainerCommon", core_v1_EphemeralContainerCommon_37)
	FIELD(2, STRING, OMIT, "targetContainerName"))
MESSAGE(core_v1_EphemeralContainerCommon_37, core_v1_EphemeralContainerCommon,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, OMIT, "image")
	FIELD(3, STRING, REP | OMIT, "command") FIELD(4, STRING, REP | OMIT, "args")
	FIELD(5, STRING, OMIT, "workingDir") REF(6, REP | OMIT, "ports", core_v1_ContainerPort)
	REF(19, REP | OMIT, "envFrom", core_v1_EnvFromSource)
	REF(7, REP | OMIT, "env", core_v1_EnvVar)
	REF(8, OMIT, "resources", core_v1_ResourceRequirements)
	REF(23, REP | OMIT, "resizePolicy", core_v1_ContainerResizePolicy)
	FIELD(24, STRING, 0, "restartPolicy")
	REF(25, REP | OMIT, "restartPolicyRules", core_v1_ContainerRestartRule)
	REF(9, REP | OMIT, "volumeMounts", core_v1_VolumeMount_37)
	REF(21, REP | OMIT, "volumeDevices", core_v1_VolumeDevice)
	REF(10, 0, "livenessProbe", core_v1_Probe_37)
	REF(11, 0, "readinessProbe", core_v1_Probe_37) REF(22, 0, "startupProbe", core_v1_Probe_37)
	REF(12, 0, "lifecycle", core_v1_Lifecycle_37)
	FIELD(13, STRING, OMIT, "terminationMessagePath")
	FIELD(20, STRING, OMIT, "terminationMessagePolicy")
	FIELD(14, STRING, OMIT, "imagePullPolicy")
	REF(15, 0, "securityContext", core_v1_SecurityContext) FIELD(16, BOOL, OMIT, "stdin")
	FIELD(17, BOOL, OMIT, "stdinOnce") FIELD(18, BOOL, OMIT, "tty"))
MESSAGE(core_v1_PodSchedulingGroup, core_v1_PodSchedulingGroup,
	FIELD(1, STRING, 0, "podGroupName"))
MESSAGE(core_v1_EvictionResponder, core_v1_EvictionResponder,
	FIELD(1, STRING, REQ, "name") FIELD(2, INT32, REQ, "priority"))
MESSAGE(core_v1_PodStatus_37, core_v1_PodStatus,
	FIELD(17, INT64, OMIT, "observedGeneration") FIELD(1, STRING, OMIT, "phase")
	REF(2, REP | OMIT, "conditions", core_v1_PodCondition) FIELD(3, STRING, OMIT, "message")
	FIELD(4, STRING, OMIT, "reason") FIELD(11, STRING, OMIT, "nominatedNodeName")
	FIELD(5, STRING, OMIT, "hostIP") REF(16, REP | OMIT, "hostIPs", core_v1_HostIP)
	FIELD(6, STRING, OMIT, "podIP") REF(12, REP | OMIT, "podIPs", core_v1_PodIP)
	FIELD(7, TIME, 0, "startTime")
	REF(10, REP | OMIT, "initContainerStatuses", core_v1_ContainerStatus_37)
	REF(8, REP | OMIT, "containerStatuses", core_v1_ContainerStatus_37)
	FIELD(9, STRING, OMIT, "qosClass")
	REF(13, REP | OMIT, "ephemeralContainerStatuses", core_v1_ContainerStatus_37)
	FIELD(14, STRING, OMIT, "resize")
	REF(15, REP | OMIT, "resourceClaimStatuses", core_v1_PodResourceClaimStatus)
	REF(18, 0, "extendedResourceClaimStatus", core_v1_PodExtendedResourceClaimStatus)
	FIELD(19, QUANTITY, MAP | OMIT, "allocatedResources")
	REF(20, 0, "resources", core_v1_ResourceRequirements)
	REF(21, REP | OMIT, "nodeAllocatableResourceClaimStatuses",
		core_v1_NodeAllocatableResourceClaimStatus)
	REF(22, REP | OMIT, "volumeHealth", core_v1_PodVolumeHealth))
MESSAGE(core_v1_ContainerStatus_37, core_v1_ContainerStatus,
	FIELD(1, STRING, REQ, "name") REF(2, OMIT, "state", core_v1_ContainerState)
	REF(3, OMIT, "lastState", core_v1_ContainerState) FIELD(4, BOOL, REQ, "ready")
	FIELD(5, INT32, REQ, "restartCount") FIELD(6, STRING, REQ, "image")
	FIELD(7, STRING, REQ, "imageID") FIELD(8, STRING, OMIT, "containerID")
	FIELD(9, BOOL, 0, "started") FIELD(10, QUANTITY, MAP | OMIT, "allocatedResources")
	REF(11, 0, "resources", core_v1_ResourceRequirements)
	REF(12, REP | OMIT, "volumeMounts", core_v1_VolumeMountStatus_37)
	REF(13, 0, "user", core_v1_ContainerUser)
	REF(14, REP | OMIT, "allocatedResourcesStatus", core_v1_ResourceStatus_37)
	FIELD(15, STRING, 0, "stopSignal"))
MESSAGE(core_v1_VolumeMountStatus_37, core_v1_VolumeMountStatus,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "mountPath")
	FIELD(3, BOOL, OMIT, "readOnly") FIELD(4, STRING, 0, "recursiveReadOnly")
	REF(5, 0, "volumeStatus", core_v1_VolumeStatus))
MESSAGE(core_v1_VolumeStatus, core_v1_VolumeStatus,
	REF(1, 0, "image", core_v1_ImageVolumeStatus))
MESSAGE(core_v1_ImageVolumeStatus, core_v1_ImageVolumeStatus,
	FIELD(1, STRING, OMIT | REQ, "imageRef"))
MESSAGE(core_v1_ResourceStatus_37, core_v1_ResourceStatus,
	FIELD(1, STRING, REQ, "name") REF(2, REP | OMIT, "resources", core_v1_ResourceHealth_37))
MESSAGE(core_v1_ResourceHealth_37, core_v1_ResourceHealth,
	FIELD(1, STRING, REQ, "resourceID") FIELD(2, STRING, OMIT, "health")
	FIELD(6, STRING, 0, "message"))
MESSAGE(core_v1_NodeAllocatableResourceClaimStatus, core_v1_NodeAllocatableResourceClaimStatus,
	FIELD(1, STRING, REQ, "resourceClaimName") FIELD(2, STRING, REP | OMIT, "containers")
	REF(4, REP | OMIT, "mapping", core_v1_NodeAllocatableMappedResources)
	REF(5, REP | OMIT, "overhead", core_v1_NodeAllocatableOverheadResources))
MESSAGE(core_v1_NodeAllocatableMappedResources, core_v1_NodeAllocatableMappedResources,
	FIELD(1, STRING, REQ, "name") FIELD(2, QUANTITY, REQ, "quantity"))
MESSAGE(core_v1_NodeAllocatableOverheadResources, core_v1_NodeAllocatableOverheadResources,
	FIELD(1, STRING, REQ, "name") FIELD(2, QUANTITY, 0, "perPod")
	FIELD(3, QUANTITY, 0, "perContainer"))
MESSAGE(core_v1_PodVolumeHealth, core_v1_PodVolumeHealth,
	FIELD(1, STRING, REQ, "name")
	REF(2, REP | OMIT, "healthConditions", core_v1_VolumeHealthCondition)
	FIELD(3, TIME, OMIT, "lastTransitionTime"))
MESSAGE(core_v1_PodTemplate_37, core_v1_PodTemplate,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "template", core_v1_PodTemplateSpec_37))
MESSAGE(core_v1_PodTemplateSpec_37, core_v1_PodTemplateSpec,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", core_v1_PodSpec_37))
MESSAGE(core_v1_ReplicationController_37, core_v1_ReplicationController,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", core_v1_ReplicationControllerSpec_37)
	REF(3, OMIT, "status", core_v1_ReplicationControllerStatus))
MESSAGE(core_v1_ReplicationControllerSpec_37, core_v1_ReplicationControllerSpec,
	FIELD(1, INT32, 0, "replicas") FIELD(4, INT32, OMIT, "minReadySeconds")
	FIELD(2, STRING, MAP | OMIT, "selector") REF(3, 0, "template", core_v1_PodTemplateSpec_37))
MESSAGE(apps_v1_ControllerRevision_37, apps_v1_ControllerRevision,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) FIELD(2, RAW, REQ, "data")
	FIELD(3, INT64, 0, "revision"))
MESSAGE(apps_v1_DaemonSet_37, apps_v1_DaemonSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT | REQ, "spec", apps_v1_DaemonSetSpec_37)
	REF(3, OMIT, "status", apps_v1_DaemonSetStatus_37))
MESSAGE(apps_v1_DaemonSetSpec_37, apps_v1_DaemonSetSpec,
	REF(1, REQ, "selector", meta_v1_LabelSelector)
	REF(2, REQ, "template", core_v1_PodTemplateSpec_37)
	REF(3, OMIT, "updateStrategy", apps_v1_DaemonSetUpdateStrategy)
	FIELD(4, INT32, OMIT, "minReadySeconds") FIELD(6, INT32, 0, "revisionHistoryLimit"))
MESSAGE(apps_v1_DaemonSetStatus_37, apps_v1_DaemonSetStatus,
	FIELD(1, INT32, REQ, "currentNumberScheduled") FIELD(2, INT32, REQ, "numberMisscheduled")
	FIELD(3, INT32, REQ, "desiredNumberScheduled") FIELD(4, INT32, REQ, "numberReady")
	FIELD(5, INT64, OMIT, "observedGeneration") FIELD(6, INT32, OMIT, "updatedNumberScheduled")
	FIELD(7, INT32, OMIT, "numberAvailable") FIELD(8, INT32, OMIT, "numberUnavailable")
	FIELD(9, INT32, 0, "collisionCount")
	REF(10, REP | OMIT, "conditions", apps_v1_DaemonSetCondition_37))
MESSAGE(apps_v1_DaemonSetCondition_37, apps_v1_DaemonSetCondition,
	FIELD(1, STRING, 0, "type") FIELD(2, STRING, 0, "status")
	FIELD(3, TIME, OMIT, "lastTransitionTime") FIELD(4, STRING, OMIT, "reason")
	FIELD(5, STRING, OMIT, "message"))
MESSAGE(apps_v1_Deployment_37, apps_v1_Deployment,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT | REQ, "spec", apps_v1_DeploymentSpec_37)
	REF(3, OMIT, "status", apps_v1_DeploymentStatus_37))
MESSAGE(apps_v1_DeploymentSpec_37, apps_v1_DeploymentSpec,
	FIELD(1, INT32, 0, "replicas") REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, REQ, "template", core_v1_PodTemplateSpec_37)
	REF(4, OMIT, "strategy", apps_v1_DeploymentStrategy)
	FIELD(5, INT32, OMIT, "minReadySeconds") FIELD(6, INT32, 0, "revisionHistoryLimit")
	FIELD(7, BOOL, OMIT, "paused") FIELD(9, INT32, 0, "progressDeadlineSeconds"))
MESSAGE(apps_v1_DeploymentStatus_37, apps_v1_DeploymentStatus,
	FIELD(1, INT64, OMIT, "observedGeneration") FIELD(2, INT32, OMIT, "replicas")
	FIELD(3, INT32, OMIT, "updatedReplicas") FIELD(7, INT32, OMIT, "readyReplicas")
	FIELD(4, INT32, OMIT, "availableReplicas") FIELD(5, INT32, OMIT, "unavailableReplicas")
	FIELD(9, INT32, 0, "terminatingReplicas")
	REF(6, REP | OMIT, "conditions", apps_v1_DeploymentCondition_37)
	FIELD(8, INT32, 0, "collisionCount"))
MESSAGE(apps_v1_DeploymentCondition_37, apps_v1_DeploymentCondition,
	FIELD(1, STRING, 0, "type") FIELD(2, STRING, 0, "status")
	FIELD(6, TIME, OMIT, "lastUpdateTime") FIELD(7, TIME, OMIT, "lastTransitionTime")
	FIELD(4, STRING, OMIT, "reason") FIELD(5, STRING, OMIT, "message"))
MESSAGE(apps_v1_ReplicaSet_37, apps_v1_ReplicaSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT | REQ, "spec", apps_v1_ReplicaSetSpec_37)
	REF(3, OMIT, "status", apps_v1_ReplicaSetStatus_37))
MESSAGE(apps_v1_ReplicaSetSpec_37, apps_v1_ReplicaSetSpec,
	FIELD(1, INT32, 0, "replicas") FIELD(4, INT32, OMIT, "minReadySeconds")
	REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, OMIT, "template", core_v1_PodTemplateSpec_37))
MESSAGE(apps_v1_ReplicaSetStatus_37, apps_v1_ReplicaSetStatus,
	FIELD(1, INT32, REQ, "replicas") FIELD(2, INT32, OMIT, "fullyLabeledReplicas")
	FIELD(4, INT32, OMIT, "readyReplicas") FIELD(5, INT32, OMIT, "availableReplicas")
	FIELD(7, INT32, 0, "terminatingReplicas") FIELD(3, INT64, OMIT, "observedGeneration")
	REF(6, REP | OMIT, "conditions", apps_v1_ReplicaSetCondition_37))
MESSAGE(apps_v1_ReplicaSetCondition_37, apps_v1_ReplicaSetCondition,
	FIELD(1, STRING, 0, "type") FIELD(2, STRING, 0, "status")
	FIELD(3, TIME, OMIT, "lastTransitionTime") FIELD(4, STRING, OMIT, "reason")
	FIELD(5, STRING, OMIT, "message"))
MESSAGE(apps_v1_StatefulSet_37, apps_v1_StatefulSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT | REQ, "spec", apps_v1_StatefulSetSpec_37)
	REF(3, OMIT, "status", apps_v1_StatefulSetStatus_37))
MESSAGE(apps_v1_StatefulSetSpec_37, apps_v1_StatefulSetSpec,
	FIELD(1, INT32, 0, "replicas") REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, REQ, "template", core_v1_PodTemplateSpec_37)
	REF(4, REP | OMIT, "volumeClaimTemplates", core_v1_PersistentVolumeClaim_37)
	FIELD(5, STRING, 0, "serviceName") FIELD(6, STRING, OMIT, "podManagementPolicy")
	REF(7, OMIT, "updateStrategy", apps_v1_StatefulSetUpdateStrategy)
	FIELD(8, INT32, 0, "revisionHistoryLimit") FIELD(9, INT32, OMIT, "minReadySeconds")
	REF(10, 0, "persistentVolumeClaimRetentionPolicy",
		apps_v1_StatefulSetPersistentVolumeClaimRetentionPolicy)
	REF(11, 0, "ordinals", apps_v1_StatefulSetOrdinals))
MESSAGE(apps_v1_StatefulSetStatus_37, apps_v1_StatefulSetStatus,
	FIELD(1, INT64, OMIT, "observedGeneration") FIELD(2, INT32, REQ, "replicas")
	FIELD(3, INT32, OMIT, "readyReplicas") FIELD(4, INT32, OMIT, "currentReplicas")
	FIELD(5, INT32, OMIT, "updatedReplicas") FIELD(6, STRING, OMIT, "currentRevision")
	FIELD(7, STRING, OMIT, "updateRevision") FIELD(9, INT32, 0, "collisionCount")
	REF(10, REP | OMIT, "conditions", apps_v1_StatefulSetCondition_37)
	FIELD(11, INT32, 0, "availableReplicas"))
MESSAGE(apps_v1_StatefulSetCondition_37, apps_v1_StatefulSetCondition,
	FIELD(1, STRING, 0, "type") FIELD(2, STRING, 0, "status")
	FIELD(3, TIME, OMIT, "lastTransitionTime") FIELD(4, STRING, OMIT, "reason")
	FIELD(5, STRING, OMIT, "message"))
MESSAGE(authentication_v1_TokenReview_37, authentication_v1_TokenReview,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", authentication_v1_TokenReviewSpec_37)
	REF(3, OMIT, "status", authentication_v1_TokenReviewStatus))
MESSAGE(authentication_v1_TokenReviewSpec_37, authentication_v1_TokenReviewSpec,
	FIELD(1, STRING, OMIT | REQ, "token") FIELD(2, STRING, REP | OMIT, "audiences"))
MESSAGE(autoscaling_v2_HorizontalPodAutoscaler_37, autoscaling_v2_HorizontalPodAutoscaler,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT | REQ, "spec", autoscaling_v2_HorizontalPodAutoscalerSpec)
	REF(3, OMIT, "status", autoscaling_v2_HorizontalPodAutoscalerStatus_37))
MESSAGE(autoscaling_v2_HorizontalPodAutoscalerStatus_37, autoscaling_v2_HorizontalPodAutoscalerStatus,
	FIELD(1, INT64, 0, "observedGeneration") FIELD(2, TIME, 0, "lastScaleTime")
	FIELD(3, INT32, OMIT, "currentReplicas") FIELD(4, INT32, REQ, "desiredReplicas")
	REF(5, REP, "currentMetrics", autoscaling_v2_MetricStatus)
	REF(6, REP | OMIT, "conditions", autoscaling_v2_HorizontalPodAutoscalerCondition_37))
MESSAGE(autoscaling_v2_HorizontalPodAutoscalerCondition_37, autoscaling_v2_HorizontalPodAutoscalerCondition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(3, TIME, OMIT, "lastTransitionTime") FIELD(4, STRING, OMIT, "reason")
	FIELD(5, STRING, OMIT, "message") FIELD(6, INT64, 0, "observedGeneration"))
MESSAGE(autoscaling_v1_HorizontalPodAutoscaler_37, autoscaling_v1_HorizontalPodAutoscaler,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT | REQ, "spec", autoscaling_v1_HorizontalPodAutoscalerSpec)
	REF(3, OMIT, "status", autoscaling_v1_HorizontalPodAutoscalerStatus))
MESSAGE(batch_v1_CronJob_37, batch_v1_CronJob,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT | REQ, "spec", batch_v1_CronJobSpec_37)
	REF(3, OMIT, "status", batch_v1_CronJobStatus))
MESSAGE(batch_v1_CronJobSpec_37, batch_v1_CronJobSpec,
	FIELD(1, STRING, REQ, "schedule") FIELD(8, STRING, 0, "timeZone")
	FIELD(2, INT64, 0, "startingDeadlineSeconds") FIELD(3, STRING, OMIT, "concurrencyPolicy")
	FIELD(4, BOOL, 0, "suspend") REF(5, REQ, "jobTemplate", batch_v1_JobTemplateSpec_37)
	FIELD(6, INT32, 0, "successfulJobsHistoryLimit")
	FIELD(7, INT32, 0, "failedJobsHistoryLimit"))
MESSAGE(batch_v1_JobTemplateSpec_37, batch_v1_JobTemplateSpec,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", batch_v1_JobSpec_37))
MESSAGE(batch_v1_JobSpec_37, batch_v1_JobSpec,
	FIELD(1, INT32, 0, "parallelism") FIELD(2, INT32, 0, "completions")
	FIELD(3, INT64, 0, "activeDeadlineSeconds")
	REF(11, 0, "podFailurePolicy", batch_v1_PodFailurePolicy_37)
	REF(16, 0, "successPolicy", batch_v1_SuccessPolicy) FIELD(7, INT32, 0, "backoffLimit")
	FIELD(12, INT32, 0, "backoffLimitPerIndex") FIELD(13, INT32, 0, "maxFailedIndexes")
	REF(4, 0, "selector", meta_v1_LabelSelector) FIELD(5, BOOL, 0, "manualSelector")
	REF(6, REQ, "template", core_v1_PodTemplateSpec_37)
	FIELD(8, INT32, 0, "ttlSecondsAfterFinished") FIELD(9, STRING, 0, "completionMode")
	FIELD(10, BOOL, 0, "suspend") FIELD(14, STRING, 0, "podReplacementPolicy")
	FIELD(15, STRING, 0, "managedBy")
	REF(17, 0, "scheduling", batch_v1_JobSchedulingConfiguration))
MESSAGE(batch_v1_PodFailurePolicy_37, batch_v1_PodFailurePolicy,
	REF(1, REP | REQ, "rules", batch_v1_PodFailurePolicyRule_37))
MESSAGE(batch_v1_PodFailurePolicyRule_37, batch_v1_PodFailurePolicyRule,
	FIELD(1, STRING, REQ, "action")
	REF(2, 0, "onExitCodes", batch_v1_PodFailurePolicyOnExitCodesRequirement)
	REF(3, REP | OMIT, "onPodConditions",
		batch_v1_PodFailurePolicyOnPodConditionsPattern_37))
MESSAGE(batch_v1_PodFailurePolicyOnPodConditionsPattern_37, batch_v1_PodFailurePolicyOnPodConditionsPattern,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, 0, "status"))
MESSAGE(batch_v1_JobSchedulingConfiguration, batch_v1_JobSchedulingConfiguration,
	REF(1, 0, "schedulingPolicy", scheduling_v1alpha3_WorkloadPodGroupSchedulingPolicy)
	REF(2, 0, "schedulingConstraints",
		scheduling_v1alpha3_WorkloadPodGroupSchedulingConstraints)
	REF(3, 0, "disruptionMode", scheduling_v1alpha3_WorkloadPodGroupDisruptionMode)
	REF(4, REP | OMIT, "resourceClaims", scheduling_v1alpha3_WorkloadPodGroupResourceClaim))
MESSAGE(scheduling_v1alpha3_WorkloadPodGroupSchedulingPolicy, scheduling_v1alpha3_WorkloadPodGroupSchedulingPolicy,
	REF(1, 0, "basic", scheduling_v1alpha3_WorkloadPodGroupBasicSchedulingPolicy)
	REF(2, 0, "gang", scheduling_v1alpha3_WorkloadPodGroupGangSchedulingPolicy))
MESSAGE(scheduling_v1alpha3_WorkloadPodGroupBasicSchedulingPolicy, scheduling_v1alpha3_WorkloadPodGroupBasicSchedulingPolicy,
	NOFIELD)
MESSAGE(scheduling_v1alpha3_WorkloadPodGroupGangSchedulingPolicy, scheduling_v1alpha3_WorkloadPodGroupGangSchedulingPolicy,
	FIELD(1, INT32, 0, "minCount"))
MESSAGE(scheduling_v1alpha3_WorkloadPodGroupSchedulingConstraints, scheduling_v1alpha3_WorkloadPodGroupSchedulingConstraints,
	REF(1, REP | OMIT, "topology", scheduling_v1alpha3_TopologyConstraint))
MESSAGE(scheduling_v1alpha3_TopologyConstraint, scheduling_v1alpha3_TopologyConstraint,
	FIELD(1, STRING, REQ, "key"))
MESSAGE(scheduling_v1alpha3_WorkloadPodGroupDisruptionMode, scheduling_v1alpha3_WorkloadPodGroupDisruptionMode,
	REF(1, 0, "single", scheduling_v1alpha3_WorkloadPodGroupSingleDisruptionMode)
	REF(2, 0, "all", scheduling_v1alpha3_WorkloadPodGroupAllDisruptionMode))
MESSAGE(scheduling_v1alpha3_WorkloadPodGroupSingleDisruptionMode, scheduling_v1alpha3_WorkloadPodGroupSingleDisruptionMode,
	NOFIELD)
MESSAGE(scheduling_v1alpha3_WorkloadPodGroupAllDisruptionMode, scheduling_v1alpha3_WorkloadPodGroupAllDisruptionMode,
	NOFIELD)
MESSAGE(scheduling_v1alpha3_WorkloadPodGroupResourceClaim, scheduling_v1alpha3_WorkloadPodGroupResourceClaim,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, 0, "resourceClaimName")
	FIELD(3, STRING, 0, "resourceClaimTemplateName"))
MESSAGE(batch_v1_Job_37, batch_v1_Job,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", batch_v1_JobSpec_37)
	REF(3, OMIT, "status", batch_v1_JobStatus))
MESSAGE(certificates_v1_ClusterTrustBundle, certificates_v1_ClusterTrustBundle,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", certificates_v1_ClusterTrustBundleSpec))
MESSAGE(certificates_v1_ClusterTrustBundleSpec, certificates_v1_ClusterTrustBundleSpec,
	FIELD(1, STRING, OMIT, "signerName") FIELD(2, STRING, REQ, "trustBundle"))
MESSAGE(certificates_v1_PodCertificateRequest, certificates_v1_PodCertificateRequest,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", certificates_v1_PodCertificateRequestSpec)
	REF(3, OMIT, "status", certificates_v1_PodCertificateRequestStatus))
MESSAGE(certificates_v1_PodCertificateRequestSpec, certificates_v1_PodCertificateRequestSpec,
	FIELD(1, STRING, REQ, "signerName") FIELD(2, STRING, REQ, "podName")
	FIELD(3, STRING, REQ, "podUID") FIELD(4, STRING, REQ, "serviceAccountName")
	FIELD(5, STRING, REQ, "serviceAccountUID") FIELD(6, STRING, REQ, "nodeName")
	FIELD(7, STRING, REQ, "nodeUID") FIELD(8, INT32, 0, "maxExpirationSeconds")
	FIELD(12, BYTES, REQ, "stubPKCS10Request")
	FIELD(11, STRING, MAP | OMIT, "unverifiedUserAnnotations"))
MESSAGE(certificates_v1_PodCertificateRequestStatus, certificates_v1_PodCertificateRequestStatus,
	REF(1, REP | OMIT, "conditions", meta_v1_Condition)
	FIELD(2, STRING, OMIT, "certificateChain") FIELD(4, TIME, 0, "notBefore")
	FIELD(5, TIME, 0, "beginRefreshAt") FIELD(6, TIME, 0, "notAfter"))
MESSAGE(networking_v1_IPAddress_37, networking_v1_IPAddress,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT | REQ, "spec", networking_v1_IPAddressSpec))
MESSAGE(policy_v1_PodDisruptionBudget_37, policy_v1_PodDisruptionBudget,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", policy_v1_PodDisruptionBudgetSpec)
	REF(3, OMIT, "status", policy_v1_PodDisruptionBudgetStatus_37))
MESSAGE(policy_v1_PodDisruptionBudgetStatus_37, policy_v1_PodDisruptionBudgetStatus,
	FIELD(1, INT64, OMIT, "observedGeneration") FIELD(2, TIME, MAP | OMIT, "disruptedPods")
	FIELD(3, INT32, 0, "disruptionsAllowed") FIELD(4, INT32, 0, "currentHealthy")
	FIELD(5, INT32, 0, "desiredHealthy") FIELD(6, INT32, 0, "expectedPods")
	REF(7, REP | OMIT, "conditions", meta_v1_Condition))
MESSAGE(rbac_v1_ClusterRoleBinding_37, rbac_v1_ClusterRoleBinding,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REP | OMIT, "subjects", rbac_v1_Subject) REF(3, REQ, "roleRef", rbac_v1_RoleRef_37))
MESSAGE(rbac_v1_RoleRef_37, rbac_v1_RoleRef,
	FIELD(1, STRING, 0, "apiGroup") FIELD(2, STRING, REQ, "kind") FIELD(3, STRING, REQ, "name"))
MESSAGE(rbac_v1_RoleBinding_37, rbac_v1_RoleBinding,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REP | OMIT, "subjects", rbac_v1_Subject) REF(3, REQ, "roleRef", rbac_v1_RoleRef_37))
MESSAGE(storage_v1_CSIDriver_37, storage_v1_CSIDriver,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", storage_v1_CSIDriverSpec_37))
MESSAGE(storage_v1_CSIDriverSpec_37, storage_v1_CSIDriverSpec,
	FIELD(1, BOOL, 0, "attachRequired") FIELD(2, BOOL, 0, "podInfoOnMount")
	FIELD(3, STRING, REP | OMIT, "volumeLifecycleModes") FIELD(4, BOOL, 0, "storageCapacity")
	FIELD(5, STRING, 0, "fsGroupPolicy")
	REF(6, REP | OMIT, "tokenRequests", storage_v1_TokenRequest)
	FIELD(7, BOOL, 0, "requiresRepublish") FIELD(8, BOOL, 0, "seLinuxMount")
	FIELD(9, INT64, 0, "nodeAllocatableUpdatePeriodSeconds")
	FIELD(10, BOOL, 0, "serviceAccountTokenInSecrets")
	FIELD(11, BOOL, 0, "preventPodSchedulingIfMissing"))
MESSAGE(storage_v1_CSINode_37, storage_v1_CSINode,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, REQ, "spec", storage_v1_CSINodeSpec)
	REF(3, OMIT, "status", storage_v1_CSINodeStatus))
MESSAGE(storage_v1_CSINodeStatus, storage_v1_CSINodeStatus,
	REF(1, REP | OMIT, "storageHealth", storage_v1_StorageHealth))
MESSAGE(storage_v1_StorageHealth, storage_v1_StorageHealth,
	FIELD(1, STRING, REQ, "name")
	REF(2, REP | OMIT, "healthConditions", storage_v1_StorageHealthCondition))
MESSAGE(storage_v1_StorageHealthCondition, storage_v1_StorageHealthCondition,
	FIELD(1, STRING, REQ, "status") FIELD(2, STRING, REQ, "reason")
	FIELD(3, STRING, OMIT, "message") FIELD(4, STRING, 0, "accessMode")
	FIELD(5, STRING, 0, "volumeMode") FIELD(6, TIME, OMIT, "lastTransitionTime"))
MESSAGE(admissionregistration_v1_MutatingAdmissionPolicy, admissionregistration_v1_MutatingAdmissionPolicy,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", admissionregistration_v1_MutatingAdmissionPolicySpec))
MESSAGE(admissionregistration_v1_MutatingAdmissionPolicySpec, admissionregistration_v1_MutatingAdmissionPolicySpec,
	REF(1, 0, "paramKind", admissionregistration_v1_ParamKind)
	REF(2, 0, "matchConstraints", admissionregistration_v1_MatchResources)
	REF(3, REP | OMIT, "variables", admissionregistration_v1_Variable)
	REF(4, REP | OMIT, "mutations", admissionregistration_v1_Mutation)
	FIELD(5, STRING, 0, "failurePolicy")
	REF(6, REP | OMIT, "matchConditions", admissionregistration_v1_MatchCondition)
	FIELD(7, STRING, OMIT, "reinvocationPolicy"))
MESSAGE(admissionregistration_v1_Mutation, admissionregistration_v1_Mutation,
	FIELD(2, STRING, REQ, "patchType")
	REF(3, 0, "applyConfiguration", admissionregistration_v1_ApplyConfiguration)
	REF(4, 0, "jsonPatch", admissionregistration_v1_JSONPatch))
MESSAGE(admissionregistration_v1_ApplyConfiguration, admissionregistration_v1_ApplyConfiguration,
	FIELD(1, STRING, OMIT, "expression"))
MESSAGE(admissionregistration_v1_JSONPatch, admissionregistration_v1_JSONPatch,
	FIELD(1, STRING, OMIT, "expression"))
MESSAGE(admissionregistration_v1_MutatingAdmissionPolicyBinding, admissionregistration_v1_MutatingAdmissionPolicyBinding,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", admissionregistration_v1_MutatingAdmissionPolicyBindingSpec))
MESSAGE(admissionregistration_v1_MutatingAdmissionPolicyBindingSpec, admissionregistration_v1_MutatingAdmissionPolicyBindingSpec,
	FIELD(1, STRING, OMIT, "policyName")
	REF(2, 0, "paramRef", admissionregistration_v1_ParamRef)
	REF(3, 0, "matchResources", admissionregistration_v1_MatchResources))
MESSAGE(admissionregistration_v1_ValidatingAdmissionPolicyBinding_37, admissionregistration_v1_ValidatingAdmissionPolicyBinding,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT | REQ, "spec",
		admissionregistration_v1_ValidatingAdmissionPolicyBindingSpec_37))
MESSAGE(admissionregistration_v1_ValidatingAdmissionPolicyBindingSpec_37, admissionregistration_v1_ValidatingAdmissionPolicyBindingSpec,
	FIELD(1, STRING, OMIT | REQ, "policyName")
	REF(2, 0, "paramRef", admissionregistration_v1_ParamRef)
	REF(3, 0, "matchResources", admissionregistration_v1_MatchResources)
	FIELD(4, STRING, REP | OMIT | REQ, "validationActions"))
MESSAGE(apiextensions_v1_CustomResourceDefinition_37, apiextensions_v1_CustomResourceDefinition,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", apiextensions_v1_CustomResourceDefinitionSpec)
	REF(3, OMIT, "status", apiextensions_v1_CustomResourceDefinitionStatus_37))
MESSAGE(apiextensions_v1_CustomResourceDefinitionStatus_37, apiextensions_v1_CustomResourceDefinitionStatus,
	REF(1, REP, "conditions", apiextensions_v1_CustomResourceDefinitionCondition_37)
	REF(2, 0, "acceptedNames", apiextensions_v1_CustomResourceDefinitionNames)
	FIELD(3, STRING, REP, "storedVersions") FIELD(4, INT64, OMIT, "observedGeneration"))
MESSAGE(apiextensions_v1_CustomResourceDefinitionCondition_37, apiextensions_v1_CustomResourceDefinitionCondition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(3, TIME, OMIT, "lastTransitionTime") FIELD(4, STRING, OMIT, "reason")
	FIELD(5, STRING, OMIT, "message") FIELD(6, INT64, OMIT, "observedGeneration"))
MESSAGE(scheduling_v1_PriorityClass_37, scheduling_v1_PriorityClass,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) FIELD(2, INT32, 0, "value")
	FIELD(3, BOOL, OMIT, "globalDefault") FIELD(4, STRING, OMIT, "description")
	FIELD(5, STRING, 0, "preemptionPolicy"))
MESSAGE(discovery_v1_EndpointSlice_37, discovery_v1_EndpointSlice,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) FIELD(4, STRING, REQ, "addressType")
	REF(2, REP, "endpoints", discovery_v1_Endpoint)
	REF(3, REP, "ports", discovery_v1_EndpointPort))
MESSAGE(resource_v1_DeviceClass_37, resource_v1_DeviceClass,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, 0, "spec", resource_v1_DeviceClassSpec))
MESSAGE(resource_v1_DeviceTaintRule, resource_v1_DeviceTaintRule,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", resource_v1_DeviceTaintRuleSpec)
	REF(3, OMIT, "status", resource_v1_DeviceTaintRuleStatus))
MESSAGE(resource_v1_DeviceTaintRuleSpec, resource_v1_DeviceTaintRuleSpec,
	REF(1, 0, "deviceSelector", resource_v1_DeviceTaintSelector)
	REF(2, OMIT | REQ, "taint", resource_v1_DeviceTaint))
MESSAGE(resource_v1_DeviceTaintSelector, resource_v1_DeviceTaintSelector,
	FIELD(2, STRING, 0, "driver") FIELD(3, STRING, 0, "pool") FIELD(4, STRING, 0, "device"))
MESSAGE(resource_v1_DeviceTaintRuleStatus, resource_v1_DeviceTaintRuleStatus,
	REF(1, REP | OMIT, "conditions", meta_v1_Condition))
MESSAGE(resource_v1_ResourceClaim_37, resource_v1_ResourceClaim,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, 0, "spec", resource_v1_ResourceClaimSpec_37)
	REF(3, OMIT, "status", resource_v1_ResourceClaimStatus_37))
MESSAGE(resource_v1_ResourceClaimSpec_37, resource_v1_ResourceClaimSpec,
	REF(1, 0, "devices", resource_v1_DeviceClaim_37))
MESSAGE(resource_v1_DeviceClaim_37, resource_v1_DeviceClaim,
	REF(1, REP, "requests", resource_v1_DeviceRequest_37)
	REF(2, REP | OMIT, "constraints", resource_v1_DeviceConstraint)
	REF(3, REP | OMIT, "config", resource_v1_DeviceClaimConfiguration))
MESSAGE(resource_v1_DeviceRequest_37, resource_v1_DeviceRequest,
	FIELD(1, STRING, REQ, "name") REF(2, 0, "exactly", resource_v1_ExactDeviceRequest_37)
	REF(3, REP | OMIT, "firstAvailable", resource_v1_DeviceSubRequest_37))
MESSAGE(resource_v1_ExactDeviceRequest_37, resource_v1_ExactDeviceRequest,
	FIELD(1, STRING, REQ, "deviceClassName")
	REF(2, REP | OMIT, "selectors", resource_v1_DeviceSelector)
	FIELD(3, STRING, OMIT, "allocationMode") FIELD(4, INT64, OMIT, "count")
	FIELD(5, BOOL, 0, "adminAccess")
	REF(6, REP | OMIT, "tolerations", resource_v1_DeviceToleration)
	REF(7, 0, "capacity", resource_v1_CapacityRequirements)
	REF(8, REP | OMIT, "derivedAttributes", resource_v1_DeviceDerivedAttribute))
MESSAGE(resource_v1_DeviceDerivedAttribute, resource_v1_DeviceDerivedAttribute,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "expression"))
MESSAGE(resource_v1_DeviceSubRequest_37, resource_v1_DeviceSubRequest,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "deviceClassName")
	REF(3, REP | OMIT, "selectors", resource_v1_DeviceSelector)
	FIELD(4, STRING, OMIT, "allocationMode") FIELD(5, INT64, OMIT, "count")
	REF(6, REP | OMIT, "tolerations", resource_v1_DeviceToleration)
	REF(7, 0, "capacity", resource_v1_CapacityRequirements)
	REF(8, REP | OMIT, "derivedAttributes", resource_v1_DeviceDerivedAttribute))
MESSAGE(resource_v1_ResourceClaimStatus_37, resource_v1_ResourceClaimStatus,
	REF(1, 0, "allocation", resource_v1_AllocationResult_37)
	REF(2, REP | OMIT, "reservedFor", resource_v1_ResourceClaimConsumerReference)
	REF(4, REP | OMIT, "devices", resource_v1_AllocatedDeviceStatus))
MESSAGE(resource_v1_AllocationResult_37, resource_v1_AllocationResult,
	REF(1, OMIT, "devices", resource_v1_DeviceAllocationResult_37)
	REF(3, 0, "nodeSelector", core_v1_NodeSelector) FIELD(5, TIME, 0, "allocationTimestamp"))
MESSAGE(resource_v1_DeviceAllocationResult_37, resource_v1_DeviceAllocationResult,
	REF(1, REP | OMIT, "results", resource_v1_DeviceRequestAllocationResult_37)
	REF(2, REP | OMIT, "config", resource_v1_DeviceAllocationConfiguration))
MESSAGE(resource_v1_DeviceRequestAllocationResult_37, resource_v1_DeviceRequestAllocationResult,
	FIELD(1, STRING, REQ, "request") FIELD(2, STRING, REQ, "driver")
	FIELD(3, STRING, REQ, "pool") FIELD(4, STRING, REQ, "device")
	FIELD(5, BOOL, 0, "adminAccess")
	REF(6, REP | OMIT, "tolerations", resource_v1_DeviceToleration)
	FIELD(7, STRING, REP | OMIT, "bindingConditions")
	FIELD(8, STRING, REP | OMIT, "bindingFailureConditions") FIELD(9, STRING, 0, "shareID")
	FIELD(10, QUANTITY, MAP | OMIT, "consumedCapacity")
	FIELD(11, STRING, REP | OMIT, "skipNodeOperations"))
MESSAGE(resource_v1_ResourceClaimTemplate_37, resource_v1_ResourceClaimTemplate,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, 0, "spec", resource_v1_ResourceClaimTemplateSpec_37))
MESSAGE(resource_v1_ResourceClaimTemplateSpec_37, resource_v1_ResourceClaimTemplateSpec,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, 0, "spec", resource_v1_ResourceClaimSpec_37))
MESSAGE(resource_v1_ResourceSlice_37, resource_v1_ResourceSlice,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", resource_v1_ResourceSliceSpec_37))
MESSAGE(resource_v1_ResourceSliceSpec_37, resource_v1_ResourceSliceSpec,
	FIELD(1, STRING, REQ, "driver") REF(2, REQ, "pool", resource_v1_ResourcePool)
	FIELD(3, STRING, 0, "nodeName") REF(4, 0, "nodeSelector", core_v1_NodeSelector)
	FIELD(5, BOOL, 0, "allNodes") REF(6, REP | OMIT, "devices", resource_v1_Device_37)
	FIELD(7, BOOL, 0, "perDeviceNodeSelection")
	REF(8, REP | OMIT, "sharedCounters", resource_v1_CounterSet)
	FIELD(9, STRING, 0, "partitionTypeAttribute")
	FIELD(10, STRING, REP | OMIT, "skipNodeOperations"))
MESSAGE(resource_v1_Device_37, resource_v1_Device,
	FIELD(1, STRING, REQ, "name")
	REF(2, MAP | OMIT, "attributes", resource_v1_DeviceAttribute_37)
	REF(3, MAP | OMIT, "capacity", resource_v1_DeviceCapacity)
	REF(4, REP | OMIT, "consumesCounters", resource_v1_DeviceCounterConsumption_37)
	FIELD(5, STRING, 0, "nodeName") REF(6, 0, "nodeSelector", core_v1_NodeSelector)
	FIELD(7, BOOL, 0, "allNodes") REF(8, REP | OMIT, "taints", resource_v1_DeviceTaint)
	FIELD(9, BOOL, 0, "bindsToNode") FIELD(10, STRING, REP | OMIT, "bindingConditions")
	FIELD(11, STRING, REP | OMIT, "bindingFailureConditions")
	FIELD(12, BOOL, 0, "allowMultipleAllocations")
	REF(14, MAP | OMIT, "nodeAllocatableResources", resource_v1_NodeAllocatableResource))
MESSAGE(resource_v1_DeviceAttribute_37, resource_v1_DeviceAttribute,
	FIELD(2, INT64, 0, "int") FIELD(3, BOOL, 0, "bool") FIELD(4, STRING, 0, "string")
	FIELD(5, STRING, 0, "version") FIELD(6, INT64, REP | OMIT, "ints")
	FIELD(7, BOOL, REP | OMIT, "bools") FIELD(8, STRING, REP | OMIT, "strings")
	FIELD(9, STRING, REP | OMIT, "versions"))
MESSAGE(resource_v1_DeviceCounterConsumption_37, resource_v1_DeviceCounterConsumption,
	FIELD(1, STRING, REQ, "counterSet")
	REF(2, MAP | OMIT | REQ, "counters", resource_v1_Counter)
	FIELD(3, STRING, REP | OMIT, "compatibilityGroups"))
MESSAGE(resource_v1_NodeAllocatableResource, resource_v1_NodeAllocatableResource,
	REF(3, 0, "mapping", resource_v1_NodeAllocatableMapping)
	REF(4, 0, "overhead", resource_v1_NodeAllocatableOverhead))
MESSAGE(resource_v1_NodeAllocatableMapping, resource_v1_NodeAllocatableMapping,
	FIELD(1, STRING, 0, "capacityKey") FIELD(2, QUANTITY, 0, "capacityMultiplier")
	FIELD(3, QUANTITY, 0, "deviceMultiplier"))
MESSAGE(resource_v1_NodeAllocatableOverhead, resource_v1_NodeAllocatableOverhead,
	FIELD(1, QUANTITY, 0, "perPod") FIELD(2, QUANTITY, 0, "perContainer"))
MESSAGE(flowcontrol_v1_FlowSchema_37, flowcontrol_v1_FlowSchema,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT | REQ, "spec", flowcontrol_v1_FlowSchemaSpec)
	REF(3, OMIT, "status", flowcontrol_v1_FlowSchemaStatus_37))
MESSAGE(flowcontrol_v1_FlowSchemaStatus_37, flowcontrol_v1_FlowSchemaStatus,
	REF(1, REP | OMIT, "conditions", flowcontrol_v1_FlowSchemaCondition_37))
MESSAGE(flowcontrol_v1_FlowSchemaCondition_37, flowcontrol_v1_FlowSchemaCondition,
	FIELD(1, STRING, OMIT | REQ, "type") FIELD(2, STRING, OMIT, "status")
	FIELD(3, TIME, OMIT, "lastTransitionTime") FIELD(4, STRING, OMIT, "reason")
	FIELD(5, STRING, OMIT, "message"))
MESSAGE(flowcontrol_v1_PriorityLevelConfiguration_37, flowcontrol_v1_PriorityLevelConfiguration,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT | REQ, "spec", flowcontrol_v1_PriorityLevelConfigurationSpec_37)
	REF(3, OMIT, "status", flowcontrol_v1_PriorityLevelConfigurationStatus_37))
MESSAGE(flowcontrol_v1_PriorityLevelConfigurationSpec_37, flowcontrol_v1_PriorityLevelConfigurationSpec,
	FIELD(1, STRING, REQ, "type")
	REF(2, 0, "limited", flowcontrol_v1_LimitedPriorityLevelConfiguration_37)
	REF(3, 0, "exempt", flowcontrol_v1_ExemptPriorityLevelConfiguration))
MESSAGE(flowcontrol_v1_LimitedPriorityLevelConfiguration_37, flowcontrol_v1_LimitedPriorityLevelConfiguration,
	FIELD(1, INT32, 0, "nominalConcurrencyShares")
	REF(2, OMIT | REQ, "limitResponse", flowcontrol_v1_LimitResponse)
	FIELD(3, INT32, 0, "lendablePercent") FIELD(4, INT32, 0, "borrowingLimitPercent"))
MESSAGE(flowcontrol_v1_PriorityLevelConfigurationStatus_37, flowcontrol_v1_PriorityLevelConfigurationStatus,
	REF(1, REP | OMIT, "conditions", flowcontrol_v1_PriorityLevelConfigurationCondition_37))
MESSAGE(flowcontrol_v1_PriorityLevelConfigurationCondition_37, flowcontrol_v1_PriorityLevelConfigurationCondition,
	FIELD(1, STRING, OMIT | REQ, "type") FIELD(2, STRING, OMIT, "status")
	FIELD(3, TIME, OMIT, "lastTransitionTime") FIELD(4, STRING, OMIT, "reason")
	FIELD(5, STRING, OMIT, "message"))
MESSAGE(storagemigration_v1_StorageVersionMigration, storagemigration_v1_StorageVersionMigration,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", storagemigration_v1_StorageVersionMigrationSpec)
	REF(3, OMIT, "status", storagemigration_v1_StorageVersionMigrationStatus))
MESSAGE(storagemigration_v1_StorageVersionMigrationSpec, storagemigration_v1_StorageVersionMigrationSpec,
	REF(1, REQ, "resource", meta_v1_GroupResource))
MESSAGE(meta_v1_GroupResource, meta_v1_GroupResource,
	FIELD(1, STRING, REQ, "group") FIELD(2, STRING, REQ, "resource"))
MESSAGE(storagemigration_v1_StorageVersionMigrationStatus, storagemigration_v1_StorageVersionMigrationStatus,
	REF(1, REP | OMIT, "conditions", meta_v1_Condition)
	FIELD(2, STRING, OMIT, "resourceVersion"))
MESSAGE(authentication_v1_TokenRequest_37, authentication_v1_TokenRequest,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, 0, "spec", authentication_v1_TokenRequestSpec_37)
	REF(3, OMIT, "status", authentication_v1_TokenRequestStatus_37))
MESSAGE(authentication_v1_TokenRequestSpec_37, authentication_v1_TokenRequestSpec,
	FIELD(1, STRING, REP, "audiences") FIELD(4, INT64, 0, "expirationSeconds")
	REF(3, 0, "boundObjectRef", authentication_v1_BoundObjectReference)
	REF(5, MAP | OMIT, "attestations", authentication_v1_AttestationValue))
LIST(authentication_v1_AttestationValue, authentication_v1_AttestationValue)
MESSAGE(authentication_v1_TokenRequestStatus_37, authentication_v1_TokenRequestStatus,
	FIELD(1, STRING, 0, "token") FIELD(2, TIME, 0, "expirationTimestamp"))
MESSAGE(meta_v1_Status_37, meta_v1_Status,
	REF(1, OMIT, "metadata", meta_v1_ListMeta_37) FIELD(2, STRING, OMIT, "status")
	FIELD(3, STRING, OMIT, "message") FIELD(4, STRING, OMIT, "reason")
	REF(5, 0, "details", meta_v1_StatusDetails) FIELD(6, INT32, OMIT, "code"))
MESSAGE(meta_v1_ListMeta_37, meta_v1_ListMeta,
	FIELD(1, STRING, OMIT, "selfLink") FIELD(2, STRING, OMIT, "resourceVersion")
	FIELD(3, STRING, OMIT, "continue") FIELD(4, INT64, 0, "remainingItemCount")
	REF(5, 0, "shardInfo", meta_v1_ShardInfo))
MESSAGE(meta_v1_ShardInfo, meta_v1_ShardInfo,
	FIELD(1, STRING, REQ, "selector"))
MESSAGE(core_v1_Node_36, core_v1_Node,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", core_v1_NodeSpec)
	REF(3, OMIT, "status", core_v1_NodeStatus_36))
MESSAGE(core_v1_NodeStatus_36, core_v1_NodeStatus,
	FIELD(1, QUANTITY, MAP | OMIT, "capacity") FIELD(2, QUANTITY, MAP | OMIT, "allocatable")
	FIELD(3, STRING, OMIT, "phase") REF(4, REP | OMIT, "conditions", core_v1_NodeCondition)
	REF(5, REP | OMIT, "addresses", core_v1_NodeAddress)
	REF(6, OMIT, "daemonEndpoints", core_v1_NodeDaemonEndpoints)
	REF(7, OMIT, "nodeInfo", core_v1_NodeSystemInfo)
	REF(8, REP | OMIT, "images", core_v1_ContainerImage)
	FIELD(9, STRING, REP | OMIT, "volumesInUse")
	REF(10, REP | OMIT, "volumesAttached", core_v1_AttachedVolume)
	REF(11, 0, "config", core_v1_NodeConfigStatus)
	REF(12, REP | OMIT, "runtimeHandlers", core_v1_NodeRuntimeHandler)
	REF(13, 0, "features", core_v1_NodeFeatures)
	FIELD(14, STRING, REP | OMIT, "declaredFeatures"))
MESSAGE(core_v1_Pod_36, core_v1_Pod,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", core_v1_PodSpec_36)
	REF(3, OMIT, "status", core_v1_PodStatus_36))
MESSAGE(core_v1_PodSpec_36, core_v1_PodSpec,
	REF(1, REP | OMIT, "volumes", core_v1_Volume_36)
	REF(20, REP | OMIT, "initContainers", core_v1_Container)
	REF(2, REP | REQ, "containers", core_v1_Container)
	REF(34, REP | OMIT, "ephemeralContainers", core_v1_EphemeralContainer)
	FIELD(3, STRING, OMIT, "restartPolicy") FIELD(4, INT64, 0, "terminationGracePeriodSeconds")
	FIELD(5, INT64, 0, "activeDeadlineSeconds") FIELD(6, STRING, OMIT, "dnsPolicy")
	FIELD(7, STRING, MAP | OMIT, "nodeSelector") FIELD(8, STRING, OMIT, "serviceAccountName")
	FIELD(9, STRING, OMIT, "serviceAccount") FIELD(21, BOOL, 0, "automountServiceAccountToken")
	FIELD(10, STRING, OMIT, "nodeName") FIELD(11, BOOL, OMIT, "hostNetwork")
	FIELD(12, BOOL, OMIT, "hostPID") FIELD(13, BOOL, OMIT, "hostIPC")
	FIELD(27, BOOL, 0, "shareProcessNamespace")
	REF(14, 0, "securityContext", core_v1_PodSecurityContext)
	REF(15, REP | OMIT, "imagePullSecrets", core_v1_LocalObjectReference)
	FIELD(16, STRING, OMIT, "hostname") FIELD(17, STRING, OMIT, "subdomain")
	REF(18, 0, "affinity", core_v1_Affinity) FIELD(19, STRING, OMIT, "schedulerName")
	REF(22, REP | OMIT, "tolerations", core_v1_Toleration)
	REF(23, REP | OMIT, "hostAliases", core_v1_HostAlias)
	FIELD(24, STRING, OMIT, "priorityClassName") FIELD(25, INT32, 0, "priority")
	REF(26, 0, "dnsConfig", core_v1_PodDNSConfig)
	REF(28, REP | OMIT, "readinessGates", core_v1_PodReadinessGate)
	FIELD(29, STRING, 0, "runtimeClassName") FIELD(30, BOOL, 0, "enableServiceLinks")
	FIELD(31, STRING, 0, "preemptionPolicy") FIELD(32, QUANTITY, MAP | OMIT, "overhead")
	REF(33, REP | OMIT, "topologySpreadConstraints", core_v1_TopologySpreadConstraint)
	FIELD(35, BOOL, 0, "setHostnameAsFQDN") REF(36, 0, "os", core_v1_PodOS)
	FIELD(37, BOOL, 0, "hostUsers")
	REF(38, REP | OMIT, "schedulingGates", core_v1_PodSchedulingGate)
	REF(39, REP | OMIT, "resourceClaims", core_v1_PodResourceClaim)
	REF(40, 0, "resources", core_v1_ResourceRequirements)
	FIELD(41, STRING, 0, "hostnameOverride")
	REF(43, 0, "schedulingGroup", core_v1_PodSchedulingGroup))
MESSAGE(core_v1_Volume_36, core_v1_Volume,
	FIELD(1, STRING, REQ, "name") REF(2, INL, "volumeSource", core_v1_VolumeSource_36))
MESSAGE(core_v1_VolumeSource_36, core_v1_VolumeSource,
	REF(1, 0, "hostPath", core_v1_HostPathVolumeSource)
	REF(2, 0, "emptyDir", core_v1_EmptyDirVolumeSource)
	REF(3, 0, "gcePersistentDisk", core_v1_GCEPersistentDiskVolumeSource)
	REF(4, 0, "awsElasticBlockStore", core_v1_AWSElasticBlockStoreVolumeSource)
	REF(5, 0, "gitRepo", core_v1_GitRepoVolumeSource)
	REF(6, 0, "secret", core_v1_SecretVolumeSource) REF(7, 0, "nfs", core_v1_NFSVolumeSource)
	REF(8, 0, "iscsi", core_v1_ISCSIVolumeSource)
	REF(9, 0, "glusterfs", core_v1_GlusterfsVolumeSource)
	REF(10, 0, "persistentVolumeClaim", core_v1_PersistentVolumeClaimVolumeSource)
	REF(11, 0, "rbd", core_v1_RBDVolumeSource)
	REF(12, 0, "flexVolume", core_v1_FlexVolumeSource)
	REF(13, 0, "cinder", core_v1_CinderVolumeSource)
	REF(14, 0, "cephfs", core_v1_CephFSVolumeSource)
	REF(15, 0, "flocker", core_v1_FlockerVolumeSource)
	REF(16, 0, "downwardAPI", core_v1_DownwardAPIVolumeSource)
	REF(17, 0, "fc", core_v1_FCVolumeSource)
	REF(18, 0, "azureFile", core_v1_AzureFileVolumeSource)
	REF(19, 0, "configMap", core_v1_ConfigMapVolumeSource)
	REF(20, 0, "vsphereVolume", core_v1_VsphereVirtualDiskVolumeSource)
	REF(21, 0, "quobyte", core_v1_QuobyteVolumeSource)
	REF(22, 0, "azureDisk", core_v1_AzureDiskVolumeSource)
	REF(23, 0, "photonPersistentDisk", core_v1_PhotonPersistentDiskVolumeSource)
	REF(26, 0, "projected", core_v1_ProjectedVolumeSource_36)
	REF(24, 0, "portworxVolume", core_v1_PortworxVolumeSource)
	REF(25, 0, "scaleIO", core_v1_ScaleIOVolumeSource)
	REF(27, 0, "storageos", core_v1_StorageOSVolumeSource)
	REF(28, 0, "csi", core_v1_CSIVolumeSource)
	REF(29, 0, "ephemeral", core_v1_EphemeralVolumeSource)
	REF(30, 0, "image", core_v1_ImageVolumeSource))
MESSAGE(core_v1_ProjectedVolumeSource_36, core_v1_ProjectedVolumeSource,
	REF(1, REP, "sources", core_v1_VolumeProjection_36) FIELD(2, INT32, 0, "defaultMode"))
MESSAGE(core_v1_VolumeProjection_36, core_v1_VolumeProjection,
	REF(1, 0, "secret", core_v1_SecretProjection)
	REF(2, 0, "downwardAPI", core_v1_DownwardAPIProjection)
	REF(3, 0, "configMap", core_v1_ConfigMapProjection)
	REF(4, 0, "serviceAccountToken", core_v1_ServiceAccountTokenProjection)
	REF(5, 0, "clusterTrustBundle", core_v1_ClusterTrustBundleProjection)
	REF(6, 0, "podCertificate", core_v1_PodCertificateProjection_36))
MESSAGE(core_v1_PodCertificateProjection_36, core_v1_PodCertificateProjection,
	FIELD(1, STRING, OMIT | REQ, "signerName") FIELD(2, STRING, OMIT | REQ, "keyType")
	FIELD(3, INT32, 0, "maxExpirationSeconds") FIELD(4, STRING, OMIT, "credentialBundlePath")
	FIELD(5, STRING, OMIT, "keyPath") FIELD(6, STRING, OMIT, "certificateChainPath")
	FIELD(7, STRING, MAP | OMIT, "userAnnotations"))
MESSAGE(core_v1_PodStatus_36, core_v1_PodStatus,
	FIELD(17, INT64, OMIT, "observedGeneration") FIELD(1, STRING, OMIT, "phase")
	REF(2, REP | OMIT, "conditions", core_v1_PodCondition) FIELD(3, STRING, OMIT, "message")
	FIELD(4, STRING, OMIT, "reason") FIELD(11, STRING, OMIT, "nominatedNodeName")
	FIELD(5, STRING, OMIT, "hostIP") REF(16, REP | OMIT, "hostIPs", core_v1_HostIP)
	FIELD(6, STRING, OMIT, "podIP") REF(12, REP | OMIT, "podIPs", core_v1_PodIP)
	FIELD(7, TIME, 0, "startTime")
	REF(10, REP | OMIT, "initContainerStatuses", core_v1_ContainerStatus_37)
	REF(8, REP | OMIT, "containerStatuses", core_v1_ContainerStatus_37)
	FIELD(9, STRING, OMIT, "qosClass")
	REF(13, REP | OMIT, "ephemeralContainerStatuses", core_v1_ContainerStatus_37)
	FIELD(14, STRING, OMIT, "resize")
	REF(15, REP | OMIT, "resourceClaimStatuses", core_v1_PodResourceClaimStatus)
	REF(18, 0, "extendedResourceClaimStatus", core_v1_PodExtendedResourceClaimStatus)
	FIELD(19, QUANTITY, MAP | OMIT, "allocatedResources")
	REF(20, 0, "resources", core_v1_ResourceRequirements)
	REF(21, REP | OMIT, "nodeAllocatableResourceClaimStatuses",
		core_v1_NodeAllocatableResourceClaimStatus_36))
MESSAGE(core_v1_NodeAllocatableResourceClaimStatus_36, core_v1_NodeAllocatableResourceClaimStatus,
	FIELD(1, STRING, REQ, "resourceClaimName") FIELD(2, STRING, REP | OMIT, "containers")
	FIELD(3, QUANTITY, MAP | REQ, "resources"))
MESSAGE(core_v1_PodTemplate_36, core_v1_PodTemplate,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "template", core_v1_PodTemplateSpec_36))
MESSAGE(core_v1_PodTemplateSpec_36, core_v1_PodTemplateSpec,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", core_v1_PodSpec_36))
MESSAGE(core_v1_ReplicationController_36, core_v1_ReplicationController,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", core_v1_ReplicationControllerSpec_36)
	REF(3, OMIT, "status", core_v1_ReplicationControllerStatus))
MESSAGE(core_v1_ReplicationControllerSpec_36, core_v1_ReplicationControllerSpec,
	FIELD(1, INT32, 0, "replicas") FIELD(4, INT32, OMIT, "minReadySeconds")
	FIELD(2, STRING, MAP | OMIT, "selector") REF(3, 0, "template", core_v1_PodTemplateSpec_36))
MESSAGE(apps_v1_DaemonSet_36, apps_v1_DaemonSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", apps_v1_DaemonSetSpec_36)
	REF(3, OMIT, "status", apps_v1_DaemonSetStatus))
MESSAGE(apps_v1_DaemonSetSpec_36, apps_v1_DaemonSetSpec,
	REF(1, REQ, "selector", meta_v1_LabelSelector)
	REF(2, REQ, "template", core_v1_PodTemplateSpec_36)
	REF(3, OMIT, "updateStrategy", apps_v1_DaemonSetUpdateStrategy)
	FIELD(4, INT32, OMIT, "minReadySeconds") FIELD(6, INT32, 0, "revisionHistoryLimit"))
MESSAGE(apps_v1_Deployment_36, apps_v1_Deployment,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", apps_v1_DeploymentSpec_36)
	REF(3, OMIT, "status", apps_v1_DeploymentStatus))
MESSAGE(apps_v1_DeploymentSpec_36, apps_v1_DeploymentSpec,
	FIELD(1, INT32, 0, "replicas") REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, REQ, "template", core_v1_PodTemplateSpec_36)
	REF(4, OMIT, "strategy", apps_v1_DeploymentStrategy)
	FIELD(5, INT32, OMIT, "minReadySeconds") FIELD(6, INT32, 0, "revisionHistoryLimit")
	FIELD(7, BOOL, OMIT, "paused") FIELD(9, INT32, 0, "progressDeadlineSeconds"))
MESSAGE(apps_v1_ReplicaSet_36, apps_v1_ReplicaSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", apps_v1_ReplicaSetSpec_36)
	REF(3, OMIT, "status", apps_v1_ReplicaSetStatus))
MESSAGE(apps_v1_ReplicaSetSpec_36, apps_v1_ReplicaSetSpec,
	FIELD(1, INT32, 0, "replicas") FIELD(4, INT32, OMIT, "minReadySeconds")
	REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, OMIT, "template", core_v1_PodTemplateSpec_36))
MESSAGE(apps_v1_StatefulSet_36, apps_v1_StatefulSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", apps_v1_StatefulSetSpec_36)
	REF(3, OMIT, "status", apps_v1_StatefulSetStatus))
MESSAGE(apps_v1_StatefulSetSpec_36, apps_v1_StatefulSetSpec,
	FIELD(1, INT32, 0, "replicas") REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, REQ, "template", core_v1_PodTemplateSpec_36)
	REF(4, REP | OMIT, "volumeClaimTemplates", core_v1_PersistentVolumeClaim)
	FIELD(5, STRING, 0, "serviceName") FIELD(6, STRING, OMIT, "podManagementPolicy")
	REF(7, OMIT, "updateStrategy", apps_v1_StatefulSetUpdateStrategy)
	FIELD(8, INT32, 0, "revisionHistoryLimit") FIELD(9, INT32, OMIT, "minReadySeconds")
	REF(10, 0, "persistentVolumeClaimRetentionPolicy",
		apps_v1_StatefulSetPersistentVolumeClaimRetentionPolicy)
	REF(11, 0, "ordinals", apps_v1_StatefulSetOrdinals))
MESSAGE(autoscaling_v2_HorizontalPodAutoscaler_36, autoscaling_v2_HorizontalPodAutoscaler,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT | REQ, "spec", autoscaling_v2_HorizontalPodAutoscalerSpec)
	REF(3, OMIT, "status", autoscaling_v2_HorizontalPodAutoscalerStatus))
MESSAGE(batch_v1_CronJob_36, batch_v1_CronJob,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT | REQ, "spec", batch_v1_CronJobSpec_36)
	REF(3, OMIT, "status", batch_v1_CronJobStatus))
MESSAGE(batch_v1_CronJobSpec_36, batch_v1_CronJobSpec,
	FIELD(1, STRING, REQ, "schedule") FIELD(8, STRING, 0, "timeZone")
	FIELD(2, INT64, 0, "startingDeadlineSeconds") FIELD(3, STRING, OMIT, "concurrencyPolicy")
	FIELD(4, BOOL, 0, "suspend") REF(5, REQ, "jobTemplate", batch_v1_JobTemplateSpec_36)
	FIELD(6, INT32, 0, "successfulJobsHistoryLimit")
	FIELD(7, INT32, 0, "failedJobsHistoryLimit"))
MESSAGE(batch_v1_JobTemplateSpec_36, batch_v1_JobTemplateSpec,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", batch_v1_JobSpec_36))
MESSAGE(batch_v1_JobSpec_36, batch_v1_JobSpec,
	FIELD(1, INT32, 0, "parallelism") FIELD(2, INT32, 0, "completions")
	FIELD(3, INT64, 0, "activeDeadlineSeconds")
	REF(11, 0, "podFailurePolicy", batch_v1_PodFailurePolicy_37)
	REF(16, 0, "successPolicy", batch_v1_SuccessPolicy) FIELD(7, INT32, 0, "backoffLimit")
	FIELD(12, INT32, 0, "backoffLimitPerIndex") FIELD(13, INT32, 0, "maxFailedIndexes")
	REF(4, 0, "selector", meta_v1_LabelSelector) FIELD(5, BOOL, 0, "manualSelector")
	REF(6, REQ, "template", core_v1_PodTemplateSpec_36)
	FIELD(8, INT32, 0, "ttlSecondsAfterFinished") FIELD(9, STRING, 0, "completionMode")
	FIELD(10, BOOL, 0, "suspend") FIELD(14, STRING, 0, "podReplacementPolicy")
	FIELD(15, STRING, 0, "managedBy"))
MESSAGE(batch_v1_Job_36, batch_v1_Job,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", batch_v1_JobSpec_36)
	REF(3, OMIT, "status", batch_v1_JobStatus))
MESSAGE(resource_v1_ResourceSlice_36, resource_v1_ResourceSlice,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", resource_v1_ResourceSliceSpec_36))
MESSAGE(resource_v1_ResourceSliceSpec_36, resource_v1_ResourceSliceSpec,
	FIELD(1, STRING, REQ, "driver") REF(2, REQ, "pool", resource_v1_ResourcePool)
	FIELD(3, STRING, 0, "nodeName") REF(4, 0, "nodeSelector", core_v1_NodeSelector)
	FIELD(5, BOOL, 0, "allNodes") REF(6, REP | OMIT, "devices", resource_v1_Device_36)
	FIELD(7, BOOL, 0, "perDeviceNodeSelection")
	REF(8, REP | OMIT, "sharedCounters", resource_v1_CounterSet))
MESSAGE(resource_v1_Device_36, resource_v1_Device,
	FIELD(1, STRING, REQ, "name")
	REF(2, MAP | OMIT, "attributes", resource_v1_DeviceAttribute_37)
	REF(3, MAP | OMIT, "capacity", resource_v1_DeviceCapacity)
	REF(4, REP | OMIT, "consumesCounters", resource_v1_DeviceCounterConsumption)
	FIELD(5, STRING, 0, "nodeName") REF(6, 0, "nodeSelector", core_v1_NodeSelector)
	FIELD(7, BOOL, 0, "allNodes") REF(8, REP | OMIT, "taints", resource_v1_DeviceTaint)
	FIELD(9, BOOL, 0, "bindsToNode") FIELD(10, STRING, REP | OMIT, "bindingConditions")
	FIELD(11, STRING, REP | OMIT, "bindingFailureConditions")
	FIELD(12, BOOL, 0, "allowMultipleAllocations")
	REF(13, MAP | OMIT, "nodeAllocatableResourceMappings",
		resource_v1_NodeAllocatableResourceMapping))
MESSAGE(resource_v1_NodeAllocatableResourceMapping, resource_v1_NodeAllocatableResourceMapping,
	FIELD(1, STRING, 0, "capacityKey") FIELD(2, QUANTITY, 0, "allocationMultiplier"))
MESSAGE(authentication_v1_TokenRequest_36, authentication_v1_TokenRequest,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, 0, "spec", authentication_v1_TokenRequestSpec_36)
	REF(3, OMIT, "status", authentication_v1_TokenRequestStatus_37))
MESSAGE(authentication_v1_TokenRequestSpec_36, authentication_v1_TokenRequestSpec,
	FIELD(1, STRING, REP, "audiences") FIELD(4, INT64, 0, "expirationSeconds")
	REF(3, 0, "boundObjectRef", authentication_v1_BoundObjectReference))
MESSAGE(core_v1_Pod_35, core_v1_Pod,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", core_v1_PodSpec_35)
	REF(3, OMIT, "status", core_v1_PodStatus_35))
MESSAGE(core_v1_PodSpec_35, core_v1_PodSpec,
	REF(1, REP | OMIT, "volumes", core_v1_Volume_36)
	REF(20, REP | OMIT, "initContainers", core_v1_Container)
	REF(2, REP | REQ, "containers", core_v1_Container)
	REF(34, REP | OMIT, "ephemeralContainers", core_v1_EphemeralContainer)
	FIELD(3, STRING, OMIT, "restartPolicy") FIELD(4, INT64, 0, "terminationGracePeriodSeconds")
	FIELD(5, INT64, 0, "activeDeadlineSeconds") FIELD(6, STRING, OMIT, "dnsPolicy")
	FIELD(7, STRING, MAP | OMIT, "nodeSelector") FIELD(8, STRING, OMIT, "serviceAccountName")
	FIELD(9, STRING, OMIT, "serviceAccount") FIELD(21, BOOL, 0, "automountServiceAccountToken")
	FIELD(10, STRING, OMIT, "nodeName") FIELD(11, BOOL, OMIT, "hostNetwork")
	FIELD(12, BOOL, OMIT, "hostPID") FIELD(13, BOOL, OMIT, "hostIPC")
	FIELD(27, BOOL, 0, "shareProcessNamespace")
	REF(14, 0, "securityContext", core_v1_PodSecurityContext)
	REF(15, REP | OMIT, "imagePullSecrets", core_v1_LocalObjectReference)
	FIELD(16, STRING, OMIT, "hostname") FIELD(17, STRING, OMIT, "subdomain")
	REF(18, 0, "affinity", core_v1_Affinity) FIELD(19, STRING, OMIT, "schedulerName")
	REF(22, REP | OMIT, "tolerations", core_v1_Toleration)
	REF(23, REP | OMIT, "hostAliases", core_v1_HostAlias)
	FIELD(24, STRING, OMIT, "priorityClassName") FIELD(25, INT32, 0, "priority")
	REF(26, 0, "dnsConfig", core_v1_PodDNSConfig)
	REF(28, REP | OMIT, "readinessGates", core_v1_PodReadinessGate)
	FIELD(29, STRING, 0, "runtimeClassName") FIELD(30, BOOL, 0, "enableServiceLinks")
	FIELD(31, STRING, 0, "preemptionPolicy") FIELD(32, QUANTITY, MAP | OMIT, "overhead")
	REF(33, REP | OMIT, "topologySpreadConstraints", core_v1_TopologySpreadConstraint)
	FIELD(35, BOOL, 0, "setHostnameAsFQDN") REF(36, 0, "os", core_v1_PodOS)
	FIELD(37, BOOL, 0, "hostUsers")
	REF(38, REP | OMIT, "schedulingGates", core_v1_PodSchedulingGate)
	REF(39, REP | OMIT, "resourceClaims", core_v1_PodResourceClaim)
	REF(40, 0, "resources", core_v1_ResourceRequirements)
	FIELD(41, STRING, 0, "hostnameOverride")
	REF(42, 0, "workloadRef", core_v1_WorkloadReference))
MESSAGE(core_v1_WorkloadReference, core_v1_WorkloadReference,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, REQ, "podGroup")
	FIELD(3, STRING, OMIT, "podGroupReplicaKey"))
MESSAGE(core_v1_PodStatus_35, core_v1_PodStatus,
	FIELD(17, INT64, OMIT, "observedGeneration") FIELD(1, STRING, OMIT, "phase")
	REF(2, REP | OMIT, "conditions", core_v1_PodCondition) FIELD(3, STRING, OMIT, "message")
	FIELD(4, STRING, OMIT, "reason") FIELD(11, STRING, OMIT, "nominatedNodeName")
	FIELD(5, STRING, OMIT, "hostIP") REF(16, REP | OMIT, "hostIPs", core_v1_HostIP)
	FIELD(6, STRING, OMIT, "podIP") REF(12, REP | OMIT, "podIPs", core_v1_PodIP)
	FIELD(7, TIME, 0, "startTime")
	REF(10, REP | OMIT, "initContainerStatuses", core_v1_ContainerStatus)
	REF(8, REP | OMIT, "containerStatuses", core_v1_ContainerStatus)
	FIELD(9, STRING, OMIT, "qosClass")
	REF(13, REP | OMIT, "ephemeralContainerStatuses", core_v1_ContainerStatus)
	FIELD(14, STRING, OMIT, "resize")
	REF(15, REP | OMIT, "resourceClaimStatuses", core_v1_PodResourceClaimStatus)
	REF(18, 0, "extendedResourceClaimStatus", core_v1_PodExtendedResourceClaimStatus)
	FIELD(19, QUANTITY, MAP | OMIT, "allocatedResources")
	REF(20, 0, "resources", core_v1_ResourceRequirements))
MESSAGE(core_v1_PodTemplate_35, core_v1_PodTemplate,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "template", core_v1_PodTemplateSpec_35))
MESSAGE(core_v1_PodTemplateSpec_35, core_v1_PodTemplateSpec,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", core_v1_PodSpec_35))
MESSAGE(core_v1_ReplicationController_35, core_v1_ReplicationController,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", core_v1_ReplicationControllerSpec_35)
	REF(3, OMIT, "status", core_v1_ReplicationControllerStatus))
MESSAGE(core_v1_ReplicationControllerSpec_35, core_v1_ReplicationControllerSpec,
	FIELD(1, INT32, 0, "replicas") FIELD(4, INT32, OMIT, "minReadySeconds")
	FIELD(2, STRING, MAP | OMIT, "selector") REF(3, 0, "template", core_v1_PodTemplateSpec_35))
MESSAGE(apps_v1_DaemonSet_35, apps_v1_DaemonSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", apps_v1_DaemonSetSpec_35)
	REF(3, OMIT, "status", apps_v1_DaemonSetStatus))
MESSAGE(apps_v1_DaemonSetSpec_35, apps_v1_DaemonSetSpec,
	REF(1, REQ, "selector", meta_v1_LabelSelector)
	REF(2, REQ, "template", core_v1_PodTemplateSpec_35)
	REF(3, OMIT, "updateStrategy", apps_v1_DaemonSetUpdateStrategy)
	FIELD(4, INT32, OMIT, "minReadySeconds") FIELD(6, INT32, 0, "revisionHistoryLimit"))
MESSAGE(apps_v1_Deployment_35, apps_v1_Deployment,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", apps_v1_DeploymentSpec_35)
	REF(3, OMIT, "status", apps_v1_DeploymentStatus))
MESSAGE(apps_v1_DeploymentSpec_35, apps_v1_DeploymentSpec,
	FIELD(1, INT32, 0, "replicas") REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, REQ, "template", core_v1_PodTemplateSpec_35)
	REF(4, OMIT, "strategy", apps_v1_DeploymentStrategy)
	FIELD(5, INT32, OMIT, "minReadySeconds") FIELD(6, INT32, 0, "revisionHistoryLimit")
	FIELD(7, BOOL, OMIT, "paused") FIELD(9, INT32, 0, "progressDeadlineSeconds"))
MESSAGE(apps_v1_ReplicaSet_35, apps_v1_ReplicaSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", apps_v1_ReplicaSetSpec_35)
	REF(3, OMIT, "status", apps_v1_ReplicaSetStatus))
MESSAGE(apps_v1_ReplicaSetSpec_35, apps_v1_ReplicaSetSpec,
	FIELD(1, INT32, 0, "replicas") FIELD(4, INT32, OMIT, "minReadySeconds")
	REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, OMIT, "template", core_v1_PodTemplateSpec_35))
MESSAGE(apps_v1_StatefulSet_35, apps_v1_StatefulSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, OMIT, "spec", apps_v1_StatefulSetSpec_35)
	REF(3, OMIT, "status", apps_v1_StatefulSetStatus))
MESSAGE(apps_v1_StatefulSetSpec_35, apps_v1_StatefulSetSpec,
	FIELD(1, INT32, 0, "replicas") REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, REQ, "template", core_v1_PodTemplateSpec_35)
	REF(4, REP | OMIT, "volumeClaimTemplates", core_v1_PersistentVolumeClaim)
	FIELD(5, STRING, 0, "serviceName") FIELD(6, STRING, OMIT, "podManagementPolicy")
	REF(7, OMIT, "updateStrategy", apps_v1_StatefulSetUpdateStrategy)
	FIELD(8, INT32, 0, "revisionHistoryLimit") FIELD(9, INT32, OMIT, "minReadySeconds")
	REF(10, 0, "persistentVolumeClaimRetentionPolicy",
		apps_v1_StatefulSetPersistentVolumeClaimRetentionPolicy)
	REF(11, 0, "ordinals", apps_v1_StatefulSetOrdinals))
MESSAGE(batch_v1_CronJob_35, batch_v1_CronJob,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", batch_v1_CronJobSpec_35)
	REF(3, OMIT, "status", batch_v1_CronJobStatus))
MESSAGE(batch_v1_CronJobSpec_35, batch_v1_CronJobSpec,
	FIELD(1, STRING, REQ, "schedule") FIELD(8, STRING, 0, "timeZone")
	FIELD(2, INT64, 0, "startingDeadlineSeconds") FIELD(3, STRING, OMIT, "concurrencyPolicy")
	FIELD(4, BOOL, 0, "suspend") REF(5, REQ, "jobTemplate", batch_v1_JobTemplateSpec_35)
	FIELD(6, INT32, 0, "successfulJobsHistoryLimit")
	FIELD(7, INT32, 0, "failedJobsHistoryLimit"))
MESSAGE(batch_v1_JobTemplateSpec_35, batch_v1_JobTemplateSpec,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", batch_v1_JobSpec_35))
MESSAGE(batch_v1_JobSpec_35, batch_v1_JobSpec,
	FIELD(1, INT32, 0, "parallelism") FIELD(2, INT32, 0, "completions")
	FIELD(3, INT64, 0, "activeDeadlineSeconds")
	REF(11, 0, "podFailurePolicy", batch_v1_PodFailurePolicy_37)
	REF(16, 0, "successPolicy", batch_v1_SuccessPolicy) FIELD(7, INT32, 0, "backoffLimit")
	FIELD(12, INT32, 0, "backoffLimitPerIndex") FIELD(13, INT32, 0, "maxFailedIndexes")
	REF(4, 0, "selector", meta_v1_LabelSelector) FIELD(5, BOOL, 0, "manualSelector")
	REF(6, REQ, "template", core_v1_PodTemplateSpec_35)
	FIELD(8, INT32, 0, "ttlSecondsAfterFinished") FIELD(9, STRING, 0, "completionMode")
	FIELD(10, BOOL, 0, "suspend") FIELD(14, STRING, 0, "podReplacementPolicy")
	FIELD(15, STRING, 0, "managedBy"))
MESSAGE(batch_v1_Job_35, batch_v1_Job,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta) REF(2, OMIT, "spec", batch_v1_JobSpec_35)
	REF(3, OMIT, "status", batch_v1_JobStatus))
MESSAGE(storage_v1_CSIDriver_35, storage_v1_CSIDriver,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", storage_v1_CSIDriverSpec_35))
MESSAGE(storage_v1_CSIDriverSpec_35, storage_v1_CSIDriverSpec,
	FIELD(1, BOOL, 0, "attachRequired") FIELD(2, BOOL, 0, "podInfoOnMount")
	FIELD(3, STRING, REP | OMIT, "volumeLifecycleModes") FIELD(4, BOOL, 0, "storageCapacity")
	FIELD(5, STRING, 0, "fsGroupPolicy")
	REF(6, REP | OMIT, "tokenRequests", storage_v1_TokenRequest)
	FIELD(7, BOOL, 0, "requiresRepublish") FIELD(8, BOOL, 0, "seLinuxMount")
	FIELD(9, INT64, 0, "nodeAllocatableUpdatePeriodSeconds")
	FIELD(10, BOOL, 0, "serviceAccountTokenInSecrets"))
MESSAGE(resource_v1_ResourceSlice_35, resource_v1_ResourceSlice,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta)
	REF(2, REQ, "spec", resource_v1_ResourceSliceSpec_35))
MESSAGE(resource_v1_ResourceSliceSpec_35, resource_v1_ResourceSliceSpec,
	FIELD(1, STRING, REQ, "driver") REF(2, REQ, "pool", resource_v1_ResourcePool)
	FIELD(3, STRING, 0, "nodeName") REF(4, 0, "nodeSelector", core_v1_NodeSelector)
	FIELD(5, BOOL, 0, "allNodes") REF(6, REP | OMIT, "devices", resource_v1_Device)
	FIELD(7, BOOL, 0, "perDeviceNodeSelection")
	REF(8, REP | OMIT, "sharedCounters", resource_v1_CounterSet))
MESSAGE(core_v1_Binding_33, core_v1_Binding,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REQ, "target", core_v1_ObjectReference))
MESSAGE(meta_v1_ObjectMeta_33, meta_v1_ObjectMeta,
	FIELD(1, STRING, OMIT, "name") FIELD(2, STRING, OMIT, "generateName")
	FIELD(3, STRING, OMIT, "namespace") FIELD(4, STRING, OMIT, "selfLink")
	FIELD(5, STRING, OMIT, "uid") FIELD(6, STRING, OMIT, "resourceVersion")
	FIELD(7, INT64, OMIT, "generation") FIELD(8, TIME, OMIT, "creationTimestamp")
	FIELD(9, TIME, 0, "deletionTimestamp") FIELD(10, INT64, 0, "deletionGracePeriodSeconds")
	FIELD(11, STRING, MAP | OMIT, "labels") FIELD(12, STRING, MAP | OMIT, "annotations")
	REF(13, REP | OMIT, "ownerReferences", meta_v1_OwnerReference)
	FIELD(14, STRING, REP | OMIT, "finalizers")
	REF(17, REP | OMIT, "managedFields", meta_v1_ManagedFieldsEntry))
MESSAGE(core_v1_ComponentStatus_33, core_v1_ComponentStatus,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REP | OMIT, "conditions", core_v1_ComponentCondition))
MESSAGE(core_v1_ConfigMap_33, core_v1_ConfigMap,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) FIELD(4, BOOL, 0, "immutable")
	FIELD(2, STRING, MAP | OMIT, "data") FIELD(3, BYTES, MAP | OMIT, "binaryData"))
MESSAGE(core_v1_Endpoints_33, core_v1_Endpoints,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REP | OMIT, "subsets", core_v1_EndpointSubset))
MESSAGE(core_v1_Event_33, core_v1_Event,
	REF(1, REQ, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REQ, "involvedObject", core_v1_ObjectReference) FIELD(3, STRING, OMIT, "reason")
	FIELD(4, STRING, OMIT, "message") REF(5, OMIT, "source", core_v1_EventSource)
	FIELD(6, TIME, OMIT, "firstTimestamp") FIELD(7, TIME, OMIT, "lastTimestamp")
	FIELD(8, INT32, OMIT, "count") FIELD(9, STRING, OMIT, "type")
	FIELD(10, MICROTIME, OMIT, "eventTime") REF(11, 0, "series", core_v1_EventSeries)
	FIELD(12, STRING, OMIT, "action") REF(13, 0, "related", core_v1_ObjectReference)
	FIELD(14, STRING, 0, "reportingComponent") FIELD(15, STRING, 0, "reportingInstance"))
MESSAGE(core_v1_LimitRange_33, core_v1_LimitRange,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", core_v1_LimitRangeSpec))
MESSAGE(core_v1_Namespace_33, core_v1_Namespace,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, OMIT, "spec", core_v1_NamespaceSpec)
	REF(3, OMIT, "status", core_v1_NamespaceStatus))
MESSAGE(core_v1_Node_33, core_v1_Node,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, OMIT, "spec", core_v1_NodeSpec)
	REF(3, OMIT, "status", core_v1_NodeStatus))
MESSAGE(core_v1_PersistentVolumeClaim_33, core_v1_PersistentVolumeClaim,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", core_v1_PersistentVolumeClaimSpec)
	REF(3, OMIT, "status", core_v1_PersistentVolumeClaimStatus))
MESSAGE(core_v1_PersistentVolume_33, core_v1_PersistentVolume,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", core_v1_PersistentVolumeSpec)
	REF(3, OMIT, "status", core_v1_PersistentVolumeStatus))
MESSAGE(core_v1_Pod_33, core_v1_Pod,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, OMIT, "spec", core_v1_PodSpec_33)
	REF(3, OMIT, "status", core_v1_PodStatus_33))
MESSAGE(core_v1_PodSpec_33, core_v1_PodSpec,
	REF(1, REP | OMIT, "volumes", core_v1_Volume_33)
	REF(20, REP | OMIT, "initContainers", core_v1_Container_33)
	REF(2, REP | REQ, "containers", core_v1_Container_33)
	REF(34, REP | OMIT, "ephemeralContainers", core_v1_EphemeralContainer_33)
	FIELD(3, STRING, OMIT, "restartPolicy") FIELD(4, INT64, 0, "terminationGracePeriodSeconds")
	FIELD(5, INT64, 0, "activeDeadlineSeconds") FIELD(6, STRING, OMIT, "dnsPolicy")
	FIELD(7, STRING, MAP | OMIT, "nodeSelector") FIELD(8, STRING, OMIT, "serviceAccountName")
	FIELD(9, STRING, OMIT, "serviceAccount") FIELD(21, BOOL, 0, "automountServiceAccountToken")
	FIELD(10, STRING, OMIT, "nodeName") FIELD(11, BOOL, OMIT, "hostNetwork")
	FIELD(12, BOOL, OMIT, "hostPID") FIELD(13, BOOL, OMIT, "hostIPC")
	FIELD(27, BOOL, 0, "shareProcessNamespace")
	REF(14, 0, "securityContext", core_v1_PodSecurityContext)
	REF(15, REP | OMIT, "imagePullSecrets", core_v1_LocalObjectReference)
	FIELD(16, STRING, OMIT, "hostname") FIELD(17, STRING, OMIT, "subdomain")
	REF(18, 0, "affinity", core_v1_Affinity) FIELD(19, STRING, OMIT, "schedulerName")
	REF(22, REP | OMIT, "tolerations", core_v1_Toleration)
	REF(23, REP | OMIT, "hostAliases", core_v1_HostAlias)
	FIELD(24, STRING, OMIT, "priorityClassName") FIELD(25, INT32, 0, "priority")
	REF(26, 0, "dnsConfig", core_v1_PodDNSConfig)
	REF(28, REP | OMIT, "readinessGates", core_v1_PodReadinessGate)
	FIELD(29, STRING, 0, "runtimeClassName") FIELD(30, BOOL, 0, "enableServiceLinks")
	FIELD(31, STRING, 0, "preemptionPolicy") FIELD(32, QUANTITY, MAP | OMIT, "overhead")
	REF(33, REP | OMIT, "topologySpreadConstraints", core_v1_TopologySpreadConstraint)
	FIELD(35, BOOL, 0, "setHostnameAsFQDN") REF(36, 0, "os", core_v1_PodOS)
	FIELD(37, BOOL, 0, "hostUsers")
	REF(38, REP | OMIT, "schedulingGates", core_v1_PodSchedulingGate)
	REF(39, REP | OMIT, "resourceClaims", core_v1_PodResourceClaim)
	REF(40, 0, "resources", core_v1_ResourceRequirements))
MESSAGE(core_v1_Volume_33, core_v1_Volume,
	FIELD(1, STRING, REQ, "name") REF(2, INL, "volumeSource", core_v1_VolumeSource_33))
MESSAGE(core_v1_VolumeSource_33, core_v1_VolumeSource,
	REF(1, 0, "hostPath", core_v1_HostPathVolumeSource)
	REF(2, 0, "emptyDir", core_v1_EmptyDirVolumeSource)
	REF(3, 0, "gcePersistentDisk", core_v1_GCEPersistentDiskVolumeSource)
	REF(4, 0, "awsElasticBlockStore", core_v1_AWSElasticBlockStoreVolumeSource)
	REF(5, 0, "gitRepo", core_v1_GitRepoVolumeSource)
	REF(6, 0, "secret", core_v1_SecretVolumeSource) REF(7, 0, "nfs", core_v1_NFSVolumeSource)
	REF(8, 0, "iscsi", core_v1_ISCSIVolumeSource)
	REF(9, 0, "glusterfs", core_v1_GlusterfsVolumeSource)
	REF(10, 0, "persistentVolumeClaim", core_v1_PersistentVolumeClaimVolumeSource)
	REF(11, 0, "rbd", core_v1_RBDVolumeSource)
	REF(12, 0, "flexVolume", core_v1_FlexVolumeSource)
	REF(13, 0, "cinder", core_v1_CinderVolumeSource)
	REF(14, 0, "cephfs", core_v1_CephFSVolumeSource)
	REF(15, 0, "flocker", core_v1_FlockerVolumeSource)
	REF(16, 0, "downwardAPI", core_v1_DownwardAPIVolumeSource)
	REF(17, 0, "fc", core_v1_FCVolumeSource)
	REF(18, 0, "azureFile", core_v1_AzureFileVolumeSource)
	REF(19, 0, "configMap", core_v1_ConfigMapVolumeSource)
	REF(20, 0, "vsphereVolume", core_v1_VsphereVirtualDiskVolumeSource)
	REF(21, 0, "quobyte", core_v1_QuobyteVolumeSource)
	REF(22, 0, "azureDisk", core_v1_AzureDiskVolumeSource)
	REF(23, 0, "photonPersistentDisk", core_v1_PhotonPersistentDiskVolumeSource)
	REF(26, 0, "projected", core_v1_ProjectedVolumeSource_33)
	REF(24, 0, "portworxVolume", core_v1_PortworxVolumeSource)
	REF(25, 0, "scaleIO", core_v1_ScaleIOVolumeSource)
	REF(27, 0, "storageos", core_v1_StorageOSVolumeSource)
	REF(28, 0, "csi", core_v1_CSIVolumeSource)
	REF(29, 0, "ephemeral", core_v1_EphemeralVolumeSource_33)
	REF(30, 0, "image", core_v1_ImageVolumeSource))
MESSAGE(core_v1_ProjectedVolumeSource_33, core_v1_ProjectedVolumeSource,
	REF(1, REP, "sources", core_v1_VolumeProjection_33) FIELD(2, INT32, 0, "defaultMode"))
MESSAGE(core_v1_VolumeProjection_33, core_v1_VolumeProjection,
	REF(1, 0, "secret", core_v1_SecretProjection)
	REF(2, 0, "downwardAPI", core_v1_DownwardAPIProjection)
	REF(3, 0, "configMap", core_v1_ConfigMapProjection)
	REF(4, 0, "serviceAccountToken", core_v1_ServiceAccountTokenProjection)
	REF(5, 0, "clusterTrustBundle", core_v1_ClusterTrustBundleProjection))
MESSAGE(core_v1_EphemeralVolumeSource_33, core_v1_EphemeralVolumeSource,
	REF(1, 0, "volumeClaimTemplate", core_v1_PersistentVolumeClaimTemplate_33))
MESSAGE(core_v1_PersistentVolumeClaimTemplate_33, core_v1_PersistentVolumeClaimTemplate,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REQ, "spec", core_v1_PersistentVolumeClaimSpec))
MESSAGE(core_v1_Container_33, core_v1_Container,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, OMIT, "image")
	FIELD(3, STRING, REP | OMIT, "command") FIELD(4, STRING, REP | OMIT, "args")
	FIELD(5, STRING, OMIT, "workingDir") REF(6, REP | OMIT, "ports", core_v1_ContainerPort)
	REF(19, REP | OMIT, "envFrom", core_v1_EnvFromSource)
	REF(7, REP | OMIT, "env", core_v1_EnvVar_33)
	REF(8, OMIT, "resources", core_v1_ResourceRequirements)
	REF(23, REP | OMIT, "resizePolicy", core_v1_ContainerResizePolicy)
	FIELD(24, STRING, 0, "restartPolicy")
	REF(9, REP | OMIT, "volumeMounts", core_v1_VolumeMount)
	REF(21, REP | OMIT, "volumeDevices", core_v1_VolumeDevice)
	REF(10, 0, "livenessProbe", core_v1_Probe) REF(11, 0, "readinessProbe", core_v1_Probe)
	REF(22, 0, "startupProbe", core_v1_Probe) REF(12, 0, "lifecycle", core_v1_Lifecycle)
	FIELD(13, STRING, OMIT, "terminationMessagePath")
	FIELD(20, STRING, OMIT, "terminationMessagePolicy")
	FIELD(14, STRING, OMIT, "imagePullPolicy")
	REF(15, 0, "securityContext", core_v1_SecurityContext) FIELD(16, BOOL, OMIT, "stdin")
	FIELD(17, BOOL, OMIT, "stdinOnce") FIELD(18, BOOL, OMIT, "tty"))
MESSAGE(core_v1_EnvVar_33, core_v1_EnvVar,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, OMIT, "value")
	REF(3, 0, "valueFrom", core_v1_EnvVarSource_33))
MESSAGE(core_v1_EnvVarSource_33, core_v1_EnvVarSource,
	REF(1, 0, "fieldRef", core_v1_ObjectFieldSelector)
	REF(2, 0, "resourceFieldRef", core_v1_ResourceFieldSelector)
	REF(3, 0, "configMapKeyRef", core_v1_ConfigMapKeySelector)
	REF(4, 0, "secretKeyRef", core_v1_SecretKeySelector))
MESSAGE(core_v1_EphemeralContainer_33, core_v1_EphemeralContainer,
	REF(1, INL, "ephemeralContainerCommon", core_v1_EphemeralContainerCommon_33)
	FIELD(2, STRING, OMIT, "targetContainerName"))
MESSAGE(core_v1_EphemeralContainerCommon_33, core_v1_EphemeralContainerCommon,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, OMIT, "image")
	FIELD(3, STRING, REP | OMIT, "command") FIELD(4, STRING, REP | OMIT, "args")
	FIELD(5, STRING, OMIT, "workingDir") REF(6, REP | OMIT, "ports", core_v1_ContainerPort)
	REF(19, REP | OMIT, "envFrom", core_v1_EnvFromSource)
	REF(7, REP | OMIT, "env", core_v1_EnvVar_33)
	REF(8, OMIT, "resources", core_v1_ResourceRequirements)
	REF(23, REP | OMIT, "resizePolicy", core_v1_ContainerResizePolicy)
	FIELD(24, STRING, 0, "restartPolicy")
	REF(9, REP | OMIT, "volumeMounts", core_v1_VolumeMount)
	REF(21, REP | OMIT, "volumeDevices", core_v1_VolumeDevice)
	REF(10, 0, "livenessProbe", core_v1_Probe) REF(11, 0, "readinessProbe", core_v1_Probe)
	REF(22, 0, "startupProbe", core_v1_Probe) REF(12, 0, "lifecycle", core_v1_Lifecycle)
	FIELD(13, STRING, OMIT, "terminationMessagePath")
	FIELD(20, STRING, OMIT, "terminationMessagePolicy")
	FIELD(14, STRING, OMIT, "imagePullPolicy")
	REF(15, 0, "securityContext", core_v1_SecurityContext) FIELD(16, BOOL, OMIT, "stdin")
	FIELD(17, BOOL, OMIT, "stdinOnce") FIELD(18, BOOL, OMIT, "tty"))
MESSAGE(core_v1_PodStatus_33, core_v1_PodStatus,
	FIELD(17, INT64, OMIT, "observedGeneration") FIELD(1, STRING, OMIT, "phase")
	REF(2, REP | OMIT, "conditions", core_v1_PodCondition) FIELD(3, STRING, OMIT, "message")
	FIELD(4, STRING, OMIT, "reason") FIELD(11, STRING, OMIT, "nominatedNodeName")
	FIELD(5, STRING, OMIT, "hostIP") REF(16, REP | OMIT, "hostIPs", core_v1_HostIP)
	FIELD(6, STRING, OMIT, "podIP") REF(12, REP | OMIT, "podIPs", core_v1_PodIP)
	FIELD(7, TIME, 0, "startTime")
	REF(10, REP | OMIT, "initContainerStatuses", core_v1_ContainerStatus)
	REF(8, REP | OMIT, "containerStatuses", core_v1_ContainerStatus)
	FIELD(9, STRING, OMIT, "qosClass")
	REF(13, REP | OMIT, "ephemeralContainerStatuses", core_v1_ContainerStatus)
	FIELD(14, STRING, OMIT, "resize")
	REF(15, REP | OMIT, "resourceClaimStatuses", core_v1_PodResourceClaimStatus))
MESSAGE(core_v1_PodTemplate_33, core_v1_PodTemplate,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "template", core_v1_PodTemplateSpec_33))
MESSAGE(core_v1_PodTemplateSpec_33, core_v1_PodTemplateSpec,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, OMIT, "spec", core_v1_PodSpec_33))
MESSAGE(core_v1_ReplicationController_33, core_v1_ReplicationController,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", core_v1_ReplicationControllerSpec_33)
	REF(3, OMIT, "status", core_v1_ReplicationControllerStatus))
MESSAGE(core_v1_ReplicationControllerSpec_33, core_v1_ReplicationControllerSpec,
	FIELD(1, INT32, 0, "replicas") FIELD(4, INT32, OMIT, "minReadySeconds")
	FIELD(2, STRING, MAP | OMIT, "selector") REF(3, 0, "template", core_v1_PodTemplateSpec_33))
MESSAGE(core_v1_ResourceQuota_33, core_v1_ResourceQuota,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", core_v1_ResourceQuotaSpec)
	REF(3, OMIT, "status", core_v1_ResourceQuotaStatus))
MESSAGE(core_v1_Secret_33, core_v1_Secret,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) FIELD(5, BOOL, 0, "immutable")
	FIELD(2, BYTES, MAP | OMIT, "data") FIELD(4, STRING, MAP | OMIT, "stringData")
	FIELD(3, STRING, OMIT, "type"))
MESSAGE(core_v1_ServiceAccount_33, core_v1_ServiceAccount,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REP | OMIT, "secrets", core_v1_ObjectReference)
	REF(3, REP | OMIT, "imagePullSecrets", core_v1_LocalObjectReference)
	FIELD(4, BOOL, 0, "automountServiceAccountToken"))
MESSAGE(core_v1_Service_33, core_v1_Service,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, OMIT, "spec", core_v1_ServiceSpec)
	REF(3, OMIT, "status", core_v1_ServiceStatus))
MESSAGE(apiregistration_v1_APIService_33, apiregistration_v1_APIService,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", apiregistration_v1_APIServiceSpec)
	REF(3, OMIT, "status", apiregistration_v1_APIServiceStatus))
MESSAGE(apps_v1_ControllerRevision_33, apps_v1_ControllerRevision,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) FIELD(2, RAW, OMIT, "data")
	FIELD(3, INT64, REQ, "revision"))
MESSAGE(apps_v1_DaemonSet_33, apps_v1_DaemonSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", apps_v1_DaemonSetSpec_33)
	REF(3, OMIT, "status", apps_v1_DaemonSetStatus))
MESSAGE(apps_v1_DaemonSetSpec_33, apps_v1_DaemonSetSpec,
	REF(1, REQ, "selector", meta_v1_LabelSelector)
	REF(2, REQ, "template", core_v1_PodTemplateSpec_33)
	REF(3, OMIT, "updateStrategy", apps_v1_DaemonSetUpdateStrategy)
	FIELD(4, INT32, OMIT, "minReadySeconds") FIELD(6, INT32, 0, "revisionHistoryLimit"))
MESSAGE(apps_v1_Deployment_33, apps_v1_Deployment,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", apps_v1_DeploymentSpec_33)
	REF(3, OMIT, "status", apps_v1_DeploymentStatus))
MESSAGE(apps_v1_DeploymentSpec_33, apps_v1_DeploymentSpec,
	FIELD(1, INT32, 0, "replicas") REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, REQ, "template", core_v1_PodTemplateSpec_33)
	REF(4, OMIT, "strategy", apps_v1_DeploymentStrategy)
	FIELD(5, INT32, OMIT, "minReadySeconds") FIELD(6, INT32, 0, "revisionHistoryLimit")
	FIELD(7, BOOL, OMIT, "paused") FIELD(9, INT32, 0, "progressDeadlineSeconds"))
MESSAGE(apps_v1_ReplicaSet_33, apps_v1_ReplicaSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", apps_v1_ReplicaSetSpec_33)
	REF(3, OMIT, "status", apps_v1_ReplicaSetStatus))
MESSAGE(apps_v1_ReplicaSetSpec_33, apps_v1_ReplicaSetSpec,
	FIELD(1, INT32, 0, "replicas") FIELD(4, INT32, OMIT, "minReadySeconds")
	REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, OMIT, "template", core_v1_PodTemplateSpec_33))
MESSAGE(apps_v1_StatefulSet_33, apps_v1_StatefulSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", apps_v1_StatefulSetSpec_33)
	REF(3, OMIT, "status", apps_v1_StatefulSetStatus))
MESSAGE(apps_v1_StatefulSetSpec_33, apps_v1_StatefulSetSpec,
	FIELD(1, INT32, 0, "replicas") REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, REQ, "template", core_v1_PodTemplateSpec_33)
	REF(4, REP | OMIT, "volumeClaimTemplates", core_v1_PersistentVolumeClaim_33)
	FIELD(5, STRING, 0, "serviceName") FIELD(6, STRING, OMIT, "podManagementPolicy")
	REF(7, OMIT, "updateStrategy", apps_v1_StatefulSetUpdateStrategy)
	FIELD(8, INT32, 0, "revisionHistoryLimit") FIELD(9, INT32, OMIT, "minReadySeconds")
	REF(10, 0, "persistentVolumeClaimRetentionPolicy",
		apps_v1_StatefulSetPersistentVolumeClaimRetentionPolicy)
	REF(11, 0, "ordinals", apps_v1_StatefulSetOrdinals))
MESSAGE(events_v1_Event_33, events_v1_Event,
	REF(1, 0, "metadata", meta_v1_ObjectMeta_33) FIELD(2, MICROTIME, REQ, "eventTime")
	REF(3, 0, "series", events_v1_EventSeries) FIELD(4, STRING, OMIT, "reportingController")
	FIELD(5, STRING, OMIT, "reportingInstance") FIELD(6, STRING, OMIT, "action")
	FIELD(7, STRING, OMIT, "reason") REF(8, OMIT, "regarding", core_v1_ObjectReference)
	REF(9, 0, "related", core_v1_ObjectReference) FIELD(10, STRING, OMIT, "note")
	FIELD(11, STRING, OMIT, "type") REF(12, OMIT, "deprecatedSource", core_v1_EventSource)
	FIELD(13, TIME, OMIT, "deprecatedFirstTimestamp")
	FIELD(14, TIME, OMIT, "deprecatedLastTimestamp") FIELD(15, INT32, OMIT, "deprecatedCount"))
MESSAGE(authentication_v1_SelfSubjectReview_33, authentication_v1_SelfSubjectReview,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "status", authentication_v1_SelfSubjectReviewStatus))
MESSAGE(authentication_v1_TokenReview_33, authentication_v1_TokenReview,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REQ, "spec", authentication_v1_TokenReviewSpec)
	REF(3, OMIT, "status", authentication_v1_TokenReviewStatus))
MESSAGE(authorization_v1_LocalSubjectAccessReview_33, authorization_v1_LocalSubjectAccessReview,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REQ, "spec", authorization_v1_SubjectAccessReviewSpec)
	REF(3, OMIT, "status", authorization_v1_SubjectAccessReviewStatus))
MESSAGE(authorization_v1_SelfSubjectAccessReview_33, authorization_v1_SelfSubjectAccessReview,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REQ, "spec", authorization_v1_SelfSubjectAccessReviewSpec)
	REF(3, OMIT, "status", authorization_v1_SubjectAccessReviewStatus))
MESSAGE(authorization_v1_SelfSubjectRulesReview_33, authorization_v1_SelfSubjectRulesReview,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REQ, "spec", authorization_v1_SelfSubjectRulesReviewSpec)
	REF(3, OMIT, "status", authorization_v1_SubjectRulesReviewStatus))
MESSAGE(authorization_v1_SubjectAccessReview_33, authorization_v1_SubjectAccessReview,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REQ, "spec", authorization_v1_SubjectAccessReviewSpec)
	REF(3, OMIT, "status", authorization_v1_SubjectAccessReviewStatus))
MESSAGE(autoscaling_v2_HorizontalPodAutoscaler_33, autoscaling_v2_HorizontalPodAutoscaler,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", autoscaling_v2_HorizontalPodAutoscalerSpec)
	REF(3, OMIT, "status", autoscaling_v2_HorizontalPodAutoscalerStatus))
MESSAGE(autoscaling_v1_HorizontalPodAutoscaler_33, autoscaling_v1_HorizontalPodAutoscaler,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", autoscaling_v1_HorizontalPodAutoscalerSpec)
	REF(3, OMIT, "status", autoscaling_v1_HorizontalPodAutoscalerStatus))
MESSAGE(batch_v1_CronJob_33, batch_v1_CronJob,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", batch_v1_CronJobSpec_33)
	REF(3, OMIT, "status", batch_v1_CronJobStatus))
MESSAGE(batch_v1_CronJobSpec_33, batch_v1_CronJobSpec,
	FIELD(1, STRING, REQ, "schedule") FIELD(8, STRING, 0, "timeZone")
	FIELD(2, INT64, 0, "startingDeadlineSeconds") FIELD(3, STRING, OMIT, "concurrencyPolicy")
	FIELD(4, BOOL, 0, "suspend") REF(5, REQ, "jobTemplate", batch_v1_JobTemplateSpec_33)
	FIELD(6, INT32, 0, "successfulJobsHistoryLimit")
	FIELD(7, INT32, 0, "failedJobsHistoryLimit"))
MESSAGE(batch_v1_JobTemplateSpec_33, batch_v1_JobTemplateSpec,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, OMIT, "spec", batch_v1_JobSpec_33))
MESSAGE(batch_v1_JobSpec_33, batch_v1_JobSpec,
	FIELD(1, INT32, 0, "parallelism") FIELD(2, INT32, 0, "completions")
	FIELD(3, INT64, 0, "activeDeadlineSeconds")
	REF(11, 0, "podFailurePolicy", batch_v1_PodFailurePolicy)
	REF(16, 0, "successPolicy", batch_v1_SuccessPolicy) FIELD(7, INT32, 0, "backoffLimit")
	FIELD(12, INT32, 0, "backoffLimitPerIndex") FIELD(13, INT32, 0, "maxFailedIndexes")
	REF(4, 0, "selector", meta_v1_LabelSelector) FIELD(5, BOOL, 0, "manualSelector")
	REF(6, REQ, "template", core_v1_PodTemplateSpec_33)
	FIELD(8, INT32, 0, "ttlSecondsAfterFinished") FIELD(9, STRING, 0, "completionMode")
	FIELD(10, BOOL, 0, "suspend") FIELD(14, STRING, 0, "podReplacementPolicy")
	FIELD(15, STRING, 0, "managedBy"))
MESSAGE(batch_v1_Job_33, batch_v1_Job,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, OMIT, "spec", batch_v1_JobSpec_33)
	REF(3, OMIT, "status", batch_v1_JobStatus))
MESSAGE(certificates_v1_CertificateSigningRequest_33, certificates_v1_CertificateSigningRequest,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REQ, "spec", certificates_v1_CertificateSigningRequestSpec)
	REF(3, OMIT, "status", certificates_v1_CertificateSigningRequestStatus))
MESSAGE(networking_v1_IngressClass_33, networking_v1_IngressClass,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", networking_v1_IngressClassSpec))
MESSAGE(networking_v1_Ingress_33, networking_v1_Ingress,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", networking_v1_IngressSpec)
	REF(3, OMIT, "status", networking_v1_IngressStatus))
MESSAGE(networking_v1_IPAddress_33, networking_v1_IPAddress,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", networking_v1_IPAddressSpec))
MESSAGE(networking_v1_NetworkPolicy_33, networking_v1_NetworkPolicy,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", networking_v1_NetworkPolicySpec_33))
MESSAGE(networking_v1_NetworkPolicySpec_33, networking_v1_NetworkPolicySpec,
	REF(1, REQ, "podSelector", meta_v1_LabelSelector)
	REF(2, REP | OMIT, "ingress", networking_v1_NetworkPolicyIngressRule)
	REF(3, REP | OMIT, "egress", networking_v1_NetworkPolicyEgressRule)
	FIELD(4, STRING, REP | OMIT, "policyTypes"))
MESSAGE(networking_v1_ServiceCIDR_33, networking_v1_ServiceCIDR,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", networking_v1_ServiceCIDRSpec)
	REF(3, OMIT, "status", networking_v1_ServiceCIDRStatus))
MESSAGE(policy_v1_PodDisruptionBudget_33, policy_v1_PodDisruptionBudget,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", policy_v1_PodDisruptionBudgetSpec)
	REF(3, OMIT, "status", policy_v1_PodDisruptionBudgetStatus))
MESSAGE(rbac_v1_ClusterRoleBinding_33, rbac_v1_ClusterRoleBinding,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REP | OMIT, "subjects", rbac_v1_Subject) REF(3, REQ, "roleRef", rbac_v1_RoleRef))
MESSAGE(rbac_v1_ClusterRole_33, rbac_v1_ClusterRole,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, REP, "rules", rbac_v1_PolicyRule)
	REF(3, 0, "aggregationRule", rbac_v1_AggregationRule))
MESSAGE(rbac_v1_RoleBinding_33, rbac_v1_RoleBinding,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REP | OMIT, "subjects", rbac_v1_Subject) REF(3, REQ, "roleRef", rbac_v1_RoleRef))
MESSAGE(rbac_v1_Role_33, rbac_v1_Role,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, REP, "rules", rbac_v1_PolicyRule))
MESSAGE(storage_v1_CSIDriver_33, storage_v1_CSIDriver,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REQ, "spec", storage_v1_CSIDriverSpec))
MESSAGE(storage_v1_CSINode_33, storage_v1_CSINode,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, REQ, "spec", storage_v1_CSINodeSpec))
MESSAGE(storage_v1_CSIStorageCapacity_33, storage_v1_CSIStorageCapacity,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, 0, "nodeTopology", meta_v1_LabelSelector) FIELD(3, STRING, REQ, "storageClassName")
	FIELD(4, QUANTITY, 0, "capacity") FIELD(5, QUANTITY, 0, "maximumVolumeSize"))
MESSAGE(storage_v1_StorageClass_33, storage_v1_StorageClass,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) FIELD(2, STRING, REQ, "provisioner")
	FIELD(3, STRING, MAP | OMIT, "parameters") FIELD(4, STRING, 0, "reclaimPolicy")
	FIELD(5, STRING, REP | OMIT, "mountOptions") FIELD(6, BOOL, 0, "allowVolumeExpansion")
	FIELD(7, STRING, 0, "volumeBindingMode")
	REF(8, REP | OMIT, "allowedTopologies", core_v1_TopologySelectorTerm))
MESSAGE(storage_v1_VolumeAttachment_33, storage_v1_VolumeAttachment,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REQ, "spec", storage_v1_VolumeAttachmentSpec)
	REF(3, OMIT, "status", storage_v1_VolumeAttachmentStatus))
MESSAGE(admissionregistration_v1_MutatingWebhookConfiguration_33, admissionregistration_v1_MutatingWebhookConfiguration,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REP | OMIT, "webhooks", admissionregistration_v1_MutatingWebhook))
MESSAGE(admissionregistration_v1_ValidatingAdmissionPolicy_33, admissionregistration_v1_ValidatingAdmissionPolicy,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", admissionregistration_v1_ValidatingAdmissionPolicySpec)
	REF(3, OMIT, "status", admissionregistration_v1_ValidatingAdmissionPolicyStatus))
MESSAGE(admissionregistration_v1_ValidatingAdmissionPolicyBinding_33, admissionregistration_v1_ValidatingAdmissionPolicyBinding,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", admissionregistration_v1_ValidatingAdmissionPolicyBindingSpec))
MESSAGE(admissionregistration_v1_ValidatingWebhookConfiguration_33, admissionregistration_v1_ValidatingWebhookConfiguration,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REP | OMIT, "webhooks", admissionregistration_v1_ValidatingWebhook))
MESSAGE(admissionregistration_v1alpha1_MutatingAdmissionPolicy_33, admissionregistration_v1alpha1_MutatingAdmissionPolicy,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", admissionregistration_v1alpha1_MutatingAdmissionPolicySpec))
MESSAGE(admissionregistration_v1alpha1_MutatingAdmissionPolicyBinding_33, admissionregistration_v1alpha1_MutatingAdmissionPolicyBinding,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", admissionregistration_v1alpha1_MutatingAdmissionPolicyBindingSpec))
MESSAGE(apiextensions_v1_CustomResourceDefinition_33, apiextensions_v1_CustomResourceDefinition,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REQ, "spec", apiextensions_v1_CustomResourceDefinitionSpec)
	REF(3, OMIT, "status", apiextensions_v1_CustomResourceDefinitionStatus))
MESSAGE(scheduling_v1_PriorityClass_33, scheduling_v1_PriorityClass,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) FIELD(2, INT32, REQ, "value")
	FIELD(3, BOOL, OMIT, "globalDefault") FIELD(4, STRING, OMIT, "description")
	FIELD(5, STRING, 0, "preemptionPolicy"))
MESSAGE(coordination_v1_Lease_33, coordination_v1_Lease,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", coordination_v1_LeaseSpec))
MESSAGE(node_v1_RuntimeClass_33, node_v1_RuntimeClass,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) FIELD(2, STRING, REQ, "handler")
	REF(3, 0, "overhead", node_v1_Overhead) REF(4, 0, "scheduling", node_v1_Scheduling))
MESSAGE(discovery_v1_EndpointSlice_33, discovery_v1_EndpointSlice,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) FIELD(4, STRING, REQ, "addressType")
	REF(2, REP | REQ, "endpoints", discovery_v1_Endpoint)
	REF(3, REP, "ports", discovery_v1_EndpointPort))
MESSAGE(flowcontrol_v1_FlowSchema_33, flowcontrol_v1_FlowSchema,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", flowcontrol_v1_FlowSchemaSpec)
	REF(3, OMIT, "status", flowcontrol_v1_FlowSchemaStatus))
MESSAGE(flowcontrol_v1_PriorityLevelConfiguration_33, flowcontrol_v1_PriorityLevelConfiguration,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", flowcontrol_v1_PriorityLevelConfigurationSpec)
	REF(3, OMIT, "status", flowcontrol_v1_PriorityLevelConfigurationStatus))
MESSAGE(policy_v1_Eviction_33, policy_v1_Eviction,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, 0, "deleteOptions", meta_v1_DeleteOptions))
MESSAGE(autoscaling_v1_Scale_33, autoscaling_v1_Scale,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", autoscaling_v1_ScaleSpec)
	REF(3, OMIT, "status", autoscaling_v1_ScaleStatus))
MESSAGE(authentication_v1_TokenRequest_33, authentication_v1_TokenRequest,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REQ, "spec", authentication_v1_TokenRequestSpec)
	REF(3, OMIT, "status", authentication_v1_TokenRequestStatus))
MESSAGE(core_v1_Node_32, core_v1_Node,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, OMIT, "spec", core_v1_NodeSpec)
	REF(3, OMIT, "status", core_v1_NodeStatus_32))
MESSAGE(core_v1_NodeStatus_32, core_v1_NodeStatus,
	FIELD(1, QUANTITY, MAP | OMIT, "capacity") FIELD(2, QUANTITY, MAP | OMIT, "allocatable")
	FIELD(3, STRING, OMIT, "phase") REF(4, REP | OMIT, "conditions", core_v1_NodeCondition)
	REF(5, REP | OMIT, "addresses", core_v1_NodeAddress)
	REF(6, OMIT, "daemonEndpoints", core_v1_NodeDaemonEndpoints)
	REF(7, OMIT, "nodeInfo", core_v1_NodeSystemInfo_32)
	REF(8, REP | OMIT, "images", core_v1_ContainerImage)
	FIELD(9, STRING, REP | OMIT, "volumesInUse")
	REF(10, REP | OMIT, "volumesAttached", core_v1_AttachedVolume)
	REF(11, 0, "config", core_v1_NodeConfigStatus)
	REF(12, REP | OMIT, "runtimeHandlers", core_v1_NodeRuntimeHandler)
	REF(13, 0, "features", core_v1_NodeFeatures))
MESSAGE(core_v1_NodeSystemInfo_32, core_v1_NodeSystemInfo,
	FIELD(1, STRING, REQ, "machineID") FIELD(2, STRING, REQ, "systemUUID")
	FIELD(3, STRING, REQ, "bootID") FIELD(4, STRING, REQ, "kernelVersion")
	FIELD(5, STRING, REQ, "osImage") FIELD(6, STRING, REQ, "containerRuntimeVersion")
	FIELD(7, STRING, REQ, "kubeletVersion") FIELD(8, STRING, REQ, "kubeProxyVersion")
	FIELD(9, STRING, REQ, "operatingSystem") FIELD(10, STRING, REQ, "architecture"))
MESSAGE(core_v1_Pod_32, core_v1_Pod,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, OMIT, "spec", core_v1_PodSpec_32)
	REF(3, OMIT, "status", core_v1_PodStatus_32))
MESSAGE(core_v1_PodSpec_32, core_v1_PodSpec,
	REF(1, REP | OMIT, "volumes", core_v1_Volume_33)
	REF(20, REP | OMIT, "initContainers", core_v1_Container_32)
	REF(2, REP | REQ, "containers", core_v1_Container_32)
	REF(34, REP | OMIT, "ephemeralContainers", core_v1_EphemeralContainer_32)
	FIELD(3, STRING, OMIT, "restartPolicy") FIELD(4, INT64, 0, "terminationGracePeriodSeconds")
	FIELD(5, INT64, 0, "activeDeadlineSeconds") FIELD(6, STRING, OMIT, "dnsPolicy")
	FIELD(7, STRING, MAP | OMIT, "nodeSelector") FIELD(8, STRING, OMIT, "serviceAccountName")
	FIELD(9, STRING, OMIT, "serviceAccount") FIELD(21, BOOL, 0, "automountServiceAccountToken")
	FIELD(10, STRING, OMIT, "nodeName") FIELD(11, BOOL, OMIT, "hostNetwork")
	FIELD(12, BOOL, OMIT, "hostPID") FIELD(13, BOOL, OMIT, "hostIPC")
	FIELD(27, BOOL, 0, "shareProcessNamespace")
	REF(14, 0, "securityContext", core_v1_PodSecurityContext)
	REF(15, REP | OMIT, "imagePullSecrets", core_v1_LocalObjectReference)
	FIELD(16, STRING, OMIT, "hostname") FIELD(17, STRING, OMIT, "subdomain")
	REF(18, 0, "affinity", core_v1_Affinity) FIELD(19, STRING, OMIT, "schedulerName")
	REF(22, REP | OMIT, "tolerations", core_v1_Toleration)
	REF(23, REP | OMIT, "hostAliases", core_v1_HostAlias)
	FIELD(24, STRING, OMIT, "priorityClassName") FIELD(25, INT32, 0, "priority")
	REF(26, 0, "dnsConfig", core_v1_PodDNSConfig)
	REF(28, REP | OMIT, "readinessGates", core_v1_PodReadinessGate)
	FIELD(29, STRING, 0, "runtimeClassName") FIELD(30, BOOL, 0, "enableServiceLinks")
	FIELD(31, STRING, 0, "preemptionPolicy") FIELD(32, QUANTITY, MAP | OMIT, "overhead")
	REF(33, REP | OMIT, "topologySpreadConstraints", core_v1_TopologySpreadConstraint)
	FIELD(35, BOOL, 0, "setHostnameAsFQDN") REF(36, 0, "os", core_v1_PodOS)
	FIELD(37, BOOL, 0, "hostUsers")
	REF(38, REP | OMIT, "schedulingGates", core_v1_PodSchedulingGate)
	REF(39, REP | OMIT, "resourceClaims", core_v1_PodResourceClaim)
	REF(40, 0, "resources", core_v1_ResourceRequirements))
MESSAGE(core_v1_Container_32, core_v1_Container,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, OMIT, "image")
	FIELD(3, STRING, REP | OMIT, "command") FIELD(4, STRING, REP | OMIT, "args")
	FIELD(5, STRING, OMIT, "workingDir") REF(6, REP | OMIT, "ports", core_v1_ContainerPort)
	REF(19, REP | OMIT, "envFrom", core_v1_EnvFromSource)
	REF(7, REP | OMIT, "env", core_v1_EnvVar_33)
	REF(8, OMIT, "resources", core_v1_ResourceRequirements)
	REF(23, REP | OMIT, "resizePolicy", core_v1_ContainerResizePolicy)
	FIELD(24, STRING, 0, "restartPolicy")
	REF(9, REP | OMIT, "volumeMounts", core_v1_VolumeMount)
	REF(21, REP | OMIT, "volumeDevices", core_v1_VolumeDevice)
	REF(10, 0, "livenessProbe", core_v1_Probe) REF(11, 0, "readinessProbe", core_v1_Probe)
	REF(22, 0, "startupProbe", core_v1_Probe) REF(12, 0, "lifecycle", core_v1_Lifecycle_32)
	FIELD(13, STRING, OMIT, "terminationMessagePath")
	FIELD(20, STRING, OMIT, "terminationMessagePolicy")
	FIELD(14, STRING, OMIT, "imagePullPolicy")
	REF(15, 0, "securityContext", core_v1_SecurityContext) FIELD(16, BOOL, OMIT, "stdin")
	FIELD(17, BOOL, OMIT, "stdinOnce") FIELD(18, BOOL, OMIT, "tty"))
MESSAGE(core_v1_Lifecycle_32, core_v1_Lifecycle,
	REF(1, 0, "postStart", core_v1_LifecycleHandler)
	REF(2, 0, "preStop", core_v1_LifecycleHandler))
MESSAGE(core_v1_EphemeralContainer_32, core_v1_EphemeralContainer,
	REF(1, INL, "ephemeralContainerCommon", core_v1_EphemeralContainerCommon_32)
	FIELD(2, STRING, OMIT, "targetContainerName"))
MESSAGE(core_v1_EphemeralContainerCommon_32, core_v1_EphemeralContainerCommon,
	FIELD(1, STRING, REQ, "name") FIELD(2, STRING, OMIT, "image")
	FIELD(3, STRING, REP | OMIT, "command") FIELD(4, STRING, REP | OMIT, "args")
	FIELD(5, STRING, OMIT, "workingDir") REF(6, REP | OMIT, "ports", core_v1_ContainerPort)
	REF(19, REP | OMIT, "envFrom", core_v1_EnvFromSource)
	REF(7, REP | OMIT, "env", core_v1_EnvVar_33)
	REF(8, OMIT, "resources", core_v1_ResourceRequirements)
	REF(23, REP | OMIT, "resizePolicy", core_v1_ContainerResizePolicy)
	FIELD(24, STRING, 0, "restartPolicy")
	REF(9, REP | OMIT, "volumeMounts", core_v1_VolumeMount)
	REF(21, REP | OMIT, "volumeDevices", core_v1_VolumeDevice)
	REF(10, 0, "livenessProbe", core_v1_Probe) REF(11, 0, "readinessProbe", core_v1_Probe)
	REF(22, 0, "startupProbe", core_v1_Probe) REF(12, 0, "lifecycle", core_v1_Lifecycle_32)
	FIELD(13, STRING, OMIT, "terminationMessagePath")
	FIELD(20, STRING, OMIT, "terminationMessagePolicy")
	FIELD(14, STRING, OMIT, "imagePullPolicy")
	REF(15, 0, "securityContext", core_v1_SecurityContext) FIELD(16, BOOL, OMIT, "stdin")
	FIELD(17, BOOL, OMIT, "stdinOnce") FIELD(18, BOOL, OMIT, "tty"))
MESSAGE(core_v1_PodStatus_32, core_v1_PodStatus,
	FIELD(1, STRING, OMIT, "phase") REF(2, REP | OMIT, "conditions", core_v1_PodCondition_32)
	FIELD(3, STRING, OMIT, "message") FIELD(4, STRING, OMIT, "reason")
	FIELD(11, STRING, OMIT, "nominatedNodeName") FIELD(5, STRING, OMIT, "hostIP")
	REF(16, REP | OMIT, "hostIPs", core_v1_HostIP) FIELD(6, STRING, OMIT, "podIP")
	REF(12, REP | OMIT, "podIPs", core_v1_PodIP) FIELD(7, TIME, 0, "startTime")
	REF(10, REP | OMIT, "initContainerStatuses", core_v1_ContainerStatus_32)
	REF(8, REP | OMIT, "containerStatuses", core_v1_ContainerStatus_32)
	FIELD(9, STRING, OMIT, "qosClass")
	REF(13, REP | OMIT, "ephemeralContainerStatuses", core_v1_ContainerStatus_32)
	FIELD(14, STRING, OMIT, "resize")
	REF(15, REP | OMIT, "resourceClaimStatuses", core_v1_PodResourceClaimStatus))
MESSAGE(core_v1_PodCondition_32, core_v1_PodCondition,
	FIELD(1, STRING, REQ, "type") FIELD(2, STRING, REQ, "status")
	FIELD(3, TIME, OMIT, "lastProbeTime") FIELD(4, TIME, OMIT, "lastTransitionTime")
	FIELD(5, STRING, OMIT, "reason") FIELD(6, STRING, OMIT, "message"))
MESSAGE(core_v1_ContainerStatus_32, core_v1_ContainerStatus,
	FIELD(1, STRING, REQ, "name") REF(2, OMIT, "state", core_v1_ContainerState)
	REF(3, OMIT, "lastState", core_v1_ContainerState) FIELD(4, BOOL, REQ, "ready")
	FIELD(5, INT32, REQ, "restartCount") FIELD(6, STRING, REQ, "image")
	FIELD(7, STRING, REQ, "imageID") FIELD(8, STRING, OMIT, "containerID")
	FIELD(9, BOOL, 0, "started") FIELD(10, QUANTITY, MAP | OMIT, "allocatedResources")
	REF(11, 0, "resources", core_v1_ResourceRequirements)
	REF(12, REP | OMIT, "volumeMounts", core_v1_VolumeMountStatus)
	REF(13, 0, "user", core_v1_ContainerUser)
	REF(14, REP | OMIT, "allocatedResourcesStatus", core_v1_ResourceStatus))
MESSAGE(core_v1_PodTemplate_32, core_v1_PodTemplate,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "template", core_v1_PodTemplateSpec_32))
MESSAGE(core_v1_PodTemplateSpec_32, core_v1_PodTemplateSpec,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, OMIT, "spec", core_v1_PodSpec_32))
MESSAGE(core_v1_ReplicationController_32, core_v1_ReplicationController,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", core_v1_ReplicationControllerSpec_32)
	REF(3, OMIT, "status", core_v1_ReplicationControllerStatus))
MESSAGE(core_v1_ReplicationControllerSpec_32, core_v1_ReplicationControllerSpec,
	FIELD(1, INT32, 0, "replicas") FIELD(4, INT32, OMIT, "minReadySeconds")
	FIELD(2, STRING, MAP | OMIT, "selector") REF(3, 0, "template", core_v1_PodTemplateSpec_32))
MESSAGE(apps_v1_DaemonSet_32, apps_v1_DaemonSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", apps_v1_DaemonSetSpec_32)
	REF(3, OMIT, "status", apps_v1_DaemonSetStatus))
MESSAGE(apps_v1_DaemonSetSpec_32, apps_v1_DaemonSetSpec,
	REF(1, REQ, "selector", meta_v1_LabelSelector)
	REF(2, REQ, "template", core_v1_PodTemplateSpec_32)
	REF(3, OMIT, "updateStrategy", apps_v1_DaemonSetUpdateStrategy)
	FIELD(4, INT32, OMIT, "minReadySeconds") FIELD(6, INT32, 0, "revisionHistoryLimit"))
MESSAGE(apps_v1_Deployment_32, apps_v1_Deployment,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", apps_v1_DeploymentSpec_32)
	REF(3, OMIT, "status", apps_v1_DeploymentStatus_32))
MESSAGE(apps_v1_DeploymentSpec_32, apps_v1_DeploymentSpec,
	FIELD(1, INT32, 0, "replicas") REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, REQ, "template", core_v1_PodTemplateSpec_32)
	REF(4, OMIT, "strategy", apps_v1_DeploymentStrategy)
	FIELD(5, INT32, OMIT, "minReadySeconds") FIELD(6, INT32, 0, "revisionHistoryLimit")
	FIELD(7, BOOL, OMIT, "paused") FIELD(9, INT32, 0, "progressDeadlineSeconds"))
MESSAGE(apps_v1_DeploymentStatus_32, apps_v1_DeploymentStatus,
	FIELD(1, INT64, OMIT, "observedGeneration") FIELD(2, INT32, OMIT, "replicas")
	FIELD(3, INT32, OMIT, "updatedReplicas") FIELD(7, INT32, OMIT, "readyReplicas")
	FIELD(4, INT32, OMIT, "availableReplicas") FIELD(5, INT32, OMIT, "unavailableReplicas")
	REF(6, REP | OMIT, "conditions", apps_v1_DeploymentCondition)
	FIELD(8, INT32, 0, "collisionCount"))
MESSAGE(apps_v1_ReplicaSet_32, apps_v1_ReplicaSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", apps_v1_ReplicaSetSpec_32)
	REF(3, OMIT, "status", apps_v1_ReplicaSetStatus_32))
MESSAGE(apps_v1_ReplicaSetSpec_32, apps_v1_ReplicaSetSpec,
	FIELD(1, INT32, 0, "replicas") FIELD(4, INT32, OMIT, "minReadySeconds")
	REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, OMIT, "template", core_v1_PodTemplateSpec_32))
MESSAGE(apps_v1_ReplicaSetStatus_32, apps_v1_ReplicaSetStatus,
	FIELD(1, INT32, REQ, "replicas") FIELD(2, INT32, OMIT, "fullyLabeledReplicas")
	FIELD(4, INT32, OMIT, "readyReplicas") FIELD(5, INT32, OMIT, "availableReplicas")
	FIELD(3, INT64, OMIT, "observedGeneration")
	REF(6, REP | OMIT, "conditions", apps_v1_ReplicaSetCondition))
MESSAGE(apps_v1_StatefulSet_32, apps_v1_StatefulSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", apps_v1_StatefulSetSpec_32)
	REF(3, OMIT, "status", apps_v1_StatefulSetStatus))
MESSAGE(apps_v1_StatefulSetSpec_32, apps_v1_StatefulSetSpec,
	FIELD(1, INT32, 0, "replicas") REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, REQ, "template", core_v1_PodTemplateSpec_32)
	REF(4, REP | OMIT, "volumeClaimTemplates", core_v1_PersistentVolumeClaim_33)
	FIELD(5, STRING, REQ, "serviceName") FIELD(6, STRING, OMIT, "podManagementPolicy")
	REF(7, OMIT, "updateStrategy", apps_v1_StatefulSetUpdateStrategy)
	FIELD(8, INT32, 0, "revisionHistoryLimit") FIELD(9, INT32, OMIT, "minReadySeconds")
	REF(10, 0, "persistentVolumeClaimRetentionPolicy",
		apps_v1_StatefulSetPersistentVolumeClaimRetentionPolicy)
	REF(11, 0, "ordinals", apps_v1_StatefulSetOrdinals))
MESSAGE(autoscaling_v2_HorizontalPodAutoscaler_32, autoscaling_v2_HorizontalPodAutoscaler,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", autoscaling_v2_HorizontalPodAutoscalerSpec_32)
	REF(3, OMIT, "status", autoscaling_v2_HorizontalPodAutoscalerStatus))
MESSAGE(autoscaling_v2_HorizontalPodAutoscalerSpec_32, autoscaling_v2_HorizontalPodAutoscalerSpec,
	REF(1, REQ, "scaleTargetRef", autoscaling_v2_CrossVersionObjectReference)
	FIELD(2, INT32, 0, "minReplicas") FIELD(3, INT32, REQ, "maxReplicas")
	REF(4, REP | OMIT, "metrics", autoscaling_v2_MetricSpec)
	REF(5, 0, "behavior", autoscaling_v2_HorizontalPodAutoscalerBehavior_32))
MESSAGE(autoscaling_v2_HorizontalPodAutoscalerBehavior_32, autoscaling_v2_HorizontalPodAutoscalerBehavior,
	REF(1, 0, "scaleUp", autoscaling_v2_HPAScalingRules_32)
	REF(2, 0, "scaleDown", autoscaling_v2_HPAScalingRules_32))
MESSAGE(autoscaling_v2_HPAScalingRules_32, autoscaling_v2_HPAScalingRules,
	FIELD(3, INT32, 0, "stabilizationWindowSeconds") FIELD(1, STRING, 0, "selectPolicy")
	REF(2, REP | OMIT, "policies", autoscaling_v2_HPAScalingPolicy))
MESSAGE(batch_v1_CronJob_32, batch_v1_CronJob,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", batch_v1_CronJobSpec_32)
	REF(3, OMIT, "status", batch_v1_CronJobStatus))
MESSAGE(batch_v1_CronJobSpec_32, batch_v1_CronJobSpec,
	FIELD(1, STRING, REQ, "schedule") FIELD(8, STRING, 0, "timeZone")
	FIELD(2, INT64, 0, "startingDeadlineSeconds") FIELD(3, STRING, OMIT, "concurrencyPolicy")
	FIELD(4, BOOL, 0, "suspend") REF(5, REQ, "jobTemplate", batch_v1_JobTemplateSpec_32)
	FIELD(6, INT32, 0, "successfulJobsHistoryLimit")
	FIELD(7, INT32, 0, "failedJobsHistoryLimit"))
MESSAGE(batch_v1_JobTemplateSpec_32, batch_v1_JobTemplateSpec,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, OMIT, "spec", batch_v1_JobSpec_32))
MESSAGE(batch_v1_JobSpec_32, batch_v1_JobSpec,
	FIELD(1, INT32, 0, "parallelism") FIELD(2, INT32, 0, "completions")
	FIELD(3, INT64, 0, "activeDeadlineSeconds")
	REF(11, 0, "podFailurePolicy", batch_v1_PodFailurePolicy)
	REF(16, 0, "successPolicy", batch_v1_SuccessPolicy) FIELD(7, INT32, 0, "backoffLimit")
	FIELD(12, INT32, 0, "backoffLimitPerIndex") FIELD(13, INT32, 0, "maxFailedIndexes")
	REF(4, 0, "selector", meta_v1_LabelSelector) FIELD(5, BOOL, 0, "manualSelector")
	REF(6, REQ, "template", core_v1_PodTemplateSpec_32)
	FIELD(8, INT32, 0, "ttlSecondsAfterFinished") FIELD(9, STRING, 0, "completionMode")
	FIELD(10, BOOL, 0, "suspend") FIELD(14, STRING, 0, "podReplacementPolicy")
	FIELD(15, STRING, 0, "managedBy"))
MESSAGE(batch_v1_Job_32, batch_v1_Job,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, OMIT, "spec", batch_v1_JobSpec_32)
	REF(3, OMIT, "status", batch_v1_JobStatus))
MESSAGE(storage_v1_CSIDriver_32, storage_v1_CSIDriver,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REQ, "spec", storage_v1_CSIDriverSpec_32))
MESSAGE(storage_v1_CSIDriverSpec_32, storage_v1_CSIDriverSpec,
	FIELD(1, BOOL, 0, "attachRequired") FIELD(2, BOOL, 0, "podInfoOnMount")
	FIELD(3, STRING, REP | OMIT, "volumeLifecycleModes") FIELD(4, BOOL, 0, "storageCapacity")
	FIELD(5, STRING, 0, "fsGroupPolicy")
	REF(6, REP | OMIT, "tokenRequests", storage_v1_TokenRequest)
	FIELD(7, BOOL, 0, "requiresRepublish") FIELD(8, BOOL, 0, "seLinuxMount"))
MESSAGE(storage_v1_VolumeAttachment_32, storage_v1_VolumeAttachment,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, REQ, "spec", storage_v1_VolumeAttachmentSpec)
	REF(3, OMIT, "status", storage_v1_VolumeAttachmentStatus_32))
MESSAGE(storage_v1_VolumeAttachmentStatus_32, storage_v1_VolumeAttachmentStatus,
	FIELD(1, BOOL, REQ, "attached") FIELD(2, STRING, MAP | OMIT, "attachmentMetadata")
	REF(3, 0, "attachError", storage_v1_VolumeError_32)
	REF(4, 0, "detachError", storage_v1_VolumeError_32))
MESSAGE(storage_v1_VolumeError_32, storage_v1_VolumeError,
	FIELD(1, TIME, OMIT, "time") FIELD(2, STRING, OMIT, "message"))
MESSAGE(discovery_v1_EndpointSlice_32, discovery_v1_EndpointSlice,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) FIELD(4, STRING, REQ, "addressType")
	REF(2, REP | REQ, "endpoints", discovery_v1_Endpoint_32)
	REF(3, REP, "ports", discovery_v1_EndpointPort))
MESSAGE(discovery_v1_Endpoint_32, discovery_v1_Endpoint,
	FIELD(1, STRING, REP | REQ, "addresses")
	REF(2, OMIT, "conditions", discovery_v1_EndpointConditions) FIELD(3, STRING, 0, "hostname")
	REF(4, 0, "targetRef", core_v1_ObjectReference)
	FIELD(5, STRING, MAP | OMIT, "deprecatedTopology") FIELD(6, STRING, 0, "nodeName")
	FIELD(7, STRING, 0, "zone") REF(8, 0, "hints", discovery_v1_EndpointHints_32))
MESSAGE(discovery_v1_EndpointHints_32, discovery_v1_EndpointHints,
	REF(1, REP | OMIT, "forZones", discovery_v1_ForZone))
MESSAGE(core_v1_Pod_31, core_v1_Pod,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, OMIT, "spec", core_v1_PodSpec_31)
	REF(3, OMIT, "status", core_v1_PodStatus_32))
MESSAGE(core_v1_PodSpec_31, core_v1_PodSpec,
	REF(1, REP | OMIT, "volumes", core_v1_Volume_33)
	REF(20, REP | OMIT, "initContainers", core_v1_Container_32)
	REF(2, REP | REQ, "containers", core_v1_Container_32)
	REF(34, REP | OMIT, "ephemeralContainers", core_v1_EphemeralContainer_32)
	FIELD(3, STRING, OMIT, "restartPolicy") FIELD(4, INT64, 0, "terminationGracePeriodSeconds")
	FIELD(5, INT64, 0, "activeDeadlineSeconds") FIELD(6, STRING, OMIT, "dnsPolicy")
	FIELD(7, STRING, MAP | OMIT, "nodeSelector") FIELD(8, STRING, OMIT, "serviceAccountName")
	FIELD(9, STRING, OMIT, "serviceAccount") FIELD(21, BOOL, 0, "automountServiceAccountToken")
	FIELD(10, STRING, OMIT, "nodeName") FIELD(11, BOOL, OMIT, "hostNetwork")
	FIELD(12, BOOL, OMIT, "hostPID") FIELD(13, BOOL, OMIT, "hostIPC")
	FIELD(27, BOOL, 0, "shareProcessNamespace")
	REF(14, 0, "securityContext", core_v1_PodSecurityContext_31)
	REF(15, REP | OMIT, "imagePullSecrets", core_v1_LocalObjectReference)
	FIELD(16, STRING, OMIT, "hostname") FIELD(17, STRING, OMIT, "subdomain")
	REF(18, 0, "affinity", core_v1_Affinity) FIELD(19, STRING, OMIT, "schedulerName")
	REF(22, REP | OMIT, "tolerations", core_v1_Toleration)
	REF(23, REP | OMIT, "hostAliases", core_v1_HostAlias)
	FIELD(24, STRING, OMIT, "priorityClassName") FIELD(25, INT32, 0, "priority")
	REF(26, 0, "dnsConfig", core_v1_PodDNSConfig)
	REF(28, REP | OMIT, "readinessGates", core_v1_PodReadinessGate)
	FIELD(29, STRING, 0, "runtimeClassName") FIELD(30, BOOL, 0, "enableServiceLinks")
	FIELD(31, STRING, 0, "preemptionPolicy") FIELD(32, QUANTITY, MAP | OMIT, "overhead")
	REF(33, REP | OMIT, "topologySpreadConstraints", core_v1_TopologySpreadConstraint)
	FIELD(35, BOOL, 0, "setHostnameAsFQDN") REF(36, 0, "os", core_v1_PodOS)
	FIELD(37, BOOL, 0, "hostUsers")
	REF(38, REP | OMIT, "schedulingGates", core_v1_PodSchedulingGate)
	REF(39, REP | OMIT, "resourceClaims", core_v1_PodResourceClaim))
MESSAGE(core_v1_PodSecurityContext_31, core_v1_PodSecurityContext,
	REF(1, 0, "seLinuxOptions", core_v1_SELinuxOptions)
	REF(8, 0, "windowsOptions", core_v1_WindowsSecurityContextOptions)
	FIELD(2, INT64, 0, "runAsUser") FIELD(6, INT64, 0, "runAsGroup")
	FIELD(3, BOOL, 0, "runAsNonRoot") FIELD(4, INT64, REP | OMIT, "supplementalGroups")
	FIELD(12, STRING, 0, "supplementalGroupsPolicy") FIELD(5, INT64, 0, "fsGroup")
	REF(7, REP | OMIT, "sysctls", core_v1_Sysctl) FIELD(9, STRING, 0, "fsGroupChangePolicy")
	REF(10, 0, "seccompProfile", core_v1_SeccompProfile)
	REF(11, 0, "appArmorProfile", core_v1_AppArmorProfile))
MESSAGE(core_v1_PodTemplate_31, core_v1_PodTemplate,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "template", core_v1_PodTemplateSpec_31))
MESSAGE(core_v1_PodTemplateSpec_31, core_v1_PodTemplateSpec,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, OMIT, "spec", core_v1_PodSpec_31))
MESSAGE(core_v1_ReplicationController_31, core_v1_ReplicationController,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", core_v1_ReplicationControllerSpec_31)
	REF(3, OMIT, "status", core_v1_ReplicationControllerStatus))
MESSAGE(core_v1_ReplicationControllerSpec_31, core_v1_ReplicationControllerSpec,
	FIELD(1, INT32, 0, "replicas") FIELD(4, INT32, OMIT, "minReadySeconds")
	FIELD(2, STRING, MAP | OMIT, "selector") REF(3, 0, "template", core_v1_PodTemplateSpec_31))
MESSAGE(apps_v1_DaemonSet_31, apps_v1_DaemonSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", apps_v1_DaemonSetSpec_31)
	REF(3, OMIT, "status", apps_v1_DaemonSetStatus))
MESSAGE(apps_v1_DaemonSetSpec_31, apps_v1_DaemonSetSpec,
	REF(1, REQ, "selector", meta_v1_LabelSelector)
	REF(2, REQ, "template", core_v1_PodTemplateSpec_31)
	REF(3, OMIT, "updateStrategy", apps_v1_DaemonSetUpdateStrategy)
	FIELD(4, INT32, OMIT, "minReadySeconds") FIELD(6, INT32, 0, "revisionHistoryLimit"))
MESSAGE(apps_v1_Deployment_31, apps_v1_Deployment,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", apps_v1_DeploymentSpec_31)
	REF(3, OMIT, "status", apps_v1_DeploymentStatus_32))
MESSAGE(apps_v1_DeploymentSpec_31, apps_v1_DeploymentSpec,
	FIELD(1, INT32, 0, "replicas") REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, REQ, "template", core_v1_PodTemplateSpec_31)
	REF(4, OMIT, "strategy", apps_v1_DeploymentStrategy)
	FIELD(5, INT32, OMIT, "minReadySeconds") FIELD(6, INT32, 0, "revisionHistoryLimit")
	FIELD(7, BOOL, OMIT, "paused") FIELD(9, INT32, 0, "progressDeadlineSeconds"))
MESSAGE(apps_v1_ReplicaSet_31, apps_v1_ReplicaSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", apps_v1_ReplicaSetSpec_31)
	REF(3, OMIT, "status", apps_v1_ReplicaSetStatus_32))
MESSAGE(apps_v1_ReplicaSetSpec_31, apps_v1_ReplicaSetSpec,
	FIELD(1, INT32, 0, "replicas") FIELD(4, INT32, OMIT, "minReadySeconds")
	REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, OMIT, "template", core_v1_PodTemplateSpec_31))
MESSAGE(apps_v1_StatefulSet_31, apps_v1_StatefulSet,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", apps_v1_StatefulSetSpec_31)
	REF(3, OMIT, "status", apps_v1_StatefulSetStatus))
MESSAGE(apps_v1_StatefulSetSpec_31, apps_v1_StatefulSetSpec,
	FIELD(1, INT32, 0, "replicas") REF(2, REQ, "selector", meta_v1_LabelSelector)
	REF(3, REQ, "template", core_v1_PodTemplateSpec_31)
	REF(4, REP | OMIT, "volumeClaimTemplates", core_v1_PersistentVolumeClaim_33)
	FIELD(5, STRING, REQ, "serviceName") FIELD(6, STRING, OMIT, "podManagementPolicy")
	REF(7, OMIT, "updateStrategy", apps_v1_StatefulSetUpdateStrategy)
	FIELD(8, INT32, 0, "revisionHistoryLimit") FIELD(9, INT32, OMIT, "minReadySeconds")
	REF(10, 0, "persistentVolumeClaimRetentionPolicy",
		apps_v1_StatefulSetPersistentVolumeClaimRetentionPolicy)
	REF(11, 0, "ordinals", apps_v1_StatefulSetOrdinals))
MESSAGE(batch_v1_CronJob_31, batch_v1_CronJob,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, OMIT, "spec", batch_v1_CronJobSpec_31)
	REF(3, OMIT, "status", batch_v1_CronJobStatus))
MESSAGE(batch_v1_CronJobSpec_31, batch_v1_CronJobSpec,
	FIELD(1, STRING, REQ, "schedule") FIELD(8, STRING, 0, "timeZone")
	FIELD(2, INT64, 0, "startingDeadlineSeconds") FIELD(3, STRING, OMIT, "concurrencyPolicy")
	FIELD(4, BOOL, 0, "suspend") REF(5, REQ, "jobTemplate", batch_v1_JobTemplateSpec_31)
	FIELD(6, INT32, 0, "successfulJobsHistoryLimit")
	FIELD(7, INT32, 0, "failedJobsHistoryLimit"))
MESSAGE(batch_v1_JobTemplateSpec_31, batch_v1_JobTemplateSpec,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, OMIT, "spec", batch_v1_JobSpec_31))
MESSAGE(batch_v1_JobSpec_31, batch_v1_JobSpec,
	FIELD(1, INT32, 0, "parallelism") FIELD(2, INT32, 0, "completions")
	FIELD(3, INT64, 0, "activeDeadlineSeconds")
	REF(11, 0, "podFailurePolicy", batch_v1_PodFailurePolicy)
	REF(16, 0, "successPolicy", batch_v1_SuccessPolicy) FIELD(7, INT32, 0, "backoffLimit")
	FIELD(12, INT32, 0, "backoffLimitPerIndex") FIELD(13, INT32, 0, "maxFailedIndexes")
	REF(4, 0, "selector", meta_v1_LabelSelector) FIELD(5, BOOL, 0, "manualSelector")
	REF(6, REQ, "template", core_v1_PodTemplateSpec_31)
	FIELD(8, INT32, 0, "ttlSecondsAfterFinished") FIELD(9, STRING, 0, "completionMode")
	FIELD(10, BOOL, 0, "suspend") FIELD(14, STRING, 0, "podReplacementPolicy")
	FIELD(15, STRING, 0, "managedBy"))
MESSAGE(batch_v1_Job_31, batch_v1_Job,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33) REF(2, OMIT, "spec", batch_v1_JobSpec_31)
	REF(3, OMIT, "status", batch_v1_JobStatus))
MESSAGE(policy_v1_Eviction_31, policy_v1_Eviction,
	REF(1, OMIT, "metadata", meta_v1_ObjectMeta_33)
	REF(2, 0, "deleteOptions", meta_v1_DeleteOptions_31))
MESSAGE(meta_v1_DeleteOptions_31, meta_v1_DeleteOptions,
	FIELD(1, INT64, 0, "gracePeriodSeconds") REF(2, 0, "preconditions", meta_v1_Preconditions)
	FIELD(3, BOOL, 0, "orphanDependents") FIELD(4, STRING, 0, "propagationPolicy")
	FIELD(5, STRING, REP | OMIT, "dryRun"))
KIND(31, 33, "v1", "Binding",
	core_v1_Binding_33)
KIND(34, 37, "v1", "Binding",
	core_v1_Binding)
KIND(31, 33, "v1", "ComponentStatus",
	core_v1_ComponentStatus_33)
KIND(34, 37, "v1", "ComponentStatus",
	core_v1_ComponentStatus)
KIND(31, 33, "v1", "ConfigMap",
	core_v1_ConfigMap_33)
KIND(34, 37, "v1", "ConfigMap",
	core_v1_ConfigMap)
KIND(31, 33, "v1", "Endpoints",
	core_v1_Endpoints_33)
KIND(34, 37, "v1", "Endpoints",
	core_v1_Endpoints)
KIND(31, 33, "v1", "Event",
	core_v1_Event_33)
KIND(34, 37, "v1", "Event",
	core_v1_Event)
KIND(31, 33, "v1", "LimitRange",
	core_v1_LimitRange_33)
KIND(34, 37, "v1", "LimitRange",
	core_v1_LimitRange)
KIND(31, 33, "v1", "Namespace",
	core_v1_Namespace_33)
KIND(34, 37, "v1", "Namespace",
	core_v1_Namespace)
KIND(31, 32, "v1", "Node",
	core_v1_Node_32)
KIND(33, 33, "v1", "Node",
	core_v1_Node_33)
KIND(34, 34, "v1", "Node",
	core_v1_Node)
KIND(35, 36, "v1", "Node",
	core_v1_Node_36)
KIND(37, 37, "v1", "Node",
	core_v1_Node_37)
KIND(31, 33, "v1", "PersistentVolumeClaim",
	core_v1_PersistentVolumeClaim_33)
KIND(34, 36, "v1", "PersistentVolumeClaim",
	core_v1_PersistentVolumeClaim)
KIND(37, 37, "v1", "PersistentVolumeClaim",
	core_v1_PersistentVolumeClaim_37)
KIND(31, 33, "v1", "PersistentVolume",
	core_v1_PersistentVolume_33)
KIND(34, 37, "v1", "PersistentVolume",
	core_v1_PersistentVolume)
KIND(31, 31, "v1", "Pod",
	core_v1_Pod_31)
KIND(32, 32, "v1", "Pod",
	core_v1_Pod_32)
KIND(33, 33, "v1", "Pod",
	core_v1_Pod_33)
KIND(34, 34, "v1", "Pod",
	core_v1_Pod)
KIND(35, 35, "v1", "Pod",
	core_v1_Pod_35)
KIND(36, 36, "v1", "Pod",
	core_v1_Pod_36)
KIND(37, 37, "v1", "Pod",
	core_v1_Pod_37)
KIND(31, 31, "v1", "PodTemplate",
	core_v1_PodTemplate_31)
KIND(32, 32, "v1", "PodTemplate",
	core_v1_PodTemplate_32)
KIND(33, 33, "v1", "PodTemplate",
	core_v1_PodTemplate_33)
KIND(34, 34, "v1", "PodTemplate",
	core_v1_PodTemplate)
KIND(35, 35, "v1", "PodTemplate",
	core_v1_PodTemplate_35)
KIND(36, 36, "v1", "PodTemplate",
	core_v1_PodTemplate_36)
KIND(37, 37, "v1", "PodTemplate",
	core_v1_PodTemplate_37)
KIND(31, 31, "v1", "ReplicationController",
	core_v1_ReplicationController_31)
KIND(32, 32, "v1", "ReplicationController",
	core_v1_ReplicationController_32)
KIND(33, 33, "v1", "ReplicationController",
	core_v1_ReplicationController_33)
KIND(34, 34, "v1", "ReplicationController",
	core_v1_ReplicationController)
KIND(35, 35, "v1", "ReplicationController",
	core_v1_ReplicationController_35)
KIND(36, 36, "v1", "ReplicationController",
	core_v1_ReplicationController_36)
KIND(37, 37, "v1", "ReplicationController",
	core_v1_ReplicationController_37)
KIND(31, 33, "v1", "ResourceQuota",
	core_v1_ResourceQuota_33)
KIND(34, 37, "v1", "ResourceQuota",
	core_v1_ResourceQuota)
KIND(31, 33, "v1", "Secret",
	core_v1_Secret_33)
KIND(34, 37, "v1", "Secret",
	core_v1_Secret)
KIND(31, 33, "v1", "ServiceAccount",
	core_v1_ServiceAccount_33)
KIND(34, 37, "v1", "ServiceAccount",
	core_v1_ServiceAccount)
KIND(31, 33, "v1", "Service",
	core_v1_Service_33)
KIND(34, 37, "v1", "Service",
	core_v1_Service)
KIND(31, 33, "apiregistration.k8s.io/v1", "APIService",
	apiregistration_v1_APIService_33)
KIND(34, 37, "apiregistration.k8s.io/v1", "APIService",
	apiregistration_v1_APIService)
KIND(31, 33, "apps/v1", "ControllerRevision",
	apps_v1_ControllerRevision_33)
KIND(34, 36, "apps/v1", "ControllerRevision",
	apps_v1_ControllerRevision)
KIND(37, 37, "apps/v1", "ControllerRevision",
	apps_v1_ControllerRevision_37)
KIND(31, 31, "apps/v1", "DaemonSet",
	apps_v1_DaemonSet_31)
KIND(32, 32, "apps/v1", "DaemonSet",
	apps_v1_DaemonSet_32)
KIND(33, 33, "apps/v1", "DaemonSet",
	apps_v1_DaemonSet_33)
KIND(34, 34, "apps/v1", "DaemonSet",
	apps_v1_DaemonSet)
KIND(35, 35, "apps/v1", "DaemonSet",
	apps_v1_DaemonSet_35)
KIND(36, 36, "apps/v1", "DaemonSet",
	apps_v1_DaemonSet_36)
KIND(37, 37, "apps/v1", "DaemonSet",
	apps_v1_DaemonSet_37)
KIND(31, 31, "apps/v1", "Deployment",
	apps_v1_Deployment_31)
KIND(32, 32, "apps/v1", "Deployment",
	apps_v1_Deployment_32)
KIND(33, 33, "apps/v1", "Deployment",
	apps_v1_Deployment_33)
KIND(34, 34, "apps/v1", "Deployment",
	apps_v1_Deployment)
KIND(35, 35, "apps/v1", "Deployment",
	apps_v1_Deployment_35)
KIND(36, 36, "apps/v1", "Deployment",
	apps_v1_Deployment_36)
KIND(37, 37, "apps/v1", "Deployment",
	apps_v1_Deployment_37)
KIND(31, 31, "apps/v1", "ReplicaSet",
	apps_v1_ReplicaSet_31)
KIND(32, 32, "apps/v1", "ReplicaSet",
	apps_v1_ReplicaSet_32)
KIND(33, 33, "apps/v1", "ReplicaSet",
	apps_v1_ReplicaSet_33)
KIND(34, 34, "apps/v1", "ReplicaSet",
	apps_v1_ReplicaSet)
KIND(35, 35, "apps/v1", "ReplicaSet",
	apps_v1_ReplicaSet_35)
KIND(36, 36, "apps/v1", "ReplicaSet",
	apps_v1_ReplicaSet_36)
KIND(37, 37, "apps/v1", "ReplicaSet",
	apps_v1_ReplicaSet_37)
KIND(31, 31, "apps/v1", "StatefulSet",
	apps_v1_StatefulSet_31)
KIND(32, 32, "apps/v1", "StatefulSet",
	apps_v1_StatefulSet_32)
KIND(33, 33, "apps/v1", "StatefulSet",
	apps_v1_StatefulSet_33)
KIND(34, 34, "apps/v1", "StatefulSet",
	apps_v1_StatefulSet)
KIND(35, 35, "apps/v1", "StatefulSet",
	apps_v1_StatefulSet_35)
KIND(36, 36, "apps/v1", "StatefulSet",
	apps_v1_StatefulSet_36)
KIND(37, 37, "apps/v1", "StatefulSet",
	apps_v1_StatefulSet_37)
KIND(31, 33, "events.k8s.io/v1", "Event",
	events_v1_Event_33)
KIND(34, 37, "events.k8s.io/v1", "Event",
	events_v1_Event)
KIND(31, 33, "authentication.k8s.io/v1", "SelfSubjectReview",
	authentication_v1_SelfSubjectReview_33)
KIND(34, 37, "authentication.k8s.io/v1", "SelfSubjectReview",
	authentication_v1_SelfSubjectReview)
KIND(31, 33, "authentication.k8s.io/v1", "TokenReview",
	authentication_v1_TokenReview_33)
KIND(34, 35, "authentication.k8s.io/v1", "TokenReview",
	authentication_v1_TokenReview)
KIND(36, 37, "authentication.k8s.io/v1", "TokenReview",
	authentication_v1_TokenReview_37)
KIND(31, 33, "authorization.k8s.io/v1", "LocalSubjectAccessReview",
	authorization_v1_LocalSubjectAccessReview_33)
KIND(34, 37, "authorization.k8s.io/v1", "LocalSubjectAccessReview",
	authorization_v1_LocalSubjectAccessReview)
KIND(31, 33, "authorization.k8s.io/v1", "SelfSubjectAccessReview",
	authorization_v1_SelfSubjectAccessReview_33)
KIND(34, 37, "authorization.k8s.io/v1", "SelfSubjectAccessReview",
	authorization_v1_SelfSubjectAccessReview)
KIND(31, 33, "authorization.k8s.io/v1", "SelfSubjectRulesReview",
	authorization_v1_SelfSubjectRulesReview_33)
KIND(34, 37, "authorization.k8s.io/v1", "SelfSubjectRulesReview",
	authorization_v1_SelfSubjectRulesReview)
KIND(31, 33, "authorization.k8s.io/v1", "SubjectAccessReview",
	authorization_v1_SubjectAccessReview_33)
KIND(34, 37, "authorization.k8s.io/v1", "SubjectAccessReview",
	authorization_v1_SubjectAccessReview)
KIND(31, 32, "autoscaling/v2", "HorizontalPodAutoscaler",
	autoscaling_v2_HorizontalPodAutoscaler_32)
KIND(33, 33, "autoscaling/v2", "HorizontalPodAutoscaler",
	autoscaling_v2_HorizontalPodAutoscaler_33)
KIND(34, 35, "autoscaling/v2", "HorizontalPodAutoscaler",
	autoscaling_v2_HorizontalPodAutoscaler)
KIND(36, 36, "autoscaling/v2", "HorizontalPodAutoscaler",
	autoscaling_v2_HorizontalPodAutoscaler_36)
KIND(37, 37, "autoscaling/v2", "HorizontalPodAutoscaler",
	autoscaling_v2_HorizontalPodAutoscaler_37)
KIND(31, 33, "autoscaling/v1", "HorizontalPodAutoscaler",
	autoscaling_v1_HorizontalPodAutoscaler_33)
KIND(34, 35, "autoscaling/v1", "HorizontalPodAutoscaler",
	autoscaling_v1_HorizontalPodAutoscaler)
KIND(36, 37, "autoscaling/v1", "HorizontalPodAutoscaler",
	autoscaling_v1_HorizontalPodAutoscaler_37)
KIND(31, 31, "batch/v1", "CronJob",
	batch_v1_CronJob_31)
KIND(32, 32, "batch/v1", "CronJob",
	batch_v1_CronJob_32)
KIND(33, 33, "batch/v1", "CronJob",
	batch_v1_CronJob_33)
KIND(34, 34, "batch/v1", "CronJob",
	batch_v1_CronJob)
KIND(35, 35, "batch/v1", "CronJob",
	batch_v1_CronJob_35)
KIND(36, 36, "batch/v1", "CronJob",
	batch_v1_CronJob_36)
KIND(37, 37, "batch/v1", "CronJob",
	batch_v1_CronJob_37)
KIND(31, 31, "batch/v1", "Job",
	batch_v1_Job_31)
KIND(32, 32, "batch/v1", "Job",
	batch_v1_Job_32)
KIND(33, 33, "batch/v1", "Job",
	batch_v1_Job_33)
KIND(34, 34, "batch/v1", "Job",
	batch_v1_Job)
KIND(35, 35, "batch/v1", "Job",
	batch_v1_Job_35)
KIND(36, 36, "batch/v1", "Job",
	batch_v1_Job_36)
KIND(37, 37, "batch/v1", "Job",
	batch_v1_Job_37)
KIND(31, 33, "certificates.k8s.io/v1", "CertificateSigningRequest",
	certificates_v1_CertificateSigningRequest_33)
KIND(34, 37, "certificates.k8s.io/v1", "CertificateSigningRequest",
	certificates_v1_CertificateSigningRequest)
KIND(31, 33, "networking.k8s.io/v1", "IngressClass",
	networking_v1_IngressClass_33)
KIND(34, 37, "networking.k8s.io/v1", "IngressClass",
	networking_v1_IngressClass)
KIND(31, 33, "networking.k8s.io/v1", "Ingress",
	networking_v1_Ingress_33)
KIND(34, 37, "networking.k8s.io/v1", "Ingress",
	networking_v1_Ingress)
KIND(33, 33, "networking.k8s.io/v1", "IPAddress",
	networking_v1_IPAddress_33)
KIND(34, 35, "networking.k8s.io/v1", "IPAddress",
	networking_v1_IPAddress)
KIND(36, 37, "networking.k8s.io/v1", "IPAddress",
	networking_v1_IPAddress_37)
KIND(31, 33, "networking.k8s.io/v1", "NetworkPolicy",
	networking_v1_NetworkPolicy_33)
KIND(34, 37, "networking.k8s.io/v1", "NetworkPolicy",
	networking_v1_NetworkPolicy)
KIND(33, 33, "networking.k8s.io/v1", "ServiceCIDR",
	networking_v1_ServiceCIDR_33)
KIND(34, 37, "networking.k8s.io/v1", "ServiceCIDR",
	networking_v1_ServiceCIDR)
KIND(31, 33, "policy/v1", "PodDisruptionBudget",
	policy_v1_PodDisruptionBudget_33)
KIND(34, 35, "policy/v1", "PodDisruptionBudget",
	policy_v1_PodDisruptionBudget)
KIND(36, 37, "policy/v1", "PodDisruptionBudget",
	policy_v1_PodDisruptionBudget_37)
KIND(31, 33, "rbac.authorization.k8s.io/v1", "ClusterRoleBinding",
	rbac_v1_ClusterRoleBinding_33)
KIND(34, 35, "rbac.authorization.k8s.io/v1", "ClusterRoleBinding",
	rbac_v1_ClusterRoleBinding)
KIND(36, 37, "rbac.authorization.k8s.io/v1", "ClusterRoleBinding",
	rbac_v1_ClusterRoleBinding_37)
KIND(31, 33, "rbac.authorization.k8s.io/v1", "ClusterRole",
	rbac_v1_ClusterRole_33)
KIND(34, 37, "rbac.authorization.k8s.io/v1", "ClusterRole",
	rbac_v1_ClusterRole)
KIND(31, 33, "rbac.authorization.k8s.io/v1", "RoleBinding",
	rbac_v1_RoleBinding_33)
KIND(34, 35, "rbac.authorization.k8s.io/v1", "RoleBinding",
	rbac_v1_RoleBinding)
KIND(36, 37, "rbac.authorization.k8s.io/v1", "RoleBinding",
	rbac_v1_RoleBinding_37)
KIND(31, 33, "rbac.authorization.k8s.io/v1", "Role",
	rbac_v1_Role_33)
KIND(34, 37, "rbac.authorization.k8s.io/v1", "Role",
	rbac_v1_Role)
KIND(31, 32, "storage.k8s.io/v1", "CSIDriver",
	storage_v1_CSIDriver_32)
KIND(33, 33, "storage.k8s.io/v1", "CSIDriver",
	storage_v1_CSIDriver_33)
KIND(34, 34, "storage.k8s.io/v1", "CSIDriver",
	storage_v1_CSIDriver)
KIND(35, 35, "storage.k8s.io/v1", "CSIDriver",
	storage_v1_CSIDriver_35)
KIND(36, 37, "storage.k8s.io/v1", "CSIDriver",
	storage_v1_CSIDriver_37)
KIND(31, 33, "storage.k8s.io/v1", "CSINode",
	storage_v1_CSINode_33)
KIND(34, 36, "storage.k8s.io/v1", "CSINode",
	storage_v1_CSINode)
KIND(37, 37, "storage.k8s.io/v1", "CSINode",
	storage_v1_CSINode_37)
KIND(31, 33, "storage.k8s.io/v1", "CSIStorageCapacity",
	storage_v1_CSIStorageCapacity_33)
KIND(34, 37, "storage.k8s.io/v1", "CSIStorageCapacity",
	storage_v1_CSIStorageCapacity)
KIND(31, 33, "storage.k8s.io/v1", "StorageClass",
	storage_v1_StorageClass_33)
KIND(34, 37, "storage.k8s.io/v1", "StorageClass",
	storage_v1_StorageClass)
KIND(31, 32, "storage.k8s.io/v1", "VolumeAttachment",
	storage_v1_VolumeAttachment_32)
KIND(33, 33, "storage.k8s.io/v1", "VolumeAttachment",
	storage_v1_VolumeAttachment_33)
KIND(34, 37, "storage.k8s.io/v1", "VolumeAttachment",
	storage_v1_VolumeAttachment)
KIND(34, 37, "storage.k8s.io/v1", "VolumeAttributesClass",
	storage_v1_VolumeAttributesClass)
KIND(31, 33, "admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration",
	admissionregistration_v1_MutatingWebhookConfiguration_33)
KIND(34, 37, "admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration",
	admissionregistration_v1_MutatingWebhookConfiguration)
KIND(31, 33, "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy",
	admissionregistration_v1_ValidatingAdmissionPolicy_33)
KIND(34, 37, "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy",
	admissionregistration_v1_ValidatingAdmissionPolicy)
KIND(31, 33, "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding",
	admissionregistration_v1_ValidatingAdmissionPolicyBinding_33)
KIND(34, 35, "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding",
	admissionregistration_v1_ValidatingAdmissionPolicyBinding)
KIND(36, 37, "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding",
	admissionregistration_v1_ValidatingAdmissionPolicyBinding_37)
KIND(31, 33, "admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration",
	admissionregistration_v1_ValidatingWebhookConfiguration_33)
KIND(34, 37, "admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration",
	admissionregistration_v1_ValidatingWebhookConfiguration)
KIND(34, 37, "admissionregistration.k8s.io/v1beta1", "MutatingAdmissionPolicy",
	admissionregistration_v1beta1_MutatingAdmissionPolicy)
KIND(34, 37, "admissionregistration.k8s.io/v1beta1", "MutatingAdmissionPolicyBinding",
	admissionregistration_v1beta1_MutatingAdmissionPolicyBinding)
KIND(32, 33, "admissionregistration.k8s.io/v1alpha1", "MutatingAdmissionPolicy",
	admissionregistration_v1alpha1_MutatingAdmissionPolicy_33)
KIND(34, 37, "admissionregistration.k8s.io/v1alpha1", "MutatingAdmissionPolicy",
	admissionregistration_v1alpha1_MutatingAdmissionPolicy)
KIND(32, 33, "admissionregistration.k8s.io/v1alpha1", "MutatingAdmissionPolicyBinding",
	admissionregistration_v1alpha1_MutatingAdmissionPolicyBinding_33)
KIND(34, 37, "admissionregistration.k8s.io/v1alpha1", "MutatingAdmissionPolicyBinding",
	admissionregistration_v1alpha1_MutatingAdmissionPolicyBinding)
KIND(31, 33, "apiextensions.k8s.io/v1", "CustomResourceDefinition",
	apiextensions_v1_CustomResourceDefinition_33)
KIND(34, 34, "apiextensions.k8s.io/v1", "CustomResourceDefinition",
	apiextensions_v1_CustomResourceDefinition)
KIND(35, 37, "apiextensions.k8s.io/v1", "CustomResourceDefinition",
	apiextensions_v1_CustomResourceDefinition_37)
KIND(31, 33, "scheduling.k8s.io/v1", "PriorityClass",
	scheduling_v1_PriorityClass_33)
KIND(34, 35, "scheduling.k8s.io/v1", "PriorityClass",
	scheduling_v1_PriorityClass)
KIND(36, 37, "scheduling.k8s.io/v1", "PriorityClass",
	scheduling_v1_PriorityClass_37)
KIND(31, 33, "coordination.k8s.io/v1", "Lease",
	coordination_v1_Lease_33)
KIND(34, 37, "coordination.k8s.io/v1", "Lease",
	coordination_v1_Lease)
KIND(31, 33, "node.k8s.io/v1", "RuntimeClass",
	node_v1_RuntimeClass_33)
KIND(34, 37, "node.k8s.io/v1", "RuntimeClass",
	node_v1_RuntimeClass)
KIND(31, 32, "discovery.k8s.io/v1", "EndpointSlice",
	discovery_v1_EndpointSlice_32)
KIND(33, 33, "discovery.k8s.io/v1", "EndpointSlice",
	discovery_v1_EndpointSlice_33)
KIND(34, 35, "discovery.k8s.io/v1", "EndpointSlice",
	discovery_v1_EndpointSlice)
KIND(36, 37, "discovery.k8s.io/v1", "EndpointSlice",
	discovery_v1_EndpointSlice_37)
KIND(34, 36, "resource.k8s.io/v1", "DeviceClass",
	resource_v1_DeviceClass)
KIND(37, 37, "resource.k8s.io/v1", "DeviceClass",
	resource_v1_DeviceClass_37)
KIND(34, 36, "resource.k8s.io/v1", "ResourceClaim",
	resource_v1_ResourceClaim)
KIND(37, 37, "resource.k8s.io/v1", "ResourceClaim",
	resource_v1_ResourceClaim_37)
KIND(34, 36, "resource.k8s.io/v1", "ResourceClaimTemplate",
	resource_v1_ResourceClaimTemplate)
KIND(37, 37, "resource.k8s.io/v1", "ResourceClaimTemplate",
	resource_v1_ResourceClaimTemplate_37)
KIND(34, 34, "resource.k8s.io/v1", "ResourceSlice",
	resource_v1_ResourceSlice)
KIND(35, 35, "resource.k8s.io/v1", "ResourceSlice",
	resource_v1_ResourceSlice_35)
KIND(36, 36, "resource.k8s.io/v1", "ResourceSlice",
	resource_v1_ResourceSlice_36)
KIND(37, 37, "resource.k8s.io/v1", "ResourceSlice",
	resource_v1_ResourceSlice_37)
KIND(31, 33, "flowcontrol.apiserver.k8s.io/v1", "FlowSchema",
	flowcontrol_v1_FlowSchema_33)
KIND(34, 36, "flowcontrol.apiserver.k8s.io/v1", "FlowSchema",
	flowcontrol_v1_FlowSchema)
KIND(37, 37, "flowcontrol.apiserver.k8s.io/v1", "FlowSchema",
	flowcontrol_v1_FlowSchema_37)
KIND(31, 33, "flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration",
	flowcontrol_v1_PriorityLevelConfiguration_33)
KIND(34, 36, "flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration",
	flowcontrol_v1_PriorityLevelConfiguration)
KIND(37, 37, "flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration",
	flowcontrol_v1_PriorityLevelConfiguration_37)
KIND(31, 31, "policy/v1", "Eviction",
	policy_v1_Eviction_31)
KIND(32, 33, "policy/v1", "Eviction",
	policy_v1_Eviction_33)
KIND(34, 37, "policy/v1", "Eviction",
	policy_v1_Eviction)
KIND(31, 33, "autoscaling/v1", "Scale",
	autoscaling_v1_Scale_33)
KIND(34, 37, "autoscaling/v1", "Scale",
	autoscaling_v1_Scale)
KIND(31, 33, "authentication.k8s.io/v1", "TokenRequest",
	authentication_v1_TokenRequest_33)
KIND(34, 35, "authentication.k8s.io/v1", "TokenRequest",
	authentication_v1_TokenRequest)
KIND(36, 36, "authentication.k8s.io/v1", "TokenRequest",
	authentication_v1_TokenRequest_36)
KIND(37, 37, "authentication.k8s.io/v1", "TokenRequest",
	authentication_v1_TokenRequest_37)
KIND(31, 35, "v1", "Status",
	meta_v1_Status)
KIND(36, 37, "v1", "Status",
	meta_v1_Status_37)
KIND(31, 31, "*", "DeleteOptions",
	meta_v1_DeleteOptions_31)
KIND(32, 37, "*", "DeleteOptions",
	meta_v1_DeleteOptions)
KIND(37, 37, "certificates.k8s.io/v1", "ClusterTrustBundle",
	certificates_v1_ClusterTrustBundle)
KIND(37, 37, "certificates.k8s.io/v1", "PodCertificateRequest",
	certificates_v1_PodCertificateRequest)
KIND(36, 37, "admissionregistration.k8s.io/v1", "MutatingAdmissionPolicy",
	admissionregistration_v1_MutatingAdmissionPolicy)
KIND(36, 37, "admissionregistration.k8s.io/v1", "MutatingAdmissionPolicyBinding",
	admissionregistration_v1_MutatingAdmissionPolicyBinding)
KIND(37, 37, "resource.k8s.io/v1", "DeviceTaintRule",
	resource_v1_DeviceTaintRule)
KIND(37, 37, "storagemigration.k8s.io/v1", "StorageVersionMigration",
	storagemigration_v1_StorageVersionMigration)
