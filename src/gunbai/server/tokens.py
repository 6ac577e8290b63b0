"""Secrets that open seats: 192 random bits, kept only as a hash."""

from __future__ import annotations

import hashlib
import secrets

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_token() -> str:
    """A fresh secret of 192 bits."""
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> bytes:
    """What is stored of a secret. It is random and long, so a plain hash cannot be guessed back."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def new_name(length: int = 12) -> str:
    """A fresh public name for a table, person or session; unique, not secret, and easy to read aloud."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))
