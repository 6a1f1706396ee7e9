#!/usr/bin/env python3
"""Disturbs a cluster while clients walk through it, and checks that nothing was lost, doubled or mixed up.

    run.py [--seed S] [--minutes M] [--nodes 3] [--clients 40] [--services] [--only FAULT…]

The nodes are $FLOWLINE_SERVE. Nodes are killed, frozen and replaced; the database is killed, crashed, frozen,
and lost to its synchronous standby; the network between them, and that of the clients, is slow, held, cut,
half-closed. Then everything is well again, each client ends its session, and journals, store and banks are held
against what clients were told. The seed decides what is done to the cluster when, and what clients answer; not how
threads and disks take turns.

With --services the nodes have nothing in common but the database, and customers are logged in to a bank with an
address: a sandbox for each client, of the program flowline-sandbox beside $FLOWLINE_SERVE.
"""

import argparse
import collections
import os
import shutil
import signal
import sys
import tempfile
import threading
import time

import checker
import history
import nemesis
import plan
from clients import together
from cluster import Cluster
from services import ServedCluster

# How long the sessions under way may take to their ends once everything is well again.
DRAINING = 300


class Run:
    """A run, and what came of it."""

    def __init__(self, cluster, seed, seconds, clients, only=None, folder=None, length=8):
        self.cluster, self.seed, self.seconds = cluster, seed, seconds
        self.folder = folder or cluster.folder
        names = [name for name in nemesis.possible(cluster) if not only or name in only]
        self.nemesis = nemesis.Nemesis(
            cluster, nemesis.schedule(seed, seconds, names), seconds, f"{self.folder}/faults.jsonl")
        self.stopping, self.path = threading.Event(), f"{self.folder}/history.jsonl"
        self.recorder = history.Recorder(self.path)
        self.clients = [cluster.client(number, self.recorder, seed, self.stopping, length=length)
                        for number in range(clients)]
        self.problems, self.world, self.violations = [], None, []

    def go(self):
        self.cluster.wait_until_ready()
        for thread in [*self.clients, self.nemesis]:
            thread.start()
        self.nemesis.join(self.seconds * 4 + DRAINING)
        self.nemesis.end(DRAINING)
        self.cluster.heal()
        self.cluster.wait_until_ready()
        late = together(self.clients, self.stopping, DRAINING)
        self.recorder.close()
        self.problems = [f"{client.name} does not end" for client in late]
        self.problems += [f"{thread.name}: {thread.problem!r}"
                          for thread in [*self.clients, self.nemesis] if thread.problem]
        sessions = [pair for client in self.clients for pair in client.sessions]
        self.world = self.cluster.gather(history.read(self.path), sessions)
        self.problems += self.cluster.ended
        if not any(journal.end for journal in self.world.read.values()):
            self.problems.append("no session has ended")
        self.violations = checker.check(self.world)
        return self

    @property
    def is_good(self):
        return not self.problems and not self.violations

    @property
    def report(self):
        """One page."""
        calls, faults = self.world.calls, self.nemesis.done
        by_outcome = collections.Counter((call.does, call.outcome) for call in calls)
        kept = [journal for journal in self.world.read.values() if journal.answers]
        statuses = collections.Counter(call.status for call in calls if call.outcome == "unknown")
        lines = [
            f"seed {self.seed}, {self.seconds:.0f} s, {len(self.cluster.nodes)} nodes, "
            f"{len(self.clients)} clients",
            f"sessions: {len(kept)}, answers kept: {sum(len(one.answers) for one in kept)}, "
            f"orders in journals: {sum(len(one.orders) for one in kept)}", "calls:"]
        for does in ("start", "answer", "back", "again", "look", "read", "pry"):
            ok, fail, unknown = (by_outcome[does, outcome] for outcome in ("ok", "fail", "unknown"))
            lines.append(f"  {does:8} ok {ok:6}  fail {fail:6}  unknown {unknown:6}")
        left = sum(plan.LEFT in journal.answers for journal in kept)
        if left:
            lines.append(f"asked to log in once more, and left: {left}")
        lines.append("unknown by status: " + ", ".join(
            f"{status or 'no answer'} {count}" for status, count in statuses.most_common()))
        lines.append(f"faults: {len(faults)}")
        lines += [f"  {name.replace('_', ' '):32} {count}"
                  for name, count in sorted(collections.Counter(f.name for f in faults).items())]
        lines += [f"PROBLEM {problem}" for problem in self.problems]
        by_rule = collections.Counter(violation.rule for violation in self.violations)
        lines.append(f"rules: {len(checker.RULES)}, violations: {len(self.violations)}")
        lines += [f"  {rule.replace('_', ' ')}: {count}" for rule, count in by_rule.items()]
        lines += [f"VIOLATED {violation}"[:400] for violation in self.violations[:10]]
        return "\n".join(lines)


def keep(run):
    """Keeps what is needed to see what went wrong; returns where."""
    place = tempfile.mkdtemp(prefix="flowline-cluster-left-")
    shutil.copytree(run.cluster.folder, place, dirs_exist_ok=True)
    for session, texts in run.world.journals.items() if run.world else ():
        for node, text in texts.items():
            with open(f"{place}/{session}.{node}.flow", "w", encoding="utf-8") as file:
                file.write(text or "")
    return place


class DisturbedCluster(Cluster):
    """One in which nodes can be replaced, and whose clients can be cut off from it."""

    drain_seconds, has_entry = 3, True


class DisturbedServices(DisturbedCluster, ServedCluster):
    pass


def make_cluster(options):
    if options.services:
        return DisturbedServices(options.nodes, options.clients)
    return DisturbedCluster(options.nodes, has_standby=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", default=str(time.time_ns() % 1_000_000), metavar="S")
    parser.add_argument("--minutes", type=float, default=5, metavar="M")
    parser.add_argument("--nodes", type=int, default=3, metavar="N")
    parser.add_argument("--clients", type=int, metavar="N", help="by default 40, and 8 with --services")
    parser.add_argument("--services", action="store_true", help="a bank with an address, not each node's samples")
    parser.add_argument("--only", nargs="+", choices=sorted(nemesis.ALL), metavar="FAULT")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    print(f"seed {options.seed}", flush=True)
    options.clients = options.clients or (8 if options.services else 40)
    with make_cluster(options) as cluster:
        run = Run(cluster, options.seed, options.minutes * 60, options.clients, options.only)
        try:
            run.go()
        except BaseException:
            print(f"left in {keep(run)}", flush=True)
            raise
        print(run.report, flush=True)
        if not run.is_good:
            print(f"left in {keep(run)}", flush=True)
    return 0 if run.is_good else 1


if __name__ == "__main__":
    if "FLOWLINE_SERVE" not in os.environ:
        sys.exit("FLOWLINE_SERVE names no server")
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
