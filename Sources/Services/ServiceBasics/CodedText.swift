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

extension CodedText {
  /// A status of HTTP, with the words that the service sent along.
  ///
  /// - Parameters:
  ///   - status: the status.
  ///   - words: what the service says, as it says it; nil if it says nothing.
  /// - Returns: the text, whose one value is the status and those words.
  public static func status(_ status: Int, saying words: String? = nil) -> CodedText {
    let value = words.map { "\(status), \($0)" } ?? "\(status)"
    return CodedText("status", "status \(value)", value)
  }

  /// Another process is using a file.
  package static var fileInUse: CodedText {
    CodedText("file-in-use", "another process is using it")
  }

  /// The file with what was ordered cannot be used, so that it is not known what became of an order.
  ///
  /// - Parameter cause: why; for logs alone, as its words are about the file and not about the order.
  package static func orderFileUnusable(_ cause: CodedText) -> CodedText {
    CodedText("order-file-unusable", "the file of the orders cannot be used: \(cause)")
  }

  /// A reply is not of the promised form.
  ///
  /// - Returns: the text, whose one value is the place, such as `/accounts/0/name`; what is wrong there is for
  ///   logs alone.
  package static func replyUnexpected(_ error: DecodingError) -> CodedText {
    let (place, detail) = (error.context?.place ?? "/", error.context?.debugDescription)
    return CodedText(
      "reply-unexpected", "the reply is not as expected at \(place): \(detail ?? "\(error)")", place
    )
  }

  /// It could not be read which orders are open.
  package static var openOrdersUnread: CodedText {
    CodedText("open-orders-unread", "what was ordered could not be read")
  }

  /// A newer version of the program has ordered something that this one does not know.
  package static func unknownKind(_ kind: String) -> CodedText {
    CodedText("order-of-newer", "an order of the kind \(kind) is not known to this version", kind)
  }

  /// An error that nobody has foreseen; its own words are for logs alone.
  package static func unexpected(_ error: any Error) -> CodedText {
    CodedText("unexpected-error", "\(error)")
  }
}

extension CodedText: ExpressibleByStringInterpolation {
  /// Words without a code: for logs and tests, and for words that are somebody else's.
  ///
  /// What people are shown in their own language has a code.
  public init(stringLiteral words: String) {
    self.init(words: words)
  }
}

extension CodedText: CustomStringConvertible {
  /// The words in English.
  public var description: String { words }
}
