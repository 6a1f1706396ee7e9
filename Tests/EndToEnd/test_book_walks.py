"""Walks through the flows of the bookkeeping at a terminal, key by key."""

import re
import unittest

from flowline import ENGLISH, SHIFT_TAB, Case
from explanations import TYPES

# What is asked of an explanation, by the step that asks.
QUESTIONS = {
    "category": "Which category does it belong to?", "vat": "How much VAT is included?",
    "document": "Which document was paid?", "other-account": "Which other account?",
    "user": "Which user?", "stock": "Which item of stock?", "quantity": "How many items?",
    "asset": "Which asset was sold?",
}
OVERPAID = "It will be overpaid. Is this right?"


class BookWalks(Case):
    def test_the_hotel_is_explained_with_six_keys(self):
        t = self.terminal("run", "explain", *ENGLISH)
        t.answer("current", "Which account?")
        pressed = []

        def press(key, *after):
            start = t.place
            t.says(*after)
            t.until(lambda: "\n> " in t.text[start:], "the line to type in")
            t.type(key)
            pressed.append(key)

        press("3", "Which transaction would you like to explain? 12 are left.")
        self.shows(t, "> 3", "Hilton Hotels", without=["Harbour Street Coffee"])
        t.type("\r")
        pressed.append("\r")
        press("\r", "Hilton Hotels", "What kind of transaction was it?")
        press("\r", "Which category does it belong to?")
        press("\r", "How much VAT is included?")
        press("\r", "-£279.78", "285 Accommodation and Meals", "£46.63", "Is this right?")
        t.says("11 are left.")
        self.assertEqual(pressed, ["3"] + ["\r"] * 5)
        t.answer("done", "> ")
        t.says("1 transaction explained.")
        self.assertEqual(t.ended(), 0)

    def test_every_type(self):
        for transaction, types in TYPES.items():
            for kind, fields in types.items():
                with self.subTest(kind):
                    self.explain(transaction, kind, fields)

    def explain(self, transaction, kind, fields):
        """Explains a transaction with the first answer to each question, in books of its own."""
        script = self.path(f"{kind}.flow")
        t = self.terminal(
            "run", "explain", *ENGLISH, "--data", self.path(kind), "--record", script, size=(60, 80))
        self.addCleanup(t.close)
        t.answer("current-account", "Which account?")
        t.answer(transaction, "Which transaction would you like to explain? 12 are left.")
        t.answer(kind, "What kind of transaction was it?")
        for field in fields:
            t.answer("1", QUESTIONS[field])
        # The first document may have less to pay than the transaction.
        after = t.place

        def words():
            return " ".join(t.text[after:].split())

        t.until(lambda: OVERPAID in words() or "Left to explain" in words(), "the review")
        if OVERPAID in words():
            t.enter("y")
        t.says("Left to explain  £0.00")
        t.answer("explain", "Is this right?")
        t.answer("done", "Which transaction would you like to explain? 11 are left.")
        t.says("1 transaction explained.")
        self.assertEqual(t.ended(), 0)
        record = self.read(script)
        (explanation,) = re.findall(r"^enter explanation$(.*?)^show review ", record, re.M | re.S)
        self.assertEqual(re.findall(r"^show (\S+)", explanation, re.M), ["type", *fields])
        # It is no longer among what is left.
        lists = re.findall(r"^show transaction choice (.*)$", record, re.M)
        self.assertEqual([transaction in keys for keys in lists], [True, False])

    def test_an_invoice_is_sent_after_wrong_answers_and_a_way_back(self):
        t = self.terminal("run", "email-document", *ENGLISH)
        t.answer("", "What do you want to e-mail?")
        t.answer("99", "Which document would you like to e-mail?")
        t.says("Error: “99” is not one of the choices")
        t.enter("\x151")
        t.answer("", "From which address?")
        t.answer("\x15nobody", "To which address?")
        t.says("Error: This is not an e-mail address")
        t.enter("\x15boss@example.org")
        t.says("What is the subject?", "\n> ")
        t.type(SHIFT_TAB)
        t.says("To which address?", "> boss@example.org")
        t.enter()
        t.answer("", "What is the subject?")
        t.answer(".", "What should the e-mail say?")
        t.answer("perhaps", "Do you want a copy?")
        t.says("Error: ")
        t.enter("\x15n")
        t.answer("/nowhere/prices.pdf", "Attach a file?")
        t.says("Error: ")
        t.enter("\x15")
        t.says("boss@example.org", "Invoice 006 from Thornbury Design Ltd", "Here is invoice 006.")
        t.answer("change", "Send this e-mail?")
        t.answer("", "From which address?")
        t.answer("\x15accounts@example.org", "To which address?")
        t.answer("", "What is the subject?")
        t.answer(".", "What should the e-mail say?")
        t.answer("", "Do you want a copy?")
        t.answer("", "Attach a file?")
        t.says("accounts@example.org", "Invoice 006 from Thornbury Design Ltd")
        t.answer("", "Send this e-mail?")
        t.says("Sent to accounts@example.org. The document is no longer a draft.")
        self.assertEqual(t.ended(), 0)


if __name__ == "__main__":
    unittest.main()
