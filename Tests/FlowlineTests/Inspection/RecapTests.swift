import Testing

@testable import Flowline

/// What was asked and answered in a session, told from its journal alone.
struct RecapTests {
  private let log = Log()

  private var catalog: FlowCatalog {
    let log = log
    var catalog = FlowCatalog()
    catalog.add(
      ClosureFlow("pay") { context in
        let code = try await context.run(SecretScreen("code", "Your code?"))
        let name = try await context.load("name") {
          log.add("read")
          let typed = code.reveal()
          return typed == "hush-hush" ? typed : "Ann"
        }
        let amount = try await context.run(NumberScreen("amount", "How much?", in: 0...9))
        return try await context.commit("pay") { _ in
          log.add("paid")
          return name.count + amount
        }
      })
    return catalog
  }

  /// What the journal of a session that ended tells if it had ended with a line that begins so.
  private func questions(code: String, upTo last: String) throws -> [String] {
    let controller = FlowController()
    let flows = catalog
    try flows["pay"]?.start(in: controller, .test)
    controller.answer(.text(code))
    controller.answer("2")
    #expect(log.all == ["read", "paid"])
    let lines = controller.journal.text.split(separator: "\n")
    let end = try #require(lines.firstIndex { $0.hasPrefix(last) })
    let script = try Script(parsing: lines[...end].map { $0 + "\n" }.joined())
    let recap = try flows.recap(of: script, in: nil)
    #expect(log.all == ["read", "paid"], "nothing is read or written once more")
    return recap.questions.map(\.prompt.question.text)
  }

  @Test func `a journal that ends in the middle of a write tells what was asked before`() throws {
    #expect(try questions(code: "1234", upTo: "commit pay") == ["Your code?", "How much?"])
  }

  @Test func `a journal that ends in the middle of a read tells what was asked before`() throws {
    #expect(try questions(code: "1234", upTo: "answer code") == ["Your code?"])
  }

  @Test func `a journal without a reply that had a secret tells what was asked before`() throws {
    #expect(try questions(code: "hush-hush", upTo: "answer amount") == ["Your code?"])
  }

  private struct Closed: LocalizableError {
    let name: String
    var text: Text { Text(verbatim: "\(name)'s account was closed.") }
  }

  @Test func `what a session failed with is told again`() throws {
    var flows = FlowCatalog()
    flows.add(
      ClosureFlow<Bool>("close") { context in
        let name = try await context.load("name") { "Ann" }
        _ = try await context.run(NumberScreen("amount", "How much?", in: 0...9))
        throw Closed(name: name)
      })
    let controller = FlowController()
    try flows["close"]?.start(in: controller, .test)
    controller.waitUntilSettled()
    controller.answer("2")
    let text = controller.journal.text
    let script = try Script(parsing: text)
    #expect(try flows.recap(of: script, in: nil).failureText == "Ann's account was closed.")
    // A flow that fails otherwise by now says nothing of that end.
    var changed = FlowCatalog()
    changed.add(ClosureFlow<Bool>("close") { _ in throw Closed(name: "Bob") })
    #expect(try changed.recap(of: script, in: nil).failureText == nil)
  }

  @Test func `a journal that is whole tells all`() throws {
    #expect(try questions(code: "1234", upTo: "finish") == ["Your code?", "How much?"])
  }
}
