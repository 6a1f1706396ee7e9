"""What a user does to a line."""

import unittest

from keys import (
    LEFT, BACKSPACE, ENTER, SHIFT_TAB, CTRL_LEFT, CTRL_RIGHT, DELETE, HOME, END, CTRL_C,
    CTRL_D, TAB, pasted
)
from probe import Probe, ask, line, until


class Editing(unittest.TestCase):
    def answer(self, keys, expected, **fields):
        with Probe(ask(**fields)) as probe:
            probe.ready()
            probe.type(keys + ENTER)
            self.assertEqual(probe.event(), line(expected))
            self.assertEqual(probe.ended(), 0)
            self.assertTrue(probe.is_restored())

    def test_cyrillic_is_edited_by_letters(self):
        self.answer("првет" + LEFT * 3 + "и" + END + "!?" + BACKSPACE, "привет!")

    def test_emoji_are_typed_and_removed(self):
        self.answer("a👍b🎉" + BACKSPACE + "c", "a👍bc")

    def test_a_decomposed_letter_stays_as_typed(self):
        self.answer("и\u0306од", "и\u0306од")

    def test_latin_letters_beyond_ascii_are_letters_not_meta_keys(self):
        self.answer("éüñÿ ×", "éüñÿ ×")

    def test_control_arrows_go_by_words(self):
        self.answer("один два три" + CTRL_LEFT * 2 + "и " + CTRL_RIGHT + "!", "один и два! три")

    def test_words_change_their_letters_by_alt(self):
        self.answer("один два" + HOME + "\x1bu" + "\x1bc", "ОДИН Два")

    def test_home_end_and_delete_work_in_their_variants(self):
        for home in (HOME, "\x1bOH", "\x1b[1~", "\x1b[7~"):
            for end in (END, "\x1bOF", "\x1b[4~", "\x1b[8~"):
                with self.subTest(home=home, end=end):
                    self.answer("xbc" + home + DELETE + "a" + end + "d", "abcd")

    def test_control_d_deletes_forward_in_a_line(self):
        self.answer("xи\u0306abc" + HOME + CTRL_D, "и\u0306abc")

    def test_unknown_keys_leave_nothing_in_the_line(self):
        self.answer("a\x1b[15~\x1b[1;2Ab\x1bOP\x1b[I", "ab")

    def test_initial_text_is_edited(self):
        self.answer(BACKSPACE + "у", "в Москву", text="в Москва")

    def test_initial_text_loses_its_controls(self):
        self.answer("", "a bc", text="a\nb\x03\x1b[1mc")

    def test_bytes_that_are_not_utf8_are_refused(self):
        with Probe(ask()) as probe:
            probe.ready()
            probe.type(b"a\xff\xfeb\xd0(\xc3\xa9\xc2\x85\xed\xa0\x80\r")
            self.assertEqual(probe.event(), line("ab(é"))
            probe.sends("\x07")

    def test_quoted_controls_do_not_come_into_the_line(self):
        self.answer("a\x16\x0ab\x16\x1b[Z\x16\r\x16c", "abc")

    def test_a_letter_may_come_byte_by_byte(self):
        with Probe(ask()) as probe:
            probe.ready()
            for byte in "я👍".encode():
                probe.type(bytes([byte]))
            probe.sees("я👍")
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("я👍"))


class Events(unittest.TestCase):
    def test_control_c_gives_the_text(self):
        with Probe(ask(), ask("next> ")) as probe:
            probe.ready()
            probe.type("начато" + LEFT)
            probe.sees("начато")
            probe.type(CTRL_C)
            self.assertEqual(probe.event(), {"event": "interrupted", "text": "начато"})
            probe.shows("> начато\nnext>")

    def test_control_c_below_a_long_line_starts_cleanly(self):
        with Probe(ask(), ask("next> "), columns=21) as probe:
            probe.ready()
            probe.type("x" * 50 + HOME)
            probe.sees("x" * 12)
            until(lambda: (probe.look(), probe.screen.row == 0)[1], "the cursor at home")
            probe.type(CTRL_C)
            self.assertEqual(probe.event()["text"], "x" * 50)
            probe.shows("> " + "x" * 18 + "\n" + "x" * 20 + "\n" + "x" * 12 + "\nnext>")

    def test_control_d_on_an_empty_line_ends_the_input(self):
        with Probe(ask(), ask("next> ")) as probe:
            probe.ready()
            probe.type("a" + BACKSPACE + CTRL_D)
            self.assertEqual(probe.event(), {"event": "endOfInput"})
            probe.shows(">\nnext>")

    def test_shift_tab_goes_back_with_the_text(self):
        with Probe(ask(), ask("next> ")) as probe:
            probe.ready()
            probe.type("abc" + SHIFT_TAB)
            self.assertEqual(probe.event(), {"event": "back", "text": "abc"})
            probe.shows("> abc\nnext>")

    def test_another_thread_wakes_and_the_text_is_offered_again(self):
        with Probe(ask(), ask(text="abc")) as probe:
            probe.ready()
            probe.type("abc")
            probe.sees("> abc")
            probe.order("wake")
            self.assertEqual(probe.event(), {"event": "woken", "text": "abc"})
            probe.shows("> abc")

    def test_a_line_is_mended_in_its_middle_across_rows(self):
        with Probe(ask(), columns=21) as probe:
            probe.ready()
            probe.type("ы" * 30 + LEFT * 3)
            probe.shows("> " + "ы" * 18 + "\n" + "ы" * 12)
            probe.type("!" + ENTER)
            self.assertEqual(probe.event(), line("ы" * 27 + "!" + "ы" * 3))

    def test_waiting_hears_control_c_and_other_threads(self):
        wait = {"kind": "wait"}
        with Probe(wait, wait, {"kind": "wait", "milliseconds": 1}) as probe:
            self.assertEqual(probe.event()["event"], "waiting")
            probe.type(CTRL_C)
            self.assertEqual(probe.event(), {"event": "interrupted"})
            self.assertEqual(probe.event()["event"], "waiting")
            probe.order("wake")
            self.assertEqual(probe.event(), {"event": "woken"})
            self.assertEqual(probe.event()["event"], "waiting")
            self.assertEqual(probe.event(), {"event": "timedOut"})

    def test_what_is_typed_ahead_answers_the_next_prompts(self):
        with Probe({"kind": "wait"}, *[ask() for _ in range(4)]) as probe:
            self.assertEqual(probe.event()["event"], "waiting")
            until(probe.is_silent, "silence")
            probe.type("один\nдва\r")
            probe.order("wake")
            self.assertEqual(probe.event()["event"], "woken")
            self.assertEqual(probe.event(), line("один"))
            self.assertEqual(probe.event(), line("два"))
            probe.type("три\rчетыре\r")
            self.assertEqual(probe.event(), line("три"))
            self.assertEqual(probe.event(), line("четыре"))

    def test_a_terminal_that_closes_ends_the_process(self):
        with Probe({"kind": "askAll", "prompt": "> "}) as probe:
            probe.ready()
            probe.child.close(force=False)
            self.assertIn(probe.event()["event"], ("terminated", "endOfInput"))


class Pasting(unittest.TestCase):
    def test_a_paste_of_lines_is_one_line(self):
        with Probe(ask()) as probe:
            probe.ready()
            probe.type("a:" + pasted("один\r\nдва\nтри\x1b[A\x07\n") + "!")
            probe.sees("a:один два три!")
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("a:один два три!"))
            probe.sends("\x1b[?2004l")

    def test_a_text_of_several_lines_takes_a_paste_as_it_is(self):
        with Probe(ask(lines=True), ask("next> ", lines=True)) as probe:
            probe.ready()
            probe.type("ab" + LEFT + pasted("один\r\tдва"))
            event = probe.event()
            self.assertEqual(event["event"], "pasted")
            # A terminal may turn a return into a newline.
            self.assertEqual(event["text"].replace("\r", "\n"), "a|один\n\tдва|b")
            probe.ready("next>")
            # Of one line it is a part; and a Tab, of which an unmarked paste may have some, is a space.
            probe.type(pasted("x\ty") + TAB + "z" + ENTER)
            self.assertEqual(probe.event(), line("x y z"))

    def test_a_long_paste_is_refused_whole_and_the_typed_text_kept(self):
        with Probe(ask(), ask("next> ")) as probe:
            probe.ready()
            probe.type("abc" + pasted("я" * (1 << 19)))
            self.assertEqual(probe.event(), {"event": "tooLong", "limit": 1 << 16, "text": "abc"})
            probe.ready("next>")
            probe.type("тут" + ENTER)
            self.assertEqual(probe.event(), line("тут"))

    def test_the_longest_paste_is_taken(self):
        with Probe(ask(), ask("next> ")) as probe:
            probe.ready()
            probe.type(pasted("x" * (1 << 16)) + "y" + ENTER)
            self.assertEqual(len(probe.event()["text"]), (1 << 16) + 1)
            probe.ready("next>")

    def test_a_megabyte_without_brackets_neither_hangs_nor_crashes(self):
        with Probe(ask(), ask("next> ")) as probe:
            probe.ready()
            probe.type("ж" * (1 << 19) + ENTER)
            self.assertIn(probe.event()["event"], ("line", "tooLong"))
            probe.ready("next>")

    def test_control_c_leaves_a_paste_that_never_ends(self):
        with Probe(ask(), ask("next> ")) as probe:
            probe.ready()
            probe.type("a\x1b[200~" + "text without an end")
            probe.sees("> a")
            probe.type(CTRL_C)
            self.assertEqual(probe.event(), {"event": "interrupted", "text": "a"})
            probe.ready("next>")
            probe.type("b" + ENTER)
            self.assertEqual(probe.event(), line("b"))


if __name__ == "__main__":
    unittest.main()
