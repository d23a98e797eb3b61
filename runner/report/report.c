/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/report/impl.h"

void runner__report_init(struct runner__report *r, enum runner__format format)
{
	memset(r, 0, sizeof(*r));
	r->format = format;
	r->index = 1;
	strbuf_init(&r->bad_names);
	strbuf_init(&r->kept);
}

void runner__report_fini(struct runner__report *r)
{
	strbuf_fini(&r->bad_names);
	strbuf_fini(&r->kept);
}

void runner__report_begin(struct runner__report *r, struct strbuf *out)
{
	if (r->format == RUNNER_FORMAT_TAP)
		strbuf_addf(out, "TAP version 14\n1..%zu\n", r->total);
	else if (r->format == RUNNER_FORMAT_JUNIT)
		runner__junit_begin(out);
	else if (r->format == RUNNER_FORMAT_GITLAB)
		strbuf_addc(out, '[');
}

void runner__report_case(struct runner__report *r, const struct runner__case *c, struct strbuf *out)
{
	int status = runner__verdict_status(c->result.verdict);

	switch (r->format) {
	case RUNNER_FORMAT_TEXT:
		runner__text_case(r, c, out);
		break;
	case RUNNER_FORMAT_TAP:
		runner__tap_case(r, c, out);
		break;
	case RUNNER_FORMAT_JSONL:
		runner__jsonl_case(c, out);
		break;
	case RUNNER_FORMAT_JUNIT:
		runner__junit_case(r, c, out);
		break;
	case RUNNER_FORMAT_GITHUB:
		runner__github_case(r, c, out);
		break;
	case RUNNER_FORMAT_GITLAB:
		runner__gitlab_case(r, c, out);
		break;
	}
	r->counts[c->result.verdict]++;
	r->runs += c->runs;
	r->index++;
	if (status > r->status)
		r->status = status;
}

void runner__report_end(struct runner__report *r, int64_t wall_ns, struct strbuf *out)
{
	switch (r->format) {
	case RUNNER_FORMAT_TEXT:
		runner__text_end(r, wall_ns, out);
		break;
	case RUNNER_FORMAT_TAP:
		break;
	case RUNNER_FORMAT_JSONL:
		runner__jsonl_end(r, out);
		break;
	case RUNNER_FORMAT_JUNIT:
		runner__junit_end(r, wall_ns, out);
		break;
	case RUNNER_FORMAT_GITHUB:
		r->bad_names.len = 0; /* the annotations name them */
		runner__text_end(r, wall_ns, out);
		break;
	case RUNNER_FORMAT_GITLAB:
		strbuf_addz(out, r->listed ? "\n]\n" : "]\n");
		break;
	}
}
