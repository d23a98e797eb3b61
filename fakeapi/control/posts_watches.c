/* SPDX-License-Identifier: Apache-2.0 */
/* posts_watches.c - reads the body of POST /relist/v1/watches. */
#include "base/alloc.h"
#include "fakeapi/context.h"
#include "fakeapi/control/posts.h"
#include "fakeapi/control/rule_frames.h"
#include "fakeapi/control/rule_members.h"
#include "fakeapi/meta/go_json.h"

/* Of FAIL's members: what the ERROR event says. */
static int read_error(struct fakeapi__call *c, const cJSON *body, struct fakeapi__watches_body *out)
{
	struct fakeapi__fault *rule = &out->error;
	double status = 500, retry = 0;

	rule->kind = FAKEAPI_FAULT_FAIL;
	rule->match = out->match;
	if (fakeapi__read_number(c, body, "status", 400, 599, &status) < 0 ||
	    fakeapi__read_number(c, body, "retryAfter", 0, 86400, &retry) < 0 ||
	    fakeapi__read_text(c, body, "reason", rule->reason, sizeof(rule->reason)) < 0 ||
	    fakeapi__read_text(c, body, "message", rule->message, sizeof(rule->message)) < 0)
		return -1;
	rule->status = (int)status;
	rule->retry_after_s = (int)retry;
	return fakeapi__read_details(c, body, rule);
}

/* What POST /relist/v1/watches does, and the members that it uses. */
static const struct {
	const char *name, *members;
} hows[] = {
	[FAKEAPI_HOW_END] = { "end", "how,match" },
	[FAKEAPI_HOW_CUT] = { "cut", "how,match" },
	[FAKEAPI_HOW_RESET] = { "reset", "how,match" },
	[FAKEAPI_HOW_STALL] = { "stall", "how,match" },
	[FAKEAPI_HOW_RESUME] = { "resume", "how,match" },
	[FAKEAPI_HOW_SLOW] = { "slow", "how,match,bytes,delay" },
	[FAKEAPI_HOW_BOOKMARK] = { "bookmark", "how,match,initialEventsEnd" },
	[FAKEAPI_HOW_ERROR] = { "error", "how,match,status,reason,message,details,retryAfter" },
	[FAKEAPI_HOW_SEND] = { "send", "how,match,body" },
	[FAKEAPI_HOW_HTTP2] = { "http2", "how,match,mode,code,bytes,streams,delay" },
};

static int read_how(struct fakeapi__call *c, const cJSON *body, enum fakeapi__how *out)
{
	char how[16] = "end";

	if (fakeapi__read_text(c, body, "how", how, sizeof(how)) < 0)
		return -1;
	for (size_t i = 0; i < ARRAY_LEN(hows); i++) {
		if (strcmp(how, hows[i].name) == 0) {
			*out = (enum fakeapi__how)i;
			return 0;
		}
	}
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "how: found \"%s\", wanted one of end, cut, reset, stall, "
				   "resume, slow, bookmark, error, send, http2",
				   how);
}

static int read_of_how(struct fakeapi__call *c, const cJSON *body,
		       struct fakeapi__watches_body *out)
{
	double bytes = 1;
	int initial = 0;

	switch (out->how) {
	case FAKEAPI_HOW_SLOW:
		out->delay_ns = NS_PER_S;
		if (fakeapi__read_number(c, body, "bytes", 0, 1e12, &bytes) < 0 ||
		    fakeapi__read_duration(c, body, "delay", &out->delay_ns) < 0)
			return -1;
		out->bytes = (size_t)bytes;
		return 0;
	case FAKEAPI_HOW_BOOKMARK:
		if (fakeapi__read_bool(c, body, "initialEventsEnd", &initial) < 0)
			return -1;
		out->initial = initial > 0;
		return 0;
	case FAKEAPI_HOW_ERROR:
		return read_error(c, body, out);
	case FAKEAPI_HOW_SEND:
		return fakeapi__read_script(c, body, 200, &out->script);
	case FAKEAPI_HOW_HTTP2:
		return fakeapi__read_frame_fault(c, body, &out->error);
	case FAKEAPI_HOW_END:
	case FAKEAPI_HOW_CUT:
	case FAKEAPI_HOW_RESET:
	case FAKEAPI_HOW_STALL:
	case FAKEAPI_HOW_RESUME:
		break;
	}
	return 0;
}

int fakeapi__read_watches(struct fakeapi__call *c, const cJSON *body,
			  struct fakeapi__watches_body *out)
{
	if (fakeapi__read_match(c, body, &out->match) < 0 || read_how(c, body, &out->how) < 0 ||
	    fakeapi__check_used(c, body, hows[out->how].members, hows[out->how].name) < 0 ||
	    fakeapi__check_match(c, body, FAKEAPI_MATCH_WATCHES, hows[out->how].name) < 0)
		return -1;
	return read_of_how(c, body, out);
}

void fakeapi__watches_body_fini(struct fakeapi__watches_body *b)
{
	cJSON_free(b->error.details);
	fakeapi__script_unref(b->script);
}
