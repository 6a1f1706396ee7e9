"""What is measured beside others over PostgreSQL can be measured again, and pgbench's statement fits the tables."""

import itertools
import os
import pathlib
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(PROJECT / "Sources" / "Benchmarks"))

import beside_postgres_peers  # noqa: E402
import postgres_load  # noqa: E402
from api import API  # noqa: E402
from cluster import dear  # noqa: E402
from counters import Counters  # noqa: E402

# How far a count may be from what README prints; of the log, as a share of it. What is answered is the same each time.
# But nodes ask their database for what is due every few seconds, so that more statements are counted for an answer
# the slower the machine is; a server syncs its log now and then by itself; how many rows fit into a page that is
# updated in place makes the log longer or shorter.
OFF_BY = {"statements": 0.5, "syncs": 0.3, "log_bytes": 0.2}
# The rows of README's table by what they count, and what its words of a death mean: how often, under how many keys.
ROWS = {"statements": "statements an answer", "syncs": "syncs an answer", "log_bytes": "bytes of the log an answer"}
RACE = "two answers to one question at once, at two servers"
DEATH = "a process that dies behind a write outside"
DEATHS = {"written once": (1, 1), "written twice, with one key": (2, 1)}


def printed():
    """README's table of Flowline beside others: its columns by their heads, each with its cells by their rows."""
    lines = iter((PROJECT / "README.md").read_text(encoding="utf-8").splitlines())
    table = itertools.dropwhile(lambda line: not line.startswith("| | Flowline |"), lines)
    head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")]
                      for line in itertools.takewhile(lambda line: line.startswith("|"), table))
    return {name: {row[0]: row[at] for row in rows} for at, name in enumerate(head) if at}


class Measured(unittest.TestCase):
    """What the tests of a class measure is theirs alone: what others leave in a database, its server clears away when
    it has the time."""

    @classmethod
    def setUpClass(cls):
        cls.subject = beside_postgres_peers.Flowline(os.environ["FLOWLINE_SERVE"])
        cls.addClassCleanup(cls.subject.close)


class BesidePeers(Measured):
    printed = printed()["Flowline"]

    def test_of_two_answers_at_once_one_is_accepted_and_kept(self):
        accepted, kept = self.subject.race()
        self.assertEqual((accepted, kept), (1, 1))
        self.assertEqual(self.printed[RACE], f"{accepted} accepted, {kept} kept")

    def test_what_a_dead_node_had_done_is_done_once_and_under_one_key(self):
        done = self.subject.die()
        self.assertEqual(done, (1, 1))
        self.assertEqual(DEATHS[self.printed[DEATH]], done)

    def test_what_an_answer_costs_is_what_is_printed(self):
        counts, answers = self.subject.costs()
        self.assertIsNotNone(counts.statements, "pg_stat_statements is missing: apt-get install postgresql")
        for name, row in ROWS.items():
            with self.subTest(row):
                expected = float(self.printed[row].replace(",", ""))
                off_by = OFF_BY[name] * (expected if name == "log_bytes" else 1)
                self.assertAlmostEqual(getattr(counts, name) / answers, expected, delta=off_by)

    def test_the_others_are_those_that_are_measured(self):
        pinned = {words[0].replace("==", " ") for words in beside_postgres_peers.PINNED.values()}
        self.assertEqual({name.lower() for name in printed()} - {"flowline"}, pinned)


class BesidePgbench(Measured):
    def test_pgbench_changes_each_row_that_it_says(self):
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
