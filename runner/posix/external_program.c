/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/external_program.h"

/* A property of the informer's resource that a program may need. */
struct parameter {
	const char *name; /* RELIST_NAME in its environment, {name} in its command, --name */
	const char *value;
};

enum { PARAMETERS = 5, VARIABLE_MAX = 320 };

/* Replaces "{resource}" by pods etc. *used: one was replaced. Refuses values with shell characters.
 */
static int fill_in(const char *command, const struct parameter *parameters, struct strbuf *out,
		   bool *used, struct relist_err *err)
{
	*used = false;
	while (*command) {
		size_t i = 0, n = 0;

		for (; *command == '{' && i < PARAMETERS; i++) {
			n = strlen(parameters[i].name);
			if (strncmp(command + 1, parameters[i].name, n) == 0 &&
			    command[n + 1] == '}')
				break;
		}
		if (*command != '{' || i == PARAMETERS) {
			strbuf_addc(out, *command++);
			continue;
		}
		if (strspn(parameters[i].value, "abcdefghijklmnopqrstuvwxyz0123456789.-") !=
		    strlen(parameters[i].value))
			return relist_err_set(err, RELIST_EINVAL, "{%s} is %.80s: no name",
					      parameters[i].name, parameters[i].value);
		strbuf_addz(out, parameters[i].value);
		command += n + 2;
		*used = true;
	}
	return out->failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory") : 0;
}

/* Writes NAME=VALUE with the name in capitals. */
static int set_variable(const struct parameter *p, char text[VARIABLE_MAX], struct relist_err *err)
{
	int len = snprintf(text, VARIABLE_MAX, "RELIST_%s=%s", p->name, p->value);

	if (len < 0 || len >= VARIABLE_MAX)
		return relist_err_set(err, RELIST_ELIMIT, "%s: longer than %d characters", p->name,
				      VARIABLE_MAX - 32);
	for (char *c = text; *c != '='; c++)
		if (*c >= 'a' && *c <= 'z')
			*c = (char)(*c - 'a' + 'A');
	return 0;
}

int runner__external_program_start(const struct external_program *p, struct process *process,
				   struct relist_err *err)
{
	char seconds[24], flags[PARAMETERS][16], texts[PARAMETERS + 1][VARIABLE_MAX];
	const struct parameter parameters[PARAMETERS] = { { "resource", p->of->resource },
							  { "group", p->of->group },
							  { "version", p->of->version },
							  { "seconds", seconds },
							  { "namespace", p->of->namespace_ } };
	AUTO_STRBUF command = STRBUF_INIT;
	char webhooks[RUNNER_WEBHOOK_VARIABLES][RUNNER_WEBHOOK_VARIABLE_MAX];
	const char *arguments[2 * PARAMETERS + 1] = { NULL };
	char *variables[PARAMETERS + RUNNER_WEBHOOK_VARIABLES + 2] = { NULL };
	size_t n = 0, v = 0;
	bool used;

	(void)snprintf(seconds, sizeof(seconds), "%lld", (long long)p->seconds);
	if (fill_in(p->command, parameters, &command, &used, err))
		return err->code;
	for (size_t i = 0; i < PARAMETERS; i++) {
		if (set_variable(&parameters[i], texts[i], err))
			return err->code;
		variables[v++] = texts[i];
		(void)snprintf(flags[i], sizeof(flags[i]), "--%s", parameters[i].name);
		if (!p->of->handler_count || used ||
		    (i == PARAMETERS - 1 && !parameters[i].value[0]))
			continue;
		arguments[n++] = flags[i];
		arguments[n++] = parameters[i].value;
	}
	(void)snprintf(texts[PARAMETERS], VARIABLE_MAX, "KUBECONFIG=%s", p->kubeconfig);
	variables[v++] = texts[PARAMETERS];
	memcpy(webhooks, p->webhooks->variables, sizeof(webhooks));
	for (size_t i = 0; i < RUNNER_WEBHOOK_VARIABLES; i++)
		variables[v++] = webhooks[i];
	return runner__process_start(process, command.ptr, arguments, variables, err);
}
