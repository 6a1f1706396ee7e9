/// A string with gaps: `%@`, `%lld`, `%d`, `%1$@`, `{name}`, and `%%` for a per cent sign.
struct TextTemplate: Sendable, Hashable {
  enum Part: Hashable, Sendable {
    case words(String)
    /// The place of the argument, counted from 0.
    case gap(Int)
    /// The argument of this name.
    case namedGap(String)
  }

  let parts: [Part]

  init(_ format: String) {
    var parts: [Part] = []
    var words = ""
    var nextGap = 0
    var rest = format[...]
    while let character = rest.popFirst() {
      if character == "{", let name = Self.takeName(from: &rest) {
        if !words.isEmpty { parts.append(.words(words)) }
        words = ""
        parts.append(.namedGap(name))
        continue
      }
      guard character == "%" else {
        words.append(character)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        words.append("%")
      } else if let gap = Self.takeGap(from: &rest, next: &nextGap) {
        if !words.isEmpty { parts.append(.words(words)) }
        words = ""
        parts.append(.gap(gap))
      } else {
        words.append("%")
      }
    }
    if !words.isEmpty { parts.append(.words(words)) }
    self.parts = parts
  }

  /// The gaps of the template, each place or name once, sorted.
  var gaps: [String] { Set(parts.compactMap(\.gap)).sorted() }

  /// The gaps that no argument fills: people are shown them as they are.
  func gaps(without arguments: [TextArgument]) -> [String] {
    parts.compactMap { part in
      switch part {
      case .words: nil
      case .gap(let place): place < arguments.count ? nil : part.gap
      case .namedGap(let name): arguments.contains { $0.name == name } ? nil : part.gap
      }
    }
  }

  /// The text with its gaps filled.
  ///
  /// A value that ends with a full stop, as a day in Russian does, ends its sentence too: the template's own
  /// stop behind it is left out.
  func filled(with arguments: [TextArgument], in environment: FlowEnvironment) -> String {
    var text = ""
    var isBehindGap = false
    for part in parts {
      switch part {
      case .words(let words):
        text += isBehindGap && text.last == "." ? words.dropFirst(Self.stop(of: words)) : words[...]
      case .gap(let gap) where gap < arguments.count:
        text += arguments[gap].string(in: environment, opensText: text.isEmpty)
      case .gap: text += part.gap ?? ""
      case .namedGap(let name):
        let argument = arguments.first { $0.name == name }
        text += argument?.string(in: environment, opensText: text.isEmpty) ?? part.gap ?? ""
      }
      if case .words = part { isBehindGap = false } else { isBehindGap = true }
    }
    return text
  }

  /// How many characters the stop takes that ends a sentence at the beginning of some words.
  private static func stop(of words: String) -> Int {
    guard words.first == "." else { return 0 }
    let next = words.dropFirst().first
    return next.map { $0.isWhitespace || ")]”»".contains($0) } ?? true ? 1 : 0
  }

  /// Takes a name and the brace behind it; nil if what follows is something else.
  private static func takeName(from rest: inout Substring) -> String? {
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    guard !name.isEmpty, rest.dropFirst(name.count).first == "}" else { return nil }
    rest = rest.dropFirst(name.count + 1)
    return String(name)
  }

  private static func takeGap(from rest: inout Substring, next: inout Int) -> Int? {
    var ahead = rest
    let digits = ahead.prefix { $0.isASCII && $0.isNumber }
    var position: Int?
    if !digits.isEmpty, ahead.dropFirst(digits.count).first == "$", let number = Int(digits),
      number > 0
    {
      position = number - 1
      ahead = ahead.dropFirst(digits.count + 1)
    }
    guard let kind = ["@", "lld", "ld", "d"].first(where: { ahead.hasPrefix($0) }) else {
      return nil
    }
    rest = ahead.dropFirst(kind.count)
    if let position { return position }
    defer { next += 1 }
    return next
  }
}

extension TextTemplate.Part {
  /// The gap as a template has it; nil for words.
  fileprivate var gap: String? {
    switch self {
    case .words: nil
    case .gap(let place): "%\(place + 1)$@"
    case .namedGap(let name): "{\(name)}"
    }
  }
}
