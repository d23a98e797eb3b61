# SPDX-License-Identifier: Apache-2.0
"""A fake Kubernetes apiserver inside a Python test, which misbehaves on cue."""
from ._version import __version__
from .errors import ConnectionCut, ModuleError, RelistError, ServerClosed
from .faults import Fault, Faults
from .server import Request, Response, Server

__all__ = ["ConnectionCut", "Fault", "Faults", "ModuleError", "RelistError", "Request", "Response", "Server",
           "ServerClosed", "__version__"]
