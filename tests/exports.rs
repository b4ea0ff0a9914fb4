// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every export is an ordinary function whose whole body is one call of `guard`, and `args` has room for what it takes.

use std::{fs, path::Path};

use syn::{Block, Expr, Item, ItemFn, Stmt};

/// The exported functions, in the order of the source.
fn exports() -> Vec<ItemFn> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/capi");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut exports = vec![];
    for file in files {
        let source = syn::parse_file(&fs::read_to_string(&file).unwrap()).unwrap();
        for item in source.items {
            match item {
                Item::Fn(function) if function.sig.abi.is_some() => exports.push(function),
                // Exports hidden in blocks, or made by macros, would escape this test and the header.
                Item::Macro(makes) => panic!("{}: a macro, {:?}", file.display(), makes.mac.path.get_ident()),
                Item::Mod(module) => assert!(module.content.is_none(), "{}: a module in a file", file.display()),
                _ => {}
            }
        }
    }
    assert!(exports.len() > 30, "only {} exports found", exports.len());
    exports
}

/// The one expression that a block is.
fn only(block: &Block) -> Option<&Expr> {
    match &block.stmts[..] {
        [Stmt::Expr(expr, None)] => Some(expr),
        _ => None,
    }
}

fn is_guarded(block: &Block) -> bool {
    match only(block) {
        Some(Expr::Call(call)) => match &*call.func {
            Expr::Path(path) => path.path.is_ident("guard") || path.path.is_ident("guard_value"),
            _ => false,
        },
        _ => false,
    }
}

#[test]
fn every_export_is_one_call_of_guard() {
    for function in exports() {
        let name = &function.sig.ident;
        assert!(is_guarded(&function.block), "the body of {name} is not one call of guard");
        assert!(function.sig.unsafety.is_some(), "{name} is not unsafe");
        assert!(matches!(function.vis, syn::Visibility::Public(_)), "{name} is not public");
        assert!(function.sig.generics.params.is_empty(), "{name} is generic");
        let attributes: Vec<String> = function
            .attrs
            .iter()
            .filter(|attribute| !attribute.path().is_ident("doc"))
            .map(|attribute| attribute.path().get_ident().unwrap().to_string())
            .collect();
        // No `cfg`: a function that is only sometimes there cannot be in a header.
        assert_eq!(attributes, ["unsafe"], "the attributes of {name}");
        let returns = match &function.sig.output {
            syn::ReturnType::Default => String::new(),
            syn::ReturnType::Type(_, ty) => match &**ty {
                syn::Type::Path(path) => path.path.get_ident().unwrap().to_string(),
                _ => "pointer".into(),
            },
        };
        let last = function.sig.inputs.last();
        let takes_error = last.is_some_and(|input| match input {
            syn::FnArg::Typed(typed) => matches!(&*typed.pat, syn::Pat::Ident(pat) if pat.ident == "error"),
            syn::FnArg::Receiver(_) => false,
        });
        assert_eq!(returns == "zrg_status", takes_error, "{name} returns a status and takes an error, or neither");
    }
}

/// `Args` in src/capi/args.rs has room for the arrays of any call, of which options are read in three steps.
#[test]
fn no_export_takes_more_arrays_than_are_claimed() {
    let source = include_str!("../src/capi/args.rs");
    let (_, rest) = source.split_once("const MOST: usize = ").unwrap();
    let room: usize = rest.split_once(';').unwrap().0.parse().unwrap();
    let mut most = 0usize;
    for function in exports() {
        let mut arrays = 0usize;
        for input in &function.sig.inputs {
            let syn::FnArg::Typed(input) = input else { continue };
            let syn::Type::Ptr(pointer) = &*input.ty else { continue };
            arrays += match &*pointer.elem {
                syn::Type::Path(of) if of.path.is_ident("zrg_options") => 3,
                _ => 1,
            };
        }
        // The last pointer is the error's, which no claim is made of.
        most = most.max(arrays.saturating_sub(1));
        assert!(arrays <= room + 1, "{} takes {arrays} arrays", function.sig.ident);
    }
    assert!(most + 1 >= room, "no call takes more than {most} arrays, where {room} have room");
}
