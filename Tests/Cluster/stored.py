"""What a store keeps of sessions and their text: the head of each, and the numbers of its changes. Changes without
a head are listed as well: nobody finds them, and they are there."""

import dataclasses
import hashlib


@dataclasses.dataclass(frozen=True)
class Head:
    session: str
    # The number of the last change, and of the first whose text counts; none if there is no head.
    last: int | None
    base: int | None
    answers: int
    standing: str
    numbers: tuple = ()

    @property
    def is_there(self):
        return self.last is not None


def without_heads(numbers, heads):
    """What stands for the heads of changes that have none."""
    return {session: Head(session, None, None, 0, "gone", tuple(found))
            for session, found in numbers.items() if session not in heads}


def in_postgres(postgres):
    """The heads in a PostgreSQL."""
    numbers = {}
    for session, number in postgres.rows(
            "SELECT session, number FROM flowline_change ORDER BY session, number"):
        numbers.setdefault(session, []).append(int(number))
    heads = {id: Head(id, int(last), int(base), int(answers), standing, tuple(numbers.get(id, ())))
             for id, last, base, answers, standing in postgres.rows(
                 "SELECT id, last, base, answers, standing FROM flowline_session")}
    return heads | without_heads(numbers, heads)


# The text of a journal as the database has it, and whether it can be read: it is not sealed.
TEXT = "string_agg(substr(bytes, 2), ''::bytea ORDER BY number)"
IS_PLAIN = "bool_and(get_byte(bytes, 0) = 0)"


def digests_in_postgres(postgres):
    """The MD5 of each journal's text in a PostgreSQL, whatever nodes say of it; of sealed ones none."""
    return dict(postgres.rows(
        f"SELECT session, md5({TEXT}) FROM flowline_change GROUP BY session HAVING {IS_PLAIN}"))


def text_in_postgres(postgres, session):
    """The text of a journal in a PostgreSQL; none if it has none, or if that is sealed."""
    rows = postgres.rows(f"SELECT encode({TEXT}, 'hex') FROM flowline_change "
                         f"WHERE session = '{session}' HAVING {IS_PLAIN}")
    return bytes.fromhex(rows[0][0]).decode(errors="replace") if rows else None


def add_texts(journals, postgres):
    """Adds, to what nodes say of each journal, what a PostgreSQL has."""
    for session, digest in digests_in_postgres(postgres).items():
        texts = journals.get(session)
        if texts is not None:
            same = (text for text in texts.values()
                    if text is not None and hashlib.md5(text.encode()).hexdigest() == digest)
            texts["store"] = next(same, None) or text_in_postgres(postgres, session)
