"""What must be so of what clients sent and were told, and of the journals. Each rule yields what it finds: the
session and what is wrong with it.
"""

import collections

import plan

# The steps whose values are given once only, over all clients.
UNIQUE = ("name", "target", "amount")
# What a balancer or a node says that could not do it now.
EXPECTED = {502, 503, 504}
# Why a good answer is not taken: there is no such session, something else was asked by then, or it has ended; too
# much was asked for at once; no node could be reached, as the balancer says, nor the balancer.
REASONS = {404, 409, 412, 429, 503, None}
# What tells a customer nothing of another's session: there is none, or nothing could be done now.
NOTHING_TOLD = {404, 429, None} | EXPECTED
# What stands for having gone back, among the values that clients give.
BACK = ("back", "true")
# Questions by the ends of their paths that are the same as long as the answers before them are. Others show what a
# bank has by then.
MADE_OF_ANSWERS = ("/create-goal/name", "/create-goal/confirm")


# Answers and journals


def each_accepted_answer_is_kept_once(world):
    for session, kept, calls in answered(world):
        for value, (accepted, unknown, _) in calls.items():
            count = kept[value]
            # A choice is made again behind other answers, or once one has gone back.
            most = 1 if value[0] in UNIQUE else accepted + unknown
            if accepted and (not accepted <= count <= most):
                yield session, f"{value} was accepted {accepted} times, and is there {count} times"


def each_unknown_answer_is_kept_at_most_once(world):
    for session, kept, calls in answered(world):
        for value, (accepted, unknown, _) in calls.items():
            if not accepted and unknown and kept[value] > (1 if value[0] in UNIQUE else unknown):
                yield session, f"{value} was sent {unknown} times, and is there {kept[value]} times"


def no_refused_answer_is_kept(world):
    for session, kept, calls in answered(world):
        for value, (accepted, unknown, refused) in calls.items():
            if refused and not accepted and not unknown and kept[value]:
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
            for value in (BACK,) if call.does == "back" else call.gives:
                told[value][("ok", "unknown", "fail").index(call.outcome)] += 1
        kept = collections.Counter(journals[session].given)
        backs = sum(moment.by == "back" for moment in journals[session].moments)
        yield session, kept + collections.Counter({BACK: backs}), told


# Time


def answers_are_in_the_order_of_time(world):
    """What was accepted is where it was asked, behind all that was shown before it was sent; and nobody is shown
    it before."""
    for session, course in world.courses.items():
        for finding in course.findings:
            if finding.kind in ("order", "early"):
                yield session, finding.text


def nobody_is_shown_what_was_before(world):
    """Once somebody was shown how a session is, nobody who asks after that is shown how it was before."""
    for session, course in world.courses.items():
        late = [finding.text for finding in course.findings if finding.kind == "late"]
        if late:
            yield session, f"{len(late)} of {len(course.calls)} calls, such as: {late[0]}"


# What was shown


def what_was_shown_is_kept(world):
    for session, course in world.courses.items():
        for finding in course.findings:
            if finding.kind == "lost" and finding.call.read is None:
                yield session, finding.text
        yield from ((session, text) for text in questions_of_lost_answers(course))


def questions_of_lost_answers(course):
    """More questions than there were answers to ask them behind."""
    questions = collections.defaultdict(set)
    for call in course.calls:
        if call.shown and call.state == "asking" and (call.path or "").endswith(MADE_OF_ANSWERS):
            questions[call.path, call.answers].add(call.shown)
    for (path, count), tokens in questions.items():
        contents = {course.journal.valid(number) for number in course.by_count.get(count, ())}
        if len(tokens) > max(len(contents), 1):
            yield f"{path} was asked behind {count} answers as {sorted(tokens)}, and there were {contents}"


def what_was_read_is_how_the_journal_begins(world):
    """Or how it began before somebody went back."""
    for session, course in world.courses.items():
        for finding in course.findings:
            if finding.kind == "lost" and finding.call.read is not None:
                yield session, finding.text


def no_node_fails(world):
    for call in world.calls:
        if call.status and call.status >= 500 and call.status not in EXPECTED:
            yield call.session, f"call {call.number} was told {call.status} by node {call.node}"


def no_call_is_refused_without_reason(world):
    """A session of which an answer is known is found, and what it was asked is taken from its client."""
    for session, calls in world.sessions.items():
        known = min((call.ended for call in calls if call.ended is not None and (call.answers or call.read)),
                    default=float("inf"))
        for call in calls:
            if call.status == 404 and call.began > known and call.does != "pry":
                yield session, f"call {call.number} was told by node {call.node} that there is no such session"
            elif call.does == "answer" and call.outcome == "fail" and call.status not in REASONS:
                yield session, f"call {call.number} gave {call.gives}, and node {call.node} said {call.status}"


def nobody_else_is_told(world):
    """Another customer finds no such session, whether there is one or not."""
    for call in world.calls:
        if call.does == "pry" and call.status not in NOTHING_TOLD:
            yield call.session, f"call {call.number} of another customer was told {call.status} by node {call.node}"


def each_session_has_ended(world):
    journals = world.read
    for session, calls in world.sessions.items():
        if any(call.does == "start" and call.outcome == "ok" for call in calls):
            kept = journals[session]
            ends = ("finished", "cancelled") if plan.LEFT in kept.answers else ("finished",)
            if kept.end not in ends:
                yield session, f"it was started, and has ended {kept.end}"
