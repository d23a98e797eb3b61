/* SPDX-License-Identifier: Apache-2.0 */
#include "base/posix/seed.h"

#include <stdatomic.h>
#include <sys/random.h>

#include "base/map.h"

void base__seed_maps(void)
{
	static atomic_flag seeded = ATOMIC_FLAG_INIT;
	uint64_t seed;

	if (!atomic_flag_test_and_set(&seeded) && getentropy(&seed, sizeof(seed)) == 0)
		map_seed_all(seed | 1);
}
