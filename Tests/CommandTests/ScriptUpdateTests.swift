import Testing

@testable import FlowlineProgram

struct ScriptUpdateTests {
  static let old = """
    # mine
    flow tea 1
    now 2026-11-20T09:00:00Z

    show kind choice ["a"]
    # why not
    answer kind "a"
    finish 1
    # the end

    """

  @Test func `what differs is rewritten and comments stay`() {
    let new = """
      flow tea 2
      now 2027-01-01T00:00:00Z
      session 0b7c

      show kind choice ["a","b"]
      answer kind "a"
      finish 2

      """
    let update = ScriptUpdate(of: Self.old, to: new)
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

  @Test func `the first format becomes the second, with a session and jumps as such`() {
    let update = ScriptUpdate(
      of: """
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
        session 0b7c

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
        session 0b7c

        answer kind "a"
        jump kind
        answer kind "b"

        """)
    #expect(update.changes == ["+ format 2", "+ session 0b7c", "- back kind", "+ jump kind"])
  }

  @Test func `the same stays as it is`() {
    let update = ScriptUpdate(of: Self.old, to: Self.old)
    #expect(update.text == Self.old)
    #expect(update.changes.isEmpty)
  }

  @Test func `kinds of lines that a script leaves out stay out`() {
    let update = ScriptUpdate(
      of: "flow tea 1\nanswer kind \"a\"\n",
      to: "flow tea 1\nshow kind choice\nanswer kind \"a\"\nload x 1\nrefuse y \"\" empty\n")
    #expect(update.text == "flow tea 1\nanswer kind \"a\"\nrefuse y \"\" empty\n")
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
