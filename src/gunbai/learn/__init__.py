"""Judgement learned from play: games of bots, weights fitted to their results, and what came of it."""
