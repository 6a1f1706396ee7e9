"""Keys that leave, and terminals of every kind."""

import os
import signal
import unittest

from flowline import CTRL_C, CTRL_D, CTRL_U, ENGLISH, RUSSIAN, Case, paste


class Leaving(Case):
    def test_ctrl_c_clears_then_leaves_the_flow_then_the_program(self):
        t = self.terminal(*ENGLISH)
        t.says("flowline> ")
        t.enter("create-goal")
        t.says("Which account", "\n> ")
        t.type("pers")
        t.says("pers")
        t.type(CTRL_C)
        t.says("Cleared.")
        t.type(CTRL_C)
        t.says("cancelled", "flowline> ")
        t.type("half")
        t.says("half")
        t.type(CTRL_C)
        t.says("flowline> ")
        t.type(CTRL_C)
        self.assertEqual(t.ended(), 130)

    def test_ctrl_c_at_a_run_is_130(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.says("Which account", "\n> ")
        t.type(CTRL_C)
        self.assertEqual(t.ended(), 130)

    def test_ctrl_d_pauses_the_flow_and_then_leaves_the_program(self):
        t = self.terminal(*ENGLISH)
        t.says("flowline> ")
        t.enter("round-up")
        t.answer("personal", "Which account")
        t.answer("this", "Which week?")
        t.answer("", "£1.58")
        t.answer("new", "Where should £1.58 go?")
        t.says("saving for?", "\n> ")
        t.type(CTRL_D)
        t.says("Your answers are saved", "flowline> ")
        t.type(CTRL_D)
        self.assertEqual(t.ended(), 0)

    def test_a_closed_terminal_ends_the_program(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.says("Which account", "\n> ")
        os.close(os.dup(t.child.child_fd))
        t.child.close(force=False)
        self.assertFalse(t.child.isalive())

    def test_a_signal_ends_the_program(self):
        t = self.terminal("run", "create-goal", *ENGLISH, "--record", "cut.flow")
        t.answer("personal", "Which account")
        t.says("saving for?", "\n> ")
        os.kill(t.child.pid, signal.SIGTERM)
        self.assertEqual(t.ended(), -signal.SIGTERM)
        self.assertIn('answer account "personal"', self.read("cut.flow"))


DOWN = "\x1b[B"


class Choosing(Case):
    def test_no_space_and_no_letter_taken_back_chooses_another(self):
        for typed in (" ", "x\x7f", " x\x7f", paste("  ")):
            with self.subTest(typed):
                t = self.terminal("run", "create-goal", *ENGLISH)
                t.says("Which account", "Euro")
                t.type(DOWN + DOWN)
                self.shows(t, "❯ 3  Euro")
                t.type(typed)
                t.type("\r")
                self.shows(t, ": Euro", "saving for?")

    def test_tab_moves_a_selection_that_is_seen(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.says("Which account", "Euro")
        t.type("\t")
        self.shows(t, "❯ 2  Business", "1  Personal")
        t.type(DOWN)
        self.shows(t, "❯ 3  Euro")
        t.type("/bus\r")
        self.shows(t, ": Business", "saving for?")

    def test_commands_are_chosen_with_what_they_do(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.answer("personal", "Which account")
        t.says("saving for?", "> ")
        t.type(":")
        self.shows(t, "❯ :back", ":help", "↑↓ choose · Enter", without=["⇧Tab"])
        t.type("go")
        self.shows(t, "❯ :goto", without=[":back"])
        t.type("\r")
        # A step belongs behind it.
        self.shows(t, "> :goto", "saving for?", without=["❯", "↑↓"])
        t.type("account\r")
        self.shows(t, "Which account", "❯ 1  Personal")
        t.type(":c")
        self.shows(t, "❯ :cancel", without=["Personal"])
        t.type(CTRL_U)
        self.shows(t, "❯ 1  Personal", without=[":cancel"])
        t.type(":can\r")
        self.assertEqual(t.ended(), 5)

    def test_a_pasted_line_leaves_question_error_and_keys_on_the_screen(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.answer("personal", "Which account")
        t.says("saving for?", "\n> ")
        t.type(paste("x" * 5000) + "\r")
        self.shows(t, ": Personal", "saving for?", "> …xxx", "Error: That is 5,000", ":help")
        t.type(CTRL_U)
        self.shows(t, ": Personal", "saving for?", ":help", without=["xxx", "Error"])
        t.type("\x1b[200~Bi\u202e\u200b\x1b[31mke\x1b[201~\r")
        self.shows(t, ": Bike", "want to save?", without=["saving for?"])
        self.assertEqual(t.screen.text().count(": Personal"), 1)

    def test_words_that_do_not_fit_behind_an_amount_are_left_out(self):
        t = self.terminal("run", "create-goal", *ENGLISH, size=(24, 70))
        t.answer("personal", "Which account")
        t.answer("Bike", "saving for?")
        t.says("want to save?", "> ")
        t.type("1,330k")
        self.shows(t, "> 1,330k  = £1,330,000.00\n")


class Terminals(Case):
    def walk(self, t):
        t.says("Which account", "> ")
        t.enter("personal")
        t.says("saving for?", "> ")
        t.enter("Bike")
        t.says("want to save?", "> ")
        t.enter("x")
        t.says("Error: ", "x", " does not belong")
        if "\x1b" not in t.raw:
            t.says("> x")
        t.enter("\x15250")
        t.says("this goal?", "> ")
        t.enter("n")
        t.until(lambda: not t.child.isalive(), "the end")
        self.assertEqual(t.ended(), 5)
        return t

    def test_colours_are_used_at_a_terminal(self):
        self.assertIn("\x1b[31mError:", self.walk(self.terminal("run", "create-goal", *ENGLISH)).raw)

    def test_no_color(self):
        t = self.walk(self.terminal("run", "create-goal", *ENGLISH, NO_COLOR="1"))
        self.assertNotRegex(t.raw, r"\x1b\[\d+m")
        t = self.walk(self.terminal("run", "create-goal", *ENGLISH, "--color", "never"))
        self.assertNotRegex(t.raw, r"\x1b\[\d+m")

    def test_a_dumb_terminal(self):
        t = self.walk(self.terminal("run", "create-goal", *ENGLISH, TERM="dumb"))
        self.assertNotIn("\x1b", t.raw)

    def test_the_locale_c_has_ascii_glyphs_alone(self):
        t = self.walk(self.terminal("run", "create-goal", *ENGLISH, LANG="C"))
        self.assertNotIn("›", t.text)
        self.assertIn("> 1  Personal", t.text)
        self.assertIn("+ Account: Personal", t.text)

    def test_russian_in_the_locale_c(self):
        t = self.terminal("run", "create-goal", *RUSSIAN, LANG="C")
        t.answer("personal", "счёт")
        t.answer("Велосипед", "шаг 2")
        t.answer("много", "шаг 3")
        t.says("Ошибка: \"много\" не похоже на сумму.")

    def test_forty_columns(self):
        t = self.walk(self.terminal("run", "create-goal", *ENGLISH, size=(24, 40)))
        # Nothing was broken by the terminal: each row begins with what the program began it with.
        rows = t.screen.text().splitlines()
        self.assertEqual([row[:2] for row in rows[:4]], ["✓ "] * 4, rows)

    def test_plain_is_sentences_and_appends_only(self):
        t = self.terminal("run", "round-up", *ENGLISH, "--plain")
        t.says("Choice 1: Personal,", "Answer: ")
        t.enter("x")
        t.says("Error: “x” is not one of the choices.", "Answer: x")
        t.enter("\x15personal")
        t.says("Which week?", "Answer: ")
        t.enter("this")
        t.says("Press Enter to continue.", "Press Enter: ")
        t.enter()
        t.says("Choice 1: Trip,", "Answer: ")
        t.enter("trip")
        t.says("Yes or no.", "Answer: ")
        t.enter("yes")
        t.says("24 percent", "Press Enter: ")
        t.enter()
        self.assertEqual(t.ended(), 0)
        self.assertNotRegex(t.raw, r"\x1b\[\d+m")
        self.assertNotIn("›", t.text)
        self.assertNotIn("[#", t.text)

    def test_accessible_is_plain(self):
        t = self.terminal("run", "create-goal", *ENGLISH, ACCESSIBLE="1")
        t.says("Choice 1: Personal,", "Answer: ")

    def test_a_resize_to_one_column(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.says("Which account", "\n> ")
        t.child.setwinsize(24, 1)
        t.enter("personal")
        t.says("s\na\nv\ni\nn\ng")
        t.child.setwinsize(24, 80)
        t.enter("Bike")
        t.says("want to save?")

    def test_a_megabyte_pasted_into_a_name(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.answer("personal", "Which account")
        t.says("saving for?", "\n> ")
        data = paste("x" * (1 << 20))
        for start in range(0, len(data), 1 << 12):
            t.type(data[start:start + (1 << 12)])
            t.look()
        t.says("Error: The line is longer than")
        t.enter("y" * 300)
        # The line is offered again; what is typed before would stand in front of it.
        t.says("yyy", "Error: That is 300 characters long")
        t.type("\x15Bike\r")
        t.says("want to save?")

    def test_a_timeout(self):
        t = self.terminal("run", "create-goal", *ENGLISH, "--timeout", "0.3")
        t.says("Nobody answered “account” in time.")
        self.assertEqual(t.ended(), 124)

    def test_bytes_that_are_not_utf8(self):
        t = self.terminal("run", "create-goal", *ENGLISH)
        t.answer("personal", "Which account")
        t.says("saving for?", "\n> ")
        os.write(t.child.child_fd, b"Bi\xff\xfeke\r")
        t.says("want to save?", "\n> ")
        t.enter(":review")
        t.says("Bike")


if __name__ == "__main__":
    unittest.main()
