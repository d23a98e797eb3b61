/* SPDX-License-Identifier: Apache-2.0 */
/* event.c - writes an event as a line of JSON, its members in Go's order. */
#include <inttypes.h>

#include "base/alloc.h"
#include "fakeapi/audit/audit_impl.h"
#include "fakeapi/meta/go_print.h"
#include "fakeapi/metrics/metrics.h"

static const char *const levels[] = { "None", "Metadata", "Request", "RequestResponse" };
static const char *const stages[FAKEAPI_AUDIT_STAGES] = { "RequestReceived", "ResponseStarted",
							  "ResponseComplete", "Panic" };

static void add_micro_time(const struct fakeapi__core *core, int64_t at_ns, struct strbuf *out)
{
	int64_t wall = at_ns + core->opt.wall_offset_ns;
	int64_t micro = (wall % NS_PER_S + NS_PER_S) % NS_PER_S / 1000;
	int64_t unix_s = (wall - micro * 1000) / NS_PER_S;
	char text[40];
	size_t n;

	fakeapi__format_time(unix_s, text, sizeof(text));
	n = strlen(text);
	strbuf_addf(out, "\"%.*s.%06" PRId64 "Z\"", (int)(n ? n - 1 : 0), text, micro);
}

static void add_member(struct strbuf *out, const char *name, const struct strbuf *json)
{
	if (!json->len)
		return;
	strbuf_addf(out, "%s\"%s\":", out->ptr[out->len - 1] == '{' ? "" : ",", name);
	strbuf_adds(out, strbuf_str(json));
	out->failed |= json->failed;
}

static void add_string_member(struct strbuf *out, const char *name, const struct strbuf *text)
{
	AUTO_STRBUF json = STRBUF_INIT;

	if (text->len)
		strbuf_add_json(&json, strbuf_str(text));
	json.failed |= text->failed;
	add_member(out, name, &json);
}

static void add_object_ref(struct fakeapi__audit *a, struct strbuf *out)
{
	AUTO_STRBUF ref = STRBUF_INIT;

	if (!a->on_object)
		return;
	strbuf_addc(&ref, '{');
	add_string_member(&ref, "resource", &a->text[RESOURCE]);
	add_string_member(&ref, "namespace", &a->text[NS]);
	add_string_member(&ref, "name", &a->text[NAME]);
	add_string_member(&ref, "uid", &a->text[UID]);
	add_string_member(&ref, "apiGroup", &a->text[GROUP]);
	add_string_member(&ref, "apiVersion", &a->text[VERSION]);
	add_string_member(&ref, "resourceVersion", &a->text[RV]);
	add_string_member(&ref, "subresource", &a->text[SUB]);
	strbuf_addc(&ref, '}');
	add_member(out, "objectRef", &ref);
}

static void add_status(const struct fakeapi__audit *a, struct strbuf *out)
{
	if (!a->code)
		return;
	strbuf_addz(out, ",\"responseStatus\":{\"metadata\":{}");
	strbuf_adds(out, strbuf_str(&a->text[STATUS]));
	strbuf_addf(out, ",\"code\":%d}", a->code);
	out->failed |= a->text[STATUS].failed;
}

static int by_key(const void *a, const void *b)
{
	return strcmp((*(cJSON *const *)a)->string, (*(cJSON *const *)b)->string);
}

static void add_annotations(const struct fakeapi__audit *a, struct strbuf *out)
{
	size_t n = (size_t)cJSON_GetArraySize(a->annotations), i = 0;
	cJSON **list = n ? base__calloc(n, sizeof(*list)) : NULL;
	cJSON *v;

	out->failed |= n && !list;
	cJSON_ArrayForEach(v, a->annotations)
	{
		if (list)
			list[i++] = v;
	}
	if (i > 1)
		qsort(list, i, sizeof(*list), by_key);
	for (size_t at = 0; at < i; at++) {
		strbuf_addz(out, at ? "," : ",\"annotations\":{");
		strbuf_add_json(out, str_of(list[at]->string));
		strbuf_addc(out, ':');
		strbuf_add_json(out, str_of(list[at]->valuestring));
	}
	if (i)
		strbuf_addc(out, '}');
	base__free(list);
}

/* Go escapes HTML in every string of the line. An event that lacks memory, or whose patch is no
 * JSON, is dropped, as there one that cannot be encoded is. */
void fakeapi__audit_emit(struct fakeapi__core *core, struct fakeapi__audit *a,
			 enum fakeapi__audit_stage stage, int64_t received_ns, int64_t now_ns)
{
	AUTO_STRBUF plain = STRBUF_INIT, line = STRBUF_INIT;

	if (a->config.omit & 1U << stage)
		return;
	strbuf_addf(&plain,
		    "{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\",\"level\":\"%s\"",
		    levels[a->config.level]);
	add_string_member(&plain, "auditID", &a->text[ID]);
	strbuf_addf(&plain, ",\"stage\":\"%s\"", stages[stage]);
	add_string_member(&plain, "requestURI", &a->text[URI]);
	strbuf_addz(&plain, ",\"verb\":"); /* may be empty */
	strbuf_add_json(&plain, strbuf_str(&a->text[VERB]));
	add_member(&plain, "user", &a->text[USER]);
	add_member(&plain, "impersonatedUser", &a->text[AS]);
	add_member(&plain, "sourceIPs", &a->text[IPS]);
	add_string_member(&plain, "userAgent", &a->text[AGENT]);
	add_object_ref(a, &plain);
	add_status(a, &plain);
	add_member(&plain, "requestObject", &a->text[REQUEST]);
	add_member(&plain, "responseObject", &a->text[RESPONSE]);
	strbuf_addz(&plain, ",\"requestReceivedTimestamp\":");
	add_micro_time(core, received_ns, &plain);
	strbuf_addz(&plain, ",\"stageTimestamp\":");
	add_micro_time(core, now_ns, &plain);
	add_annotations(a, &plain);
	strbuf_addz(&plain, "}\n");
	fakeapi__add_escaped(&line, strbuf_str(&plain));
	if (a->failed || a->unreadable || plain.failed || line.failed)
		return;
	fakeapi__metrics_audit_event(core);
	core->opt.on_audit(core->opt.on_audit_user, strbuf_str(&line));
}
