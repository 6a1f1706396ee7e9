import TestSupport
import Testing

@testable import Flowline

/// Events for a session that is rebuilt and asks for a secret again, which no journal has.
extension EventRules {
  /// Asks for a secret and an amount, and waits.
  private static let login = ClosureFlow("login") { context in
    _ = try await context.run(TextScreen("password", "Password?").sensitive())
    let amount = try await context.run(ask("amount"))
    let first = try await context.wait("approval", for: Approval.self).by
    let second = try await context.wait("approval", for: Approval.self).by
    return "\(amount) \(first) \(second)"
  }

  private static let password: Answer = "open sesame"

  /// What is kept of a session whose process has ended.
  ///
  /// - Parameter isWaiting: whether it waits; else it asks for the amount.
  private func left(waiting isWaiting: Bool) throws -> MemoryRecord {
    var awaited = Awaited()
    let record = MemoryRecord()
    awaited.record = record
    let controller = awaited.start(Self.login)
    controller.answer(Self.password)
    if isWaiting {
      controller.answer("5")
      try deliver(Approval(by: "Bob"), key: "mail-0", to: controller)
    }
    controller.unload()
    return record
  }

  private func resume(_ record: MemoryRecord) throws -> FlowController {
    var awaited = Awaited()
    awaited.record = record
    return try awaited.resume(Self.login, from: record.text)
  }

  @Test(arguments: [true, false])
  func `rule 13: an event that comes before the secret is kept once, and taken at its wait`(
    isWaiting: Bool
  ) throws {
    let first = try left(waiting: isWaiting)
    let second = first.reopened()
    let asking = try resume(second)
    #expect(asking.prompt?.id == "password")
    #expect(!asking.isRebuilt)
    for _ in 1...2 { #expect(try deliver(to: asking) == .accepted) }
    #expect(second.durable == first.text + Self.line + "\n")
    #expect(try deliver(Approval(by: "Eve"), to: asking).code == .otherEvent)
    #expect(asking.hasOpenEvent("approval"))
    #expect(asking.prompt?.id == "password")
    asking.unload()
    // Another process has it, and knows that it came.
    let third = second.reopened()
    let last = try resume(third)
    #expect(try deliver(to: last) == .accepted)
    #expect(third.text == second.text)
    last.answer(Self.password)
    if !isWaiting {
      try deliver(Approval(by: "Bob"), key: "mail-0", to: last)
      last.answer("5")
    }
    let names = isWaiting ? "Bob Ann" : "Ann Bob"
    #expect(last.lines.last == "finish \"5 \(names)\"")
    #expect(last.lines.count { $0 == Self.line } == 1)
    #expect(third.setAside.isEmpty, "the record was written on, and never made anew")
    #expect(third.text == last.journal.text)
    expectClean(last)
  }

  @Test func `the secret that is typed in the same process leads to the event that came before it`()
    throws
  {
    let record = try left(waiting: true).reopened()
    let controller = try resume(record)
    try deliver(to: controller)
    controller.answer(Self.password)
    #expect(controller.lines.last == "finish \"5 Bob Ann\"")
    #expect(record.setAside.isEmpty)
    #expect(record.text == controller.journal.text)
    expectClean(controller)
  }

  @Test func `rule 24: an event that the store does not keep is refused until it does`()
    throws
  {
    let record = try left(waiting: true).reopened()
    let controller = try resume(record)
    let before = record.text
    record.failure = StoreFailure(.unwritable, at: "memory", "told to fail")
    #expect(try deliver(to: controller).code == .notKept)
    #expect(record.text == before)
    record.failure = nil
    controller.answer("again")
    controller.waitUntilSettled()
    #expect(record.text == before + Self.line + "\n")
    #expect(controller.prompt?.id == "password")
    #expect(try deliver(to: controller) == .accepted)
    controller.answer(Self.password)
    #expect(controller.lines.last == "finish \"5 Bob Ann\"")
    #expect(controller.lines.count { $0 == Self.line } == 1)
    expectClean(controller)
  }

  @Test func `before the secret is typed nothing waits, and the user delivers nothing`() throws {
    let controller = try resume(try left(waiting: true).reopened())
    let value = try JSONValue(recording: Self.ann)
    #expect(controller.deliver("approval", json: value, by: .user).code == .eventNotAllowed)
  }
}
