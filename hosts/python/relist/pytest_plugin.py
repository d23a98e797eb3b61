# SPDX-License-Identifier: Apache-2.0
"""The fixture `relist`: a server that ends with the test. Options: @pytest.mark.relist(backends=2, time="paused")."""
from __future__ import annotations

from typing import Any, Callable, Generator, List

import pytest

from .server import Server

_LOG_ROWS = 60


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "relist(**options): the options of the fixture `relist`, as of relist.Server")


@pytest.fixture
def relist(request: pytest.FixtureRequest) -> Generator[Server, None, None]:
    """A fake apiserver; @pytest.mark.relist(…) gives its options."""
    marker = request.node.get_closest_marker("relist")
    with Server(**(marker.kwargs if marker else {})) as server:
        _servers(request.node).append(server)
        yield server


@pytest.fixture
def relist_server(request: pytest.FixtureRequest) -> Generator[Callable[..., Server], None, None]:
    """Makes servers that end with the test, for tests with several or with options of their own."""
    made: List[Server] = []

    def make(**options: Any) -> Server:
        made.append(Server(**options))
        _servers(request.node).append(made[-1])
        return made[-1]

    yield make
    for server in made:
        server.close()


def _servers(item: Any) -> List[Server]:
    if not hasattr(item, "_relist_servers"):
        item._relist_servers = []
    servers: List[Server] = item._relist_servers
    return servers


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    """A failure shows what clients requested."""
    outcome = yield
    report = outcome.get_result()
    if report.when != "call" or not report.failed:
        return
    for server in _servers(item):
        try:
            rows = server.requests()
        except Exception as e:  # noqa: BLE001 - the report must not hide the failure
            report.sections.append(("relist: requests", str(e)))
            continue
        text = "\n".join(f"{(r.at_ns - server.clock.begun_ns) / 1e9:10.3f} s  {r.status}  {r.verb:<6} {r.uri}" for r in rows[-_LOG_ROWS:])
        report.sections.append(("relist: requests", text or "none"))
