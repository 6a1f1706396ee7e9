"""What the small script adds to the pages, as a person meets it. Everything works without it; here it runs."""

import os
import pathlib
import tempfile
import unittest

import books
from banking import Sandbox
from browser import At
from checks import served
from feature import Case
from selenium.webdriver.common.keys import Keys
from server import Server

# Where the pages of every state are written, by `GALLERY=… swift test --filter GalleryTests`.
GALLERY = pathlib.Path(
    os.environ.get("GALLERY") or pathlib.Path(__file__).resolve().parents[3] / ".build/web/gallery")
# Notes what is sent by which button, in place of sending it: there is nobody who would take it.
NOTE = """
  document.addEventListener('submit', (event) => {
    event.preventDefault();
    document.body.dataset.sent = event.submitter.closest('[data-question]').dataset.question;
  });
"""


class Secrets(Case):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        bank = Sandbox(folder.name)
        cls.addClassCleanup(bank.close)
        cls.server = Server(f"{folder.name}/data", "--bank", bank.address)
        cls.addClassCleanup(cls.server.close)

    def kinds(self, page):
        return page.find(At.field("answer")).get_attribute("type"), page.find(".reveal").text

    def test_a_secret_is_shown_and_hidden_again(self):
        page = self.window()
        page.start("log-in")
        page.answer("type")
        page.find(At.field("answer")).send_keys("not-a-token")
        self.assertEqual(self.kinds(page), ("password", "Show"))
        page.find(".reveal").click()
        self.assertEqual(self.kinds(page), ("text", "Hide"))
        # Nothing of it is lost, and nothing was sent.
        self.assertEqual(page.find(At.field("answer")).get_attribute("value"), "not-a-token")
        page.find(".reveal").click()
        self.assertEqual(self.kinds(page), ("password", "Show"))
        page.find(".reveal").click()
        page.press(At.button("answer"))
        # What was refused is hidden, and is typed again.
        self.assertTrue(page.has(At.alert))
        self.assertEqual(self.kinds(page), ("password", "Show"))
        self.assertEqual(page.find(At.field("answer")).get_attribute("value"), "")

    def test_without_the_script_it_is_hidden_all_the_time(self):
        page = self.window(script=False)
        page.start("log-in")
        page.answer("type")
        self.assertEqual(page.find(At.field("answer")).get_attribute("type"), "password")
        self.assertFalse(page.has(".reveal"))


class Choices(Case):
    options = books.OPTIONS

    def category(self, page, code="285"):
        return page.find(At.field("field.category", code))

    def look_for(self, page, text):
        """Types in place of what the field above the categories has."""
        box = page.find(".filter input")
        box.send_keys(Keys.CONTROL, "a")
        box.send_keys(text)

    def test_what_is_chosen_and_not_shown_is_not_sent(self):
        page = self.window()
        books.to_expense(page)
        self.assertTrue(self.category(page).is_selected())
        self.look_for(page, "hardware")
        self.assertFalse(self.category(page).is_displayed())
        self.assertTrue(self.category(page, "270").is_displayed())
        self.assertFalse(self.category(page).is_selected())
        page.press(At.button("answer"))
        # Nobody would have known of it.
        self.assertIn("Choose", page.find(At.alert).text)
        self.assertEqual([link.get_attribute("href").split("#")[-1] for link in page.all(f"{At.alert} a")],
                         [page.find(At.field("field.category")).get_attribute("id")])
        self.assertFalse(page.has(f"{At.field('field.category')}:checked"))

    def test_what_was_chosen_is_chosen_again_once_it_is_shown(self):
        page = self.window()
        books.to_expense(page)
        self.look_for(page, "hardware")
        self.look_for(page, "meals")
        self.assertTrue(self.category(page).is_selected())
        # Not so if another one was chosen meanwhile.
        self.look_for(page, "hardware")
        self.category(page, "270").click()
        self.look_for(page, Keys.BACKSPACE)
        self.assertTrue(self.category(page).is_displayed())
        self.assertTrue(self.category(page, "270").is_selected())
        page.press(At.button("answer"))
        self.assertEqual(page.shown.rows["Category"], "270 Computer Hardware")

    def test_what_is_found_is_counted(self):
        page = self.window()
        books.to_expense(page)
        status = page.find(".filter [role=status]")
        self.look_for(page, "meals")
        self.assertRegex(status.text, r"\b1\b")
        one = status.text
        self.look_for(page, "zzz")
        self.assertTrue(status.text)
        self.assertNotEqual(status.text, one)
        # Enter in it sends nothing.
        before = page.find("html").id
        page.find(".filter input").send_keys(Keys.ENTER)
        self.look_for(page, Keys.BACKSPACE)
        self.assertEqual((status.text, page.find("html").id), ("", before))


class Appearing(Case):
    options = books.OPTIONS

    def test_the_focus_is_on_what_has_appeared(self):
        page = self.window()
        books.to_email(page)
        page.attach("file-1", "one.pdf", books.PDF)
        page.press(At.button("answer"))
        # With a file another one may be attached: it is asked for, and nothing is answered yet.
        self.assertTrue(page.has("[data-added]"), page.text)
        link = page.find("[data-added] a").get_attribute("href")
        focused = page.driver.switch_to.active_element
        self.assertEqual(focused.get_attribute("name"), "field.file-2")
        self.assertEqual(focused.get_attribute("id"), link.split("#")[-1])

    def test_the_last_page_can_be_printed(self):
        page = self.window()
        page.to_confirm()
        page.answer("yes")
        # A printer's dialog is the browser's own, and nothing of a page.
        page.run("window.print = () => document.body.dataset.printed = 'yes'")
        page.find("[data-print]").click()
        self.assertEqual(page.find("body").get_attribute("data-printed"), "yes")


class Several(Case):
    """No flow that is served asks several questions at once; among the pages of every state there is one."""

    @classmethod
    def setUpClass(cls):
        folder = GALLERY / "en"
        if not (folder / "several.html").is_file():
            raise unittest.SkipTest(
                f"the pages are not written: GALLERY={GALLERY} swift test --filter GalleryTests")
        cls.server = None
        cls.address = cls.enterClassContext(served(folder))

    def test_enter_answers_the_question_it_is_pressed_in(self):
        page = self.window()
        page.driver.get(f"{self.address}/several.html")
        page.wait(lambda: page.has("html.scripted"), "the script")
        page.run(NOTE)
        questions = page.all("form[data-several] [data-question]")
        self.assertGreater(len(questions), 1)
        sent = []
        for question in reversed(questions):
            question.find_element("css selector", "input:not([type=hidden])").send_keys(Keys.ENTER)
            sent.append(page.find("body").get_attribute("data-sent"))
        self.assertEqual(sent, [one.get_attribute("data-question") for one in reversed(questions)])
