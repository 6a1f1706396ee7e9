"""What a store keeps of sessions besides their text: the head of each, and the numbers of its changes."""

import dataclasses
import sqlite3
import uuid


@dataclasses.dataclass(frozen=True)
class Head:
    session: str
    # The number of the last change, and of the first whose text counts.
    last: int
    base: int
    answers: int
    standing: str
    numbers: tuple = ()


def in_sqlite(path):
    """The heads in a store that is a SQLite file."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=60) as file:
        numbers = {}
        for session, number in file.execute("SELECT session, number FROM part ORDER BY session, number"):
            numbers.setdefault(session, []).append(number)
        rows = file.execute("SELECT number, id, last, answers, standing FROM session").fetchall()
    file.close()
    return {head.session: head for head in (
        Head(str(uuid.UUID(bytes=id)), last, 1, answers, standing, tuple(numbers.get(row, ())))
        for row, id, last, answers, standing in rows)}


def in_postgres(postgres):
    """The heads in a PostgreSQL."""
    numbers = {}
    for session, number in postgres.rows(
            "SELECT session, number FROM flowline_change ORDER BY session, number"):
        numbers.setdefault(session, []).append(int(number))
    return {id: Head(id, int(last), int(base), int(answers), standing, tuple(numbers.get(id, ())))
            for id, last, base, answers, standing in postgres.rows(
                "SELECT id, last, base, answers, standing FROM flowline_session")}
