import Books
import BooksClient
import Flowline
import Money

/// Who uses the books, of which company, by what explaining begins, and the way out.
///
/// It results in whether the person has logged out.
struct OwnAccountFlow: BooksFlow {
  static let texts = HomeFlow.texts
  let id: FlowID = "account"
  let access: BooksAccess

  func run(_ context: FlowContext) async throws -> Bool {
    let books = context.at(access)
    return try await context.menu {
      let facts = try await books.read("own-account") {
        OwnAccount(user: try await $0.user(), company: try await $0.company())
      }
      let out = Option(
        "log-out",
        Destination<Bool>.visit(BooksLogOutFlow(access: access)) { $0 ? true : nil })
      return ChoiceScreen(
        "account-action",
        options: [Option("done", .result(false))] + (access.logIn == nil ? [] : [out]),
        default: "done"
      ).page {
        Row("user", facts.user.name)
        if !facts.user.email.isEmpty { Row("email", facts.user.email) }
        if let level = facts.user.level { Row("level", sharedTexts.levelName(level)) }
        Row("company", facts.company.name)
        Row("currency", facts.company.currency.code)
        Row("vat", vat(of: facts.company.registration))
        Row(
          "explaining",
          texts(access.startsWithCategory ? "explaining.by-category" : "explaining.by-type"))
      }.with(["user": facts.user.name])
    }
  }

  /// Who uses the books, and whose they are.
  private struct OwnAccount: Codable {
    let user: BookUser
    let company: BookCompany
  }

  private func vat(of registration: VATRegistration) -> Text {
    guard let from = registration.from else { return texts("registration.none") }
    return registration.until.map { texts("registration.ended", .plainDay($0)) }
      ?? texts("registration.since", .plainDay(from))
  }
}
