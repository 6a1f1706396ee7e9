"""What must be so of a store, and of the banks that the sessions gave orders to."""

import collections

import bank
from answer_rules import UNIQUE
from clients import as_journal

# The answer without which nothing is ordered.
YES = ("confirm", "true")


# The store


def all_nodes_say_the_same(world):
    for session, texts in world.journals.items():
        if len(set(texts.values())) > 1 or None in texts.values():
            yield session, "nodes have " + ", ".join(
                f"{node}: " + (world.reasons.get((session, node), "nothing") if text is None
                               else f"{len(text)} bytes") for node, text in texts.items())


def numbers_have_no_gap(world):
    for session, head in world.heads.items():
        if not head.is_there:
            yield session, f"there are {head.numbers}, and no head"
        elif list(head.numbers) != list(range(head.base, head.last + 1)):
            yield session, f"from {head.base} to {head.last} there are {head.numbers}"


def heads_agree_with_journals(world):
    for session, kept in world.read.items():
        head = world.heads.get(session)
        if head is None or not head.is_there:
            if kept.answers:
                yield session, "the store has no head of it"
            continue
        standing = kept.end or "unfinished"
        if (head.answers, head.standing) != (len(kept.answers), standing):
            yield session, (f"its head has {head.answers} answers and is {head.standing}, "
                            f"its journal {len(kept.answers)} and {standing}")
    for session in sorted((world.heads.keys() | world.journals.keys()) - world.others):
        if not any(call.does == "start" and call.outcome != "fail" for call in world.sessions.get(session, ())):
            yield session, "it is there, and nobody started it"


def journals_are_well_formed(world):
    for session, kept in world.read.items():
        for fault in kept.faults:
            yield session, fault


# The bank


def orders_follow_what_was_answered(world):
    """Each is of what was answered last, and was said yes to, once."""
    for session, kept in world.read.items():
        used = {}
        for order in kept.orders:
            places = list(kept.places(order.at))
            steps = [kept.moments[place].answer[0] for place in places]
            said = steps.index(YES[0]) if YES[0] in steps else None
            if said is None or kept.moments[places[said]].answer != YES:
                yield session, f"{order.contents} was ordered, and nobody said yes"
                continue
            if used.setdefault(places[said], order.key) != order.key:
                yield session, f"{order.contents} was ordered by the yes to another order"
            for step in UNIQUE:
                # The last answer of the step, of those before the yes.
                at = steps.index(step) if step in steps else -1
                answer = kept.moments[places[at]].answer[1] if at > said else None
                if step in order.contents and as_journal(order.contents[step]) != answer:
                    yield session, f"{order.contents} was ordered, where {answer} was the {step}"


def each_order_has_one_effect(world):
    for name, journals, found in at_banks(world):
        orders = [order for kept in journals for order in kept.orders]
        ordered = {order.key: order for order in orders}
        for order in orders:
            if order.is_done and found.orders.get(order.key) != order.contents:
                yield name, f"{order.key} was done by its journal, the bank has {found.orders.get(order.key)}"
        for key, contents in found.orders.items():
            if key not in ordered:
                yield name, f"no journal ordered {contents}"
            elif contents != ordered[key].contents:
                yield name, f"{ordered[key].contents} was ordered, the bank did {contents}"
        for kept in journals:
            for order in kept.orders:
                if kept.end == "finished" and order.outcome is None:
                    yield name, f"{kept.session} has finished, and says nothing of {order.contents}"
        names = collections.Counter(
            contents["name"] for contents in found.orders.values() if "name" in contents)
        if names != collections.Counter(found.goals):
            yield name, f"goals {names} were ordered, there are {collections.Counter(found.goals)}"


def no_order_is_given_twice(world):
    for name, journals, _ in at_banks(world):
        # One that was refused was not given.
        given = [order for kept in journals for order in kept.orders if order.outcome != "refused"]
        for key, count in collections.Counter(order.key for order in given).items():
            if count > 1:
                yield name, f"{key} was ordered {count} times"
        names = collections.Counter(str({**order.contents, "key": None}) for order in given)
        for contents, count in names.items():
            if count > 1:
                yield name, f"{contents} was ordered under {count} keys"


def money_is_neither_made_nor_lost(world):
    for name, _, found in at_banks(world):
        ordered = collections.Counter(
            contents["amount"]["minorUnits"] for contents in found.orders.values() if "amount" in contents)
        if ordered != collections.Counter(found.withdrawn):
            yield name, f"{ordered} were ordered, {found.withdrawn} were paid"
        if found.saved + sum(found.withdrawn) != bank.SAVED_AT_FIRST:
            yield name, f"{found.saved} is left after {found.withdrawn}"


def at_banks(world):
    """Each bank with the journals of those who ordered there; one that nobody has found has done nothing."""
    journals = collections.defaultdict(list)
    for kept in world.read.values():
        journals[world.shared_banks.get(kept.world, kept.world)].append(kept)
    for name in [*world.banks, *(name for name in journals if name not in world.banks)]:
        yield str(name), journals[name], world.banks.get(name, bank.Bank())
