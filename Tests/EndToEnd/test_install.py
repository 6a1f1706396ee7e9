"""What `make` does besides building: it installs what is missing, says what takes long, runs what was built,
puts it in its place, and leaves nothing when it is uninstalled."""

import os
import stat
import subprocess
import unittest
from pathlib import Path

from flowline import BINARY, DEADLINE, ENGLISH, Case, Run

PROJECT = Path(__file__).resolve().parent.parent.parent
PROGRAMS = ["bin/flowline", "bin/flowline-online", "bin/flowline-serve"]
TEXTS = ["share/bash-completion/completions/flowline", "share/fish/vendor_completions.d/flowline.fish",
         "share/man/man1/flowline.1", "share/zsh/site-functions/_flowline"]


class Making(Case):
    """Calls make beside a swift, an apt-get and others that only note what they are asked for."""

    # Nothing is built: the folder of what was is said to be another one.
    SWIFT = """
        case "$*" in
          *--show-bin-path*) echo "$BIN_PATH" ;;
          *) echo "$*" >> "$HOME/builds" ;;
        esac"""

    def setUp(self):
        super().setUp()
        self.tool("swift", self.SWIFT)
        self.built = self.path("built")
        os.mkdir(self.built)

    def tool(self, name, lines, folder="tools"):
        """A program of these lines of a shell, which is found before any other of its name."""
        os.makedirs(self.path(folder), exist_ok=True)
        path = self.write(f"{folder}/{name}", f"#!/bin/sh\n{lines}\n")
        os.chmod(path, 0o755)

    def noted(self, name):
        """The lines that a tool has noted."""
        path = Path(self.path(name))
        return path.read_text().splitlines() if path.exists() else []

    def make(self, goal, *more, packages=""):
        return Run(subprocess.run(
            ["make", "--no-print-directory", "-C", PROJECT, goal, f"PACKAGES={packages}", *more],
            capture_output=True, timeout=DEADLINE, stdin=subprocess.DEVNULL, env=self.variables(
                BIN_PATH=self.built, PATH=f"{self.path('tools')}:{os.environ['PATH']}")))


class Running(Making):
    def setUp(self):
        super().setUp()
        for name in ("flowline", "flowline-sandbox"):
            self.tool(name, f'echo "{name} $*"', folder="built")

    def assert_runs(self, goal, arguments, printed, *products):
        run = self.make(goal, f"ARGS={arguments}")
        self.assertEqual((run.code, run.out), (0, printed + "\n"), run.err)
        # While a product is built there is a line that says so.
        self.assertEqual(run.err.splitlines(), [
            f"Building {name}; the first time this takes some minutes." for name in products])
        self.assertEqual([line.split(" --product ")[1].split()[0] for line in self.noted("builds")],
                         list(products))
        os.remove(self.path("builds"))

    def test_the_network_is_built_for_addresses_alone(self):
        for arguments, *companion in [
            ("list",), ("list --bank embedded",), ("list --bank=embedded --books-client-file x",),
            ("list --bank https://bank.example", "flowline-online"),
            ("list --bank=https://bank.example", "flowline-online"),
            ("list --bank embedded --books https://books.example", "flowline-online"),
            ("list --books=https://books.example", "flowline-online"),
        ]:
            with self.subTest(arguments):
                self.assert_runs("run", arguments, f"flowline {arguments}", "flowline", *companion)

    def test_the_manual_and_the_sandbox(self):
        self.assert_runs("man", "--lang ru", "flowline manual --lang ru", "flowline")
        self.assert_runs(
            "sandbox", "books --data x", "flowline-sandbox books --data x", "flowline-sandbox")


class SettingUp(Making):
    # Who else has the lock has it for so many times as are asked for.
    APT_GET = """
        echo "$*" >> "$HOME/calls"
        [ "$1" = update ] || exit 0
        [ "$(wc -l < "$HOME/calls")" -gt %d ] || { echo "%s" >&2; exit 100; }"""
    LOCKED = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1 (apt-get)"
    PACKAGE = "flowline-needs-no-such-package"

    def setUp(self):
        super().setUp()
        # Not everybody is root, and nobody waits.
        self.tool("sudo", 'exec "$@"')
        self.tool("sleep", 'echo "$*" >> "$HOME/sleeps"')

    def set_up(self, refusals=0, because=LOCKED, package=PACKAGE, wait="5"):
        self.tool("apt-get", self.APT_GET % (refusals, because))
        return self.make("setup", f"APT_WAIT={wait}", packages=package)

    def test_what_is_missing_is_installed_and_that_is_said(self):
        run = self.set_up()
        self.assertEqual((run.code, run.out), (0, ""), run.err)
        self.assertEqual(run.err, f"Installing with apt-get: {self.PACKAGE}\n")
        self.assertEqual(self.noted("calls"), [
            "update -qq", "install -y --no-install-recommends -o DPkg::Lock::Timeout=5 " + self.PACKAGE])

    def test_nobody_is_asked_for_what_is_there(self):
        run = self.set_up(package="python3")
        self.assertEqual((run.code, run.out, run.err), (0, "", ""))
        self.assertEqual(self.noted("calls"), [])

    def test_a_lock_is_waited_for_and_that_is_said_once(self):
        run = self.set_up(refusals=3)
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(run.err.splitlines()[1:], [
            "Another program holds apt's lock; waiting for it, 5 seconds at the most."])
        self.assertEqual(self.noted("sleeps"), ["1"] * 3)
        self.assertEqual([call.split()[0] for call in self.noted("calls")],
                         ["update"] * 4 + ["install"])

    def test_a_lock_is_not_waited_for_for_ever(self):
        run = self.set_up(refusals=99, wait="2")
        self.assertEqual(run.code, 2, run.err)
        self.assertIn(self.LOCKED, run.err)
        self.assertEqual(self.noted("sleeps"), ["1"] * 2)

    def test_nothing_else_is_waited_for(self):
        run = self.set_up(refusals=99, because="E: The repository has no Release file")
        self.assertEqual(run.code, 2, run.err)
        self.assertIn("no Release file", run.err)
        self.assertEqual((self.noted("sleeps"), self.noted("calls")), ([], ["update -qq"]))


class Installing(Making):
    def setUp(self):
        super().setUp()
        # A folder with a blank, as people have them.
        self.folder = self.path("a system")
        self.prefix = os.path.join(self.folder, "usr")
        # What the tests are of was built already.
        self.built = os.path.dirname(BINARY)
        # Files of this user are usually private; those of the system must not be.
        self.addCleanup(os.umask, os.umask(0o077))

    def place(self, goal):
        run = self.make(goal, f"DESTDIR={self.folder}", "PREFIX=/usr")
        self.assertEqual((run.code, run.out), (0, ""), run.err)
        return run.err.splitlines()

    def installed(self):
        """The files with their rights, below the prefix."""
        return {str(path.relative_to(self.prefix)): stat.S_IMODE(path.stat().st_mode)
                for path in Path(self.folder).rglob("*") if not path.is_dir()}

    def run_installed(self, *command, **variables):
        path = f"{self.prefix}/bin:/usr/bin:/bin"
        return Run(subprocess.run(
            command, capture_output=True, timeout=DEADLINE, cwd=self.home,
            env=self.variables(PATH=path, **variables)))

    def test_what_is_installed_runs_and_is_found_and_nothing_of_it_is_left(self):
        said = self.place("install")
        self.assertEqual(said, [f"Building {name}; the first time this takes some minutes."
                                for name in ("flowline", "flowline-online", "flowline-serve")])
        self.assertEqual(self.installed(), {
            **{name: 0o755 for name in PROGRAMS}, **{name: 0o644 for name in TEXTS}})
        with self.subTest("the command runs, and finds its companion beside it"):
            run = self.run_installed(
                "flowline", "run", "accounts", *ENGLISH, "--answer", "account=done",
                "--no-input")
            self.assertEqual(run.code, 0, run.err)
            online = self.run_installed("flowline", "list", "--bank", "https://bank.example")
            self.assertEqual(online.code, 0, online.err)
            self.assertIn("log-in", online.out)
            served = self.run_installed("flowline-serve", "--help")
            self.assertEqual(served.code, 0, served.err)
        with self.subTest("its manual is found"):
            manual = self.run_installed(
                "mman", "-M", f"{self.prefix}/share/man", "-T", "ascii", "flowline")
            self.assertEqual(manual.code, 0, manual.err)
            self.assertIn("flowline describe FLOW", manual.out)
        with self.subTest("fish, zsh and bash find its completions"):
            fish = self.run_installed(
                "fish", "--command", "complete --do-complete 'flowline ru'",
                XDG_DATA_DIRS=f"{self.prefix}/share")
            self.assertTrue(fish.out.startswith("run"), fish.out + fish.err)
            zsh = self.run_installed(
                "zsh", "--no-rcs", "-c",
                f'fpath=("{self.prefix}/share/zsh/site-functions" $fpath); autoload -U compinit; '
                "compinit -u -D; echo $_comps[flowline]")
            self.assertEqual((zsh.out, zsh.err), ("_flowline\n", ""))
            bash = self.run_installed(
                "bash", "--noprofile", "--norc", "-c",
                f'source "{self.prefix}/{TEXTS[0]}"; complete -p flowline')
            self.assertIn(" -F _flowline", bash.out, bash.err)
        self.assertEqual(self.place("uninstall"), [])
        self.assertEqual(self.installed(), {})


if __name__ == "__main__":
    unittest.main()
