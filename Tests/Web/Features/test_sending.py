"""An invoice that is e-mailed while something fails: the page says what became of it, and it is sent once or
not at all."""

import books
from browser import At
from feature import with_and_without_script
from online import NOW, OnlineCase

# Whose addresses are verified in the sample.
SENDERS = ("1", "2", "3")
UNKNOWN = "It is not known whether “Sending the e-mail” was done. What would you like to do?"
NOT_DONE = "This was not done. What would you like to do?"


class Sending(OnlineCase):
    now = NOW

    # What goes wrong before anything is done, and what the page says of it.
    NOT_SENT = {
        "an access level that became too low": (
            {"kind": "status", "status": 403}, "You are not allowed to do this"),
        "too many requests": (
            # For longer than anybody would wait with the page open.
            {"kind": "status", "status": 429, "retryAfter": 600},
            "The bookkeeping service has had too many requests Cause status 429, try again in 10 min"),
    }

    def restore(self):
        """Has the service be as it was before any test."""
        # None of the faults that were not met is left for another test.
        self.service.control("DELETE", "faults")
        # The requests that were sent before do not count for the service's limit.
        self.service.control("PUT", "clock", {"advanceSeconds": 61})
        self.verify(SENDERS)

    def verify(self, users, is_verified=True):
        for user in users:
            self.service.control("PUT", "senders", {"user": user, "isVerified": is_verified})

    def to_form(self, page):
        """Comes to the form of an e-mail about a draft of its own, as a person who has just logged in."""
        self.restore()
        made = self.service.ask("POST", "invoices", {"invoice": {
            "contact": f"{self.service.address}/v2/contacts/4", "dated_on": NOW[:10],
            "payment_terms_in_days": 30,
            "invoice_items": [{"item_type": "Services", "description": "Labels", "quantity": "1",
                               "price": "400"}]}})["invoice"]
        self.number, self.reference = made["url"].rsplit("/", 1)[-1], made["reference"]
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

    def fault(self, **fault):
        """Has the next e-mail go wrong."""
        self.service.fault("POST", "send_email", **fault)

    @property
    def sent(self):
        """The e-mails of the draft that really went out."""
        return self.service.emails(f"/v2/invoices/{self.number}")

    @property
    def status(self):
        return self.service.ask("GET", f"invoices/{self.number}")["invoice"]["status"]

    def assert_not_sent(self):
        self.assertEqual((self.sent, self.status), ([], "Draft"))

    def assert_sent_once(self, page):
        self.assertIn("Sent to invoices@harbourcoffee.example.", page.shown.outcome[0])
        self.assertEqual(([email["recipient"] for email in self.sent], self.status),
                         (["invoices@harbourcoffee.example"], "Open"))

    @with_and_without_script
    def test_what_was_not_done_is_sent_when_it_is_tried_again(self, page):
        for name, (fault, words) in self.NOT_SENT.items():
            with self.subTest(name):
                # A person who has not logged in yet.
                page.forget_who()
                self.to_preview(page)
                self.fault(**fault)
                page.answer("send")
                self.assertEqual(page.heading, NOT_DONE)
                self.assertIn(words, page.text)
                self.assertIn("Nothing was changed. Your answers are saved.", page.text)
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
