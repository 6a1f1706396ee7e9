"""Customers of one bookkeeping service, each with a log-in of one's own, against a sandbox of the service."""

import os
import pathlib
import subprocess
import tempfile
import unittest
import urllib.parse

from bookkeeping import Service
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


class Options(unittest.TestCase):
    def refused(self, *options):
        run = subprocess.run(
            [os.environ["FLOWLINE_SERVE"], "--port", "0", "--data", "/nonexistent", *options],
            capture_output=True, text=True, timeout=120,
            env={name: value for name, value in os.environ.items() if name != "FREEAGENT_CLIENT_FILE"})
        self.assertNotEqual(run.returncode, 0)
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
