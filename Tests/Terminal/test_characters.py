"""What a person sees as one character is one for every key, and stands where it is drawn."""

import unittest

from keys import (
    ALT_BACKSPACE, BACKSPACE, CTRL_D, CTRL_K, CTRL_LEFT, CTRL_RIGHT, CTRL_U, CTRL_W, CTRL_Y, DELETE,
    END, ENTER, HOME, LEFT, RIGHT, UP, pasted
)
from probe import Probe, ask, line, until

# A letter with a stress mark, a decomposed letter, two marks, a tone of skin, a family, a flag, a
# heart that a selector makes an emoji, a keycap.
CHARACTERS = ["а\u0301", "и\u0306", "a\u0323\u0307", "👍🏽", "👩‍👩‍👧", "🇬🇧", "❤️", "1️⃣"]


class Keys(unittest.TestCase):
    def answer(self, keys, expected, **fields):
        with Probe(ask(**fields)) as probe:
            probe.ready()
            probe.type(keys + ENTER)
            self.assertEqual(probe.event(), line(expected))

    def test_backspace_takes_it_whole(self):
        for it in CHARACTERS:
            with self.subTest(it):
                self.answer(f"x{it}y{it}" + BACKSPACE + "z", f"x{it}yz")

    def test_delete_and_control_d_take_it_whole(self):
        for key in (DELETE, CTRL_D):
            for it in CHARACTERS:
                with self.subTest(it, key=key):
                    self.answer(f"x{it}y" + HOME + RIGHT + key + "z", "xzy")

    def test_arrows_step_over_it(self):
        for it in CHARACTERS:
            with self.subTest(it):
                self.answer(f"{it}{it}" + LEFT + "(" + LEFT * 2 + "[" + RIGHT * 2 + ")",
                            f"[{it}(){it}")

    def test_control_w_takes_a_word_with_its_marks(self):
        self.answer("до̀ма мой" + CTRL_W + "свой", "до̀ма свой")
        self.answer("да и\u0306од" + CTRL_W, "да ")
        self.answer("да 12.50 👍🏽" + CTRL_W * 2 + "нет", "да нет")

    def test_words_are_gone_over_with_their_marks(self):
        self.answer("при\u0301вет ми\u0301р" + CTRL_LEFT * 2 + "(" + CTRL_RIGHT + ")",
                    "(при\u0301вет) ми\u0301р")
        self.answer("1,234.5 " + ALT_BACKSPACE + "6", "1,234.6")

    def test_what_was_deleted_comes_back(self):
        self.answer("ми\u0301р да" + CTRL_W + HOME + CTRL_Y, "дами\u0301р ")
        self.answer("один два" + LEFT * 3 + CTRL_K + HOME + CTRL_Y, "дваодин ")
        self.answer("один" + CTRL_U + "два " + CTRL_Y, "два один")

    def test_a_paste_that_begins_with_a_mark_joins(self):
        self.answer("и" + pasted("\u0306од") + LEFT * 2 + BACKSPACE + "г", "год")

    def test_a_history_keeps_it(self):
        with Probe(ask(history="a"), ask("next> ", history="a")) as probe:
            probe.ready()
            probe.type("е\u0301ж" + ENTER)
            self.assertEqual(probe.event(), line("е\u0301ж"))
            # What is typed between two prompts is edited by the terminal itself.
            probe.ready("next>")
            probe.type(UP + LEFT + BACKSPACE + ENTER)
            self.assertEqual(probe.event(), line("ж"))


class Places(unittest.TestCase):
    def test_the_cursor_stands_behind_what_is_drawn(self):
        with Probe(ask()) as probe:
            probe.ready()
            probe.type("а\u0301а\u0301б")
            probe.sees("> а\u0301а\u0301б")
            until(lambda: (probe.look(), probe.screen.column == 5)[1], "the cursor at its end")
            probe.type(LEFT + "в")
            probe.sees("> а\u0301а\u0301вб")
            until(lambda: (probe.look(), probe.screen.column == 5)[1], "the cursor before б")
            probe.type(LEFT + BACKSPACE)
            probe.shows("> а\u0301вб")
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("а\u0301вб"))

    def test_a_line_of_marks_breaks_at_the_edge(self):
        with Probe(ask(), ask("next> "), columns=21) as probe:
            probe.ready()
            probe.type("о\u0301" * 25)
            probe.shows("> " + "о\u0301" * 18 + "\n" + "о\u0301" * 7)
            probe.type(HOME + "x" + END + BACKSPACE)
            probe.shows("> x" + "о\u0301" * 17 + "\n" + "о\u0301" * 7)
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("x" + "о\u0301" * 24))
            probe.shows("> x" + "о\u0301" * 17 + "\n" + "о\u0301" * 7 + "\nnext>")

    def test_a_prompt_may_have_marks(self):
        with Probe(ask("за\u0301мок? ", style="1")) as probe:
            probe.ready("за\u0301мок?")
            probe.type("да" + LEFT + "!")
            probe.sees("за\u0301мок? д!а")
            until(lambda: (probe.look(), probe.screen.column == 9)[1], "the cursor before а")

    def test_what_cannot_be_seen_is_not_typed(self):
        for text in ("a\u200bb", pasted("a\u200b\u2060b"), "a\ufeff" + pasted("\x1b[31m\x1b]0;x\x07b\x1b[0m"),
                     "\x1b[31ma" + pasted("\x1bOAb")):
            with self.subTest(text), Probe(ask()) as probe:
                probe.ready()
                probe.type(text)
                probe.shows("> ab")
                probe.type(ENTER)
                self.assertEqual(probe.event(), line("ab"))

    def test_thai_and_indic_text_breaks_at_the_edge(self):
        for text in ("กำลังที่", "नमस्ते", "நீங்கள்"):
            with self.subTest(text), Probe(ask(), ask("next> "), columns=21) as probe:
                probe.ready()
                probe.type(text * 5 + HOME + "x" + DELETE + END + BACKSPACE + "y")
                probe.type(ENTER)
                probe.ready("next>")
                event = probe.event()["text"]
                self.assertTrue(event.startswith("x") and event.endswith("y"))
                rows = probe.screen.text().split("\n")
                self.assertTrue(rows[0].startswith("> x"))
                # What is asked next stands right below the rows of the line, which are no more than two.
                self.assertIn(len(rows), (2, 3))
                self.assertEqual(rows[-1], "next>")
                self.assertNotIn("", rows)

    def test_an_override_turns_nothing_around(self):
        with Probe(ask()) as probe:
            probe.ready()
            probe.type("a\u202ebc\u2066d" + pasted("\u202eef\u202c"))
            probe.shows("> abcdef")
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("abcdef"))
            self.assertNotIn("\u202e", probe.raw)


if __name__ == "__main__":
    unittest.main()
