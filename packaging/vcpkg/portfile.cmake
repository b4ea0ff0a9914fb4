# SPDX-License-Identifier: MIT OR Apache-2.0
# The crate as published carries what CMake needs. vcpkg has no Rust: the machine's is used.
vcpkg_download_distfile(archive
  URLS "https://static.crates.io/crates/zarr-rectgrid/zarr-rectgrid-${VERSION}.crate"
  FILENAME "zarr-rectgrid-${VERSION}.tar.gz"
  SHA512 0) # the release's: see RELEASING.md
vcpkg_extract_source_archive(source ARCHIVE "${archive}")

# One linkage for each triplet: vcpkg sets BUILD_SHARED_LIBS, which decides where ZRG_BUILD_* are not set.
vcpkg_cmake_configure(SOURCE_PATH "${source}" OPTIONS -DZRG_BUILD_TESTING=OFF -DZRG_BUILD_EXAMPLES=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/zrg)
vcpkg_fixup_pkgconfig()
vcpkg_copy_pdbs()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share"
  "${CURRENT_PACKAGES_DIR}/share/doc")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${source}/LICENSE-MIT" "${source}/LICENSE-APACHE" "${source}/THIRD-PARTY")
