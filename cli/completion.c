/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/completion.h"

struct writer {
	const struct cli__listed *commands;
	size_t count;
	struct str explained;
	struct strbuf *out;
};

static bool takes_value(const struct cli__option *o)
{
	return o->type != CLI_FLAG;
}

/* Whether the value names a file; other values have no completion. */
static bool takes_file(const struct cli__option *o)
{
	return o->value &&
	       (strstr(o->value, "FILE") || strstr(o->value, "PATH") || strstr(o->value, "DIR"));
}

/* Appends "a|b" as "a b". */
static void add_words(struct strbuf *out, const char *words)
{
	for (; *words; words++)
		strbuf_addc(out, *words == '|' ? ' ' : *words);
}

/* Appends the completion of a command's operands: its own words, or files. */
static void add_operands(const struct writer *w, const struct cli__command *c, struct strbuf *out)
{
	if (strcmp(c->name, "explain") == 0)
		strbuf_adds(out, w->explained);
	else if (strcmp(c->name, "completion") == 0)
		strbuf_addz(out, "bash zsh fish");
}

static void add_names(const struct writer *w)
{
	for (size_t i = 0; i < w->count; i++)
		strbuf_addf(w->out, "%s%s", i ? " " : "", w->commands[i].command->name);
}

/* --- bash --- */

static void bash_values(const struct writer *w, const struct cli__command *c)
{
	for (size_t i = 0; i < c->option_count; i++) {
		const struct cli__option *o = &c->options[i];

		if (!takes_value(o))
			continue;
		strbuf_addf(w->out, "\t'%s --%s'", c->name, o->name);
		if (o->letter)
			strbuf_addf(w->out, " | '%s -%c'", c->name, o->letter);
		if (takes_file(o)) {
			strbuf_addz(w->out, ") files=1 ;;\n");
			continue;
		}
		strbuf_addz(w->out, ") words='");
		if (o->words)
			add_words(w->out, o->words);
		strbuf_addz(w->out, "' ;;\n");
	}
}

static void bash_rest(const struct writer *w, const struct cli__command *c)
{
	AUTO_STRBUF operands = STRBUF_INIT;

	add_operands(w, c, &operands);
	strbuf_addf(w->out, "\t\t%s)\n\t\t\tcase $cur in\n\t\t\t-*) words='", c->name);
	for (size_t i = 0; i < c->option_count; i++)
		strbuf_addf(w->out, "--%s ", c->options[i].name);
	strbuf_addz(w->out, "--help' ;;\n");
	if (operands.len)
		strbuf_addf(w->out, "\t\t\t*) words='%s' ;;\n", operands.ptr);
	else if (c->operands[0])
		strbuf_addz(w->out, "\t\t\t*) files=1 ;;\n");
	strbuf_addz(w->out, "\t\t\tesac ;;\n");
	w->out->failed |= operands.failed;
}

static void bash(const struct writer *w)
{
	strbuf_addz(w->out,
		    "# relist completion bash\n"
		    "_relist() {\n"
		    "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
		    "\tlocal command=${COMP_WORDS[1]} words= files=\n"
		    "\t# --name=value comes as three words\n"
		    "\tif [ \"$cur\" = = ]; then cur=\n"
		    "\telif [ \"$prev\" = = ]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
		    "\tCOMPREPLY=()\n"
		    "\tif [ \"$COMP_CWORD\" -eq 1 ]; then\n"
		    "\t\tCOMPREPLY=($(compgen -W '");
	add_names(w);
	strbuf_addz(w->out, " help version --help --version' -- \"$cur\"))\n\t\treturn\n\tfi\n"
			    "\tcase \"$command $prev\" in\n"
			    "\t'help help') words='");
	add_names(w);
	strbuf_addz(w->out, "' ;;\n");
	for (size_t i = 0; i < w->count; i++)
		bash_values(w, w->commands[i].command);
	strbuf_addz(w->out, "\t*)\n\t\tcase $command in\n");
	for (size_t i = 0; i < w->count; i++)
		bash_rest(w, w->commands[i].command);
	strbuf_addz(w->out, "\t\tesac ;;\n\tesac\n"
			    "\tif [ -n \"$files\" ]; then\n"
			    "\t\tcompopt -o filenames 2>/dev/null\n"
			    "\t\tmapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
			    "\telse\n"
			    "\t\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
			    "\tfi\n"
			    "}\ncomplete -F _relist relist\n");
}

/* --- zsh --- */

/* Escapes text in single quotes, inside [...] of _arguments. */
static void add_zsh(struct strbuf *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			strbuf_addz(out, "'\\''");
		else if (strchr("[]:\\", *text))
			strbuf_addf(out, "\\%c", *text);
		else
			strbuf_addc(out, *text);
	}
}

static void zsh_option(const struct writer *w, const struct cli__option *o)
{
	bool repeats = o->type == CLI_TEXTS;

	strbuf_addz(w->out, " \\\n\t\t\t");
	if (o->letter)
		strbuf_addf(w->out, "'(-%c --%s)'{-%c%s,--%s%s}'[", o->letter, o->name, o->letter,
			    takes_value(o) ? "+" : "", o->name, takes_value(o) ? "=" : "");
	else
		strbuf_addf(w->out, "'%s--%s%s[", repeats ? "*" : "", o->name,
			    takes_value(o) ? "=" : "");
	add_zsh(w->out, o->help);
	strbuf_addc(w->out, ']');
	if (takes_value(o)) {
		strbuf_addc(w->out, ':');
		add_zsh(w->out, o->value ? o->value : "value");
		strbuf_addc(w->out, ':');
		if (o->words) {
			strbuf_addc(w->out, '(');
			add_words(w->out, o->words);
			strbuf_addc(w->out, ')');
		} else if (takes_file(o)) {
			strbuf_addz(w->out, "_files");
		}
	}
	strbuf_addc(w->out, '\'');
}

static void zsh_command(const struct writer *w, const struct cli__command *c)
{
	AUTO_STRBUF operands = STRBUF_INIT;

	add_operands(w, c, &operands);
	strbuf_addf(w->out, "\t%s)\n\t\t_arguments -s -S", c->name);
	for (size_t i = 0; i < c->option_count; i++)
		zsh_option(w, &c->options[i]);
	strbuf_addz(w->out, " \\\n\t\t\t'(-h --help)'{-h,--help}'[print help and exit]'");
	if (operands.len)
		strbuf_addf(w->out, " \\\n\t\t\t'*:word:(%s)'", operands.ptr);
	else if (c->operands[0])
		strbuf_addz(w->out, " \\\n\t\t\t'*:file:_files'");
	strbuf_addz(w->out, " ;;\n");
	w->out->failed |= operands.failed;
}

static void zsh(const struct writer *w)
{
	strbuf_addz(w->out, "#compdef relist\n# relist completion zsh\n"
			    "_relist() {\n\tlocal -a commands\n\tcommands=(\n");
	for (size_t i = 0; i < w->count; i++) {
		strbuf_addf(w->out, "\t\t'%s:", w->commands[i].command->name);
		add_zsh(w->out, w->commands[i].summary);
		strbuf_addz(w->out, "'\n");
	}
	strbuf_addz(w->out, "\t\t'help:say more about a command'\n"
			    "\t\t'version:print the version'\n\t)\n"
			    "\tif (( CURRENT == 2 )); then\n"
			    "\t\t_describe command commands\n\t\treturn\n\tfi\n"
			    "\tlocal command=$words[2]\n"
			    "\tshift words\n\t(( CURRENT-- ))\n"
			    "\tcase $command in\n"
			    "\thelp) _describe command commands ;;\n");
	for (size_t i = 0; i < w->count; i++)
		zsh_command(w, w->commands[i].command);
	strbuf_addz(w->out, "\tesac\n}\n"
			    "if [ \"$funcstack[1]\" = _relist ]; then _relist \"$@\"\n"
			    "else compdef _relist relist; fi\n");
}

/* --- fish --- */

static void add_fish(struct strbuf *out, const char *text)
{
	strbuf_addc(out, '\'');
	for (; *text; text++) {
		if (*text == '\'' || *text == '\\')
			strbuf_addc(out, '\\');
		strbuf_addc(out, *text);
	}
	strbuf_addc(out, '\'');
}

static void fish_command(const struct writer *w, const struct cli__command *c)
{
	AUTO_STRBUF operands = STRBUF_INIT;

	add_operands(w, c, &operands);
	if (operands.len || !c->operands[0])
		strbuf_addf(w->out, "complete -c relist -n '__relist_in %s' -f", c->name);
	if (operands.len)
		strbuf_addf(w->out, " -a '%s'", operands.ptr);
	if (operands.len || !c->operands[0])
		strbuf_addc(w->out, '\n');
	for (size_t i = 0; i < c->option_count; i++) {
		const struct cli__option *o = &c->options[i];

		strbuf_addf(w->out, "complete -c relist -n '__relist_in %s' -l %s", c->name,
			    o->name);
		if (o->letter)
			strbuf_addf(w->out, " -s %c", o->letter);
		if (takes_file(o))
			strbuf_addz(w->out, " -r -F");
		else if (takes_value(o))
			strbuf_addz(w->out, " -x");
		if (o->words) {
			strbuf_addz(w->out, " -a '");
			add_words(w->out, o->words);
			strbuf_addc(w->out, '\'');
		}
		strbuf_addz(w->out, " -d ");
		add_fish(w->out, o->help);
		strbuf_addc(w->out, '\n');
	}
	strbuf_addf(
	    w->out,
	    "complete -c relist -n '__relist_in %s' -s h -l help -d 'print help and exit'\n",
	    c->name);
	w->out->failed |= operands.failed;
}

static void fish(const struct writer *w)
{
	strbuf_addz(w->out, "# relist completion fish\n"
			    "function __relist_in\n"
			    "\tset -l words (commandline -opc)\n"
			    "\ttest (count $words) -ge 2; and test $words[2] = $argv[1]\nend\n"
			    "function __relist_first\n"
			    "\ttest (count (commandline -opc)) -eq 1\nend\n");
	for (size_t i = 0; i < w->count; i++) {
		strbuf_addf(w->out, "complete -c relist -n __relist_first -f -a %s -d ",
			    w->commands[i].command->name);
		add_fish(w->out, w->commands[i].summary);
		strbuf_addc(w->out, '\n');
	}
	strbuf_addz(
	    w->out,
	    "complete -c relist -n __relist_first -f -a help -d 'say more about a command'\n"
	    "complete -c relist -n __relist_first -f -a version -d 'print the version'\n"
	    "complete -c relist -n '__relist_in help' -f -a '");
	add_names(w);
	strbuf_addz(w->out, "'\n");
	for (size_t i = 0; i < w->count; i++)
		fish_command(w, w->commands[i].command);
}

void cli__completion(enum cli__shell shell, const struct cli__listed *commands, size_t count,
		     struct str explained, struct strbuf *out)
{
	const struct writer w = { commands, count, explained, out };

	switch (shell) {
	case CLI_BASH:
		bash(&w);
		break;
	case CLI_ZSH:
		zsh(&w);
		break;
	case CLI_FISH:
		fish(&w);
		break;
	}
}
