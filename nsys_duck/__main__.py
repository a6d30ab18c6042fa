"""`python -m nsys_duck`."""

from nsys_duck.cli.app import app

app()
