/* SPDX-License-Identifier: Apache-2.0 */
/* cells_autoscaler.c - the metrics of a HorizontalPodAutoscaler. */
#include <inttypes.h>

#include "base/json_tree.h"
#include "fakeapi/convert/autoscaler.h"
#include "fakeapi/output/cells.h"

/* One side of "cpu: 20%/80%": the average as a quantity, or the utilisation, or `otherwise`. */
static void add_metric(struct strbuf *text, json_t target, const char *otherwise)
{
	json_t util = fakeapi__at(target, "averageUtilization");

	if (util.len > 0)
		strbuf_addf(text, "%" PRId64 "%%", fakeapi__int_at(util, ""));
	else
		strbuf_addz(text, otherwise);
}

static void add_target(struct strbuf *text, json_t spec, json_t status, const char *source)
{
	json_t target = fakeapi__at(fakeapi__at(spec, source), "target");
	json_t current = fakeapi__at(fakeapi__at(status, source), "current");
	json_t average = fakeapi__at(target, "averageValue");
	bool resource = strcmp(source, "resource") == 0 || strcmp(source, "containerResource") == 0;

	if (resource) {
		fakeapi__add_text(text, fakeapi__at(fakeapi__at(spec, source), "name"));
		strbuf_addz(text, ": ");
	}
	if (average.len > 0) {
		fakeapi__add_text_or(text, current, "averageValue",
				     current.len > 0 ? "0" : "<unknown>");
		strbuf_addc(text, '/');
		fakeapi__add_text(text, average);
		if (!resource && strcmp(source, "pods") != 0)
			strbuf_addz(text, " (avg)");
	} else if (resource) {
		add_metric(text, current, "<unknown>");
		strbuf_addc(text, '/');
		add_metric(text, target, "<auto>");
	} else {
		fakeapi__add_text_or(text, current, "value", current.len > 0 ? "0" : "<unknown>");
		strbuf_addc(text, '/');
		fakeapi__add_text_or(text, target, "value", "0");
	}
}

/* The cells of autoscaling/v1 are those of its object in v2. False: out of memory. */
static bool as_v2(json_t hpa, struct strbuf *out)
{
	cJSON *tree = json_tree_parse(hpa, JSON_DIGITS_ALL);
	char *text = NULL;

	if (tree && fakeapi__autoscaler_to_v2(tree) == 0)
		text = json_tree_print(tree, JSON_STYLE_GO);
	cJSON_Delete(tree);
	if (!text)
		return false;
	strbuf_addz(out, text);
	cJSON_free(text);
	return !out->failed;
}

static void add_targets(struct strbuf *out, json_t hpa)
{
	static const char *const sources[][2] = {
		{ "External", "external" },
		{ "Pods", "pods" },
		{ "Object", "object" },
		{ "Resource", "resource" },
		{ "ContainerResource", "containerResource" },
	};
	json_t metric, status;
	struct json_iter specs, statuses;
	size_t n = 0;

	json_iter_init(&specs, fakeapi__at(hpa, "spec.metrics"));
	json_iter_init(&statuses, fakeapi__at(hpa, "status.currentMetrics"));
	for (; json_iter_element(&specs, &metric); n++) {
		size_t i = 0;

		if (!json_iter_element(&statuses, &status))
			status = (json_t) { NULL, 0 };
		if (n >= 2)
			continue;
		if (n > 0)
			strbuf_addz(out, ", ");
		while (i < ARRAY_LEN(sources) &&
		       !fakeapi__is_str(fakeapi__at(metric, "type"), sources[i][0]))
			i++;
		if (i < ARRAY_LEN(sources))
			add_target(out, metric, status, sources[i][1]);
		else
			strbuf_addz(out, "<unknown type>");
	}
	if (n > 2)
		strbuf_addf(out, " + %zu more...", n - 2);
}

void fakeapi__cell_hpa_targets(const struct fakeapi__row *row)
{
	AUTO_STRBUF text = STRBUF_INIT, v2 = STRBUF_INIT;
	json_t hpa = row->obj;

	if (!fakeapi__at(hpa, "spec.metrics").len) {
		if (!as_v2(hpa, &v2))
			row->out->failed = true;
		hpa = strbuf_str(&v2);
	}
	add_targets(&text, hpa);
	if (text.len == 0)
		strbuf_addz(&text, "<none>");
	fakeapi__cell_text(row, &text);
}
