/* SPDX-License-Identifier: Apache-2.0 */
/* cells_workload.c - cells of pods and of the types that create them. */
#include <inttypes.h>

#include "base/map.h"
#include "fakeapi/output/cells.h"

/* The result of the walk over a pod's containers. */
struct pod_look {
	struct strbuf reason;
	int64_t restarts, sidecar_restarts;
	int64_t last_restart, last_sidecar_restart; /* 0: none */
	int64_t ready, total;
	bool initializing;
	bool of_failed; /* a container that failed is shown, not one that completed */
};

/* An init container that keeps running. */
static bool is_sidecar(json_t container)
{
	return fakeapi__is_str(fakeapi__at(container, "restartPolicy"), "Always");
}

/* Collects names in their written form, which is unique in the store. Empty if out of memory. */
static void sidecars_find(struct map *out, json_t specs)
{
	struct json_iter it;
	json_t v;

	map_init(out, MAP_BORROW_KEYS);
	for (json_iter_init(&it, specs); json_iter_element(&it, &v);)
		if (is_sidecar(v))
			(void)map_put(out, fakeapi__at(v, "name"), (void *)(uintptr_t)v.ptr, NULL);
}

static void reason_set(struct pod_look *look, const char *prefix, json_t text)
{
	strbuf_clear(&look->reason);
	strbuf_addz(&look->reason, prefix);
	fakeapi__add_text(&look->reason, text);
}

static void reason_terminated(struct pod_look *look, const char *prefix, json_t terminated)
{
	int64_t signal = fakeapi__int_at(terminated, "signal");

	if (fakeapi__has_text(fakeapi__at(terminated, "reason"))) {
		reason_set(look, prefix, fakeapi__at(terminated, "reason"));
		return;
	}
	strbuf_clear(&look->reason);
	strbuf_addf(&look->reason, "%s%s:%" PRId64, prefix, signal ? "Signal" : "ExitCode",
		    signal ? signal : fakeapi__int_at(terminated, "exitCode"));
}

static void note_restart(int64_t *last, json_t status)
{
	int64_t t;

	if (fakeapi__parse_time(fakeapi__at(status, "lastState.terminated.finishedAt"), &t) &&
	    t > *last)
		*last = t;
}

static void read_init_containers(struct pod_look *look, json_t pod)
{
	json_t specs = fakeapi__at(pod, "spec.initContainers"), status;
	struct json_iter it;
	json_t statuses = fakeapi__at(pod, "status.initContainerStatuses");
	struct map sidecars;
	size_t i = 0;

	sidecars_find(&sidecars, specs);
	json_iter_init(&it, statuses);
	for (; json_iter_element(&it, &status); i++) {
		json_t terminated = fakeapi__at(status, "state.terminated");
		json_t waiting = fakeapi__at(status, "state.waiting.reason");
		bool sidecar = map_get(&sidecars, fakeapi__at(status, "name")) != NULL;

		look->restarts += fakeapi__int_at(status, "restartCount");
		note_restart(&look->last_restart, status);
		if (sidecar) {
			look->sidecar_restarts += fakeapi__int_at(status, "restartCount");
			note_restart(&look->last_sidecar_restart, status);
		}
		if (terminated.len > 0 && fakeapi__int_at(terminated, "exitCode") == 0)
			continue;
		if (sidecar && json_is_true(fakeapi__at(status, "started"))) {
			look->ready += json_is_true(fakeapi__at(status, "ready"));
			continue;
		}
		look->initializing = true;
		if (terminated.len > 0) {
			reason_terminated(look, "Init:", terminated);
		} else if (fakeapi__has_text(waiting) &&
			   !fakeapi__is_str(waiting, "PodInitializing")) {
			reason_set(look, "Init:", waiting);
		} else {
			strbuf_clear(&look->reason);
			strbuf_addf(&look->reason, "Init:%zu/%zu", i, json_count(specs));
		}
		break;
	}
	map_fini(&sidecars);
}

/* The reason is that of the first container that has one. */
static void read_containers(struct pod_look *look, json_t pod)
{
	json_t statuses = fakeapi__at(pod, "status.containerStatuses");
	json_t conditions = fakeapi__at(pod, "status.conditions");
	struct json_iter it;
	bool running = false, has_reason = false, ready;
	json_t status, failed = { NULL, 0 };

	look->restarts = look->sidecar_restarts;
	look->last_restart = look->last_sidecar_restart;
	for (json_iter_init(&it, statuses); json_iter_element(&it, &status);) {
		json_t terminated = fakeapi__at(status, "state.terminated");
		json_t waiting = fakeapi__at(status, "state.waiting.reason");

		look->restarts += fakeapi__int_at(status, "restartCount");
		note_restart(&look->last_restart, status);
		if (fakeapi__has_text(waiting)) {
			if (!has_reason)
				reason_set(look, "", waiting);
			has_reason = true;
		} else if (terminated.len > 0) {
			if (!has_reason)
				reason_terminated(look, "", terminated);
			if (look->of_failed && !failed.len &&
			    fakeapi__int_at(terminated, "exitCode") != 0)
				failed = terminated;
			has_reason = true;
		} else if (json_is_true(fakeapi__at(status, "ready")) &&
			   fakeapi__at(status, "state.running").len > 0) {
			running = true;
			look->ready++;
		}
	}
	if ((!running && !failed.len) || !str_eqz(strbuf_str(&look->reason), "Completed"))
		return;
	ready = fakeapi__is_str(fakeapi__condition(conditions, "Ready", "status"), "True");
	if (failed.len && !(running && ready)) {
		reason_terminated(look, "", failed);
		return;
	}
	strbuf_clear(&look->reason);
	strbuf_addz(&look->reason, ready ? "Running" : "NotReady");
}

static void read_pod(struct pod_look *look, json_t pod)
{
	json_t phase = fakeapi__at(pod, "status.phase");
	json_t reason = fakeapi__at(pod, "status.reason");
	json_t conditions = fakeapi__at(pod, "status.conditions"), c;
	struct json_iter it;

	reason_set(look, "", fakeapi__has_text(reason) ? reason : phase);
	if (fakeapi__is_str(fakeapi__condition(conditions, "PodScheduled", "reason"),
			    "SchedulingGated"))
		reason_set(look, "SchedulingGated", (json_t) { NULL, 0 });
	look->total = (int64_t)json_count(fakeapi__at(pod, "spec.containers"));
	json_iter_init(&it, fakeapi__at(pod, "spec.initContainers"));
	while (json_iter_element(&it, &c))
		look->total += is_sidecar(c);
	read_init_containers(look, pod);
	if (!look->initializing ||
	    fakeapi__is_str(fakeapi__condition(conditions, "Initialized", "status"), "True"))
		read_containers(look, pod);
	if (fakeapi__at(pod, "metadata.deletionTimestamp").len == 0)
		return;
	if (fakeapi__is_str(reason, "NodeLost"))
		reason_set(look, "Unknown", (json_t) { NULL, 0 });
	else if (!fakeapi__is_str(phase, "Failed") && !fakeapi__is_str(phase, "Succeeded"))
		reason_set(look, "Terminating", (json_t) { NULL, 0 });
}

static void add_gates(struct strbuf *text, json_t pod)
{
	json_t gates = fakeapi__at(pod, "spec.readinessGates"), gate;
	json_t conditions = fakeapi__at(pod, "status.conditions"), c;
	size_t n = json_count(gates), good = 0;
	struct json_iter it, jt;

	if (n == 0) {
		strbuf_addz(text, "<none>");
		return;
	}
	for (json_iter_init(&it, gates); json_iter_element(&it, &gate);) {
		json_t type = fakeapi__at(gate, "conditionType");

		for (json_iter_init(&jt, conditions); json_iter_element(&jt, &c);) {
			if (!json_equal(fakeapi__at(c, "type"), type))
				continue;
			good += fakeapi__is_str(fakeapi__at(c, "status"), "True");
			break;
		}
	}
	strbuf_addf(text, "%zu/%zu", good, n);
}

static void next_cell(const struct fakeapi__row *row, struct strbuf *text)
{
	if (row->out->len > 0 && row->out->ptr[row->out->len - 1] != '[')
		strbuf_addc(row->out, ',');
	fakeapi__cell_text(row, text);
	strbuf_clear(text);
}

static void add_pod(const struct fakeapi__row *row, bool of_failed)
{
	struct pod_look look = { .reason = STRBUF_INIT, .of_failed = of_failed };
	AUTO_STRBUF text = STRBUF_INIT;
	struct json_iter it;
	json_t ip = { NULL, 0 };

	read_pod(&look, row->obj);
	fakeapi__add_text(&text, fakeapi__at(row->obj, "metadata.name"));
	next_cell(row, &text);
	strbuf_addf(&text, "%" PRId64 "/%" PRId64, look.ready, look.total);
	next_cell(row, &text);
	next_cell(row, &look.reason);
	strbuf_addf(&text, "%" PRId64, look.restarts);
	if (look.restarts != 0 && look.last_restart != 0) {
		strbuf_addz(&text, " (");
		fakeapi__add_duration(&text, row->now_unix_s - look.last_restart);
		strbuf_addz(&text, " ago)");
	}
	next_cell(row, &text);
	fakeapi__add_since(&text, row, fakeapi__at(row->obj, "metadata.creationTimestamp"));
	next_cell(row, &text);
	json_iter_init(&it, fakeapi__at(row->obj, "status.podIPs"));
	if (json_iter_element(&it, &ip))
		ip = fakeapi__at(ip, "ip");
	fakeapi__add_text_or(&text, ip, "", "<none>");
	next_cell(row, &text);
	fakeapi__add_text_or(&text, row->obj, "spec.nodeName", "<none>");
	next_cell(row, &text);
	fakeapi__add_text_or(&text, row->obj, "status.nominatedNodeName", "<none>");
	next_cell(row, &text);
	add_gates(&text, row->obj);
	next_cell(row, &text);
	strbuf_fini(&look.reason);
}

void fakeapi__cell_pod(const struct fakeapi__row *row)
{
	add_pod(row, true);
}

/* Up to 1.34. */
void fakeapi__cell_pod_34(const struct fakeapi__row *row)
{
	add_pod(row, false);
}

void fakeapi__cell_replicas_ready(const struct fakeapi__row *row)
{
	strbuf_addf(row->out, "\"%" PRId64 "/%" PRId64 "\"",
		    fakeapi__int_at(row->obj, "status.readyReplicas"),
		    fakeapi__int_at(row->obj, "spec.replicas"));
}

void fakeapi__cell_deployment_selector(const struct fakeapi__row *row)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (!fakeapi__add_selector(&text, fakeapi__at(row->obj, "spec.selector"))) {
		strbuf_clear(&text);
		strbuf_addz(&text, "<invalid>");
	}
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_job_status(const struct fakeapi__row *row)
{
	static const char *const states[][2] = {
		{ "Complete", "Complete" },
		{ "Failed", "Failed" },
		{ "", "Terminating" }, /* not a condition: deletionTimestamp */
		{ "Suspended", "Suspended" },
		{ "FailureTarget", "FailureTarget" },
		{ "SuccessCriteriaMet", "SuccessCriteriaMet" },
	};
	json_t conditions = fakeapi__at(row->obj, "status.conditions");

	for (size_t i = 0; i < ARRAY_LEN(states); i++) {
		bool is =
		    fakeapi__is_str(fakeapi__condition(conditions, states[i][0], "status"), "True");

		if (states[i][0][0] == '\0')
			is = fakeapi__at(row->obj, "metadata.deletionTimestamp").len > 0;
		if (is) {
			fakeapi__cell_z(row, states[i][1]);
			return;
		}
	}
	fakeapi__cell_z(row, "Running");
}

void fakeapi__cell_job_completions(const struct fakeapi__row *row)
{
	json_t completions = fakeapi__at(row->obj, "spec.completions");
	int64_t done = fakeapi__int_at(row->obj, "status.succeeded");
	int64_t parallel = fakeapi__int_at(row->obj, "spec.parallelism");

	if (completions.len > 0)
		strbuf_addf(row->out, "\"%" PRId64 "/%" PRId64 "\"", done,
			    fakeapi__int_at(completions, ""));
	else if (parallel > 1)
		strbuf_addf(row->out, "\"%" PRId64 "/1 of %" PRId64 "\"", done, parallel);
	else
		strbuf_addf(row->out, "\"%" PRId64 "/1\"", done);
}

void fakeapi__cell_job_duration(const struct fakeapi__row *row)
{
	AUTO_STRBUF text = STRBUF_INIT;
	int64_t from, to;

	if (fakeapi__parse_time(fakeapi__at(row->obj, "status.startTime"), &from)) {
		if (!fakeapi__parse_time(fakeapi__at(row->obj, "status.completionTime"), &to))
			to = row->now_unix_s;
		fakeapi__add_duration(&text, to - from);
	}
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_suspend(const struct fakeapi__row *row)
{
	json_t v = fakeapi__at(row->obj, "spec.suspend");

	fakeapi__cell_z(row, v.len == 0 ? "<unset>" : json_is_true(v) ? "True" : "False");
}

static void int_or_string(const struct fakeapi__row *row, const char *path)
{
	AUTO_STRBUF text = STRBUF_INIT;

	fakeapi__add_text_or(&text, row->obj, path, "N/A");
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_pdb_min(const struct fakeapi__row *row)
{
	int_or_string(row, "spec.minAvailable");
}

void fakeapi__cell_pdb_max(const struct fakeapi__row *row)
{
	int_or_string(row, "spec.maxUnavailable");
}

void fakeapi__cell_revision_controller(const struct fakeapi__row *row)
{
	AUTO_STRBUF text = STRBUF_INIT, kind = STRBUF_INIT, version = STRBUF_INIT;
	struct json_iter it;
	json_t owner;

	json_iter_init(&it, fakeapi__at(row->obj, "metadata.ownerReferences"));
	while (text.len == 0 && json_iter_element(&it, &owner)) {
		const char *slash;

		if (!json_is_true(fakeapi__at(owner, "controller")))
			continue;
		fakeapi__add_text(&kind, fakeapi__at(owner, "kind"));
		fakeapi__add_text(&version, fakeapi__at(owner, "apiVersion"));
		for (size_t i = 0; i < kind.len; i++)
			strbuf_addc(&text, kind.ptr[i] >= 'A' && kind.ptr[i] <= 'Z'
					       ? (char)(kind.ptr[i] + 32)
					       : kind.ptr[i]);
		slash = strchr(version.ptr, '/');
		if (slash) {
			strbuf_addc(&text, '.');
			strbuf_add(&text, version.ptr, (size_t)(slash - version.ptr));
		}
		strbuf_addc(&text, '/');
		fakeapi__add_text(&text, fakeapi__at(owner, "name"));
	}
	if (text.len == 0)
		strbuf_addz(&text, "<none>");
	fakeapi__cell_text(row, &text);
}
