"""The gates of --fail-if: which figure each term names, in which unit, and how far it may go."""

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field

from nsys_duck.catalog.files import SqlFile
from nsys_duck.catalog.hints import near
from nsys_duck.comparison.reading import NOT_NUMBERS
from nsys_duck.comparison.sections import ALIASES, BY_NAME
from nsys_duck.errors import UsageError
from nsys_duck.output.units import UNITS as TIMES
from nsys_duck.reports.names import public_reports, resolved

BOUND = re.compile(
    r"(?P<comparison>[<>]=?)\s*(?P<sign>[+-]?)\s*(?P<number>\d+(\.\d*)?|\.\d+)\s*(?P<unit>%|[A-Za-zµμ/]*)"
)
_AND = re.compile(r"and\b", re.I)


class Wrong(Exception):
    """What is wrong with an expression."""


def outside(text: str) -> Iterator[tuple[int, str]]:
    """Places and characters of `text` that are outside of brackets and quotes."""
    depth, quote = 0, ""
    for place, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif depth and character in "\"'":
            quote = character
        elif character == "[":
            depth += 1
        elif character == "]":
            depth -= 1
        elif depth == 0:
            yield place, character
    if quote or depth:
        raise Wrong("a bracket or a quote is not closed")


def split(expression: str) -> list[str]:
    """The terms: what stands between the words `and`."""
    parts, begin = [], 0
    for place, _ in outside(expression):
        is_word = place == 0 or expression[place - 1].isspace()
        if place >= begin and is_word and _AND.match(expression, place):
            parts.append(expression[begin:place])
            begin = place + 3
    return [*parts, expression[begin:]]


def parts(operand: str) -> tuple[str | None, str, str | None]:
    """(section or report, figure or column, name) of an operand."""
    bracket = operand.find("[")
    if bracket >= 0:
        head, end = operand[:bracket], operand.rfind("]")
        name, rest = operand[bracket + 1 : end].strip(), operand[end + 1 :]
        if len(name) > 1 and name[0] == name[-1] and name[0] in "\"'":
            name = name[1:-1]
        section, dot, key = head.partition(".")
        if rest.startswith(".") and not dot:
            key, rest = rest[1:], ""
        if rest or not section or not key or not name:
            raise Wrong(f"{operand!r} is no figure: write REPORT.COLUMN[NAME] or SECTION[NAME].FIGURE")
        return section, key, name
    pieces = operand.split(".")
    if not all(pieces):
        raise Wrong(f"{operand!r} is no figure: something is missing beside a dot")
    if len(pieces) == 1:
        return None, operand, None
    return pieces[0], pieces[-1], ".".join(pieces[1:-1]) or None


_BY = {">": "by more than {}", ">=": "by {} or more", "<": "by more than {}", "<=": "by {} or more"}
_NOT_BY = {">": "by {} or more", ">=": "by more than {}", "<": "by {} or more", "<=": "by more than {}"}
_BY_NOTHING = {">": "grew", ">=": "did not shrink", "<": "shrank", "<=": "did not grow"}
_LIMITS = {">": "is more than {}", ">=": "is {} or more", "<": "is less than {}", "<=": "is {} or less"}


def amount(number: str, unit: str, figure_unit: str | None, is_change: bool) -> str:
    """The bound as a person says it; a difference of percentages is in points."""
    if not unit and (figure_unit or "").startswith("%"):
        unit = "percentage points" if is_change else "%"
    return f"{number} {unit}".rstrip()


def reading(comparison: str, sign: str, told: str) -> tuple[str, str]:
    """How a term is read after its figure; and, where it holds for all but one kind of change, that one."""
    if not sign:
        return _LIMITS[comparison].format(told), ""
    if float(told.split()[0]) == 0:  # +0 and -0 are one bound
        return _BY_NOTHING[comparison], ""
    if (comparison[0] == ">") == (sign == "+"):
        return f"{'grew' if sign == '+' else 'shrank'} {_BY[comparison].format(told)}", ""
    by = _NOT_BY[comparison].format(told)
    if sign == "-":
        return f"did not shrink {by}", f"shrank {by}"
    return f"did not grow {by}", f"grew {by}"


SIZES = {"B": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12,
         "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}  # fmt: skip


@dataclass
class Term:
    """One comparison; the fields are the columns of sql/compare/gate_terms.sql."""

    operand: str
    source: str = "figures"
    section: str | None = None
    figure: str = ""
    wanted: str | None = None
    unit: str | None = None
    is_count: bool = False
    condition: str = ""
    comparison: str = ""
    mode: str = ""
    bound: float = 0.0
    reading: str = ""
    is_total: bool = False


@dataclass
class Gates:
    """All gates of a run: their terms, the reports that must be run for them, by number, and what to warn of."""

    terms: list[dict] = field(default_factory=list)
    cautions: list[str] = field(default_factory=list)
    reports: dict[str, tuple[SqlFile, dict, set[str]]] = field(default_factory=dict)


def parse(expressions: list[str]) -> Gates:
    """The gates of `expressions`; UsageError, with what is wrong and what is near, where one is none."""
    gates = Gates()
    for number, expression in enumerate(expressions, 1):
        try:
            last = None
            for place, text in enumerate(split(expression), 1):
                last = _term(text, last, gates, expression)
                gates.terms.append({"gate": number, "term": place, "expression": expression, **asdict(last)})
        except Wrong as error:
            raise UsageError(f"--fail-if {expression!r}: {error}") from None
    return gates


def figure_of(operand: str, option: str) -> Term:
    """The figure that `operand` names, of those that are kept in a history; UsageError where it is none."""
    try:
        if "[" in operand:
            list(outside(operand))
        term = _figure(operand.strip(), gates := Gates())
        if gates.reports:
            raise Wrong("a history keeps no reports, but the sections of compare")
    except Wrong as error:
        raise UsageError(f"{option} {operand!r}: {error}") from None
    return term


def _term(text: str, last: Term | None, gates: Gates, expression: str) -> Term:
    text = text.strip()
    if not text:
        raise Wrong("a comparison is missing; write as in gpu_busy_union_s > +5% and > +1ms")
    place = next((place for place, character in outside(text) if character in "<>"), None)
    if place is None:
        raise Wrong(f"{text!r} has no comparison; write as in gpu_busy_union_s > +5%")
    operand = text[:place].strip()
    if operand:
        term = _figure(operand, gates)
    elif last is None:
        raise Wrong("the first comparison must name a figure, as in gpu_busy_union_s > +5%")
    else:
        term = Term(**asdict(last))
    unless = _bounded(term, text[place:].strip())
    if unless:
        verb = "fails" if len(split(expression)) == 1 else "holds"
        gates.cautions.append(f"--fail-if {expression!r}: {term.condition} {verb} unless it {unless}")
    if operand:
        term.reading = f"{operand} {term.reading}"
    return term


def _bounded(term: Term, text: str) -> str:
    """Give a term its bound; the one kind of change for which it does not hold, where it is so made."""
    match = BOUND.fullmatch(text)
    if not match:
        raise Wrong(f"{text!r} is no bound: write > +5%, > +1ms, < -5% for a change, > 2s for a limit")
    number, unit, sign = float(match["number"]), match["unit"], match["sign"]
    is_pct = (term.unit or "").startswith("%")
    if unit == "%" and not sign and not is_pct:
        raise Wrong(
            f"{match['number']}% of what? Write +{match['number']}% or -{match['number']}% for a change"
        )
    term.comparison = match["comparison"]
    term.mode = "limit" if not sign else "relative" if unit == "%" else "difference"
    term.condition = " ".join(text.split())
    scale = 1.0 if unit == "%" else _scale(term, unit, f"{sign}{match['number']}" if number else "")
    term.bound = (-1 if sign == "-" else 1) * number * scale
    told = amount(match["number"], unit, term.unit, bool(sign))
    term.reading, unless = reading(term.comparison, sign, told)
    return unless


def _scale(term: Term, unit: str, bare: str) -> float:
    """What a unit is of the figure's own; `bare` is the bound without it, empty for 0, which needs none."""
    if not unit and bare and term.unit and not term.unit.startswith("%"):
        units = {"ns": ("ms", "s"), "bytes": ("kB", "MB")}.get(term.unit, (term.unit,))
        ways = [f"{bare}%"] * (bare[0] in "+-") + [f"{bare}{known}" for known in units]
        listed = ", ".join(ways[:-1]) + (" or " if len(ways) > 1 else "") + ways[-1]
        raise Wrong(f"{bare} what? Write {listed}")
    if term.unit == "ns":
        if unit in TIMES:
            return TIMES[unit]
        raise Wrong(f"{term.operand} is a time: {unit!r} is none of {', '.join(filter(None, TIMES))}")
    if term.unit == "bytes":
        if not unit or unit in SIZES:
            return SIZES.get(unit, 1)
        raise Wrong(f"{term.operand} is a size: {unit!r} is none of {', '.join(SIZES)}")
    if unit and unit != term.unit:
        raise Wrong(f"{term.operand} is {f'in {term.unit}' if term.unit else 'a count'}: leave {unit!r} out")
    return 1


def _figure(operand: str, gates: Gates) -> Term:
    place, key, wanted = parts(operand)
    if place is None:
        return _of_section(Term(operand), "summary", key, None)
    section = ALIASES.get(place, place)
    if section in BY_NAME:
        return _of_section(Term(operand), section, key, wanted)
    return _of_report(Term(operand), place, key, wanted, gates)


def _named(key: str, known: list[str], what: str) -> str:
    """Which of `known` a key means: times also in seconds, as the summary has them."""
    stem = re.sub(r"_s$", "_ns", key)
    for name in (key, stem):
        if name in known:
            return name
    close = near(stem, known) or known
    if not key.endswith("_ns"):  # times in the form that was typed, which is that of the summary
        close = [re.sub(r"_ns$", "_s", name) for name in close]
    raise Wrong(f"{what} {key!r}; near: {', '.join(close[:6])}")


def _of_section(term: Term, section: str, key: str, wanted: str | None) -> Term:
    from nsys_duck.catalog.files import catalog

    found = BY_NAME[section]
    what = "the summary has no figure" if section == "summary" else f"{section} has no figure"
    term.section, term.wanted = section, wanted
    known = found.all_figures()
    term.figure = _named(key, list(known), what)
    report, column = known[term.figure]
    term.unit = next(c.unit for c in catalog()[report].columns if c.name == column)
    term.is_count = found.counts_zero or term.unit is None
    term.is_total = _is_total(term)
    if section != "summary" and wanted is None:
        raise Wrong(f"{term.operand} needs a name: write {section}[NAME].{key}")
    return term


def _is_total(term: Term) -> bool:
    """Whether a figure grows with the amount of work: a time or a size of all, not of one."""
    of_one = re.search(r"(^|_)(avg|mean|med|median|min|max|std|stddev|q\d|p\d+|per)(_|$)", term.figure)
    return term.unit in ("ns", "bytes") and not of_one


def _of_report(term: Term, spec: str, key: str, wanted: str | None, gates: Gates) -> Term:
    try:
        file, values = resolved(spec)
    except UsageError as error:
        if ":" in spec:
            raise Wrong(str(error)) from None
        close = near(spec, [*BY_NAME, *(report.name for report in public_reports())])
        known = ", ".join(close or [name for name in BY_NAME if name != "summary"])
        raise Wrong(f"no section and no report is called {spec!r}; near: {known}") from None
    numbers = [column.name for column in file.columns if column.type not in NOT_NUMBERS]
    term.figure = _named(key, numbers, f"{file.name} has no column of numbers")
    term.unit = next(column.unit for column in file.columns if column.name == term.figure)
    term.is_total = _is_total(term)
    term.wanted = wanted
    source = next((n for n, (f, v, _) in gates.reports.items() if (f, v) == (file, values)), None)
    term.source = source or str(len(gates.reports) + 1)
    gates.reports.setdefault(term.source, (file, values, set()))[2].add(term.figure)
    return term
