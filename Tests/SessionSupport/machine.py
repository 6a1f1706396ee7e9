"""What tests do on a machine that they share with others, and that may be busy."""

import itertools
import os
import pathlib
import select
import signal
import socket
import time

# A thread of the test runner that starts a session has its signals blocked, and what the session starts would have,
# too: pgbench, for one, would wait for its timer for ever.
signal.pthread_sigmask(signal.SIG_SETMASK, [])

# For how many seconds anything is waited for: a net, longer than any machine needs, however busy.
PATIENCE = 120

_ports = itertools.count(os.getpid() * 61)


def until(condition, what="what is waited for", pause=0.005):
    """Waits for another thread or program until `condition` returns something true; returns that.

    The pause between two looks is in seconds.
    """
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(pause)
    raise AssertionError(f"never came: {what}")


def first_line(process):
    """The first line of a process's output, read from a pipe.

    It is what there is of it if the process ends before, or takes longer than anything may.
    """
    end, line = time.monotonic() + PATIENCE, b""
    while b"\n" not in line:
        ready, _, _ = select.select([process.stdout], [], [], max(0, end - time.monotonic()))
        piece = os.read(process.stdout.fileno(), 4096) if ready else b""
        if not piece:
            break
        line += piece
    return line.partition(b"\n")[0].decode()


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
