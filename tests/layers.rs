//! Which module knows which: the rooms of the program and the layers of the core. Code under `#[cfg(test)]` is left out.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

/// The rooms of `src/`, bottom to top. A room knows those before it, and no two files of it know each other, parent and
/// child apart.
const ROOMS: &[&[&str]] = &[
    &["platform"],
    &["scene"],
    &["elsewhere"],
    &["explain"],
    &["report"],
    &["picture"],
    &["app"],
    &["gui"],
    &["cli"],
    &["main"],
];

/// The modules of the core, bottom to top. A module knows those of its own line and of the lines before it.
const LAYERS: &[&[&str]] = &[
    &["stored", "tolerance", "math", "pose", "aabb", "settings"],
    &["shape"],
    &["filter"],
    &["body", "pair", "handle"],
    &["sat"],
    &["contact", "broad_phase"],
    &["still"],
    &["kernels", "kernels_none"],
    &["collide"],
    &["batch"],
    &["event", "island", "sweep"],
    &["crossing", "joined"],
    &["query"],
    &["generator", "input", "mover"],
    &["observe"],
    &["decide"],
    &["solver"],
    &["world"],
    &["ghost"],
];

/// A module's path from the crate's root.
type Module = Vec<String>;

/// What each module of a crate imports.
struct Imports(BTreeMap<Module, BTreeSet<Module>>);

impl Imports {
    fn of(root: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(root);
        let mut files = BTreeMap::new();
        read(&root, &mut Vec::new(), &mut files);
        let modules: BTreeSet<Module> = files.keys().cloned().collect();
        let mut tests = BTreeSet::new();
        let mut paths = BTreeMap::new();
        for (module, file) in &files {
            let mut tokens = TokenStream::new();
            for item in &file.items {
                match of_tests(item) {
                    Some(name) => _ = tests.insert([&module[..], &[name]].concat()),
                    None => item.to_tokens(&mut tokens),
                }
            }
            let mut found = Vec::new();
            Paths { module, modules: &modules, found: &mut found }.read(tokens);
            paths.insert(module.clone(), found);
        }
        let is_test = |module: &Module| tests.iter().any(|test| module.starts_with(test));
        let known = |path: Module| {
            let length = (0..=path.len()).rev().find(|n| modules.contains(&path[..*n])).unwrap_or(0);
            path[..length].to_vec()
        };
        let kept = paths.into_iter().filter(|(module, _)| !is_test(module));
        Self(
            kept.map(|(module, paths)| {
                let targets =
                    paths.into_iter().map(known).filter(|target| *target != module && !is_test(target));
                (module.clone(), targets.collect())
            })
            .collect(),
        )
    }

    /// Imports from a layer above, and modules without one.
    fn upward(&self, layers: &[&[&str]]) -> Vec<String> {
        let layer = |module: &Module| {
            let Some(top) = module.first() else { return Some(layers.len()) };
            layers.iter().position(|names| names.contains(&top.as_str()))
        };
        let mut found = Vec::new();
        for (module, targets) in &self.0 {
            let Some(own) = layer(module) else {
                found.push(format!("{} is in no layer", module.join("::")));
                continue;
            };
            let above = targets.iter().filter(|target| layer(target).is_some_and(|layer| layer > own));
            found.extend(above.map(|target| format!("{} knows {}", module.join("::"), target.join("::"))));
        }
        found
    }

    /// The same of one room, without what a module knows of those that hold it.
    fn within(&self, room: &str) -> Self {
        let of_room = self.0.iter().filter(|(module, _)| module.first().is_some_and(|first| first == room));
        Self(
            of_room
                .map(|(module, targets)| {
                    let others = targets.iter().filter(|target| !module.starts_with(target));
                    (module.clone(), others.cloned().collect())
                })
                .collect(),
        )
    }

    /// Circles of modules, each by its first, but for a module and its child that know each other.
    fn circles(&self) -> Vec<String> {
        let is_family = |a: &Module, b: &Module| a[..a.len() - 1] == b[..] || b[..b.len() - 1] == a[..];
        let mut found = Vec::new();
        for (first, targets) in &self.0 {
            for next in targets.iter().filter(|next| !next.is_empty()) {
                let is_mutual = self.0.get(next).is_some_and(|targets| targets.contains(first));
                let direct =
                    (is_mutual && first < next && !is_family(first, next)).then(|| vec![first.clone()]);
                for way in direct.into_iter().chain(self.way_back(next, first)) {
                    let names: Vec<_> = [first, next].into_iter().chain(&way).map(|m| m.join("::")).collect();
                    found.push(names.join(" -> "));
                }
            }
        }
        found
    }

    /// The shortest way from `next` back to `first` through modules that come after `first`, at least one.
    fn way_back(&self, next: &Module, first: &Module) -> Option<Vec<Module>> {
        let mut before: BTreeMap<&Module, Option<&Module>> = BTreeMap::from([(next, None)]);
        let mut queue = VecDeque::from([next]);
        while let Some(at) = queue.pop_front() {
            for target in self.0.get(at).into_iter().flatten() {
                if target == first && at != next {
                    let mut way = vec![first.clone()];
                    let mut at = at;
                    while let Some(earlier) = before[at] {
                        way.push(at.clone());
                        at = earlier;
                    }
                    way.reverse();
                    return Some(way);
                }
                if target > first && !before.contains_key(target) {
                    before.insert(target, Some(at));
                    queue.push_back(target);
                }
            }
        }
        None
    }
}

fn read(folder: &Path, module: &mut Module, files: &mut BTreeMap<Module, syn::File>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            module.push(name);
            read(&path, module, files);
            module.pop();
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let file = syn::parse_file(&std::fs::read_to_string(&path).unwrap()).unwrap();
            let own = if name == "lib" { Vec::new() } else { [&module[..], &[name]].concat() };
            files.insert(own, file);
        }
    }
}

/// The name of an item under `#[cfg(test)]`; empty where it has none.
fn of_tests(item: &syn::Item) -> Option<String> {
    use syn::Item;
    let (attributes, name) = match item {
        Item::Mod(item) => (&item.attrs, item.ident.to_string()),
        Item::Use(item) => (&item.attrs, String::new()),
        Item::Fn(item) => (&item.attrs, String::new()),
        Item::Impl(item) => (&item.attrs, String::new()),
        Item::Const(item) => (&item.attrs, String::new()),
        Item::Struct(item) => (&item.attrs, String::new()),
        _ => return None,
    };
    let is_test = |attribute: &syn::Attribute| {
        attribute.path().is_ident("cfg") && attribute.meta.to_token_stream().to_string().contains("test")
    };
    attributes.iter().any(is_test).then_some(name)
}

/// Reads the paths of a module that lead to modules of its crate.
struct Paths<'a> {
    module: &'a Module,
    modules: &'a BTreeSet<Module>,
    found: &'a mut Vec<Module>,
}

impl Paths<'_> {
    fn read(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < trees.len() {
            let is_visibility = at > 0 && matches!(&trees[at - 1], TokenTree::Ident(name) if name == "pub");
            match &trees[at] {
                TokenTree::Group(group) if !is_visibility => self.read(group.stream()),
                // Behind a single colon, as a field's type, a path begins.
                TokenTree::Ident(name)
                    if leads_on(&trees, at + 1) && !(at > 1 && leads_on(&trees, at - 2)) =>
                {
                    if let Some(start) = self.start(&name.to_string()) {
                        at = self.follow(&trees, at + 1, start);
                        continue;
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Where a path with this first word begins.
    fn start(&self, word: &str) -> Option<Module> {
        match word {
            "crate" => Some(Vec::new()),
            "self" => Some(self.module.clone()),
            "super" => Some(self.module[..self.module.len().saturating_sub(1)].to_vec()),
            child => Some([&self.module[..], &[child.to_owned()]].concat())
                .filter(|child| self.modules.contains(child)),
        }
    }

    /// Goes on with a path behind `path`; returns where it ends.
    fn follow(&mut self, trees: &[TokenTree], mut at: usize, mut path: Module) -> usize {
        while leads_on(trees, at) {
            match trees.get(at + 2) {
                Some(TokenTree::Ident(name)) if name == "super" => _ = path.pop(),
                Some(TokenTree::Ident(name)) if name == "self" => {}
                Some(TokenTree::Ident(name)) => path.push(name.to_string()),
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    for part in inner.split(|tree| matches!(tree, TokenTree::Punct(p) if p.as_char() == ','))
                    {
                        let mut of_part = path.clone();
                        match part.first() {
                            Some(TokenTree::Ident(name)) if name == "super" => _ = of_part.pop(),
                            Some(TokenTree::Ident(name)) if name != "self" => of_part.push(name.to_string()),
                            _ => {}
                        }
                        self.follow(part, 1, of_part);
                    }
                    return at + 3;
                }
                _ => break,
            }
            at += 3;
        }
        self.found.push(path);
        at
    }
}

/// Whether `::` stands there.
fn leads_on(trees: &[TokenTree], at: usize) -> bool {
    is_colon(trees, at) && is_colon(trees, at + 1)
}

fn is_colon(trees: &[TokenTree], at: usize) -> bool {
    matches!(trees.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == ':')
}

/// Adds the names of the public functions of a type among these items.
fn public_functions(items: &[syn::Item], of: &str, found: &mut Vec<String>) {
    for item in items.iter().filter(|item| of_tests(item).is_none()) {
        let syn::Item::Impl(item) = item else { continue };
        let is_own = item.trait_.is_none() && item.self_ty.to_token_stream().to_string() == of;
        found.extend(item.items.iter().filter(|_| is_own).filter_map(|item| match item {
            syn::ImplItem::Fn(function) if matches!(function.vis, syn::Visibility::Public(_)) => {
                Some(function.sig.ident.to_string())
            }
            _ => None,
        }));
    }
}

#[test]
fn rooms_know_only_what_stands_below_them() {
    assert_eq!(Imports::of("src").upward(ROOMS), [""; 0]);
}

/// What a room holds is read in the room: a function that only passes it on makes the whole harder to read.
#[test]
fn the_state_of_the_program_has_few_public_functions() {
    let mut files = BTreeMap::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app"), &mut Vec::new(), &mut files);
    let mut found = Vec::new();
    files.values().for_each(|file| public_functions(&file.items, "AppState", &mut found));
    assert!((20..=56).contains(&found.len()), "{} public functions: {found:?}", found.len());
}

#[test]
fn no_two_files_of_a_room_know_each_other() {
    let all = Imports::of("src");
    // The last one is a file.
    for room in ROOMS[..ROOMS.len() - 1].iter().flat_map(|rooms| *rooms) {
        let files = all.within(room);
        assert!(files.0.len() > 8, "{room}: {} files", files.0.len());
        assert_eq!(files.circles(), [""; 0], "{room}");
    }
}

#[test]
fn layers_of_the_core_know_only_what_stands_below_them_and_no_circle() {
    let core = Imports::of("crates/collide2d/src");
    assert_eq!(core.upward(LAYERS), [""; 0]);
    assert_eq!(core.circles(), [""; 0]);
    let count: usize = core.0.values().map(BTreeSet::len).sum();
    assert!(count > 300, "{count} imports");
}
