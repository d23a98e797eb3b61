# SPDX-License-Identifier: Apache-2.0
"""The test in README.md fails, and passes with the fix, as the page says."""
import pathlib
import re

import pytest

PAGE = pathlib.Path(__file__).parents[1] / "README.md"


def test_the_page_leads_to_a_failing_and_a_passing_test(pytester):
    pytest.importorskip("kubernetes")
    mistaken, fix = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.M | re.S)
    pytester.makepyfile(test_ghost=mistaken)
    result = pytester.runpytest_subprocess("test_ghost.py")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*'goes'*'stays'*", "*relist: requests*"])
    run = mistaken[mistaken.index("    def run(self):") : mistaken.index("\n\ndef wait_for")]
    pytester.makepyfile(test_ghost=mistaken.replace(run, fix))
    pytester.runpytest_subprocess("test_ghost.py").assert_outcomes(passed=1)
