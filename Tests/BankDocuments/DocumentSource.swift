package import FoundationEssentials

/// Where an OpenAPI document of the bank's API comes from.
package enum DocumentSource: String, CaseIterable, Sendable {
  /// The project's own: what its sandbox serves.
  case own
  /// The bank's, which is no part of the project.
  case bank

  /// Where it is; nil if nobody says: the bank's is named by `FLOWLINE_BANK_DOCUMENT`.
  package var url: URL? {
    switch self {
    case .own:
      URL(filePath: #filePath).appending(path: "../../Documents/bank-api.json").standardized
    case .bank:
      ProcessInfo.processInfo.environment["FLOWLINE_BANK_DOCUMENT"].map { URL(filePath: $0) }
    }
  }

  /// The document; nil if nobody says where it is, or it cannot be read.
  package var document: APIDocument? {
    switch self {
    case .own: Documents.own
    case .bank: Documents.bank
    }
  }

  /// The project's own, and the bank's if somebody says where it is.
  package static let available = allCases.filter { $0.url != nil }
}
