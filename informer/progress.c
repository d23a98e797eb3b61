/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/progress.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"

/* The request under way, or the wait for the next one. */
static void request_text(const struct inf__progress *p, const struct inf__progress_of *of,
			 int64_t now_ns, char *buf, size_t cap)
{
	double since = (double)(now_ns - p->since_ns) / (double)NS_PER_S;
	double left = (double)(p->until_ns - now_ns) / (double)NS_PER_S;

	switch (p->doing) {
	case INF_DOING_NOTHING:
		(void)snprintf(buf, cap, "it has not sent its first request yet");
		break;
	case INF_DOING_LIST:
		(void)snprintf(buf, cap,
			       p->answered ? "its list is incomplete after %.1f s"
					   : "its list has no response after %.1f s",
			       since);
		break;
	case INF_DOING_WATCH:
		if (!p->answered)
			(void)snprintf(buf, cap, "its watch has no response after %.1f s", since);
		else
			(void)snprintf(buf, cap,
				       "its watch is open for %.1f s%s; the cache has %zu object%s",
				       since, p->eventful ? "" : " and has sent no event",
				       of->objects, of->objects == 1 ? "" : "s");
		break;
	case INF_DOING_WAIT:
		(void)snprintf(buf, cap, "it sends its next request in %.1f s",
			       left > 0 ? left : 0.0);
		break;
	case INF_DOING_END:
		(void)snprintf(buf, cap, "it was stopped");
		break;
	}
}

void inf__progress_text(const struct inf__progress *p, const struct inf__progress_of *of,
			int64_t now_ns, char *buf, size_t cap)
{
	char request[160];

	request_text(p, of, now_ns, request, sizeof(request));
	if (p->doing == INF_DOING_END)
		(void)snprintf(buf, cap, "%s", request);
	else if (!of->started)
		(void)snprintf(buf, cap, "it was not started");
	else if (of->synced && of->backlog)
		(void)snprintf(buf, cap, "its handlers have %zu notification%s pending",
			       of->backlog, of->backlog == 1 ? "" : "s");
	else if (p->failures)
		(void)snprintf(buf, cap, "%s; %" PRIu64 " failed request%s, the last: %s", request,
			       p->failures, p->failures == 1 ? "" : "s", p->failure);
	else
		(void)snprintf(buf, cap, "%s%s", request,
			       p->doing != INF_DOING_WATCH || of->handlers ? ""
									   : "; it has no handler");
}
