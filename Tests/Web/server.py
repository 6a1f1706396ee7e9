"""The built server, started for a test and killed behind it."""

import os
import resource
import signal
import subprocess
import tempfile


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
        self.process = subprocess.Popen(
            [os.environ["FLOWLINE_SERVE"], "--port", "0", "--data", self.data,
             "--time-zone", "Europe/London", "--calls-per-minute", "1000000", *self.options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            preexec_fn=self.limit, env={**os.environ, **(variables or {})})
        line = self.process.stdout.readline()
        if not line.startswith("flowline-serve: listening on "):
            return False
        self.port = int(line.rsplit(":", 1)[1])
        return True

    def limit(self):
        if self.files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files))

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        return self.end()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.end()

    def end(self):
        _, errors = self.process.communicate(timeout=120)
        return self.process.returncode, errors

    def close(self):
        if self.process.poll() is None:
            self.kill()
        if self.folder:
            self.folder.cleanup()
