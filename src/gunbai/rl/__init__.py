"""Environments for learning: `arrays` has many games at once, `pettingzoo_env`, `gymnasium_env` and `openspiel_games`
speak to the libraries that they are named after. Needs the extra `rl` or `openspiel`; only `batch` needs neither.
"""
