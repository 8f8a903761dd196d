"""Benchmarks: `python -m bench.NAME [--quick]`. Each explains itself in a table and prints
one JSON object as its last line. Comparisons are ratios within one run."""
