import BooksClient
import Flowline

/// Explains the newest transaction that nobody has explained, in whichever account it is.
struct ExplainNextFlow: BooksFlow {
  static let texts = HomeFlow.texts
  let id: FlowID = "explain-next"
  let access: BooksAccess

  func words(for explanation: BookExplanation) -> Text? { explanation.words }

  func run(_ context: FlowContext) async throws -> BookExplanation {
    let books = context.at(access)
    guard let next = try await books.read("next-transaction", { try await $0.nextUnexplained() })
    else {
      try await context.leave(after: "all-explained")
    }
    return try await context.run(
      ExplanationFlow(
        access: access, setting: try await books.setting(of: next.account),
        transaction: next.transaction.id))
  }
}
