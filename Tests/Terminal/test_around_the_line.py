"""Lines that are taken away, hidden lines, waiting, and the user's own editor."""

import os
import signal
import stat
import tempfile
import unittest
from pathlib import Path

from keys import (
    BACKSPACE, CTRL_C, CTRL_D, CTRL_U, CTRL_Z, ENTER, ESCAPE, LEFT, SHIFT_TAB, TAB, pasted
)
from probe import Probe, ask, line, until

SAY = {"kind": "say", "text": "Question?\nMore of it."}


def erase(rows):
    return {"kind": "erase", "rows": rows}


def hidden(prompt="code> ", **fields):
    return dict(kind="askHidden", prompt=prompt, **fields)


def reading_by(reader):
    """Has the probe read with the editor (`terminal`) or as from a pipe (`plain`)."""
    return lambda probe, command: [command[0], reader, *command[2:]]


class Erasing(unittest.TestCase):
    def test_a_line_and_its_question_go(self):
        steps = [{"kind": "say", "text": "before"}, SAY, ask(), erase(2), ask("next> ")]
        with Probe(*steps, columns=20) as probe:
            probe.ready()
            probe.type("ответ в две строки, не меньше" + LEFT * 3 + ENTER)
            probe.event()
            self.assertEqual(probe.event(), {"event": "erased"})
            probe.shows("before\nnext>")

    def test_a_line_that_ends_at_the_edge_goes_whole(self):
        with Probe({"kind": "say", "text": "before"}, ask(), erase(0), ask("next> "),
                   columns=20) as probe:
            probe.ready()
            probe.type("x" * 18 + ENTER)
            probe.event()
            self.assertEqual(probe.event(), {"event": "erased"})
            probe.shows("before\nnext>")

    def test_every_way_out_can_be_taken_away(self):
        for key in (CTRL_C, SHIFT_TAB, CTRL_D):
            with self.subTest(key), Probe(SAY, ask(menu=["a", "b"]), erase(2), ask("next> ")) as probe:
                probe.sees("  b")
                probe.type(key)
                probe.event()
                self.assertEqual(probe.event(), {"event": "erased"})
                probe.shows("next>")

    def test_completions_go_with_it(self):
        with Probe(SAY, ask(complete=["ab", "ac"]), erase(2), ask("next> ")) as probe:
            probe.ready()
            probe.type("a" + TAB)
            probe.sees("ab  ac")
            probe.type(ENTER)
            probe.event()
            self.assertEqual(probe.event(), {"event": "erased"})
            probe.shows("next>")

    def test_at_the_bottom_of_the_screen(self):
        before = "\n".join(str(number) for number in range(10))
        with Probe({"kind": "say", "text": before}, SAY, ask(menu=["a", "b", "c"]), erase(2),
                   ask("next> "), rows=8) as probe:
            probe.shows("8\n9\nQuestion?\nMore of it.\n>\n  a\n  b\n  c")
            probe.type("b" + ENTER)
            probe.event()
            self.assertEqual(probe.event(), {"event": "erased"})
            probe.shows("8\n9\nnext>")

    def test_a_hidden_line_goes(self):
        with Probe(SAY, hidden(), erase(2), ask("next> ")) as probe:
            probe.sees("code>")
            probe.type("тайна" + ENTER)
            self.assertEqual(probe.event(), line("тайна"))
            self.assertEqual(probe.event(), {"event": "erased"})
            probe.shows("next>")

    def test_once_is_enough(self):
        with Probe(ask(), erase(0), erase(0), ask("next> ")) as probe:
            probe.ready()
            probe.type(ENTER)
            probe.event()
            self.assertEqual(probe.event(), {"event": "erased"})
            self.assertEqual(probe.event(), {"event": "kept"})

    def test_what_cannot_be_done_cleanly_is_left(self):
        for fields, rows in ((dict(plain=True), 24), ({}, 3)):
            with self.subTest(fields), Probe(SAY, ask(**fields), erase(2), rows=rows) as probe:
                probe.ready()
                probe.type("x" + ENTER)
                probe.event()
                self.assertEqual(probe.event(), {"event": "kept"})
                probe.sees("> x")

    def test_a_message_is_not_taken_away(self):
        with Probe(SAY, ask(), erase(2)) as probe:
            probe.ready()
            probe.order("print news")
            probe.sees("news")
            probe.type("x" + ENTER)
            probe.event()
            self.assertEqual(probe.event(), {"event": "kept"})
            probe.shows("Question?\nMore of it.\nnews\n> x")

    def test_a_message_during_a_wait_is_not_taken_away(self):
        with Probe(SAY, ask(), {"kind": "wait"}, erase(2)) as probe:
            probe.ready()
            probe.type("x" + ENTER)
            probe.event()
            self.assertEqual(probe.event()["event"], "waiting")
            probe.order("print news")
            probe.sees("news")
            probe.order("wake")
            probe.event()
            self.assertEqual(probe.event(), {"event": "kept"})

    def test_another_window_is_left(self):
        with Probe(SAY, ask(), {"kind": "wait"}, erase(2)) as probe:
            probe.ready()
            probe.type("x" + ENTER)
            probe.event()
            self.assertEqual(probe.event()["event"], "waiting")
            probe.resize(24, 40)
            probe.order("wake")
            probe.event()
            self.assertEqual(probe.event(), {"event": "kept"})


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
        with Probe(hidden(), ask("next> "), columns=12) as probe:
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

    def test_another_thread_a_message_and_a_window_lose_nothing(self):
        with Probe(hidden(), hidden(), columns=40) as probe:
            probe.sees("code>")
            probe.type("ab")
            probe.shows("code> **")
            probe.order("print news")
            probe.shows("news\ncode> **")
            probe.resize(24, 9)
            probe.shows("news\ncode> **")
            probe.order("wake")
            self.assertEqual(probe.event(), {"event": "woken", "text": ""})
            probe.shows("news\ncode> **")
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
            probe.order("print ready")
            probe.shows("ready")
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
