"""Gunshi: The Art of Strategy. Commands sent turns ahead, a secret shogun, chained units."""
