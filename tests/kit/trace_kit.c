/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/trace_kit.h"

#include "runner/report/report.h"

void read_text(const char *path, struct strbuf *out)
{
	struct relist_err err = { 0 };

	strbuf_clear(out);
	if (runner__read_file(path, RUNNER_FILE_BYTES_MAX, out, &err) != 0)
		fail_msg("%s", err.msg);
}

static struct runner__trace *load(const char *path)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err err = { 0 };
	struct runner__trace *t;

	read_text(path, &text);
	t = runner__trace_parse(str_of(path), strbuf_str(&text), &err);
	if (!t)
		fail_msg("%s:%u:%u: %s", path, err.line, err.column, err.msg);
	return t;
}

void trace_set_load(struct trace_set *set, const char *folder)
{
	struct relist_err err = { 0 };

	*set = (struct trace_set) { 0 };
	if (runner__paths_find(&set->paths, folder, ".jsonl", &err) != 0)
		fail_msg("%s", err.msg);
	set->traces = base__calloc(set->paths.len, sizeof(struct runner__trace *));
	assert_non_null(set->traces);
	for (size_t i = 0; i < set->paths.len; i++)
		set->traces[i] = load(set->paths.items[i]);
}

void trace_set_free(struct trace_set *set)
{
	for (size_t i = 0; i < set->paths.len; i++)
		runner__trace_free(set->traces[i]);
	base__free(set->traces);
	runner__paths_fini(&set->paths);
}

struct runner__replay_options sim_options(uint64_t seed)
{
	return (struct runner__replay_options) { .world = &runner__world_sim,
						 .seed = seed,
						 .alone = true };
}

void assert_passes(const struct runner__trace *t, const struct runner__replay_options *opt)
{
	struct runner__result result;

	runner__result_init(&result);
	runner__replay(t, opt, &result);
	if (result.verdict != RUNNER_PASS)
		fail_msg("%s:%u: seed %llu: %s: %s\nexpected\n%sactual\n%s\n%s", t->path.ptr,
			 result.line, (unsigned long long)opt->seed,
			 runner__verdict_word(result.verdict), result.what, result.expected.ptr,
			 result.actual.ptr, result.tail.ptr);
	runner__result_fini(&result);
}
