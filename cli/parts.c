/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/parts.h"

#include <stdlib.h>

#include "cli/cli.h"
#include "runner/posix/files.h"
#include "runner/posix/put.h"

/* --- the part --- */

/* Reads digits at *text and moves *text past them. */
static bool take_number(const char **text, uint64_t *n)
{
	const char *p = *text;

	*n = 0;
	for (; *p >= '0' && *p <= '9' && p - *text < 18; p++)
		*n = *n * 10 + (uint64_t)(*p - '0');
	if (p == *text)
		return false;
	*text = p;
	return true;
}

static bool read_index(uint64_t *n)
{
	const char *index = getenv("JOB_COMPLETION_INDEX");

	return index && take_number(&index, n) && !*index;
}

static bool is_list(const char *text)
{
	return text[0] == '/' || strchr(text, ',');
}

bool cli__shard(const char *text, uint64_t *shard, uint64_t *shards)
{
	uint64_t index = 0, n, count = 0, most = 0;
	bool found = false;

	if (!text)
		return true;
	if (is_list(text) && !read_index(&index))
		return false;
	if (*text == '/') {
		*shard = index;
		text++;
		return take_number(&text, shards) && !*text && index < *shards;
	}
	for (const char *p = text;; p++) {
		if (!take_number(&p, &n) || n == 0)
			return false;
		most = n > most ? n : most;
		if (count++ == index) {
			*shard = n - 1;
			found = true;
		}
		if (*p == '/') {
			text = p + 1;
			break;
		}
		if (*p != ',')
			return false;
	}
	return take_number(&text, shards) && !*text && found && most <= *shards;
}

bool cli__read_shard(const char *command, const char *text, uint64_t *shard, uint64_t *shards,
		     FILE *err)
{
	const char *index = getenv("JOB_COMPLETION_INDEX");

	if (cli__shard(text, shard, shards))
		return true;
	fprintf(err, "relist %s: --shard is \"%s\", must be I/N with I from 1 to N", command, text);
	if (is_list(text) && index)
		fprintf(err, "; JOB_COMPLETION_INDEX is \"%s\"", index);
	else if (is_list(text))
		fputs("; JOB_COMPLETION_INDEX is not set", err);
	fputc('\n', err);
	return false;
}

void cli__add_job(struct strbuf *out)
{
	const char *job = getenv("RELIST_JOB");

	if (!job || !job[0])
		return;
	strbuf_addz(out, ",\"job\":");
	strbuf_add_json(out, str_of(job));
}

/* --- its report --- */

static bool is_url(const char *target)
{
	return strncmp(target, "http://", 7) == 0 || strncmp(target, "https://", 8) == 0;
}

static void add_target(struct strbuf *out, const char *target, uint64_t part)
{
	static const char word[] = "{part}";
	const char *at;

	while ((at = strstr(target, word)) != NULL) {
		strbuf_add(out, target, (size_t)(at - target));
		strbuf_addf(out, "%llu", (unsigned long long)part);
		target = at + sizeof(word) - 1;
	}
	strbuf_addz(out, target);
}

bool cli__output_open(struct cli__output *o, const char *command, const char *target,
		      uint64_t shard, uint64_t shards, FILE *out, FILE *err)
{
	*o = (struct cli__output) {
		.command = command, .to = out, .part = shards ? shard + 1 : 1, .parts = shards
	};
	strbuf_init(&o->target);
	if (!target)
		return true;
	if (is_url(target) && !CLI_NATIVE) {
		fprintf(err, "relist %s: PUT " CLI_NEEDS_NATIVE "\n", command);
		return false;
	}
	add_target(&o->target, target, o->part);
	o->to = o->target.failed ? NULL : open_memstream(&o->text, &o->text_len);
	if (o->to)
		return true;
	strbuf_fini(&o->target);
	fputs("relist: out of memory\n", err);
	return false;
}

static int deliver(const struct cli__output *o, struct relist_err *why)
{
	struct str text = { o->text, o->text_len };

#ifndef __wasi__
	if (is_url(o->target.ptr))
		return runner__put(o->target.ptr, getenv("RELIST_PUT_AUTHORIZATION"), text, why);
#endif
	return runner__replace_file(o->target.ptr, text, why);
}

int cli__output_close(struct cli__output *o, int status, bool cut, FILE *err)
{
	struct relist_err why = { 0 };

	cut = cut && o->parts;
	if (cut && status != 5)
		status = 130;
	if (!o->target.len)
		return status;
	if (fclose(o->to) != 0)
		(void)relist_err_set(&why, RELIST_ENOMEM, "out of memory");
	else if (cut)
		fprintf(err, "relist %s: part %llu of %llu has not ended and is not written\n",
			o->command, (unsigned long long)o->part, (unsigned long long)o->parts);
	else if (o->text_len)
		(void)deliver(o, &why);
	if (why.code) {
		fprintf(err, "relist %s: %s\n", o->command, why.msg);
		status = 5;
	}
	free(o->text);
	strbuf_fini(&o->target);
	return status;
}
