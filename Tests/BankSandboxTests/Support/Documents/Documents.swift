import BankTestSupport
import FoundationEssentials
import SandboxKit

/// What the sandbox's answers are held against.
enum Documents {
  /// What the sandbox promises, as the project has it.
  static let own = read(.own)

  /// Whether somebody says where the bank's own document is.
  static let namesBank = DocumentSource.bank.url != nil

  /// The bank's own document; nil if nobody says where it is.
  static let bank = read(.bank)

  private static func read(_ source: DocumentSource) -> APIDocument? {
    source.url.flatMap { try? Data(contentsOf: $0) }.flatMap { try? APIDocument($0) }
  }
}
