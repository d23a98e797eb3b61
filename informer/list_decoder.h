/* SPDX-License-Identifier: Apache-2.0 */
/* list_decoder.h - the body of a list answer, taken apart while it comes in.
 *
 * Items become objects as soon as they are complete; neither the body nor a tree of it is ever
 * held. What makes a list acceptable follows apimachinery's UnstructuredList: kind is a must, items
 * may be missing or null, an item without apiVersion and kind inherits the list's. A list counts
 * only when its whole body was valid.
 */
#ifndef INFORMER_LIST_DECODER_H
#define INFORMER_LIST_DECODER_H

#include "informer/api_status.h"
#include "informer/object.h"

/* A growing array of references. */
struct inf__objects {
	struct inf_object **items;
	size_t len;
	size_t cap;
};

void inf__objects_clear(struct inf__objects *o); /* drops the references and the memory */
/* Takes over `take_obj`; on RELIST_ENOMEM it stays the caller's. */
int inf__objects_push(struct inf__objects *o, struct inf_object *take_obj);
/* Moves all of src to the end of dst. RELIST_ENOMEM: nothing moved. */
int inf__objects_move(struct inf__objects *dst, struct inf__objects *src);

struct inf__list_decoder {
	struct inf__objects objects;
	struct strbuf resource_version; /* after finish() */
	struct strbuf continue_token;
	bool table;		 /* a Table of meta.k8s.io */
	size_t object_bytes_max; /* 0: any; set after init */
	bool too_large;		 /* something was longer: the rest need not be fed */

	/* Private. */
	struct json_scanner scan;
	struct strbuf part;    /* a key or value that was cut */
	struct strbuf key;     /* of the current member, decoded */
	struct strbuf members; /* apiVersion, kind, metadata: an object of their own */
	struct inf__api_error error;
	struct strbuf api_version, kind; /* as far as known */
	size_t uninherited;		 /* objects before this one may lack a kind */
	int state;
	bool top_is_object, invalid, seen_bytes, no_memory;
	bool failed;   /* items was no array once */
	bool bad_item; /* of the last array, which is the one that counts */
};

void inf__list_decoder_init(struct inf__list_decoder *d);
void inf__list_decoder_fini(struct inf__list_decoder *d);
void inf__list_decoder_reset(struct inf__list_decoder *d);
/* Errors are kept and returned by finish(). */
void inf__list_decoder_feed(struct inf__list_decoder *d, const char *bytes, size_t len);
/* The body has ended. True: objects, resource_version, continue_token and table are the list's;
 * false: *error says what is wrong, and objects is empty. */
bool inf__list_decoder_finish(struct inf__list_decoder *d, struct inf__api_error *error);

#endif
