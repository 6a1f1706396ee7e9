import GRDB

/// The texts that new documents begin with.
extension Ledger {
  func defaultText(_ kind: DocumentKind) throws -> String? {
    try value(String.self, "SELECT text FROM defaultText WHERE kind = ?", [kind.rawValue])
  }

  /// Sets a text, or takes it away.
  func setDefaultText(_ text: String?, of kind: DocumentKind) throws {
    try execute("DELETE FROM defaultText WHERE kind = ?", [kind.rawValue])
    guard let text, !text.isEmpty else { return }
    try execute("INSERT INTO defaultText (kind, text) VALUES (?, ?)", [kind.rawValue, text])
  }
}
