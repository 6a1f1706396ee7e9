import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// Events from outside, which a flow waits for.
struct EventRules {
  static let ann = Approval(by: "Ann")
  static let line =
    #"event approval {"key":"mail-1","value":{"by":"Ann","isGranted":true}}"#

  func start() -> FlowController { Awaited().start(payment) }

  @discardableResult
  func deliver(
    _ approval: Approval = ann, key: String? = "mail-1", to controller: FlowController
  ) throws -> FlowController.Reception {
    try controller.deliver("approval", approval, key: key)
  }

  func rebuilt(_ controller: FlowController) throws -> FlowController {
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

  @Test
  func `the same key and value is accepted when it has ended the session, and nothing new is`()
    throws
  {
    let flow = ClosureFlow("signed") { context in
      try await context.wait("approval", for: Approval.self).by
    }
    let controller = FlowController()
    controller.start(flow, .test)
    try deliver(to: controller)
    controller.waitUntilSettled()
    #expect(controller.inspection.state == .ended)
    let lines = controller.lines
    #expect(try deliver(to: controller) == .accepted)
    #expect(try deliver(Approval(by: "Eve"), to: controller).code == .otherEvent)
    #expect(try deliver(key: "mail-2", to: controller).code == .notRunning)
    #expect(try deliver(key: nil, to: controller).code == .notRunning)
    #expect(controller.lines == lines)
    // A record tells it as well.
    let value = try JSONValue(recording: Self.ann)
    #expect(
      controller.journal.reception(ofEvent: "approval", value, key: "mail-1") == .accepted)
    #expect(
      controller.journal.reception(ofEvent: "approval", 1, key: "mail-1")?.code == .otherEvent)
    #expect(controller.journal.reception(ofEvent: "approval", value, key: "mail-2") == nil)
    #expect(!controller.journal.hasOpenEvent("approval"))
  }

  @Test func `an event that nothing waits for is open until a wait takes it`() throws {
    let controller = start()
    try deliver(to: controller)
    #expect(controller.journal.hasOpenEvent("approval"))
    controller.answer("5")
    controller.waitUntilSettled()
    #expect(!controller.journal.hasOpenEvent("approval"))
    controller.deliver("aproval", json: 1)
    #expect(controller.journal.hasOpenEvent("aproval"))
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
    #expect(try deliver(to: one).code == nil, "it was taken before")
    #expect(try deliver(key: "late", to: one).code == .notRunning)
    other.cancel()
    #expect(try deliver(to: other).code == .notRunning)
    #expect(other.lines.last == "cancelled \"user\"")
  }

  @Test func `the session's user delivers what a wait takes from a user, while it waits`() throws {
    let flow = ClosureFlow("both") { context in
      let approval = try await context.wait("approval", for: Approval.self)
      let word = try await context.wait("word", for: String.self, from: .user)
      return "\(approval.by) \(word)"
    }
    let controller = Awaited().start(flow)
    func user(_ name: StepID, _ value: JSONValue, key: String? = nil) -> Refusal.Code? {
      controller.deliver(name, json: value, key: key, by: .user).code
    }
    let ann = try JSONValue(recording: Self.ann)
    let eve = try JSONValue(recording: Approval(by: "Eve"))
    #expect(user("approval", eve, key: "mail-1") == .eventNotAllowed)
    // It is not waited for yet, and would be kept for whatever waits.
    #expect(user("word", "hello") == .eventNotAllowed)
    #expect(user("misspelt", "hello") == .eventNotAllowed)
    #expect(controller.lines.isEmpty)
    #expect(try deliver(to: controller) == .accepted)
    // Nor does a user find out which keys there are.
    #expect(user("approval", eve, key: "mail-1") == .eventNotAllowed)
    #expect(user("approval", ann, key: "mail-1") == nil, "it is known, and changes nothing")
    #expect(user("word", 1) == .unreadableEvent)
    #expect(user("word", "hello", key: "w") == nil)
    #expect(controller.lines.last == "finish \"Ann hello\"")
    #expect(user("word", "hello", key: "w") == nil)
    #expect(user("word", "bye") == .notRunning)
    expectClean(controller)
  }

  @Test
  func `a person who leaves at a wait ends the flow that waits, and its caller can undo a commit`()
  {
    let waiting = ClosureFlow("paying") { context in
      try await context.first(
        of: Wait("payment", for: String.self).map { $0 },
        Wait("deadline", until: context.now.addingTimeInterval(60)).map { _ in "late" })
    }
    let flow = ClosureFlow("hire") { context in
      _ = try await context.commit("reserve") { _ in 1 }
      switch try await context.outcome(of: waiting) {
      case .finished(let word): return word
      case .cancelled(let reason):
        _ = try await context.commit("release") { _ in 2 }
        throw FlowCancelled(reason)
      case .failed(let failure): throw failure.cause
      }
    }
    let controller = Awaited().start(flow)
    #expect(controller.inspection.state == .waiting)
    #expect(controller.cancel() == .accepted)
    controller.waitUntilSettled()
    controller.wait { $0.runningEffects == 0 }
    #expect(controller.lines.contains { $0.hasPrefix("done release") }, "\(controller.lines)")
    #expect(controller.lines.last == "cancelled \"user\"")
    expectClean(controller)
  }

  @Test func `of several waits for one event each has to take it from the user`() {
    let sources: [(EventSource, EventSource)] = [
      (.user, .user), (.user, .program), (.program, .user), (.program, .program),
    ]
    for (one, other) in sources {
      let flow = ClosureFlow("race") { context in
        try await context.first(
          of: ClosureFlow("one") { try await $0.wait("news", for: String.self, from: one) },
          ClosureFlow("other") { try await $0.wait("news", for: String.self, from: other) })
      }
      let controller = Awaited().start(flow)
      let isAllowed = one == .user && other == .user
      let code = controller.deliver("news", json: "x", by: .user).code
      #expect(code == (isAllowed ? nil : .eventNotAllowed), "\(one) \(other)")
      controller.deliver("news", json: "x")
      controller.waitUntilSettled()
      #expect(controller.inspection.state == .ended)
    }
  }
}
