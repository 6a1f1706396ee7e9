#!/usr/bin/env python3
"""Measures durable answers of a host over PostgreSQL beside pgbench making the same rows.

    postgres_load.py PROGRAM [--seconds N] [--rounds N] [--clients N,N,...] [--walked N] [--parked N]

PROGRAM is the built HostBenchmarks. At each number of clients pgbench and the host are loaded in turn, by
as many clients, against one PostgreSQL on this machine that syncs as a real one. A client of the host answers
a session of its own, again and again. A client of pgbench changes a session's row, guarded as an answer's change
is, and adds one of the change, of an answer's size, in one prepared statement: what an answer keeps, without what is
due. Prints the median of each, the best ratio of a round, and what an answer costs the database. Then so many
sessions are walked at once, and so many are left alone, and the tables are measured.

Exits with 1 if an answer is not kept, or if, at some number of clients, an answer takes more than 1.5 times as long
as pgbench's change in each of the rounds: what else the machine does falls into some of them.
"""

import argparse
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "Tests" / "Cluster"))

from counters import Counters  # noqa: E402
from postgres import Postgres  # noqa: E402

# No checkpoint is to fall into one round and not into another.
OPTIONS = {"max_wal_size": "16GB", "checkpoint_timeout": "1h", "shared_buffers": "512MB"}
# How many times as long as pgbench's change an answer may take, in the best round.
LIMIT = 1.5


def uuid_of(number):
    """The SQL of an id that a number stands for."""
    return f"lpad(to_hex(({number})::bigint), 32, '0')::uuid"


# A client's session; `:round` and `:client_id` are numbers.
SESSION = uuid_of(":round * 65536 + :client_id")
# The attempt behind which a change is added is that of the change before, as an answer's is.
CHANGE = f"""\\set number :number + 1
WITH head AS (
  UPDATE flowline_session SET last = :number, attempt = {uuid_of(":number")}, node = 'pgbench',
    flow = 'counting', standing = 'asking', answers = :number, summary = decode(:summary, 'hex'),
    changed = changed + 1
  WHERE month = 0 AND id = {SESSION} AND tenant = '' AND owner = 'pgbench' AND epoch = 1
    AND last = :number - 1 AND attempt = {uuid_of(":number - 1")}
  RETURNING month, id)
INSERT INTO flowline_change (month, session, number, bytes)
SELECT month, id, :number, decode(:bytes, 'hex') FROM head;
"""
# An answer's row and session as the host makes them, read from it.
ANSWER = """
  SELECT encode(c.bytes, 'hex'), encode(s.summary, 'hex') FROM flowline_change c
  JOIN flowline_session s ON s.month = c.month AND s.id = c.session AND s.last = c.number
  WHERE owner <> 'pgbench' LIMIT 1
"""
KEPT = "SELECT coalesce(sum(answers), 0) FROM flowline_session WHERE (owner = 'pgbench') = "
SIZES = """
  SELECT regexp_replace(relname, '_(timeless|\\d+_\\d+)$', ''), sum(n_live_tup), sum(pg_table_size(relid)),
    sum(pg_indexes_size(relid))
  FROM pg_stat_user_tables WHERE relname LIKE 'flowline_%' AND relname <> 'flowline_schema'
  GROUP BY 1 HAVING sum(n_live_tup) > 0 ORDER BY 1
"""


class Bench:
    def __init__(self, program, postgres, folder):
        self.program, self.postgres = program, postgres
        self.script = pathlib.Path(folder, "change.sql")
        self.script.write_text(CHANGE)
        self.script.chmod(0o644)
        pathlib.Path(folder).chmod(0o755)
        self.round = 0

    def host(self, *arguments):
        run = subprocess.run([self.program, *map(str, arguments), "--store", self.postgres.address()],
                             stdout=subprocess.PIPE, text=True)
        if run.returncode != 0:
            sys.exit(f"HostBenchmarks {arguments} ended with {run.returncode}")
        return run.stdout

    def kept(self, of_pgbench=False):
        return int(self.postgres.rows(KEPT + str(of_pgbench))[0][0])

    def answers(self, clients, seconds):
        """Answers, those a second, and how many are not kept."""
        before = self.kept()
        count, rate = re.match(r"(\d+) answers, ([\d.]+) a second", self.host("load", clients, seconds)).groups()
        return int(count), float(rate), int(count) - (self.kept() - before)

    def changes(self, clients, seconds):
        """The same by pgbench: a change whose guard does not hold costs little, and is none."""
        self.round += 1
        (bytes_, summary), = self.postgres.rows(ANSWER)
        self.postgres.rows(f"""
          INSERT INTO flowline_session (epoch, changed, started, last, base, files, answers, day, month, id, attempt,
            tenant, owner, standing, flow, world, node, summary)
          SELECT 1, 0, 0, 1, 1, 0, 1, 0, 0,
            {SESSION.replace(":round", str(self.round)).replace(":client_id", "client")},
            {uuid_of(1)}, '', 'pgbench', 'asking', 'counting', null, 'pgbench', ''
          FROM generate_series(0, {clients - 1}) AS client""")
        before = self.kept(of_pgbench=True)
        said = self.postgres.run(
            "pgbench", "-n", "-M", "prepared", "-c", str(clients), "-j", str(min(2, clients)), "-T", str(seconds),
            "-D", "number=1", "-D", f"round={self.round}", "-D", f"bytes={bytes_}", "-D", f"summary={summary}",
            "-f", str(self.script), "-h", "127.0.0.1", "-p", str(self.postgres.port), "-U", self.postgres.USER,
            self.postgres.DATABASE, timeout=seconds + 600)
        count = int(re.search(r"actually processed: (\d+)", said).group(1))
        rate = float(re.search(r"tps = ([\d.]+)", said).group(1))
        return count, rate, count - (self.kept(of_pgbench=True) - before)

    def counted(self, load, clients, seconds):
        """What a load came to, with what it cost the database."""
        before = Counters.of(self.postgres)
        count, rate, lost = load(clients, seconds)
        return {"rate": rate, "lost": lost, "count": count,
                "costs": Counters.of(self.postgres).since(before)}


def best_ratio(rounds):
    """How many times as long as pgbench's change an answer took in the round in which that was least."""
    return min(bare["rate"] / host["rate"] for bare, host in rounds)


def compare(bench, clients, options):
    """One line for pgbench, one for the host; how many changes are not kept, and the best ratio."""
    rounds = [(bench.counted(bench.changes, clients, options.seconds),
               bench.counted(bench.answers, clients, options.seconds)) for _ in range(options.rounds)]
    bare = statistics.median(bare["rate"] for bare, _ in rounds)
    for index, what in enumerate(["pgbench", "the host"]):
        results = [one[index] for one in rounds]
        rate = statistics.median(one["rate"] for one in results)
        count = sum(one["count"] for one in results)

        def per(field):
            return sum(getattr(one["costs"], field) for one in results) / count
        updated = sum(one["costs"].updated for one in results)
        in_place = sum(one["costs"].updated_in_place for one in results) / max(1, updated)
        print(ROW(clients, what, f"{rate:,.0f}", f"{bare / rate:.2f}", f"{per('statements'):.2f}",
                  f"{per('syncs'):.2f}", f"{per('log_bytes'):,.0f}", f"{in_place:.3f}"), flush=True)
    best = best_ratio(rounds)
    print(ROW("", "best", "", f"{best:.2f}", "", "", "", ""), flush=True)
    return sum(one["lost"] for both in rounds for one in both), best


ROW = "{:<9}{:<10}{:>9}{:>7}{:>12}{:>7}{:>11}{:>7}".format


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--seconds", type=int, default=10, metavar="N")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--clients", default="1,8,64", metavar="N,N,...")
    parser.add_argument("--walked", type=int, default=10_000, metavar="N")
    parser.add_argument("--parked", type=int, default=100_000, metavar="N")
    options = parser.parse_args()
    lost, slow = 0, []
    with tempfile.TemporaryDirectory() as folder, Postgres(OPTIONS) as postgres:
        bench = Bench(str(pathlib.Path(options.program).absolute()), postgres, folder)
        # Makes the tables, and an answer to copy.
        bench.host("load", 1, 1)
        print(f"{options.rounds} rounds of {options.seconds} s each in turn, the median")
        print(ROW("clients", "", "a second", "ratio", "statements", "syncs", "log bytes", "HOT"))
        for clients in map(int, options.clients.split(",")):
            missing, best = compare(bench, clients, options)
            lost += missing
            if best > LIMIT:
                slow.append(f"{clients} clients: {best:.2f} times pgbench's change, where {LIMIT} is the limit")
        print("each answer is kept" if lost == 0 else f"{lost} answers are not kept")
        print("\n".join(slow) or f"an answer takes at most {LIMIT} times as long as pgbench's change")
        postgres.rows("TRUNCATE flowline_session, flowline_change, flowline_due")
        for words in (["walk", options.walked, options.walked // 10], ["park", options.parked]):
            print(bench.host(*words), end="")
            postgres.rows("VACUUM ANALYZE")
            for table, rows, heap, indexes in postgres.rows(SIZES):
                print(f"  {table}: {int(rows):,} rows, each {int(heap) / int(rows):.0f} bytes "
                      f"and {int(indexes) / int(rows):.0f} in indexes", flush=True)
            postgres.rows("TRUNCATE flowline_session, flowline_change, flowline_due")
    return 1 if lost or slow else 0


if __name__ == "__main__":
    sys.exit(main())
