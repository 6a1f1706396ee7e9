"""Windows, locales, terminals, settings and signals around the line editor."""

import os
import signal
import tempfile
import unittest
from pathlib import Path

from keys import CTRL_C, LEFT, BACKSPACE, ENTER, TAB, SHIFT_TAB, CTRL_LEFT, CTRL_Z, pasted
from probe import Probe, ask, line, plain, until


class Windows(unittest.TestCase):
    def test_one_column_and_back_while_typing(self):
        with Probe(ask("Имя цели> ")) as probe:
            probe.ready("Имя цели>")
            probe.type("накопле")
            probe.sees("накопле")
            probe.resize(24, 1)
            probe.type("ния")
            until(lambda: (probe.look(), probe.raw.endswith("я"))[1], "the letters at one column")
            probe.resize(24, 80)
            probe.type(BACKSPACE + "е" + ENTER)
            self.assertEqual(probe.event(), line("накопление"))

    def test_many_sizes_while_a_long_line_stands(self):
        with Probe(ask("prompt with words> ", text="ю" * 200)) as probe:
            probe.ready("prompt with words>")
            for rows, columns in [(1, 1), (1, 2), (2, 3), (5, 20), (24, 10), (3, 300), (24, 80)]:
                probe.redraws_at(rows, columns)
                probe.type("a" + BACKSPACE)
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("ю" * 200))

    def test_a_window_without_a_size(self):
        with Probe(ask(), rows=0, columns=0) as probe:
            until(probe.is_raw, "raw mode")
            probe.type("abc" + ENTER)
            self.assertEqual(probe.event(), line("abc"))


    def test_a_prompt_wider_than_the_window(self):
        prompt = "откуда куда и сколько и когда и зачем> "
        with Probe(ask(prompt, style="1", hint="подсказка"), columns=21) as probe:
            probe.shows("откуда куда и скольк\nо и когда и зачем>")
            probe.type("на отпуск")
            probe.shows("откуда куда и скольк\nо и когда и зачем> н\nа отпуск")
            probe.type(BACKSPACE * 8 + ENTER)
            self.assertEqual(probe.event(), line("н"))

    def test_a_resize_between_two_lines_draws_once(self):
        with Probe({"kind": "wait"}, ask(plain=True)) as probe:
            self.assertEqual(probe.event()["event"], "waiting")
            probe.resize(24, 60)
            probe.order("wake")
            probe.ready()
            probe.type("a" + ENTER)
            self.assertEqual(probe.event()["event"], "woken")
            self.assertEqual(probe.event(), line("a"))
            self.assertEqual(probe.raw.count(">"), 1)


class Environments(unittest.TestCase):
    def walk(self, environment, prompt="Имя> ", **fields):
        with Probe(ask(prompt, **fields), ask("next> "), environment=environment) as probe:
            probe.ready(prompt)
            probe.type("Аня" + LEFT + "!" + ENTER)
            self.assertEqual(probe.event(), line("Ан!я"))
            probe.ready("next>")
            return probe.raw

    def test_the_c_locale_with_a_cyrillic_prompt(self):
        for locale in ({"LANG": "C"}, {"LC_ALL": "C"}, {"LANG": ""}, {"LC_ALL": "xx_XX.UTF-8"}):
            with self.subTest(locale):
                self.walk(locale, style="1;36", hint="подсказка")

    def test_a_dumb_terminal_gets_no_sequences(self):
        raw = self.walk({"TERM": "dumb"}, hint="подсказка")
        self.assertNotIn("\x1b", raw)

    def test_an_unknown_terminal_is_a_dumb_one_without_complaints(self):
        raw = self.walk({"TERM": "no-such-terminal"}, hint="подсказка")
        self.assertNotIn("\x1b", raw)
        self.assertNotIn("terminal", raw)

    def test_plain_output_has_no_hint_and_only_appends(self):
        with Probe(ask(plain=True, hint="hint", complete=["aab", "aac"])) as probe:
            probe.ready()
            probe.type("a" + TAB + TAB)
            probe.shows("> aa\naab\naac\n> aa")
            self.assertNotIn("hint", probe.raw)

    def test_settings_of_the_user_hold_and_cannot_break_ours(self):
        settings = 'bind -v\nbind "^X" ed-move-to-beg\nbind -a v vi-histedit\nedit off\n' \
            'bind "\\t" ed-insert\nbind "^D" ed-insert\nnonsense\n'
        with Probe(ask(complete=["abc"]), ask("next> "), home=self.home(settings)) as probe:
            probe.ready()
            probe.type("a" + TAB + "\x18x")
            probe.sees("> xabc")
            # Escape alone is vi's command mode, where `v` must not start an editor on the line.
            probe.type("\x1b")
            probe.type("v")
            probe.sends("\x07")
            probe.type("A!" + CTRL_LEFT + CTRL_LEFT + SHIFT_TAB)
            self.assertEqual(probe.event(), {"event": "back", "text": "xabc!"})

    def test_what_vi_asks_of_a_history_that_is_not_there(self):
        with Probe(ask(), home=self.home("bind -v\n")) as probe:
            probe.ready()
            probe.type("abc")
            probe.sees("> abc")
            probe.type("\x1b_")
            probe.sends("\x07")
            probe.type("\r")
            self.assertEqual(probe.event(), line("abc"))

    def test_a_paste_into_a_search_of_vi_does_not_hang(self):
        with Probe(ask(history="a"), ask("next> "), home=self.home("bind -v\n")) as probe:
            probe.ready()
            probe.type("abc")
            probe.sees("> abc")
            probe.type("\x1b/" + pasted("x") + CTRL_C)
            self.assertEqual(probe.event()["event"], "interrupted")
            probe.ready("next>")

    def test_ctrl_c_ends_a_read_in_the_middle_of_a_search_of_vi(self):
        with Probe(ask(history="a"), ask("next> "), home=self.home("bind -v\n")) as probe:
            probe.ready()
            # libedit takes a search that was given up for done, and would read on.
            probe.type("abc\x1b/wor")
            probe.sees("/wor")
            probe.type(CTRL_C)
            self.assertEqual(probe.event()["event"], "interrupted")
            probe.ready("next>")

    def test_ctrl_c_after_ctrl_space(self):
        # A read before makes libedit look at the terminal's own keys again.
        with Probe(dict(kind="askHidden", prompt="secret> "), ask(), ask("next> ")) as probe:
            probe.ready("secret>")
            probe.type("x\r")
            self.assertEqual(probe.event()["event"], "line")
            probe.ready()
            probe.type("\0")
            probe.sends("\x07")
            probe.type(CTRL_C)
            self.assertEqual(probe.event()["event"], "interrupted")
            probe.ready("next>")

    def test_vi_at_the_edges_of_small_windows(self):
        # libedit's own drawing wrote over its memory here.
        for rows, columns in ((24, 80), (6, 20), (3, 7)):
            with self.subTest(rows=rows), Probe(
                    ask(), home=self.home("bind -v\n"), rows=rows, columns=columns) as probe:
                until(probe.is_raw, "raw mode")
                probe.type("words " * 1000 + "\x1b0" + "x" * 30 + "5dwA end" + ENTER)
                self.assertEqual(probe.event(), line("words " * 990 + " end"))

    def test_vi_recalls_by_its_own_commands(self):
        asks = [ask(history="a"), ask(history="a"), ask("b> ", history="a")]
        with Probe(*asks, home=self.home("bind -v\n")) as probe:
            probe.ready()
            probe.type("пе\u0301рвая\rвторая\r")
            for text in ("пе\u0301рвая", "вторая"):
                self.assertEqual(probe.event(), line(text))
            probe.ready("b>")
            probe.type("\x1bkk")
            probe.sees("b> пе\u0301рвая")
            probe.type("jA!" + ENTER)
            self.assertEqual(probe.event(), line("вторая!"))

    def test_vi_repeats_and_comes_to_an_end(self):
        with Probe(ask(), ask("next> "), home=self.home("bind -v\n")) as probe:
            probe.ready()
            # The text that was typed first came of no command; libedit would do it as commands, and
            # the full stop in it without end.
            probe.type("12.50\x1b.")
            probe.sends("\x07")
            probe.type(CTRL_C)
            self.assertEqual(probe.event()["event"], "interrupted")
            probe.ready("next>")
            probe.type("abcdef\x1b0x..A!" + ENTER)
            self.assertEqual(probe.event(), line("def!"))

    def test_settings_with_letters_go_over_whole_characters(self):
        with Probe(ask(), home=self.home('bind "^X" ed-move-to-beg\n')) as probe:
            probe.ready()
            probe.type("xи\u0306y" + LEFT * 2 + "(" + LEFT * 2 + "[")
            # pyte composes what belongs together.
            probe.sees("> [x(йy")
            probe.type("\x18^" + ENTER)
            self.assertEqual(probe.event(), line("^[x(и\u0306y"))

    def home(self, settings):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        with open(os.path.join(directory.name, ".editrc"), "w") as file:
            file.write(settings)
        return directory.name


class Signals(unittest.TestCase):
    def test_stop_and_go_on_under_a_shell(self):
        with Probe(ask("name> "), environment={"PS1": "shell$ "}, shell=True) as probe:
            probe.sees("shell$")
            probe.type(" ".join("'" + part + "'" for part in probe.command) + "\n")
            probe.sees("\nname>")
            until(probe.is_raw, "raw mode")
            probe.type("половина")
            probe.sees("name> половина")
            probe.type(CTRL_Z)
            probe.sees("Stopped")
            until(lambda: not probe.is_raw(), "the shell's own modes")
            self.assertTrue(probe.raw.rindex("\x1b[?2004l") > probe.raw.rindex("половина"))
            probe.type("echo be''tween\n")
            probe.sees("between")
            probe.type("fg\n")
            until(probe.is_raw, "raw mode")
            until(lambda: (probe.look(),
                           probe.screen.text().split("\n")[-1] == "name> половина")[1], "the line")
            probe.type(" и ещё" + ENTER)
            self.assertEqual(probe.event(), line("половина и ещё"))
            until(lambda: (probe.look(), probe.screen.text().endswith("shell$"))[1], "the shell")

    def test_stop_without_a_shell_keeps_the_text(self):
        with Probe(ask()) as probe:
            probe.ready()
            probe.type("abc")
            probe.sees("> abc")
            probe.type(CTRL_Z)
            until(lambda: (probe.look(), probe.raw.count("abc") >= 2)[1], "the line again")
            probe.type("d" + ENTER)
            self.assertEqual(probe.event(), line("abcd"))

    def test_terminating_signals_restore_the_terminal(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number), Probe(ask()) as probe:
                probe.ready()
                probe.type("abc")
                probe.sees("> abc")
                probe.child.kill(number)
                self.assertEqual(
                    probe.event(), {"event": "terminated", "signal": number, "text": "abc"})
                self.assertEqual(probe.ended(), -number)
                self.assertTrue(probe.is_restored())
                self.assertTrue(probe.raw.rindex("\x1b[?2004l") > probe.raw.rindex("\x1b[?2004h"))

    def test_signals_that_the_parent_blocked_or_ignored(self):
        def block():
            signal.pthread_sigmask(signal.SIG_SETMASK, signal.valid_signals())
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

        with Probe(ask(), ask(), before=block) as probe:
            probe.ready()
            probe.type("abc")
            probe.sees("> abc")
            probe.child.kill(signal.SIGHUP)
            probe.type(CTRL_C)
            self.assertEqual(probe.event(), {"event": "interrupted", "text": "abc"})
            probe.ready()
            probe.child.kill(signal.SIGTERM)
            self.assertEqual(probe.event()["signal"], signal.SIGTERM)

    def test_a_death_in_the_middle_of_a_line_restores_the_terminal(self):
        for number in (signal.SIGQUIT, signal.SIGABRT):
            with self.subTest(number), Probe(ask()) as probe:
                probe.ready()
                probe.type("abc")
                probe.sees("> abc")
                probe.child.kill(number)
                self.assertEqual(probe.ended(), -number)
                self.assertTrue(probe.is_restored())
                self.assertTrue(probe.raw.rstrip().endswith("\x1b[?2004l"))

    def test_a_program_that_hangs_can_still_be_ended(self):
        for number, times in ((signal.SIGTERM, 2), (signal.SIGINT, 3)):
            with self.subTest(number), Probe({"kind": "hang"}) as probe:
                self.assertEqual(probe.event()["event"], "hanging")
                for _ in range(times):
                    probe.child.kill(number)
                    until(lambda: not self.is_pending(probe, number), "the signal's arrival")
                self.assertEqual(probe.ended(), -number)

    @staticmethod
    def is_pending(probe, number):
        try:
            status = Path(f"/proc/{probe.child.pid}/status").read_text()
        except OSError:
            return False
        masks = [int(row.split()[1], 16) for row in status.split("\n")
                 if row.startswith(("SigPnd", "ShdPnd"))]
        return any(mask >> (number - 1) & 1 for mask in masks)

    def test_closing_the_editor_restores_signals_and_terminal(self):
        with Probe(ask(), {"kind": "close"}) as probe:
            probe.ready()
            probe.type("a" + ENTER)
            self.assertEqual(probe.event(), line("a"))
            self.assertEqual(probe.event(), {"event": "done"})
            self.assertEqual(probe.ended(), 0)
            self.assertTrue(probe.is_restored())


if __name__ == "__main__":
    unittest.main()
