/// A result that could not be written to standard output, or not in whole: it does not count as reported.
package struct OutputFailure: Error, Equatable {
  /// The `errno` of the write.
  package let code: Int32

  /// Makes a failure.
  package init(code: Int32) { self.code = code }
}
