"""Serves one reference agent: python -m arena_sdk.agents NAME[:key=value,...]"""

import sys

from arena_sdk.agents import CATALOGUE, parse
from arena_sdk.errors import SdkError
from arena_sdk.server import serve


def main(arguments: list[str]) -> None:
    """Exits with code 2 and one line on stderr for a name or parameter there is not."""
    if not arguments or arguments[0].startswith("-"):
        print(  # noqa: T201 - a command's message
            "usage: python -m arena_sdk.agents NAME[:key=value,...] [--address ADDRESS]; "
            f"there are {', '.join(CATALOGUE)}",
            file=sys.stderr,
        )
        sys.exit(2)
    try:
        bot = parse(arguments[0]).bot()
    except SdkError as error:
        print(error, file=sys.stderr)  # noqa: T201 - a command's message
        sys.exit(2)
    serve(bot)


if __name__ == "__main__":
    main(sys.argv[1:])
