/* SPDX-License-Identifier: Apache-2.0 */
/* x-kubernetes-validations: requests, and what a kube-apiserver 1.34.4 answered to each of them. */
#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/rules/rules.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

#define DEFINITIONS "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
#define WIDGETS	    "/apis/celtest.relist.dev/v1/namespaces/default/widgets"
#define MERGE	    "application/merge-patch+json"
#define APPLY	    "application/apply-patch+yaml"

static const char widgets[] =
    "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
    "\"metadata\":{\"name\":\"widgets.celtest.relist.dev\"},\"spec\":{\"group\":"
    "\"celtest.relist.dev\",\"names\":{\"plural\":\"widgets\",\"singular\":"
    "\"widget\",\"kind\":\"Widget\",\"listKind\":\"WidgetList\"},\"scope\":"
    "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
    "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
    "{\"spec\":{\"type\":\"object\",\"properties\":{\"min\":{\"type\":\"integer\"}"
    ",\"max\":{\"type\":\"integer\"},\"name\":{\"type\":\"string\",\"maxLength\":"
    "20,\"x-kubernetes-validations\":[{\"rule\":\"self == oldSelf\",\"message\":"
    "\"name is immutable\"}]},\"opt\":{\"type\":\"string\",\"maxLength\":"
    "10,\"x-kubernetes-validations\":[{\"rule\":\"!oldSelf.hasValue() || "
    "self != 'x'\",\"optionalOldSelf\":true,\"message\":\"opt must not become "
    "x\"}]},\"foo-bar\":{\"type\":\"string\",\"maxLength\":5},\"for\":{\"type\":"
    "\"string\",\"maxLength\":5},\"ios\":{\"x-kubernetes-int-or-string\":"
    "true},\"tags\":{\"type\":\"array\",\"maxItems\":5,\"x-kubernetes-list-type\":"
    "\"set\",\"items\":{\"type\":\"string\",\"maxLength\":10}},\"list\":"
    "{\"type\":\"array\",\"maxItems\":5,\"items\":{\"type\":\"object\",\"properties\":"
    "{\"a\":{\"type\":\"integer\"}},\"x-kubernetes-validations\":[{\"rule\":"
    "\"self.a > 0\",\"messageExpression\":\"'a is ' + (self.a > 0 ? 'x' "
    ": 'y')\",\"fieldPath\":\".a\",\"reason\":\"FieldValueForbidden\"}]}"
    "},\"lm\":{\"type\":\"array\",\"maxItems\":5,\"x-kubernetes-list-type\":"
    "\"map\",\"x-kubernetes-list-map-keys\":[\"k\"],\"items\":{\"type\":"
    "\"object\",\"required\":[\"k\"],\"properties\":{\"k\":{\"type\":\"string\","
    "\"maxLength\":5},\"v\":{\"type\":\"integer\"}},\"x-kubernetes-validations\":"
    "[{\"rule\":\"self.v >= oldSelf.v\"}]}},\"labels\":{\"type\":\"object\","
    "\"maxProperties\":5,\"additionalProperties\":{\"type\":\"string\",\"maxLength\":"
    "5,\"x-kubernetes-validations\":[{\"rule\":\"self != 'bad'\"}]}},\"when\":"
    "{\"type\":\"string\",\"format\":\"date-time\"},\"pt\":{\"type\":\"object\","
    "\"x-kubernetes-preserve-unknown-fields\":true},\"req\":{\"type\":\"integer\","
    "\"x-kubernetes-validations\":[{\"rule\":\"self < 10\",\"reason\":\"FieldValueRequired\","
    "\"message\":\"needed\"}]},\"dup\":{\"type\":\"integer\",\"x-kubernetes-validations\":"
    "[{\"rule\":\"self < 10\",\"reason\":\"FieldValueDuplicate\"}]}},\"x-kubernetes-validations\":"
    "[{\"rule\":\"!has(self.min) || !has(self.max) || self.min <= self.max\"}"
    ",{\"rule\":\"!has(self.ios) || (type(self.ios) == int ? self.ios < "
    "100 : self.ios.endsWith('%'))\",\"message\":\"  ios is wrong \"},{\"rule\":"
    "\"!has(self.foo__dash__bar) || self.foo__dash__bar != 'no'\"},{\"rule\":"
    "\"!has(self.__for__) || self.__for__ != 'no'\"},{\"rule\":"
    "\"!has(self.for) || self.for != 'nor'\"},{\"rule\":\"!has(self.when) "
    "|| self.when < timestamp('2030-01-01T00:00:00Z')\"},{\"rule\":\"!has(self.tags) "
    "|| self.tags.all(t, t.size() / (t.size() - 1) > 0)\"}]},\"status\":"
    "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},"
    "\"x-kubernetes-validations\":[{\"rule\":\"!has(self.n) || self.n != "
    "5\"}]}},\"x-kubernetes-validations\":[{\"rule\":\"self.metadata.name "
    "!= 'forbidden'\"},{\"rule\":\"!has(self.spec.req) || self.apiVersion.startsWith('celtest')\"}"
    "]}},\"subresources\":{\"status\":{}}}]}}";

struct request {
	const char *method, *path, *type, *body;
	int status;
	const char *message; /* NULL: the object */
};

/* One after the other, on one object after it was made. */
static const struct request writes[] = {
	{ "POST", WIDGETS, NULL,
	  "{\"apiVersion\":\"celtest.relist.dev/v1\",\"kind\":\"Widget\",\"metadata\":"
	  "{\"name\":\"a\"},\"spec\":{\"min\":1,\"max\":2,\"name\":\"n\",\"opt\":"
	  "\"o\",\"lm\":[{\"k\":\"x\",\"v\":3}],\"list\":[{\"a\":1}]}}",
	  201, NULL },
	{ "POST", WIDGETS, NULL,
	  "{\"apiVersion\":\"celtest.relist.dev/v1\",\"kind\":\"Widget\",\"metadata\":"
	  "{\"name\":\"forbidden\"},\"spec\":{\"min\":3,\"max\":2}}",
	  422,
	  "Widget.celtest.relist.dev \"forbidden\" is invalid: [<nil>: Invalid "
	  "value: \"object\": failed rule: self.metadata.name != 'forbidden', "
	  "spec: Invalid value: \"object\": failed rule: !has(self.min) || !has(self.max) "
	  "|| self.min <= self.max]" },
	{ "POST", WIDGETS, NULL,
	  "{\"apiVersion\":\"celtest.relist.dev/v1\",\"kind\":\"Widget\",\"metadata\":"
	  "{\"name\":\"b\"},\"spec\":{\"ios\":\"5\"}}",
	  422,
	  "Widget.celtest.relist.dev \"b\" is invalid: spec: Invalid value: \"object\":"
	  " ios is wrong" },
	{ "POST", WIDGETS, NULL,
	  "{\"apiVersion\":\"celtest.relist.dev/v1\",\"kind\":\"Widget\",\"metadata\":"
	  "{\"name\":\"b\"},\"spec\":{\"ios\":\"5%\",\"foo-bar\":\"no\"}}",
	  422,
	  "Widget.celtest.relist.dev \"b\" is invalid: spec: Invalid value: \"object\":"
	  " failed rule: !has(self.foo__dash__bar) || self.foo__dash__bar != 'no'" },
	{ "POST", WIDGETS, NULL,
	  "{\"apiVersion\":\"celtest.relist.dev/v1\",\"kind\":\"Widget\",\"metadata\":"
	  "{\"name\":\"b\"},\"spec\":{\"for\":\"no\"}}",
	  422,
	  "Widget.celtest.relist.dev \"b\" is invalid: spec: Invalid value: \"object\":"
	  " failed rule: !has(self.__for__) || self.__for__ != 'no'" },
	{ "POST", WIDGETS, NULL,
	  "{\"apiVersion\":\"celtest.relist.dev/v1\",\"kind\":\"Widget\",\"metadata\":"
	  "{\"name\":\"b\"},\"spec\":{\"for\":\"nor\"}}",
	  422,
	  "Widget.celtest.relist.dev \"b\" is invalid: spec: Invalid value: \"object\":"
	  " failed rule: !has(self.for) || self.for != 'nor'" },
	{ "POST", WIDGETS, NULL,
	  "{\"apiVersion\":\"celtest.relist.dev/v1\",\"kind\":\"Widget\",\"metadata\":"
	  "{\"name\":\"b\"},\"spec\":{\"when\":\"2031-01-01T00:00:00Z\"}}",
	  422,
	  "Widget.celtest.relist.dev \"b\" is invalid: spec: Invalid value: \"object\":"
	  " failed rule: !has(self.when) || self.when < timestamp('2030-01-01T00:"
	  "00:00Z')" },
	{ "POST", WIDGETS, NULL,
	  "{\"apiVersion\":\"celtest.relist.dev/v1\",\"kind\":\"Widget\",\"metadata\":"
	  "{\"name\":\"b\"},\"spec\":{\"tags\":[\"x\"]}}",
	  422,
	  "Widget.celtest.relist.dev \"b\" is invalid: spec: Invalid value: \"object\":"
	  " division by zero evaluating rule: !has(self.tags) || self.tags.all(t,"
	  " t.size() / (t.size() - 1) > 0)" },
	{ "POST", WIDGETS, NULL,
	  "{\"apiVersion\":\"celtest.relist.dev/v1\",\"kind\":\"Widget\",\"metadata\":"
	  "{\"name\":\"b\"},\"spec\":{\"min\":\"x\",\"max\":1}}",
	  422,
	  "Widget.celtest.relist.dev \"b\" is invalid: [spec.min: Invalid value:"
	  " \"string\": spec.min in body must be of type integer: \"string\", "
	  "<nil>: Invalid value: null: some validation rules were not checked "
	  "because the object was invalid; correct the existing errors to complete "
	  "validation]" },
	{ "POST", WIDGETS, NULL,
	  "{\"apiVersion\":\"celtest.relist.dev/v1\",\"kind\":\"Widget\",\"metadata\":"
	  "{\"name\":\"b\"},\"spec\":{\"list\":[{}]}}",
	  422,
	  "Widget.celtest.relist.dev \"b\" is invalid: spec.list[0]: Invalid value:"
	  " \"object\": no such key: a evaluating rule: self.a > 0" },
	{ "PATCH", WIDGETS "/a", MERGE, "{\"spec\":{\"name\":\"m\"}}", 422,
	  "Widget.celtest.relist.dev \"a\" is invalid: spec.name: Invalid value:"
	  " \"string\": name is immutable" },
	{ "PATCH", WIDGETS "/a", MERGE, "{\"spec\":{\"opt\":\"x\"}}", 422,
	  "Widget.celtest.relist.dev \"a\" is invalid: spec.opt: Invalid value:"
	  " \"string\": opt must not become x" },
	{ "PATCH", WIDGETS "/a", MERGE, "{\"spec\":{\"lm\":[{\"k\":\"x\",\"v\":2}]}}", 422,
	  "Widget.celtest.relist.dev \"a\" is invalid: spec.lm[0]: Invalid value:"
	  " \"object\": failed rule: self.v >= oldSelf.v" },
	{ "PATCH", WIDGETS "/a", MERGE, "{\"spec\":{\"lm\":[{\"k\":\"y\",\"v\":2}]}}", 200, NULL },
	{ "PATCH", WIDGETS "/a", MERGE, "{\"spec\":{\"max\":0}}", 422,
	  "Widget.celtest.relist.dev \"a\" is invalid: spec: Invalid value: \"object\":"
	  " failed rule: !has(self.min) || !has(self.max) || self.min <= self.max" },
	{ "PATCH", WIDGETS "/a", MERGE, "{\"status\":{\"n\":5}}", 200, NULL },
	{ "PATCH", WIDGETS "/a/status", MERGE, "{\"status\":{\"n\":5}}", 422,
	  "Widget.celtest.relist.dev \"a\" is invalid: status: Invalid value: "
	  "\"object\": failed rule: !has(self.n) || self.n != 5" },
	{ "PATCH", WIDGETS "/a/status", MERGE, "{\"status\":{\"n\":6}}", 200, NULL },
	{ "PATCH", WIDGETS "/a?fieldManager=me&force=true", APPLY,
	  "{\"apiVersion\":\"celtest.relist.dev/v1\",\"kind\":\"Widget\",\"metadata\":"
	  "{\"name\":\"a\"},\"spec\":{\"min\":9,\"max\":2}}",
	  422,
	  "Widget.celtest.relist.dev \"a\" is invalid: spec: Invalid value: \"object\":"
	  " failed rule: !has(self.min) || !has(self.max) || self.min <= self.max" },
};

/* Definitions whose rules are wrong, or are not. */
static const struct request definitions[] = {
	{ "POST", DEFINITIONS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	  "\"metadata\":{\"name\":\"gadgets.celtest.relist.dev\"},\"spec\":{\"group\":"
	  "\"celtest.relist.dev\",\"names\":{\"plural\":\"gadgets\",\"singular\":"
	  "\"gadget\",\"kind\":\"Gadget\",\"listKind\":\"GadgetList\"},\"scope\":"
	  "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
	  "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
	  "{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}"
	  ",\"s\":{\"type\":\"string\",\"maxLength\":10},\"l\":{\"type\":\"array\","
	  "\"maxItems\":10,\"items\":{\"type\":\"string\",\"maxLength\":10}}},"
	  "\"x-kubernetes-validations\":[{\"rule\":\"self.b > 1\"}]}}}},\"subresources\":"
	  "{\"status\":{}}}]}}",
	  422,
	  "CustomResourceDefinition.apiextensions.k8s.io \"gadgets.celtest.relist.dev\" "
	  "is invalid: "
	  "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule:"
	  " Invalid value: {\"Rule\":\"self.b \\u003e 1\",\"Message\":\"\",\"MessageExpression\":"
	  "\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: "
	  "compilation failed: ERROR: <input>:1:5: undefined field 'b'\n | self.b "
	  "> 1\n | ....^" },
	{ "POST", DEFINITIONS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	  "\"metadata\":{\"name\":\"gadgets.celtest.relist.dev\"},\"spec\":{\"group\":"
	  "\"celtest.relist.dev\",\"names\":{\"plural\":\"gadgets\",\"singular\":"
	  "\"gadget\",\"kind\":\"Gadget\",\"listKind\":\"GadgetList\"},\"scope\":"
	  "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
	  "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
	  "{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}"
	  ",\"s\":{\"type\":\"string\",\"maxLength\":10},\"l\":{\"type\":\"array\","
	  "\"maxItems\":10,\"items\":{\"type\":\"string\",\"maxLength\":10}}},"
	  "\"x-kubernetes-validations\":[{\"rule\":\"self.a\"}]}}}},\"subresources\":"
	  "{\"status\":{}}}]}}",
	  422,
	  "CustomResourceDefinition.apiextensions.k8s.io \"gadgets.celtest.relist.dev\" "
	  "is invalid: "
	  "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule:"
	  " Invalid value: {\"Rule\":\"self.a\",\"Message\":\"\",\"MessageExpression\":"
	  "\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: "
	  "cel expression must evaluate to a bool" },
	{ "POST", DEFINITIONS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	  "\"metadata\":{\"name\":\"gadgets.celtest.relist.dev\"},\"spec\":{\"group\":"
	  "\"celtest.relist.dev\",\"names\":{\"plural\":\"gadgets\",\"singular\":"
	  "\"gadget\",\"kind\":\"Gadget\",\"listKind\":\"GadgetList\"},\"scope\":"
	  "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
	  "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
	  "{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}"
	  ",\"s\":{\"type\":\"string\",\"maxLength\":10},\"l\":{\"type\":\"array\","
	  "\"maxItems\":10,\"items\":{\"type\":\"string\",\"maxLength\":10}}},"
	  "\"x-kubernetes-validations\":[{\"rule\":\"self.a > 'x'\"},{\"rule\":"
	  "\"self.s.foo()\"}]}}}},\"subresources\":{\"status\":{}}}]}}",
	  422,
	  "CustomResourceDefinition.apiextensions.k8s.io \"gadgets.celtest.relist.dev\" "
	  "is invalid: "
	  "[spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule:"
	  " Invalid value: {\"Rule\":\"self.a \\u003e 'x'\",\"Message\":\"\",\"MessageExpression\":"
	  "\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: "
	  "compilation failed: ERROR: <input>:1:8: found no matching overload "
	  "for '_>_' applied to '(int, string)'\n | self.a > 'x'\n | .......^,"
	  " spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[1].rule:"
	  " Invalid value: {\"Rule\":\"self.s.foo()\",\"Message\":\"\",\"MessageExpression\":"
	  "\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: "
	  "compilation failed: ERROR: <input>:1:11: undeclared reference to 'foo' "
	  "(in container '')\n | self.s.foo()\n | ..........^]" },
	{ "POST", DEFINITIONS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	  "\"metadata\":{\"name\":\"gadgets.celtest.relist.dev\"},\"spec\":{\"group\":"
	  "\"celtest.relist.dev\",\"names\":{\"plural\":\"gadgets\",\"singular\":"
	  "\"gadget\",\"kind\":\"Gadget\",\"listKind\":\"GadgetList\"},\"scope\":"
	  "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
	  "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
	  "{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}"
	  ",\"s\":{\"type\":\"string\",\"maxLength\":10},\"l\":{\"type\":\"array\","
	  "\"maxItems\":10,\"items\":{\"type\":\"string\",\"maxLength\":10}}},"
	  "\"x-kubernetes-validations\":[{\"rule\":\"self.a >\"}]}}}},\"subresources\":"
	  "{\"status\":{}}}]}}",
	  422,
	  "CustomResourceDefinition.apiextensions.k8s.io \"gadgets.celtest.relist.dev\" "
	  "is invalid: "
	  "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule:"
	  " Invalid value: {\"Rule\":\"self.a \\u003e\",\"Message\":\"\",\"MessageExpression\":"
	  "\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: "
	  "compilation failed: ERROR: <input>:1:9: Syntax error: mismatched input "
	  "'<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null',"
	  " NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.a "
	  ">\n | ........^" },
	{ "POST", DEFINITIONS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	  "\"metadata\":{\"name\":\"gadgets.celtest.relist.dev\"},\"spec\":{\"group\":"
	  "\"celtest.relist.dev\",\"names\":{\"plural\":\"gadgets\",\"singular\":"
	  "\"gadget\",\"kind\":\"Gadget\",\"listKind\":\"GadgetList\"},\"scope\":"
	  "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
	  "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
	  "{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}"
	  ",\"s\":{\"type\":\"string\",\"maxLength\":10},\"l\":{\"type\":\"array\","
	  "\"maxItems\":10,\"items\":{\"type\":\"string\",\"maxLength\":10}}},"
	  "\"x-kubernetes-validations\":[{\"rule\":\"\"}]}}}},\"subresources\":"
	  "{\"status\":{}}}]}}",
	  422,
	  "CustomResourceDefinition.apiextensions.k8s.io \"gadgets.celtest.relist.dev\" "
	  "is invalid: "
	  "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule:"
	  " Required value: rule is not specified" },
	{ "POST", DEFINITIONS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	  "\"metadata\":{\"name\":\"gadgets.celtest.relist.dev\"},\"spec\":{\"group\":"
	  "\"celtest.relist.dev\",\"names\":{\"plural\":\"gadgets\",\"singular\":"
	  "\"gadget\",\"kind\":\"Gadget\",\"listKind\":\"GadgetList\"},\"scope\":"
	  "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
	  "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
	  "{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}"
	  ",\"s\":{\"type\":\"string\",\"maxLength\":10},\"l\":{\"type\":\"array\","
	  "\"maxItems\":10,\"items\":{\"type\":\"string\",\"maxLength\":10}}},"
	  "\"x-kubernetes-validations\":[{\"rule\":\"self.a > 1\",\"messageExpression\":"
	  "\"self.a\"}]}}}},\"subresources\":{\"status\":{}}}]}}",
	  422,
	  "CustomResourceDefinition.apiextensions.k8s.io \"gadgets.celtest.relist.dev\" "
	  "is invalid: "
	  "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0]."
	  "messageExpression:"
	  " Invalid value: {\"Rule\":\"self.a \\u003e 1\",\"Message\":\"\",\"MessageExpression\":"
	  "\"self.a\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}"
	  ": messageExpression must evaluate to a string" },
	{ "POST", DEFINITIONS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	  "\"metadata\":{\"name\":\"gadgets.celtest.relist.dev\"},\"spec\":{\"group\":"
	  "\"celtest.relist.dev\",\"names\":{\"plural\":\"gadgets\",\"singular\":"
	  "\"gadget\",\"kind\":\"Gadget\",\"listKind\":\"GadgetList\"},\"scope\":"
	  "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
	  "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
	  "{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}"
	  ",\"s\":{\"type\":\"string\",\"maxLength\":10},\"l\":{\"type\":\"array\","
	  "\"maxItems\":10,\"items\":{\"type\":\"string\",\"maxLength\":10}}},"
	  "\"x-kubernetes-validations\":[{\"rule\":\"self.a > 1\",\"messageExpression\":"
	  "\"nope\"}]}}}},\"subresources\":{\"status\":{}}}]}}",
	  422,
	  "CustomResourceDefinition.apiextensions.k8s.io \"gadgets.celtest.relist.dev\" "
	  "is invalid: "
	  "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0]."
	  "messageExpression:"
	  " Invalid value: {\"Rule\":\"self.a \\u003e 1\",\"Message\":\"\",\"MessageExpression\":"
	  "\"nope\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}"
	  ": messageExpression compilation failed: ERROR: <input>:1:1: undeclared "
	  "reference to 'nope' (in container '')\n | nope\n | ^" },
	{ "POST", DEFINITIONS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	  "\"metadata\":{\"name\":\"gadgets.celtest.relist.dev\"},\"spec\":{\"group\":"
	  "\"celtest.relist.dev\",\"names\":{\"plural\":\"gadgets\",\"singular\":"
	  "\"gadget\",\"kind\":\"Gadget\",\"listKind\":\"GadgetList\"},\"scope\":"
	  "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
	  "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
	  "{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}"
	  ",\"s\":{\"type\":\"string\",\"maxLength\":10},\"l\":{\"type\":\"array\","
	  "\"maxItems\":10,\"items\":{\"type\":\"string\",\"maxLength\":10}}},"
	  "\"x-kubernetes-validations\":[{\"rule\":\"self.a > 1\",\"message\":"
	  "\"a\\nb\"}]}}}},\"subresources\":{\"status\":{}}}]}}",
	  422,
	  "CustomResourceDefinition.apiextensions.k8s.io \"gadgets.celtest.relist.dev\" "
	  "is invalid: "
	  "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message:"
	  " Invalid value: \"a\\nb\": must not contain line breaks" },
	{ "POST", DEFINITIONS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	  "\"metadata\":{\"name\":\"gadgets.celtest.relist.dev\"},\"spec\":{\"group\":"
	  "\"celtest.relist.dev\",\"names\":{\"plural\":\"gadgets\",\"singular\":"
	  "\"gadget\",\"kind\":\"Gadget\",\"listKind\":\"GadgetList\"},\"scope\":"
	  "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
	  "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
	  "{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}"
	  ",\"s\":{\"type\":\"string\",\"maxLength\":10},\"l\":{\"type\":\"array\","
	  "\"maxItems\":10,\"items\":{\"type\":\"string\",\"maxLength\":10}}},"
	  "\"x-kubernetes-validations\":[{\"rule\":\"self.a > 1 &&\\n true\"}]}"
	  "}}},\"subresources\":{\"status\":{}}}]}}",
	  422,
	  "CustomResourceDefinition.apiextensions.k8s.io \"gadgets.celtest.relist.dev\" "
	  "is invalid: "
	  "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message:"
	  " Required value: message must be specified if rule contains line breaks" },
	{ "POST", DEFINITIONS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	  "\"metadata\":{\"name\":\"gadgets.celtest.relist.dev\"},\"spec\":{\"group\":"
	  "\"celtest.relist.dev\",\"names\":{\"plural\":\"gadgets\",\"singular\":"
	  "\"gadget\",\"kind\":\"Gadget\",\"listKind\":\"GadgetList\"},\"scope\":"
	  "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
	  "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
	  "{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}"
	  ",\"s\":{\"type\":\"string\",\"maxLength\":10},\"l\":{\"type\":\"array\","
	  "\"maxItems\":10,\"items\":{\"type\":\"string\",\"maxLength\":10}}},"
	  "\"x-kubernetes-validations\":[{\"rule\":\"self.a > 1\",\"reason\":\"Nope\"}"
	  "]}}}},\"subresources\":{\"status\":{}}}]}}",
	  422,
	  "CustomResourceDefinition.apiextensions.k8s.io \"gadgets.celtest.relist.dev\" "
	  "is invalid: "
	  "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].reason:"
	  " Unsupported value: \"Nope\": supported values: \"FieldValueDuplicate\","
	  " \"FieldValueForbidden\", \"FieldValueInvalid\", \"FieldValueRequired\"" },
	{ "POST", DEFINITIONS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	  "\"metadata\":{\"name\":\"gadgets.celtest.relist.dev\"},\"spec\":{\"group\":"
	  "\"celtest.relist.dev\",\"names\":{\"plural\":\"gadgets\",\"singular\":"
	  "\"gadget\",\"kind\":\"Gadget\",\"listKind\":\"GadgetList\"},\"scope\":"
	  "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
	  "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
	  "{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}"
	  ",\"s\":{\"type\":\"string\",\"maxLength\":10},\"l\":{\"type\":\"array\","
	  "\"maxItems\":10,\"items\":{\"type\":\"string\",\"maxLength\":10}}},"
	  "\"x-kubernetes-validations\":[{\"rule\":\"self.a > 1\",\"fieldPath\":"
	  "\".nope\"}]}}}},\"subresources\":{\"status\":{}}}]}}",
	  422,
	  "CustomResourceDefinition.apiextensions.k8s.io \"gadgets.celtest.relist.dev\" "
	  "is invalid: "
	  "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath:"
	  " Invalid value: \".nope\": must be a valid path" },
	{ "POST", DEFINITIONS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	  "\"metadata\":{\"name\":\"gadgets.celtest.relist.dev\"},\"spec\":{\"group\":"
	  "\"celtest.relist.dev\",\"names\":{\"plural\":\"gadgets\",\"singular\":"
	  "\"gadget\",\"kind\":\"Gadget\",\"listKind\":\"GadgetList\"},\"scope\":"
	  "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
	  "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
	  "{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}"
	  ",\"s\":{\"type\":\"string\",\"maxLength\":10},\"l\":{\"type\":\"array\","
	  "\"maxItems\":10,\"items\":{\"type\":\"string\",\"maxLength\":10}}},"
	  "\"x-kubernetes-validations\":[{\"rule\":\"self.a > 1\",\"fieldPath\":"
	  "\".a\"}]}}}},\"subresources\":{\"status\":{}}}]}}",
	  201, NULL },
	{ "POST", DEFINITIONS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	  "\"metadata\":{\"name\":\"gadgets.celtest.relist.dev\"},\"spec\":{\"group\":"
	  "\"celtest.relist.dev\",\"names\":{\"plural\":\"gadgets\",\"singular\":"
	  "\"gadget\",\"kind\":\"Gadget\",\"listKind\":\"GadgetList\"},\"scope\":"
	  "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
	  "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
	  "{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}"
	  ",\"s\":{\"type\":\"string\",\"maxLength\":10},\"l\":{\"type\":\"array\","
	  "\"maxItems\":10,\"items\":{\"type\":\"string\",\"maxLength\":10}}},"
	  "\"x-kubernetes-validations\":[{\"rule\":\"self.a > 1\",\"optionalOldSelf\":"
	  "true}]}}}},\"subresources\":{\"status\":{}}}]}}",
	  422,
	  "CustomResourceDefinition.apiextensions.k8s.io \"gadgets.celtest.relist.dev\" "
	  "is invalid: "
	  "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0]."
	  "optionalOldSelf:"
	  " Invalid value: true: may not be set if oldSelf is not used in rule" },
	{ "POST", DEFINITIONS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	  "\"metadata\":{\"name\":\"gadgets.celtest.relist.dev\"},\"spec\":{\"group\":"
	  "\"celtest.relist.dev\",\"names\":{\"plural\":\"gadgets\",\"singular\":"
	  "\"gadget\",\"kind\":\"Gadget\",\"listKind\":\"GadgetList\"},\"scope\":"
	  "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
	  "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
	  "{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}"
	  ",\"s\":{\"type\":\"string\",\"maxLength\":10},\"l\":{\"type\":\"array\","
	  "\"maxItems\":10,\"items\":{\"type\":\"string\",\"maxLength\":10}}},"
	  "\"x-kubernetes-validations\":[{\"rule\":\"self.a > 1\",\"message\":"
	  "\"  \"}]}}}},\"subresources\":{\"status\":{}}}]}}",
	  422,
	  "CustomResourceDefinition.apiextensions.k8s.io \"gadgets.celtest.relist.dev\" "
	  "is invalid: "
	  "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message:"
	  " Invalid value: \"  \": must be non-empty if specified" },
	{ "POST", DEFINITIONS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	  "\"metadata\":{\"name\":\"gadgets.celtest.relist.dev\"},\"spec\":{\"group\":"
	  "\"celtest.relist.dev\",\"names\":{\"plural\":\"gadgets\",\"singular\":"
	  "\"gadget\",\"kind\":\"Gadget\",\"listKind\":\"GadgetList\"},\"scope\":"
	  "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
	  "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
	  "{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}"
	  ",\"s\":{\"type\":\"string\",\"maxLength\":10},\"l\":{\"type\":\"array\","
	  "\"maxItems\":10,\"items\":{\"type\":\"string\",\"maxLength\":10,\"x-kubernetes-"
	  "validations\":"
	  "[{\"rule\":\"self == oldSelf\"}]}}},\"x-kubernetes-validations\":[{\"rule\":"
	  "\"true\"}]}}}},\"subresources\":{\"status\":{}}}]}}",
	  422,
	  "CustomResourceDefinition.apiextensions.k8s.io \"gadgets.celtest.relist.dev\" "
	  "is invalid: "
	  "spec.validation.openAPIV3Schema.properties[spec].properties[l].items.x-kubernetes-"
	  "validations[0].rule:"
	  " Invalid value: \"self == oldSelf\": oldSelf cannot be used on the "
	  "uncorrelatable portion of the schema within "
	  "spec.validation.openAPIV3Schema.properties[spec].properties[l]" },
	{ "POST", DEFINITIONS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	  "\"metadata\":{\"name\":\"gadgets.celtest.relist.dev\"},\"spec\":{\"group\":"
	  "\"celtest.relist.dev\",\"names\":{\"plural\":\"gadgets\",\"singular\":"
	  "\"gadget\",\"kind\":\"Gadget\",\"listKind\":\"GadgetList\"},\"scope\":"
	  "\"Namespaced\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
	  "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":"
	  "{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}"
	  ",\"s\":{\"type\":\"string\",\"maxLength\":10},\"l\":{\"type\":\"array\","
	  "\"maxItems\":10,\"items\":{\"type\":\"string\",\"maxLength\":10}}},"
	  "\"x-kubernetes-validations\":[{\"rule\":\"self.l.all(x, x == oldSelf.s)\"}"
	  "]}}}},\"subresources\":{\"status\":{}}}]}}",
	  201, NULL },
};

static void ask(struct kit *k, const struct request *r)
{
	k->content_type = r->type;
	kit_do(k, r->method, r->path, r->body);
	if (k->status != r->status)
		fail_msg("%s: %d: %s", r->body, k->status, k->body.ptr);
	if (r->message && strcmp(kit_at(k, "message"), r->message) != 0)
		fail_msg("%s:\n%s\n%s", r->body, kit_at(k, "message"), r->message);
}

static void open_with_widgets(struct kit *k)
{
	kit_open(k, NULL);
	assert_int_equal(kit_do(k, "POST", DEFINITIONS, widgets), 201);
}

static void schema_rules_validate_objects(void **state)
{
	struct kit k;

	(void)state;
	open_with_widgets(&k);
	for (size_t i = 0; i < ARRAY_LEN(writes); i++)
		ask(&k, &writes[i]);
	kit_close(&k);
}

static void schema_rules_that_do_not_compile_are_refused(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(definitions); i++)
		ask(&k, &definitions[i]);
	kit_close(&k);
}

#define KEYED                                                                                      \
	"{\"type\":\"array\",\"maxItems\":9,\"x-kubernetes-list-type\":\"map\","                   \
	"\"x-kubernetes-list-map-keys\":[\"k\"],\"items\":{\"type\":\"object\",\"required\":["     \
	"\"k\"],"                                                                                  \
	"\"properties\":{\"k\":{\"type\":\"string\",\"maxLength\":5},\"v\":{\"type\":\"integer\"}" \
	"}}}"
#define KEYED_BY_TWO                                                                               \
	"{\"type\":\"array\",\"maxItems\":9,\"x-kubernetes-list-type\":\"map\","                   \
	"\"x-kubernetes-list-map-keys\":[\"n\",\"k\"],\"items\":{\"type\":\"object\","             \
	"\"required\":["                                                                           \
	"\"n\",\"k\"],\"properties\":{\"n\":{\"type\":\"integer\"},\"k\":{\"type\":\"string\","    \
	"\"maxLength\":5},\"v\":{\"type\":\"integer\"}}}}"
#define X1	 "{\"k\":\"x\",\"v\":1}"
#define Y2	 "{\"k\":\"y\",\"v\":2}"
#define Y3	 "{\"k\":\"y\",\"v\":3}"
#define Z4	 "{\"k\":\"z\",\"v\":4}"
#define ONE_X(v) "{\"n\":1,\"k\":\"x\",\"v\":" #v "}"
#define TWO_X	 "{\"n\":2,\"k\":\"x\",\"v\":2}"
#define ONE_Y	 "{\"n\":1,\"k\":\"y\",\"v\":3}"
#define SPEC(members)                                                                              \
	"{\"apiVersion\":\"celtest.relist.dev/v1\",\"kind\":\"Widget\",\"metadata\":{"             \
	"\"name\":\"a\"},\"spec\":{" members "}}"

static const char loose[] =
    "{\"type\":\"object\",\"properties\":{\"spec\":{\"type\":\"object\",\"properties\":{\"n\":{"
    "\"type\":\"integer\"},\"m\":{\"type\":\"integer\"},\"l\":{\"type\":\"array\",\"items\":{"
    "\"type\":\"integer\"}}}}}}";
static const char strict[] =
    "{\"type\":\"object\",\"properties\":{\"spec\":{\"type\":\"object\",\"properties\":{\"n\":{"
    "\"type\":\"integer\",\"x-kubernetes-validations\":[{\"rule\":\"self < 5\"}]},\"m\":{\"type\":"
    "\"integer\"},\"l\":{\"type\":\"array\",\"maxItems\":100,\"items\":{\"type\":\"integer\"},"
    "\"x-kubernetes-validations\":[{\"rule\":\"self.all(a, self.all(b, self.all(c, true)))\"},"
    "{\"rule\":\"self.size() < 3\"}]}}}}}";

static void put_definition(struct kit *k, const char *method, const char *path, const char *schema)
{
	AUTO_STRBUF b = STRBUF_INIT;

	strbuf_addf(
	    &b,
	    "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":"
	    "\"CustomResourceDefinition\",\"metadata\":{\"name\":"
	    "\"widgets.celtest.relist.dev\"},\"spec\":{\"group\":\"celtest.relist.dev\","
	    "\"names\":{\"plural\":\"widgets\",\"singular\":\"widget\",\"kind\":\"Widget\","
	    "\"listKind\":\"WidgetList\"},\"scope\":\"Namespaced\",\"versions\":[{\"name\":"
	    "\"v1\",\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":%s}}]}}",
	    schema);
	kit_do(k, method, path, b.ptr);
	if (k->status > 201)
		fail_msg("%s", k->body.ptr);
}

static void unchanged_values_may_break_newer_rules(void **state)
{
	static const struct request requests[] = {
		{ "PATCH", WIDGETS "/a", MERGE, "{\"spec\":{\"m\":1}}", 200, NULL },
		{ "PATCH", WIDGETS "/a", MERGE, "{\"spec\":{\"n\":8}}", 422,
		  "Widget.celtest.relist.dev \"a\" is invalid: spec.n: Invalid value: \"integer\": "
		  "failed rule: self < 5" },
		{ "PATCH", WIDGETS "/a", MERGE, "{\"spec\":{\"n\":4}}", 200, NULL },
		{ "PATCH", WIDGETS "/a", MERGE, "{\"spec\":{\"n\":9}}", 422, NULL },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	put_definition(&k, "POST", DEFINITIONS, loose);
	assert_int_equal(kit_do(&k, "POST", WIDGETS,
				"{\"apiVersion\":\"celtest.relist.dev/v1\",\"kind\":\"Widget\","
				"\"metadata\":{\"name\":\"a\"},\"spec\":{\"n\":9}}"),
			 201);
	k.content_type = MERGE;
	put_definition(&k, "PATCH", DEFINITIONS "/widgets.celtest.relist.dev", strict);
	for (size_t i = 0; i < ARRAY_LEN(requests); i++)
		ask(&k, &requests[i]);
	kit_close(&k);
}

/* Lists that are sets or maps know no order, and + adds what is not there yet: API docs of
 * CustomResourceValidation, "x-kubernetes-list-type". */
static const char lists[] =
    "{\"type\":\"object\",\"properties\":{\"spec\":{\"type\":\"object\",\"properties\":{\"s\":{"
    "\"type\":\"array\",\"maxItems\":9,\"x-kubernetes-list-type\":\"set\",\"items\":{\"type\":"
    "\"string\",\"maxLength\":9}},\"a\":{\"type\":\"array\",\"maxItems\":9,\"items\":{\"type\":"
    "\"string\",\"maxLength\":9}},\"l\":" KEYED ",\"r\":" KEYED ",\"d\":" KEYED_BY_TWO
    ",\"e\":" KEYED_BY_TWO
    "},\"x-kubernetes-validations\":[{\"rule\":\"has(oldSelf.s) && (%s)\"}]}}}";

static void rules_compare_and_join_set_and_map_lists_as_such(void **state)
{
	static const struct {
		const char *rule;
		bool holds;
	} rows[] = {
		/* new: [a, b], old: [b, c] */
		{ "self.s == ['b', 'a']", true },
		{ "self.s == ['a', 'b']", true },
		{ "self.s == ['a']", false },
		{ "self.s == ['a', 'c']", false },
		{ "self.s == ['a', 'a']", true },  /* as many, and each is in it */
		{ "['b', 'a'] == self.s", false }, /* the left operand decides */
		{ "self.s == oldSelf.s", false },
		{ "(self.s + oldSelf.s).size() == 3", true },
		{ "(self.s + oldSelf.s)[0] == 'a' && (self.s + oldSelf.s)[2] == 'c'", true },
		{ "self.s + oldSelf.s == oldSelf.s + self.s", true },
		{ "(self.s + self.s).size() == 2", true },
		{ "self.s + oldSelf.s == ['c', 'b', 'a']", true },
		{ "(self.s + oldSelf.s).all(x, x in ['a', 'b', 'c'])", true },
		/* An ordinary list. */
		{ "self.a == ['b', 'a']", false },
		{ "self.a == ['a', 'b']", true },
		{ "(self.a + oldSelf.a).size() == 4", true },
		{ "self.a + oldSelf.a == ['a', 'b', 'b', 'c']", true },
		{ "self.a + oldSelf.a == oldSelf.a + self.a", false },
		/* new: x=1, y=2, old: y=3, z=4; r is turned round */
		{ "self.r == oldSelf.r", true },
		{ "self.l == oldSelf.l", false },
		{ "self.r == oldSelf.r + oldSelf.r", true },
		{ "self.r == self.r.filter(x, x.v == 2)", false },
		{ "(self.l + oldSelf.l).size() == 3", true },
		{ "(self.l + oldSelf.l)[0].v == 1", true },
		{ "(self.l + oldSelf.l)[1].k == 'y' && (self.l + oldSelf.l)[1].v == 3", true },
		{ "(self.l + oldSelf.l)[2].k == 'z'", true },
		{ "(oldSelf.l + self.l)[0].v == 2 && (oldSelf.l + self.l)[2].k == 'x'", true },
		{ "(self.r + oldSelf.r).size() == 2", true },
		{ "self.l + oldSelf.l == oldSelf.l + self.l", false },
		/* keys n and k: (1, x)=1, (2, x)=2, (1, y)=3, old: (1, x)=4; e is turned
		   round */
		{ "self.e == oldSelf.e", true },
		{ "(self.e + oldSelf.e).size() == 3", true },
		{ "(self.d + oldSelf.d).size() == 3 && (self.d + oldSelf.d)[0].v == 4", true },
		{ "(self.d + oldSelf.d)[1].v == 2 && (self.d + oldSelf.d)[2].v == 3", true },
		{ "self.d == oldSelf.d", false },
	};
	static const char old[] =
	    SPEC("\"s\":[\"b\",\"c\"],\"a\":[\"b\",\"c\"],\"l\":[" Y3 "," Z4 "],\"r\":[" X1 "," Y2
		 "],\"d\":[" ONE_X(4) "],\"e\":[" ONE_X(1) "," TWO_X "," ONE_Y "]");
	static const char now[] = SPEC(
	    "\"s\":[\"a\",\"b\"],\"a\":[\"a\",\"b\"],\"l\":[" X1 "," Y2 "],\"r\":[" Y2 "," X1
	    "],\"d\":[" ONE_X(1) "," TWO_X "," ONE_Y "],\"e\":[" ONE_Y "," TWO_X "," ONE_X(1) "]");

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF schema = STRBUF_INIT;
		struct kit k;

		kit_open(&k, NULL);
		strbuf_addf(&schema, lists, rows[i].rule);
		put_definition(&k, "POST", DEFINITIONS, schema.ptr);
		assert_int_equal(kit_do(&k, "POST", WIDGETS, old), 201);
		k.content_type = MERGE;
		kit_do(&k, "PATCH", WIDGETS "/a", now);
		if (k.status != (rows[i].holds ? 200 : 422))
			fail_msg("%s: %s", rows[i].rule, k.body.ptr);
		if (!rows[i].holds)
			assert_non_null(strstr(kit_at(&k, "message"), "failed rule: "));
		kit_close(&k);
	}
}

static void rule_over_the_cost_limit_is_the_last_one(void **state)
{
	AUTO_STRBUF b = STRBUF_INIT;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	put_definition(&k, "POST", DEFINITIONS, strict);
	strbuf_addz(&b, "{\"apiVersion\":\"celtest.relist.dev/v1\",\"kind\":\"Widget\","
			"\"metadata\":{\"name\":\"a\"},\"spec\":{\"l\":[");
	for (int i = 0; i < 100; i++)
		strbuf_addf(&b, "%s%d", i ? "," : "", i);
	strbuf_addz(&b, "]}}");
	assert_int_equal(kit_do(&k, "POST", WIDGETS, b.ptr), 422);
	assert_string_equal(
	    kit_at(&k, "message"),
	    "Widget.celtest.relist.dev \"a\" is invalid: spec.l: Invalid value: \"array\": "
	    "'operation "
	    "cancelled: actual cost limit exceeded': no further validation rules will be run due "
	    "to "
	    "call cost exceeds limit for rule: self.all(a, self.all(b, self.all(c, true)))");
	kit_close(&k);
}

static void validate_once(const cJSON *schema, const cJSON *obj)
{
	struct fakeapi__causes causes;
	struct fakeapi__rules *rules;
	struct map wrong;

	fakeapi__causes_init(&causes);
	if (fakeapi__rules_new(schema, &rules) == 0) {
		assert_non_null(rules);
		if (fakeapi__rules_validate(rules, obj, NULL, &causes) == 0)
			assert_int_equal(fakeapi__causes_count(&causes), 3);
		fakeapi__rules_free(rules);
	}
	map_init(&wrong, MAP_COPY_KEYS);
	(void)fakeapi__rules_check(schema, false, NULL, &wrong, &causes);
	map_fini(&wrong);
	fakeapi__causes_fini(&causes);
}

static void schema_rules_survive_every_failing_allocation(void **state)
{
	cJSON *definition = cJSON_Parse(widgets);
	cJSON *obj = cJSON_Parse("{\"apiVersion\":\"x/v1\",\"metadata\":{\"name\":\"forbidden\"},"
				 "\"spec\":{\"min\":2,\"max\":1,\"list\":[{\"a\":0}]}}");
	const cJSON *version = cJSON_GetArrayItem(
	    cJSON_GetObjectItem(cJSON_GetObjectItem(definition, "spec"), "versions"), 0);
	const cJSON *schema =
	    cJSON_GetObjectItem(cJSON_GetObjectItem(version, "schema"), "openAPIV3Schema");

	(void)state;
	assert_non_null(schema);
	FOR_EACH_FAILING_ALLOC(validate_once(schema, obj));
	cJSON_Delete(definition);
	cJSON_Delete(obj);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(schema_rules_validate_objects),
		cmocka_unit_test(schema_rules_that_do_not_compile_are_refused),
		cmocka_unit_test(unchanged_values_may_break_newer_rules),
		cmocka_unit_test(rules_compare_and_join_set_and_map_lists_as_such),
		cmocka_unit_test(rule_over_the_cost_limit_is_the_last_one),
		cmocka_unit_test(schema_rules_survive_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
