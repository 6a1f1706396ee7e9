import Flowline
import Testing

/// Rule 14: that nothing was sent counts only if no earlier attempt may have been carried out.
struct NotSentFaults {
  private struct Fault: Error, CustomStringConvertible {
    var description: String { "no connection" }
  }

  /// Writes once; what each attempt throws is taken from the front of a list.
  private func flow(throwing errors: [any Error & Sendable]) -> some Flow<Int> {
    let left = Box<[any Error & Sendable]>()
    left.value = errors
    return ClosureFlow("pay") { context in
      try await context.commit("payment") { _ in
        if let error = left.value?.first {
          left.value = Array(left.value?.dropFirst() ?? [])
          throw error
        }
        return 5
      }
    }
  }

  private func choices(_ controller: FlowController) -> [String] {
    controller.waitUntilSettled()
    return controller.prompt?.kind.choices.map(\.key) ?? []
  }

  @Test func `rule 14: what was never sent can be cancelled, however often it was tried`() throws {
    let controller = FlowController()
    controller.start(flow(throwing: [CommitNotSent(Fault()), CommitNotSent(Fault())]), .test)
    for _ in 0..<2 {
      #expect(choices(controller) == ["again", "cancel"])
      #expect(controller.prompt?.hold?.mayHaveBeenDone == false)
      #expect(controller.prompt?.hold?.message == "no connection")
      controller.answer("again")
    }
    controller.waitUntilSettled()
    #expect(controller.journal.isEnded)
  }

  @Test func `rule 14: once it may have been carried out, no attempt makes that undone`() throws {
    let controller = FlowController()
    controller.start(
      flow(throwing: [CommitNotSent(Fault()), Fault(), CommitNotSent(Fault())]), .test)
    #expect(choices(controller) == ["again", "cancel"])
    controller.answer("again")
    for _ in 0..<2 {
      #expect(choices(controller) == ["again", "give-up"])
      #expect(controller.prompt?.hold?.mayHaveBeenDone == true)
      controller.answer("again")
    }
    controller.waitUntilSettled()
    #expect(controller.journal.isEnded)
  }

  @Test func `rule 14: an attempt can see whether one before it may have been carried out`()
    throws
  {
    let (seen, errors) = (Box<[Bool]>(), Box<[any Error & Sendable]>())
    errors.value = [CommitNotSent(Fault()), Fault(), CommitNotSent(Fault())]
    let flow = ClosureFlow("pay") { context in
      _ = try await context.load("limit") {
        seen.value = (seen.value ?? []) + [CommitAttempt.isRepeated]
        return 0
      }
      return try await context.commit("payment") { _ in
        seen.value = (seen.value ?? []) + [CommitAttempt.isRepeated]
        if let error = errors.value?.first {
          errors.value = Array(errors.value?.dropFirst() ?? [])
          throw error
        }
        return 5
      }
    }
    let first = FlowController()
    first.start(flow, .test)
    for _ in 0..<2 {
      #expect(choices(first).first == "again")
      first.answer("again")
    }
    first.waitUntilSettled()
    #expect(seen.value == [false, false, false, true])
    seen.value = []
    let second = FlowController()
    second.start(flow, SessionOptions(journal: first.journal))
    second.waitUntilSettled()
    // The load is read again only if its reply is not in the journal; the write was cut off.
    #expect(seen.value == [true])
    #expect(!CommitAttempt.isRepeated)
    first.terminate()
  }

  @Test func `rule 14: one that was cut off may have been carried out`() throws {
    let first = FlowController()
    first.start(flow(throwing: [Fault()]), .test)
    first.waitUntilSettled()
    let second = FlowController()
    second.start(
      flow(throwing: [CommitNotSent(Fault())]), SessionOptions(journal: first.journal))
    #expect(choices(second) == ["again", "give-up"])
    second.answer("give-up")
    second.waitUntilSettled()
    #expect(second.journal.isEnded)
    first.terminate()
  }
}
