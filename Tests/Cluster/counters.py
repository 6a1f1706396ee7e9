"""What a PostgreSQL has done: statements, transactions, syncs, bytes of its log, updates in place."""

import dataclasses

# With these options a server syncs and writes for what it is asked, and not because time passes: what need not be
# durable waits for the next that has to be, and statistics of tables are not renewed.
COUNTED = {"wal_writer_delay": "10s", "checkpoint_timeout": "1h", "max_wal_size": "4GB", "autovacuum": "off"}
# What this asks itself is not counted; nor what a node is asked by a balancer, again and again: whether its
# database takes changes.
STATEMENTS = """
  SELECT coalesce(sum(calls), 0) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
  WHERE d.datname = current_database() AND toplevel AND query NOT LIKE '%pg_stat%'
    AND query NOT LIKE 'SELECT current_setting(%'
"""
TABLES = """
  SELECT coalesce(sum(n_tup_ins), 0), coalesce(sum(n_tup_upd), 0), coalesce(sum(n_tup_hot_upd), 0),
    coalesce(sum(n_tup_del), 0), coalesce(sum(n_tup_upd) FILTER (WHERE is_session), 0),
    coalesce(sum(n_tup_hot_upd) FILTER (WHERE is_session), 0)
  FROM (SELECT *, starts_with(relname::text, 'flowline_session') AS is_session FROM pg_stat_user_tables) AS counted
"""
LOG = "SELECT wal_sync, wal_bytes, wal_records, wal_fpi FROM pg_stat_wal"
COMMITS = "SELECT xact_commit, xact_rollback FROM pg_stat_database WHERE datname = current_database()"


@dataclasses.dataclass(frozen=True)
class Counters:
    """Counts since the database was made, or since it crashed.

    Rows are counted when a connection ends or has been idle for a while: stop the nodes before.
    """

    syncs: int
    log_bytes: int
    log_records: int
    page_images: int
    commits: int
    rollbacks: int
    inserted: int
    updated: int
    updated_in_place: int
    deleted: int
    # None if it does not count them.
    statements: int | None = None
    # Of the updates those of sessions' rows, of which no index has what changes with an answer.
    sessions_updated: int | None = None
    sessions_in_place: int | None = None

    @classmethod
    def of(cls, postgres):
        def numbers(sql):
            return [int(float(value)) for value in postgres.rows(sql)[0]]
        *counts, updated, in_place = numbers(LOG) + numbers(COMMITS) + numbers(TABLES)
        statements = numbers(STATEMENTS)[0] if postgres.counts_statements else None
        return cls(*counts, statements, updated, in_place)

    def since(self, before):
        """What was done from then to now."""
        return Counters(*(
            None if now is None or then is None else now - then
            for now, then in zip(dataclasses.astuple(self), dataclasses.astuple(before))))

    def per(self, answers):
        """Lines of a report, for so many answers."""
        hot = f"{self.updated_in_place / self.updated:.3f}" if self.updated else "no updates"
        lines = [
            ("syncs", self.syncs / answers), ("transactions", self.commits / answers),
            ("log bytes", self.log_bytes / answers), ("log records", self.log_records / answers),
            # Up to 8 KB each, which are among the log's bytes.
            ("whole pages in the log", self.page_images / answers),
            ("rows inserted", self.inserted / answers), ("rows updated", self.updated / answers)]
        if self.statements is not None:
            lines.insert(0, ("statements", self.statements / answers))
        told = [f"{name} an answer: {value:.2f}" for name, value in lines] + [f"updates in place (HOT): {hot}"]
        if self.sessions_updated:
            told.append(f"updates of sessions in place (HOT): {self.sessions_in_place / self.sessions_updated:.3f}")
        return told
