/* SPDX-License-Identifier: Apache-2.0 */
/* pager.h - one LIST in chunks (tools/pager ListPager.ListWithAlloc).
 *
 * Pages after the first carry limit and continue and no resourceVersion; the result's
 * resourceVersion is the first page's. A page that fails with Expired is followed by one full list
 * at the original resourceVersion, and what was fetched so far is dropped.
 */
#ifndef INFORMER_PAGER_H
#define INFORMER_PAGER_H

#include "informer/fixes.h"
#include "informer/list_decoder.h"
#include "informer/listwatch.h"

enum { INF_PAGE_SIZE = 500 };

enum inf__pager_step {
	INF_PAGER_ASK,	  /* send inf__pager_options() */
	INF_PAGER_DONE,	  /* objects and resource_version are the list's */
	INF_PAGER_FAILED, /* with the error that was handed in, or out of memory */
};

struct inf__pager {
	struct inf__objects objects;
	struct strbuf resource_version; /* of the result */
	bool paginated;			/* a second page was requested */
	inf__without without;		/* set once, after init */
	bool table;			/* an unpaged result that is a Table */

	/* Private. */
	int64_t limit;
	struct strbuf requested_rv;
	struct strbuf continue_token;
	bool have_first;
	bool full; /* the fallback */
};

void inf__pager_init(struct inf__pager *p);
void inf__pager_fini(struct inf__pager *p);

/* resource_version: "" for none. limit: 0 for none. */
enum inf__pager_step inf__pager_begin(struct inf__pager *p, const char *resource_version,
				      int64_t limit);
void inf__pager_options(const struct inf__pager *p, struct inf__list_options *out);
/* A page came; its objects are taken out of *page. */
enum inf__pager_step inf__pager_page(struct inf__pager *p, struct inf__list_decoder *page);
enum inf__pager_step inf__pager_error(struct inf__pager *p, const struct inf__api_error *error);

#endif
