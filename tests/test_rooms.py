"""The folders of nsys_duck/ import downward only."""

import ast
from pathlib import Path

import nsys_duck

PACKAGE = Path(nsys_duck.__file__).parent
# From the bottom up; a room imports the rooms before it, and itself.
ROOMS = ("errors", "engine", "catalog", "output", "trace", "reports", "export", "html", "comparison", "page",
         "shell", "cli")  # fmt: skip
TOP = {"__init__", "__main__", "demo"}
# Trace.summary() and Trace.sql() are thin methods for users; their imports are inside.
UPWARD = {("trace.trace", "nsys_duck.reports.summary")}
WITHIN = {("trace.trace", "nsys_duck.trace.query"), ("trace.trace", "nsys_duck.trace.result")}


def imports() -> list[tuple[tuple[str, ...], str]]:
    """(parts of the importing module, imported module) of every import of ours, at any depth of the code."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "nsys_duck":
                names = [alias.name for alias in node.names]
                modules = [node.module] if "." in node.module else [f"nsys_duck.{name}" for name in names]
                found += [(parts, module) for module in modules]
    return found


def test_every_module_is_in_a_room():
    tops = {path.relative_to(PACKAGE).with_suffix("").parts[0] for path in PACKAGE.rglob("*.py")}
    assert tops == set(ROOMS) | TOP


def test_rooms_import_downward_only():
    upward = {
        (".".join(parts), module)
        for parts, module in imports()
        if parts[0] in ROOMS
        and module.split(".")[1] in ROOMS
        and ROOMS.index(module.split(".")[1]) > ROOMS.index(parts[0])
    }
    assert upward == UPWARD


def test_no_two_files_import_each_other():
    """No circle of files: each module's imports, followed to the end, never come back to it."""
    modules = {".".join(("nsys_duck", *parts)).removesuffix(".__init__") for parts, _ in imports()}
    graph: dict[str, set[str]] = {}
    for parts, module in imports():
        if (".".join(parts), module) not in UPWARD | WITHIN and module in modules:
            graph.setdefault(".".join(("nsys_duck", *parts)).removesuffix(".__init__"), set()).add(module)

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        todo = list(graph.get(start, ()))
        while todo:
            module = todo.pop()
            if module not in seen:
                seen.add(module)
                todo += graph.get(module, ())
        return seen

    assert [module for module in graph if module != "nsys_duck" and module in reached(module)] == []
