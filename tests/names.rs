//! One name for one thing: type names of the program and of the core stand once. Code under `#[cfg(test)]` is left out.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Item};

/// Files that stand in for others: for a browser, or for a processor without lanes. Their names are those of the
/// others.
const TWINS: [&str; 4] = ["/browser/", "/page/", "_in_page.rs", "_none.rs"];

/// Names that two crates have each for itself.
const BOTH: [&str; 1] = ["Link"];

fn files(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path.to_str().unwrap().replace('\\', "/"));
        }
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.meta.to_token_stream().to_string().contains("test")
    })
}

/// Adds the names of the types in these items, and in modules among them.
fn types(items: &[Item], add: &mut impl FnMut(String)) {
    for item in items {
        let (attributes, name) = match item {
            Item::Struct(item) => (&item.attrs, &item.ident),
            Item::Enum(item) => (&item.attrs, &item.ident),
            Item::Trait(item) => (&item.attrs, &item.ident),
            Item::Type(item) => (&item.attrs, &item.ident),
            Item::Mod(item) if !is_test(&item.attrs) => {
                types(item.content.as_ref().map_or(&[], |(_, items)| items), add);
                continue;
            }
            Item::Macro(item) if !is_test(&item.attrs) => {
                types_in_macro(item.mac.tokens.clone(), add);
                continue;
            }
            _ => continue,
        };
        if !is_test(attributes) {
            add(name.to_string());
        }
    }
}

/// Adds the names of the types that a macro's tokens define; a name that the macro is given, `$name`, is left out.
fn types_in_macro(tokens: TokenStream, add: &mut impl FnMut(String)) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => types_in_macro(group.stream(), add),
            TokenTree::Ident(word) if ["struct", "enum", "trait"].iter().any(|keyword| word == keyword) => {
                if let Some(TokenTree::Ident(name)) = tokens.peek() {
                    add(name.to_string());
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

#[test]
fn a_type_name_means_one_thing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for folder in ["src", "crates/collide2d/src"] {
        files(&root.join(folder), &mut paths);
    }
    let above = root.to_str().unwrap().len();
    paths
        .retain(|path| !TWINS.iter().any(|twin| path[above..].contains(twin)) && !path.ends_with("tests.rs"));
    let mut places: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for path in &paths {
        let file = syn::parse_file(&std::fs::read_to_string(path).unwrap()).unwrap();
        types(&file.items, &mut |name| places.entry(name).or_default().push(path));
    }
    assert!(places.len() > 500, "{} types", places.len());
    let twice: Vec<_> =
        places.iter().filter(|(name, paths)| paths.len() > 1 && !BOTH.contains(&name.as_str())).collect();
    assert!(twice.is_empty(), "names that stand twice: {twice:#?}");
}
