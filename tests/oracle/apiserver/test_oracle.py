#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the oracle takes for equal, and that its stories are the same each time."""
import json
import os
import re
import unittest

import generate
import known
import oracle
from compare import Pairs, compare
from talk import Answer

UIDS = ["00000000-0000-4000-8000-00000000000%d" % i for i in range(4)]


def answer(body, status=200, **headers):
    a = Answer()
    a.status, a.body = status, (body if isinstance(body, str) else json.dumps(body)).encode()
    a.headers = [("Content-Type", "application/json")] + [(k.replace("_", "-"), v) for k, v in headers.items()]
    return a


def thing(uid, version, **more):
    return answer(dict({"metadata": {"uid": uid, "resourceVersion": version}}, **more))


class Answers(unittest.TestCase):
    def differs(self, a, b, pairs=None):
        return compare({"method": "GET"}, a, b, pairs or Pairs())

    def test_uids_versions_and_times_are_paired(self):
        pairs = Pairs()
        self.assertIsNone(self.differs(thing(UIDS[0], "5", at="2026-01-02T03:04:05Z"), thing(UIDS[1], "9", at="2026-01-02T03:04:06Z"), pairs))
        self.assertIsNone(self.differs(thing(UIDS[0], "5"), thing(UIDS[1], "9"), pairs))
        self.assertEqual(self.differs(thing(UIDS[0], "6"), thing(UIDS[1], "9"), pairs).where, ".metadata.resourceVersion")
        self.assertEqual(self.differs(thing(UIDS[0], "5"), thing(UIDS[2], "9"), pairs).where, ".metadata.uid")

    def test_numbers_keep_their_digits(self):
        self.assertIsNotNone(self.differs(answer('{"n":9007199254740993}'), answer('{"n":9007199254740992}')))
        self.assertIsNotNone(self.differs(answer('{"n":1}'), answer('{"n":1.0}')))

    def test_a_status_a_header_and_a_missing_member_are_differences(self):
        self.assertEqual(self.differs(answer({}), answer({}, 201)).where, "status")
        self.assertEqual(self.differs(answer({}, Warning="299 - \"x\""), answer({})).where, "header warning")
        self.assertEqual(self.differs(answer({"a": None}), answer({})).where, ".a")

    def test_reasons_of_a_refusal_are_told_one_by_one(self):
        def refused(*fields):
            return answer({"kind": "Status", "details": {"causes": [{"field": f, "message": "m"} for f in fields]}}, 422)
        d = self.differs(refused("spec.a", "spec.template.spec.b"), refused("spec.a"))
        self.assertEqual((d.where, d.real, d.fake), ("causes", "spec.template.spec.b: m", None))
        self.assertEqual(d.cause(), self.differs(refused("spec.b"), refused()).cause())


class Stories(unittest.TestCase):
    def test_a_number_of_a_seed_is_one_story(self):
        steps = [generate.Story(7, 3).steps for _ in range(2)]
        self.assertEqual(steps[0], steps[1])
        self.assertNotEqual(steps[0], generate.Story(7, 4).steps)

    def test_many_can_be_made(self):
        for number in range(200):
            for step in generate.Story(1, number).steps:
                self.assertRegex(step["path"], "^/")
                self.assertNotIn(" ", step["path"] + step.get("query", ""))

    def test_smaller_trees_leave_out_one_part_each(self):
        self.assertEqual(list(oracle.smaller_trees({"a": {"b": 1}})), [{}, {"a": {}}])

    def test_what_is_known_stands_in_the_page_of_differences(self):
        with open(os.path.join(oracle.ROOT, "docs", "differences.md")) as f:
            page = " ".join(f.read().split())
        for request, what, row in known.KNOWN:
            re.compile(request), re.compile(what)
            self.assertIn(row, page)


if __name__ == "__main__":
    unittest.main()
