import Flowline
import Testing

@testable import FlowlineWeb

/// What the fields of a form say besides their questions.
struct FormFieldTests {
  private static let receipt = FileContents(Array("lunch".utf8), named: "lunch.txt")

  /// A claim whose receipt was given before.
  private struct ClaimFlow: Flow {
    let id: FlowID = "claim"

    func run(_ context: FlowContext) async throws -> Bool {
      let receipt = try await context.load("receipt") { [files = context.files] in
        try await files.keep(FormFieldTests.receipt)
      }
      let form = Form("claim", "What did you pay?") { page in
        let amount = page.ask(NumberScreen("amount", "How much?").reason("It is paid back."))
        let keeps = page.ask(ConfirmScreen("keep", "Keep the receipt?").page { Row(file: receipt) })
        let rules = page.ask(
          ReviewScreen("rules", "The rules").page { Row("At most", "£500") })
        return amount != nil && keeps != nil && rules != nil
      }
      return try await context.run(form)
    }
  }

  @Test func `what a field shows stands above it, why it is asked below`() throws {
    let stage = Stage(ClaimFlow())
    let text = String(
      decoding: stage.page().page(in: stage.context).document(in: stage.context), as: UTF8.self)
    let order = [
      "How much?", "Why this is asked", "It is paid back.", "lunch.txt", "5\u{A0}bytes",
      "/file/sha256%3A", "Keep the receipt?", "At most", "£500", "The rules",
    ]
    var rest = text[...]
    for part in order {
      guard let range = rest.firstRange(of: part) else {
        Issue.record("\(part) does not follow: \(text)")
        return
      }
      rest = rest[range.upperBound...]
    }
    #expect(text.ranges(of: "It is paid back.").count == 1)
    #expect(try stage.controller.waitForContents(ofShown: Self.receipt.file.digest) == Self.receipt)
    try stage.post(PostedBody(["field.amount": "12", "field.keep": "yes"]))
    #expect(stage.controller.journal.isEnded)
  }
}
