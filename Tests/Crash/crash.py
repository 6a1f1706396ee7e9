#!/usr/bin/env python3
"""Cuts a whole round-up short, goes on with it, and checks that nothing was lost or done twice.

    crash.py [--random N] [--only boundaries|nested|faults|random] [--every K] [--seed N]

The command is $FLOWLINE. Every run has a bank, sessions and a record of its own. First the process is
killed (SIGKILL) before and after each call that writes, syncs, cuts, renames, links or unlinks, and
in the middle of each write; the same is then done to the processes that go on. Then writes and syncs
fail instead. Then it is killed at random moments, again and again. Each time the session is gone on
with until it is finished, and then: no accepted answer was asked again, the bank made exactly one
transfer, and the record is the undisturbed run's to the byte.

A process that is killed before its first answer is durable leaves no session: the flow is begun anew.
Needs a C compiler (cc, or $CC).
"""

import argparse
import random
import sys
import tempfile
import time

from world import Broken, World, build_shim, reference

KILLS = ("before", "after", "half")


def is_write(call):
    return call[0] in ("write", "pwrite")


def is_sync(call):
    return call[0] in ("fsync", "fdatasync")


def kill_at(shim, record, steps):
    """One round: kills at these calls, process after process, then goes on to the end.

    Gives whether the last kill happened: a process may come to its end before that call.
    """
    with World(shim) as world:
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


def boundaries(shim, record, calls, every=1, keeps=lambda call: False):
    """Kills at each call of a run, on both sides and in the middle of writes.

    With `every`, the calls that `keeps` says no to are taken one in so many.
    """
    rounds = 0
    for at, call in enumerate(calls, 1):
        if at % every and not keeps(call):
            continue
        for how in KILLS if is_write(call) else KILLS[:2]:
            # The number of calls may differ by a few from run to run; the log is a guide.
            rounds += kill_at(shim, record, [(at, how)])
    # Beyond the guide until a run ends undisturbed.
    at = len(calls) + 1
    while kill_at(shim, record, [(at, "before")]):
        rounds += 1
        at += 1
    return rounds


def nested(shim, record, calls):
    """Kills at each sync of the journal, and then at each call of the process that goes on."""
    rounds = 0
    for at, call in enumerate(calls, 1):
        if not is_sync(call) or "sessions" not in call[2]:
            continue
        for how in ("before", "half"):
            second = 1
            while kill_at(shim, record, [(at, "after"), (second, how)]):
                rounds += 1
                second += 1
    return rounds


def at_random(record, rounds, seed):
    """Kills at random moments, several times a round."""
    source = random.Random(seed)
    started = time.monotonic()
    with World() as world:
        world.finish()
    whole = time.monotonic() - started
    kills = 0
    for number in range(rounds):
        with World() as world:
            try:
                for _ in range(source.randint(1, 4)):
                    if world.is_over:
                        break
                    attempt = world.attempt(kill_after=source.uniform(0.0005, whole * 1.1))
                    kills += attempt.was_killed
                    if not attempt.was_killed:
                        if attempt.code != 0:
                            raise Broken(f"it ended with {attempt.code}: {attempt.err}")
                        break
                world.finish()
                world.check(record)
            except Broken as broken:
                raise Broken(f"round {number} of seed {seed}: {broken}\n{world.explain()}") from None
    return kills


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--random", type=int, default=100, metavar="N", help="rounds at random")
    parser.add_argument("--only", choices=["boundaries", "nested", "faults", "random"])
    parser.add_argument("--every", type=int, default=1, metavar="K", help="one call in K")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    from faults import faults

    def does(mode):
        return options.only in (None, mode)

    with tempfile.TemporaryDirectory(prefix="flowline-crash-") as folder:
        shim = build_shim(folder)
        record, calls = reference(shim)
        syncs = sum(map(is_sync, calls))
        print(f"an undisturbed run: {len(calls)} calls, {syncs} of them syncs", flush=True)
        if does("boundaries"):
            rounds = boundaries(shim, record, calls, options.every)
            print(f"killed at every call: {rounds} rounds, all finished alike", flush=True)
        if does("nested"):
            rounds = nested(shim, record, calls)
            print(f"killed again while going on: {rounds} rounds, all finished alike", flush=True)
        if does("faults"):
            print(f"writes and syncs that fail: {faults(shim, record, calls)}", flush=True)
        if does("random"):
            print(f"at random, seed {options.seed}: ", end="", flush=True)
            kills = at_random(record, options.random, options.seed)
            print(f"{options.random} rounds, {kills} kills, all finished alike", flush=True)


if __name__ == "__main__":
    try:
        main()
    except Broken as broken:
        sys.exit(f"\nBROKEN: {broken}")
