#!/usr/bin/env python3
"""Kills the server at every call that writes, and lets writes fail, while pages and the API are walked.

    killing.py [--every K] [--only kills|faults]

The server is $FLOWLINE_SERVE. Every round has a folder of its own, in which Eve has a session half-way.
Ada makes a goal by pages, Bob by the API, request by request in turn. The server is killed (SIGKILL)
before and after each call that writes, syncs, cuts, renames, links or unlinks, and in the middle of each
write; it is started again, and both go on: in one round they send once more what was cut off, in the next
they look at their sessions first. Then each write and each sync fails instead, once, or from there on
until the disk is well again. Then: each answer that was acknowledged is there, each customer has one goal
of the name that was typed, and Eve's session is as it was to the byte.

Needs a C compiler (cc, or $CC).
"""

import argparse
import os
import pathlib
import shutil
import sqlite3
import sys
import tempfile
from collections import Counter

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Crash"))

from server import Server  # noqa: E402
from customers import CallsWalk, Down, PagesWalk, Refused  # noqa: E402
from world import build_shim  # noqa: E402

ADA, BOB, EVE = "Ada’s bike", "Bob’s boat", "Eve’s kite"


class Template:
    """A folder in which Eve is half-way, and what she has."""

    def __init__(self, root):
        self.files = os.path.join(root, "template")
        server = Server(self.files)
        try:
            eve = PagesWalk(server.port, EVE)
            while len(eve.accepted) < 2:
                eve.step()
            self.eve = (eve.tokens(), eve.journal())
            code, errors = server.stop()
            assert (code, errors) == (0, ""), (code, errors)
        finally:
            server.close()


class Round:
    """One folder, in which the server is disturbed once."""

    def __init__(self, shim, template, resends=True):
        self.template, self.resends = template, resends
        self.root = tempfile.mkdtemp(prefix="flowline-web-")
        self.files, self.log = os.path.join(self.root, "files"), os.path.join(self.root, "calls")
        self.well = os.path.join(self.root, "well")
        shutil.copytree(template.files, self.files)
        self.variables = {"LD_PRELOAD": shim, "CRASH_ROOT": self.files, "CRASH_LOG": self.log,
                          "CRASH_WELL": self.well, "SWIFT_BACKTRACE": "enable=no"}
        self.server = Server.__new__(Server)
        self.server.folder, self.server.data, self.server.options = None, self.files, ()
        self.was_killed = False

    def begin(self, at=None, how=None):
        variables = dict(self.variables)
        if at:
            variables.update(CRASH_AT=str(at), CRASH_HOW=how)
        if not self.server.begin(variables):
            if how in ("full", "once", "eio"):
                code, errors = self.server.end()
                assert code == 1 and errors.startswith("Error: "), (code, errors)
                self.server.start()
            else:
                self.mend()
        self.walks = [PagesWalk(self.server.port, ADA), CallsWalk(self.server.port, BOB)]

    def mend(self):
        """Starts it again after it was killed."""
        code, errors = self.server.end()
        assert code == -9 and not errors, f"it ended with {code}: {errors}"
        assert not self.was_killed, "it was killed twice"
        self.was_killed = True
        self.server.start()

    def heal(self):
        """The disk is well again."""
        if os.path.exists(self.well):
            return
        pathlib.Path(self.well).touch()
        if self.resends:
            self.server.kill()
            self.server.start()
            self.look()
            for walk in self.walks:
                walk.again(False)

    def look(self):
        for walk in self.walks:
            walk.browser.port = self.server.port
            walk.look()

    def walk(self):
        """Walks both to their ends."""
        for _ in range(200):
            open_ones = [walk for walk in self.walks if not walk.is_over]
            if not open_ones:
                return
            for walk in open_ones:
                try:
                    walk.step()
                except Down:
                    self.mend()
                    self.look()
                    walk.again(self.resends)
        raise AssertionError("it does not come to an end")

    def check(self):
        """What must be so at the end."""
        for walk in self.walks:
            state = walk.state()
            assert state["ended"]["outcome"] == "finished", state
            assert state["answers"] == walk.ANSWERS[-1], state
            assert state["ended"]["output"]["name"] == walk.mark, state
        eve = PagesWalk(self.server.port, EVE)
        now = (eve.tokens(), eve.journal())
        assert now == self.template.eve, f"Eve’s session is another: {now}"
        code, errors = self.server.stop()
        assert code == 0, (code, errors)
        names = Counter()
        for path in pathlib.Path(self.files, "customers").glob("*/bank.sqlite"):
            bank = sqlite3.connect(path)
            names.update(name for name, in bank.execute("SELECT name FROM goal"))
            bank.close()
        assert (names[ADA], names[BOB], names[EVE]) == (1, 1, 0), names
        return errors

    def calls(self):
        """What the server did: name, bytes, path below the folder."""
        lines = pathlib.Path(self.log).read_text(encoding="utf-8").splitlines()
        return [(name, int(size), os.path.relpath(path, self.files))
                for _, name, size, path in (line.split(" ", 3) for line in lines)]

    def close(self, is_good):
        self.server.close()
        if is_good:
            shutil.rmtree(self.root, True)


def play(shim, template, at=None, how=None, resends=True, act=Round.walk):
    """One round from its start to its checks."""
    game = Round(shim, template, resends)
    is_good = False
    try:
        game.begin(at, how)
        outcome = act(game)
        errors = game.check()
        assert not errors or outcome, f"it told of an error: {errors}"
        is_good = True
        return game, outcome
    except AssertionError as broken:
        raise AssertionError(f"{broken} at {at} {how} in {game.root}") from broken
    finally:
        game.close(is_good)


def reference(shim, template):
    """The calls of an undisturbed round."""
    game = Round(shim, template)
    try:
        game.begin()
        game.walk()
        calls = game.calls()
        assert not game.check()
        return calls
    finally:
        game.close(True)


def kills(shim, template, calls, every=1):
    """Kills at each call in `every`; how many rounds it was."""
    rounds = 0
    for at in range(every, len(calls) + 1, every):
        name = calls[at - 1][0]
        for how in ("before", "half", "after"):
            if how == "half" and name not in ("write", "pwrite"):
                continue
            game, _ = play(shim, template, at, how, resends=(at // every + len(how)) % 2 == 0)
            rounds += game.was_killed
    return rounds


def fail(game):
    """Walks both; once somebody reads of a fault, or waits in vain, the disk is well again, and all go on.
    Every other time the server dies then, so that it shows what is kept. Says how it was told."""
    told = Counter()
    game.walks[0].trusts = False
    for _ in range(200):
        open_ones = [walk for walk in game.walks if not walk.is_over]
        if not open_ones:
            return told
        for walk in open_ones:
            try:
                walk.step()
                if walk.is_working:
                    told["at work until the disk is well"] += 1
                elif walk.is_held:
                    told["asked what to do"] += 1
                else:
                    continue
            except Refused:
                told["refused with when to try again"] += 1
            game.heal()
    raise AssertionError("it does not come to an end")


def faults(shim, template, calls, every=1):
    """Lets each write and each sync in `every` fail; in how many rounds what became of it."""
    ends = Counter()
    for at in range(every, len(calls) + 1, every):
        name = calls[at - 1][0]
        hows = ("full", "once") if name in ("write", "pwrite") else ("eio",)
        for how in hows if name in ("write", "pwrite", "fsync", "fdatasync") else ():
            _, told = play(shim, template, at, how, (at // every) % 2 == 0, fail)
            ends[", ".join(sorted(told)) or "not noticed"] += 1
    return ends


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=1, metavar="K", help="one call in K")
    parser.add_argument("--only", choices=["kills", "faults"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="flowline-web-") as folder:
        shim, template = build_shim(folder), Template(folder)
        calls = reference(shim, template)
        syncs = sum(call[0] in ("fsync", "fdatasync") for call in calls)
        print(f"pages and API, undisturbed: {len(calls)} calls, {syncs} of them syncs", flush=True)
        if options.only in (None, "kills"):
            rounds = kills(shim, template, calls, options.every)
            print(f"the server killed at every call: {rounds} kills, nothing lost", flush=True)
        if options.only in (None, "faults"):
            ends = faults(shim, template, calls, options.every)
            print("writes and syncs that fail: " + "; ".join(
                f"{count} rounds {end}" for end, count in sorted(ends.items())), flush=True)


if __name__ == "__main__":
    try:
        main()
    except AssertionError as broken:
        sys.exit(f"\nBROKEN: {broken}")
