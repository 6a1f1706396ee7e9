"""A person who logs in to the books on the service's own page, in another tab, and is led back."""

import urllib.parse

from bookkeeping import BEN
from browser import At
from feature import with_and_without_script
from online import OnlineCase


class LogIn(OnlineCase):
    def test_who_needs_a_log_in_goes_on_after_it(self):
        for script in (True, False):
            with self.subTest(script=script):
                self.go_on_after_log_in(self.window(script=script), script)

    def go_on_after_log_in(self, page, script):
        page.start("email-document")
        first = self.to_service(page)
        self.decide(page, "allow", BEN)
        # The tab that was led back has the flow that wanted the log-in.
        self.assertTrue(page.has(At.field("answer", "invoice")), page.text)
        page.driver.close()
        page.driver.switch_to.window(first)
        if script:
            page.wait(lambda: page.has(At.field("answer", "invoice")), "the first tab, by itself")
        else:
            page.driver.refresh()
        page.answer("invoice")
        # The flow was resumed and goes on behind the log-in.
        self.assertTrue(page.has(At.question))
        self.assertFalse(page.has(At.field("answer", "invoice")), page.text)

    def test_who_does_not_allow_it_is_told(self):
        page = self.window()
        page.start("books-log-in")
        self.to_service(page)
        self.decide(page, "deny", BEN)
        self.assertEqual(page.heading, "Access was not allowed, so you were not logged in")

    @with_and_without_script
    def test_an_answer_to_another_log_in_logs_nobody_in(self, page):
        page.start("books-log-in")
        waiting = page.path
        back = self.service.decide(page.find("a.outside").get_attribute("href"))
        parts = urllib.parse.urlsplit(back)
        query = dict(urllib.parse.parse_qsl(parts.query))
        forged = urllib.parse.urlencode({**query, "state": query["state"][::-1]})
        page.open(f"{parts.path}?{forged}")
        self.assertEqual(page.heading, "This page is out of date")
        # That it was refused is what Chromium logs, and nothing else.
        self.assertEqual([entry for entry in page.severe() if "status of 400 " not in entry], [])
        # What waits is not disturbed, and takes the right answer.
        page.open(waiting)
        self.assertTrue(page.has("a.outside"), page.text)
        page.open(f"{parts.path}?{parts.query}")
        self.assertIn("Ben Carter", page.text)
