"""A review: what a row shows is changed from there, with and without a script."""

from browser import At, words
from feature import Case, with_and_without_script


def change(row):
    """The link beside a row of a review that has its answer changed."""
    return f"[data-row$='.{row}'] .action a"


class Review(Case):
    @with_and_without_script
    def test_a_row_is_changed_and_the_review_comes_back(self, page):
        page.to_confirm()
        links = [words(link.get_attribute("textContent")) for link in page.all(".action a")]
        self.assertEqual(links, ["Change Name", "Change Target", "Change Account"])
        page.press(change("name"))
        self.assertEqual(page.heading, "What are you saving for?")
        field = page.find(At.field("answer"))
        self.assertEqual(field.get_attribute("value"), "Bike")
        field.clear()
        field.send_keys("Boat")
        page.press(At.button("answer"))
        self.assertEqual(page.heading, "Create this goal?")
        self.assertEqual(page.shown.notice, "Your earlier answer was changed.")
        # What was answered behind it is as it was.
        self.assertEqual(
            page.shown.rows, {"Name": "Boat", "Target": "£1,500.00", "Account": "Personal"})

    @with_and_without_script
    def test_a_change_that_is_refused_comes_back_alone(self, page):
        page.to_confirm()
        review = page.path
        page.press(change("target"))
        question = page.heading
        self.type(page, "abc")
        self.assertEqual(page.heading, question)
        field = page.find(At.field("answer"))
        self.assertEqual(field.get_attribute("value"), "abc")
        self.assertEqual(field.get_attribute("aria-invalid"), "true")
        links = page.all(f"{At.alert} a")
        self.assertEqual([link.get_attribute("href").split("#")[-1] for link in links],
                         [field.get_attribute("id")])
        # Nothing has moved, and it is changed from there.
        other = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.open(review)
        self.assertEqual((page.path, page.heading), (review, "Create this goal?"))
        page.driver.switch_to.window(other)
        self.type(page, "2000")
        self.assertEqual(page.heading, "Create this goal?")
        self.assertEqual(
            page.shown.rows, {"Name": "Bike", "Target": "£2,000.00", "Account": "Personal"})

    def type(self, page, text):
        """Types an answer in place of the one that is shown, and saves it."""
        field = page.find(At.field("answer"))
        field.clear()
        field.send_keys(text)
        page.press(At.button("answer"))

    @with_and_without_script
    def test_looking_at_an_answer_changes_nothing(self, page):
        page.to_confirm()
        review = page.path
        page.press(change("account"))
        self.assertTrue(page.find(At.field("answer", "personal")).is_selected())
        page.press(".above .back")
        self.assertEqual(page.path, review)
        self.assertEqual(page.shown.rows["Account"], "Personal")
        page.answer("yes")
        self.assertTrue(page.is_end)
        # What was carried out cannot be changed.
        self.assertFalse(page.has(".action a"))
