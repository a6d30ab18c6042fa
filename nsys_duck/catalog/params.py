"""Values of parameters: from text or Python to what the engine binds, checked against the header."""

from nsys_duck.catalog.files import Param
from nsys_duck.errors import UsageError

TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def default_of(param: Param) -> object:
    """The default in the header as a Python value; None where a value must be given or it is NULL."""
    text = param.default
    if text is None or text.upper() == "NULL":
        return None
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    if text.upper() in ("TRUE", "FALSE"):
        return text.upper() == "TRUE"
    return float(text) if param.type == "DOUBLE" else int(text)


def bind(param: Param, value: object) -> object:
    """`value` as the parameter's type; the header's default for None.

    Raises UsageError where it does not fit.
    """
    if value is None:
        return default_of(param)
    try:
        if param.type in ("INTEGER", "BIGINT"):
            return _rows(param, int(str(value)))
        if param.type == "DOUBLE":
            return float(str(value))
    except ValueError:
        raise UsageError(f"{param.name}: {value!r} is not a number") from None
    if param.type == "BOOLEAN":
        if str(value).lower() not in TRUTH:
            raise UsageError(f"{param.name}: {value!r} is neither true nor false")
        return TRUTH[str(value).lower()]
    if param.choices and str(value) not in param.choices.split("|"):
        listed = ", ".join(param.choices.split("|"))
        raise UsageError(f"{param.name}: {value!r} is none of: {listed}")
    return str(value)


def _rows(param: Param, count: int) -> int:
    """The number itself; of rows -1 is all, as in nsys, whatever number says so in the header."""
    if param.all is None:
        return count
    if count < -1:
        raise UsageError(f"{param.name}: {count} is not a number of rows; -1 is all of them")
    return int(param.all) if count == -1 else count
