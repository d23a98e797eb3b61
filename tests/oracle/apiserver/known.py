# SPDX-License-Identifier: Apache-2.0
"""Differences that docs/differences.md has a row for: how they show, and the words of the row."""
import re

# (what the request is about, what differs: regular expressions; a phrase of docs/differences.md)
KNOWN = [
    (r" /openapi/v3/", r"^header location", "the document is another one"),
    (r" /debug/pprof|/namespaces//", r"", "`/debug/pprof` is missing"),
    (r"GET", r"^status \| 410 .*too old", "Lists at old versions and continue tokens also expire by age"),
    (r"", r"^causes \| .*Invalid value: (\{\}|\[\]).*\| .*Invalid value: null", "An empty list or map that Go omits from JSON"),
    (r"accessreviews", r"^\.status\.allowed", "reviews allow what the user may request"),
    (r"/persistentvolume", r"is immutable after creation", "Of immutability messages only the pod's has a diff"),
    (r"PATCH", r"^\.message \| failed to create typed patch object.*field not declared.*\| failed to create typed patch object.*not declared",
     "Of an applied map with several unknown members"),
]


EMPTY = "An empty list or map that Go omits from JSON"


def without_empty(text):
    """A value, or the changed lines of a diff, in which null, [] and {} are the same."""
    lines = str(text).split("\n")
    if any(line.startswith("@@ ") for line in lines):
        lines = [line for line in lines if not re.match(r" |@@ ", line) and not re.fullmatch(r'[-+] *"\w+": (null|\[\]|\{\}),?', line)]
    return re.sub(r"\[\]|\{\}", "null", "\n".join(lines))


def reason(step, difference):
    if difference.where == "causes" and without_empty(difference.real) == without_empty(difference.fake):
        return EMPTY
    request_line, shows = "%s %s" % (step["method"], step["path"]), "%s | %s | %s" % (difference.where, difference.real, difference.fake)
    for request, what, row in KNOWN:
        if re.search(request, request_line) and re.search(what, shows, re.S):
            return row
    return None
