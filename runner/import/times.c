/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/import/times.h"

#include "base/text/rfc3339.h"

static void note(int64_t at, bool *any, int64_t *newest)
{
	if (!*any || at > *newest)
		*newest = at;
	*any = true;
}

static void newer(json_t value, bool *any, int64_t *newest)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	int64_t at;

	if (rfc3339_parse(json_str(value, &scratch), &at))
		note(at, any, newest);
}

bool imp__object_time(json_t object, int64_t *out_ns)
{
	json_t metadata = json_get(object, "metadata"), field;
	struct json_iter it;
	bool any = false;

	newer(json_get(metadata, "creationTimestamp"), &any, out_ns);
	/* With a grace period deletionTimestamp is that much later than the write. */
	if (json_get(metadata, "deletionTimestamp").len) {
		int64_t mark = 0, grace = 0;
		bool marked = false;

		newer(json_get(metadata, "deletionTimestamp"), &marked, &mark);
		(void)json_int64(json_get(metadata, "deletionGracePeriodSeconds"), &grace);
		if (marked && grace >= 0 && grace < 86400)
			note(mark - grace * NS_PER_S, &any, out_ns);
	}
	json_iter_init(&it, json_get(metadata, "managedFields"));
	while (json_iter_element(&it, &field))
		newer(json_get(field, "time"), &any, out_ns);
	return any;
}

bool imp__object_was_changed(json_t object)
{
	json_t metadata = json_get(object, "metadata"), field;
	AUTO_STRBUF made_text = STRBUF_INIT;
	int64_t generation = 0, made, at;
	struct json_iter it;

	if (json_int64(json_get(metadata, "generation"), &generation) && generation > 1)
		return true;
	if (json_get(metadata, "deletionTimestamp").len)
		return true;
	if (!rfc3339_parse(json_str(json_get(metadata, "creationTimestamp"), &made_text), &made))
		return false;
	json_iter_init(&it, json_get(metadata, "managedFields"));
	while (json_iter_element(&it, &field)) {
		AUTO_STRBUF text = STRBUF_INIT;

		if (rfc3339_parse(json_str(json_get(field, "time"), &text), &at) && at > made)
			return true;
	}
	return false;
}
