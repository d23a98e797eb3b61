/* SPDX-License-Identifier: Apache-2.0 */
/* scenario.h - writes a failure as a scenario: the story with the disturbance as a step of the
 * language, and the end of undisturbed runs as expectations. `relist run --world external` fails
 * with the program that has the bug, and passes without the bug.
 *
 *   scenario.c           the file
 *   scenario_names.c     names of types and objects
 *   scenario_steps.c     waits, writes of stand-ins, and the disturbance
 *   scenario_story.c     the story's steps, with bodies as webhooks left them
 *   scenario_expect.c    the findings as expectations */
#ifndef RUNNER_PERTURB_SCENARIO_H
#define RUNNER_PERTURB_SCENARIO_H

#include "runner/language/scenario.h"
#include "runner/perturb/verdict.h"

#include <cjson/cJSON.h>

struct perturb__scenario_input {
	const struct scn__cell *cell;
	const struct perturb__plan *plan; /* NULL: only the story */
	struct perturb__life *reference;  /* an undisturbed run; its memory is used */
	struct perturb__life *life;	  /* the failed life */
	const struct perturb__noise *noise;
	const struct perturb__late *late; /* [step] */
	int64_t hold_ns; /* held events of a type that the program creates: so long */
	const struct scn__list *findings; /* struct perturb__finding */
	const char *load;		  /* the file with the loaded objects; NULL: none */
};

/* Appends the whole file. *why is set if the language cannot express the plan; then `out` is
 * unusable. RELIST_ENOMEM. */
int perturb__scenario(const struct perturb__scenario_input *t, struct strbuf *out,
		      const char **why);
/* Appends the objects that were loaded before the start, as one JSON list; empty: none. */
int perturb__loaded(struct perturb__life *reference, struct strbuf *out);

/* --- shared by the files --- */

struct perturb__wanted {
	struct str key, value;
};

struct scenario_writer {
	const struct perturb__scenario_input *t;
	struct map types; /* "statefulsets.apps" -> its line of world.types */
	struct map names; /* "statefulsets.apps" -> the scenario's name for it: struct str */
	struct strbuf steps;
	const char *why; /* the language cannot express the plan */
	bool failed;	 /* out of memory */
};

/* Appends the scenario's name for an object, or for a type. */
void perturb__write_key(struct scenario_writer *w, struct str key, struct strbuf *out);
void perturb__write_type(struct scenario_writer *w, struct str type, struct strbuf *out);
/* "crash-4": the plan's name in names of scenarios and files. */
void perturb__write_name(const struct perturb__plan *plan, struct strbuf *out);
void perturb__write_steps(struct scenario_writer *w);
/* Appends a step of the story: `create: {…}`, `update: {…}`, `delete: […]` or `start: subject`. */
void perturb__write_step(struct scenario_writer *w, uint32_t step);
/* Appends the body of the step's write: an object or a merge patch. With mutating webhooks it is
 * what they left. */
void perturb__write_body(struct scenario_writer *w, uint32_t step, struct str key,
			 const struct scn__step *s, const struct scn__object *o);
/* Removes from an object what the server made, and its status unless `status`. NULL: false. */
bool perturb__strip_body(cJSON *tree, bool status);
/* Appends "  - expect: ..." for the findings about the state after a step; nothing if there are
 * none. */
void perturb__write_findings_after(struct scenario_writer *w, uint32_t step);
/* Appends "  - expect: ..." for the other findings, and for the objects that must exist. */
void perturb__write_findings(struct scenario_writer *w);
/* Adds the expected value of an object; of two for one object the first counts. */
void perturb__want(struct scenario_writer *w, struct scn__list *wants, struct str key,
		   struct str value);
/* "{pods: {default/a: any}}"; empties the list. */
void perturb__write_state(struct scenario_writer *w, struct scn__list *wants, struct strbuf *out);
/* Whether the object is compared and has the same name in all lives. */
bool perturb__is_compared(const struct scenario_writer *w, const struct perturb__change *c);
static inline struct str perturb__key_type(struct str key)
{
	return str_cut(&key, '/');
}

/* "default/a" for "pods/default/a", "n1" for "nodes//n1". */
static inline struct str perturb__key_object(struct str key)
{
	size_t from = perturb__key_type(key).len;

	for (int i = 0; i < 2 && from < key.len && key.ptr[from] == '/'; i++)
		from++;
	return (struct str) { key.ptr + from, key.len - from };
}

#endif
