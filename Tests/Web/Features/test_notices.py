"""What the program tells its users above the overview of the books: each hides it alone, and for good."""

import json
import pathlib
import tempfile

import books
from browser import At
from feature import Case, with_and_without_script
from server import Server

NOTICES = [
    {"id": "trial", "kind": "trial", "text": {"en": "Your trial ends on 30 November."},
     "until": "2026-11-30", "link": "https://plans.example/", "canBeHidden": False},
    {"id": "moved", "kind": "information", "text": {"en": "Receipts have moved to Expenses."}},
    {"id": "over", "kind": "warning", "text": {"en": "This is over."}, "until": "2026-11-19"},
]
HIDE = At.choice("hide-moved")


class Notices(Case):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        file = pathlib.Path(folder.name, "notices.json")
        file.write_text(json.dumps(NOTICES), encoding="utf-8")
        cls.server = Server(None, *books.OPTIONS, "--notices", str(file))
        cls.addClassCleanup(cls.server.close)

    @with_and_without_script
    def test_what_is_told_is_hidden_for_good(self, page):
        page.start("books")
        for text in ("Your trial", "Your trial ends on 30 November.", "https://plans.example/",
                     "For your information", "Receipts have moved to Expenses."):
            self.assertIn(text, page.text)
        # Its last day was yesterday.
        self.assertNotIn("This is over.", page.text)
        # What cannot be hidden has no button.
        self.assertFalse(page.has(At.choice("hide-trial")))
        page.requests()
        page.press(HIDE)
        # It was posted: looking at a page hides nothing.
        self.assertEqual([request.status for request in page.requests("POST")], [303])
        self.assertIn("where would you like to go?", page.heading)
        self.assert_hidden(page)
        page.driver.refresh()
        page.wait(lambda: page.is_settled, "the overview")
        self.assert_hidden(page)
        page.start("books")
        self.assert_hidden(page)
        # Others have not hidden it.
        page.forget_who()
        page.start("books")
        self.assertTrue(page.has(HIDE))
        self.assertIn("Receipts have moved to Expenses.", page.text)

    def assert_hidden(self, page):
        self.assertFalse(page.has(HIDE))
        self.assertNotIn("Receipts have moved to Expenses.", page.text)
        self.assertIn("Your trial ends on 30 November.", page.text)
