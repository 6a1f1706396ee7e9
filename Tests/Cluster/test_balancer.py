"""The balancer goes round, and sends nothing twice."""

import json
import socket
import unittest

from api import API
from balancer import Balancer
from loop import Loop
from processes import PATIENCE, closed_port
from servers import NodeLike


class Balanced(unittest.TestCase):
    def setUp(self):
        self.loop = Loop()
        self.addCleanup(self.loop.close)

    def node(self, name, answers=None):
        node = NodeLike(name, {"/api/who": (200, json.dumps({"who": name})), **(answers or {})})
        self.addCleanup(node.close)
        return node

    def balancer(self, *ports, patience=PATIENCE, answer_time=PATIENCE):
        """One that looks after its nodes when the test says so."""
        balancer = Balancer(self.loop, ports, every=None, patience=patience, answer_time=answer_time)
        self.addCleanup(balancer.close)
        return balancer

    def check_health(self, balancer, *expected):
        for node in balancer.nodes:
            self.loop.run(balancer.check(node))
        self.assertEqual([node.is_well for node in balancer.nodes], list(expected))

    def test_each_request_goes_to_the_next_node(self):
        nodes = [self.node(name) for name in "abc"]
        api = API(self.balancer(*(node.port for node in nodes)).port, "customer=x")
        said = [api.call("GET", "/who") for _ in range(6)]
        self.assertEqual(sorted(reply.content["who"] for reply in said), list("aabbcc"))
        self.assertEqual([len(node.asked("/api/who")) for node in nodes], [2, 2, 2])
        self.assertEqual({(reply.node, reply.content["who"]) for reply in said},
                         {("0", "a"), ("1", "b"), ("2", "c")})

    def test_whoever_names_a_node_gets_another(self):
        api = API(self.balancer(*(self.node(name).port for name in "abc")).port, "customer=x")
        self.assertNotIn("1", [api.call("GET", "/who", last_node="1").node for _ in range(6)])
        alone = API(self.balancer(self.node("a").port).port, "customer=x")
        self.assertEqual(alone.call("GET", "/who", last_node="0").node, "0")

    def test_what_could_not_be_sent_is_sent_to_another(self):
        node = self.node("a", {"/api/do": (200, "{}")})
        balancer = self.balancer(closed_port(self), node.port)
        for _ in range(4):
            self.assertEqual(API(balancer.port, "customer=x").call("POST", "/do", {"it": 1}).outcome, "ok")
        self.assertEqual(node.asked("/api/do"), [("POST", "/api/do", '{"it": 1}')] * 4)

    def test_what_was_sent_is_not_sent_again(self):
        nodes = [self.node(name, {"/api/do": None}) for name in "ab"]
        balancer = self.balancer(*(node.port for node in nodes))
        reply = API(balancer.port, "customer=x").call("POST", "/do", {"it": 1})
        self.assertEqual((reply.outcome, reply.status, reply.content["code"]), ("unknown", 502, "cut-off"))
        self.assertEqual(sum(len(node.asked("/api/do")) for node in nodes), 1)
        self.assertEqual(sorted(node.cut_off for node in balancer.nodes), [0, 1])

    def test_of_what_is_not_answered_nobody_knows(self):
        node = self.node("a", {"/api/do": "holds"})
        reply = API(self.balancer(node.port, answer_time=0.05).port, "customer=x").call("POST", "/do", {"it": 1})
        self.assertEqual((reply.outcome, reply.status, reply.content["code"]), ("unknown", 504, "no-answer"))

    def test_without_a_node_it_is_known_that_nothing_was_sent(self):
        balancer = self.balancer(closed_port(self), closed_port(self))
        reply = API(balancer.port, "customer=x").call("POST", "/do", {"it": 1})
        self.assertEqual((reply.outcome, reply.status, reply.content["code"]), ("fail", 503, "no-node"))

    def test_one_that_is_not_ready_is_tried_last(self):
        nodes = [self.node("a", {"/ready": (503, "no")}), self.node("b", {"/ready": (200, "yes")})]
        balancer = self.balancer(*(node.port for node in nodes))
        self.check_health(balancer, False, True)
        api = API(balancer.port, "customer=x")
        self.assertEqual({api.call("GET", "/who").content["who"] for _ in range(4)}, {"b"})
        nodes[0].answers["/ready"] = (200, "yes")
        self.check_health(balancer, True, True)
        self.assertEqual({api.call("GET", "/who").content["who"] for _ in range(4)}, {"a", "b"})

    def test_one_that_holds_is_not_well(self):
        nodes = [self.node("a", {"/health": "holds"}), self.node("b")]
        balancer = self.balancer(*(node.port for node in nodes), patience=0.05)
        # On a busy machine a node that is well may be late; one that holds is never well.
        for _ in range(3):
            self.loop.run(balancer.check(balancer.nodes[0]))
            self.assertFalse(balancer.nodes[0].is_well)

    def test_an_answer_that_says_no_length_ends_with_its_connection(self):
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            listening.listen()
            balancer = self.balancer(listening.getsockname()[1])
            with socket.create_connection(("127.0.0.1", balancer.port), timeout=120) as asking:
                asking.sendall(b"GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
                while True:
                    answering, _ = listening.accept()
                    head = answering.recv(65536)
                    if b"/events" in head:
                        break
                    answering.close()
                self.assertIn(b"connection: close", head)
                answering.sendall(b"HTTP/1.1 200 OK\r\nX: y\r\n\r\none")
                content = b""
                while not content.endswith(b"one"):
                    content += asking.recv(65536)
                answering.sendall(b" two")
                answering.close()
                rest = b"".join(iter(lambda: asking.recv(65536), b""))
                self.assertEqual((content + rest).split(b"\r\n\r\n", 1)[1], b"one two")


if __name__ == "__main__":
    unittest.main()
