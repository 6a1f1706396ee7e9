"""The nodes of a cluster: several built servers over one store and one folder of data, on this machine."""

import os
import pathlib
import select
import signal
import subprocess
import time

from processes import PATIENCE, free_port


class NotStarted(Exception):
    """A node ended, or said nothing, instead of listening."""


class Node:
    """One server, which keeps its port when it is started again."""

    def __init__(self, number, folder, options=(), program=None, drain_seconds=0):
        self.number, self.folder, self.options = number, folder, list(options)
        # For how long it serves on when it is asked to stop.
        self.drain_seconds = drain_seconds
        self.program = program or os.environ["FLOWLINE_SERVE"]
        self.port, self.process = free_port(), None
        # The status of each end that nobody asked for.
        self.ends = []
        self.log_path = f"{folder}/node-{number}.log"

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    @property
    def log(self):
        """What it wrote to standard error, of all its lives."""
        path = pathlib.Path(self.log_path)
        return path.read_text(errors="replace") if path.exists() else ""

    def start(self):
        """Starts it, and returns once it listens."""
        assert not self.is_running, "it runs"
        self.kill()
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "--port", str(self.port), "--data", f"{self.folder}/data",
                 "--time-zone", "Europe/London", "--calls-per-minute", "1000000",
                 "--drain-seconds", str(self.drain_seconds), *self.options],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True,
                start_new_session=True, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        line = self.process.stdout.readline() if ready else "nothing"
        if not line.startswith("flowline-serve: listening on "):
            # It may end because its store is not there; by a signal it may not.
            status = self.process.wait(PATIENCE) if ready and not line else 0
            self.ends += [status] if status < 0 else []
            self.end()
            raise NotStarted(f"node {self.number} wrote {line!r}, and {self.log[-2000:]}")

    def kill(self):
        """Kills it where it is; notes it if it had ended by itself."""
        if self.process is None:
            return
        status = self.end()
        if status != -signal.SIGKILL:
            self.ends.append(status)

    def end(self):
        """Kills it if it runs still; returns the status that it ended with."""
        self.process.kill()
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process = None
        return status

    def stop(self):
        """Ends it in order; returns its status."""
        self.thaw()
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.end()

    def freeze(self):
        """Stops it where it is: it wakes later, and knows nothing of what others have done."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        if self.is_running:
            self.process.send_signal(signal.SIGCONT)


class Nodes:
    """All nodes; `options` makes the options of each of its number, such as where the store is."""

    def __init__(self, count, folder, options=lambda number: (), program=None, drain_seconds=0):
        self.all = [Node(number, folder, options(number), program, drain_seconds) for number in range(count)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __iter__(self):
        return iter(self.all)

    def __getitem__(self, number):
        return self.all[number]

    def __len__(self):
        return len(self.all)

    @property
    def ports(self):
        return [node.port for node in self.all]

    def start(self):
        for node in self.all:
            node.start()

    def stop(self):
        """Ends all in order; returns how each ended."""
        return [node.stop() for node in self.all if node.is_running]

    def heal(self):
        """Has all run again."""
        for node in self.all:
            if node.is_running:
                node.thaw()
            else:
                node.kill()
                start_when_possible(node)

    @property
    def ended(self):
        """The number and the status of each node that ended by itself, once for each time."""
        for node in self.all:
            if not node.is_running:
                node.kill()
        return [(node.number, status) for node in self.all for status in node.ends]

    def close(self):
        for node in self.all:
            node.kill()


def start_when_possible(node):
    """Starts a node whose store may not be there yet."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return node.start()
        except NotStarted:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
