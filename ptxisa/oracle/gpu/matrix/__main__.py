"""`python -m ptxisa.oracle.gpu.matrix`."""

import sys

from ptxisa.oracle.gpu.matrix.campaign import main

sys.exit(main())
