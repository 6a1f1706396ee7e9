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
  /// The prompt as it looks, without styles.
  var plainText: String {
    let text = cleanPieces.map(\.text).joined()
    return text.isEmpty || text.hasSuffix(" ") ? text : text + " "
  }

  /// The pieces without what could do something to a terminal.
  var cleanPieces: [Piece] {
    pieces.map { piece in
      var text = piece.text
      text.unicodeScalars.removeAll { $0.properties.generalCategory == .control }
      let style = piece.style.filter { $0.isASCII && ($0.isNumber || $0 == ";") }
      return Piece(text, style: style)
    }
  }
}
