"""Starts the sandbox of a bookkeeping service, and asks it as the service's documents say."""

import json
import os
import signal
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.parse
import urllib.request

SANDBOX = os.environ["FLOWLINE_SANDBOX"]
NOW = "2026-09-20"
DEADLINE = 120


class Answer:
    """What a request was answered with."""

    def __init__(self, answer):
        self.status = answer.status
        self.headers = answer.headers
        self.text = answer.read().decode()

    @property
    def json(self):
        return json.loads(self.text)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Leaves redirects to those who ask."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirect)


def ask(method, url, data=None, **headers):
    """Sends one request; names of headers have underscores for hyphens."""
    request = urllib.request.Request(
        url, method=method, data=data,
        headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with OPENER.open(request, timeout=DEADLINE) as answer:
            return Answer(answer)
    except urllib.error.HTTPError as answer:
        with answer:
            return Answer(answer)


class Service:
    """A sandbox over a folder, whose clock stands still."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [SANDBOX, "books", "--data", folder, "--port", "0", "--now", NOW, "--json"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.access = json.loads(self.process.stdout.readline())
        self.address = self.access["address"]
        self.root = self.access["api"]

    def stop(self):
        """Asks it to end; returns the exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(DEADLINE)
        self.process.stdout.close()
        return code

    def token(self, level):
        """The ready token of the user with a level."""
        return next(user["accessToken"] for user in self.access["users"]
                    if user["level"] == level)

    def get(self, path, token=None, **query):
        """Reads, as somebody who may do everything unless another token is given."""
        query = f"?{urllib.parse.urlencode(query)}" if query else ""
        return ask("GET", f"{self.root}/{path}{query}",
                   Authorization=f"Bearer {token or self.token(8)}")

    def send(self, method, path, value=None):
        """Writes JSON."""
        return ask(method, f"{self.root}/{path}",
                   None if value is None else json.dumps(value).encode(),
                   Authorization=f"Bearer {self.token(8)}", Content_Type="application/json")

    def control(self, method, path, value=None):
        """Turns one of the controls."""
        return ask(method, f"{self.address}/control/{path}",
                   None if value is None else json.dumps(value).encode()).json

    def approve(self, page, person="1", decision="allow"):
        """Answers the page as a person does; returns where the browser is led."""
        fields = urllib.parse.parse_qsl(urllib.parse.urlsplit(page).query)
        form = urllib.parse.urlencode(
            fields + [("person", person), ("decision", decision)])
        return ask("POST", f"{self.root}/approve_app", form.encode()).headers["Location"]


class ServiceCase(unittest.TestCase):
    """A test with a sandbox of its own, whose books must add up in the end."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.service = Service(os.path.join(folder.name, "books"))

    def tearDown(self):
        self.assertEqual(self.service.control("GET", "audit"), {"differences": []})
        self.assertEqual(self.service.stop(), 0)
