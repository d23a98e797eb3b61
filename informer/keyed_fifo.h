/* SPDX-License-Identifier: Apache-2.0 */
/* keyed_fifo.h - the newest state per key, in the order in which keys came (client-go's FIFO, which
 * no informer uses any more).
 *
 * Threads: any. lock (rank OVERLAY) guards everything. Taking is pop, then done: HasSynced counts
 * what is done.
 */
#ifndef INFORMER_KEYED_FIFO_H
#define INFORMER_KEYED_FIFO_H

#include "base/base.h"
#include "relist/informer.h"

struct inf__keyed_fifo;

struct inf__keyed_fifo *inf__keyed_fifo_new(void);
void inf__keyed_fifo_free(struct inf__keyed_fifo *f);

/* Add and Update: a key that waits keeps its place and gets the new object. */
int inf__keyed_fifo_put(struct inf__keyed_fifo *f, const struct inf_object *obj);
void inf__keyed_fifo_delete(struct inf__keyed_fifo *f, const char *key);
/* What waited is forgotten; of a key that comes twice the last object counts. */
int inf__keyed_fifo_replace(struct inf__keyed_fifo *f, const struct inf_object_list *objs);
/* 0 with *out owned and *initial = isInInitialList; RELIST_ENOTFOUND: empty; RELIST_ECLOSED: empty
 * and closed. */
int inf__keyed_fifo_pop(struct inf__keyed_fifo *f, struct inf_object **out, bool *initial);
void inf__keyed_fifo_done(struct inf__keyed_fifo *f);
bool inf__keyed_fifo_has_synced(struct inf__keyed_fifo *f);
void inf__keyed_fifo_close(struct inf__keyed_fifo *f);
bool inf__keyed_fifo_is_closed(struct inf__keyed_fifo *f);

#endif
