"""A terminal's screen and all that scrolled off it, with colours and weights, as text."""

import unicodedata

import pyte
from wcwidth import wcwidth

CURSOR = "‸"
PLAIN = "default"
_COLORS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
_WEIGHTS = {1: "bold", 2: "dim", 3: "italic", 4: "underlined", 7: "reversed", 9: "struck"}
_TAKEN_AWAY = {22: {"bold", "dim"}, 23: {"italic"}, 24: {"underlined"}, 27: {"reversed"},
               29: {"struck"}}


class Emulator(pyte.HistoryScreen):
    """What a person in front of a terminal sees.

    A cell's style is kept as words in its `fg`, which pyte only copies: it knows neither dim nor
    what is bright apart from what is bold.
    """

    def __init__(self, rows, columns):
        super().__init__(columns, rows, history=100_000, ratio=0.5)
        self._stream = pyte.Stream(self)
        self._answers = ""
        # The rows that went on behind the edge.
        self.cut = []

    def feed(self, text):
        self._stream.feed(text)

    def write_process_input(self, data):
        self._answers += data

    def take_answers(self):
        """What the terminal says where it is asked, say, where its cursor is."""
        answers, self._answers = self._answers, ""
        return answers

    # What pyte does otherwise than terminals do.

    def draw(self, data):
        """Marks without a width join the character before, also at the end of a full row."""
        for character in data.translate(self.g1_charset if self.charset else self.g0_charset):
            width = wcwidth(character)
            if width > 0:
                self._put(character, width)
            elif width == 0:
                self._join(character)
        self.dirty.add(self.cursor.y)

    def _put(self, character, width):
        if self.cursor.x + width > self.columns:
            self.cut.append(self._text(self.buffer[self.cursor.y], False, None))
            self.carriage_return()
            self.linefeed()
        row = self.buffer[self.cursor.y]
        row[self.cursor.x] = self.cursor.attrs._replace(data=character)
        if width == 2 and self.cursor.x + 1 < self.columns:
            row[self.cursor.x + 1] = self.cursor.attrs._replace(data="")
        self.cursor.x = min(self.cursor.x + width, self.columns)

    def _join(self, mark):
        row, column = self.buffer[self.cursor.y], self.cursor.x - 1
        if column > 0 and row[column].data == "":
            column -= 1
        if column >= 0:
            joined = unicodedata.normalize("NFC", row[column].data + mark)
            row[column] = row[column]._replace(data=joined)

    def select_graphic_rendition(self, *codes, **_):
        words = set(self.cursor.attrs.fg.split()) - {PLAIN}
        codes = list(codes) or [0]
        while codes:
            code = codes.pop(0)
            words -= _TAKEN_AWAY.get(code, words if code == 0 else set())
            if code in _WEIGHTS:
                words.add(_WEIGHTS[code])
            kind, digit = divmod(code, 10)
            if kind in (3, 9) and digit in (*range(8), 8, 9):
                words = {word for word in words if not word.startswith("fg-")}
            if kind in (4, 10) and digit in (*range(8), 8, 9):
                words = {word for word in words if not word.startswith("on-")}
            if kind in (3, 4, 9, 10) and digit < 8:
                words.add(("fg-" if kind in (3, 9) else "on-")
                          + ("bright-" if kind > 8 else "") + _COLORS[digit])
            elif code in (38, 48):
                words.add(("fg-" if code == 38 else "on-") + _deep(codes))
        self.cursor.attrs = self.cursor.attrs._replace(fg=" ".join(sorted(words)) or PLAIN)

    # What is there.

    @property
    def top(self):
        """How many rows scrolled off."""
        return len(self.history.top)

    def rows(self, styled=False, cursor=False):
        """All there ever was, from the first row that scrolled off to the last that says
        something, as text; where asked, with styles as in ⟨bold red⟩Error:⟨⟩, and with a mark
        where the cursor stands."""
        rows = [*self.history.top, *(self.buffer[index] for index in range(self.lines))]
        place, marked = self.top + self.cursor.y, cursor and not self.cursor.hidden
        texts = [
            self._text(row, styled, self.cursor.x if marked and index == place else None)
            for index, row in enumerate(rows)]
        while texts and not texts[-1]:
            texts.pop()
        return texts

    def text(self):
        """The visible rows without the empty ones at the end."""
        return "\n".join(self.rows()[self.top:])

    def cursor_row(self):
        """The text of the cursor's row: up to the cursor, and behind it."""
        row = self.buffer[self.cursor.y]
        cells = [row[column].data for column in range(self.columns)]
        return "".join(cells[:self.cursor.x]), "".join(cells[self.cursor.x:]).rstrip()

    def _text(self, row, styled, cursor):
        """One row. Blanks have the style of what stands on both sides of them."""
        cells = [row[column] for column in range(self.columns)]
        styles = [None if _is_blank(cell) else cell.fg for cell in cells]
        end = max([i + 1 for i, style in enumerate(styles) if style], default=0)
        end = max(end, cursor or 0)
        text, now = "", PLAIN
        for column in range(end):
            following = next((style for style in styles[column:] if style), PLAIN)
            style = styles[column] or (now if following == now else PLAIN)
            if styled and style != now:
                text += f"⟨{'' if style == PLAIN else style.replace('fg-', '')}⟩"
                now = style
            text += (CURSOR if column == cursor else "") + cells[column].data
        text += "⟨⟩" if now != PLAIN else ""
        return text + CURSOR if cursor is not None and cursor >= end else text.rstrip()


def _is_blank(cell):
    return cell.data == " " and not any(
        word in cell.fg for word in ("reversed", "underlined", "on-"))


def _deep(codes):
    """The name of a colour of 256, or of 16 million."""
    count = {5: 1, 2: 3}.get(codes.pop(0) if codes else None, 0)
    values = [codes.pop(0) for _ in range(min(count, len(codes)))]
    return f"{values[0]}" if count == 1 else "#" + "".join(f"{value:02x}" for value in values)
