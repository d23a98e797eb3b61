/* SPDX-License-Identifier: Apache-2.0 */
/* seed.h - gives maps (base/map.h) a secret seed, for processes whose clients choose keys. */
#ifndef BASE_POSIX_SEED_H
#define BASE_POSIX_SEED_H

/* Any thread; only the first call has an effect. Without a source of randomness the seed is
 * unchanged. */
void base__seed_maps(void);

#endif
