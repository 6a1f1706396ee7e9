import Books
import BooksClient
import Days
import Flowline
import Money

/// Claims a journey by car, motorcycle or bicycle.
struct MileageFlow: BooksFlow {
  static let texts = ExpenseFlow.texts
  let id: FlowID = "mileage"
  let access: BooksAccess

  func words(for claimed: Claimed) -> Text? { claimed.words }

  func run(_ context: FlowContext) async throws -> Claimed {
    let books = context.at(access)
    let facts = try await books.read("facts") { keeper in
      async let expenses = keeper.expenseFacts(ofJourney: true)
      async let rules = keeper.mileageRules()
      return try await MileageFacts(expenses: expenses, rules: rules)
    }
    var claim = try await context.run(MileageForm(facts).form)
    while true {
      let alike = try await books.alike(claim)
      let preview = try await preview(claim.contents, facts, books)
      switch try await context.run(review(claim, facts, preview, alike)) {
      case .save:
        let made = try await books.claim(
          claim, facts.expenses, alike, expecting: preview.expected(of: claim))
        if let made { return made }
      case .change, .details: break
      case .leave: throw FlowCancelled(.declined)
      }
      claim = try await context.run(MileageForm(facts, before: claim).form)
    }
  }

  /// What a journey probably comes to.
  private func preview(
    _ contents: ExpenseContents, _ facts: MileageFacts, _ books: BooksContext
  ) async throws -> MileagePreview {
    guard let claimant = facts.expenses.claimants.first(where: { $0.id == contents.claimant })
    else { return MileagePreview() }
    let miles = try await books.read("miles") { try await $0.miles(of: claimant, on: contents.day) }
    return MileagePreview(of: contents, facts, miles)
  }

  private func review(
    _ claim: ExpenseClaim, _ facts: MileageFacts, _ preview: MileagePreview,
    _ alike: [BookExpense]
  ) -> some Screen<ClaimReview> {
    let contents = claim.contents
    return ChoiceScreen(
      "review", options: [Option(.save), Option(.change), Option(.leave)], default: "save"
    ).texts("journey").page {
      Row("owed-to", facts.expenses.name(of: contents.claimant))
      Row("date", contents.day)
      Row("description", contents.description)
      if let distance = contents.journey?.distance { Row("distance", Text(distance)) }
      if let project = contents.project {
        Row("project", facts.expenses.projects.name(of: project))
      }
      if let rate = contents.journey?.rebillRate { Row("rebill-rate", Text(rate: rate)) }
      preview.rows
      if let file = claim.receipt { Row("receipt", file: file) }
      if !alike.isEmpty { Row("alike", mark: .shortage) }
    }
  }
}
