"""The bookkeeping flows over the sample that each visitor has: the first steps of their tests, and a tour of
their pages."""

from browser import At

# The day for which the expected figures are right; the sample lies relative to it.
OPTIONS = ("--now", "2026-11-20T12:00:00Z")

# The contents of a receipt, and of a file that is not one.
PDF = b"%PDF-1.4\n%%EOF\n"
TEXT = b"Dear Ada"


def to_list(page):
    """Comes to what is left to explain in the first account."""
    page.start("explain")
    page.answer("current-account")


def to_explanation(page, key="transaction-32", category="270"):
    """Comes from a list of transactions to the whole form of a payment, with a category."""
    page.press(At.choice(key))
    page.choose("type", "payment", then="category")
    page.choose("category", category)


def to_email(page, key="invoice-6"):
    """Comes to the form of an e-mail."""
    page.start("email-document")
    page.answer("invoice")
    page.answer(key)


def to_expense(page, **fields):
    """Comes to the form of an expense, and fills it in."""
    page.start("expense")
    page.choose("category", "285")
    page.fill(**{"amount": "12.34", "description": "Lunch with a client", **fields})


def to_mileage(page):
    """Comes to the form of a journey with a receipt for the fuel, and fills it in."""
    page.start("mileage")
    page.fill(distance="120", description="To Bristol and back")
    page.choose("vehicle", "car", then="fuel-receipt")
    page.choose("fuel-receipt", "yes", then="size")
    page.choose("size", "1401-2000cc")


def tour(page):
    """Goes through the pages of the flows, and yields the name of each."""
    def send():
        page.press(At.button("answer"))

    page.start("books")
    yield "overview"
    page.press(At.choice("banking"))
    yield "accounts"
    page.press(At.choice("current-account"))
    yield "account"
    page.press(At.choice("transactions"))
    yield "transactions"
    page.press(At.choice("transaction-32"))
    yield "transaction"
    page.press(At.choice("explain"))
    yield "explain-type"
    page.choose("type", "payment", then="category")
    page.choose("category", "270")
    page.choose("vat", "amount", then="vat-amount")
    yield "explain-form"
    page.fill(**{"vat-amount": "5000"})
    send()
    yield "explain-refused"
    page.fill(**{"vat-amount": "208.33"})
    send()
    yield "explain-review"
    page.answer("explain")
    yield "transaction-explained"

    page.start("books")
    page.press(At.choice("documents"))
    yield "kinds"
    page.press(At.choice("invoice"))
    yield "documents"
    page.press(At.choice("invoice-6"))
    yield "document"
    page.press(At.choice("email"))
    yield "email-form"
    page.fill(to="nobody")
    send()
    yield "email-refused"
    page.fill(to="somebody.with.a.long.name@a-company-with-a-long-name.example")
    send()
    yield "email-preview"
    page.answer("send")
    yield "document-sent"

    to_expense(page)
    yield "expense-form"
    page.attach("receipt", "letter.txt", TEXT)
    send()
    yield "expense-refused"
    page.attach("receipt", "receipt.pdf", PDF)
    send()
    yield "expense-review"
    page.answer("save")
    yield "expense-result"

    to_mileage(page)
    yield "mileage-form"
    send()
    yield "mileage-review"
    page.answer("save")
    yield "mileage-result"

    page.start("books")
    page.press(At.choice("expenses"))
    yield "expenses"
    page.press(At.choice("claim-9"))
    yield "claim"

    page.start("books-link")
    yield "link"
    page.find(At.field("answer")).send_keys("https://another.freeagent.com/invoices/3")
    send()
    yield "link-refused"
