"""The harness on nodes that are known: those that keep their word pass, and each fault is found."""

import dataclasses
import os
import pathlib
import tempfile
import threading
import unittest
import unittest.mock

import checker
import history
from clients import Client, together
from cluster import Cluster, walk
from processes import eventually
from run import Run

PROGRAM = str(pathlib.Path(__file__).with_name("model_node.py"))


def cluster(fault="", has_standby=False):
    with unittest.mock.patch.dict(os.environ, {"MODEL_FAULT": fault}):
        made = Cluster(3, has_standby, PROGRAM)
    made.wait_until_ready()
    return made


def rules(world):
    return {violation.rule for violation in checker.check(world)}


class Good(unittest.TestCase):
    def test_nodes_that_keep_their_word_pass_while_they_are_disturbed(self):
        with cluster(has_standby=True) as disturbed:
            run = Run(disturbed, "model", 15, 6, length=5).go()
        self.assertTrue(run.is_good, run.report)
        self.assertTrue(run.nemesis.done, run.report)

    def test_the_database_is_lost_and_what_was_accepted_is_not(self):
        with cluster(has_standby=True) as disturbed:
            calls, sessions = walk(disturbed, 6, 3, "before")
            disturbed.fail_over(freezes=True)
            more, others = walk(disturbed, 6, 3, "behind")
            calls += [dataclasses.replace(call, number=-call.number) for call in more]
            self.assertEqual(checker.check(disturbed.gather(calls, sessions + others)), [])


class Bad(unittest.TestCase):
    def test_nodes_that_write_whatever_was_written_are_found(self):
        with cluster("no-fence") as faulty:
            self.assertIn("each_accepted_answer_is_kept_once",
                          rules(faulty.gather(*walk(faulty, 8, 4, races=1))))

    def test_orders_under_two_keys_are_found(self):
        with cluster("two-keys") as faulty:
            self.assertIn("each_order_has_one_effect", rules(faulty.gather(*walk(faulty, 4, 4))))

    def test_what_is_told_from_memory_is_found(self):
        with cluster("old-states") as faulty, tempfile.TemporaryDirectory() as folder:
            recorder, stopping = history.Recorder(f"{folder}/history.jsonl"), threading.Event()
            clients = [Client(number, faulty.port, recorder, 1, stopping) for number in range(3)]
            for client in clients:
                client.start()
            # None comes to an end.
            eventually(lambda: sum(node.requests for node in faulty.balancer.nodes) > 150)
            self.assertEqual(together(clients, stopping, 0), [])
            recorder.close()
            sessions = [pair for client in clients for pair in client.sessions]
            self.assertIn("nobody_is_shown_what_was_before",
                          rules(faulty.gather(history.read(recorder.path), sessions)))


if __name__ == "__main__":
    unittest.main()
