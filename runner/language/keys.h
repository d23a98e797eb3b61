/* SPDX-License-Identifier: Apache-2.0 */
/* keys.h - how a scenario names objects: by type, namespace and name, by a pattern, or by the order
 * of creation.
 *
 * Who may call: scenario.h. Threads: any. No locks. */
#ifndef RUNNER_LANGUAGE_KEYS_H
#define RUNNER_LANGUAGE_KEYS_H

#include "runner/language/loads.h"

struct scn__type;

struct scn__key {
	const struct scn__type *type;
	struct str ns, name; /* ns "": cluster-scoped */
	struct str text;     /* "default/a", "node1": the key in caches; "default/web-*#2" */
	struct scn__pos pos;
	/* Not NULL: a run finds the names, see world/made.h. nth: the n-th object that was created
	 * under the pattern; 0: the only one that exists. */
	const struct scn__pattern *pattern;
	uint32_t nth;
};

/* Objects of a type selected by a pattern, a selector or an owner. */
struct scn__object_set {
	struct str ns, name;   /* patterns; name "": any */
	struct str labels;     /* a selector; "": any */
	struct scn__key owner; /* type NULL: any */
	bool others;	       /* the objects that no other key of the section selects */
};

/* Objects of which a run notes the order of creation. */
struct scn__pattern {
	const struct scn__type *type;
	const struct scn__object_set *set;
	struct str text; /* "default/web-* labels=a=b" */
	uint32_t index;
	struct scn__pos pos; /* of the first key with it */
	const struct scn__pattern *next;
};

#endif
