"""Runs a sandbox of a bookkeeping service beside the command, and is its user's browser."""

import os
import re
import subprocess
import sys
import urllib.parse
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
sys.path += [str(TESTS / "SessionSupport"), str(TESTS / "EndToEnd")]
from flowline import DEADLINE, ENGLISH, Case, until  # noqa: E402, F401
from sandboxes import BooksProcess  # noqa: E402

NOW = "2026-11-20T12:00:00Z"


class Books(BooksProcess):
    """A bookkeeping service's API on a port of its own, its clock standing still."""

    def __init__(self, folder, variables):
        super().__init__(
            os.path.join(folder, "service"), "--now", NOW, variables=variables,
            errors=subprocess.DEVNULL)

    def get(self, path):
        """Reads something as the owner."""
        return self.ask("GET", path)

    def transaction(self, text):
        """The newest transaction of the current account whose text begins so."""
        account = f"{self.address}/v2/bank_accounts/1"
        found = self.get(f"bank_transactions?bank_account={urllib.parse.quote(account)}"
                         "&per_page=100")
        return next(one for one in found["bank_transactions"]
                    if one["description"].startswith(text))

    def explanations(self, text):
        """How many explanations a transaction has."""
        return len(self.transaction(text).get("bank_transaction_explanations", []))


class BooksCase(Case):
    """A test with a service, and a file that says who the program is there."""

    def setUp(self):
        super().setUp()
        self.books = Books(self.home, self.variables())
        self.addCleanup(self.books.stop)
        self.client = self.books.client_file(self.path("client"))

    def at(self, *more):
        """The options for the books."""
        return ["--books", self.books.address, "--books-client-file", self.client, *more]

    def log_in(self, person=1):
        """Logs in as a person does who pastes the address that the browser ends at; what was said."""
        t = self.terminal("run", "books-log-in", *ENGLISH, *self.at(), size=(40, 400))
        self.shows(t, "code_challenge_method=S256")
        page = re.search(r"http://\S+S256", t.screen.text()).group()
        t.enter(self.books.decide(page, person))
        self.assertEqual(t.ended(), 0, t.text)
        return t.text

    def assert_kept_secret(self):
        """The client's secret is in no file of the home but its own and the service's."""
        secret = self.books.client[1].encode()
        for folder, _, names in os.walk(self.home):
            if os.path.join(self.home, "service") in folder:
                continue
            for name in names:
                path = os.path.join(folder, name)
                if path != self.client:
                    self.assertNotIn(secret, Path(path).read_bytes(), path)
