import Books
import BooksClient
import Days
import Flowline
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

  /// What is seldom needed and has one answer, in the order of the form.
  enum Detail: CaseIterable {
    case ecStatus, reference, project, rebilling, rebillFactor, recurring, recurringEnd
  }

  /// Whether a detail is asked for, by what was answered so far.
  func isOffered(_ detail: Detail, _ made: ExpenseContents) -> Bool {
    switch detail {
    case .ecStatus, .reference, .recurring: true
    case .project: !facts.projects.isEmpty
    case .rebilling: made.project != nil
    case .rebillFactor: made.rebilling.map { $0 != .cost } ?? false
    case .recurringEnd: made.recurring != nil
    }
  }

  /// The part that is a detail, of which what was answered before is kept as far as it is valid on the day; nil
  /// if the company has nothing of the sort.
  ///
  /// - Parameter made: what was answered so far, or all of it.
  func part(_ detail: Detail, _ made: ExpenseContents) -> FormPart<ExpenseContents>? {
    let (parts, earlier) = (ClaimFields(facts, before: before).parts, before?.contents)
    switch detail {
    case .ecStatus: return parts.ecStatus(of: made)
    case .reference:
      let length = 1...max(60, earlier?.reference?.count ?? 0)
      return parts.line("reference", \.reference, length: length) { Row("reference", $0) }
    case .project: return parts.project()
    case .rebilling: return parts.rebilling
    case .rebillFactor: return parts.rebillFactor(made.rebilling)
    case .recurring:
      return FormPart(\.recurring, recurrence, isRequired: false) {
        Row("recurring", Recurrences.name(of: $0))
      }
    case .recurringEnd:
      let screen = DateScreen("recurring-end", from: made.day, default: earlier?.recurringEnd)
      return FormPart(
        \.recurringEnd, screen, isRequired: false, if: { $0 >= made.day }
      ) { Row("recurring-end", $0) }
    }
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

  /// One of the service’s words in the session’s language, if it is known.
  static func name(of word: String) -> Text {
    key(of: word).flatMap { ExpenseFlow.texts["recurring.option.\($0)"] } ?? Text(verbatim: word)
  }
}
