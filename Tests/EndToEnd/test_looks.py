"""What stays on the screen of a walk, and what is taken off it."""

import unittest

from flowline import CTRL_U, ENGLISH, RUSSIAN, SHIFT_TAB, Case


class Looks(Case):
    def test_one_line_stays_of_an_answered_question(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.says("Which account", "\n> ")
        t.enter("nonsense")
        t.says("nonsense", "Error:")
        t.type(CTRL_U)
        t.enter("pers")
        t.says("saving for?", "\n> ")
        self.shows(
            t, ": Personal", "saving for?",
            without=["Which account", "nonsense", "Error:", "> pers"])
        t.enter("Bike")
        t.says("want to save?", "\n> ")
        self.shows(t, "✓", ": Bike", without=["saving for?"])
        t.type(SHIFT_TAB)
        t.says("saving for?", "> Bike")
        self.shows(t, ": Personal", "> Bike", without=[": Bike", "want to save?"])

    def test_in_russian(self):
        t = self.terminal("run", "create-goal", *RUSSIAN)
        t.answer("personal", "счёт")
        self.shows(t, "✓", ": Personal", "шаг 2", "⇧Tab назад · :помощь", without=["шаг 1"])

    def test_in_ascii(self):
        t = self.terminal("run", "create-goal", *ENGLISH, LANG="C")
        t.answer("personal", "Which account")
        t.says("saving for?", "\n> ")
        self.shows(t, "+ ", ": Personal", without=["Which account", "✓"])

    def test_a_dumb_terminal_and_plain_lines_only_append(self):
        for arguments, variables in [((), {"TERM": "dumb"}), (("--plain",), {})]:
            t = self.terminal("run", "create-goal", *ENGLISH, *arguments, **variables)
            t.says("Which account")
            t.enter("pers")
            t.says("saving for?")
            self.shows(t, ": Personal", "Which account", "pers")

    def test_after_a_resize_the_question_is_whole(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.answer("personal", "Which account")
        t.says("saving for?")
        t.resize(24, 30)
        self.shows(t, "✓", ": Personal", "saving for?", "⇧Tab back · :help", without=["Which"])
        t.resize(24, 100)
        self.shows(t, "✓", ": Personal", "saving for?", "step 2 of 4", without=["Which"])


if __name__ == "__main__":
    unittest.main()

    def test_a_new_answer_takes_the_place_of_one_that_was_refused_where_it_may_not_be_seen(self):
        for arguments, variables in [(["--plain"], {}), ([], {"ACCESSIBLE": "1"}), ([], {"TERM": "dumb"})]:
            with self.subTest(arguments=arguments, variables=variables):
                t = self.terminal("run", "create-goal", *ENGLISH, *arguments, **variables)
                t.says("Which account")
                t.enter("personal")
                t.says("saving for?")
                t.enter("Bike")
                t.says("want to save?")
                t.enter("12.505")
                t.says("Too many decimals", "12.505")
                t.enter("12.50")
                t.says("Create this goal?")
                t.close()

    def test_a_window_of_ten_columns_has_its_choices_once(self):
        t = self.terminal("run", "create-goal", *ENGLISH, size=(24, 10))
        t.says("Personal", "Business", "Euro")
        self.assertEqual(t.screen.text().count("Busine"), 1)
        t.type("\x1b[B")
        t.until(lambda: any(row.startswith("❯ 2") for row in t.screen.text().split("\n")), "the second choice")
        t.enter()
        t.says("Busine", "saving")
