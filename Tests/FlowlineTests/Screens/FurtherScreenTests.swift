import Flowline
import FoundationEssentials
import Testing

/// Long texts, decimals, secrets and paths.
struct FurtherScreenTests {
  @Test(arguments: [
    ("One line", "\"One line\""), ("a\nb", "\"a\\nb\""),
    ("a\r\nb\rc\u{2028}d", "\"a\\nb\\nc\\nd\""),
    ("\n\n a\n  b \n\n", "\"a\\n  b\""), ("a\tb", "\"a\\tb\""), ("", "empty"), (" \n ", "empty"),
    ("ab\nc\u{1B}[31md", "unprintable 4..<5"), ("a\u{C}b", "unprintable 1..<2"),
    ("0123456789\n", "\"0123456789\""), ("0123456789\n1", "too-long"),
  ])
  func `a long text keeps its lines`(text: String, result: String) {
    #expect(reading(LongTextScreen("t", "T?", length: 1...10), .text(text)) == result)
  }

  @Test func `a character that cannot be printed is told by its line`() {
    let screen = LongTextScreen("t", "T?")
    #expect(
      refusal(of: screen, "ab\nc\u{7}")
        == "Character 2 in line 2 cannot be used. Remove it.")
    #expect(
      refusal(of: screen, "ab\nc\u{7}", in: .russian)
        == "Символ №\u{A0}2 в строке 2 недопустим. Уберите его.")
  }

  @Test(arguments: [
    (Answer.text("12.5"), "\"12.50\""), ("12", "\"12.00\""), ("1,234.56", "\"1234.56\""),
    ("-0.01", "\"-0.01\""), (12, "\"12.00\""), (.json(12.5), "\"12.50\""),
    (.json("12.5"), "\"12.50\""), (.json("1.500"), "\"1.50\""), (.json(0.1), "\"0.10\""),
    (.json("1,234.5"), "\"1234.50\""), ("", "empty 0..<0"), ("12.505", "too-many-decimals 5..<6"),
    (.json(0.125), "too-many-decimals 4..<5"), ("1,23", "not-a-number 0..<4"),
    ("-", "not-a-number 0..<1"),
    ("-1.01", "too-low"), ("9999.01", "too-high"), (.json(true), "wrong-shape"),
    (.json(9999.5), "too-high"),
    ("99999999999999999999999999999999999999999", "too-high 0..<41"),
    (.json(1e300), "not-a-number 1..<5"),
  ])
  func `a decimal is exact`(answer: Answer, result: String) {
    let screen = DecimalScreen("d", "D?", from: -1, to: 9999)
    #expect(reading(screen, answer) == result)
  }

  @Test(arguments: [
    ("10%", "\"10.00\""), ("10 %", "\"10.00\""), ("12.5 Percent", "\"12.50\""), ("7", "\"7.00\""),
    ("%", "not-a-number 0..<1"), ("10%%", "not-a-number 2..<3"), ("10 miles", "not-a-number 3..<8"),
    ("101%", "too-high"),
  ])
  func `a unit may stand behind a decimal`(text: String, result: String) {
    let screen = DecimalScreen("d", "D?", from: 0, to: 100).unit("%", "percent")
    #expect(reading(screen, .text(text)) == result)
  }

  @Test func `a decimal is typed, echoed and refused as its locale writes it`() throws {
    let screen = DecimalScreen("d", "D?", fractionDigits: 3, to: 2000, default: 1500)
    #expect(screen.typed("1234.500", in: .russian) == "1234,5")
    #expect(echo(of: screen, "1234,5", in: .russian) == "1\u{A0}234,5")
    #expect(echo(of: screen, "1234.5") == "1,234.5")
    #expect(refusal(of: screen, "2000.5") == "That is too high: it must be at most 2,000.")
    #expect(screen.defaultAnswer == "1500.000")
    let exact = try screen.read("0.1", in: .test).get().value
    #expect(exact == Decimal(string: "0.1"))
    #expect(
      refusal(of: screen, "1.23456")
        == "Too many decimals: at most 3. Remove “56”.")
  }

  @Test func `limits that are no numbers of so many decimals are none`() {
    let screen = DecimalScreen("d", "D?", fractionDigits: 0, from: Decimal(string: "0.5"), to: .nan)
    #expect(screen.kind(in: .test) == .decimal(fractionDigits: 0, least: nil, most: nil))
    let deep = DecimalScreen("d", "D?", fractionDigits: 1000)
    #expect(deep.kind(in: .test) == .decimal(fractionDigits: 30, least: nil, most: nil))
  }

  @Test(arguments: [
    ("hunter2 ", "\"hunter2 \""), ("пароль🔑", "\"пароль🔑\""), ("", "empty"), ("abc", "too-short"),
    (String(repeating: "x", count: 65), "too-long"), ("hunter\u{0}2", "unprintable 6..<7"),
  ])
  func `a secret is taken as it was typed`(text: String, result: String) {
    #expect(reading(SecretScreen("s", "S?", length: 4...64), .text(text)) == result)
  }

  @Test func `rule 22: a secret cannot be made anything else`() {
    var screen = SecretScreen("s", "S?").help("Long is better.")
    screen.question = Question("s", "S?")
    #expect(screen.question.isSensitive)
    #expect(screen.help("More.").question.isSensitive)
    #expect(screen.echo("hunter2", in: .test) == nil && screen.example(in: .test) == nil)
    #expect(screen.typed("hunter2", in: .test) == nil)
  }

  @Test(arguments: [
    ("/etc/hosts", "\"/etc/hosts\""), (" ~/Документы/a b.txt ", "\"~/Документы/a b.txt\""),
    ("", "empty"), ("a\u{0}b", "unprintable 1..<2"), ("a\nb", "unprintable 1..<2"),
    (String(repeating: "я", count: 2048), "too-long"),
  ])
  func `a path is one line, and no disk is looked at`(text: String, result: String) {
    #expect(reading(PathScreen("p", "P?"), .text(text)) == result)
  }
}
