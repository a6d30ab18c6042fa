"""`python -m nsys_duck`."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it in one line at any time, while it is being imported too."""
    try:
        from nsys_duck.cli.app import app

        app()
    except KeyboardInterrupt:
        print("nsys-duck: interrupted", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
