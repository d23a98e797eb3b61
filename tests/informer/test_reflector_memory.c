/* SPDX-License-Identifier: Apache-2.0 */
/* An event of a watch while memory gives out: the queue gets it and the reflector its version, or
 * neither. */
#include "base/clock.h"
#include "base/str.h"
#include "informer/object.h"
#include "informer/reflector.h"
#include "tests/kit/testing.h"

/* Versions of so many digits need memory of their own. */
enum { DIGITS = 600 };

struct counting_queue {
	struct inf__queue queue;
	unsigned events;
};

static int count_event(struct inf__queue *q, enum inf__delta_type type,
		       const struct inf_object *obj, struct relist_err *err)
{
	(void)err;
	assert_int_equal(type, INF_DELTA_UPDATED);
	assert_string_equal(inf_object_key(obj), "p");
	((struct counting_queue *)(void *)q)->events++;
	return 0;
}

static int take_list(struct inf__queue *q, const struct inf_object *const *objs, size_t count,
		     const char *rv, struct relist_err *err)
{
	(void)q;
	(void)objs;
	(void)rv;
	(void)err;
	assert_int_equal(count, 0);
	return 0;
}

static const struct inf__queue_ops queue_ops = { .put = count_event, .replace = take_list };

static uint32_t next_request(struct inf__reflector *r, bool watch)
{
	struct inf__effect e;

	assert_true(inf__reflector_poll(r, &e));
	assert_int_equal(e.kind, INF_EFFECT_OPEN);
	assert_int_equal(e.watch, watch);
	return e.request_id;
}

/* Up to an open watch from the version 7. */
static struct inf__reflector *start(struct counting_queue *q, struct choice *c, uint32_t *watch)
{
	const struct inf__reflector_config config = { .name = "r",
						      .group = "",
						      .version = "v1",
						      .resource = "pods",
						      .kind = "",
						      .namespace_ = "",
						      .label_selector = "",
						      .field_selector = "",
						      .choice = c };
	const struct inf__head ok = { .status = 200, .content_type = "application/json" };
	struct inf__reflector *r;
	AUTO_STRBUF list = STRBUF_INIT;
	uint32_t id;

	*q = (struct counting_queue) { .queue = { .ops = &queue_ops } };
	r = inf__reflector_new(&config, &q->queue, NULL);
	assert_non_null(r);
	inf__reflector_start(r, 0);
	strbuf_addf(&list,
		    "{\"items\":[],\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":"
		    "{\"resourceVersion\":\"%0*d\"}}",
		    DIGITS, 7);
	id = next_request(r, false);
	inf__reflector_on_head(r, 0, id, &ok);
	inf__reflector_on_bytes(r, 0, id, list.ptr, list.len);
	inf__reflector_on_end(r, 0, id, INF_END_CLEAN);
	*watch = next_request(r, true);
	inf__reflector_on_head(r, 0, *watch, &ok);
	return r;
}

static void event_is_delivered_with_its_version_or_not_at_all(void **state)
{
	AUTO_STRBUF event = STRBUF_INIT;
	AUTO_STRBUF rv = STRBUF_INIT;
	unsigned delivered = 0, lost = 0;

	(void)state;
	strbuf_addf(&rv, "%0*d", DIGITS, 8);
	strbuf_addf(&event,
		    "{\"type\":\"MODIFIED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\","
		    "\"metadata\":{\"name\":\"p\",\"resourceVersion\":\"%s\"}}}\n",
		    rv.ptr);
	for (long grant = 0; !delivered; grant++) {
		struct counting_queue q;
		struct inf__reflector *r;
		struct choice c;
		bool whole;
		uint32_t id;

		choice_init_seed(&c, 1, false);
		r = start(&q, &c, &id);
		base__alloc_fail_after = grant;
		base__alloc_fail_count = 1;
		inf__reflector_on_bytes(r, 0, id, event.ptr, event.len);
		base__alloc_fail_after = -1;
		base__alloc_fail_count = 0;
		whole = strcmp(inf__reflector_resource_version(r), rv.ptr) == 0;
		assert_int_equal(q.events, whole);
		delivered += whole;
		lost += !whole;
		inf__reflector_free(r);
		choice_fini(&c);
	}
	assert_true(lost > 2);
	assert_int_equal(inf__object_count(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(event_is_delivered_with_its_version_or_not_at_all),
	};

	return cmocka_run_group_tests_name("informer/reflector_memory", tests, NULL, NULL);
}
