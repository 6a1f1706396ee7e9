"""Sessions that are gone, unloaded, or somebody else's by the time a page of them is sent."""

import books
from browser import At
from feature import Case


class Expiry(Case):
    # What the form leads to, what was typed in it, and what is answered then.
    next, typed, go_on = "Create this goal?", ["Bike", "£1,500.00"], "yes"

    def to_form(self, page):
        page.to_form()
        page.fill(name="Bike", target="1500")

    def expect_gone(self, page):
        """A page that says so, with a way on, and no trace of what others have."""
        self.assertFalse(page.has(At.question))
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
