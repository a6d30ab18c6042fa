"""`nsys-duck` as a whole: help with commands under headings, and wrong usage told in one line."""

import sys
from typing import Any

from typer import BadParameter
from typer.core import TyperGroup

from nsys_duck.output.messages import say

UsageError = BadParameter.__base__  # Typer has no public name for it

TRACE = "Questions to a trace"
KEEP = "Keep and check"
LEARN = "Learn what there is"


class Grouped(TyperGroup):
    """Lists each command under the heading in its `rich_help_panel`, in the order of creation."""

    def main(self, *args: Any, standalone_mode: bool = True, **more: Any) -> Any:
        """As Typer's, but for what is said of wrong usage: what is wrong, and where to look."""
        if not standalone_mode:
            return super().main(*args, standalone_mode=False, **more)
        try:
            status = super().main(*args, standalone_mode=False, **more)
        except UsageError as error:
            if type(error).show is UsageError.show:
                say(f"error: {_in_one_line(error)}")
            else:  # the help, where nothing was asked
                error.show()
            status = error.exit_code
        sys.exit(status if isinstance(status, int) else 0)

    def resolve_command(self, ctx, args: list[str]) -> Any:
        """As Typer's; the name of a report is no command, though one may take it for one."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            from nsys_duck.reports.names import is_report

            if is_report(args[0]):
                raise UsageError(f"{args[0]!r} is a report: nsys-duck report {' '.join(args)}", ctx)
        name, command, rest = super().resolve_command(ctx, args)
        return name, command, _of_nsys(rest, ctx) if name == "stats" else rest

    def format_commands(self, ctx, formatter) -> None:
        """Write one section per heading."""
        sections: dict[str, list] = {}
        for name, command in self.commands.items():
            if not command.hidden:
                sections.setdefault(command.rich_help_panel or "Commands", []).append((name, command))
        width = max(len(name) for name in self.commands)
        for heading, commands in sections.items():
            with formatter.section(heading):
                formatter.write_dl(
                    [
                        (name.ljust(width), command.get_short_help_str(formatter.width - 6 - width))
                        for name, command in commands
                    ]
                )


def _of_nsys(args: list[str], ctx) -> list[str]:
    """The arguments of stats, those of nsys stats put in our words."""
    from nsys_duck import errors
    from nsys_duck.cli.nsys_flags import translated

    try:
        return translated(args)
    except errors.UsageError as error:
        raise UsageError(str(error), ctx) from None


def _in_one_line(error: Any) -> str:
    wrong = " ".join(error.format_message().split()).rstrip(".")
    help_of = error.ctx.command_path if error.ctx else "nsys-duck"
    return f"{wrong}{' See' if wrong.endswith('?') else '; see'} {help_of} -h"
