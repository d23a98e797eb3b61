/* SPDX-License-Identifier: Apache-2.0 */
/* resume.c - a file of finished plans, from which an interrupted search continues. */
#include "runner/perturb/posix/resume.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/json_scan.h"
#include "fakeapi/posix/manifests.h"
#include "runner/posix/files.h"

enum { PROGRAM_BYTES_MAX = 512 << 20, FILE_BYTES_MAX = 64 << 20 };

/* --- digests --- */

/* Every word of the command that is a file counts: the program, a script, its settings. */
static void digest_program(const char *command, struct digest *d)
{
	AUTO_STRBUF word = STRBUF_INIT;
	struct stat s;

	digest_text(d, str_of(command));
	for (const char *at = command; *at;) {
		size_t n = strcspn(at, " \t\n'\"");
		AUTO_STRBUF bytes = STRBUF_INIT;

		strbuf_clear(&word);
		strbuf_add(&word, at, n);
		if (n && stat(word.ptr, &s) == 0 && S_ISREG(s.st_mode) &&
		    runner__read_file(word.ptr, PROGRAM_BYTES_MAX, &bytes, NULL) == 0)
			digest_text(d, strbuf_str(&bytes));
		at += n + strspn(at + n, " \t\n'\"");
	}
}

static int digest_document(void *user, struct str doc, const char *where, struct relist_err *err)
{
	(void)where;
	(void)err;
	digest_text(user, doc);
	return 0;
}

static int write_head(const struct perturb__options *opt, struct strbuf *out,
		      struct relist_err *err)
{
	struct digest program = DIGEST_INIT, story = DIGEST_INIT, options = DIGEST_INIT;
	int code = 0;

	digest_program(opt->setup.command, &program);
	digest_text(&story, opt->story);
	for (size_t i = 0; !code && i < opt->setup.manifest_count; i++)
		code =
		    fakeapi__manifests_path(opt->setup.manifests[i], digest_document, &story, err);
	digest_text(&options, str_of(opt->again));
	strbuf_addf(out,
		    "{\"perturb\":\"" RELIST_VERSION
		    "\",\"program\":\"%016llx\",\"story\":\"%016llx\",\"options\":\"%016llx\"}",
		    (unsigned long long)program.bits, (unsigned long long)story.bits,
		    (unsigned long long)options.bits);
	return code;
}

/* --- reading --- */

static int check_head(const struct perturb__options *opt, struct str head, struct str own,
		      struct relist_err *err)
{
	static const char *const words[] = { "perturb", "program", "story", "options" };
	static const char *const what[] = { "version of relist", "program", "story",
					    "set of options" };
	json_t was, now;

	if (!json_valid(head, &was, NULL) || !json_get(was, "perturb").len ||
	    !json_valid(own, &now, NULL))
		return relist_err_set(err, RELIST_EINVAL, "%s is not a file that --resume wrote",
				      opt->resume);
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (!json_equal(json_get(was, words[i]), json_get(now, words[i])))
			return relist_err_set(err, RELIST_EINVAL,
					      "%s is of another %s: remove it, or name another "
					      "file",
					      opt->resume, what[i]);
	return 0;
}

static int add_line(struct perturb__resume *r, struct str line)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str *own, sentence;
	json_t v;

	if (!json_valid(line, &v, NULL) || !json_get(v, "sentence").len)
		return 0;
	own = runner__arena_alloc(&r->arena, sizeof(*own));
	if (!own)
		return RELIST_ENOMEM;
	*own = runner__arena_str(&r->arena, line);
	sentence = runner__arena_str(&r->arena, json_str(json_get(v, "sentence"), &scratch));
	return r->arena.failed ? RELIST_ENOMEM : map_put(&r->finished, sentence, own, NULL);
}

/* Keeps whole lines only, so that the next one begins on its own. */
static int read_lines(struct perturb__resume *r, const struct perturb__options *opt, struct str own,
		      struct relist_err *err)
{
	struct str text = strbuf_str(&r->text);
	size_t at = 0;
	int code = 0;

	while (!code && at < text.len) {
		const char *end = memchr(text.ptr + at, '\n', text.len - at);
		struct str line = { text.ptr + at, end ? (size_t)(end - text.ptr) - at : 0 };

		if (!end)
			break;
		code = at ? add_line(r, line) : check_head(opt, line, own, err);
		at += line.len + 1;
	}
	if (!code && !at)
		code = check_head(opt, STR(""), own, err);
	if (!code && at < text.len)
		code = runner__replace_file(opt->resume, (struct str) { text.ptr, at }, err);
	return code;
}

int perturb__resume_open(struct perturb__resume *r, const struct perturb__options *opt,
			 struct relist_err *err)
{
	AUTO_STRBUF head = STRBUF_INIT;
	int code;

	r->fd = -1;
	strbuf_init(&r->text);
	map_init(&r->finished, MAP_BORROW_KEYS);
	runner__arena_init(&r->arena);
	if (!opt->resume)
		return 0;
	code = write_head(opt, &head, err);
	if (!code && access(opt->resume, F_OK) == 0) {
		code = runner__read_file(opt->resume, FILE_BYTES_MAX, &r->text, err);
		if (!code)
			code = read_lines(r, opt, strbuf_str(&head), err);
	} else if (!code) {
		strbuf_addc(&head, '\n');
		code = runner__replace_file(opt->resume, strbuf_str(&head), err);
	}
	if (code)
		return code;
	r->fd = open(opt->resume, O_WRONLY | O_APPEND | O_CLOEXEC);
	return r->fd >= 0 ? 0
			  : relist_err_set(err, RELIST_EIO, "%s: %s", opt->resume, strerror(errno));
}

void perturb__resume_close(struct perturb__resume *r)
{
	if (r->fd >= 0)
		(void)close(r->fd);
	r->fd = -1;
	strbuf_fini(&r->text);
	map_fini(&r->finished);
	runner__arena_fini(&r->arena);
}

/* --- results --- */

static uint32_t number(json_t v, const char *name)
{
	int64_t n = 0;

	return json_int64(json_get(v, name), &n) && n > 0 ? (uint32_t)n : 0;
}

static struct str text_of(struct perturb__life *l, json_t v, const char *name)
{
	AUTO_STRBUF scratch = STRBUF_INIT;

	return perturb__copy(l, json_str(json_get(v, name), &scratch));
}

void perturb__findings_read(struct perturb__tried *t, json_t list)
{
	struct perturb__life *l = &t->life;
	struct json_iter it;
	json_t v;

	for (json_iter_init(&it, list); json_iter_element(&it, &v);) {
		struct perturb__finding *f = runner__arena_alloc(&l->arena, sizeof(*f));
		uint32_t kind = number(v, "kind");

		if (!f || kind >= PERTURB_F_COUNT)
			return;
		*f = (struct perturb__finding) { .kind = (enum perturb__kind)kind,
						 .type = text_of(l, v, "type"),
						 .key = text_of(l, v, "key"),
						 .what = text_of(l, v, "what"),
						 .group = text_of(l, v, "group"),
						 .step = number(v, "step") };
		(void)perturb__push(l, &t->verdict.findings, f);
	}
}

bool perturb__resume_take(struct perturb__resume *r, struct perturb__tried *t)
{
	const struct str *line = map_get(&r->finished, t->plan->sentence);
	json_t v;

	if (!line || !json_valid(*line, &v, NULL))
		return false;
	t->begun = t->resumed = true;
	t->tries = number(v, "tries");
	t->seen = number(v, "seen");
	t->failed = json_is_true(json_get(v, "failed"));
	t->doubtful = json_is_true(json_get(v, "doubtful"));
	t->verdict.nothing = json_is_true(json_get(v, "missed"));
	perturb__findings_read(t, json_get(v, "findings"));
	/* a failure without its sentence is tried again */
	return !(t->failed || t->doubtful) || t->verdict.findings.len > 0;
}

static void write_result(const struct perturb__tried *t, struct strbuf *out)
{
	strbuf_addz(out, "{\"plan\":");
	strbuf_add_json(out, t->plan->name);
	strbuf_addz(out, ",\"sentence\":");
	strbuf_add_json(out, t->plan->sentence);
	strbuf_addf(out, ",\"failed\":%s,\"doubtful\":%s,\"missed\":%s,\"tries\":%u,\"seen\":%u",
		    t->failed ? "true" : "false", t->doubtful ? "true" : "false",
		    t->verdict.nothing ? "true" : "false", t->tries, t->seen);
	perturb__findings_write(t, out);
	strbuf_addz(out, "}\n");
}

void perturb__findings_write(const struct perturb__tried *t, struct strbuf *out)
{
	strbuf_addz(out, ",\"findings\":[");
	for (size_t i = 0; i < t->verdict.findings.len; i++) {
		const struct perturb__finding *f = t->verdict.findings.items[i];

		strbuf_addf(out, "%s{\"kind\":%d,\"step\":%u,\"type\":", i ? "," : "", (int)f->kind,
			    f->step);
		strbuf_add_json(out, f->type);
		strbuf_addz(out, ",\"key\":");
		strbuf_add_json(out, f->key);
		strbuf_addz(out, ",\"what\":");
		strbuf_add_json(out, f->what);
		strbuf_addz(out, ",\"group\":");
		strbuf_add_json(out, f->group);
		strbuf_addc(out, '}');
	}
	strbuf_addc(out, ']');
}

void perturb__resume_note(struct perturb__resume *r, const struct perturb__tried *t)
{
	AUTO_STRBUF line = STRBUF_INIT;
	ssize_t n;

	if (r->fd < 0 || t->resumed || t->broken)
		return;
	write_result(t, &line);
	if (line.failed)
		return;
	do /* one write: lines of two threads do not mix */
		n = write(r->fd, line.ptr, line.len);
	while (n < 0 && errno == EINTR);
}
