/* SPDX-License-Identifier: Apache-2.0 */
/* answer_pairs.h - everything in which two answers differ, but for what no two servers share.
 *
 * uids, resource versions, generated names and cluster IPs are paired as they are met: one of the
 * recorded stands for one of ours through a whole story, so that a version which does not move, or
 * moves without a change, is a difference (tests/oracle/apiserver/compare.py does the same).
 */
#ifndef TESTS_ANSWER_PAIRS_H
#define TESTS_ANSWER_PAIRS_H

#include <cjson/cJSON.h>

#include "base/str.h"

struct answer_pair {
	char kind;
	char *recorded, *ours;
};

struct answer_pairs {
	struct answer_pair *list;
	size_t count, cap;
};

void answer_pairs_forget(struct answer_pairs *p);
/* Appends a line "PATH: recorded -> ours" for each difference. `path`: where the trees are. */
void answer_pairs_differ(struct answer_pairs *p, const char *path, const cJSON *recorded,
			 const cJSON *ours, struct strbuf *out);
/* The same of texts that are no JSON. */
void answer_pairs_texts(struct answer_pairs *p, const char *path, const char *recorded,
			const char *ours, struct strbuf *out);

#endif
