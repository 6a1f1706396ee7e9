"""Each rule of the checker holds for what is well, and fails for what it is there to find."""

import dataclasses
import re
import unittest

import checker
import journal
from bank import SAVED_AT_FIRST, Bank
from stored import Head
from world import World
from worlds import (AMOUNT, BANK, CALLS, GOAL, MORE, MOVE, NAME, ONE, ORDERS, OTHER, TARGET, TEXT, YES, call,
                    changed, inserted, line, replaced, without, world)

CHOICE = ("overview", '"refresh"')
# The order of 7 pence is begun, and what came of it is not written down.
OPEN = TEXT[:TEXT.index("done transfer")]
# What was taken is gone back from, and another amount is given.
BACK = replaced(line(AMOUNT), line(AMOUNT) + "back amount\n" + line(MORE)).replace(MOVE, MOVE.replace("7", "9", 1))
BACK_CALLS = [
    *CALLS[:3], call(4, gives=[AMOUNT], answers=4, token="3-c"),
    call(5, "back", answers=3, token="4-d", state="asking"), call(6, "read", read=(NAME, TARGET, YES)),
    call(7, gives=[MORE], answers=4, token="3-c"), call(8, "look", answers=4, state="asking"),
    call(9, "read", read=(NAME, TARGET, YES, MORE)), call(10, gives=[YES], answers=5, token="4-e")]
BACK_BANK = Bank(
    {**ORDERS, "k2": {"amount": {"currency": "GBP", "minorUnits": 9}, "key": "k2"}}, ("Bike",), (9,),
    SAVED_AT_FIRST - 9)
# Of a form one field was kept before its node ended; the next page gives another name.
BOAT = ("name", '"Boat"')
JUMP = replaced(line(NAME), line(BOAT) + "jump name\n" + line(NAME))
JUMP_CALLS = [
    CALLS[0], dataclasses.replace(call(1.5, gives=[BOAT, ("target", "1")], outcome="unknown", token="0-a")),
    *changed(2, token="1-b")[1:]]
LEAVING = ("way", '"leave"')
UNHEARD = [dataclasses.replace(CALLS[0], outcome="unknown"), *CALLS[1:]]


def shown(number, count, token, path="account/create-goal/confirm"):
    return call(number, "look", answers=count, state="asking", shown=token, path=path)


def later(count):
    """The calls behind the second, if so many choices were made before them."""
    return [dataclasses.replace(
        one, token=None, answers=None if one.answers is None else one.answers + count,
        read=one.read and one.read[:2] + (CHOICE,) * count + one.read[2:]) for one in CALLS[2:]]


def chosen(*outcomes, kept):
    """The answers to a question that is asked again and again, of which so many are kept."""
    calls = [call(2 + 0.1 * place, gives=[CHOICE], outcome=outcome) for place, outcome in enumerate(outcomes, 1)]
    return world([*CALLS[:2], *calls, *later(kept)], replaced(line(TARGET), line(TARGET) + line(CHOICE) * kept))


# For each rule, worlds in which something else went wrong.
PLANTED = {
    "each_accepted_answer_is_kept_once": {
        "it is not there": world(text=replaced(line(NAME), "")),
        "it is there twice": world(text=replaced(line(NAME), line(NAME) * 2)),
        "it was accepted twice": world([*CALLS, call(9, gives=[NAME])]),
        "it is there twice, as often as it was sent": world(
            [*CALLS, call(9, gives=[AMOUNT])], replaced(line(AMOUNT), line(AMOUNT) * 2)),
        "a choice was accepted more often": world([*CALLS, call(9, gives=[YES])]),
        "a choice is there more often": chosen("ok", kept=2),
        "a choice that was refused at last is there more often": chosen("ok", "unknown", "fail", kept=3),
        "a way back was taken, and is not there": world([*CALLS, call(9, "back")])},
    "each_unknown_answer_is_kept_at_most_once": {
        "it is there twice": world(text=replaced(line(AMOUNT), line(AMOUNT) * 2)),
        "it was sent twice": world([*CALLS, call(9, gives=[AMOUNT], outcome="unknown")],
                                   replaced(line(AMOUNT), line(AMOUNT) * 2)),
        "a choice is there more often": chosen("unknown", "fail", kept=2),
        "a way back is there twice": world(
            [*CALLS, call(9, "back", outcome="unknown")], inserted("finish", "back confirm\nback amount\n"))},
    "no_refused_answer_is_kept": {
        "it is there": world(text=replaced(line(AMOUNT), line(AMOUNT) + line(MORE))),
        "a choice is there": chosen("fail", kept=1)},
    "nothing_is_kept_that_nobody_sent": {
        "an answer": world(text=replaced(line(AMOUNT), line(AMOUNT) + line(CHOICE))),
        "a way back": world(text=inserted("finish", "back confirm\n"))},
    "answers_are_in_the_order_of_time": {
        "one stands before what was told": world(
            [*without(2, 3, 4), call(9, gives=[NAME, TARGET]), call(2, gives=[AMOUNT])]),
        "choices have changed places": world(
            [*CALLS[:2], call(3, gives=[YES]), call(4, gives=[AMOUNT], outcome="unknown"),
             call(8, gives=[CHOICE])], replaced(line(YES), line(CHOICE) + line(YES), 1)),
        "it was accepted for another question": world(changed(3, token="3-b")),
        "it is behind what its client was told": world(changed(3, answers=2)),
        "it was shown before it was sent": world([*without(4, 5, 6, 7, 8), call(3.2, "look", answers=4),
                                                  *CALLS[3:4]]),
        "it was refused before it was shown": world(
            [call(0.5, gives=[AMOUNT], outcome="fail", status=409), *without(4, 5, 6, 7, 8),
             call(3.2, "look", answers=4), CALLS[3]]),
        "it was shown more often than it was sent by then": world(
            [*CALLS[:2], call(2.1, gives=[CHOICE]), call(2.2, "look", answers=4),
             call(2.3, gives=[CHOICE], outcome="unknown")],
            replaced(line(TARGET), line(TARGET) + line(CHOICE) * 2)),
        "a way back stands before what was told": world([*BACK_CALLS, call(11, "back")], BACK, bank=BACK_BANK),
        "another was shown in its place": world(
            [*without(4, 5, 6, 7, 8), call(4, "look", answers=4), call(5, gives=[AMOUNT], answers=4)]),
        "one was accepted when all was over": world(
            [*CALLS, call(9, "look", answers=5, state="ended"), call(10, gives=[YES])],
            inserted("finish", line(YES)))},
    "nobody_is_shown_what_was_before": {
        "fewer answers": world([*CALLS, call(9, "look", answers=3)]),
        "fewer answers are read": world([*CALLS, call(9, "read", read=(NAME, TARGET))]),
        "fewer than there are in no journal": world([call(1, "look", answers=3), call(2, "look", answers=2)], ""),
        "it is asked behind the end": world([*CALLS, call(9, "look", answers=5, state="ended"),
                                             call(10, "look", answers=5, state="asking")]),
        "another count of a session that went back": world(
            [*BACK_CALLS, call(11, "look", answers=3)], BACK, bank=BACK_BANK),
        "fewer answers while it is held": world([*CALLS, call(9, "look", answers=2, state="held")])},
    "what_was_shown_is_kept": {
        "more answers": world([*CALLS, call(9, "look", answers=6)]),
        "one is gone": world(text=replaced(line(YES), "", 1)),
        "more than one call gives while it is held": world([*CALLS, call(9, "look", answers=8, state="held")]),
        "more than a session ever had that went back": world(
            [*BACK_CALLS, call(11, "look", answers=6)], BACK, bank=BACK_BANK),
        "an end": world([*CALLS, call(9, "look", answers=5, state="ended")], text=replaced("finish {}\n", "")),
        "a question behind other answers": world([*CALLS, shown(9, 5, "5-a"), shown(10, 5, "5-b")])},
    "what_was_read_is_how_the_journal_begins": {
        "another order": world([*CALLS, call(9, "read", read=(TARGET, NAME, YES, AMOUNT, YES))]),
        "more": world([*CALLS, call(9, "read", read=(NAME, TARGET, YES, AMOUNT, YES, YES))]),
        "what no session had that went back": world(
            [*BACK_CALLS, call(11, "read", read=(NAME, TARGET, YES, AMOUNT, MORE))], BACK, bank=BACK_BANK)},
    "no_node_fails": {"500": world([*CALLS, call(9, "look", outcome="unknown", status=500)])},
    "no_call_is_refused_without_reason": {
        "a known session is not found": world([*CALLS, call(9, "look", outcome="fail", status=404)]),
        "nor if its answers were only read": world([
            call(1, "start"), call(6, "read", read=(NAME,)), call(9, "look", outcome="fail", status=404)]),
        "nor by who answers": world([*CALLS, call(9, gives=[YES], outcome="fail", status=404)]),
        "a good answer is none": world(changed(7, status=400)),
        "a good answer is not taken": world(changed(7, status=422))},
    "nobody_else_is_told": {
        "all": world([*CALLS, call(9, "pry", status=200, answers=5)]),
        "that it is there": world([*CALLS, call(9, "pry", outcome="fail", status=409)])},
    "each_session_has_ended": {
        "it has not": world(text=replaced("finish {}\n", "")),
        "otherwise": world(text=replaced("finish {}", "cancelled \"x\"")),
        "there is none": dataclasses.replace(world(), journals={})},
    "all_nodes_say_the_same": {
        "more": dataclasses.replace(world(), journals={ONE: {0: TEXT, 1: TEXT + "# more\n"}}),
        "nothing": dataclasses.replace(world(), journals={ONE: {0: TEXT, 1: None}})},
    "numbers_have_no_gap": {
        str(numbers): world(head=Head(ONE, last, base, 5, "finished", numbers))
        for numbers, base, last in [
            ((2, 3, 5), 2, 5), ((2, 3, 3, 4, 5), 2, 5), ((2, 3, 4), 2, 5), ((2, 3, 4, 5, 6), 2, 5),
            ((1, 2, 3, 4, 5), 2, 5), ((1,), None, None)]},
    "heads_agree_with_journals": {
        "fewer answers": world(head=Head(ONE, 5, 2, 4, "finished", (2, 3, 4, 5))),
        "all that were ever given": world(
            BACK_CALLS, BACK, Head(ONE, 5, 2, 6, "finished", (2, 3, 4, 5)), BACK_BANK),
        "another end": world(head=Head(ONE, 5, 2, 5, "unfinished", (2, 3, 4, 5))),
        "none": dataclasses.replace(world(), heads={}),
        "changes alone": world(head=Head(ONE, None, None, 0, "gone", (1,))),
        "one that nobody started": world(heads={
            **world().heads, OTHER: Head(OTHER, 1, 1, 0, "unfinished", (1,))}),
        "a journal that nobody started": world(journals={**world().journals, OTHER: {0: "format 2\n"}}),
        "one that was only looked at": world(without(1))},
    "journals_are_well_formed": {
        "an order is done twice": world(text=replaced("finish", "done transfer {}\nfinish")),
        "it ends twice": world(text=TEXT + "finish {}\n"),
        "an answer comes behind the end": world(text=TEXT + line(YES)),
        "something else is done": world(text=replaced("done transfer", "done goal"))},
    "orders_follow_what_was_answered": {
        "another amount": world(text=replaced(MOVE, MOVE.replace("7", "8", 1))),
        "another name": world(text=replaced(GOAL, GOAL.replace("Bike", "Boat"))),
        "another target": world(text=replaced(GOAL, GOAL.replace("15000", "15001"))),
        "no yes": world(text=replaced(line(YES), "")),
        "a no": world(text=replaced(line(YES) + "commit goal", line(("confirm", "false")) + "commit goal")),
        "the yes comes later": world(text=replaced(
            f'{line(YES)}commit transfer {{"key":"i2","of":{MOVE}}}\n',
            f'commit transfer {{"key":"i2","of":{MOVE}}}\n{line(YES)}')),
        "two by one yes": world(text=replaced(
            "done transfer", f'commit transfer {{"key":"i3","of":{MOVE.replace("k2", "k3")}}}\ndone transfer')),
        "the amount is given behind the yes": world(text=replaced(
            line(AMOUNT) + line(YES), line(YES) + line(AMOUNT))),
        "what was gone back from": world(BACK_CALLS, BACK.replace(MOVE.replace("7", "9", 1), MOVE))},
    "each_order_has_one_effect": {
        "none": world(bank=Bank({"k2": ORDERS["k2"]}, (), (7,), SAVED_AT_FIRST - 7)),
        "two goals": world(bank=dataclasses.replace(BANK, goals=("Bike", "Bike"))),
        "no goal": world(bank=dataclasses.replace(BANK, goals=())),
        "one that was not ordered": world(bank=dataclasses.replace(BANK, orders={**ORDERS, "k3": {"key": "k3"}})),
        "another": world(bank=dataclasses.replace(
            BANK, orders={**ORDERS, "k1": {"key": "k1", "name": "Boat"}}, goals=("Boat",))),
        "the bank is gone": world(banks={}),
        "it was refused, and done in the end": world(
            text=inserted("done transfer",
                          f'done transfer {{"trouble":{{}}}}\ncommit transfer {{"key":"i3","of":{MOVE}}}\n'),
            bank=Bank({"k1": ORDERS["k1"]}, ("Bike",))),
        "it was done, and is refused later": world(
            text=inserted("finish", f'commit transfer {{"key":"i3","of":{MOVE}}}\nfail transfer {{}}\n'),
            bank=Bank({"k1": ORDERS["k1"]}, ("Bike",))),
        "the end says nothing of it": world(text=TEXT.replace('done transfer {"moved":{}}\n', "")),
        "nor if the bank did nothing": world(
            text=TEXT.replace('done transfer {"moved":{}}\n', ""),
            bank=Bank({"k1": ORDERS["k1"]}, ("Bike",)))},
    "no_order_is_given_twice": {
        "under its key": world(text=inserted(
            "finish", f'commit goal {{"key":"i3","of":{GOAL}}}\ndone goal {{}}\n')),
        "under two keys": world(text=inserted(
            "finish", f'commit goal {{"key":"i3","of":{GOAL.replace("k1", "k9")}}}\n'))},
    "money_is_neither_made_nor_lost": {
        "it is paid twice": world(bank=Bank(ORDERS, ("Bike",), (7, 7), SAVED_AT_FIRST - 14)),
        "it is there still": world(bank=Bank(ORDERS, ("Bike",), (7,), SAVED_AT_FIRST)),
        "it is not paid": world(bank=Bank(ORDERS, ("Bike",), (), SAVED_AT_FIRST))},
}

# What no rule finds anything in: for each exemption a world that needs it.
WELL = {
    "as it is": world(),
    "an unknown answer is not there": world(
        [*without(4, 5, 6, 7, 8), call(5, "look", answers=3), call(6, gives=[AMOUNT], answers=4, token="3-c"),
         call(8, gives=[YES], answers=5, token="4-d")]),
    "an unknown answer is sent once more and refused": world(
        [*CALLS[:4], call(5, gives=[AMOUNT], outcome="fail", status=412, answers=4), *CALLS[7:]]),
    "an unknown answer is sent once more and accepted": world(
        [*CALLS[:4], call(5, gives=[AMOUNT], answers=4), *CALLS[7:]]),
    "an answer that was refused is taken later": world(
        [call(0.5, gives=[AMOUNT], outcome="fail", status=404), *CALLS]),
    "a choice is accepted once, and was unknown once": chosen("unknown", "ok", kept=2),
    "of which one is there": chosen("unknown", "ok", kept=1),
    "a choice is unknown twice, and there twice": chosen("unknown", "unknown", kept=2),
    "a choice that is there was refused as well": chosen("ok", "fail", kept=1),
    "calls at once may be in any order": world(
        [CALLS[0], *(dataclasses.replace(one, began=3.0, ended=30.0) for one in CALLS[1:])]),
    "who asks last is told what was before": world(
        [*CALLS, dataclasses.replace(call(9, "look", answers=4), began=CALLS[-1].began + 0.01)]),
    "what was sent at once is shown": world(
        [*CALLS[:3], dataclasses.replace(CALLS[3], began=8.0, ended=None),
         dataclasses.replace(CALLS[4], began=7.5, ended=9.5), *CALLS[5:]]),
    "an unknown answer comes late": world(
        [CALLS[0], call(1.2, gives=[YES], outcome="unknown"), call(2, gives=[NAME, TARGET], answers=2, token="0-a"),
         call(3, "look", answers=2), call(4, "look", answers=3), *CALLS[3:]]),
    "who is told nothing is nowhere": world([*CALLS, call(9, "look", outcome="unknown", status=504),
                                             call(10, "look", answers=5, state="ended")]),
    "it is held, and tells of one answer more": world([*CALLS, call(9, "look", answers=6, state="held")]),
    "it is held, and tells of a page more": world([*CALLS, call(9, "look", answers=7, state="held")]),
    "it is held, and tells of none more": world([*CALLS, call(9, "look", answers=5, state="held")]),
    "one goes back": world(BACK_CALLS, BACK, bank=BACK_BANK),
    "one goes back, and nobody is told": world(
        [*BACK_CALLS[:4], call(5, "back", outcome="unknown", token="4-d"), *BACK_CALLS[5:]], BACK, bank=BACK_BANK),
    "one goes back, and chooses the same": world(
        [*CALLS[:2], call(2.1, gives=[CHOICE], answers=3, token="2-b"),
         call(2.2, "back", answers=2, token="3-c"), call(2.3, gives=[CHOICE], answers=3, token="2-b"), *later(1)],
        replaced(line(TARGET), line(TARGET) + line(CHOICE) + "back overview\n" + line(CHOICE))),
    "a page is given again of which one field was kept": world(JUMP_CALLS, JUMP),
    "a question has another name behind other answers": world(
        [*BACK_CALLS[:4], shown(4.2, 4, "4-d"), *BACK_CALLS[4:8], shown(8.2, 4, "4-e"), *BACK_CALLS[8:]],
        BACK, bank=BACK_BANK),
    "a question has another name with what a bank has by then": world(
        [*CALLS, shown(9, 5, "5-a", "account/overview"), shown(10, 5, "5-b", "account/overview")]),
    "it is held, and asks something else": world(
        [*CALLS, shown(9, 5, "5-a"), dataclasses.replace(shown(10, 5, "5-b"), state="held")]),
    "it ends, and is asked again and again": world(
        [*CALLS, call(9, "look", answers=5, state="asking"), call(10, "look", answers=5, state="ended"),
         call(11, "look", answers=5, state="ended"), call(12, "read", read=(NAME, TARGET, YES, AMOUNT, YES))]),
    "it could not be done now": world(
        [*CALLS, *(call(9 + place, gives=[MORE], outcome="unknown", status=status)
                   for place, status in enumerate([502, 503, 504]))]),
    "it was not taken, for a reason": world(
        [*CALLS, *(call(9 + place, gives=[MORE], outcome="fail", status=status)
                   for place, status in enumerate([409, 412, 429, 503, None]))]),
    "it is started once more, as nothing was known of it": world(
        [call(0.2, "start", answers=0), dataclasses.replace(call(0.7, "look", outcome="fail", status=404), ended=1.6),
         *CALLS]),
    "what the client gave up is answered as well": world(
        [*CALLS, call(9, "again", outcome="fail", status=422), call(10, "back", outcome="fail", status=422)]),
    "another looks for it": world(
        [*CALLS, *(call(9 + place, "pry", outcome="fail" if status in (404, 429) else "unknown", status=status)
                   for place, status in enumerate([404, 429, 502, 503, 504, None]))]),
    "it is left at the log-in": world(
        [*CALLS, call(9, gives=[LEAVING], answers=6)],
        replaced("finish {}", f'{line(LEAVING)}cancelled "user"')),
    "it is left at the log-in, and ends": world(
        [*CALLS, call(9, gives=[LEAVING], answers=6)], inserted("finish", line(LEAVING))),
    "nobody knows what came of an order, and the bank did it": world(UNHEARD, OPEN),
    "nobody knows what came of an order, and the bank did not": world(
        UNHEARD, OPEN, bank=Bank({"k1": ORDERS["k1"]}, ("Bike",))),
    "an order that was refused is given once more": world(text=inserted(
        "done transfer", f'done transfer {{"trouble":{{}}}}\ncommit transfer {{"key":"i3","of":{MOVE}}}\n')),
    "an order that was not sent is given once more": world(text=inserted(
        "done transfer", f'fail transfer {{"notSent":"x"}}\ncommit transfer {{"key":"i3","of":{MOVE}}}\n')),
    "an order is refused": world(
        text=replaced("done transfer", "fail transfer"), bank=Bank({"k1": ORDERS["k1"]}, ("Bike",))),
    "what is read fails": world(text=inserted("done transfer", "fail transfers {}\n")),
    "several have one bank": world(banks={"branch": BANK}, shared_banks={"customer ada": "branch"}),
    "who orders nothing has no bank": world(
        [CALLS[0], call(2, gives=[CHOICE], answers=1)], f'world "customer ada"\n{line(CHOICE)}finish {{}}\n',
        banks={}),
    "one logs in besides": world(
        heads={**world().heads, OTHER: Head(OTHER, 1, 1, 0, "finished", (1,))}, others=frozenset([OTHER])),
    "nobody was told of it": World((call(1, "start", outcome="unknown"),)),
    "a history of before tells of no questions": world([dataclasses.replace(one, token=None) for one in CALLS]),
}


class Rules(unittest.TestCase):
    def test_what_is_well_violates_none(self):
        for name, well in WELL.items():
            with self.subTest(name):
                self.assertEqual([str(one) for one in checker.check(well)], [])

    def test_each_rule_finds_what_it_is_there_for(self):
        self.assertEqual(set(PLANTED), {rule.__name__ for rule in checker.RULES})
        for rule in checker.RULES:
            for name, planted in PLANTED[rule.__name__].items():
                with self.subTest(rule.__name__, planted=name):
                    self.assertTrue(list(rule(planted)))


class Reading(unittest.TestCase):
    def test_a_journal(self):
        read = journal.parse(ONE, TEXT)
        self.assertEqual(read.answers, (NAME, TARGET, YES, AMOUNT, YES))
        self.assertEqual([(order.key, order.is_done) for order in read.orders], [("k1", True), ("k2", True)])
        self.assertEqual([order.at for order in read.orders], [3, 5])
        self.assertEqual((read.world, read.end, read.faults), ("customer ada", "finished", ()))

    def test_a_journal_that_stops_behind_an_order(self):
        read = journal.parse(ONE, OPEN)
        self.assertEqual([order.outcome for order in read.orders], ["done", None])
        self.assertIsNone(read.end)

    def test_a_journal_that_goes_back(self):
        read = journal.parse(ONE, BACK)
        self.assertEqual(read.given, (NAME, TARGET, YES, AMOUNT, MORE, YES))
        self.assertEqual(read.answers, (NAME, TARGET, YES, MORE, YES))
        self.assertEqual([moment.count for moment in read.moments], [0, 1, 2, 3, 4, 3, 4, 5])

    def test_a_journal_that_goes_back_further(self):
        choices = [("overview", f'"{name}"') for name in "abc"]
        text = "".join(map(line, choices))
        self.assertEqual(journal.parse(ONE, text + "back overview\n").answers, tuple(choices[:2]))
        self.assertEqual(journal.parse(ONE, text + "back overview 3\n").answers, ())
        self.assertEqual(journal.parse(ONE, text + "jump overview 2\n" + line(YES)).answers, (choices[0], YES))
        # There is no such answer.
        self.assertEqual(journal.parse(ONE, text + "back overview 4\n").answers, tuple(choices))

    def test_what_no_journal_has(self):
        for text, count in [(TEXT, 0), (TEXT + "\n# a remark\n", 0), (TEXT + "finish {}\n" + line(YES), 2),
                            (re.sub("commit goal.*\n", "", TEXT), 1)]:
            self.assertEqual(len(journal.parse(ONE, text).faults), count, text)


if __name__ == "__main__":
    unittest.main()
