/* SPDX-License-Identifier: Apache-2.0 */
/* show_without.c - the run without each of its steps, so that its page can show what a step
 * matters. */
#include <zlib.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "cli/show_impl.h"

enum {
	STEPS_MAX = 64,
	EVENTS_MAX = 4000, /* of the run; longer ones are not repeated */
	BYTES_MAX = 16 << 20,
};

/* Appends the model of the run without step `i`, or a string: why there is none. */
static void add_run(const struct cli__show *v, const struct cli__shown *t,
		    const struct scn__cell *cell, size_t i, struct strbuf *out)
{
	struct runner__page page;
	struct runner__page_head head;
	struct runner__result result;
	struct scn__show story;
	struct scn__run_options opt = {
		.seed = t->head.seed, .plugins = v->plugins, .show = &story, .skip = i + 1
	};

	runner__page_init(&page);
	runner__show_init(&story);
	runner__result_init(&result);
	story.page = &page;
	scn__run(cell, &opt, &result);
	if (page.count > 4 * EVENTS_MAX) {
		strbuf_addz(out, "\"the run has too many events\"");
	} else if (runner__show_head(&story, cell, strbuf_str(&t->source), &result, &head)) {
		head.without = true;
		runner__page_model(&page, &head, out);
	} else {
		out->failed = true;
	}
	runner__result_fini(&result);
	runner__show_fini(&story);
	runner__page_fini(&page);
}

static const struct scn__cell *shown_cell(const struct cli__shown *t)
{
	for (size_t i = 0; i < t->scenario->cell_count; i++)
		if (str_eq(t->scenario->cells[i].name, t->head.cell))
			return &t->scenario->cells[i];
	return NULL;
}

/* Appends base64 of gzip. Returns false if out of memory. */
static bool pack(struct str text, struct strbuf *out)
{
	enum { GZIP = 16 };
	z_stream z = { .next_in = (Bytef *)(uintptr_t)text.ptr, .avail_in = (uInt)text.len };
	unsigned char *bytes;
	size_t cap;
	int rc;

	if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP, MAX_MEM_LEVEL,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		return false;
	cap = deflateBound(&z, (uLong)text.len);
	bytes = base__malloc(cap);
	z.next_out = bytes;
	z.avail_out = (uInt)cap;
	rc = bytes ? deflate(&z, Z_FINISH) : Z_MEM_ERROR;
	if (rc == Z_STREAM_END)
		base64_encode(out, (struct str) { (const char *)bytes, cap - z.avail_out },
			      BASE64_STD);
	(void)deflateEnd(&z);
	base__free(bytes);
	return rc == Z_STREAM_END && !out->failed;
}

void cli__show_without(const struct cli__show *v, struct cli__shown *t)
{
	const struct scn__cell *cell = t->scenario ? shown_cell(t) : NULL;
	AUTO_STRBUF runs = STRBUF_INIT;

	if (!cell || v->plugins_named || !t->head.step_count || t->head.step_count > STEPS_MAX ||
	    t->model.count > EVENTS_MAX)
		return;
	strbuf_addc(&runs, '[');
	for (size_t i = 0; i < t->head.step_count && runs.len < BYTES_MAX; i++) {
		strbuf_addz(&runs, i ? ",\n" : "");
		add_run(v, t, cell, i, &runs);
	}
	strbuf_addc(&runs, ']');
	if (runs.failed || !pack(strbuf_str(&runs), &t->runs_without))
		t->text.failed = true;
	t->head.runs_without = strbuf_str(&t->runs_without);
}
