import Books
import BooksClient
import Days
import Flowline
import Money

/// Claims a journey by car, motorcycle or bicycle, or changes such a claim.
struct MileageFlow: BooksFlow {
  static let texts = ExpenseFlow.texts
  let access: BooksAccess
  /// The claim that is changed; nil if a new one is made.
  var changed: ChangedClaim?

  var id: FlowID { changed == nil ? "mileage" : "change-mileage" }

  func words(for claimed: Claimed) -> Text? { claimed.words }

  func run(_ context: FlowContext) async throws -> Claimed {
    let books = context.at(access)
    let facts = try await books.read("facts") { [filed = changed?.filed.contents] keeper in
      async let expenses = keeper.expenseFacts(ofJourney: true, naming: filed)
      async let rules = keeper.mileageRules()
      return try await MileageFacts(expenses: expenses, rules: rules)
    }
    var filed = changed
    var form = MileageForm(facts, before: filed?.answers(facts.expenses))
    var claim = try await context.run(form.form)
    while true {
      let alike = try await books.alike(claim, besides: filed)
      let preview = try await preview(claim.contents, form, filed, books)
      switch try await context.run(review(claim, form, preview, alike)) {
      case .save:
        let claimed = try await books.save(
          claim, in: &filed, facts.expenses, alike, expecting: preview.expected(of: claim))
        if var claimed {
          claimed.later = try await books.changes(of: preview.later)
          return claimed
        }
      case .change, .details: break
      case .leave: throw FlowCancelled(.declined)
      }
      form.before = claim
      claim = try await context.run(form.form)
    }
  }

  /// What a journey probably comes to.
  private func preview(
    _ contents: ExpenseContents, _ form: MileageForm, _ filed: ChangedClaim?, _ books: BooksContext
  ) async throws -> MileagePreview {
    let facts = form.facts
    let claimants = facts.expenses.claimants
    guard claimants.contains(where: { $0.id == contents.claimant }) else {
      return MileagePreview()
    }
    let miles = try await books.read("miles") { [own = filed?.filed.expense] in
      try await $0.miles(for: contents, changing: own, of: claimants, by: facts.rules)
    }
    return MileagePreview(
      of: contents, facts, miles,
      before: EarlierRate(of: filed?.filed) ?? EarlierRate(of: form.before, by: facts.rules))
  }

  private func review(
    _ claim: ExpenseClaim, _ form: MileageForm, _ preview: MileagePreview, _ alike: [BookExpense]
  ) -> some Screen<ClaimReview> {
    let (contents, facts) = (claim.contents, form.facts.expenses)
    let parts = ClaimFields(facts).parts
    let forgotten = claim.forgotten(since: changed?.answers(facts) ?? form.before, facts)
    return ClaimReview.screen([.save, .change, .leave], isChange: changed != nil).page {
      if let total = preview.total { total }
      Row("claimant", facts.name(of: contents.claimant))
      Row("date", contents.day)
      Row("description", contents.description)
      contents.journey.map { form.rows(of: $0) } ?? []
      parts.project().rows(of: contents)
      if let rate = contents.journey?.rebillRate { Row("rebill-rate", Text(rate: rate)) }
      parts.property.rows(of: contents)
      preview.rows
      Row("receipt", file: claim.receipt)
      forgotten.map { Row("forgotten", $0) }
      if !alike.isEmpty { Row("alike", mark: .shortage) }
    }
  }
}
