"""Read the columns that `summarize` needs, once, through the attached file, and do nothing else.

bare_scan.py TRACE [TABLE...]: the least that any summary of these tables (of all) takes in this engine.
"""

import sys

import duckdb

from nsys_duck.resources import load_sqlite_extension

SCANS = {
    "CUPTI_ACTIVITY_KIND_KERNEL": ("start", "end", "deviceId", "shortName", "graphNodeId"),
    "CUPTI_ACTIVITY_KIND_MEMCPY": ("start", "end", "deviceId"),
    "CUPTI_ACTIVITY_KIND_MEMSET": ("start", "end", "deviceId"),
    "CUPTI_ACTIVITY_KIND_RUNTIME": ("start", "end", "nameId", "eventClass"),
    "NVTX_EVENTS": ("start", "end", "eventType", "text", "textId"),
}


def main() -> None:
    """Scan the tables of the trace named on the command line."""
    connection = duckdb.connect(":memory:")
    load_sqlite_extension(connection)
    place = sys.argv[1].replace("'", "''")
    connection.execute(f"ATTACH '{place}' AS raw (TYPE sqlite, READ_ONLY)")
    for table in sys.argv[2:] or SCANS:
        columns = SCANS[table]
        maxima = ", ".join(f'max("{column}")' for column in columns)
        connection.execute(f'SELECT {maxima} FROM raw."{table}"').fetchall()


main()
