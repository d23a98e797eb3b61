/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/apply/steps.h"

#include "base/alloc.h"
#include "base/base.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/object.h"

enum { RUN = 256 };

static bool reserve(struct fakeapi__steps *s, size_t count)
{
	size_t cap = count * 2;
	void *grown;

	if (count <= s->run_cap)
		return true;
	grown = base__reallocarray(s->runs, cap, sizeof(*s->runs));
	if (!grown)
		return false;
	s->runs = grown;
	s->run_cap = cap;
	return true;
}

int fakeapi__steps_init(struct fakeapi__steps *s, const cJSON *array)
{
	*s = (struct fakeapi__steps) { 0 };
	for (cJSON *c = array->child; c; c = c->next, s->total++) {
		if (s->total % RUN == 0) {
			if (!reserve(s, s->run_count + 1)) {
				fakeapi__steps_fini(s);
				return -1;
			}
			s->runs[s->run_count++] = (struct fakeapi__run) { c, 0 };
		}
		s->runs[s->run_count - 1].count++;
	}
	return 0;
}

void fakeapi__steps_fini(struct fakeapi__steps *s)
{
	base__free(s->runs);
	*s = (struct fakeapi__steps) { 0 };
}

/* Finds the run of the i-th item, and the item's index in it. */
static size_t find(const struct fakeapi__steps *s, size_t i, size_t *in_run)
{
	size_t r = 0;

	for (; i >= s->runs[r].count; r++)
		i -= s->runs[r].count;
	*in_run = i;
	return r;
}

static cJSON *walk(const struct fakeapi__run *run, size_t i)
{
	cJSON *c = run->first;

	while (i-- > 0)
		c = c->next;
	return c;
}

cJSON *fakeapi__steps_at(const struct fakeapi__steps *s, int i)
{
	size_t in_run, r = find(s, (size_t)i, &in_run);

	return walk(&s->runs[r], in_run);
}

/* Splits a run that has become long; memory is reserved. */
static void split(struct fakeapi__steps *s, size_t r)
{
	struct fakeapi__run *run = &s->runs[r];

	if (run->count < (size_t)2 * RUN)
		return;
	memmove(run + 2, run + 1, (s->run_count - r - 1) * sizeof(*run));
	run[1] = (struct fakeapi__run) { walk(run, RUN), run->count - RUN };
	run->count = RUN;
	s->run_count++;
}

int fakeapi__steps_insert(struct fakeapi__steps *s, cJSON *array, int i, cJSON *take_item)
{
	size_t in_run, r;
	cJSON *at;

	if (!reserve(s, s->run_count + 1))
		return -1;
	if ((size_t)i == s->total) {
		fakeapi__append_child(array, take_item);
		if (s->run_count == 0)
			s->runs[s->run_count++] = (struct fakeapi__run) { take_item, 0 };
		r = s->run_count - 1;
	} else {
		r = find(s, (size_t)i, &in_run);
		at = walk(&s->runs[r], in_run);
		fakeapi__insert_before(array, at, take_item);
		if (s->runs[r].first == at)
			s->runs[r].first = take_item;
	}
	s->runs[r].count++;
	s->total++;
	split(s, r);
	return 0;
}

cJSON *fakeapi__steps_detach(struct fakeapi__steps *s, cJSON *array, int i)
{
	size_t in_run, r = find(s, (size_t)i, &in_run);
	struct fakeapi__run *run = &s->runs[r];
	cJSON *item = walk(run, in_run);

	if (run->first == item)
		run->first = item->next;
	run->count--;
	s->total--;
	if (run->count == 0) {
		memmove(run, run + 1, (s->run_count - r - 1) * sizeof(*run));
		s->run_count--;
	}
	return cJSON_DetachItemViaPointer(array, item);
}

void fakeapi__steps_replace(struct fakeapi__steps *s, cJSON *array, int i, cJSON *take_item)
{
	size_t in_run, r = find(s, (size_t)i, &in_run);
	cJSON *item = walk(&s->runs[r], in_run);

	fakeapi__insert_before(array, item, take_item);
	(void)cJSON_DetachItemViaPointer(array, item);
	if (s->runs[r].first == item)
		s->runs[r].first = take_item;
}
