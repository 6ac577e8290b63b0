"""How commands that take long show how far they are: on standard error, gone when they are done."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def bars(*, counted: bool = True) -> Progress:
    """A bar for each task; counted, also how much of it is done and how long the rest may take."""
    amounts = (MofNCompleteColumn(), TimeRemainingColumn()) if counted else ()
    columns = (TextColumn("{task.description}"), BarColumn(), *amounts)
    return Progress(*columns, console=Console(stderr=True), transient=True)
