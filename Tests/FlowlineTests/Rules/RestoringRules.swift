import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// What going on with a kept session must not do again: rules 14 and 15.
struct RestoringRules: KeptNumbers {
  // MARK: - Writes

  private var paid: String {
    head + """
      show a number
      answer a 1
      commit pay {"key":"11111111-1111-4111-8111-111111111111","of":1}
      done pay 1
      show b number

      """
  }

  @Test func `rule 14: a write that was done before the flow changed is not done again`() throws {
    let log = Log()
    let record = record(paid)
    // The flow asks something new before it pays: the answer behind stands aside, the write too.
    let flow = Numbers(
      version: 2, steps: ["new", "a", "b"], paysAfter: "a", paid: { log.add("paid \($0)") })
    let (controller, ends) = try resume(flow, record)
    #expect(controller.prompt?.id == "new")
    #expect(
      controller.fit?.items.map(\.fate) == [
        .asked(because: .behindChange), .dropped(because: .writtenBefore),
      ])
    controller.answer("0")
    controller.answer("1")
    controller.waitUntilSettled()
    #expect(log.all == [], "the same write, with its own key, is known to be done")
    #expect(
      controller.journal.text.contains(
        "commit pay {\"key\":\"11111111-1111-4111-8111-111111111111\",\"of\":1}\ndone pay 1"))
    controller.answer("2")
    #expect(ends.all.last == "numbers finished integer(3)")
  }

  @Test
  func `rule 14: a write that would have other contents now stops the session, not the money`()
    throws
  {
    let log = Log()
    let record = record(paid)
    let flow = Numbers(
      version: 2, steps: ["new", "a", "b"], paysAfter: "a", paid: { log.add("paid \($0)") })
    let (controller, ends) = try resume(flow, record)
    controller.answer("7")
    controller.answer("1")
    controller.waitUntilSettled()
    #expect(log.all == [])
    #expect(ends.all == ["numbers started"], "no handler got an end")
    #expect(controller.resumeFault?.code == "commit-differs")
    #expect(
      controller.resumeFault?.description.contains("pay was done with 1, and the flow has 8 for it")
        == true)
    #expect(!record.text.contains("failed"), "it can be gone on with by a program that is right")
  }

  @Test func `rule 14: keys of new writes never meet those set aside`() throws {
    let log = Log()
    let session = try #require(SessionOptions.test.session)
    let key = IdempotencyKey(session: session, commit: 0)
    let record = record(paid.replacing("11111111-1111-4111-8111-111111111111", with: "\(key)"))
    struct Other: Flow {
      let id: FlowID = "numbers"
      let version = 2
      let log: Log

      func run(_ context: FlowContext) async throws -> Int {
        _ = try await context.run(ask("first"))
        let log = log
        return try await context.commit("other") { key in
          log.add("\(key)")
          return 1
        }
      }
    }
    let (controller, _) = try resume(Other(log: log), record)
    controller.answer("1")
    controller.waitUntilSettled()
    #expect(log.all == ["\(IdempotencyKey(session: session, commit: 1))"])
  }

  // MARK: - Restoring

  @Test func `rule 15: a session deep in the tree is restored, with nobody told twice`() throws {
    let log = Log()
    let flow = ClosureFlow("top") { context in
      let left = try await context.run(ProductFlow(), handler: log.handler("left"))
      let failed = try await context.outcome(
        of: ClosureFlow<Int>("broken") { _ in throw FlowCancelled() },
        handler: log.handler("broken"))
      let deep = try await context.run(
        ClosureFlow("middle") { context in
          try await context.run(
            ProductFlow().named("deep"), handler: log.handler("deep"))
        }, handler: log.handler("middle"))
      if case .cancelled = failed { return left + deep }
      return 0
    }
    let record = MemoryRecord()
    let first = FlowController()
    var options = SessionOptions.test
    options.record = record
    first.start(flow, options, handler: log.handler("top"))
    for answer in ["2", "3", "4"] { first.answer(.text(answer)) }
    first.terminate()
    let told = log.all
    #expect(told.contains("left finished 6") && told.contains("broken cancelled declined"))
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Top")
    // Twice, and kept again each time.
    for _ in 0..<2 {
      let before = log.all.count
      let again = FlowController()
      try catalog.resume(record.latest.reopened(), in: again, handler: log.handler("top"))
      #expect(again.prompt?.path.description == "top/middle/deep/right")
      #expect(log.all[before...].allSatisfy { $0 == "top started" }, "\(log.all[before...])")
      #expect(record.latest.text == record.text)
      again.terminate()
    }
    let last = FlowController()
    try catalog.resume(record.latest.reopened(), in: last, handler: log.handler("top"))
    last.answer("5")
    #expect(log.all.count { $0 == "left finished 6" } == 1)
    #expect(log.all.count { $0.hasPrefix("broken") } == 2)
    #expect(
      log.all.suffix(3) == ["deep finished 20", "middle finished 20", "top finished integer(26)"])
  }

  @Test func `rule 15: a session that has ended is not restored, and nobody is told`() throws {
    let record = record(two + "answer c 3\nfinish 6\n")
    let log = Log()
    var catalog = FlowCatalog()
    catalog.add(Numbers(), summary: "Numbers")
    #expect {
      try catalog.resume(record, in: FlowController(), handler: log.handler("numbers"))
    } throws: { error in
      if case ResumeFault.ended("numbers") = error { true } else { false }
    }
    let controller = FlowController()
    let ended = try Script(parsing: record.text).journal(or: .test)
    #expect(
      controller.start(Numbers(), SessionOptions(journal: ended), handler: log.handler("numbers"))
        .code
        == .sessionEnded)
    #expect(log.all == [])
    let stored = StoredSession(
      record.session, record: Array(record.text.utf8), changed: Date(), isInUse: false)
    #expect(stored.standing == .finished(6) && stored.answers == 3)
  }

  @Test func `rule 15: a recorded failure of an effect fails the same way, without running`()
    throws
  {
    let log = Log()
    let flow = ClosureFlow("careful") { context in
      do {
        _ = try await context.load("rates") { () throws -> Int in
          log.add("read")
          throw FlowCancelled(.declined)
        }
      } catch let failure as EffectFailure {
        log.add("failed \(failure.step)")
      }
      return try await context.run(ask())
    }
    // Journals of the first format have failures of loads, and of commits.
    let text = "flow careful 1\n\nfail rates {\"error\":\"FlowCancelled(declined)\"}\n"
    let second = FlowController()
    second.start(
      flow, SessionOptions(journal: try Script(parsing: text).journal(or: .test)))
    #expect(log.all == ["failed rates"])
    #expect(second.prompt?.id == "number")
  }
}
