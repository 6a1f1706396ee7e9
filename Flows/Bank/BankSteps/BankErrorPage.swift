import Bank
import Flowline

/// Says why the bank gave no answer, and asks what to do.
struct BankErrorPage {
  /// What the person decides.
  enum Choice: String, Codable, Sendable {
    case again
    case logIn = "log-in"
    case earlier = "last-known"
    case leave
  }

  let error: BankError
  private let id: StepID
  private let question: Text
  /// What it means for an order.
  private var remark: Text?
  /// Whether there is something from before that can be shown.
  private var hasEarlier = false

  /// The page `not-loaded`.
  static func reading(_ error: BankError, hasEarlier: Bool) -> BankErrorPage {
    BankErrorPage(
      error: error, id: "not-loaded", question: texts("not-loaded.question"),
      hasEarlier: hasEarlier)
  }

  /// The page `not-done`.
  ///
  /// - Parameter remark: what it means for the order; that nothing was done if it is nil.
  static func ordering(_ error: BankError, remark: Text?) -> BankErrorPage {
    BankErrorPage(
      error: error, id: "not-done", question: texts("not-done.question"),
      remark: remark ?? texts("not-done.remark"))
  }

  /// The page.
  ///
  /// - Parameter canLogIn: whether the bank has a log-in.
  func screen(canLogIn: Bool) -> some Screen<Choice> {
    var choices = [Choice.again]
    if canLogIn, error.code == .insufficientScope { choices.append(.logIn) }
    if hasEarlier { choices.append(.earlier) }
    choices.append(.leave)
    return ChoiceScreen(id, question, options: choices.map { Option($0) }).page {
      Row(error.headline, mark: .failure)
      error.particulars
      remark
      error.remedy
    }.texts("trouble").texts(in: texts)
  }
}
