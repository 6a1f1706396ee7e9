import FlowlineSchema
import FoundationEssentials
import Synchronization
import Testing

@testable import Flowline

/// What a journal is good for: rules 15, 16, 18, 21 and 22.
struct ReplayRules {
  /// A whole walk through ``SumFlow`` with a refusal and a back, as text.
  private func walk() -> String {
    let controller = FlowController()
    controller.start(SumFlow(), .test)
    for answer in ["12", "2", "3", "4"] { controller.answer(.text(answer)) }
    controller.back()
    controller.answer("5")
    controller.answer("да")
    return controller.journal.text
  }

  private var catalog: FlowCatalog {
    var catalog = FlowCatalog()
    catalog.add(SumFlow(), summary: "Sums")
    return catalog
  }

  private func replay(_ text: String, _ mode: ScriptReplay.Mode = .recorded) throws
    -> ScriptReplay.Report
  {
    try ScriptReplay(Script(parsing: text), of: catalog, or: .test).run(mode)
  }

  @Test func `rule 15: a rebuilt session fires no effect and calls no handler again`() throws {
    let log = Log()
    let flow = ClosureFlow("effects") { context in
      let child = try await context.run(
        ClosureFlow("child") { context in
          let number = try await context.run(ask())
          return try await context.load("read") {
            log.add("read")
            return number + 1
          }
        }, handler: log.handler("child"))
      let saved = try await context.commit("save") { _ in
        log.add("saved")
        return child * 2
      }
      return try await context.run(ask("after")) + saved
    }
    let first = FlowController()
    first.start(flow, .test)
    first.answer("1")
    #expect(log.all == ["child started", "read", "child finished 2", "saved"])
    let journal = first.journal

    let second = FlowController()
    second.start(flow, SessionOptions(journal: journal), handler: log.handler("root"))
    #expect(second.prompt?.id == "after")
    second.answer("10")
    #expect(
      log.all == [
        "child started", "read", "child finished 2", "saved", "root started", "root finished 14",
      ])
    expectClean(second)
  }

  @Test func `rule 15: the text of a journal rebuilds the session that wrote it, byte by byte`()
    throws
  {
    let controller = FlowController()
    controller.start(SumFlow(), .test)
    for answer in ["12", "2", "3", "4"] { controller.answer(.text(answer)) }
    controller.back()
    let text = controller.journal.text
    let rebuilt = FlowController()
    rebuilt.start(
      SumFlow(), SessionOptions(journal: try Script(parsing: text).journal(or: .test)))
    #expect(rebuilt.prompt?.path == controller.prompt?.path)
    #expect(rebuilt.journal.text == text)
    #expect(rebuilt.divergence == nil)
    rebuilt.answer("5")
    controller.answer("5")
    #expect(rebuilt.journal.text == controller.journal.text)
  }

  @Test(arguments: [ScriptReplay.Mode.recorded, .live])
  func `rule 15: a replay says what the script says`(mode: ScriptReplay.Mode) throws {
    let text = walk()
    let report = try replay(text, mode)
    #expect(report.mismatch == nil)
    #expect(report.journal.text == text)
    #expect(report.steps == 6)
  }

  @Test(arguments: [
    ("show first number", "show first text", "show first number"),
    ("refuse first \"12\" too-high", "refuse first \"12\" too-low", "refused: too-high"),
    ("leave product 15", "leave product 16", "leave product 15"),
    ("finish 24", "finish 25", "finish 24"),
    ("commit save \"", "commit save \"1", "commit save \""),
    ("answer sure true", "answer sure false", "cancelled \"declined\""),
    ("answer left 3", "answer right 3", "the flow asks left"),
    ("back right", "back left", "back right"),
  ])
  func `rule 15: a replay compares questions, refusals, keys, results`(
    original: String, changed: String, got: String
  ) throws {
    let text = walk()
    let line = text.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.hasPrefix(original) }
    let index = try #require(line)
    let damaged = text.replacing(original, with: changed, maxReplacements: 1)
    let mismatch = try #require(try replay(damaged).mismatch)
    #expect(mismatch.got.contains(got), "\(mismatch)")
    if !original.hasPrefix("answer sure") { #expect(mismatch.line == index + 1) }
  }

  @Test func `rule 15: a recorded replay runs no effect, a live one compares its own`() throws {
    let text = walk().replacing("load rate 7", with: "load rate 8")
      .replacing("done save 24", with: "done save 25").replacing("finish 24", with: "finish 25")
    let mismatch = try #require(try replay(text, .live).mismatch)
    #expect(mismatch.expected == "load rate 8")
    #expect(mismatch.got == "load rate 7")
    // The recorded sum counts with the recorded rate, and the save's recorded reply is taken.
    #expect(try replay(text, .recorded).mismatch == nil)
  }

  @Test func `rule 15: a script by hand needs nothing but its answers`() throws {
    let script = """
      # By hand.
      flow sum 1
      answer first 2
      answer left 3
      answer right 5
      answer sure true
      finish 24

      """
    #expect(try replay(script, .live).mismatch == nil)
    let wrong = try #require(
      try replay(script.replacing("finish 24", with: "finish 25"), .live).mismatch)
    #expect(wrong == ScriptMismatch(line: 7, expected: "finish 25", got: "finish 24"))
  }

  // MARK: - Rule 16

  private func numbers(_ ids: [StepID]) -> some Flow<[Int]> {
    ClosureFlow("numbers") { context in
      var numbers: [Int] = []
      for id in ids { numbers.append(try await context.run(ask(id))) }
      return numbers
    }
  }

  private func resume(_ ids: [StepID], from script: String) throws -> FlowController {
    let controller = FlowController()
    controller.start(
      numbers(ids), SessionOptions(journal: try Script(parsing: script).journal(or: .test)))
    return controller
  }

  private let three = "flow numbers 1\nanswer a 1\nanswer b 2\nanswer c 3\n"

  @Test func `rule 16: answers are found by step, whatever their order`() throws {
    let controller = try resume(["c", "a", "b", "d"], from: three)
    #expect(controller.prompt?.id == "d")
    #expect(controller.journal.answers.map(\.value) == [3, 1, 2])
    #expect(controller.divergence == nil)
  }

  @Test func `rule 16: the same step's answers are taken in order`() throws {
    let script = "flow numbers 1\nanswer a 1\nanswer a 2\nanswer b 3\nanswer a 4\n"
    let controller = try resume(["a", "b", "a", "a", "a"], from: script)
    #expect(controller.journal.answers.map(\.value) == [1, 3, 2, 4])
    #expect(controller.prompt?.id == "a")
  }

  @Test func `rule 16: a question the journal does not have stops the replay with a report`() throws
  {
    let controller = try resume(["a", "new", "b", "c"], from: three)
    #expect(controller.prompt?.id == "new")
    #expect(
      controller.divergence
        == Divergence(
          line: 3, recorded: "answer b", wanted: "answer new", path: StepPath(["numbers", "new"]),
          kept: 1, left: 2))
    // Nothing is lost: what does not fit is offered where it is asked.
    controller.answer("9")
    #expect(controller.prompt?.draft == "2")
    controller.answer("2")
    #expect(controller.prompt?.draft == "3")
  }

  @Test func `rule 16: an answer that is refused now stops the replay, and is offered`() throws {
    let controller = try resume(["a", "b"], from: "flow numbers 1\nanswer a 1\nanswer b 5000\n")
    #expect(controller.prompt?.id == "b")
    #expect(controller.prompt?.draft == "5000")
    #expect(controller.divergence?.recorded == "answer b 5000")
    #expect(controller.divergence?.kept == 1)
  }

  @Test func `rule 16: a flow that ends before its journal does says so`() throws {
    let controller = try resume(["a"], from: three)
    #expect(controller.inspection.state == .ended)
    #expect(controller.divergence?.recorded == "answer b")
    #expect(controller.divergence?.wanted == "the end")
    #expect(controller.divergence?.left == 2)
  }

  @Test func `rule 16: a changed effect stops the replay before it`() throws {
    let script = "flow sum 1\nanswer first 1\nload other 3\nanswer left 2\n"
    let controller = FlowController()
    controller.start(
      SumFlow(), SessionOptions(journal: try Script(parsing: script).journal(or: .test)))
    #expect(controller.prompt?.id == "right")
    #expect(controller.divergence?.recorded == "load other")
    #expect(controller.divergence?.line == 3)
    #expect(controller.divergence?.kept == 2)
  }

  // MARK: - Rule 18

  @Test func `rule 18: a torn last line is dropped with a note, wherever it was torn`() throws {
    let text = walk()
    let lines = text.split(separator: "\n")
    let last = try #require(lines.last)
    for length in 1...last.count {
      let torn = text.dropLast(1).dropLast(last.count - length)
      let script = try Script(parsing: String(torn))
      #expect(
        script.notes.map(\.line) == [
          text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        ])
      #expect(script.journal(or: .test).isEnded == false)
    }
  }

  @Test func `rule 18: damage elsewhere refuses the script with its line`() throws {
    let lines = walk().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for index in lines.indices where lines[index].hasPrefix("answer") {
      var damaged = lines
      damaged[index] = String(lines[index].dropLast(1)) + "\u{1}"
      let script = #expect(throws: UnreadableScript.self) {
        try Script(parsing: damaged.joined(separator: "\n"))
      }
      #expect(script?.damage?.line == index + 1)
    }
  }

  // MARK: - Rule 21

  @Test func `rule 21: clock, ids and random numbers come from the context and are replayed`()
    throws
  {
    let flow = ClosureFlow("random") { context in
      _ = try await context.run(ask())
      var generator = context.makeGenerator()
      return [
        context.makeID().uuidString, context.makeID().uuidString,
        context.sessionID.uuidString,
        String(Int.random(in: 0..<1_000_000, using: &generator)),
        "\(context.now.timeIntervalSince1970)", context.environment.timeZone.identifier,
      ]
    }
    func walk(_ options: SessionOptions) -> String {
      let controller = FlowController()
      controller.start(flow, options)
      controller.answer("1")
      return controller.journal.text
    }
    let text = walk(SessionOptions(environment: .test))
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Random")
    let report = try ScriptReplay(Script(parsing: text), of: catalog, or: .russian).run(.recorded)
    #expect(report.mismatch == nil)
    #expect(report.journal.text == text)
    let session = report.journal.head.session.uuidString
    #expect(text.contains("finish [") && text.contains("\"\(session)\""))
    // Another session has other ids.
    #expect(walk(SessionOptions(environment: .test)) != text)
    #expect(text.contains("locale en_GB Europe/London\nnow 2026-11-20T12:00:00Z\n"))
  }

  // MARK: - Rule 22

  @Test func `rule 22: what a sensitive screen takes stands nowhere`() throws {
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    let secret = "hunter2-correct-horse"
    let flow = ClosureFlow("login") { context in
      let pin = try await context.run(
        TextScreen("pin", "PIN?", length: 1...30, default: nil).sensitive()
          .refusing("weak", "Too weak") { $0.reveal().hasPrefix("weak") })
      _ = try await context.run(ask("after"))
      return pin.reveal().count
    }
    controller.start(flow, .test)
    let refused = controller.answer(.text("weak-" + secret))
    #expect(!"\(refused)".contains(secret))
    let tooLong = controller.answer(.text(secret + String(repeating: "x", count: 30)))
    #expect(!"\(tooLong)".contains(secret))
    controller.answer(.text(secret))
    controller.back()
    #expect(controller.prompt?.draft == nil)
    controller.answer(.text(secret))
    let everything = [
      controller.journal.text, "\(controller.journal)", "\(controller.inspection)",
      "\(presenter.log.all)", "\(controller.diagnostics)",
      try JSONValue(encoding: try #require(controller.prompt)).text,
    ]
    for text in everything { #expect(!text.contains("hunter2")) }
    #expect(controller.journal.text.contains("answer pin {\"redacted\":true}"))
  }

  @Test func `rule 22: a session that stops for a secret is not rebuilt before it has it`() throws {
    let flow = ClosureFlow("login") { context in
      let pin = try await context.run(SecretScreen("pin", "PIN?"))
      return try await context.run(ask()) + context.run(ask("more")) + pin.reveal().count
    }
    let controller = FlowController()
    #expect(controller.isRebuilt)
    controller.start(flow, .test)
    controller.settle("1234")
    controller.settle("5")
    let text = controller.journal.text
    let rebuilt = FlowController()
    rebuilt.start(flow, SessionOptions(journal: try Script(parsing: text).journal(or: .test)))
    #expect(!rebuilt.isRebuilt)
    #expect(rebuilt.journal.text != text)
    rebuilt.settle("1234")
    #expect(rebuilt.isRebuilt)
    #expect(rebuilt.journal.text == text)
  }

  @Test func `rule 22: a secret of a kind of its own stands nowhere either`() throws {
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    let secret = "hunter2-correct-horse"
    let flow = ClosureFlow("login") { context in
      let new = SecretScreen("pin", "PIN?", length: 8...40, isRepeated: true)
      let pin = try await context.run(new.help("Eight at least."))
      _ = try await context.run(ask("after"))
      return pin.reveal().count
    }
    controller.start(flow, .test)
    let refusals = [
      controller.answer(.text("hunter2")), controller.answer(.text(secret + "\u{7}")),
      controller.answer(.json(["pin": "hunter2"])),
      controller.answer(.text(secret + String(repeating: "x", count: 30))),
    ]
    for refused in refusals {
      #expect(refused.code != nil && !"\(refused)".contains("hunter2"))
    }
    #expect(!"\(controller.preview(.text(secret)))".contains("hunter2"))
    controller.answer(.text(secret))
    controller.back()
    #expect(controller.prompt?.draft == nil)
    let asked = try #require(controller.prompt)
    controller.answer(.text(secret))
    let everything = [
      controller.journal.text, "\(controller.journal)", "\(controller.inspection)",
      "\(presenter.log.all)", "\(controller.diagnostics)", asked.schema.text,
      try JSONValue(encoding: asked).text,
    ]
    for text in everything { #expect(!text.contains("hunter2")) }
    #expect(controller.journal.text.contains("answer pin {\"redacted\":true}"))
  }

  @Test func `rule 22: a replay is given the secrets that its script does not have`() throws {
    let flow = ClosureFlow("login") { context in
      try await context.run(TextScreen("pin", "PIN?").sensitive()).reveal().count
    }
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Logs in")
    let script = try Script(parsing: "flow login 1\nanswer pin {\"redacted\":true}\nfinish 4\n")
    let given = ScriptReplay(script, of: catalog, or: .test, secrets: ["pin": "1234"])
    #expect(try given.run(.recorded).mismatch == nil)
    let kept = try ScriptReplay(script, of: catalog, or: .test).run(.recorded)
    #expect(
      kept.mismatch?.got == #"no secret to answer pin with; pass secrets: ["pin": "…"]"#)
    #expect(kept.mismatch?.missingSecret == "pin")
  }

  private struct LogIn: Flow {
    let id: FlowID = "login"
    let version = 2

    func run(_ context: FlowContext) async throws -> Int {
      let pin = try await context.run(TextScreen("pin", "PIN?").sensitive())
      let name = try await context.run(TextScreen("name", "Name?"))
      return pin.reveal().count + name.count
    }
  }

  @Test func `rule 22: a script of an older version is given its secrets, too`() throws {
    var catalog = FlowCatalog()
    catalog.add(LogIn(), summary: "Logs in")
    let script = try Script(
      parsing: "flow login 1\nanswer pin {\"redacted\":true}\nanswer name \"Ann\"\nfinish 7\n")
    let given = ScriptReplay(script, of: catalog, or: .test, secrets: ["pin": "1234"])
    let report = try given.run(.recorded)
    #expect(report.mismatch == nil, "\(report.mismatch as Any)")
    #expect(report.journal.isEnded && report.steps == 2)
    let kept = try ScriptReplay(script, of: catalog, or: .test).run(.recorded)
    #expect(kept.mismatch != nil && !kept.journal.isEnded)
  }

  @Test func `rule 22: a rebuilt session asks for the secret again, and goes on`() throws {
    let flow = ClosureFlow("login") { context in
      let pin = try await context.run(TextScreen("pin", "PIN?").sensitive())
      return try await context.run(ask("a")) + context.run(ask("b")) + pin.reveal().count
    }
    let first = FlowController()
    first.start(flow, .test)
    first.answer("1234")
    first.answer("1")
    let text = first.journal.text
    let log = Log()
    let second = FlowController()
    second.start(
      flow, SessionOptions(journal: try Script(parsing: text).journal(or: .test)),
      handler: log.handler("root"))
    #expect(second.prompt?.id == "pin")
    second.answer("1234")
    #expect(second.prompt?.id == "b")
    second.answer("2")
    #expect(log.all.last == "root finished 7")
    #expect(second.divergence == nil)
  }
}
