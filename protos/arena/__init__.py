"""Wire contracts of the arena, by version. Import what you need from `arena.v1`."""
