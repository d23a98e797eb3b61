/* SPDX-License-Identifier: Apache-2.0 */
/* key_worlds.h - keys of steps whose meaning depends on the world. All others mean the same.
 *
 * RUNNER_KEY_WORLDS: X(STEP, key, ours, external)
 *   ours: in sim and tcp; external: in the external world; "": as the key's help says;
 *   "refused: WHY": relist check reports it at its line. */
#ifndef RUNNER_TBL_KEY_WORLDS_H
#define RUNNER_TBL_KEY_WORLDS_H

#define RUNNER_KEY_WORLDS(X) \
	X(ADVANCE, "by", "", "no time, or as long as a fault with `for` lasts; with `external: {real-time: true}` as it says") \
	X(REFUSE, "type", "", "only that of the only informer; others are refused") \
	X(ACCEPT, "type", "", "as in refuse") \
	X(SEND, "cuts", "", "refused: a run in real time is not repeated") \
	X(FAILOVER, "informer", "", "its program, with the program's other informers") \
	X(FAILOVER, "controller", "", "refused: `world.controllers` are inside the program") \
	X(HOLD, "at", "", "request, reply and event; others are refused") \
	X(HOLD, "then", "of request and reply; others are refused", "of request and reply; others are refused") \
	X(START, "names", "", "an informer: its program") \
	X(STOP, "names", "", "an informer: its program, by SIGTERM") \
	X(CRASH, "names", "", "an informer: its program") \
	X(CRASH, "controller", "", "refused: `world.controllers` are inside the program") \
	X(CRASH, "informer", "", "its program") \
	X(CRASH, "after-writes", "", "refused: it counts a controller's writes; `kill` with `WRITE all nth=N` takes a program's") \
	X(CRASH, "signal", "either ends it at once", "") \
	X(KILL, "subject", "", "an informer: its program") \
	X(KILL, "signal", "either ends it at once", "") \
	X(RESTART, "names", "", "an informer: its program") \
	X(RESTART, "controller", "", "refused: `world.controllers` are inside the program") \
	X(RESTART, "informer", "", "its program")

#endif
