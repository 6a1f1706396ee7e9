import BooksClient
import Flowline

/// E-mails the invoice that was drafted first.
struct EmailNextFlow: BooksFlow {
  static let texts = HomeFlow.texts
  let id: FlowID = "email-next"
  let access: BooksAccess

  func words(for email: SentEmail) -> Text? { email.words }

  func run(_ context: FlowContext) async throws -> SentEmail {
    let books = context.at(access)
    guard let draft = try await books.read("next-draft", { try await $0.nextDraft() }) else {
      try await context.leave(after: "no-drafts")
    }
    return try await context.run(
      EmailFlow(access: access, kind: draft.kind, document: draft.id))
  }
}
