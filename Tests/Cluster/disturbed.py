"""A cluster of built servers, disturbed for a moment, loses nothing: `make test-cluster` begins with it."""

import unittest

from cluster import Cluster
from run import Run
from test_cluster import has_postgres


class Disturbed(unittest.TestCase):
    def test_a_short_run_loses_nothing(self):
        in_postgres = has_postgres()
        with Cluster(3 if in_postgres else 1, "postgres" if in_postgres else "sqlite", in_postgres) as cluster:
            run = Run(cluster, "short", 12, 6, length=5).go()
            self.assertTrue(run.is_good, run.report)
            self.assertTrue(run.nemesis.done, run.report)
            self.assertTrue(any(call.outcome == "ok" for call in run.world.calls), run.report)


if __name__ == "__main__":
    unittest.main()
