/* SPDX-License-Identifier: Apache-2.0 */
/* versions.c - parses data between a client and the server, in JSON or protobuf: bodies, the first
 * event of a watch, the version of a list. */
#include "base/trace.h"
#include "fakeapi/serializer/protobuf.h"
#include "runner/world/world.h"

struct str world__as_json(struct scn__run *r, struct str body)
{
	AUTO_STRBUF json = STRBUF_INIT;

	return world__copy(r, fakeapi__protobuf_json(body, &json) ? strbuf_str(&json) : body);
}

/* A frame's length begins with a 0 byte; JSON does not. */
static bool is_framed(struct str stream)
{
	return stream.len && stream.ptr[0] == '\0';
}

bool world__first_event(struct str stream, bool ended, struct strbuf *json, json_t *event)
{
	const char *nl = stream.len ? memchr(stream.ptr, '\n', stream.len) : NULL;
	struct str line = { stream.ptr, nl ? (size_t)(nl - stream.ptr) : stream.len };

	*event = (json_t) { NULL, 0 };
	if (is_framed(stream)) {
		line.len = fakeapi__protobuf_frame_len(stream);
		if (line.len > stream.len)
			return false;
		(void)fakeapi__protobuf_event_json(line, json);
		line = strbuf_str(json);
	} else if (!nl && !ended) {
		return false;
	}
	if (!json_valid(line, event, NULL))
		*event = (json_t) { NULL, 0 };
	return true;
}

struct str world__event_rv(const struct trace_event *ev, struct strbuf *scratch)
{
	json_t object = { ev->object.ptr, ev->object.len };

	return ev->kind == TRACE_WIRE_EVENT
		   ? json_str(json_path(object, "metadata", "resourceVersion", NULL), scratch)
		   : STR("");
}

struct str world__version_of(struct str head)
{
	/* curl's output has a blank */
	const char *at = strstr(head.ptr, "\"resourceVersion\":"), *end;

	if (fakeapi__protobuf_begins(head))
		return fakeapi__protobuf_version(head);
	at = at ? at + 18 + strspn(at + 18, " ") : NULL;
	end = at && *at == '"' ? strchr(at + 1, '"') : NULL;
	return end ? (struct str) { at + 1, (size_t)(end - at - 1) } : STR("");
}
