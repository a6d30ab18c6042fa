"""`python -m nsys_duck`."""

from nsys_duck.cli import app

app()
