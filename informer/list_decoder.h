/* SPDX-License-Identifier: Apache-2.0 */
/* list_decoder.h - decodes the body of a list response incrementally.
 *
 * Items become objects as soon as they are complete; the decoder stores neither the body nor a tree
 * of it. The rules are those of apimachinery's UnstructuredList: kind is required, items may be
 * missing or null, an item without apiVersion and kind inherits the list's. A list is accepted only
 * if its whole body is valid. */
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

void inf__objects_clear(struct inf__objects *o); /* drops the references and frees the array */
/* Takes ownership of `take_obj`, except on RELIST_ENOMEM. */
int inf__objects_push(struct inf__objects *o, struct inf_object *take_obj);
/* Moves all of src to the end of dst. RELIST_ENOMEM: no change. */
int inf__objects_move(struct inf__objects *dst, struct inf__objects *src);

struct inf__list_decoder {
	struct inf__objects objects;
	struct strbuf resource_version; /* valid after finish() */
	struct strbuf continue_token;
	bool table;		 /* a Table of meta.k8s.io */
	size_t object_bytes_max; /* 0: no limit; set after init */
	bool too_large;		 /* an object exceeded the limit: the rest need not be fed */

	/* Private. */
	struct json_scanner scan;
	struct json_spans spans; /* of the current item */
	struct strbuf part;	 /* a key or value that was split */
	struct strbuf key;	 /* of the current member, decoded */
	struct strbuf members;	 /* apiVersion, kind, metadata: as an object */
	struct inf__api_error error;
	struct strbuf api_version, kind; /* as far as they are known */
	size_t uninherited;		 /* objects before this index may lack a kind */
	int state;
	bool top_is_object, invalid, seen_bytes, no_memory;
	bool failed;   /* `items` was not an array at least once */
	bool bad_item; /* an item of the last array is invalid; only the last array counts */
};

void inf__list_decoder_init(struct inf__list_decoder *d);
void inf__list_decoder_fini(struct inf__list_decoder *d);
void inf__list_decoder_reset(struct inf__list_decoder *d);
/* Errors are stored and returned by finish(). */
void inf__list_decoder_feed(struct inf__list_decoder *d, const char *bytes, size_t len);
/* Ends the body. True: objects, resource_version, continue_token and table are set; false: *error
 * is set, and objects is empty. */
bool inf__list_decoder_finish(struct inf__list_decoder *d, struct inf__api_error *error);

#endif
