/* SPDX-License-Identifier: Apache-2.0 */
/* report_perturb.h - relist report for parts of relist perturb. */
#ifndef CLI_REPORT_PERTURB_H
#define CLI_REPORT_PERTURB_H

#include "cli/options.h"

/* Merges the files and prints the report. Returns the exit status. */
int cli__report_perturb(const struct cli__operands *paths, const char *format, FILE *out,
			FILE *err);

#endif
