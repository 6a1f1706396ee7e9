import Flowline
import FoundationEssentials
import Testing

extension UnreadableScript {
  /// How it is damaged; nil if a newer version wrote it.
  var damage: ScriptFault? {
    if case .damaged(let fault) = self { fault } else { nil }
  }
}

/// What a script may be and what is said of one that is none.
struct ScriptTests {
  @Test(arguments: [
    ("", 1, "“flow ID VERSION” in the first line"),
    ("# only a comment\n", 1, "“flow ID VERSION” in the first line"),
    ("answer a 1\n", 1, "“flow ID VERSION” in the first line"),
    ("flow\n", 1, "a step’s name"),
    ("flow sum\n", 1, "the flow’s version"),
    ("flow sum one\n", 1, "the flow’s version"),
    ("flow sum 1 more\n", 1, "the end of the line"),
    ("flow sum 1\nlocale en_GB\n", 2, "a time zone such as Europe/London"),
    ("flow sum 1\nlocale en_GB Mars/Olympus\n", 2, "a time zone such as Europe/London"),
    ("flow sum 1\nnow yesterday\n", 2, "a time such as 2026-11-20T09:00:00Z"),
    ("flow sum 1\nsession 12\n", 2, "a UUID"),
    ("flow sum 1\nanswer\n", 2, "a step’s name"),
    ("flow sum 1\nanswer a\n", 2, "a JSON value at column 9"),
    ("flow sum 1\nanswer a 01\n", 2, "a number without leading zeros at column 10"),
    ("flow sum 1\n\nanswer a \"x\n", 3, "a closing quote at column 10"),
    ("flow sum 1\nanswer a {\"b\":}\n", 2, "a JSON value at column 15"),
    ("flow sum 1\nanswer a 1 2\n", 2, "the end of the line"),
    (
      "flow sum 1\ncancel a because\n", 2,
      "one of user, declined, dismissed, back, superseded, terminated, abandoned"
    ),
    ("flow sum 1\nshow a choice [1]\n", 2, "a list of keys"),
    ("flow sum 1\nanswer a 1\nlocale en_GB UTC\n", 3, "the lines of the head above"),
    ("flow sum 1\nanswer a 1\nflow sum 1\n", 3, "the lines of the head above"),
    ("flow sum 1\nflow sum 1\n", 2, "no second “flow”"),
    ("flow sum 1\nlocale en_GB UTC\nlocale ru_RU UTC\n", 3, "no second “locale”"),
    (
      "flow sum 1\nnow 2026-11-20T09:00:00Z\nnow 2026-11-20T09:00:00Z\n", 3,
      "no second “now”"
    ),
    ("flow sum 1\nworld a\nworld b\n", 3, "no second “world”"),
    ("flow sum 1\nvariant a\nvariant b\n", 3, "no second “variant”"),
    (
      """
      flow sum 1
      session 01020304-0506-0708-090a-0b0c0d0e0f10
      session 01020304-0506-0708-090a-0b0c0d0e0f11

      """, 3, "no second “session”"
    ),
    ("flow sum 1\nfinish 1\nanswer a 1\n", 3, "nothing below “finish”"),
    ("flow sum 1\ncancelled \"user\"\n\n# more\nfinish 1\n", 5, "nothing below “cancelled”"),
    ("flow sum 1\nfailed {\"error\":\"x\"}\nshow a text\n", 3, "nothing below “failed”"),
    ("flow sum 1\ntravel a 1\n", 2, "a verb that this version knows"),
  ])
  func `what is no script is refused with line, expectation and what came`(
    text: String, line: Int, expected: String
  ) throws {
    let script = #expect(throws: UnreadableScript.self) { try Script(parsing: text) }
    let fault = try #require(script?.damage)
    #expect(fault.line == line)
    #expect(fault.expected.hasPrefix(expected), "\(fault)")
    #expect(!fault.got.isEmpty)
  }

  @Test(arguments: [
    "hunter2\n", "hunter2 is my password\n", "eyJ0eXAiOiJKV1Qi.hunter2\n", "\u{7F}hunter2\n",
    "flow login 1\nhunter2\n", "flow login 1\nanwser pin \"hunter2\"\n",
    "flow login 1\nanswer pin \"hunter2\n", "flow login 1\nanswer pin hunter2\n",
    "flow login 1\nanswer pin \"0\" \"hunter2\"\n", "flow login 1\nanswer pin \"\\hunter2\"\n",
    "flow login 1\nanswer pin {\"text\":hunter2}\n", "flow login 1\nshow pin secret \"hunter2\"\n",
    "flow login 1\nshow pin secret [\"hunter2\",1]\n",
    "flow login 1\nfinish hunter2\n", "flow login 1\nanswer {\"hunter2\":\n",
    "flow login 1\nload rate 1 hunter2\n", "flow login 1\ncommit pay {\"key\":\"hunter2\n",
    "flow login 1\nanswer pin 1\nunter2 hunter2\n",
  ])
  func `rule 22: what stands in a line that cannot be read is not quoted`(text: String) throws {
    let fault = try #require(#expect(throws: UnreadableScript.self) { try Script(parsing: text) })
    #expect(!"\(fault)".contains("unter2"), "\(fault)")
    #expect("\(fault)".count < 200, "\(fault)")
  }

  @Test(arguments: [ScriptReplay.Mode.live, .recorded])
  func `rule 22: a replay that differs tells no secret of a script written by hand`(
    mode: ScriptReplay.Mode
  ) throws {
    let flow = ClosureFlow("login") { context in
      let pin = TextScreen("pin", "PIN?", length: 4...9).refusing("weak", "Weak.") { $0 == "0000" }
      return try await context.run(pin.sensitive()).reveal().count
    }
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Logs in")
    for line in [
      "answer pin \"hunter2\"", "answer pin \"hunter2hunter2\"", "answer pin {\"hunter2\":1}",
      "refuse pin \"hunter2\" weak", "refuse pin \"hunter2hunter2\" weak", "back pin",
    ] {
      let script = try Script(parsing: "flow login 1\n\(line)\nfinish 1\n")
      let report = try ScriptReplay(script, of: catalog, or: .test).run(mode)
      let mismatch = try #require(report.mismatch, "\(line)")
      #expect(!"\(mismatch)".contains("hunter2"), "\(mismatch)")
    }
  }

  @Test(arguments: [
    ("anser name \"x\"", "anser", "answer"), ("finsh 1", "finsh", "finish"),
    ("sesion 1", "sesion", "session"), ("Answer a 1", "Answer", "answer"),
  ])
  func `a word that is nearly one of a script's is quoted, with the one that was meant`(
    line: String, word: String, meant: String
  ) throws {
    let script = #expect(throws: UnreadableScript.self) {
      try Script(parsing: "flow sum 1\n\(line)\n")
    }
    let fault = try #require(script?.damage)
    #expect(fault.got == "“\(word)” (did you mean “\(meant)”?)")
    let russian = fault.gotText.resolved(in: .russian).text
    #expect(russian == "«\(word)» (может быть, «\(meant)»?)")
  }

  @Test func `what is wrong is said in the language of the person`() throws {
    for line in [
      "answer a \"x", "now yesterday", "locale en_GB Mars", "travel", "answer", "flow sum 1",
      "cancel a because", "show a choice [1]", "event a 1", "wait a 0", "back a x", "session 1",
    ] {
      let script = #expect(throws: UnreadableScript.self, "\(line)") {
        try Script(parsing: "flow sum 1\n\(line)\n")
      }
      let fault = try #require(script?.damage)
      let expected = fault.expectedText.resolved(in: .russian)
      let got = fault.gotText.resolved(in: .russian)
      #expect(expected.text != fault.expected && expected.text != expected.key, "\(line)")
      #expect(got.text != fault.got && got.text != got.key, "\(line)")
    }
  }

  @Test func `a fault that was kept as words is the same`() throws {
    let script = #expect(throws: UnreadableScript.self) {
      try Script(parsing: "flow sum 1\nanswer a 1 2\n")
    }
    let fault = try #require(script?.damage)
    #expect(ScriptFault(line: fault.line, expected: fault.expected, got: fault.got) == fault)
    #expect(ScriptFault(line: 3, expected: fault.expected, got: fault.got) != fault)
  }

  @Test func `bytes that are not UTF-8 are refused with their line`() throws {
    let bytes = Array("flow sum 1\nanswer a \"".utf8) + [0xFF, 0xFE] + Array("\"\n".utf8)
    let script = #expect(throws: UnreadableScript.self) { try Script(parsing: bytes) }
    #expect(script?.damage?.line == 2)
    let words = Array("flow sum 1\nanswer ".utf8) + [0xC0, 0x80] + Array(" 1\n".utf8)
    #expect(throws: UnreadableScript.self) { try Script(parsing: words) }
  }

  @Test func `nesting without end is refused, not followed`() {
    let deep = "flow sum 1\nanswer a " + String(repeating: "[", count: 100_000) + "\n"
    let script = #expect(throws: UnreadableScript.self) { try Script(parsing: deep) }
    #expect(script?.damage?.expected.contains("levels of nesting") == true)
  }

  @Test func `carriage returns, spaces, tabs, blank lines and comments do no harm`() throws {
    let script = try Script(
      parsing: "# a\r\n\r\n\tflow  sum\t1 \r\n  # b\n answer   a  1  \n\n")
    #expect(script.flow == "sum")
    #expect(script.journal(or: .test).answers.map(\.value) == [1])
    #expect(script.notes.isEmpty)
  }

  @Test func `a name with spaces is quoted, and read back`() throws {
    let flow = ClosureFlow("odd") { try await $0.run(ask("how many?\n")) }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("3")
    let text = controller.journal.text
    #expect(text.contains("answer \"how many?\\n\" 3\n"))
    #expect(try Script(parsing: text).journal(or: .test).text == text)
  }

  @Test func `random damage never crashes the reader, and what it takes it writes again`() throws {
    let controller = FlowController()
    controller.start(SumFlow(), .test)
    for answer in ["x", "2", "3", "4", "yes"] { controller.answer(.text(answer)) }
    let original = Array(controller.journal.text.utf8)
    var random = SeededGenerator(seed: 20_261_120)
    var taken = 0
    for _ in 0..<4000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: index)
        }
      }
      guard let script = try? Script(parsing: bytes) else { continue }
      taken += 1
      let journal = script.journal(or: .test)
      let again = try Script(parsing: journal.text).journal(or: .test)
      #expect(again.text == journal.text)
      // A damaged journal may lead anywhere, but nowhere that crashes.
      FlowController().start(SumFlow(), SessionOptions(journal: journal))
    }
    #expect(taken > 100)
  }
}
