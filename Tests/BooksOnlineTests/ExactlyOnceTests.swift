import Books
import BooksClient
import BooksConnection
import BooksHTTP
import EmbeddedBooks
import FreeAgentAPI
import Money
import ServiceBasics
import ServiceCalls
import TestSupport
import Testing

/// Explanations over HTTP at a service that fails, as it and everything between may.
struct ExactlyOnceTests {
  /// Ways to fail that are over at once, for a client that does not wait for real.
  static let faults = [
    #""kind":"status","status":429,"retryAfter":2"#,
    #""kind":"status","status":500"#,
    #""kind":"status","status":401"#,
    #""kind":"close-before""#,
    #""kind":"close-after""#,
    // What is asked for is done while the client waits before it looks for it again.
    #""kind":"late""#,
    #""kind":"truncate""#,
    #""kind":"content-type""#,
    #""kind":"html""#,
    #""kind":"html","status":502"#,
  ]

  /// The first transaction of the current account that has much to explain.
  private func hotel(_ keeper: Bookkeeper) async throws -> BookTransaction {
    let account = try #require(try await keeper.accounts().first)
    let page = try await keeper.transactions(of: account, .unexplained)
    return try #require(page.elements.first { $0.text.hasPrefix("Hilton Hotels") })
  }

  /// An order that explains a pound of a transaction.
  private func order(_ number: Int, _ transaction: BookTransaction) throws -> ExplanationOrder {
    var contents = ExplanationContents(
      .payment, on: transaction.day, Money(minorUnits: -1_00, currency: .gbp))
    contents.category = NominalCode("285")
    contents.description = "A part"
    contents.vat = .rate(percent: 0)
    return ExplanationOrder(
      key: "order-\(number)", transaction: transaction.id, unexplained: transaction.unexplained,
      contents: contents)
  }

  /// Sends an order until the service answers it, as a person would who is told that it did not.
  private func insist(
    at books: OnlineBooks, _ send: () async throws -> ExplanationResult
  ) async throws -> ExplanationResult {
    for _ in 0..<8 {
      do { return try await send() } catch let error as BooksError {
        let codes: [BooksError.Code] = [.unavailable, .unreadable, .busy, .outcomeUnknown]
        #expect(codes.contains(error.code), "\(error)")
        // So many requests a minute are allowed.
        if error.code == .busy { try await books.advance(by: .seconds(60)) }
      }
    }
    return .gone
  }

  @Test(arguments: [Patience.none, Patience()])
  func `it is explained once, whatever fails at whichever request`(
    _ patience: Patience
  ) async throws {
    try await OnlineBooks.with { books in
      try await books.logIn()
      let reader = try books.keeper()
      var number = 0
      for fault in Self.faults {
        for position in 0..<4 {
          number += 1
          let before = try await hotel(reader)
          try await books.control(.post, "faults", "{\(fault),\"after\":\(position)}")
          // Each is a program that was just started.
          let keeper = try books.keeper(patience: patience)
          let order = try order(number, before)
          let result = try await insist(at: books) { try await keeper.explain(order) }
          guard case .explained(let made) = result else {
            Issue.record("\(fault) at request \(position): \(result)")
            return
          }
          try await books.control(.delete, "faults")
          let after = try await hotel(reader)
          let new = Set(after.explanations.map(\.id)).subtracting(before.explanations.map(\.id))
          #expect(new == [made.id], "\(fault) at request \(position)")
          #expect(try await keeper.explain(order) == result)
        }
      }
      let explained = try await hotel(reader).explanations.count
      #expect(explained == number)
    }
  }

  @Test func `one that is done late, after its connection was closed, is found`() async throws {
    try await OnlineBooks.with { books in
      try await books.logIn()
      let keeper = try books.keeper(patience: .none)
      let before = try await hotel(keeper)
      try await books.control(.post, "faults", #"{"kind":"late","match":{"method":"POST"}}"#)
      let order = try order(1, before)
      let error = await #expect(throws: BooksError.self) { try await keeper.explain(order) }
      #expect(error?.code == .outcomeUnknown)
      try await books.control(.post, "late")
      guard case .explained = try await keeper.explain(order) else {
        Issue.record("it was not found")
        return
      }
      #expect(try await hotel(keeper).explanations.count == 1)
    }
  }

  @Test func `a log-in that ends before the write keeps the order, which is sent once after it`()
    async throws
  {
    try await OnlineBooks.with { books in
      try await books.logIn()
      let keeper = try books.keeper()
      let order = try order(1, try await hotel(keeper))
      try await books.control(.post, "tokens/revoke")
      let error = await #expect(throws: BooksError.self) { try await keeper.explain(order) }
      #expect(error?.code == .notLoggedIn)
      try await books.logIn()
      guard case .explained = try await keeper.explain(order) else {
        Issue.record("it was not sent")
        return
      }
      #expect(try await hotel(keeper).explanations.count == 1)
    }
  }

  @Test func `tokens are renewed between requests, and what is kept is for its owner alone`()
    async throws
  {
    try await OnlineBooks.with { books in
      try await books.logIn()
      let keeper = try books.keeper()
      let transaction = try await hotel(keeper)
      try await books.control(.post, "tokens/expire", #"{"kind":"access"}"#)
      guard case .explained = try await keeper.explain(try order(1, transaction)) else {
        Issue.record("it was not sent")
        return
      }
      let folder = "data/books/\(books.address.service.folderName)"
      #expect(try books.folder.mode("\(folder)/log-in-flowline") == 0o600)
      #expect(try books.folder.mode("\(folder)/orders.sqlite") == 0o600)
    }
  }
}

extension Bookkeeper {
  fileprivate func explain(_ order: ExplanationOrder) async throws -> ExplanationResult {
    try await explain(order, written: "Hilton Hotels", in: try #require(BookID("1")))
  }
}
