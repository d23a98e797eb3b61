/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/shapes.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "fakeapi/serializer/protobuf.h"

#define NS	   "/api/v1/namespaces/default"
#define PODS	   NS "/pods"
#define POD	   PODS "/p"
#define MAPS	   NS "/configmaps"
#define MAP	   MAPS "/m"
#define CRDS	   "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
#define CUSTOM	   "/apis/g.example/v1/namespaces/default/ws"
#define MERGE	   "application/merge-patch+json"
#define STRATEGIC  "application/strategic-merge-patch+json"
#define JSON_PATCH "application/json-patch+json"
#define APPLY	   "application/apply-patch+yaml"
#define YAML	   "application/yaml"
#define PROTOBUF   "protobuf"
#define META(more) "{\"metadata\":{\"name\":\"m\"" more "}}"
#define OBJ(all)   "{\"metadata\":{\"name\":\"m\"}," all "}"
#define ONE	   "{\"name\":\"c\",\"image\":\"i\"}"
#define POD_OF(all)                                                                                \
	"{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"},\"spec\":{" all "}" \
	"}"
#define POD_WITH(c) POD_OF("\"containers\":[{\"name\":\"c\",\"image\":\"i\"," c "}]")
#define POD_SPEC(s) POD_OF("\"containers\":[" ONE "]," s)
#define CONTAINERS  POD_OF("\"containers\":[<,{\"name\":\"c#\",\"image\":\"i\"}>]")
#define DATA                                                                                       \
	"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m\"},\"data\":{<," \
	"\"k#\":\"v\">}}"
#define SCHEMA(properties)                                                                         \
	"{\"metadata\":{\"name\":\"ws.g.example\"},\"spec\":{\"group\":\"g.example\","             \
	"\"scope\":\"Namespaced\",\"names\":{\"plural\":\"ws\",\"kind\":\"W\"},\"versions\":[{"    \
	"\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{"       \
	"\"type\":\"object\",\"properties\":{" properties "}}}}]}}"
#define W(all)                                                                                     \
	"{\"apiVersion\":\"g.example/v1\",\"kind\":\"W\",\"metadata\":{\"name\":\"w\"}," all "}"
#define OF_STRINGS    "\"type\":\"array\",\"items\":{\"type\":\"string\"}"
#define SPEC(members) "\"spec\":{\"type\":\"object\",\"properties\":{" members "}}"
#define SET	      SCHEMA(SPEC("\"l\":{" OF_STRINGS ",\"x-kubernetes-list-type\":\"set\"}"))
#define LIST_MAP                                                                                   \
	SCHEMA(SPEC("\"l\":{\"type\":\"array\",\"x-kubernetes-list-type\":\"map\","                \
		    "\"x-kubernetes-list-map-keys\":[\"k\"],\"items\":{\"type\":\"object\","       \
		    "\"required\":[\"k\"],\"properties\":{\"k\":{\"type\":\"string\"},\"v\":{"     \
		    "\"type\":\"string\"}}}}"))
#define OPEN SCHEMA("\"spec\":{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}")
#define WIDE SCHEMA(SPEC("<,\"f#\":{\"type\":\"string\",\"default\":\"x\"}>"))
#define OWNERS                                                                                     \
	",\"ownerReferences\":[<,{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"n#\","        \
	"\"uid\":\"u#\"}>]"
#define OBJECTS CRDS, NULL, OPEN, NULL

#define POST(uri, body)                                                                            \
	{                                                                                          \
		"POST", uri, NULL, body, NULL                                                      \
	}
#define PUT(uri, body)                                                                             \
	{                                                                                          \
		"PUT", uri, NULL, body, NULL                                                       \
	}
#define PATCH(uri, type, body)                                                                     \
	{                                                                                          \
		"PATCH", uri, type, body, NULL                                                     \
	}
#define GET(uri, accept)                                                                           \
	{                                                                                          \
		"GET", uri, NULL, NULL, accept                                                     \
	}
#define NONE                                                                                       \
	{                                                                                          \
		NULL, NULL, NULL, NULL, NULL                                                       \
	}
#define TABLE "application/json;as=Table;v=v1;g=meta.k8s.io"
#define PB    "application/vnd.kubernetes.protobuf"

const struct shape shapes[] = {
	/* The pod's lists. */
	{ "pod: containers", 201, POST(PODS, CONTAINERS), { NONE } },
	{ "pod: containers of one name",
	  422,
	  POST(PODS, POD_OF("\"containers\":[<,{\"name\":\"c\",\"image\":\"i\"}>]")),
	  { NONE } },
	{ "pod: containers without name",
	  422,
	  POST(PODS, POD_OF("\"containers\":[<,{}>]")),
	  { NONE } },
	{ "pod: initContainers",
	  201,
	  POST(PODS, POD_SPEC("\"initContainers\":[<,{\"name\":\"i#\",\"image\":\"i\"}>]")),
	  { NONE } },
	{ "pod: volumes and mounts",
	  201,
	  POST(PODS, POD_OF("\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"volumeMounts\":[<,{"
			    "\"name\":\"v@\",\"mountPath\":\"/m#\"}>]}],\"volumes\":[<,{\"name\":"
			    "\"v#\",\"emptyDir\":{}}>]")),
	  { NONE } },
	{ "pod: volumes of nothing",
	  422,
	  POST(PODS, POD_SPEC("\"volumes\":[<,{\"name\":\"v\"}>]")),
	  { NONE } },
	{ "pod: mounts of volumes that are not there",
	  422,
	  POST(PODS, POD_WITH("\"volumeMounts\":[<,{\"name\":\"v#\",\"mountPath\":\"/m#\"}>]")),
	  { NONE } },
	{ "pod: volumeDevices",
	  0,
	  POST(PODS, POD_OF("\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"volumeDevices\":[<,{"
			    "\"name\":\"v#\",\"devicePath\":\"/d#\"}>]}],\"volumes\":[<,{\"name\":"
			    "\"v#\",\"persistentVolumeClaim\":{\"claimName\":\"c\"}}>]")),
	  { NONE } },
	{ "pod: env",
	  201,
	  POST(PODS, POD_WITH("\"env\":[<,{\"name\":\"E#\",\"value\":\"v\"}>]")),
	  { NONE } },
	{ "pod: env of one name",
	  201,
	  POST(PODS, POD_WITH("\"env\":[<,{\"name\":\"E\",\"value\":\"v\"}>]")),
	  { NONE } },
	{ "pod: envFrom",
	  201,
	  POST(PODS, POD_WITH("\"envFrom\":[<,{\"configMapRef\":{\"name\":\"m#\"}}>]")),
	  { NONE } },
	{ "pod: ports", 0, POST(PODS, POD_WITH("\"ports\":[<,{\"containerPort\":#}>]")), { NONE } },
	{ "pod: ports with names",
	  0,
	  POST(PODS,
	       POD_WITH("\"ports\":[<,{\"name\":\"p#\",\"containerPort\":80,\"hostPort\":#}>]")),
	  { NONE } },
	{ "pod: resources",
	  0,
	  POST(PODS, POD_WITH("\"resources\":{\"limits\":{<,\"x.io/r#\":\"1\">},\"requests\":{<,"
			      "\"x.io/r#\":\"1\">}}")),
	  { NONE } },
	{ "pod: args", 201, POST(PODS, POD_WITH("\"args\":[<,\"a#\">]")), { NONE } },
	{ "pod: tolerations",
	  201,
	  POST(PODS, POD_SPEC("\"tolerations\":[<,{\"key\":\"k#\",\"operator\":\"Exists\"}>]")),
	  { NONE } },
	{ "pod: imagePullSecrets",
	  201,
	  POST(PODS, POD_SPEC("\"imagePullSecrets\":[<,{\"name\":\"s#\"}>]")),
	  { NONE } },
	{ "pod: hostAliases",
	  201,
	  POST(PODS, POD_SPEC("\"hostAliases\":[<,{\"ip\":\"10.0.0.1\",\"hostnames\":[\"h#\"]}>]")),
	  { NONE } },
	{ "pod: nodeSelector",
	  201,
	  POST(PODS, POD_SPEC("\"nodeSelector\":{<,\"k#\":\"v\">}")),
	  { NONE } },
	{ "pod: topologySpreadConstraints",
	  0,
	  POST(PODS, POD_SPEC("\"topologySpreadConstraints\":[<,{\"maxSkew\":1,\"topologyKey\":"
			      "\"t#\",\"whenUnsatisfiable\":\"DoNotSchedule\"}>]")),
	  { NONE } },
	{ "pod: affinity",
	  201,
	  POST(PODS,
	       POD_SPEC(
		   "\"affinity\":{\"nodeAffinity\":{"
		   "\"requiredDuringSchedulingIgnoredDuringExecution\":{\"nodeSelectorTerms\":"
		   "[<,{\"matchExpressions\":[{\"key\":\"k#\",\"operator\":\"Exists\"}]}>]}}}")),
	  { NONE } },
	{ "pod: schedulingGates",
	  201,
	  POST(PODS, POD_SPEC("\"schedulingGates\":[<,{\"name\":\"g#\"}>]")),
	  { NONE } },
	{ "pod: sysctls",
	  0,
	  POST(PODS,
	       POD_SPEC(
		   "\"securityContext\":{\"sysctls\":[<,{\"name\":\"s#\",\"value\":\"1\"}>]}")),
	  { NONE } },
	{ "pod: resourceClaims",
	  0,
	  POST(PODS,
	       POD_SPEC("\"resourceClaims\":[<,{\"name\":\"r#\",\"resourceClaimName\":\"c\"}>]")),
	  { NONE } },
	/* Objects that are there already. */
	{ "put of containers", 200, PUT(POD, CONTAINERS), { POST(PODS, CONTAINERS) } },
	{ "put of other containers",
	  422,
	  PUT(POD, POD_OF("\"containers\":[<,{\"name\":\"d#\",\"image\":\"i\"}>]")),
	  { POST(PODS, CONTAINERS) } },
	{ "put of tolerations",
	  200,
	  PUT(POD, POD_SPEC("\"tolerations\":[<,{\"key\":\"k#\",\"operator\":\"Exists\"}>,{\"key\":"
			    "\"more\",\"operator\":\"Exists\"}]")),
	  { POST(PODS,
		 POD_SPEC("\"tolerations\":[<,{\"key\":\"k#\",\"operator\":\"Exists\"}>]")) } },
	{ "put of data backwards",
	  200,
	  PUT(MAP, "{\"metadata\":{\"name\":\"m\"},\"data\":{<,\"k@\":\"w\">}}"),
	  { POST(MAPS, DATA) } },
	{ "put by another manager",
	  200,
	  PUT(MAP "?fieldManager=b", DATA),
	  { POST(MAPS "?fieldManager=a", DATA) } },
	{ "status: conditions",
	  200,
	  PATCH(POD "/status", STRATEGIC,
		"{\"status\":{\"conditions\":[<,{\"type\":\"t#\",\"status\":\"True\"}>]}}"),
	  { POST(PODS, POD_OF("\"containers\":[" ONE "]")) } },
	{ "status: conditions again",
	  200,
	  PATCH(POD "/status", STRATEGIC,
		"{\"status\":{\"conditions\":[<,{\"type\":\"t#\",\"status\":\"False\"}>]}}"),
	  { POST(PODS, POD_OF("\"containers\":[" ONE "]")),
	    PATCH(POD "/status", STRATEGIC,
		  "{\"status\":{\"conditions\":[<,{\"type\":\"t#\",\"status\":\"True\"}>]}}") } },
	/* Metadata. */
	{ "labels", 201, POST(MAPS, META(",\"labels\":{<,\"l#\":\"v\">}")), { NONE } },
	{ "labels that are wrong",
	  422,
	  POST(MAPS, META(",\"labels\":{<,\"-l#\":\"v\">}")),
	  { NONE } },
	{ "annotations", 0, POST(MAPS, META(",\"annotations\":{<,\"a#\":\"v\">}")), { NONE } },
	{ "annotations that are wrong",
	  422,
	  POST(MAPS, META(",\"annotations\":{<,\"-a#\":\"v\">}")),
	  { NONE } },
	{ "finalizers", 201, POST(MAPS, META(",\"finalizers\":[<,\"x.io/f#\">]")), { NONE } },
	{ "finalizers that are wrong",
	  422,
	  POST(MAPS, META(",\"finalizers\":[<,\"f#\">]")),
	  { NONE } },
	{ "finalizers of one name",
	  0,
	  POST(MAPS, META(",\"finalizers\":[<,\"x.io/f\">]")),
	  { NONE } },
	{ "finalizers of something dying",
	  200,
	  PATCH(MAP, MERGE, "{\"metadata\":{\"finalizers\":[<,\"x.io/f@\">]}}"),
	  { POST(MAPS, META(",\"finalizers\":[<,\"x.io/f#\">]")),
	    { "DELETE", MAP, NULL, NULL, NULL } } },
	{ "new finalizers of something dying",
	  422,
	  PATCH(MAP, MERGE, "{\"metadata\":{\"finalizers\":[<,\"x.io/g#\">]}}"),
	  { POST(MAPS, META(",\"finalizers\":[<,\"x.io/f#\">]")),
	    { "DELETE", MAP, NULL, NULL, NULL } } },
	{ "deletion with finalizers",
	  200,
	  { "DELETE", MAP "?propagationPolicy=Foreground", NULL, NULL, NULL },
	  { POST(MAPS, META(",\"finalizers\":[<,\"x.io/f#\">]")) } },
	{ "owners", 201, POST(MAPS, META(OWNERS)), { NONE } },
	{ "owners, one of them many times",
	  201,
	  POST(MAPS, META(",\"ownerReferences\":[<,{\"apiVersion\":\"v1\",\"kind\":\"Node\","
			  "\"name\":\"n\",\"uid\":\"u\"}>]")),
	  { NONE } },
	{ "owners that control",
	  422,
	  POST(MAPS, META(",\"ownerReferences\":[<,{\"apiVersion\":\"v1\",\"kind\":\"N\",\"name\":"
			  "\"n#\",\"uid\":\"u#\",\"controller\":true}>]")),
	  { NONE } },
	{ "managedFields: entries",
	  0,
	  POST(MAPS,
	       META(",\"managedFields\":[<,{\"manager\":\"m#\",\"operation\":\"Update\","
		    "\"apiVersion\":\"v1\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:data\":{"
		    "\"f:k#\":{}}}}>]")),
	  { NONE } },
	{ "managedFields: fields",
	  201,
	  POST(MAPS,
	       META(",\"managedFields\":[{\"manager\":\"m\",\"operation\":\"Update\","
		    "\"apiVersion\":\"v1\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:data\":{<,"
		    "\"f:k@\":{}>}}}]")),
	  { NONE } },
	/* Maps, in every spelling. */
	{ "map", 201, POST(MAPS, DATA), { NONE } },
	{ "map backwards", 201, POST(MAPS, META("},\"data\":{<,\"k@\":\"v\">")), { NONE } },
	{ "map, one key many times", 0, POST(MAPS, META("},\"data\":{<,\"k\":\"v\">")), { NONE } },
	{ "map, one key many times, strictly",
	  0,
	  POST(MAPS "?fieldValidation=Strict", META("},\"data\":{<,\"k\":\"v\">")),
	  { NONE } },
	{ "map with wrong keys", 422, POST(MAPS, META("},\"data\":{<,\"k /#\":\"v\">")), { NONE } },
	{ "data and binaryData",
	  422,
	  POST(MAPS, META("},\"data\":{<,\"k#\":\"v\">},\"binaryData\":{<,\"k#\":\"dg==\">")),
	  { NONE } },
	{ "secret: data and stringData",
	  201,
	  POST(NS "/secrets",
	       META("},\"data\":{<,\"k#\":\"dg==\">},\"stringData\":{<,\"k@\":\"v\">")),
	  { NONE } },
	{ "unknown fields",
	  201,
	  POST(MAPS, "{\"metadata\":{\"name\":\"m\"},<,\"x#\":1>}"),
	  { NONE } },
	{ "unknown fields, strictly",
	  400,
	  POST(MAPS "?fieldValidation=Strict", "{\"metadata\":{\"name\":\"m\"},<,\"x#\":1>}"),
	  { NONE } },
	{ "one string", 201, POST(MAPS, META("},\"data\":{\"k\":\"<_a\\n\\u00e9>\"")), { NONE } },
	{ "array of arrays", 0, POST(MAPS, META("},\"data\":[<,[]>]}")), { NONE } },
	{ "YAML: keys",
	  201,
	  { "POST", MAPS, YAML, "metadata:\n  name: m\ndata:\n<_  k#: v~>", NULL },
	  { NONE } },
	{ "YAML: flow",
	  201,
	  { "POST", MAPS, YAML, "{metadata: {name: m}, data: {<,k#: v>}}", NULL },
	  { NONE } },
	{ "YAML: one key many times",
	  0,
	  { "POST", MAPS, YAML, "metadata:\n  name: m\ndata:\n<_  k: v~>", NULL },
	  { NONE } },
	{ "YAML: sequence",
	  201,
	  { "POST", MAPS, YAML, "metadata:\n  name: m\n  finalizers:\n<_  - x.io/f#~>", NULL },
	  { NONE } },
	{ "YAML: scalars in quotes",
	  201,
	  { "POST", MAPS, YAML, "metadata:\n  name: m\ndata:\n<_  \"k#\": 'v'~>", NULL },
	  { NONE } },
	{ "YAML: block scalar",
	  201,
	  { "POST", MAPS, YAML, "metadata:\n  name: m\ndata:\n  k: |\n<_    line #~>", NULL },
	  { NONE } },
	{ "YAML: folded scalar",
	  201,
	  { "POST", MAPS, YAML, "metadata:\n  name: m\ndata:\n  k: >\n<_    line #~>", NULL },
	  { NONE } },
	{ "YAML: plain scalar of many lines",
	  0,
	  { "POST", MAPS, YAML, "metadata:\n  name: m\ndata:\n  k: a\n<_    line #~>", NULL },
	  { NONE } },
	{ "YAML: comments",
	  0,
	  { "POST", MAPS, YAML, "metadata:\n  name: m\n<_^ line #~>data: {}\n", NULL },
	  { NONE } },
	{ "YAML: anchors",
	  0,
	  { "POST", MAPS, YAML, "metadata:\n  name: m\ndata:\n<_  k#: &a# v~>", NULL },
	  { NONE } },
	{ "YAML: aliases",
	  0,
	  { "POST", MAPS, YAML, "metadata:\n  name: &a m\ndata:\n<_  k#: *a~>", NULL },
	  { NONE } },
	{ "YAML: merge keys",
	  0,
	  { "POST", MAPS, YAML, "metadata:\n  name: m\nx: &x {a: b}\ndata:\n<_  <<: *x~>", NULL },
	  { NONE } },
	{ "YAML: documents",
	  0,
	  { "POST", MAPS, YAML, "<_metadata: {name: m}\n---~>", NULL },
	  { NONE } },
	{ "YAML: tags",
	  0,
	  { "POST", MAPS, YAML, "metadata:\n  name: m\ndata:\n<_  k#: !!str v~>", NULL },
	  { NONE } },
	{ "protobuf: map", 201, { "POST", MAPS, PROTOBUF, DATA, PB }, { NONE } },
	{ "protobuf: containers", 201, { "POST", PODS, PROTOBUF, CONTAINERS, PB }, { NONE } },
	{ "protobuf: one key many times",
	  0,
	  { "POST", MAPS, PROTOBUF,
	    "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m\"},\"data\":{"
	    "<,\"k\":\"v\">}}",
	    PB },
	  { NONE } },
	{ "protobuf: finalizers",
	  201,
	  { "POST", MAPS, PROTOBUF,
	    "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m\","
	    "\"finalizers\":[<,\"x.io/f#\">]}}",
	    PB },
	  { NONE } },
	/* Patches. */
	{ "merge patch of a map",
	  200,
	  PATCH(MAP, MERGE, "{\"data\":{<,\"k#\":\"w\">}}"),
	  { POST(MAPS, DATA) } },
	{ "merge patch that adds",
	  200,
	  PATCH(MAP, MERGE, "{\"data\":{<,\"n#\":\"w\">}}"),
	  { POST(MAPS, DATA) } },
	{ "merge patch that removes",
	  200,
	  PATCH(MAP, MERGE, "{\"data\":{<,\"k@\":null>}}"),
	  { POST(MAPS, DATA) } },
	{ "merge patch, one key many times",
	  200,
	  PATCH(MAP, MERGE, "{\"data\":{<,\"k\":\"w\">}}"),
	  { POST(MAPS, DATA) } },
	{ "strategic merge: containers",
	  200,
	  PATCH(POD, STRATEGIC,
		"{\"spec\":{\"containers\":[<,{\"name\":\"c#\",\"image\":\"j\"}>]}}"),
	  { POST(PODS, CONTAINERS) } },
	{ "strategic merge: containers backwards",
	  0,
	  PATCH(POD, STRATEGIC,
		"{\"spec\":{\"containers\":[<,{\"name\":\"c@\",\"image\":\"j\"}>]}}"),
	  { POST(PODS, CONTAINERS) } },
	{ "strategic merge: new containers",
	  422,
	  PATCH(POD, STRATEGIC,
		"{\"spec\":{\"containers\":[<,{\"name\":\"d#\",\"image\":\"j\"}>]}}"),
	  { POST(PODS, CONTAINERS) } },
	{ "strategic merge: order",
	  0,
	  PATCH(POD, STRATEGIC,
		"{\"spec\":{\"$setElementOrder/containers\":[<,{\"name\":\"c@\"}>],"
		"\"containers\":[<,{\"name\":\"c@\",\"image\":\"j\"}>]}}"),
	  { POST(PODS, CONTAINERS) } },
	{ "strategic merge: orders of lists",
	  0,
	  PATCH(POD, STRATEGIC, "{\"spec\":{<,\"$setElementOrder/x#\":[]>}}"),
	  { POST(PODS, CONTAINERS) } },
	{ "strategic merge: deletions",
	  0,
	  PATCH(POD, STRATEGIC,
		"{\"spec\":{\"containers\":[<,{\"name\":\"c@\",\"$patch\":\"delete\"}>]}}"),
	  { POST(PODS, CONTAINERS) } },
	{ "strategic merge: retainKeys",
	  0,
	  PATCH(POD, STRATEGIC, "{\"spec\":{\"$retainKeys\":[<,\"k#\">],<,\"k#\":1>}}"),
	  { POST(PODS, CONTAINERS) } },
	{ "strategic merge: finalizers",
	  200,
	  PATCH(MAP, STRATEGIC, "{\"metadata\":{\"finalizers\":[<,\"x.io/f@\">]}}"),
	  { POST(MAPS, META(",\"finalizers\":[<,\"x.io/f#\">]")) } },
	{ "strategic merge: finalizers deleted",
	  200,
	  PATCH(MAP, STRATEGIC,
		"{\"metadata\":{\"$deleteFromPrimitiveList/finalizers\":[<,\"x.io/f@\">]}}"),
	  { POST(MAPS, META(",\"finalizers\":[<,\"x.io/f#\">]")) } },
	{ "strategic merge: map",
	  200,
	  PATCH(MAP, STRATEGIC, "{\"data\":{<,\"k@\":\"w\">}}"),
	  { POST(MAPS, DATA) } },
	{ "JSON patch: adds",
	  0,
	  PATCH(MAP, JSON_PATCH, "[<,{\"op\":\"add\",\"path\":\"/data/n#\",\"value\":\"v\"}>]"),
	  { POST(MAPS, DATA) } },
	{ "JSON patch: on lists",
	  0,
	  PATCH(MAP, JSON_PATCH,
		"[<,{\"op\":\"add\",\"path\":\"/metadata/finalizers/0\",\"value\":\"x.io/g#\"}>]"),
	  { POST(MAPS, META(",\"finalizers\":[<,\"x.io/f#\">]")) } },
	{ "JSON patch: copies",
	  0,
	  PATCH(MAP, JSON_PATCH, "[<,{\"op\":\"copy\",\"from\":\"/data\",\"path\":\"/x#\"}>]"),
	  { POST(MAPS, DATA) } },
	{ "apply: containers", 201, PATCH(POD "?fieldManager=a", APPLY, CONTAINERS), { NONE } },
	{ "apply: containers again",
	  200,
	  PATCH(POD "?fieldManager=a", APPLY, CONTAINERS),
	  { PATCH(POD "?fieldManager=a", APPLY, CONTAINERS) } },
	{ "apply: by another",
	  0,
	  PATCH(POD "?fieldManager=b", APPLY,
		POD_OF("\"containers\":[<,{\"name\":\"c@\",\"image\":\"j\"}>]")),
	  { PATCH(POD "?fieldManager=a", APPLY, CONTAINERS) } },
	{ "apply: by another, forced",
	  200,
	  PATCH(POD "?fieldManager=b&force=true", APPLY,
		POD_OF("\"containers\":[<,{\"name\":\"c#\",\"image\":\"j\"}>]")),
	  { PATCH(POD "?fieldManager=a", APPLY, CONTAINERS) } },
	{ "apply: fewer",
	  0,
	  PATCH(MAP "?fieldManager=a", APPLY,
		"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m\"}}"),
	  { PATCH(MAP "?fieldManager=a", APPLY, DATA) } },
	{ "apply: map", 201, PATCH(MAP "?fieldManager=a", APPLY, DATA), { NONE } },
	{ "apply: map over another's",
	  0,
	  PATCH(MAP "?fieldManager=b", APPLY,
		"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m\"},"
		"\"data\":{<,\"k@\":\"w\">}}"),
	  { PATCH(MAP "?fieldManager=a", APPLY, DATA) } },
	/* Custom resources. */
	{ "definition: properties", 201, POST(CRDS, WIDE), { NONE } },
	{ "definition: put",
	  200,
	  { "PATCH", CRDS "/ws.g.example", MERGE, "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}",
	    NULL },
	  { POST(CRDS, WIDE) } },
	{ "definition: required",
	  0,
	  POST(CRDS, SCHEMA("\"spec\":{\"type\":\"object\",\"required\":[<,\"r#\">]}")),
	  { NONE } },
	{ "definition: versions",
	  0,
	  POST(CRDS, "{\"metadata\":{\"name\":\"ws.g.example\"},\"spec\":{\"group\":\"g.example\","
		     "\"scope\":"
		     "\"Namespaced\",\"names\":{\"plural\":\"ws\",\"kind\":\"W\"},\"versions\":[{"
		     "\"name\":\"v1\","
		     "\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":"
		     "\"object\"}}},<,{"
		     "\"name\":\"v1a#\",\"served\":false,\"storage\":false,\"schema\":{"
		     "\"openAPIV3Schema\":{"
		     "\"type\":\"object\"}}}>]}}"),
	  { NONE } },
	{ "definition: enum",
	  0,
	  POST(CRDS, SCHEMA("\"a\":{\"type\":\"string\",\"enum\":[<,\"e#\">]}")),
	  { NONE } },
	{ "definition: columns",
	  0,
	  POST(CRDS, "{\"metadata\":{\"name\":\"ws.g.example\"},\"spec\":{\"group\":\"g.example\","
		     "\"scope\":"
		     "\"Namespaced\",\"names\":{\"plural\":\"ws\",\"kind\":\"W\"},\"versions\":[{"
		     "\"name\":\"v1\","
		     "\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":"
		     "\"object\"}},"
		     "\"additionalPrinterColumns\":[<,{\"name\":\"c#\",\"type\":\"string\","
		     "\"jsonPath\":\".spec.a#\"}>]}]}}"),
	  { NONE } },
	{ "definition: anyOf",
	  0,
	  POST(CRDS, SCHEMA("\"a\":{\"type\":\"string\",\"anyOf\":[<,{\"maxLength\":#}>]}")),
	  { NONE } },
	{ "custom: members as declared",
	  201,
	  POST(CUSTOM, W("\"spec\":{<,\"f@\":\"v\">}")),
	  { POST(CRDS, WIDE) } },
	{ "custom: defaults", 201, POST(CUSTOM, W("\"spec\":{}")), { POST(CRDS, WIDE) } },
	{ "custom: unknown members",
	  201,
	  POST(CUSTOM, W("\"spec\":{<,\"x#\":1>}")),
	  { POST(CRDS, SCHEMA(SPEC("\"a\":{\"type\":\"string\"}"))) } },
	{ "custom: open members",
	  201,
	  POST(CUSTOM, W("\"spec\":{<,\"x#\":1>}")),
	  { POST(CRDS, OPEN) } },
	{ "custom: wrong types",
	  422,
	  POST(CUSTOM, W("\"spec\":{\"l\":[<,#>]}")),
	  { POST(CRDS, SET) } },
	{ "custom: set",
	  201,
	  POST(CUSTOM, W("\"spec\":{\"l\":[<,\"v#\">]}")),
	  { POST(CRDS, SET) } },
	{ "custom: set of one",
	  422,
	  POST(CUSTOM, W("\"spec\":{\"l\":[<,\"v\">]}")),
	  { POST(CRDS, SET) } },
	{ "custom: list map",
	  201,
	  POST(CUSTOM, W("\"spec\":{\"l\":[<,{\"k\":\"k#\"}>]}")),
	  { POST(CRDS, LIST_MAP) } },
	{ "custom: list map of one key",
	  0,
	  POST(CUSTOM, W("\"spec\":{\"l\":[<,{\"k\":\"k\"}>]}")),
	  { POST(CRDS, LIST_MAP) } },
	{ "custom: required",
	  422,
	  POST(CUSTOM, W("\"spec\":{}")),
	  { POST(CRDS, SCHEMA("\"spec\":{\"type\":\"object\",\"properties\":{<,\"r#\":{\"type\":"
			      "\"string\"}>},\"required\":[<,\"r#\">]}")) } },
	{ "custom: enum",
	  0,
	  POST(CUSTOM, W("\"l\":[<,\"e@\">]")),
	  { POST(CRDS, SCHEMA("\"l\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":["
			      "\"e1\",\"e2\"]}}")) } },
	{ "custom: merge patch",
	  200,
	  PATCH(CUSTOM "/w", MERGE, "{\"spec\":{<,\"x@\":2>}}"),
	  { POST(CRDS, OPEN), POST(CUSTOM, W("\"spec\":{<,\"x#\":1>}")) } },
	{ "custom: apply of a list map",
	  200,
	  PATCH(CUSTOM "/w?fieldManager=b&force=true", APPLY,
		W("\"spec\":{\"l\":[<,{\"k\":\"k@\",\"v\":\"x\"}>]}")),
	  { POST(CRDS, LIST_MAP), POST(CUSTOM, W("\"spec\":{\"l\":[<,{\"k\":\"k#\"}>]}")) } },
	{ "custom: apply of a set",
	  200,
	  PATCH(CUSTOM "/w?fieldManager=b&force=true", APPLY, W("\"spec\":{\"l\":[<,\"v@\">]}")),
	  { POST(CRDS, SET), POST(CUSTOM, W("\"spec\":{\"l\":[<,\"v#\">]}")) } },
	{ "custom: unique items",
	  0,
	  POST(CUSTOM, W("\"l\":[<,{\"a\":#}>]")),
	  { POST(CRDS,
		 SCHEMA(
		     "\"l\":{\"type\":\"array\",\"x-kubernetes-list-type\":\"atomic\",\"items\":{"
		     "\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}")) } },
	/* Other types' lists. */
	{ "service: ports",
	  0,
	  POST(NS "/services", META("},\"spec\":{\"ports\":[<,{\"name\":\"p#\",\"port\":#}>]")),
	  { NONE } },
	{ "service: ports of one number",
	  0,
	  POST(NS "/services", META("},\"spec\":{\"ports\":[<,{\"name\":\"p\",\"port\":80}>]")),
	  { NONE } },
	{ "service: put of ports",
	  0,
	  PUT(NS "/services/m", META("},\"spec\":{\"ports\":[<,{\"name\":\"p#\",\"port\":#}>]")),
	  { POST(NS "/services", META("},\"spec\":{\"type\":\"NodePort\",\"ports\":[{\"name\":"
				      "\"p0\",\"port\":1}]")) } },
	{ "endpoints",
	  201,
	  POST(NS "/endpoints", OBJ("\"subsets\":[{\"addresses\":[<,{\"ip\":\"10.0.0.1\","
				    "\"nodeName\":\"n#\"}>],\"ports\":[{\"port\":1}]}]")),
	  { NONE } },
	{ "endpointslice",
	  0,
	  POST("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
	       OBJ("\"addressType\":\"IPv4\",\"endpoints\":[<,{\"addresses\":[\"10.0.0.1\"],"
		   "\"nodeName\":\"n#\"}>],\"ports\":[]")),
	  { NONE } },
	{ "deployment: containers",
	  201,
	  POST("/apis/apps/v1/namespaces/default/deployments",
	       META("},\"spec\":{\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":{"
		    "\"metadata\":{\"labels\":{\"a\":\"b\"}},"
		    "\"spec\":{\"containers\":[<,{\"name\":\"c#\",\"image\":\"i\"}>]}}")),
	  { NONE } },
	{ "deployment: selector",
	  0,
	  POST("/apis/apps/v1/namespaces/default/deployments",
	       META("},\"spec\":{\"selector\":{\"matchLabels\":{<,\"a#\":\"b\">}},\"template\":{"
		    "\"metadata\":{\"labels\":{<,\"a#\":\"b\">}},"
		    "\"spec\":{\"containers\":[" ONE "]}}")),
	  { NONE } },
	{ "deployment: selector's expressions",
	  0,
	  POST("/apis/apps/v1/namespaces/default/deployments",
	       META("},\"spec\":{\"selector\":{\"matchExpressions\":[<,{\"key\":\"a\",\"operator\":"
		    "\"In\",\"values\":[\"b\",\"c#\"]}>]},"
		    "\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{"
		    "\"containers\":[" ONE "]}}")),
	  { NONE } },
	{ "role: rules",
	  201,
	  POST("/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
	       OBJ("\"rules\":[<,{\"apiGroups\":[\"\"],\"resources\":[\"r#\"],\"verbs\":[\"get\"]}>"
		   "]")),
	  { NONE } },
	{ "binding: subjects",
	  0,
	  POST("/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings",
	       OBJ("\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"Role\","
		   "\"name\":\"r\"},"
		   "\"subjects\":[<,{\"kind\":\"User\",\"apiGroup\":\"rbac.authorization.k8s.io\","
		   "\"name\":\"u#\"}>]")),
	  { NONE } },
	{ "ingress: rules",
	  0,
	  POST("/apis/networking.k8s.io/v1/namespaces/default/ingresses",
	       OBJ("\"spec\":{\"rules\":[<,{\"host\":\"h#.x\",\"http\":{\"paths\":[{\"path\":\"/"
		   "\",\"pathType\":\"Prefix\","
		   "\"backend\":{\"service\":{\"name\":\"s\",\"port\":{\"number\":80}}}}]}}>]}")),
	  { NONE } },
	{ "network policy",
	  0,
	  POST("/apis/networking.k8s.io/v1/namespaces/default/networkpolicies",
	       OBJ("\"spec\":{\"podSelector\":{},\"ingress\":[<,{\"ports\":[{\"port\":#}]}>]}")),
	  { NONE } },
	{ "node: taints",
	  0,
	  POST("/api/v1/nodes",
	       META("},\"spec\":{\"taints\":[<,{\"key\":\"k#\",\"effect\":\"NoSchedule\"}>]")),
	  { NONE } },
	{ "node: images",
	  0,
	  POST("/api/v1/nodes",
	       META("},\"status\":{\"images\":[<,{\"names\":[\"i#\"],\"sizeBytes\":1}>]")),
	  { NONE } },
	{ "service account: secrets",
	  0,
	  POST(NS "/serviceaccounts", OBJ("\"secrets\":[<,{\"name\":\"s#\"}>]")),
	  { NONE } },
	{ "quota",
	  0,
	  POST(NS "/resourcequotas", META("},\"spec\":{\"hard\":{<,\"count/r#\":\"1\">}")),
	  { NONE } },
	{ "limit range",
	  0,
	  POST(NS "/limitranges",
	       META("},\"spec\":{\"limits\":[<,{\"type\":\"Pod\",\"max\":{\"cpu\":\"#\"}}>]")),
	  { NONE } },
	{ "webhooks",
	  0,
	  POST("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
	       OBJ("\"webhooks\":[<,{\"name\":\"w#.a.b\",\"clientConfig\":{\"url\":\"https://x/"
		   "\"},\"sideEffects\":\"None\",\"admissionReviewVersions\":[\"v1\"]}>]")),
	  { NONE } },
	{ "namespace: finalizers",
	  0,
	  POST("/api/v1/namespaces", META("},\"spec\":{\"finalizers\":[<,\"x.io/f#\">]")),
	  { NONE } },
	{ "job: policies",
	  0,
	  POST("/apis/batch/v1/namespaces/default/jobs",
	       META("},\"spec\":{\"template\":{\"spec\":{\"restartPolicy\":\"Never\","
		    "\"containers\":[" ONE
		    "],\"volumes\":[<,{\"name\":\"v#\",\"emptyDir\":{}}>]}}")),
	  { NONE } },
	{ "flow schema",
	  0,
	  POST("/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
	       OBJ("\"spec\":{\"priorityLevelConfiguration\":{\"name\":\"global-default\"},"
		   "\"matchingPrecedence\":1000,\"rules\":[<,{\"subjects\":[{\"kind\":\"User\","
		   "\"user\":{\"name\":\"u#\"}}],\"nonResourceRules\":[{\"verbs\":[\"*\"],"
		   "\"nonResourceURLs\":[\"/x#\"]}]}>]")),
	  { NONE } },
	{ "token review",
	  0,
	  POST("/apis/authentication.k8s.io/v1/tokenreviews",
	       "{\"spec\":{\"token\":\"t\",\"audiences\":[<,\"a#\">]}}"),
	  { NONE } },
	{ "access review",
	  0,
	  POST("/apis/authorization.k8s.io/v1/subjectaccessreviews",
	       "{\"spec\":{\"user\":\"u\",\"groups\":[<,\"g#\">],\"extra\":{<,\"e#\":[\"x\"]>},"
	       "\"nonResourceAttributes\":{\"path\":\"/\",\"verb\":\"get\"}}}"),
	  { NONE } },
	{ "deletion: options",
	  0,
	  { "DELETE", MAP, NULL,
	    "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"dryRun\":[<,\"All\">]}", NULL },
	  { POST(MAPS, META("")) } },
	{ "deletion: unknown options",
	  0,
	  { "DELETE", MAP, NULL, "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",<,\"x#\":1>}",
	    NULL },
	  { POST(MAPS, META("")) } },
	/* Answers. */
	{ "get: table of containers", 200, GET(POD, TABLE), { POST(PODS, CONTAINERS) } },
	{ "get: table of data", 200, GET(MAP, TABLE), { POST(MAPS, DATA) } },
	{ "get: table of conditions",
	  200,
	  GET(POD, TABLE),
	  { POST(PODS, POD_OF("\"containers\":[" ONE "]")),
	    PATCH(POD "/status", STRATEGIC,
		  "{\"status\":{\"conditions\":[<,{\"type\":\"t#\",\"status\":\"True\"}>],"
		  "\"containerStatuses\":[<,{\"name\":\"c#\",\"ready\":true,\"restartCount\":#,"
		  "\"image\":\"i\",\"imageID\":\"\"}>]}}") } },
	{ "get: protobuf", 200, GET(POD, PB), { POST(PODS, CONTAINERS) } },
	{ "get: protobuf of a map", 200, GET(MAP, PB), { POST(MAPS, DATA) } },
	{ "get: YAML", 200, GET(MAP, YAML), { POST(MAPS, DATA) } },
	{ "get: YAML of a string",
	  200,
	  GET(MAP, YAML),
	  { POST(MAPS, META("},\"data\":{\"k\":\"<_a\\nb # >\"")) } },
	{ "get: indented", 200, GET(MAP "?pretty=1", NULL), { POST(MAPS, DATA) } },
	{ "get: scale",
	  0,
	  GET("/apis/apps/v1/namespaces/default/deployments/m/scale", NULL),
	  { POST("/apis/apps/v1/namespaces/default/deployments",
		 META("},\"spec\":{\"selector\":{\"matchLabels\":{<,\"a#\":\"b\">}},\"template\":{"
		      "\"metadata\":{\"labels\":{<,\"a#\":\"b\">}},"
		      "\"spec\":{\"containers\":[" ONE "]}}")) } },
	{ "list by a label of many",
	  200,
	  GET(MAPS "?labelSelector=l1%3Dv", NULL),
	  { POST(MAPS, META(",\"labels\":{<,\"l@\":\"v\">}")) } },
	{ "query: parameters", 0, GET(MAPS "?<&a#=b>", NULL), { NONE } },
	{ "query: labelSelector",
	  0,
	  GET(MAPS "?labelSelector=<,l#>", NULL),
	  { POST(MAPS, META(",\"labels\":{\"a\":\"b\"}")) } },
	{ "query: labelSelector on labels",
	  0,
	  GET(MAPS "?labelSelector=<,l@>", NULL),
	  { POST(MAPS, META(",\"labels\":{<,\"l#\":\"v\">}")) } },
	{ "query: labelSelector's values",
	  0,
	  GET(MAPS "?labelSelector=a+in+(<,v#>)", NULL),
	  { POST(MAPS, META(",\"labels\":{\"a\":\"b\"}")) } },
	{ "query: fieldSelector",
	  0,
	  GET(MAPS "?fieldSelector=<,metadata.name!%3Dn#>", NULL),
	  { POST(MAPS, META("")) } },
	/* The control API. */
	{ "control: rules",
	  0,
	  POST("/relist/v1/faults", "[<,{\"kind\":\"fail\",\"match\":{\"resource\":\"pods\"},"
				    "\"times\":1,\"status\":500}>]"),
	  { NONE } },
	{ "control: unknown members",
	  0,
	  POST("/relist/v1/faults", "{\"kind\":\"fail\",<,\"x#\":1>}"),
	  { NONE } },
};

const size_t shape_count = ARRAY_LEN(shapes);

void shape_text(struct strbuf *out, const char *text, size_t n)
{
	for (const char *p = text; *p; p++) {
		const char *end = *p == '<' ? strchr(p, '>') : NULL;

		/* YAML's own "<<" and ">" are not ours. */
		if (!end || !strchr(",&_", p[1])) {
			strbuf_addc(out, *p);
			continue;
		}
		for (size_t i = 0; i < n; i++) {
			if (i && p[1] != '_')
				strbuf_addc(out, p[1]);
			for (const char *q = p + 2; q < end; q++) {
				if (*q == '#')
					strbuf_addf(out, "%zu", i + 1);
				else if (*q == '@')
					strbuf_addf(out, "%zu", n - i);
				else
					strbuf_addc(out, *q == '~' ? '\n' : *q == '^' ? '#' : *q);
			}
		}
		p = end;
	}
}

static size_t length(const struct shape *s, size_t n)
{
	const struct shape_ask *all[] = { &s->ask, &s->before[0], &s->before[1] };
	size_t most = 0;

	for (size_t i = 0; i < ARRAY_LEN(all); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		if (!all[i]->method)
			continue;
		shape_text(&text, all[i]->uri, n);
		shape_text(&text, all[i]->body ? all[i]->body : "", n);
		most = text.len > most ? text.len : most;
	}
	return most;
}

size_t shape_size(const struct shape *s, size_t bytes)
{
	size_t n = 1000;

	for (int i = 0; i < 3; i++)
		n = (size_t)((double)n * (double)bytes / (double)length(s, n));
	while (n > 1 && length(s, n) > bytes)
		n -= n / 100 + 1;
	return n;
}

static struct strbuf body_of(const struct shape_ask *ask, size_t n)
{
	struct strbuf text = STRBUF_INIT, encoded = STRBUF_INIT;

	shape_text(&text, ask->body ? ask->body : "", n);
	if (!ask->type || strcmp(ask->type, PROTOBUF) != 0)
		return text;
	(void)fakeapi__protobuf_encode(strbuf_str(&text), 0, &encoded);
	strbuf_fini(&text);
	return encoded;
}

void (*shape_on_suspend)(void *user, bool suspended);

/* The server that calls does other things then. */
static void between_calls(void)
{
	if (!shape_on_suspend)
		return;
	shape_on_suspend(NULL, true);
	shape_on_suspend(NULL, false);
}

int shape_run(struct fakeapi__core *core, const struct shape_ask *ask, size_t n,
	      void (*around)(void *user, bool begin), void *user)
{
	struct fakeapi__server *server = fakeapi__core_server(core);
	struct fakeapi__wake none = { NULL, NULL };
	struct strbuf body = body_of(ask, n);
	AUTO_STRBUF uri = STRBUF_INIT;
	const char *type = !ask->type			      ? "application/json"
			   : strcmp(ask->type, PROTOBUF) == 0 ? PB
							      : ask->type;
	struct fakeapi__header headers[] = {
		{ STR("Accept"), str_of(ask->accept ? ask->accept : "application/json") },
		{ STR("Content-Type"), str_of(type) },
	};
	struct fakeapi__request req = { .headers = headers, .header_count = 2 };
	struct fakeapi__exchange *x;
	const char *query;
	char buf[65536];
	int status;

	shape_text(&uri, ask->uri, n);
	query = strchr(uri.ptr, '?');
	req.method = str_of(ask->method);
	req.path = (struct str) { uri.ptr, query ? (size_t)(query - uri.ptr) : uri.len };
	req.query = str_of(query ? query + 1 : "");
	req.body = strbuf_str(&body);
	req.aside = req.may_hand_over = shape_on_suspend != NULL;
	if (around)
		around(user, true);
	x = server->begin(server, NS_PER_S, &req, none);
	between_calls();
	status = x && x->ops->head(x, NS_PER_S) == FAKEAPI_HEAD_READY ? x->status : 0;
	between_calls();
	while (status && x->ops->pull(x, NS_PER_S, buf, sizeof(buf)) > 0)
		between_calls();
	between_calls();
	if (x)
		x->ops->end(x, false);
	if (around)
		around(user, false);
	strbuf_fini(&body);
	return status;
}

/* Another thread would. */
static void free_aside(void *user, void *take_large)
{
	(void)user;
	if (shape_on_suspend)
		shape_on_suspend(NULL, true);
	base__free(take_large);
	if (shape_on_suspend)
		shape_on_suspend(NULL, false);
}

struct fakeapi__core *shape_open(const struct shape *s, size_t n)
{
	struct fakeapi__options opt = { .empty = true,
					.any_namespace = true,
					.wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
					.free_aside = free_aside,
					.on_suspend = shape_on_suspend };
	struct fakeapi__core *core = fakeapi__core_new(&opt, NULL);

	for (size_t i = 0; core && i < ARRAY_LEN(s->before) && s->before[i].method; i++) {
		int status = shape_run(core, &s->before[i], n, NULL, NULL);

		if (status < 200 || status > 299) {
			fprintf(stderr, "%s: what must be there before was answered %d\n", s->name,
				status);
			fakeapi__core_free(core);
			return NULL;
		}
	}
	return core;
}
