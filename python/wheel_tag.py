"""Tags a wheel that carries the program with the platform on which it runs."""

import os
import pathlib
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PlatformTag(BuildHookInterface[Any]):
    """Reads the platform from `PEACH_WHEEL_PLATFORM`, such as manylinux_2_35_x86_64."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if (pathlib.Path(self.root) / "src/peach/bundled/bin/peach").exists():
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{os.environ['PEACH_WHEEL_PLATFORM']}"
