"""The lab's page: a folder of self-contained HTML with a page for each trace and an index."""
