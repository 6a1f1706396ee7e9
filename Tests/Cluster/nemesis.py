"""What disturbs a cluster: faults with their cures, and a schedule of them that a seed decides."""

import dataclasses
import json
import random
import threading
import time


@dataclasses.dataclass(frozen=True)
class Fault:
    """A fault of a schedule: when it begins, how long it lasts, and the number that it chooses with."""

    at: float
    lasts: float
    name: str
    choice: int


def node_is_killed(cluster, choice):
    node = cluster.nodes[choice % len(cluster.nodes)]
    node.kill()
    return node.start


def node_is_frozen(cluster, choice):
    node = cluster.nodes[choice % len(cluster.nodes)]
    node.freeze()
    return node.thaw


def node_is_replaced(cluster, choice):
    """It is asked to stop, as when its program is replaced: it answers what it was asked, and the rest is for the
    others. With nodes that serve on for a while no call is cut off."""
    number = choice % len(cluster.nodes)
    node, known = cluster.nodes[number], cluster.balancer.nodes[number]
    before, status = known.cut_off, node.stop()
    if status != 0:
        raise AssertionError(f"node {number} was asked to stop, and ended with {status}")
    def come_back():
        node.start()
        if known.cut_off != before:
            raise AssertionError(f"node {number} cut off {known.cut_off - before} calls when it was asked to stop")
    return come_back


def all_nodes_are_killed(cluster, _):
    for node in cluster.nodes:
        node.kill()
    return cluster.nodes.start


def all_nodes_but_one_are_frozen(cluster, choice):
    frozen = [node for node in cluster.nodes if node.number != choice % len(cluster.nodes)]
    for node in frozen:
        node.freeze()
    return lambda: [node.thaw() for node in frozen]


def database_is_killed(cluster, _):
    cluster.postgres.kill()
    return cluster.postgres.start


def database_crashes(cluster, _):
    cluster.postgres.crash()
    return cluster.postgres.start


def database_is_frozen(cluster, _):
    cluster.postgres.freeze()
    return cluster.postgres.thaw


def standby_is_frozen(cluster, _):
    cluster.standby.freeze()
    return cluster.standby.thaw


def standby_takes_over(cluster, choice):
    cluster.fail_over(freezes=choice % 2 == 0)
    def follow():
        cluster.standby = cluster.postgres.follow()
    return follow


def network_is_slow(cluster, choice):
    return disturb(cluster, choice, delay=(choice % 6 + 1) * 0.05)


def network_holds_requests(cluster, choice):
    return disturb(cluster, choice, holds_requests=True)


def network_holds_replies(cluster, choice):
    return disturb(cluster, choice, holds_replies=True)


def network_loses_replies(cluster, choice):
    return disturb(cluster, choice, loses_replies=True)


def network_refuses(cluster, choice):
    cure = disturb(cluster, choice, refuses=True)
    for proxy in some(cluster, choice):
        proxy.cut()
    return cure


def network_is_cut(cluster, choice):
    for proxy in some(cluster, choice):
        proxy.cut()
    return lambda: None


def network_is_half_closed(cluster, choice):
    for proxy in some(cluster, choice):
        proxy.half_close(towards_target=choice % 2 == 0)
    return lambda: None


def clients_are_far_away(cluster, choice):
    return disturb(cluster, choice, [cluster.entry], delay=(choice % 6 + 1) * 0.05)


def clients_wait_for_replies(cluster, choice):
    return disturb(cluster, choice, [cluster.entry], holds_replies=True)


def clients_lose_replies(cluster, choice):
    return disturb(cluster, choice, [cluster.entry], loses_replies=True)


def clients_are_cut_off(cluster, _):
    cluster.entry.cut()
    return lambda: None


def clients_are_half_closed(cluster, choice):
    cluster.entry.half_close(towards_target=choice % 2 == 0)
    return lambda: None


def disturb(cluster, choice, proxies=None, **faults):
    chosen = some(cluster, choice) if proxies is None else proxies
    for proxy in chosen:
        proxy.set(**faults)
    return lambda: [proxy.heal() for proxy in chosen]


def some(cluster, choice):
    """The network of one node, or, every third time, those of all."""
    if choice % 3 == 0:
        return cluster.proxies
    return [cluster.proxies[choice % len(cluster.proxies)]]


OF_NODES = [node_is_killed, node_is_frozen, all_nodes_are_killed, all_nodes_but_one_are_frozen]
# Of nodes that serve on for a while when they are asked to stop, if there is another.
OF_DRAINING = [node_is_replaced]
OF_DATABASE = [database_is_killed, database_crashes, database_is_frozen]
OF_STANDBY = [standby_is_frozen, standby_takes_over]
OF_NETWORK = [network_is_slow, network_holds_requests, network_holds_replies, network_loses_replies,
              network_refuses, network_is_cut, network_is_half_closed]
OF_CLIENTS = [clients_are_far_away, clients_wait_for_replies, clients_lose_replies, clients_are_cut_off,
              clients_are_half_closed]
ALL = {fault.__name__: fault
       for fault in OF_NODES + OF_DRAINING + OF_DATABASE + OF_STANDBY + OF_NETWORK + OF_CLIENTS}


def possible(cluster):
    """The faults that a cluster can have, by their names."""
    faults = list(OF_NODES) if len(cluster.nodes) > 1 else [node_is_killed, node_is_frozen]
    faults += OF_DRAINING if cluster.drain_seconds and len(cluster.nodes) > 1 else []
    faults += OF_DATABASE
    faults += OF_STANDBY if cluster.standby else []
    faults += OF_NETWORK
    faults += OF_CLIENTS if cluster.entry else []
    return [fault.__name__ for fault in faults]


def schedule(seed, seconds, names):
    """Faults one after the other, each kind as often as the others, for so many seconds."""
    chance, at, faults, round = random.Random(f"{seed} faults"), 1.0, [], []
    while names:
        if not round:
            round = chance.sample(names, len(names))
        # Some last longer than what waits for an answer waits.
        lasts = chance.choice([0.3, 1.0, 2.0, 4.0, 12.0])
        if at + lasts > seconds:
            return faults
        faults.append(Fault(at, lasts, round.pop(), chance.randrange(1 << 16)))
        at += lasts + chance.uniform(0.2, 2.0)
    return faults


class Nemesis(threading.Thread):
    """Disturbs a cluster by a schedule of so many seconds, and writes down what it does, with the clock of the
    history. A cure that takes its time shifts what comes behind it."""

    def __init__(self, cluster, faults, seconds, path):
        super().__init__(name="nemesis", daemon=True)
        self.cluster, self.faults, self.seconds, self.path = cluster, faults, seconds, path
        self.stopping, self.done, self.problem = threading.Event(), [], None

    def run(self):
        passed = 0.0
        try:
            for fault in self.faults:
                if self.stopping.wait(max(0.0, fault.at - passed)):
                    return
                self.note(fault, "begins")
                cure = ALL[fault.name](self.cluster, fault.choice)
                self.done.append(fault)
                self.note(fault, "is there")
                self.stopping.wait(fault.lasts)
                self.note(fault, "ends")
                cure()
                self.note(fault, "is over")
                passed = fault.at + fault.lasts
            self.stopping.wait(max(0.0, self.seconds - passed))
        except Exception as problem:
            self.problem = problem

    def note(self, fault, what):
        with open(self.path, "a", encoding="utf-8") as file:
            line = {"at": time.monotonic(), "fault": fault.name, "choice": fault.choice, "is": what}
            file.write(json.dumps(line) + "\n")

    def end(self, patience):
        """Ends behind the fault that there is."""
        self.stopping.set()
        self.join(patience)
        if self.is_alive():
            self.problem = AssertionError("the nemesis does not end")
