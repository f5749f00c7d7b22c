//! Lets the linker leave the interpreter's symbols open where it would refuse: they are there once Python has loaded
//! the module.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
