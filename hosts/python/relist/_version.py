# SPDX-License-Identifier: Apache-2.0
"""The version of the package: that of relist (a test compares them)."""

__version__ = "0.1.0"
