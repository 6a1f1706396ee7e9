"""What a bookkeeper does in a browser: sends an invoice, explains transactions, claims expenses and miles,
and finds everything from the overview. What is shown before is what the books have afterwards."""

import json
import pathlib
import sys

import books
from browser import At
from feature import Case, with_and_without_script

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "SessionSupport"))
from explanations import TYPES  # noqa: E402


def ordered(record):
    """What the orders of a record asked the service for."""
    commits = [line for line in record.splitlines() if line.startswith("commit ")]
    return [json.loads(line.split(" ", 2)[2])["of"] for line in commits]


class BooksCase(Case):
    options = books.OPTIONS

    def send(self, page):
        page.press(At.button("answer"))

    def assert_rows(self, page, **rows):
        """Checks that the page has rows with these values; none for a row that it must not have."""
        shown = page.shown.rows
        self.assertEqual({name: shown.get(name) for name in rows}, rows)


class Email(BooksCase):
    @with_and_without_script
    def test_a_draft_is_sent_once_and_as_its_preview_shows_it(self, page):
        books.to_email(page)
        page.fill(to="nobody")
        self.send(page)
        self.assert_refused(page, "to", "This is not an e-mail address.")
        page.fill(to="Maya <maya@brightwater.example>", subject="Your invoice",
                  body="Dear Maya,\n\nthe invoice is attached.")
        self.send(page)
        self.assertEqual(page.heading, "Send this e-mail?")
        preview = page.shown.rows
        self.assertEqual(preview["To"], "Maya <maya@brightwater.example>")
        self.assertEqual(preview["Subject"], "Your invoice")
        self.assertIn("the invoice is attached.", page.text)
        self.assertIn("The document as a PDF file", page.text)
        self.assertTrue(page.file("Invoice 006.pdf").startswith(b"%PDF-"))
        page.answer("send")
        self.assertTrue(page.is_end)
        self.assertEqual(
            page.shown.outcome,
            ["Sent to Maya <maya@brightwater.example>. The document is no longer a draft."])
        record = page.journal()
        order, = ordered(record)
        self.assertEqual(
            {"From": order["from"], "To": order["to"], "Copy to": order["from"],
             "Subject": order["subject"]},
            {name: preview[name] for name in ("From", "To", "Copy to", "Subject")})
        self.assertEqual(order["body"].split(), "Dear Maya, the invoice is attached.".split())
        self.assertTrue(order["copiesSender"])
        self.expect_sent_once(page, record)

    def expect_sent_once(self, page, record):
        """Reloads the receipt, goes back behind it, and sends again whatever is shown there."""
        page.driver.refresh()
        page.wait(lambda: page.is_settled, "the receipt")
        self.assertTrue(page.is_end)
        page.driver.back()
        page.wait(lambda: page.is_settled, "the page before")
        if not page.is_end:
            page.answer("send")
        self.assertTrue(page.is_end)
        self.assertEqual(page.journal(), record)
        # In the books it is no longer a draft.
        page.start("email-document")
        page.answer("invoice")
        sent = page.find("[data-choice=invoice-6]").text
        self.assertNotIn("Draft", sent)
        self.assertIn("Open", sent)

    @with_and_without_script
    def test_another_tab_was_quicker(self, page):
        first = page.driver.current_window_handle
        books.to_email(page)
        self.send(page)
        page.driver.switch_to.new_window("tab")
        books.to_email(page)
        self.send(page)
        page.answer("send")
        self.assertTrue(page.is_end)
        page.driver.switch_to.window(first)
        page.answer("send")
        self.assertIn("Somebody has changed the document meanwhile", page.heading)
        self.assertIn("Open. Nothing was sent.", page.heading)
        # What was written is kept, and is sent only if that is wanted now.
        self.send(page)
        self.assertEqual(page.find(At.field("field.to")).get_attribute("value"),
                         "invoices@harbourcoffee.example")

    @with_and_without_script
    def test_what_was_written_is_not_left_by_accident(self, page):
        books.to_email(page)
        page.fill(subject="Another subject")
        self.send(page)
        page.answer("leave")
        self.assertEqual(page.heading, "Your changes are lost if you leave. Leave all the same?")
        page.answer("no")
        self.assert_rows(page, Subject="Another subject")
        page.answer("leave")
        page.answer("yes")
        self.assertTrue(page.is_end)
        self.assertEqual(ordered(page.journal()), [])


class Explain(BooksCase):
    @with_and_without_script
    def test_every_type(self, page):
        for transaction, types in TYPES.items():
            for kind, fields in types.items():
                with self.subTest(kind):
                    # A person who has explained nothing yet.
                    page.forget_who()
                    self.explain(page, transaction, kind, fields)
                    self.assertFalse(page.has(At.choice(transaction)), page.text)

    def test_another_type_offers_its_own_categories_at_once(self):
        def categories():
            return [item.get_attribute("value")
                    for item in page.all("input[name='field.category']")]

        page = self.window()
        books.to_list(page)
        page.press(At.choice("transaction-30"))
        page.choose("type", "refund", then="category")
        of_refund = categories()
        page.choose("category", of_refund[0])
        page.choose("type", "sales")
        self.assertNotEqual(categories(), of_refund)
        # The focus is where it was, and nothing is chosen that is not offered any more.
        self.assertEqual(page.run("return document.activeElement.name"), "field.type")
        self.assertFalse(page.run(
            "return !!document.querySelector('[name=\"field.category\"]:checked')"))
        page.choose("type", "refund")
        self.assertEqual(categories(), of_refund)

    def explain(self, page, transaction, kind, fields):
        """Explains a transaction with the first answer that each field offers."""
        books.to_list(page)
        page.press(At.choice(transaction))
        page.choose("type", kind)
        # Without a script the fields of another type are there once the page is asked for them.
        if page.find(At.button("refresh")).is_displayed():
            page.press(At.button("refresh"))
        asked = [field.get_attribute("data-field")
                 for field in page.all(f"{At.question} [data-field]")]
        self.assertEqual(asked, ["type", *fields])
        for name in fields:
            field = page.find(At.field(f"field.{name}"))
            if field.get_attribute("type") == "text":
                page.fill(**{name: "1"})
            else:
                page.choose(name, field.get_attribute("value"))
        self.send(page)
        # The first document may have less to pay than the transaction.
        if page.has(At.button("acknowledge")):
            page.press(At.button("acknowledge"))
        self.assertEqual(page.heading, "Is this right?", page.text)
        self.assert_rows(page, **{"Left to explain": "£0.00"})
        page.answer("explain")

    @with_and_without_script
    def test_a_split_whose_parts_have_vat_as_amounts(self, page):
        books.to_list(page)
        books.to_explanation(page)
        page.choose("vat", "amount", then="vat-amount")
        page.fill(**{"vat-amount": "1250.01"})
        self.send(page)
        self.assert_refused(page, "vat-amount", "it must be at most £1,250.00")
        page.fill(**{"vat-amount": "100"})
        self.send(page)
        self.assert_rows(page, Amount="-£1,250.00", VAT="£100.00", **{"Without VAT": "£1,150.00"})
        # Only a part; the VAT that was typed was that of the whole.
        page.answer("part")
        page.find(At.field("answer")).clear()
        page.find(At.field("answer")).send_keys("1000")
        self.send(page)
        page.choose("type", "payment", then="category")
        page.choose("vat", "amount", then="vat-amount")
        page.fill(**{"vat-amount": "166.66"})
        self.send(page)
        self.assert_rows(page, Amount="-£1,000.00", VAT="£166.66",
                         Category="270 Computer Hardware",
                         **{"Without VAT": "£833.34", "Left to explain": "-£250.00"})
        page.answer("explain")
        self.assertIn("Elm Computers · -£250.00", page.text)
        self.assertIn(", of -£1,250.00", page.text)
        # The rest, in another category.
        books.to_explanation(page, category="271")
        page.choose("vat", "amount", then="vat-amount")
        page.fill(**{"vat-amount": "41.66"})
        self.send(page)
        self.assert_rows(page, Amount="-£250.00", VAT="£41.66", **{"Left to explain": "£0.00"})
        page.answer("explain")
        self.assertFalse(page.has(At.choice("transaction-32")))
        page.press(At.choice("done"))
        self.assertEqual(page.shown.outcome, ["2 transactions explained."])
        # What was ordered is what the pages showed.
        self.assertEqual(
            [(order["contents"]["category"], order["contents"]["amount"]["minorUnits"],
              order["contents"]["vat"]["amount"]["value"]["minorUnits"])
             for order in ordered(page.journal())],
            [("270", -100_000, -16_666), ("271", -25_000, -4_166)])


class Claims(BooksCase):
    def claim(self, page):
        """The newest claim, as the user's expenses show it."""
        page.start("books")
        page.press(At.choice("expenses"))
        page.press(At.choice("claim-9"))

    @with_and_without_script
    def test_a_journey_with_vat_on_its_fuel(self, page):
        books.to_mileage(page)
        self.send(page)
        # 9,950 miles were driven before: 50 are paid with the higher rate.
        self.assert_rows(page, Claimant="Ada Thornbury", Distance="120 miles",
                         **{"Miles by car in 2026/27 so far": "9,950", "Estimated payment": "£45.00",
                            "VAT on the fuel": "£3.40"})
        self.assertIn("50 miles × £0.55", page.text)
        self.assertIn("70 miles × £0.25", page.text)
        page.answer("save")
        self.assertEqual(page.shown.outcome, [
            "Claimed: £45.00 mileage, VAT £3.40, owed to Ada Thornbury."])
        self.claim(page)
        self.assert_rows(page, VAT="£3.40", Distance="120 miles",
                         **{"Owed to you": "£45.00", "Description": "To Bristol and back"})

    @with_and_without_script
    def test_a_receipt_goes_with_an_expense(self, page):
        books.to_expense(page, amount="twelve")
        page.attach("receipt", "receipt.pdf", books.PDF)
        self.send(page)
        self.assert_refused(page, "amount", "“twelve” does not belong in an amount.")
        # The receipt was kept, and need not be chosen again.
        self.assertIn("receipt.pdf", page.text)
        page.fill(amount="12.34")
        self.send(page)
        self.assert_rows(page, Amount="£12.34", VAT="£2.06", Receipt="receipt.pdf (15 bytes)",
                         **{"Owed to": "Ada Thornbury"})
        page.answer("save")
        self.assertEqual(
            page.shown.outcome,
            ["Claimed: £12.34 Accommodation and Meals, VAT £2.06, owed to Ada Thornbury."])
        order, = ordered(page.journal())
        self.assertEqual((order["receipt"]["name"], order["receipt"]["size"]),
                         ("receipt.pdf", len(books.PDF)))
        self.claim(page)
        self.assert_rows(page, VAT="£2.06", **{"Owed to you": "£12.34"})

    @with_and_without_script
    def test_a_receipt_stays_whatever_is_changed(self, page):
        receipt = "receipt.pdf (15 bytes)"
        books.to_expense(page)
        page.attach("receipt", "receipt.pdf", books.PDF)
        self.send(page)
        page.press(At.button("back"))
        self.assertIn("receipt.pdf", page.text)
        self.send(page)
        self.assert_rows(page, Amount="£12.34", VAT="£2.06", Receipt=receipt)
        # What the amount comes to is no other question: it is not asked again.
        self.change(page, "amount", "24")
        self.assertEqual(page.heading, "Claim this?")
        self.assert_rows(page, Amount="£24.00", VAT="£4.00", Receipt=receipt)
        # What is asked back about is asked about alone.
        self.change(page, "date", "tomorrow")
        self.assertFalse(page.has(At.field("field.amount")))
        page.press(At.button("acknowledge"))
        self.assertEqual(page.heading, "Claim this?")
        self.assert_rows(page, Amount="£24.00", Receipt=receipt)

    def change(self, page, row, text):
        page.press(f"[data-row$='.{row}'] .action a")
        field = page.find(At.field("answer"))
        field.clear()
        field.send_keys(text)
        self.send(page)

    @with_and_without_script
    def test_a_file_that_is_no_receipt(self, page):
        for name, contents, reason in (
                ("letter.txt", books.TEXT, "PDF, PNG, JPEG, GIF"), ("empty.pdf", b"", "empty"),
                ("large.pdf", books.PDF.ljust(5_242_881), "5.2 MB"),
                # More than the page sends: its bytes are passed over.
                ("larger.pdf", books.PDF.ljust(11_000_000), "11 MB")):
            with self.subTest(name):
                books.to_expense(page)
                page.attach("receipt", name, contents)
                self.send(page)
                self.assert_refused(page, "receipt", reason)
                # The next page is sent without it, and nothing else is lost.
                self.send(page)
                self.assertEqual(page.heading, "Claim this?")
                self.assert_rows(page, Amount="£12.34", Receipt="Not provided")


class Overview(BooksCase):
    # The places that the overview leads to, and a part of what each is headed with.
    PLACES = {
        "banking": "Which account?", "documents": "Which documents?",
        "expenses": "Which expense would you like to see?",
        "contacts": "Which contact would you like to see?", "account": "what would you like to do?",
        "explain-next": "Harbour Street Coffee",
        "email-next": "Invoice 006", "expense": "Expense", "mileage": "Mileage",
        "link": "What is the address?",
    }
    HEADING = "Thornbury Design Ltd: where would you like to go?"

    @with_and_without_script
    def test_every_section_and_back(self, page):
        page.start("books")
        # On a busy computer parts may be late.
        while page.has(At.choice("look-again")):
            page.press(At.choice("look-again"))
        self.assertEqual(page.heading, self.HEADING)
        overview = page.text
        for part in ("Cash flow", "Profit and loss", "Due soon", "Waiting in your accounts",
                     "Overdue invoices", "Your latest expenses"):
            self.assertIn(part, overview)
        offered = [button.get_attribute("value") for button in page.all(
            f"{At.question} button[name=answer]")]
        self.assertEqual(offered, [*self.PLACES, "refresh", "done"])
        for place, heading in self.PLACES.items():
            with self.subTest(place):
                page.press(At.choice(place))
                self.assertIn(heading, page.heading)
                page.press(At.button("back"))
                self.assertEqual(page.heading, self.HEADING)
                self.assertEqual(page.text, overview)

    @with_and_without_script
    def test_down_to_a_transaction_and_up_again(self, page):
        page.start("books")
        headings = [page.heading]
        for place in ("banking", "current-account", "transactions", "transaction-31", "explain"):
            page.press(At.choice(place))
            headings.append(page.heading)
        self.assertEqual(headings[-1], "Hilton Hotels")
        while headings:
            self.assertEqual(page.heading, headings.pop())
            if headings:
                page.press(At.button("back"))
        self.assertFalse(page.has(At.button("back")))


class Links(BooksCase):
    def follow(self, page, address):
        page.start("books-link")
        page.find(At.field("answer")).send_keys(address)
        self.send(page)

    @with_and_without_script
    def test_an_address_of_another_company(self, page):
        self.follow(page, "https://another.freeagent.com/invoices/3")
        self.assertEqual(
            page.heading, "This address belongs to another company: another."
            " You are logged in to Thornbury Design Ltd (thornbury).")
        self.send(page)
        self.assertEqual(page.heading, "Nothing was done")
        # It was the flow that ended, not the person who said no.
        self.assertEqual(page.shown.outcome, ["It ended here, and nothing more will be done."])
        self.assertNotIn("Brightwater", page.text)

    def test_an_address_of_ones_own_company(self):
        page = self.window()
        self.follow(page, "https://thornbury.freeagent.com/invoices/3")
        self.assert_rows(page, Number="003", For="Brightwater Studios Ltd", Total="£1,440.00")

    def test_an_address_of_somewhere_else(self):
        page = self.window()
        self.follow(page, "https://flowline.example/invoices/3")
        self.assertIn("flowline.example is another service.", page.text)
