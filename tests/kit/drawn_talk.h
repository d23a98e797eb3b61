/* SPDX-License-Identifier: Apache-2.0 */
/* drawn_talk.h - a request with its answer that holds a secret once, in a place and an
 * encoding drawn from a seed. */
#ifndef TESTS_DRAWN_TALK_H
#define TESTS_DRAWN_TALK_H

#include "base/choice.h"
#include "base/str.h"

struct drawn_talk {
	struct strbuf method, path, query, headers, type, body; /* of the request */
	struct strbuf answer_type, answer;
	struct strbuf kept[3]; /* what must be in the recording */
	size_t kept_count;
	bool keep_managed_fields;
};

/* Frees nothing of *t before. */
void draw_talk(struct choice *c, struct str secret, struct drawn_talk *t);
void drawn_talk_fini(struct drawn_talk *t);

#endif
