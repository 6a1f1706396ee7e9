"""A PIN keeps others from the screen."""

import os
import signal
import unittest

from flowline import CTRL_D, ENGLISH, RUSSIAN, Case


class Locking(Case):
    def choose(self, pin="2468"):
        """Sets a PIN at the program's prompt; the file that keeps it."""
        t = self.terminal(*ENGLISH)
        t.says("flowline> ")
        t.enter("lock")
        for asks in ("New PIN: ", "Once more: ", "PIN: "):
            t.says(asks)
            t.enter(pin)
        self.shows(t, "The PIN is set.", "flowline>", without=["New PIN:"])
        t.type(CTRL_D)
        self.assertEqual(t.ended(), 0)
        return self.path(".local/state/flowline/pin")

    def open(self, *arguments):
        t = self.terminal(*arguments, *ENGLISH)
        t.says("flowline is locked.", "PIN: ")
        t.enter("2468")
        return t

    def test_a_locked_flow_shows_nothing_and_goes_on_unchanged(self):
        pin = self.choose()
        self.assertEqual(os.stat(pin).st_mode & 0o777, 0o600)
        self.assertNotIn("2468", self.read(pin))
        t = self.open()
        t.says("flowline> ")
        t.enter("create-goal")
        t.answer("personal", "Which account")
        t.says("saving for?", "\n> ")
        t.type("A bik")
        self.shows(t, ": Personal", "saving for?", "> A bik")
        # A command wants a line of its own.
        t.type("\x15:lock\r")
        self.shows(t, "flowline is locked.", "PIN:", without=["Personal", "saving for?", "create-goal"])
        t.enter("1111")
        self.shows(t, "The PIN is incorrect. You can try 4 more times.", without=["Personal", "1111"])
        t.enter("2468")
        self.shows(t, ": Personal", "saving for?", without=["locked", "PIN"])
        t.enter("Bike")
        self.shows(t, ": Bike", "want to save?", without=["PIN"])

    def test_a_program_that_was_stopped_asks_when_it_goes_on_and_keeps_the_line(self):
        self.choose()
        t = self.open("run", "create-goal")
        t.answer("personal", "Which account")
        t.says("saving for?", "\n> ")
        t.type("A bik")
        self.shows(t, "> A bik")
        # As a shell's `fg` does it.
        os.kill(t.child.pid, signal.SIGCONT)
        self.shows(t, "flowline is locked.", without=["Personal", "A bik"])
        t.enter("2468")
        self.shows(t, ": Personal", "saving for?", "> A bik", without=["locked"])
        t.enter("e")
        self.shows(t, ": A bike", "want to save?")

    def test_the_time_without_a_key_is_set_and_checked(self):
        self.choose()
        t = self.open()
        t.says("flowline> ")
        t.enter("set lock")
        t.says("lock: 10\xa0min", "whole number from 1 to 1440")
        t.enter("set lock off")
        t.says("lock: off (set here)", "flowline> ")
        t.type(CTRL_D)
        self.assertEqual(t.ended(), 0)
        for text in ("0", "1441", "soon"):
            run = self.flowline("list", "--lock-after", text)
            self.assertEqual(run.code, 2)
            self.assertIn("lock-after", run.err)

    def test_five_wrong_pins_end_the_program_and_keep_the_session(self):
        pin = self.choose()
        t = self.open("run", "create-goal")
        t.answer("personal", "Which account")
        t.says("saving for?", "\n> ")
        t.enter(":lock")
        t.says("PIN: ")
        for left in ("4 more times", "3 more times", "2 more times", "1 more time."):
            t.enter("0000")
            self.shows(t, left)
        t.enter("0000")
        t.says("The PIN was incorrect 5 times. The program ends", "is saved.", "remove the file", ".local")
        self.assertNotEqual(t.ended(), 0)
        self.assertNotIn("Personal", t.screen.text())
        # Also the next time.
        t = self.terminal("resume", "last", *ENGLISH)
        t.says("flowline is locked.", "PIN: ")
        t.type(CTRL_D)
        self.assertEqual(t.ended(), 5)
        self.assertTrue(t.text.endswith("\n"), "what the shell writes begins on a line of its own")
        os.remove(pin)
        t = self.terminal("resume", "last", *ENGLISH)
        t.says("saving for?")

    def test_a_program_that_is_killed_at_the_pin_goes_on_counting(self):
        self.choose()
        for left in ("4 more times", "3 more times"):
            t = self.terminal(*ENGLISH)
            t.says("PIN: ")
            t.enter("0000")
            self.shows(t, left)
            t.child.kill(signal.SIGKILL)
            self.assertEqual(t.ended(), -signal.SIGKILL)

    def test_signals_and_a_closed_terminal_end_a_locked_program(self):
        self.choose()
        t = self.terminal(*ENGLISH)
        t.says("PIN: ")
        os.kill(t.child.pid, signal.SIGTERM)
        self.assertEqual(t.ended(), -signal.SIGTERM)
        t = self.terminal(*ENGLISH)
        t.says("PIN: ")
        t.child.close(force=False)
        self.assertFalse(t.child.isalive())

    def test_programs_are_asked_for_no_pin(self):
        self.choose()
        run = self.flowline("run", "create-goal", *ENGLISH, data="personal\nBike\n150\n")
        self.assertNotIn("PIN", run.err)
        run = self.flowline("sessions", *ENGLISH)
        self.assertEqual(run.code, 0)

    def test_in_russian_and_in_sentences(self):
        t = self.terminal(*RUSSIAN, "--plain")
        t.says("flowline> ")
        t.enter("замок")
        for asks in ("Новый PIN-код: ", "Ещё раз: ", "PIN-код: "):
            t.says(asks)
            t.enter("ёжик")
        t.says("PIN-код задан", "flowline> ")
        t.enter("create-goal")
        t.says("счёт")
        t.enter(":замок")
        t.says("flowline: экран закрыт.", "PIN-код: ")
        t.enter("ёжик")
        t.says("счёт")


if __name__ == "__main__":
    unittest.main()
