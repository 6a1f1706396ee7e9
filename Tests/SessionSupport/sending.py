"""Invoices that are e-mailed at a sandbox of a bookkeeping service, and what goes wrong meanwhile."""

# Whose addresses are verified in the sample.
SENDERS = ("1", "2", "3")
# Who gets the invoice.
RECIPIENT = "invoices@harbourcoffee.example"

UNKNOWN = "It is not known whether “Sending the e-mail” was done. What would you like to do?"
NOT_DONE = "This was not done. What would you like to do?"
# What goes wrong before anything is done, and what is said of it.
NOT_SENT = {
    "an access level that became too low": (
        {"kind": "status", "status": 403}, ["You are not allowed to do this"]),
    "too many requests": (
        # For longer than anybody would wait for an answer.
        {"kind": "status", "status": 429, "retryAfter": 600},
        ["The bookkeeping service has had too many requests", "status 429, try again in 10 min"]),
}


class Drafts:
    """A test about an invoice that is a draft: its `service` is the sandbox."""

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

    def make_draft(self):
        """Makes the draft that the test is about, at a service as it was before any test."""
        self.restore()
        today = self.service.control("GET", "clock")["now"][:10]
        made = self.service.ask("POST", "invoices", {"invoice": {
            "contact": f"{self.service.address}/v2/contacts/4", "dated_on": today,
            "payment_terms_in_days": 30,
            "invoice_items": [{"item_type": "Services", "description": "Labels", "quantity": "1",
                               "price": "400"}]}})["invoice"]
        self.number, self.reference = made["url"].rsplit("/", 1)[-1], made["reference"]

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

    def assert_was_sent_once(self):
        self.assertEqual(
            ([email["recipient"] for email in self.sent], self.status), ([RECIPIENT], "Open"))
