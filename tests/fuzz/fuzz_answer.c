/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_answer.c - whatever a server answers a client's call: status, headers and body from the
 * input, its lines "STATUS", "Content-Type", "Retry-After", "Location", "Warning", then the body.
 * It always ends, a refusal reads as one, and warnings and merge patches hold together. */
#include "base/clock.h"
#include "informer/dynamic.h"
#include "informer/object.h"
#include "informer/status.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES = 5 };

static void read_warnings(const char *header)
{
	struct str rest = str_of(header);
	AUTO_STRBUF agent = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;
	size_t before = rest.len + 1;
	int code;

	while (inf__warning_next(&rest, &code, &agent, &text)) {
		ASSERT(rest.len < before && code >= 0 && code < 1000);
		before = rest.len;
	}
}

static void read_refusal(const struct inf__rest_call *c)
{
	struct inf_status s = { 0 };
	struct relist_err err = { 0 };
	int rc = inf__status_from_answer(&s, c);
	int32_t seconds;

	ASSERT(rc == 0 && s.reason && s.message && s.name && s.group && s.kind && s.uid);
	rc = inf__status_error(&s, &err);
	ASSERT(rc < 0 && err.http_status == s.code);
	(void)inf_status_delay(&s, &seconds);
	for (int r = 0; r <= INF_REASON_STORE_READ_ERROR; r++)
		(void)inf_status_is(&s, (enum inf_reason)r);
	inf_status_fini(&s);
}

static void merge_with_itself(struct str body)
{
	struct inf_object *obj = inf_object_from_json(body.ptr, body.len, NULL), *twice = NULL;

	if (obj)
		twice = inf_object_merge(obj, body.ptr, body.len, NULL);
	if (twice) {
		(void)inf_object_key(twice);
		(void)inf_object_field(twice, "status", "reason", NULL);
	}
	inf_object_unref(twice);
	inf_object_unref(obj);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char line[LINES][200] = { "" };
	struct inf__rest_request req;
	struct inf__rest_call c;
	struct inf__head head;
	struct inf__effect e;
	size_t at = 0;

	for (int i = 0; i < LINES; i++) {
		size_t n = 0;

		for (; at < size && data[at] != '\n'; at++)
			if (n + 1 < sizeof(line[i]) && data[at])
				line[i][n++] = (char)data[at];
		at += at < size;
	}
	inf__rest_request_init(&req, size & 1 ? "PUT" : "GET");
	strbuf_addz(&req.path, "/a");
	inf__rest_call_init(&c, &req);
	c.bytes_max = 1 << 20;
	c.deadline_ns = 3600 * NS_PER_S;
	inf__rest_call_start(&c, 0);
	head = (struct inf__head) { .status = atoi(line[0]) % 1000,
				    .content_type = line[1][0] ? line[1] : NULL,
				    .retry_after = line[2][0] ? line[2] : NULL,
				    .location = line[3],
				    .warnings = line[4],
				    .url = "https://here/a" };
	for (int64_t now = 0; c.state != REST_DONE && now <= 3600; now += 300) {
		while (inf__rest_call_poll(&c, &e))
			;
		inf__rest_call_on_head(&c, now * NS_PER_S, c.id, &head);
		inf__rest_call_on_bytes(&c, now * NS_PER_S, c.id, data + at, size - at);
		inf__rest_call_on_end(&c, now * NS_PER_S, c.id, INF_END_CLEAN);
		inf__rest_call_on_time(&c, now * NS_PER_S);
	}
	ASSERT(c.state == REST_DONE);
	if (c.code == 0 && !inf__rest_call_good(&c))
		read_refusal(&c);
	read_warnings(line[4]);
	merge_with_itself((struct str) { (const char *)data + at, size - at });
	inf__rest_call_fini(&c);
	inf__rest_request_fini(&req);
	return 0;
}
