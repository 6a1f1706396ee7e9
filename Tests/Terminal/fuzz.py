#!/usr/bin/env python3
"""Types at the line editor at random: keys, sequences whole and cut, garbage, pastes, windows,
signals, messages.

    fuzz.py [--events N] [--seed N]

After each life of the program the terminal's modes are as they were, and it has not crashed; every
few thousand events a line must come through. The same seed makes the same events.

Some of the lives have vi's keys, or keys of their own, by ~/.editrc.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import termios
import time

import keys
import probe
from probe import Probe

BATCH = 2000
# Each may take this long, however busy the machine is.

LETTERS = ("abcxyz019 .,:;-=/\\'\"!?*" "абвёжэюя" "\u0301\u0306\u0323\u200d\ufe0f\u20e3"
           "👍🏽👩👧🇬🇧❤☕日本語한กำनि" "\u1100\u1161\u11a8" "\u200b\u00ad\u202e\u2028\u0085\u00a0\u0600"
           "\U000f0000\U000ffffd\U00017000\U000187f7\U00100000\ufffd\ue000\U0010ffff")
KEYS = [value for name, value in vars(keys).items()
        if name.isupper() and value not in (keys.CTRL_C, keys.CTRL_Z)]
SEQUENCE = "0123456789;?<=> !$"
FINAL = "ABCDEFGHIJKLMNOPZabcdefhlmnrsu~@^"
# Ctrl-C, Ctrl-Z and Ctrl-\ are signals, which have their own place.
CONTROLS = [byte for byte in range(32) if byte not in (3, 26, 28)]
WRONG = ("Fatal error", "fatal error", "Stack dump", "libswiftCore", "Sanitizer", "double free", "corrupted", "malloc(", "free():",
         "Assertion", "Segmentation", "stack smashing")
SETTINGS = [None, None, None, "bind -v\n", 'bind "^X" ed-move-to-beg\nbind "\\e[A" ed-search-prev-history\n']
PLACES = [{}, {}, {}, {"TERM": "dumb"}, {"LANG": "C"}, {"TERM": "linux"}, {"TERM": "screen"}]


class Fuzz:
    """Makes events and gives them to one program after the other."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0
        self.lives = 0
        self.sentinels = 0

    def text(self, most):
        return "".join(self.random.choice(LETTERS) for _ in range(self.random.randrange(most)))

    def sequence(self):
        pick = self.random
        body = "".join(pick.choice(SEQUENCE) for _ in range(pick.randrange(6)))
        whole = "\x1b" + pick.choice("[[[O") + body + pick.choice(FINAL)
        return whole if pick.random() < 0.7 else whole[:pick.randrange(1, len(whole))]

    def paste(self):
        pick = self.random
        text = "".join(
            pick.choice(("\n", "\r\n", "\x1b[A", "\x03\t", self.text(8))) for _ in range(pick.randrange(9)))
        if pick.random() < 0.002:
            text *= 5000
        whole = keys.pasted(text)
        return whole if pick.random() < 0.95 else whole[:pick.randrange(1, len(whole))]

    def event(self):
        pick = self.random
        kind = pick.random()
        if kind < 0.45:
            return pick.choice(LETTERS).encode()
        if kind < 0.70:
            return pick.choice(KEYS).encode()
        if kind < 0.78:
            return bytes([pick.choice(CONTROLS)])
        if kind < 0.86:
            return self.sequence().encode()
        if kind < 0.90:
            return self.paste().encode().replace(b"\x03", b"")
        if kind < 0.94:
            return b"\x1b" + bytes([pick.choice((*CONTROLS, *range(32, 127)))])
        if kind < 0.97:
            return bytes(b for b in pick.randbytes(pick.randrange(1, 5)) if b not in (3, 26, 28))
        return b"\r"

    def live(self, most):
        """One life of the program, of `most` events at the most."""
        pick = self.random
        self.lives += 1
        with tempfile.TemporaryDirectory() as home:
            settings = pick.choice(SETTINGS)
            if settings:
                with open(os.path.join(home, ".editrc"), "w", encoding="utf-8") as file:
                    file.write(settings)
            rows, columns = pick.choice(((24, 80), (6, 20), (3, 7), (50, 200), (1, 10)))
            with Probe({"kind": "play"}, rows=rows, columns=columns, home=home,
                       environment=pick.choice(PLACES)) as program:
                try:
                    self.play(program, most)
                except BaseException:
                    program.look()
                    print("screen:", program.screen.text(), "output:", repr(program.raw[-2000:]),
                          *standing(program), sep="\n", file=sys.stderr)
                    raise

    def play(self, program, most):
        probe.until(lambda: (program.look(), program.raw)[1], "the first prompt")
        limit = self.count + min(most, BATCH * self.random.randrange(3, 30))
        while self.count < limit:
            for _ in range(8):
                self.count += BATCH // 8
                self.disturb(program)
                self.give(program, b"".join(self.event() for _ in range(BATCH // 8)))
            self.synchronize(program)
        if self.random.random() < 0.3:
            number = self.random.choice((signal.SIGTERM, signal.SIGHUP))
            program.child.kill(number)
            assert program.ended() == -number, f"ended with {program.ended()}"
        else:
            program.type("quit\r")
            assert program.ended() == 0, f"ended with {program.ended()}"
        assert program.is_restored(), "the terminal's modes"
        for words in WRONG:
            assert words not in program.raw, words

    def give(self, program, data):
        # Between two reads Ctrl-S stops the terminal's output, and a full queue of input lets no
        # Ctrl-Q through any more.
        data = data.replace(b"\x13", b"\x13\x11")
        for start in range(0, len(data), 4000):
            # Between two reads Ctrl-S is the terminal's own; Ctrl-Q goes on.
            program.type(data[start:start + 4000] + b"\x11")
        program.look()
        # What was drawn is looked through for complaints and forgotten.
        for words in WRONG:
            assert words not in program.raw, words
        program.raw = program.raw[-200:]

    def disturb(self, program):
        pick = self.random
        kind = pick.random()
        if kind < 0.3:
            program.resize(pick.choice((0, 1, 2, 5, 24, 60)), pick.choice((0, 1, 2, 3, 8, 20, 80, 300)))
        elif kind < 0.4:
            program.child.kill(signal.SIGWINCH)
        elif kind < 0.5:
            program.child.kill(signal.SIGTSTP)
            program.child.kill(signal.SIGCONT)
        elif kind < 0.6:
            program.order("wake")

    def synchronize(self, program):
        """Clears what was begun, by Ctrl-C, and has a line come through."""
        self.sentinels += 1
        self.await_event(program, lambda: program.type("\x11\x03"),
                         lambda event: event["event"] == "interrupted")
        wanted = f"sentinel {self.sentinels}"
        self.await_event(program, lambda: program.type(wanted + "\r"),
                         lambda event: event.get("text") == wanted)

    @staticmethod
    def await_event(program, act, is_wanted):
        act()
        while not is_wanted(program.event()):
            pass


def standing(program):
    """What the system knows of a program that stands still."""
    try:
        with open(f"/proc/{program.child.pid}/status", encoding="utf-8") as file:
            yield from (line.rstrip() for line in file if line.startswith(("State", "Sig", "Shd")))
        with open(f"/proc/{program.child.pid}/wchan", encoding="utf-8") as file:
            yield file.read()
        yield repr(termios.tcgetattr(program.child.child_fd)[:4])
        yield f"foreground {os.tcgetpgrp(program.child.child_fd)}, process {program.child.pid}"
    except (OSError, termios.error) as error:
        yield repr(error)


class Quiet:
    """A screen that is not looked at: drawing it would take most of the time."""

    def feed(self, text):
        pass

    def resize(self, rows, columns):
        pass

    def text(self):
        return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    options = parser.parse_args()
    probe.Screen = lambda rows, columns: Quiet()
    print(f"seed {options.seed}", flush=True)
    fuzz = Fuzz(options.seed)
    start = time.monotonic()
    told = 0
    while fuzz.count < options.events:
        try:
            fuzz.live(options.events - fuzz.count)
        except BaseException:
            print(f"failed after {fuzz.count} events of seed {options.seed}", file=sys.stderr)
            raise
        if fuzz.count - told >= 50_000:
            told = fuzz.count
            print(f"{fuzz.count} events, {fuzz.lives} lives", flush=True)
    print(json.dumps({"seed": options.seed, "events": fuzz.count, "lives": fuzz.lives,
                      "lines": fuzz.sentinels, "seconds": round(time.monotonic() - start)}))


if __name__ == "__main__":
    main()
