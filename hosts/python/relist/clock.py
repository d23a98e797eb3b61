# SPDX-License-Identifier: Apache-2.0
"""The server's clock: real, paused until advance(), or a function such as an event loop's time()."""
from __future__ import annotations

import datetime
import time
from typing import Callable, Optional, Union

NS_PER_S = 1_000_000_000
DAY_NS = 24 * 60 * 60 * NS_PER_S
NEVER = (1 << 63) - 1

# Where time is the test's own it begins here, so that every run has the same timestamps.
_VIRTUAL_START = datetime.datetime(2000, 1, 1, tzinfo=datetime.timezone.utc)

Time = Union[str, Callable[[], float]]


def _wall_ns(at: Optional[datetime.datetime], is_real: bool) -> int:
    if at is None and is_real:
        return time.time_ns()
    at = _VIRTUAL_START if at is None else at
    if at.tzinfo is None:
        at = at.replace(tzinfo=datetime.timezone.utc)
    wall = round(at.timestamp()) * NS_PER_S
    if wall < 0:
        raise ValueError(f"now: found {at}, wanted a time after 1970")
    return wall


class Clock:
    """Nanoseconds since the midnight (UTC) before the server's start.

    Servers with the same seed, options and day share one start, so it is at midnight.
    """

    def __init__(self, source: Time, now: Optional[datetime.datetime]):
        if source not in ("real", "paused") and not callable(source):
            raise ValueError(f"time: found {source!r}, wanted 'real', 'paused' or a function that returns seconds")
        self.is_real = source == "real"
        self.is_paused = source == "paused"
        self._source = source if callable(source) else time.monotonic
        wall = _wall_ns(now, self.is_real)
        self.day = wall // DAY_NS
        self._begun_at = 0.0 if self.is_paused else self._source()
        self._offset_ns = self.begun_ns = wall % DAY_NS

    def now(self) -> int:
        if self.is_paused:
            return self._offset_ns
        return self._offset_ns + max(0, round((self._source() - self._begun_at) * NS_PER_S))

    def advance(self, seconds: float) -> None:
        if seconds < 0:
            raise ValueError(f"advance: found {seconds} seconds, time does not go back")
        self._offset_ns += round(seconds * NS_PER_S)

    def seconds_until(self, deadline: int) -> Optional[float]:
        """None: only another call or advance() ends the wait."""
        if deadline == NEVER or self.is_paused:
            return None
        return max(0.0, (deadline - self.now()) / NS_PER_S)
