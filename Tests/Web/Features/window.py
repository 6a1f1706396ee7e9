"""A window of Chromium: what a person sees in it and does there."""

import pathlib
import re
import tempfile
import time

from selenium.common.exceptions import NoAlertPresentException, WebDriverException
from selenium.webdriver.common.by import By

from browser import At, Page, words
from driven import PATIENCE, start

# The last line of a record that is whole.
END = re.compile(r"\n(finish|cancelled|failed)\b[^\n]*\n\Z")


class Window:
    def __init__(self, server, language="en-GB", script=True, font=16):
        self.server = server
        self.folder = tempfile.TemporaryDirectory()
        self.records = 0
        # What was logged, and what was sent, since the last test.
        self.logged, self.sent = [], []
        self.driver = start(script, {
            "intl.accept_languages": language,
            "download.default_directory": self.folder.name,
            "webkit.webprefs.default_font_size": font,
        })

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
    def shown(self):
        """The page that is shown, read as markup."""
        return Page(200, {"content-type": "text/html"}, self.driver.page_source.encode(), self.path)

    @property
    def is_end(self):
        return self.path.endswith("/end")

    def run(self, script, *arguments):
        """What cannot be done by hand: measuring. No event but that of `come_back` is of our own making."""
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition, what):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
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
        # A way out of a session leads past a page that is not stayed at.
        return not self.has("[data-onward]") and \
            self.run("return document.readyState") == "complete" and self.has(At.heading) and not self.path.endswith("/working") and not self.is_busy

    @property
    def is_busy(self):
        """Whether the page asks the server for what it needs to know."""
        return self.has("[aria-busy=true]")

    def press(self, selector):
        self.go(self.find(selector).click)

    def start(self, flow):
        self.open("/")
        self.press(At.start(flow))

    def answer(self, choice):
        """Chooses an answer, and sends it; of a decision each answer is a button."""
        if self.has(At.choice(choice)):
            self.press(At.choice(choice))
        else:
            self.find(At.field("answer", choice)).click()
            self.press(At.button("answer"))

    def fill(self, **fields):
        """Types into fields of a form, in place of what is there."""
        for name, text in fields.items():
            field = self.find(At.field(f"field.{name}"))
            field.clear()
            field.send_keys(text)

    def choose(self, name, value, then=None):
        """Chooses a radio button of a form.

        - then: a field that appears with it; where there is no script, when the form is sent.
        """
        self.find(At.field(f"field.{name}", value)).click()
        self.wait(lambda: not self.is_busy, "the fields")
        if then and not self.has(At.field(f"field.{then}")):
            self.press(At.button("answer"))
            self.find(At.field(f"field.{then}"))

    def attach(self, name, file, contents):
        """Chooses a file in a field of a form, which is made for it."""
        path = pathlib.Path(self.folder.name, file)
        path.write_bytes(contents)
        self.find(At.field(f"field.{name}")).send_keys(str(path))

    def to_form(self):
        """Comes to the form of a new goal."""
        self.start("create-goal")
        self.answer("personal")

    def to_confirm(self, name="Bike"):
        """Comes to the question whether a new goal is to be made."""
        self.to_form()
        self.fill(name=name, target="1500")
        self.press(At.button("answer"))

    def come_back(self):
        """Shows the page as a browser does that had it in its memory, behind the back button.

        Whether Chromium has a page there is its own choice, so that the event is made here.
        """
        self.run("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
        self.wait(lambda: not self.is_busy, "the page")

    def forget_who(self):
        """Loses what tells the server who it is, as a browser whose cookies are deleted."""
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})

    def journal(self):
        """The record of a session that has ended, as it is downloaded on its last page."""
        self.find(At.link("/journal")).click()
        self.records += 1
        # Chromium may show the file before all of it is there: a whole record ends with the end.
        self.wait(lambda: len(self.downloads()) == self.records and END.search(self.newest()),
                  "the record")
        return self.newest()

    def file(self, name):
        """The contents of a file that the page shows, as its link has it downloaded."""
        link, = [link for link in self.all("a.file") if name in link.get_attribute("textContent")]
        link.click()
        path = pathlib.Path(self.folder.name, name)
        # Until all of it is there Chromium keeps what has come under another name.
        self.wait(path.is_file, name)
        return path.read_bytes()

    def downloads(self):
        files = pathlib.Path(self.folder.name).iterdir()
        return [file for file in files if file.suffix == ".flow"]

    def newest(self):
        newest = max(self.downloads(), key=lambda path: path.stat().st_mtime_ns)
        return newest.read_text(encoding="utf-8", errors="replace")

    # What goes over the network

    def requests(self, method=None):
        """What was sent since the last time that this was asked, with what came back: each has a `method`, a
        `path`, the headers that were `sent`, a `status` and the `headers` of the answer, whose names are in
        lower case. What the browser took from its cache was not sent; of what nobody has answered yet the status is
        None.

        - method: that of the requests that are wanted; None for all.
        """
        requests = self.driver.requests()
        self.sent += requests
        return [request for request in requests if method in (None, request.method)]

    def send_along(self, **headers):
        """Has every request of the tab carry headers besides, in place of its own of the same names; `_` is a
        hyphen. None any more if there are none. Cookies and what begins with `Sec-` stay the browser's own."""
        self.driver.send_along({name.replace("_", "-"): text for name, text in headers.items()})

    # What must not be

    def severe(self):
        """What was logged as severe since the last time.

        That a page was not found or an answer not taken is told by its status, which Chromium calls an
        error.
        """
        entries = self.driver.get_log("browser")
        self.logged += entries
        return [entry["message"] for entry in entries
                if entry["level"] == "SEVERE"
                and not re.search(r"status of (403|404|409|422) ", entry["message"])]

    def take_logs(self):
        """What was logged and sent since this was asked last, as files for a person to look into, by the ends
        of their names."""
        self.severe()
        self.sent += self.driver.requests(waits=False)
        logs = {"log": "\n".join(f"{entry['level']} {entry['message']}" for entry in self.logged),
                "requests": "\n".join(map(repr, self.sent)),
                "driver.log": self.driver.take_driver_log()}
        self.logged, self.sent = [], []
        return logs

    def dialog(self):
        """The text of a dialog that is open; none of our pages opens one."""
        try:
            alert = self.driver.switch_to.alert
            text = alert.text
            alert.dismiss()
            return text
        except NoAlertPresentException:
            return None
