import Books
import BooksClient
import Days
import Flowline
import FreeAgentAPI
import Money

/// Claims what somebody paid for the company, or changes such a claim.
struct ExpenseFlow: BooksFlow {
  static let texts = TextCatalog(PackageResources.Expenses_xcstrings)
  let access: BooksAccess
  /// The claim that is changed; nil if a new one is made.
  var changed: ChangedClaim?

  var id: FlowID { changed == nil ? "expense" : "change-expense" }

  func words(for claimed: Claimed) -> Text? { claimed.words }

  func run(_ context: FlowContext) async throws -> Claimed {
    let books = context.at(access)
    let facts = try await books.read("facts") { [filed = changed?.filed.contents] in
      try await $0.expenseFacts(naming: filed)
    }
    var filed = changed
    var form = ExpenseForm(facts)
    form.before = filed?.answers(facts)
    var claim = try await context.run(form.form)
    while true {
      let alike = try await books.alike(claim, besides: filed)
      switch try await context.run(review(claim, form, alike)) {
      case .save:
        let expected = Expected(vat: facts.vat(of: claim.contents)?.vat)
        let claimed = try await books.save(claim, in: &filed, facts, alike, expecting: expected)
        if let claimed { return claimed }
      case .details: form.asksDetails = true
      case .change: break
      case .leave: throw FlowCancelled(.declined)
      }
      form.before = claim
      claim = try await context.run(form.form)
    }
  }

  private func review(
    _ claim: ExpenseClaim, _ form: ExpenseForm, _ alike: [BookExpense]
  ) -> some Screen<ClaimReview> {
    let (contents, facts) = (claim.contents, form.facts)
    let parts = ClaimFields(facts).parts
    let vat = facts.vat(of: contents)
    let forgotten = claim.forgotten(since: changed?.answers(facts) ?? form.before, facts)
    return ClaimReview.screen(
      [.save, .details, .change, .leave], isChange: changed != nil
    ).page {
      if let amount = contents.amount, let gross = try? amount.magnitude() {
        Row("amount", gross)
        Row(amount.isNegative ? "owed-to" : "owed-by", facts.name(of: contents.claimant))
          .answers("claimant")
      }
      [form.category, parts.stock, parts.quantity].flatMap { $0.rows(of: contents) }
      Row("date", contents.day)
      Row("description", contents.description)
      if let vat {
        vat.rows
      } else if case .amount(let amount) = contents.vat {
        Row("vat-native", amount)
      }
      parts.property.rows(of: contents)
      ExpenseForm.Detail.allCases.flatMap { form.part($0, contents)?.rows(of: contents) ?? [] }
      Row("receipt", file: claim.receipt)
      forgotten.map { Row("forgotten", $0) }
      if facts.category(contents.category)?.isAllowable == false { Row("not-allowable") }
      if !alike.isEmpty { Row("alike", mark: .shortage) }
    }
  }
}

/// What is to be done with what was answered.
enum ClaimReview: String, Sendable, Encodable {
  case save, details, change, leave

  /// The question, above which is shown what the answers come to.
  ///
  /// - Parameters:
  ///   - choices: what can be done.
  ///   - isChange: whether a claim is changed that is in the books.
  static func screen(_ choices: [Self], isChange: Bool) -> ChoiceScreen<Self> {
    let texts = ExpenseFlow.texts
    let options = choices.map { choice in
      Option(choice, label: isChange ? texts["change.option.\(choice.rawValue)"] : nil)
    }
    return ChoiceScreen(
      "review", isChange ? texts("change.question") : nil, options: options, default: "save"
    ).texts(in: sharedTexts)
  }
}

extension ExpenseFacts {
  /// What people call a claimant.
  func name(of claimant: BookID<FreeAgent.User>) -> String {
    claimants.first { $0.id == claimant }?.name ?? claimant.text
  }

  /// What an expense comes to with its VAT, without signs; nil if no VAT is told, or it is foreign.
  func vat(of contents: ExpenseContents) -> SupplyAmounts? {
    guard company.taxation.contains(contents.day), let amount = contents.amount,
      amount.currency == company.currency
    else { return nil }
    let supply = contents.supply(in: self)
    let usual = supply.usual?.rate(on: contents.day)
    let vat = contents.vat ?? usual.map { .rate(percent: $0.percent) }
    return supply.amounts(paid: amount, told: vat)
  }
}
