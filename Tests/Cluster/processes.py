"""What tests do with other programs of the machine."""

import glob
import itertools
import os
import pathlib
import socket
import time

# For how many seconds anything is waited for: longer than any machine needs, however busy.
PATIENCE = 120


_ports = itertools.count(os.getpid() * 61)


def free_port():
    """A port for a server that is started at it later, and again: none that the system gives to a connection
    or to those who ask for any port."""
    others = pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()
    first, end = 10_000, max(int(others[0]), 11_000)
    for number in itertools.islice(_ports, end - first):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", first + number % (end - first)))
            except OSError:
                continue
            return probe.getsockname()[1]
    raise AssertionError(f"every port from {first} to {end} is taken")


def closed_port(test):
    """A port at which nobody listens, and nobody else can until a test is over."""
    probe = socket.socket()
    test.addCleanup(probe.close)
    probe.bind(("127.0.0.1", 0))
    return probe.getsockname()[1]


def children(process):
    """The numbers of a process's children."""
    found = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            # The name, in brackets, may have spaces.
            fields = pathlib.Path(path).read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process:
            found.append(int(path.split("/")[2]))
    return found


def signal_if_there(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def eventually(condition):
    """Waits for another thread or program until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("it never came")
        time.sleep(0.01)
