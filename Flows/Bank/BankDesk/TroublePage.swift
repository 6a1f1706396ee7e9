import Bank
import Flowline

/// Says what keeps the bank from answering, and what can be done.
struct TroublePage {
  /// What the bank was asked for.
  enum Place {
    case reading, ordering
  }

  /// What the person decides.
  enum Choice: String, Codable, Sendable {
    case again, logIn, earlier, leave
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
    ChoiceScreen(id, question, options: options, page: [Section(rows: rows)])
      .label(texts("trouble.label"))
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

  private var rows: [Row] {
    var rows = [Row(trouble.headline)] + trouble.particulars
    if case .ordering = place { rows.append(Row(remark)) }
    return rows + [Row(trouble.remedy)]
  }

  private var options: [Option<Choice>] {
    var options = [Option("again", Choice.again, label: texts("trouble.again"))]
    if canLogIn, trouble.code == .insufficientScope {
      options.append(Option("log-in", .logIn, label: texts("trouble.log-in")))
    }
    if hasEarlier {
      options.append(Option("last-known", .earlier, label: texts("trouble.last-known")))
    }
    return options + [Option("leave", .leave, label: texts("trouble.leave"))]
  }
}
