"""Runs a sandbox of a bookkeeping service beside the command, and is its user's browser."""

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "EndToEnd"))
from flowline import BINARY, DEADLINE, ENGLISH, Case, until  # noqa: E402, F401

SANDBOX = os.path.join(os.path.dirname(BINARY), "flowline-sandbox")
NOW = "2026-11-20T12:00:00Z"


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Leaves redirects to those who ask."""

    def redirect_request(self, *_):
        return None


class Books:
    """A bookkeeping service's API on a port of its own, its clock standing still."""

    def __init__(self, folder, variables):
        self.process = subprocess.Popen(
            [SANDBOX, "books", "--port", "0", "--data", os.path.join(folder, "service"),
             "--now", NOW, "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=variables)
        said = json.loads(self.process.stdout.readline())
        self.address = said["address"]
        self.tokens = [user["accessToken"] for user in said["users"]]
        self.client = (said["clientId"], said["clientSecret"])

    def control(self, method, path, body=None):
        """Turns one of the controls, and returns what it says."""
        request = urllib.request.Request(
            f"{self.address}/control/{path}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=DEADLINE) as answer:
            return json.loads(answer.read() or b"null")

    def get(self, path):
        """Reads something as the owner."""
        request = urllib.request.Request(
            f"{self.address}/v2/{path}",
            headers={"Authorization": f"Bearer {self.tokens[0]}", "User-Agent": "tests"})
        with urllib.request.urlopen(request, timeout=DEADLINE) as answer:
            return json.loads(answer.read())

    def requests(self, method, path):
        """How many requests of a method came whose path has a part."""
        return sum(1 for one in self.control("GET", "requests")["requests"]
                   if one["method"] == method and path in one["path"])

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

    def decide(self, page, person=1, decision="allow"):
        """Allows access on a page, or does not; returns where the browser is led."""
        query = urllib.parse.parse_qsl(urllib.parse.urlsplit(page).query)
        form = urllib.parse.urlencode(
            [*query, ("person", person), ("decision", decision)]).encode()
        opener = urllib.request.build_opener(NoRedirect)
        try:
            opener.open(f"{self.address}/v2/approve_app", form, timeout=DEADLINE)
        except urllib.error.HTTPError as answer:
            with answer:
                assert answer.code == 302, answer.code
                return answer.headers["Location"]
        raise AssertionError("nobody is led back")

    def stop(self):
        self.process.terminate()
        self.process.wait(DEADLINE)
        self.process.stdout.close()


class BooksCase(Case):
    """A test with a service, and a file that says who the program is there."""

    def setUp(self):
        super().setUp()
        self.books = Books(self.home, self.variables())
        self.addCleanup(self.books.stop)
        self.client = self.write("client", "\n".join(self.books.client) + "\n")
        os.chmod(self.client, 0o600)

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
