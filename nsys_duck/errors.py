"""What can go wrong, each as one line that says what to do next."""

EXPORT_HINT = "nsys export --type sqlite"  # the command that makes an export, in many a message


class NsysDuckError(Exception):
    """The question cannot be answered; exit status 1."""

    exit_code = 1


class UsageError(NsysDuckError):
    """The question was put wrongly; exit status 2."""

    exit_code = 2


class TraceError(NsysDuckError):
    """The file is no trace that can be read."""


class MissingColumn(TraceError):
    """The export has a table without a column that nothing can stand in for."""


class UnfitValue(NsysDuckError):
    """A value does not fit its column's declared type; the trace is read again with checks."""


class BrokenEngine(NsysDuckError):
    """The engine failed inside and answers nothing more; the trace is opened anew for the next question."""


class LostError(NsysDuckError):
    """The engine stopped a statement for an error that it did not tell; asked again, it may."""


class NoVerdict(NsysDuckError):
    """A comparison that could not be made; exit status 3, since 1 says that something became worse."""

    exit_code = 3
