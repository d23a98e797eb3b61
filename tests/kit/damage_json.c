/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/damage_json.h"

#include "base/alloc.h"
#include "base/str.h"
#include "tests/kit/testing.h"

enum { MANY = 24 };

static const char *const words[] = {
	"",
	"*",
	".",
	"-",
	"a",
	"A",
	"a.b",
	"A_b",
	"a/b",
	"a b",
	"-a",
	"e.com/x",
	"kubernetes.io/x",
	"Always",
	"Never",
	"OnFailure",
	"IfNotPresent",
	"ClusterFirst",
	"Default",
	"None",
	"ClusterIP",
	"NodePort",
	"LoadBalancer",
	"ExternalName",
	"Local",
	"Cluster",
	"ClientIP",
	"SingleStack",
	"PreferDualStack",
	"IPv4",
	"IPv6",
	"TCP",
	"UDP",
	"SCTP",
	"HTTP",
	"http",
	"Recreate",
	"RollingUpdate",
	"OnDelete",
	"OrderedReady",
	"Parallel",
	"Equal",
	"Exists",
	"DoesNotExist",
	"In",
	"NotIn",
	"Gt",
	"NoSchedule",
	"NoExecute",
	"PreferNoSchedule",
	"DoNotSchedule",
	"Allow",
	"Forbid",
	"Replace",
	"Indexed",
	"FailJob",
	"ReadWriteOnce",
	"ReadWriteOncePod",
	"Filesystem",
	"Block",
	"Retain",
	"Delete",
	"Bidirectional",
	"Localhost",
	"RuntimeDefault",
	"Unconfined",
	"SYS_ADMIN",
	"Memory",
	"Resource",
	"Pods",
	"Utilization",
	"AverageValue",
	"Fail",
	"Ignore",
	"Equivalent",
	"Exact",
	"User",
	"Group",
	"ServiceAccount",
	"ClusterRole",
	"system:masters",
	"get",
	"pods",
	"pods/log",
	"v1",
	"apps/v1",
	"Pod",
	"1Gi",
	"100m",
	"1.5",
	"-1",
	"0",
	"1e3",
	"10%",
	"0%",
	"101%",
	"100%x",
	"*/5 * * * *",
	"@daily",
	"60 * * * *",
	"UTC",
	"Etc/Nowhere",
	"10.0.0.1",
	"10.0.0.256",
	"127.0.0.1",
	"169.254.1.1",
	"0.0.0.0",
	"::1",
	"fe80::1",
	"2001:db8::1",
	"::ffff:1.2.3.4",
	"10.0.0.0/8",
	"10.0.0.1/8",
	"fd00::/64",
	"1.2.3.4/33",
	"2026-01-02T03:04:05Z",
	"2026-01-02",
	"1h30m",
	"/a/../b",
	"/a",
	"a/b/..",
	"https://a.b/c",
	"ftp://a",
	"$(A)",
	"A=B",
	"cpu",
	"memory",
	"ephemeral-storage",
	"hugepages-2Mi",
	"requests.cpu",
	"limits.memory",
	"e.com/gpu",
	"self.x > 1",
	"object.spec.x == 'a'",
	"string",
	"integer",
	"number",
	"object",
	"array",
	"boolean",
	"date-time",
	"Namespaced",
	"Foreground",
	"Orphan",
	"foregroundDeletion",
};

static const double numbers[] = {
	0,     1,     2,     -1,    1.5,	99,	    100,  101,	300,
	511,   512,   600,   1000,  1001,	1023,	    1024, 3600, 30000,
	32767, 32768, 65535, 65536, 2147483647, 2147483648, 1e15,
};

static const size_t lengths[] = { 1, 15, 16, 52, 53, 57, 58, 62, 63, 64, 127, 128, 253, 254, 257 };

/* Values below it, itself not counted. */
static uint32_t count_below(const cJSON *v)
{
	uint32_t n = 0;

	for (const cJSON *m = v->child; m; m = m->next)
		n += 1 + count_below(m);
	return n;
}

/* The n-th value below it, and who has it. */
static cJSON *nth_below(cJSON *v, uint32_t *n, cJSON **parent)
{
	for (cJSON *m = v->child, *found; m; m = m->next) {
		if ((*n)-- == 0) {
			*parent = v;
			return m;
		}
		found = nth_below(m, n, parent);
		if (found)
			return found;
	}
	return NULL;
}

static cJSON *any_below(cJSON *doc, struct choice *c, cJSON **parent)
{
	uint32_t n = choice_pick(c, count_below(doc));

	return nth_below(doc, &n, parent);
}

static cJSON *word_or_length(struct choice *c)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (choice_pick(c, 4))
		return cJSON_CreateString(words[choice_pick(c, ARRAY_LEN(words))]);
	for (size_t n = lengths[choice_pick(c, ARRAY_LEN(lengths))]; n > 0; n--)
		strbuf_addc(&text, 'x');
	return cJSON_CreateString(text.ptr);
}

static cJSON *another_text(const char *old, struct choice *c)
{
	static const char bytes[] = "-._/:,=%AZ09 ~\"\\\t";
	AUTO_STRBUF text = STRBUF_INIT;
	size_t len = strlen(old), at = choice_pick(c, (uint32_t)len + 1);
	char byte = bytes[choice_pick(c, sizeof(bytes) - 1)];

	switch (choice_pick(c, 3)) {
	case 0: /* a byte more */
		strbuf_add(&text, old, at);
		strbuf_addc(&text, byte);
		strbuf_addz(&text, old + at);
		break;
	case 1: /* a byte less */
		strbuf_add(&text, old, at);
		strbuf_addz(&text, at < len ? old + at + 1 : "");
		break;
	default:
		return word_or_length(c);
	}
	return cJSON_CreateString(text.len ? text.ptr : "");
}

static cJSON *another_number(double old, struct choice *c)
{
	switch (choice_pick(c, 4)) {
	case 0:
		return cJSON_CreateNumber(old + 1);
	case 1:
		return cJSON_CreateNumber(old - 1);
	default:
		return cJSON_CreateNumber(numbers[choice_pick(c, ARRAY_LEN(numbers))]);
	}
}

static cJSON *of_another_type(struct choice *c)
{
	switch (choice_pick(c, 6)) {
	case 0:
		return cJSON_CreateNull();
	case 1:
		return cJSON_CreateObject();
	case 2:
		return cJSON_CreateArray();
	case 3:
		return cJSON_CreateBool(choice_pick(c, 2) != 0);
	case 4:
		return cJSON_CreateNumber(numbers[choice_pick(c, ARRAY_LEN(numbers))]);
	default:
		return word_or_length(c);
	}
}

static void replace(cJSON *parent, cJSON *v, cJSON *by)
{
	assert_non_null(by);
	if (cJSON_IsObject(parent)) {
		char *name = base__strdup(v->string);

		assert_non_null(name);
		assert_true(cJSON_ReplaceItemInObjectCaseSensitive(parent, name, by));
		base__free(name);
	} else {
		assert_true(cJSON_ReplaceItemViaPointer(parent, v, by));
	}
}

/* So many like it, each with a name of its own, that lists and objects are no longer walked. */
static void many_times(cJSON *parent, const cJSON *v, struct choice *c)
{
	const char *const member = choice_pick(c, 2) ? "name" : "key";

	for (int i = 0; i < MANY; i++) {
		cJSON *copy = cJSON_Duplicate(v, true);
		char name[16];

		assert_non_null(copy);
		(void)snprintf(name, sizeof(name), "n%d", (i * 7) % (MANY - 1));
		if (cJSON_IsString(copy) && cJSON_IsArray(parent))
			cJSON_SetValuestring(copy, name);
		else if (cJSON_GetObjectItemCaseSensitive(copy, member))
			cJSON_ReplaceItemInObjectCaseSensitive(copy, member,
							       cJSON_CreateString(name));
		if (cJSON_IsArray(parent))
			cJSON_AddItemToArray(parent, copy);
		else
			cJSON_AddItemToObject(parent, name, copy);
	}
}

/* One more like it, in a list behind it or in an object under another name; often one difference
 * makes the copy another one. */
static void twice(cJSON *parent, const cJSON *v, bool typed, struct choice *c)
{
	cJSON *copy = cJSON_Duplicate(v, true), *name = word_or_length(c), *owner = NULL, *part;

	assert_true(copy && name);
	if (cJSON_IsArray(parent))
		cJSON_AddItemToArray(parent, copy);
	else
		cJSON_AddItemToObject(parent, name->valuestring, copy);
	cJSON_Delete(name);
	if (copy->child && choice_pick(c, 2)) {
		part = any_below(copy, c, &owner);
		replace(owner, part,
			cJSON_IsString(part) ? word_or_length(c)
			: typed		     ? cJSON_Duplicate(part, true)
					     : of_another_type(c));
	}
}

static bool is_pair(const cJSON *a, const cJSON *b)
{
	return (a->type & 0xff) == (b->type & 0xff) || (cJSON_IsBool(a) && cJSON_IsBool(b));
}

/* The value itself becomes another of its type. */
static void change_value(cJSON *parent, cJSON *v, bool typed, struct choice *c)
{
	if (cJSON_IsString(v))
		replace(parent, v, another_text(v->valuestring, c));
	else if (cJSON_IsNumber(v))
		replace(parent, v, another_number(v->valuedouble, c));
	else if (cJSON_IsBool(v))
		replace(parent, v, cJSON_CreateBool(!cJSON_IsTrue(v)));
	else
		damage_json(v, typed, c);
}

void damage_json(cJSON *doc, bool typed, struct choice *c)
{
	cJSON *parent = NULL, *other_parent = NULL, *v, *other;
	uint32_t how;

	if (!doc->child)
		return;
	v = any_below(doc, c, &parent);
	other = any_below(doc, c, &other_parent);
	how = choice_pick(c, 16);
	if (how < 2)
		cJSON_Delete(cJSON_DetachItemViaPointer(parent, v));
	else if (how < 4 && (!typed || is_pair(v, other)))
		replace(parent, v, cJSON_Duplicate(other, true));
	else if (how < 6 && !typed)
		replace(parent, v, of_another_type(c));
	else if (how < 7 && (!typed || cJSON_IsArray(parent)))
		twice(parent, v, typed, c);
	else if (how == 7 && (!typed || cJSON_IsArray(parent)) && choice_pick(c, 3) == 0)
		many_times(parent, v, c);
	else
		change_value(parent, v, typed, c);
}
