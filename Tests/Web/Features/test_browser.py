"""What drives the browser tells tests what they trust it to tell."""

import io
import unittest
import unittest.mock

import focus
import needed
from browser import At
from driven import start
from feature import Case
from needed import NoBrowser


class Requests(Case):
    def test_each_request_is_told_with_what_came_back(self):
        page = self.window()
        page.open("/")
        requests = page.requests()
        # The page, its style sheet, its script, and the picture that tabs show of it.
        self.assertEqual((requests[0].method, requests[0].path, requests[0].status), ("GET", "/", 200))
        self.assertTrue(requests[0].headers["content-type"].startswith("text/html"))
        self.assertIn("en-GB", requests[0].sent["accept-language"])
        self.assertEqual({request.status for request in requests}, {200})
        page.press(At.start("create-goal"))
        page.wait(lambda: not page.is_busy, "the page")
        # Of what is in the browser's cache nothing was sent.
        post, get = (r for r in page.requests() if not r.path.startswith("/assets/"))
        self.assertEqual((post.method, post.path, post.status), ("POST", "/start/create-goal", 303))
        self.assertEqual((get.method, get.path, get.status), ("GET", page.path, 200))
        self.assertTrue(post.headers["location"].endswith(get.path))
        self.assertEqual(page.requests(), [])
        page.open("/session/x")
        self.assertEqual(page.requests("GET")[0].status, 404)

    def test_a_header_is_sent_along(self):
        page = self.window()
        page.send_along(Accept_Language="ru")
        page.open("/")
        self.assertEqual(page.find("html").get_attribute("lang"), "ru")
        self.assertEqual({r.sent["accept-language"] for r in page.requests()}, {"ru"})
        # What a form sends carries it as well, and what it leads on to.
        page.press(At.start("create-goal"))
        sent = [r for r in page.requests() if "accept-language" in r.sent]
        self.assertEqual({r.sent["accept-language"] for r in sent}, {"ru"})
        self.assertIn("POST", {r.method for r in sent})
        page.send_along()
        page.open("/")
        self.assertEqual(page.find("html").get_attribute("lang"), "en")

    def test_what_a_failure_leaves_is_of_the_test_alone(self):
        page = self.window()
        page.open("/")
        page.run("console.info('said before')")
        logs = page.take_logs()
        self.assertIn("said before", logs["log"])
        self.assertIn("GET / 200", logs["requests"])
        self.assertIn("COMMAND Navigate", logs["driver.log"])
        logs = page.take_logs()
        self.assertEqual((logs["log"], logs["requests"]), ("", ""))
        self.assertNotIn("COMMAND Navigate", logs["driver.log"])


class Focus(Case):
    def test_a_focus_that_nobody_sees_is_found(self):
        page = self.window()
        page.open("/")
        focus.check(self, page)
        for style in ("outline: none", "outline: 3px solid white"):
            page.run("document.querySelector(arguments[0]).style.cssText = arguments[1]",
                     At.start("create-goal"), style)
            with self.subTest(style), self.assertRaisesRegex(AssertionError, "nobody sees the focus"):
                focus.check(self, page)

    def test_an_order_other_than_that_of_the_eye_is_found(self):
        page = self.window()
        page.open("/")
        page.run("document.querySelector('.offers').style.cssText ="
                 "'display: flex; flex-direction: column-reverse'")
        with self.assertRaisesRegex(AssertionError, "comes after"):
            focus.check(self, page)


class Missing(unittest.TestCase):
    def test_without_a_browser_a_test_is_skipped_with_what_to_install(self):
        class Looks(unittest.TestCase):
            def test_a_page(self):
                start().quit()

        for patch in (unittest.mock.patch.object(needed, "DRIVER", "/nowhere/chromedriver"),
                      unittest.mock.patch.object(needed, "BROWSERS", ("no-such-browser",))):
            with self.subTest(patch.attribute), patch:
                result = unittest.TextTestRunner(io.StringIO()).run(Looks("test_a_page"))
                (_, reason), = result.skipped
                self.assertIn("chromium-driver", reason)
                self.assertRaises(NoBrowser, start)
