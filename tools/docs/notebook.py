"""docs/notebook.ipynb: its cells run in order, outputs as a notebook shows them.

No Jupyter is needed for that: a notebook is JSON, and its cells here are plain Python.
"""

import ast
import contextlib
import io
import json
import os
from importlib.util import find_spec
from tempfile import TemporaryDirectory

from tools.docs import DOCS

PATH = DOCS / "notebook.ipynb"


def runs(cell: dict) -> bool:
    """Whether a cell is code and the packages that its tags name (as in needs-polars) are installed."""
    needed = [
        tag.removeprefix("needs-") for tag in cell["metadata"].get("tags", ()) if tag.startswith("needs-")
    ]
    return cell["cell_type"] == "code" and all(map(find_spec, needed))


def outputs(source: str, names: dict) -> list[dict]:
    """Run the source of a cell with the variables `names`; what it prints, and the value of its last line."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    value, printed = None, io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    found = []
    if text := printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        found.append({"data": data, "metadata": {}, "output_type": "execute_result"})
    return found


def executed(notebook: dict) -> dict:
    """The notebook with the outputs of every cell that runs here; the others keep theirs."""
    names: dict = {"__name__": "__main__"}
    before = os.getcwd()  # noqa: PTH109
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            count = 0
            for cell in notebook["cells"]:
                count += cell["cell_type"] == "code"
                if runs(cell):
                    found = outputs("".join(cell["source"]), names)
                    for output in found:
                        if output["output_type"] == "execute_result":
                            output["execution_count"] = count
                    cell.update(execution_count=count, outputs=found)
        finally:
            os.chdir(before)
    return notebook


def pages() -> dict[str, str]:
    """The notebook by its path under docs/, none where it is not written yet."""
    if not PATH.exists():
        return {}
    notebook = executed(json.loads(PATH.read_text(encoding="utf-8")))
    return {"notebook.ipynb": json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"}
