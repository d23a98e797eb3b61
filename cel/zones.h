/* SPDX-License-Identifier: Apache-2.0 */
/* zones.h - time zones by name. Uses the current rules for all times; former rules are unknown. */
#ifndef CEL_ZONES_H
#define CEL_ZONES_H

#include "base/base.h"

/* The zone's offset from UTC at that moment, in seconds. False: no such zone. */
bool cel__zone_offset(struct str zone, int64_t at_seconds, int64_t *offset);

#endif
