import BooksClient
import Flowline
import ServiceBasics

/// Logs out of the books, after a confirmation: the program forgets both tokens, as the service has no
/// request that ends them.
struct BooksLogOutFlow: BooksFlow {
  static var texts: TextCatalog { BooksLogInFlow.texts }
  let id: FlowID = "books-log-out"
  let access: BooksAccess

  func words(for isLoggedOut: Bool) -> Text? { texts("log-out.result") }

  func run(_ context: FlowContext) async throws -> Bool {
    try await context.confirm("confirm", texts: "log-out") {
      Row(access.isAtServer ? "forgotten-by-server" : "forgotten")
      Row("service")
    }
    while true {
      let reply = try await context.commit("log-out", of: LogOut()) { [access] _, _ in
        try await BooksReply.ofOrder {
          try await access.logOut()
          return true
        }
      }
      switch reply {
      case .answered(let isLoggedOut): return isLoggedOut
      case .failed(let error):
        try await context.at(access).recover(from: error, on: "not-done", byLogIn: false)
      }
    }
  }

  /// What is asked for: nothing more than that.
  private struct LogOut: Encodable {}
}
