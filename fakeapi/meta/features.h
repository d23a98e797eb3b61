/* SPDX-License-Identifier: Apache-2.0 */
/* features.h - differences between servers, by release and by feature gate. tbl/gates.h has the
 * gates of Kubernetes with their defaults, tbl/changes.h the other changes.
 *
 * Who may call: every folder. Threads: any; a value never changes once a core has it.
 */
#ifndef FAKEAPI_FEATURES_H
#define FAKEAPI_FEATURES_H

#include "base/str.h"
#include "base/text/label.h"
#include "relist/err.h"

enum fakeapi__gate {
	FAKEAPI_GATE_NONE, /* always off */
#define GATE(name, stages) FAKEAPI_GATE_##name,
#include "fakeapi/tbl/gates.h"
#undef GATE
	FAKEAPI_GATES
};

enum fakeapi__change {
#define CHANGE(name, since, gate, source, what) FAKEAPI_CHANGE_##name,
#include "fakeapi/tbl/changes.h"
#undef CHANGE
	FAKEAPI_CHANGES
};

struct fakeapi__features {
	unsigned release;
	uint64_t changes;
	uint64_t gates[(FAKEAPI_GATES + 63) / 64];
};

_Static_assert(FAKEAPI_CHANGES <= 64, "a bit for each");

/* Sets the defaults of a release (meta/release.h). */
void fakeapi__features_init(struct fakeapi__features *f, unsigned release);
/* kube-apiserver's --feature-gates, "Name=true,Other=false", including AllAlpha and AllBeta. NULL
 * and "": none. RELIST_EINVAL: an unknown gate of this release (with a suggestion), not a boolean,
 * or a locked gate. */
int fakeapi__features_set(struct fakeapi__features *f, const char *gates, const char *option,
			  struct relist_err *err);
/* The defaults of the default release. */
const struct fakeapi__features *fakeapi__features_usual(void);

/* `f` NULL: the defaults. */
static inline bool fakeapi__gate_on(const struct fakeapi__features *f, enum fakeapi__gate gate)
{
	f = f ? f : fakeapi__features_usual();
	return f->gates[gate / 64] >> gate % 64 & 1;
}

/* `f` NULL: the default release. */
static inline unsigned fakeapi__release_of(const struct fakeapi__features *f)
{
	return (f ? f : fakeapi__features_usual())->release;
}

/* `f` NULL: the defaults. */
static inline bool fakeapi__changed(const struct fakeapi__features *f, enum fakeapi__change change)
{
	f = f ? f : fakeapi__features_usual();
	return f->changes >> change & 1;
}

static inline enum label_unit fakeapi__label_unit(const struct fakeapi__features *f)
{
	return fakeapi__changed(f, FAKEAPI_CHANGE_LENGTHS_IN_BYTES) ? LABEL_BYTES
								    : LABEL_CHARACTERS;
}

/* --- for reports --- */

/* False: the gate has no effect on a server, or no gate has that name. */
bool fakeapi__gate_matters(struct str name);

struct fakeapi__change_row {
	const char *name;
	unsigned since;
	enum fakeapi__gate gate; /* NONE: the release alone decides */
	const char *source, *what;
};

/* By index, up to the last. */
const struct fakeapi__change_row *fakeapi__change_at(enum fakeapi__change change);
/* The gate's name, and its stage in a release (tbl/gates.h). */
const char *fakeapi__gate_name(enum fakeapi__gate gate);
char fakeapi__gate_stage(enum fakeapi__gate gate, unsigned release);

#endif
