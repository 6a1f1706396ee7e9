import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// Rules 1, 14 and 24: a fault outside of the flow ends no session.
///
/// Nobody is told an outcome, and the session can be resumed.
struct HeldFaults {
  private struct TimedOut: Error, CustomStringConvertible {
    var description: String { "timed out" }
  }

  private static let full = StoreFailure(.noSpace, at: "here", "No space left on device")

  /// Asks, and pays; the payment is answered when it is said to be.
  private static func paying(
    _ log: Log, _ answers: Box<Bool>, throwing error: any Error = TimedOut()
  ) -> some Flow<Int> {
    ClosureFlow("pay") { context in
      let amount = try await context.run(NumberScreen("amount", "How much?"))
      do {
        return try await context.commit("payment", of: amount) { amount, key in
          log.add("sent \(amount) \(key)")
          guard answers.value == true else { throw error }
          return amount
        }
      } catch {
        log.add("the flow saw \(error)")
        throw error
      }
    }
  }

  /// Resumes what a record has, as the next process does.
  private func resumed(
    _ flow: some Flow, _ record: MemoryRecord, _ log: Log
  ) throws -> FlowController {
    record.failure = nil
    let next = FlowController()
    try FlowCatalog(of: flow).resume(record.reopened(), in: next, handler: log.handler("next"))
    next.waitUntilSettled()
    return next
  }

  private func expectNoEnd(
    _ record: MemoryRecord, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for verb in ["done", "fail", "failed", "cancelled", "finish"] {
      #expect(
        !record.text.contains("\n\(verb) "), "\(record.text)", sourceLocation: sourceLocation)
    }
  }

  // MARK: - Commits and loads

  @Test func `rules 1 and 14: whatever a commit throws, it is neither done nor failed`() throws {
    let witness = Witness()
    let log = Log()
    let answers = Box<Bool>()
    let flow = Self.paying(log, answers)
    let first = witness.start(flow, handler: log.handler("first"))
    first.settle("5")
    expectNoEnd(witness.record)
    #expect(log.all.count == 2 && log.all.last?.hasPrefix("sent 5 ") == true, "\(log.all)")
    #expect(!witness.presented.joined().contains("failed"), "\(witness.presented)")
    answers.value = true
    let next = try resumed(flow, witness.record, log)
    let sent = log.all.filter { $0.hasPrefix("sent") }
    #expect(sent.count == 2 && Set(sent).count == 1, "\(log.all)")
    #expect(log.all.last == "next finished integer(5)")
    #expect(log.all.count { $0.contains("finished") || $0.contains("failed") } == 1, "\(log.all)")
    withExtendedLifetime((first, next)) {}
  }

  @Test func `rules 1 and 14: it may throw again and again`() throws {
    let witness = Witness()
    let log = Log()
    let answers = Box<Bool>()
    let flow = Self.paying(log, answers)
    var controllers = [witness.start(flow, handler: log.handler("first"))]
    controllers[0].settle("5")
    var record = witness.record
    for _ in 0..<3 {
      let next = FlowController()
      record = record.reopened()
      try FlowCatalog(of: flow).resume(record, in: next, handler: log.handler("next"))
      next.waitUntilSettled()
      controllers.append(next)
    }
    let sent = log.all.filter { $0.hasPrefix("sent") }
    #expect(sent.count == 4 && Set(sent).count == 1, "\(log.all)")
    #expect(
      log.all.filter { !$0.hasPrefix("sent") }
        == ["first started", "next started", "next started", "next started"])
    expectNoEnd(record)
  }

  @Test func `rules 1 and 14: a commit of a child throws, and no handler is told an end`() throws {
    let witness = Witness()
    let log = Log()
    let answers = Box<Bool>()
    let paying = Self.paying(log, answers)
    let flow = ClosureFlow("outer") { context in
      do {
        return try await context.run(paying, handler: log.handler("pay"))
      } catch {
        return -1
      }
    }
    let first = witness.start(flow, handler: log.handler("outer"))
    first.settle("5")
    #expect(
      log.all.filter { !$0.hasPrefix("sent") } == ["outer started", "pay started"], "\(log.all)")
    expectNoEnd(witness.record)
    #expect(!witness.record.text.contains("\nabandon "))
    withExtendedLifetime(first) {}
  }

  @Test func `rules 1 and 14: a commit among children at once throws`() throws {
    let witness = Witness()
    let log = Log()
    let answers = Box<Bool>()
    let flow = ClosureFlow("both") { context in
      let (paid, number) = try await context.all(
        Commit("payment") { key -> Int in
          log.add("sent \(key)")
          guard answers.value == true else { throw TimedOut() }
          return 1
        }, ask())
      return paid + number
    }
    let first = witness.start(flow, handler: log.handler("first"))
    first.settle("5")
    #expect(log.all.filter { !$0.hasPrefix("sent") } == ["first started"], "\(log.all)")
    expectNoEnd(witness.record)
    answers.value = true
    let next = try resumed(flow, witness.record, log)
    if next.prompt != nil { next.settle("5") }
    let sent = log.all.filter { $0.hasPrefix("sent") }
    #expect(sent.count == 2 && Set(sent).count == 1, "\(log.all)")
    #expect(log.all.last == "next finished integer(6)")
    withExtendedLifetime(first) {}
  }

  @Test func `rule 24: a load that throws once ends nothing, and is read again`() throws {
    let witness = Witness()
    let log = Log()
    let answers = Box<Bool>()
    let flow = ClosureFlow("reading") { context in
      let number = try await context.run(ask("first"))
      let rate = try await context.load("rate") { () throws -> Int in
        log.add("reading")
        guard answers.value == true else { throw TimedOut() }
        return 2
      }
      return try await context.run(ask()) + number * rate
    }
    let first = witness.start(flow, handler: log.handler("first"))
    first.settle("5")
    #expect(log.all == ["first started", "reading"])
    expectNoEnd(witness.record)
    answers.value = true
    let next = try resumed(flow, witness.record, log)
    #expect(next.prompt?.id == "number")
    next.settle("1")
    #expect(log.all.dropFirst(2) == ["next started", "reading", "next finished integer(11)"])
    withExtendedLifetime(first) {}
  }

  @Test func `rule 24: a load is left for later only if something of its session is kept`()
    async throws
  {
    let flow = ClosureFlow("reading") { context in
      _ = try await context.load("rate") { () throws -> Int in throw TimedOut() }
      let number = try await context.run(ask())
      return try await context.load("more") { () throws -> Int in throw TimedOut() } + number
    }
    func choices(_ controller: FlowController) -> [String] {
      controller.waitUntilSettled()
      return controller.prompt?.kind.choices.map(\.key) ?? []
    }
    let witness = Witness()
    let first = witness.start(flow)
    #expect(choices(first) == ["again", "cancel"])
    #expect(first.answer("later").code == .notAChoice)
    first.terminate()
    #expect(witness.record.durable.isEmpty)
    // Where others look, a session is kept from its start.
    let store = MemoryJournalStore()
    let key = SessionKey("somebody", SessionOptions.test.session ?? UUID())
    let hosted = FlowController()
    var options = SessionOptions.kept(in: try await store.begin(key))
    options.held = []
    hosted.start(flow, options)
    #expect(choices(hosted) == ["again", "later", "cancel"])
    #expect(hosted.answer("later") == .accepted)
    hosted.waitUntilSettled()
    let record = try await store.open(key)
    let again = FlowController()
    again.start(flow, .kept(in: record, journal: try await record.journal()))
    #expect(choices(again) == ["again", "later", "cancel"])
    again.terminate()
  }

  @Test func `rule 24: once something was answered, a load can be left for later`() throws {
    let fails = Box<Bool>()
    let flow = ClosureFlow("reading") { context in
      let number = try await context.run(ask())
      return try await context.load("rate") { () throws -> Int in
        guard fails.value == false else { throw TimedOut() }
        return 2
      } + number
    }
    let witness = Witness()
    let log = Log()
    fails.value = true
    let first = witness.start(flow, handler: log.handler("first"))
    first.settle("5")
    #expect(first.prompt?.kind.choices.map(\.key) == ["again", "later", "cancel"])
    let next = try resumed(flow, witness.record, log)
    #expect(next.prompt?.kind.choices.map(\.key) == ["again", "later", "cancel"])
    fails.value = false
    next.settle("again")
    #expect(log.all.last == "next finished integer(7)", "\(log.all)")
    withExtendedLifetime(first) {}
  }

  // MARK: - Stores

  @Test func `rule 24: an answer cannot be kept, and the session goes on later`() throws {
    let witness = Witness()
    let log = Log()
    let first = witness.start(SumFlow(), handler: log.handler("first"))
    first.settle("1")
    let durable = witness.record.durable
    witness.record.failure = Self.full
    first.settle("2")
    #expect(log.all == ["first started"])
    #expect(first.prompt?.hold?.isStore == true)
    #expect(!witness.presented.joined().contains("productright"), "nothing may follow from it")
    #expect(witness.record.durable == durable)
    let next = try resumed(SumFlow(), witness.record, log)
    #expect(next.prompt?.id == "left")
    for answer in ["2", "3", "yes"] { next.settle(.text(answer)) }
    #expect(log.all.last == "next finished integer(14)", "\(log.all)")
    #expect(log.all.count { $0.contains("finished") || $0.contains("failed") } == 1)
    withExtendedLifetime(first) {}
  }

  @Test func `rule 24: an intent cannot be kept: nothing is sent, and it is sent later`() throws {
    let witness = Witness()
    let log = Log()
    let answers = Box<Bool>()
    answers.value = true
    let record = witness.record
    let fails = Box<Bool>()
    fails.value = true
    let flow = ClosureFlow("pay") { context in
      _ = try await context.run(ask())
      // The answer is durable by now; what comes next is not.
      _ = try await context.load("rate") {
        if fails.value == true { record.failure = Self.full }
        return 1
      }
      return try await context.commit("payment") { key in
        log.add("sent \(key)")
        return 7
      }
    }
    let first = witness.start(flow, handler: log.handler("first"))
    first.settle("1")
    #expect(log.all == ["first started"])
    fails.value = false
    let next = try resumed(flow, record, log)
    if next.prompt != nil { next.settle("1") }
    #expect(log.all.count { $0.hasPrefix("sent") } == 1)
    #expect(log.all.last == "next finished integer(7)", "\(log.all)")
    withExtendedLifetime(first) {}
  }

  @Test func `rule 24: a reply cannot be kept: no outcome, and it is repeated with its key`() throws
  {
    let witness = Witness()
    let log = Log()
    let record = witness.record
    let fails = Box<Bool>()
    fails.value = true
    let flow = ClosureFlow("pay") { context in
      try await context.commit("payment") { key in
        log.add("sent \(key)")
        if fails.value == true { record.failure = Self.full }
        return 7
      }
    }
    let first = witness.start(flow, handler: log.handler("first"))
    #expect(log.outcomes.count == 1 && log.outcomes[0].hasPrefix("sent "), "\(log.all)")
    fails.value = false
    let next = try resumed(flow, record, log)
    let sent = log.all.filter { $0.hasPrefix("sent") }
    #expect(sent.count == 2 && Set(sent).count == 1)
    #expect(log.outcomes.last == "next finished integer(7)")
    withExtendedLifetime((first, next)) {}
  }

  @Test func `rule 24: an end cannot be kept: nobody is told it, until it is`() throws {
    let witness = Witness()
    let log = Log()
    let flow = ClosureFlow("asking") { try await $0.run(ask()) }
    let first = witness.start(flow, handler: log.handler("first"))
    witness.record.failure = Self.full
    first.settle("1")
    #expect(log.all == ["first started"])
    #expect(!witness.presented.contains { $0.contains("finished") || $0.contains("failed") })
    // Nothing of it was ever durable: it is begun anew.
    #expect(witness.record.durable.isEmpty)
    withExtendedLifetime(first) {}
  }

  @Test func `rule 24: a step back cannot be kept, and the session goes on later`() throws {
    let witness = Witness()
    let log = Log()
    let first = witness.start(SumFlow(), handler: log.handler("first"))
    first.settle("1")
    first.settle("2")
    witness.record.failure = Self.full
    first.back()
    first.waitUntilSettled()
    #expect(log.all == ["first started"])
    let next = try resumed(SumFlow(), witness.record, log)
    #expect(next.prompt?.id == "right")
    withExtendedLifetime((first, next)) {}
  }

  // MARK: - Presenters

  @Test func `rule 24: a presenter that throws ends nothing for good`() throws {
    final class Failing: Presenter {
      func present(_ prompt: Prompt) throws { if prompt.id == "right" { throw TimedOut() } }
    }
    let record = MemoryRecord()
    let log = Log()
    let first = FlowController(presenter: Failing())
    var options = SessionOptions.test
    options.record = record
    first.start(SumFlow(), options, handler: log.handler("first"))
    first.settle("1")
    first.settle("2")
    expectNoEnd(record)
    #expect(record.durable.contains("answer left 2"))
    let next = try resumed(SumFlow(), record, log)
    #expect(next.prompt?.id == "right")
    withExtendedLifetime((first, next)) {}
  }
}
