"""Facts spliced into hand-written pages: counts, tables, command help and signatures, all read when the docs are built."""

from __future__ import annotations
