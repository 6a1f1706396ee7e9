package import Flowline
import FoundationEssentials

/// Names a question as a person was shown it, also after its session was unloaded: by the answers that
/// come before it, and by what it asks.
///
/// Two are equal only if the same was asked after the same answers, so that nobody answers a question
/// that has come to be about something else: of a form, whose first field is what is asked, it is the
/// answers before that tell what it is about. It is part of pages and of headers: digits, a hyphen,
/// hexadecimal digits.
///
/// Of children at once each has its own answers before: what one of them is answered leaves the questions of
/// the others named as they were.
///
/// A choice that is asked beside a load may be put anew at any moment, with what the load has read. It
/// therefore has a name by what its answer means: the question, the keys and labels of its options, and
/// the rows of its page that have a value. What is said beside that may change under it: details of
/// options, such as balances, and remarks, such as how old the figures are. What is to be decided about is
/// no remark.
public struct StepToken: Sendable, Hashable, CustomStringConvertible {
  /// How many answers come before it; among children at once, not those of its siblings.
  public let position: Int
  /// A hash of the answers before, and of what is asked.
  let content: UInt64

  /// The token as text, `3-9f2c31ab04d5e677`.
  public var description: String { "\(position)-\(String(content, radix: 16))" }

  /// Reads a token; nil if the text is none.
  public init?(_ text: String) { self.init(text[...]) }

  /// Reads a token; nil if the text is none.
  public init?(_ text: Substring) {
    var text = text
    guard let token = text.withUTF8({ StepToken($0[...]) }) else { return nil }
    self = token
  }

  /// Reads a token; nil if the bytes are none: digits, a hyphen, one to sixteen hexadecimal digits.
  package init?(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    var (position, content, digits) = (0, UInt64(0), 0)
    var rest = bytes.makeIterator()
    while let byte = rest.next(), byte != UInt8(ascii: "-") {
      guard let digit = byte.hexadecimalValue, digit < 10 else { return nil }
      let (tens, isTooMuch) = position.multipliedReportingOverflow(by: 10)
      guard !isTooMuch, tens <= Int.max - Int(digit) else { return nil }
      position = tens + Int(digit)
      digits += 1
    }
    guard digits > 0 else { return nil }
    digits = 0
    while let byte = rest.next() {
      guard let digit = byte.hexadecimalValue, digits < 16 else { return nil }
      content = content << 4 | UInt64(digit)
      digits += 1
    }
    guard digits > 0 else { return nil }
    (self.position, self.content) = (position, content)
  }

  /// The token of a question, by all that it shows.
  package init(_ prompt: Prompt, after answers: AnswersBefore) {
    var hash = ContentHash(prompt, after: answers)
    if let hold = prompt.hold {
      hash.add(hold.message)
      hash.add("\(prompt.presentation)")
    }
    hash.add(prompt.question.text)
    for section in prompt.page {
      hash.add(section.heading?.text ?? "")
      for row in section.rows { hash.add(row) }
    }
    hash.add(prompt.kind, withDetails: true)
    self.init(position: answers.count, content: hash.value)
  }

  /// The token of a choice beside a load, by what its answer means; nil for any other question.
  package init?(choosingBy prompt: Prompt, after answers: AnswersBefore) {
    guard prompt.hold == nil, prompt.form == nil else { return nil }
    switch prompt.kind {
    case .choice, .choices: break
    default: return nil
    }
    var hash = ContentHash(prompt, after: answers)
    hash.add("beside a load")
    hash.add(prompt.question.text)
    for section in prompt.page {
      // What was answered is told in full, such as all lines of a text.
      let isOfAnswers = section.rows.contains { $0.step != nil }
      let rows = section.rows.filter { isOfAnswers || $0.tellsWhatIsDecided }
      guard !rows.isEmpty else { continue }
      hash.add(section.heading?.text ?? "")
      for row in rows { hash.add(row) }
    }
    // Of options with the same label the details say which is which.
    let labels = prompt.kind.choices.map(\.label.text)
    hash.add(prompt.kind, withDetails: Set(labels).count < labels.count)
    self.init(position: answers.count, content: hash.value)
  }

  private init(position: Int, content: UInt64) {
    (self.position, self.content) = (position, content)
  }

  /// Whether it is a token of a question: the one by all that it shows or, of a choice, the one that its
  /// page was given while something was read beside it.
  func names(_ prompt: Prompt, after answers: AnswersBefore) -> Bool {
    guard position == answers.count else { return false }
    return self == StepToken(prompt, after: answers)
      || self == StepToken(choosingBy: prompt, after: answers)
  }
}

extension PageRow {
  /// Whether it says what an answer is about; a sentence by itself is said beside that.
  fileprivate var tellsWhatIsDecided: Bool {
    value != nil || percentage != nil || mark != nil || file != nil || step != nil
  }
}

/// A hash over texts, each with its end.
private struct ContentHash {
  private var hash = StableHash()

  var value: UInt64 { hash.value }

  /// Begins with where a question is asked.
  init(_ prompt: Prompt, after answers: AnswersBefore) {
    add(String(answers.digest, radix: 16))
    for id in prompt.path.ids { add(id.rawValue) }
  }

  mutating func add(_ text: String) {
    hash.add(text)
    hash.add(0xFF as UInt8)
  }

  mutating func add(_ row: PageRow) {
    add(row.label.text)
    add(row.value?.text ?? "")
    add(row.mark?.rawValue ?? "")
    add("\(row.percentage ?? -1)")
  }

  mutating func add(_ kind: PromptKind, withDetails hasDetails: Bool) {
    add(kind.name)
    for choice in kind.choices {
      add(choice.key)
      add(choice.label.text)
      if hasDetails { add(choice.detail?.text ?? "") }
    }
    switch kind {
    case .text(let range), .longText(let range), .number(let range), .file(_, let range),
      .choices(_, let range):
      add(Self.text(range))
    case .decimal(_, let least, let most): add("\(least ?? "")..\(most ?? "")")
    case .amount(let currency, _, let range): add(currency + " " + Self.text(range))
    case .date(let first, let last, let leaning):
      add("\(first ?? "")..\(last ?? "") \(leaning)")
    case .secret(let range, let isRepeated): add("\(Self.text(range)) \(isRepeated)")
    case .choice, .confirm, .path, .review: break
    case .custom(let kind): add(kind.accepts.text)
    }
  }

  /// A range as Swift prints it, which takes several times as long.
  private static func text<Bound: FixedWidthInteger>(_ range: ClosedRange<Bound>) -> String {
    String(range.lowerBound) + "..." + String(range.upperBound)
  }
}
