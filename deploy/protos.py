"""Generates `protos/arena/v1` from its .proto files, or checks that it is current.

The generator is pinned in pyproject.toml to the oldest release that we support: what it
writes runs on that and on everything newer.
"""

import argparse
import filecmp
import sys
import tempfile
from pathlib import Path

from grpc_tools import protoc

PROTOS = Path(__file__).parent.parent / "protos"


def generate(out: Path) -> list[Path]:
    """Writes the generated modules under `out`; returns their paths below it."""
    sources = [str(path.relative_to(PROTOS)) for path in sorted(PROTOS.glob("arena/v1/*.proto"))]
    outputs = [f"--{kind}_out={out}" for kind in ("python", "pyi", "grpc_python")]
    if protoc.main(["protoc", f"-I{PROTOS}", *outputs, *sources]) != 0:
        sys.exit("protoc failed")
    return sorted(path.relative_to(out) for path in out.glob("arena/v1/*_pb2*.py*"))


def stale() -> list[Path]:
    """Generated files that differ from what the .proto files give."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = generate(Path(folder))
        kept = {path.relative_to(PROTOS) for path in PROTOS.glob("arena/v1/*_pb2*.py*")}
        differ = [
            path
            for path in fresh
            if path in kept and not filecmp.cmp(Path(folder) / path, PROTOS / path, shallow=False)
        ]
        return differ + sorted(kept ^ set(fresh))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether it is current")
    if parser.parse_args().check:
        if files := stale():
            names = ", ".join(map(str, files))
            sys.exit(f"generated code is not current ({names}); run: make protos")
        print("generated code is current")
    else:
        generate(PROTOS)


if __name__ == "__main__":
    main()
