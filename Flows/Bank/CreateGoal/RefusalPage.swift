import Bank
import Flowline
import Money

/// Says why the bank did not make the goal.
enum RefusalPage {
  static func make(of refusal: GoalRefusal) -> some Screen<Seen> {
    ReviewScreen(
      "refused", texts("refused.title"), page: [Section(rows: [Row(refusal.text)])]
    ).label(texts("refused.label"))
  }
}

extension GoalRefusal {
  /// Whether another name or target may do.
  var canBePutRight: Bool {
    switch self {
    case .nameLength, .nameUnprintable, .targetNotPositive, .currencyMismatch: true
    case .keyReused, .unknownAccount: false
    }
  }

  fileprivate var text: Text {
    switch self {
    case .nameLength(_, let limit): texts("refused.name-length", .integer(limit))
    case .nameUnprintable: texts("refused.name-unprintable")
    case .targetNotPositive: texts("refused.target-not-positive")
    case .currencyMismatch(let expected): texts("refused.currency", .string(expected.code))
    case .keyReused: texts("refused.key-reused")
    case .unknownAccount: texts("refused.unknown-account")
    }
  }
}
