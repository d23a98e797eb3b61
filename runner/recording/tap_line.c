/* SPDX-License-Identifier: Apache-2.0 */
/* tap_line.c - writes lines in the order of time; lines of connections and notes. */
#include "runner/recording/tap_impl.h"

void rec__tap_fail(struct rec__tap *tap)
{
	if (!tap->err.code)
		relist_err_set(&tap->err, RELIST_ENOMEM, "recording: out of memory");
}

void rec__tap_line(struct rec__tap *tap, int64_t now_ns, struct rec__line *line)
{
	if (tap->redactor.failed)
		rec__tap_fail(tap);
	if (tap->err.code)
		return;
	if (now_ns > tap->last_ns)
		tap->last_ns = now_ns;
	line->at_ns = tap->last_ns;
	if (rec__write(tap->writer, line, &tap->err) == 0 && tap->wrote)
		tap->wrote(tap->user);
}

uint32_t rec__tap_connect(struct rec__tap *tap, int64_t now_ns, struct str client, bool tls)
{
	struct rec__line line = rec__line_of(REC_CONNECT, 0, now_ns);

	line.conn = ++tap->last_conn;
	line.client = client;
	line.tls = tls;
	rec__tap_line(tap, now_ns, &line);
	return line.conn;
}

void rec__tap_disconnect(struct rec__tap *tap, int64_t now_ns, uint32_t conn, bool by_server,
			 bool reset)
{
	struct rec__line line = rec__line_of(REC_DISCONNECT, 0, now_ns);

	line.conn = conn;
	line.by_server = by_server;
	line.by_reset = reset;
	rec__tap_line(tap, now_ns, &line);
}

void rec__tap_note(struct rec__tap *tap, int64_t now_ns, struct str text)
{
	struct rec__line line = rec__line_of(REC_NOTE, 0, now_ns);

	AUTO_STRBUF made = STRBUF_INIT;

	line.text = rec__redact_text(&tap->redactor, NULL, text, &made) ? strbuf_str(&made) : text;
	rec__tap_line(tap, now_ns, &line);
}
