"""An invoice that is e-mailed at the prompt while something fails: it is said what became of it, and it is sent
once or not at all. The same failures as those of the pages."""

import sys
import unittest
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "BooksOnlineTests" / "Sessions"))
from books import ENGLISH, BooksCase  # noqa: E402
from flowline import CTRL_U  # noqa: E402
from sending import NOT_DONE, NOT_SENT, RECIPIENT, SENDERS, UNKNOWN, Drafts  # noqa: E402

PDF = b"%PDF-1.4\n%%EOF\n"
GIVEN_UP = "You gave it up, and it is not known whether it was done. Check before you do it again."
NOBODY = "None of your addresses is verified, so nothing can be sent. What would you like to do?"
# What is asked after the question for the sender, and what a person answers who changes nothing.
FIELDS = {"to": "To which address?", "subject": "What is the subject?",
          "body": "What should the e-mail say?", "copy": "Do you want a copy?",
          "file": "Attach a file?"}
UNCHANGED = {"to": "", "subject": "", "body": ".", "copy": "", "file": ""}


class Sending(BooksCase, Drafts):
    def setUp(self):
        super().setUp()
        self.service = self.books
        self.log_in()
        self.make_draft()

    def to_document(self):
        """Comes to the list of the invoices; returns the terminal."""
        t = self.terminal("run", "email-document", *ENGLISH, *self.at(), size=(60, 400))
        t.answer("invoice", "What do you want to e-mail?")
        t.says("Which document would you like to e-mail?")
        return t

    def choose(self, t):
        """Chooses the draft from the list."""
        t.says("\n> ")
        t.enter(f"{CTRL_U}invoice-{self.number}")

    def to_form(self):
        t = self.to_document()
        self.choose(t)
        return t

    def fill(self, t, sender="", **answers):
        """Answers the form up to the preview; no sender if nobody is asked for one."""
        if sender is not None:
            t.answer(sender, "From which address?")
        for field, answer in {**UNCHANGED, **answers}.items():
            t.answer(answer, FIELDS[field])
        t.says("Send this e-mail?", "\n> ")

    def to_preview(self):
        t = self.to_form()
        self.fill(t)
        return t

    def asks(self, t, question, *words):
        """Waits for a question, and for words that are shown with it."""
        t.says(question, "\n> ")
        self.tells(t, question, *words)

    def tells(self, t, *texts):
        """Waits until these are on the screen, whatever blanks they are shown with."""
        t.until(lambda: all(text in " ".join(t.screen.text().split()) for text in texts),
                f"{texts} on the screen:\n{t.screen.text()}")

    def assert_sent_once(self, t):
        t.says(f"Sent to {RECIPIENT}.")
        self.assertEqual(t.ended(), 0, t.text)
        self.assert_was_sent_once()

    def test_what_was_not_done_is_sent_when_it_is_tried_again(self):
        for name, (fault, words) in NOT_SENT.items():
            with self.subTest(name):
                self.make_draft()
                t = self.to_preview()
                self.fault(**fault)
                t.enter("send")
                self.asks(t, NOT_DONE, *words, "Nothing was changed. Your answers are saved.")
                self.assert_not_sent()
                t.enter("again")
                self.assert_sent_once(t)

    def test_what_the_service_refuses_can_be_changed(self):
        t = self.to_preview()
        # It has become another's address since the form was filled in.
        self.verify(["1"], False)
        t.enter("send")
        t.says("The e-mail was refused and not sent")
        self.tells(t, "is not a registered e-mail address")
        self.assert_not_sent()
        t.enter()
        # What was written is still there, and can be sent from another's address.
        self.fill(t, f"{CTRL_U}ben@thornbury.example")
        self.tells(t, f"Invoice {self.reference} from Thornbury Design Ltd")
        t.enter("send")
        self.assert_sent_once(t)
        self.assertEqual(self.sent[0]["sender"], "Ben Carter <ben@thornbury.example>")

    def test_an_invoice_that_was_deleted_meanwhile(self):
        t = self.to_preview()
        self.books.ask("DELETE", f"invoices/{self.number}")
        t.enter("send")
        t.says("This document is no longer there. Nothing was sent.")
        self.assertEqual(self.sent, [])
        t.enter()
        self.assertEqual(t.ended(), 5, t.text)

    def test_a_page_in_place_of_an_answer_leaves_it_unknown(self):
        t = self.to_preview()
        self.fault(kind="html", status=502)
        t.enter("send")
        self.asks(t, UNKNOWN, "There was no reply, so it is not known yet whether this was done: status 502.")
        t.enter("give-up")
        t.says(GIVEN_UP)
        self.assertEqual(t.ended(), 1, t.text)
        self.assertNotIn("Not the service", t.text)
        # Nothing is sent by itself, and nothing beside it before it is known or given up.
        self.assert_not_sent()
        t = self.to_preview()
        t.enter("send")
        self.asks(t, "An earlier attempt at this was never answered. What would you like to do?")
        self.assert_not_sent()
        t.enter("forget")
        self.assert_sent_once(t)

    def test_a_draft_that_was_sent_without_an_answer_is_found_to_be_sent(self):
        t = self.to_preview()
        self.fault(kind="close-after")
        t.enter("send")
        self.asks(t, UNKNOWN, "the connection was closed")
        # It went out, which nobody could know.
        self.assertEqual(len(self.sent), 1)
        t.enter("again")
        self.assert_sent_once(t)

    def test_one_that_was_sent_before_leaves_no_sign(self):
        t = self.to_preview()
        t.enter("send")
        self.assert_sent_once(t)
        t = self.to_preview()
        self.fault(kind="close-after")
        t.enter("send")
        self.asks(t, UNKNOWN)
        t.enter("again")
        # It is not sent once more: who got it knows.
        self.asks(t, UNKNOWN, "leaves no trace in the books. Ask the recipient whether the e-mail has arrived.")
        self.assertEqual(len(self.sent), 2)
        t.enter("give-up")
        t.says(GIVEN_UP)
        self.assertEqual(t.ended(), 1, t.text)
        self.assertEqual(len(self.sent), 2)

    def test_without_a_verified_sender_nothing_can_be_sent(self):
        t = self.to_document()
        self.verify(SENDERS, False)
        self.choose(t)
        self.asks(t, NOBODY, "Verify an address in the bookkeeping service")
        t.enter("again")
        self.asks(t, NOBODY)
        self.verify(["1"])
        t.enter("again")
        # One address alone is not asked for.
        self.fill(t, sender=None)
        self.assertNotIn("From which address?", t.text)
        self.assert_not_sent()
        t.enter("send")
        self.assert_sent_once(t)

    def without(self, path):
        """Comes to a form for which something cannot be loaded."""
        t = self.to_document()
        self.books.fault("GET", path, kind="status", status=404)
        self.choose(t)
        return t

    def test_without_its_picture_an_invoice_is_sent_all_the_same(self):
        t = self.without("pdf")
        self.fill(t)
        self.tells(t, "The PDF file could not be loaded. It is attached all the same.")
        self.assert_not_sent()
        t.enter("send")
        self.assert_sent_once(t)
        self.assertEqual(self.sent[0]["fileNames"], [f"Invoice {self.reference}.pdf"])

    def to_body(self, t):
        """Answers the form up to the question for the text."""
        for question in ("From which address?", FIELDS["to"], FIELDS["subject"]):
            t.answer("", question)
        t.says(FIELDS["body"], "\n> ")

    def to_review(self, t):
        """Answers what follows the text."""
        for question in (FIELDS["copy"], FIELDS["file"]):
            t.answer("", question)
        t.says("Send this e-mail?", "\n> ")

    def test_without_its_template_an_e_mail_begins_empty(self):
        t = self.without("email_template")
        self.to_body(t)
        self.tells(t, "Your template could not be loaded, so the text begins empty.")
        t.enter(".")
        t.says("The e-mail has no text. Leave it empty?")
        t.enter("n")
        t.says("\n> ")
        t.enter("Here it is.\r.")
        self.to_review(t)
        self.assert_not_sent()
        t.enter("send")
        self.assert_sent_once(t)
        self.assertEqual((self.sent[0]["subject"], self.sent[0]["body"]),
                         (f"Invoice {self.reference} from Thornbury Design Ltd", "Here it is."))

    def test_a_tag_that_nothing_was_put_in_for_is_asked_about(self):
        t = self.to_form()
        self.to_body(t)
        t.enter("Dear [contact_name],\r\rhere it is.\r.")
        t.says("This was not filled in: [contact_name]. Leave it like this?")
        self.assert_not_sent()
        t.enter("n")
        t.says("\n> ")
        t.enter("Dear Harbour,\r\rhere it is.\r.")
        self.to_review(t)
        t.enter("send")
        self.assert_sent_once(t)
        self.assertEqual(self.sent[0]["body"].split(), "Dear Harbour, here it is.".split())

    def test_a_file_of_more_than_five_megabytes_does_not_go_along(self):
        self.write("large.pdf", PDF.ljust(5_242_881))
        self.write("small.pdf", PDF)
        t = self.to_form()
        self.to_body(t)
        t.enter(".")
        t.answer("", FIELDS["copy"])
        t.answer("large.pdf", FIELDS["file"])
        self.tells(t, "Error: The size of the file is 5.2 MB.")
        t.enter(f"{CTRL_U}small.pdf")
        t.answer("", "Attach another file?")
        t.says("Send this e-mail?", "\n> ")
        self.assert_not_sent()
        t.enter("send")
        self.assert_sent_once(t)
        self.assertEqual(self.sent[0]["fileNames"], [f"Invoice {self.reference}.pdf", "small.pdf"])


if __name__ == "__main__":
    unittest.main()
