/* SPDX-License-Identifier: Apache-2.0 */
/* read.h - the readers of a recording's lines (read.c calls them), and what they share: objects
 * with their states, requests that are under way, received events. They return 0 or RELIST_ENOMEM.
 */
#ifndef RUNNER_LIFT_READ_H
#define RUNNER_LIFT_READ_H

#include "runner/lift/impl.h"

/* objects.c */
/* The built-in type in its stored version; NULL: none. */
const struct fakeapi__resource *lift__kept_as(const struct lift *l,
					      const struct fakeapi__resource *requested);
struct lift__type *lift__type_of(struct lift *l, const struct rec__target *t,
				 const struct fakeapi__resource *kept);
/* Converts an object to the stored form; if out of memory, the result has no name. */
json_t lift__as_kept(struct lift *l, const struct lift__request *r, json_t object,
		     struct strbuf *scratch);
/* Finds the object or adds it. NULL: out of memory. */
struct lift__object *lift__make_object(struct lift *l, struct lift__type *type, struct str ns,
				       struct str name);
/* The object with the name in the JSON; NULL: none, or out of memory (l->failed). */
struct lift__object *lift__object_in(struct lift *l, struct lift__type *type, json_t json);
uint64_t lift__rv_of(json_t object);
/* The list has the object. Pages and events of two clients' lists may be interleaved. */
void lift__note_listed(struct lift__object *o, uint64_t list, uint64_t rv);

/* requests.c */
/* The request without its end yet; NULL: none. */
struct lift__request *lift__find_request(struct lift *l, uint32_t id);
void lift__remove_request(struct lift *l, uint32_t id);
int lift__take_connection(struct lift *l, const struct rec__line *line);
int lift__take_request(struct lift *l, const struct rec__line *line);

/* responses.c */
int lift__take_response(struct lift *l, const struct rec__line *line);

/* events.c */
/* Adds an event of the request at the present line. NULL: out of memory. */
struct lift__received *lift__add_received(struct lift *l, enum lift__what what,
					  struct lift__request *r);
/* Copies the code, reason and message of a Status. */
void lift__set_error(struct lift *l, struct lift__received *t, json_t status);
int lift__take_event(struct lift *l, const struct rec__line *line);
int lift__take_end(struct lift *l, const struct rec__line *line);
int lift__take_raw(struct lift *l, const struct rec__line *line);

#endif
