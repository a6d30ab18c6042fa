"""Reports, the summary, and how they are written."""
