// SPDX-License-Identifier: MIT OR Apache-2.0
//! Nothing of the C ABI is declared by hand here, so that nothing can be forgotten:
//!
//! - `declared.rs` is what `src/capi` defines, as a foreign caller would declare it. ctest writes a C file and a Rust file
//!   that compare it with `include/zrg/zrg.h`: sizes, alignments, offsets, constants, and that each function exists.
//! - `prototypes.rs` is what the header declares, as Rust would. `tests/signatures.rs` compares it with what is defined.
//! - `calls.rs` calls every function of the header with nothing but zeros, for `tests/panics.rs`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use syn::{Fields, FnArg, Item, Pat, ReturnType, Visibility};

#[path = "../header.rs"]
mod header;

fn main() {
    let root =
        PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets the folder of the manifest")).join("../..");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets a folder for what is made"));
    for input in ["c_tests/abi/build.rs", "c_tests/header.rs", "include", "src/capi"] {
        println!("cargo::rerun-if-changed={}", root.join(input).display());
    }
    let write = |name: &str, text: String| fs::write(out.join(name), text).expect("a file");

    let declared = Declared::of(&root.join("src/capi"));
    write("declared.rs", declared.text);
    let header = fs::read_to_string(root.join("include/zrg/zrg.h")).expect("the header");
    let prototypes = header::prototypes(&header);
    write("prototypes.rs", rust_prototypes(&prototypes));
    write("calls.rs", calls(&prototypes));

    let mut generator = ctest::TestGenerator::new();
    generator
        .header("zrg/zrg.h")
        .include(root.join("include"))
        .edition(2024)
        .skip_struct(move |of| declared.opaque.iter().any(|opaque| opaque == of.ident()))
        // The header's typedefs serve C and C++ alike.
        .rename_struct_ty(|name| Some(name.to_string()));
    ctest::generate_test(&mut generator, out.join("declared.rs"), "layout.rs")
        .expect("the declarations translate to C");
}

/// What `src/capi` defines, declared.
struct Declared {
    text: String,
    /// Incomplete types in C, so without a size.
    opaque: Vec<String>,
}

impl Declared {
    fn of(folder: &Path) -> Self {
        let mut declared = Declared { text: String::from("use core::ffi::{c_char, c_void};\n"), opaque: vec![] };
        let mut functions = String::new();
        let mut files: Vec<_> =
            fs::read_dir(folder).expect("src/capi").map(|file| file.expect("a file").path()).collect();
        files.sort();
        for file in files {
            // Its constants are the members of enums once more.
            if file.ends_with("numbers.rs") {
                continue;
            }
            let source = fs::read_to_string(&file).expect("a source");
            for item in syn::parse_file(&source).expect("Rust").items {
                declared.add(item, &mut functions);
            }
        }
        let _ = write!(declared.text, "unsafe extern \"C\" {{\n{functions}}}\n");
        declared
    }

    fn add(&mut self, item: Item, functions: &mut String) {
        let text = &mut self.text;
        match item {
            Item::Type(alias) if is_public(&alias.vis) => {
                let _ = writeln!(text, "pub type {} = {};", alias.ident, tokens(&*alias.ty));
            }
            Item::Const(constant) if is_public(&constant.vis) => {
                let (ty, value) = (tokens(&*constant.ty), tokens(&*constant.expr));
                let _ = writeln!(text, "pub const {}: {ty} = {value};", constant.ident);
            }
            Item::Enum(family) if is_c(&family.attrs) => {
                for member in &family.variants {
                    let (_, value) = member.discriminant.as_ref().expect("members of the header's enums have numbers");
                    let _ = writeln!(text, "pub const {}: u32 = {};", member.ident, tokens(value));
                }
            }
            Item::Struct(structure) if is_c(&structure.attrs) => {
                let _ = writeln!(text, "#[repr(C)]\npub struct {} {{", structure.ident);
                for field in &structure.fields {
                    let name = field.ident.as_ref().expect("fields have names");
                    let _ = writeln!(text, "    pub {name}: {},", tokens(&field.ty));
                }
                text.push_str("}\n");
            }
            // A handle: one private field of nothing.
            Item::Struct(handle) if is_public(&handle.vis) && handle.ident.to_string().starts_with("zrg_") => {
                assert!(matches!(&handle.fields, Fields::Named(fields) if fields.named.len() == 1), "{}", handle.ident);
                let _ = writeln!(text, "#[repr(C)]\npub struct {} {{\n    _opaque: [u8; 0],\n}}", handle.ident);
                self.opaque.push(handle.ident.to_string());
            }
            Item::Fn(function) if function.sig.abi.is_some() => {
                let parameters = function.sig.inputs.iter().map(|input| match input {
                    FnArg::Typed(typed) => match &*typed.pat {
                        Pat::Ident(name) => format!("{}: {}", tokens(&name.ident), tokens(&*typed.ty)),
                        _ => panic!("a parameter without a name"),
                    },
                    FnArg::Receiver(_) => panic!("a function of C has no self"),
                });
                let returns = match &function.sig.output {
                    ReturnType::Default => String::new(),
                    ReturnType::Type(_, ty) => format!(" -> {}", tokens(&**ty)),
                };
                let parameters = parameters.collect::<Vec<_>>().join(", ");
                let _ = writeln!(functions, "    pub fn {}({parameters}){returns};", function.sig.ident);
            }
            _ => {}
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_c(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("repr"))
}

fn tokens(of: &impl quote::ToTokens) -> String {
    of.to_token_stream().to_string()
}

/// The prototypes of the header as declarations of Rust, and the list of them.
fn rust_prototypes(prototypes: &[header::Prototype]) -> String {
    let mut text = String::from("unsafe extern \"C\" {\n");
    for prototype in prototypes {
        let parameters = prototype.parameters.iter().map(|(name, ty)| format!("r#{name}: {}", rust_type(ty)));
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let returns = match prototype.returns.as_str() {
            "void" => String::new(),
            ty => format!(" -> {}", rust_type(ty)),
        };
        let _ = writeln!(text, "    pub fn {}({parameters}){returns};", prototype.name);
    }
    text + "}\n"
}

/// The Rust of a type of C.
fn rust_type(ty: &str) -> String {
    if let Some(target) = ty.strip_suffix('*') {
        let target = target.trim_end();
        return match target.strip_prefix("const ").filter(|target| !target.ends_with('*')) {
            Some(target) => format!("*const {}", rust_type(target)),
            None => format!("*mut {}", rust_type(target)),
        };
    }
    match ty {
        "void" => "c_void",
        "char" => "c_char",
        "size_t" => "usize",
        "ptrdiff_t" => "isize",
        "uint8_t" => "u8",
        "uint32_t" => "u32",
        "uint64_t" => "u64",
        "int32_t" => "i32",
        "int64_t" => "i64",
        named if named.starts_with("zrg_") => named,
        other => panic!("what is the Rust of {other}?"),
    }
    .to_string()
}

/// A table of the header's functions, each compared and called with zeros.
fn calls(prototypes: &[header::Prototype]) -> String {
    let mut text = String::from("calls! {\n");
    for prototype in prototypes {
        let arguments = prototype.parameters.iter().map(|(name, ty)| match (name.as_str(), ty.ends_with('*')) {
            ("error", _) => "error()",
            (_, true) if ty.starts_with("const ") && !ty.ends_with("**") => "null()",
            (_, true) => "null_mut()",
            (_, false) => "0",
        });
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        let kind = match prototype.returns.as_str() {
            "zrg_status" => "status",
            "void" => "nothing",
            returns if returns.ends_with('*') => "text",
            _ => "number",
        };
        let _ = writeln!(text, "    {kind} {}({arguments});", prototype.name);
    }
    text + "}\n"
}
