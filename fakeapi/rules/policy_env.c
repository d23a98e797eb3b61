/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/rules/policy_env.h"

/* clang-format off */
#define TEXT(name) { { name, sizeof(name) - 1 }, { name, sizeof(name) - 1 }, &cel_string }
#define FIELD(name, type) { { name, sizeof(name) - 1 }, { name, sizeof(name) - 1 }, type }
#define STRUCT(text, list)                                                                         \
	{ .kind = CEL_T_STRUCT, .name = { text, sizeof(text) - 1 }, .fields = list,               \
	  .field_count = ARRAY_LEN(list) }
/* clang-format on */

static const struct cel_type texts = { .kind = CEL_T_LIST,
				       .name = { "list", 4 },
				       .params = { &cel_string } };
static const struct cel_type text_map = { .kind = CEL_T_MAP,
					  .name = { "map", 3 },
					  .params = { &cel_string, &cel_string } };
static const struct cel_type extra = { .kind = CEL_T_MAP,
				       .name = { "map", 3 },
				       .params = { &cel_string, &texts } };

static const struct cel_field kind_fields[] = { TEXT("group"), TEXT("version"), TEXT("kind") };
static const struct cel_field resource_fields[] = { TEXT("group"), TEXT("version"),
						    TEXT("resource") };
static const struct cel_field user_fields[] = { TEXT("username"), TEXT("uid"),
						FIELD("groups", &texts), FIELD("extra", &extra) };
static const struct cel_type kind = STRUCT("kubernetes.GroupVersionKind", kind_fields);
static const struct cel_type resource = STRUCT("kubernetes.GroupVersionResource", resource_fields);
static const struct cel_type user = STRUCT("kubernetes.UserInfo", user_fields);

static const struct cel_field request_fields[] = {
	FIELD("kind", &kind),
	FIELD("resource", &resource),
	TEXT("subResource"),
	FIELD("requestKind", &kind),
	FIELD("requestResource", &resource),
	TEXT("requestSubResource"),
	TEXT("name"),
	TEXT("namespace"),
	TEXT("operation"),
	FIELD("userInfo", &user),
	FIELD("dryRun", &cel_bool),
	FIELD("options", &cel_dyn),
};
static const struct cel_type request = STRUCT("kubernetes.AdmissionRequest", request_fields);

static const struct cel_field metadata_fields[] = {
	TEXT("name"),
	TEXT("generateName"),
	TEXT("namespace"),
	FIELD("labels", &text_map),
	FIELD("annotations", &text_map),
	TEXT("UID"),
	FIELD("creationTimestamp", &cel_timestamp),
	FIELD("deletionGracePeriodSeconds", &cel_int),
	FIELD("deletionTimestamp", &cel_timestamp),
	FIELD("generation", &cel_int),
	TEXT("resourceVersion"),
	FIELD("finalizers", &texts),
};
static const struct cel_type metadata = STRUCT("kubernetes.NamespaceMetadata", metadata_fields);
static const struct cel_field spec_fields[] = { FIELD("finalizers", &texts) };
static const struct cel_type spec = STRUCT("kubernetes.NamespaceSpec", spec_fields);
static const struct cel_field condition_fields[] = {
	TEXT("status"),	 TEXT("type"),	 FIELD("lastTransitionTime", &cel_timestamp),
	TEXT("message"), TEXT("reason"),
};
static const struct cel_type condition = STRUCT("kubernetes.NamespaceCondition", condition_fields);
static const struct cel_type conditions = { .kind = CEL_T_LIST,
					    .name = { "list", 4 },
					    .params = { &condition } };
static const struct cel_field status_fields[] = { FIELD("conditions", &conditions), TEXT("phase") };
static const struct cel_type status = STRUCT("kubernetes.NamespaceStatus", status_fields);
static const struct cel_field namespace_fields[] = { FIELD("metadata", &metadata),
						     FIELD("spec", &spec),
						     FIELD("status", &status) };
static const struct cel_type namespace = STRUCT("kubernetes.Namespace", namespace_fields);

static const struct cel_variable names[FAKEAPI_NAMES] = {
	[FAKEAPI_OBJECT] = { "object", &cel_dyn },
	[FAKEAPI_OLD] = { "oldObject", &cel_dyn },
	[FAKEAPI_REQUEST] = { "request", &request },
	[FAKEAPI_NAMESPACE] = { "namespaceObject", &namespace },
	[FAKEAPI_AUTHORIZER] = { "authorizer", NULL },
	[FAKEAPI_REQUEST_RESOURCE] = { "authorizer.requestResource", NULL },
	[FAKEAPI_VARIABLES] = { "variables", &cel_dyn },
	[FAKEAPI_PARAMS] = { "params", &cel_dyn },
};

static const struct cel_field operation_fields[] = { TEXT("op"), TEXT("path"), TEXT("from"),
						     FIELD("value", &cel_dyn) };
static const struct cel_type operation = STRUCT("JSONPatch", operation_fields);
static const struct cel_type *const structs[] = { &operation };

const struct cel_type *fakeapi__policy_operations(void)
{
	static const struct cel_type operations = { .kind = CEL_T_LIST,
						    .name = { "list", 4 },
						    .params = { &operation } };

	return &operations;
}

void fakeapi__policy_env(struct fakeapi__policy_env *p, unsigned lacks)
{
	memcpy(p->names, names, sizeof(names));
	p->names[FAKEAPI_AUTHORIZER].type =
	    cel_type_named(STR("kubernetes.authorization.Authorizer"));
	p->names[FAKEAPI_REQUEST_RESOURCE].type =
	    cel_type_named(STR("kubernetes.authorization.ResourceCheck"));
	for (size_t i = 0; i < FAKEAPI_NAMES; i++)
		if (lacks & 1U << i)
			p->names[i].name = ""; /* no expression can use this name */
	p->env = (struct cel_env) { .libraries = CEL_ENV_KUBERNETES,
				    .variables = p->names,
				    .variable_count = FAKEAPI_NAMES };
}

void fakeapi__policy_env_patch(struct cel_env *env)
{
	env->structs = structs;
	env->struct_count = ARRAY_LEN(structs);
	env->open_struct = "Object";
	env->libraries |= CEL_LIB_JSON_PATCH;
}
