"""`nsys-duck --help`: commands under headings, not one list."""

from typer.core import TyperGroup

TRACE = "Questions to a trace"
KEEP = "Keep and check"
LEARN = "Learn what there is"


class Grouped(TyperGroup):
    """Lists each command under the heading in its `rich_help_panel`, in the order of creation."""

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
