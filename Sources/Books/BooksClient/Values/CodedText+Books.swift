import ServiceBasics

/// The causes that only the books’ client knows.
extension CodedText {
  static let listEndless = CodedText("list-endless", "a list does not end")

  /// Something that the service promises is not in its reply.
  ///
  /// - Parameter words: what, as a sentence in English without its full stop; for logs alone.
  static func incomplete(_ words: String) -> CodedText { CodedText("reply-incomplete", words) }

  /// The numbers of a reply cannot be calculated with.
  ///
  /// - Parameter words: why, in English; for logs alone.
  static func numbersUnusable(_ words: String) -> CodedText {
    CodedText("numbers-unusable", words)
  }

  static func listCut(after seen: Int, of total: Int) -> CodedText {
    CodedText("list-cut", "a list ends after \(seen) of \(total) elements")
  }
}
