/* SPDX-License-Identifier: Apache-2.0 */
/* proxy_h2_parts.c - what both sides of HTTP/2 use: header lines, bodies, sessions. */
#include "base/text/ascii.h"
#include "fakeapi/http/h2_memory.h"
#include "runner/recording/posix/proxy_h2.h"

void rec__mux_add_line(struct strbuf *out, const uint8_t *name, size_t name_len,
		       const uint8_t *value, size_t value_len)
{
	bool upper = true;

	for (size_t i = 0; i < name_len; i++) {
		char c = (char)name[i];

		strbuf_addc(out, upper && c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c);
		upper = c == '-';
	}
	strbuf_addz(out, ": ");
	strbuf_add(out, value, value_len);
	strbuf_addz(out, "\r\n");
}

bool rec__mux_is_hop(struct str name)
{
	static const char *const hop[] = { "Connection", "Keep-Alive",	      "Proxy-Connection",
					   "TE",	 "Transfer-Encoding", "Upgrade" };

	for (size_t i = 0; i < ARRAY_LEN(hop); i++)
		if (ascii_eq_nocase(name, str_of(hop[i])))
			return true;
	return false;
}

nghttp2_nv rec__mux_nv(struct str name, struct str value)
{
	return (nghttp2_nv) { (uint8_t *)(uintptr_t)name.ptr, (uint8_t *)(uintptr_t)value.ptr,
			      name.len, value.len, NGHTTP2_NV_FLAG_NONE };
}

size_t rec__mux_copy(struct strbuf *body, size_t *at, uint8_t *buf, size_t cap)
{
	size_t n = body->len - *at < cap ? body->len - *at : cap;

	if (n)
		memcpy(buf, body->ptr + *at, n);
	*at += n;
	if (*at == body->len) {
		strbuf_clear(body);
		*at = 0;
	}
	return n;
}

struct mux_stream *rec__mux_stream(nghttp2_session *session, int32_t id)
{
	return id ? nghttp2_session_get_stream_user_data(session, id) : NULL;
}

nghttp2_session *rec__mux_session(struct rec__mux *m, nghttp2_session_callbacks *calls, bool server)
{
	nghttp2_mem mem = http__h2_memory();
	nghttp2_option *option = NULL;
	nghttp2_session *session = NULL;
	const nghttp2_settings_entry entries[] = {
		{ NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, MUX_WINDOW },
		{ server ? NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS : NGHTTP2_SETTINGS_ENABLE_PUSH,
		  server ? MUX_STREAMS : 0 },
	};
	int rc = nghttp2_option_new(&option);

	if (rc == 0) {
		nghttp2_option_set_no_auto_window_update(option, 1);
		nghttp2_option_set_no_auto_ping_ack(option, server);
		rc = server ? nghttp2_session_server_new3(&session, calls, m, option, &mem)
			    : nghttp2_session_client_new3(&session, calls, m, option, &mem);
	}
	nghttp2_option_del(option);
	if (rc == 0)
		rc = nghttp2_submit_settings(session, NGHTTP2_FLAG_NONE, entries,
					     ARRAY_LEN(entries));
	if (rc == 0)
		rc = nghttp2_session_set_local_window_size(session, NGHTTP2_FLAG_NONE, 0,
							   MUX_WINDOW * MUX_STREAMS);
	if (rc == 0)
		return session;
	nghttp2_session_del(session);
	return NULL;
}
