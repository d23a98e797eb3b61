# SPDX-License-Identifier: Apache-2.0
"""Differences that docs/differences.md has a row for: how they show, and the words of the row."""
import re

# (what the request is about, what differs: regular expressions; words that stand in docs/differences.md)
KNOWN = [
]


def reason(step, difference):
    asked, shows = "%s %s" % (step["method"], step["path"]), "%s | %s | %s" % (difference.where, difference.real, difference.fake)
    for request, what, row in KNOWN:
        if re.search(request, asked) and re.search(what, shows, re.S):
            return row
    return None
