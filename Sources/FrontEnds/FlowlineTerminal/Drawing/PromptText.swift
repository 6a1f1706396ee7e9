/// The words before a line, in pieces of one style each.
package struct PromptText: Equatable, Sendable, ExpressibleByStringLiteral {
  /// Words of one style.
  package struct Piece: Equatable, Sendable {
    /// The words.
    ///
    /// Line breaks and other control characters are left out.
    package var text: String

    /// The codes of an SGR sequence, such as `1;36`; none if empty.
    package var style: String

    /// Creates a piece.
    package init(_ text: String, style: String = "") {
      self.text = text
      self.style = style
    }
  }

  /// The pieces in order.
  package var pieces: [Piece]

  /// Creates a prompt of pieces.
  ///
  /// One space is put behind the last word if there is none.
  package init(_ pieces: [Piece]) {
    self.pieces = pieces
  }

  /// Creates a prompt of one piece.
  package init(_ text: String, style: String = "") {
    self.init([Piece(text, style: style)])
  }

  /// Creates a prompt without style.
  package init(stringLiteral value: String) {
    self.init(value)
  }
}

extension PromptText {
  /// Begins and ends what libedit sends without counting its width.
  static let escape: Unicode.Scalar = "\u{1}"

  /// The prompt as it looks, without styles.
  var plainText: String {
    let text = cleanPieces.map(\.text).joined()
    return text.isEmpty || text.hasSuffix(" ") ? text : text + " "
  }

  /// The prompt with its styles, for drawing it without libedit.
  var styled: String {
    let text = cleanPieces.filter { !$0.text.isEmpty }.map { piece in
      piece.style.isEmpty ? piece.text : sequence(piece.style) + piece.text + "\u{1B}[0m"
    }.joined()
    return plainText == cleanPieces.map(\.text).joined() ? text : text + " "
  }

  /// The prompt as libedit wants it.
  ///
  /// Its rules: an escape sequence stands between two ``escape``; two such runs never touch, or the
  /// text goes missing; something visible follows the last; marks are composed with their letters.
  var encoded: String {
    var result = ""
    var style = ""
    for piece in cleanPieces where !piece.text.isEmpty {
      if piece.style != style {
        result += literal((style.isEmpty ? "" : "\u{1B}[0m") + sequence(piece.style))
        style = piece.style
      }
      result += piece.text
    }
    guard !style.isEmpty else {
      return result.isEmpty || result.hasSuffix(" ") ? result : result + " "
    }
    if result.hasSuffix(" ") { result.removeLast() }
    // A style that covers nothing but the last space would leave two literals side by side.
    if result.unicodeScalars.last == Self.escape { return plainText }
    return result + literal("\u{1B}[0m") + " "
  }

  private var cleanPieces: [Piece] {
    pieces.map { piece in
      var text = piece.text.composed
      text.unicodeScalars.removeAll { $0.properties.generalCategory == .control }
      let style = piece.style.filter { $0.isASCII && ($0.isNumber || $0 == ";") }
      return Piece(text, style: style)
    }
  }

  private func literal(_ text: String) -> String { "\(Self.escape)\(text)\(Self.escape)" }

  private func sequence(_ style: String) -> String { style.isEmpty ? "" : "\u{1B}[\(style)m" }
}
