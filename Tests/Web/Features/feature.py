"""Tests of what a person does in Chromium. Whatever it logs as SEVERE, and any dialog, fails the test."""

import functools
import os
import pathlib
import re
import unittest

from browser import At, words
from server import Server
from window import Window

# Where what a failing test leaves is put: the page, a picture, what was sent, the logs of the browser and of
# its driver.
LEFT = pathlib.Path(os.environ.get("FLOWLINE_WEB_LEFT", ".build/web/left")).resolve()


def with_and_without_script(test):
    """Runs a test in a browser with a script and in one without."""
    @functools.wraps(test)
    def both(case):
        for script in (True, False):
            with case.subTest(script=script):
                test(case, case.window(script=script))
    return both


class Case(unittest.TestCase):
    """A test with a server of its own for its class, and a browser of its own."""

    # How the server is started.
    options = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Server(None, *cls.options)
        cls.addClassCleanup(cls.server.close)

    # How many windows the test has opened.
    windows = 0

    def window(self, **options):
        window = Window(self.server, **options)
        self.windows += 1
        self.addCleanup(window.close)
        self.addCleanup(self.look_back, window, self.windows)
        return window

    def assert_refused(self, page, name, reason):
        """Checks that the answer in a field alone was refused, there and in the summary, which links to it."""
        field = page.find(At.field(f"field.{name}"))
        self.assertEqual(field.get_attribute("aria-invalid"), "true")
        described = [page.find(f"[id='{id}']").text
                     for id in field.get_attribute("aria-describedby").split()]
        self.assertIn(reason, words(" ".join(described)))
        self.assertIn(reason, words(page.find(At.alert).text))
        links = page.all(f"{At.alert} a")
        self.assertEqual([re.sub(".*#", "", link.get_attribute("href")) for link in links],
                         [field.get_attribute("id")])

    @property
    def has_failed(self):
        """Whether the test, or a part of it, has failed so far."""
        result = self._outcome.result
        return any(self in (test, getattr(test, "test_case", None))
                   for test, _ in result.failures + result.errors)

    def look_back(self, window, number=1):
        """After the test: what was logged, and what a failure leaves to be looked into.

        - number: which of the test's windows it is.
        """
        dialog = window.dialog()
        severe = window.severe()
        # Read after each test, also where nobody looks at them: a window may be used by the next one.
        logs = window.take_logs()
        if self.has_failed or dialog or severe:
            LEFT.mkdir(parents=True, exist_ok=True)
            name = self.id() if number == 1 else f"{self.id()}-{number}"
            window.driver.save_screenshot(str(LEFT / f"{name}.png"))
            (LEFT / f"{name}.html").write_text(window.driver.page_source, encoding="utf-8")
            for end, text in logs.items():
                (LEFT / f"{name}.{end}").write_text(text, encoding="utf-8")
        self.assertIsNone(dialog, "a page opened a dialog")
        self.assertEqual(severe, [], "Chromium logged something severe")
