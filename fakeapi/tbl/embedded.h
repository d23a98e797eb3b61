/* SPDX-License-Identifier: Apache-2.0 */
/* EMBEDDED(Go type, its own members, embedded struct): what has no member of its own in JSON: all
 * members but those named are the embedded struct's. Source: the types of k8s.io/api. */
/* clang-format off */
EMBEDDED("v1.NamedRuleWithOperations", "resourceNames,operations", "RuleWithOperations.Rule")
EMBEDDED("v1.NamedRuleWithOperations", "resourceNames", "RuleWithOperations")
EMBEDDED("v1.RuleWithOperations", "operations", "Rule")
EMBEDDED("v1.Volume", "name", "VolumeSource")
EMBEDDED("v1.PersistentVolumeSpec", "capacity,accessModes,claimRef,persistentVolumeReclaimPolicy,storageClassName,mountOptions,volumeMode,nodeAffinity,volumeAttributesClassName", "PersistentVolumeSource")
EMBEDDED("v1.SecretProjection", "items,optional", "LocalObjectReference")
EMBEDDED("v1.ConfigMapVolumeSource", "items,defaultMode,optional,defaultUser", "LocalObjectReference")
EMBEDDED("v1.ConfigMapProjection", "items,optional", "LocalObjectReference")
EMBEDDED("v1.ConfigMapKeySelector", "key,optional", "LocalObjectReference")
EMBEDDED("v1.SecretKeySelector", "key,optional", "LocalObjectReference")
EMBEDDED("v1.ConfigMapEnvSource", "optional", "LocalObjectReference")
EMBEDDED("v1.SecretEnvSource", "optional", "LocalObjectReference")
EMBEDDED("v1.Probe", "initialDelaySeconds,timeoutSeconds,periodSeconds,successThreshold,failureThreshold,terminationGracePeriodSeconds", "ProbeHandler")
EMBEDDED("v1.EphemeralContainer", "targetContainerName", "EphemeralContainerCommon")
EMBEDDED("v1.IngressRule", "host", "IngressRuleValue")
EMBEDDED("v1.DeviceClaimConfiguration", "requests", "DeviceConfiguration")
EMBEDDED("v1.DeviceAllocationConfiguration", "source,requests", "DeviceConfiguration")
EMBEDDED("v1.DeviceClassConfiguration", "", "DeviceConfiguration")
/* clang-format on */
