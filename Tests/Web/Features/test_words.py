"""Texts with spaces at which no line is broken: found as a person reads them, and kept as they are."""

from feature import Case, with_and_without_script

NAME = "Bike\u00a0fund"


class Words(Case):
    @with_and_without_script
    def test_a_name_is_read_as_any_other_and_stays_as_it_was_typed(self, page):
        page.to_confirm(NAME)
        # The page has the space that was typed, which a search for what is read would not find.
        shown = page.find("[data-row$='.name'] .value").get_attribute("textContent")
        self.assertIn(NAME, shown)
        self.assertEqual(page.shown.rows["Name"], "Bike fund")
        page.answer("yes")
        self.assertIn("Goal “Bike fund” created", page.text)
        self.assertIn(f'answer name "{NAME}"', page.journal())

    @with_and_without_script
    def test_a_text_of_the_books_is_found(self, page):
        page.start("explain")
        page.answer("current-account")
        listed = page.find("main").get_attribute("textContent")
        self.assertIn("Café Unter\u00a0den Linden", listed)
        self.assertIn("Café Unter den Linden", page.text)
