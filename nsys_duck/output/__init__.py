"""Where bytes go and how rows are written: formats, tables, units."""
