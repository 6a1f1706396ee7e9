"""The keyboard alone: a goal is created and an expense claimed with Tab, Space, Enter, arrows and letters, and
nothing is clicked."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

import focus
from browser import At
from feature import Case, with_and_without_script

class Keyboard(Case):
    def press(self, *keys):
        ActionChains(self.page.driver).send_keys(*keys).perform()

    def stops(self):
        """Goes through the whole page with Tab and holds it against the order of the document."""
        focus.check(self, self.page)

    def to(self, selector):
        """Tab until the focus is there."""
        target = self.page.find(selector)
        for _ in range(60):
            if self.page.driver.switch_to.active_element == target:
                return
            self.press(Keys.TAB)
        self.fail(f"Tab never comes to {selector}")

    def go(self, *keys):
        self.page.go(lambda: self.press(*keys))

    def test_a_goal_without_a_click(self):
        self.page = page = self.window()
        page.open("/")
        self.stops()
        page.open("/")
        self.to(At.start("create-goal"))
        self.go(Keys.ENTER)
        self.assertEqual(page.heading, "Which account is the goal for?")
        self.stops()
        page.driver.refresh()
        # Nothing is chosen yet: what is wrong has the focus, and leads to where it is put right.
        self.to(At.button("answer"))
        self.go(Keys.SPACE)
        self.assertTrue(page.has(At.alert))
        self.assertTrue(page.run(
            "return document.activeElement.contains(document.querySelector(arguments[0]))",
            At.alert))
        self.to(f"{At.alert} a")
        self.press(Keys.ENTER)
        first = page.driver.switch_to.active_element
        self.assertEqual(first.get_attribute("name"), "answer")
        self.press(Keys.SPACE)
        self.press(Keys.ARROW_DOWN)
        chosen = page.driver.switch_to.active_element
        self.assertNotEqual(chosen, first)
        self.assertTrue(chosen.is_selected())
        self.press(Keys.ARROW_UP)
        self.go(Keys.ENTER)
        self.stops()
        self.to(At.field("field.name"))
        self.press("Bike")
        # Behind it is why it is asked.
        self.press(Keys.TAB, Keys.TAB)
        self.assertEqual(
            page.driver.switch_to.active_element.get_attribute("name"), "field.target")
        self.press("1500")
        self.go(Keys.ENTER)
        self.assertEqual(page.heading, "Create this goal?")
        self.stops()
        # Each answer is a button.
        self.to(At.choice("yes"))
        self.go(Keys.SPACE)
        self.assertTrue(page.is_end)
        self.assertIn("Goal “Bike” created", page.text)
        self.stops()

    def test_an_expense_without_a_click(self):
        self.page = page = self.window()
        page.open("/")
        self.to(At.start("expense"))
        self.go(Keys.ENTER)
        self.assertEqual(page.heading, "Expense")
        self.stops()
        page.driver.refresh()
        self.to(At.field("field.claimant"))
        self.press(Keys.ARROW_DOWN)
        self.to(At.field("field.date"))
        self.press("2026-11-20")
        # A category is found by typing a part of it.
        self.to(".filter input")
        self.press("285")
        self.to(At.field("field.category"))
        self.press(Keys.SPACE)
        self.to(At.field("field.amount"))
        self.press("12.34")
        self.to(At.field("field.vat"))
        self.press(Keys.ARROW_DOWN)
        self.page.wait(lambda: not page.has("[aria-busy=true]"), "the fields")
        self.to(At.field("field.description"))
        self.press("Lunch")
        self.go(Keys.ENTER)
        self.assertEqual(page.heading, "Claim this?")
        self.assertIn("Ben Carter", page.text)
        self.assertIn("285 Accommodation and Meals", page.text)
        self.stops()
        # What becomes of it is decided by a button.
        self.to(At.choice("save"))
        self.go(Keys.SPACE)
        self.assertTrue(page.is_end)
        self.assertIn("VAT £2.06, owed to Ben Carter", page.text)
        self.stops()

    def to_form_behind_lock(self, page):
        """Sets a PIN, so that pages have a button that locks, and opens the form of a goal."""
        self.page = page
        page.open("/lock")
        page.find("input[name=new]").send_keys("2468")
        page.press(At.button("keep"))
        page.to_form()

    @with_and_without_script
    def test_enter_answers_though_other_buttons_of_the_form_come_first(self, page):
        self.to_form_behind_lock(page)
        # The name of the service, the way back and the button that locks belong to the form as well.
        self.to(At.field("field.name"))
        self.press("Bike", Keys.TAB)
        self.to(At.field("field.target"))
        self.press("1500")
        self.go(Keys.ENTER)
        self.assertEqual(page.heading, "Create this goal?")

    @with_and_without_script
    def test_a_lock_without_a_click(self, page):
        self.to_form_behind_lock(page)
        self.to(At.field("field.name"))
        self.press("Bike")
        self.to(f".lock {At.button('lock')}")
        self.go(Keys.SPACE)
        self.assertEqual(page.heading, "Flowline is locked")
        self.to("input[name=pin]")
        self.press("2468")
        self.go(Keys.ENTER)
        self.assertEqual(page.find(At.field("field.name")).get_attribute("value"), "Bike")

    def test_the_first_stop_leads_past_the_header(self):
        self.page = page = self.window()
        page.start("create-goal")
        self.press(Keys.TAB)
        self.press(Keys.ENTER)
        self.assertEqual(page.driver.switch_to.active_element, page.find(At.main))
        self.press(Keys.TAB)
        self.assertTrue(page.run(
            "return document.querySelector(arguments[0]).contains(document.activeElement)",
            At.main))
