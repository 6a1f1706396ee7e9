"""Clients walk through the model of a node without a database: all they do is judged, and nothing of it wrongly."""

import dataclasses
import http.server
import random
import tempfile
import threading
import unittest

import bank
import checker
import history
from clients import Client
from model import Lost, Model
from model_node import handler
from servers import Served
from stored import Head
from world import World


class InMemory(Model):
    """The model over lists of changes. Of some nobody is told what became of them."""

    def __init__(self, data, fault=None):
        super().__init__(None, data, fault)
        self.changes, self.lock, self.chance = {}, threading.Lock(), random.Random(7)

    def lines(self, session):
        with self.lock:
            changes = list(self.changes.get(session, ()))
        return len(changes), [line for lines in changes for line in lines]

    def append(self, session, last, lines, old):
        # One seldom goes back: of that more is lost, so that some is in each run.
        often = 0.5 if lines[0].startswith("back ") else 0.1
        with self.lock:
            is_lost, is_made = self.chance.random() < often, self.chance.random() < 0.5
            changes = self.changes.setdefault(session, [])
            if len(changes) != last:
                return False
            if is_made or not is_lost:
                changes.append(lines)
                self.spoil(changes, lines)
            if is_lost:
                raise Lost("nobody knows")
        return True

    def spoil(self, changes, lines):
        """Does what no store does."""

    def heads(self):
        heads = {}
        for session in self.changes:
            last, lines = self.lines(session)
            if last:
                answers = self.count(self.valid(lines))
                standing = "finished" if "finish {}" in lines else "unfinished"
                heads[session] = Head(session, last, 1, answers, standing, tuple(range(1, last + 1)))
        return heads


class Forgetful(InMemory):
    """One answer of a session is gone as soon as it was taken."""

    def spoil(self, changes, lines):
        if len(changes) == 6:
            changes[-1] = []


class Repeating(InMemory):
    """A choice is written down twice."""

    def spoil(self, changes, lines):
        if len(changes) == 4 and lines[0].startswith("answer overview"):
            changes[-1] = lines * 2


class Walking(unittest.TestCase):
    def walk(self, kind, clients=4, sessions=5):
        """The world once all clients have walked their sessions, or have given them up."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        model = kind(folder.name)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(model))
        server.daemon_threads = True
        served = Served(server)
        self.addCleanup(served.close)
        recorder = history.Recorder(f"{folder.name}/history.jsonl")
        walkers = [Client(number, served.port, recorder, "walking", threading.Event(), sessions, backs=0.3)
                   for number in range(clients)]
        for walker in walkers:
            walker.PRYING = 0.2
            walker.start()
        for walker in walkers:
            walker.join(300)
        self.assertEqual([walker.problem for walker in walkers], [None] * clients)
        recorder.close()
        started = [pair for walker in walkers for pair in walker.sessions]
        journals = {session: {0: "".join(f"{line}\n" for line in model.lines(session)[1])}
                    for session, _ in started}
        return World(tuple(history.read(recorder.path)), journals, model.heads(),
                     bank.read_all(folder.name, {cookie for _, cookie in started}))

    def test_what_is_well_violates_no_rule(self):
        world = self.walk(InMemory)
        self.assertEqual([str(one) for one in checker.check(world)], [])
        outcomes = {(call.does, call.outcome) for call in world.calls}
        self.assertLessEqual({("answer", "ok"), ("answer", "fail"), ("answer", "unknown"), ("back", "ok"),
                              ("back", "unknown"), ("read", "ok"), ("pry", "fail")}, outcomes)
        # A history of before told of no questions.
        calls = tuple(dataclasses.replace(call, token=None, shown=None, path=None) for call in world.calls)
        self.assertEqual([str(one) for one in checker.check(dataclasses.replace(world, calls=calls))], [])

    def test_what_is_gone_or_doubled_is_found(self):
        for kind, rules in [(Forgetful, {"each_accepted_answer_is_kept_once", "nobody_is_shown_what_was_before"}),
                            (Repeating, {"each_accepted_answer_is_kept_once"})]:
            found = {one.rule for one in checker.check(self.walk(kind))}
            self.assertTrue(rules & found, (kind, found))


if __name__ == "__main__":
    unittest.main()
