extension EmbeddedBooks {
  /// Adds up the books: whatever is kept of a sum is compared with its parts, and what belongs together
  /// with what it belongs to.
  ///
  /// - Returns: all that differs; empty if the books are in order.
  /// - Throws: what SQLite throws.
  public func audit() throws -> [BooksDifference] { try read { try $0.audit() } }
}
