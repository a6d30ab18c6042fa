"""DuckDB itself: opened, limited, interrupted, kept read-only."""
