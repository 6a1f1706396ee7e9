import Glibc

extension FilePath {
  /// The path that a person typed, or, if nothing is there, without the quoting in which terminals paste a
  /// file that is dropped on them.
  ///
  /// Quotes and backslashes are read as in a shell. The address of a file on this machine (`file:///…`), as
  /// file managers copy it, is decoded.
  ///
  /// - Parameter typed: the line that names the file; a leading `~` is the home folder.
  /// - Returns: a path at which something is; the line as it was typed if there is none.
  package static func unquoted(_ typed: String) -> String {
    guard !isThere(typed) else { return typed }
    let word = shellWord(typed)
    let meant = [word, path(ofAddress: word ?? typed)].compactMap { $0 }
    return meant.first(where: isThere) ?? typed
  }

  private static func isThere(_ path: String) -> Bool {
    var facts = stat()
    return stat(expanded(path), &facts) == 0
  }

  /// The one word that a shell reads; nil if it reads several, or waits for the end of a quotation.
  private static func shellWord(_ text: String) -> String? {
    var word = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        word.append(scalar)
        isEscaped = false
      } else if scalar == "\\", quote != "'" {
        isEscaped = true
      } else if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "'" || scalar == "\"" {
        quote = scalar
      } else if quote == nil, scalar == " " {
        return nil
      } else {
        word.append(scalar)
      }
    }
    return quote == nil && !isEscaped ? String(word) : nil
  }

  /// The path in the address of a file on this machine; nil if the text is not one.
  private static func path(ofAddress text: String) -> String? {
    guard text.hasPrefix("file:") else { return nil }
    var rest = text.dropFirst("file:".count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      if rest.hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
    }
    guard rest.hasPrefix("/") else { return nil }
    var bytes: [UInt8] = []
    var left = rest.utf8.makeIterator()
    while let byte = left.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = digit(left.next()), let low = digit(left.next()) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }.map { UInt8($0) }
  }
}
