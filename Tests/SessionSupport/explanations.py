"""What the flow that explains a transaction asks of each type, whatever shows it."""

# The steps by the types that are offered, of money that went out and of money that came in: transactions of
# the sample in which every type is possible.
TYPES = {
    "transaction-32": {
        "payment": ["category", "vat"], "bill-payment": ["document"],
        "sales-refund": ["category", "vat"], "credit-note-refund": ["document"],
        "transfer-to": ["other-account"], "paid-to-user": ["user"],
        "capital-asset-purchase": ["category", "vat"],
        "stock-purchase": ["stock", "quantity", "vat"], "other-money-out": ["category", "vat"],
    },
    "transaction-30": {
        "refund": ["category", "vat"], "bill-refund": ["document"],
        "invoice-receipt": ["document"], "sales": ["category", "vat"],
        "transfer-from": ["other-account"], "received-from-user": ["user"],
        "capital-asset-disposal": ["asset", "vat"],
        "stock-sale": ["stock", "quantity", "vat"], "other-money-in": ["category", "vat"],
    },
}
