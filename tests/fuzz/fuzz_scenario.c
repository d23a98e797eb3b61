/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_scenario.c - whatever the bytes are, a scenario is loaded or there is an error in it, and
 * what can be formatted can be formatted again without a change. */
#include "base/base.h"
#include "runner/language/scenario.h"
#include "runner/rewrite/fmt.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void load(struct str text)
{
	struct scn__errors errors = { 0 };
	struct strbuf report = STRBUF_INIT;
	struct scn__scenario *s = scn__scenario_load(STR("fuzz.yaml"), text, &errors);

	ASSERT(errors.failed || (s == NULL) == (errors.error_count > 0));
	for (size_t i = 0; i < errors.len; i++)
		ASSERT(errors.items[i].pos.line >= 1);
	scn__errors_print(&errors, STR("fuzz.yaml"), &report);
	if (s) {
		ASSERT(s->cell_count >= 1);
		for (size_t i = 0; i < s->cell_count; i++)
			ASSERT(s->cells[i].scenario == s);
	}
	strbuf_fini(&report);
	scn__scenario_free(s);
	scn__errors_fini(&errors);
}

static void format(struct str text)
{
	struct strbuf once = STRBUF_INIT, twice = STRBUF_INIT;
	struct scn__errors errors = { 0 };

	if (scn__fmt(text, &once, &errors) == 0) {
		ASSERT(scn__fmt(strbuf_str(&once), &twice, &errors) == 0);
		ASSERT(str_eq(strbuf_str(&once), strbuf_str(&twice)));
	}
	strbuf_fini(&once);
	strbuf_fini(&twice);
	scn__errors_fini(&errors);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *copy = malloc(size ? size : 1); /* so that ASan sees reads beyond it */
	struct str text = { copy, size };

	ASSERT(copy);
	memcpy(copy, data, size);
	load(text);
	format(text);
	free(copy);
	return 0;
}
