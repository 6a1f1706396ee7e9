"""Customers of one bank, each with a token of one's own, against a sandbox of the bank."""

import pathlib
import tempfile
import unittest

from banking import TOKEN, Sandbox
from browser import Browser
from server import Server

class OwnBank(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        sandbox = Sandbox(self.folder)
        self.addCleanup(sandbox.close)
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


if __name__ == "__main__":
    unittest.main()
