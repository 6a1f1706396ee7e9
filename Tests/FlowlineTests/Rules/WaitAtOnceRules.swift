import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// Waits beside questions, loads and each other.
struct WaitAtOnceRules {
  private enum Decision: String, Codable { case approved, expired, givenUp }

  /// A race of an event, a moment and a question; then one more wait for the same event.
  private static let race = ClosureFlow("race") { context in
    let decision = try await context.first(
      of: Wait("approval", for: Approval.self).map { _ in Decision.approved },
      Wait("deadline", until: context.now.addingTimeInterval(3600)).map { _ in Decision.expired },
      ConfirmScreen("give-up", "Stop waiting?").map { _ in Decision.givenUp })
    let after = try await context.run(ask("after"))
    let late = try await context.wait("approval", for: Approval.self)
    return "\(decision.rawValue) \(after) \(late.by)"
  }

  /// What happens to a session.
  private enum Input: Sendable {
    case answer(StepID, Answer)
    case event(String)
    case moment(Double)
    case back
  }

  private func `do`(_ inputs: some Sequence<Input>, to awaited: Awaited) throws {
    for input in inputs {
      let controller = awaited.controller
      switch input {
      case .answer(let step, let answer):
        let prompt = try #require(controller.prompts.first { $0.id == step })
        #expect(controller.answer(answer, to: prompt.presentation) == .accepted)
      case .event(let name):
        #expect(try controller.deliver("approval", Approval(by: name), key: name) == .accepted)
      case .moment(let seconds): awaited.advance(to: seconds)
      case .back: #expect(controller.back() == .accepted)
      }
      controller.waitUntilSettled()
    }
  }

  private static let walks: [(inputs: [Input], end: String)] = [
    ([.event("Ann"), .answer("after", "1"), .event("Bob")], "approved 1 Bob"),
    ([.moment(3600), .answer("after", "1"), .event("Ann")], "expired 1 Ann"),
    ([.answer("give-up", "yes"), .event("Ann"), .answer("after", "1")], "givenUp 1 Ann"),
    ([.event("Ann"), .event("Bob"), .answer("after", "1")], "approved 1 Bob"),
    (
      [.event("Ann"), .answer("after", "1"), .back, .answer("after", "2"), .event("Bob")],
      "approved 2 Bob"
    ),
    (
      [
        .answer("give-up", "yes"), .event("Ann"), .back, .answer("after", "2"), .event("Bob"),
      ], "approved 2 Bob"
    ),
  ]

  @Test(arguments: walks.indices)
  func `rule 17: a race is decided by what comes first, and rebuilt`(walk: Int) throws {
    let (inputs, end) = Self.walks[walk]
    for count in 0...inputs.count {
      let awaited = Awaited()
      awaited.start(Self.race)
      try `do`(inputs.prefix(count), to: awaited)
      let text = awaited.controller.journal.text
      guard count < inputs.count else {
        #expect(awaited.log.all.last == "root finished \(end)", "\(text)")
        awaited.controller.wait { $0.runningEffects == 0 }
        expectClean(awaited.controller)
        return
      }
      let again = Awaited()
      #expect(try again.resume(Self.race, from: text).journal.text == text)
      #expect(again.controller.prompts.map(\.path) == awaited.controller.prompts.map(\.path))
      #expect(again.controller.divergence == nil)
      try `do`(inputs.dropFirst(count), to: again)
      #expect(again.log.all.last == "root finished \(end)", "\(again.controller.journal.text)")
    }
  }

  @Test(arguments: walks.indices, [ScriptReplay.Mode.recorded, .live])
  func `rule 15: a replay of a race says what its script says`(walk: Int, mode: ScriptReplay.Mode)
    throws
  {
    var catalog = FlowCatalog()
    catalog.add(Self.race, summary: "A race")
    for count in 0...Self.walks[walk].inputs.count {
      let awaited = Awaited()
      awaited.start(Self.race)
      try `do`(Self.walks[walk].inputs.prefix(count), to: awaited)
      let text = awaited.controller.journal.text
      let report = try ScriptReplay(Script(parsing: text), of: catalog, or: .test).run(mode)
      #expect(report.mismatch == nil, "\(text)")
      #expect(report.journal.text == text)
    }
  }

  /// Two flows at once that wait for the same name, with a question each before and after.
  private static let pair = ClosureFlow("pair") { context in
    func side(_ id: StepID) -> ClosureFlow<String> {
      ClosureFlow(id) { context in
        let first = try await context.run(ask("first"))
        let approval = try await context.wait("approval", for: Approval.self)
        try await context.wait("pause", until: context.now.addingTimeInterval(Double(first)))
        return "\(first) \(approval.by) \(try await context.run(ask("last")))"
      }
    }
    let (left, right) = try await context.all(side("left"), side("right"))
    return "\(left), \(right)"
  }

  @Test(arguments: 0..<12)
  func `rule 17: two flows at once wait for one name, whatever happens`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let awaited = Awaited()
    awaited.start(Self.pair)
    var catalog = FlowCatalog()
    catalog.add(Self.pair, summary: "A pair")
    var names = ["Ann", "Bob"]
    var clock = 0.0
    for _ in 0..<60 where !awaited.controller.journal.isEnded {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0 where !names.isEmpty: try `do`([.event(names.removeFirst())], to: awaited)
      case 1:
        clock += Double.random(in: 1...400, using: &generator).rounded()
        awaited.advance(to: clock)
      case 2: _ = awaited.controller.back()
      default:
        if let prompt = awaited.controller.prompts.randomElement(using: &generator) {
          let number = Int.random(in: 1...900, using: &generator)
          awaited.controller.answer(.json(.integer(Int64(number))), to: prompt.presentation)
        }
      }
      awaited.controller.waitUntilSettled()
      let text = awaited.controller.journal.text
      let again = Awaited(at: clock)
      guard !awaited.controller.journal.isEnded else { break }
      #expect(try again.resume(Self.pair, from: text).journal.text == text)
      #expect(again.controller.prompts.map(\.path) == awaited.controller.prompts.map(\.path))
      #expect(
        again.controller.legalInputs.waits.map(\.id).count
          == awaited.controller.legalInputs.waits.map(\.id).count)
      #expect(again.controller.divergence == nil, "\(text)")
      #expect(again.controller.diagnostics.isEmpty)
      for mode in [ScriptReplay.Mode.recorded, .live] {
        let report = try ScriptReplay(Script(parsing: text), of: catalog, or: .test).run(mode)
        #expect(report.mismatch == nil, "\(text)")
      }
    }
  }

  @Test func `a person sees the question of a race, and the waits beside it`() throws {
    let awaited = Awaited()
    awaited.start(Self.race)
    #expect(awaited.controller.prompt?.id == "give-up")
    #expect(awaited.controller.inspection.state == .asking)
    let waits = awaited.controller.legalInputs.waits
    #expect(waits.map(\.id) == ["approval", "deadline"])
    #expect(waits.map(\.kind) == [.event, .moment])
    #expect(waits.map { $0.until != nil } == [false, true])
  }

  @Test func `rule 8: the waits that lost a race take nothing any more`() throws {
    let awaited = Awaited()
    awaited.start(Self.race)
    try `do`([.answer("give-up", "yes")], to: awaited)
    awaited.advance(to: 7200)
    try `do`([.event("Ann")], to: awaited)
    #expect(!awaited.controller.lines.contains { $0.hasPrefix("wait") })
    #expect(awaited.controller.diagnostics.isEmpty)
    try `do`([.answer("after", "1")], to: awaited)
    #expect(awaited.log.all.last == "root finished givenUp 1 Ann")
  }
}
