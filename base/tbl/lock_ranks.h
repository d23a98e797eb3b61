/* SPDX-License-Identifier: Apache-2.0 */
/* lock_ranks.h - X(name, rank, what it guards); taken in ascending rank only. */
X(RUNNER, 5, "the replay of one file: observed lines, waiters")
X(FACTORY, 10, "registry of informers")
X(LIFECYCLE, 20, "started/stopped and the reflector of one informer")
X(DELIVERY, 30, "blockDeltas: store write and fan-out as one step")
X(QUEUE, 40, "delta queue")
X(INDEXER, 50, "objects and indices")
X(LISTENERS, 60, "the set of listeners")
X(LISTENER, 70, "one listener's ring")
X(WORKQUEUE, 75, "one work queue")
X(FAKEAPI, 80, "the fake apiserver: one coarse lock")
X(CLOCK, 90, "sleepers of a manual clock")
X(LEAF, 100, "nothing is acquired under these")
