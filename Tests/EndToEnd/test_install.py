"""What `make install` does with programs that are built, and what `make uninstall` leaves."""

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


class Installing(Case):
    def setUp(self):
        super().setUp()
        # A folder with a blank, as people have them.
        self.folder = self.path("a system")
        self.prefix = os.path.join(self.folder, "usr")
        self.assertEqual(self.make("place", f"BUILT={os.path.dirname(BINARY)}"), "")

    def make(self, goal, *more):
        # Files of this user are usually private; those of the system must not be.
        run = subprocess.run(
            ["make", "--no-print-directory", "-C", PROJECT, goal, f"DESTDIR={self.folder}",
             "PREFIX=/usr", *more],
            capture_output=True, text=True, timeout=5 * DEADLINE, env=self.variables(), umask=0o077)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return run.stdout

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
        self.assertEqual(self.make("uninstall"), "")
        self.assertEqual(self.installed(), {})


if __name__ == "__main__":
    unittest.main()
