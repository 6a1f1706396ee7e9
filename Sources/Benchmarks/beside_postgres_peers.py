#!/usr/bin/env python3
"""Holds `flowline-serve` over PostgreSQL beside others that keep sessions there: DBOS, and LangGraph with its
PostgreSQL checkpointer (from PyPI, into a virtual environment). Counts, no times; one that polls counts its polls:

    what an answer costs the database: statements, syncs, bytes of its log
    of two answers to one question at two nodes at once, how many are accepted and how many are kept
    how often something is done outside when the process dies right behind it, and under how many keys

    beside_postgres_peers.py [FLOWLINE_SERVE] [--rounds N] [--folder DIR]

Peers are optional: one that cannot be had is left out, with a word. DIR keeps what is installed.
"""

import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import uuid

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "Tests" / "Cluster"))

from counters import COUNTED, Counters  # noqa: E402
from postgres import Postgres  # noqa: E402

PINNED = {
    "dbos": ["dbos==3.4.0", "psycopg[binary]==3.3.9"],
    "langgraph": ["langgraph==1.2.24", "langgraph-checkpoint-postgres==3.2.0", "psycopg[binary]==3.3.9"]}
FEW, MANY = 3, 13
ANSWERS = 10
# How long one run of a peer may take.
PATIENCE = 600


def install(folder, peer):
    """The Python of a virtual environment that has a peer; none if it cannot be had."""
    python = pathlib.Path(folder, peer, "bin", "python")
    try:
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", str(python.parent.parent)], check=True,
                           timeout=PATIENCE, capture_output=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", *PINNED[peer]], check=True,
                       timeout=PATIENCE, capture_output=True)
        return str(python)
    except (OSError, subprocess.SubprocessError):
        return None


class Peer:
    def __init__(self, name, python, postgres, folder):
        self.name, self.python, self.postgres, self.folder = name, python, postgres, folder
        self.database = postgres.DATABASE

    def command(self, *arguments):
        return [self.python, "-B", str(HERE / "postgres_peers.py"), self.name,
                f"postgres://flowline@127.0.0.1:{self.postgres.port}/{self.database}",
                *map(str, arguments)]

    def start_anew(self):
        """Has a database of its own, so that nothing is taken up that others left."""
        self.database = f"peer_{uuid.uuid4().hex}"
        self.postgres.rows(f"CREATE DATABASE {self.database}")

    def run(self, *arguments, may_die=False):
        run = subprocess.run(self.command(*arguments), capture_output=True, text=True, timeout=PATIENCE)
        if run.returncode != 0 and not may_die:
            raise RuntimeError(f"{self.name} {arguments}: {run.stderr[-800:]}")
        return run.stdout

    def costs(self):
        """What an answer costs: many sessions less few, so that starting is not in it."""
        def walk(count):
            before = Counters.of(self.postgres)
            self.run("walk", count)
            return Counters.of(self.postgres).since(before)
        walk(1)
        few, many = walk(FEW), walk(MANY)
        return many.since(few), (MANY - FEW) * ANSWERS

    def race(self):
        """How many of two answers at once are accepted, and how many are kept."""
        name = str(uuid.uuid4())
        self.start_anew()
        self.run("begin", name)
        nodes = [subprocess.Popen(self.command("answer", name, text), stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
                 for text in ("left", "right")]
        for node in nodes:
            node.stdout.readline()
        for node in nodes:
            node.stdin.write("\n")
            node.stdin.flush()
        said = [node.communicate(timeout=PATIENCE)[0] for node in nodes]
        kept = json.loads(self.run("kept", name))
        return (sum(one.startswith("accepted") for one in said),
                sum(text in kept for text in ("left", "right")))

    def die(self):
        """How often the effect was done by a process that dies behind it, and under how many keys."""
        name, path = str(uuid.uuid4()), f"{self.folder}/{uuid.uuid4()}"
        self.start_anew()
        self.run("begin", name)
        self.run("end", name, path, may_die=True)
        self.run("end", name, path)
        lines = pathlib.Path(path).read_text().split()
        return len(lines), len(set(lines))


class Flowline:
    """The same at `flowline-serve`: a session of the flow `account`."""

    name = "flowline"

    def __init__(self, program):
        from cluster import CountedCluster
        self.cluster = CountedCluster(2, program=program)
        self.cluster.wait_until_ready()
        self.postgres = self.cluster.postgres
        self.seeds = itertools.count()

    def costs(self):
        from cluster import walk

        def counted(count):
            before = Counters.of(self.postgres)
            # What is answered decides what it costs, and is the same whenever it is counted.
            calls, _ = walk(self.cluster, count, 1, seed=f"costs {next(self.seeds)}")
            # What a connection did is counted when it ends.
            self.cluster.nodes.stop()
            done = Counters.of(self.postgres).since(before)
            self.cluster.nodes.heal()
            self.cluster.wait_until_ready()
            return done, sum(call.does == "answer" and call.outcome == "ok" for call in calls)
        # Of every two sessions one has the time in its id, and the first of a month makes the tables of that month.
        counted(2)
        (few, less), (many, more) = counted(FEW), counted(MANY)
        return many.since(few), more - less

    def session(self):
        """A new customer's session: its path, the customer at each node, and what the first question is known by."""
        from api import API, new_customer
        path = f"/sessions/{uuid.uuid4()}"
        customer = new_customer(self.cluster.nodes[0].port, PATIENCE)
        nodes = [API(node.port, customer, PATIENCE) for node in self.cluster.nodes]
        reply = self.taken(nodes[0].call("PUT", path, {"start": "account", "locale": "en_GB"}))
        return path, nodes, reply.content["questions"][0]["token"]

    @staticmethod
    def taken(reply):
        """What came of a call that must be taken: without it there is nothing to measure."""
        if reply.outcome != "ok":
            raise RuntimeError(f"flowline: {reply.told}, {reply.content}")
        return reply

    def race(self):
        path, nodes, token = self.session()
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            replies = list(pool.map(
                lambda pair: pair[0].call("POST", f"{path}/answer", {"answer": pair[1]}, token),
                zip(nodes, ("personal", "business"))))
        kept = self.taken(nodes[0].call("GET", f"{path}/answers")).content["answers"]
        return sum(reply.outcome == "ok" for reply in replies), len(kept)

    def die(self):
        """A node is killed when the bank has done what was ordered, and its network is too slow to have told
        the store; another node takes the session up."""
        import bank
        from processes import eventually
        path, (first, second), token = self.session()
        file = bank.path_of(self.cluster.data, first.customer)
        for verb, content in (("answer", "personal"), ("answer", "+"),
                              ("fill", {"name": "Bike", "target": {"text": "150"}})):
            reply = self.taken(first.call("POST", f"{path}/{verb}", {verb: content}, token))
            token = reply.content["questions"][0]["token"]
        self.cluster.proxies[0].set(delay=1)
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            pool.submit(first.call, "POST", f"{path}/answer", {"answer": True}, token)
            eventually(lambda: file.exists() and bank.read(file).goals)
            self.cluster.nodes[0].kill()
            # What it had sent and is still under way must not arrive.
            self.cluster.proxies[0].cut()
        self.cluster.proxies[0].heal()
        eventually(lambda: second.call("GET", path).content.get("answers") == 5)
        eventually(lambda: "done goal" in (second.text(f"{path}/journal") or ""))
        self.cluster.nodes[0].start()
        read = bank.read(file)
        return len(read.goals), len(read.orders)

    def close(self):
        self.cluster.close()


def report(subject, rounds):
    counts, answers = subject.costs()
    print(f"{subject.name}\n  " + "\n  ".join(counts.per(answers)), flush=True)
    races = collections.Counter(subject.race() for _ in range(rounds))
    for (accepted, kept), count in sorted(races.items()):
        print(f"  two answers at once: {accepted} accepted, {kept} kept, {count} of {rounds} times", flush=True)
    deaths = collections.Counter(subject.die() for _ in range(rounds))
    for (times, keys), count in sorted(deaths.items()):
        print(f"  dead behind an effect: done {times} times, under {keys} keys, {count} of {rounds} times",
              flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", default=os.environ.get("FLOWLINE_SERVE"))
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--folder", default=".build/postgres-peers", metavar="DIR")
    options = parser.parse_args()
    if options.program:
        subject = Flowline(options.program)
        try:
            report(subject, options.rounds)
        finally:
            subject.close()
    for name in PINNED:
        python = install(options.folder, name)
        if not python:
            print(f"{name}: cannot be had, left out")
            continue
        with Postgres(COUNTED) as postgres, tempfile.TemporaryDirectory() as folder:
            report(Peer(name, os.path.abspath(python), postgres, folder), options.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
