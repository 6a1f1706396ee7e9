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
