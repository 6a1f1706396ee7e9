"""Two tabs of one session: each answer is for the question its page shows, or for none."""

from browser import At
from feature import Case, with_and_without_script


class Tabs(Case):
    def second_tab(self, page):
        """Opens what is shown in another tab, and is there."""
        first, path = page.driver.current_window_handle, page.path
        page.driver.switch_to.new_window("tab")
        page.open(path)
        return first, page.driver.current_window_handle

    def change_account(self, page):
        page.press(At.link("/answers"))
        page.press(At.change("create-goal/account"))
        page.answer("business")

    @with_and_without_script
    def test_two_tabs(self, page):
        page.to_confirm()
        older, newer = self.second_tab(page)
        self.change_account(page)
        self.assertIn("Business", page.text)
        # The older tab says yes to what it shows, which is not what is asked any more.
        page.driver.switch_to.window(older)
        self.assertIn("Personal", page.text)
        page.answer("yes")
        self.assertFalse(page.is_end)
        self.assertTrue(page.has(At.notice))
        self.assertEqual(page.heading, "Create this goal?")
        self.assertIn("Business", page.text)
        self.assertNotIn("Personal", page.text)
        # What is shown there now can be answered.
        page.answer("yes")
        self.assertTrue(page.is_end)
        record = page.journal()
        self.assertEqual(record.count("\ncommit "), 1)
        # The newer tab still shows the question: it has been answered meanwhile.
        page.driver.switch_to.window(newer)
        page.answer("no")
        self.assertIn("This was already decided, with “Yes”. Your “No” came too late and changed "
                      "nothing.", page.text)
        page.press("main .buttons .button")
        self.assertTrue(page.is_end)
        self.assertIn("Goal “Bike” created", page.text)
        self.assertEqual(page.journal(), record)

    def test_an_older_tab_behind_changes_its_own_answer(self):
        page = self.window()
        page.start("create-goal")
        older, newer = self.second_tab(page)
        page.answer("personal")
        page.fill(name="Bike", target="1500")
        page.press(At.button("answer"))
        self.assertIn("Personal", page.text)
        page.driver.switch_to.window(older)
        page.answer("business")
        # It is said that an earlier answer was changed, and nothing of the other tab is lost.
        self.assertTrue(page.has(At.notice))
        self.assertEqual(page.heading, "Create this goal?")
        self.assertIn("Business", page.text)
        self.assertIn("Bike", page.text)
        page.driver.switch_to.window(newer)
        page.answer("yes")
        self.assertFalse(page.is_end)
        self.assertTrue(page.has(At.notice))
        self.assertIn("Business", page.text)

    @with_and_without_script
    def test_what_is_typed_in_an_older_tab_stays_in_its_fields(self, page):
        page.to_form()
        older, _ = self.second_tab(page)
        self.change_account(page)
        page.driver.switch_to.window(older)
        page.fill(name="Bike", target="1500")
        page.press(At.button("answer"))
        # The form is asked anew, for the other account: it is filled in, and nothing is answered yet.
        self.assertTrue(page.has(At.notice))
        self.assertIn("Error: ", page.driver.title)
        for name, text in [("name", "Bike"), ("target", "1500")]:
            self.assertEqual(page.find(At.field(f"field.{name}")).get_attribute("value"), text)
        page.press(At.button("answer"))
        self.assertEqual(page.heading, "Create this goal?")
        self.assertIn("Business", page.text)

    @with_and_without_script
    def test_what_is_typed_after_the_end_can_be_copied(self, page):
        page.to_form()
        older, newer = self.second_tab(page)
        page.fill(name="Bike", target="1500")
        page.press(At.button("answer"))
        page.answer("yes")
        self.assertTrue(page.is_end)
        page.driver.switch_to.window(older)
        page.fill(name="Boat", target="20")
        page.press(At.button("answer"))
        self.assertFalse(page.has(At.question))
        typed = [area.get_attribute("value") for area in page.all("textarea[readonly]")]
        self.assertEqual(typed, ["Boat", "20"])
        page.press("main .buttons .button")
        self.assertTrue(page.is_end)
        self.assertIn("Goal “Bike” created", page.text)

    def test_two_sessions_in_two_tabs_know_nothing_of_each_other(self):
        page = self.window()
        page.to_confirm("Bike")
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.to_confirm("Boat")
        self.assertNotIn("Bike", page.text)
        page.answer("no")
        page.driver.switch_to.window(first)
        page.answer("yes")
        self.assertIn("Goal “Bike” created", page.text)
