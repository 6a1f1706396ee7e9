"""An invoice that is e-mailed while something fails: the page says what became of it, and it is sent once or
not at all."""

import pathlib
import sys

import books
from browser import At
from feature import with_and_without_script
from online import NOW, OnlineCase

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "SessionSupport"))
from sending import NOT_DONE, NOT_SENT, RECIPIENT, SENDERS, UNKNOWN, Drafts  # noqa: E402


class Sending(OnlineCase, Drafts):
    now = NOW

    def to_form(self, page):
        """Comes to the form of an e-mail about a draft of its own, as a person who has just logged in."""
        self.make_draft()
        page.start("books-log-in")
        self.log_in(page)
        self.open_form(page)

    def open_form(self, page):
        books.to_email(page, f"invoice-{self.number}")

    def to_preview(self, page):
        self.to_form(page)
        self.send(page)
        self.assertEqual(page.heading, "Send this e-mail?", page.text)

    def send(self, page):
        page.press(At.button("answer"))

    def assert_sent_once(self, page):
        self.assertIn(f"Sent to {RECIPIENT}.", page.shown.outcome[0])
        self.assert_was_sent_once()

    @with_and_without_script
    def test_what_was_not_done_is_sent_when_it_is_tried_again(self, page):
        for name, (fault, words) in NOT_SENT.items():
            with self.subTest(name):
                # A person who has not logged in yet.
                page.forget_who()
                self.to_preview(page)
                self.fault(**fault)
                page.answer("send")
                self.assertEqual(page.heading, NOT_DONE)
                for part in [*words, "Nothing was changed. Your answers are saved."]:
                    self.assertIn(part, page.text)
                self.assert_not_sent()
                page.answer("again")
                self.assert_sent_once(page)

    @with_and_without_script
    def test_what_the_service_refuses_can_be_changed(self, page):
        self.to_preview(page)
        # It has become another's address since the form was filled in.
        self.verify(["1"], False)
        page.answer("send")
        self.assertEqual(page.heading, "The e-mail was refused and not sent")
        self.assertIn("is not a registered e-mail address", page.text)
        self.assert_not_sent()
        # What was written is still there, and can be sent from another's address.
        self.send(page)
        self.assertEqual(page.find(At.field("field.subject")).get_attribute("value"),
                         f"Invoice {self.reference} from Thornbury Design Ltd")
        page.choose("from", "ben@thornbury.example")
        self.send(page)
        page.answer("send")
        self.assert_sent_once(page)
        self.assertEqual(self.sent[0]["sender"], "Ben Carter <ben@thornbury.example>")

    @with_and_without_script
    def test_an_invoice_that_was_deleted_meanwhile(self, page):
        self.to_preview(page)
        self.service.ask("DELETE", f"invoices/{self.number}")
        page.answer("send")
        self.assertEqual(page.heading, "This document is no longer there. Nothing was sent.")
        self.assertEqual(self.sent, [])
        self.send(page)
        self.assertTrue(page.is_end)

    @with_and_without_script
    def test_a_page_in_place_of_an_answer_leaves_it_unknown(self, page):
        self.to_preview(page)
        self.fault(kind="html", status=502)
        page.answer("send")
        self.assertEqual(page.heading, UNKNOWN)
        self.assertIn("There was no reply, so it is not known yet whether this was done: status 502.",
                      page.text)
        self.assertNotIn("Not the service", page.text)
        page.answer("give-up")
        self.assertEqual(page.heading, "It is not known whether this was done")
        # Nothing is sent by itself, and nothing beside it before it is known or given up.
        self.assert_not_sent()
        self.open_form(page)
        self.send(page)
        page.answer("send")
        self.assertIn("An earlier attempt at this was never answered", page.heading)
        self.assert_not_sent()
        page.answer("forget")
        self.assert_sent_once(page)

    @with_and_without_script
    def test_a_draft_that_was_sent_without_an_answer_is_found_to_be_sent(self, page):
        self.to_preview(page)
        self.fault(kind="close-after")
        page.answer("send")
        self.assertEqual(page.heading, UNKNOWN)
        self.assertIn("the connection was closed", page.text)
        # It went out, which nobody could know.
        self.assertEqual(len(self.sent), 1)
        page.answer("again")
        self.assert_sent_once(page)

    @with_and_without_script
    def test_one_that_was_sent_before_leaves_no_sign(self, page):
        self.to_preview(page)
        page.answer("send")
        self.assert_sent_once(page)
        self.open_form(page)
        self.send(page)
        self.fault(kind="close-after")
        page.answer("send")
        self.assertEqual(page.heading, UNKNOWN)
        page.answer("again")
        # It is not sent once more: who got it knows.
        self.assertEqual(page.heading, UNKNOWN)
        self.assertIn("leaves no trace in the books. Ask the recipient whether the e-mail has arrived.",
                      page.text)
        self.assertEqual(len(self.sent), 2)
        page.answer("give-up")
        self.assertEqual(page.heading, "It is not known whether this was done")
        self.assertEqual(len(self.sent), 2)

    @with_and_without_script
    def test_without_a_verified_sender_nothing_can_be_sent(self, page):
        self.to_form(page)
        page.press(At.button("back"))
        self.verify(SENDERS, False)
        page.answer(f"invoice-{self.number}")
        self.assertEqual(page.heading, "None of your addresses is verified, so nothing can be sent. "
                                       "What would you like to do?")
        self.assertFalse(page.has(At.field("field.to")))
        page.answer("again")
        self.assertFalse(page.has(At.field("field.to")))
        self.verify(["1"])
        page.answer("again")
        # One address alone is not asked for.
        self.assertFalse(page.has(At.field("field.from")))
        self.send(page)
        self.assert_not_sent()
        page.answer("send")
        self.assert_sent_once(page)

    @with_and_without_script
    def test_without_its_picture_an_invoice_is_sent_all_the_same(self, page):
        self.to_form_without(page, "pdf")
        self.send(page)
        self.assertEqual(page.heading, "Send this e-mail?")
        self.assertIn("The PDF file could not be loaded. It is attached all the same.", page.text)
        self.assertFalse(page.has("a.file"))
        self.assert_not_sent()
        page.answer("send")
        self.assert_sent_once(page)
        self.assertEqual(self.sent[0]["fileNames"], [f"Invoice {self.reference}.pdf"])

    @with_and_without_script
    def test_without_its_template_an_e_mail_begins_empty(self, page):
        self.to_form_without(page, "email_template")
        self.assertIn("Your template could not be loaded, so the text begins empty.",
                      page.find(At.main).get_attribute("textContent"))
        self.send(page)
        self.assertIn("The e-mail has no text. Leave it empty?", page.text)
        self.assert_not_sent()
        page.fill(body="Here it is.")
        page.press(At.button("acknowledge"))
        self.assertEqual(page.heading, "Send this e-mail?")
        page.answer("send")
        self.assert_sent_once(page)
        self.assertEqual((self.sent[0]["subject"], self.sent[0]["body"]),
                         (f"Invoice {self.reference} from Thornbury Design Ltd", "Here it is."))

    def to_form_without(self, page, path):
        """Comes to a form for which something cannot be loaded."""
        self.to_form(page)
        page.press(At.button("back"))
        self.service.fault("GET", path, kind="status", status=404)
        page.answer(f"invoice-{self.number}")

    @with_and_without_script
    def test_a_tag_that_nothing_was_put_in_for_is_asked_about(self, page):
        self.to_form(page)
        page.fill(body="Dear [contact_name],\n\nhere it is.")
        self.send(page)
        self.assertIn("This was not filled in: [contact_name]. Leave it like this?", page.text)
        self.assert_not_sent()
        page.fill(body="Dear Harbour,\n\nhere it is.")
        page.press(At.button("acknowledge"))
        self.assertEqual(page.heading, "Send this e-mail?")
        page.answer("send")
        self.assert_sent_once(page)
        self.assertEqual(self.sent[0]["body"].split(), "Dear Harbour, here it is.".split())

    @with_and_without_script
    def test_a_file_of_more_than_five_megabytes_does_not_go_along(self, page):
        self.to_form(page)
        page.attach("file-1", "large.pdf", books.PDF.ljust(5_242_881))
        self.send(page)
        self.assert_refused(page, "file-1", "5.2 MB")
        self.assert_not_sent()
        page.attach("file-1", "small.pdf", books.PDF)
        self.send(page)
        # Another one may be attached beside it.
        if page.has(At.field("field.file-2")):
            self.send(page)
        self.assertEqual(page.heading, "Send this e-mail?")
        page.answer("send")
        self.assert_sent_once(page)
        self.assertEqual(self.sent[0]["fileNames"], [f"Invoice {self.reference}.pdf", "small.pdf"])
