/* SPDX-License-Identifier: Apache-2.0 */
/* zones.h - time zones by name. Only the rules in force today are known: what was different long
 * ago is not. */
#ifndef CEL_ZONES_H
#define CEL_ZONES_H

#include "base/base.h"

/* Seconds that the zone's clocks are ahead of UTC at that moment. False: no such zone. */
bool cel__zone_offset(struct str zone, int64_t at_seconds, int64_t *offset);

#endif
