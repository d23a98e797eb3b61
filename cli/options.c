/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/options.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text/number.h"
#include "runner/posix/files.h"
#include "runner/posix/plugin_load.h"
#include "runner/posix/run_paths.h"
#include "base/suggest.h"

struct parser {
	const struct cli__command *command;
	void *values;
	FILE *err;
};

static bool is_word_of(const char *words, const char *value)
{
	size_t n = strlen(value);

	for (const char *p = words; *p;) {
		size_t len = strcspn(p, "|");

		if (len == n && memcmp(p, value, n) == 0)
			return true;
		p += len + (p[len] ? 1 : 0);
	}
	return false;
}

static bool bad(const struct parser *p, const struct cli__option *o, const char *value,
		const char *wanted)
{
	fprintf(p->err, "relist %s: --%s is \"%s\", must be %s\n", p->command->name, o->name, value,
		wanted);
	return false;
}

static bool set_number(const struct parser *p, const struct cli__option *o, const char *value)
{
	uint64_t *to = (uint64_t *)(void *)((char *)p->values + o->offset);
	uint64_t n;

	if (!number_parse(str_of(value), UINT64_MAX, &n))
		return bad(p, o, value, "a whole number");
	if (o->type == CLI_COUNT && n == 0)
		return bad(p, o, value, "at least 1");
	*to = n;
	return true;
}

static bool add_text(const struct parser *p, const struct cli__option *o, const char *value)
{
	struct cli__texts *to = (struct cli__texts *)(void *)((char *)p->values + o->offset);

	if (to->len == CLI_TEXTS_MAX) {
		fprintf(p->err, "relist %s: --%s more than %d times\n", p->command->name, o->name,
			CLI_TEXTS_MAX);
		return false;
	}
	to->items[to->len++] = value;
	return true;
}

/* With two programs only the last would be tested, and the first would seem to pass. */
static bool set_once(const struct parser *p, const struct cli__option *o, const char *value)
{
	const char **to = (const char **)(void *)((char *)p->values + o->offset);

	if (*to) {
		fprintf(p->err,
			"relist %s: --%s is given twice, \"%s\" and \"%s\", must be given once\n",
			p->command->name, o->name, *to, value);
		return false;
	}
	*to = value;
	return true;
}

static bool set_value(const struct parser *p, const struct cli__option *o, const char *value)
{
	void *to = (char *)p->values + o->offset;

	switch (o->type) {
	case CLI_FLAG:
		*(bool *)to = true;
		return true;
	case CLI_NUMBER:
	case CLI_COUNT:
		return set_number(p, o, value);
	case CLI_WORD:
		if (!is_word_of(o->words, value))
			return bad(p, o, value, o->words);
		*(const char **)to = value;
		return true;
	case CLI_TEXT:
		*(const char **)to = value;
		return true;
	case CLI_ONCE:
		return set_once(p, o, value);
	case CLI_TEXTS:
		return add_text(p, o, value);
	}
	return false;
}

static const struct cli__option *find_long(const struct parser *p, struct str name)
{
	for (size_t i = 0; i < p->command->option_count; i++)
		if (str_eqz(name, p->command->options[i].name))
			return &p->command->options[i];
	return NULL;
}

static const struct cli__option *find_letter(const struct parser *p, char letter)
{
	for (size_t i = 0; i < p->command->option_count; i++)
		if (p->command->options[i].letter == letter)
			return &p->command->options[i];
	return NULL;
}

static bool unknown(const struct parser *p, const char *arg, struct str name)
{
	const struct cli__command *c = p->command;
	int i = suggest_word(name, c->options, c->option_count, sizeof(*c->options));

	fprintf(p->err, "relist %s: unknown option \"%s\"", c->name, arg);
	if (i >= 0)
		fprintf(p->err, " (did you mean \"--%s\"?)", c->options[i].name);
	fprintf(p->err, "; see relist %s --help\n", c->name);
	return false;
}

/* Parses argv[*i], and argv[*i + 1] if it is the option's value. */
static bool parse_option(const struct parser *p, int argc, char **argv, int *i)
{
	const char *arg = argv[*i], *value = NULL;
	const struct cli__option *o;

	if (arg[1] == '-') {
		size_t len = strcspn(arg + 2, "=");

		o = find_long(p, (struct str) { arg + 2, len });
		if (!o)
			return unknown(p, arg, (struct str) { arg + 2, len });
		value = arg[2 + len] ? arg + 2 + len + 1 : NULL;
	} else {
		o = find_letter(p, arg[1]);
		if (!o)
			return unknown(p, arg, STR(""));
		value = arg[2] ? arg + 2 : NULL;
	}
	if (o->type == CLI_FLAG && value) {
		fprintf(p->err, "relist %s: --%s takes no value\n", p->command->name, o->name);
		return false;
	}
	if (o->type != CLI_FLAG && !value) {
		if (*i + 1 >= argc) {
			fprintf(p->err, "relist %s: --%s needs a value: --%s %s\n",
				p->command->name, o->name, o->name, o->value ? o->value : o->words);
			return false;
		}
		value = argv[++*i];
	}
	return set_value(p, o, value);
}

enum cli__parsed cli__parse(const struct cli__command *command, int argc, char **argv, void *values,
			    struct cli__operands *operands, FILE *out, FILE *err)
{
	struct parser p = { command, values, err };
	bool options = true;

	operands->len = 0;
	for (int i = 1; i < argc; i++) {
		if (options && strcmp(argv[i], "--") == 0) {
			options = false;
		} else if (options &&
			   (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)) {
			cli__help(command, out);
			return CLI_HELPED;
		} else if (options && argv[i][0] == '-' && argv[i][1]) {
			if (!parse_option(&p, argc, argv, &i))
				return CLI_BAD;
		} else if (!command->operands[0]) {
			fprintf(err, "relist %s: unexpected argument \"%s\"\n", command->name,
				argv[i]);
			return CLI_BAD;
		} else {
			operands->items[operands->len++] = argv[i];
		}
	}
	return CLI_GO_ON;
}

static void add_again(const struct cli__option *o, const char *value, struct strbuf *out)
{
	strbuf_addf(out, " --%s ", o->name);
	strbuf_add_shell(out, str_of(value));
}

void cli__again(const struct cli__command *command, const void *values, const void *defaults,
		const char *except, struct strbuf *out)
{
	for (size_t i = 0; i < command->option_count; i++) {
		const struct cli__option *o = &command->options[i];
		const void *v = (const char *)values + o->offset;
		const void *d = (const char *)defaults + o->offset;
		const struct cli__texts *texts = v;
		const char *text, *usual;

		if (is_word_of(except, o->name))
			continue;
		switch (o->type) {
		case CLI_FLAG:
			if (*(const bool *)v != *(const bool *)d)
				strbuf_addf(out, " --%s", o->name);
			break;
		case CLI_NUMBER:
		case CLI_COUNT:
			if (*(const uint64_t *)v != *(const uint64_t *)d)
				strbuf_addf(out, " --%s %llu", o->name,
					    (unsigned long long)*(const uint64_t *)v);
			break;
		case CLI_TEXT:
		case CLI_ONCE:
		case CLI_WORD:
			text = *(const char *const *)v;
			usual = *(const char *const *)d;
			if (text && (!usual || strcmp(text, usual) != 0))
				add_again(o, text, out);
			break;
		case CLI_TEXTS:
			for (size_t k = 0; k < texts->len; k++)
				add_again(o, texts->items[k], out);
			break;
		}
	}
}

enum { HELP_COLUMN = 36, HELP_WIDTH = 80, HELP_WIDTH_MAX = 120, SOFT_BREAK = 64 };

/* The terminal's width within limits. */
static size_t help_width(FILE *out)
{
#ifdef TIOCGWINSZ /* not in WebAssembly */
	struct winsize size;

	if (isatty(fileno(out)) && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col < HELP_COLUMN + 24 ? HELP_COLUMN + 24
		       : size.ws_col > HELP_WIDTH_MAX ? HELP_WIDTH_MAX
						      : size.ws_col;
#else
	(void)out;
#endif
	return HELP_WIDTH;
}

/* Prints words from `column` on; continued lines begin at `indent`. Keeps the text's own line
 * breaks. */
static void put_wrapped(FILE *out, const char *text, size_t column, size_t indent, size_t width)
{
	const char *line = text; /* start of the current line of the text */
	bool first = true;

	while (*text) {
		size_t len = strcspn(text, " \n"), columns = 0;

		for (size_t i = 0; i < len; i++)
			columns += ((unsigned char)text[i] & 0xc0) != 0x80;
		if (!first && column + 1 + columns > width) {
			fprintf(out, "\n%*s", (int)indent, "");
			column = indent;
		} else if (!first) {
			fputc(' ', out);
			column++;
		}
		fwrite(text, 1, len, out);
		column += columns;
		first = false;
		text += len;
		if (*text == '\n' && (text - line < SOFT_BREAK || text[1] == '\n')) {
			fprintf(out, "\n%*s", (int)indent, "");
			column = indent;
			first = true;
		}
		if (*text == '\n')
			line = text + 1;
		text += *text ? 1 : 0;
	}
	fputc('\n', out);
}

static void help_option(FILE *out, const char *left, const char *help, size_t width)
{
	size_t n = strlen(left) + 2;

	fprintf(out, "  %s", left);
	if (n + 2 > HELP_COLUMN) {
		fputc('\n', out);
		n = 0;
	}
	fprintf(out, "%*s", (int)(HELP_COLUMN - n), "");
	put_wrapped(out, help, HELP_COLUMN, HELP_COLUMN, width);
}

void cli__help(const struct cli__command *command, FILE *out)
{
	size_t width = help_width(out);

	fprintf(out, "usage: relist %s%s%s%s\n\n", command->name,
		command->option_count ? " [OPTION]..." : "", command->operands[0] ? " " : "",
		command->operands);
	put_wrapped(out, command->summary, 0, 0, width);
	if (command->details) {
		fputc('\n', out);
		put_wrapped(out, command->details, 0, 0, width);
	}
	fputs("\noptions:\n", out);
	for (size_t i = 0; i < command->option_count; i++) {
		const struct cli__option *o = &command->options[i];
		const char *value = o->value ? o->value : o->words ? o->words : "";
		char left[96];

		(void)snprintf(left, sizeof(left), "%c%c%s --%s%s%s", o->letter ? '-' : ' ',
			       o->letter ? o->letter : ' ', o->letter ? "," : " ", o->name,
			       value[0] ? " " : "", value);
		help_option(out, left, o->help, width);
	}
	help_option(out, "-h, --help", "print this and exit", width);
}

int cli__run(const struct cli__command *command, int argc, char **argv, void *values,
	     cli__body *body, FILE *out, FILE *err)
{
	struct cli__operands operands = { base__calloc((size_t)argc + 1, sizeof(char *)), 0 };
	int status = 2;

	if (!operands.items) {
		fputs("relist: out of memory\n", err);
		return 5;
	}
	switch (cli__parse(command, argc, argv, values, &operands, out, err)) {
	case CLI_GO_ON:
		if (operands.len || !command->needs)
			status = body(values, &operands, out, err);
		else
			fprintf(err, "relist %s: no %s given; see relist %s --help\n",
				command->name, command->needs, command->name);
		break;
	case CLI_HELPED:
		status = 0;
		break;
	case CLI_BAD:
		break;
	}
	base__free(operands.items);
	return status;
}

bool cli__load_plugins(const struct cli__command *command, const struct cli__texts *files,
		       struct relist_plugins *plugins, FILE *err)
{
	struct relist_err why = { 0 };

	for (size_t i = 0; i < files->len; i++) {
		if (runner__plugins_load(plugins, files->items[i], &why) == 0)
			continue;
		fprintf(err, "relist %s: --plugin: %s\n", command->name, why.msg);
		return false;
	}
	return true;
}

int cli__find_paths(const struct cli__command *command, const struct cli__operands *operands,
		    const char *suffix, struct runner__paths *paths, FILE *err)
{
	size_t others = 0;
	char self[40];

	(void)snprintf(self, sizeof(self), "relist %s", command->name);
	for (size_t i = 0; i < operands->len; i++) {
		const char *path = operands->items[i];
		size_t before = paths->len, dropped = 0;
		struct relist_err why;

		if (runner__paths_find(paths, path, suffix, &why)) {
			fprintf(err, "%s: %s\n", self, why.msg);
			return cli__status_of(&why);
		}
		if (strcmp(path, "-") != 0 && !runner__is_kind(path, suffix))
			dropped = runner__paths_drop_others(paths, before);
		others += dropped;
		if (dropped && paths->len == before) {
			fprintf(err, "%s: %s: no scenario in this folder, %zu other YAML file%s\n",
				self, path, dropped, dropped == 1 ? "" : "s");
			return 2;
		}
	}
	runner__print_others(others, self, err);
	return 0;
}
