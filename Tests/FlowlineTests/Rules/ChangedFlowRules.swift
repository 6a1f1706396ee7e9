import FoundationEssentials
import Testing

@testable import Flowline

/// Journals of flows that were changed since, and what a restoring must not do: rules 14 to 17.
struct ChangedFlowRules {
  /// Asks numbers under these ids, and pays their sum at the end where told so.
  private struct Numbers: Flow {
    let id: FlowID = "numbers"
    var version = 1
    var migrations: [Migration] = []
    var steps: [StepID] = ["a", "b", "c"]
    var paysAfter: StepID?
    var paid: @Sendable (String) -> Void = { _ in }

    func run(_ context: FlowContext) async throws -> Int {
      var sum = 0
      for step in steps {
        sum += try await context.run(ask(step))
        if step == paysAfter {
          let paid = paid
          _ = try await context.commit("pay", of: sum) { sum, key in
            paid("\(sum) \(key)")
            return sum
          }
        }
      }
      return sum
    }
  }

  private func record(_ text: String) -> MemoryRecord {
    let record = MemoryRecord()
    record.text = text
    return record
  }

  private func resume(
    _ flow: some Flow, _ record: MemoryRecord
  ) throws -> (controller: FlowController, log: Log) {
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Numbers")
    let controller = FlowController()
    let log = Log()
    try catalog.resume(record, in: controller, handler: log.handler("numbers"))
    controller.waitUntilSettled()
    return (controller, log)
  }

  private let head = """
    flow numbers 1
    locale en_GB Europe/London
    now 2026-11-20T12:00:00Z
    session 01020304-0506-0708-090a-0b0c0d0e0f10


    """

  private var two: String {
    head + "show a number\nanswer a 1\nshow b number\nanswer b 2\nshow c number\n"
  }

  @Test func `rule 16: a journal of the same version that fits is gone on with in silence`() throws
  {
    let record = record(two)
    let (controller, _) = try resume(Numbers(), record)
    #expect(controller.prompt?.id == "c")
    #expect(controller.fit == nil && controller.divergence == nil)
    #expect(record.text == two && record.setAside.isEmpty)
  }

  @Test func `rule 16: an older journal that fits is told as kept`() throws {
    let record = record(two)
    let (controller, _) = try resume(Numbers(version: 2), record)
    let fit = try #require(controller.fit)
    #expect(fit.isWhole && fit.recorded == 1 && fit.version == 2)
    #expect(fit.items.map(\.line) == [7, 9])
    #expect(record.text == two.replacing("numbers 1", with: "numbers 2"))
    #expect(record.setAside == [two], "nothing is deleted")
  }

  @Test func `rule 16: what a changed flow asks first is told with line and reason`() throws {
    let record = record(two)
    let (controller, _) = try resume(Numbers(version: 2, steps: ["a", "new", "b", "c"]), record)
    let fit = try #require(controller.fit)
    #expect(
      fit.items.map(\.description) == [
        "line 7: numbers/a kept",
        "line 9: numbers/b asked again: the flow asks something else first",
      ])
    #expect(controller.prompt?.id == "new")
    #expect(record.text.contains(#"aside b {"path":["b"],"value":2}"#), "\(record.text)")
    controller.answer("5")
    #expect(controller.prompt?.draft == "2")
    // And once more, from what was written since: the draft outlives the process.
    controller.terminate()
    let (second, _) = try resume(
      Numbers(version: 2, steps: ["a", "new", "b", "c"]), record.reopened())
    #expect(second.fit == nil)
    #expect(second.prompt?.id == "b" && second.prompt?.draft == "2")
    #expect(record.latest.text == record.text)
    second.answer("2")
    second.answer("3")
    #expect(record.latest.text.hasSuffix("finish 11\n"))
    var catalog = FlowCatalog()
    catalog.add(Numbers(version: 2, steps: ["a", "new", "b", "c"]), summary: "Numbers")
    let report = try ScriptReplay(Script(parsing: record.latest.text), of: catalog).run(.recorded)
    #expect(report.matches, "\(report.mismatch as Any)")
  }

  @Test func `rule 16: what the flow does not ask any more is dropped, and said`() throws {
    let record = record(two)
    let (controller, _) = try resume(Numbers(version: 2, steps: ["b", "c", "d"]), record)
    #expect(controller.prompt?.id == "c")
    #expect(
      controller.fit?.items.map(\.description) == [
        "line 7: numbers/a dropped: the flow does not come to it any more",
        "line 9: numbers/b kept",
      ])
  }

  @Test func `rule 16: an answer that is refused now is asked again, and said`() throws {
    let record = record(two.replacing("answer b 2", with: "answer b 5000"))
    let (controller, _) = try resume(Numbers(version: 2), record)
    #expect(
      controller.fit?.items.last?.fate == .asked(because: .refused(.tooHigh)))
    #expect(controller.prompt?.id == "b" && controller.prompt?.draft == "5000")
  }

  @Test func `rule 16: migrations rename, change, insert and remove steps`() throws {
    let record = record(two)
    let flow = Numbers(
      version: 4,
      migrations: [
        Migration(from: 3, .remove("b")),
        Migration(from: 1, .rename("a", to: "first")),
        Migration(
          from: 2, .insert("zero", answer: 40),
          .change("first") { value in
            if case .integer(let number) = value { .integer(number * 10) } else { nil }
          }),
      ], steps: ["zero", "first", "c"])
    let (controller, log) = try resume(flow, record)
    #expect(controller.prompt?.id == "c")
    #expect(controller.journal.answers.map(\.value) == [40, 10])
    #expect(
      controller.fit?.items.map(\.fate) == [.kept, .dropped(because: .migrated)],
      "\(controller.fit as Any)")
    controller.answer("2")
    #expect(log.all.last == "numbers finished integer(52)")
    #expect(record.text.contains("answer first 10\n") && !record.text.contains("answer b"))
  }

  @Test func `rule 16: an insertion counts only where the journal goes on behind it`() throws {
    let flow = Numbers(
      version: 2, migrations: [Migration(from: 1, .insert("d", answer: 4))],
      steps: ["a", "b", "c", "d"])
    let (controller, _) = try resume(flow, record(two))
    controller.answer("3")
    #expect(controller.prompt?.id == "d", "nobody had come to it")
  }

  @Test func `rule 16: a nested flow migrates its own journal`() throws {
    func outer(_ child: Numbers) -> ClosureFlow<Int> {
      ClosureFlow("outer") { try await $0.run(child) + $0.run(ask("c")) }
    }
    let first = FlowController()
    first.start(outer(Numbers(steps: ["a", "b"])), .test)
    for answer in ["1", "2"] { first.answer(.text(answer)) }
    let child = Numbers(
      version: 2, migrations: [Migration(from: 1, .rename("a", to: "z"))], steps: ["z", "b"])
    let second = FlowController()
    second.start(outer(child), SessionOptions(journal: first.journal))
    #expect(second.prompt?.id == "c")
    #expect(second.journal.text.contains("enter numbers 2\nshow z number\nanswer z 1\n"))
    // The script of such a journal replays as well, and says how it fits.
    var catalog = FlowCatalog()
    catalog.add(outer(child), summary: "Numbers")
    first.answer("3")
    let report = try ScriptReplay(Script(parsing: first.journal.text), of: catalog).run(.recorded)
    #expect(report.mismatch == nil, "\(report.mismatch as Any)")
  }

  @Test
  func `rule 16: an older script is replayed by the newer flow, and what differs has its line`()
    throws
  {
    let script = head + "answer a 1\nanswer b 2\nanswer c 3\nfinish 6\n"
    var catalog = FlowCatalog()
    catalog.add(Numbers(version: 2), summary: "Numbers")
    let good = try ScriptReplay(Script(parsing: script), of: catalog).run(.recorded)
    #expect(good.matches && good.fit?.isWhole == true && good.steps == 3)
    catalog.add(Numbers(version: 2, steps: ["a", "c", "b", "d"]), summary: "Numbers")
    let bad = try ScriptReplay(Script(parsing: script), of: catalog).run(.recorded)
    #expect(bad.mismatch?.line == 9 && bad.mismatch?.expected == "finish 6")
    catalog.add(Numbers(version: 2, steps: ["a", "new", "b"]), summary: "Numbers")
    let worse = try ScriptReplay(Script(parsing: script), of: catalog).run(.recorded)
    #expect(worse.mismatch?.line == 7 && worse.mismatch?.expected == "answer b 2")
  }

  @Test func `rule 16: a newer journal is refused`() throws {
    #expect {
      try resume(Numbers(), record(two.replacing("numbers 1", with: "numbers 3")))
    } throws: { error in
      if case ResumeFault.newerVersion("numbers", recorded: 3, known: 1) = error {
        true
      } else {
        false
      }
    }
  }

  @Test func `rule 16: a session of a flow that no longer exists is refused and left as it is`()
    throws
  {
    let record = record(two.replacing("flow numbers", with: "flow forgotten"))
    let before = record.text
    #expect {
      try resume(Numbers(), record)
    } throws: { error in
      if case ResumeFault.unknownFlow("forgotten", known: ["numbers"]) = error {
        true
      } else {
        false
      }
    }
    #expect(record.text == before && record.isClosed)
  }

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
    #expect(
      ends.all.last?.contains("pay was begun with 1 and would now be sent as 8") == true,
      "\(ends.all)")
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

  @Test func `rule 15: an effect that failed fails the same way when restored, without running`()
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
    let record = MemoryRecord()
    let first = FlowController()
    var options = SessionOptions.test
    options.record = record
    first.start(flow, options)
    first.waitUntilSettled()
    #expect(log.all == ["read", "failed rates"])
    let second = FlowController()
    second.start(flow, SessionOptions(journal: first.journal))
    #expect(log.all == ["read", "failed rates", "failed rates"])
    #expect(second.prompt?.id == "number")
  }
}
