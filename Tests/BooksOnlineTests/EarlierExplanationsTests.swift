import Books
import BooksClient
import BooksConnection
import BooksHTTP
import BooksSandbox
import EmbeddedBooks
import FoundationEssentials
import FreeAgentAPI
import Money
import ServiceBasics
import ServiceCalls
import TestSupport
import Testing

/// What suggestions learn from is read once, and after that as far as it has changed.
struct EarlierExplanationsTests {
  /// A program that was started some hours after the books were made.
  private func later(_ books: OnlineBooks, hours: Int = 1) async throws -> Bookkeeper {
    try await books.advance(by: .seconds(3600 * hours))
    return try books.keeper()
  }

  /// The hotel, and how often such transactions were filed under which category.
  private func suggested(
    _ keeper: Bookkeeper
  ) async throws -> (transaction: BookTransaction, uses: [String: Int]) {
    let account = try #require(try await keeper.accounts().first)
    let page = try await keeper.transactions(of: account, .unexplained)
    let hotel = try #require(page.elements.first { $0.text.hasPrefix("Hilton Hotels") })
    let setting = try await keeper.setting(of: account)
    let subject = try await keeper.subject(hotel.id, in: setting)
    return (
      subject.transaction,
      Dictionary(uniqueKeysWithValues: subject.suggestions.map { ("\($0.category)", $0.uses) })
    )
  }

  /// Files a pound of a transaction.
  private func file(
    _ transaction: BookTransaction, as code: String, _ keeper: Bookkeeper
  ) async throws -> BookExplanation {
    var contents = ExplanationContents(
      .payment, on: transaction.day, Money(minorUnits: -1_00, currency: .gbp))
    contents.category = NominalCode(code)
    contents.description = "A part"
    contents.vat = .rate(percent: 0)
    let order = ExplanationOrder(
      key: "order-\(transaction.explanations.count)", transaction: transaction.id,
      unexplained: transaction.unexplained, contents: contents)
    let result = try await keeper.explain(
      order, written: "Hilton Hotels", in: try #require(BookID("1")))
    guard case .explained(let made) = result else { throw BooksError(.refused) }
    return made
  }

  /// The requests for explanations since these were last looked at.
  private func requests(_ books: OnlineBooks) async throws -> [String] {
    let text = try await books.control(.get, "requests")
    try await books.control(.delete, "requests")
    let log = try JSONDecoder().decode(Log.self, from: Data(text.utf8))
    return log.requests.map(\.path).filter { $0.hasPrefix("/v2/bank_transaction_explanations?") }
  }

  private struct Log: Decodable {
    struct Request: Decodable { let path: String }
    let requests: [Request]
  }

  @Test func `a later run reads what has changed since, and counts what there is`() async throws {
    try await OnlineBooks.with { books in
      try await books.logIn()
      let first = try await later(books)
      #expect(try await suggested(first).uses == ["285": 2])
      _ = try await file(try await suggested(first).transaction, as: "285", first)
      #expect(try await suggested(first).uses == ["285": 3])
      #expect(try await requests(books).count == 1)
      // What this one keeps was read when all was older than clocks may differ.
      #expect(try await suggested(try await later(books)).uses == ["285": 3])
      _ = try await requests(books)
      #expect(try await suggested(try await later(books)).uses == ["285": 3])
      let asked = try await requests(books)
      #expect(asked.count == 2)
      #expect(asked.first?.contains("updated_since=2026-11-20T13%3A00%3A00") == true, "\(asked)")
      #expect(asked.last?.contains("updated_since") == false, "\(asked)")
    }
  }

  @Test func `a program that runs for long asks again after ten minutes`() async throws {
    try await OnlineBooks.with { books in
      try await books.logIn()
      let keeper = try await later(books)
      let hotel = try await suggested(keeper)
      let other = try books.connection().service
      let change = FreeAgent.BankTransactionExplanation {
        $0.category = FreeAgent.Link(FreeAgent.Identifier(269), at: other.root)
      }
      let latest = try #require(
        try await other.explanations().first {
          $0.transactionDescription?.contains("Hilton Hotels") == true
        })
      _ = try await other.answer(FreeAgent.Update(try #require(latest.url?.id), change))
      #expect(try await suggested(keeper).uses == hotel.uses)
      try await books.advance(by: .seconds(600))
      // One of each: nothing is likely enough.
      #expect(try await suggested(keeper).uses == [:])
    }
  }

  @Test func `one that was deleted elsewhere teaches nothing any more`() async throws {
    try await OnlineBooks.with { books in
      try await books.logIn()
      let keeper = try await later(books)
      let made = try await file(try await suggested(keeper).transaction, as: "285", keeper)
      #expect(try await suggested(try await later(books)).uses == ["285": 3])
      let number = try #require(
        FreeAgent.Identifier<FreeAgent.BankTransactionExplanation>(made.id.text))
      _ = try await books.connection().service.answer(FreeAgent.Delete(number))
      _ = try await requests(books)
      #expect(try await suggested(try await later(books)).uses == ["285": 2])
      // What has changed, how many there are, and all.
      #expect(try await requests(books).count == 3)
    }
  }

  @Test func `a service that fails leaves the suggestions of earlier runs`() async throws {
    try await OnlineBooks.with { books in
      try await books.logIn()
      #expect(try await suggested(try await later(books)).uses == ["285": 2])
      try await books.advance(by: .seconds(3600))
      for fault in [#""kind":"status","status":500"#, #""kind":"truncate""#, #""kind":"html""#] {
        let place = #""match":{"path":"/v2/bank_transaction_explanations"},"times":50"#
        try await books.control(.post, "faults", "{\(fault),\(place)}")
        let keeper = try books.keeper(patience: .none)
        #expect(try await suggested(keeper).uses == ["285": 2], "\(fault)")
        try await books.control(.delete, "faults")
      }
    }
  }

  @Test func `copies are for their user alone, and a log-out removes them`() async throws {
    try await OnlineBooks.with { books in
      try await books.logIn(1)
      #expect(try await suggested(try await later(books)).uses == ["285": 2])
      let file = "copies/books/\(books.address.service.folderName)/copies.sqlite"
      #expect(try books.folder.mode(file) == 0o600)
      _ = try await requests(books)
      // Another user, who does not log the first one out.
      try await books.logIn(2)
      #expect(try await suggested(try books.keeper()).uses == ["285": 2])
      #expect(try await requests(books).map { $0.contains("updated_since") } == [false])
      // The first one again: the copy is still there.
      try await books.logIn(1)
      #expect(try await suggested(try books.keeper()).uses == ["285": 2])
      #expect(try await requests(books).first?.contains("updated_since") == true)
      try await books.connection().logIn.logOut()
      try await books.logIn(1)
      #expect(try await suggested(try books.keeper()).uses == ["285": 2])
      #expect(try await requests(books).map { $0.contains("updated_since") } == [false])
    }
  }
}

extension FreeAgent.Service {
  /// All explanations of the current account, as another program reads them.
  fileprivate func explanations() async throws -> [FreeAgent.BankTransactionExplanation] {
    let filter = FreeAgent.ExplanationFilter {
      $0.bankAccount = FreeAgent.Link(FreeAgent.Identifier(1), at: root)
    }
    let list = FreeAgent.List<FreeAgent.BankTransactionExplanation>(filter)
    return try await answer(list).answer.elements
  }
}
