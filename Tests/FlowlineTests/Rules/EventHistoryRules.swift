import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// Events in the history of a session: going back, keeping, playing, being seen.
extension EventRules {
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
    let script = #expect(throws: UnreadableScript.self) {
      try Script(parsing: "flow payment 1\n" + line)
    }
    #expect(script?.damage?.line == 2)
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
