/// The version of the programs, which are built and installed together.
package let version = "0.1.0"
