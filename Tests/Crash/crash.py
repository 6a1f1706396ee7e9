#!/usr/bin/env python3
"""Cuts a whole round-up short, goes on with it, and checks that nothing was lost or done twice.

    crash.py [--bank embedded|sandbox] [--random N] [--every K] [--seed N] [--round N] [--length S]
             [--only boundaries|nested|faults|random|falling]

The command is $FLOWLINE. Every run has a bank, sessions and a record of its own. First the process is
killed (SIGKILL) before and after each call that writes, syncs, cuts, renames, links or unlinks, and
in the middle of each write; the same is then done to the processes that go on. Then writes and syncs
fail instead. Then it is killed at random moments, again and again. Each time the session is gone on
with until it is finished, and then: no accepted answer was asked again, the bank made exactly one
transfer, and the record is the undisturbed run's to the byte.

With `--bank sandbox` the bank is a process of its own, which outlives the command, reached over HTTP.
Then, instead of failing writes, the bank itself is killed at random moments too, and started again
with its data at its port, while the command goes on by itself or is killed as well. Of the record, what
was answered, ordered and told must be the undisturbed run's: a killed process leaves copies of what it
has read.

What is done at random in a round is drawn from `--seed` and the round's number before the round begins. With
the bank in it, the command is killed at calls that are drawn so. With a bank of its own, the moments are
shares of the length of an undisturbed run, in seconds, which is measured unless `--length` says it. What
breaks is reported with the options that play its round again.

A process that is killed before its first answer is durable leaves no session: the flow is begun anew.
Needs a C compiler (cc, or $CC).
"""

import argparse
import random
import sys
import tempfile
import time

from world import Broken, World, build_shim, reference
from served import FallingBank, ServedWorld

KILLS = ("before", "after", "half")


def is_write(call):
    return call[0] in ("write", "pwrite")


def is_sync(call):
    return call[0] in ("fsync", "fdatasync")


def kill_at(shim, record, steps, kind=World):
    """One round: kills at these calls, process after process, then goes on to the end.

    Gives whether the last kill happened: a process may come to its end before that call.
    """
    with kind(shim) as world:
        was_killed = False
        try:
            for at, how in steps:
                if world.is_over:
                    was_killed = False
                    break
                attempt = world.attempt(at, how)
                was_killed = attempt.was_killed
                if not was_killed:
                    if attempt.code != 0:
                        raise Broken(f"it ended with {attempt.code}: {attempt.err}")
                    break
            world.finish()
            world.check(record)
        except Broken as broken:
            raise Broken(f"{broken}\n{world.explain()}") from None
        return was_killed


def boundaries(shim, record, calls, every=1, keeps=lambda call: False, kind=World, kills=KILLS):
    """Kills at each call of a run, on both sides and in the middle of writes.

    With `every`, the calls that `keeps` says no to are taken one in so many. Behind a call is nearly
    what is in front of the next: `kills` says on which sides.
    """
    rounds = 0
    for at, call in enumerate(calls, 1):
        if at % every and not keeps(call):
            continue
        for how in kills:
            if how == "half" and not is_write(call):
                continue
            # The number of calls may differ by a few from run to run; the log is a guide.
            rounds += kill_at(shim, record, [(at, how)], kind)
    # Beyond the guide until a run ends undisturbed.
    at = len(calls) + 1
    while kill_at(shim, record, [(at, "before")], kind):
        rounds += 1
        at += 1
    return rounds


def nested(shim, record, calls, every=1, kind=World):
    """Kills at each sync of the journal, and then at each call of the process that goes on."""
    rounds = 0
    for at, call in enumerate(calls, 1):
        if not is_sync(call) or "sessions" not in call[2]:
            continue
        for how in ("before", "half"):
            second = 1
            while kill_at(shim, record, [(at, "after"), (second, how)], kind):
                rounds += 1
                second += every
    return rounds


class Plan:
    """What is done to a round at random: all of it is drawn before the round begins."""

    def __init__(self, seed, number, falls=False):
        # A source of its own: no round depends on what became of another one.
        source = random.Random(f"{seed} {number}")
        # Where in an undisturbed run a process is killed, from 0 to 1, and on which side of the call there.
        self.kills = [(source.random(), source.choice(KILLS))
                      for _ in range(source.randint(0, 2) if falls else source.randint(1, 4))]
        # How long the bank lives, in shares of such a run, and how many seconds it is gone.
        self.falls = [(source.random(), source.uniform(0, 0.05))
                      for _ in range(source.randint(1, 3))] if falls else []


class AtCalls:
    """Kills the command at its calls: the same ones each time."""

    def __init__(self, shim, calls):
        self.shim, self.calls = shim, calls
        self.options = self.words = ""

    def world(self):
        return World(self.shim)

    def attempt(self, world, place, how):
        return world.attempt(1 + int(place * len(self.calls)), how)


class AtMoments:
    """Kills the command at moments: its bank is a process too, and what passes between them is no call
    that is counted."""

    def __init__(self, length=None):
        self.length = length or min(undisturbed_length(ServedWorld) for _ in range(3))
        self.options = f" --bank sandbox --length {self.length:.3f}"
        self.words = f", length {self.length:.3f}"

    def world(self):
        return ServedWorld()

    def attempt(self, world, place, _):
        # A little beyond the end too.
        return world.attempt(kill_after=0.0005 + place * self.length * 1.1)


def at_random(record, rounds, seed, way, falls=False):
    """Plays these rounds, in each of which the command is killed several times at random; with `falls` the
    bank as well, and the command not in every round."""
    kills = bank_kills = 0
    for number in rounds:
        plan = Plan(seed, number, falls)
        with way.world() as world:
            try:
                if falls:
                    with FallingBank(world, plan.falls, way.length / 2) as falling:
                        kills += kill_some(world, plan.kills, way)
                        world.finish()
                    bank_kills += falling.kills
                else:
                    kills += kill_some(world, plan.kills, way)
                    world.finish()
                world.check(record)
            except Broken as broken:
                raise Broken(
                    f"{broken}\n{world.explain()}\nthis round again: --only "
                    f"{'falling' if falls else 'random'} --seed {seed} --round {number}{way.options}"
                ) from None
    return kills, bank_kills


def undisturbed_length(kind):
    """How many seconds an undisturbed run takes."""
    with kind() as world:
        started = time.monotonic()
        world.finish()
        return time.monotonic() - started


def kill_some(world, kills, way):
    """Kills processes of a round, unless it ends before. Returns how many were."""
    count = 0
    for place, how in kills:
        if world.is_over:
            break
        attempt = way.attempt(world, place, how)
        count += attempt.was_killed
        if not attempt.was_killed and not world.may_go_on(attempt):
            if attempt.code != 0:
                raise Broken(f"it ended with {attempt.code}: {attempt.err}")
            break
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--random", type=int, default=100, metavar="N", help="rounds at random")
    parser.add_argument(
        "--only", choices=["boundaries", "nested", "faults", "random", "falling"])
    parser.add_argument("--every", type=int, default=1, metavar="K", help="one call in K")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--round", type=int, metavar="N", help="this round at random alone")
    parser.add_argument("--length", type=float, metavar="S", help="of an undisturbed run, in seconds")
    parser.add_argument("--bank", choices=["embedded", "sandbox"], default="embedded")
    options = parser.parse_args()
    from faults import faults
    is_served = options.bank == "sandbox"
    kind = ServedWorld if is_served else World
    rounds_at_random = range(options.random) if options.round is None else [options.round]

    def does(mode, can_be=True):
        return can_be and options.only in (None, mode)

    with tempfile.TemporaryDirectory(prefix="flowline-crash-") as folder:
        shim = build_shim(folder)
        record, calls = reference(shim, kind)
        syncs = sum(map(is_sync, calls))
        print(f"the bank is {options.bank}; an undisturbed run: {len(calls)} calls, {syncs} of them "
              "syncs", flush=True)
        if does("boundaries"):
            rounds = boundaries(shim, record, calls, options.every, kind=kind)
            print(f"killed at every call: {rounds} rounds, all finished alike", flush=True)
        if does("nested"):
            # Each round starts a bank of its own where it is served: one call in ten, then.
            every = options.every * 10 if is_served else options.every
            rounds = nested(shim, record, calls, every, kind)
            print(f"killed again while going on: {rounds} rounds, all finished alike", flush=True)
        if does("faults", not is_served):
            print(f"writes and syncs that fail: {faults(shim, record, calls)}", flush=True)
        if not does("random") and not does("falling", is_served):
            return
        way = AtMoments(options.length) if is_served else AtCalls(shim, calls)
        if does("random"):
            print(f"at random, seed {options.seed}{way.words}: ", end="", flush=True)
            kills, _ = at_random(record, rounds_at_random, options.seed, way)
            print(f"{len(rounds_at_random)} rounds, {kills} kills, all finished alike", flush=True)
        if does("falling", is_served):
            print(f"the bank killed as well, seed {options.seed}{way.words}: ", end="", flush=True)
            kills, falls = at_random(record, rounds_at_random, options.seed, way, falls=True)
            print(f"{len(rounds_at_random)} rounds, {kills} kills of the command and {falls} of the "
                  "bank, all finished alike", flush=True)


if __name__ == "__main__":
    try:
        main()
    except Broken as broken:
        sys.exit(f"\nBROKEN: {broken}")
