/* SPDX-License-Identifier: Apache-2.0 */
/* pager.h - one LIST in pages (tools/pager ListPager.ListWithAlloc).
 *
 * Pages after the first carry limit and continue and no resourceVersion; the result's
 * resourceVersion is the first page's. If a page fails with Expired, one full list at the original
 * resourceVersion follows, and the earlier pages are dropped. */
#ifndef INFORMER_PAGER_H
#define INFORMER_PAGER_H

#include "informer/fixes.h"
#include "informer/list_decoder.h"
#include "informer/listwatch.h"

enum { INF_PAGE_SIZE = 500 };

enum inf__pager_step {
	INF_PAGER_ASK,	  /* send inf__pager_options() */
	INF_PAGER_DONE,	  /* objects and resource_version are complete */
	INF_PAGER_FAILED, /* with the error passed in, or out of memory */
};

struct inf__pager {
	struct inf__objects objects;
	struct strbuf resource_version; /* of the result */
	bool paginated;			/* a second page was requested */
	inf__without without;		/* set once, after init */
	bool table;			/* the result is an unpaged Table */

	/* Private. */
	int64_t limit;
	struct strbuf requested_rv;
	struct strbuf continue_token;
	bool have_first;
	bool full; /* this is the full list after Expired */
};

void inf__pager_init(struct inf__pager *p);
void inf__pager_fini(struct inf__pager *p);

/* resource_version: "" for none. limit: 0 for none. */
enum inf__pager_step inf__pager_begin(struct inf__pager *p, const char *resource_version,
				      int64_t limit);
void inf__pager_options(const struct inf__pager *p, struct inf__list_options *out);
/* Adds a page; takes the objects out of *page. */
enum inf__pager_step inf__pager_page(struct inf__pager *p, struct inf__list_decoder *page);
enum inf__pager_step inf__pager_error(struct inf__pager *p, const struct inf__api_error *error);

#endif
