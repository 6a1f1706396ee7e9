#!/usr/bin/env python3
"""Cuts a whole round-up short, goes on with it, and checks that nothing was lost or done twice.

    crash.py [--bank embedded|sandbox] [--random N] [--every K] [--seed N]
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


def at_random(record, rounds, seed, kind=World, falls=False):
    """Kills at random moments, several times a round; with `falls` the bank as well, and the command
    not in every round."""
    source = random.Random(seed)
    whole = min(length(kind) for _ in range(3))
    kills = bank_kills = 0
    for number in range(rounds):
        with kind() as world:
            try:
                if falls:
                    with FallingBank(world, source, whole / 2) as falling:
                        kills += kill_some(world, source, source.randint(0, 2), whole)
                        world.finish()
                    bank_kills += falling.kills
                else:
                    kills += kill_some(world, source, source.randint(1, 4), whole * 1.1)
                    world.finish()
                world.check(record)
            except Broken as broken:
                raise Broken(f"round {number} of seed {seed}: {broken}\n{world.explain()}") from None
    return kills, bank_kills


def length(kind):
    """How many seconds an undisturbed run takes."""
    with kind() as world:
        started = time.monotonic()
        world.finish()
        return time.monotonic() - started


def kill_some(world, source, times, longest):
    """Kills so many processes of a round, unless it ends before. Gives how many were."""
    kills = 0
    for _ in range(times):
        if world.is_over:
            break
        attempt = world.attempt(kill_after=source.uniform(0.0005, longest))
        kills += attempt.was_killed
        if not attempt.was_killed and not world.may_go_on(attempt):
            if attempt.code != 0:
                raise Broken(f"it ended with {attempt.code}: {attempt.err}")
            break
    return kills


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--random", type=int, default=100, metavar="N", help="rounds at random")
    parser.add_argument(
        "--only", choices=["boundaries", "nested", "faults", "random", "falling"])
    parser.add_argument("--every", type=int, default=1, metavar="K", help="one call in K")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--bank", choices=["embedded", "sandbox"], default="embedded")
    options = parser.parse_args()
    from faults import faults
    is_served = options.bank == "sandbox"
    kind = ServedWorld if is_served else World

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
        if does("random"):
            print(f"at random, seed {options.seed}: ", end="", flush=True)
            kills, _ = at_random(record, options.random, options.seed, kind)
            print(f"{options.random} rounds, {kills} kills, all finished alike", flush=True)
        if does("falling", is_served):
            print(f"the bank killed as well, seed {options.seed}: ", end="", flush=True)
            kills, falls = at_random(record, options.random, options.seed, kind, falls=True)
            print(f"{options.random} rounds, {kills} kills of the command and {falls} of the bank, "
                  "all finished alike", flush=True)


if __name__ == "__main__":
    try:
        main()
    except Broken as broken:
        sys.exit(f"\nBROKEN: {broken}")
