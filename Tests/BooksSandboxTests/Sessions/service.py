"""Starts the sandbox of a bookkeeping service, and asks it as the service's documents say."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "SessionSupport"))
from machine import PATIENCE, free_port  # noqa: E402, F401
from sandboxes import BooksProcess, NoRedirect  # noqa: E402

NOW = "2026-09-20"
DEADLINE = PATIENCE


class Answer:
    """What a request was answered with."""

    def __init__(self, answer):
        self.status = answer.status
        self.headers = answer.headers
        self.text = answer.read().decode()

    @property
    def json(self):
        return json.loads(self.text)


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


class Service(BooksProcess):
    """A sandbox over a folder, whose clock stands still."""

    def __init__(self, folder):
        super().__init__(folder, "--now", NOW, errors=subprocess.DEVNULL)
        self.root = self.access["api"]

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


class ServiceCase(unittest.TestCase):
    """A test with a sandbox of its own, whose books must add up in the end."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.service = Service(os.path.join(folder.name, "books"))

    def tearDown(self):
        self.assertEqual(self.service.control("GET", "audit"), {"differences": []})
        self.assertEqual(self.service.stop(), 0)
