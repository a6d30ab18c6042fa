"""Reports by name: NVIDIA's names old and new, their arguments, and whether an export has the data."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from nsys_duck.catalog.files import WHOLE, SqlFile, catalog
from nsys_duck.catalog.hints import near
from nsys_duck.engine.quoting import identifier
from nsys_duck.errors import NsysDuckError, UsageError
from nsys_duck.output.formats import Field
from nsys_duck.output.messages import counted
from nsys_duck.trace.query import Question
from nsys_duck.trace.trace import Trace, names_in

# What nsys stats runs when it is not told what, as far as we have it, in its order.
DEFAULT_SET = (
    "nvtx_sum", "osrt_sum", "cuda_api_sum", "cuda_gpu_kern_sum", "cuda_gpu_mem_time_sum",
    "cuda_gpu_mem_size_sum", "openmp_sum", "um_sum", "um_total_sum", "um_cpu_page_faults_sum", "openacc_sum",
    "syscall_sum", "mpi_event_sum",
)  # fmt: skip
OLD_NAMES = {
    "apigpusum": "cuda_api_gpu_sum", "cudaapisum": "cuda_api_sum", "cudaapitrace": "cuda_api_trace",
    "gpukernsum": "cuda_gpu_kern_sum", "gpukerngbsum": "cuda_gpu_kern_gb_sum",
    "gpumemsizesum": "cuda_gpu_mem_size_sum", "gpumemtimesum": "cuda_gpu_mem_time_sum",
    "gpusum": "cuda_gpu_sum", "gputrace": "cuda_gpu_trace", "kernexecsum": "cuda_kern_exec_sum",
    "kernexectrace": "cuda_kern_exec_trace", "nvtxgpuproj": "nvtx_gpu_proj_trace",
    "nvtxkernsum": "nvtx_kern_sum", "nvtxppsum": "nvtx_pushpop_sum", "pushpopsum": "nvtx_pushpop_sum",
    "nvtxpptrace": "nvtx_pushpop_trace", "nvtxsesum": "nvtx_startend_sum", "nvtxsssum": "nvtx_startend_sum",
    "nvtxsum": "nvtx_sum", "openaccsum": "openacc_sum", "openmpevtsum": "openmp_sum", "osrtsum": "osrt_sum",
    "umcpupagefaults": "um_cpu_page_faults_sum", "unifiedmemory": "um_sum",
    "unifiedmemorytotals": "um_total_sum",
}  # fmt: skip
TIMED = ("start", "timestamp", "rawTimestamp")
NAME_KINDS = ("mangled", "base")  # of two the last wins, as in nsys


def default_set() -> list[str]:
    """The names of NVIDIA's default set."""
    return [name for name in DEFAULT_SET if name in catalog()]


def public_reports() -> list[SqlFile]:
    """The reports that `report` prints, by name."""
    files = [file for file in catalog().values() if file.kind == "report" and file.is_public]
    return sorted(files, key=lambda file: file.name)


def resolved(spec: str) -> tuple[SqlFile, dict[str, object]]:
    """The report that NAME[:ARGUMENT]... means, and the values that the arguments give its parameters.

    Raises UsageError, with what may have been meant, for a name or an argument that there is not.
    """
    name, *arguments = spec.split(":")
    name = name.lower().removesuffix(".py")
    file = catalog().get(OLD_NAMES.get(name, name))
    if file is None or file.kind != "report" or not file.is_public:
        close = near(name, [other.name for other in public_reports()])
        meant = f"; did you mean {', '.join(close)}?" if close else ""
        raise UsageError(f"no report is called {name!r}{meant}; nsys-duck reports lists them all")
    values: dict[str, object] = {}
    known = {param.name for param in file.params}
    for kind in NAME_KINDS:
        if kind in arguments and "name_kind" in known:
            values["name_kind"] = kind
    for argument in arguments:
        key, equals, value = argument.partition("=")
        key = key.strip().lower().replace("-", "_")
        if "name_kind" in known and argument in NAME_KINDS:
            continue
        if key not in known:
            kinds = f"{', '.join(NAME_KINDS)}, " if "name_kind" in known else ""
            raise UsageError(f"{file.name} takes no argument {argument!r}; it has: {kinds}{_listed(file)}")
        values[key] = value if equals else "true"
    return file, values


def is_report(spec: str) -> bool:
    """Whether NAME[:ARGUMENT]... has the name of a report that anyone may ask for."""
    try:
        return bool(resolved(spec.partition(":")[0]))
    except UsageError:
        return False


def _listed(file: SqlFile) -> str:
    return ", ".join(param.name for param in file.params) or "no parameters"


def given_values(file: SqlFile, given: list[str]) -> dict[str, object]:
    """The values of `--param NAME=VALUE` as text; the header's types decide what they are.

    Raises UsageError for what is not in that form, a name that comes twice or that the report does not have.
    """
    values: dict[str, object] = {}
    known = {param.name for param in file.params}
    for entry in given:
        name, equals, value = entry.partition("=")
        name = name.strip().removeprefix("$").replace("-", "_")
        if not equals:
            raise UsageError(f"--param: {entry!r} is not NAME=VALUE")
        if name not in known:
            raise UsageError(f"--param: {file.name} has no parameter {name!r}; it has: {_listed(file)}")
        if name in values:
            raise UsageError(f"--param: {name} is given twice")
        values[name] = value
    return values


def event_tables(view: str) -> set[str]:
    """The tables whose rows a view is made of: its own, else those of the views that it stands on.

    Of a view's own the ones that have a time of their own; of `VIEW first` the one that it reads first.
    """
    name, _, first = view.partition(" ")
    file = catalog()[name.removeprefix(WHOLE)]
    if first:
        return {next(iter(file.reads))}
    if file.reads or file.kind != "view":
        timed = {
            table for table, read in file.reads.items() if any(c[0] in TIMED and c[2] for c in read.columns)
        }
        return timed or set(file.reads)
    return {table for needed in file.needs for table in event_tables(needed)}


def _listed_tables(views: Iterable[str]) -> str:
    return ",".join(sorted({table for view in views for table in event_tables(view)}))


class Lacking(NamedTuple):
    """What data a report lacks, and what coverage says of it: state, reason, options of nsys profile, what to do."""

    names: str
    state: str
    reason: str
    how: str | None
    advice: str | None

    @property
    def options(self) -> str | None:
        """The options that record it, where another capture may help."""
        return self.how if self.state in ("not captured", "lost") else None

    @property
    def short(self) -> str | None:
        """The options that record it, or why there are none to give; None for what nsys writes by itself."""
        return self.how if self.state == "not captured" else self.told

    @property
    def told(self) -> str | None:
        """The reason and what to do; None where nothing is known."""
        if self.state == "not captured":
            return self.advice
        return "; ".join(filter(None, (self.reason, self.advice)))


def missing(trace: Trace, file: SqlFile) -> Lacking | None:
    """What data the report lacks in this trace; None: it has all."""
    for views in file.requires:
        if found := lacking(trace, views):
            return found
    if file.wants and (found := lacking(trace, file.wants)) and not trace.report(file.name).rows:
        return found
    return None


def lacking(trace: Trace, views: Iterable[str]) -> Lacking | None:
    """What data the trace lacks that has a table of none of these views, as `missing` tells it."""
    tables = _listed_tables(views)
    if trace.report("captured_tables", tables=tables).rows:
        return None  # why others are not there is a scan of the calls
    found = trace.report("missing_data", tables=tables).rows
    return Lacking(*found[0]) if found else None


def told_absent(trace: Trace, file: SqlFile, has_rows: bool) -> list[str]:
    """Notes on data that are not there: what leaves columns NULL, or may be why no row is there."""
    views = file.wants if has_rows else [view for views in file.requires for view in views]
    return absent_data(trace, _listed_tables(views)) if views else []


def absent_data(trace: Trace, tables: str) -> list[str]:
    """A note for each kind of data of the listed tables that the export lacks, but for what did not happen."""
    if len(trace.report("captured_tables", tables=tables).rows) == len(tables.split(",")):
        return []
    found = [Lacking(*row) for row in trace.report("absent_data", tables=tables).rows]
    return [
        f"not in the export: {data.names} data" + (f" ({data.short})" if data.short else "") for data in found
    ]


def told_of_query(trace: Trace, sql: str) -> list[str]:
    """A note for each view of events in `sql` of whose data the export has none: no rows, and 0, mean nothing."""
    notes = []
    for name in names_in(sql):
        file = catalog()[name]
        if (
            file.kind == "view"
            and file.is_public
            and any(column.name == "start_ns" for column in file.columns)
        ):
            data = lacking(trace, [name])
            if data and data.state != "did not happen":
                notes.append(
                    f"{name}: no {data.names} data in the export" + (f" ({data.short})" if data.short else "")
                )
    return notes


def told_hidden(trace: Trace, file: SqlFile) -> list[str]:
    """A note where a report of kernels misses those of CUDA graphs that were traced as a whole."""
    tables = {table for views in file.requires for view in views for table in event_tables(view)}
    if not tables & event_tables("gpu_kernels") or tables & event_tables("gpu_graphs"):
        return []
    ((count, sum_ns),) = trace.report("hidden_kernels").rows
    if not count:
        return []
    time = f" ({sum_ns / 10**9:,.3f} s on the GPU)" if sum_ns else ""
    return [
        f"{counted(count, 'launch')} of CUDA graphs {'was' if count == 1 else 'were'} traced as a whole: "
        f"their kernels{time} are not in this report; "
        "nsys profile --cuda-graph-trace=node records them"
    ]


def absence(trace: Trace, lacking: Lacking) -> str:
    """What `missing` told as a sentence, in the words of nsys stats."""
    return f"{trace.path.name} does not contain {lacking.names} data."


def require_data(trace: Trace, file: SqlFile) -> None:
    """Raise NsysDuckError, with the reason and what to do, where the data of the report are not there."""
    if lacking := missing(trace, file):
        raise NsysDuckError(f"{absence(trace, lacking)}{sentence(lacking.told)}")


def sentence(text: str | None) -> str:
    """`text` as one more sentence; a command keeps its small letter."""
    if not text:
        return ""
    return f" {text if text.startswith('nsys ') else text[0].upper() + text[1:]}."


class ReportQuestion(Question):
    """A report as a question, so that it is written in every format.

    `unit` is one of nsys, us, ms, s: columns of nanoseconds in that unit, and their names say so.
    """

    def __init__(self, trace: Trace, file: SqlFile, values: dict[str, object], unit: str = "ns") -> None:
        """Take the report and its parameters; the header tells the columns."""
        self.trace, self.file, self.params, self.is_explain = trace, file, values, False
        self.sql = file.body
        self.divisor = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9}[unit]
        self.fields = [self._field(column, unit) for column in file.columns]

    def _field(self, column: Any, unit: str) -> Field:
        if self.divisor == 1 or column.unit != "ns":
            return Field(column.name, column.type)
        return Field(f"{column.name.removesuffix('_ns')}_{unit}", "DOUBLE")

    def _scaled(self, statement: str) -> str:
        if self.divisor == 1:
            return statement
        columns = ", ".join(
            f"{identifier(c.name)} / {self.divisor}.0::DOUBLE AS {identifier(f.name)}" if c.unit == "ns"
            else identifier(c.name)
            for c, f in zip(self.file.columns, self.fields, strict=True)
        )  # fmt: skip
        return f"SELECT {columns} FROM (\n{statement}\n)"

    def _ask(self, fetch: Callable | None = None, around: Callable[[str], str] | None = None) -> Any:
        def whole(statement: str) -> str:
            scaled = self._scaled(statement)
            return around(scaled) if around else scaled

        return self.trace.ask_report(self.file.name, self.params, fetch, whole)
