package import Flowline
import FoundationEssentials

/// Names a question as a person was shown it, also after its session was unloaded: by the answers that
/// come before it, and by what it asks.
///
/// Two are equal only if the same was asked after the same answers, so that nobody answers a question
/// that has come to be about something else: of a form, whose first field is what is asked, it is the
/// answers before that tell what it is about. It is part of pages and of headers: digits, a hyphen,
/// hexadecimal digits.
public struct StepToken: Sendable, Hashable, CustomStringConvertible {
  /// How many answers come before.
  public let position: Int
  /// A hash of the answers before, and of what is asked.
  let content: UInt64

  /// The token as text, `3-9f2c31ab04d5e677`.
  public var description: String { "\(position)-\(String(content, radix: 16))" }

  /// Reads a token; nil if the text is none.
  public init?(_ text: some StringProtocol) {
    let sign = UInt8(ascii: "-")
    guard let hyphen = text.utf8.firstIndex(of: sign) else { return nil }
    let digits = text[text.utf8.index(after: hyphen)...]
    guard digits.utf8.count <= 16, !digits.utf8.contains(sign), let position = Int(text[..<hyphen]),
      position >= 0,
      let content = UInt64(digits, radix: 16)
    else { return nil }
    (self.position, self.content) = (position, content)
  }

  /// The token of a question.
  package init(_ prompt: Prompt, after answers: AnswersBefore) {
    position = answers.count
    var hash = ContentHash()
    hash.add(String(answers.digest, radix: 16))
    for id in prompt.path.ids { hash.add(id.rawValue) }
    if let hold = prompt.hold {
      hash.add(hold.message)
      hash.add("\(prompt.presentation)")
    }
    hash.add(prompt.question.text)
    for section in prompt.page {
      hash.add(section.heading?.text ?? "")
      for row in section.rows {
        hash.add(row.label.text)
        hash.add(row.value?.text ?? "")
        hash.add(row.mark?.rawValue ?? "")
        hash.add("\(row.percentage ?? -1)")
      }
    }
    hash.add(prompt.kind)
    content = hash.value
  }
}

/// A hash over texts, each with its end.
private struct ContentHash {
  private var hash = StableHash()

  var value: UInt64 { hash.value }

  mutating func add(_ text: String) {
    hash.add(text)
    hash.add(0xFF as UInt8)
  }

  mutating func add(_ kind: PromptKind) {
    add(kind.name)
    for choice in kind.choices {
      add(choice.key)
      add(choice.label.text)
      add(choice.detail?.text ?? "")
    }
    switch kind {
    case .text(let range), .longText(let range), .number(let range), .file(_, let range),
      .choices(_, let range):
      add("\(range)")
    case .decimal(_, let least, let most): add("\(least ?? "")..\(most ?? "")")
    case .amount(let currency, _, let range): add("\(currency) \(range)")
    case .date(let first, let last, let leaning):
      add("\(first ?? "")..\(last ?? "") \(leaning)")
    case .secret(let range, let isRepeated): add("\(range) \(isRepeated)")
    case .choice, .confirm, .path, .review: break
    case .custom(let kind): add(kind.accepts.text)
    }
  }
}
