"""The command gunbai; also python -m gunbai."""

import sys

from gunbai.extras import advice


def main() -> None:
    """Run the command line, or say in one line which extra it needs."""
    try:
        from gunbai.cli import main as run  # noqa: PLC0415 - the engines alone have no command line
    except ModuleNotFoundError as error:
        line = advice(error)
        if not line:
            raise
        sys.exit(f"gunbai: {line}")
    run()


if __name__ == "__main__":
    main()
