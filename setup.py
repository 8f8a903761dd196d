"""Compiles the typed rules where there is a C compiler; installs them interpreted where not.

Everything else about the build is in pyproject.toml. ARENA_PURE=1 compiles nothing.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent
CORES = os.cpu_count() or 1
# A module is typed exactly when a .pxd stands beside it.
TYPED = sorted(ROOT.glob("arena_games/**/*.pxd"))


class OptionalBuildExt(build_ext):
    """Goes on without compiled modules where they cannot be built.

    `Extension(optional=True)` is not enough: it still fails where gcc is missing.
    """

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or CORES

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # whatever a compiler does, the sources still run interpreted
            if os.environ.get("ARENA_REQUIRE_COMPILED") == "1":
                raise
            print(f"bot-arena: rules stay interpreted, not compiled ({error})", file=sys.stderr)
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []


def extensions() -> list[Extension]:
    if os.environ.get("ARENA_PURE") == "1" or not TYPED:
        return []
    from Cython.Build import cythonize

    modules = []
    for pxd in TYPED:
        name = ".".join(pxd.relative_to(ROOT).with_suffix("").parts)
        source = str(pxd.relative_to(ROOT).with_suffix(".py"))
        # Without debug information compiling takes two thirds of the time.
        modules.append(Extension(name, [source], extra_compile_args=["-O3", "-g0"]))
    return cythonize(
        modules,
        build_dir="build",
        nthreads=CORES,
        language_level=3,
        compiler_directives={
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "embedsignature": True,
        },
    )


setup(ext_modules=extensions(), cmdclass={"build_ext": OptionalBuildExt})
