import ArgumentParser
import BooksFlows
import Flowline

/// For how many customers explaining a transaction begins with its category.
struct CategoryFirst: ExpressibleByArgument, Sendable {
  /// Off: for nobody.
  static let off = CategoryFirst(percent: 0)

  /// For so many of a hundred.
  private let percent: Double

  private init(percent: Double) { self.percent = percent }

  /// Reads `explain-category-first=` with `on`, `off` or a share such as `25%`.
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == ExplanationStart.experimentName else { return nil }
    switch parts[1] {
    case "on": percent = 100
    case "off": percent = 0
    case let share where share.hasSuffix("%"):
      guard let number = Double(share.dropLast()), 0...100 ~= number else { return nil }
      percent = number
    default: return nil
    }
  }

  /// How it begins for a customer, always in the same way.
  func start(of user: UserID) -> ExplanationStart {
    switch percent {
    case 0: .byType
    case 100: .byCategory
    default: .experiment(percent: percent, subject: user.rawValue)
    }
  }
}
