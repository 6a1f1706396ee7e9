"""What must be so of a store, and of the banks that the sessions gave orders to."""

import collections

import bank


# The store


def all_nodes_say_the_same(world):
    for session, texts in world.journals.items():
        if len(set(texts.values())) > 1 or None in texts.values():
            yield session, "nodes have " + ", ".join(
                f"{node}: " + (world.reasons.get((session, node), "nothing") if text is None
                               else f"{len(text)} bytes") for node, text in texts.items())


def numbers_have_no_gap(world):
    for session, head in world.heads.items():
        if list(head.numbers) != list(range(head.base, head.last + 1)):
            yield session, f"from {head.base} to {head.last} there are {head.numbers}"


def heads_agree_with_journals(world):
    for session, kept in world.read.items():
        head = world.heads.get(session)
        if head is None:
            if kept.answers:
                yield session, "the store has no head of it"
            continue
        standing = kept.end or "unfinished"
        if (head.answers, head.standing) != (len(kept.answers), standing) and not kept.went_back:
            yield session, (f"its head has {head.answers} answers and is {head.standing}, "
                            f"its journal {len(kept.answers)} and {standing}")


# The bank


def each_order_has_one_effect(world):
    for name, journals, found in at_banks(world):
        ordered = {order.key: order for kept in journals for order in kept.orders}
        for key, order in ordered.items():
            if order.is_done and found.orders.get(key) != order.contents:
                yield name, f"{key} was done by its journal, the bank has {found.orders.get(key)}"
        for key, contents in found.orders.items():
            if key not in ordered:
                yield name, f"no journal ordered {contents}"
            elif contents != ordered[key].contents:
                yield name, f"{ordered[key].contents} was ordered, the bank did {contents}"
        names = collections.Counter(
            contents["name"] for contents in found.orders.values() if "name" in contents)
        if names != collections.Counter(found.goals):
            yield name, f"goals {names} were ordered, there are {collections.Counter(found.goals)}"


def no_order_is_given_twice(world):
    for name, journals, _ in at_banks(world):
        keys = collections.Counter(order.key for kept in journals for order in kept.orders)
        for key, count in keys.items():
            if count > 1:
                yield name, f"{key} was ordered {count} times"
        names = collections.Counter(str({**order.contents, "key": None})
                                    for kept in journals for order in kept.orders)
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
    journals = collections.defaultdict(list)
    for kept in world.read.values():
        journals[world.shared_banks.get(kept.world, kept.world)].append(kept)
    for name, found in world.banks.items():
        yield name, journals[name], found
