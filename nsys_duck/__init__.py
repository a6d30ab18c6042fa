"""SQL for GPU traces: exact figures from Nsight Systems exports, each of them a SQL file."""

__version__ = "0.1.0"
