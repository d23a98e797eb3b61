/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/progress.h"

#include "base/posix/clock.h"

static const int64_t SHOW_EVERY_NS = 100 * NS_PER_MS;

void runner__progress_init(struct runner__progress *p, FILE *to)
{
	*p = (struct runner__progress) { .to = to, .begun_ns = clock_monotonic_ns() };
	lock_init(&p->lock, LOCK_LEAF);
}

void runner__progress_fini(struct runner__progress *p)
{
	runner__progress_wipe(p);
	lock_fini(&p->lock);
}

/* Rounds to whole seconds, or to minutes from two minutes on: the estimate is not more exact. */
static void add_left(int64_t left_ns, struct strbuf *out)
{
	int64_t seconds = (left_ns + NS_PER_S - 1) / NS_PER_S;

	if (seconds < 120)
		strbuf_addf(out, ", about %llds left", (long long)seconds);
	else if (seconds < 7200)
		strbuf_addf(out, ", about %lldm left", (long long)((seconds + 59) / 60));
	else
		strbuf_addf(out, ", about %lldh left", (long long)((seconds + 3599) / 3600));
}

void runner__progress_text(uint64_t done, uint64_t total, uint64_t bad, int64_t elapsed_ns,
			   struct strbuf *out)
{
	strbuf_addf(out, "%llu of %llu", (unsigned long long)done, (unsigned long long)total);
	if (bad)
		strbuf_addf(out, ", %llu failed", (unsigned long long)bad);
	if (elapsed_ns >= NS_PER_S && done && done < total)
		add_left((int64_t)((double)elapsed_ns / (double)done * (double)(total - done)),
			 out);
}

void runner__progress_show(struct runner__progress *p, uint64_t done, uint64_t total, uint64_t bad)
{
	int64_t now;

	if (!p->to)
		return;
	now = clock_monotonic_ns();
	lock_acquire(&p->lock);
	if (!p->shown_ns || now - p->shown_ns >= SHOW_EVERY_NS) {
		AUTO_STRBUF text = STRBUF_INIT;

		runner__progress_text(done, total, bad, now - p->begun_ns, &text);
		if (!text.failed)
			fprintf(p->to, "\r\033[K%s", text.ptr);
		(void)fflush(p->to);
		p->shown_ns = now;
	}
	lock_release(&p->lock);
}

void runner__progress_wipe(struct runner__progress *p)
{
	if (!p->to)
		return;
	lock_acquire(&p->lock);
	if (p->shown_ns)
		fputs("\r\033[K", p->to);
	(void)fflush(p->to);
	p->shown_ns = 0;
	lock_release(&p->lock);
}
