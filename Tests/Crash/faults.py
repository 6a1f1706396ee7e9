"""Writes and syncs that fail: a full disk, a medium that cannot be written, and what follows."""

import signal
from collections import Counter

from world import Broken, World

BANKS = "data"


def faults(shim, record, calls):
    """Lets each write and each sync fail in its turn, and counts what became of the runs."""
    ends = Counter()
    told_at = max(at for at, call in enumerate(calls, 1) if call[2].startswith("record"))
    for at, call in enumerate(calls, 1):
        kind = call[0]
        for how in ("full", "once") if kind in ("write", "pwrite") else ("eio",):
            if how == "eio" and kind not in ("fsync", "fdatasync"):
                continue
            with World(shim) as world:
                try:
                    ends[fail_at(world, record, at, how, call[2], at > told_at)] += 1
                except Broken as broken:
                    raise Broken(f"{broken}\n{call} {world.explain()}") from None
    return ", ".join(f"{count} {end}" for end, count in sorted(ends.items()))


def fail_at(world, record, at, how, path, is_told=False):
    """One run with a fault, and what is done after it; gives its end in words.

    Once the result is told, a session that cannot be forgotten is no failure.
    """
    attempt = world.attempt(at, how)
    if attempt.code < 0 and attempt.code != -signal.SIGKILL:
        raise Broken(f"it crashed by signal {-attempt.code}: {attempt.err}")
    if attempt.code == 0:
        # SQLite can do without: it writes its log over into the database another time.
        if not is_told and not path.startswith((BANKS, "record")):
            raise Broken("what failed in the journal was not told")
        world.finish()
        if not path.startswith("record"):
            world.check(record)
        return "finished all the same"
    if attempt.code != 1 or not attempt.err.strip():
        raise Broken(f"it ended with {attempt.code} and said: {attempt.err!r}")
    if not attempt.result:
        raise Broken(f"it said nothing for programs, and for people: {attempt.err!r}")
    message = attempt.result["error"]["message"]
    if path.startswith("state") and not ("answer" in message and "safe" in message):
        raise Broken(f"it did not say what to do: {message}")
    if b"\nfailed " in (world.journal() or b""):
        return failed_for_good(world)
    world.finish()
    world.check(record)
    return "stopped, and finished when gone on with"


def failed_for_good(world):
    """The bank broke and the flow ended as failed: that stays listed, and a new one finds the bank
    as it was, or with the one transfer."""
    again = world.attempt()
    if again.code != 1 or world.journal() is None:
        raise Broken(f"a failed session ended with {again.code}: {again.err}")
    before = world.transfers()
    world.session, world.accepted = "5e551011-0000-4000-8000-000000000002", 0
    for _ in range(4):
        if world.is_over:
            break
        attempt = world.attempt()
        if attempt.code != 0:
            raise Broken(f"a new session ended with {attempt.code}: {attempt.err}")
    if world.transfers() != 1:
        raise Broken(f"{before} transfers, then {world.transfers()}")
    return f"failed for the bank's sake with {before} transfers, and a new one made it 1"
