"""Sandboxes beside a test: a bank's and a bookkeeping service's, with their controls.

A session finds this module by its path:

    sys.path.append(str(Path(__file__).resolve().parents[1] / "SessionSupport"))
"""

import json
import os
import signal
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from machine import PATIENCE, first_line


def program():
    """Where the sandbox is: named itself, or beside the program that the tests are of."""
    if named := os.environ.get("FLOWLINE_SANDBOX"):
        return named
    beside = os.environ.get("FLOWLINE_SERVE") or os.environ.get("FLOWLINE", ".build/debug/flowline")
    return os.path.join(os.path.dirname(os.path.abspath(beside)), "flowline-sandbox")


def secret_file(path, text):
    """Writes a file for its owner alone; returns the path."""
    Path(path).touch(mode=0o600)
    Path(path).write_text(text, encoding="utf-8")
    return str(path)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Leaves redirects to those who ask."""

    def redirect_request(self, *_):
        return None


class SandboxProcess:
    """A sandbox that was started: `line` is the first that it printed, empty if it ended without one."""

    def __init__(self, *options, variables=None, folder=None, errors=None):
        """With an environment, a folder, and a place for its messages; each the test's own if not given."""
        self.process = subprocess.Popen(
            [program(), *map(str, options)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=errors, env=variables, cwd=folder)
        self.line = first_line(self.process)

    @property
    def is_ready(self):
        return "listening on http://" in self.line

    @property
    def address(self):
        """Where it listens."""
        assert self.is_ready, f"the sandbox is not ready: {self.line!r}"
        return self.line.rsplit(" ", 1)[-1].strip()

    @property
    def port(self):
        """Where it listens: another one may take its place."""
        return int(self.address.rsplit(":", 1)[-1])

    def control(self, method, path, body=None):
        """Turns one of the controls; returns what it says, None if it says nothing."""
        request = urllib.request.Request(
            f"{self.address}/control/{path}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read() or b"null")

    def requests(self, method, path):
        """How many requests of a method came whose path has a part."""
        return sum(1 for one in self.control("GET", "requests")["requests"]
                   if one["method"] == method and path in one["path"])

    def kill(self):
        """Ends it as a power cut does."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Asks it to end, unless it has; returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code


class BooksProcess(SandboxProcess):
    """A sandbox of a bookkeeping service, and the person at the page on which access is allowed."""

    def __init__(self, data, *options, **more):
        super().__init__("books", "--port", "0", "--data", data, "--json", *options, **more)
        assert self.is_ready, f"the sandbox is not ready: {self.line!r}"
        # What it says of itself: its addresses, its client, its users with their tokens.
        self.access = json.loads(self.line)

    @property
    def is_ready(self):
        return bool(self.line)

    @property
    def address(self):
        return self.access["address"]

    @property
    def client(self):
        """The id and the secret of the program that may ask for access."""
        return self.access["clientId"], self.access["clientSecret"]

    def client_file(self, path):
        """Writes them down as a command reads them; returns the path."""
        return secret_file(path, "\n".join(self.client) + "\n")

    def ask(self, method, path, body=None):
        """What the API answers to its owner; None if it says nothing."""
        request = urllib.request.Request(
            f"{self.address}/v2/{path}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.access['users'][0]['accessToken']}",
                     "Content-Type": "application/json", "User-Agent": "tests"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read() or b"null")

    def fault(self, method, path, **fault):
        """Has the next request of a method whose path has a part go wrong."""
        self.control("POST", "faults", {**fault, "match": {"method": method, "path": path}})

    def emails(self, document):
        """What was e-mailed of a document, which is named as in `/v2/invoices/1`."""
        return [email for email in self.control("GET", "outbox")["emails"]
                if email["document"] == document]

    def decide(self, page, person=1, decision="allow"):
        """Decides on the page that a person was sent to; returns where the browser is led."""
        address, _, query = page.partition("?")
        form = urllib.parse.urlencode(
            [*urllib.parse.parse_qsl(query), ("person", person), ("decision", decision)])
        opener = urllib.request.build_opener(NoRedirect)
        try:
            opener.open(address, form.encode(), timeout=PATIENCE)
        except urllib.error.HTTPError as answer:
            with answer:
                assert answer.code == 302, (answer.code, answer.read())
                return answer.headers["Location"]
        raise AssertionError("nobody is led back")
