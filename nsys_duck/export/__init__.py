"""A trace in other forms: DuckDB, Parquet, Perfetto."""
