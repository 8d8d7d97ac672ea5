//! Compiles the loop that calls Box2D's manifold functions from C.

fn main() {
    println!("cargo:rerun-if-changed=native/manifolds.c");
    println!("cargo:rerun-if-env-changed=CFLAGS");
    #[cfg(feature = "peers")]
    {
        let flags = std::env::var("CFLAGS").unwrap_or_default();
        println!("cargo:rustc-env=PEER_BENCH_CFLAGS={flags}");
        cc::Build::new()
            .file("native/manifolds.c")
            .opt_level(3)
            .warnings(true)
            .compile("peer_bench_manifolds");
    }
}
