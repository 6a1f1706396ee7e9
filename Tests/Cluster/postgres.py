"""A PostgreSQL of a test's own, from Debian's programs: started, crashed, frozen, followed by a standby.

    with Postgres() as postgres:
        postgres.rows("SELECT 1")             # [["1"]]
        standby = postgres.follow()           # commits wait for it from here on
        postgres.kill()
        standby.promote()

It lives in a temporary folder, listens on this machine alone and syncs as a real one. Its programs refuse to
be root: if the test is, they are another user's.
"""

import csv
import glob
import io
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

from processes import PATIENCE, children, free_port, signal_if_there

STANDBY = "flowline_standby"


class Failed(Exception):
    """A program of PostgreSQL's did not do what it was to."""


def programs():
    """The folder of PostgreSQL's programs, the newest if there are several; none if it is not installed."""
    found = [pathlib.Path(path) for path in glob.glob("/usr/lib/postgresql/*/bin")]
    try:
        said = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True, timeout=PATIENCE)
        found.append(pathlib.Path(said.stdout.strip()))
    except OSError:
        pass
    usable = [path for path in found if (path / "initdb").exists() and (path / "postgres").exists()]
    return max(usable, key=lambda path: [int(n) for n in path.parent.name.split(".") if n.isdigit()],
               default=None)


def as_server(command):
    """The command as a user who may run PostgreSQL: this one, unless it is root."""
    if os.geteuid() != 0:
        return command
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--", *command]


def own(folder):
    if os.geteuid() == 0:
        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)


class Postgres:
    USER = DATABASE = "flowline"

    def __init__(self, options=None, copy_of=None):
        """With `copy_of`, it is that one's standby."""
        self.bin = programs()
        if not self.bin:
            raise Failed("PostgreSQL is not installed: apt-get install postgresql")
        self.folder = tempfile.mkdtemp(prefix="flowline-database-")
        own(self.folder)
        self.data, self.port, self.process = f"{self.folder}/data", free_port(), None
        self.options = {"shared_buffers": "64MB", "max_connections": "200", **(options or {})}
        try:
            if copy_of:
                self.copy(copy_of)
            else:
                self.create()
            self.start()
            if not copy_of:
                self.rows(f"CREATE DATABASE {self.DATABASE}", "postgres")
                if self.counts_statements:
                    self.rows("CREATE EXTENSION pg_stat_statements")
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # Making it

    def run(self, program, *arguments, timeout=PATIENCE):
        run = subprocess.run(
            as_server([str(self.bin / program), *arguments]), cwd=self.folder, capture_output=True,
            text=True, timeout=timeout)
        if run.returncode != 0:
            raise Failed(f"{program} ended with {run.returncode}: {run.stderr}")
        return run.stdout

    def create(self):
        self.run("initdb", "-D", self.data, "-U", self.USER, "-A", "trust", "-E", "UTF8",
                 "--locale=C.UTF-8", "--no-sync")
        self.wait_for_standby("")

    def copy(self, primary):
        self.run("pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast", "-h",
                 primary.folder, "-p", str(primary.port), "-U", self.USER)
        self.wait_for_standby("")

    @property
    def counts_statements(self):
        # Beside the programs, or in the place that pg_config knows.
        return any((base / "pg_stat_statements.so").exists()
                   for base in (self.bin.parent / "lib", self.bin.parent / "lib/postgresql"))

    # Running

    def start(self):
        """Starts it, and returns once it answers."""
        assert self.process is None, "it runs"
        options = {
            "port": self.port, "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self.folder, "fsync": "on", "cluster_name": STANDBY,
            "hot_standby": "on", "wal_level": "replica", "log_min_messages": "warning",
            **self.options}
        if self.counts_statements:
            options["shared_preload_libraries"] = "pg_stat_statements"
        words = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        end = time.monotonic() + PATIENCE
        while True:
            with open(f"{self.folder}/log", "ab") as log:
                # A group of its own: a signal from the keyboard is for the test.
                self.process = subprocess.Popen(
                    as_server([str(self.bin / "postgres"), "-D", self.data, *words]),
                    cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                    start_new_session=True)
            while self.process.poll() is None:
                if self.answers():
                    return
                self.wait(end, "a start")
            # After its first process was killed it is refused until the others have noticed.
            self.process = None
            self.wait(end, "a start")

    def wait(self, end, what):
        if time.monotonic() > end:
            raise Failed(f"{what} took longer than {PATIENCE} s: {self.log[-2000:]}")
        time.sleep(0.05)

    @property
    def log(self):
        return pathlib.Path(self.folder, "log").read_text(errors="replace")

    def answers(self):
        try:
            self.rows("SELECT 1", "postgres", timeout=5)
            return True
        except (Failed, subprocess.TimeoutExpired):
            return False

    def stop(self):
        """Ends it in order: connections are closed, everything is written."""
        self.end(signal.SIGINT)

    def crash(self):
        """Ends it at once, as “immediate” does: what was not synced is lost, the next start recovers."""
        self.end(signal.SIGQUIT)

    def kill(self):
        """Kills its first process, as a machine without memory does; the others end once they notice."""
        self.end(signal.SIGKILL)

    def end(self, number):
        if self.process is None:
            return
        others = children(self.process.pid)
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        self.process = None
        end = time.monotonic() + PATIENCE
        # Those that are stopped notice nothing.
        while alive := [pid for pid in others if os.path.exists(f"/proc/{pid}")]:
            for pid in alive:
                signal_if_there(pid, signal.SIGCONT)
            self.wait(end, "an end")

    def freeze(self):
        """Stops all its processes where they are: connections stay, nothing answers."""
        signal_if_there(self.process.pid, signal.SIGSTOP)
        for pid in children(self.process.pid):
            signal_if_there(pid, signal.SIGSTOP)

    def thaw(self):
        for pid in children(self.process.pid) + [self.process.pid]:
            signal_if_there(pid, signal.SIGCONT)

    def close(self):
        if self.process:
            self.thaw()
            self.crash()
        shutil.rmtree(self.folder, ignore_errors=True)

    # Standbys

    def follow(self):
        """A standby that has all of it; from here on a commit waits until the standby has synced it."""
        standby = Postgres(copy_of=self)
        try:
            self.wait_for_standby(STANDBY)
            end = time.monotonic() + PATIENCE
            while not self.is_followed:
                self.wait(end, "following")
            return standby
        except BaseException:
            self.wait_for_standby("")
            standby.close()
            raise

    @property
    def is_followed(self):
        """Whether a standby is there whose syncs commits wait for."""
        return self.rows("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == [["1"]]

    def wait_for_standby(self, name):
        """Has commits wait for a standby, or, without a name, for none."""
        path = pathlib.Path(self.data, "postgresql.conf")
        kept = [line for line in path.read_text().splitlines()
                if not line.startswith("synchronous_standby_names")]
        path.write_text("\n".join(kept + [f"synchronous_standby_names = '{name}'"]) + "\n")
        if self.process:
            self.process.send_signal(signal.SIGHUP)

    def promote(self):
        """Makes a standby take writes."""
        if self.rows(f"SELECT pg_promote(true, {PATIENCE})", "postgres") != [["t"]]:
            raise Failed(f"it was not promoted: {self.log[-2000:]}")

    # Asking it

    def address(self, port=None):
        """Where it is, for programs; by another port if it is reached through a proxy."""
        return f"postgres://{self.USER}@127.0.0.1:{port or self.port}/{self.DATABASE}"

    def rows(self, sql, database=None, timeout=PATIENCE):
        """What a statement returns: rows of texts; an empty text may be null."""
        run = subprocess.run(
            ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "--csv", "-t", "-h", self.folder, "-p",
             str(self.port), "-U", self.USER, "-d", database or self.DATABASE, "-c", sql],
            capture_output=True, text=True, timeout=timeout)
        if run.returncode != 0:
            raise Failed(run.stderr.strip())
        return list(csv.reader(io.StringIO(run.stdout)))
