"""Commands over several traces: what changed, and how figures went over time."""

import errno
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from nsys_duck.cli.options import DEVICE, RESOURCES, WINDOW, OutputPath, command, with_options
from nsys_duck.output.messages import say


class CompareFormat(StrEnum):
    """What a comparison can be written as."""

    table = "table"
    json = "json"
    markdown = "markdown"
    html = "html"


def _trace(metavar: str, text: str):
    return typer.Argument(metavar=metavar, help=text)


Repeats = list[Path] | None


@with_options(WINDOW | DEVICE | RESOURCES)
@command
def compare(
    options,
    base: Annotated[Path, _trace("BASE", "The trace to compare with.")],
    new: Annotated[Path, _trace("NEW", "The trace that may have become better or worse.")],
    base_repeat: Annotated[
        Repeats, typer.Option(metavar="TRACE", help="One more run of BASE; repeatable.")
    ] = None,
    new_repeat: Annotated[
        Repeats, typer.Option(metavar="TRACE", help="One more run of NEW; repeatable.")
    ] = None,
    fail_if: Annotated[
        list[str] | None,
        typer.Option(metavar="EXPR", help="Gate: exit with 1 where this holds; repeatable."),
    ] = None,
    format: Annotated[
        CompareFormat | None, typer.Option(help="Else by the ending of FILE: .json, .md, .html; else table.")
    ] = None,
    output: OutputPath = None,
    markdown: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the Markdown there as well, for a CI comment.")
    ] = None,
    junit: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write JUnit XML there as well, a test case a gate.")
    ] = None,
    fold_ids: Annotated[
        bool,
        typer.Option("--fold-ids", help="Fold numbers in names of NVTX ranges: step 1, step 2 are step #."),
    ] = False,
    across_gpus: Annotated[
        bool, typer.Option("--across-gpus", help="Compare other GPU models or numbers of GPUs knowingly.")
    ] = False,
    top: Annotated[int, typer.Option(min=0, metavar="N", help="Rows of each table; 0 for all.")] = 10,
    dispatch: Annotated[
        str, typer.Option(metavar="REGEX", help="Texts of the NVTX events that mark dispatched steps.")
    ] = "^CG_DISPATCH",
) -> None:
    """Tell what changed from one trace to another, and let CI fail on it.

    Times, counts and idle time of BASE and NEW, what explains the change of each GPU's span, and the
    changes in sentences. With repeats figures are medians, and a difference inside the spread is noise.

    EXPR is FIGURE > BOUND, several joined by and; the gate fails where all hold. FIGURE is a key of the
    summary (gpu_busy_union_s), SECTION.NAME.FIGURE (api.cudaLaunchKernel.total_s, kernels[NAME].total_s,
    nvtx, copies, idle, gpus, dispatch alike) or REPORT.COLUMN[NAME] (cuda_gpu_kern_sum.avg_ns[NAME]).
    BOUND: +5% or -5% of BASE, +1ms a difference, 2s a limit for NEW; a time or a size needs its unit.

    Exit status: 0 no gate failed, 1 a gate failed, 2 wrong usage, 3 no verdict: the sides are not
    comparable (no kernels, the same trace twice, other GPUs), or the data of a gate are missing.

    Example: nsys-duck compare base.sqlite new.sqlite --fail-if "gpu_busy_union_s > +5% and > +1ms"
    """
    from nsys_duck.comparison.blocks import verdict_line
    from nsys_duck.comparison.formats import ENDINGS, form_of, write_all
    from nsys_duck.comparison.running import Wanted, run
    from nsys_duck.errors import NoVerdict, NsysDuckError
    from nsys_duck.trace.window import parsed

    sides = [base, *(base_repeat or [])], [new, *(new_repeat or [])]
    form = format or form_of(output, ENDINGS)
    targets = {"markdown": markdown, "junit": junit}
    wanted = Wanted(
        fail_if=fail_if or (),
        fold_ids=fold_ids,
        across_gpus=across_gpus,
        top=top,
        dispatch=dispatch,
        window=parsed({name: options[name] for name in WINDOW | DEVICE}),
        **{name: options[name] for name in RESOURCES},
    )
    try:
        result = run(*sides, wanted)
        write_all(result, form, output, targets, [*sides[0], *sides[1]])
    except NsysDuckError as error:
        raise error if error.exit_code != 1 else NoVerdict(str(error)) from error
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        raise NoVerdict(f"{error.filename or 'writing'}: {error.strerror}") from error
    for caution in result["cautions"]:
        say(f"note: {caution}")
    for gate in result["gates"]:
        if gate["verdict"] == "no verdict" and result["verdict"] != "not comparable":
            say(f"no verdict on {gate['expression']!r}: {gate['reason']}")
    if result["exit_status"] or output:
        say(verdict_line(result))
    elif fail_if and result["different_work"]:
        say(f"note: {result['different_work']}")
    if result["exit_status"]:
        raise typer.Exit(result["exit_status"])


class TrendFormat(StrEnum):
    """What the course of figures can be written as."""

    table = "table"
    csv = "csv"
    json = "json"
    html = "html"
    svg = "svg"


@command
def trend(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The history that summarize --history adds to.")
    ],
    figure: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FIGURE", help="As in compare --fail-if; repeatable. [span, busy, idle and kernels]"
        ),
    ] = None,
    last: Annotated[
        int, typer.Option(min=1, metavar="N", help="Traces before, whose median is compared with.")
    ] = 5,
    format: Annotated[
        TrendFormat | None, typer.Option(help="Else by the ending of FILE; else table.")
    ] = None,
    output: OutputPath = None,
) -> None:
    """Tell how figures went from trace to trace, oldest first.

    Each value with its change against the trace before, and against the median of the last N before. In the
    order of the captures; where a trace does not tell its time, of when it was added. html and svg draw the
    courses (extra nsys-duck[report]).

    Example: nsys-duck trend history --figure gpu_busy_union_s --figure api.cudaLaunchKernel.total_s
    """
    from nsys_duck.comparison import trend as course
    from nsys_duck.comparison.formats import form_of, print_lines, room
    from nsys_duck.output import files as out

    form = format or form_of(output, {f".{form}": form for form in TrendFormat if form != "table"})
    found = course.rows(folder, figure or [], last, say)
    for note in course.notes(found):
        say(note)
    if form == "html":
        return out.write(course.html(found, last), output)
    if form == "svg":
        return out.write(course.svg(found), output)
    if form != "table":
        return out.write(course.text(found, form), output)
    if output is None:
        return print_lines(course.lines(found, last, room()))
    out.write("\n".join(line for line, _ in course.lines(found, last, None)) + "\n", output)
