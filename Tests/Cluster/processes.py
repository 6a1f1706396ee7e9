"""What tests do with other programs of the machine."""

import glob
import os
import pathlib
import socket
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "SessionSupport"))
from machine import PATIENCE, free_port, until as eventually  # noqa: F401


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
