"""Sessions that are gone, unloaded, or somebody else's by the time a page of them is sent."""

from browser import At
from feature import Case


class Expiry(Case):
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

    def test_a_server_that_died_meanwhile(self):
        page = self.window()
        self.to_form(page)
        port = self.server.port
        self.server.kill()
        self.server.options = ("--port", str(port))
        self.server.start()
        self.assertEqual(self.server.port, port)
        # What was typed is taken as if nothing had happened.
        page.press(At.button("answer"))
        self.assertEqual(page.heading, "Create this goal?")
        self.assertIn("Bike", page.text)
        page.answer("yes")
        self.assertTrue(page.is_end)
