"""A comparison laid out for people: titles, notes and tables of text, the same in every format."""

from dataclasses import dataclass, field

from nsys_duck.reports.table import SIZES, TIMES, scaled

MARKS = {"pass": "ok", "fail": "FAIL", "no verdict": "NO VERDICT"}
TITLES = {
    "summary": ("All GPUs together", "busy is a union: work at once counts once"),
    "gpus": ("Each GPU", "busy and idle add up to the span"),
    "idle": ("Idle time by cause", "of each GPU; the causes add up to its idle time"),
    "kernels": ("Kernels", "summed time over all GPUs: what ran at once counts each"),
    "copies": ("Copies and memsets", "summed time over all GPUs: what ran at once counts each"),
    "communication": ("Communication and computation", "of each GPU, unions; with idle they make its span"),
    "api": ("CUDA API calls", "summed time over all threads; it overlaps GPU work"),
    "nvtx": ("NVTX ranges", "union over all threads; ranges overlap each other and GPU work"),
    "dispatch": ("Dispatch steps", "summed duration; numbers in names are folded"),
}
STATUS = {"changed": "", "same": "", "only base": "vanished", "only new": "new", "not comparable": ""}


# the command that prints a section's figures of one trace
PRINTED = {
    "summary": "summarize",
    "gpus": "report gpu_utilization",
    "idle": "report gpu_idle_summary -p by_range=false -p by_activity=false",
    "kernels": "report cuda_gpu_kern_sum",
    "copies": "report cuda_gpu_mem_time_sum",
    "communication": "report comm_overlap_summary",
    "api": "report cuda_api_sum",
    "nvtx": "report nvtx_summary",
    "dispatch": "report dispatch_summary",
}


@dataclass
class Block:
    """A table: its title, a note under it, headings with whether they are of numbers, rows of text.

    `relation` is the statement of sql/compare behind it, `command` prints the figures of one trace.
    """

    title: str
    note: str
    columns: list[tuple[str, bool]]
    rows: list[list[str]] = field(default_factory=list)
    relation: str = ""
    command: str = ""


def shown(value: float | None, unit: str | None) -> str:
    """A figure with its unit."""
    if value is None:
        return "-"
    if unit == "ns":
        return scaled(value, TIMES)
    if unit == "bytes":
        return scaled(value, SIZES)
    return f"{value:,}" if isinstance(value, int) or value % 1 else f"{value:,.0f}"


def signed(value: float | None, unit: str | None) -> str:
    """A difference, with its sign."""
    return shown(value, unit) if value is None or value <= 0 else f"+{shown(value, unit)}"


def percent(value: float | None) -> str:
    """A percentage, with its sign."""
    return "-" if value is None else f"{value:+,.1f}"


def verdict_line(result: dict) -> str:
    """The verdict in one line."""
    none = result["verdict"] == "compared"
    told = "compared; no gate was given" if none else f"{result['verdict']}: {result['reason']}"
    return f"{told}; {result['different_work']}" if result["different_work"] else told


def blocks(result: dict) -> list[Block]:
    """The tables of a comparison, in the order in which they are read."""
    return [*_explained(result), *(_section(name, rows, result) for name, rows in result["sections"].items()),
            *_fates(result)]  # fmt: skip


def facts(result: dict) -> list[tuple[str, str, str]]:
    """(fact, base, new): the traces, and beyond what is the same on both sides."""
    return [
        (row["fact"], row["base"] or "unknown", row["new"] or "unknown")
        for row in result["facts"]
        if row["fact"] in ("trace", "GPU") or row["differs"]
    ]


def remarks(result: dict) -> list[str]:
    """What a reader must know to read the figures."""
    told = [reason["reason"] for reason in result["reservations"] if reason["is_allowed"]]
    counts = {side: sum(t["side"] == side for t in result["traces"]) for side in ("base", "new")}
    if set(counts.values()) == {1}:
        told.append(
            "one trace a side: how much runs differ by chance is not known, so nothing is called noise"
        )
    else:
        told.append(
            f"medians of {counts['base']} BASE and {counts['new']} NEW traces; noise: a median lies inside the "
            "other side's spread (least to most; of five and more without these)"
        )
    told += [
        f"{row['side'].upper()} does not contain {row['lacks']} data: no {row['section']}"
        for row in result["missing"]
        if row["section"] in TITLES
    ]
    return [*result["cautions"], *told, *result["notes"]]


def _explained(result: dict) -> list[Block]:
    found: dict[int, Block] = {}
    for row in result["span_explained"]:
        if row["kind"] == "span":
            title = (
                f"What explains the change of the span of GPU {row['gpu_id']}: {shown(row['base_ns'], 'ns')} -> "
                f"{shown(row['new_ns'], 'ns')} ({signed(row['difference_ns'], 'ns')})"
            )
            note = (
                "busy time is divided among what ran at once, idle time by cause: the parts add up to the change. "
                "by number: what more or fewer of them (operations, gaps) make, each as long as in BASE on "
                "average; by length: what longer or shorter ones make"
            )
            headings = ("base", "new", "difference", "% of span", "by number", "by length")
            found[row["gpu_id"]] = Block(title, note, [("part", False), *((name, True) for name in headings)])
            found[row["gpu_id"]].relation, found[row["gpu_id"]].command = (
                "span_parts",
                "report gpu_utilization",
            )
            continue
        if row["kind"] == "rounding" and not row["difference_ns"]:
            continue
        block = found[row["gpu_id"]]
        part = {"idle": f"idle: {row['name']}"}.get(row["kind"], row["name"])
        values = [row[key] for key in ("difference_ns", "by_count_ns", "by_length_ns")]
        cells = [part, shown(row["base_ns"], "ns"), shown(row["new_ns"], "ns"), signed(values[0], "ns")]
        block.rows.append([*cells, percent(row["percent"]), *(signed(value, "ns") for value in values[1:])])
    return list(found.values())


def _section(name: str, rows: list[dict], result: dict) -> Block:
    title, note = TITLES[name]
    per_gpu = any(row["gpu_id"] is not None for row in rows)
    counted = any(row["base_count"] is not None or row["new_count"] is not None for row in rows)
    spread = any(row["base_low"] is not None or row["new_low"] is not None for row in rows)
    if name == "nvtx" and result["fold_ids"]:
        note += "; numbers in names are folded"
    many = rows[0]["name_count"]
    if many > len(rows):
        note += f"; the largest {len(rows)} of {many:,} changes"
    columns = [("GPU", True)] if per_gpu else []
    columns += [("name", False), ("base", True), ("new", True), ("difference", True), ("% of base", True)]
    columns += [("base count", True), ("new count", True)] if counted else []
    columns += [("base spread", True), ("new spread", True)] if spread else []
    told = any(STATUS.get(row["status"], row["status"]) for row in rows)
    block = Block(title, note, [*columns, ("", False)] if told else columns)
    block.relation, block.command = "ranked", PRINTED[name]
    if name == "nvtx" and result["fold_ids"]:
        block.command += " -p strip_ids=true"
    for row in rows:
        cells = ["all" if row["gpu_id"] is None else str(row["gpu_id"])] if per_gpu else []
        cells += [row["name"], shown(row["base"], row["unit"]), shown(row["new"], row["unit"])]
        cells += [signed(row["difference"], row["unit"]), percent(row["percent"])]
        cells += [shown(row["base_count"], None), shown(row["new_count"], None)] if counted else []
        cells += [_spread(row, side) for side in ("base", "new")] if spread else []
        block.rows.append([*cells, STATUS.get(row["status"], row["status"])] if told else cells)
    return block


def _spread(row: dict, side: str) -> str:
    low, high = row[f"{side}_low"], row[f"{side}_high"]
    return "-" if low is None else f"{shown(low, row['unit'])}..{shown(high, row['unit'])}"


def _fates(result: dict) -> list[Block]:
    if not result["kernel_fates"]:
        return []
    columns = [("what", False), ("kernel", False), ("shape", False), ("base count", True),
               ("new count", True), ("base", True), ("new", True)]  # fmt: skip
    note = "renamed: same launch shape and nearly as many, so probably the same kernel under another name"
    block = Block("Kernels that only one side has", note, columns)
    block.relation, block.command = "kernel_fates", PRINTED["kernels"]
    for row in result["kernel_fates"]:
        name = row["base_name"] or row["new_name"]
        if row["fate"] == "renamed":
            name = f"{row['base_name']} -> {row['new_name']}"
        counts = [shown(row["base_count"], None), shown(row["new_count"], None)]
        times = [shown(row["base_ns"], "ns"), shown(row["new_ns"], "ns")]
        block.rows.append([row["fate"], name, row["shape"], *counts, *times])
    return [block]
