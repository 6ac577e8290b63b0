"""Attacks on a running server, each beside a bystander who goes on playing."""
