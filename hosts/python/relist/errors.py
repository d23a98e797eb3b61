# SPDX-License-Identifier: Apache-2.0
"""The exceptions of the package. Broken connections are Python's own ConnectionError classes."""


class RelistError(Exception):
    """The server refuses a call: a bad option, manifest, rule or argument."""


class ModuleError(RelistError):
    """relist.wasm is missing, broken, of another version, out of memory, or has failed."""


class ServerClosed(RelistError):
    """The server was closed before or during the call."""


class ConnectionCut(ConnectionError):
    """The server closed the connection without a complete response."""
