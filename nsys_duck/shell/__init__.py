"""The interactive prompt."""
