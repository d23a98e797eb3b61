/* SPDX-License-Identifier: Apache-2.0 */
/* seed.h - a secret of the process for its maps (base/map.h), where strangers choose keys. */
#ifndef BASE_POSIX_SEED_H
#define BASE_POSIX_SEED_H

/* Any thread; the first call decides. Without a source of chance the seed stays what it was. */
void base__seed_maps(void);

#endif
