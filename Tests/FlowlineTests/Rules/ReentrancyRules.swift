import Flowline
import Testing

/// Code of a flow's that calls the controller back from places it does not choose: while a value
/// is written down, or when it is let go of.
struct ReentrancyRules {
  /// Asks, reads a value that looks back, sends it, and asks again.
  private func sending(_ probe: Probe) -> some Flow<Int> {
    ClosureFlow("sending") { context in
      let before = try await context.run(ask("before"))
      let read = try await context.load("read") { Looking(probe) }
      let sent = try await context.commit("send", of: read) { _, _ in before }
      return try await context.run(ask("after")) + sent
    }
  }

  @Test func `rule 7: contents that call the controller while they are encoded do no harm`() {
    let first = FlowController()
    let probe = Probe()
    first.start(sending(probe), .test)
    first.answer("1")
    let second = FlowController()
    probe.controller = second
    second.start(
      ClosureFlow("sending") { context in
        let before = try await context.run(ask("before"))
        let read = try await context.load("read") { Looking(Probe()) }
        let sent = try await context.commit("send", of: read) { _, _ in before }
        return try await context.run(ask("after")) + sent
      }, SessionOptions(journal: first.journal))
    // It was encoded when the first journal was read, before the second session was there.
    #expect(probe.seen == ["asked 0, idle, refused"])
    probe.controller = nil
    #expect(second.prompt?.id == "after")
    #expect(second.journal.text == first.journal.text)
    second.answer("2")
    #expect(second.inspection.state == .ended)
    #expect(second.journal.text.hasSuffix("finish 3\n"))
  }

  @Test func `rule 7: a value that calls the controller when a new session drops it does no harm`()
  {
    let probe = Probe()
    let controller = FlowController()
    probe.controller = controller
    controller.start(sending(probe), .test)
    controller.answer("1")
    controller.answer("2")
    probe.forget()
    controller.start(SumFlow(), .test)
    // The old journal was released when the new session was there already.
    #expect(probe.seen == ["asked 0, running, queued"])
    #expect(controller.prompt?.id == "first")
    #expect(controller.journal.text.contains("refuse first \"from within\" not-a-number\n"))
    probe.controller = nil
  }

  @Test func `rule 7: a value that calls the controller when a replay drops it does no harm`() {
    let probe = Probe()
    let second = FlowController()
    do {
      let first = FlowController()
      first.start(sending(probe), .test)
      first.answer("1")
      probe.controller = second
      probe.forget()
      // Another flow now: what was read is wanted no more, and goes with the rest of the record.
      let changed = ClosureFlow("sending") { context in
        try await context.run(ask("before")) + context.run(ask("new")) + context.run(ask("last"))
      }
      let options = SessionOptions(journal: first.journal)
      second.start(changed, options)
    }
    second.answer("2")
    #expect(second.prompt?.id == "last")
    #expect(second.divergence?.recorded == "load read")
    second.answer("3")
    #expect(second.journal.text.hasSuffix("finish 6\n"))
    #expect(!probe.seen.isEmpty)
    probe.controller = nil
  }

  @Test func `rule 7: a flow that calls the controller when it is dropped unstarted does no harm`()
  {
    let probe = Probe()
    let controller = FlowController()
    probe.controller = controller
    controller.start(
      ClosureFlow("first") { try await $0.run(ask()) }, .test,
      handler: FlowHandler { _, _ in
        controller.start(SumFlow(), .test)
        // Refused, and let go of with the queue it waited in.
        let value = Looking(probe)
        controller.start(ClosureFlow("late") { _ in withExtendedLifetime(value) { 1 } }, .test)
      })
    controller.answer("1")
    #expect(probe.seen == ["asked 0, asking, queued"])
    #expect(controller.journal.text.contains("refuse first \"from within\" not-a-number\n"))
    probe.controller = nil
  }
}

/// What a ``Looking`` does and sees.
private final class Probe: @unchecked Sendable {
  // Set and read on the thread that drives the controller.
  weak var controller: FlowController?
  private(set) var seen: [String] = []

  func forget() { seen = [] }

  func look() {
    guard let controller else { return }
    let reception =
      switch controller.answer("from within") {
      case .accepted: "accepted"
      case .queued: "queued"
      case .refused: "refused"
      }
    seen.append(
      "asked \(controller.journal.answers.count), \(controller.inspection.state), \(reception)")
  }
}

/// A value that calls the controller back when it is encoded and when it is let go of.
private final class Looking: Codable, Sendable {
  let probe: Probe

  init(_ probe: Probe) { self.probe = probe }

  init(from decoder: any Decoder) throws { probe = Probe() }

  deinit { probe.look() }

  func encode(to encoder: any Encoder) throws {
    probe.look()
    var container = encoder.singleValueContainer()
    try container.encode("looked")
  }
}
