"""A program that is hosted elsewhere, and whose secret is replaced while it is in use."""

import json
import os
import subprocess
import tempfile
import unittest
import urllib.parse

from service import NOW, ask
from sandboxes import BooksProcess

HOSTED = "https://app.example/oauth/callback"


class Hosted(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.sandbox = BooksProcess(
            os.path.join(folder.name, "books"), "--now", NOW, "--redirect", HOSTED,
            errors=subprocess.DEVNULL)

    def tearDown(self):
        self.assertEqual(self.sandbox.control("GET", "audit"), {"differences": []})
        self.assertEqual(self.sandbox.stop(), 0)

    def page(self, redirect):
        return f"{self.sandbox.access['api']}/approve_app?" + urllib.parse.urlencode({
            "client_id": self.sandbox.access["clientId"], "response_type": "code",
            "redirect_uri": redirect, "state": "xyz"})

    def tokens(self, secret, **fields):
        return ask(
            "POST", f"{self.sandbox.access['api']}/token_endpoint",
            urllib.parse.urlencode({"client_id": self.sandbox.access["clientId"],
                                    "client_secret": secret, **fields}).encode())

    def test_log_in(self):
        """It is led back to its own address, and stays logged in while its secret is replaced."""
        self.assertEqual(ask("GET", self.page("https://other.example/callback")).status, 400)
        back = self.sandbox.decide(self.page(HOSTED))
        address, _, query = back.partition("?")
        answer = dict(urllib.parse.parse_qsl(query))
        self.assertEqual((address, answer["state"]), (HOSTED, "xyz"))
        old = self.sandbox.access["clientSecret"]
        given = self.tokens(old, grant_type="authorization_code", code=answer["code"],
                            redirect_uri=HOSTED)
        self.assertEqual(given.status, 200, given.text)
        new = self.sandbox.control("POST", "secrets")["secrets"][-1]
        self.sandbox.control("POST", "secrets/revoke", {"secret": old})
        refresh = {"grant_type": "refresh_token", "refresh_token": given.json["refresh_token"]}
        refused = self.tokens(old, **refresh)
        self.assertEqual((refused.status, json.loads(refused.text)["error"]),
                         (401, "invalid_client"))
        self.assertEqual(self.tokens(new, **refresh).status, 200)


if __name__ == "__main__":
    unittest.main()
