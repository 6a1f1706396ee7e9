"""A terminal's screen, as far as the line editor uses one."""

import re
import unicodedata

_SEQUENCE = re.compile(r"\x1b\[([?\d;]*)([@-~])|\x1b([78=>])|\x1b\(B")


def width(character):
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class Screen:
    """Takes output piece by piece and says what a user would see."""

    def __init__(self, rows=24, columns=80):
        self.rows, self.columns = rows, columns
        self.lines = [{} for _ in range(rows)]
        self.row = self.column = 0
        self.saved = (0, 0)
        self.pending = ""

    def feed(self, text):
        text = self.pending + text
        self.pending = ""
        place = 0
        while place < len(text):
            if text[place] != "\x1b":
                self._put(text[place])
                place += 1
                continue
            match = _SEQUENCE.match(text, place)
            if match is None:
                self.pending = text[place:]
                return
            self._obey(match)
            place = match.end()

    def text(self):
        """The lines without the empty ones at the end."""
        lines = ["".join(line.get(c, " ") for c in range(self.columns)).rstrip()
                 for line in self.lines]
        return "\n".join(lines).rstrip("\n")

    def _put(self, character):
        if character == "\n":
            self._down()
        elif character == "\r":
            self.column = 0
        elif character == "\b":
            self.column = max(0, self.column - 1)
        elif character >= " " and width(character) > 0:
            if self.column + width(character) > self.columns:
                self.column = 0
                self._down()
            self.lines[self.row][self.column] = character
            if width(character) == 2:
                self.lines[self.row][self.column + 1] = ""
            else:
                self.lines[self.row].setdefault(self.column, character)
            self.column += width(character)
        elif character >= " ":
            before = self.lines[self.row].get(self.column - 1, "")
            self.lines[self.row][self.column - 1] = before + character

    def _down(self):
        self.row += 1
        if self.row == self.rows:
            self.lines = self.lines[1:] + [{}]
            self.row -= 1

    def _obey(self, match):
        if match.group(3) == "7":
            self.saved = (self.row, self.column)
        elif match.group(3) == "8":
            self.row, self.column = self.saved
        if match.group(2) is None or "?" in match.group(1):
            return
        numbers = [int(n) if n else 0 for n in match.group(1).split(";")]
        count = max(numbers[0], 1)
        line = self.lines[self.row]
        kind = match.group(2)
        if kind == "A":
            self.row = max(0, self.row - count)
        elif kind == "B":
            self.row = min(self.rows - 1, self.row + count)
        elif kind == "C":
            self.column = min(self.columns - 1, self.column + count)
        elif kind == "D":
            self.column = max(0, self.column - count)
        elif kind == "G":
            self.column = count - 1
        elif kind == "H":
            self.row = count - 1
            self.column = max(numbers[1] if len(numbers) > 1 else 1, 1) - 1
        elif kind == "K":
            self._keep(lambda c: c < self.column)
        elif kind == "J":
            if numbers[0] == 2:
                self.lines = [{} for _ in range(self.rows)]
                return
            self._keep(lambda c: c < self.column)
            for below in range(self.row + 1, self.rows):
                self.lines[below] = {}
        elif kind == "P":
            self.lines[self.row] = {
                (c if c < self.column else c - count): v for c, v in line.items()
                if c < self.column or c >= self.column + count}
        elif kind == "@":
            self.lines[self.row] = {
                (c if c < self.column else c + count): v for c, v in line.items()}

    def _keep(self, condition):
        line = self.lines[self.row]
        self.lines[self.row] = {c: v for c, v in line.items() if condition(c)}
