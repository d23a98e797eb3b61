/* SPDX-License-Identifier: Apache-2.0 */
/* validate_device_selector.c - CEL expressions that select devices
 * (k8s.io/dynamic-resource-allocation/cel, pkg/apis/resource/validation). */
#include "cel/cel.h"
#include "fakeapi/validation/validate_devices.h"

enum { EXPRESSION_MAX = 10 * 1024 };

/* clang-format off */
#define FIELD(name, type) { { name, sizeof(name) - 1 }, { name, sizeof(name) - 1 }, type }
/* clang-format on */

static const struct cel_type attributes_of = { .kind = CEL_T_MAP,
					       .name = { "map", 3 },
					       .params = { &cel_string, &cel_dyn } };
static const struct cel_type attributes = { .kind = CEL_T_MAP,
					    .name = { "map", 3 },
					    .params = { &cel_string, &attributes_of } };

/* The error of an expression, empty if there is none. Returns false if out of memory. */
static bool compile(struct str source, bool consumable, struct strbuf *message)
{
	const struct cel_type quantities = {
		.kind = CEL_T_MAP,
		.name = { "map", 3 },
		.params = { &cel_string, cel_type_named(STR("kubernetes.Quantity")) }
	};
	const struct cel_type capacity = { .kind = CEL_T_MAP,
					   .name = { "map", 3 },
					   .params = { &cel_string, &quantities } };
	const struct cel_field fields[] = {
		FIELD("driver", &cel_string),
		FIELD("attributes", &attributes),
		FIELD("capacity", &capacity),
		FIELD("allowMultipleAllocations", &cel_bool),
	};
	const struct cel_type device = { .kind = CEL_T_STRUCT,
					 .name = { "kubernetes.DRADevice", 20 },
					 .fields = fields,
					 .field_count = consumable ? 4 : 3 };
	const struct cel_variable variable = { "device", &device };
	const struct cel_env env = { .libraries = CEL_ENV_KUBERNETES | CEL_LIB_BINDINGS,
				     .variables = &variable,
				     .variable_count = 1 };
	AUTO_STRBUF why = STRBUF_INIT;
	struct cel_program *program = cel_compile(&env, source, &why);
	const struct cel_type *type = program ? cel_program_type(program) : NULL;
	bool whole = program || why.len;

	if (whole && !program) {
		strbuf_addf(message, "compilation failed: %s", why.ptr);
	} else if (whole && type->kind != CEL_T_BOOL && type->kind != CEL_T_DYN) {
		strbuf_addz(message, "must evaluate to bool or the unknown type, not ");
		cel_type_write_name(message, type);
	} else if (whole && !cel_instantiate(program, &why)) {
		whole = why.len > 0;
		strbuf_addf(message, "program instantiation failed: %s", whole ? why.ptr : "");
	}
	cel_program_free(program);
	return whole && !why.failed && !message->failed;
}

void fakeapi__check_device_selector(causes_t *c, const path_t *at, const cJSON *selector)
{
	const cJSON *cel = fakeapi__member(selector, "cel");
	const path_t *cel_at = PATH(at, "cel");
	struct str source = str_of(fakeapi__string(cel, "expression"));
	AUTO_STRBUF message = STRBUF_INIT;

	if (!cJSON_IsObject(cel)) {
		fakeapi__cause_required(c, cel_at, NULL);
	} else if (source.len > EXPRESSION_MAX) {
		fakeapi__cause_too_long(c, PATH(cel_at, "expression"), EXPRESSION_MAX);
	} else if (!compile(source,
			    fakeapi__gate_on(c->features, FAKEAPI_GATE_DRAConsumableCapacity),
			    &message)) {
		c->nomem = true;
	} else if (message.len) {
		fakeapi__cause_invalid_str(c, PATH(cel_at, "expression"), source, message.ptr);
	}
}
