"""Every recorded script that a server with sample data can do, and the log-in at a bank, walked in Chromium
with clicks and keys and the pages' own script. The record that is downloaded in the end is that of the recorded
script, and line by line that of a browser without a script."""

import re
import tempfile
import unittest

import scripts
from banking import TOKEN, Sandbox
from browser import At, Browser
from feature import Case
from server import Server
from walks import PlainPages, Walk
from window import Window


def is_impossible(page, fields):
    """Whether a line break would have to be typed in a field of one line, or a button pressed that the page does
    not have, which no browser allows."""
    buttons = {(button["name"], button["value"]) for button in page.answer_form.all("button")}
    names = {name for name, _ in buttons}
    return any("\n" in value and page.answer_form.all("input", name=name)
               or name in names and (name, value) not in buttons
               for name, value in fields.items())


class ChromiumPages:
    """The pages as a person sees them who has a script."""

    def __init__(self, window):
        self.window = window
        window.forget_who()

    @property
    def page(self):
        """The page that is shown."""
        return self.window.shown

    def start(self, script):
        self.window.start(script.flow)
        return self.page

    def send(self, page, fields):
        button = At.button("answer")
        names = Walk.names(page)
        if is_impossible(page, fields):
            return page, True
        for name, value in fields.items():
            elements = self.window.all(At.field(name))
            kinds = {element.get_attribute("type") for element in elements}
            if kinds == {"submit"}:
                button = At.choice(value)
            elif kinds == {"radio"}:
                # What is not among the choices cannot be chosen at all.
                for element in elements:
                    if element.get_attribute("value") == value:
                        element.click()
            else:
                elements[0].clear()
                elements[0].send_keys(value)
            self.window.wait(lambda: not self.window.has("[aria-busy=true]"), "the fields")
        if Walk.names(self.page) != names:
            # With a choice fields have appeared; nothing is sent yet.
            return self.page, None
        self.window.press(button)
        if self.window.has(At.alert):
            return self.page, True
        # What was chosen already may bring fields, too.
        is_there = self.page.path == page.path and self.page.answer_form
        return self.page, None if is_there and Walk.names(self.page) != names else False

    def back(self, page):
        self.window.press(At.button("back"))
        return self.page

    def leave(self, script):
        self.window.press(At.link("/leave"))
        self.window.press(At.button("cancel"))
        return self.page

    def journal(self):
        return self.window.journal()


class Plain(PlainPages):
    """The pages in a browser without a script, in a session whose id the first page says."""

    def start(self, script):
        page = self.browser.start(script.flow)
        script.session = page.path.split("/")[2]
        return page

    def send(self, page, fields):
        """Sends what a person can: what is not among the choices is not chosen."""
        if is_impossible(page, fields):
            return page, True
        offered = {(e["name"], e["value"]) for e in page.answer_form.all("input", type="radio")}
        names = {name for name, _ in offered}
        reply, was_refused = super().send(page, {
            name: value for name, value in fields.items()
            if name not in names or (name, value) in offered})
        # What is checked elsewhere is refused on the page that follows.
        return reply, was_refused if was_refused is None else was_refused or bool(reply.problems)

    def journal(self, page):
        return self.browser.get(page.link_to("/journal")).body.decode()


def comparable(journal):
    """A record without what tells two sessions of two customers apart."""
    names = {}
    text = re.sub("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
                  lambda match: names.setdefault(match[0], f"id {len(names)}"), journal)
    return re.sub("customer [0-9a-f]+", "customer", text).splitlines()


class Scripts(Case):
    @classmethod
    def setUpClass(cls):
        cls.servers, cls.windows = {}, {}

    @classmethod
    def server_for(cls, script):
        """The server whose clock stands as a script wants it, and whose flows begin so."""
        options = ("--now", script.now, *script.options)
        if options not in cls.servers:
            cls.servers[options] = Server(None, *options)
            cls.addClassCleanup(cls.servers[options].close)
        return cls.servers[options]

    @classmethod
    def window_in(cls, language):
        """Chromium in a language, for all scripts of that language."""
        if language not in cls.windows:
            cls.windows[language] = Window(None, language=language)
            cls.addClassCleanup(cls.windows[language].close)
        return cls.windows[language]

    def test_every_script_makes_the_same_record(self):
        for script in scripts.Script.all():
            with self.subTest(str(script)):
                record = self.record(script, self.server_for(script))
                self.assertEqual(*script.compared(record))

    def record(self, script, server):
        """Walks a script in Chromium and without a script; returns the record, which is the same for both."""
        window = self.window_in(script.language)
        window.server = server
        plain = Plain(Browser(server.port, language=script.language))
        expected = Walk(plain, script).run()
        self.assertTrue(expected.path.endswith("/end"), expected.text)
        chromium = ChromiumPages(window)
        page = Walk(chromium, script).run()
        self.assertTrue(page.path.endswith("/end"), page.text)
        self.assertEqual(page.outcome, expected.outcome)
        record = chromium.journal()
        self.assertEqual(comparable(record), comparable(plain.journal(expected)))
        self.look_back(window)
        return record

    def test_a_log_in_at_a_bank_makes_the_same_record(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        bank = Sandbox(folder)
        self.addCleanup(bank.close)
        script, leaving = scripts.Script.log_in(TOKEN), scripts.Script.log_out()
        server = Server(None, "--bank", bank.address, "--now", script.now)
        self.addCleanup(server.close)
        record = self.record(script, server)
        self.assertNotIn(TOKEN, record)
        # Whom a token speaks for and until when is the bank's to say: what was answered is the same.
        expected, got = script.compared(record)
        self.assertEqual(*([line for line in lines if line.startswith("answer ")]
                           for lines in (expected, got)))
        # The same person logs out, as far as there are pages of it.
        window = self.window_in(leaving.language)
        window.start(leaving.flow)
        _, step, value = next(leaving.inputs)
        self.assertEqual((step, value), ("confirm", True))
        window.answer("yes")
        self.assertEqual(window.path, "/?notice=logged-out")
        self.look_back(window)


if __name__ == "__main__":
    unittest.main()
