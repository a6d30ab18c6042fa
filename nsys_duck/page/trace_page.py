"""The page of one trace, and the row that the index has of it."""

from dataclasses import dataclass

from markupsafe import Markup

from nsys_duck.html import charts
from nsys_duck.html.templates import rendered, resource
from nsys_duck.page.answers import Answers, Ask, shown_name, typed_name
from nsys_duck.page.baseline import Compared
from nsys_duck.page.charts import specification
from nsys_duck.page.figures import PERCENT, SECONDS, one
from nsys_duck.page.sections import Chart, per_gpu, sections
from nsys_duck.page.tables import name_text, section_of, statement_of

HEADLINE = Ask.of("summary_gpu")
TOP_KERNEL = Ask.of("summary_kernels", top=1)
PER_GPU = Ask.of("gpu_utilization")
GPUS_TOLD = 8
TITLES = {
    "span_ns": "Span of GPU work",
    "busy_ns": "GPU busy",
    "idle_ns": "GPU idle",
    "kernel_count": "Kernels",
}
NOTES = {
    "span_ns": "from the first operation of any GPU to the end of the last",
    "idle_ns": "no GPU at work, within the span",
}


@dataclass(frozen=True)
class Wishes:
    """What the user asked of the pages: patterns, and the options that restrict every trace."""

    dispatch: str = "^CG_DISPATCH"
    communication: str | None = None
    options: str = ""
    scope: str = ""


@dataclass(frozen=True)
class Links:
    """Where the summary and the index are as seen from the page, and how the trace compares with a baseline."""

    summary: str
    index: str | None = None
    compared: Compared | None = None


def page(answers: Answers, wishes: Wishes, links: Links, library: str) -> str:
    """The page as HTML, with everything in it that it needs; `library` is what draws its charts."""
    trace = answers.trace
    gpus = len(answers.get(PER_GPU).rows)
    known = sections(wishes.dispatch, wishes.communication, gpus)
    shown = [(section, section_of(answers, section, wishes.options)) for section in known]
    facts = answers.get(Ask.of("capture_facts")).rows
    quality = [
        dict(zip(("rank", "status", "topic", "finding", "advice"), row, strict=True))
        for row in answers.get(Ask.of("doctor")).rows
    ]
    return rendered(
        "trace.html.j2",
        trace_name=shown_name(trace.path),
        trace_typed=typed_name(trace.path),
        options=wishes.options,
        scope=wishes.scope,
        index=links.index,
        summary_file=links.summary,
        compared=links.compared,
        cards=_cards(answers),
        headline=statement_of(answers, answers.get(HEADLINE), options=wishes.options),
        facts=[(topic, fact) for _, topic, fact in facts if fact is not None],
        unknown=[topic for _, topic, fact in facts if fact is None],
        quality=[item for item in quality if item["status"] == "warning"],
        notes=[item for item in quality if item["status"] == "note"],
        missing=[item for item in quality if item["status"] == "missing"],
        sections=[made for _, made in shown if made],
        left_out=[f"{section.title.lower()}: none found" for section, made in shown if made is None],
        paint=charts.paint(),
        library=Markup(library),
        buttons=resource("buttons.js"),
        script=resource("page.js"),
    )


def _cards(answers: Answers) -> list[dict]:
    answer = answers.get(HEADLINE)
    figures = answer.records()[0]
    cards = []
    for column in answer.columns:
        if column.name not in TITLES:
            continue
        text, unit = one(column, figures[column.name])
        note = NOTES.get(column.name, "")
        if column.name == "busy_ns" and figures["busy_pct"] is not None:
            note = (
                f"some GPU at work for {PERCENT.text(figures['busy_pct'])} % of the span{_each_gpu(answers)}"
            )
        if column.name == "kernel_count" and figures["graph_node_kernel_count"]:
            note = f"{figures['graph_node_kernel_count']:,} of them nodes of CUDA graphs"
        value = figures[column.name]
        if value is None:
            text, note = "–", "not captured"
        cards.append(
            {
                "name": column.name,
                "title": TITLES[column.name],
                "value": "" if value is None else value,
                "text": text,
                "unit": unit,
                "note": note,
            }
        )
    return cards


def _each_gpu(answers: Answers, *, short: bool = False) -> str:
    """How busy each of several GPUs was in its own span; of many the first."""
    rows = answers.get(PER_GPU).records()
    if len(rows) < 2:
        return ""
    busy = [(row["gpu_id"], PERCENT.text(row["busy_pct"])) for row in rows[: 2 if short else GPUS_TOLD]]
    more = " ..." if len(rows) > len(busy) else ""
    if short:
        return "GPU " + ", ".join(f"{gpu}: {share}" for gpu, share in busy) + more
    return "; of their own spans " + ", ".join(f"GPU {gpu} {share} %" for gpu, share in busy) + more


def index_row(answers: Answers) -> dict:
    """What the index tells of a trace: exact headline figures in seconds, top kernel, a small picture."""
    answer = answers.get(HEADLINE)
    figures = answer.records()[0]
    cells = []
    for name in ("span_ns", "busy_ns", "busy_pct", "idle_ns", "kernel_count"):
        value = figures[name]
        if value is None:
            text = "–"
        elif name.endswith("_ns"):
            text = SECONDS.text(value)
        else:
            text = f"{PERCENT.text(value)} %" if name.endswith("_pct") else f"{value:,}"
        note = _each_gpu(answers, short=True) if name == "busy_pct" else ""
        cells.append({"name": name, "value": "" if value is None else value, "text": text, "note": note})
    top = answers.get(TOP_KERNEL).rows
    bins = per_gpu(1760, len(answers.get(PER_GPU).rows), 110)
    strip = Chart("sparkline", "", {"busy": Ask.of("gpu_utilization_over_time", bins=bins)})
    busy = answers.get(strip.data["busy"])
    picture = charts.svg(specification(strip, {"busy": busy})) if busy.rows else Markup("")
    return {"cells": cells, "top_kernel": name_text(top[0][0] if top else None), "picture": picture}
