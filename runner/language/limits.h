/* SPDX-License-Identifier: Apache-2.0 */
/* limits.h - the limits of a scenario file. */
#ifndef RUNNER_LANGUAGE_LIMITS_H
#define RUNNER_LANGUAGE_LIMITS_H

enum {
	SCN_FILE_BYTES_MAX = 4 << 20,
	SCN_DEPTH_MAX = 64,
	SCN_NODES_MAX = 200000,
	SCN_STEPS_MAX = 10000,
	SCN_CELLS_MAX = 256,
	SCN_OBJECTS_MAX = 20000, /* limit for one step with `times` */
	SCN_ERRORS_MAX = 100,
	SCN_WORKERS_MAX = 16, /* limit for one controller */
};

#endif
