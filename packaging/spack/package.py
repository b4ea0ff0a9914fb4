# SPDX-License-Identifier: MIT OR Apache-2.0
from spack.package import *


class Zrg(CMakePackage):
    """Chunk grids of Zarr v3 arrays: which chunks hold these elements, and where."""

    homepage = "https://crates.io/crates/zarr-rectgrid"
    url = "https://static.crates.io/crates/zarr-rectgrid/zarr-rectgrid-0.1.0.crate"

    license("MIT OR Apache-2.0")

    # The checksum is the release's: see RELEASING.md.
    version("0.1.0", extension="tar.gz")

    variant("shared", default=True, description="Build the shared library, else the static one")

    depends_on("c", type="build")
    depends_on("cmake@3.21:", type="build")
    depends_on("rust@1.85:", type="build")

    def cmake_args(self):
        return [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define("ZRG_BUILD_TESTING", False),
            self.define("ZRG_BUILD_EXAMPLES", False),
        ]

    def setup_build_environment(self, env):
        env.set("CARGO_HOME", join_path(self.stage.path, "cargo"))
