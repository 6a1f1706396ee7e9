import BooksClient
import EmbeddedBooks
import FoundationEssentials
import FreeAgentAPI
import Testing

/// Receipts over HTTP.
struct ReceiptTests {
  private static let coffee = Array("%PDF-1.4\ncoffee".utf8)

  /// Attaches a receipt to the only guess of the sample.
  private static func attach(to books: OnlineBooks) async throws {
    let id = FreeAgent.Identifier<FreeAgent.BankTransaction>(27)
    let guess = try #require(try await books.ask(FreeAgent.Get(id)).explanations?.first?.url?.id)
    _ = try await books.ask(
      FreeAgent.Update(
        guess,
        FreeAgent.BankTransactionExplanation {
          $0.attachment = FreeAgent.Attachment {
            $0.fileName = "coffee.pdf"
            $0.contentType = "application/pdf"
            $0.data = Data(coffee).base64EncodedString()
          }
        }))
  }

  @Test func `one is read where it is, as long as its address is good`() async throws {
    try await OnlineBooks.with { books in
      try await books.logIn()
      try await Self.attach(to: books)
      let keeper = try books.keeper()
      let account = try #require(try await keeper.accounts().first)
      let guess = try #require(try await keeper.guesses(in: account).elements.first)
      let receipt = try #require(guess.explanation.receipt)
      #expect(receipt.name == "coffee.pdf")
      #expect(try await keeper.contents(of: receipt) == Self.coffee)
      // Behind a minute the address has to be asked for anew, and is.
      try await books.advance(by: .seconds(120))
      #expect(try await keeper.contents(of: receipt) == Self.coffee)
    }
  }
}
