import BooksClient
import BooksConnection
import BooksFlows
import Flowline
import FreeAgentAPI
import TestSupport
import Testing

/// What is known of a connection without opening anything.
struct OpenKeeperTests {
  /// The flows as a server shows them over a connection.
  private func shown(over connection: BooksConnection) -> [FlowID] {
    let catalog = BooksFlows.catalog(logIn: connection.logIn) {
      guard let keeper = connection.openKeeper else { throw BooksError.notConnected }
      return keeper
    }
    return catalog.offered.map(\.id)
  }

  @Test func `to show flows over a connection opens nothing`() async throws {
    try await OnlineBooks.with { books in
      let connection = try books.connection()
      let before = try books.folder.names()
      #expect(shown(over: connection).contains("explain"))
      #expect(connection.openKeeper == nil)
      #expect(try books.folder.names() == before)
      let keeper = try connection.keeper()
      #expect(connection.openKeeper === keeper)
    }
  }

  @Test func `flows that a level forbids are not shown once it is known`() async throws {
    try await OnlineBooks.with { books in
      _ = try await books.ask(
        FreeAgent.Update(
          FreeAgent.Identifier<FreeAgent.User>(2), FreeAgent.User { $0.permissionLevel = .money }))
      try await books.logIn(2)
      let connection = try books.connection()
      let keeper = try connection.keeper()
      #expect(shown(over: connection).contains("explain"), "nobody has asked for it")
      #expect(try await keeper.identity().level == 2)
      let flows = shown(over: connection)
      #expect(flows.contains("expense") && flows.contains("books-log-out"))
      #expect(!flows.contains("explain") && !flows.contains("email-next"))
    }
  }
}
