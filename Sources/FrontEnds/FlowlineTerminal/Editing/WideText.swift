import Glibc

/// Text as libedit keeps it: one `wchar_t` a scalar.
enum WideText {
  /// Calls `body` with the text and a zero behind it.
  static func withCharacters<Result>(
    of text: String, _ body: (UnsafePointer<wchar_t>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: wchar_t.self, capacity: text.unicodeScalars.count + 1) {
      buffer in
      var count = 0
      for scalar in text.unicodeScalars {
        buffer.initializeElement(at: count, to: wchar_t(scalar.value))
        count += 1
      }
      buffer.initializeElement(at: count, to: 0)
      defer { buffer.deinitialize() }
      return body(UnsafePointer(buffer.baseAddress.unsafelyUnwrapped))
    }
  }

  /// The scalars between two pointers of libedit's, as they stand in its buffer.
  ///
  /// What no scalar is, is left out, and so are the characters by which the editor speaks to
  /// itself.
  static func text(from start: UnsafePointer<wchar_t>?, to end: UnsafePointer<wchar_t>?) -> String {
    guard let start, let end, end > start else { return "" }
    var scalars = String.UnicodeScalarView()
    for character in UnsafeBufferPointer(start: start, count: end - start) {
      guard let scalar = Unicode.Scalar(UInt32(bitPattern: character)),
        !(0x80...0x9F).contains(scalar.value)
      else { continue }
      scalars.append(scalar)
    }
    return String(scalars)
  }
}
