"""What is measured beside others over PostgreSQL can be measured again, and pgbench's statement fits the tables."""

import os
import pathlib
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Sources" / "Benchmarks"))

import beside_postgres_peers  # noqa: E402
import postgres_load  # noqa: E402
from api import API  # noqa: E402
from cluster import LIMITS, dear  # noqa: E402
from counters import Counters  # noqa: E402
from test_cluster import has_postgres  # noqa: E402


class BesidePeers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.subject = None
        if has_postgres():
            cls.subject = beside_postgres_peers.Flowline(os.environ["FLOWLINE_SERVE"])
            cls.addClassCleanup(cls.subject.close)

    def test_of_two_answers_at_once_one_is_accepted_and_kept(self):
        if self.subject:
            self.assertEqual(self.subject.race(), (1, 1))

    def test_what_a_dead_node_had_done_is_done_once_and_under_one_key(self):
        if self.subject:
            self.assertEqual(self.subject.die(), (1, 1))

    def test_what_an_answer_costs_is_counted(self):
        if self.subject:
            counts, answers = self.subject.costs()
            self.assertGreater(answers, 0)
            # One client has no syncs to share, and whole pages are some of the few answers' log.
            self.assertEqual(dear(counts, answers, {"statements": LIMITS["statements"]}), [])

    def test_pgbench_changes_each_row_that_it_says(self):
        if not self.subject:
            return
        # It copies an answer that a node has made.
        self.subject.session()
        with tempfile.TemporaryDirectory() as folder:
            bench = postgres_load.Bench("no host", self.subject.postgres, folder)
            for clients in (1, 2):
                count, rate, lost = bench.changes(clients, 1)
                self.assertGreater(count, 0)
                self.assertGreater(rate, 0)
                self.assertEqual(lost, 0)


class Limits(unittest.TestCase):
    def test_the_best_of_several_rounds_is_held_against_the_limit(self):
        def rounds(*rates):
            return [({"rate": bare}, {"rate": host}) for bare, host in rates]
        best = postgres_load.best_ratio
        self.assertEqual(best(rounds((300, 100), (150, 100), (240, 120))), 1.5)
        self.assertEqual(best(rounds((100, 50))), 2)

    def test_what_costs_more_than_it_may_is_named(self):
        counts = Counters(*range(10), statements=25)
        limits = {"statements": 2.5, "syncs": 0, "log_bytes": 0.05}
        self.assertEqual(dear(counts, 10, limits), ["log bytes an answer: 0.10, where 0.05 is the limit"])
        # Not every server counts them.
        self.assertEqual(dear(Counters(*range(10)), 10, {"statements": 0}), [])

    def test_a_customer_is_known_by_a_cookie(self):
        for text in ("5e7f", None):
            with self.assertRaisesRegex(ValueError, "no cookie"):
                API(1, text)


if __name__ == "__main__":
    unittest.main()
