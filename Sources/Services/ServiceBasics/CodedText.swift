/// Words in English for logs, with a code by which a front end finds words of its own language.
public struct CodedText: Sendable, Hashable {
  /// The words, in English, without a full stop if they are no sentence.
  public let words: String

  /// A word that never changes its meaning, such as `reply-cut`; nil for words of somebody else's, such
  /// as an operating system's.
  public let code: String?

  /// What fills the gaps of the words in other languages, in their order.
  public let values: [String]

  /// Makes a text that front ends may have in other languages.
  ///
  /// - Parameters:
  ///   - code: a word that never changes its meaning.
  ///   - words: the words in English, with the values in them.
  ///   - values: what fills the gaps of the words in other languages.
  public init(_ code: String, _ words: String, _ values: String...) {
    self.init(words: words, code: code, values: values)
  }

  /// Makes it of its parts, as they were kept.
  public init(words: String, code: String? = nil, values: [String] = []) {
    self.words = words
    self.code = code
    self.values = values
  }

  /// The same with the words and the values changed, as by a redaction.
  public func map(_ change: (String) -> String) -> CodedText {
    CodedText(words: change(words), code: code, values: values.map(change))
  }
}

extension CodedText: ExpressibleByStringInterpolation {
  /// Words without a code.
  public init(stringLiteral words: String) {
    self.init(words: words)
  }
}

extension CodedText: CustomStringConvertible {
  /// The words in English.
  public var description: String { words }
}
