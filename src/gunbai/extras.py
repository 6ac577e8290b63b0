"""What the parts of the package need beyond the engines, and what to say where it is not installed."""

from __future__ import annotations

from typing import Final

# Top-level module -> the extra of pyproject.toml that brings it.
EXTRA_OF: Final = {
    "msgspec": "cli",
    "rich": "cli",
    "typer": "cli",
    "textual": "terminal",
    "alembic": "server",
    "argon2": "server",
    "httptools": "server",
    "httpx": "server",
    "litestar": "server",
    "platformdirs": "server",
    "prometheus_client": "server",
    "sqlalchemy": "server",
    "uvicorn": "server",
    "uvloop": "server",
    "websockets": "server",
    "psycopg": "postgres",
    "choix": "lab",
    "scipy": "lab",
    "gymnasium": "rl",
    "numpy": "rl",
    "pyarrow": "data",
    "mcp": "mcp",
    "altair": "study",
    "vl_convert": "study",
    "ray": "ray",
    "pettingzoo": "rl",
    "pyspiel": "openspiel",
}


def advice(error: ModuleNotFoundError) -> str:
    """One line about what to install; empty when the missing module belongs to no extra."""
    module = (error.name or "").partition(".")[0]
    extra = EXTRA_OF.get(module)
    return f"this needs {module}, which is not installed: pip install 'gunbai[{extra}]' brings it" if extra else ""
