/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/hook_kit.h"

#include "base/base64.h"
#include "fakeapi/meta/go_json.h"
#include "tests/kit/testing.h"

static bool take_review(void *user, const struct fakeapi__question *q)
{
	struct side *s = user;

	strbuf_clear(&s->review);
	strbuf_adds(&s->review, q->body);
	s->id = q->id;
	s->open = true;
	s->reviews++;
	return true;
}

static void forget(void *user, uint64_t id)
{
	(void)user;
	(void)id;
}

static bool outside(struct kit *k)
{
	struct side *s = (struct side *)(void *)k;
	struct fakeapi__reply r = { .status = 200, .content_type = STR("application/json") };
	AUTO_STRBUF out = STRBUF_INIT;
	cJSON *review;

	if (!s->open)
		return false;
	if (s->answer) {
		r.body = str_of(s->answer);
		s->open = false;
		fakeapi__core_reply(k->core, s->id, &r);
		return true;
	}
	review = cJSON_Parse(s->review.ptr);
	strbuf_addf(&out,
		    "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\","
		    "\"response\":{\"uid\":\"%s\",",
		    fakeapi__string(fakeapi__member(review, "request"), "uid"));
	strbuf_addz(&out, s->patch ? "\"allowed\":true,\"patchType\":\"JSONPatch\",\"patch\":\""
				   : "\"allowed\":false,\"warnings\":[\"mind the gap");
	if (s->patch)
		base64_encode(&out, str_of(s->patch), BASE64_STD);
	strbuf_addz(&out, s->patch ? "\"}}" : "\"]}}");
	cJSON_Delete(review);
	r.body = strbuf_str(&out);
	s->open = false;
	fakeapi__core_reply(k->core, s->id, &r);
	return true;
}

void side_open(struct side *s)
{
	struct fakeapi__options opt = {
		.wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
		.ask = take_review,
		.forget = forget,
		.ask_user = s,
	};

	memset(s, 0, sizeof(*s));
	strbuf_init(&s->review);
	kit_open(&s->kit, &opt);
	s->kit.outside = outside;
	assert_int_equal(
	    kit_do(&s->kit, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
		   "{\"metadata\":{\"name\":\"toys.e.io\"},\"spec\":{\"group\":\"e.io\",\"scope\":"
		   "\"Namespaced\",\"names\":{\"plural\":\"toys\",\"kind\":\"Toy\"},\"versions\":[{"
		   "\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"
		   "\"openAPIV3Schema\":{\"type\":\"object\"}}},{\"name\":\"v2\",\"served\":true,"
		   "\"storage\":false,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\"}}}]}}"),
	    201);
	s->kit.now_ns += 10 * NS_PER_S;
}

void side_close(struct side *s)
{
	kit_close(&s->kit);
	strbuf_fini(&s->review);
}
