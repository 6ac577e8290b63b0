"""Experiments with rules: one short file, many games, one page (`gunbai study`)."""
