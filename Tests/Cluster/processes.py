"""What tests do with other programs of the machine."""

import glob
import os
import pathlib
import socket
import time

# For how many seconds anything is waited for: longer than any machine needs, however busy.
PATIENCE = 120


def free_port():
    with socket.socket() as probe:
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
