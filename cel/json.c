/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/json.h"

#include <math.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "cel/eval.h"

enum { DEPTH_MAX = 1000 };

static cJSON *to_json(struct cel_run *run, struct cel_value v, unsigned depth, struct strbuf *why);

static cJSON *text(struct str s, struct strbuf *why)
{
	AUTO_STRBUF b = STRBUF_INIT;

	if (s.len && memchr(s.ptr, '\0', s.len)) {
		strbuf_addz(why, "a string with NUL");
		return NULL;
	}
	strbuf_adds(&b, s);
	strbuf_addz(&b, "");
	return b.failed ? NULL : cJSON_CreateString(b.ptr ? b.ptr : "");
}

static cJSON *integer(int64_t i)
{
	cJSON *out = cJSON_CreateNumber((double)i);
	char digits[32];

	/* A double would lose digits: see fakeapi/meta/number.h. */
	if (!out || (i > -(INT64_C(1) << 53) && i < INT64_C(1) << 53))
		return out;
	(void)snprintf(digits, sizeof(digits), "%lld", (long long)i);
	out->valuestring = base__strdup(digits);
	if (out->valuestring)
		return out;
	cJSON_Delete(out);
	return NULL;
}

/* Always consumes `item`. */
static cJSON *added(cJSON *to, const char *name, cJSON *item)
{
	if (item && (name ? cJSON_AddItemToObject(to, name, item) : cJSON_AddItemToArray(to, item)))
		return to;
	cJSON_Delete(item);
	cJSON_Delete(to);
	return NULL;
}

static cJSON *list(struct cel_run *run, struct cel_value v, unsigned depth, struct strbuf *why)
{
	cJSON *out = cJSON_CreateArray();

	for (uint32_t i = 0; out && i < cel_list_count(v); i++)
		out = added(out, NULL, to_json(run, cel_list_at(run, v, i), depth + 1, why));
	return out;
}

static cJSON *map(struct cel_run *run, struct cel_value v, unsigned depth, struct strbuf *why)
{
	cJSON *out = cJSON_CreateObject();

	for (uint32_t i = 0; out && i < cel_map_count(run, v); i++) {
		const struct cel_entry *e = cel_map_entry(run, v, i);
		AUTO_STRBUF key = STRBUF_INIT;

		if (e && e->key.kind != CEL_STRING) {
			strbuf_addz(why, "a map key that is no string");
			cJSON_Delete(out);
			return NULL;
		}
		if (e)
			strbuf_adds(&key, cel_str(e->key));
		strbuf_addz(&key, "");
		if (!e || key.failed) {
			cJSON_Delete(out);
			return NULL;
		}
		out = added(out, key.ptr ? key.ptr : "", to_json(run, e->value, depth + 1, why));
	}
	return out;
}

static cJSON *to_json(struct cel_run *run, struct cel_value v, unsigned depth, struct strbuf *why)
{
	AUTO_STRBUF b = STRBUF_INIT;

	if (depth > DEPTH_MAX) {
		strbuf_addz(why, "nested too deep");
		return NULL;
	}
	switch ((enum cel_kind)v.kind) {
	case CEL_NULL:
		return cJSON_CreateNull();
	case CEL_BOOL:
		return cJSON_CreateBool(v.as.b);
	case CEL_INT:
		return integer(v.as.i);
	case CEL_UINT:
		return v.as.u <= INT64_MAX ? integer((int64_t)v.as.u)
					   : cJSON_CreateNumber((double)v.as.u);
	case CEL_DOUBLE:
		if (isfinite(v.as.d))
			return cJSON_CreateNumber(v.as.d);
		strbuf_addz(why, "a number that is infinite or none");
		return NULL;
	case CEL_STRING:
		return text(cel_str(v), why);
	case CEL_BYTES:
		base64_encode(&b, cel_str(v), BASE64_STD);
		return b.failed ? NULL : text(strbuf_str(&b), why);
	case CEL_TIMESTAMP:
		cel__write_time(&b, v);
		return b.failed ? NULL : text(strbuf_str(&b), why);
	case CEL_DURATION:
		cel__write_double(&b, (double)v.as.i / 1e9);
		strbuf_addc(&b, 's');
		return b.failed ? NULL : text(strbuf_str(&b), why);
	case CEL_LIST:
		return list(run, v, depth, why);
	case CEL_MAP:
		return map(run, v, depth, why);
	case CEL_OPTIONAL:
		if (v.as.boxed)
			return to_json(run, *v.as.boxed, depth + 1, why);
		break;
	case CEL_ERROR:
	case CEL_TYPE:
	case CEL_OPAQUE:
		break;
	}
	strbuf_addz(why, "a value of a type that JSON does not have");
	return NULL;
}

cJSON *cel_to_json(struct cel_run *run, struct cel_value v, struct strbuf *why)
{
	cJSON *out = to_json(run, v, 0, why);

	if (!out && why->failed)
		strbuf_clear(why);
	return out;
}
