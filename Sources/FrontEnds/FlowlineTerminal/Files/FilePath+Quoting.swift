import Flowline
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
    var reader = ShellWordReader()
    for scalar in text.unicodeScalars {
      guard reader.take(scalar) else { return nil }
    }
    return reader.isWhole ? String(reader.word) : nil
  }

  /// The path in the address of a file on this machine; nil if the text is not one.
  static func path(ofAddress text: String) -> String? {
    guard text.hasPrefix("file:") else { return nil }
    var rest = text.dropFirst("file:".count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      if rest.hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
    }
    return rest.hasPrefix("/") ? withoutPercents(rest) : nil
  }

  /// A part of an address with its percent signs decoded; nil if they stand for nothing a path could have.
  static func withoutPercents(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var left = text.utf8.makeIterator()
    while let byte = left.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = left.next()?.hexadecimalValue, let low = left.next()?.hexadecimalValue else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// A name as an address has it: but for letters, digits and `-._~` each byte behind a percent sign.
  static func withPercents(_ name: String) -> String {
    name.utf8.reduce(into: "") { text, byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain = scalar.isASCII && (Character(scalar).isLetter || Character(scalar).isNumber)
      if isPlain || "-._~".unicodeScalars.contains(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (byte < 16 ? "0" : "") + digits
      }
    }
  }
}
