"""The virtual screen itself: what the snapshots stand on."""

import unittest

from emulator import Emulator


def shown(text, rows=4, columns=20):
    emulator = Emulator(rows, columns)
    emulator.feed(text)
    return emulator


class Emulators(unittest.TestCase):
    def test_text_wraps_at_the_edge_and_scrolls_off(self):
        screen = shown("12345\r\nabcdefg\r\nend", rows=2, columns=5)
        self.assertEqual(screen.rows(), ["12345", "abcde", "fg", "end"])
        self.assertEqual((screen.top, screen.text()), (2, "fg\nend"))

    def test_what_was_drawn_over_is_gone(self):
        screen = shown("one\r\ntwo\r\x1b[A\x1b[Jnew")
        self.assertEqual(screen.rows(), ["new"])

    def test_wide_and_combining_characters(self):
        screen = shown("日本日本\u0301e\u0301", columns=5)
        self.assertEqual(screen.rows(cursor=True), ["日本", "日本\u0301é‸"])
        screen = shown("abcde\u0301", columns=5)
        self.assertEqual(screen.rows(), ["abcdé"])
        self.assertEqual(shown("👍🏽 ok").rows()[0].split()[-1], "ok")

    def test_styles(self):
        for text, told in [
                ("\x1b[1;31mError:\x1b[0m no", "⟨bold red⟩Error:⟨⟩ no"),
                ("\x1b[2ma b\x1b[22m c", "⟨dim⟩a b⟨⟩ c"),
                ("\x1b[96mx\x1b[39my", "⟨bright-cyan⟩x⟨⟩y"),
                ("\x1b[38;5;208mx\x1b[38;2;1;2;255my", "⟨208⟩x⟨#0102ff⟩y⟨⟩"),
                ("\x1b[7m \x1b[27m.", "⟨reversed⟩ ⟨⟩."),
                ("\x1b[41ma\x1b[49mb", "⟨on-red⟩a⟨⟩b"),
                ("\x1b[4mu\x1b[24m \x1b[1mv", "⟨underlined⟩u⟨⟩ ⟨bold⟩v⟨⟩")]:
            self.assertEqual(shown(text).rows(styled=True), [told])

    def test_the_cursor(self):
        self.assertEqual(shown("> ").rows(cursor=True), ["> ‸"])
        self.assertEqual(shown("> ab\b").rows(cursor=True), ["> a‸b"])
        self.assertEqual(shown("> ab\b").cursor_row(), ("> a", "b"))
        self.assertEqual(shown("\x1b[3;2H").rows(cursor=True), ["", "", " ‸"])

    def test_it_answers_where_its_cursor_is(self):
        screen = shown("ab\x1b[6n")
        self.assertEqual(screen.take_answers(), "\x1b[1;3R")
        self.assertEqual(screen.take_answers(), "")


if __name__ == "__main__":
    unittest.main()
