/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/http2_health.h"

#include <stdlib.h>

#include "base/clock.h"

enum { READ_IDLE_S = 30, PING_TIMEOUT_S = 15, SECONDS_MAX = INT32_MAX };

/* Parses like strconv.Atoi, within the range of sensible timeouts. */
static int64_t seconds(const char *text, int64_t by_default)
{
	const char *digits = text;
	int64_t n = 0;
	bool negative;

	if (!text)
		return by_default;
	negative = *text == '-';
	if (*digits == '-' || *digits == '+')
		digits++;
	if (!*digits)
		return by_default;
	for (; *digits; digits++) {
		if (*digits < '0' || *digits > '9')
			return by_default;
		if (n < SECONDS_MAX)
			n = n * 10 + (*digits - '0');
	}
	if (n > SECONDS_MAX)
		n = SECONDS_MAX;
	return negative ? -n : n;
}

void inf__http2_options_init(struct inf__http2_options *o, const char *disabled,
			     const char *read_idle_s, const char *ping_timeout_s)
{
	int64_t idle_s = seconds(read_idle_s, READ_IDLE_S);
	int64_t ping_s = seconds(ping_timeout_s, PING_TIMEOUT_S);

	o->disabled = disabled && *disabled;
	o->read_idle_ns = idle_s > 0 ? idle_s * NS_PER_S : 0;
	o->ping_timeout_ns = (ping_s > 0 ? ping_s : PING_TIMEOUT_S) * NS_PER_S;
}

void inf__http2_options_without(struct inf__http2_options *o, inf__without without)
{
	if (without >> INF_FIX_HTTP2_PING & 1)
		o->read_idle_ns = 0;
	o->error_closes = without >> INF_FIX_HTTP2_STREAM & 1;
	o->one_connection = without >> INF_FIX_HTTP2_STREAMS & 1;
}

void inf__http2_health_init(struct inf__http2_health *h, int64_t now_ns)
{
	h->heard_ns = now_ns;
	h->asked_ns = TIME_NEVER;
}

void inf__http2_health_heard(struct inf__http2_health *h, int64_t now_ns)
{
	inf__http2_health_init(h, now_ns);
}

enum inf__http2_next inf__http2_health_look(struct inf__http2_health *h,
					    const struct inf__http2_options *o, int64_t now_ns)
{
	if (now_ns < inf__http2_health_deadline_ns(h, o))
		return INF_HTTP2_WAIT;
	if (h->asked_ns != TIME_NEVER)
		return INF_HTTP2_LOST;
	h->asked_ns = now_ns;
	return INF_HTTP2_PING;
}

int64_t inf__http2_health_deadline_ns(const struct inf__http2_health *h,
				      const struct inf__http2_options *o)
{
	if (!o->read_idle_ns)
		return TIME_NEVER;
	return h->asked_ns == TIME_NEVER ? h->heard_ns + o->read_idle_ns
					 : h->asked_ns + o->ping_timeout_ns;
}
