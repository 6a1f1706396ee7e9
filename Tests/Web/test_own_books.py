"""Customers of one bookkeeping service, each with a log-in of one's own, against a sandbox of the service."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import urllib.parse

from bookkeeping import BEN, Service
from browser import Browser
from server import Server


class OwnBooks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.service = Service(self.folder)
        self.addCleanup(self.service.close)
        self.server = Server(f"{self.folder}/data", *self.service.options)
        self.addCleanup(self.server.close)
        self.browser = Browser(self.server.port)

    def link(self, page):
        """The page's link to the service: it opens a new tab, without a referrer."""
        link = page.root.one("a", class_="outside")
        self.assertEqual(link["target"], "_blank")
        self.assertEqual(link["rel"], "noopener noreferrer")
        self.assertTrue(link["href"].startswith(f"{self.service.address}/v2/approve_app?"))
        self.assertEqual(link.text, "Open the bookkeeping service’s page")
        return link["href"]

    def come_back(self, address, browser=None):
        """Comes back from the service as a browser does: from another site."""
        parts = urllib.parse.urlsplit(address)
        self.assertEqual(parts.port, self.server.port)
        self.assertEqual(parts.path, "/books/returned")
        browser = browser or self.browser
        reply = browser.request(
            "GET", f"{parts.path}?{parts.query}", headers={"Sec-Fetch-Site": "cross-site"})
        return browser.follow(reply)

    def test_who_allows_it_is_led_on_to_where_the_log_in_waited(self):
        page = self.browser.start("books-log-in")
        waiting = page.path
        back = self.service.decide(self.link(page))
        page = self.come_back(back)
        self.assertEqual(page.path.split("/")[2], waiting.split("/")[2])
        self.assertIn("Ben", page.text)
        # The flows of the books are there, and no token is in the record.
        page = self.browser.start("email-document")
        self.assertIn("Invoice", page.text)
        journal = self.browser.get(f"/session/{waiting.split('/')[2]}/journal").body
        self.assertIn(b"event browser-returned", journal)
        self.assertNotIn(urllib.parse.parse_qs(back.split("?")[1])["code"][0].encode(), journal)
        # A log-in outlives the server, and what it keeps is nobody's but its owner's.
        self.server.stop()
        kept = [file for file in pathlib.Path(self.folder, "data").rglob("log-in-*") if file.is_file()]
        self.assertTrue(kept)
        self.assertEqual({file.stat().st_mode & 0o077 for file in kept}, {0})
        self.server.start()
        self.browser.port = self.server.port
        self.assertIn("Invoice", self.browser.start("email-document").text)

    def test_who_is_logged_in_is_ones_own(self):
        page = self.browser.start("books-log-in")
        self.come_back(self.service.decide(self.link(page)))
        other = Browser(self.server.port)
        page = other.start("email-document")
        self.assertNotIn("Invoice", page.text)
        # It asks for a log-in of the other's own.
        self.assertTrue(page.root.all("a", class_="outside"), page.text)

    def test_nobody_allows_access_for_another(self):
        page = self.browser.start("books-log-in")
        waiting = page.path
        back = self.service.decide(self.link(page))
        # Somebody who was sent the link comes back with an answer to it in a browser of one's own.
        refused = self.come_back(back, Browser(self.server.port))
        self.assertEqual(refused.status, 400)
        self.assertEqual(refused.heading, "This page is out of date")
        # Who began at the server's other name is known there.
        here = f"http://127.0.0.1:{self.server.port}"
        self.assertEqual(
            [link["href"] for link in refused.root.all("a") if (link["href"] or "").startswith("http://")],
            [back.replace(here, f"http://localhost:{self.server.port}")])
        for query in ("", "?code=guessed", "?code=guessed&state=guessed", "?error=access_denied"):
            self.assertEqual(self.browser.get(f"/books/returned{query}").status, 400, query)
        self.assertEqual(self.link(self.browser.get(waiting)), self.link(page))
        # The answer is still good for whom it is for, and once.
        self.assertIn("Ben", self.come_back(back).text)
        # Loaded again, the page sends no code a second time and says so; for others it is out of date.
        again = self.come_back(back)
        self.assertEqual((again.status, again.heading), (200, "This page was opened before"))
        self.assertEqual(self.come_back(back, Browser(self.server.port)).status, 400)

    def test_who_does_not_allow_it_is_not_logged_in(self):
        page = self.browser.start("books-log-in")
        page = self.come_back(self.service.decide(self.link(page), decision="deny"))
        self.assertEqual(page.heading, "Access was not allowed, so you were not logged in")
        self.assertTrue(self.browser.start("books-log-in").root.all("a", class_="outside"))

    def test_what_a_browser_elsewhere_was_led_to_can_be_pasted(self):
        page = self.browser.start("books-log-in")
        back = self.service.decide(self.link(page))
        page = self.browser.answer(page, {"answer": "https://elsewhere.example/"})
        self.assertTrue(page.problems, page.text)
        page = self.browser.answer(page, {"answer": back})
        self.assertIn("Ben", page.text)
        self.assertNotIn(urllib.parse.parse_qs(back)["state"][0], page.body.decode())

    def test_a_log_in_that_the_server_forgot_is_begun_again(self):
        page = self.browser.start("books-log-in")
        back = self.service.decide(self.link(page))
        self.server.kill()
        self.server.start()
        self.browser.port = self.server.port
        parts = urllib.parse.urlsplit(back)
        self.assertEqual(self.browser.get(f"{parts.path}?{parts.query}").status, 400)
        page = self.browser.start("books-log-in")
        page = self.come_back(self.service.decide(self.link(page)))
        self.assertIn("Ben", page.text)

    # What a level forbids.

    def log_in_at(self, level):
        """Logs Ben in, who has a level at the service."""
        self.service.ask("PUT", f"users/{BEN}", {"user": {"permission_level": level}})
        page = self.browser.start("books-log-in")
        self.assertIn("Ben", self.come_back(self.service.decide(self.link(page))).text)

    def listed(self, browser):
        """The flows that the start page offers, and those that the API lists."""
        forms = browser.get("/").root.all("form")
        flows = json.loads(browser.request("GET", "/api/flows").body)["flows"]
        return ({form["action"].removeprefix("/start/") for form in forms if form["action"].startswith("/start/")},
                {flow["id"] for flow in flows})

    def tools(self, browser):
        """The tools of an agent that acts in the browser's name."""
        made = browser.answer(browser.get("/agents"), {"name": "desk"})
        token = re.search(r"flowline-[A-Za-z0-9_-]{43}", made.body.decode())[0]
        of = "io.modelcontextprotocol/"
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {
            f"{of}protocolVersion": "2026-07-28", f"{of}clientInfo": {"name": "tests", "version": "1"},
            f"{of}clientCapabilities": {}}}}
        reply = Browser(self.server.port).request("POST", "/mcp", json.dumps(asked), {
            "Authorization": f"Bearer {token}", "Content-Type": "application/json", "Accept": "application/json",
            "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list", "Origin": None,
            "Sec-Fetch-Site": None})
        self.assertEqual(reply.status, 200, reply.body)
        return {tool["name"] for tool in json.loads(reply.body)["result"]["tools"]}

    # What takes more than level 2, and what it takes.
    FORBIDDEN = {"explain": "6 (Banking)", "explain-next": "6 (Banking)", "approve": "6 (Banking)",
                 "email-document": "4 (Invoices, Estimates & Files)",
                 "email-next": "4 (Invoices, Estimates & Files)"}
    ALLOWED = {"books", "expense", "mileage", "books-log-out"}

    def test_what_a_level_forbids_is_not_shown_and_its_link_says_why(self):
        self.log_in_at(2)
        for flows in (*self.listed(self.browser), self.tools(self.browser)):
            self.assertEqual(flows & set(self.FORBIDDEN), set())
            self.assertLessEqual(self.ALLOWED, flows)
        for flow, needed in self.FORBIDDEN.items():
            for query in ("", "?note=a"):
                page = self.browser.request("GET", f"/go/{flow}{query}")
                self.assertEqual(page.status, 403, flow)
                self.assertIn(f"This needs access level {needed}, and yours is 2 (My Money).", page.text)
                self.assertFalse(page.root.all("form", action=f"/start/{flow}"))
            reply = self.browser.request(
                "PUT", "/api/sessions/6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3e", json.dumps({"start": flow}),
                {"Content-Type": "application/json"})
            self.assertEqual(reply.status, 403, reply.body)
        # Another browser is another customer, whose level nobody knows.
        for flows in self.listed(Browser(self.server.port)):
            self.assertLessEqual(set(self.FORBIDDEN) | self.ALLOWED, flows)

    def test_a_level_that_the_server_does_not_know_any_more_is_read_before_anything_is_asked(self):
        self.log_in_at(2)
        self.server.stop()
        self.server.start()
        self.browser.port = self.server.port
        for flows in self.listed(self.browser):
            self.assertIn("explain", flows)
        page = self.browser.start("explain")
        self.assertEqual((page.rows["Needed"], page.rows["Yours"]), ("6 (Banking)", "2 (My Money)"))
        for flows in self.listed(self.browser):
            self.assertEqual(flows & set(self.FORBIDDEN), set())

    def test_for_those_who_only_look_nothing_is_made(self):
        looking = Browser(self.server.port)
        self.listed(looking)
        for flow in ("explain", "books-log-in", "books"):
            self.assertEqual(looking.request("GET", f"/go/{flow}").status, 200, flow)
        self.assertEqual(self.server.stop(), (0, ""))
        self.assertFalse(os.path.exists(f"{self.folder}/data/customers"))


class Options(unittest.TestCase):
    def refused(self, *options):
        run = subprocess.run(
            [os.environ["FLOWLINE_SERVE"], "--port", "0", "--data", "/nonexistent", *options],
            capture_output=True, text=True, timeout=120,
            env={name: value for name, value in os.environ.items() if name != "FREEAGENT_CLIENT_FILE"})
        self.assertEqual(run.returncode, 2, run.stderr)
        return run.stderr

    def test_what_is_missing_or_wrong_is_said_before_anybody_is_served(self):
        for options, words in (
                (("--books", "elsewhere"), "--books takes “embedded” or an address such as"),
                (("--books", "http://books.example"), "that begins with https"),
                (("--books-client-file", "x"), "name it with --books"),
                (("--books", "http://127.0.0.1:1"), "Write its id and its secret"),
                (("--books", "http://127.0.0.1:1", "--books-client-file", "/nonexistent/x"),
                 "/nonexistent/x")):
            self.assertIn(words, self.refused(*options), options)


if __name__ == "__main__":
    unittest.main()
