import Flowline
import Synchronization
import TestSupport
import Testing

/// Writes that are left to people: none begins before one of its questions was answered.
struct PersonalWriteRules {
  private final class Writes: Sendable {
    private let state = Mutex(0)

    var count: Int { state.withLock { $0 } }

    func add() -> Int {
      state.withLock {
        $0 += 1
        return $0
      }
    }
  }

  /// Asks so many numbers at `first`, then `sure`, and writes; as often as it is told to.
  private struct Paying: Flow {
    let id: FlowID = "pay"
    let writes: Writes
    var asksFirst = true
    var rounds = 1
    /// What is sent in each round; nothing is said of it if there is none.
    var contents: [String]?
    var fails = false

    func run(_ context: FlowContext) async throws -> Int {
      var paid = 0
      for round in 0..<rounds {
        if asksFirst, round == 0 { _ = try await context.run(ask("sure")) }
        while true {
          do {
            let (writes, fails) = (writes, fails)
            @Sendable func write() throws -> Int {
              let count = writes.add()
              if fails, count == 1 { throw CommitRefused("too little money") }
              return count
            }
            if let contents {
              paid += try await context.commit("transfer", of: contents[round]) { _, _ in
                try write()
              }
            } else {
              paid += try await context.commit("transfer") { _ in try write() }
            }
            break
          } catch is CommitRefused {
            _ = try await context.run(ask("again"))
          }
        }
        _ = try await context.run(ask("paid"))
      }
      return paid
    }
  }

  private func catalog(_ flow: Paying, at question: String = "pay/sure") -> FlowCatalog {
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Pays.")
    catalog.confirmInPerson("transfer", at: question)
    return catalog
  }

  private func ending(
    of flow: Paying, at question: String = "pay/sure", answering answers: Int,
    _ options: SessionOptions = .test
  ) throws -> (ending: String, journal: Journal, unused: [GivenAnswer]) {
    let log = Log()
    let controller = FlowController()
    let entry = try #require(catalog(flow, at: question)["pay"])
    try entry.start(in: controller, options, handler: log.handler("pay"))
    for _ in 0..<answers {
      controller.waitUntilSettled()
      #expect(controller.answer("1") == .accepted)
    }
    controller.waitUntilSettled()
    return (log.all.last ?? "", controller.journal, controller.unusedAnswers)
  }

  @Test func `a write whose question was answered is made`() throws {
    let writes = Writes()
    let ended = try ending(of: Paying(writes: writes), answering: 2)
    #expect(ended.ending == "pay finished integer(1)")
    #expect(writes.count == 1)
  }

  @Test(arguments: ["pay/sure", "pay//sure", ""])
  func `a write that nobody confirmed is not made, and the flow fails`(question: String) throws {
    let writes = Writes()
    let ended = try ending(of: Paying(writes: writes, asksFirst: false), at: question, answering: 0)
    #expect(ended.ending.hasPrefix("pay failed pay: transfer is left to people"))
    #expect(writes.count == 0)
    #expect(ended.journal.commits == 0, "no intent is kept of it")
  }

  @Test func `a write is left to people wherever its flow is found`() throws {
    var marked = FlowCatalog()
    marked.confirmInPerson("transfer", at: "sure")
    marked.add(Paying(writes: Writes(), asksFirst: false), summary: "Pays.")
    var joined = FlowCatalog()
    joined.add(Paying(writes: Writes(), asksFirst: false), summary: "Pays.")
    joined.add(contentsOf: marked)
    for entry in [marked["pay"], marked.entries.first, joined["pay"], joined.offered.first] {
      let log = Log()
      let controller = FlowController()
      try #require(entry).start(in: controller, .test, handler: log.handler("pay"))
      controller.waitUntilSettled()
      #expect(log.all.last?.hasPrefix("pay failed pay: transfer is left to people") ?? false)
    }
  }

  @Test func `an answer that was taken back confirms nothing`() throws {
    let writes = Writes()
    // Asks what its answers say: with `back` before the write only the first run asks.
    let flow = ClosureFlow("pay") { context in
      let isCareful = try await context.run(ask("careful"))
      if isCareful == 1 { _ = try await context.run(ask("sure")) }
      _ = try await context.run(ask("now"))
      return try await context.commit("transfer") { _ in writes.add() }
    }
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Pays.")
    catalog.confirmInPerson("transfer", at: "sure")
    let log = Log()
    let controller = FlowController()
    try #require(catalog["pay"]).start(in: controller, .test, handler: log.handler("pay"))
    #expect(controller.answer("1") == .accepted)
    #expect(controller.answer("1") == .accepted)
    #expect(controller.back() == .accepted)
    #expect(controller.back() == .accepted)
    #expect(controller.answer("0") == .accepted)
    #expect(controller.answer("1") == .accepted)
    controller.waitUntilSettled()
    #expect(log.all.last?.hasPrefix("pay failed pay: transfer is left to people") ?? false)
    #expect(writes.count == 0)
  }

  @Test func `one answer confirms one write, with its repetitions`() throws {
    let repeated = Writes()
    let ended = try ending(of: Paying(writes: repeated, fails: true), answering: 3)
    #expect(ended.ending == "pay finished integer(2)")
    #expect(repeated.count == 2, "the first was refused")
    let same = Writes()
    let again = Paying(writes: same, rounds: 2, contents: ["10", "10"])
    #expect(try ending(of: again, answering: 3).ending == "pay finished integer(3)")
    for contents in [nil, ["10", "20"]] {
      let writes = Writes()
      let other = Paying(writes: writes, rounds: 2, contents: contents)
      let second = try ending(of: other, answering: 2)
      #expect(second.ending.hasPrefix("pay failed pay: transfer is left to people"))
      #expect(writes.count == 1)
    }
  }

  @Test func `a link does not answer what is left to people, and what is behind it waits`() throws {
    let writes = Writes()
    let flow = Paying(writes: writes)
    var options = SessionOptions.test
    options.given = try FlowLink("flow:pay?sure=1&pay/sure=1&paid=1").answers
    let log = Log()
    let controller = FlowController()
    try #require(catalog(flow)["pay"]).start(in: controller, options, handler: log.handler("pay"))
    controller.waitUntilSettled()
    #expect(controller.prompt?.id == "sure")
    #expect(controller.prompt?.refused?.code == .leftToPeople)
    #expect(controller.prompt?.refused?.answer == nil && controller.prompt?.draft == nil)
    #expect(controller.unusedAnswers.map(\.description) == ["paid"])
    #expect(writes.count == 0)
    #expect(controller.answer("2") == .accepted)
    controller.waitUntilSettled()
    #expect(log.all.last == "pay finished integer(1)")
    #expect(writes.count == 1)
    #expect(controller.unusedAnswers.isEmpty)
    let script = try Script(parsing: controller.journal.text)
    let report = try ScriptReplay(script, of: catalog(flow), or: .test).run(.recorded)
    #expect(report.matches, "\(report.mismatch as Any)")
  }

  @Test(arguments: ["pay/sure=1", "sure=1", "sure=1&pay/sure=1"])
  func `what a link says is passed over if the person has answered beforehand`(
    said: String
  ) throws {
    let writes = Writes()
    var options = SessionOptions.test
    let link = try FlowLink("flow:pay?\(said)&paid=1")
    options.given = [GivenAnswer("sure", answer: "2")] + link.answers
    let ended = try ending(of: Paying(writes: writes), answering: 0, options)
    #expect(ended.ending == "pay finished integer(1)")
    #expect(ended.journal.text.contains("answer sure 2"))
    #expect(!ended.journal.text.contains("refuse"))
    #expect(ended.unused.isEmpty)
  }

  @Test func `a link answers what no catalogue leaves to people`() throws {
    let writes = Writes()
    var options = SessionOptions.test
    options.given = try FlowLink("flow:pay?sure=1&paid=1").answers
    let controller = FlowController()
    controller.start(Paying(writes: writes), options)
    controller.waitUntilSettled()
    #expect(controller.journal.isEnded && writes.count == 1)
  }

  @Test func `a write that was begun before it was left to people is finished`() throws {
    let writes = Writes()
    let flow = Paying(writes: writes, asksFirst: false)
    var unmarked = FlowCatalog()
    unmarked.add(flow, summary: "Pays.")
    let controller = FlowController()
    try #require(unmarked["pay"]).start(in: controller, .test)
    controller.waitUntilSettled()
    var options = SessionOptions.test
    options.journal = controller.journal
    #expect(try ending(of: flow, answering: 1, options).ending == "pay finished integer(1)")
    #expect(writes.count == 1)
  }
}

extension Journal {
  fileprivate var commits: Int { text.split(separator: "\n").count { $0.hasPrefix("commit ") } }
}
