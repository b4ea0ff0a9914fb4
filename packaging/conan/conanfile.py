# SPDX-License-Identifier: MIT OR Apache-2.0
# conan create packaging/conan: builds from the sources around this recipe, with the Rust of the machine.
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

required_conan_version = ">=2.0"


class ZrgConan(ConanFile):
    name = "zrg"
    description = "Chunk grids of Zarr v3 arrays: which chunks hold these elements, and where"
    license = "MIT OR Apache-2.0"
    url = "https://crates.io/crates/zarr-rectgrid"
    homepage = "https://crates.io/crates/zarr-rectgrid"
    topics = ("zarr", "chunk-grid", "array")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}

    @property
    def _sources(self):
        return os.path.join(self.recipe_folder, os.pardir, os.pardir)

    def set_version(self):
        manifest = load(self, os.path.join(self._sources, "Cargo.toml"))
        self.version = re.search(r'^version = "(.*)"$', manifest, re.MULTILINE).group(1)

    def export_sources(self):
        for pattern in ("Cargo.*", "build.rs", "CMakeLists.txt", "LICENSE-*", "THIRD-PARTY", "src/*", "include/*",
                        "cmake/*", "vendor/*", ".cargo/*"):
            copy(self, pattern, self._sources, self.export_sources_folder)

    def config_options(self):
        if self.settings.os == "Windows":
            del self.options.fPIC

    def configure(self):
        if self.options.shared:
            self.options.rm_safe("fPIC")
        # Neither the header for C nor Rust depends on a C++ library.
        self.settings.rm_safe("compiler.libcxx")
        self.settings.rm_safe("compiler.cppstd")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["ZRG_BUILD_TESTING"] = False
        toolchain.cache_variables["ZRG_BUILD_EXAMPLES"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()  # BUILD_SHARED_LIBS comes from the option
        cmake.build()

    def package(self):
        CMake(self).install()
        for pattern in ("LICENSE-*", "THIRD-PARTY"):
            copy(self, pattern, self.source_folder, os.path.join(self.package_folder, "licenses"))
        # Conan writes these for its users.
        for folder in ("lib/cmake", "lib/pkgconfig", "share"):
            rmdir(self, os.path.join(self.package_folder, folder))

    def package_info(self):
        kind = "shared" if self.options.shared else "static"
        self.cpp_info.libs = ["zrg"]
        self.cpp_info.set_property("cmake_target_name", "zrg::zrg")
        self.cpp_info.set_property("cmake_target_aliases", [f"zrg::{kind}"])
        self.cpp_info.set_property("pkg_config_name", "zrg")
        if not self.options.shared:
            if self.settings.os in ("Linux", "FreeBSD"):
                self.cpp_info.system_libs = ["m", "pthread", "dl"]
                for flags in (self.cpp_info.sharedlinkflags, self.cpp_info.exelinkflags):
                    flags.append("-Wl,--exclude-libs,libzrg.a")
            elif self.settings.os == "Windows":
                self.cpp_info.system_libs = ["kernel32", "ntdll", "userenv", "ws2_32", "dbghelp"]
