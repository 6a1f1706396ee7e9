import FoundationEssentials

/// The documents, read once.
package enum Documents {
  /// What the sandbox promises, as the project has it; nil if it cannot be read.
  package static let own = read(.own)

  /// Whether somebody says where the bank's own document is.
  package static let namesBank = DocumentSource.bank.url != nil

  /// The bank's own document; nil if nobody says where it is, or it cannot be read.
  package static let bank = read(.bank)

  private static func read(_ source: DocumentSource) -> APIDocument? {
    source.url.flatMap { try? Data(contentsOf: $0) }.flatMap { try? APIDocument($0) }
  }
}
