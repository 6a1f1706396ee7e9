import Foundation

/// What the guide to the voice wants of each text by itself.
struct Rule: Sendable {
  /// What it is called in findings and exemptions.
  let name: String
  /// The language it is about; nil for every one.
  var language: String?
  /// The keys it is about, as a regular expression; nil for every one.
  var keys: String?
  /// What may not be in a text, as regular expressions.
  let patterns: [String]

  /// The first thing in a text that may not be there; nil if there is none.
  func fault(in entry: Catalog.Entry) throws -> String? {
    guard language == nil || language == entry.language else { return nil }
    if let keys, try Self.match(keys, in: entry.key) == nil { return nil }
    for pattern in patterns {
      if let match = try Self.match(pattern, in: entry.text) { return match }
    }
    return nil
  }

  private static func match(_ pattern: String, in text: String) throws -> String? {
    let expression = try NSRegularExpression(pattern: pattern)
    let range = NSRange(text.startIndex..., in: text)
    return expression.firstMatch(in: text, range: range).flatMap { Range($0.range, in: text) }
      .map { String(text[$0]) }
  }
}

extension Rule {
  /// Every rule.
  static let all = signs + russianSigns + manners + wordLists + lengths

  private static let signs = [
    Rule(name: "straight-quotes", patterns: ["\"", "'"]),
    Rule(name: "dots", patterns: [#"\.\.\."#]),
    // A date as people type it has hyphens.
    Rule(
      name: "hyphens",
      patterns: [
        #"(?<![\d-])\d+-\d+(?!-\d)(?![\d-])"#, #" - "#, #"(@|lld|\})-(%|\{)"#,
        #"(@|lld|\})-\d"#, #"\d-(%|\{)"#,
      ]),
    Rule(name: "spaces", patterns: [#"^\s"#, #"\s$"#, #"  "#, #"\t"#, #" [,;!?]"#, #" \.(\s|$)"#]),
    Rule(name: "exclamation", patterns: ["!"]),
    Rule(name: "guillemets", language: "en", patterns: ["[«»„]", "—", #"\S–\s|\s–\S"#]),
    Rule(
      name: "possessives", language: "en",
      patterns: [#"(?i)\b\w+n[’']t\b"#, #"(?i)[’'](re|ll|ve|m|d)\b"#]
        + [#"(?i)\b(it|that|what|there|here|let|who|how)[’']s\b"#]),
  ]

  private static let russianSigns = [
    Rule(name: "quotation-marks", language: "ru", patterns: [#"”"#, #"(?<!„[^“]{0,80})“"#]),
    // The dash is bound to what is before it, and numbers and dates are joined by the long one.
    Rule(name: "dash", language: "ru", patterns: [#" —"#, #"\s–\s"#]),
    Rule(name: "numero", language: "ru", patterns: ["№(?!\u{A0})"]),
    Rule(
      name: "yo", language: "ru",
      patterns: [
        #"(?i)\b(еще|ее|нее|счет|счетом|счете|учет|ждет|идет|дает|берет|введет|введен|прочтен)\b"#,
        #"(?i)\b(удален|сохранен|завершен|прекращен|поврежден|чье|свое|мое)\b"#,
      ]),
    Rule(
      name: "capital-you", language: "ru",
      patterns: [#"[а-яё,»] В(ы|ас|ам|ами|аш(а|е|и|его|ей|ему|их|им|ими|у)?)\b"#]),
  ]

  private static let manners = [
    Rule(name: "please", patterns: [#"(?i)\bplease\b"#, #"(?i)пожалуйста"#]),
    // What begins small on paper: the terminal makes the capital.
    Rule(name: "label", keys: #"\.label$"#, patterns: [#"^[A-ZА-ЯЁ](?![A-ZА-ЯЁ])"#, #"\.$"#]),
    Rule(name: "option", keys: #"\.option\.[^.]+$"#, patterns: [#"^[a-zа-яё]"#, #"\.$"#]),
    Rule(
      name: "activity", keys: #"\.activity$"#,
      patterns: [#"^[a-zа-яё]"#, #"\.$"#, #"^(Reading|Чтение)\b"#]),
    Rule(name: "units", patterns: [#"(@|lld|\d) (s|ms|с|мин|min|h|ч|%%)(?=$|[.,;:)])"#]),
  ]

  private static let lengths = [
    Rule(name: "long-label", keys: #"\.label$"#, patterns: ["^.{31,}$"]),
    Rule(name: "long-option", keys: #"\.option\.[^.]+$"#, patterns: ["^.{35,}$"]),
  ]
}
