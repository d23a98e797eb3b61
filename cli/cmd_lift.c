/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_lift.c - relist lift: converts a recording to a scenario. */
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>

#include "base/clock.h"
#include "base/text/rfc3339.h"
#include "cli/cli.h"
#include "runner/lift/lift.h"
#include "runner/posix/files.h"
#include "runner/recording/posix/file.h"

struct values {
	const char *out, *from, *to, *name;
	struct cli__texts keys, user_agents, controllers, generated;
	bool quiet, strict;
};

static const struct cli__option options[] = {
	{ "output", 'o', CLI_TEXT, offsetof(struct values, out), "STORY.yaml", NULL,
	  "output file [standard output]" },
	{ "name", 0, CLI_TEXT, offsetof(struct values, name), "NAME", NULL,
	  "the scenario's name [made from the file's]" },
	{ "from", 0, CLI_TEXT, offsetof(struct values, from), "TIME", NULL,
	  "start of the window: a duration since the recording's start (90s), or "
	  "an instant (RFC 3339)" },
	{ "to", 0, CLI_TEXT, offsetof(struct values, to), "TIME", NULL, "end there" },
	{ "key", 0, CLI_TEXTS, offsetof(struct values, keys), "KEY", NULL,
	  "only these objects: pods/default/a, default/a, a, or pods; may be given more than "
	  "once" },
	{ "user-agent", 0, CLI_TEXTS, offsetof(struct values, user_agents), "TEXT", NULL,
	  "only watches of clients with this text in their User-Agent" },
	{ "controller", 0, CLI_TEXTS, offsetof(struct values, controllers), "TEXT", NULL,
	  "the client with this text in its User-Agent ('': without one) will run in "
	  "the scenario (relist run --subject): its writes become expectations instead of "
	  "steps; may be repeated for several User-Agents" },
	{ "generated", 0, CLI_TEXTS, offsetof(struct values, generated), "KEY", NULL,
	  "the controller gives these objects other names in each run: 'pods/*/web-*'; "
	  "they are expected by number, like those with generateName; may be repeated" },
	{ "strict", 0, CLI_FLAG, offsetof(struct values, strict), NULL, NULL,
	  "exit with 1 if our client differs from the recording" },
	{ "quiet", 'q', CLI_FLAG, offsetof(struct values, quiet), NULL, NULL, "print errors only" },
};

const struct cli__command cli__lift_command = {
	.name = "lift",
	.operands = "REC.jsonl...",
	.summary = "Convert a recording to a scenario: the server's writes become steps, "
		   "watches become informers, pauses become `advance`, failures and ends of "
		   "watches stay. Then run it: differences of our client from the recording "
		   "are listed, and the scenario expects our client's behaviour.",
	.details = "Several files are the parts of one recording, in order.\n"
		   "\n"
		   "Exit status: 0; with --strict 1 for differences; 2 bad input or usage; "
		   "5 out of memory or disk.",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "REC.jsonl",
};

/* An input that hashes the file while it is read. */
struct hashed {
	struct rec__input in;
	gnutls_hash_hd_t hash;
};

static ptrdiff_t read_hashed(void *user, void *buf, size_t cap, struct relist_err *err)
{
	struct hashed *h = user;
	ptrdiff_t n = h->in.read(h->in.user, buf, cap, err);

	if (n > 0 && gnutls_hash(h->hash, buf, (size_t)n) != 0)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	return n;
}

static int64_t instant(struct str text)
{
	int64_t at;

	return rfc3339_parse(text, &at) ? at : INT64_MIN;
}

/* Parses a time relative to the recording's begin. */
static bool take_time(const char *option, const char *text, struct str started, int64_t *out,
		      FILE *err)
{
	struct relist_err why;
	int64_t begin = instant(started), at;

	*out = -1;
	if (!text)
		return true;
	if (duration_parse(str_of(text), out, &why) == 0 && *out >= 0)
		return true;
	at = instant(str_of(text));
	if (at != INT64_MIN && begin != INT64_MIN && at >= begin) {
		*out = at - begin;
		return true;
	}
	fprintf(err, "relist lift: --%s is \"%s\", must be a duration, or an instant%s\n", option,
		text,
		begin == INT64_MIN ? " (and the recording knows no times)"
				   : " that is not before the recording");
	return false;
}

static void print_note(void *user, struct str text)
{
	fprintf(user, "relist lift: " STR_FMT "\n", STR_ARG(text));
}

/* file.jsonl -> file, in lower case with dashes. */
static void name_of(const char *path, struct strbuf *out)
{
	const char *base = strrchr(path, '/');
	size_t len;

	base = base ? base + 1 : path;
	len = strcspn(base, ".");
	for (size_t i = 0; i < len && out->len < 60; i++) {
		char c = base[i];

		if (c >= 'A' && c <= 'Z')
			c = (char)(c | 32);
		if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
			strbuf_addc(out, c);
		else if (out->len && out->ptr[out->len - 1] != '-')
			strbuf_addc(out, '-');
	}
	while (out->len && out->ptr[out->len - 1] == '-')
		out->len--;
	if (!out->len)
		strbuf_addz(out, "lifted");
	if (!out->failed) /* a failed buffer's bytes are static */
		out->ptr[out->len] = 0;
}

struct job {
	const struct values *v;
	const struct cli__operands *operands;
	struct rec__reader reader;
	struct lift__options opt;
	struct lift *lift;
	struct hashed hashed;
	struct rec__file *file;
	FILE *err;
};

static int place(const struct job *j, size_t i, int code, const struct relist_err *why)
{
	fprintf(j->err, "relist lift: %s", j->operands->items[i]);
	if (why->line)
		fprintf(j->err, ":%u", why->line);
	if (why->column)
		fprintf(j->err, ":%u", why->column);
	fprintf(j->err, ": %s\n", why->msg);
	return code == RELIST_ENOMEM || code == RELIST_EIO ? 5 : 2;
}

static int read_lines(struct job *j, size_t i)
{
	struct relist_err why = { 0 };
	struct rec__line line;
	int code;

	while ((code = rec__read(&j->reader, &line, &why)) == 1) {
		code = lift__line(j->lift, &line, &why);
		if (code) {
			fprintf(j->err, "relist lift: %s\n", why.msg);
			return code == RELIST_ENOMEM ? 5 : 2;
		}
	}
	if (code < 0)
		return place(j, i, code, &why);
	if (j->reader.torn && !j->v->quiet)
		fprintf(j->err, "relist lift: %s: the last line was cut short; it is left out\n",
			j->operands->items[i]);
	return 0;
}

static int begin(struct job *j)
{
	struct relist_err why = { 0 };
	int code;

	if (!take_time("from", j->v->from, j->reader.header.started, &j->opt.from_ns, j->err) ||
	    !take_time("to", j->v->to, j->reader.header.started, &j->opt.to_ns, j->err))
		return 2;
	j->lift = lift__new(&j->opt, &why);
	code = j->lift ? lift__header(j->lift, &j->reader.header, &why) : why.code;
	if (!code)
		return 0;
	fprintf(j->err, "relist lift: %s\n", why.msg);
	return 5;
}

static int read_part(struct job *j, size_t i)
{
	struct relist_err why = { 0 };
	int code, status;

	j->file = rec__file_open(j->operands->items[i], &why);
	if (!j->file)
		return place(j, i, why.code, &why);
	j->hashed.in = rec__file_input(j->file);
	code = i == 0 ? rec__reader_init(&j->reader,
					 (struct rec__input) { read_hashed, &j->hashed }, 0, &why)
		      : rec__reader_part(&j->reader,
					 (struct rec__input) { read_hashed, &j->hashed }, &why);
	if (code)
		status = place(j, i, code, &why);
	else
		status = i == 0 ? begin(j) : 0;
	if (!status)
		status = read_lines(j, i);
	rec__file_close(j->file);
	j->file = NULL;
	return status;
}

static void origin_of(struct job *j, struct strbuf *out)
{
	unsigned char digest[32];

	gnutls_hash_output(j->hashed.hash, digest);
	strbuf_addz(out, "sha256-");
	for (size_t i = 0; i < sizeof(digest); i++)
		strbuf_addf(out, "%02x", digest[i]);
}

static int write_scenario(const struct values *v, const struct lift__result *r, FILE *out,
			  FILE *err)
{
	struct relist_err why;

	if (!v->out || strcmp(v->out, "-") == 0)
		return fwrite(r->text.ptr, 1, r->text.len, out) == r->text.len ? 0 : 5;
	if (runner__replace_file(v->out, strbuf_str(&r->text), &why) == 0)
		return 0;
	fprintf(err, "relist lift: %s\n", why.msg);
	return 5;
}

static void print_check(const struct values *v, const struct lift__result *r, FILE *err)
{
	if (!r->difference_count && v->controllers.len) {
		fputs("self-check: it runs; to judge the program use relist run "
		      "--world external --subject\n",
		      err);
		return;
	}
	if (!r->difference_count) {
		fputs("self-check: the requests and notifications of our client are as recorded\n",
		      err);
		return;
	}
	fprintf(err, "self-check: %zu line%s (- the recording, + our client on the scenario)\n%s",
		r->difference_count, r->difference_count == 1 ? " differs" : "s differ",
		r->differences.ptr);
}

static void summary(const struct values *v, const struct lift__result *r, FILE *err)
{
	if (v->quiet)
		return;
	fprintf(err, "relist lift: %zu step%s, %zu write%s, %zu informer%s\n", r->steps,
		r->steps == 1 ? "" : "s", r->writes, r->writes == 1 ? "" : "s", r->informers,
		r->informers == 1 ? "" : "s");
	print_check(v, r, err);
	if (r->unchecked.len)
		fprintf(err, "self-check: not checked, since the recording does not show it:\n%s",
			r->unchecked.ptr);
}

static int finish(struct job *j, FILE *out)
{
	struct lift__result result;
	struct relist_err why = { 0 };
	AUTO_STRBUF origin = STRBUF_INIT;
	int code, status;

	origin_of(j, &origin);
	lift__origin(j->lift, strbuf_str(&origin));
	lift__result_init(&result);
	code = lift__finish(j->lift, &result, &why);
	if (code) {
		fprintf(j->err, "relist lift: %s\n", why.msg);
		status = code == RELIST_ENOMEM ? 5 : 2;
	} else {
		status = write_scenario(j->v, &result, out, j->err);
		summary(j->v, &result, j->err);
		if (!status && j->v->strict && result.difference_count)
			status = 1;
	}
	lift__result_fini(&result);
	return status;
}

static struct lift__texts texts_of(const struct cli__texts *t)
{
	return (struct lift__texts) { t->items, t->len };
}

static int run(void *values, const struct cli__operands *operands, FILE *out, FILE *err)
{
	const struct values *v = values;
	struct job j = { .v = v, .operands = operands, .err = err };
	AUTO_STRBUF name = STRBUF_INIT;
	int status = 0;

	name_of(v->name ? v->name : operands->items[0], &name);
	j.opt = (struct lift__options) {
		.name = strbuf_str(&name),
		.keys = texts_of(&v->keys),
		.user_agents = texts_of(v->user_agents.len ? &v->user_agents : &v->controllers),
		.controllers = texts_of(&v->controllers),
		.generated = texts_of(&v->generated),
		.on_note = v->quiet ? NULL : print_note,
		.user = err
	};
	status = name.failed ? GNUTLS_E_MEMORY_ERROR : gnutls_global_init();
	if (!status) {
		status = gnutls_hash_init(&j.hashed.hash, GNUTLS_DIG_SHA256);
		if (status)
			gnutls_global_deinit();
	}
	if (status) {
		fprintf(err, "relist lift: SHA-256: %s\n",
			status == GNUTLS_E_MEMORY_ERROR ? "out of memory"
							: gnutls_strerror(status));
		return 5;
	}
	for (size_t i = 0; i < operands->len && !status; i++)
		status = read_part(&j, i);
	if (!status)
		status = finish(&j, out);
	lift__free(j.lift);
	rec__reader_fini(&j.reader);
	gnutls_hash_deinit(j.hashed.hash, NULL);
	gnutls_global_deinit();
	return status;
}

int cmd_lift(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { 0 };

	return cli__run(&cli__lift_command, argc, argv, &v, run, out, err);
}
