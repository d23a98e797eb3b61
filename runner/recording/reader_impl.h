/* SPDX-License-Identifier: Apache-2.0 */
/* reader_impl.h - the parts of the reader: its first line, the members of lines, their order. */
#ifndef RUNNER_RECORDING_READER_IMPL_H
#define RUNNER_RECORDING_READER_IMPL_H

#include "runner/recording/recording.h"
#include "runner/trace/members.h"

struct rec__members {
	json_t at, id, conn;
	bool assumed, again, open, tls, stream;
	struct str origin, client, method, path, user, type, how, text, by, decoded, base64;
	json_t query, headers, body, length, status, omitted, object, cuts, sent, received, end;
};

int rec__read_first(struct rec__reader *r, struct runner__loader *l, struct rec__header *h);
int rec__at_line(struct relist_err *err, const struct rec__reader *r, size_t column, int code);
/* Returns 1 and the next line as trimmed JSON; 0 at the end. */
int rec__next_json(struct rec__reader *r, struct runner__loader *l, json_t *json);

int rec__keep_order(struct rec__reader *r, struct runner__loader *l, json_t json,
		    const struct rec__line *line);

int rec__read_u32(struct runner__loader *l, json_t json, const char *name, uint32_t *out);
int rec__read_at(struct rec__reader *r, struct runner__loader *l, json_t json, bool again,
		 int64_t *out);
int rec__read_kind(struct rec__reader *r, struct runner__loader *l, json_t json,
		   const struct rec__members *c, struct rec__line *line);
bool rec__is_blank(struct str s);

#endif
