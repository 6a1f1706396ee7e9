"""Hostile and broken clients against the built server: each is told what is wrong, others are served
meanwhile, and it ends well when it is asked to."""

import contextlib
import pathlib
import resource
import selectors
import socket
import sys
import time
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "SessionSupport"))

import hostile
import visitors
from browser import Browser, Page
from machine import until
from server import Server
from wire import Wire, exchange

SESSION = "/api/sessions/6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3e"


class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)
        cls.browser = Browser(cls.server.port)
        cls.page = cls.browser.start("create-goal")
        cls.action = cls.page.answer_form["action"]
        cls.requests = hostile.Requests(cls.server.port, cls.browser.cookies)
        cls.good = cls.requests.plain("GET", "/health")

    @classmethod
    def tearDownClass(cls):
        # After all of it what was asked is asked still, and nothing was complained of.
        again = cls.browser.get(cls.page.path)
        assert again.heading == cls.page.heading, again.text
        status, errors = cls.server.stop()
        assert (status, errors) == (0, ""), errors

    def check(self, name, content, status):
        with self.subTest(name):
            replies = exchange(self.server.port, content)
            self.assertEqual([reply.status for reply in replies], [status], replies)
            reply = replies[0]
            self.keep(reply)
            if reply.headers.get("Content-Type", "").startswith("text/html") and reply.body:
                # The reader of the test refuses elements that are not closed.
                headers = {key.lower(): value for key, value in reply.headers.items()}
                self.assertTrue(Page(status, headers, reply.body, "").heading)

    def keep(self, reply):
        """Keeps a renewed cookie of our own, as a browser does: what is sent then has it."""
        name, _, value = reply.headers.get("Set-Cookie", "").split(";")[0].partition("=")
        own = self.browser.cookies.get(name, "")
        if name == visitors.NAME and value.split(".")[0] == own.split(".")[0]:
            self.browser.cookies[name] = value
            type(self).requests = hostile.Requests(self.server.port, self.browser.cookies)

    def test_heads(self):
        for name, (content, status) in hostile.heads(self.requests, self.good).items():
            self.check(name, content, status)

    def test_names_of_sessions_and_questions(self):
        session = self.action.split("/")[2]
        for name, (content, status) in hostile.tokens(self.requests, session).items():
            self.check(name[:80], content, status)

    def test_chunks(self):
        for name, (content, status) in hostile.chunks(self.requests, self.action).items():
            self.check(name, content, status)

    def test_parts(self):
        for name, (kind, body, status) in hostile.multiparts().items():
            self.check(name, self.requests.sent("POST", self.action, body, kind), status)

    def test_forms(self):
        for name, (body, status) in hostile.forms().items():
            self.check(name, self.requests.sent("POST", self.action, body), status)
        body = b"answer=x"
        self.check("cut off", self.requests.sent("POST", self.action, body, length=1_000), 400)
        self.check("a type that is none", self.requests.sent("POST", self.action, body, ";;"), 415)

    def test_answers_that_come_too_late(self):
        session = self.action.split("/")[2]
        for name in hostile.late(self.requests, session):
            content, status = hostile.late(self.requests, session)[name]
            self.check(name, content, status)
            for reply in exchange(self.server.port, content):
                self.assertNotIn(b"hunter2", reply.body, name)
                self.assertNotIn(b"<script>", reply.body, name)
                # What was typed comes back once, each sign as six bytes at the most.
                self.assertLess(len(reply.body), 100_000 + 8 * len(content), name)

    def test_json(self):
        start = b'{"start":"create-goal"}'
        self.check("start", self.requests.sent("PUT", SESSION, start, hostile.JSON), 200)
        self.browser.asked(SESSION)
        path = SESSION + "/answer"
        for name, (body, status) in hostile.json_bodies().items():
            self.check(name, self.requests.sent("POST", path, body, hostile.JSON), status)
        self.check("cut off", self.requests.sent(
            "POST", path, b"{", hostile.JSON, length=1_000), 400)
        for match, status in (("\"", 400), ("\"" + "9" * 40 + "-0\"", 400), ("W/\"0-1\"", 412)):
            self.check(match, self.requests.sent(
                "POST", path, b'{"answer":1}', hostile.JSON, f"If-Match: {match}"), status)
        kind = "application/octet-stream"
        for name, size, status in [("a%00b", 9, 201), ("..%2f..%2fx", 9, 201), ("%ff", 9, 201),
                                   ("large", 9_999_999, 201), ("larger", 10_000_001, 413)]:
            self.check(name, self.requests.sent(
                "POST", f"{SESSION}/files?name={name}", b"a" * size, kind), status)

    def test_cookies(self):
        for name, (pairs, status) in hostile.cookies().items():
            own = f"{self.requests.host}Cookie: {pairs}\r\n"
            self.check(name, self.requests.plain("GET", "/", own=own), status)
        # One that says nothing is replaced, and counts from then on.
        browser = Browser(self.server.port)
        browser.cookies[visitors.NAME] = "nonsense"
        page = browser.start("create-goal")
        self.assertEqual(browser.get(page.path).status, 200)

    def test_requests_one_after_the_other(self):
        answers = exchange(self.server.port, self.good * 100)
        self.assertEqual([answer.status for answer in answers], [200] * 100)
        # What follows a body that was not taken is a request of its own, and not its end.
        answers = exchange(self.server.port, self.requests.sent(
            "POST", self.action, b"x" * 100, "text/plain") + self.good)
        self.assertEqual([answer.status for answer in answers], [415, 200])

    def test_a_stream_nobody_reads_and_one_that_is_broken_off(self):
        wires = []
        for _ in range(50):
            wire = Wire(self.server.port)
            self.addCleanup(wire.close)
            wire.send(self.requests.plain("GET", self.action.rsplit("/", 2)[0] + "/events"))
            wires.append(wire)
        for wire in wires[::2]:
            wire.close()
        self.assertEqual(self.browser.get(self.page.path).status, 200)
        # Behind a body that nobody reads, the server would not see that a reader is gone.
        for path in (self.action.rsplit("/", 2)[0], f"/api{self.action.rsplit('/', 2)[0]}".replace(
                "/session/", "/sessions/")):
            self.check(f"a body for {path}", self.requests.sent(
                "GET", path + "/events", b"x" * 4_000_000), 413)

    def test_slow_clients_keep_nobody_waiting(self):
        begun = self.requests.sent("POST", self.action, b"answer=", length=1_000_000)
        wires = [Wire(self.server.port) for _ in range(300)]
        for number, wire in enumerate(wires):
            self.addCleanup(wire.close)
            wire.send((self.good[:-2], begun, self.good[:7])[number % 3])
        for turn in range(3):
            for wire in wires:
                wire.send(b"x")
            page = Browser(self.server.port).start("create-goal")
            self.assertEqual((page.status, page.heading), (200, self.page.heading))


class Crowd(unittest.TestCase):
    def test_ten_thousand_connections_at_once(self):
        wanted = 10_000
        raise_open_files(CROWD_FILES)
        server = Server()
        self.addCleanup(server.close)
        before = memory(server)
        began = time.monotonic()
        crowd = []
        self.addCleanup(lambda: [one.close() for one in crowd])
        # Each is alive: it is answered, and stays. A busy machine takes longer for so many than the server waits:
        # then others come in the place of those that it closed.
        for _ in range(20):
            crowd += connect_all(server.port, wanted - len(crowd))
            answered = answer_all(crowd, server.port, began)
            for one in set(crowd) - set(answered):
                one.close()
            crowd = answered
            if len(crowd) == wanted:
                break
        self.assertEqual(len(crowd), wanted, "so many are open at once and answered")
        browser = Browser(server.port)
        page = browser.answer(browser.start("create-goal"), {"answer": "personal"})
        self.assertEqual(page.status, 200)
        print(f"\n{len(crowd)} connections: {before} KB, then {memory(server)} KB")
        self.assertEqual(server.stop(), (0, ""))

    def test_too_many_connections_are_told_so(self):
        # Three quarters are for connections; more are told so, up to an eighth more.
        server = Server(files=200)
        self.addCleanup(server.close)
        served = []
        self.addCleanup(lambda: [one.close() for one in served])
        request = f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()

        def is_told():
            # On a busy machine the server may have closed some that it waited for too long: others take their place.
            served.append(connect(server.port))
            with Wire(server.port) as wire:
                wire.send(request)
                reply = wire.read()
                if reply.status == 200:
                    return False
                self.assertEqual((reply.status, reply.headers["Retry-After"]), (503, "5"))
                self.assertIn(b"Too many connections", reply.body)
                self.assertIsNone(wire.read())
                return True
        until(is_told, "what is said of too many connections")
        # One that has just ended may still be counted.
        self.assertGreaterEqual(len(served), 140)
        more = connect_all(server.port, 50)
        self.addCleanup(lambda: [one.close() for one in more])
        self.assertTrue(any(one.recv(1) == b"" for one in more), "all are kept")
        # As soon as one has left there is room for one, with the files that its session needs.
        for one in served[:9] + more:
            one.close()
        browser = Browser(server.port)
        until(lambda: browser.request("GET", "/health").status == 200, "room for one")
        self.assertEqual(browser.start("create-goal").status, 200)
        self.assertEqual(server.stop(), (0, ""))


# How many files a process has to be allowed for ten thousand connections: the server keeps three quarters of them for
# connections, and waits as long as ever until three quarters of those are open.
CROWD_FILES = 18_000


def raise_open_files(needed):
    """Lets this process, and those that it starts, have as many files open as the system's limit allows.

    Fails with what to set if the system allows fewer than are needed.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    assert most == resource.RLIM_INFINITY or most >= needed, (
        f"the hard limit of open files is {most}, and {needed} are needed: set it with “ulimit -Hn {needed}” as root, "
        f"or with “docker run --ulimit nofile={needed}”")


def memory(server):
    """How many kilobytes the server has in memory."""
    with open(f"/proc/{server.process.pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def connect_all(port, count):
    """So many connections."""
    return [connect(port) for _ in range(count)]


def connect(port):
    """A connection; a busy server may let the system give one up, which is tried again."""
    for _ in range(9):
        with contextlib.suppress(TimeoutError):
            return socket.create_connection(("127.0.0.1", port), timeout=120)
    raise AssertionError(f"nothing at port {port} takes connections")


# How long the server waits for a request on a connection, in seconds, until three quarters of those that it may have
# are open.
REQUEST_TIME = 60


def answer_all(connections, port, began):
    """Asks on each connection, all before the first answer is read, and reads until each has one.

    If so many take longer than the server waits for a request, it may have closed some by then; before
    that, none.

    Returns those that were answered.
    """
    def may_be_closed():
        return time.monotonic() - began > REQUEST_TIME
    request = f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    with selectors.DefaultSelector() as selector:
        got = dict.fromkeys(connections, b"")
        for connection in connections:
            with contextlib.suppress(*([ConnectionError] if may_be_closed() else [])):
                connection.sendall(request)
            selector.register(connection, selectors.EVENT_READ)
        while selector.get_map():
            for key, _ in selector.select():
                try:
                    content = key.fileobj.recv(4096)
                except ConnectionResetError:
                    content = b""
                if not content:
                    assert may_be_closed(), "a connection was closed"
                    del got[key.fileobj]
                    selector.unregister(key.fileobj)
                    continue
                got[key.fileobj] += content
                if got[key.fileobj].endswith(b"\r\n\r\nok"):
                    selector.unregister(key.fileobj)
    assert all(content.startswith(b"HTTP/1.1 200") for content in got.values())
    return list(got)


if __name__ == "__main__":
    unittest.main()
