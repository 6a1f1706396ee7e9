import FoundationEssentials

/// The bank's own OpenAPI document, which lies beside the project and is no part of it.
struct OpenAPIDocument {
  private static let file = URL(filePath: #filePath)
    .appending(path: "../../../../../shared/data/starling-openapi-3.0.1.json").standardized

  /// Nothing where the document is not there.
  static let shared: OpenAPIDocument? = {
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try? OpenAPIDocument(root: JSONDecoder().decode(JSON.self, from: data))
  }()

  static var isThere: Bool { shared != nil }

  let root: JSON

  /// What in an answer is not as the document promises; empty where all is.
  func faults(method: String, path: Substring, status: Int, body: Data) throws -> [String] {
    guard let operation = operation(method: method, path: path) else {
      // What the document does not describe must be refused.
      return (400..<500).contains(status) ? [] : ["\(method) \(path) is not in the document"]
    }
    let responses = operation["responses"]?.members ?? [:]
    guard let response = responses["\(status)"] ?? responses["\(status / 100)xx"] else {
      return ["status \(status) is not in the document"]
    }
    guard let content = response["content"], let schema = content["application/json"]?["schema"]
    else { return body.isEmpty ? [] : ["status \(status) has a body that no one promised"] }
    let value = try JSONDecoder().decode(JSON.self, from: body)
    return SchemaChecker(document: self, isStrict: status < 300).faults(of: value, by: schema)
  }

  /// The document's template of a path, such as `/api/v2/accounts/{accountUid}/balance`.
  func template(of path: Substring) -> String? {
    let segments = path.split(separator: "/")
    let paths = root["paths"]?.members.keys.sorted() ?? []
    let fitting = paths.filter { template in
      let parts = template.split(separator: "/")
      return parts.count == segments.count
        && zip(parts, segments).allSatisfy { $0.first == "{" || $0 == $1 }
    }
    // The one with fewer braces is meant: `transactions-between` is no feed item.
    return fitting.min { braces($0) < braces($1) }
  }

  private func braces(_ text: String) -> Int { text.count { $0 == "{" } }

  private func operation(method: String, path: Substring) -> JSON? {
    template(of: path).flatMap { root["paths"]?[$0]?[method.lowercased()] }
  }
}
