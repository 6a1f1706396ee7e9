"""The course of a session as its journal has it, held against what clients did and were told, and when.

Each call is put at the earliest moment of the journal at which it can have been: not before those of calls that had
ended when it began. So whatever is found is wrong, however the calls that were under way at once took turns.
"""

import collections
import dataclasses


@dataclasses.dataclass(frozen=True)
class Finding:
    """A call that can have been at no moment."""

    # “late” if it was shown what had been before; “order” if its answer is not where it belongs; “early” if it was
    # shown what nobody had sent by then; “lost” if the journal never had what it was shown.
    kind: str
    call: object
    text: str


class Course:
    """How calls went through a session."""

    # Of a session that has ended, behind all moments.
    ENDED = float("inf")

    def __init__(self, calls, journal):
        self.calls, self.journal, self.findings = calls, journal, []
        self.by_count = collections.defaultdict(list)
        for number, moment in enumerate(journal.moments):
            self.by_count[moment.count].append(number)
        # With how many answers at once a call may tell of more than the store has.
        self.most_at_once = max([len(call.gives) for call in calls] + [1])
        self.sent = self.earliest()
        # Where each call was that has ended, by its number.
        self.at = {}
        self.walk()

    def find(self, kind, call, text):
        self.findings.append(Finding(kind, call, f"call {call.number} at node {call.node} {text}"))

    def walk(self):
        by_end = sorted((call for call in self.calls if call.ended is not None), key=lambda call: call.ended)
        floor, latest, place = 0, None, 0
        for call in self.calls:
            while place < len(by_end) and by_end[place].ended < call.began:
                at = self.at.get(by_end[place].number, 0)
                if at > floor:
                    floor, latest = at, by_end[place]
                place += 1
            at = self.put(call, floor, latest)
            if at is None:
                continue
            self.at[call.number] = at
            sent = self.sent[min(at, self.journal.last)]
            if sent > call.ended:
                self.find("early", call, f"was told at {call.ended:.3f} what was sent at {sent:.3f} or later")

    def put(self, call, floor, latest):
        """Where a call was, behind or at a moment; none if it does not tell."""
        shown, begins = self.shown(call), floor
        if shown == []:
            self.find("lost", call, f"{told(call)}, and there is no such moment")
            at = self.beyond(call)
            shown = [] if at is None else [at]
        if call.outcome == "ok" and (call.gives or call.does == "back"):
            made = self.changes(call)
            begins = next((end for begin, end in made if begin >= floor and self.is_asked(call, begin)), None)
            if begins is None:
                self.find("order", call, f"made {call.gives or call.does}, which is not where it was asked, or "
                                         f"stands before what was known: {told(latest)}")
                return None
        elif shown is None:
            return None
        if not shown:
            return begins if shown is None else None
        at = next((place for place in shown if place >= begins), None)
        if at is None and begins == floor:
            self.find("late", call, f"{told(call)}, and before {told(latest)}")
        elif at is None:
            self.find("order", call, f"{told(call)}, and what it gave is behind that")
        return at

    # Moments

    def shown(self, call):
        """The moments that a call may have been told of, in order; none at all if it was told of none."""
        if call.read is not None:
            found = [number for number in self.by_count.get(len(call.read), ())
                     if self.journal.valid(number) == call.read]
        elif call.answers is None:
            return None
        else:
            # One whose store or bank failed may tell of an input that is not kept while it asks what to do.
            least = call.answers - (self.most_at_once if call.state == "held" else 0)
            found = sorted(number for count in range(max(least, 0), call.answers + 1)
                           for number in self.by_count.get(count, ()))
        may_have_ended = self.journal.end and call.state in (None, "ended") and self.journal.last in found
        if call.state == "ended":
            found = []
        return found + [self.ENDED] if may_have_ended else found

    def beyond(self, call):
        """Where a call was that was told of more than there is, if that is known."""
        if call.state == "ended":
            return self.ENDED
        count = call.answers if call.read is None else len(call.read)
        most = max(self.by_count)
        return self.journal.last + count - most if count > most else None

    def changes(self, call):
        """Where the journal has what a call gave, as numbers of the moments before and behind it."""
        moments = self.journal.moments
        if call.does == "back":
            return [(number - 1, number) for number, moment in enumerate(moments) if moment.by == "back"]
        count = len(call.gives)
        return [(end - count, end) for end in range(count, len(moments))
                if all(moment.by == "answer" and moment.answer == given
                       for moment, given in zip(moments[end - count + 1:end + 1], call.gives))]

    def is_asked(self, call, begin):
        """Whether the question that a call is for was asked at a moment, as far as that is known."""
        if not call.token:
            return True
        # Of a form one field may have been answered before: it is gone back to for the page.
        position = int(call.token.partition("-")[0])
        return 0 <= position - self.journal.moments[begin].count < max(len(call.gives), 1)

    # Times

    def earliest(self):
        """The earliest time at which all can have been sent that leads to each moment."""
        begins = collections.defaultdict(list)
        for call in self.calls:
            if call.outcome != "fail":
                for value in call.gives or ([call.does] if call.does == "back" else []):
                    begins[value].append(call.began)
        times, latest, seen = [], float("-inf"), collections.Counter()
        for moment in self.journal.moments:
            value = moment.answer if moment.by == "answer" else moment.by
            known = sorted(begins.get(value, ()))
            if seen[value] < len(known):
                latest = max(latest, known[seen[value]])
            seen[value] += 1
            times.append(latest)
        return times


def told(call):
    if call is None:
        return "there was"
    if call.read is not None:
        return f"call {call.number} read {call.read}"
    return f"call {call.number} was told of {call.answers} answers" + (f", {call.state}" if call.state else "")
