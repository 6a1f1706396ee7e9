#!/usr/bin/env python3
"""Writes down what `flowline` runs up to its first prompt and a key, and then what a server runs for an answer, for
the linker to lay each together.

    start_order.py FLOWLINE HOSTBENCHMARKS [ORDER]

The programs have their symbols; ORDER is the file that is written, beside this script unless told otherwise.
Needs valgrind, binutils and python3-pexpect.

What lies apart is read and mapped with its neighbours, 64 KB for each function, and a processor that rests
between answers finds less of it where it was. The names are those of this compiler and of its libraries: the
linker passes over names that it does not find, so that an old file costs memory and time and nothing else.
"""

import bisect
import functools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import pexpect

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Benchmarks"))
import web_load

# A program under valgrind takes some fifty times as long.
PATIENCE = 600
PROMPT = "flowline> "
# With what it is started, and what is typed. What runs in an earlier one lies before what only a later one runs.
STARTS = [([], ""), (["--locale", "en_GB"], ""), (["--locale", "en_GB"], "x\b")]
# How many answers are given before it is watched, and as many then: what is made once is behind it.
ANSWERS = 100


def run(arguments, typed, program, folder):
    """Starts the program where nothing was before, types, ends it at its prompt; returns what valgrind wrote."""
    profile = os.path.join(folder, "profile")
    with tempfile.TemporaryDirectory() as home:
        # Where somebody keeps things, and what they speak, would change what runs.
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith(("XDG_", "LC_", "LANGUAGE"))}
        environment.update(HOME=home, TERM="xterm", LANG="C.UTF-8", NO_COLOR="1")
        session = pexpect.spawn(
            "valgrind",
            ["--tool=callgrind", "--dump-instr=yes", f"--callgrind-out-file={profile}", program, *arguments],
            env=environment, timeout=PATIENCE)
        session.expect_exact(PROMPT)
        for key in typed:
            session.send(key)
            session.expect(".+")
        session.sendeof()
        session.expect(pexpect.EOF)
        session.close()
    if session.exitstatus != 0:
        sys.exit(f"the program ended with {session.exitstatus}: {session.before!r}")
    return profile


def answer(program, folder):
    """Has the server answer questions of several sessions over HTTP; returns what valgrind wrote."""
    profile = os.path.join(folder, "profile")
    server = web_load.Server(
        "valgrind", "--tool=callgrind", "--dump-instr=yes", "--instr-atstart=no",
        f"--callgrind-out-file={profile}", program)
    sessions = server.start(10)
    for watching in ["on", "off"]:
        for number in range(ANSWERS):
            session, cookie, tag = sessions[number % len(sessions)]
            _, tag = server.ask("POST", f"/api/sessions/{session}/answer", '{"answer":5}',
                                {"Cookie": cookie, "If-Match": tag})
            sessions[number % len(sessions)] = (session, cookie, tag)
        subprocess.run(["callgrind_control", "-i", watching, str(server.process.pid)],
                       stdout=subprocess.DEVNULL, check=True)
    if server.end() != 0:
        sys.exit("the server did not end as it should")
    return profile


def addresses(profile, program):
    """Each instruction of the program itself that was run."""
    objects, current, address, found = {}, None, 0, set()
    with open(profile, errors="replace") as lines:
        for line in lines:
            if named := re.match(r"(c?)ob=\((\d+)\)(?: (.*))?", line):
                if named[3]:
                    objects[named[2]] = named[3].strip()
                if not named[1]:
                    current = objects[named[2]]
            elif place := re.match(r"(0x[0-9a-f]+|[+-]\d+|\*) ", line):
                text = place[1]
                if text.startswith("0x"):
                    address = int(text, 16)
                elif text != "*":
                    address += int(text)
                if current == program:
                    found.add(address)
    return found


def functions(program):
    """The functions' addresses, with a name of each; several that are alike have one address."""
    named = {}
    listed = subprocess.run(["nm", "--defined-only", program], capture_output=True, text=True, check=True)
    for line in listed.stdout.splitlines():
        address, kind, name = line.split(" ", 2)
        if kind in "tTwW":
            address = int(address, 16)
            named[address] = min(named.get(address, name), name, key=lambda one: (len(one), one))
    return named


def names(program, profiles):
    """The names of the functions that ran, those of an earlier profile first.

    Profiles are functions of the program, without what Swift's compiler writes for debuggers, which valgrind
    does not read all of, and of a folder.
    """
    named = functions(program)
    starts = sorted(named)
    used = {}
    with tempfile.TemporaryDirectory() as folder:
        stripped = os.path.join(os.path.realpath(folder), "program")
        subprocess.run(["strip", "-o", stripped, program], check=True)
        for profile in profiles:
            ran = addresses(profile(stripped, folder), stripped)
            found = {starts[bisect.bisect_right(starts, one) - 1] for one in ran if one >= starts[0]}
            used.update(dict.fromkeys(sorted(found - used.keys())))
            print(f"{len(used):,} of {len(starts):,} functions")
    return [named[address] for address in used]


def main():
    program, server, *order = sys.argv[1:]
    order = order[0] if order else pathlib.Path(__file__).with_name("start-order.txt")
    ran = names(program, [functools.partial(run, *start) for start in STARTS]) + names(server, [answer])
    with open(order, "w") as file:
        file.writelines(name + "\n" for name in dict.fromkeys(ran))


if __name__ == "__main__":
    main()
