/* SPDX-License-Identifier: Apache-2.0 */
/* world.h - the world of a scenario: server, types, informers, handlers, controllers. */
#ifndef RUNNER_LANGUAGE_WORLD_H
#define RUNNER_LANGUAGE_WORLD_H

#include "informer/fixes.h"
#include "runner/language/loads.h"
#include "runner/language/nodes.h"

struct scn__type {
	struct str name;		     /* its name in the scenario */
	struct str group, version, resource; /* group "": core */
	struct str kind;
	bool namespaced, removed; /* removed: a version that Kubernetes has no longer, as custom */
	bool status;		  /* a custom type has /status */
	bool builtin;		  /* built in to fakeapi; else served as a custom resource */
	bool defined; /* from a CustomResourceDefinition that is loaded, or that a step creates */
	const struct str *versions; /* others of a custom type */
	size_t version_count;
	uint32_t index;
	struct scn__pos pos;
};

enum scn__enqueue { SCN_ENQUEUE_NONE, SCN_ENQUEUE_KEY, SCN_ENQUEUE_OWNER_LABEL, SCN_ENQUEUE_OWNER };

struct scn__handler {
	struct str name;
	int64_t resync_ns; /* < 0: the informer's default */
	enum scn__enqueue enqueue;
	struct str label;			  /* OWNER_LABEL */
	const struct scn__controller *controller; /* owner of the queue; set unless NONE */
	bool added_later;			  /* by a `handler` step */
	const struct scn__informer *informer;
	uint32_t index; /* in the cell's handlers */
	struct scn__pos pos;
};

struct scn__index {
	struct str name;
	struct str
	    path; /* "spec.nodeName", "metadata.labels.*" (the keys), "spec.x[].y", "namespace" */
	struct str fails_on; /* the index function fails for objects with this key; "": never */
	struct scn__pos pos;
};

enum scn__transform {
	SCN_TRANSFORM_NONE,
	SCN_TRANSFORM_STRIP_MANAGED_FIELDS,
	SCN_TRANSFORM_FAIL_ON, /* .transform_arg: a key, "default/a" */
	SCN_TRANSFORM_RENAME,  /* .transform_arg: appended to names */
	SCN_TRANSFORM_KEEP,    /* .transform_arg: top-level members to keep, separated by "," */
};

struct scn__informer {
	struct str name;
	const struct scn__type *type;
	bool watch_list;   /* initial: watchlist; the profile has the default */
	int64_t resync_ns; /* 0: none */
	int64_t page_size; /* 0: the default */
	struct str namespace_, label_selector, field_selector;
	const struct scn__index *indexes;
	size_t index_count;
	enum scn__transform transform;
	struct str transform_arg;
	bool mutation_detector;
	inf__without without;			    /* omitted fixes */
	uint32_t backend;			    /* initial backend */
	const struct scn__handler *const *handlers; /* of the world, then those that steps add */
	size_t handler_count;
	uint32_t index;
	struct scn__pos pos;
};

enum scn__reconciler {
	SCN_REAP_OR_ENSURE,
	SCN_REPLICA_KEEPER,
	SCN_MIRROR,
	SCN_PLUGIN, /* .plugin: a name registered through the C API */
};

struct scn__controller {
	struct str name;
	enum scn__reconciler reconciler;
	struct str plugin;
	const struct scn__type *parent;	    /* type whose keys are in the queue */
	const struct scn__type *child;	    /* children.type, or the type that mirror writes */
	struct str child_name;		    /* 'data-{name}-0' */
	struct str child_label;		    /* set on children: label = name of the parent */
	const struct scn__node *child_body; /* from a template; NULL: the minimal valid body */
	bool match_by_uid;		    /* match-children-by: uid; default name */
	bool owner_refs;		    /* children carry an owner reference */
	bool live_reads;	     /* reads: live; requests the parent from the server first */
	struct str replicas_path;    /* replica-keeper; "spec.replicas" */
	struct str copy_path;	     /* mirror; "data" */
	struct str finalizer;	     /* reap-or-ensure: removed when done; "cleanup" */
	bool expectations;	     /* replica-keeper: waits for its own creations to be seen */
	int64_t expectations_ttl_ns; /* 5m */
	uint32_t workers;	     /* 1; 0: only `worker` steps take from the queue */
	int64_t backoff_min_ns, backoff_max_ns; /* 5ms..1000s */
	int64_t timeout_ns;			/* of each request; 0: none */
	uint32_t backend;
	inf__without without;		/* omitted fixes of its queue */
	const struct scn__node *params; /* the whole map, for plugins */
	uint32_t index;
	struct scn__pos pos;
};

enum scn__watch_list { SCN_WATCH_LIST_SUPPORTED, SCN_WATCH_LIST_REJECTED, SCN_WATCH_LIST_IGNORED };

struct scn__template {
	struct str name;
	const struct scn__node *body;
	struct scn__pos pos;
};

struct scn__world {
	struct scn__pos pos;
	bool classic;						   /* profile: client-go-1.32 */
	int gate_batch, gate_atomic, gate_unlock, gate_watch_list; /* -1: as in the profile */
	uint64_t rv;		    /* the server's first version; default 1 */
	const struct str *backends; /* at least one; "A" */
	size_t backend_count;
	uint64_t history; /* events kept for watches; 0: all */
	enum scn__watch_list watch_list;
	uint32_t list_page_max; /* limit of a list's length; 0: none */
	bool list_page_always;	/* also for lists without a limit parameter */
	bool http2;		/* clients use HTTP/2, informers one connection */
	bool bootstrap;		/* with the objects that a real server creates at its start */
	int kubernetes;		/* known_types.h */
	struct scn__loads loads;
	bool list_items_kind; /* list items carry kind and apiVersion; false in a real server */
	int64_t bookmark_every_ns; /* 0: no periodic bookmarks */
	const struct scn__type *types;
	const struct scn__template *templates;
	size_t type_count, template_count;
	const struct scn__informer *informers;
	size_t informer_count;
	const struct scn__handler *handlers; /* of all informers, including those that steps add */
	size_t handler_count;
	const struct scn__controller *controllers;
	size_t controller_count;
};

#endif
