"""The program is killed when its write has arrived: the session goes on, and it is written once."""

import re
import unittest

from books import ENGLISH, NOW, BooksCase, until

ANSWERS = ["", "", ""]
# At both moments the request is at the service, and nobody has read its answer.
MOMENTS = [{"kind": "slow", "seconds": 5}, {"kind": "close-after"}]


class Killed(BooksCase):
    def test_an_explanation_is_written_once(self):
        self.log_in()
        for kind in MOMENTS:
            with self.subTest(kind):
                before = self.books.explanations("Hilton Hotels")
                self.killed_at_the_write(
                    kind, "POST", "explanations", "explain",
                    ["current-account", self.hotel, *ANSWERS, "part", "10", "explain"])
                # The API takes 120 calls a minute, the test's own among them.
                until(lambda: self.books.explanations("Hilton Hotels") == before + 1,
                      "the explanation", pause=1)
                self.resumed("done")
                self.assertEqual(self.books.explanations("Hilton Hotels"), before + 1)
        self.assert_adds_up()

    def test_a_draft_is_e_mailed_once(self):
        self.log_in()
        for kind in MOMENTS:
            with self.subTest(kind):
                self.books.ask("PUT", "invoices/6/transitions/mark_as_draft")
                before = self.emails
                self.killed_at_the_write(
                    kind, "POST", "send_email", "email-document",
                    ["invoice", "invoice-6", "", "", "", ".", "", "", "send"])
                until(lambda: self.emails == before + 1, "the e-mail", pause=1)
                said = self.resumed()
                self.assertIn("Sent to invoices@harbourcoffee.example.", said)
                self.assertEqual(self.emails, before + 1)
        self.assert_adds_up()

    def test_an_e_mail_that_leaves_no_sign_is_told_to_be_unknown(self):
        self.log_in()
        # One that is in doubt is to be decided about before another one of the same invoice.
        for kind, invoice in zip(MOMENTS, ("invoice-3", "invoice-2")):
            with self.subTest(kind):
                before = self.emails
                self.killed_at_the_write(
                    kind, "POST", "send_email", "email-document",
                    ["invoice", invoice, "", "", "", ".", "", "", "send"])
                until(lambda: self.emails == before + 1, "the e-mail", pause=1)
                said = self.resumed("again", "give-up", code=1)
                self.assertIn("leaves no trace in the books", said)
                self.assertEqual(self.emails, before + 1)

    def test_an_expense_is_claimed_once(self):
        self.log_in()
        for number, kind in enumerate(MOMENTS):
            with self.subTest(kind):
                before = self.claims
                self.killed_at_the_write(
                    kind, "POST", "expenses", "expense",
                    ["", "", "285", f"12.3{number}", "", "Lunch with a client", "", "save"])
                until(lambda: self.claims == before + 1, "the claim", pause=1)
                said = self.resumed()
                self.assertIn(f"Claimed: £12.3{number} Accommodation and Meals", said)
                self.assertEqual(self.claims, before + 1)
        self.assert_adds_up()

    def test_each_of_several_is_approved_once(self):
        self.log_in()
        for kind in MOMENTS:
            with self.subTest(kind):
                guesses = [self.guess() for _ in range(3)]
                self.killed_at_the_write(
                    kind, "PUT", "explanations", "approve",
                    ["current-account", "several", ",".join(f"guess-{guess}" for guess in guesses)])
                until(lambda: not self.is_guess(guesses[0]), "the first approval", pause=1)
                self.assertTrue(self.is_guess(guesses[1]) and self.is_guess(guesses[2]))
                self.resumed("", "done")
                self.assertEqual([self.is_guess(guess) for guess in guesses], [False] * 3)
                for guess in guesses:
                    self.assertEqual(self.books.requests("PUT", f"explanations/{guess}"), 1)
        self.assert_adds_up()

    @property
    def hotel(self):
        return "transaction-" + self.books.transaction("Hilton Hotels")["url"].rsplit("/", 1)[-1]

    @property
    def emails(self):
        return len(self.books.control("GET", "outbox")["emails"])

    @property
    def claims(self):
        return len(self.books.get("expenses?per_page=100")["expenses"])

    def guess(self):
        """Has the books guess what a pound of the hotel's was for; returns the id of the guess."""
        made = self.books.ask("POST", "bank_transaction_explanations", {
            "bank_transaction_explanation": {
                "bank_transaction": self.books.transaction("Hilton Hotels")["url"],
                "dated_on": NOW[:10], "gross_value": "-1.0", "description": "A guess",
                "category": f"{self.books.address}/v2/categories/285", "marked_for_review": True}})
        return made["bank_transaction_explanation"]["url"].rsplit("/", 1)[-1]

    def is_guess(self, number):
        """Whether an explanation still waits to be approved."""
        found = self.books.get(f"bank_transaction_explanations/{number}")
        return bool(found["bank_transaction_explanation"].get("marked_for_review"))

    def assert_adds_up(self):
        self.assertEqual(self.books.control("GET", "audit")["differences"], [])

    def killed_at_the_write(self, kind, method, path, flow, lines):
        """Answers a flow, and is killed once the request of its write has arrived."""
        # What was asked before does not count for the service's limit.
        self.books.control("PUT", "clock", {"advanceSeconds": 61})
        arrived = self.books.requests(method, path)
        self.books.control("POST", "faults", {**kind, "match": {"method": method, "path": path}})
        process = self.start("run", flow, *ENGLISH, *self.at())
        process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        process.stdin.flush()
        until(lambda: self.books.requests(method, path) > arrived, "the write")
        process.kill()
        process.wait()

    def resumed(self, *lines, code=0):
        """Goes on with the session, which finds out what became of the write; returns what was said."""
        said = self.flowline("sessions", *self.at()).out
        session = re.search(r"\b[0-9a-f]{8}\b", said).group()
        run = self.flowline("resume", session, *self.at(), data="".join(f"{line}\n" for line in lines))
        self.assertEqual(run.code, code, said + run.out + run.err)
        return run.out + run.err


if __name__ == "__main__":
    unittest.main()
