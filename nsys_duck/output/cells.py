"""Text in the columns of a terminal: how wide it is, cut to a width, wrapped as a heading."""

import re
from collections import Counter
from collections.abc import Iterable

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
