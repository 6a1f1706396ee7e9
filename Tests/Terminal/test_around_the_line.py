"""Lines that are taken away, hidden lines, waiting, and the user's own editor."""

import os
import signal
import stat
import tempfile
import unittest
from pathlib import Path

from keys import (
    BACKSPACE, CTRL_C, CTRL_D, CTRL_L, CTRL_U, CTRL_Z, ENTER, ESCAPE, HOME, LEFT, SHIFT_TAB, TAB, pasted
)
from probe import Probe, ask, line, until


def hidden(prompt="code> ", **fields):
    return dict(kind="askHidden", prompt=prompt, **fields)


def reading_by(reader):
    """Has the probe read with the editor (`terminal`) or as from a pipe (`plain`)."""
    return lambda probe, command: [command[0], reader, *command[2:]]


QUESTION = ["Question?", "More of it."]


def draw(*rows):
    return {"kind": "draw", "above": list(rows)}


class Questions(unittest.TestCase):
    """A question and its line are one piece, which is drawn over."""

    def asked(self, *steps, rows=24, columns=21, **fields):
        probe = Probe({"kind": "say", "text": "before"}, ask(above=QUESTION, **fields), *steps,
                      rows=rows, columns=columns)
        probe.ready()
        return probe

    def test_it_is_drawn_over_by_the_next(self):
        with self.asked(ask("next> ", above=["Done.", "Another?"])) as probe:
            probe.type("ответ в две строки, не меньше" + LEFT * 3)
            probe.shows("before\nQuestion?\nMore of it.\n> ответ в две строки\n, не меньше")
            probe.type(ENTER)
            probe.event()
            probe.shows("before\nDone.\nAnother?\nnext>")

    def test_every_way_out_can_be_drawn_over(self):
        for key in (ENTER, CTRL_C, SHIFT_TAB, CTRL_D):
            with self.subTest(key), self.asked(draw("one", "two"), ask("next> ", above=["one"]),
                                               menu=["a", "b"], footer="keys") as probe:
                probe.shows("before\nQuestion?\nMore of it.\n>\n> a\n  b\nkeys")
                probe.type(key)
                probe.event()
                probe.shows("before\none\nnext>")

    def test_it_can_be_taken_away_and_left(self):
        for step, then in ((draw(), ""), ({"kind": "leave"}, "Question?\nMore of it.\n> x\n")):
            with self.subTest(step), self.asked(step, ask("next> ")) as probe:
                probe.type("x" + ENTER)
                probe.event()
                probe.shows("before\n" + then + "next>")

    def test_what_is_no_question_stays(self):
        with Probe(ask(), draw(), ask("next> ")) as probe:
            probe.ready()
            probe.type("x" + ENTER)
            probe.event()
            probe.shows("> x\nnext>")

    def test_a_notice_goes_with_the_first_key(self):
        with self.asked(text="x", notice="Wrong.", footer="keys") as probe:
            probe.shows("before\nQuestion?\nMore of it.\n> x\nWrong.\nkeys")
            probe.type("y")
            probe.shows("before\nQuestion?\nMore of it.\n> xy\nkeys")

    def test_a_wait_leaves_the_question_until_the_next_one(self):
        with self.asked({"kind": "wait"}, ask("next> ", above=["Another?"])) as probe:
            probe.type("x" + ENTER)
            probe.event()
            self.assertEqual(probe.event()["event"], "waiting")
            probe.shows("before\nQuestion?\nMore of it.\n> x")
            probe.order("wake")
            probe.event()
            probe.shows("before\nAnother?\nnext>")

    def test_a_long_one_goes_off_the_top(self):
        rows = [str(number) for number in range(12)]
        with Probe(ask(above=rows, menu=["a", "b"], footer="keys"), {"kind": "leave"},
                   ask("next> "), rows=8, columns=20) as probe:
            probe.shows("8\n9\n10\n11\n>\n> a\n  b\nkeys")
            probe.type("b")
            probe.sees("> b\n> b")
            probe.type(ENTER)
            probe.event()
            probe.sees("11\n> b\nnext>")

    def test_it_is_whole_again(self):
        whole = "Question?\nMore of it.\n> x\nkeys"
        with self.asked(text="x", footer="keys") as probe:
            probe.shows("before\n" + whole)
            probe.type(CTRL_L)
            probe.shows(whole)
            probe.redraws_at(24, 40)
            probe.shows(whole)
            probe.redraws_at(24, 9)
            probe.shows("Question\n?\nMore of\nit.\n> x\nkeys")

    def test_a_line_of_any_length_leaves_the_question_and_the_keys(self):
        with self.asked(ask("next> ", above=["Another?"]), footer="keys", rows=12) as probe:
            probe.type(pasted("x" * 500) + "yz")
            shown = "> …" + "x" * 17 + "\n" + "x" * 20 + "\n" + "x" * 20 + "\n" + "x" * 2 + "yz\nkeys"
            probe.shows("before\nQuestion?\nMore of it.\n" + shown)
            probe.type(HOME)
            probe.shows("before\nQuestion?\nMore of it.\n> " + "x" * 18 + ("\n" + "x" * 20) * 2 + "\n"
                        + "x" * 18 + "…\nkeys")
            probe.type(CTRL_U)
            probe.shows("before\nQuestion?\nMore of it.\n>\nkeys")
            probe.type("ok" + ENTER)
            self.assertEqual(probe.event(), line("ok"))
            probe.shows("before\nAnother?\nnext>")

    def test_a_question_is_whole_again_once_there_is_room(self):
        rows = [str(number) for number in range(6)]
        with Probe(ask(above=rows, menu=list("abcde"), footer="keys"), ask("next> ", above=["Next?"]),
                   rows=10, columns=20) as probe:
            probe.shows("3\n4\n5\n>\n> a\n  b\n  c\n  d\n  e\nkeys")
            probe.type("b")
            probe.shows("0\n1\n2\n3\n4\n5\n> b\n> b\nkeys")
            probe.type(BACKSPACE)
            probe.shows("3\n4\n5\n>\n> a\n  b\n  c\n  d\n  e\nkeys")
            probe.type(ENTER)
            probe.event()
            probe.sees("Next?\nnext>")

    def test_no_row_is_as_wide_as_the_window(self):
        with Probe(ask(above=["Question " * 9], notice="Wrong " * 9, footer="keys " * 9, menu=["item " * 9],
                       text="word " * 9), rows=24, columns=20) as probe:
            probe.sees("keys")
            self.assertLessEqual(max(map(len, probe.screen.text().split("\n"))), 19)

    def test_a_narrower_window_leaves_what_stands_above(self):
        # Of a terminal that leaves its rows nothing is taken away, and nothing blank is moved off its top.
        with self.asked(text="x", footer="keys", rows=10, columns=40) as probe:
            probe.shows("before\nQuestion?\nMore of it.\n> x\nkeys")
            for columns in (39, 38, 30, 20, 12, 9):
                seen = len(probe.raw)
                probe.resize(10, columns)
                probe.sends("keys", behind=seen)
                self.assertNotIn("\n\n", probe.raw[seen:].replace("\r", ""))
            probe.shows("before\nQuestion\n?\nMore of\nit.\n> x\nkeys")

    def test_a_hidden_line_is_drawn_over(self):
        with Probe(hidden(above=QUESTION, footer="keys"), ask("next> ", above=["Another?"])) as probe:
            probe.shows("Question?\nMore of it.\ncode>\nkeys")
            probe.type("тайна")
            probe.shows("Question?\nMore of it.\ncode> *****\nkeys")
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("тайна"))
            probe.shows("Another?\nnext>")

    def test_plain_and_dumb_terminals_have_the_line_alone(self):
        for fields, environment in ((dict(plain=True), {}), ({}, {"TERM": "dumb"})):
            with self.subTest(environment), \
                    Probe(ask(above=QUESTION, footer="keys", **fields), draw("more"), ask("next> "),
                          environment=environment) as probe:
                probe.ready()
                probe.type("x" + ENTER)
                probe.event()
                probe.sees("next>")
                self.assertNotIn("Question?", probe.raw)
                self.assertNotIn("keys", probe.raw)


class Hiding(unittest.TestCase):
    def test_a_star_for_each_character(self):
        with Probe(hidden(), ask("next> ")) as probe:
            probe.sees("code>")
            probe.type("пи\u0306к👍🏽🇬🇧")
            probe.shows("code> *****")
            probe.type(BACKSPACE * 2)
            probe.shows("code> ***")
            probe.type(BACKSPACE * 2 + "x")
            probe.shows("code> **")
            probe.type(CTRL_U + "я" + ENTER)
            self.assertEqual(probe.event(), line("я"))
            probe.shows("code> *\nnext>")
            self.assertNotIn("п", probe.raw)

    def test_a_plain_line_shows_nothing(self):
        with Probe(hidden(plain=True), ask("next> ")) as probe:
            probe.sees("code>")
            probe.type("тайна" + ENTER)
            self.assertEqual(probe.event(), line("тайна"))
            probe.shows("code>\nnext>")

    def test_stars_stay_in_their_row(self):
        with Probe(hidden(), ask("next> "), columns=13) as probe:
            probe.sees("code>")
            probe.type("x" * 20)
            probe.shows("code> *****")
            probe.type(BACKSPACE * 17)
            probe.shows("code> ***")
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("xxx"))

    def test_a_paste_does_not_answer(self):
        with Probe(hidden()) as probe:
            probe.sees("code>")
            probe.sends("\x1b[?2004h")
            probe.type(pasted("a\nb\n"))
            probe.shows("code> ***")
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("a b"))
            probe.sends("\x1b[?2004l", behind=probe.raw.rindex("\x1b[?2004h"))

    def test_ways_out(self):
        for keys, event in ((CTRL_C, {"event": "interrupted", "text": ""}),
                            (SHIFT_TAB, {"event": "back", "text": ""}),
                            (ESCAPE, {"event": "back", "text": ""})):
            with self.subTest(event), Probe(hidden(), ask("next> ")) as probe:
                probe.sees("code>")
                until(probe.is_raw, "raw mode")
                probe.type("abc")
                probe.shows("code> ***")
                probe.type(keys)
                self.assertEqual(probe.event(), event)
                probe.shows("code> ***\nnext>")

    def test_another_thread_and_a_window_lose_nothing(self):
        with Probe(hidden(), hidden(), columns=40) as probe:
            probe.sees("code>")
            probe.type("ab")
            probe.shows("code> **")
            probe.resize(24, 10)
            probe.shows("code> **")
            probe.order("wake")
            self.assertEqual(probe.event(), {"event": "woken", "text": ""})
            probe.shows("code> **")
            probe.type("c" + ENTER)
            self.assertEqual(probe.event(), line("abc"))

    def test_what_was_typed_is_not_for_another_question(self):
        with Probe(hidden(), hidden("other> ")) as probe:
            probe.sees("code>")
            probe.type("ab")
            probe.shows("code> **")
            probe.order("wake")
            probe.event()
            probe.shows("other>")
            probe.type("c" + ENTER)
            self.assertEqual(probe.event(), line("c"))

    def test_stop_and_signals(self):
        with Probe(hidden()) as probe:
            probe.sees("code>")
            probe.type("ab")
            probe.shows("code> **")
            seen = len(probe.raw)
            probe.type(CTRL_Z)
            probe.sends("**", behind=seen)
            probe.child.kill(signal.SIGTERM)
            self.assertEqual(probe.event()["event"], "terminated")
            self.assertEqual(probe.ended(), -signal.SIGTERM)
            self.assertTrue(probe.is_restored())

    def test_whatever_ends_it_gives_the_terminal_back(self):
        # With the editor, and where prompts are not shown at the terminal that is typed at.
        for reader in ("terminal", "plain"):
            for number in (signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP, signal.SIGABRT):
                with self.subTest((reader, number)), Probe(hidden(), parent=reading_by(reader)) as probe:
                    until(probe.is_silent, "silence")
                    probe.type("ab")
                    probe.child.kill(number)
                    self.assertEqual(probe.ended(), -number)
                    self.assertTrue(probe.is_restored())

    def test_ctrl_backslash_is_no_crash(self):
        for reader in ("terminal", "plain"):
            # As a user has it: a crash would be reported, and ask what to do about it.
            with self.subTest(reader), Probe(hidden(), parent=reading_by(reader), environment={
                    "SWIFT_BACKTRACE": "enable=yes,interactive=no,color=no"}) as probe:
                until(probe.is_silent, "silence")
                probe.type("\x1c")
                self.assertEqual(probe.ended(), -signal.SIGQUIT)
                self.assertTrue(probe.is_restored())
                self.assertNotIn("crashed", probe.raw)


class Waiting(unittest.TestCase):
    WAIT = {"kind": "wait"}

    def test_what_is_typed_shows_once_in_its_place(self):
        with Probe(self.WAIT, {"kind": "wait", "milliseconds": 1}, ask("name> "), hidden()) as probe:
            self.assertEqual(probe.event()["event"], "waiting")
            until(probe.is_silent, "silence")
            probe.type("Аня" + ENTER + "тайна" + ENTER)
            probe.order("wake")
            self.assertEqual(probe.event()["event"], "woken")
            probe.event()
            probe.event()
            self.assertEqual(probe.event(), line("Аня"))
            self.assertEqual(probe.event(), line("тайна"))
            self.assertEqual(probe.event(), {"event": "done"})
            self.assertEqual(probe.ended(), 0)
            self.assertTrue(probe.is_restored())
            self.assertEqual(probe.raw.count("Аня"), 1)
            self.assertNotIn("тайна", probe.raw)

    def test_the_end_of_a_wait_restores_the_terminal(self):
        for number in (signal.SIGTERM, signal.SIGHUP, None):
            with self.subTest(number), Probe(self.WAIT, {"kind": "close"}) as probe:
                self.assertEqual(probe.event()["event"], "waiting")
                until(probe.is_silent, "silence")
                if number is None:
                    probe.order("wake")
                    self.assertEqual(probe.ended(), 0)
                else:
                    probe.child.kill(number)
                    self.assertEqual(probe.event()["signal"], number)
                    self.assertEqual(probe.ended(), -number)
                self.assertTrue(probe.is_restored())


class LongTexts(unittest.TestCase):
    def edit(self, script, text="было", name="EDITOR"):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        editor = Path(folder.name, "my editor")
        editor.write_text("#!/bin/sh\n" + script)
        editor.chmod(0o700)
        self.folder = Path(folder.name, "tmp")
        self.folder.mkdir()
        environment = {name: f"'{editor}' -x", "TMPDIR": str(self.folder)}
        return Probe({"kind": "edit", "text": text}, ask(), environment=environment)

    def test_the_text_comes_back(self):
        script = 'test "$1" = -x && test -t 0 && test -t 1 && cat "$2" && printf "ещё\\n\\n" >> "$2"'
        for name in ("EDITOR", "VISUAL"):
            with self.subTest(name), self.edit(script, name=name) as probe:
                self.assertEqual(probe.event(), {"event": "edited", "text": "было\nещё\n"})
                probe.ready()
                probe.type("x" + ENTER)
                self.assertEqual(probe.event(), line("x"))
                self.assertEqual(list(self.folder.iterdir()), [])
                probe.sends("было")

    def test_the_file_is_for_its_owner_alone(self):
        script = 'stat -c %a "$2" "$(dirname "$2")" > "$2.modes"; cat "$2.modes" > "$2"'
        with self.edit(script) as probe:
            self.assertEqual(probe.event(), {"event": "edited", "text": "600\n700"})
            until(lambda: list(self.folder.iterdir()) == [], "the folder gone")

    def test_what_fails_is_told(self):
        for script, failure in (("exit 3", "exit(code: 3)"), ('printf "\\377" > "$2"', "notUTF8"),
                                ("kill -9 $$", "signal(9)"), ('rm "$2"', "file(code: 2)")):
            with self.subTest(script), self.edit(script) as probe:
                self.assertEqual(
                    probe.event(), {"event": "failed", "text": failure})
                probe.ready()

    def test_no_editor(self):
        with Probe({"kind": "edit"}, environment={"EDITOR": " "}) as probe:
            self.assertEqual(probe.event(), {"event": "unavailable"})

    def test_an_editor_that_is_not_there(self):
        with Probe({"kind": "edit"}, environment={"EDITOR": "/no/such/editor"}) as probe:
            self.assertEqual(probe.event(), {"event": "failed", "text": "notStarted(code: 2)"})

    def test_the_terminal_is_restored_and_control_c_belongs_to_the_editor(self):
        script = 'stty raw -echo; trap "" INT; printf ready; head -c 1 >/dev/null; kill -INT $PPID\n'
        with self.edit(script) as probe:
            probe.sees("ready")
            probe.type("q")
            self.assertEqual(probe.event()["event"], "edited")
            probe.ready()
            probe.type("x" + ENTER)
            self.assertEqual(probe.event(), line("x"))
            self.assertEqual(probe.ended(), 0)
            self.assertTrue(probe.is_restored())

    def test_a_signal_that_asks_to_leave_ends_the_editor(self):
        with self.edit("printf ready; read line") as probe:
            probe.sees("ready")
            probe.child.kill(signal.SIGTERM)
            self.assertEqual(probe.event(), {"event": "failed", "text": "signal(15)"})
            self.assertEqual(probe.event()["event"], "terminated")
            self.assertEqual(probe.ended(), -signal.SIGTERM)


if __name__ == "__main__":
    unittest.main()
