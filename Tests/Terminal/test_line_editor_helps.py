"""What the line editor offers by itself: hints, completion, history."""

import os
import stat
import unittest

from keys import LEFT, UP, DOWN, BACKSPACE, ENTER, TAB, CTRL_C, CTRL_R, CTRL_U
from probe import Probe, ask, line


class Hints(unittest.TestCase):
    def test_a_hint_stands_in_the_empty_line_alone(self):
        with Probe(ask(hint="например: отпуск")) as probe:
            probe.shows("> например: отпуск")
            probe.type("a")
            probe.shows("> a")
            probe.type(BACKSPACE)
            probe.shows("> например: отпуск")
            probe.type(ENTER)
            self.assertEqual(probe.event(), line(""))
            probe.shows(">")

    def test_a_hint_is_cut_at_the_edge(self):
        with Probe(ask(hint="0123456789" * 3), columns=21) as probe:
            probe.shows("> 0123456789012345…")


class Completing(unittest.TestCase):
    WORDS = ["create-goal", "create-account", "круглить", "кругом", "list"]

    def test_one_match_is_put_in(self):
        with Probe(ask(complete=self.WORDS)) as probe:
            probe.ready()
            probe.type("крс" + BACKSPACE + "угл" + TAB)
            probe.shows("> круглить")
            probe.type(LEFT * 8 + "li" + TAB + ENTER)
            self.assertEqual(probe.event(), line("listкруглить"))

    def test_several_matches_are_listed_below_the_line(self):
        with Probe(ask(complete=self.WORDS), columns=40) as probe:
            probe.ready()
            probe.type("cr" + TAB)
            probe.shows("> create-")
            probe.type(TAB)
            probe.shows("> create-\ncreate-goal     create-account")
            probe.type(CTRL_U)
            probe.shows(">")
            probe.type(TAB)
            probe.shows(">\ncreate-goal     кругом\ncreate-account  list\nкруглить")

    def test_no_match_beeps(self):
        with Probe(ask(complete=self.WORDS)) as probe:
            probe.ready()
            probe.type("zz" + TAB)
            probe.sends("\x07")
            probe.shows("> zz")


class Histories(unittest.TestCase):
    def test_lines_are_recalled_in_the_next_run_and_only_where_wanted(self):
        with Probe(ask(history="commands"), ask("b> "), ask("c> ", history="text")) as first:
            first.ready()
            first.type("создать цель\r")
            first.ready("b>")
            first.type("тайна\r")
            first.ready("c>")
            first.type(UP + "c\r")
            for expected in ("создать цель", "тайна", "c"):
                self.assertEqual(first.event(), line(expected))
            self.assertEqual(first.ended(), 0)
            state = os.path.join(first.home, "state", "history")
            self.assertEqual(stat.S_IMODE(os.stat(state).st_mode), 0o700)
            names = sorted(os.listdir(state))
            self.assertEqual(names, ["commands.history-1", "text.history-1"])
            for name in names:
                mode = os.stat(os.path.join(state, name)).st_mode
                self.assertEqual(stat.S_IMODE(mode), 0o600)
            steps = [ask(history="commands"), ask("b> "), ask("c> ", history="commands")]
            with Probe(*steps, home=first.home) as second:
                second.ready()
                second.type(UP)
                second.sees("> создать цель")
                second.type("!\r")
                self.assertEqual(second.event(), line("создать цель!"))
                second.ready("b>")
                second.type(UP + "x\r")
                self.assertEqual(second.event(), line("x"))
                second.ready("c>")
                second.type(UP + UP + DOWN + "\r")
                self.assertEqual(second.event(), line("создать цель!"))

    def test_the_arrows_keep_what_is_typed(self):
        with Probe(ask(history="a"), ask(history="a"), ask("b> ", history="a")) as probe:
            probe.ready()
            probe.type("abc" + DOWN + UP + DOWN + ENTER)
            self.assertEqual(probe.event(), line("abc"))
            probe.type("второе\r")
            self.assertEqual(probe.event(), line("второе"))
            probe.ready("b>")
            probe.type("моё" + UP + UP + UP)
            probe.sees("b> abc")
            probe.type(DOWN)
            probe.sees("b> второе")
            probe.type(DOWN + DOWN)
            probe.sees("b> моё")
            probe.type("!" + ENTER)
            self.assertEqual(probe.event(), line("моё!"))

    def test_a_search_finds_a_cyrillic_line(self):
        with Probe(ask(history="a"), ask(history="a"), ask("b> ", history="a")) as probe:
            probe.ready()
            probe.type("первая строка\rвторая\r")
            probe.ready("b>")
            probe.type(CTRL_R + "стр")
            probe.sees("search: стр")
            probe.type(ENTER)
            self.assertEqual([probe.event()["text"] for _ in range(3)][2], "первая строка")

    def test_control_c_in_a_search(self):
        with Probe(ask(history="a"), ask("b> ", history="a"), ask("c> ")) as probe:
            probe.ready()
            probe.type("первая строка\r")
            probe.ready("b>")
            probe.type(CTRL_R + "стр")
            probe.sees("search: стр")
            probe.type(CTRL_C)
            probe.event()
            self.assertEqual(probe.event(), {"event": "interrupted", "text": "первая строка"})
            probe.ready("c>")


if __name__ == "__main__":
    unittest.main()
