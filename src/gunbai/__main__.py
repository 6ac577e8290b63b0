"""python -m gunbai is the command gunbai."""

from gunbai.cli import main

main()
