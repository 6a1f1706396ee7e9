"""What a document prints: files, commands with what they write, and screens.

- A block whose line above is a path in backticks and a colon is that file.
- A block `console` has commands behind `$ `, each with what it writes below. A line that ends with a
  backslash is continued.
- A block `text` below `<!-- keys: 4<Enter> -->` begins with a command, and is the screen after those keys;
  what stands behind `then` is typed afterwards, and leaves the program. `<until=TEXT>` waits for a text,
  `<Kill>` kills the program.
- A block below `<!-- beside -->` is a program that goes on running beside the others: a server.
- A block below `<!-- not run: REASON -->` is run by no test, for that reason.

In what is written a line `...` stands for any number of lines. Identifiers, moments, ports and durations are
compared by their form. A sentence of more than 100 characters is wrapped at blanks, an object of JSON behind
commas.
"""

import difflib
import os
import re
import textwrap
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
# Whether what is written now is to be put into the documents.
WRITES = os.environ.get("SNAPSHOTS") == "write"
WIDTH = 100
_FENCE = re.compile(r"^```(\w*)$")
_FILE = re.compile(r"^`([^`]+)`:$")
_REMARK = re.compile(r"^<!-- (keys|not run|beside):? ?(.*) -->$")
_MASKS = [
    (re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "00000000-0000-4000-8000-000000000000"),
    (re.compile(r"\b[0-9a-f]{8}\b"), "00000000"),
    (re.compile(r"\b\d{1,2} [A-Z][a-z]{2} \d{4} at \d{1,2}:\d\d\b"), "1 Jan 2000 at 1:00"),
    # The sample's days are counted from today.
    (re.compile(r"\b[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} · Hilton"), "Sat, 1 Jan 2000 · Hilton"),
    (re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"), "2000-01-01T00:00:00Z"),
    (re.compile(r"\b127\.0\.0\.1:\d+"), "127.0.0.1:8080"),
    (re.compile(r"\bafter \d+\.\d+ seconds"), "after 0.001 seconds"),
]


class Block:
    """A fenced block: what stands in it, and what its document says of it."""

    def __init__(self, language, first, lines, lead, heading):
        self.language, self.heading = language, heading
        # The number of its first line, from 1, and its lines.
        self.first, self.lines, self.is_changed = first, lines, False
        file, remark = _FILE.match(lead), _REMARK.match(lead)
        self.file = file and file[1]
        self.keys = remark[2] if remark and remark[1] == "keys" else None
        self.is_beside = remark is not None and remark[1] == "beside"
        self.reason_not_to_run = remark[2] if remark and remark[1] == "not run" else None

    @property
    def text(self):
        return "".join(line + "\n" for line in self.lines)

    @property
    def is_run(self):
        return self.reason_not_to_run is None and (
            self.keys is not None or self.language == "console")

    @property
    def commands(self):
        """Each command with the place of what it writes: its first line in the block, and the line
        behind it."""
        starts = [number for number, line in enumerate(self.lines) if line.startswith("$ ")]
        assert starts and starts[0] == 0, f"line {self.first}: a command is missing"
        for start, end in zip(starts, [*starts[1:], len(self.lines)]):
            body = start + 1
            while self.lines[body - 1].endswith("\\"):
                body += 1
            yield "\n".join(self.lines[start:body])[2:], (body, end)


class Document:
    """A file of Markdown, by its path in the project."""

    def __init__(self, path):
        self.path = path
        self.lines = (PROJECT / path).read_text().splitlines()
        self.blocks = list(self._read())

    def _read(self):
        lead, heading, opened = "", "", None
        for number, line in enumerate(self.lines):
            fence = _FENCE.match(line)
            if opened is not None:
                if line == "```":
                    yield Block(opened[0], opened[1] + 1, self.lines[opened[1]:number], lead, heading)
                    opened, lead = None, ""
            elif fence:
                opened = fence[1], number + 1
            else:
                heading = line.lstrip("# ") if line.startswith("#") else heading
                lead = line if line.strip() else lead

    def files(self, heading=None):
        """The files that are printed below a heading, or in all of it, by their paths."""
        return {block.file: block.text for block in self.blocks
                if block.file and heading in (None, block.heading)}

    def blocks_below(self, headings):
        """The blocks below some headings, in order."""
        return [block for block in self.blocks if block.heading in headings]

    @property
    def headings_of_files(self):
        """The headings below which files are printed: what is run there belongs to their package."""
        return list(dict.fromkeys(block.heading for block in self.blocks if block.file))

    @property
    def headings(self):
        """The headings over blocks, in order."""
        return list(dict.fromkeys(block.heading for block in self.blocks))

    def compare(self, block, place, written):
        """What differs between some lines of a block and what was written, in words; nil if nothing.

        - place: the first line in the block, and the line behind the last.
        """
        printed = block.lines[place[0]:place[1]]
        assert printed != ["..."], f"{self.path}:{block.first}: everything is left out"
        if matches(printed, written):
            return None
        if WRITES:
            # What was left out at the beginning still is.
            left_out = printed[:1] if printed[:1] == ["..."] else []
            last = written[-len(printed) + 1:] if left_out else written
            block.lines[place[0]:place[1]] = left_out + last
            block.is_changed = True
            return None
        return f"{self.path}:{block.first + place[0]}\n" + "\n".join(difflib.unified_diff(
            printed, written, "printed", "written", lineterm="", n=2))

    def write(self):
        """Puts the blocks that have changed into the file, as it is now: another test may have written
        into it meanwhile."""
        now = Document(self.path)
        for block, theirs in reversed(list(zip(self.blocks, now.blocks))):
            if block.is_changed:
                end = theirs.first - 1 + len(theirs.lines)
                now.lines[theirs.first - 1:end] = block.lines
                (PROJECT / self.path).write_text("\n".join(now.lines) + "\n")


def matches(printed, written):
    """Whether lines are what a document prints, which may have left out some."""
    pattern = "".join(
        "(?:.*\n)*" if line == "..." else re.escape(_masked(line)) + "\n" for line in printed)
    return re.fullmatch(pattern, "".join(_masked(line) + "\n" for line in written)) is not None


def wrapped(text):
    """The lines of a text as documents print them."""
    return [piece for line in text.splitlines() for piece in _pieces(line.rstrip())]


def _pieces(line):
    # A line of a file is not wrapped, as in `commit goal {"key":…}`.
    if len(line) <= WIDTH or ' {"' in line:
        return [line]
    if not line.startswith("{"):
        return textwrap.wrap(line, WIDTH, break_long_words=False, break_on_hyphens=False)
    pieces = [""]
    for part in re.findall(r"[^,]*,|[^,]+$", line):
        if pieces[-1] and len(pieces[-1] + part) > WIDTH:
            pieces.append("")
        pieces[-1] += part
    return pieces


def _masked(line):
    for pattern, form in _MASKS:
        line = pattern.sub(form, line)
    return line
