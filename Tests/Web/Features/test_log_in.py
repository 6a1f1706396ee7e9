"""A person who logs in to the books on the service's own page, in another tab, and is led back."""

import tempfile

from bookkeeping import BEN, Service
from browser import At
from feature import Case
from server import Server


class LogIn(Case):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.service = Service(folder.name)
        cls.addClassCleanup(cls.service.close)
        cls.server = Server(None, *cls.service.options)
        cls.addClassCleanup(cls.server.close)

    def to_service(self, page):
        """Follows the link, which opens a tab of its own; returns the one that it was in."""
        first = page.driver.current_window_handle
        page.find("a.outside").click()
        page.wait(lambda: len(page.driver.window_handles) == 2, "the other tab")
        page.driver.switch_to.window(next(w for w in page.driver.window_handles if w != first))
        page.wait(lambda: page.has("[name=decision]"), "the service's page")
        self.assertTrue(page.driver.current_url.startswith(self.service.address))
        return first

    def decide(self, page, decision):
        page.find(f"input[name=person][value='{BEN}']").click()
        page.go(page.find(f"button[name=decision][value={decision}]").click)

    def test_who_needs_a_log_in_goes_on_after_it(self):
        for script in (True, False):
            with self.subTest(script=script):
                self.go_on_after_log_in(self.window(script=script), script)

    def go_on_after_log_in(self, page, script):
        page.start("email-document")
        first = self.to_service(page)
        self.decide(page, "allow")
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
        self.decide(page, "deny")
        self.assertEqual(page.heading, "Access was not allowed, so you were not logged in")
