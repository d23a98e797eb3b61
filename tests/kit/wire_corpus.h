/* SPDX-License-Identifier: Apache-2.0 */
/* wire_corpus.h - the recorded requests of tests/wire/corpus, one after the other. */
#ifndef TESTS_WIRE_CORPUS_H
#define TESTS_WIRE_CORPUS_H

#include <cjson/cJSON.h>

#include "base/str.h"

#define WIRE_CORPUS "tests/wire/corpus/"

struct wire_corpus_reader {
	void (*story)(void *ctx, struct str name);
	/* A request with all its headers; the caller's as long as the call lasts. */
	void (*step)(void *ctx, const cJSON *step);
	void *ctx;
};

/* Reads tests/wire/corpus/PART.jsonl.gz. Fails the test when it cannot. */
void wire_corpus_read(const char *part, const struct wire_corpus_reader *r);
/* The recorded headers that count, by their names in small letters, each with a list of values. */
cJSON *wire_corpus_head(const cJSON *step);
/* The same of "name: value" lines. */
cJSON *wire_corpus_head_of(struct str lines);
/* The events of a watch as an array; a bookmark's version is of no interest. NULL: no JSON. */
cJSON *wire_corpus_events(const char *text);

#endif
