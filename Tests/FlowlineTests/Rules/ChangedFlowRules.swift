import FoundationEssentials
import Testing

@testable import Flowline

/// Journals of flows that were changed since: rule 16.
struct ChangedFlowRules: KeptNumbers {
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

  @Test func `a migration from the flow's own version, or one to come, is a diagnostic`() {
    for version in 1...3 {
      let controller = FlowController()
      controller.start(
        Numbers(version: version, migrations: [Migration(from: 2, .remove("b"))]), .test)
      #expect(controller.diagnostics.map(\.code) == (version < 3 ? [.unusedMigration] : []))
    }
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

  @Test func `rule 16: an older script that is played live reads and writes anew, once`() throws {
    let log = Log()
    struct Rated: Flow {
      let id: FlowID = "numbers"
      let version = 2
      let log: Log

      func run(_ context: FlowContext) async throws -> Int {
        let log = log
        let rate = try await context.load("rate") {
          log.add("read")
          return 7
        }
        return try await context.run(ask("a")) * rate
      }
    }
    var catalog = FlowCatalog()
    catalog.add(Rated(log: log), summary: "Numbers")
    let script = head + "load rate 5\nanswer a 2\nfinish 14\n"
    let report = try ScriptReplay(Script(parsing: script), of: catalog).run(.live)
    #expect(report.matches && log.all == ["read"], "\(report.mismatch as Any)")
    #expect(report.journal.text.ranges(of: "load rate").count == 1)
  }
}
