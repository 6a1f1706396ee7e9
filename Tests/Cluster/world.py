"""Everything that is checked, as values."""

import collections
import dataclasses
import functools

import course
import journal


@dataclasses.dataclass(frozen=True)
class World:
    # What clients did and were told, see `history.Call`.
    calls: tuple = ()
    # The text of each session's journal, by node.
    journals: dict = dataclasses.field(default_factory=dict)
    # What the store has of each session.
    heads: dict = dataclasses.field(default_factory=dict)
    # The banks of customers by their name.
    banks: dict = dataclasses.field(default_factory=dict)
    # The names of banks that several customers have, by what their journals call them.
    shared_banks: dict = dataclasses.field(default_factory=dict)
    # Why a node's journal of a session could not be read, by session and node.
    reasons: dict = dataclasses.field(default_factory=dict)
    # Sessions that clients walk besides, of which nothing is checked.
    others: frozenset = frozenset()

    @functools.cached_property
    def sessions(self):
        """The calls of each session, in the order in which they began."""
        sessions = collections.defaultdict(list)
        for call in sorted(self.calls, key=lambda call: call.began):
            sessions[call.session].append(call)
        return dict(sessions)

    @functools.cached_property
    def read(self):
        """A journal of each session, and an empty one if there is none."""
        return {session: journal.parse(session, self.text(session)) for session in self.sessions}

    @functools.cached_property
    def courses(self):
        """How calls went through each session."""
        return {session: course.Course(calls, self.read[session]) for session, calls in self.sessions.items()}

    def text(self, session):
        """The longest that a node has: that all have the same, and the store as much, is another rule."""
        return max((text for text in self.journals.get(session, {}).values() if text), key=len, default="")
