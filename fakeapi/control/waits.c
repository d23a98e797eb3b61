/* SPDX-License-Identifier: Apache-2.0 */
/* waits.c - calls of the control API that respond when something has happened, or after a time. */
#include "base/clock.h"
#include "fakeapi/context.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/control/rule_members.h"
#include "fakeapi/rest/rest.h"

#define WAIT_MAX_NS (600 * NS_PER_S)
#define LOOK_NS	    (20 * NS_PER_MS) /* the first interval; later a tenth of the time so far */
#define LOOK_MAX_NS (250 * NS_PER_MS)

int fakeapi__read_time(struct fakeapi__call *c, const char *name, int64_t *ns)
{
	struct str text = fakeapi__route_param(&c->route, name, NULL);

	if (!text.len)
		return 0;
	if (duration_parse(text, ns, NULL) == 0 && *ns >= 0 && *ns <= WAIT_MAX_NS)
		return 0;
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "%s: found \"" STR_FMT "\", wanted a duration up to 10m", name,
				   STR_ARG(text));
}

bool fakeapi__wait_is_over(struct fakeapi__call *c, int64_t wait_ns)
{
	if (!c->x->until_ns)
		c->x->until_ns = time_add(c->now_ns, wait_ns);
	return c->now_ns >= c->x->until_ns;
}

int fakeapi__look_again(struct fakeapi__call *c, int64_t wait_ns, int64_t at_ns)
{
	int64_t pause_ns = (wait_ns - (c->x->until_ns - c->now_ns)) / 10;

	pause_ns = pause_ns < LOOK_NS ? LOOK_NS : pause_ns > LOOK_MAX_NS ? LOOK_MAX_NS : pause_ns;
	if (at_ns <= c->now_ns)
		at_ns = time_add(c->now_ns, pause_ns);
	return fakeapi__park(c, at_ns < c->x->until_ns ? at_ns : c->x->until_ns);
}

int fakeapi__wait_for_rule(struct fakeapi__call *c, const struct fakeapi__fault *f)
{
	int64_t wait_ns = 0;

	if (fakeapi__read_time(c, "wait", &wait_ns) < 0)
		return -1;
	if (wait_ns && !fakeapi__is_counted(f->kind))
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "wait: the acts of a rule of kind %s are not counted",
					   fakeapi__fault_rows[f->kind].name);
	/* this look costs nothing */
	return f->acted || fakeapi__wait_is_over(c, wait_ns)
		   ? 0
		   : fakeapi__look_again(c, 0, time_add(c->now_ns, LOOK_NS));
}
