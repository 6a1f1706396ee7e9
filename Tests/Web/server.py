"""The built server, started for a test and killed behind it."""

import os
import resource
import signal
import subprocess
import tempfile

import visitors

# What a server tells, once a minute, of requests that name another host: tests send many of them.
REFUSED_HOST = "refused a request for the host "


class Server:
    files = None

    def __init__(self, data=None, *options, files=None):
        """With `files`, it may have no more than so many open."""
        self.folder = None if data else tempfile.TemporaryDirectory()
        self.data = data or self.folder.name + "/data"
        self.options, self.files = options, files
        self.start()

    def start(self):
        assert self.begin(), self.process.stderr.read()

    def begin(self, variables=None):
        """Starts it with these variables besides; false if it ended before it listened."""
        visitors.plant(self.data)
        self.process = subprocess.Popen(
            [os.environ["FLOWLINE_SERVE"], "--port", "0", "--data", self.data,
             "--time-zone", "Europe/London", "--calls-per-minute", "1000000", *self.options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            preexec_fn=self.limit, env={**os.environ, **(variables or {})})
        self.line = self.process.stdout.readline()
        if not self.line.startswith("flowline-serve: listening on "):
            return False
        self.port = int(self.line.rsplit(":", 1)[1])
        return True

    def limit(self):
        # As it is for a program that was started from a terminal.
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        if self.files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files))

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        return self.end()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.end()

    def end(self):
        """How it ended, and what it told of besides refused hosts."""
        _, errors = self.process.communicate(timeout=120)
        lines = errors.splitlines(keepends=True)
        self.refused_hosts = [line for line in lines if REFUSED_HOST in line]
        return self.process.returncode, "".join(x for x in lines if REFUSED_HOST not in x)

    def close(self):
        if self.process.poll() is None:
            self.kill()
        if self.folder:
            self.folder.cleanup()
