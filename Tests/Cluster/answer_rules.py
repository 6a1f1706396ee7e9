"""What must be so of what clients sent and were told, and of the journals. Each rule yields what it finds: the
session and what is wrong with it.
"""

import collections

import plan

# The steps whose values are given once only, over all clients.
UNIQUE = ("name", "target", "amount")
# What a balancer or a node says that could not do it now.
EXPECTED = {502, 503, 504}


# Answers and journals


def each_accepted_answer_is_kept_once(world):
    for session, kept, calls in answered(world):
        for value, (accepted, _, _) in calls.items():
            count = kept[value]
            if accepted and value[0] in UNIQUE and (count != 1 or accepted > 1):
                yield session, f"{value} was accepted {accepted} times, and is there {count} times"
            elif count < accepted:
                yield session, f"{value} was accepted {accepted} times, and is there {count} times"


def each_unknown_answer_is_kept_at_most_once(world):
    for session, kept, calls in answered(world):
        for value, (accepted, unknown, _) in calls.items():
            if not accepted and unknown and kept[value] > (1 if value[0] in UNIQUE else unknown):
                yield session, f"{value} was sent {unknown} times, and is there {kept[value]} times"


def no_refused_answer_is_kept(world):
    for session, kept, calls in answered(world):
        for value, (accepted, unknown, refused) in calls.items():
            if refused and kept[value] > accepted + unknown:
                yield session, f"{value} was refused, and is there"


def nothing_is_kept_that_nobody_sent(world):
    for session, kept, calls in answered(world):
        for value in kept.keys() - calls.keys():
            yield session, f"{value} is there, and nobody sent it"


def answered(world):
    """Of each session: how often each value is kept; how often it was accepted, unknown and refused."""
    journals = world.read
    for session, calls in world.sessions.items():
        told = collections.defaultdict(lambda: [0, 0, 0])
        for call in calls:
            for value in call.gives:
                told[value][("ok", "unknown", "fail").index(call.outcome)] += 1
        yield session, collections.Counter(journals[session].answers), told


# Time


def answers_are_in_the_order_of_time(world):
    journals = world.read
    for session, calls in world.sessions.items():
        by_value = collections.defaultdict(list)
        for call in calls:
            for value in call.gives:
                if value[0] in UNIQUE and call.outcome != "fail":
                    by_value[value].append(call)
        latest = float("-inf")
        for value in journals[session].answers:
            senders = by_value.get(value)
            if not senders:
                continue
            if all(call.ended is not None and call.outcome == "ok" and call.ended < latest
                   for call in senders):
                yield session, f"{value} was accepted before one was sent that stands before it"
            latest = max(latest, min(call.began for call in senders))


def nobody_is_shown_what_was_before(world):
    """Whoever is told of so many answers, nobody is told of fewer who asks after that."""
    for session, calls in world.sessions.items():
        told = [call for call in calls if call.ended is not None and seen(call) is not None]
        by_end = sorted(told, key=lambda call: call.ended)
        most, at, place, late = 0, None, 0, []
        for call in told:
            while place < len(by_end) and by_end[place].ended < call.began:
                if seen(by_end[place]) > most:
                    most, at = seen(by_end[place]), by_end[place]
                place += 1
            if seen(call) < most:
                late.append(f"call {call.number} at node {call.node} was shown {seen(call)} answers, "
                            f"call {at.number} at node {at.node} {most} before")
        if late:
            yield session, f"{len(late)} of {len(told)} calls, such as: {late[0]}"


def seen(call):
    """How many answers a call was told of; none of a session whose store failed, which tells of one that is not
    kept while it asks what to do about it."""
    if call.state == "held":
        return None
    return len(call.read) if call.read is not None else call.answers


# What was shown


def what_was_shown_is_kept(world):
    journals = world.read
    for session, calls in world.sessions.items():
        kept = journals[session]
        most = max((call.answers or 0 for call in calls), default=0)
        if not kept.went_back and most > len(kept.answers):
            yield session, f"{most} answers were shown, {len(kept.answers)} are there"


def what_was_read_is_how_the_journal_begins(world):
    journals = world.read
    for session, calls in world.sessions.items():
        kept = journals[session]
        for call in calls:
            if call.read is not None and not kept.went_back and kept.answers[:len(call.read)] != call.read:
                yield session, f"call {call.number} read {call.read}, there is {kept.answers}"


def no_node_fails(world):
    for call in world.calls:
        if call.status and call.status >= 500 and call.status not in EXPECTED:
            yield call.session, f"call {call.number} was told {call.status} by node {call.node}"


def each_session_has_ended(world):
    journals = world.read
    for session, calls in world.sessions.items():
        if any(call.does == "start" and call.outcome == "ok" for call in calls):
            kept = journals[session]
            ends = ("finished", "cancelled") if plan.LEFT in kept.answers else ("finished",)
            if kept.end not in ends:
                yield session, f"it was started, and has ended {kept.end}"
