/* SPDX-License-Identifier: Apache-2.0 */
/* Adds a warning; the warnings that several kinds have. */

#include <stdarg.h>

#include "fakeapi/validation/validate_impl.h"

#include "fakeapi/warnings/warn_impl.h"

static const path_t metadata = { NULL, "metadata", 0, { NULL, 0 } };

/* More lines, and longer in total, than the Warning headers can have. */
enum { LINES_MAX = 256 };

bool fakeapi__warnings_full(const warnings_t *w)
{
	return w->count >= LINES_MAX || w->nomem;
}

void fakeapi__warn_add(warnings_t *w, const path_t *at, const char *fmt, ...)
{
	AUTO_STRBUF line = STRBUF_INIT;
	va_list ap;

	if (fakeapi__warnings_full(w))
		return;
	if (at) {
		fakeapi__path_add(&line, at);
		strbuf_addz(&line, ": ");
	}
	va_start(ap, fmt);
	strbuf_addvf(&line, fmt, ap);
	va_end(ap);
	for (size_t i = 0; !line.failed && i < line.len; i++)
		if (line.ptr[i] == '\n')
			line.ptr[i] = ' '; /* a warning is one line */
	if (line.failed || (!map_get(&w->written, strbuf_str(&line)) &&
			    map_put(&w->written, strbuf_str(&line), w, NULL) < 0)) {
		w->nomem = true;
		return;
	}
	if (map_len(&w->written) == w->count)
		return;
	w->count++;
	strbuf_adds(w->out, strbuf_str(&line));
	strbuf_addc(w->out, '\n');
	w->nomem |= w->out->failed;
}

const char *fakeapi__node_label_warning(const char *label)
{
	static const char *const old[][2] = {
		{ "beta.kubernetes.io/arch",
		  "deprecated since v1.14; use \"kubernetes.io/arch\" instead" },
		{ "beta.kubernetes.io/os",
		  "deprecated since v1.14; use \"kubernetes.io/os\" instead" },
		{ "failure-domain.beta.kubernetes.io/region",
		  "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead" },
		{ "failure-domain.beta.kubernetes.io/zone",
		  "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead" },
		{ "beta.kubernetes.io/instance-type",
		  "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead" },
		{ "app.kubernetes.io/created-by", "deprecated since v1.9" },
		{ "scheduler.alpha.kubernetes.io/preferAvoidPods",
		  "deprecated since v1.22; use Taints and Tolerations instead" },
		{ "node-role.kubernetes.io/master",
		  "use \"node-role.kubernetes.io/control-plane\" instead" },
	};

	for (size_t i = 0; i < ARRAY_LEN(old); i++)
		if (strcmp(label, old[i][0]) == 0)
			return old[i][1];
	return NULL;
}

static void warn_label_values(warnings_t *w, const path_t *values_at, const cJSON *values)
{
	const cJSON *v;
	size_t i = 0;

	cJSON_ArrayForEach(v, values)
	{
		const path_t *here = PATH_AT(values_at, i);
		const char *text = fakeapi__text(v);
		AUTO_STRBUF wrong = STRBUF_INIT;

		i++;
		fakeapi__format_check(w->features, FAKEAPI_LABEL_VALUE, text, &wrong);
		for (char *line = wrong.len ? wrong.ptr : NULL; line;) {
			char *end = strchr(line, '\n');

			if (end)
				*end = '\0';
			fakeapi__warn_add(w, here, "%s is invalid, %s", text, line);
			line = end ? end + 1 : NULL;
		}
	}
}

void fakeapi__warn_node_key(warnings_t *w, const path_t *at, const char *key)
{
	const char *why = fakeapi__node_label_warning(key);

	if (why)
		fakeapi__warn_add(w, at, "%s is %s", key, why);
}

void fakeapi__warn_node_term(warnings_t *w, const path_t *at, const cJSON *term, bool values)
{
	const path_t *list = PATH(at, "matchExpressions");
	const cJSON *e;
	size_t i = 0;

	cJSON_ArrayForEach(e, fakeapi__member(term, "matchExpressions"))
	{
		const path_t *here = PATH_AT(list, i);

		i++;
		fakeapi__warn_node_key(w, PATH(here, "key"), fakeapi__string(e, "key"));
		if (values)
			warn_label_values(w, PATH(here, "values"), fakeapi__member(e, "values"));
	}
}

const cJSON *fakeapi__annotations_of(const cJSON *obj)
{
	return fakeapi__dig(obj, "metadata", "annotations", NULL);
}

void fakeapi__warn_annotation(warnings_t *w, const cJSON *obj, const char *name, const char *why)
{
	const path_t *at = PATH(&metadata, "annotations");

	if (fakeapi__member(fakeapi__annotations_of(obj), name))
		fakeapi__warn_add(w, PATH_KEY(at, str_of(name)), "%s", why);
}
