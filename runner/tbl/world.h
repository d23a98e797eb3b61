/* SPDX-License-Identifier: Apache-2.0 */
/* world.h - the keys outside the steps: the file, the world and its parts.
 * RUNNER_GROUPS: X(NAME, what it is called, summary)
 * RUNNER_KEYS:   X(GROUP, key, KIND, struct, member, flags, words, help); SUB is read by its own
 *                function. */
#ifndef RUNNER_TBL_WORLD_H
#define RUNNER_TBL_WORLD_H

#define RUNNER_GROUPS(X) \
	X(FILE, "the file", "The top level of a scenario.") \
	X(WORLD, "world", "The server, the types, the informers and the controllers.") \
	X(SERVER, "server", "The fake apiserver.") \
	X(GATES, "gates", "Feature gates that differ from the profile.") \
	X(TYPE, "types.NAME", "A resource type: group/version/plural, or a map. If a step creates its CustomResourceDefinition, the type is served from that step on, as defined.") \
	X(INFORMER, "informers.NAME", "An informer; its name is that of its type unless `type` says otherwise.") \
	X(INDEX, "indexes.NAME", "An index: a path, or a map.") \
	X(HANDLER, "handlers.NAME", "An event handler of an informer.") \
	X(CONTROLLER, "controllers.NAME", "A reconciler with a work queue.") \
	X(CHILDREN, "children", "The objects that a stock reconciler creates.") \
	X(QUEUE, "queue", "A controller's work queue.") \
	X(ALWAYS, "always.ORACLE", "An oracle, set or switched off.") \
	X(EXTERNAL, "external", "Settings for runs with an external program as the subject.")

#define RUNNER_KEYS(X) \
	X(FILE, "scenario", TEXT, scn__scenario, name, SCN_REQ, NULL, "its name: lower case words with dashes") \
	X(FILE, "relist", SUB, scn__scenario, name, 0, NULL, "the version of this language, 1 [the newest]") \
	X(FILE, "about", TEXT, scn__scenario, about, 0, NULL, "the story in a sentence or two") \
	X(FILE, "refs", SUB, scn__scenario, refs, 0, NULL, "owner/repo#number, URLs, tracker keys, or names of other scenarios") \
	X(FILE, "tags", SUB, scn__scenario, tags, 0, NULL, "words for --tag") \
	X(FILE, "seed", SUB, scn__scenario, seed, 0, NULL, "the first seed [the command's]") \
	X(FILE, "let", SUB, scn__scenario, name, 0, NULL, "constants: $NAME in any value below is replaced") \
	X(FILE, "world", SUB, scn__scenario, name, SCN_REQ, NULL, "server, types, informers, controllers") \
	X(FILE, "matrix", SUB, scn__scenario, name, 0, NULL, "name: list of values; one run per combination") \
	X(FILE, "outcome", SUB, scn__scenario, name, 0, NULL, "passes, or fails [at WHERE]; a map of matrix values to these [passes]") \
	X(FILE, "always", SUB, scn__scenario, name, 0, NULL, "oracles that are set or switched off") \
	X(FILE, "external", SUB, scn__scenario, name, 0, NULL, "settings for external subjects") \
	X(FILE, "steps", SUB, scn__scenario, name, SCN_REQ, NULL, "the steps, one verb an item; also `note` and `label`") \
	X(WORLD, "profile", FLAG, scn__world, classic, 0, "client-go-1.37|client-go-1.32", "the client-go generation to follow [client-go-1.37]") \
	X(WORLD, "gates", SUB, scn__world, pos, 0, NULL, "single feature gates") \
	X(WORLD, "server", SUB, scn__world, pos, 0, NULL, "the fake apiserver") \
	X(WORLD, "load", SUB, scn__world, loads, 0, NULL, "files of manifests (YAML documents, JSON, lists, definitions) in this folder or below it: the server has their objects and namespaces before the first step, with versions after rv; a type with a loaded definition has its kind, scope and status") \
	X(WORLD, "types", SUB, scn__world, pos, SCN_REQ, NULL, "name: group/version/plural") \
	X(WORLD, "objects", SUB, scn__world, pos, 0, NULL, "templates for create") \
	X(WORLD, "informers", SUB, scn__world, pos, 0, NULL, "name: {...}") \
	X(WORLD, "controllers", SUB, scn__world, pos, 0, NULL, "name: {...}") \
	X(SERVER, "rv", UINT, scn__world, rv, 0, NULL, "its resource version at the start [1]") \
	X(SERVER, "kubernetes", WORD, scn__world, kubernetes, 0, "1.34|1.31|1.32|1.33|1.35|1.36|1.37", "the release of Kubernetes to imitate (docs/releases.md) [1.34]") \
	X(SERVER, "backends", SUB, scn__world, backends, 0, NULL, "names of the apiservers on one storage [A]") \
	X(SERVER, "history", UINT, scn__world, history, 0, NULL, "events kept for watches [all]") \
	X(SERVER, "watch-list", WORD, scn__world, watch_list, 0, "supported|rejected|ignored", "how the server handles sendInitialEvents [supported]") \
	X(SERVER, "list-items-kind", BOOL, scn__world, list_items_kind, 0, NULL, "list items carry kind and apiVersion, also of built-in types [false]") \
	X(SERVER, "page-max", U32, scn__world, list_page_max, 0, NULL, "objects on a page of a list with limit, unlike a real server [the limit]") \
	X(SERVER, "page-always", BOOL, scn__world, list_page_always, 0, NULL, "page-max also for lists without limit [false]") \
	X(SERVER, "bookmark-every", DURATION, scn__world, bookmark_every_ns, 0, NULL, "period of unsolicited bookmarks [none]") \
	X(SERVER, "http2", BOOL, scn__world, http2, 0, NULL, "clients use HTTP/2: informers and controllers share one connection, which pings a silent server after 30s [false]") \
	X(SERVER, "bootstrap", BOOL, scn__world, bootstrap, 0, NULL, "starts with the objects of a real server: namespaces, RBAC, the service kubernetes; with versions after rv [false]") \
	X(GATES, "InOrderInformersBatchProcess", MAYBE, scn__world, gate_batch, 0, NULL, "") \
	X(GATES, "AtomicFIFO", MAYBE, scn__world, gate_atomic, 0, NULL, "") \
	X(GATES, "UnlockWhileProcessingFIFO", MAYBE, scn__world, gate_unlock, 0, NULL, "") \
	X(GATES, "WatchListClient", MAYBE, scn__world, gate_watch_list, 0, NULL, "") \
	X(TYPE, "resource", SUB, scn__type, resource, SCN_REQ | SCN_MAIN, NULL, "v1/pods, apps/v1/deployments, example.org/v1/things") \
	X(TYPE, "kind", TEXT, scn__type, kind, 0, NULL, "of a custom type [made from the plural]") \
	X(TYPE, "namespaced", BOOL, scn__type, namespaced, 0, NULL, "of a custom type [true]") \
	X(TYPE, "status", BOOL, scn__type, status, 0, NULL, "a custom type has the status subresource; other writes leave its status alone [true]") \
	X(TYPE, "removed", BOOL, scn__type, removed, 0, NULL, "a removed version of Kubernetes, such as policy/v1beta1, served as a custom type [false]") \
	X(TYPE, "versions", SUB, scn__type, versions, 0, NULL, "further versions of a custom type without a definition, unconverted") \
	X(INFORMER, "type", TYPE, scn__informer, type, 0, NULL, "[the type of that name]") \
	X(INFORMER, "initial", FLAG, scn__informer, watch_list, 0, "list|watchlist", "how it gets the initial state [list]") \
	X(INFORMER, "resync", DURATION, scn__informer, resync_ns, 0, NULL, "default period of its handlers [none]") \
	X(INFORMER, "page-size", UINT, scn__informer, page_size, 0, NULL, "limit of its lists") \
	X(INFORMER, "indexes", SUB, scn__informer, indexes, 0, NULL, "name: path") \
	X(INFORMER, "transform", SUB, scn__informer, transform_arg, 0, NULL, "strip-managed-fields, fail-on KEY, rename SUFFIX, keep MEMBER,MEMBER") \
	X(INFORMER, "namespace", TEXT, scn__informer, namespace_, 0, NULL, "only this one [all]") \
	X(INFORMER, "label-selector", TEXT, scn__informer, label_selector, 0, NULL, "") \
	X(INFORMER, "field-selector", TEXT, scn__informer, field_selector, 0, NULL, "") \
	X(INFORMER, "mutation-detector", BOOL, scn__informer, mutation_detector, 0, NULL, "[false]") \
	X(INFORMER, "without", SUB, scn__informer, without, 0, NULL, "fixes to undo, or none: see the list of fixes [none]") \
	X(INFORMER, "backend", INDEX_OF_BACKEND, scn__informer, backend, 0, NULL, "the backend at the start [the first]") \
	X(INFORMER, "handlers", SUB, scn__informer, handlers, 0, NULL, "name: {...}") \
	X(INDEX, "path", TEXT, scn__index, path, SCN_REQ | SCN_MAIN, NULL, "spec.nodeName, metadata.labels.* (the keys), spec.containers[].image, namespace") \
	X(INDEX, "fails-on", TEXT, scn__index, fails_on, 0, NULL, "the index function fails for this key and ends the informer, as in client-go") \
	X(HANDLER, "resync", DURATION, scn__handler, resync_ns, 0, NULL, "its period [the informer's]") \
	X(HANDLER, "enqueue", SUB, scn__handler, enqueue, 0, NULL, "key, owner (its controller reference), owner-label LABEL") \
	X(HANDLER, "controller", CONTROLLER, scn__handler, controller, 0, NULL, "whose queue [the one of the handler's name, or the only one]") \
	X(CONTROLLER, "reconcile", SUB, scn__controller, plugin, SCN_REQ, NULL, "stock/reap-or-ensure, stock/replica-keeper, stock/mirror, plugin/NAME") \
	X(CONTROLLER, "parent", TYPE, scn__controller, parent, 0, NULL, "[the type of the informer whose handler enqueues keys]") \
	X(CONTROLLER, "children", SUB, scn__controller, child, 0, NULL, "the objects that it creates") \
	X(CONTROLLER, "match-children-by", FLAG, scn__controller, match_by_uid, 0, "name|uid", "how it recognises its children [name]") \
	X(CONTROLLER, "owner-references", BOOL, scn__controller, owner_refs, 0, NULL, "children carry one [false]") \
	X(CONTROLLER, "reads", FLAG, scn__controller, live_reads, 0, "cache|live", "of the parent, before it decides [cache]") \
	X(CONTROLLER, "replicas", TEXT, scn__controller, replicas_path, 0, NULL, "replica-keeper: the path of the number [spec.replicas]") \
	X(CONTROLLER, "expectations", SUB, scn__controller, expectations, 0, NULL, "replica-keeper: true, false, or how long they last [true, 5m]") \
	X(CONTROLLER, "copy", TEXT, scn__controller, copy_path, 0, NULL, "mirror: the path of the copied value [data]") \
	X(CONTROLLER, "finalizer", TEXT, scn__controller, finalizer, 0, NULL, "reap-or-ensure: removed when done [cleanup]") \
	X(CONTROLLER, "queue", SUB, scn__controller, workers, 0, NULL, "workers and back-off") \
	X(CONTROLLER, "timeout", DURATION, scn__controller, timeout_ns, 0, NULL, "of each request, as Config.Timeout of client-go [none]") \
	X(CONTROLLER, "backend", INDEX_OF_BACKEND, scn__controller, backend, 0, NULL, "the backend of its informers and writes at the start [the first]") \
	X(CONTROLLER, "without", SUB, scn__controller, without, 0, NULL, "fixes of its queue to undo [none]") \
	X(CONTROLLER, "params", NODE, scn__controller, params, 0, NULL, "values for a plugin") \
	X(CHILDREN, "type", TYPE, scn__controller, child, SCN_REQ, NULL, "") \
	X(CHILDREN, "name", TEXT, scn__controller, child_name, SCN_REQ, NULL, "{name} is the parent's, {n} the replica's number from 0; the server completes a name that ends with -") \
	X(CHILDREN, "template", SUB, scn__controller, child_body, 0, NULL, "the template of world.objects to create them from [a minimal valid object]") \
	X(CHILDREN, "label", TEXT, scn__controller, child_label, 0, NULL, "a label whose value is the parent's name") \
	X(QUEUE, "workers", U32, scn__controller, workers, 0, NULL, "[1]; 0: only `worker` steps get keys") \
	X(QUEUE, "backoff", SUB, scn__controller, backoff_min_ns, 0, NULL, "MIN..MAX per failing key [5ms..1000s]") \
	X(ALWAYS, "off", TEXT, scn__always, reason, 0, NULL, "why it is switched off") \
	X(ALWAYS, "rate", SUB, scn__always, rate_max, 0, NULL, "no-request-storm: requests a second over ten seconds") \
	X(ALWAYS, "burst", U32, scn__always, burst, 0, NULL, "no-request-storm: requests in one second") \
	X(EXTERNAL, "skip", TEXT, scn__external, reason, 0, NULL, "why external runs skip the scenario") \
	X(EXTERNAL, "patience", DURATION, scn__external, patience_ns, 0, NULL, "how long an expect waits for the subject") \
	X(EXTERNAL, "linger", DURATION, scn__external, linger_ns, 0, NULL, "the least time a controller is watched after the last step [--linger]") \
	X(EXTERNAL, "quiet", DURATION, scn__external, quiet_ns, 0, NULL, "the least time without a request before a controller counts as at rest [300ms]") \
	X(EXTERNAL, "real-time", BOOL, scn__external, real_time, 0, NULL, "advance takes its full time [false: as long as a fault with `for` lasts, else none]") \
	X(EXTERNAL, "closes", SUB, scn__external, closes, 0, NULL, "types whose watches the controller closes on purpose: they need not come back [none]") \
	X(EXTERNAL, "checks", SUB, scn__external, sections, 0, NULL, "sections to check in external runs, besides the final state [none]")

#endif
