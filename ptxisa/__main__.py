"""`python -m ptxisa` is the command `ptxisa`."""

import sys

from ptxisa.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
