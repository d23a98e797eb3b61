/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/cel_kit.h"

void cel_write(struct cel_run *run, struct strbuf *out, struct cel_value v)
{
	switch ((enum cel_kind)v.kind) {
	case CEL_ERROR:
		strbuf_addf(out, "error: " STR_FMT, STR_ARG(cel_str(v)));
		break;
	case CEL_NULL:
		strbuf_addz(out, "null");
		break;
	case CEL_BOOL:
		strbuf_addz(out, v.as.b ? "true" : "false");
		break;
	case CEL_INT:
		strbuf_addf(out, "%lld", (long long)v.as.i);
		break;
	case CEL_UINT:
		strbuf_addf(out, "%lluu", (unsigned long long)v.as.u);
		break;
	case CEL_DOUBLE:
		strbuf_addf(out, "double(%g)", v.as.d);
		break;
	case CEL_STRING:
	case CEL_BYTES:
		strbuf_addz(out, v.kind == CEL_BYTES ? "b" : "");
		strbuf_add_json(out, cel_str(v));
		break;
	case CEL_TIMESTAMP:
		strbuf_addf(out, "timestamp(%lld)", (long long)v.as.i);
		break;
	case CEL_DURATION:
		strbuf_addf(out, "duration(%lld)", (long long)v.as.i);
		break;
	case CEL_LIST:
		strbuf_addc(out, '[');
		for (uint32_t i = 0; i < cel_list_count(v); i++) {
			strbuf_addz(out, i ? ", " : "");
			cel_write(run, out, cel_list_at(run, v, i));
		}
		strbuf_addc(out, ']');
		break;
	case CEL_MAP:
		strbuf_addc(out, '{');
		for (uint32_t i = 0; cel_map_entry(run, v, i); i++) {
			strbuf_addz(out, i ? ", " : "");
			cel_write(run, out, cel_map_entry(run, v, i)->key);
			strbuf_addz(out, ": ");
			cel_write(run, out, cel_map_entry(run, v, i)->value);
		}
		strbuf_addc(out, '}');
		break;
	case CEL_TYPE:
		strbuf_adds(out, v.as.type->name);
		break;
	case CEL_OPTIONAL:
		if (!v.as.boxed) {
			strbuf_addz(out, "none");
			break;
		}
		strbuf_addz(out, "some(");
		cel_write(run, out, *v.as.boxed);
		strbuf_addc(out, ')');
		break;
	case CEL_OPAQUE:
		strbuf_adds(out, v.as.opaque->type->name);
		break;
	}
}

void cel_text(const char *expr, struct strbuf *out)
{
	const struct cel_env env = { .libraries = CEL_ENV_KUBERNETES | CEL_LIB_LISTS };
	struct cel_program *p = cel_compile(&env, str_of(expr), out);
	struct cel_value none = cel_null();
	struct cel_run run;

	if (!p)
		return;
	cel_run_init(&run);
	cel_write(&run, out, cel_eval(&run, p, &none));
	cel_run_fini(&run);
	cel_program_free(p);
}
