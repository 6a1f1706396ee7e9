import Flowline
import FoundationEssentials
import Testing

@testable import FlowlineProgram

struct ScriptUpdateTests {
  private static let session = "session 01020304-0506-0708-090a-0b0c0d0e0f10"

  private static let old = """
    # mine
    flow tea 1
    now 2026-11-20T09:00:00Z

    show kind choice ["a"]
    # why not
    answer kind "a"
    finish 1
    # the end

    """

  /// Brings a script to what a replay said, which is another script.
  private static func update(_ old: String, to new: String) throws -> ScriptUpdate {
    try ScriptUpdate(
      of: ScriptText(parsing: Array(old.utf8)), to: ScriptText(parsing: Array(new.utf8)))
  }

  @Test func `what differs is rewritten and comments stay`() throws {
    let new = """
      flow tea 2
      now 2027-01-01T00:00:00Z
      \(Self.session)

      show kind choice ["a","b"]
      answer kind "a"
      finish 2

      """
    let update = try Self.update(Self.old, to: new)
    #expect(
      update.text == """
        # mine
        flow tea 2
        now 2026-11-20T09:00:00Z

        show kind choice ["a","b"]
        # why not
        answer kind "a"
        finish 2
        # the end

        """)
    #expect(
      update.changes == [
        "- flow tea 1", "+ flow tea 2", "- show kind choice [\"a\"]",
        "+ show kind choice [\"a\",\"b\"]", "- finish 1", "+ finish 2",
      ])
  }

  @Test func `the first format becomes the second, with a session and jumps as such`() throws {
    let update = try Self.update(
      """
      # mine
      flow tea 1
      locale en_GB UTC

      answer kind "a"
      back kind
      answer kind "b"

      """,
      to: """
        format 2
        flow tea 1
        locale en_GB UTC
        now 2027-01-01T00:00:00Z
        \(Self.session)

        show kind choice
        answer kind "a"
        jump kind
        answer kind "b"

        """)
    #expect(
      update.text == """
        # mine
        format 2
        flow tea 1
        locale en_GB UTC
        \(Self.session)

        answer kind "a"
        jump kind
        answer kind "b"

        """)
    #expect(
      update.changes == ["+ format 2", "+ \(Self.session)", "- back kind", "+ jump kind"])
  }

  @Test func `kinds of lines that a script leaves out stay out`() throws {
    let update = try Self.update(
      "flow tea 1\nanswer kind \"a\"\n",
      to: "flow tea 1\nshow kind choice\nanswer kind \"a\"\nload x 1\nrefuse y \"\" empty\n")
    #expect(update.text == "flow tea 1\nanswer kind \"a\"\nrefuse y \"\" empty\n")
  }

  @Test func `a script that has an end has the one that came`() throws {
    let update = try Self.update(
      "flow tea 1\nanswer kind \"a\"\nfinish 1\n# so\n",
      to: "flow tea 1\nanswer kind \"a\"\ncancelled \"declined\"\n")
    #expect(
      update.text == "flow tea 1\nanswer kind \"a\"\ncancelled \"declined\"\n# so\n")
  }

  @Test func `what a secret was is not shown when it is replaced by its mark`() throws {
    let update = try Self.update(
      "flow safe 1\nanswer pin \"hunter2\"\n",
      to: "flow safe 1\nanswer pin {\"redacted\":true}\n")
    #expect(!update.text.contains("hunter2") && !"\(update.changes)".contains("hunter2"))
    #expect(update.changes.count == 2)
  }

  /// A script as a session writes it.
  private static let walk = """
    format 2
    flow tea 1
    locale en_GB Europe/London
    now 2026-11-20T09:00:00Z
    \(session)

    load kinds ["a","b"]
    show kind choice ["a","b"]
    answer kind "a"
    commit pour {"key":"k"}
    done pour 2
    finish {"cups":2}

    """

  /// Ways to write the same lines.
  private static let formats: [@Sendable (String) -> String] = [
    { $0 },
    { $0.replacing("\n", with: "\r\n") },
    { $0.replacing("\nanswer ", with: "\r\nanswer ") },
    { $0.replacing("format ", with: "# mine\r\nformat ") },
    { $0.replacing("\nflow ", with: "\n  flow ").replacing("\nload", with: "\n load") },
    {
      $0.replacing("flow tea", with: "flow\ttea").replacing("answer kind", with: "\tanswer\tkind")
    },
    { $0.replacing("\n", with: " \t\n") },
    { $0.replacing("\ndone", with: "\r\n\t# a remark\r\n \r\n\n  done") },
    { "\u{FEFF}" + $0 },
    { String($0.dropLast()) },
    { $0 + "# the end" },
    {
      $0.replacing("[\"a\",\"b\"]", with: "[ \"a\", \"b\" ]").replacing(
        "answer kind", with: "answer \"kind\"")
    },
  ]

  @Test(arguments: formats.indices)
  func `what says the same keeps every byte`(format: Int) throws {
    let old = Self.formats[format](Self.walk)
    let update = try Self.update(old, to: Self.walk)
    #expect(Array(update.text.utf8) == Array(old.utf8))
    #expect(update.changes.isEmpty)
  }

  @Test(arguments: formats.indices)
  func `only lines that say something else change`(format: Int) throws {
    let old = Self.formats[format](Self.walk)
    let new = Self.walk.replacing("done pour 2", with: "done pour 3")
    let update = try Self.update(old, to: new)
    #expect(update.changes.count == 2 && update.changes.last == "+ done pour 3")
    let lines = [old, update.text].map {
      $0.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { Array($0) }
    }
    #expect(lines[0].count == lines[1].count)
    let changed = zip(lines[0], lines[1]).filter { $0 != $1 }
    #expect(changed.count == 1)
    let line = try #require(changed.first)
    #expect(line.1.starts(with: "done pour 3".utf8))
    #expect((line.0.last == UInt8(ascii: "\r")) == (line.1.last == UInt8(ascii: "\r")))
  }

  @Test(arguments: 0..<100)
  func `random changes: the new text says what was meant, and the rest is as it was`(
    seed: Int
  ) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let lines = Self.walk.split(separator: "\n").map(String.init)
    let (head, body) = (lines[..<5], lines[5...].dropLast())
    var told: [String] = []
    for line in body {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: break
      case 1: told += [line, "answer more \(Int.random(in: 0..<9, using: &random))"]
      case 2: told += ["refuse kind \"x\" not-a-choice", line]
      default: told.append(line)
      }
    }
    let new = (head + told + ["finish null"]).map { $0 + "\n" }.joined()
    let format = Int.random(in: Self.formats.indices, using: &random)
    let old = Self.formats[format](Self.walk)
    let update = try Self.update(old, to: new)
    let again = try Self.update(update.text, to: new)
    #expect(again.changes.isEmpty && again.text == update.text)
    #expect(
      try Script(parsing: update.text, from: .file).journal(or: .current).answers.map(\.value)
        == Script(parsing: new).journal(or: .current).answers.map(\.value))
    // A line that is not named among the changes is there as it was.
    let removed = update.changes.filter { $0.hasPrefix("- ") }.map { $0.dropFirst(2) }
    let kept = try ScriptText(parsing: Array(old.utf8)).lines.filter {
      !removed.contains($0.text[...])
    }
    let there = try ScriptText(parsing: Array(update.text.utf8)).lines.map(\.contents)
    #expect(kept.allSatisfy { there.contains($0.contents) })
  }

  @Test func `a remark that is no text is not replaced by another`() throws {
    let old = Array("flow tea 1\n# ".utf8) + [0xFF] + Array("\nanswer kind 1\n".utf8)
    let new = try ScriptText(parsing: Array("flow tea 1\nanswer kind 2\n".utf8))
    #expect(throws: ScriptUpdate.Misread.self) {
      try ScriptUpdate(of: ScriptText(parsing: old), to: new)
    }
  }
}

struct DifferenceTests {
  @Test func `long texts are cut to where they differ`() {
    let same = String(repeating: "s", count: 300)
    let difference = Difference("load x \(same)1\(same)", "load x \(same)2\(same)")
    #expect(difference.expected.count <= 125)
    #expect(difference.expected.contains("s1s"))
    #expect(difference.got.contains("s2s"))
    #expect(difference.expected.hasPrefix("load x "))
  }

  @Test func `short texts stay whole`() {
    #expect(Difference("answer a 1", "answer a 2").expected == "answer a 1")
  }
}
