"""A package outside the repository that depends on it by its folder, as an adopter's does.

It is built in a scratch folder of its own beside the checkout's, which stays: what it needs of the
checkout is built once. Both lie at paths that are always the same, for the build goes by them. Nothing
is fetched: other packages come from the clones that the checkout was built with.
"""

import hashlib
import json
import os
import shlex
import shutil
import stat
import subprocess
import tempfile
from pathlib import Path

from documents import PROJECT
from runs import PRODUCTS

# .build of the checkout, or what it was built in instead.
CLONES = Path(PRODUCTS).parent.parent / "repositories"
SCRATCH = Path(PRODUCTS).parent.parent / "outside"
SWIFT = os.environ.get("SWIFT", "swift")
# Nobody debugs what is built here, and the user's own clones are left alone. The index cannot be left
# out: tests are found by it.
OPTIONS = ["-debug-info-format", "none", "--disable-xctest", "--disable-dependency-cache",
           "--scratch-path", str(SCRATCH)]
# Seconds: a net. Built from nothing on two cores it takes four minutes.
LONGEST = 3600


def place():
    """The folder that the package lies in, beside a link `flowline` to the checkout."""
    name = hashlib.sha256(str(PROJECT).encode()).hexdigest()[:12]
    folder = Path(tempfile.gettempdir()) / f"flowline-outside-{os.getuid()}-{name}"
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    # The name can be guessed: somebody else may have been here before.
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o022:
        raise AssertionError(f"{folder} is not a folder of this user alone")
    link = folder / "flowline"
    if not link.is_symlink() or os.readlink(link) != str(PROJECT):
        link.unlink(missing_ok=True)
        link.symlink_to(PROJECT)
    return folder


class Package:
    """A package, to which files are added stage by stage."""

    def __init__(self, name):
        self.name = name
        self.folder = place() / name
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        # The same versions as the checkout's.
        shutil.copy(PROJECT / "Package.resolved", self.folder)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def add(self, files):
        """Writes files, by their paths."""
        for path, text in files.items():
            file = self.folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)

    @property
    def program(self):
        """The program, once it is built."""
        return str(SCRATCH / "debug" / self.name)

    @property
    def packages(self):
        """The other packages that its build has fetched, by their names."""
        resolved = json.loads((self.folder / "Package.resolved").read_text())
        return [pin["identity"] for pin in resolved["pins"]]

    @property
    def swift_test(self):
        """The command that runs the package's tests."""
        home = shlex.quote(os.environ.get("HOME", "/"))
        command = [SWIFT, "test", "--skip-build", *OPTIONS]
        return f"HOME={home} {shlex.join(command)}"

    def build(self):
        """Builds all of it.

        Raises an error with the compiler's words if that fails or warns.
        """
        process = subprocess.run(
            [SWIFT, "build", "--build-tests", *OPTIONS], stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=LONGEST, cwd=self.folder,
            env={**os.environ, **clones()})
        said = process.stdout + process.stderr
        warnings = [line for line in said.splitlines()
                    if "warning: " in line and str(self.folder) in line]
        if process.returncode != 0 or warnings:
            raise AssertionError(f"{self.name} does not build:\n{said}")


def clones():
    """The variables that have git take every package from the checkout's clones, and from nowhere else."""
    variables = {"GIT_ALLOW_PROTOCOL": "file"}
    number = 0
    for clone in sorted(CLONES.iterdir()):
        address = subprocess.run(
            ["git", "-C", str(clone), "config", "remote.origin.url"], capture_output=True, text=True)
        if address.returncode == 0:
            variables[f"GIT_CONFIG_KEY_{number}"] = f"url.file://{clone}.insteadOf"
            variables[f"GIT_CONFIG_VALUE_{number}"] = address.stdout.strip()
            number += 1
    return {**variables, "GIT_CONFIG_COUNT": str(number)}
