"""Ghosts, menus and searches: what stands beside a line, and goes with it."""

import signal
import unittest

from keys import (
    BACKSPACE, CTRL_C, CTRL_F, CTRL_G, CTRL_N, CTRL_P, CTRL_R, CTRL_S, CTRL_U, CTRL_Z, DOWN, END, ENTER,
    ESCAPE, HOME, LEFT, PAGE_DOWN, PAGE_UP, RIGHT, SHIFT_TAB, TAB, UP
)
from probe import Probe, ask, line, until

TEAS = ["green", "black", "white", "herbal"]
MANY = [f"чай {number}" for number in range(1, 31)]


class Ghosts(unittest.TestCase):
    def test_a_ghost_follows_what_is_typed(self):
        with Probe(ask(ghost=["green", "black"], counts=True)) as probe:
            probe.shows("> green")
            probe.type("b")
            probe.shows("> black")
            probe.type("x")
            probe.shows("> bx  = 2")
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("bx"))
            probe.shows("> bx")

    def test_keys_at_the_end_take_a_completion(self):
        for key in (RIGHT, END, CTRL_F):
            with self.subTest(key), Probe(ask(ghost=["green"])) as probe:
                probe.shows("> green")
                probe.type("gr" + key)
                probe.shows("> green")
                probe.type("!" + ENTER)
                self.assertEqual(probe.event(), line("green!"))

    def test_a_remark_is_not_taken(self):
        with Probe(ask(counts=True)) as probe:
            probe.sees(">")
            probe.type("аб")
            probe.shows("> аб  = 2")
            probe.type(END + RIGHT + ENTER)
            self.assertEqual(probe.event(), line("аб"))

    def test_nothing_stands_behind_a_cursor_in_the_line(self):
        with Probe(ask(counts=True)) as probe:
            probe.ready()
            probe.type("абв")
            probe.shows("> абв  = 3")
            probe.type(LEFT)
            probe.shows("> абв")
            probe.type(RIGHT)
            probe.shows("> абв  = 3")
            probe.type(CTRL_C)
            self.assertEqual(probe.event(), {"event": "interrupted", "text": "абв"})
            probe.shows("> абв")

    def test_a_ghost_has_the_room_of_its_row(self):
        with Probe(ask(ghost=["green tea from Yunnan"]), columns=13) as probe:
            probe.shows("> green tea")
            probe.type("green tea")
            probe.shows("> green tea")
            probe.type(" f")
            probe.shows("> green tea\nfrom Yunnan")


class Menus(unittest.TestCase):
    def menu(self, *steps, several=False, items=TEAS, rows=24, columns=80, **fields):
        probe = Probe(ask(menu=items, several=several, **fields), *steps, rows=rows,
                      columns=columns)
        probe.ready()
        return probe

    def test_arrows_and_enter_choose(self):
        with self.menu(ask("next> ")) as probe:
            probe.shows(">\n> green\n  black\n  white\n  herbal")
            probe.type(DOWN)
            probe.shows(">\n  green\n> black\n  white\n  herbal")
            probe.type(UP + UP + UP)
            probe.shows(">\n  green\n  black\n> white\n  herbal")
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("white"))
            probe.shows("> white\nnext>")

    def test_typing_filters(self):
        with self.menu(ask("next> ")) as probe:
            probe.type(DOWN)
            probe.shows(">\n  green\n> black\n  white\n  herbal")
            probe.type("e")
            probe.shows("> e\n> green\n  white\n  herbal")
            probe.type("r")
            probe.shows("> er\n> herbal")
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("herbal"))
            probe.shows("> herbal\nnext>")

    def test_a_line_that_fits_nothing_is_the_answer(self):
        with self.menu(ask("next> ")) as probe:
            probe.type("oolong")
            probe.shows("> oolong")
            probe.type(BACKSPACE * 6)
            probe.shows(">\n> green\n  black\n  white\n  herbal")
            probe.type("bl" + ENTER)
            self.assertEqual(probe.event(), line("black"))
            probe.shows("> black\nnext>")

    def test_enter_takes_what_is_selected_however_fast(self):
        with self.menu(ask("next> ")) as probe:
            probe.type(DOWN + DOWN + ENTER)
            self.assertEqual(probe.event(), line("white"))

    def test_an_answer_that_is_typed_fast_is_taken_whole(self):
        with self.menu(ask("next> ", menu=TEAS)) as probe:
            probe.type("white" + ENTER + "none of them" + ENTER)
            self.assertEqual(probe.event(), line("white"))
            self.assertEqual(probe.event(), line("none of them"))

    def test_space_marks_several(self):
        with self.menu(ask("next> "), several=True) as probe:
            probe.type(" " + DOWN + DOWN + " ")
            probe.shows(">\n *green\n  black\n>*white\n  herbal")
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("green, white"))
            probe.shows("> green, white\nnext>")

    def test_space_is_a_space_while_a_text_is_typed(self):
        with self.menu(several=True) as probe:
            probe.type("a b" + ENTER)
            self.assertEqual(probe.event(), line("a b"))

    def test_escape_closes_and_then_leads_back(self):
        with self.menu(ask("next> "), several=True) as probe:
            probe.type(DOWN + " ")
            probe.shows(">\n  green\n>*black\n  white\n  herbal")
            probe.type(ESCAPE)
            probe.shows(">\n> green\n  black\n  white\n  herbal")
            probe.type("x" + ESCAPE)
            self.assertEqual(probe.event(), {"event": "back", "text": "x"})
            probe.shows("> x\nnext>")

    def test_a_long_menu_is_a_window(self):
        with self.menu(items=MANY, rows=6) as probe:
            probe.shows(">\n> чай 1\n  чай 2\n  чай 3\n  чай 4\n  … 26 more")
            probe.type(UP)
            probe.shows(">\n  чай 27\n  чай 28\n  чай 29\n> чай 30\n  … 26 more")
            probe.type(PAGE_UP)
            probe.sees("> чай 26")
            probe.type(PAGE_DOWN * 2 + ENTER)
            self.assertEqual(probe.event(), line("чай 30"))

    def test_it_has_the_rows_that_the_question_leaves_but_not_too_few(self):
        with Probe(ask(menu=MANY, above=["Which?", "One of these:"]), rows=9, columns=20) as probe:
            probe.shows("Which?\nOne of these:\n>\n> чай 1\n  чай 2\n  чай 3\n  чай 4\n  чай 5\n"
                        "  … 25 more")
            probe.resize(7, 20)
            probe.shows("One of these:\n>\n> чай 1\n  чай 2\n  чай 3\n  чай 4\n  … 26 more")

    def test_at_the_bottom_of_the_screen(self):
        before = "\n".join(str(number) for number in range(10))
        with Probe({"kind": "say", "text": before}, ask(menu=TEAS), ask("next> "),
                   rows=10, columns=21) as probe:
            probe.shows("5\n6\n7\n8\n9\n>\n> green\n  black\n  white\n  herbal")
            probe.type(DOWN)
            probe.shows("5\n6\n7\n8\n9\n>\n  green\n> black\n  white\n  herbal")
            probe.type("x" * 30)
            probe.shows("5\n6\n7\n8\n9\n> " + "x" * 18 + "\n" + "x" * 12)
            probe.type(BACKSPACE * 29)
            probe.type(BACKSPACE + "e")
            probe.shows("5\n6\n7\n8\n9\n> e\n> green\n  white\n  herbal")
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("green"))
            probe.shows("5\n6\n7\n8\n9\n> green\nnext>")

    def test_a_line_of_several_rows_pushes_the_menu_down(self):
        with self.menu(items=["x" * 30 + "1", "x" * 30 + "2", "y"], columns=21) as probe:
            probe.type("x" * 30)
            rows = "> " + "x" * 18 + "\n" + "x" * 12 + "\n> " + "x" * 18 + "\n  " + "x" * 18
            probe.shows(rows)
            probe.type(HOME + DOWN)
            probe.shows("> " + "x" * 18 + "\n" + "x" * 12 + "\n  " + "x" * 18 + "\n> " + "x" * 18)
            probe.type("y")
            probe.shows("> y" + "x" * 17 + "\n" + "x" * 13)

    def test_wide_characters_are_cut_at_the_edge(self):
        with self.menu(items=["日本の緑茶はとても美味しいです", "e\u0301" * 30], columns=20) as probe:
            probe.shows(">\n> 日本の緑茶はとて\n  " + "é" * 17)
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("日本の緑茶はとても美味しいです"))

    def test_it_is_taken_away_on_every_way_out(self):
        ways = [
            (CTRL_C, {"event": "interrupted", "text": ""}),
            (SHIFT_TAB, {"event": "back", "text": ""}),
            ("\x04", {"event": "endOfInput"}),
        ]
        for key, event in ways:
            with self.subTest(event), self.menu(ask("next> ")) as probe:
                probe.sees("herbal")
                probe.type(key)
                self.assertEqual(probe.event(), event)
                probe.shows(">\nnext>")

    def test_it_is_taken_away_by_another_thread(self):
        with self.menu(ask("next> ")) as probe:
            probe.sees("herbal")
            probe.type(DOWN)
            probe.sees("> black")
            probe.order("wake")
            self.assertEqual(probe.event(), {"event": "woken", "text": ""})
            probe.shows("next>")

    def test_it_is_taken_away_by_signals(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            with self.subTest(number), self.menu() as probe:
                probe.sees("herbal")
                probe.child.kill(number)
                self.assertEqual(probe.ended(), -number)
                probe.shows(">")
                self.assertTrue(probe.is_restored())

    def test_it_is_drawn_again_for_another_window(self):
        with self.menu(columns=40, rows=10) as probe:
            probe.type("e")
            probe.shows("> e\n> green\n  white\n  herbal")
            probe.resize(3, 20)
            probe.shows("> e\n> green\n  … 2 more")
            probe.resize(10, 40)
            probe.shows("> e\n> green\n  white\n  herbal")
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("green"))

    def test_it_is_taken_away_for_a_stop(self):
        with self.menu() as probe:
            probe.type(DOWN)
            probe.sees("> black")
            seen = len(probe.raw)
            probe.type(CTRL_Z)
            probe.sends("herbal", behind=seen)
            probe.shows(">\n  green\n> black\n  white\n  herbal")

    def test_tab_completes_or_moves_and_lists_nothing(self):
        with self.menu(complete=["abc", "abd", "black"]) as probe:
            probe.type(TAB)
            probe.shows(">\n  green\n> black\n  white\n  herbal")
            probe.type(TAB)
            probe.shows(">\n  green\n  black\n> white\n  herbal")
            probe.type("b" + TAB)
            probe.shows("> black\n> black")
            probe.type(CTRL_U + "a" + TAB)
            probe.shows("> ab")
            probe.type(TAB)
            probe.sends("\x07")
            probe.shows("> ab")
            probe.type(CTRL_U + "e" + TAB)
            probe.shows("> e\n  green\n> white\n  herbal")

    def test_a_space_does_not_begin_a_text(self):
        with self.menu(ask("next> ")) as probe:
            probe.type(DOWN + DOWN + " ")
            probe.shows(">\n  green\n  black\n> white\n  herbal")
            probe.type("x")
            probe.shows("> x")
            probe.type(BACKSPACE + " ")
            probe.shows(">\n  green\n  black\n> white\n  herbal")
            probe.type(ENTER)
            self.assertEqual(probe.event(), line("white"))

    def test_control_n_and_control_p_move(self):
        with self.menu() as probe:
            probe.type(CTRL_N + CTRL_N)
            probe.shows(">\n  green\n  black\n> white\n  herbal")
            probe.type(CTRL_P + ENTER)
            self.assertEqual(probe.event(), line("black"))

    def test_plain_and_dumb_terminals_have_none(self):
        for fields, environment in ((dict(plain=True), {}), ({}, {"TERM": "dumb"})):
            with self.subTest(environment), \
                    Probe(ask(menu=TEAS, ghost=TEAS, **fields), environment=environment) as probe:
                probe.ready()
                probe.type("e" + DOWN + UP + ENTER)
                self.assertEqual(probe.event(), line("e"))
                self.assertNotIn("green", probe.raw)

    def test_no_room_no_menu(self):
        with self.menu(rows=1) as probe:
            probe.type("e" + DOWN + ENTER)
            self.assertEqual(probe.event(), line("e"))


class Searching(unittest.TestCase):
    LINES = ["перевод Ане", "цель Отпуск", "перевод Боре"]

    def search(self, *steps, **fields):
        asks = [ask(history="a") for _ in self.LINES]
        probe = Probe(*asks, ask("b> ", history="a", label="поиск: ", **fields), *steps)
        probe.ready()
        for text in self.LINES:
            probe.type(text + ENTER)
            self.assertEqual(probe.event(), line(text))
        probe.sees("b>")
        return probe

    def test_older_newer_and_edited(self):
        with self.search() as probe:
            probe.type(CTRL_R + "ПЕРЕ")
            probe.sees("b> перевод Боре\nпоиск: ПЕРЕ")
            probe.type(CTRL_R)
            probe.sees("b> перевод Ане\nпоиск: ПЕРЕ")
            probe.type(CTRL_S)
            probe.sees("b> перевод Боре\nпоиск: ПЕРЕ")
            probe.type(BACKSPACE * 4 + "отп")
            probe.sees("b> цель Отпуск\nпоиск: отп")
            probe.type(LEFT + "!" + ENTER)
            self.assertEqual(probe.event(), line("цель Отпус!к"))
            until(lambda: (probe.look(), probe.screen.text().endswith("b> цель Отпус!к"))[1],
                  "the search gone")

    def test_escape_and_control_g_bring_the_line_back(self):
        for key in (ESCAPE, CTRL_G):
            with self.subTest(key), self.search() as probe:
                probe.type("моё" + CTRL_R + "Ане")
                probe.sees("b> перевод Ане\nпоиск: Ане")
                probe.type(key)
                until(lambda: (probe.look(), probe.screen.text().endswith("b> моё"))[1], "the line")
                probe.type(ENTER)
                self.assertEqual(probe.event(), line("моё"))

    def test_a_search_replaces_the_menu_while_it_lasts(self):
        with self.search(menu=TEAS) as probe:
            probe.sees("herbal")
            probe.type(CTRL_R)
            until(lambda: (probe.look(), probe.screen.text().endswith("b>\nпоиск:"))[1], "a search")
            probe.type(ESCAPE)
            probe.sees("b>\n> green")

    def test_plain_output_recalls_what_contains_the_line(self):
        with self.search(plain=True) as probe:
            probe.type("перевод" + CTRL_R + CTRL_R + ENTER)
            self.assertEqual(probe.event(), line("перевод Ане"))
            self.assertNotIn("поиск", probe.raw)

    def test_nothing_to_search_beeps(self):
        with Probe(ask()) as probe:
            probe.ready()
            probe.type(CTRL_R)
            probe.sends("\x07")
            probe.type("a" + ENTER)
            self.assertEqual(probe.event(), line("a"))


if __name__ == "__main__":
    unittest.main()
