"""The person in whose name an agent acts: a browser that shows whose it is, and answers on pages."""

import json
import os
import pathlib
import subprocess
import sys
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Web"))

from browser import At, Browser  # noqa: E402, F401
from server import Server  # noqa: E402, F401

SERVE = os.environ["FLOWLINE_SERVE"]


class Person:
    """Answers on the pages of whatever server a link names; on this computer, once the code was typed."""

    def __init__(self, data=None, browser=None):
        self.data, self.cookies = data, browser.cookies if browser else {}
        self.opened = []

    def code(self):
        run = subprocess.run([SERVE, "mcp", "--code", "--data", self.data], capture_output=True,
                             text=True, check=True, timeout=120)
        return run.stdout.strip()

    def open(self, link):
        """The page of the question that a link leads to."""
        self.opened.append(link)
        place = urllib.parse.urlsplit(link)
        browser = Browser(place.port)
        browser.cookies = self.cookies
        page = browser.get(place.path)
        if self.data and page.answer_form and page.root.all("input", name="code"):
            page = browser.follow(browser.post(place.path, {"code": self.code()}))
        return browser, page

    def answer(self, link, answers):
        """Answers the question of a link: on its page, with these fields."""
        browser, page = self.open(link)
        assert page.status == 200 and page.answer_form, (page.status, page.text)
        after = browser.answer(page, answers)
        assert not after.problems, (answers, after.text)
        return after

    def confirm(self, link, yes=True):
        return self.answer(link, {"answer": "yes" if yes else "no"})

    def send(self, link, path, body):
        """Sends the API what the person fills in, in the session of a link."""
        browser, page = self.open(link)
        session = urllib.parse.urlsplit(link).path.split("/")[2]
        reply = browser.request(
            "POST", f"/api/sessions/{session}/{path}", json.dumps(body),
            {"Content-Type": "application/json", "Prefer": "wait=30", "Sec-Fetch-Site": None,
             "Origin": None})
        assert reply.status == 200, (reply.status, reply.body)
        return json.loads(reply.body)

    def state(self, link):
        """How the session of a link stands."""
        browser, _ = self.open(link)
        session = urllib.parse.urlsplit(link).path.split("/")[2]
        return json.loads(browser.request("GET", f"/api/sessions/{session}").body)
