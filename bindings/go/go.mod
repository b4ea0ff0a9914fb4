// SPDX-License-Identifier: MIT OR Apache-2.0
module zrg

go 1.19
