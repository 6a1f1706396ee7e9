#!/usr/bin/env python3
"""A cluster on this machine: PostgreSQL, three nodes, a balancer; sessions are walked through it.

    cluster.py [--sessions 1000] [--nodes 3] [--clients 24] [--keep]

The nodes are $FLOWLINE_SERVE. Each call of a session goes to another node than the one before. Then everything
is checked, what an answer cost the database is told, and that it costs no more than it may. With --keep it all stays
until Ctrl-C. Exits with 1 if a rule was broken, or an answer cost too much.
"""

import argparse
import concurrent.futures
import dataclasses
import os
import shutil
import signal
import sys
import tempfile
import threading
import time

import bank
import checker
import history
import stored
from api import API
from balancer import Balancer
from clients import Client, together
from counters import COUNTED, Counters
from loop import Loop
from nodes import Nodes
from postgres import Postgres
from processes import PATIENCE
from proxy import Proxy
from world import World


# What an answer may cost the database on its way through nodes: a little more than was counted, 8.3, 1.25 to 1.34 with
# few clients, and 4,440 of the flow `account`, which makes two changes of 2.4 KB an answer. Of the statements some five
# only read; of the syncs, what is beyond one is of orders and starts. Of the log next to nothing is pages that are
# written whole: 880 bytes in 625 answers.
LIMITS = {"statements": 9.5, "syncs": 1.5, "log_bytes": 5_500}
# How many of the updates of sessions' rows stay in their page at least (HOT): 0.93 were counted. Of all updates it is
# 0.82, since when something is due is in an index.
IN_PLACE = 0.88
# From so many sessions on: what a node and a month need once is not of a few.
ENOUGH = 100


def dear(counts, answers, limits=LIMITS, in_place=0):
    """What an answer cost the database beyond its limits, as texts; what was not counted is none of it."""
    costs = {name: getattr(counts, name) for name in limits}
    told = [f"{name.replace('_', ' ')} an answer: {cost / answers:.2f}, where {limits[name]} is the limit"
            for name, cost in costs.items() if cost is not None and cost / answers > limits[name]]
    if counts.sessions_updated and counts.sessions_in_place / counts.sessions_updated < in_place:
        share = counts.sessions_in_place / counts.sessions_updated
        told.append(f"updates of sessions in place: {share:.3f}, where {in_place} is the least")
    return told


class Cluster:
    """Nodes over one PostgreSQL, each with a network of its own to it, and a balancer in front of them."""

    # What the network of a node is.
    network = Proxy
    # For how many seconds a node serves on that is asked to stop.
    drain_seconds = 0
    # Whether there is a network in front of the balancer, too.
    has_entry = False
    # Options of the database's server.
    database = None

    def __init__(self, count=3, has_standby=False, program=None):
        self.folder = tempfile.mkdtemp(prefix="flowline-cluster-")
        self.loop = self.postgres = self.standby = self.nodes = self.balancer = self.entry = None
        self.proxies = []
        try:
            self.loop = Loop()
            self.postgres = Postgres(self.database)
            if has_standby:
                self.standby = self.postgres.follow()
            self.proxies = [
                self.network(self.loop, ("127.0.0.1", self.postgres.port)) for _ in range(count)]
            self.prepare()
            self.nodes = Nodes(count, self.folder, self.options, program, self.drain_seconds)
            self.nodes.start()
            self.balancer = Balancer(self.loop, self.nodes.ports)
            if self.has_entry:
                self.entry = Proxy(self.loop, ("127.0.0.1", self.balancer.port))
        except BaseException:
            self.close()
            raise

    def prepare(self):
        """Makes what nodes need besides before they start."""

    def options(self, number):
        return ["--store", self.postgres.address(self.proxies[number].port)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def data(self):
        """The folder that all nodes have."""
        return f"{self.folder}/data"

    @property
    def port(self):
        return (self.entry or self.balancer).port

    @property
    def networks(self):
        """That of each node to the database, and that in front of the balancer."""
        return self.proxies + ([self.entry] if self.entry else [])

    def client(self, number, *arguments, **more):
        """Somebody who walks sessions."""
        return Client(number, self.port, *arguments, **more)

    def fail_over(self, freezes=False):
        """The database's machine is lost, and its standby takes its place. One that was only frozen wakes behind that,
        as one that is fenced off: nodes have no connection to it any more."""
        lost, self.postgres, self.standby = self.postgres, self.standby, None
        lost.freeze() if freezes else lost.kill()
        self.postgres.promote()
        for proxy in self.proxies:
            proxy.lead_to(("127.0.0.1", self.postgres.port))
        lost.close()

    def heal(self):
        """Has everything run again."""
        for proxy in self.networks:
            proxy.heal()
        for database in (self.standby, self.postgres):
            if database and database.process:
                database.thaw()
            elif database:
                database.start()
        if not self.standby:
            self.postgres.wait_for_standby("")
        self.nodes.heal()

    @property
    def ended(self):
        """What ended by itself, as texts."""
        return [f"node {number} ended by itself, with {status}" for number, status in self.nodes.ended]

    def wait_until_ready(self):
        """Waits until each node answers through the balancer's check."""
        end = time.monotonic() + PATIENCE
        while not all(node.is_well for node in self.balancer.nodes):
            if time.monotonic() > end:
                raise AssertionError(f"nodes are not ready: {[node.log[-500:] for node in self.nodes]}")
            time.sleep(0.05)

    def gather(self, calls, sessions):
        """What the checker needs, while nobody changes anything. `sessions` names each with its customer."""
        reasons = {}

        def texts(pair):
            session, customer = pair
            found = {}
            for node in self.nodes:
                api = API(node.port, customer)
                text = api.text(f"/sessions/{session}/journal")
                # Nodes say the same, and what an hour leaves is gigabytes: it is held once.
                found[node.number] = next((same for same in found.values() if same == text), text)
                if api.reason:
                    reasons[session, node.number] = api.reason
            return session, found
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            journals = dict(pool.map(texts, sessions))
        # One that nobody was told of need not be there.
        heard = {call.session for call in calls if call.outcome == "ok"}
        journals = {session: found for session, found in journals.items()
                    if session in heard or any(found.values())}
        heads = stored.in_postgres(self.postgres)
        stored.add_texts(journals, self.postgres)
        world = World(tuple(calls), journals, heads, reasons=reasons)
        return self.with_banks(world, {customer for _, customer in sessions})

    def with_banks(self, world, customers):
        """What is to be checked, with the banks of customers."""
        return dataclasses.replace(world, banks=bank.read_all(self.data, customers))

    def close(self):
        if self.balancer:
            self.balancer.close()
        if self.nodes:
            self.nodes.close()
        for proxy in self.networks:
            proxy.close()
        for database in (self.standby, self.postgres):
            if database:
                database.close()
        if self.loop:
            self.loop.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class CountedCluster(Cluster):
    """One whose database counts what it is asked for alone."""

    database = COUNTED


def walk(cluster, count, clients, seed=0, races=0.0, length=6, patience=1800, backs=0.0):
    """Walks so many sessions to their ends; returns the calls and the sessions with their customers. What has
    not ended after `patience` seconds is left, for the checker to find."""
    path = f"{cluster.folder}/history.jsonl"
    recorder, stopping = history.Recorder(path), threading.Event()
    shares = [count // clients + (number < count % clients) for number in range(clients)]
    walkers = [cluster.client(number, recorder, seed, stopping, share, races, length, backs)
               for number, share in enumerate(shares) if share]
    for walker in walkers:
        walker.deadline = time.monotonic() + patience
        walker.start()
    for walker in walkers:
        while walker.is_alive():
            walker.join(1)
            for broken in (other.problem for other in walkers if other.problem):
                together(walkers, stopping, 0)
                raise broken
    recorder.close()
    return history.read(path), [pair for walker in walkers for pair in walker.sessions]


def moved(calls):
    """How many calls were at another node than the session's call before."""
    last, count = {}, 0
    for call in calls:
        count += call.session in last and call.node != last[call.session]
        last[call.session] = call.node
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sessions", type=int, default=1000, metavar="N")
    parser.add_argument("--nodes", type=int, default=3, metavar="N")
    parser.add_argument("--clients", type=int, default=24, metavar="N")
    parser.add_argument("--keep", action="store_true", help="leave it running")
    options = parser.parse_args()
    # Ctrl-C and a friendly end clear away as an end does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with CountedCluster(options.nodes) as cluster:
        cluster.wait_until_ready()
        print(f"{options.nodes} nodes at http://127.0.0.1:{cluster.port}", flush=True)
        before = Counters.of(cluster.postgres)
        began = time.monotonic()
        calls, sessions = walk(cluster, options.sessions, options.clients)
        seconds = time.monotonic() - began
        answers = sum(call.does == "answer" and call.outcome == "ok" for call in calls)
        print(f"{len(sessions)} sessions with {answers} answers in {seconds:.0f} s: " + ", ".join(
            f"node {node.number} had {node.requests} calls" for node in cluster.balancer.nodes))
        print(f"{moved(calls)} of {len(calls) - len(sessions)} calls went to another node than the one before")
        # What a connection did is counted when it ends; what the checker reads is no answer's.
        stopped = cluster.nodes.stop()
        counts = Counters.of(cluster.postgres).since(before)
        print("\n".join(counts.per(answers)))
        too_dear = dear(counts, answers, in_place=IN_PLACE) if len(sessions) >= ENOUGH else []
        cluster.nodes.heal()
        cluster.wait_until_ready()
        violations = checker.check(cluster.gather(calls, sessions))
        for one in too_dear:
            print(f"TOO DEAR {one}")
        for violation in violations[:20]:
            print(f"VIOLATED {violation}"[:500])
        print(f"{len(checker.RULES)} rules, {len(violations)} violations", flush=True)
        problems = cluster.ended + [f"a node was asked to stop, and ended with {status}"
                                    for status in stopped if status]
        for problem in problems:
            print(f"PROBLEM {problem}", flush=True)
        if options.keep:
            print(f"Still at http://127.0.0.1:{cluster.port}; Ctrl-C ends it.", flush=True)
            signal.pause()
    return 1 if violations or too_dear or problems else 0


if __name__ == "__main__":
    if "FLOWLINE_SERVE" not in os.environ:
        sys.exit("FLOWLINE_SERVE names no server")
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
