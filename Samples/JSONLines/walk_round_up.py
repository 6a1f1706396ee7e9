#!/usr/bin/env python3
"""Walks the flow `round-up` through flowline-jsonl: walk_round_up.py PROGRAM

Rounds up this week's payments of the account `personal` into its first goal, with one answer that
is refused and one step back. Prints what came of it; exits 0 if all was as expected, else 1.
"""

import json
import subprocess
import sys
import threading

NOW = "2026-11-20T12:00:00Z"
# The bank is in memory, and as it is at this time and place.
WORLD = ["--now", NOW, "--locale", "en_GB", "--time-zone", "Europe/London"]


class Surprise(Exception):
    """The program said something else than expected."""


class Flowline:
    """A conversation with the program, one JSON object a line."""

    def __init__(self, path):
        self.program = subprocess.Popen(
            [path, "--protocol", "jsonl", *WORLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        # A program that says nothing is ended, so that nobody waits for ever.
        self.patience = threading.Timer(60, self.program.kill)
        self.patience.start()
        expect(self.receive("hello")["protocol"], 1)

    def send(self, **message):
        self.program.stdin.write(json.dumps(message).encode() + b"\n")
        self.program.stdin.flush()

    def receive(self, kind):
        while line := self.program.stdout.readline():
            message = json.loads(line)
            # It shows one prompt at a time: nothing is to be taken off.
            if message["type"] == "dismissed":
                continue
            if message["type"] != kind:
                raise Surprise(f"expected “{kind}”, got {line.decode().strip()}")
            return message
        raise Surprise(f"the program ended where “{kind}” was expected")

    def prompt(self, step):
        """The next prompt, which must be of this step."""
        prompt = self.receive("prompt")["prompt"]
        expect(prompt["path"][-1], step)
        return prompt

    def end(self):
        """Ends the input and gives the exit code."""
        self.program.stdin.close()
        return self.program.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.kill()
        self.program.wait()
        self.patience.cancel()


def expect(got, wanted):
    if got != wanted:
        raise Surprise(f"expected {wanted!r}, got {got!r}")


def walk(flowline):
    flowline.send(start="round-up", locale="en_GB", timeZone="Europe/London", now=NOW)
    account = flowline.prompt("account")
    expect([choice["key"] for choice in account["kind"]["choices"]][0], "personal")

    flowline.send(answer={"text": "savings"})
    refusal = flowline.receive("refusal")
    expect((refusal["of"], refusal["code"]), ("answer", "not-a-choice"))
    print("refused:", refusal["message"])

    flowline.send(answer="personal", presentation=account["presentation"])
    flowline.prompt("week")
    flowline.send(back=True)
    expect(flowline.prompt("account")["draft"], "Personal")
    flowline.send(answer="personal")
    flowline.prompt("week")
    flowline.send(answer="this")
    flowline.prompt("review")
    flowline.send(answer=True)
    goal = flowline.prompt("goal")["kind"]["choices"][0]
    flowline.send(answer=goal["key"])
    expect(flowline.prompt("confirm")["kind"], {"name": "confirm"})
    flowline.send(answer={"text": "yes"})
    flowline.prompt("receipt")
    flowline.send(answer=True)

    ended = flowline.receive("ended")
    expect((ended["flow"], ended["outcome"]), ("round-up", "finished"))
    expect(ended["output"]["moved"], {"currency": "GBP", "minorUnits": 158})
    expect(ended["output"]["goal"], goal["label"]["text"])
    return ended["output"]


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 1
    try:
        with Flowline(sys.argv[1]) as flowline:
            print("finished:", json.dumps(walk(flowline), sort_keys=True))
            expect(flowline.end(), 0)
    except (Surprise, OSError, ValueError, KeyError, IndexError) as surprise:
        print(f"{type(surprise).__name__}: {surprise}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
