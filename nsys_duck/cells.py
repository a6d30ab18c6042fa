"""Text in the columns of a terminal: how wide it is, cut to a width, wrapped as a heading."""

import re

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
