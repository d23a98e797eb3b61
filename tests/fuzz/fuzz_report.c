/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as the lines of a part of the work: refused with a place, or printed in every format.
 * The same bytes are a file of choices as well. */
#include "base/alloc.h"
#include "cli/choices.h"
#include "runner/report/suite.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static void read_choices(struct str text)
{
	struct cli__choices choices = { .cell = STRBUF_INIT, .seed = 1 };
	struct relist_err err = { 0 };

	if (cli__choices_parse("fuzz", text, &choices, &err))
		ASSERT(err.code != 0 && err.msg[0]);
	cli__choices_fini(&choices);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct str text = { (const char *)bytes, len };
	struct runner__merge *m = runner__merge_new();
	struct relist_err err = { 0 };
	int code = m ? runner__merge_file(m, "fuzz.jsonl", &err) : RELIST_ENOMEM;

	read_choices(text);
	if (m)
		runner__merge_draw(m);
	while (!code && text.len) {
		const char *nl = memchr(text.ptr, '\n', text.len);
		size_t n = nl ? (size_t)(nl - text.ptr) : text.len;

		code = runner__merge_line(m, (struct str) { text.ptr, n }, &err);
		text.ptr += n + (nl ? 1 : 0);
		text.len -= n + (nl ? 1 : 0);
	}
	code = code || !m ? code : runner__merge_file_end(m, &err);
	if (code)
		ASSERT(err.msg[0] || !m);
	for (int format = RUNNER_FORMAT_TEXT; m && format <= RUNNER_FORMAT_GITLAB; format++) {
		AUTO_STRBUF out = STRBUF_INIT;

		(void)runner__merge_check(m, &err);
		(void)runner__merge_report(m, (enum runner__format)format, &out);
	}
	if (m) {
		AUTO_STRBUF out = STRBUF_INIT;

		(void)runner__suite_markdown(m, "", &out);
		(void)runner__suite_html(m, "", "suite.html", &out);
	}
	runner__merge_free(m);
	return 0;
}
