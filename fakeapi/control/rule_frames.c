/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/control/rule_frames.h"

#include "base/suggest.h"
#include "fakeapi/context.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/control/rule_members.h"

int fakeapi__read_code(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f)
{
	static const char *const names[] = { FAKEAPI_FRAME_CODES };
	char name[32] = "", hint[64];

	if (fakeapi__read_text(c, obj, "code", name, sizeof(name)) < 0)
		return -1;
	/* A reset without a code has Go's, as when a handler aborts. */
	f->code = f->kind == FAKEAPI_FAULT_HTTP2 && strcmp(f->mode, "reset") == 0 ? 2 : 0;
	if (!name[0])
		return 0;
	for (uint32_t i = 0; i < ARRAY_LEN(names); i++) {
		if (strcmp(names[i], name) == 0) {
			f->code = i;
			return 0;
		}
	}
	suggest_text(str_of(name), names, ARRAY_LEN(names), sizeof(*names), hint, sizeof(hint));
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "code: found \"%s\", no error code of HTTP/2%s", name, hint);
}

int fakeapi__read_sizes(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f)
{
	double bytes = 0, streams = 0;

	if (fakeapi__read_number(c, obj, "bytes", 0, 1e12, &bytes) < 0 ||
	    fakeapi__read_number(c, obj, "streams", 0, INT32_MAX, &streams) < 0)
		return -1;
	f->bytes = (size_t)bytes;
	f->streams = (uint32_t)streams;
	return 0;
}

int fakeapi__read_frame_fault(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f)
{
	f->kind = FAKEAPI_FAULT_HTTP2;
	if (fakeapi__read_text(c, obj, "mode", f->mode, sizeof(f->mode)) < 0 ||
	    fakeapi__check_mode(c, f) < 0 || fakeapi__read_sizes(c, obj, f) < 0 ||
	    fakeapi__read_code(c, obj, f) < 0 ||
	    fakeapi__read_duration(c, obj, "delay", &f->delay_ns) < 0)
		return -1;
	if (fakeapi__withholds_settings_ack(f))
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "mode: found \"" FAKEAPI_NO_SETTINGS_ACK
					   "\", which acts on new connections: wanted a rule of "
					   "kind http2");
	return fakeapi__check_mode_members(c, obj, f);
}
