import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// Events from outside, which a flow waits for.
struct EventRules {
  private static let ann = Approval(by: "Ann")
  private static let line =
    #"event approval {"key":"mail-1","value":{"by":"Ann","isGranted":true}}"#

  private func start() -> FlowController { Awaited().start(payment) }

  @discardableResult
  private func deliver(
    _ approval: Approval = ann, key: String? = "mail-1", to controller: FlowController
  ) throws -> FlowController.Reception {
    try controller.deliver("approval", approval, key: key)
  }

  private func rebuilt(_ controller: FlowController) throws -> FlowController {
    try Awaited().resume(payment, from: controller.journal.text)
  }

  // MARK: - Before, while, after

  @Test func `rule 13: a flow that waits takes the event, which is in the journal before`() throws {
    let controller = start()
    controller.answer("5")
    controller.waitUntilSettled()
    #expect(controller.prompt == nil)
    #expect(controller.inspection.state == .waiting)
    #expect(controller.legalInputs.waits.map(\.id) == ["approval"])
    #expect(controller.legalInputs.waits.map(\.kind) == [.event])
    #expect(try deliver(to: controller) == .accepted)
    #expect(controller.prompt?.id == "note")
    #expect(
      controller.lines == [
        "show amount number", "answer amount 5", Self.line, "wait approval", "show note text",
      ])
    controller.answer("x")
    #expect(controller.lines.last == "finish \"5 Ann true x\"")
    expectClean(controller)
  }

  @Test func `an event that comes before its wait is kept and taken there`() throws {
    let controller = start()
    #expect(try deliver(to: controller) == .accepted)
    #expect(controller.prompt?.id == "amount")
    controller.answer("5")
    #expect(controller.prompt?.id == "note")
    #expect(
      controller.lines == [
        "show amount number", Self.line, "show amount number", "answer amount 5", "wait approval",
        "show note text",
      ])
    #expect(controller.diagnostics.isEmpty)
  }

  @Test func `an event that comes after its wait stays for the next, and does nothing else`() throws
  {
    let controller = start()
    controller.answer("5")
    try deliver(key: "first", to: controller)
    try deliver(Approval(by: "Bob"), key: "second", to: controller)
    #expect(controller.prompt?.id == "note")
    controller.answer("x")
    #expect(controller.lines.last == "finish \"5 Ann true x\"")
  }

  @Test func `several waits of one name take the events in the order they came in`() throws {
    let flow = ClosureFlow("two") { context in
      let first = try await context.wait("approval", for: Approval.self)
      let second = try await context.wait("approval", for: Approval.self)
      return [first.by, second.by]
    }
    for count in 0...2 {
      let awaited = Awaited()
      awaited.start(flow)
      for name in ["Ann", "Bob"].prefix(count) {
        #expect(try deliver(Approval(by: name), key: nil, to: awaited.controller) == .accepted)
      }
      let text = awaited.controller.journal.text
      let isEnded = awaited.controller.journal.isEnded
      #expect(isEnded == (count == 2))
      guard !isEnded else {
        #expect(awaited.controller.lines.last == "finish [\"Ann\",\"Bob\"]")
        continue
      }
      let again = try Awaited().resume(flow, from: text)
      #expect(again.journal.text == text)
      for name in ["Ann", "Bob"].dropFirst(count) {
        try deliver(Approval(by: name), key: nil, to: again)
      }
      #expect(again.lines.last == "finish [\"Ann\",\"Bob\"]")
      expectClean(again)
    }
  }

  // MARK: - Keys

  @Test func `the same key and value is accepted again and counts once`() throws {
    let controller = start()
    try deliver(to: controller)
    #expect(try deliver(to: controller) == .accepted)
    controller.answer("5")
    let lines = controller.lines
    #expect(try deliver(to: controller) == .accepted)
    #expect(controller.lines == lines)
    #expect(lines.count { $0 == Self.line } == 1)
    let again = try rebuilt(controller)
    #expect(try deliver(to: again) == .accepted)
    #expect(again.lines == lines)
  }

  @Test func `the same key with another value is refused; keys are those of one name`() throws {
    let controller = start()
    try deliver(to: controller)
    let lines = controller.lines
    #expect(try deliver(Approval(by: "Eve"), to: controller).code == .otherEvent)
    #expect(controller.lines == lines)
    #expect(try controller.deliver("other", Self.ann, key: "mail-1") == .accepted)
  }

  @Test func `without a key, each delivery counts`() throws {
    let controller = start()
    for _ in 0..<2 { #expect(try deliver(key: nil, to: controller) == .accepted) }
    #expect(controller.lines.count { $0.hasPrefix("event") } == 2)
  }

  // MARK: - What cannot be read

  @Test func `an event that the wait cannot read is refused and not kept`()
    throws
  {
    let controller = start()
    controller.answer("5")
    let lines = controller.lines
    guard
      case .refused(let refusal) = controller.deliver(
        "approval", json: ["by": 7, "isGranted": true], key: "mail-1")
    else { return #expect(Bool(false), "it was taken") }
    #expect(refusal.code == .unreadableEvent)
    let reason = try #require(refusal.arguments["reason"]?.string)
    #expect(reason.hasPrefix("Approval was expected in by: "))
    for language in ["en", "ru"] {
      let message = refusal.message.resolved(in: FlowEnvironment.test.speaking(language)).text
      #expect(message.contains(reason) && message.contains("approval"))
    }
    #expect(controller.lines == lines)
    // The key is free.
    #expect(try deliver(to: controller) == .accepted)
    #expect(controller.prompt?.id == "note")
  }

  @Test func `a value that nobody waits for is decided on when the wait comes`() throws {
    let controller = start()
    #expect(controller.deliver("approval", json: ["who": "Ann"], key: "bad") == .accepted)
    controller.answer("5")
    #expect(controller.prompt == nil)
    #expect(controller.diagnostics.map(\.code) == [.unreadableEvent])
    #expect(controller.diagnostics.first?.path.description == "payment/approval")
    let again = try rebuilt(controller)
    #expect(again.journal.text == controller.journal.text)
    for each in [controller, again] {
      #expect(try deliver(to: each) == .accepted)
      #expect(each.prompt?.id == "note")
      // It took the second.
      #expect(each.lines.contains("wait approval 2"))
      #expect(each.diagnostics.count == 1)
    }
    #expect(again.journal.text == controller.journal.text)
    #expect(try rebuilt(again).journal.text == again.journal.text)
  }

  @Test func `an event that one wait passes over is there for another that can read it`() throws {
    let flow = ClosureFlow("kinds") { context in
      let name = try await context.wait("news", for: String.self)
      let number = try await context.wait("news", for: Int.self)
      return "\(name) \(number)"
    }
    let first = ClosureFlow("first") { context in
      _ = try await context.run(ask("go"))
      return try await flow.run(context)
    }
    let awaited = Awaited()
    awaited.start(first)
    awaited.controller.deliver("news", json: 7)
    awaited.controller.deliver("news", json: "Ann")
    awaited.controller.answer("1")
    #expect(awaited.controller.lines.suffix(3) == ["wait news 2", "wait news", "finish \"Ann 7\""])
  }

  // MARK: - Refused

  @Test func `nothing is delivered before the start, after the end, to another session`() throws {
    #expect(try deliver(to: FlowController()).code == .notRunning)
    let (one, other) = (start(), start())
    try deliver(to: one)
    one.answer("5")
    other.answer("5")
    #expect(one.prompt?.id == "note")
    #expect(other.prompt == nil)
    one.answer("x")
    #expect(try deliver(to: one).code == .notRunning)
    #expect(try deliver(key: "late", to: one).code == .notRunning)
    other.cancel()
    #expect(try deliver(to: other).code == .notRunning)
    #expect(other.lines.last == "cancelled \"user\"")
  }

  @Test func `a rebuilt session that first asks for a secret takes no event before`() throws {
    let flow = ClosureFlow("login") { context in
      _ = try await context.run(TextScreen("password", "Password?").sensitive())
      _ = try await context.run(ask("amount"))
      return try await context.wait("approval", for: Approval.self).by
    }
    let controller = Awaited().start(flow)
    controller.answer("open sesame")
    controller.answer("5")
    let again = try Awaited().resume(flow, from: controller.journal.text)
    #expect(again.prompt?.id == "password")
    #expect(try deliver(to: again).code == .notRebuilt)
    again.answer("open sesame")
    #expect(try deliver(to: again) == .accepted)
    #expect(again.lines.last == "finish \"Ann\"")
  }

  // MARK: - Going back

  @Test func `rule 12: going back leaves an event delivered, and the flow takes it again`()
    throws
  {
    let controller = start()
    controller.answer("5")
    try deliver(to: controller)
    #expect(controller.prompt?.id == "note")
    #expect(controller.back() == .accepted)
    #expect(controller.prompt?.id == "amount")
    let text = controller.journal.text
    #expect(try rebuilt(controller).journal.text == text)
    controller.answer("6")
    #expect(controller.prompt?.id == "note")
    #expect(controller.lines.count { $0 == Self.line } == 1)
    #expect(controller.lines.count { $0 == "wait approval" } == 2)
    let again = try rebuilt(controller)
    #expect(again.journal.text == controller.journal.text)
    #expect(again.prompt?.id == "note")
    again.answer("x")
    #expect(again.lines.last == "finish \"6 Ann true x\"")
  }

  @Test func `rule 12: an event that is waited for can be given up like a load`()
    throws
  {
    let controller = start()
    controller.answer("5")
    #expect(controller.stopWaiting() == .accepted)
    #expect(controller.prompt?.id == "amount")
    controller.answer("6")
    #expect(controller.back() == .accepted)
    #expect(controller.prompt?.id == "amount")
    controller.answer("7")
    #expect(controller.inspection.state == .waiting)
    // A jump keeps the answers behind, and the wait with them.
    let answer = try #require(controller.journal.answers.last)
    #expect(controller.back(to: answer) == .accepted)
    controller.answer("8")
    try deliver(to: controller)
    #expect(controller.prompt?.id == "note")
    #expect(controller.cancel() == .accepted)
    #expect(controller.lines.last == "cancelled \"user\"")
    expectNothingLeft(of: controller)
  }

  @Test func `a session that waits is unloaded and resumed, and its handler is told once`() throws {
    var awaited = Awaited()
    awaited.record = MemoryRecord()
    awaited.start(payment)
    awaited.controller.answer("5")
    #expect(awaited.controller.unload() == .accepted)
    #expect(awaited.log.all == ["root started"])
    expectNothingLeft(of: awaited.controller)
    let record = try #require(awaited.record)
    var again = Awaited()
    again.record = record.reopened()
    let controller = try again.resume(payment, from: record.durable)
    #expect(controller.inspection.state == .waiting)
    try deliver(to: controller)
    #expect(controller.prompt?.id == "note")
    #expect(record.latest.durable.contains(Self.line))
  }

  // MARK: - Keeping

  @Test func `rule 13: a flow sees an event only once it is durable`() throws {
    var awaited = Awaited()
    let record = MemoryRecord()
    awaited.record = record
    awaited.start(payment)
    awaited.controller.answer("5")
    var waited = false
    record.onSync = { if $0.contains("event approval") { waited = !$0.contains("wait approval") } }
    try deliver(to: awaited.controller)
    #expect(waited)
    #expect(awaited.controller.prompt?.id == "note")
  }

  @Test func `rule 13: an event that could not be kept is taken once it is`() throws {
    var awaited = Awaited()
    let record = MemoryRecord()
    awaited.record = record
    awaited.start(payment)
    awaited.controller.answer("5")
    record.failure = StoreFailure(.noSpace, at: "the record", "it is full")
    #expect(try deliver(to: awaited.controller).code == .notKept)
    #expect(awaited.controller.prompt?.hold?.isStore == true)
    record.failure = nil
    awaited.controller.answer(.json("again"))
    #expect(awaited.controller.prompt?.id == "note")
    #expect(record.durable.contains(Self.line))
  }

  @Test(arguments: 0..<8)
  func `rule 17: cut off after any line, a session goes on as it would have`(line: Int) throws {
    let controller = start()
    controller.answer("5")
    try deliver(to: controller)
    controller.answer("x")
    let text = controller.journal.text
    let whole = text.split(separator: "\n", omittingEmptySubsequences: false)
    let head = whole.prefix { !$0.hasPrefix("show") }.count
    let cut =
      whole.prefix(head + min(line, controller.lines.count - 1)).joined(separator: "\n") + "\n"
    let again = try Awaited().resume(payment, from: cut)
    if again.prompt?.id == "amount" { again.answer("5") }
    if again.inspection.state == .waiting { try deliver(to: again) }
    #expect(again.divergence == nil)
    again.answer("x")
    #expect(again.journal.text == text)
    expectClean(again)
  }

  // MARK: - Playing

  @Test(arguments: [ScriptReplay.Mode.recorded, .live])
  func `rule 15: a script has the events, and needs no outside`(mode: ScriptReplay.Mode) throws {
    var catalog = FlowCatalog()
    catalog.add(payment, summary: "A payment")
    let controller = start()
    controller.answer("5")
    try deliver(to: controller)
    controller.back()
    controller.answer("6")
    controller.answer("x")
    let text = controller.journal.text
    let report = try ScriptReplay(Script(parsing: text), of: catalog, or: .test).run(mode)
    #expect(report.mismatch == nil)
    #expect(report.journal.text == text)
    let byHand = """
      flow payment 1

      answer amount 5
      event approval {"value":{"by":"Bob","isGranted":false}}
      answer note "y"
      finish "5 Bob false y"

      """
    let played = try ScriptReplay(Script(parsing: byHand), of: catalog, or: .test).run(mode)
    #expect(played.mismatch == nil)
    let wrong = byHand.replacing("\"by\":\"Bob\"", with: "\"by\":1")
    let mismatch = try ScriptReplay(Script(parsing: wrong), of: catalog, or: .test).run(mode)
      .mismatch
    #expect(mismatch?.line == 4)
  }

  @Test(arguments: [
    "event approval 1\n", "event approval {\"key\":1,\"value\":2}\n",
    "event approval {\"key\":\"a\"}\n",
    "event approval {\"value\":1,\"other\":2}\n", "wait approval 0\n", "wait approval \"soon\"\n",
    "wait approval {}\n",
  ])
  func `rule 18: a line that tells no event or wait is damage`(line: String) {
    let fault = #expect(throws: ScriptFault.self) { try Script(parsing: "flow payment 1\n" + line) }
    #expect(fault?.line == 2)
  }

  @Test func `rule 16: a flow that waits no more, or otherwise, is told as changed`() throws {
    let controller = start()
    controller.answer("5")
    try deliver(to: controller)
    controller.answer("x")
    let lines = controller.journal.text.split(separator: "\n").dropLast()
    let text = lines.joined(separator: "\n") + "\n"
    let without = ClosureFlow("payment") { context in
      _ = try await context.run(ask("amount"))
      _ = try await context.run(TextScreen("note", "A note?"))
      return try await context.run(TextScreen("other", "More?"))
    }
    let dropped = try Awaited().resume(without, from: text)
    #expect(dropped.prompt?.id == "other")
    // The event is a fact: it is kept.
    #expect(dropped.lines.contains(Self.line))
    #expect(
      dropped.fit?.items.filter { $0.fate != .kept }.map(\.fate) == [
        .dropped(because: .awaitedAgain)
      ])
    let moment = ClosureFlow("payment") { context in
      _ = try await context.run(ask("amount"))
      try await context.wait("approval", until: context.now.addingTimeInterval(60))
      return try await context.run(TextScreen("note", "A note?"))
    }
    let changed = try Awaited().resume(moment, from: text)
    #expect(changed.inspection.state == .waiting)
    #expect(changed.divergence?.wanted == "wait approval")
  }

  // MARK: - Being seen

  @Test func `observers and the log are told of an event and of the wait for it`() throws {
    let controller = FlowController()
    let events = Events()
    var options = SessionOptions.test
    options.observer = events.add
    controller.start(payment, options)
    controller.answer("5")
    try deliver(to: controller)
    try deliver(Approval(by: "Eve"), to: controller)
    #expect(
      events.all.map(\.description).filter { !$0.contains(" asked ") && !$0.contains("answered") }
        .map { $0.drop { $0.isNumber }.dropFirst() } == [
          "started payment version 1", "effect payment/approval began",
          "delivered payment/approval mail-1", "effect payment/approval replied",
          "refused payment/note deliver other-event",
        ])
  }

  @Test func `rule 22: a secret that comes back as an event is a mark in the journal`() throws {
    let flow = ClosureFlow("login") { context in
      _ = try await context.run(TextScreen("password", "Password?").sensitive())
      return try await context.wait("news", for: JSONValue.self)
    }
    let controller = Awaited().start(flow)
    controller.answer("open sesame")
    controller.deliver("news", json: ["said": "open sesame"])
    #expect(!controller.journal.text.contains("sesame"))
    #expect(controller.diagnostics.map(\.code) == [.secretRedacted])
  }

  @Test func `rule 25: an event loses nothing on its way`() throws {
    let value = JSONValue.object([
      "big": .integer(.max), "text": "a\u{301}\u{0}\n", "list": [1, nil, true],
    ])
    let flow = ClosureFlow("any") { try await $0.wait("news", for: JSONValue.self) }
    let controller = Awaited().start(flow)
    controller.deliver("news", json: value)
    #expect(controller.journal.entries.last?.payload.json == value)
    let text = controller.journal.text
    #expect(try Script(parsing: text).journal(or: .test).text == text)
  }

  @Test func `rule 27: an event from another thread is taken while a load blocks`() async throws {
    let flow = ClosureFlow("slow") { context in
      let gate = try await context.load("gate") {
        await withCheckedContinuation { waiting.value = $0 }
        return 1
      }
      return try await context.wait("news", for: Int.self) + gate
    }
    let controller = FlowController()
    controller.start(flow, .test)
    #expect(controller.deliver("news", json: 41) == .accepted)
    waiting.value?.resume()
    controller.waitUntilSettled()
    #expect(controller.lines.last == "finish 42")
  }

  private func expectNothingLeft(of controller: FlowController) {
    controller.waitUntilSettled()
    #expect(controller.leaks.isEmpty)
  }
}

/// What a load waits for in a test.
private let waiting = Box<CheckedContinuation<Void, Never>>()
