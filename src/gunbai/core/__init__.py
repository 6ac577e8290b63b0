"""The contract all games share. Knows no game, needs only the standard library and mypyc's runtime."""
