import BooksClient
import BooksTestSupport
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import SampleBooks
import ServiceBasics
import Testing

@testable import BooksFlows

/// A session of one of the flows at a company’s books, at books with the sample.
final class BooksWorld: SessionWalk {
  let books: EmbeddedBooks
  let keeper: Bookkeeper
  /// The books as a service, without what a test put between.
  private let service: any FreeAgent.Service

  /// Makes a world.
  ///
  /// - Parameters:
  ///   - locale: how texts are written and amounts read.
  ///   - company: the books of another company, for one of its people; nil for the sample’s owner.
  ///   - logIn: the way in, for books that need one.
  ///   - start: by what explaining a transaction begins.
  ///   - notices: what the program tells.
  ///   - clock: by which patience ends; nil if it never does.
  ///   - settling: whether what is read and written is waited for after each answer.
  ///   - between: puts a service between the flows and the books.
  /// - Throws: a `DatabaseFileError` if the books cannot be made.
  init(
    locale: String = "en_GB", at company: CompanyService? = nil, logIn: (any BooksLogIn)? = nil,
    explaining start: ExplanationStart = .byType, notices: NoticeBoard? = nil,
    clock: (any FlowClock)? = nil, settling: Bool = true,
    between: (any FreeAgent.Service) -> any FreeAgent.Service = { $0 }
  ) throws {
    let environment = Self.environment(locale)
    let now = Timestamp(environment.now)
    books = try company?.books ?? SampleCompany.books(at: now)
    service = company ?? SampleBooks.service(of: books)
    let keeper = try SampleBooks.make(over: between(service), in: environment)
    self.keeper = keeper
    super.init(
      BooksFlows.catalog(logIn: logIn, explaining: start, notices: notices, clock: clock) {
        keeper
      },
      in: environment, settling: settling)
  }

  /// Asks the books for something, beside the flow.
  func ask<Request: FreeAgent.Endpoint>(_ request: Request) async throws -> Request.Answer {
    try await service.answer(request).answer
  }

  /// The newest transaction of an account whose text begins so.
  func transaction(
    _ text: String, account: Int = 1
  ) async throws -> FreeAgent.BankTransaction {
    let filter = FreeAgent.BankTransactionFilter { $0.bankAccount = link(account) }
    let page = try await ask(FreeAgent.List<FreeAgent.BankTransaction>(filter))
    return try #require(page.elements.first { $0.description?.hasPrefix(text) ?? false })
  }

  /// The first explanation of the newest transaction of the current account whose text begins so.
  func explanation(of text: String) async throws -> FreeAgent.BankTransactionExplanation {
    try #require(try await transaction(text).explanations?.first)
  }

  /// Begins to change the first explanation of the newest transaction of the current account whose text begins so.
  func walkToChange(of text: String) async throws {
    let found = try await transaction(text)
    let explanation = try #require(found.explanations?.first)
    try walk(
      "books", "banking", "current-account", "transactions",
      .text("transaction-\(found.url?.id?.description ?? "")"),
      .text("explanation-\(explanation.url?.id?.description ?? "")"), "change")
  }

  /// What a file holds that is attached in the books; nil for none.
  func contents(of attachment: FreeAgent.Attachment?) async throws -> [UInt8]? {
    guard let id = attachment?.url?.id else { return nil }
    let source = try await ask(FreeAgent.Get<FreeAgent.Attachment>(id)).contentSrc
    return Array(try books.contents(at: try #require(source)))
  }

  /// The values of the page's rows of a label.
  func values(of label: String) -> [String] {
    page.filter { $0.hasPrefix("\(label) | ") }.map { String($0.dropFirst("\(label) | ".count)) }
  }

  /// Ends what still runs, and sees that the world is left in order: the books add up, nothing of the flow
  /// is alive, and nothing happened that should not have.
  func expectOrder(sourceLocation: SourceLocation = #_sourceLocation) throws {
    expectClean(sourceLocation: sourceLocation)
    #expect(try books.audit() == [], sourceLocation: sourceLocation)
  }
}
