/* SPDX-License-Identifier: Apache-2.0 */
/* decoder.h - decodes a frame of a watch stream into an event (rest/watch Decoder with the dynamic
 * client's serializers). */
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
	/* The object has one of the few kinds of meta/v1 that the dynamic client decodes into Go
	 * types (Status, APIGroup, ListOptions, ...), which no cache can hold. */
	bool typed;
	bool status; /* kind Status */
};

/* Returns 0, or RELIST_EPARSE: client-go then makes an ERROR event (500 ClientWatchDecoding), which
 * ends the stream. The frame must be valid JSON; `spans` are those that the scanner noted, or NULL.
 */
int inf__decode_event(json_t frame, const struct json_spans *spans, struct inf__event *ev,
		      struct relist_err *err);

/* The error that an ERROR event represents (apierrors.FromObject). */
void inf__event_error(const struct inf__event *ev, struct inf__api_error *e);
/* The error event that client-go makes for an undecodable stream. */
void inf__decoding_error(struct inf__api_error *e, const char *what);

/* Appends the object's resourceVersion to `out`. */
void inf__event_resource_version(const struct inf__event *ev, struct strbuf *out);
/* Whether the object has this apiVersion and kind. */
bool inf__event_is_kind(const struct inf__event *ev, const char *api_version, const char *kind);
/* Whether the object is a Table of meta.k8s.io/v1 or v1beta1. */
bool inf__event_is_table(const struct inf__event *ev);
/* The value of an annotation, absent if missing. With `null_is_empty` null is a valid value; else
 * null, like any other kind, makes all annotations unreadable (client-go 0.32). */
json_t inf__event_annotation(const struct inf__event *ev, const char *name, bool null_is_empty);

/* Splits "group/version" or "version" at the slash; false if there are several. */
bool inf__parse_group_version(struct str s, struct str *group, struct str *version);

#endif
