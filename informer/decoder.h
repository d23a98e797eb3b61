/* SPDX-License-Identifier: Apache-2.0 */
/* decoder.h - one frame of a watch stream as an event (rest/watch Decoder over the dynamic
 * client's serializers).
 */
#ifndef INFORMER_DECODER_H
#define INFORMER_DECODER_H

#include "informer/api_status.h"
#include "informer/object.h"

enum inf__event_type {
	INF_EVENT_ADDED,
	INF_EVENT_MODIFIED,
	INF_EVENT_DELETED,
	INF_EVENT_BOOKMARK,
	INF_EVENT_ERROR,
};

struct inf__event {
	enum inf__event_type type;
	struct inf__meta meta; /* of the object; borrowed from the frame */
	/* The object is of one of the few kinds of meta/v1 that the dynamic client decodes into Go
	 * types (Status, APIGroup, ListOptions, ...): never an object a cache can hold. */
	bool typed;
	bool status; /* kind Status */
};

/* 0, or RELIST_EPARSE: what client-go turns into an ERROR event of its own (500
 * ClientWatchDecoding) that ends the stream. The frame must be valid JSON. */
int inf__decode_event(json_t frame, struct inf__event *ev, struct relist_err *err);

/* The error that an ERROR event stands for (apierrors.FromObject). */
void inf__event_error(const struct inf__event *ev, struct inf__api_error *e);
/* The error event that client-go makes up for a stream that does not decode. */
void inf__decoding_error(struct inf__api_error *e, const char *what);

/* The object's resourceVersion, appended to `out`. */
void inf__event_resource_version(const struct inf__event *ev, struct strbuf *out);
/* The object's apiVersion and kind are these. */
bool inf__event_is_kind(const struct inf__event *ev, const char *api_version, const char *kind);
/* A Table of meta.k8s.io/v1 or v1beta1. */
bool inf__event_is_table(const struct inf__event *ev);
/* An annotation's value, absent if there is none. With `null_is_empty` null is a fine value, else
 * it makes all annotations unreadable (client-go 0.32), as any other kind does. */
json_t inf__event_annotation(const struct inf__event *ev, const char *name, bool null_is_empty);

/* "group/version" or "version" split at the slash; false when there is more than one. */
bool inf__parse_group_version(struct str s, struct str *group, struct str *version);

#endif
