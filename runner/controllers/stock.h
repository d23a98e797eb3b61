/* SPDX-License-Identifier: Apache-2.0 */
/* stock.h - the stock reconcilers, and what they share: bodies, ownership, queued writes. */
#ifndef RUNNER_CONTROLLERS_STOCK_H
#define RUNNER_CONTROLLERS_STOCK_H

#include "runner/controllers/controllers.h"
#include "runner/controllers/expectations.h"

enum scn__turn_end ctl__mirror(struct scn__turn *t);
bool ctl__is_marked(const struct inf_object *obj);
struct str ctl__uid_of(struct scn__turn *t, const struct inf_object *obj);
/* The UID of the owner in the child: a JSON string, or absent. */
json_t ctl__owner_uid(const struct scn__controller *def, const struct inf_object *child);
cJSON *ctl__empty_child(struct scn__turn *t);
/* Returns the member; adds it if missing. NULL: out of memory. */
cJSON *ctl__need(cJSON *obj, const char *name);
bool ctl__put(cJSON *obj, const char *name, cJSON *value);
bool ctl__put_text(cJSON *obj, const char *name, struct str value);
/* Writes the owner reference and label into metadata. */
bool ctl__own(struct scn__turn *t, const struct inf_object *parent, cJSON *child);
/* Takes ownership of the tree. */
void ctl__queue_op(struct scn__turn *t, struct scn__op op, cJSON *take_body);
struct str ctl__child_name(struct scn__turn *t, size_t n);
/* The server completes a name that ends with a dash (generateName). */
void ctl__queue_create(struct scn__turn *t, const struct inf_object *parent, struct str name,
		       cJSON *take_body);
/* Without a UID precondition it deletes any object of that name. */
void ctl__queue_delete(struct scn__turn *t, const struct inf_object *child);
/* The server's response of the previous turn; else the cached object. With `reads: live` the first
 * turn only sends the request and sets *later. */
struct inf_object *ctl__parent_now(struct scn__turn *t, bool *later);

int ctl__keeper_start(struct scn__crun *c);
void ctl__keeper_stop(struct scn__crun *c);
/* addPod, updatePod and deletePod of the ReplicaSet controller. */
void ctl__keeper_observe(struct scn__crun *c, const struct scn__rec *note, struct str parent);
/* syncReplicaSet: compares replicas with the cache only if it shows all earlier writes. */
enum scn__turn_end ctl__keep_replicas(struct scn__turn *t);
bool ctl__has_label(const struct scn__controller *def, const struct inf_object *child,
		    struct str parent);

#endif
