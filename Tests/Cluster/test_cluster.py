"""A cluster of built servers loses nothing, whichever of them is called; one that would is found out."""

import concurrent.futures
import dataclasses
import http.client
import json
import pathlib
import re
import shutil
import signal
import tempfile
import threading
import types
import unittest

import checker
import history
import nemesis
from api import API, new_customer
from clients import Client, session_id, together
from cluster import Cluster, walk
from nodes import Nodes
from processes import PATIENCE


def request(node, method, path, body=None, headers={}):
    """What a node replies: its status and its text."""
    connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, headers)
        reply = connection.getresponse()
        return reply.status, reply.read().decode()
    finally:
        connection.close()


class Schedules(unittest.TestCase):
    def test_a_seed_decides_what_happens(self):
        names = sorted(nemesis.ALL)
        self.assertEqual(nemesis.schedule("7", 300, names), nemesis.schedule("7", 300, names))
        self.assertNotEqual(nemesis.schedule("7", 300, names), nemesis.schedule("8", 300, names))

    def test_each_fault_comes_and_none_lasts_beyond_the_end(self):
        names = sorted(nemesis.ALL)
        faults = nemesis.schedule("7", 600, names)
        self.assertEqual({fault.name for fault in faults}, set(names))
        self.assertTrue(all(fault.at + fault.lasts <= 600 for fault in faults))
        self.assertTrue(all(one.at + one.lasts < next.at for one, next in zip(faults, faults[1:])))


class Replaced(unittest.TestCase):
    """A node that is asked to stop ends in order, and has answered what it was asked."""

    def replace(self, status=0, cuts=0):
        known = types.SimpleNamespace(cut_off=3)

        class Stopping:
            starts = 0

            def stop(self):
                known.cut_off += cuts
                return status

            def start(self):
                self.starts += 1

        node = Stopping()
        nemesis.node_is_replaced(
            types.SimpleNamespace(nodes=[None, node], balancer=types.SimpleNamespace(nodes=[None, known])), 1)()
        return node.starts

    def test_one_that_does_is_started_again(self):
        self.assertEqual(self.replace(), 1)

    def test_one_that_does_not_is_told_of(self):
        for wrong in ({"status": 1}, {"cuts": 1}):
            with self.assertRaises(AssertionError):
                self.replace(**wrong)

    def test_only_one_that_serves_on_is_replaced(self):
        nodes = types.SimpleNamespace(nodes=[1, 2], standby=None, entry=None)
        for seconds, is_possible in [(0, False), (3, True)]:
            nodes.drain_seconds = seconds
            self.assertEqual("node_is_replaced" in nemesis.possible(nodes), is_possible)


class Ended(unittest.TestCase):
    """A node that ends by itself is told of, also if it is killed or started again behind that."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.program = pathlib.Path(self.folder, "node")

    def nodes(self, then, first=""):
        """A node that says that it listens, and then does something else."""
        self.program.write_text(
            f"#!/bin/sh\n{first}\necho 'flowline-serve: listening on http://x'\n{then}\n")
        self.program.chmod(0o700)
        nodes = Nodes(1, self.folder, program=str(self.program))
        self.addCleanup(nodes.close)
        return nodes

    def test_one_that_crashed_before_it_was_killed(self):
        nodes = self.nodes("kill -SEGV $$")
        nodes.start()
        nodes[0].process.wait(PATIENCE)
        nodes[0].kill()
        self.assertEqual(nodes.ended, [(0, -signal.SIGSEGV)])

    def test_one_that_crashed_before_it_was_started_again(self):
        nodes = self.nodes("kill -SEGV $$")
        for _ in range(2):
            nodes.start()
            nodes[0].process.wait(PATIENCE)
        self.assertEqual(nodes.ended, [(0, -signal.SIGSEGV)] * 2)

    def test_one_that_crashed_before_it_listened(self):
        mark = f"{self.folder}/tried"
        nodes = self.nodes("exec sleep 1000", first=f"test -e {mark} || {{ touch {mark}; kill -SEGV $$; }}")
        nodes.heal()
        self.assertEqual(nodes.ended, [(0, -signal.SIGSEGV)])

    def test_one_that_finds_no_store_is_none(self):
        mark = f"{self.folder}/tried"
        nodes = self.nodes("exec sleep 1000", first=f"test -e {mark} || {{ touch {mark}; exit 1; }}")
        nodes.heal()
        self.assertEqual(nodes.ended, [])

    def test_one_that_was_killed_or_stopped_is_none(self):
        nodes = self.nodes("exec sleep 1000")
        nodes.start()
        nodes[0].kill()
        nodes.start()
        self.assertEqual(nodes[0].stop(), -signal.SIGTERM)
        nodes.heal()
        self.assertEqual(nodes.ended, [])


class Histories(unittest.TestCase):
    def test_a_call_without_an_end_is_unknown(self):
        with tempfile.TemporaryDirectory() as folder:
            recorder = history.Recorder(f"{folder}/history.jsonl")
            number = recorder.began(1, "one", "answer", [("name", '"a"')])
            recorder.ended(number, "ok", status=200, answers=1, state="asking", shown="1-b", path="account/x")
            recorder.began(1, "one", "answer", [("name", '"b"')], "1-b")
            recorder.close()
            first, second = history.read(recorder.path)
        self.assertEqual((first.outcome, first.answers, first.gives), ("ok", 1, (("name", '"a"'),)))
        self.assertEqual((first.token, first.shown, first.path), (None, "1-b", "account/x"))
        self.assertEqual((second.outcome, second.ended, second.token), ("unknown", None, "1-b"))
        self.assertLessEqual(first.began, first.ended)

    def test_ids_are_of_both_kinds(self):
        self.assertRegex(session_id("a", False), "^.{14}4.{3}-[89ab]")
        self.assertRegex(session_id("a", True), "^.{14}7.{3}-[89ab]")
        self.assertEqual(session_id("a", False), session_id("a", False))


class Walked(unittest.TestCase):
    """Nodes in turn over one store."""

    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster()
        cls.addClassCleanup(cls.cluster.close)
        cls.cluster.wait_until_ready()

    def gather(self, calls, sessions):
        """What is to be checked of these sessions: the cluster has those of other tests as well."""
        world, own = self.cluster.gather(calls, sessions), {session for session, _ in sessions}
        return dataclasses.replace(
            world, heads={session: head for session, head in world.heads.items() if session in own})

    def test_each_call_goes_to_another_node_and_nothing_is_lost(self):
        calls, sessions = walk(self.cluster, 6, 3, seed="walked", backs=0.5)
        world = self.gather(calls, sessions)
        self.assertTrue(any(call.does == "back" and call.outcome == "ok" for call in calls))
        self.assertEqual([str(one) for one in checker.check(world)], [])
        self.assertEqual(len(world.journals), 6)
        self.assertTrue(any(found.orders for found in world.banks.values()))
        # Sessions in a database know the folder of their orders by a name.
        self.assertTrue(pathlib.Path(self.cluster.data, "folder-name").exists())
        self.assertEqual({call.node for call in calls}, {"0", "1", "2"})
        # The same, with one answer less in what a node has: the checker looks at what really came.
        session, texts = next(pair for pair in world.journals.items() if "\nanswer name" in pair[1][0])
        lines = texts[0].splitlines(True)
        at = next(number for number, line in enumerate(lines) if line.startswith("answer name"))
        cut = {**world.journals, session: {0: "".join(lines[:at] + lines[at + 1:])}}
        found = {one.rule for one in checker.check(dataclasses.replace(world, journals=cut))}
        self.assertLessEqual({"each_accepted_answer_is_kept_once", "heads_agree_with_journals"}, found)

    def test_of_two_answers_at_once_one_is_taken(self):
        stopping = threading.Event()
        with tempfile.TemporaryDirectory() as folder:
            recorder = history.Recorder(f"{folder}/history.jsonl")
            clients = [Client(number, self.cluster.port, recorder, "races", stopping, 2, races=1)
                       for number in range(2)]
            for client in clients:
                client.start()
            for client in clients:
                client.join(600)
            self.assertEqual(together(clients, stopping, 0), [])
            recorder.close()
            calls = history.read(recorder.path)
        self.assertEqual([client.problem for client in clients], [None, None])
        refused = [call for call in calls if call.does == "answer" and call.outcome == "fail"]
        self.assertTrue(refused)
        world = self.gather(calls, [pair for client in clients for pair in client.sessions])
        self.assertEqual([str(one) for one in checker.check(world)], [])


class Readiness(unittest.TestCase):
    def test_a_node_is_ready_as_long_as_its_store_answers(self):
        with Cluster(1) as cluster:
            cluster.wait_until_ready()
            node, = cluster.nodes
            self.assertEqual(request(node, "GET", "/ready"), (200, "ready"))
            cluster.postgres.crash()
            self.assertEqual(request(node, "GET", "/ready"), (503, "the store does not answer"))
            self.assertEqual(request(node, "GET", "/health"), (200, "ok"))
            cluster.postgres.start()
            self.assertEqual(request(node, "GET", "/ready"), (200, "ready"))


class Apart(Cluster):
    """Nodes that share a database and no folder; sessions know their folders by these names."""

    names = ("one", "one", "one")

    def options(self, number):
        folder = pathlib.Path(self.folder, f"data-{number}")
        folder.mkdir(0o700)
        (folder / "folder-name").write_text(self.names[number])
        return [*super().options(number), "--data", str(folder)]


class Strangers(Apart):
    names = ("one", "other")


class Folders(unittest.TestCase):
    def test_a_session_is_refused_where_its_orders_are_not_known(self):
        with Strangers(2) as cluster:
            cluster.wait_until_ready()
            customer = new_customer(cluster.nodes[0].port)
            here, there = (API(node.port, customer) for node in cluster.nodes)
            path = f"/sessions/{session_id('folders', False)}"
            began = here.call("PUT", path, {"start": "create-goal"})
            self.assertEqual(began.outcome, "ok", began.content)
            refused = there.call("GET", path)
            self.assertEqual((refused.status, refused.content["code"]), (409, "other-world"), refused.content)
            self.assertEqual(here.call("GET", path).status, 200)


class Agents(unittest.TestCase):
    META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "by hand", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}, "url": {}}}}

    def call(self, node, token, **params):
        """Calls the tool `create-goal`: what it returns, or the status if it is refused."""
        status, text = request(node, "POST", "/mcp", json.dumps({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": "create-goal", "arguments": {}, "_meta": self.META, **params}}), {
                "Authorization": f"Bearer {token}", "Content-Type": "application/json",
                "Accept": "application/json, text/event-stream", "Mcp-Name": "create-goal",
                "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call"})
        return json.loads(text)["result"] if status == 200 else status

    def token(self, node):
        """A new token, which the page behind the form shows."""
        cookie = new_customer(node.port)
        connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=PATIENCE)
        try:
            connection.request("POST", "/agents", "name=desk", {
                "Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded",
                "Origin": f"http://127.0.0.1:{node.port}", "Sec-Fetch-Site": "same-origin"})
            reply = connection.getresponse()
            reply.read()
            cookies = "\n".join(reply.headers.get_all("set-cookie", []))
            kept = re.search("flowline-agent-[0-9a-f]{8}=[0-9A-F-]{36}", cookies)[0]
            connection.request("GET", "/agents", headers={
                "Cookie": f"{cookie}; {kept}"})
            page = connection.getresponse().read().decode()
            return re.search("<code>(flowline-[A-Za-z0-9_-]{43})<", page)[1]
        finally:
            connection.close()

    def test_tokens_and_rounds_count_at_every_node_and_a_round_once(self):
        with Apart() as cluster:
            cluster.wait_until_ready()
            nodes = list(cluster.nodes)
            token = self.token(nodes[0])
            self.assertEqual(self.call(nodes[-1], token[:-1] + "x"), 401)
            asked = self.call(nodes[-1], token)
            self.assertEqual(asked["resultType"], "input_required")
            answer = {"answer": {"action": "accept", "content": {"account": "personal"}}}
            with concurrent.futures.ThreadPoolExecutor(6) as pool:
                results = list(pool.map(
                    lambda node: self.call(node, token, inputResponses=answer, requestState=asked["requestState"]),
                    nodes * 2))
            # Who comes too late may see the session as it was a moment ago.
            results.append(self.call(nodes[0], token, inputResponses=answer, requestState=asked["requestState"]))
            asked_last = [{"account"}, {"name", "target"}]
            for result in results:
                self.assertEqual(result["resultType"], "input_required", result)
                properties = result["inputRequests"]["answer"]["params"]["requestedSchema"]["properties"]
                self.assertTrue(any(names <= set(properties) for names in asked_last), properties)
            self.assertIn("target", properties)


if __name__ == "__main__":
    unittest.main()
