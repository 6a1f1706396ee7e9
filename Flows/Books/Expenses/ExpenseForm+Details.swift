import Books
import BooksClient
import Days
import Flowline
import FoundationEssentials
import FreeAgentAPI
import Money

/// What is seldom needed of an expense.
extension ExpenseForm {
  /// The currency, and whether the claimant owes it, as they were answered before.
  var kindBefore: (currency: Currency, isRefund: Bool) {
    let amount = before?.contents.amount
    return (amount?.currency ?? facts.company.currency, amount.map { !$0.isNegative } ?? false)
  }

  /// Who owes the amount.
  private enum Direction: String, Encodable, Sendable, CaseIterable {
    case paid, refund
  }

  /// Asks for the currency, and who owes the amount; nil as long as that is not answered.
  func askKind(
    _ page: inout FormPage, _ draft: inout ClaimDraft
  ) -> (currency: Currency, isRefund: Bool)? {
    let (currency, isRefund) = kindBefore
    let direction = draft.require(
      page.ask(
        ChoiceScreen(
          "direction", options: Direction.allCases.map { Option($0) },
          default: isRefund ? "refund" : "paid")))
    let code = draft.require(
      page.ask(
        TextScreen("currency", length: 3...3, default: currency.code)
          .refusing("unknown") { Currency(code: $0.uppercased()) == nil }))
    guard let direction, let code else { return nil }
    return (Currency(code: code.uppercased()) ?? currency, direction == .refund)
  }

  /// Keeps the details that were answered before, as far as they are valid on the day.
  func keepDetails(_ draft: inout ClaimDraft) {
    guard let before = before?.contents else { return }
    let day = draft.contents.day
    if before.day == day || before.ecStatus?.isValid(on: day) == true {
      draft.contents.ecStatus = before.ecStatus
    }
    draft.contents.reference = before.reference
    draft.contents.project = before.project
    draft.contents.rebilling = before.rebilling
    draft.contents.rebillFactor = before.rebillFactor
    draft.contents.recurring = before.recurring
    if let end = before.recurringEnd, end >= day { draft.contents.recurringEnd = end }
  }

  func askDetails(
    _ fields: ClaimFields, _ page: inout FormPage, _ draft: inout ClaimDraft
  ) {
    let day = draft.contents.day
    let statuses = ECStatus.valid(on: day).filter { $0 != .moss }
    let status = page.ask(statuses.choice(before?.contents.ecStatus))
    draft.put(status.map { .some($0) }, \.ecStatus)
    let reference = before?.contents.reference
    let screen = TextScreen(
      "reference", length: 1...max(60, reference?.count ?? 0), default: reference)
    draft.put(page.ask(screen.optional()), \.reference)
    fields.askProject(&page, &draft)
    if draft.contents.project != nil { askRebilling(&page, &draft) }
    draft.put(page.ask(recurrence.optional()), \.recurring)
    if draft.contents.recurring != nil {
      let screen = DateScreen("recurring-end", from: day, default: before?.contents.recurringEnd)
      draft.put(page.ask(screen.optional()), \.recurringEnd)
    }
  }

  private func askRebilling(_ page: inout FormPage, _ draft: inout ClaimDraft) {
    let before = before?.contents
    let screen = ExplanationDraft.Rebilling.screen(before: before?.rebilling)
    let way = draft.require(page.ask(screen))
    draft.contents.rebilling = way
    guard let way, way != .cost else { return }
    let earlier = before?.rebilling == way ? before?.rebillFactor : nil
    let factor = draft.require(page.ask(way.factorScreen(before: earlier)))
    draft.contents.rebillFactor = factor.flatMap { ExactDecimal($0.description) }
  }

  private var recurrence: ChoiceScreen<String> {
    ChoiceScreen(
      "recurring", options: Recurrences.words.map { Option($0.key, $0.word.rawValue) },
      default: before?.contents.recurring.flatMap { Recurrences.key(of: $0) })
  }
}

/// How often an expense may come again.
enum Recurrences {
  /// The service’s words, with those that journals and texts have for them.
  static let words: [(key: String, word: FreeAgent.Recurrence)] = [
    ("weekly", .weekly), ("two-weekly", .twoWeekly), ("four-weekly", .fourWeekly),
    ("two-monthly", .twoMonthly), ("quarterly", .quarterly), ("biannually", .biannually),
    ("annually", .annually), ("two-yearly", .twoYearly),
  ]

  /// The word that journals and texts have for one of the service’s; nil if it is none of them.
  static func key(of word: String) -> String? { words.first { $0.word.rawValue == word }?.key }
}
