"""Alembic's way in; the connection is handed over by `gunbai.server.database`."""

from __future__ import annotations

from alembic import context

from gunbai.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
