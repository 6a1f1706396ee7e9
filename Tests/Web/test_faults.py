"""The server disturbed here and there: what `make crash` and `make fuzz-web` do everywhere and for long."""

import hashlib
import http.client
import json
import os
import re
import socket
import sqlite3
import subprocess
import tempfile
import unittest

import fuzz
import killing
import visitors
from browser import Browser, values
from server import Server
from wire import exchange


class Disturbed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="flowline-web-")
        cls.addClassCleanup(folder.cleanup)
        cls.shim = killing.build_shim(folder.name)
        cls.template = killing.Template(folder.name)
        cls.calls = killing.reference(cls.shim, cls.template)

    def test_killed_in_the_middle_of_writes_nothing_is_lost_or_done_twice(self):
        every = len(self.calls) // 4
        kills = killing.kills(self.shim, self.template, self.calls, every)
        self.assertGreaterEqual(kills, 4)

    def test_killed_while_a_goal_is_made_it_is_made_once(self):
        # Of the banks' syncs the last but one makes a goal durable.
        at = [number for number, call in enumerate(self.calls, 1)
              if call[0] == "fdatasync" and "bank" in call[2]][-2]
        for how in ("before", "after"):
            game, _ = killing.play(self.shim, self.template, at, how, how == "after")
            self.assertTrue(game.was_killed)

    def test_a_full_disk_is_told_and_nothing_typed_is_lost(self):
        at = [number for number, call in enumerate(self.calls, 1)
              if call[0] == "pwrite" and call[2] == "sessions.sqlite-wal"][-12]
        for resends in (False, True):
            _, told = killing.play(self.shim, self.template, at, "full", resends, killing.fail)
            self.assertTrue(told)


class Told(unittest.TestCase):
    def test_what_a_page_does_not_tell_is_told_to_those_who_look_after_the_server(self):
        server = Server()
        self.addCleanup(server.close)
        browser = Browser(server.port)
        session = browser.start("create-goal").path.split("/")[2]
        self.assertEqual(server.stop(), (0, ""))
        database = sqlite3.connect(os.path.join(server.data, "sessions.sqlite"))
        with database:
            database.execute("UPDATE part SET bytes = ?", (b"no journal\n",))
        database.close()
        server.start()
        browser.port = server.port
        self.assertEqual(browser.get(f"/session/{session}").status, 500)
        code, errors = server.stop()
        self.assertEqual((code, len(errors.splitlines())), (0, 1), errors)
        self.assertIn("unusable", errors)
        self.assertIn(session, errors)
        self.assertNotIn(browser.cookies[visitors.NAME], errors)


    def test_a_request_for_another_host_says_so_and_is_told_of_once_a_minute(self):
        server = Server(None, "--host-name", "savings.example")
        self.addCleanup(server.close)
        replies = [exchange(server.port, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
                   for path in ("/", "/x", "/api/flows")
                   for host in ("Savings.example:8443", "other.example")]
        self.assertEqual([reply.status for (reply,) in replies], [200, 421, 404, 421, 200, 421])
        page = replies[1][0].body.decode()
        self.assertIn("This server does not have this address", page)
        self.assertNotIn("There is no such page", page)
        self.assertEqual(server.stop(), (0, ""))
        line, = server.refused_hosts
        self.assertIn("other.example; if that is this server, name it with --host-name", line)


class Limited(unittest.TestCase):
    """A server that does little: what is too much is refused with when to try again, and what was typed is kept."""

    def serve(self, *options):
        server = Server(None, *options)
        self.addCleanup(server.close)
        return server

    def put(self, browser, session="6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3e"):
        return browser.request("PUT", f"/api/sessions/{session}", json.dumps({"start": "create-goal"}), {
            "Content-Type": "application/json"})

    def check_problem(self, reply, status, code):
        self.assertEqual(
            (reply.status, reply.headers["content-type"]), (status, "application/problem+json"), reply.body)
        problem = json.loads(reply.body)
        self.assertEqual((problem["status"], problem["code"]), (status, code))
        self.assertGreater(int(reply.headers["retry-after"]), 0)

    def test_calls_in_a_minute(self):
        server = self.serve("--calls-per-minute", "30")
        browser = Browser(server.port)
        page = browser.start("create-goal")
        form = page.answer_form
        typed = {**values(form), "answer": ["neither this"], "do": ["answer"]}
        for _ in range(100):
            reply = browser.post(form["action"], typed)
            if reply.status != 422:
                break
        self.assertEqual(reply.status, 429, reply.text)
        self.assertGreater(int(reply.headers["retry-after"]), 0)
        self.assertEqual(values(reply.root.one("main").one("form"))["answer"], ["neither this"])
        for _ in range(100):
            reply = self.put(browser)
            if reply.status != 200:
                break
        self.check_problem(reply, 429, "busy")
        self.assertLessEqual(int(reply.headers["retry-after"]), 60)
        # Another one is not held back.
        self.assertEqual(Browser(server.port).start("create-goal").status, 200)
        self.assertEqual(server.stop(), (0, ""))

    def test_sessions_of_all(self):
        server = self.serve("--sessions-in-all", "1")
        self.assertEqual(Browser(server.port).start("create-goal").status, 200)
        other = Browser(server.port)
        form = next(f for f in other.get("/").root.all("form") if f["action"] == "/start/create-goal")
        reply = other.post(form["action"], values(form))
        self.assertEqual(reply.status, 503, reply.text)
        self.assertGreater(int(reply.headers["retry-after"]), 0)
        self.check_problem(self.put(other, "6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3f"), 503, "full")
        code, errors = server.stop()
        self.assertEqual(code, 0)
        self.assertIn("full", errors)

    def test_sessions_of_a_flow(self):
        server = self.serve("--sessions-per-flow", "1")
        ada, ben = Browser(server.port), Browser(server.port)
        self.assertEqual(ada.start("create-goal").status, 200)
        ben.get("/")
        self.check_problem(self.put(ben), 503, "full")
        # There is room for another flow.
        self.assertEqual(ben.start("round-up").status, 200)
        code, errors = server.stop()
        self.assertEqual(code, 0)
        self.assertIn("of this flow", errors)

    def test_sessions_of_a_customer(self):
        for option, other in (("--sessions-per-customer", 429), ("--sessions-per-customer-and-flow", 200)):
            with self.subTest(option):
                server = self.serve(option, "1")
                browser = Browser(server.port)
                self.assertEqual(browser.start("create-goal").status, 200)
                self.check_problem(self.put(browser), 429, "too-many-sessions")
                form = next(f for f in browser.get("/").root.all("form") if f["action"] == "/start/round-up")
                self.assertEqual(browser.follow(browser.post(form["action"], values(form))).status, other)
                self.assertEqual(Browser(server.port).start("create-goal").status, 200)
                self.assertEqual(server.stop(), (0, ""))

    def test_agents_take_no_visitors_room(self):
        server = self.serve("--visitors-per-minute", "5")
        for path in ("/mcp", "/ag-ui/round-up", "/.well-known/oauth-protected-resource"):
            for token in (None, "Bearer guessed"):
                for _ in range(10):
                    agent = Browser(server.port)
                    reply = agent.request("GET" if path.startswith("/.") else "POST", path, "{}", {
                        "Authorization": token, "Content-Type": "application/json",
                        "Accept": "application/json, text/event-stream", "Origin": None,
                        "Sec-Fetch-Site": None})
                    self.assertIn(reply.status, (200, 401), reply.body)
                    self.assertEqual(agent.cookies, {})
        self.assertEqual(Browser(server.port).get("/").status, 200)
        self.assertEqual(server.stop(), (0, ""))

    def test_new_visitors_in_a_minute(self):
        server = self.serve("--visitors-per-minute", "5")
        known = Browser(server.port)
        page = known.start("create-goal")
        begun = 0
        for number in range(100):
            reply = self.put(Browser(server.port), f"6f2c7f55-8a3d-4a43-9a5e-{number:012x}")
            if reply.status != 200:
                break
            begun += 1
        self.check_problem(reply, 429, "busy")
        self.assertLess(begun, 15)
        self.assertNotIn("set-cookie", reply.headers)
        stranger = Browser(server.port)
        refused = stranger.post("/start/create-goal", {"session": "6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3e"})
        self.assertEqual((refused.status, stranger.cookies), (429, {}), refused.text)
        self.assertGreater(int(refused.headers["retry-after"]), 0)
        # What any cache may keep is given to all, and who is known is served.
        style = page.root.one("link", rel="stylesheet")["href"]
        self.assertEqual(stranger.request("GET", style).status, 200)
        self.assertEqual(known.answer(page, {"answer": "personal"}).status, 200)
        self.assertEqual(server.stop(), (0, ""))


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as one:
            one.bind(("::1", 0))
            return True
    except OSError:
        return False


class Started(unittest.TestCase):
    def test_what_the_options_say_is_checked_before_anything_is_opened(self):
        file = self.enterContext(tempfile.NamedTemporaryFile()).name
        database = ("--store", "postgres://127.0.0.1/none")
        for options, said in [
            (("--store-connections", "2147483648"), "from 1 to 1000, not 2147483648"),
            (("--store-connections", "9223372036854775807"), "from 1 to 1000"),
            (("--sessions-in-memory", "0"), "from 1 to"), (("--port", "65536"), "from 0 to 65535"),
            (("--host-name", "https://savings.example/"), "--host-name takes a name"),
            (("--host-name", "savings.example:8443"), "without https://, a port or a path"),
            (("--host-name", "a b"), "--host-name"), (("--host-name", ""), "--host-name"),
            (("--locale", "xx_YY"), "--locale takes a locale"), (("--locale", ""), "--locale"),
            (("--name", ""), "--name takes a text"), ((*database, "--tenant", ""), "--tenant"),
            ((*database, "--tenant", "x" * 5_000), "--tenant takes a name of 1 to 100"),
            (("--data", file), "is a file"),
            (("--bank", "https://ada:secretpw@bank.example"), "“https://…@bank.example”"),
            (("--books", "https://ada:secretpw@books.example"), "“https://…@books.example”"),
            (("--store", "mysql://ada:secretpw@db.example/x"), "--store takes the address"),
            (("--store", "postgres://ada:secretpw%zz@db.example/x"), "--store is no address"),
        ]:
            with self.subTest(options):
                run = subprocess.run([os.environ["FLOWLINE_SERVE"], *options],
                                     capture_output=True, text=True, timeout=120)
                self.assertEqual((run.returncode, run.stdout), (2, ""), run.stderr)
                self.assertIn(said, run.stderr)
                self.assertNotIn("secretpw", run.stderr)

    def test_a_command_lists_the_options_that_it_takes_and_no_others(self):
        def listed(command):
            run = subprocess.run([os.environ["FLOWLINE_SERVE"], "help", command],
                                 capture_output=True, text=True, timeout=120)
            self.assertEqual(run.returncode, 0, run.stderr)
            return set(re.findall(r"^  (--[a-z-]+)", run.stdout, re.MULTILINE)) - {"--version"}
        pages, mcp, erase = listed("pages"), listed("mcp"), listed("erase")
        self.assertEqual(erase, {
            "--data", "--store", "--store-connections", "--tenant", "--journal-key", "--other-journal-key",
            "--journal-key-accepts-plain", "--yes"})
        self.assertEqual(mcp - pages, {"--code"})
        self.assertEqual(pages - mcp, {"--allow-remote", "--metrics-port", "--drain-seconds"})
        self.assertLess(erase - {"--yes"}, mcp)
        for words, said in [
            (["mcp", "--allow-remote"], "--allow-remote"),
            (["mcp", "--host", "0.0.0.0"], "--host takes an address of this computer alone"),
            (["erase", "--port", "0", "visitor-0"], "--port"),
            (["erase", "--bank", "embedded", "visitor-0"], "--bank"),
        ]:
            with self.subTest(words):
                run = subprocess.run([os.environ["FLOWLINE_SERVE"], *words], capture_output=True,
                                     text=True, timeout=120, stdin=subprocess.DEVNULL)
                self.assertEqual((run.returncode, run.stdout), (2, ""), run.stderr)
                self.assertIn(said, run.stderr)

    def serve(self, *options):
        """Serves what cannot be served: what it says."""
        run = subprocess.run([os.environ["FLOWLINE_SERVE"], *options, "--port", "0"],
                             capture_output=True, text=True, timeout=120)
        self.assertEqual((run.returncode, run.stdout), (1, ""), run.stderr)
        return run.stderr

    def test_a_folder_that_others_can_change_is_not_used(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        for mode in (0o777, 0o770):
            os.chmod(folder, mode)
            for words in ([], ["mcp"], ["mcp", "--code"]):
                said = self.serve(*words, "--data", folder)
                self.assertIn("other users can change it. Run chmod go-w on it.", said)
            self.assertEqual(os.listdir(folder), [])

    def test_a_database_that_others_can_read_is_not_used(self):
        server = Server()
        self.addCleanup(server.close)
        self.assertEqual(server.stop(), (0, ""))
        path = os.path.join(server.data, "sessions.sqlite")
        os.chmod(path, 0o644)
        said = self.serve("--data", server.data)
        self.assertIn("sessions.sqlite", said)
        self.assertIn("other users can read it. Run chmod 600 on it.", said)
        os.chmod(path, 0o600)
        server.start()
        self.assertEqual(server.stop(), (0, ""))

    def test_the_file_of_the_journal_key_is_looked_at_not_the_link_to_it(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        key, link = os.path.join(folder, "key"), os.path.join(folder, "link")
        os.symlink(key, link)
        options = ("--data", os.path.join(folder, "data"), "--journal-key", link,
                   "--store", "postgres://nobody@127.0.0.1:1/none")
        for size, mode, said in [(32, 0o644, "other users can read it"), (31, 0o600, "has not 32 bytes"),
                                 (33, 0o600, "has not 32 bytes")]:
            with open(key, "wb") as file:
                file.write(bytes(size))
            os.chmod(key, mode)
            self.assertIn(said, self.serve(*options))

    def test_an_address_of_ipv6_is_written_in_brackets(self):
        if not has_ipv6():
            # A server says that this machine has no such address.
            folder = self.enterContext(tempfile.TemporaryDirectory())
            for host in ("::1", "[::1]"):
                said = self.serve("--data", folder, "--allow-remote", "--host", host)
                self.assertIn("cannot listen on", said)
            return
        for host in ("::1", "[::1]", "::"):
            server = Server(None, "--allow-remote", "--host", host)
            self.addCleanup(server.close)
            written = host if "[" in host else f"[{host}]"
            self.assertEqual(server.line, f"flowline-serve: listening on http://{written}:{server.port}\n")
            connection = http.client.HTTPConnection("::1", server.port, timeout=120)
            connection.request("POST", "/mcp", "{}", {"Host": f"[::1]:{server.port}"})
            reply = connection.getresponse()
            self.assertEqual(reply.status, 401)
            self.assertIn(f'resource_metadata="http://[::1]:{server.port}/', reply.headers["WWW-Authenticate"])
            connection.close()
            server.close()


class Erased(unittest.TestCase):
    def erase(self, server, *arguments):
        return subprocess.run([os.environ["FLOWLINE_SERVE"], "erase", "--data", server.data, *arguments],
                              capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)

    def test_all_that_is_kept_of_a_customer_and_nothing_of_others(self):
        server = Server()
        self.addCleanup(server.close)
        ada, eve = Browser(server.port), Browser(server.port)
        for browser in (ada, eve):
            browser.answer(browser.start("create-goal"), {"answer": "personal"})
            kept = browser.post("/lock", {"new": ["471147"], "do": ["keep"]})
            self.assertEqual((kept.status, kept.headers["location"]), (303, "/lock?notice=set"))
        self.assertEqual(server.stop(), (0, ""))
        user = visitors.user(ada.cookies[visitors.NAME])
        refused = self.erase(server, user)
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertIn("--yes", refused.stderr)

        def files():
            return {os.path.relpath(os.path.join(folder, name), server.data)
                    for folder, _, names in os.walk(server.data) for name in names}
        before = files()
        run = self.erase(server, "--yes", user)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertIn(f"erased 1 session of {user}", run.stdout)
        folder = hashlib.sha256(user.encode()).hexdigest()
        gone = before - files()
        self.assertTrue(any(name.startswith(f"customers/{folder[:32]}/") for name in gone), gone)
        self.assertTrue(any(name.startswith(f"audit/{folder}/") for name in gone), gone)
        self.assertTrue(any(name.startswith("values/") for name in gone), gone)
        # One row stays: that no cookie of the browser counts any more.
        left = [name for name in files() - before if name.startswith("values/visitor-renewals/")]
        self.assertTrue(left)
        server.start()
        ada.port = server.port
        self.assertEqual(ada.request("GET", "/api/sessions").status, 401)
        self.assertEqual(ada.get("/").path, "/?notice=logged-out")
        for browser, count in ((ada, 0), (eve, 1)):
            browser.port = server.port
            listed = browser.request("GET", "/api/sessions")
            self.assertEqual((listed.status, len(json.loads(listed.body)["sessions"])), (200, count))
        self.assertIn("Set a PIN", ada.get("/").text)
        again = self.erase(server, "--yes", user)
        self.assertIn("erased 0 sessions", again.stdout)
        self.assertIn("no folder", again.stdout)

    def test_a_folder_without_sessions_is_left_as_it_is(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        run = subprocess.run([os.environ["FLOWLINE_SERVE"], "erase", "--data", folder, "--yes", "visitor-1"],
                             capture_output=True, text=True, timeout=120)
        self.assertEqual((run.returncode, run.stdout, os.listdir(folder)), (1, "", []))


class Fuzzed(unittest.TestCase):
    def test_requests_of_two_customers(self):
        server = Server()
        self.addCleanup(server.close)
        made = fuzz.Fuzz(7)
        while len(made.sent) < 300:
            made.step(server)
        self.assertEqual(server.stop(), (0, ""))

    def test_what_a_stream_has_sent_is_looked_at_though_it_goes_on(self):
        server = Server()
        self.addCleanup(server.close)
        browser = Browser(server.port)
        browser.get("/")
        path = "/api/sessions/6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3e"
        browser.request("PUT", path, json.dumps({"start": "create-goal"}), {
            "Content-Type": "application/json"})
        cookie = "; ".join(f"{k}={v}" for k, v in browser.cookies.items())
        content = (f"GET {path}/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                   f"Cookie: {cookie}\r\n\r\n").encode()
        replies = fuzz.exchange(server, content, "GET")
        (status, headers, body), = replies
        self.assertEqual((status, headers["content-type"]), (200, "text/event-stream"))
        self.assertTrue(body.startswith(b"event: state\ndata: {"), body)
        fuzz.check(replies, content, "a" * 32, {})
        with self.assertRaises(fuzz.Found):
            fuzz.check(replies, content, "a" * 32, {"e" * 32: "create-goal"})
        self.assertEqual(server.stop(), (0, ""))

    def test_it_finds_what_must_not_be(self):
        secrets = {"a" * 32: "ada1", "e" * 32: "eve2"}
        html = {"content-type": "text/html", "content-security-policy": "x",
                "x-content-type-options": "nosniff", "cache-control": "no-store"}
        good = (200, html, b"<html><p>ada1</p></html>")
        fuzz.check([good, (503, {"retry-after": "2"}, b"")], b"", "a" * 32, secrets)
        for bad in [(500, {}, b""), (503, {}, b""), (200, html, b"<p>eve2</p>"),
                    (200, html, b"<p>" + b"a" * 32 + b"</p>"), (303, {"location": "/eve2"}, b""),
                    (200, html, b"<p><b></p>"), (200, html, b"<p id=x></p><p id=x></p>"),
                    (200, html, b"<script>1</script>"), (200, html, b"<p onclick=x></p>"),
                    (200, {"content-type": "text/html"}, b"<p></p>"),
                    (200, {"content-type": "application/json"}, b"{"),
                    (200, {"content-type": "text/event-stream"}, b"event: state\ndata: {\n\n"),
                    (200, {"content-type": "text/event-stream"}, b"<p>\n\n"),
                    (200, {"content-type": "text/event-stream"}, b"event: state\ndata: {\"eve2")]:
            with self.assertRaises(fuzz.Found, msg=bad):
                fuzz.check([bad], b"", "a" * 32, secrets)


if __name__ == "__main__":
    unittest.main()
