"""A term of a gate in words, so that a sign that was meant otherwise is seen."""

_BY = {">": "by more than {}", ">=": "by {} or more", "<": "by more than {}", "<=": "by {} or more"}
_NOT_BY = {">": "by {} or more", ">=": "by more than {}", "<": "by {} or more", "<=": "by more than {}"}
_BY_NOTHING = {">": "grew", ">=": "did not shrink", "<": "shrank", "<=": "did not grow"}
_LIMITS = {">": "is more than {}", ">=": "is {} or more", "<": "is less than {}", "<=": "is {} or less"}


def amount(number: str, unit: str, figure_unit: str | None, is_change: bool) -> str:
    """The bound as a person says it; a difference of percentages is in points."""
    if not unit and (figure_unit or "").startswith("%"):
        unit = "percentage points" if is_change else "%"
    return f"{number} {unit}".rstrip()


def reading(comparison: str, sign: str, told: str) -> tuple[str, str]:
    """How a term is read after its figure; and, where it holds for all but one kind of change, that one."""
    if not sign:
        return _LIMITS[comparison].format(told), ""
    if float(told.split()[0]) == 0:  # +0 and -0 are one bound
        return _BY_NOTHING[comparison], ""
    if (comparison[0] == ">") == (sign == "+"):
        return f"{'grew' if sign == '+' else 'shrank'} {_BY[comparison].format(told)}", ""
    by = _NOT_BY[comparison].format(told)
    if sign == "-":
        return f"did not shrink {by}", f"shrank {by}"
    return f"did not grow {by}", f"grew {by}"
