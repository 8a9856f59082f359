"""`python -m lanewise` is the `lanewise` command."""

from lanewise.cli import main

main()
