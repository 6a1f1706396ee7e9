"""Ctrl-Z and `fg` under a parent that controls jobs."""

import os
import sys
import unittest
from pathlib import Path

from keys import CTRL_Z, DOWN, ENTER, LEFT
from probe import Probe, ask, line, until

PARENT = str(Path(__file__).with_name("job_parent.py"))


class Job(Probe):
    """A probe whose parent stops and continues it as a shell does."""

    def __init__(self, *steps, reader="terminal", **fields):
        super().__init__(*steps, parent=lambda probe, command: [
            sys.executable, PARENT, probe.path("orders"), probe.path("told"), command[0], reader,
            *command[2:]], **fields)

    def path(self, name):
        return os.path.join(self.directory, name)

    def tells(self, text):
        """Waits until the parent has told this much."""
        told = Path(self.path("told"))
        until(lambda: (self.look(), told.exists() and told.read_text() == text)[1], text)

    def goes_on(self):
        self.type("")
        with open(self.path("orders"), "w", encoding="utf-8") as orders:
            orders.write("fg\n")


class Jobs(unittest.TestCase):
    def test_a_line_stops_and_goes_on_twice(self):
        with Job(ask("name> ")) as job:
            job.sees("name>")
            job.type("половина" + LEFT)
            job.sees("name> половина")
            told = ""
            for _ in range(2):
                until(job.is_raw, "raw mode")
                job.type(CTRL_Z)
                told += "stopped restored\n"
                job.tells(told)
                self.assertFalse(job.is_raw())
                seen = len(job.raw)
                job.goes_on()
                until(lambda: (job.look(), "половина" in job.raw[seen:])[1], "the line again")
            job.type("!" + ENTER)
            self.assertEqual(job.event(), line("половин!а"))
            job.tells(told + "ended 0\n")
            self.assertTrue(job.is_restored())

    def test_a_menu_is_gone_while_stopped_and_comes_back(self):
        with Job(ask(menu=["green", "black"])) as job:
            job.ready()
            job.type(DOWN)
            job.shows(">\n  green\n> black")
            job.type(CTRL_Z)
            job.tells("stopped restored\n")
            job.shows(">")
            job.goes_on()
            job.shows(">\n  green\n> black")
            job.type(ENTER)
            self.assertEqual(job.event(), line("black"))

    def test_a_hidden_line_stops_and_goes_on(self):
        with Job(dict(kind="askHidden", prompt="code> ")) as job:
            job.sees("code>")
            job.type("ab")
            job.shows("code> **")
            job.type(CTRL_Z)
            job.tells("stopped restored\n")
            job.goes_on()
            until(job.is_raw, "raw mode")
            job.type("c")
            job.sees("code> ***")
            job.type(ENTER)
            self.assertEqual(job.event(), line("abc"))

    def test_a_hidden_line_without_the_editor_stops_with_the_echo_on(self):
        with Job(dict(kind="askHidden"), reader="plain") as job:
            until(job.is_silent, "silence")
            job.type(CTRL_Z)
            job.tells("stopped restored\n")
            job.goes_on()
            until(job.is_silent, "silence again")
            job.type("abc" + ENTER)
            self.assertEqual(job.event(), line("abc"))
            job.tells("stopped restored\nended 0\n")
            self.assertTrue(job.is_restored())

    def test_a_wait_stops_and_goes_on_in_silence(self):
        with Job({"kind": "wait"}, ask()) as job:
            self.assertEqual(job.event()["event"], "waiting")
            until(job.is_silent, "silence")
            job.type(CTRL_Z)
            job.tells("stopped restored\n")
            job.goes_on()
            until(job.is_silent, "silence again")
            job.type("abc")
            job.order("wake")
            job.event()
            job.shows("> abc")
            job.type(ENTER)
            self.assertEqual(job.event(), line("abc"))


if __name__ == "__main__":
    unittest.main()
