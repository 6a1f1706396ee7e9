#!/usr/bin/env python3
"""Requests of two users against the built server, good ones and what mutations make of them.

    fuzz.py [--requests N | --seconds N] [--seed N]

Each user types marks of one's own, and secrets. No request may be answered with a failure of the server,
but for 503 that says when to try again; no page may hold a mark of the other user or a secret; every page
is well formed, every JSON is JSON; the server neither ends nor complains. A failure prints the request.
"""

import argparse
import json
import pathlib
import random
import sys
import tempfile
import time

from browser import Browser, Page
from mutations import Mutator, Request
from server import Server
from test_own_bank import Sandbox
from wire import exchange

FLOWS = ["create-goal", "round-up", "accounts", "account", "goal"]


class Broken(Exception):
    """What must never be was so."""


class User(Browser):
    """A browser that keeps what it sent, and types marks that nobody else does."""

    def __init__(self, fuzz, name, port, flows):
        super().__init__(port)
        self.fuzz, self.flows = fuzz, flows
        self.mark = f"{name}{fuzz.source.randbytes(6).hex()}"
        self.secret = f"token{name}{fuzz.source.randbytes(6).hex()}"
        self.sent, self.page = [], None
        self.get("/")

    def request(self, method, path, body=None, headers=None):
        sent = {"Host": f"127.0.0.1:{self.port}", "Accept": "text/html",
                "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()), **(headers or {})}
        if method == "POST":
            sent["Sec-Fetch-Site"] = "same-origin"
        content = body.encode() if isinstance(body, str) else body or b""
        self.sent.append(Request(method, path, sent.items(), content))
        del self.sent[:-400]
        page = super().request(method, path, body, headers)
        self.fuzz.check(self, self.sent[-1].content(), page.status, page.headers, page.body)
        return page

    def call(self, method, path, body=None):
        """A call of the API."""
        headers = {"Accept": "application/json", "Prefer": "wait=1"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        reply = self.request(method, "/api" + path, body and json.dumps(body), headers)
        return json.loads(reply.body) if reply.body else {}

    def step(self):
        """One step of a walk: over pages or the API."""
        source = self.fuzz.source
        if source.random() < 0.3:
            return self.step_api(source)
        if self.page is None or self.page.path.endswith(("/end", "/")) or self.page.status >= 400 \
                and not self.page.root.one("main").all("form"):
            self.page = self.start(source.choice(self.flows))
        form = self.page.answer_form
        if form is None or not form["data-step"] or source.random() < 0.1:
            path, self.page = self.page.path, None
            for place in ("", "/answers", "/journal", "/leave"):
                self.get("/".join(path.split("/")[:3]) + place)
            return None
        answers = {}
        for field in form.all("input"):
            if field["type"] == "radio":
                group = [f["value"] for f in form.all("input", name=field["name"])]
                answers[field["name"]] = source.choice(group)
            elif field["type"] == "password":
                answers[field["name"]] = self.secret
            elif field["type"] in ("text", None):
                answers[field["name"]] = source.choice([self.mark, "25", "3", "2026", self.mark + " x"])
        for button in form.all("button", name="answer")[:1]:
            answers["answer"] = button["value"]
        do = source.choice(["answer"] * 8 + ["back", "acknowledge", "refresh", "cancel"])
        self.page = self.answer(self.page, answers, do=do)
        return None

    def step_api(self, source):
        session = "/sessions/" + "-".join(
            source.randbytes(size).hex() for size in (4, 2, 2, 2, 6))
        self.call("PUT", session, {"start": source.choice(self.flows), "locale": "en_GB",
                                   "given": {"account": "personal"}})
        self.call("POST", session + "/fill", {"fill": {
            "name": self.mark, "target": {"text": "15"}}, "acknowledge": True})
        self.call("POST", session + "/answer", {"answer": source.choice([self.mark, True, "type"])})
        # A secret goes where the question is one, and nowhere else.
        prompt = (self.call("GET", session).get("questions") or [{}])[0].get("prompt", {})
        if prompt.get("isSensitive"):
            self.call("POST", session + "/answer", {"answer": self.secret})
        for what in ("/answers", "/legal", "/journal", "/result"):
            reply = self.request("GET", "/api" + session + what)
            assert reply.status < 500
        self.call("POST", session + "/preview", {"preview": self.mark})
        self.call("POST", session + "/deliver", {"deliver": "x", "value": self.mark, "key": "k"})
        self.call("POST", session + "/language", {"language": source.choice(["en", "ru"])})
        self.call("POST", session + source.choice(["/back", "/cancel"]), {"back": True})

    def tidy(self):
        """Forgets most sessions, so that others can be begun."""
        self.page = None
        for session in self.call("GET", "/sessions?limit=200")["sessions"][5:]:
            self.request("DELETE", f"/api/sessions/{session['id']}")


class Fuzz:
    """Two servers, one with a sample bank for each user, one at a bank that nobody gets into; two users of
    each."""

    def __init__(self, seed):
        self.source = random.Random(seed)
        self.mutator = Mutator(self.source)
        self.requests = 0
        self.statuses = {}
        self.users = []
        self.folder = tempfile.TemporaryDirectory()
        self.bank = Sandbox(self.folder.name)
        self.servers = [Server(f"{self.folder.name}/sample"), Server(
            f"{self.folder.name}/online", "--bank", self.bank.address)]
        for server, flows in zip(self.servers, (FLOWS, ["log-in"])):
            self.users += [User(self, name, server.port, flows) for name in ("ada", "eve")]

    def close(self):
        for server in self.servers:
            server.close()
        self.bank.close()
        self.folder.cleanup()

    def step(self):
        """One request, or the few of a step of a walk."""
        user = self.source.choice(self.users)
        if self.requests // 300 != getattr(user, "tidied", 0):
            user.tidied = self.requests // 300
            user.tidy()
        if self.source.random() < 0.1 or len(user.sent) < 20:
            return user.step()
        request = self.source.choice(user.sent)
        others = [r for other in self.users for r in other.sent]
        if self.source.random() < 0.3:
            # What somebody else sent, with one's own cookie.
            request = self.source.choice(others)
        content = self.mutator.mutate(request, others)
        content = self.own(content, user)
        try:
            replies = exchange(user.port, content)
        except (ValueError, IndexError, OSError) as error:
            raise Broken(f"the answer is none of HTTP: {error!r}\n{content[:4000]!r}") from None
        for reply in replies:
            headers = {name.lower(): value for name, value in reply.headers.items()}
            self.check(user, content, reply.status, headers, reply.body, is_mutated=True)
        return None

    def own(self, content, user):
        """A request with nothing of others in it but addresses."""
        for other in self.users:
            content = content.replace(other.mark.encode(), user.mark.encode())
            content = content.replace(other.secret.encode(), user.secret.encode())
            for name, value in other.cookies.items():
                if name == "flowline":
                    content = content.replace(value.encode(), user.cookies[name].encode())
        return content

    def check(self, user, content, status, headers, body, is_mutated=False):
        """What must be so of every answer."""
        self.requests += 1
        self.statuses[status] = self.statuses.get(status, 0) + 1
        told = body + repr(sorted(headers.items())).encode()

        def broken(what):
            raise Broken(f"{what}\n{content[:4000]!r}\n{status} {headers}\n{body[:4000]!r}")

        if status >= 500 and not (status == 503 and "retry-after" in headers):
            broken("the server failed")
        for other in self.users:
            if other is not user and other.mark.encode() in told:
                broken("a mark of somebody else")
            # A form that a mutation has robbed of what says which field is a secret may come back.
            is_shown = other is user and is_mutated and other.secret.encode() in content
            if other.secret.encode() in told and not is_shown:
                broken("a secret")
        kind = headers.get("content-type", "")
        is_head = content.startswith(b"HEAD ")
        try:
            if kind.startswith("text/html") and not is_head:
                page = Page(status, headers, body, "")
                ids = [e["id"] for e in page.root.elements if e["id"]]
                if not page.heading or len(ids) != len(set(ids)):
                    broken("a page without a heading, or with an id twice")
            elif "json" in kind and not is_head:
                json.loads(body)
        except (AssertionError, ValueError) as error:
            broken(f"it is not well formed: {error}")

    def finish(self):
        """Everybody's sessions are there still, nothing was complained of, no secret was written down."""
        for user in self.users:
            for session in user.call("GET", "/sessions?limit=200")["sessions"]:
                if user.get(f"/session/{session['id']}").status != 200:
                    raise Broken(f"a session cannot be shown: {session}")
        for server in self.servers:
            if (ended := server.stop()) != (0, ""):
                raise Broken(f"it ended with {ended}")
        for file in pathlib.Path(self.folder.name).rglob("*"):
            content = file.read_bytes() if file.is_file() else b""
            if any(user.secret.encode() in content for user in self.users if "log-in" in user.flows):
                raise Broken(f"a secret is in {file.name}")


def run(seed, is_over):
    """Sends requests until it is over; gives what was answered."""
    fuzz = Fuzz(seed)
    try:
        while not is_over(fuzz):
            fuzz.step()
        fuzz.finish()
        return fuzz
    except Broken as broken:
        raise Broken(f"request {fuzz.requests} of seed {seed}: {broken}") from None
    finally:
        fuzz.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, help="for so long instead")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    end = time.monotonic() + (options.seconds or 0)
    fuzz = run(options.seed, lambda fuzz: time.monotonic() > end if options.seconds
               else fuzz.requests >= options.requests)
    print(f"{fuzz.requests} requests, answered {dict(sorted(fuzz.statuses.items()))}")


if __name__ == "__main__":
    try:
        main()
    except Broken as broken:
        sys.exit(f"\nBROKEN: {broken}")
