/// The path of a file that is being typed: a folder, the beginning of a name in it, and the way in which
/// both are quoted, as ``FilePath/unquoted(_:)`` reads them.
struct BegunPath {
  /// The folder up to its slash, without quoting; empty for the current one.
  let folder: String
  /// The beginning of the name, without quoting.
  let begun: String
  /// The same as it was typed, with its quoting.
  let typed: String
  private let style: Style

  /// How a name is written so that it is read.
  private enum Style: Equatable {
    case plain
    /// Backslashes in front of what would be special.
    case escaped
    /// In quotes, which were opened before the name or are opened with it.
    case quoted(Unicode.Scalar, isOpen: Bool)
    /// In the address of a file.
    case address
  }

  /// The path as it is, without any quoting.
  init(plain text: String) {
    let slash = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    folder = String(text[..<slash])
    typed = String(text[slash...])
    begun = typed
    style = .plain
  }

  /// A path with the quoting of a shell; nil if there is none, or the text is no single word.
  init?(quoted text: String) {
    var reader = ShellWordReader()
    var folder = String.UnicodeScalarView()
    var name = text.startIndex
    var quoteAtName: Unicode.Scalar?
    for index in text.unicodeScalars.indices {
      guard reader.take(text.unicodeScalars[index]) else { return nil }
      guard text.unicodeScalars[index] == "/" else { continue }
      folder = reader.word
      name = text.unicodeScalars.index(after: index)
      quoteAtName = reader.quote
    }
    guard reader.hasQuoting, !reader.isEscaped else { return nil }
    self.folder = String(folder)
    begun = String(String.UnicodeScalarView(reader.word.dropFirst(folder.count)))
    typed = String(text[name...])
    if let quote = quoteAtName ?? reader.quote {
      style = .quoted(quote, isOpen: quoteAtName != nil)
    } else {
      style = .escaped
    }
  }

  /// A path in the address of a file on this machine; nil if the text is not such an address.
  init?(address text: String) {
    guard let slash = text.lastIndex(of: "/"),
      let folder = FilePath.path(ofAddress: String(text[...slash])),
      let begun = FilePath.withoutPercents(text[text.index(after: slash)...])
    else { return nil }
    self.folder = folder
    self.begun = begun
    typed = String(text[text.index(after: slash)...])
    style = .address
  }

  /// How a name in the folder is typed in place of ``typed``.
  ///
  /// - Parameters:
  ///   - name: the whole name, without a slash.
  ///   - isFolder: whether more may follow, so that quotes stay open.
  func typed(_ name: String, isFolder: Bool) -> String {
    let end = isFolder ? "/" : ""
    switch style {
    case .plain: return name + end
    case .escaped: return Self.escaped(name, " '\"\\") + end
    case .quoted(let quote, let isOpen):
      let inside =
        quote == "'" ? name.replacing("'", with: "'\\''") : Self.escaped(name, "\"\\")
      return (isOpen ? "" : String(quote)) + inside + (isFolder ? "/" : String(quote))
    case .address: return FilePath.withPercents(name) + end
    }
  }

  private static func escaped(_ name: String, _ special: String) -> String {
    name.reduce(into: "") { $0 += special.contains($1) ? "\\\($1)" : String($1) }
  }
}
