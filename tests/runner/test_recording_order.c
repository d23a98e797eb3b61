/* SPDX-License-Identifier: Apache-2.0 */
/* The order of the lines of a recording: request, response, events, end. */
#include "runner/recording/recording.h"
#include "tests/kit/testing.h"

#define FIRST	"{\"recording\":1}\n"
#define ASK	"{\"request\":{\"id\":1,\"method\":\"GET\",\"path\":\"/\"}}\n"
#define STREAM	"{\"response\":{\"id\":1,\"status\":200,\"stream\":true}}\n"
#define HAPPENS "{\"event\":{\"id\":1,\"type\":\"ADDED\",\"object\":{}}}\n"
#define CUT	"{\"raw\":{\"id\":1,\"text\":\"\"}}\n"
#define HANG_UP "{\"hangup\":{\"id\":1}}\n"
#define WHOLE	"{\"response\":{\"id\":1,\"status\":200,\"body\":{}}}\n"
#define REFUSED "{\"close\":{\"id\":1,\"how\":\"refused\"}}\n"
#define RESET	"{\"close\":{\"id\":1,\"how\":\"reset\"}}\n"

static ptrdiff_t read_text(void *user, void *buf, size_t cap, struct relist_err *err)
{
	struct str *text = user;
	size_t n = text->len < cap ? text->len : cap;

	(void)err;
	memcpy(buf, text->ptr, n);
	*text = (struct str) { text->ptr + n, text->len - n };
	return (ptrdiff_t)n;
}

static int read_all(struct str text, struct relist_err *err)
{
	struct rec__reader r;
	struct rec__line line;
	int code = rec__reader_init(&r, (struct rec__input) { read_text, &text }, 0, err);

	while (!code && (code = rec__read(&r, &line, err)) == 1)
		code = 0;
	rec__reader_fini(&r);
	return code;
}

static void lines_of_a_request_follow_its_progress(void **state)
{
	static const struct {
		const char *before, *line, *says; /* NULL: it is accepted */
	} cases[] = {
		{ "", HAPPENS, "there is no request 1" },
		{ "", CUT, "there is no request 1" },
		{ "", WHOLE, "there is no request 1" },
		{ "", RESET, "there is no request 1" },
		{ ASK, HAPPENS, "request 1 has no \"response\" with \"stream\" yet" },
		{ ASK, CUT, "request 1 has no \"response\" with \"stream\" yet" },
		{ ASK, WHOLE, NULL },
		{ ASK, STREAM, NULL },
		{ ASK, REFUSED, NULL },
		{ ASK, RESET, NULL },
		{ ASK, HANG_UP, NULL },
		{ ASK STREAM, HAPPENS CUT, NULL },
		{ ASK STREAM, WHOLE, "request 1 has been answered" },
		{ ASK STREAM, REFUSED, "which cannot end as \"refused\"" },
		{ ASK STREAM, RESET, NULL },
		{ ASK STREAM, HANG_UP, NULL },
		{ ASK WHOLE, HAPPENS, "request 1 has ended" },
		{ ASK WHOLE, WHOLE, "request 1 has ended" },
		{ ASK WHOLE, HANG_UP, "request 1 has ended" },
		{ ASK REFUSED, WHOLE, "request 1 has ended" },
		{ ASK RESET, STREAM, "request 1 has ended" },
		{ ASK STREAM RESET, HAPPENS, "request 1 has ended" },
		{ ASK STREAM HANG_UP, CUT, "request 1 has ended" },
		{ ASK STREAM HANG_UP, RESET, "request 1 has ended" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct relist_err err = { 0 };
		uint32_t line = 2;
		int code;

		for (const char *p = cases[i].before; *p; p++)
			line += *p == '\n';
		strbuf_addf(&text, "%s%s%s", FIRST, cases[i].before, cases[i].line);
		code = read_all(strbuf_str(&text), &err);
		if (cases[i].says ? code >= 0 || !strstr(err.msg, cases[i].says) || err.line != line
				  : code != 0)
			fail_msg("case %zu: %d, line %u: %s", i, code, err.line, err.msg);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_of_a_request_follow_its_progress),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
