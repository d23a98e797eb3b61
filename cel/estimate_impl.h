/* SPDX-License-Identifier: Apache-2.0 */
/* estimate_impl.h - the parts of the estimate: sizes, and the cost of calls. */
#ifndef CEL_ESTIMATE_IMPL_H
#define CEL_ESTIMATE_IMPL_H

#include "cel/estimate.h"
#include "cel/span.h"

/* The sizes of the elements of a list or map. */
struct cel__entries {
	bool known, map;
	struct span key, value;
};

/* The properties of an expression. A place is the origin of its value: a path from the root, whose
 * declaration has bounds; `declared` NULL: that path is not declared. */
struct cel__found {
	struct span cost, size;
	bool sized, placed;
	const struct cel_type *declared;
	struct cel__entries entries;
};

struct cel__estimate_run {
	const struct cel_type *self;
	struct cel__found *locals;
	unsigned local_count;
};

extern const struct span cel__unknown, cel__one;

/* The cost of a call with its arguments, and the size of its result. */
struct cel__found cel__estimate_call(struct cel__estimate_run *e, const struct cel__node *n);
void cel__set_size(struct cel__found *f, struct span size);
/* Finds the size by the place, else by the type, else not at all. */
void cel__find_size(struct cel__found *f, const struct cel__node *n);
/* The size, or cel__unknown. */
struct span cel__size_of(const struct cel__found *f);
/* Sets a place below another. A path without a place starts at the root, as in cel-go. */
void cel__place_below(const struct cel__estimate_run *e, struct cel__found *f,
		      const struct cel__found *above, const struct cel_type *declared);
/* The type of the elements of a list or the values of a map; NULL: neither. */
const struct cel_type *cel__items_of(const struct cel_type *t);
/* The sizes of elements that come from either. */
struct cel__entries cel__unite_entries(struct cel__entries a, struct cel__entries b);
/* An element of a range: `value`, or its key or index. */
struct cel__found cel__element(const struct cel__estimate_run *e, const struct cel__node *range,
			       const struct cel__found *of, bool value);
/* The cost of a node with all below it, and the size of its value. */
struct cel__found cel__estimate_node(struct cel__estimate_run *e, const struct cel__node *n);

#endif
