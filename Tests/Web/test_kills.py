"""The server killed at its writes and syncs, and on a disk that is full, while pages and the API are walked.

In the suite at one call in $EVERY; with EVERY=1 at each, on both sides and in the middle of writes.
"""

import http.client
import json
import os
import pathlib
import shutil
import sqlite3
import sys
import tempfile
import unittest
import uuid

from browser import Browser, values
from server import Server

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Crash"))

from world import build_shim  # noqa: E402

EVERY = int(os.environ.get("EVERY", "11"))
GONE = (ConnectionError, http.client.HTTPException)


class Ended(Exception):
    """The server has ended."""


class Walker:
    """Creates one goal over pages and one over the API, however often the server is started anew."""

    def __init__(self, cookies):
        self.browser = Browser(0)
        self.browser.cookies = dict(cookies)
        self.page_session, self.api_session = str(uuid.uuid4()), str(uuid.uuid4())
        # How many answers of each session were acknowledged.
        self.acknowledged = {self.page_session: 0, self.api_session: 0}

    def request(self, method, path, body=None, headers=None):
        try:
            return self.browser.request(method, path, body, headers)
        except GONE as error:
            raise Ended from error

    def call(self, method, path, body=None):
        return self.request(
            method, "/api/sessions/" + path, body and json.dumps(body),
            {"Accept": "application/json", "Prefer": "wait=20", "Content-Type": "application/json"})

    def page(self, path):
        """The page that an address leads to when nothing is under way."""
        while True:
            page = self.request("GET", path)
            if page.status == 303:
                path = page.headers["location"]
            elif not path.endswith("/working"):
                return page

    def walk(self, failed):
        """Until both have ended; `failed` looks at an answer that is none of success, and at a page that
        asks what to do about something that did not work."""
        self.walk_pages(failed)
        self.walk_api(failed)

    def walk_pages(self, failed):
        path = "/session/" + self.page_session
        while True:
            page = self.page(path)
            if page.status == 404 and self.acknowledged[self.page_session] == 0:
                typed = ""
                reply = self.post("/start/create-goal", {"session": [self.page_session]})
            elif page.status != 200:
                failed(page, "")
                continue
            elif page.path.endswith("/end"):
                return
            else:
                fields, typed = self.fill(page)
                if typed == "again":
                    failed(page, "")
                reply = self.post(page.answer_form["action"], fields)
                self.acknowledged[self.page_session] += reply.status == 303 and typed != "again"
            if reply.status != 303:
                failed(reply, typed)

    def fill(self, page):
        fields = values(page.answer_form)
        if "field.name" in fields:
            return {**fields, "field.name": ["Bike"], "field.target": ["1500"]}, "Bike"
        offered = [i["value"] for i in page.answer_form.all("input", type="radio")]
        offered += [b["value"] for b in page.answer_form.all("button", name="answer")]
        typed = next((o for o in ("personal", "again") if o in offered), "yes")
        return {**fields, "answer": [typed], "do": ["answer"]}, typed

    def post(self, path, fields):
        try:
            return self.browser.post(path, fields)
        except GONE as error:
            raise Ended from error

    def walk_api(self, failed):
        session = self.api_session
        while True:
            state = self.call("GET", session)
            if state.status == 404 and self.acknowledged[session] == 0:
                reply, is_held = self.call("PUT", session, {"start": "create-goal"}), True
            elif state.status != 200:
                failed(state, "")
                continue
            else:
                body = json.loads(state.body)
                if body.get("ended"):
                    return
                if not body["questions"]:
                    continue
                number, is_held = body["answers"], b'"again"' in state.body
                if is_held:
                    failed(state, "")
                    reply = self.call("POST", session + "/answer", {"answer": "again"})
                elif number == 0:
                    reply = self.call("POST", session + "/answer", {"answer": "personal"})
                elif number == 1:
                    reply = self.call("POST", session + "/fill", {
                        "fill": {"name": "Boat", "target": {"text": "1500"}}})
                else:
                    reply = self.call("POST", session + "/answer", {"answer": True})
                self.acknowledged[session] += reply.status == 200 and not is_held
            if reply.status != 200:
                failed(reply, "")

    def check(self, test):
        """What was acknowledged is there, each answer once, and at most one that was not."""
        for session, count in self.acknowledged.items():
            reply = self.call("GET", session + "/answers")
            if reply.status == 404:
                test.assertEqual(count, 0, "a session is lost")
                continue
            steps = [tuple(a["step"]) for a in json.loads(reply.body)["answers"]]
            test.assertEqual(len(steps), len(set(steps)), "an answer is there twice")
            # The page of a form is one that is sent, and two that are kept.
            sent = len(steps) - ("name" in str(steps) and "target" in str(steps))
            test.assertIn(sent, (count, count + 1), steps)


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.shim = build_shim(folder.name)
        # What was there before: the session of another user, and the walker's bank.
        cls.base = f"{folder.name}/base"
        server = Server(cls.base)
        cls.eve, ada = Browser(server.port), Browser(server.port)
        cls.eve_page = cls.eve.answer(cls.eve.start("create-goal"), {"answer": "business"})
        cls.eve_journal = cls.journal(server)
        ada.start("accounts")
        cls.cookies = ada.cookies
        assert server.stop() == (0, ""), "it did not end well"
        cls.calls = cls.count_calls()

    @classmethod
    def journal(cls, server):
        cls.eve.port = server.port
        session = cls.eve_page.path.split("/")[2]
        return cls.eve.request("GET", f"/session/{session}/journal").body

    @classmethod
    def count_calls(cls):
        """What an undisturbed walk does to the files: names of calls."""
        data, log = f"{cls.folder}/counted", f"{cls.folder}/calls"
        shutil.copytree(cls.base, data)
        server = Server(data, variables={
            "LD_PRELOAD": cls.shim, "CRASH_ROOT": data, "CRASH_LOG": log})
        walker = Walker(cls.cookies)
        walker.browser.port = server.port
        walker.walk(cls.unexpected)
        assert server.stop() == (0, ""), "it did not end well"
        return [line.split(" ")[1] for line in pathlib.Path(log).read_text().splitlines()]

    @staticmethod
    def unexpected(reply, _):
        raise AssertionError(f"{reply.status}: {reply.body}")

    def world(self):
        """Data of its own for a round."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        shutil.copytree(self.base, f"{folder.name}/data")
        return folder

    def start(self, data, **variables):
        """The server with a fault; none if it ended before it listened."""
        try:
            return Server(data, variables={
                "LD_PRELOAD": self.shim, "CRASH_ROOT": data, **variables})
        except AssertionError:
            return None

    def goals(self, data):
        """How many goals of ours the banks have, by name."""
        names = []
        for bank in pathlib.Path(data, "customers").glob("*/bank.sqlite"):
            with sqlite3.connect(bank) as ledger:
                names += [row[0] for row in ledger.execute("SELECT name FROM goal")]
        return names.count("Bike"), names.count("Boat")

    def finish(self, walker, server, data):
        """What must be so behind a fault, and in the end."""
        walker.browser.port = server.port
        walker.check(self)
        self.assertEqual(self.journal(server), self.eve_journal)
        walker.walk(self.unexpected)
        walker.check(self)
        page = walker.page("/session/" + walker.page_session)
        self.assertEqual(page.heading, "Done")
        page = self.eve.get(self.eve_page.path)
        self.assertEqual(page.heading, self.eve_page.heading)
        self.assertEqual(server.stop(), (0, ""))
        self.assertEqual(self.goals(data), (1, 1))

    def kill(self, at, how):
        """Killed at a call; false if that was before the walk began or after it had ended."""
        with self.world() as folder:
            data = f"{folder}/data"
            walker, was_killed = Walker(self.cookies), False
            server = self.start(data, CRASH_AT=str(at), CRASH_HOW=how)
            if server:
                walker.browser.port = server.port
                try:
                    walker.walk(self.unexpected)
                    # It makes a few calls less at times, or is killed while it ends.
                    self.assertIn(server.stop(), [(0, ""), (-9, "")])
                except Ended:
                    self.assertEqual(server.end(), (-9, ""))
                    was_killed = True
            server = Server(data)
            self.addCleanup(server.close)
            self.finish(walker, server, data)
            return was_killed

    def test_killed_at_writes_and_syncs(self):
        kills = 0
        for at in range(1, len(self.calls) + 1, EVERY):
            is_write = "write" in self.calls[at - 1]
            ways = ("before", "after", "half") if EVERY == 1 else (("half", "after")[at % 2],)
            for how in ways:
                if is_write or how != "half":
                    with self.subTest(f"{how} call {at}, {self.calls[at - 1]}"):
                        kills += self.kill(at, how)
        print(f"\n{len(self.calls)} calls, killed {kills} times in the walk", flush=True)
        self.assertGreater(kills, len(self.calls) // EVERY // 2)

    def fill_up(self, at, how):
        """A disk that is full from a write on until somebody makes room, after what is said then."""
        with self.world() as folder:
            data, freed = f"{folder}/data", pathlib.Path(folder, "freed")
            walker = Walker(self.cookies)
            server = self.start(data, CRASH_AT=str(at), CRASH_HOW=how, CRASH_FREED=str(freed))
            told = []

            def failed(reply, typed):
                if reply.status != 200:
                    self.assertEqual(reply.status, 503, reply.body)
                    self.assertIn("retry-after", reply.headers)
                    self.assertIn(typed.encode(), reply.body)
                told.append(reply)
                self.assertLess(len(told), 10, "it does not go on")
                freed.touch()

            if not server:
                server = Server(data)
            self.addCleanup(server.close)
            walker.browser.port = server.port
            walker.walk(failed)
            freed.touch()
            self.finish(walker, server, data)
            return bool(told)

    def test_a_full_disk_is_told_and_gone_on_from(self):
        told = 0
        for at in range(1, len(self.calls) + 1, EVERY):
            if "write" in self.calls[at - 1]:
                for how in ("full", "once"):
                    with self.subTest(f"{how} at call {at}"):
                        told += self.fill_up(at, how)
        print(f"\ntold {told} times", flush=True)
        self.assertGreater(told, 0)


if __name__ == "__main__":
    unittest.main()
