"""What the site of documentation refuses: declarations without a comment, or with one that says nothing."""

import importlib.util
import json
import tempfile
import unittest
from pathlib import Path

from documents import PROJECT

# By its path: Python has a module `site` of its own.
_spec = importlib.util.spec_from_file_location("documentation", PROJECT / "Documentation/site.py")
documentation = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(documentation)


class Comments(unittest.TestCase):
    def faults(self, *comments):
        """What is said of declarations with these comments, the first in the first line."""
        symbols = [
            {"pathComponents": ["Goal", "day"],
             "location": {"uri": f"file://{Path.cwd()}/Goal.swift",
                          "position": {"line": line, "character": 0}},
             **({} if comment is None else
                {"docComment": {"lines": [{"text": text} for text in comment.split("\n")]}})}
            for line, comment in enumerate(comments)]
        # A witness has no place, and the comment of its protocol.
        symbols.append({"pathComponents": ["Goal", "id"]})
        with tempfile.TemporaryDirectory() as folder:
            graph = Path(folder, "Bank.symbols.json")
            graph.write_text(json.dumps({"symbols": symbols}))
            return list(documentation.undocumented("Bank", Path(folder)))

    def test_a_declaration_without_a_comment_is_named_with_its_place(self):
        self.assertEqual(
            self.faults("How much.", None), ["Goal.swift:2: Goal.day has no comment"])

    def test_a_comment_that_repeats_the_name_is_refused(self):
        for comment in ("The day.", "Its key.", "The category", "An amount.", "Their\nstatus."):
            with self.subTest(comment):
                text = comment.replace("\n", " ")
                self.assertEqual(
                    self.faults(comment), [f"Goal.swift:1: Goal.day says only “{text}”"])

    def test_a_comment_that_says_more_is_kept(self):
        for comment in (
            "The day on which it is due.", "Its key, made once.", "A bicycle.", "Day.",
            "The day.\n\nNever before the first one.",
        ):
            with self.subTest(comment):
                self.assertEqual(self.faults(comment), [])


if __name__ == "__main__":
    unittest.main()
