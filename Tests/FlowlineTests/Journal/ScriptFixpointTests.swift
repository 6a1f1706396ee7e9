import Flowline
import Testing

/// Scripts that `make fuzz` found interesting, cut down to what is interesting about each: what is
/// read is written, and what was written is read and written as the same.
struct ScriptFixpointTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let interest: String
    let lines: String
    /// The lines that are written, where they are not those that were read.
    let written: String

    init(_ interest: String, _ lines: String, written: String? = nil) {
      self.interest = interest
      self.lines = lines
      self.written = written ?? lines
    }

    var testDescription: String { interest }
  }

  private static let head = """
    flow sum 1
    locale en_GB Europe/London
    now 2026-11-20T12:00:00Z
    session 00000000-0000-0000-0000-000000000000


    """

  @Test(arguments: [
    Case("the question that waits is kept", "answer a 1\nshow b number\n"),
    Case(
      "of two questions in a row the same is told once", "show a text\nshow a text\nshow b text\n",
      written: "show a text\nshow b text\n"),
    Case(
      "a question stands before its refusals and its answer",
      "show a text\nrefuse a \"\" empty\nanswer a \"x\"\n"),
    Case(
      "a question asked again in the same way is told once",
      "show a text\nrefuse a \"\" empty\nshow a text\nanswer a \"x\"\n",
      written: "show a text\nrefuse a \"\" empty\nanswer a \"x\"\n"),
    Case(
      "a question asked again in the same way, and again",
      "show a text\nrefuse a \"\" empty\nshow a text\nshow a text\nrefuse a 1 empty\n",
      written: "show a text\nrefuse a \"\" empty\nrefuse a 1 empty\n"),
    Case(
      "a question asked again in another way is told again",
      "show a text\nrefuse a \"\" empty\nshow a choice [\"x\"]\nanswer a \"x\"\n"),
    Case(
      "an answer by hand has not the question of the step before",
      "show a choice [\"x\"]\nanswer a \"x\"\nanswer b 1\n"),
    Case(
      "a refusal of another step than was shown leaves both as they are",
      "show a text\nrefuse b \"\" empty\nanswer a \"x\"\n"),
    Case("two refusals of two steps by hand", "refuse a 1 too-low\nrefuse b 1 too-low\n"),
    Case(
      "a question told after a refusal by hand",
      "refuse a 1 too-low\nshow a number\nanswer a 2\n"),
    Case(
      "a question after going back is a new one",
      "show a text\nanswer a \"x\"\nback a\nshow a text\nanswer a \"y\"\n"),
    Case("leaving more flows than were entered", "leave a 1\nabandon b \"user\"\nanswer c 1\n"),
    Case("going back to what was never answered", "back a\nanswer b 1\nback a\n"),
    Case("going back into a flow that was left", "enter a\nanswer b 1\nleave a 1\nback b\n"),
    Case("names that are words of the format", "answer answer 1\nanswer # 2\nanswer \"\\\"\" 3\n"),
    Case("an empty name, and one that bears a line's end", "answer \"\" 1\nanswer \"a\\r\" 2\n"),
    Case("a name quoted for nothing", "answer \"a\" 1\n", written: "answer a 1\n"),
    Case(
      "names equal but for their Unicode form",
      "show e\u{301} text\nanswer \u{E9} 1\n", written: "show \u{E9} text\nanswer \u{E9} 1\n"),
    Case(
      "numbers at the edge of 64 bits",
      "answer a [9223372036854775807,9223372036854775808,-0,-0.0]\n",
      written: "answer a [9223372036854775807,9223372036854775808,-0,-0]\n"),
  ])
  func `what is read is written, and written again as the same`(example: Case) throws {
    let journal = try Script(parsing: Self.head + example.lines).journal(or: .test)
    #expect(journal.text == Self.head + example.written)
    #expect(try Script(parsing: journal.text).journal(or: .test).text == journal.text)
  }

  @Test(arguments: [
    ("show a te\rxt\n", "the kind of question"), ("show a text\r\r\n", "the kind of question"),
    ("refuse a 1 too\u{1}low\n", "why it was refused"), ("answer a\u{7F} 1\n", "a step’s name"),
    ("back a\r\r\n", "a step’s name"),
  ])
  func `a bare word with a control character in it is refused`(line: String, expected: String)
    throws
  {
    let script = #expect(throws: UnreadableScript.self) { try Script(parsing: Self.head + line) }
    #expect(script?.damage?.line == 6)
    #expect(script?.damage?.expected == expected)
  }
}
