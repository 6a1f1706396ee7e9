import BooksClient
import FreeAgentAPI
import Testing

/// What seldom changes is remembered, and read again after a while.
struct MemoryTests {
  @Test func `a level and categories that were changed elsewhere are seen after ten minutes`()
    async throws
  {
    try await OnlineBooks.with { books in
      try await books.logIn(2)
      let keeper = try books.keeper()
      #expect(try await keeper.identity().level == 6)
      let user = try #require(keeper.knownUser)
      let count = try await keeper.categories().count
      _ = try await books.ask(
        FreeAgent.Update(
          FreeAgent.Identifier<FreeAgent.User>(2), FreeAgent.User { $0.permissionLevel = .full }))
      _ = try await books.ask(
        FreeAgent.CreateCategory(
          FreeAgent.Category {
            $0.description = "Studio plants"
            $0.nominalCode = "310"
            $0.categoryGroup = .adminExpenses
          }))
      #expect(keeper.knownLevel == 6)
      #expect(try await keeper.categories().count == count)
      try await books.advance(by: .seconds(600))
      #expect(keeper.knownLevel == nil, "it is to be read before a flow is refused for it")
      #expect(keeper.knownUser == user, "who it was is known all the same")
      #expect(try await keeper.identity().level == 8)
      #expect(keeper.knownLevel == 8)
      #expect(try await keeper.categories().count == count + 1)
    }
  }

  @Test func `a user who was refused is read again at once, and is still known`() async throws {
    try await OnlineBooks.with { books in
      try await books.logIn(2)
      let keeper = try books.keeper()
      _ = try await keeper.identity()
      let user = try #require(keeper.knownUser)
      keeper.forgetUser()
      #expect(keeper.knownLevel == nil)
      #expect(keeper.knownUser == user)
      #expect(try await keeper.identity().level == 6)
    }
  }
}
