// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist;

import java.time.Duration;
import java.time.Instant;

/** The server's time in nanoseconds since the midnight (UTC) before its start: real, or paused until advance(). */
final class Clock {
    static final long NEVER = Long.MAX_VALUE;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long SECONDS_A_DAY = 86_400;

    final boolean isPaused;
    final long day;
    private final long begun = System.nanoTime();
    private long offset;

    Clock(boolean isPaused, Instant now) {
        this.isPaused = isPaused;
        day = Math.floorDiv(now.getEpochSecond(), SECONDS_A_DAY);
        offset = Math.floorMod(now.getEpochSecond(), SECONDS_A_DAY) * NS_PER_S + now.getNano();
    }

    /** Wall clock minus now(). */
    long wallOffset() {
        return day * SECONDS_A_DAY * NS_PER_S;
    }

    synchronized long now() {
        return isPaused ? offset : offset + System.nanoTime() - begun;
    }

    synchronized void advance(Duration by) {
        if (by.isNegative()) throw new IllegalArgumentException("advance: " + by + " is negative, time does not go back");
        offset += by.toNanos();
    }

    /** How long to wait for a deadline: NEVER if only a call or advance() ends the wait. */
    long nanosUntil(long deadline) {
        return deadline == NEVER || isPaused ? NEVER : Math.max(0, deadline - now());
    }
}
