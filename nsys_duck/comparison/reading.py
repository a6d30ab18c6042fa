"""A trace's figures, written as Parquet where the comparison or the history finds them."""

from collections.abc import Iterable
from pathlib import Path

from nsys_duck.catalog.files import SqlFile, catalog
from nsys_duck.comparison.sections import SECTIONS, Section
from nsys_duck.engine.quoting import identifier, literal
from nsys_duck.reports.names import Lacking, lacking, missing
from nsys_duck.trace.trace import Trace

NOT_NUMBERS = ("VARCHAR", "BOOLEAN")


def _unit(file: SqlFile, name: str) -> str | None:
    return next(column.unit for column in file.columns if column.name == name)


def _pairs(labels: dict[str, object]) -> str:
    kinds = {int: "BIGINT"}
    return ", ".join(
        f"{literal(value)}::{kinds.get(type(value), 'VARCHAR')} AS {name}" for name, value in labels.items()
    )


def _long(section: Section, labels: dict[str, object], statement: str) -> str:
    """The rows of a section's report, one a figure."""
    file = catalog()[section.report]
    figures = ", ".join(
        f"{{'figure': {literal(figure)}, 'unit': {literal(_unit(file, column))}::VARCHAR, "
        f"'value': {identifier(column)}::BIGINT}}"
        for figure, column in section.figures.items()
    )
    name = f"coalesce({identifier(section.key)}, '')" if section.key else "''"
    gpu = "gpu_id" if section.gpu else "NULL::BIGINT"
    return (
        f"SELECT {_pairs(labels)}, {literal(section.name)} AS section, {gpu} AS gpu_id, {name} AS name, "
        f"unnest([{figures}], recursive := true) FROM (\n{statement}\n)"
    )


def copy(trace: Trace, report: str, values: dict, target: Path, wrap) -> None:
    """Write the rows of a report, as `wrap` makes them of its statement, to a Parquet file."""
    place = f"TO {literal(str(target))} (FORMAT parquet, COMPRESSION zstd)"
    trace.ask_report(report, values, lambda _: None, lambda statement: f"COPY ({wrap(statement)}) {place}")


def _told(lack: Lacking | None) -> dict[str, str | None]:
    return {"lacks": lack and lack.names, "how_to_record": lack and lack.options}


def write_figures(
    trace: Trace, folder: Path, labels: dict[str, object], stem: str, *, dispatch: str | None, fold_ids: bool
) -> list[dict]:
    """Write the figures of `trace` to `folder`/figures_`stem`_*.parquet, each row with `labels`.

    Returns what sections the trace lacks the data for, a row a section as compared_sections has them.
    """
    told = []
    for section in SECTIONS:
        lack = lacking(trace, section.requires) if section.requires else None
        told.append({**labels, "section": section.name, **_told(lack)})
        if lack or (
            section.name == "dispatch" and not trace.report("summary_dispatch", dispatch=dispatch).rows
        ):
            continue
        values = dict(section.values)
        known = {param.name for param in catalog()[section.report].params}
        if "dispatch" in known:
            values["dispatch"] = dispatch
        if section.name == "dispatch":
            values["pattern"] = dispatch
        elif "strip_ids" in known:
            values["strip_ids"] = fold_ids
        target = folder / f"figures_{stem}_{section.name}.parquet"
        copy(trace, section.report, values, target, lambda text, s=section: _long(s, labels, text))
        if more := section.also:
            target = folder / f"figures_{stem}_{section.name}_more.parquet"
            copy(trace, more.report, more.values, target, lambda text, s=more: _long(s, labels, text))
    return told


def write_plain(
    trace: Trace, report: str, values: dict, folder: Path, labels: dict, name: str, stem: str
) -> None:
    """Write a report as it is, with `labels`, to `folder`/`name`_`stem`.parquet."""
    target = folder / f"{name}_{stem}.parquet"
    copy(trace, report, values, target, lambda text: f"SELECT {_pairs(labels)}, * FROM (\n{text}\n)")


def keys_of(file: SqlFile) -> list[str]:
    """The columns of a report that name a row: its texts and ids, else the first."""
    names = [
        column.name
        for column in file.columns
        if column.type == "VARCHAR" or column.name.endswith(("_id", "pid", "tid"))
    ]
    return names or [file.columns[0].name]


def write_rows(
    trace: Trace,
    file: SqlFile,
    values: dict,
    columns: Iterable[str],
    source: str,
    folder: Path,
    labels: dict,
    stem: str,
) -> dict:
    """Write the values of some columns of a report for the gates; what of it the trace lacks."""
    lack = missing(trace, file)
    if not lack:
        keys = ", ".join(f"coalesce({identifier(name)}::VARCHAR, '')" for name in keys_of(file))
        figures = ", ".join(
            f"{{'figure': {literal(name)}, 'value': {identifier(name)}::DOUBLE}}" for name in columns
        )

        def wrap(statement: str) -> str:
            return (
                f"SELECT {_pairs(labels)}, {literal(source)} AS source, [{keys}] AS keys, "
                f"unnest([{figures}], recursive := true) FROM (\n{statement}\n)"
            )

        copy(trace, file.name, values, folder / f"rows_{stem}_{source}.parquet", wrap)
    return {**labels, "section": source, **_told(lack)}
