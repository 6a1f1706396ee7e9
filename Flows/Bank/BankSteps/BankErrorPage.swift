import Bank
import Flowline

/// Says what keeps the bank from answering, and what can be done.
struct BankErrorPage {
  /// What the bank was asked for.
  enum Place {
    case reading, ordering
  }

  /// What the person decides.
  enum Choice: String, Codable, Sendable {
    case again
    case logIn = "log-in"
    case earlier = "last-known"
    case leave
  }

  let trouble: BankError
  let place: Place
  /// Whether there is a way to log in.
  let canLogIn: Bool
  /// What is said of an order beside the failure.
  var remark = texts("not-done.remark")
  /// Whether there is something from before to be shown.
  var hasEarlier = false

  var screen: some Screen<Choice> {
    ChoiceScreen(id, question, options: options).page {
      trouble.headline
      trouble.particulars
      if place == .ordering { remark }
      trouble.remedy
    }.texts("trouble").texts(in: texts)
  }

  private var id: StepID {
    switch place {
    case .reading: "not-loaded"
    case .ordering: "not-done"
    }
  }

  private var question: Text {
    switch place {
    case .reading: texts("not-loaded.question")
    case .ordering: texts("not-done.question")
    }
  }

  private var options: [Option<Choice>] {
    var options = [Option(Choice.again)]
    if canLogIn, trouble.code == .insufficientScope { options.append(Option(.logIn)) }
    if hasEarlier { options.append(Option(.earlier)) }
    return options + [Option(.leave)]
  }
}
