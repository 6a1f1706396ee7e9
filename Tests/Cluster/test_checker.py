"""Each rule of the checker holds for what is well, and fails for what it is there to find."""

import dataclasses
import unittest

import checker
import journal
from bank import SAVED_AT_FIRST, Bank
from history import Call
from stored import Head
from world import World

ONE = "5e5510f1-0000-4000-8000-000000000001"
NAME, TARGET, AMOUNT, YES = ("name", '"Bike"'), ("target", "15000"), ("amount", "7"), ("confirm", "true")
GOAL = '{"key":"k1","name":"Bike"}'
MOVE = '{"amount":{"currency":"GBP","minorUnits":7},"key":"k2"}'
TEXT = f"""format 2
world "customer ada in folder 3f"
answer name "Bike"
answer target 15000
commit goal {{"key":"i1","of":{GOAL}}}
done goal {{"created":{{}}}}
answer amount 7
answer confirm true
commit transfer {{"key":"i2","of":{MOVE}}}
done transfer {{"moved":{{}}}}
finish {{}}
"""
ORDERS = {"k1": {"key": "k1", "name": "Bike"},
          "k2": {"amount": {"currency": "GBP", "minorUnits": 7}, "key": "k2"}}


def call(number, does="answer", gives=(), outcome="ok", answers=None, **others):
    """A call that takes a second and ends before the next begins."""
    return Call(number, ONE, does, float(2 * number), float(2 * number + 1), outcome, tuple(gives),
                answers, **others)


CALLS = (
    call(1, "start", answers=0), call(2, gives=[NAME, TARGET], answers=2),
    call(3, gives=[AMOUNT], outcome="unknown"), call(4, "look", answers=3),
    call(5, "read", read=(NAME, TARGET, AMOUNT)), call(6, gives=[("amount", "9")], outcome="fail"),
    call(7, gives=[YES], answers=4))


def world(calls=CALLS, texts=None, head=None, bank=None):
    texts = texts or [TEXT, TEXT]
    return World(
        tuple(calls), {ONE: dict(enumerate(texts))},
        {ONE: head or Head(ONE, 5, 2, 4, "finished", (2, 3, 4, 5))},
        {"customer ada": bank or Bank(ORDERS, ("Bike",), (7,), SAVED_AT_FIRST - 7)})


def without(*numbers):
    return [one for one in CALLS if one.number not in numbers]


def replaced(text, new):
    assert text in TEXT
    return [TEXT.replace(text, new)] * 2


# For each rule, worlds in which something else went wrong.
PLANTED = {
    "each_accepted_answer_is_kept_once": [
        world(texts=replaced('answer name "Bike"\n', "")),
        world(texts=replaced('answer name "Bike"\n', 'answer name "Bike"\nanswer name "Bike"\n')),
        world([*CALLS, call(8, gives=[NAME])]), world([*CALLS, call(8, gives=[YES])])],
    "each_unknown_answer_is_kept_at_most_once": [
        world(texts=replaced("answer amount 7\n", "answer amount 7\nanswer amount 7\n")),
        world([*CALLS, call(8, gives=[AMOUNT], outcome="unknown")],
              replaced("answer amount 7\n", "answer amount 7\nanswer amount 7\n")),
        world([*without(7), call(8, gives=[YES], outcome="unknown")],
              replaced("answer confirm true\n", "answer confirm true\nanswer confirm true\n"))],
    "no_refused_answer_is_kept": [
        world(texts=replaced("answer amount 7\n", "answer amount 7\nanswer amount 9\n")),
        world([*CALLS, call(8, gives=[YES], outcome="fail")],
              replaced("answer confirm true\n", "answer confirm true\nanswer confirm true\n"))],
    "nothing_is_kept_that_nobody_sent": [
        world(texts=replaced("answer amount 7\n", "answer amount 7\nanswer details \"done\"\n"))],
    "answers_are_in_the_order_of_time": [
        world([*without(2, 3), call(8, gives=[NAME, TARGET]), call(2, gives=[AMOUNT])])],
    "nobody_is_shown_what_was_before": [
        world([*CALLS, call(8, "look", answers=3)]),
        world([*CALLS, call(8, "read", read=(NAME, TARGET))])],
    "what_was_shown_is_kept": [
        world([*CALLS, call(8, "look", answers=5)]),
        world(texts=replaced("answer confirm true\n", ""))],
    "what_was_read_is_how_the_journal_begins": [
        world([*CALLS, call(8, "read", read=(TARGET, NAME, AMOUNT, YES))]),
        world([*CALLS, call(8, "read", read=(NAME, TARGET, AMOUNT, YES, YES))])],
    "no_node_fails": [world([*CALLS, call(8, "look", outcome="unknown", status=500)])],
    "each_session_has_ended": [
        world(texts=replaced("finish {}\n", "")), world(texts=replaced("finish {}", "cancelled \"x\"")),
        dataclasses.replace(world(), journals={})],
    "all_nodes_say_the_same": [world(texts=[TEXT, TEXT + "# more\n"]), world(texts=[TEXT, None])],
    "numbers_have_no_gap": [
        world(head=Head(ONE, 5, 2, 4, "finished", numbers))
        for numbers in [(2, 3, 5), (2, 3, 3, 4, 5), (2, 3, 4), (2, 3, 4, 5, 6), (1, 2, 3, 4, 5)]],
    "heads_agree_with_journals": [
        world(head=Head(ONE, 5, 2, 3, "finished", (2, 3, 4, 5))),
        world(head=Head(ONE, 5, 2, 4, "unfinished", (2, 3, 4, 5))),
        dataclasses.replace(world(), heads={})],
    "each_order_has_one_effect": [
        world(bank=Bank({"k2": ORDERS["k2"]}, (), (7,), SAVED_AT_FIRST - 7)),
        world(bank=Bank(ORDERS, ("Bike", "Bike"), (7,), SAVED_AT_FIRST - 7)),
        world(bank=Bank(ORDERS, (), (7,), SAVED_AT_FIRST - 7)),
        world(bank=Bank({**ORDERS, "k3": {"key": "k3"}}, ("Bike",), (7,), SAVED_AT_FIRST - 7)),
        world(bank=Bank({**ORDERS, "k1": {"key": "k1", "name": "Boat"}}, ("Boat",), (7,),
                        SAVED_AT_FIRST - 7))],
    "no_order_is_given_twice": [
        world(texts=replaced("finish", f'commit goal {{"key":"i3","of":{GOAL}}}\nfinish')),
        world(texts=replaced(
            "finish", f'commit goal {{"key":"i3","of":{GOAL.replace("k1", "k9")}}}\nfinish'))],
    "money_is_neither_made_nor_lost": [
        world(bank=Bank(ORDERS, ("Bike",), (7, 7), SAVED_AT_FIRST - 14)),
        world(bank=Bank(ORDERS, ("Bike",), (7,), SAVED_AT_FIRST)),
        world(bank=Bank(ORDERS, ("Bike",), (), SAVED_AT_FIRST))],
}


class Rules(unittest.TestCase):
    def test_what_is_well_violates_none(self):
        self.assertEqual(checker.check(world()), [])

    def test_each_rule_finds_what_it_is_there_for(self):
        self.assertEqual(set(PLANTED), {rule.__name__ for rule in checker.RULES})
        for rule in checker.RULES:
            for number, planted in enumerate(PLANTED[rule.__name__]):
                with self.subTest(rule.__name__, number=number):
                    self.assertTrue(list(rule(planted)))

    def test_an_answer_that_was_cut_off_may_be_there_or_not(self):
        gone = world(texts=replaced("answer amount 7\n", ""))
        for rule in checker.RULES[:4]:
            self.assertEqual(list(rule(gone)), [], rule.__name__)

    def test_one_that_was_sent_once_more_and_accepted_is_there_once(self):
        again = [*CALLS, call(8, gives=[AMOUNT])]
        for rule in checker.RULES[:4]:
            self.assertEqual(list(rule(world(again))), [], rule.__name__)

    def test_calls_at_once_may_be_in_any_order(self):
        first = dataclasses.replace(CALLS[1], began=14.0, ended=20.0)
        at_once = dataclasses.replace(CALLS[6], began=15.0, ended=19.0)
        shown = [call(8, "look", answers=2), first, at_once]
        for rule in checker.RULES[4:6]:
            self.assertEqual(list(rule(world([CALLS[0], *shown]))), [], rule.__name__)

    def test_a_session_that_nobody_was_told_of_need_not_be_there(self):
        unheard = World((call(1, "start", outcome="unknown"),))
        self.assertEqual(checker.check(unheard), [])


class Reading(unittest.TestCase):
    def test_a_journal(self):
        read = journal.parse(ONE, TEXT)
        self.assertEqual(read.answers, (NAME, TARGET, AMOUNT, YES))
        self.assertEqual([(order.key, order.is_done) for order in read.orders], [("k1", True), ("k2", True)])
        self.assertEqual((read.world, read.end), ("customer ada", "finished"))

    def test_a_journal_that_stops_behind_an_order(self):
        read = journal.parse(ONE, TEXT[:TEXT.index("done transfer")])
        self.assertEqual([order.is_done for order in read.orders], [True, False])
        self.assertIsNone(read.end)


if __name__ == "__main__":
    unittest.main()
