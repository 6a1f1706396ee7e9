"""What stays on the screen of a walk, and what is taken off it."""

import unittest

from flowline import CTRL_U, ENGLISH, RUSSIAN, SHIFT_TAB, Case


class Looks(Case):
    def shows(self, t, *texts, without=()):
        """Waits until these stand on the screen, and none of the others does."""
        def seen():
            screen = t.screen.text()
            return all(text in screen for text in texts) and not any(
                text in screen for text in without)
        t.until(seen, f"{texts} without {without} on the screen:\n{t.screen.text()}")

    def test_one_line_stays_of_an_answered_question(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.says("beginning of a name", "\n> ")
        t.enter("nonsense")
        t.says("Error:", "> nonsense")
        t.type(CTRL_U)
        t.enter("pers")
        t.says("255 characters", "\n> ")
        self.shows(
            t, ": Personal", "255 characters",
            without=["beginning of a name", "nonsense", "Error:", "> pers"])
        t.enter("Bike")
        t.says("An amount in GBP", "\n> ")
        self.shows(t, "✓", ": Bike", without=["255 characters"])
        t.type(SHIFT_TAB)
        t.says("255 characters", "> Bike")
        self.shows(t, ": Personal", "> Bike", without=[": Bike", "An amount in GBP"])

    def test_in_russian(self):
        t = self.terminal("run", "create-goal", *RUSSIAN)
        t.answer("personal", "начало названия")
        t.says("255", "\n> ")
        self.shows(t, "✓", ": Personal", "шаг 2", without=["начало названия", "шаг 1"])

    def test_in_ascii(self):
        t = self.terminal("run", "create-goal", *ENGLISH, LANG="C")
        t.answer("personal", "beginning of a name")
        t.says("255 characters", "\n> ")
        self.shows(t, "+ ", ": Personal", without=["beginning of a name", "✓"])

    def test_a_dumb_terminal_and_plain_lines_only_append(self):
        for arguments, variables in [((), {"TERM": "dumb"}), (("--plain",), {})]:
            t = self.terminal("run", "create-goal", *ENGLISH, *arguments, **variables)
            t.says("beginning of a name")
            t.enter("pers")
            t.says("255 characters")
            self.shows(t, ": Personal", "beginning of a name", "pers")

    def test_after_a_resize_nothing_is_taken_off(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.says("beginning of a name", "\n> ")
        t.child.setwinsize(24, 70)
        t.enter("personal")
        t.says("255 characters", "\n> ")
        self.assertIn("beginning of a name", t.screen.text())


if __name__ == "__main__":
    unittest.main()
