/* SPDX-License-Identifier: Apache-2.0 */
/* tap_items.c - writes a large list item by item while it arrives. */
#include "runner/recording/tap_impl.h"

void rec__tap_piece(struct rec__exchange *x, int64_t now_ns, const char *before, struct str text,
		    const char *after)
{
	AUTO_STRBUF whole = STRBUF_INIT;
	AUTO_STRBUF made = STRBUF_INIT;
	json_t json;

	strbuf_addz(&whole, before);
	strbuf_adds(&whole, text);
	strbuf_addz(&whole, after);
	if (!x->broken && json_valid(strbuf_str(&whole), &json, NULL) && json.ptr == whole.ptr) {
		size_t cut = strlen(after), skip = strlen(before);

		/* White space after the value belongs to the piece. */
		rec__redact_json(&x->tap->redactor, &x->aim, json, NULL, false, NULL, 0, &made);
		strbuf_add(&made, json.ptr + json.len, whole.len - json.len);
		if (!made.failed)
			rec__tap_raw(x, now_ns,
				     (struct str) { made.ptr + skip, made.len - cut - skip },
				     false);
	} else if (!whole.failed) {
		strbuf_clear(&x->body);
		strbuf_adds(&x->body, text);
		rec__tap_rest(x, now_ns, false);
		x->broken = true;
	}
	if (whole.failed || made.failed)
		rec__tap_fail(x->tap);
}

/* Writes an item with the comma after it. */
static void write_item(struct rec__exchange *x, int64_t now_ns, struct str text)
{
	if (!x->head_written) {
		x->head_written = true;
		rec__tap_piece(x, now_ns, "", text, "]}");
	} else {
		rec__tap_piece(x, now_ns, "[", text, "0]");
	}
}

void rec__tap_items(struct rec__exchange *x, int64_t now_ns)
{
	AUTO_STRBUF pieces = STRBUF_INIT;
	size_t start = 0;

	/* rec__tap_piece() may use x->body. */
	pieces = x->body;
	strbuf_init(&x->body);
	for (; x->split_at < pieces.len; x->split_at++) {
		if (!rec__split_byte(&x->split, pieces.ptr[x->split_at]))
			continue;
		write_item(x, now_ns, (struct str) { pieces.ptr + start, x->split_at + 1 - start });
		start = x->split_at + 1;
	}
	strbuf_consume(&pieces, start);
	x->split_at -= start;
	strbuf_fini(&x->body);
	x->body = pieces;
	strbuf_init(&pieces);
	if (x->body.len > x->tap->opt.body_max)
		rec__tap_give_up(x);
}
