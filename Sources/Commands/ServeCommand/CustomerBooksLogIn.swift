import BooksClient
import BooksFlows
import ServiceBasics

/// A customer's log-in at books with an address, which tells when the customer has logged out.
struct CustomerBooksLogIn: BooksLogIn {
  private let logIn: any BooksLogIn
  private let whenLoggedOut: @Sendable () async throws -> Void

  init(_ logIn: any BooksLogIn, whenLoggedOut: @escaping @Sendable () async throws -> Void) {
    self.logIn = logIn
    self.whenLoggedOut = whenLoggedOut
  }

  var waitsForReturnEvent: Bool { logIn.waitsForReturnEvent }

  func begin() async throws -> String { try await logIn.begin() }

  func returned(from page: String) async throws -> BooksLogInEnd {
    try await logIn.returned(from: page)
  }

  func fault(in text: String, for page: String) -> BooksLogInFault? {
    logIn.fault(in: text, for: page)
  }

  func finish(with text: String, for page: String) async throws -> BooksLogInEnd {
    try await logIn.finish(with: text, for: page)
  }

  func logOut() async throws {
    try await logIn.logOut()
    // A log-in that is of no use is forgotten as well, and the flow continues.
    guard BooksLogOut.isAskedFor else { return }
    do {
      try await whenLoggedOut()
    } catch {
      throw BooksError(.unavailable, cause: "what was begun could not be closed")
    }
  }
}
