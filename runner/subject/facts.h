/* SPDX-License-Identifier: Apache-2.0 */
/* facts.h - the findings of a run against an external informer, for verdicts and for the
 * conformance matrix. Filled by scn__run() if the driver's clients are external. */
#ifndef RUNNER_SUBJECT_FACTS_H
#define RUNNER_SUBJECT_FACTS_H

#include "base/str.h"

enum { SCN_FACT_TEXT_MAX = 400 };

/* Times are seconds. The step with `label: fault` begins the fault, the one with `label: health`
 * ends it; without them both are the start of the subject. */
struct scn__facts {
	bool ran;	   /* the subject was started */
	unsigned programs; /* number of programs that run concurrently */
	unsigned starts;   /* number of starts of all programs */
	bool no_command;   /* the shell could not start it: no request, no output */
	bool recovered;	   /* the subject received the last expected object */
	double recovery_s; /* time from the fault's end (else its beginning) to the recovery */
	double limit_s;	   /* the subject's time limit */
	bool synced;	   /* it had received everything before the fault */
	bool has_notified, has_cache;
	bool delete_not_notified; /* it never reported the deletion of a vanished object */
	bool ghost_cached;	  /* and its cache keeps the object for ever */
	bool state_missed;    /* it printed no state and was killed before it could at its end */
	bool unlike_notified; /* its cache is right, but the sum of its notifications is not */
	char missing[SCN_FACT_TEXT_MAX], stale[SCN_FACT_TEXT_MAX]; /* keys, at the end */
	uint64_t adds_again, repeats, backwards, errors, odd_lines, notifications;
	char last_error[SCN_FACT_TEXT_MAX], first_odd[SCN_FACT_TEXT_MAX];
	char requests[SCN_FACT_TEXT_MAX]; /* after the fault, as L(rv=0,limit=500) W(rv=12)->410 */
	uint64_t request_count;
	double rate; /* requests per second: during the storm, else in the worst two seconds */
	bool storm;  /* the rate was measured during a storm: from fault to health */
	double retry_after_s, waited_s; /* Retry-After of a 429, and the actual wait; 0: none */
	bool requests_bookmarks, old_rv_gone;
	bool ended;		      /* the subject ended by itself */
	char fate[SCN_FACT_TEXT_MAX]; /* exit status, and the end of its stderr */
};

#endif
