/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/pod_sum.h"

#include <math.h>

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/scalar.h"

bool fakeapi__quantity_is_binary(const char *z)
{
	size_t n = strlen(z);

	return n > 1 && z[n - 1] == 'i';
}

void fakeapi__quantity_add(struct strbuf *out, double v, bool binary)
{
	static const char units[] = "KMGTPE";
	AUTO_STRBUF raw = STRBUF_INIT;
	AUTO_STRBUF why = STRBUF_INIT;
	int unit = -1;

	if (binary && v >= 1024 && floor(v) >= v) {
		while (unit < 5 && fmod(v, 1024) < 1) {
			v /= 1024;
			unit++;
		}
		strbuf_addf(out, "%.0f", v);
		if (unit >= 0)
			strbuf_addf(out, "%ci", units[unit]);
		return;
	}
	if (floor(v) < v)
		strbuf_addf(&raw, "%.0fm", ceil(v * 1000 - 1e-6));
	else
		strbuf_addf(&raw, "%.0f", v);
	if (!fakeapi__quantity(strbuf_str(&raw), out, &why))
		strbuf_adds(out, strbuf_str(&raw));
}

/* A sum has the format of its first non-zero term. */
static void add(double *sum, bool *binary, double v, const char *text)
{
	if (*sum <= 0 && v > 0)
		*binary = fakeapi__quantity_is_binary(text);
	*sum += v;
}

double fakeapi__pod_sum(const cJSON *spec, const char *what, const char *name, bool *any,
			bool *binary)
{
	double sum = 0, stay = 0, most = 0;
	bool stay_binary = false, most_binary = false;
	const cJSON *m;

	*any = *binary = false;
	cJSON_ArrayForEach(m, fakeapi__member(spec, "containers"))
	{
		const char *q = fakeapi__string(fakeapi__dig(m, "resources", what, NULL), name);

		*any |= *q != '\0';
		add(&sum, binary, fakeapi__quantity_value(q), q);
	}
	cJSON_ArrayForEach(m, fakeapi__member(spec, "initContainers"))
	{
		const char *q = fakeapi__string(fakeapi__dig(m, "resources", what, NULL), name);
		double v = fakeapi__quantity_value(q);
		bool here = v > 0 ? fakeapi__quantity_is_binary(q) : stay_binary;

		*any |= *q != '\0';
		if (strcmp(fakeapi__string(m, "restartPolicy"), "Always") == 0) {
			add(&stay, &stay_binary, v, q);
			add(&sum, binary, v, q);
			v = stay;
			here = stay_binary;
		} else {
			v += stay;
		}
		if (v > most) {
			most = v;
			most_binary = here;
		}
	}
	if (most > sum)
		*binary = most_binary;
	return sum > most ? sum : most;
}
