"""What the headers of all files together must hold: the objects that they name exist."""

from nsys_duck.catalog.header import SqlFile, wrong

WHOLE = "whole."  # before the name of an object: that of the whole capture


def require_known_names(files: dict[str, SqlFile]) -> None:
    """Raise NsysDuckError, with file and line, for the first header that names an object that there is not."""
    views = [name for name, file in files.items() if file.kind in ("view", "macro")]
    for file in files.values():
        named = [("needs", name.removeprefix(WHOLE), files) for name in file.needs]
        named += [("requires", n.removesuffix(" first"), views) for group in file.requires for n in group]
        named += [("wants", name, views) for name in file.wants]
        named += [("beside", name, views) for name in file.beside]
        named += [("from", file.taken_from.split(" ")[0], views)] if file.taken_from else []
        named += [("nsys_as", other.report, files) for other in file.nsys_as]
        for field, name, known in named:
            if name not in known:
                line = file.lines.get((field, name)) or file.lines.get((field, WHOLE + name), 1)
                raise wrong(file.path, line, f"{field}: there is no {name}", name, known)
