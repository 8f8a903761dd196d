"""The wire contract of the arena, version 1: generated from the `.proto` files beside it."""
