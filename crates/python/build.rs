//! Sets the linker options for a Python extension module. The interpreter's symbols are undefined
//! at link time, and become available when Python loads the module.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
