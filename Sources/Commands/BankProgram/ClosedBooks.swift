package import BooksClient

/// The way into books that are not asked: for showing that there is one, and for replays from a record.
package struct ClosedBooks: BooksLogIn {
  /// What everything ends with.
  package static let error = BooksError.notConnected

  /// Makes a way in.
  package init() {}

  package func begin() async throws -> String { throw Self.error }
  package func returned(from page: String) async throws -> BooksLogInEnd { throw Self.error }
  package func fault(in text: String, for page: String) -> BooksLogInFault? { nil }
  package func finish(with text: String, for page: String) async throws -> BooksLogInEnd {
    throw Self.error
  }
  package func logOut() async throws { throw Self.error }
}
