"""Sessions that are gone, unloaded, somebody else's, or without a log-in by the time a page of them is sent."""

import books
from bookkeeping import ADA
from browser import At
from feature import Case, with_and_without_script
from online import NOW, OnlineCase


class Expiry(Case):
    # What the form leads to, what was typed in it, and what is answered then.
    next, typed, go_on = "Create this goal?", ["Bike", "£1,500.00"], "yes"
    # The same as it was typed.
    copied = ["Bike", "1500"]

    def to_form(self, page):
        page.to_form()
        page.fill(name="Bike", target="1500")

    def expect_gone(self, page):
        """A page that says so, with a way on and what was typed to be copied, and no trace of what others have."""
        self.assertFalse(page.has(At.question))
        shown = [area.get_attribute("value") for area in page.all("textarea[readonly]")]
        self.assertEqual([text for text in self.copied if text not in shown], [], shown)
        self.assertEqual(page.run("return performance.getEntriesByType('navigation')[0]"
                                  ".responseStatus"), 404)
        self.assertTrue(page.heading)
        page.press("main a")
        self.assertTrue(page.has(At.start("create-goal")))

    def test_a_session_that_was_deleted_in_another_tab(self):
        page = self.window()
        self.to_form(page)
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.open("/")
        page.press(At.link("/forget"))
        page.press(At.button("forget"))
        page.driver.switch_to.window(first)
        page.press(At.button("answer"))
        self.expect_gone(page)

    def test_a_browser_that_forgot_who_it_is(self):
        page = self.window()
        self.to_form(page)
        page.forget_who()
        page.press(At.button("answer"))
        self.expect_gone(page)

    def restart(self):
        """Kills the server, and starts it again at the same address."""
        port = self.server.port
        self.server.kill()
        self.server.options = (*self.options, "--port", str(port))
        self.server.start()
        self.assertEqual(self.server.port, port)

    def test_a_server_that_died_meanwhile(self):
        page = self.window()
        self.to_form(page)
        self.restart()
        # What was typed is taken as if nothing had happened.
        page.press(At.button("answer"))
        self.assertEqual(page.heading, self.next)
        for text in self.typed:
            self.assertIn(text, page.text)
        page.answer(self.go_on)
        self.assertTrue(page.is_end)


class BooksExpiry(Expiry):
    """The same in the middle of an expense with a receipt."""

    options = books.OPTIONS
    next, go_on = "Claim this?", "save"
    typed = ["Lunch with a client", "£12.34", "receipt.pdf"]
    copied = ["Lunch with a client", "12.34"]

    def to_form(self, page):
        books.to_expense(page)
        page.attach("receipt", "receipt.pdf", books.PDF)

    def test_a_receipt_of_a_refused_page_is_asked_for_again(self):
        page = self.window()
        self.to_form(page)
        page.fill(amount="")
        page.press(At.button("answer"))
        self.assertTrue(page.has(At.alert))
        self.restart()
        # A file that belongs to no answer yet does not outlive the server; all that was typed does.
        page.fill(amount="12.34")
        page.press(At.button("answer"))
        self.assert_refused(page, "receipt", "The file is no longer here. Send it again.")
        page.attach("receipt", "receipt.pdf", books.PDF)
        page.press(At.button("answer"))
        self.assertEqual(page.heading, self.next)
        for text in self.typed:
            self.assertIn(text, page.text)


class LogInExpiry(OnlineCase):
    """The service takes the log-in back while a form is filled in."""

    now = NOW

    def claims(self):
        """How many claims the service was sent and has made."""
        return sum((one["method"], one["path"], one.get("status")) == ("POST", "/v2/expenses", 201)
                   for one in self.service.control("GET", "requests")["requests"])

    def end_log_in(self):
        self.service.control("POST", "tokens/revoke", {"person": ADA})

    @with_and_without_script
    def test_what_was_typed_is_kept_over_another_log_in(self, page):
        page.start("books-log-in")
        self.log_in(page)
        # One that nobody else has claimed.
        amount, before = f"12.{self.windows}0", self.claims()
        books.to_expense(page, amount=amount)
        page.attach("receipt", "receipt.pdf", books.PDF)
        self.end_log_in()
        page.press(At.button("answer"))
        self.assertIn("the service has ended the log-in", page.text)
        self.log_in(page)
        self.assertEqual(page.heading, "Claim this?", page.text)
        for text in ("Lunch with a client", f"£{amount}", "receipt.pdf"):
            self.assertIn(text, page.text)
        # So it is at the last step, and it is claimed once.
        self.end_log_in()
        page.answer("save")
        self.assertIn("the service has ended the log-in", page.text)
        self.assertEqual(self.claims(), before)
        self.log_in(page)
        self.assertTrue(page.is_end, page.text)
        self.assertIn(f"Claimed: £{amount} Accommodation and Meals", page.text)
        self.assertEqual(self.claims(), before + 1)
