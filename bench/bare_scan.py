"""Read the columns that `summarize` needs, once, through the attached file, and do nothing else.

bare_scan.py TRACE [TABLE[:COLUMN,...]...]: the least that any summary of these tables (of all) takes in this
engine. Without columns those that `summarize` needs.
"""

import sys

import duckdb

from nsys_duck.engine.resources import load_sqlite_extension

SCANS = {
    "CUPTI_ACTIVITY_KIND_KERNEL": ("start", "end", "deviceId", "shortName", "graphNodeId"),
    "CUPTI_ACTIVITY_KIND_MEMCPY": ("start", "end", "deviceId"),
    "CUPTI_ACTIVITY_KIND_MEMSET": ("start", "end", "deviceId"),
    "CUPTI_ACTIVITY_KIND_RUNTIME": ("start", "end", "nameId", "eventClass"),
    "NVTX_EVENTS": ("start", "end", "eventType", "text", "textId"),
}

# What a report needs of an event: when, what, where, and what ties calls, work and ranges together.
EVENTS = {
    "CUPTI_ACTIVITY_KIND_KERNEL": "start,end,deviceId,shortName,correlationId,globalPid",
    "CUPTI_ACTIVITY_KIND_MEMCPY": "start,end,deviceId,copyKind,correlationId,globalPid",
    "CUPTI_ACTIVITY_KIND_MEMSET": "start,end,deviceId,correlationId,globalPid",
    "CUPTI_ACTIVITY_KIND_RUNTIME": "start,end,nameId,eventClass,correlationId,globalTid",
    "NVTX_EVENTS": "start,end,eventType,text,textId,globalTid,domainId",
}


def main() -> None:
    """Scan the tables of the trace named on the command line."""
    connection = duckdb.connect(":memory:")
    load_sqlite_extension(connection)
    place = sys.argv[1].replace("'", "''")
    connection.execute(f"ATTACH '{place}' AS raw (TYPE sqlite, READ_ONLY)")
    for wanted in sys.argv[2:] or SCANS:
        table, _, listed = wanted.partition(":")
        columns = listed.split(",") if listed else SCANS[table]
        maxima = ", ".join(f'max("{column}")' for column in columns)
        connection.execute(f'SELECT {maxima} FROM raw."{table}"').fetchall()


if __name__ == "__main__":
    main()
