"""The reference agents.

    python -m arena_sdk.agents paranoid:depth=3 --address unix:/tmp/paranoid.sock

`CATALOGUE` has them by name; `parse` reads a name with its parameters.
"""

from arena_sdk.agents.catalogue import CATALOGUE, Choice, Entry, Parameter, parse

__all__ = ["CATALOGUE", "Choice", "Entry", "Parameter", "parse"]
