"""A cluster of built servers, disturbed for a moment, loses nothing: `make test-cluster` begins with it."""

import threading
import unittest

from api import API, new_customer
from clients import session_id
from cluster import Cluster
from plan import Plan
from processes import eventually
from run import DisturbedCluster, Run


class Disturbed(unittest.TestCase):
    def test_a_short_run_loses_nothing(self):
        with DisturbedCluster(has_standby=True) as cluster:
            run = Run(cluster, "short", 12, 6, length=5).go()
            self.assertTrue(run.is_good, run.report)
            self.assertTrue(run.nemesis.done, run.report)
            self.assertTrue(any(call.outcome == "ok" for call in run.world.calls), run.report)


class AloneOnTheServer(unittest.TestCase):
    """A commit waits for the standby; the server crashes, and shows the commit when it is back."""

    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster(2, has_standby=True)
        cls.addClassCleanup(cls.cluster.close)
        cls.cluster.wait_until_ready()
        customer = new_customer(cls.cluster.nodes[0].port)
        cls.apis = [API(node.port, customer) for node in cls.cluster.nodes]

    def test_what_the_standby_does_not_have_is_not_shown(self):
        path = f"/sessions/{session_id('alone', False)}"
        state = self.apis[0].call("PUT", path, {"start": Plan.FLOW, "locale": "en_GB"}).state
        state = self.answer(0, path, state, "personal").state
        self.cluster.standby.freeze()
        postgres = self.cluster.postgres
        waiting = threading.Thread(target=self.answer, args=(0, path, state, "+"), daemon=True)
        waiting.start()
        eventually(lambda: postgres.rows(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") != [["0"]])
        postgres.crash()
        postgres.start()
        waiting.join()
        # The server alone has it, and says so to whoever asks it.
        self.assertEqual(postgres.rows("SELECT max(answers) FROM flowline_session"), [["2"]])
        for api in reversed(self.apis):
            reply = api.call("GET", path)
            self.assertEqual((reply.status, reply.content.get("code")), (503, "store"), reply.told)
        self.cluster.standby.thaw()
        for api in self.apis:
            eventually(lambda api=api: api.call("GET", path).state.get("answers") == 2)

    def answer(self, node, path, state, value):
        question = state["questions"][0]
        return self.apis[node].call("POST", f"{path}/answer", {"answer": value}, question["token"])


if __name__ == "__main__":
    unittest.main()
