"""Small worlds for the checker: one in which all is well, and how others are made of it."""

import dataclasses

import journal
from bank import SAVED_AT_FIRST, Bank
from history import Call
from plan import money
from stored import Head
from world import World

ONE, OTHER = (f"5e5510f1-0000-4000-8000-00000000000{number}" for number in (1, 2))
NAME, TARGET, YES = ("name", '"Bike"'), ("target", money(15_000)), ("confirm", "true")
AMOUNT, MORE = ("amount", money(7)), ("amount", money(9))
GOAL = f'{{"key":"k1","name":"Bike","target":{money(15_000)}}}'
MOVE = f'{{"amount":{money(7)},"key":"k2"}}'


def line(answer):
    return "answer " + " ".join(answer) + "\n"


TEXT = f"""format 2
world "customer ada in folder 3f"
{line(NAME)}{line(TARGET)}{line(YES)}commit goal {{"key":"i1","of":{GOAL}}}
done goal {{"created":{{}}}}
{line(AMOUNT)}{line(YES)}commit transfer {{"key":"i2","of":{MOVE}}}
done transfer {{"moved":{{}}}}
finish {{}}
"""
ORDERS = {order.key: order.contents for order in journal.parse(ONE, TEXT).orders}
BANK = Bank(ORDERS, ("Bike",), (7,), SAVED_AT_FIRST - 7)


def call(number, does="answer", gives=(), outcome="ok", answers=None, **others):
    """A call that ends before the next begins, of numbers that may have decimals."""
    return Call(number, ONE, does, 2.0 * number, 2.0 * number + 0.1, outcome, tuple(gives), answers, **others)


CALLS = (
    call(1, "start", answers=0), call(2, gives=[NAME, TARGET], answers=2, token="0-a"),
    call(3, gives=[YES], answers=3, token="2-b"),
    call(4, gives=[AMOUNT], outcome="unknown", token="3-c"), call(5, "look", answers=4, state="asking"),
    call(6, "read", read=(NAME, TARGET, YES, AMOUNT)),
    call(7, gives=[MORE], outcome="fail", status=412, answers=4, token="3-c"),
    call(8, gives=[YES], answers=5, token="4-d"))


def world(calls=CALLS, text=TEXT, head=None, bank=BANK, **others):
    """A world of one session, whose journal two nodes have; by default the store's head agrees with it."""
    kept = journal.parse(ONE, text)
    head = head or Head(ONE, 5, 2, len(kept.answers), kept.end or "unfinished", (2, 3, 4, 5))
    return dataclasses.replace(
        World(tuple(calls), {ONE: dict(enumerate([text, text]))}, {ONE: head}, {"customer ada": bank}), **others)


def without(*numbers):
    return [one for one in CALLS if one.number not in numbers]


def changed(number, **changes):
    """The calls, of which one is another."""
    return [dataclasses.replace(one, **changes) if one.number == number else one for one in CALLS]


def replaced(old, new, count=-1):
    """The journal, with another text in the place of one that it has."""
    assert old in TEXT, old
    return TEXT.replace(old, new, count)


def inserted(before, more):
    """The journal, with lines in front of one that it has once."""
    assert TEXT.count(before) == 1, before
    return TEXT.replace(before, more + before)
