/* SPDX-License-Identifier: Apache-2.0 */
/* versions.h - custom types that clients use in several versions. */
#ifndef RUNNER_LIFT_VERSIONS_H
#define RUNNER_LIFT_VERSIONS_H

#include "runner/lift/impl.h"

/* A request for the type; the scenario names it in the program's version. */
void lift__choose_version(struct lift *l, struct lift__type *type, struct str version, bool mine);
/* Appends the member with the type's other versions if no definition in the story has them. */
void lift__add_other_versions(struct lift *l, const struct lift__type *t);
/* Whether both objects have the same apiVersion, as far as they have one. */
bool lift__same_version(json_t a, json_t b);
/* Adds the JSON of the same state in another version; the state keeps the fuller one. */
void lift__add_form(struct lift *l, struct lift__state *s, json_t json);
/* The state's JSON in the version of `like` if it is known, else in the fuller one. */
json_t lift__form_of(const struct lift__state *s, json_t like);
/* If another client wrote the state, and it is only known in another version than the state before,
 * completes it with the fields that its version lacks. Returns false if out of memory. */
bool lift__in_full(struct lift *l, struct lift__state *s, const struct lift__state *before);
/* doubles.c: whether the object has every value of the part, apart from those that the server sets.
 */
bool lift__has_all(json_t whole, json_t part);

#endif
