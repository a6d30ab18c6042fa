"""Tables for people: cells of a given width, columns that fit the terminal, and how they are printed."""

import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from nsys_duck.output.formats import Field, cell

_ASCII = re.compile(r"[\x20-\x7e]*")


def width_of(text: str) -> int:
    """The columns of a terminal that `text` takes."""
    if _ASCII.fullmatch(text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def padded(text: str, width: int, is_number: bool) -> str:
    """`text` in exactly `width` columns, numbers at the right; cut where it is longer."""
    text = shortened(text, width)
    blank = " " * (width - width_of(text))
    return blank + text if is_number else text + blank


def shortened(text: str, width: int) -> str:
    """`text` in `width` columns, with an ellipsis in its middle where it is longer."""
    if width_of(text) <= width:
        return text
    from rich.cells import set_cell_size

    head = (width - 1) * 2 // 3
    tail = width - 1 - head
    end = text[-tail:] if tail else ""
    while width_of(end) > tail:
        end = end[1:]
    return set_cell_size(text, head) + "…" + " " * (tail - width_of(end)) + end


def shortened_apart(texts: Iterable[str], width: int) -> dict[str, str]:
    """Each of `texts` in `width` columns; where the cut would make several alike, it leaves what differs."""
    shown = {text: shortened(text, width) for text in texts}
    alike = Counter(shown.values())
    doubtful = sorted(text for text in shown if alike[shown[text]] > 1)
    for at, text in enumerate(doubtful):
        others = doubtful[max(at - 1, 0) : at] + doubtful[at + 1 : at + 2]
        shown[text] = _around(text, max(_in_common(text, other) for other in others), width)
    return shown


def _in_common(text: str, other: str) -> int:
    pairs = enumerate(zip(text, other, strict=False))
    return next((at for at, (one, two) in pairs if one != two), min(len(text), len(other)))


def _around(text: str, differs: int, width: int) -> str:
    """The begin of `text`, and the word in which character `differs` is with what follows."""
    head = width // 3
    begin = re.search(r"\w*$", text[:differs]).start()
    begin = min(begin, len(text) - (width - head - 1))
    if begin <= head:
        return _ended(text, width)
    return _ended(text, head + 1) + _ended(text[begin:], width - head - 1)


def _ended(text: str, width: int) -> str:
    """`text` in `width` columns, with an ellipsis at its end where it is longer."""
    if width_of(text) <= width:
        return text
    from rich.cells import set_cell_size

    return set_cell_size(text, width - 1) + "…"


def wrapped(head: str, width: int) -> list[str]:
    """A heading in lines no wider than `width`, or than its longest word; words end at a `_` or a blank."""
    words = re.findall(r"[^_ ]+_?|_+| ", head) or [""]
    width = max([width, *map(width_of, words)])
    lines = [""]
    for word in words:
        if width_of(lines[-1] + word) > width:
            lines.append("")
        if word != " " or lines[-1]:
            lines[-1] += word
    return [line.strip() for line in lines]


GAP = 2
# The least widths of the longest text and of other text, from roomy to tight.
STEPS = ((40, 16), (20, 12), (12, 8))
READABLE = 30  # below that no more than half of a text is cut away
SIDE_BY_SIDE, CELL = 4, 14  # rows that may become columns, and how wide such a column is at least
EMPTY = ("-", "NULL", "")
_IDENTIFIER = re.compile(r"(?:.*_)?(?:id|pid|tid)s?")
# Of the figures of a spread the average or the total says most.
_EXPENDABLE = ({"stddev"}, {"min"}, {"p90", "p95", "p99"}, {"max"}, {"med", "median"})


@dataclass
class Layout:
    """Lines of a table, how many of them are its head, and what they leave out or cut."""

    lines: list[str] = field(default_factory=list)
    head: int = 0
    dropped: list[str] = field(default_factory=list)
    constant: list[str] = field(default_factory=list)
    is_cut: bool = False

    @property
    def notes(self) -> list[str]:
        """What is not in the lines, in words."""
        told = [f"in all these rows: {', '.join(self.constant)}"] if self.constant else []
        return told + ([f"no room for {', '.join(self.dropped)}"] if self.dropped else [])


def laid_out(
    names: list[str], heads: list[str], rows: list[list[str]], numbers: list[bool], room: int | None
) -> Layout:
    """`rows` of text as a table at most `room` wide; `numbers` are right-aligned and never cut.

    Without `room` nothing gives way.
    """
    return _Table(names, heads, rows, numbers).laid_out(room)


class _Table:
    """Columns by their place: names, headings, cells, the width of the values, the longest text (`label`)."""

    def __init__(
        self, names: list[str], heads: list[str], rows: list[list[str]], numbers: list[bool]
    ) -> None:
        self.names, self.heads, self.rows, self.numbers = names, heads, rows, numbers
        self.all = range(len(names))
        self.cells = [[row[at] for row in rows] for at in self.all]
        self.values = values = [max(map(width_of, column), default=0) for column in self.cells]
        self.natural = [max(values[at], width_of(heads[at])) for at in self.all]
        self.narrow = [max(values[at], *map(width_of, wrapped(heads[at], values[at]))) for at in self.all]
        self.label = max(
            (at for at in self.all if not numbers[at]), key=self.narrow.__getitem__, default=None
        )

    def laid_out(self, room: int | None) -> Layout:
        places = list(self.all)
        if room is None or sum(self.natural) + GAP * (len(places) - 1) <= room:
            return self._filled(Layout(), places, self.natural)
        layout = Layout()
        for at in self._constants():
            if self._fits(places, STEPS[0 if self._is_identifier(at) else 1], room):
                continue
            places.remove(at)
            layout.constant.append(f"{self.names[at]} {self.cells[at][0]}")
        for texts in STEPS:
            if self._fits(places, texts, room):
                widths = self._widths(places, texts, room)
                if self._told_apart(places, widths):
                    return self._filled(layout, places, widths)
                break
        beside = self._side_by_side(room)
        stacked = self._stacked(layout, places, room)
        return beside if beside and (stacked.dropped or not beside.is_cut) else stacked

    def _is_identifier(self, at: int) -> bool:
        return not self.numbers[at] or bool(_IDENTIFIER.fullmatch(self.names[at]))

    def _constants(self) -> list[int]:
        """Columns of one value, what says least first: identifiers, then empty columns, then others."""
        found = [at for at in self.all if len(self.rows) > 1 and len(set(self.cells[at])) == 1]

        def rank(at: int) -> tuple:
            return (not self._is_identifier(at), not self.numbers[at], self.cells[at][0] not in EMPTY, -at)

        return sorted((at for at in found if at != self.label), key=rank)

    def _expendable(self, places: list[int]) -> list[int]:
        """What may go, in that order: ids, names but the longest, and measures by how little they tell."""

        def rank(at: int) -> tuple:
            if self._is_identifier(at):
                return (0, not self.numbers[at], 0, -at)
            is_empty = sum(value in EMPTY for value in self.cells[at]) * 2 > len(self.rows)
            kinds = (n for n, words in enumerate(_EXPENDABLE) if words & set(self.names[at].split("_")))
            return (1, not is_empty, next(kinds, len(_EXPENDABLE)), -at)

        return sorted((at for at in places if at != self.label), key=rank)

    def _least(self, at: int, texts: tuple[int, int]) -> int:
        if self.numbers[at]:
            return self.narrow[at]
        label = max(texts[0], min(READABLE, self.narrow[at] // 2))
        return min(self.narrow[at], label if at == self.label else texts[1])

    def _fits(self, places: list[int], texts: tuple[int, int], room: int) -> bool:
        return sum(self._least(at, texts) for at in places) + GAP * (len(places) - 1) <= room

    def _widths(self, places: list[int], texts: tuple[int, int], room: int) -> list[int]:
        """The widths of columns; what is left over goes to text, to the shortest first."""
        widths = {at: self._least(at, texts) for at in places}
        spare = room - sum(widths.values()) - GAP * (len(places) - 1)
        for at in sorted(places, key=self.narrow.__getitem__):
            more = max(0, min(self.narrow[at] - widths[at], spare))
            widths[at] += more
            spare -= more
        if spare < 0 and self.label in widths:
            widths[self.label] = max(2, widths[self.label] + spare)
        return [widths[at] for at in places]

    def _told_apart(self, places: list[int], widths: list[int]) -> bool:
        """Whether the longest texts, cut, are as different as they were."""
        if self.label not in places:
            return True
        whole = set(self.cells[self.label])
        return len({shortened(text, widths[places.index(self.label)]) for text in whole}) == len(whole)

    def _stacked(self, layout: Layout, places: list[int], room: int) -> Layout:
        """The longest text and other identifiers above the figures; what has no place at all is dropped."""
        texts, whole = STEPS[-1], room
        above, taken = [], 0
        if self.label is not None and self.narrow[self.label] > texts[0] and len(places) > 1:
            above = [self.label]
            places.remove(self.label)
            room -= GAP
            widths = dict(zip(places, self._widths(places, texts, room), strict=True))
            for at in places[:]:  # a name that little would be left of
                has_room = taken + self.narrow[at] + GAP <= whole // 2
                if has_room and not self.numbers[at] and self.narrow[at] > 2 * widths[at]:
                    places.remove(at)
                    above.append(at)
                    taken += self.narrow[at] + GAP
        lost = []
        for at in self._expendable(places):
            if self._fits(places, texts, room) or len(places) == 1:
                break
            places.remove(at)
            if above and self._is_identifier(at) and taken + self.narrow[at] + GAP <= whole // 2:
                above.append(at)
                taken += self.narrow[at] + GAP
            else:
                lost.append(at)
        for at in reversed(lost):
            if self._fits([*places, at], texts, room):
                places = sorted([*places, at])
                lost.remove(at)
        layout.dropped += [self.names[at] for at in sorted(lost)]
        above[1:] = sorted(above[1:])
        return self._filled(layout, places, self._widths(places, texts, room), above, whole - taken)

    def _filled(
        self,
        layout: Layout,
        places: list[int],
        widths: list[int],
        above: list[int] | tuple = (),
        room: int = 0,
    ) -> Layout:
        """`layout` with its lines; the columns `above` have lines of their own, the first cut to `room`."""
        indent = " " * GAP if above else ""
        gap = " " * GAP

        def figures(values: list[str]) -> str:
            cells = zip(values, widths, places, strict=True)
            return (
                indent + gap.join(padded(text, wide, self.numbers[at]) for text, wide, at in cells)
            ).rstrip()

        def names(values: list[str]) -> list[str]:
            return [gap.join([shortened(values[0], room), *values[1:]])] if above else []

        heads = [wrapped(self.heads[at], width) for at, width in zip(places, widths, strict=True)]
        depth = max(map(len, heads), default=1)
        heads = [[""] * (depth - len(lines)) + lines for lines in heads]
        layout.lines = names([self.heads[at] for at in above])
        layout.lines += [figures([lines[number] for lines in heads]) for number in range(depth)]
        layout.head = len(layout.lines)
        layout.lines.append(indent + gap.join("─" * width for width in widths))
        for row in self._cut_apart(dict(zip(places, widths, strict=True)) | dict.fromkeys(above[:1], room)):
            layout.lines += names([row[at] for at in above])
            layout.lines.append(figures([row[at] for at in places]))
        return layout

    def _cut_apart(self, widths: dict[int, int]) -> list[list[str]]:
        """The rows with text cut to the width of its column, so that what differs still does."""
        columns = list(self.cells)
        for at, width in widths.items():
            if not self.numbers[at] and width < self.values[at]:
                shown = shortened_apart(columns[at], width)
                columns[at] = [shown[text] for text in columns[at]]
        return [list(row) for row in zip(*columns, strict=True)]

    def _side_by_side(self, room: int) -> Layout | None:
        """Few rows as columns, a heading a line; None where they are too many or the room too small."""
        label = max(map(width_of, self.heads))
        if not 0 < len(self.rows) <= SIDE_BY_SIDE:
            return None
        limit = (room - label) // len(self.rows) - GAP
        if limit < CELL:
            return None
        widths = [min(limit, max(map(width_of, row))) for row in self.rows]
        layout = Layout(is_cut=max(max(map(width_of, row)) for row in self.rows) > limit)
        for at, head in enumerate(self.heads):
            cells = [padded(row[at], width, True) for row, width in zip(self.rows, widths, strict=True)]
            layout.lines.append((" " * GAP).join([padded(head, label, False), *cells]).rstrip())
        return layout


ON_SCREEN = 200


def lines_of(fields: list[Field], rows: Iterable[tuple], room: int | None) -> Layout:
    """The rows as a table at most `room` wide; all of it without. Numbers keep all their digits."""
    names = [cell(field.name) for field in fields]
    cells = [["NULL" if value is None else cell(value) for value in row] for row in rows]
    return laid_out(names, names, cells, [field.is_number for field in fields], room)


def terminal_width() -> int:
    """The width of the terminal, or COLUMNS."""
    return shutil.get_terminal_size().columns


def room() -> int | None:
    """The width of the terminal; none in a pipe, unless COLUMNS says so."""
    return terminal_width() if sys.stdout.isatty() or os.environ.get("COLUMNS") else None


def print_lines(lines: Iterable[tuple[str, str]]) -> None:
    """Print (line, style) for people; styles on a terminal only, unless NO_COLOR is set."""
    from rich.console import Console
    from rich.text import Text

    class Output(Console):
        def on_broken_pipe(self) -> None:
            raise  # rich calls this where it caught the error, and would end with status 1

    console = Output(file=sys.stdout, soft_wrap=True, highlight=False)
    for line, style in lines:
        console.print(Text(line, style=style))


def show(layout: Layout) -> None:
    """Print a table; its head is bold on a terminal."""
    head = layout.head
    print_lines(
        (line, "bold" if number < head else "dim" if number == head > 0 else "")
        for number, line in enumerate(layout.lines)
    )
