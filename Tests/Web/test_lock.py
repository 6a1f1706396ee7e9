"""A browser whose pages are behind a PIN, at the built server."""

import json
import pathlib
import unittest

from browser import Browser, values
from server import Server

PIN, OTHER = "2468", "1357"


class Lock(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)
        self.browser = Browser(self.server.port)

    def send(self, do, browser=None, **fields):
        return (browser or self.browser).post("/lock", {"do": do, **fields})

    def set_pin(self):
        reply = self.send("keep", new=PIN)
        self.assertEqual(reply.status, 303)
        page = self.browser.follow(reply)
        self.assertEqual((page.status, page.path), (200, "/lock?notice=set"))
        self.assertIn("The PIN is set.", page.text)

    def lock(self):
        page = self.browser.follow(self.send("lock"))
        self.assertEqual((page.status, page.heading), (200, "Flowline is locked"))
        return page

    def restart(self):
        self.server.kill()
        self.server.start()
        self.browser.port = self.server.port

    def test_what_was_begun_is_there_again_as_it_was(self):
        page = self.browser.answer(self.browser.start("create-goal"), {"answer": "personal"})
        where = page.path
        self.set_pin()
        self.lock()
        # A bookmark of the question leads to the PIN, and behind it to the question.
        locked = self.browser.get(where)
        self.assertEqual(locked.heading, "Flowline is locked")
        self.assertNotIn("personal", locked.body.decode())
        back = self.browser.answer(locked, {"pin": PIN}, do="unlock")
        self.assertEqual((back.path, back.heading), (where, page.heading))

    def test_an_answer_is_kept_until_the_pin_was_typed(self):
        page = self.browser.answer(self.browser.start("create-goal"), {"answer": "personal"})
        self.set_pin()
        self.lock()
        refused = self.browser.answer(
            page, {"field.name": "Bike", "field.target": "1500"}, follows=False)
        self.assertEqual(refused.status, 423)
        again = next(f for f in refused.root.all("form") if f["action"] == page.answer_form["action"])
        self.send("unlock", pin=PIN)
        page = self.browser.follow(self.browser.post(again["action"], values(again)))
        self.assertEqual(page.heading, "Create this goal?")
        self.assertIn("Bike", page.text)

    def begin(self):
        """The form of a goal, in a browser that has a PIN."""
        self.set_pin()
        return self.browser.answer(self.browser.start("create-goal"), {"answer": "personal"})

    def test_what_was_typed_is_there_again_behind_the_pin(self):
        page = self.begin()
        lock = page.root.one("button", value="lock")
        locked = self.browser.press(page, lock, {"field.name": ["Bike"], "field.target": ["abc"]})
        self.assertEqual((locked.status, locked.heading), (200, "Flowline is locked"))
        self.assertNotIn("Bike", locked.body.decode())
        # It outlives the server, as answers do.
        self.restart()
        again = self.browser.answer(locked, {"pin": PIN}, do="unlock")
        self.assertEqual((again.path, again.heading), (page.path, page.heading))
        kept = values(again.answer_form)
        self.assertEqual((kept["field.name"], kept["field.target"]), (["Bike"], ["abc"]))
        self.assertIn("filled in again", again.notice)
        # It is answered with it, and is not kept any longer.
        confirm = self.browser.answer(again, {"field.target": "1500"})
        self.assertIn("Bike", confirm.text)
        back = self.browser.back(confirm)
        self.assertEqual(values(back.answer_form)["field.name"], ["Bike"])
        self.assertNotEqual(values(back.answer_form)["field.target"], ["abc"])
        self.assertEqual(back.notice, "")

    def test_whatever_is_in_the_form_the_browser_is_locked(self):
        page = self.begin()
        action = page.root.one("button", value="lock")["formaction"]
        reply = self.browser.request(
            "POST", action, b"answer=%zz", {"Content-Type": "application/x-www-form-urlencoded"})
        self.assertEqual(reply.status, 303)
        locked = self.browser.follow(reply)
        self.assertEqual(locked.heading, "Flowline is locked")
        self.assertEqual(self.browser.get("/").heading, "Flowline is locked")
        # What could not be read is missed behind the PIN.
        again = self.browser.answer(locked, {"pin": PIN}, do="unlock")
        self.assertEqual(again.heading, page.heading)
        self.assertIn("could not be read", again.notice)

    def test_what_was_typed_takes_the_place_of_no_newer_answer(self):
        page = self.begin()
        self.browser.go(page, "/", {"field.name": ["Bike"], "field.target": ["abc"]})
        session = page.path.split("/")[2]
        reply = self.browser.request(
            "POST", f"/api/sessions/{session}/fill",
            json.dumps({"fill": {"name": "Kayak", "target": {"text": "900"}}}),
            {"Content-Type": "application/json"})
        self.assertEqual(reply.status, 200, reply.body)
        confirm = self.browser.get(f"/session/{session}")
        self.assertIn("Kayak", confirm.text)
        back = self.browser.back(confirm)
        self.assertEqual(values(back.answer_form)["field.name"], ["Kayak"])
        self.assertIn("900", values(back.answer_form)["field.target"][0])
        copied = [area.text for area in back.root.all("textarea") if "readonly" in area.attributes]
        self.assertEqual(copied, ["Bike", "abc"])

    def test_nothing_that_was_typed_outlives_its_session(self):
        page = self.begin()
        self.browser.go(page, "/", {"field.name": ["Velocipede"]})
        kept = pathlib.Path(self.server.data)

        def files():
            return [f for f in kept.rglob("*") if f.is_file() and "/typed/" in str(f)]
        self.assertEqual(len(files()), 1)
        session = page.path.split("/")[2]
        self.assertEqual(self.browser.request("DELETE", f"/api/sessions/{session}").status, 204)
        self.assertEqual(files(), [])

    def test_another_site_locks_nothing_and_keeps_nothing(self):
        page = self.begin()
        action = page.root.one("button", value="lock")["formaction"]
        fields = {**values(page.answer_form), "field.name": ["Boat"]}
        reply = self.browser.post(action, fields, headers={
            "Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"})
        self.assertEqual(reply.status, 403)
        again = self.browser.get(page.path)
        self.assertEqual((again.heading, again.notice), (page.heading, ""))
        self.assertEqual(values(again.answer_form)["field.name"], [""])

    def test_ways_out_of_the_session_keep_what_was_typed(self):
        page = self.begin()
        for way in ("/", f"/lock?from={page.path.replace('/', '%2F')}"):
            typed = {"field.name": ["Bike"], "field.target": ["abc"]}
            self.assertEqual(self.browser.go(page, way, typed).status, 200)
            again = self.browser.get(f"/session/{page.path.split('/')[2]}")
            kept = values(again.answer_form)
            self.assertEqual((kept["field.name"], kept["field.target"]), (["Bike"], ["abc"]))

    def test_another_browser_of_the_machine_is_another_visitor(self):
        self.set_pin()
        self.lock()
        self.assertEqual(Browser(self.server.port).get("/").heading, "Flowline")

    def test_a_server_that_is_killed_forgets_no_wrong_pin(self):
        self.set_pin()
        self.lock()
        for left in (4, 3, 2, 1):
            self.restart()
            page = self.send("unlock", pin=OTHER)
            self.assertEqual(page.status, 422)
            self.assertIn(f"You can try {left} more time", page.text)
        self.restart()
        self.assertEqual(self.send("unlock", pin=OTHER).status, 429)
        self.restart()
        page = self.send("unlock", pin=PIN)
        self.assertEqual(page.status, 429)
        self.assertIn("Too many incorrect PINs", page.text)
        self.assertIn("delete the cookies", page.text)

    def test_the_api_of_a_locked_browser_says_so(self):
        self.set_pin()
        self.assertEqual(self.browser.request("GET", "/api/sessions").status, 200)
        self.lock()
        reply = self.browser.request("GET", "/api/sessions")
        self.assertEqual(reply.status, 423)
        self.assertEqual(reply.headers["content-type"], "application/problem+json")
        self.assertEqual(json.loads(reply.body)["code"], "locked")

    def test_no_pin_is_kept_as_it_was_typed(self):
        self.set_pin()
        self.send("unlock", pin=OTHER)
        files = [f for f in pathlib.Path(self.server.data).rglob("*") if f.is_file()]
        kept = [f for f in files if "lock-pins" in str(f)]
        self.assertEqual(len(kept), 1)
        self.assertEqual({f.stat().st_mode & 0o077 for f in kept}, {0})
        for file in files:
            self.assertNotIn(PIN.encode(), file.read_bytes(), file)

    def test_a_page_for_agents_is_locked_as_well(self):
        self.set_pin()
        self.lock()
        self.assertEqual(self.browser.get("/agents").heading, "Flowline is locked")

    def test_a_number_of_minutes_that_is_none(self):
        server = Server.__new__(Server)
        server.folder, server.data, server.files = None, self.server.data + "-x", None
        for minutes in ("0", "1441", "-1", "x"):
            server.options = ("--lock-after", minutes)
            self.assertFalse(server.begin())
            code, errors = server.end()
            self.assertEqual(code, 2)
            self.assertIn("--lock-after", errors)


if __name__ == "__main__":
    unittest.main()
