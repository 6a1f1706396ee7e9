"""What must be so of a history, of the journals, of the store and of the banks, whatever was disturbed.

Each rule is a function of values that yields what it finds. It costs as much as sorting what a session has, and as
holding each of its few answers against each of its calls.
"""

import dataclasses

import answer_rules as answers
import store_rules as stores

RULES = [
    answers.each_accepted_answer_is_kept_once, answers.each_unknown_answer_is_kept_at_most_once,
    answers.no_refused_answer_is_kept, answers.nothing_is_kept_that_nobody_sent,
    answers.answers_are_in_the_order_of_time, answers.nobody_is_shown_what_was_before,
    answers.what_was_shown_is_kept, answers.what_was_read_is_how_the_journal_begins,
    answers.no_node_fails, answers.no_call_is_refused_without_reason, answers.nobody_else_is_told,
    answers.each_session_has_ended,
    stores.all_nodes_say_the_same, stores.numbers_have_no_gap, stores.heads_agree_with_journals,
    stores.journals_are_well_formed, stores.orders_follow_what_was_answered,
    stores.each_order_has_one_effect, stores.no_order_is_given_twice, stores.money_is_neither_made_nor_lost,
]


@dataclasses.dataclass(frozen=True)
class Violation:
    rule: str
    session: str
    what: str

    def __str__(self):
        return f"{self.rule}: {self.session}: {self.what}"


def check(world):
    """All violations of all rules."""
    return [Violation(rule.__name__, session, what)
            for rule in RULES for session, what in rule(world)]
