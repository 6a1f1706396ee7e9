import FoundationEssentials
import SandboxKit

/// What the sandbox's answers are held against.
enum Documents {
  private static let folder = URL(filePath: #filePath).appending(path: "../../../..").standardized

  /// What the sandbox promises, as the project has it.
  static let own = read(folder.appending(path: "Documents/bank-api.json"))

  /// Where the bank's own document is, which is no part of the project: `FLOWLINE_BANK_DOCUMENT`.
  static let bankPath = ProcessInfo.processInfo.environment["FLOWLINE_BANK_DOCUMENT"]

  /// The bank's own document; nil if nobody says where it is.
  static let bank = bankPath.flatMap { read(URL(filePath: $0)) }

  private static func read(_ url: URL) -> APIDocument? {
    (try? Data(contentsOf: url)).flatMap { try? APIDocument($0) }
  }
}
