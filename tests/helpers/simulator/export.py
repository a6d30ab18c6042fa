"""Ranks as an export of nsys."""

from pathlib import Path

from tracebuilder import write_trace

from simulator.machine import Rank
from simulator.programs import SM_COUNT

TABLES = {"KERNEL": "CUPTI_ACTIVITY_KIND_KERNEL", "MEMCPY": "CUPTI_ACTIVITY_KIND_MEMCPY",
          "RUNTIME": "CUPTI_ACTIVITY_KIND_RUNTIME", "SYNC": "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
          "EVENT": "CUPTI_ACTIVITY_KIND_CUDA_EVENT", "NVTX": "NVTX_EVENTS", "OSRT": "OSRT_API",
          "OVERHEAD": "PROFILER_OVERHEAD"}  # fmt: skip
NAMED = ("nameId", "shortName", "demangledName")


def write(path: Path, ranks: list[Rank]) -> Path:
    """Lay out the export of `ranks` at `path`."""
    strings: dict[str, int] = {}
    tables: dict[str, list[dict]] = {"TARGET_INFO_GPU": [], "TARGET_INFO_CUDA_DEVICE": []}
    for rank in ranks:
        for kind, rows in rank.rows.items():
            for row in rows:
                named = {key: strings.setdefault(row[key], len(strings) + 1) for key in NAMED if key in row}
                tables.setdefault(TABLES[kind], []).append({**row, **named})
        tables["TARGET_INFO_GPU"].append({"id": rank.gpu, "smCount": SM_COUNT, "name": "GPU"})
        tables["TARGET_INFO_CUDA_DEVICE"].append({"gpuId": rank.gpu, "cudaId": rank.gpu, "pid": rank.gpu + 1})
    return write_trace(path, tables, strings={number: text for text, number in strings.items()})
