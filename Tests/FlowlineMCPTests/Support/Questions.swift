import Days
import Flowline
import FoundationEssentials
import Money
import OwnScreens
import Testing

/// A flow of one question of a kind, before a page.
struct OneQuestion<Asked: Screen>: Flow {
  let id: FlowID = "one"
  var title: Text { "one question" }
  let screen: Asked

  func run(_ context: FlowContext) async throws -> String {
    _ = try await context.run(screen)
    return "done"
  }
}

/// A question, answers that it takes as a client sends them, and what is recorded of each.
struct Question: Sendable, CustomTestStringConvertible {
  let name: String
  let catalog: FlowCatalog
  /// Values that are valid by the schema.
  let sent: [JSONValue]

  var testDescription: String { name }

  init(_ name: String, _ screen: some Screen, sent: JSONValue...) {
    var catalog = FlowCatalog()
    catalog.add(OneQuestion(screen: screen), summary: "Asks one question.")
    (self.name, self.catalog, self.sent) = (name, catalog, sent)
  }

  /// The prompt.
  func prompt(in environment: FlowEnvironment = .usual) -> Prompt? {
    let controller = FlowController()
    _ = try? catalog["one"]?.start(
      in: controller, SessionOptions(environment: environment))
    controller.waitUntilSettled()
    return controller.prompt
  }

  private static let options = (1...5).map { number in
    Option("c\(number)", number, label: Text(verbatim: "Choice \(number)"), detail: "£\(number)")
  }

  static let all: [Question] = [
    Question("text", TextScreen("q", "Name?", length: 2...20), sent: "Ada", "Grace Hopper"),
    Question("long text", LongTextScreen("q", "Remarks?", length: 0...90), sent: "one\ntwo"),
    Question("optional", LongTextScreen("q", "Remarks?", length: 0...90).optional(), sent: "x"),
    Question("number", NumberScreen("q", "People?", in: 1...12), sent: 1, 12),
    Question("large number", NumberScreen("q", "Grains?", in: 0...Int.max), sent: 0),
    Question("decimal", DecimalScreen("q", "Share?", from: 0, to: 100), sent: "12.5", "99"),
    Question("amount", AmountScreen("q", "How much?", in: .gbp), sent: "£12.50", "150"),
    Question("choice", ChoiceScreen("q", "Which?", options: options), sent: "c1", "c5"),
    Question(
      "choice with a default", ChoiceScreen("q", "Which?", options: options, default: "c2"),
      sent: "c2"),
    Question(
      "many choices",
      ChoiceScreen(
        "q", "Which?",
        options: (1...400).map { Option("c\($0)", $0, label: Text(verbatim: "Choice \($0)")) }),
      sent: "c317"),
    Question(
      "choices", MultipleChoiceScreen("q", "Which?", options: options, count: 1...3),
      sent: ["c1"], ["c1", "c3"]),
    Question("confirm", ConfirmScreen("q", "Sure?"), sent: true, false),
    Question("date", DateScreen("q", "When?"), sent: "2026-11-20", "yesterday", "3 May 2026"),
    Question("path", PathScreen("q", "Where?"), sent: "/srv/reports"),
    Question("review", ReviewScreen("q", "Read this"), sent: true),
    Question("custom", IBANScreen("q", "IBAN?"), sent: "GB33 BUKB 2020 1555 5555 55"),
  ]
}
