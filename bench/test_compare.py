#!/usr/bin/env python3
"""compare.py: how goals are read and held, and a whole run on the CPU without peers.

    test_compare.py FOLDER_OF_PROGRAMS
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import compare  # noqa: E402

PROGRAMS = sys.argv.pop() if len(sys.argv) > 1 else "build/release/bin"


def columns_of(row, ours, goal, **times):
    """What was measured: our time of a row, and times named "program" or "program__row"."""
    columns = compare.Columns()
    columns.add("bench", row, ours)
    columns.goals[row] = goal
    for name, t in times.items():
        program, _, other = name.partition("__")
        columns.add(program, other or row, t)
    return columns


class Goals(unittest.TestCase):
    def verdict(self, row, ours, goal, **times):
        return compare.verdict(row, columns_of(row, ours, goal, **times))

    def test_floor_is_held_by_the_paired_ratio(self):
        for ratio, expected in (1.04, "yes"), (1.06, "yes"), (1.08, "no"):
            columns = columns_of("x", 100, "1.05 floor")
            columns.floors["x"], columns.ratios["x"] = [100], [ratio, ratio, 9]
            self.assertEqual(compare.verdict("x", columns), expected)

    def test_others_are_the_fastest_peer_and_not_by_hand(self):
        self.assertEqual(self.verdict("x", 10, "1 others", cupy=20, torch=11, by_hand=5), "yes")
        self.assertEqual(self.verdict("x", 12, "1 others", cupy=20, torch=11), "no")
        self.assertEqual(self.verdict("x", 12, "1 others", by_hand=5), "")

    def test_by_hand(self):
        self.assertEqual(self.verdict("x", 103, "1.02 by_hand", by_hand=100), "yes")
        self.assertEqual(self.verdict("x", 105, "1.02 by_hand", by_hand=100), "no")

    def test_launch_and_its_slack(self):
        self.assertEqual(self.verdict("host_a", 5.0, "L + 0.7", bench__host_launch_1k=4.2), "yes")
        self.assertEqual(self.verdict("host_a", 5.2, "L + 0.7", bench__host_launch_1k=4.2), "no")
        # queued rows have a launch of their own
        self.assertEqual(self.verdict("host_a_queued", 5.0, "L + 0.7", bench__host_launch_1k=4.2), "")
        self.assertEqual(self.verdict("host_a_queued", 5.0, "L + 0.7", bench__host_launch_1k_queued=4.2), "yes")

    def test_microseconds(self):
        self.assertEqual(self.verdict("x", 111, "110 us"), "yes")
        self.assertEqual(self.verdict("x", 113, "110 us"), "no")

    def test_unreadable_goals_are_errors(self):
        for goal in "", "fast", "1.05", "floor", "L - 1", "1.05 ceiling":
            with self.assertRaises(ValueError):
                compare.parse_goal(goal)


class WholeRun(unittest.TestCase):
    def test_all_programs_of_the_cpu(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "table.json"
            here = pathlib.Path(compare.__file__)
            command = [sys.executable, str(here), "--device", "cpu", "--bin", PROGRAMS, "--peers", "", "--log2n", "12"]
            command += ["--passes", "1", "--rounds", "1", "--out", str(out)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            rows = json.loads(out.read_text())["us"]
        ours = {row: t["bench"] for row, t in rows.items() if t["bench"] is not None}
        self.assertGreater(len(ours), 70)
        self.assertTrue(all(t > 0 for t in ours.values()))
        if (pathlib.Path(PROGRAMS) / "bench_xtensor").exists():
            xtensor = [row for row, t in rows.items() if t["bench_xtensor"]]
            self.assertGreater(len(xtensor), 70)
            # a row has one name wherever it is written
            self.assertEqual(sorted(set(xtensor) - set(ours)), ["argsort_f32", "cumsum_f32", "sort_f32"])


if __name__ == "__main__":
    unittest.main()
