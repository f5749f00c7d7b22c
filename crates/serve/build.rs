//! Builds the crate anew when a file is added to the page's folder, since all of them are embedded.

fn main() {
    println!("cargo:rerun-if-changed=assets");
}
