import FoundationEssentials
import SandboxKit

/// What came back.
struct Answer: Sendable {
  let status: Int
  let headers: [String: String]
  let body: Data

  var text: String { String(decoding: body, as: UTF8.self) }

  var json: JSON {
    get throws { try JSONDecoder().decode(JSON.self, from: body) }
  }

  /// The messages of a refusal.
  var messages: [String] {
    get throws { try json["errors"]?.elements.compactMap { $0["message"]?.string } ?? [] }
  }
}
