/* SPDX-License-Identifier: Apache-2.0 */
/* json_spans.c - where the containers of a scanned value end, so that a reader can skip them. */
#include "base/json_bytes.h"
#include "base/json_scan_impl.h"

void json__spans_open(struct json_spans *spans, uint32_t depth, size_t at)
{
	if (depth >= JSON_SPAN_DEPTH)
		return;
	spans->opened[depth] = JSON_SPANS_MAX;
	if (spans->count == JSON_SPANS_MAX || at > UINT32_MAX)
		return;
	spans->list[spans->count].from = (uint32_t)at;
	spans->list[spans->count].to = 0;
	spans->opened[depth] = spans->count++;
}

void json__spans_close(struct json_spans *spans, uint32_t depth, size_t end)
{
	if (depth >= JSON_SPAN_DEPTH || spans->opened[depth] == JSON_SPANS_MAX)
		return;
	spans->list[spans->opened[depth]].to = end <= UINT32_MAX ? (uint32_t)end : 0;
}

const char *json__skip_noted(struct json_skip *skip, const char *p, const char *end)
{
	const struct json_spans *spans = skip ? skip->spans : NULL;
	size_t from;

	if (!spans || p == end || (*p != '{' && *p != '['))
		return json__skip_value(p, end);
	from = (size_t)(p - skip->base);
	while (skip->next < spans->count && spans->list[skip->next].from < from)
		skip->next++;
	if (skip->next == spans->count || spans->list[skip->next].from != from ||
	    spans->list[skip->next].to == 0)
		return json__skip_value(p, end);
	return skip->base + spans->list[skip->next].to;
}
