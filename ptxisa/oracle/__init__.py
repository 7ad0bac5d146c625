"""Comparison of records with real tools: releases of ptxas, and the GPU of this machine."""
