/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/cli_kit.h"

#include <stdlib.h>

#include "base/alloc.h"

static void read_back(FILE *f, struct strbuf *to)
{
	char buf[4096];
	size_t n;

	rewind(f);
	strbuf_clear(to);
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		strbuf_add(to, buf, n);
	(void)fclose(f);
}

void relist(struct output *o, const char *words)
{
	bool failed;

	relist_starved(o, words, -1, &failed);
}

void relistf(struct output *o, const char *fmt, ...)
{
	char words[512];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(words, sizeof(words), fmt, ap);
	va_end(ap);
	relist(o, words);
}

void relist_starved(struct output *o, const char *words, long n, bool *failed)
{
	char line[1024], *argv[32] = { line };
	FILE *out = tmpfile(), *err = tmpfile();
	int argc = 1;

	assert_non_null(out);
	assert_non_null(err);
	(void)snprintf(line, sizeof(line), "%s", words);
	for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	base__alloc_fail_count = n < 0 ? 0 : 1;
	base__alloc_fail_after = n;
	o->status = cli__main(argc, argv, out, err);
	*failed = n >= 0 && base__alloc_fail_after < 0;
	base__alloc_fail_after = -1;
	base__alloc_fail_count = 0;
	read_back(out, &o->out);
	read_back(err, &o->err);
}

void output_fini(struct output *o)
{
	strbuf_fini(&o->out);
	strbuf_fini(&o->err);
}

int output_setup(void **state)
{
	static struct output o = { .out = STRBUF_INIT, .err = STRBUF_INIT };

	*state = &o;
	return 0;
}

int output_teardown(void **state)
{
	output_fini(*state);
	return 0;
}

int output_folder_setup(char *template, void **state)
{
	return mkdtemp(template) ? output_setup(state) : -1;
}

int output_folder_teardown(const char *folder, void **state)
{
	char command[128];

	(void)snprintf(command, sizeof(command), "rm -rf %s", folder);
	(void)system(command);
	return output_teardown(state);
}
