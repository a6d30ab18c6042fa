"""The rows of a page's reports as the data of its charts."""

from nsys_duck.html.charts import template
from nsys_duck.page.answers import Answer
from nsys_duck.page.figures import shortened
from nsys_duck.page.sections import Chart

LONGEST = 120  # characters of a name in a picture


def specification(chart: Chart, answers: dict[str, Answer]) -> dict:
    """The chart's specification with the rows in it."""
    spec = template(chart.name)
    spec["datasets"] = {
        name: [{key: _short(value) for key, value in row.items()} for row in answer.records()]
        for name, answer in answers.items()
    }
    return spec


def _short(value: object) -> object:
    """A name as a picture has room for it: thousands of whole ones would make a page of tens of megabytes."""
    return shortened(value, LONGEST) if isinstance(value, str) else value
