import Flowline
import FoundationEssentials
import Money

/// Asks one question of some kind, as the first of three to five.
struct KindFlow: Flow {
  let id: FlowID = "kinds"
  var title: Text { "Kinds" }
  var steps: ClosedRange<Int>? { 3...5 }
  let kind: Kind

  func run(_ context: FlowContext) async throws -> Bool {
    try await kind.ask(in: context)
    return true
  }

  /// One of every kind of question, with an answer that is taken and one that is not.
  enum Kind: String, CaseIterable {
    case text, longText, number, decimal, amount, date, choice, choices, confirm, secret, path
    case review

    var good: String {
      switch self {
      case .text: "Holiday"
      case .longText: "The first line\nand the second"
      case .number: "7"
      case .decimal: "12.5"
      case .amount: "1234.5"
      case .date: "2026-11-20"
      case .choice: "2"
      case .choices: "1, 3"
      case .confirm: "y"
      case .secret: "correct horse"
      case .path: "/etc/hosts"
      case .review: ""
      }
    }

    var bad: String {
      switch self {
      case .text: ""
      case .longText: String(repeating: "x", count: 101)
      case .number: "7x"
      case .decimal: "12.505"
      case .amount: "12abc"
      case .date: "2026-02-30"
      case .choice: "milk"
      case .choices: "1, 9"
      case .confirm: "maybe"
      case .secret: "short"
      case .path: ""
      case .review: "no"
      }
    }

    func ask(in context: FlowContext) async throws {
      switch self {
      case .text:
        _ = try await context.run(
          TextScreen("name", "What is it called?", length: 1...40, default: "Savings").label("name")
        )
      case .longText:
        _ = try await context.run(LongTextScreen("note", "Anything to add?", length: 1...100))
      case .number:
        _ = try await context.run(
          NumberScreen("people", "How many people?", in: 1...20, default: 2))
      case .decimal:
        _ = try await context.run(
          DecimalScreen("share", "Which share?", fractionDigits: 2, from: 0, to: 100))
      case .amount: _ = try await context.run(AmountScreen("target", "How much?", in: .gbp))
      case .date: _ = try await context.run(DateScreen("day", "Which day?"))
      case .choice: _ = try await context.run(Self.tea("kind"))
      case .choices:
        _ = try await context.run(
          MultipleChoiceScreen("kinds", "Which teas?", options: Self.teas))
      case .confirm: _ = try await context.run(ConfirmScreen("order", "Order it?"))
      case .secret:
        _ = try await context.run(
          SecretScreen("password", "A password?", length: 8...64, isRepeated: true))
      case .path: _ = try await context.run(PathScreen("file", "Which file?"))
      case .review:
        _ = try await context.run(
          ReviewScreen("receipt", "Paid", page: [Section(rows: [Row("Amount", "£1,234.50")])]))
      }
    }

    static let teas = [
      Option("green", "green", label: "Green", detail: "£3.20 a box"),
      Option("black", "black", label: "Black tea, strong"),
      Option("oolong", "oolong", label: "乌龙茶", detail: "£9.00 a box"),
    ]

    static func tea(_ id: StepID) -> ChoiceScreen<String> {
      ChoiceScreen(id, "Which tea?", options: teas, default: "green")
    }
  }
}

/// Asks one of the given choices, or several of them.
struct ManyFlow: Flow {
  let id: FlowID = "many"
  let labels: [String]

  func run(_ context: FlowContext) async throws -> String {
    try await context.run(
      ChoiceScreen(
        "one", "Which one?",
        options: labels.map { Option($0.lowercased(), $0, label: Text(verbatim: $0)) }))
  }
}
