import FoundationEssentials
import SandboxKit

/// What the sandbox's answers are held against.
enum Documents {
  private static let folder = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// What the sandbox promises, as the project has it.
  static let own = read("Documents/bank-api.json")

  /// The bank's own document, which is no part of the project; nil if it is not beside it.
  static let bank = read("../../shared/data/starling-openapi-3.0.1.json")

  private static func read(_ path: String) -> APIDocument? {
    (try? Data(contentsOf: folder.appending(path: path))).flatMap { try? APIDocument($0) }
  }
}
