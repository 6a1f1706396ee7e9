"""The server disturbed here and there: what `make crash` and `make fuzz-web` do everywhere and for long."""

import os
import sqlite3
import tempfile
import unittest

import fuzz
import killing
from browser import Browser
from server import Server


class Disturbed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="flowline-web-")
        cls.addClassCleanup(folder.cleanup)
        cls.shim = killing.build_shim(folder.name)
        cls.template = killing.Template(folder.name)
        cls.calls = killing.reference(cls.shim, cls.template)

    def test_killed_in_the_middle_of_writes_nothing_is_lost_or_done_twice(self):
        every = len(self.calls) // 4
        kills = killing.kills(self.shim, self.template, self.calls, every)
        self.assertGreaterEqual(kills, 4)

    def test_killed_while_a_goal_is_made_it_is_made_once(self):
        # Of the banks' syncs the last but one makes a goal durable.
        at = [number for number, call in enumerate(self.calls, 1)
              if call[0] == "fdatasync" and "bank" in call[2]][-2]
        for how in ("before", "after"):
            game, _ = killing.play(self.shim, self.template, at, how, how == "after")
            self.assertTrue(game.was_killed)

    def test_a_full_disk_is_told_and_nothing_typed_is_lost(self):
        at = [number for number, call in enumerate(self.calls, 1)
              if call[0] == "pwrite" and call[2] == "sessions.sqlite-wal"][-12]
        for resends in (False, True):
            _, told = killing.play(self.shim, self.template, at, "full", resends, killing.fail)
            self.assertTrue(told)


class Told(unittest.TestCase):
    def test_what_a_page_does_not_tell_is_told_to_those_who_look_after_the_server(self):
        server = Server()
        self.addCleanup(server.close)
        browser = Browser(server.port)
        session = browser.start("create-goal").path.split("/")[2]
        self.assertEqual(server.stop(), (0, ""))
        database = sqlite3.connect(os.path.join(server.data, "sessions.sqlite"))
        with database:
            database.execute("UPDATE part SET bytes = ?", (b"no journal\n",))
        database.close()
        server.start()
        browser.port = server.port
        self.assertEqual(browser.get(f"/session/{session}").status, 500)
        code, errors = server.stop()
        self.assertEqual((code, len(errors.splitlines())), (0, 1), errors)
        self.assertIn("unusable", errors)
        self.assertIn(session, errors)
        self.assertNotIn(browser.cookies["flowline"], errors)


class Fuzzed(unittest.TestCase):
    def test_requests_of_two_customers(self):
        server = Server()
        self.addCleanup(server.close)
        made = fuzz.Fuzz(7)
        while len(made.sent) < 300:
            made.step(server)
        self.assertEqual(server.stop(), (0, ""))

    def test_it_finds_what_must_not_be(self):
        secrets = {"a" * 32: "ada1", "e" * 32: "eve2"}
        html = {"content-type": "text/html", "content-security-policy": "x",
                "x-content-type-options": "nosniff", "cache-control": "no-store"}
        good = (200, html, b"<html><p>ada1</p></html>")
        fuzz.check([good, (503, {"retry-after": "2"}, b"")], b"", "a" * 32, secrets)
        for bad in [(500, {}, b""), (503, {}, b""), (200, html, b"<p>eve2</p>"),
                    (200, html, b"<p>" + b"a" * 32 + b"</p>"), (303, {"location": "/eve2"}, b""),
                    (200, html, b"<p><b></p>"), (200, html, b"<p id=x></p><p id=x></p>"),
                    (200, html, b"<script>1</script>"), (200, html, b"<p onclick=x></p>"),
                    (200, {"content-type": "text/html"}, b"<p></p>"),
                    (200, {"content-type": "application/json"}, b"{")]:
            with self.assertRaises(fuzz.Found, msg=bad):
                fuzz.check([bad], b"", "a" * 32, secrets)


if __name__ == "__main__":
    unittest.main()
