"""Chromium for tests: `HEADED=1` shows it. Whatever it logs as SEVERE, and any dialog, fails the test."""

import functools
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

from selenium import webdriver
from selenium.common.exceptions import NoAlertPresentException, WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from browser import At, words
from server import Server

DRIVER = "/usr/bin/chromedriver"
# Where what a failing test leaves is put: the page, a picture, the log.
LEFT = pathlib.Path(os.environ.get("FLOWLINE_WEB_LEFT", ".")).resolve()


def version(program):
    """The number of a program's version; Chromium and its driver must have the same."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    return re.search(r"\d+(\.\d+)+", said)[0]


def check_versions():
    chromium, driver = version("chromium"), version(DRIVER)
    print(f"Chromium {chromium}, driver {driver}", flush=True)
    if chromium != driver:
        sys.exit("Chromium and its driver differ: install both from the same packages.")


class Chromium:
    def __init__(self, server, language="en-GB", script=True, font=16):
        self.server = server
        self.folder = tempfile.TemporaryDirectory()
        self.records = 0
        options = Options()
        for argument in ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--window-size=1280,900"):
            options.add_argument(argument)
        if not os.environ.get("HEADED"):
            options.add_argument("--headless=new")
        preferences = {
            "intl.accept_languages": language,
            "download.default_directory": self.folder.name,
            "webkit.webprefs.default_font_size": font,
        }
        if not script:
            preferences["profile.managed_default_content_settings.javascript"] = 2
        options.add_experimental_option("prefs", preferences)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        options.set_capability("unhandledPromptBehavior", "ignore")
        self.driver = webdriver.Chrome(service=Service(DRIVER), options=options)

    def close(self):
        self.driver.quit()
        self.folder.cleanup()

    # Looking

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def has(self, selector):
        return bool(self.all(selector))

    @property
    def path(self):
        return re.sub(r"^\w+://[^/]*", "", self.driver.current_url)

    @property
    def heading(self):
        return words(self.find(At.heading).text)

    @property
    def text(self):
        return words(self.find(At.main).text)

    @property
    def is_end(self):
        return self.path.endswith("/end")

    def run(self, script, *arguments):
        """What cannot be done by hand: measuring. No test sends an event of its own making."""
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition, what):
        for _ in range(600):
            try:
                if condition():
                    return
            except WebDriverException:  # The page may just be changing.
                pass
            time.sleep(0.05)
        raise AssertionError(f"never came: {what}; shown: {self.driver.title} at {self.path}")

    # Doing

    def open(self, path):
        self.driver.get(f"http://127.0.0.1:{self.server.port}{path}")

    def go(self, act, what="the next page"):
        """Does what leads to another page, and waits until that is there and nothing is under way."""
        before = self.find("html")
        act()
        self.wait(lambda: self.find("html").id != before.id and self.is_settled, what)

    @property
    def is_settled(self):
        return self.run("return document.readyState") == "complete" and \
            self.has(At.heading) and not self.path.endswith("/working")

    def press(self, selector):
        self.go(self.find(selector).click)

    def start(self, flow):
        self.open("/")
        self.press(At.start(flow))

    def forget_who(self):
        """Becomes somebody else: a new customer with a new bank."""
        self.driver.get("about:blank")
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})

    def journal(self):
        """The record of the session on its last page, as it is downloaded."""
        self.find(At.link("/journal")).click()
        self.records += 1
        self.wait(lambda: len(self.downloads()) == self.records, "the record")
        newest = max(self.downloads(), key=lambda path: path.stat().st_mtime_ns)
        return newest.read_text(encoding="utf-8")

    def downloads(self):
        files = list(pathlib.Path(self.folder.name).iterdir())
        # Chromium holds the name with an empty file until the record is there.
        is_done = all(f.suffix not in (".crdownload", ".tmp") and f.stat().st_size for f in files)
        return files if is_done else []

    # What must not be

    def severe(self):
        """What was logged as severe since the last time.

        That a page was not found or an answer not taken is told by its status, which Chromium calls an
        error.
        """
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE"
                and not re.search(r"status of (403|404|409|422) ", entry["message"])]

    def dialog(self):
        """The text of a dialog that is open; none of our pages opens one."""
        try:
            alert = self.driver.switch_to.alert
            text = alert.text
            alert.dismiss()
            return text
        except NoAlertPresentException:
            return None

    def keep(self, name):
        """Puts what is shown beside the results, for whoever looks into a failure."""
        LEFT.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(LEFT / f"{name}.png"))
        (LEFT / f"{name}.html").write_text(self.driver.page_source, encoding="utf-8")


def with_and_without_script(test):
    """Runs a test in a browser with a script and in one without."""
    @functools.wraps(test)
    def both(case):
        for script in (True, False):
            with case.subTest(script=script):
                test(case, case.chromium(script=script))
    return both


class Case(unittest.TestCase):
    """A test with a server of its own for its class, and a browser of its own."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def chromium(self, **options):
        chromium = Chromium(self.server, **options)
        self.addCleanup(chromium.close)
        self.addCleanup(self.look_back, chromium)
        return chromium

    def look_back(self, chromium):
        """After the test: what was logged, and what a failure leaves."""
        dialog = chromium.dialog()
        severe = chromium.severe()
        outcome = self._outcome
        if not outcome.success or dialog or severe:
            chromium.keep(self.id())
            (LEFT / f"{self.id()}.log").write_text("\n".join(severe), encoding="utf-8")
        self.assertIsNone(dialog, "a page opened a dialog")
        self.assertEqual(severe, [], "Chromium logged something severe")
