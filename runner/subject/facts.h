/* SPDX-License-Identifier: Apache-2.0 */
/* facts.h - what a run against an external informer has shown, for verdicts and for the conformance
 * matrix. Filled by scn__run() when the driver's clients are external. */
#ifndef RUNNER_SUBJECT_FACTS_H
#define RUNNER_SUBJECT_FACTS_H

#include "base/str.h"

enum { SCN_FACT_TEXT_MAX = 400 };

/* Times are seconds. The step with `label: fault` begins the fault, the one with `label: health`
 * ends it; without them the start of the subject does both. */
struct scn__facts {
	bool ran;	   /* the subject was started */
	unsigned programs; /* so many, beside each other */
	unsigned starts;   /* of all of them */
	bool no_command;   /* the shell could not start it: nothing was requested or printed */
	bool recovered;	   /* the last of what it had to see was seen */
	double recovery_s; /* from the fault's end, else its beginning, to that moment */
	double limit_s;	   /* its patience */
	bool synced;	   /* it had everything before the fault */
	bool has_told, has_cache;
	bool delete_untold; /* an object that vanished never reached it as deleted */
	bool ghost_cached;  /* and is in its cache for ever */
	bool state_missed;  /* it printed no state, and was killed before it could at its end */
	bool unlike_told;   /* its cache is right, its notifications do not add up to it */
	char missing[SCN_FACT_TEXT_MAX], stale[SCN_FACT_TEXT_MAX]; /* keys, at the end */
	uint64_t adds_again, repeats, backwards, errors, odd_lines, notifications;
	char last_error[SCN_FACT_TEXT_MAX], first_odd[SCN_FACT_TEXT_MAX];
	char requests[SCN_FACT_TEXT_MAX]; /* after the fault, as L(rv=0,limit=500) W(rv=12)->410 */
	uint64_t request_count;
	double rate; /* requests a second: in the storm, else the worst two seconds */
	bool storm;  /* the rate is that of a storm: from fault to health */
	double retry_after_s, waited_s; /* of a 429's Retry-After, and kept; 0: there was none */
	bool asks_bookmarks, old_rv_gone;
	bool ended;		      /* the subject, by itself */
	char fate[SCN_FACT_TEXT_MAX]; /* how, and the end of its stderr */
};

#endif
