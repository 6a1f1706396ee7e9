"""Customers of one bank, each with a token of one's own, against a sandbox of the bank."""

import json
import pathlib
import tempfile
import re
import threading
import unittest

import visitors
from banking import PATIENCE, TOKEN, HeldBank, Sandbox
from browser import Browser
from server import Server


class OwnBank(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        sandbox = Sandbox(self.folder)
        self.addCleanup(sandbox.close)
        self.sandbox = sandbox
        self.server = Server(f"{self.folder}/data", "--bank", sandbox.address)
        self.addCleanup(self.server.close)

    def log_in(self, browser, token):
        page = browser.start("log-in")
        page = browser.answer(page, {"answer": "type"})
        return browser.answer(page, {"answer": token})

    def test_each_logs_in_with_a_token_of_ones_own(self):
        ada, eve = Browser(self.server.port), Browser(self.server.port)
        refused = self.log_in(ada, "not-a-token-of-the-bank")
        self.assertEqual(refused.status, 200)
        self.assertTrue(refused.problems, refused.text)
        self.assertNotIn("not-a-token-of-the-bank", refused.body.decode())
        page = ada.answer(refused, {"answer": TOKEN})
        self.assertEqual(page.heading, "You are logged in")
        page = ada.answer(page, {})
        self.assertEqual(page.heading, "You are logged in.")
        # Whoever has not logged in is asked to, and sees nothing of the bank.
        page = eve.start("accounts")
        self.assertNotIn("Personal", page.text)
        page = ada.start("create-goal")
        option = next(i["value"] for i in page.answer_form.all("input", type="radio"))
        page = ada.answer(page, {"answer": option})
        page = ada.answer(page, {"field.name": "Bike", "field.target": "1500"})
        page = ada.answer(page, {"answer": "yes"})
        self.assertIn("Goal “Bike” created", page.text)
        self.server.stop()
        for file in pathlib.Path(self.folder, "data").rglob("*"):
            if file.is_file():
                self.assertNotIn(TOKEN.encode(), file.read_bytes(), file)

    def test_a_cookie_known_before_a_log_in_is_worth_nothing_after_it(self):
        mallory, ada = Browser(self.server.port), Browser(self.server.port)
        mallory.get("/")
        planted = dict(mallory.cookies)
        ada.cookies = dict(planted)
        page = ada.answer(ada.start("log-in"), {"answer": "type"})
        session = page.path.split("/")[2]
        page = ada.answer(page, {"answer": TOKEN})
        self.assertEqual(page.heading, "You are logged in")
        self.assertNotEqual(ada.cookies[visitors.NAME], planted[visitors.NAME])
        for path in ("/", page.path, f"/session/{session}/events", f"/api/sessions/{session}"):
            mallory.cookies = dict(planted)
            reply = mallory.request("GET", path)
            self.assertEqual(reply.status, 401, path)
            self.assertNotIn("You are logged in", reply.body.decode())
            self.assertEqual(mallory.cookies, planted)
        self.assertIn("Personal", ada.start("accounts").text)

    def make_token(self, browser):
        """A token of an agent who acts in the browser's name."""
        page = browser.get("/agents")
        made = browser.answer(page, {"name": "desk"})
        return re.search(r"flowline-[A-Za-z0-9_-]{43}", made.body.decode())[0]

    def status_of(self, token):
        """What the endpoint of agents says to a token: 401, or 400, since nothing is asked of it."""
        reply = Browser(self.server.port).request("POST", "/mcp", "{}", {
            "Authorization": f"Bearer {token}", "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream", "Origin": None, "Sec-Fetch-Site": None})
        return reply.status

    def test_a_token_made_before_a_log_in_or_a_log_out_is_worth_nothing_after_it(self):
        mallory, ada = Browser(self.server.port), Browser(self.server.port)
        mallory.get("/")
        ada.cookies = dict(mallory.cookies)
        planted = self.make_token(mallory)
        self.assertEqual(self.status_of(planted), 400)
        ada.answer(self.log_in(ada, TOKEN), {})
        self.assertEqual(self.status_of(planted), 401)
        # One's own is taken until one logs out.
        own = self.make_token(ada)
        self.assertEqual(self.status_of(own), 400)
        self.assertEqual(ada.answer(ada.start("log-out"), {"answer": "yes"}).path, "/?notice=logged-out")
        self.assertEqual(self.status_of(own), 401)

    def test_after_a_log_out_nobody_sees_what_was_begun(self):
        ada = Browser(self.server.port)
        ada.answer(self.log_in(ada, TOKEN), {})
        page = ada.start("create-goal")
        option = next(i["value"] for i in page.answer_form.all("input", type="radio"))
        page = ada.answer(page, {"answer": option})
        begun = ada.answer(page, {"field.name": "Secret bike", "field.target": "1500"})
        self.assertIn("Secret bike", ada.get("/").text)
        out = ada.answer(ada.start("log-out"), {"answer": "yes"})
        self.assertEqual(out.path, "/?notice=logged-out")
        self.assertIn("You are logged out", out.notice)
        self.assertNotIn("Secret bike", out.body.decode())
        gone = ada.request("GET", begun.path)
        self.assertEqual(gone.status, 404)
        self.assertIn("You logged out in this browser", gone.text)
        listed = ada.request("GET", "/api/sessions")
        self.assertEqual(json.loads(listed.body)["sessions"], [])

    def test_no_order_begins_while_one_logs_out(self):
        # The log-out is held at the bank until the order was refused; the server waits 30 seconds for it.
        bank = HeldBank(self.sandbox, "PUT", "identity/logout")
        self.addCleanup(bank.close)
        server = Server(f"{self.folder}/held", "--bank", bank.address)
        self.addCleanup(server.close)
        ada = Browser(server.port)
        ada.answer(self.log_in(ada, TOKEN), {})
        page = ada.start("create-goal")
        option = next(i["value"] for i in page.answer_form.all("input", type="radio"))
        page = ada.answer(page, {"answer": option})
        order = ada.answer(page, {"field.name": "Late bike", "field.target": "1500"})
        out = ada.start("log-out")
        tab, ends = Browser(server.port), []
        tab.cookies = dict(ada.cookies)
        leaving = threading.Thread(target=lambda: ends.append(ada.answer(out, {"answer": "yes"})))
        leaving.start()
        self.assertTrue(bank.came.wait(PATIENCE), "the bank is not asked")
        refused = tab.answer(order, {"answer": "yes"})
        bank.let_through()
        leaving.join()
        self.assertIn("you are being logged out", refused.text.lower())
        self.assertEqual([end.path for end in ends], ["/?notice=logged-out"])
        self.assertEqual(self.sandbox.requests("PUT", "identity/logout"), 1)
        self.assertEqual(self.sandbox.requests("PUT", "savings-goals"), 0)

    def test_two_cookies_are_nobodys_and_the_page_says_what_to_do(self):
        ada = Browser(self.server.port)
        ada.get("/")
        cookie = f"{visitors.NAME}={ada.cookies[visitors.NAME]}"
        reply = ada.request("GET", "/", headers={"Cookie": f"{cookie}; {visitors.NAME}=x"})
        self.assertEqual(reply.status, 400)
        self.assertIn("Delete this site’s cookies", reply.text)
        self.assertNotIn("Log in", reply.text)


if __name__ == "__main__":
    unittest.main()
