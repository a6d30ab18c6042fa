"""The SQL files and what their headers declare."""
