"""That the snapshots are those of the walks: none without a walk, no walk without one."""

import importlib
import unittest
from pathlib import Path

from screens import Case
from snapshots import FOLDER, WRITES


class Files(unittest.TestCase):
    def test_every_snapshot_has_its_walk_and_every_walk_its_snapshot(self):
        for path in sorted(Path(__file__).parent.glob("test_*.py")):
            importlib.import_module(path.stem)
        walks = [name for walk in Case.__subclasses__() for name in walk.snapshots()]
        self.assertEqual(len(walks), len(set(walks)), "a snapshot is written by one walk")
        files = {path.stem for path in FOLDER.iterdir()}
        if WRITES:
            for orphan in files - set(walks):
                (FOLDER / f"{orphan}.txt").unlink()
        else:
            self.assertEqual(sorted(files - set(walks)), [], "snapshots that no walk writes")
            self.assertEqual(sorted(set(walks) - files), [], "walks that have no snapshot")


if __name__ == "__main__":
    unittest.main()
