import BooksClient
import Flowline
import ServiceSteps

/// Tells a log-out that a person asked for from a log-in that is of no use and is forgotten at once.
public enum BooksLogOut {
  /// Whether the person asked for the log-out that is under way in this task.
  @TaskLocal public static var isAskedFor = false
}

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
      // A server ends what it knows of a browser as a whole.
      if access.isAtServer { Row("bank") }
      Row("service")
    }
    let books = context.at(access)
    return try await books.untilAnswered {
      try await books.send("log-out", LogOut()) { [access] _ in
        try await BooksLogOut.$isAskedFor.withValue(true) { try await access.logOut() }
        return true
      }
    } recovering: { error in
      try await books.recover(from: error, on: "not-done", byLogIn: false)
      return nil
    }
  }

  /// What is asked for: nothing more than that.
  private struct LogOut: Encodable {}
}
