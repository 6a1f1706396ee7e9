#!/usr/bin/env python3
"""Requests of two customers against the pages and the API, mutated from good ones.

    fuzz.py [--seconds N] [--requests N] [--seed N]

The server is $FLOWLINE_SERVE. Ada and Eve walk at random, each typing words that have a mark of her own;
between their good requests mutated ones are sent, those of the other customer's too. No answer is 500 or
more, but 503 that says when to try again; no page of one holds a word that the other typed, or a cookie;
every page is well formed, has the headers of safety and no markup that was typed; the server lives, ends
with 0 at the end and has told of no error. What is found is made smaller, by leaving out requests before a
server of its own, and written to a file.
"""

import argparse
import base64
import http.client
import io
import json
import os
import random
import re
import socket
import sys
import tempfile
import time
import urllib.parse
import uuid

import visitors
from browser import Page, values
from mutations import Mutator, Request
from server import Server


class Found(Exception):
    """Something that must never be so."""


class Replies:
    """What came back on one connection, read as answers."""

    class Source(io.BytesIO):
        def makefile(self, _):
            return self

        def close(self):
            pass

    def __init__(self, content, method, is_cut=False):
        """With `is_cut`, the last answer was still coming: what of it came is its body."""
        self.source, self.method, self.is_cut = self.Source(content), method, is_cut
        self.length = len(content)

    def __iter__(self):
        method = self.method
        while self.source.tell() < self.length:
            reply = http.client.HTTPResponse(self.source, method=method)
            try:
                reply.begin()
                body = self.body(reply)
            except (http.client.HTTPException, ValueError) as error:
                raise Found(f"the answer is no HTTP: {error!r}") from None
            yield reply.status, {k.lower(): v for k, v in reply.getheaders()}, body
            method = "GET"

    def body(self, reply):
        try:
            return reply.read()
        except http.client.IncompleteRead as error:
            if not self.is_cut:
                raise
            return error.partial


class Customer:
    """One who walks at random."""

    def __init__(self, name, source):
        self.mark = f"{name}{source.getrandbits(40):010x}"
        self.cookie = visitors.cookie(f"{source.getrandbits(128):032x}")
        # Requests that were good, the newest last.
        self.known = []
        self.next = [Request("GET", "/")]
        self.session = str(uuid.UUID(int=source.getrandbits(128)))
        self.token = None

    def keep(self, request):
        self.known = [*self.known[-200:], request]


class Fuzz:
    def __init__(self, seed):
        self.source = random.Random(seed)
        self.mutator = Mutator(self.source)
        self.customers = []
        # Those who came before too: a customer may have only so many sessions, and others come then.
        self.secrets = {}
        # All that was sent: whose, what kind of method, the bytes.
        self.sent = []
        self.steps = 0
        self.counts = {}

    # MARK: what to send

    def come(self):
        """Two new customers, whose marks and cookies only they may see."""
        self.customers = [Customer(name, self.source) for name in ("ada", "eve")]
        self.secrets |= {c.cookie: c.mark for c in self.customers}

    def step(self, server):
        if self.steps % 2_000 == 0:
            self.come()
        self.steps += 1
        customer = self.source.choice(self.customers)
        if self.source.random() < 0.4:
            request = self.good(customer)
            replies = self.send(server, customer, request)
            if replies and replies[0][0] < 400:
                customer.keep(request)
            self.lead(customer, request, replies)
        else:
            whose = customer if self.source.random() < 0.7 else self.other(customer)
            if not whose.known:
                return
            request = self.source.choice(whose.known).copy()
            if whose is not customer:
                self.disown(request, whose, customer)
            self.send(server, customer, self.mutator.mutate(request, customer.mark))

    def other(self, customer):
        return next(c for c in self.customers if c is not customer)

    def disown(self, request, whose, customer):
        """What the other typed becomes what this one types; addresses and tokens stay the other's."""
        def text(value):
            return value.replace(whose.mark, customer.mark)

        def walk(value):
            if isinstance(value, str):
                return text(value)
            if isinstance(value, list):
                return [walk(v) for v in value]
            if isinstance(value, tuple):
                return tuple(walk(v) for v in value)
            if isinstance(value, dict):
                return {text(k): walk(v) for k, v in value.items()}
            return value

        request.path, request.body = text(request.path), walk(request.body)

    def good(self, customer):
        if self.source.random() < 0.3:
            return self.call(customer)
        if customer.next and self.source.random() < 0.95:
            return self.source.choice(customer.next)
        return Request("GET", "/")

    def call(self, customer):
        """A call of the API."""
        path = f"/api/sessions/{customer.session}"
        way = self.source.randrange(12)
        if way == 0:
            customer.session = str(uuid.UUID(int=self.source.getrandbits(128)))
            flow = self.source.choice(["create-goal", "round-up", "goal", "account", "accounts"])
            return Request("PUT", f"/api/sessions/{customer.session}", {"start": flow})
        text = self.mutator.text(customer.mark)
        answer = self.source.choice(["personal", True, {"text": text}, {"text": "1500"}, "this", "trip"])
        calls = {
            1: Request("GET", path), 2: Request("GET", f"{path}/answers"),
            3: Request("GET", self.source.choice(
                ["/api/sessions", "/api/flows", "/api/sessions?limit=2", f"{path}/journal", f"{path}/legal",
                 f"{path}/result", "/api/openapi.json"])),
            4: Request("POST", f"{path}/fill", {"fill": {"name": text, "target": {"text": "1500"}}}),
            5: Request("POST", f"{path}/preview", {"preview": answer}),
            6: Request("POST", f"{path}/back", {"back": True}),
            7: Request("POST", f"{path}/language", {"language": self.source.choice(["en", "ru"])}),
            8: Request("POST", f"{path}/files?name=x", text.encode("utf-8", "surrogatepass"),
                       {"Content-Type": "application/octet-stream"}),
        }
        request = calls.get(way) or Request("POST", f"{path}/answer", {"answer": answer})
        if customer.token and self.source.random() < 0.5:
            request.headers["If-Match"] = customer.token
        return request

    def lead(self, customer, request, replies):
        """What may be done next is what a page offers."""
        if not replies:
            return
        status, headers, body = replies[0]
        if "etag" in headers and request.path.startswith("/api"):
            customer.token = headers["etag"]
        if status == 303:
            customer.next = [Request("GET", headers["location"])]
        elif "text/html" in headers.get("content-type", "") and status in (200, 409, 422):
            page = Page(status, headers, body, request.path)
            customer.next = [Request("GET", a["href"]) for a in page.root.all("a")
                             if (a["href"] or "").startswith("/")]
            for form in page.root.all("form"):
                customer.next += [self.filled(customer, form)] * 4

    def filled(self, customer, form):
        fields = [(name, value) for name, several in values(form).items() for value in several]
        fields = [f for f in fields if f[0] != "answer" and not f[0].startswith("field.")]
        buttons = [(b["name"], b["value"] or "") for b in form.all("button") if b["name"]]
        inputs = {}
        for element in form.elements:
            name, kind = element["name"], element["type"]
            if name == "answer" or (name or "").startswith("field."):
                inputs.setdefault(name, []).append(
                    element["value"] if kind in ("radio", "checkbox") else None)
        for name, offered in inputs.items():
            choice = self.source.choice(offered)
            fields.append((name, choice if choice is not None else self.source.choice(
                [self.mutator.text(customer.mark), customer.mark, "1500", "12.34"])))
        if buttons:
            fields.append(self.source.choice(buttons))
        return Request("POST", form["action"] or "/", fields)

    # MARK: what must be so

    def send(self, server, customer, request):
        content = request.bytes(customer.cookie)
        self.sent.append((customer.cookie, request.method, content))
        replies = exchange(server, content, request.method)
        for reply in replies:
            self.counts[reply[0]] = self.counts.get(reply[0], 0) + 1
        check(replies, content, customer.cookie, self.secrets)
        return replies


def exchange(server, content, method):
    """Sends bytes by a connection of their own, and reads all that comes back."""
    is_endless = b"/events" in content.split(b"\r\n", 1)[0]
    got, is_cut = b"", False
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as connection:
        try:
            connection.sendall(content)
            # A stream of events ends with this half of the connection, before there are any.
            if not is_endless:
                connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        if is_endless:
            # It goes on for as long as somebody listens.
            connection.settimeout(0.2)
        try:
            while piece := connection.recv(65_536):
                got += piece
        except ConnectionResetError:
            pass
        except TimeoutError:
            if not is_endless:
                raise Found("it does not answer") from None
            is_cut = True
    if server.process.poll() is not None:
        raise Found(f"the server died: {server.end()}")
    return list(Replies(got, method, is_cut))


def is_coded(content):
    """Whether a body is said to come in another coding than chunks, which is answered with 501."""
    codings = re.findall(rb"(?im)^transfer-encoding[ \t]*:(.*)$", content)
    return any(coding.strip().lower() != b"chunked" for coding in codings)


def check(replies, content, cookie, secrets):
    """What must be so of the answers to these bytes."""
    for status, headers, body in replies:
        is_told = status == 503 and headers.get("retry-after") or status == 501 and is_coded(content)
        if status >= 500 and not is_told:
            raise Found(f"{status}: {body[:300]!r}")
        head = "".join(f"{k}: {v}\n" for k, v in headers.items() if k != "set-cookie")
        for other, mark in secrets.items():
            for what in (mark, other) if other != cookie else (other,):
                if what.encode() in body or what in head:
                    raise Found(f"{what} is in the answer {status}: {body[:300]!r}")
        kind = headers.get("content-type", "")
        if kind.startswith("text/html"):
            check_page(status, headers, body)
        elif "json" in kind and body:
            check_json(body)
        elif kind.startswith("text/event-stream"):
            # The last event may not have come whole.
            for line in body.split(b"\n")[:-1]:
                if line and not line.startswith((b": ", b"event: ", b"data: ")):
                    raise Found(f"it is no line of an event: {line[:300]!r}")
                if line.startswith(b"data: {"):
                    check_json(line.removeprefix(b"data: "))


def check_json(content):
    try:
        json.loads(content)
    except ValueError as error:
        raise Found(f"its JSON is none: {error}: {content[:300]!r}") from None


def check_page(status, headers, body):
    try:
        page = Page(status, headers, body, "")
    except (AssertionError, UnicodeDecodeError) as error:
        raise Found(f"the page is not well formed: {error}: {body[:300]!r}") from None
    for name in ("content-security-policy", "x-content-type-options", "cache-control"):
        if name not in headers:
            raise Found(f"the page has no {name}")
    ids = [e["id"] for e in page.root.elements if e["id"]]
    if len(ids) != len(set(ids)):
        raise Found(f"an id is there twice: {sorted(ids)}")
    for element in page.root.elements:
        if element.tag == "script" and (element.text or not element["src"]) \
                or any(name.startswith("on") for name in element.attributes):
            raise Found(f"what was typed became markup: <{element.tag} {element.attributes}>")


# MARK: - Making it smaller


def fails(sent, secrets):
    """Whether these bytes, sent to a new server, are answered with something that must not be."""
    server = Server()
    try:
        for cookie, method, content in sent:
            try:
                check(exchange(server, content, method), content, cookie, secrets)
            except Found as found:
                return str(found)
        code, errors = server.stop()
        return None if (code, errors) == (0, "") else f"it ended with {code}: {errors}"
    finally:
        server.close()


def smaller(sent, secrets, seconds):
    """As few of the requests as still fail, found in so much time; all of them if they do not fail again."""
    last = time.monotonic() + seconds
    for count in (1, 10, 100, 1000):
        if count < len(sent) and fails(sent[-count:], secrets):
            sent = sent[-count:]
            break
    else:
        if not fails(sent, secrets):
            return sent, False
    size = len(sent) // 2
    while size and time.monotonic() < last:
        at = 0
        while at < len(sent) and time.monotonic() < last:
            fewer = sent[:at] + sent[at + size:]
            if fewer and fails(fewer, secrets):
                sent = fewer
            else:
                at += size
        size //= 2
    return sent, True


def report(fuzz, found, seed):
    sent, is_again = smaller(fuzz.sent, fuzz.secrets, 300)
    place = os.path.join(tempfile.gettempdir(), f"fuzz-web-{seed}.json")
    with open(place, "w", encoding="utf-8") as file:
        json.dump([(c, m, base64.b64encode(b).decode()) for c, m, b in sent], file)
    print(f"\nBROKEN, seed {seed}, request {len(fuzz.sent)}: {found}\n{len(sent)} requests, "
          f"{'which fail by themselves' if is_again else 'which did not fail again'}, are in {place}:")
    for _, _, content in sent[-5:]:
        print(content[:2000])
    return 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--requests", type=int, help="so many instead, whatever time it takes")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    fuzz, server = Fuzz(options.seed), Server()
    last = time.monotonic() + options.seconds
    try:
        while len(fuzz.sent) < options.requests if options.requests else time.monotonic() < last:
            fuzz.step(server)
        code, errors = server.stop()
        if (code, errors) != (0, ""):
            raise Found(f"it ended with {code} and told of errors: {errors}")
    except Found as found:
        server.close()
        return report(fuzz, found, options.seed)
    finally:
        server.close()
    counts = ", ".join(f"{n} times {status}" for status, n in sorted(fuzz.counts.items()))
    print(f"{len(fuzz.sent)} requests: {counts}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
