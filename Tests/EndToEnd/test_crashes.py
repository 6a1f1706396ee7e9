"""The process is killed at boundaries of its writes; what a call costs. All of them: `make crash`."""

import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Crash"))
import crash  # noqa: E402
import faults  # noqa: E402
import served  # noqa: E402
import world  # noqa: E402

# `make test-long`; `make crash` has all of it.
IS_LONG = os.environ.get("FLOWLINE_LONG") == "1"


def is_journal(call):
    return "sessions" in call[2]


class Crashes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="flowline-crash-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, True)
        cls.shim = world.build_shim(cls.folder)
        cls.record, cls.calls = world.reference(cls.shim)

    def test_killed_at_every_call_of_the_journal_and_at_some_of_the_bank(self):
        kills = crash.KILLS if IS_LONG else ("after", "half")
        rounds = crash.boundaries(
            self.shim, self.record, self.calls, every=40, keeps=is_journal, kills=kills)
        self.assertGreater(rounds, 40 if IS_LONG else 25)

    def test_a_disk_that_is_full_and_a_sync_that_fails(self):
        ends = set()
        for at, call in enumerate(self.calls, 1):
            how = {"pwrite": "full", "fdatasync": "eio"}.get(call[0])
            if how and is_journal(call):
                with world.World(self.shim) as one:
                    ends.add(faults.fail_at(one, self.record, at, how, call[2]))
        self.assertEqual(ends, {"stopped, and finished when gone on with"})

    def test_command_and_bank_are_killed_at_random(self):
        record, _ = world.reference(kind=served.ServedWorld)
        _, falls = crash.at_random(
            record, range(6), seed=20261120, way=crash.AtMoments(), falls=True)
        self.assertGreater(falls, 0)

    def test_a_round_at_random_is_drawn_from_its_seed_and_number_alone(self):
        plans = [vars(crash.Plan(seed=7, number=number, falls=True)) for number in range(20)]
        self.assertEqual(vars(crash.Plan(7, 12, falls=True)), plans[12])
        self.assertNotEqual(vars(crash.Plan(8, 12, falls=True)), plans[12])
        self.assertEqual(len({str(plan) for plan in plans}), len(plans))

    def test_a_round_is_killed_at_the_same_calls_each_time(self):
        def attempts():
            with world.World(self.shim) as one:
                crash.kill_some(
                    one, crash.Plan(7, 0).kills, crash.AtCalls(self.shim, self.calls))
                one.finish()
                one.check(self.record)
                return one.attempts
        self.assertEqual(attempts(), attempts())

    def test_an_answer_costs_one_sync(self):
        syncs = [call for call in self.calls if crash.is_sync(call) and is_journal(call)]
        files = [path for name, _, path in syncs if name == "fdatasync"]
        # One an answer; the transfer's intent goes with the answer before it, its reply is one more.
        self.assertEqual(len(files), len(world.STEPS) + 1)
        # The first answer makes the file and its name durable, the end that it is gone.
        folders = [path for name, _, path in syncs if name == "fsync"]
        self.assertEqual(folders, ["state/flowline/sessions"] * 2)

    def test_writes_are_one_a_sync_but_for_what_need_not_last(self):
        journal = [call for call in self.calls if is_journal(call)]
        writes = [call for call in journal if crash.is_write(call)]
        syncs = [call for call in journal if call[0] == "fdatasync"]
        self.assertLessEqual(len(writes), len(syncs) + 1)


if __name__ == "__main__":
    unittest.main()
