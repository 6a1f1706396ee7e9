package import FoundationEssentials
package import SandboxKit

/// What an API promises, as an OpenAPI 3.0 document, and whether an answer keeps it.
package struct APIDocument: Sendable {
  /// A verb of a path, and what the document says of it.
  package struct Operation: Sendable, Hashable {
    /// The verb in capitals.
    package let method: String

    /// The path with names in braces, such as `/api/v2/accounts/{accountUid}/balance`.
    package let path: String

    /// What a token must allow, one of these; empty if any token will do.
    package let scopes: [String]

    /// The names of the query's parameters, in their order.
    package let query: [String]

    /// Whether a body is sent along.
    package let hasBody: Bool
  }

  /// Everything that the document says.
  package let root: JSON

  /// Reads a document.
  ///
  /// - Throws: a `DecodingError` if it is no JSON.
  package init(_ data: Data) throws {
    root = try JSONDecoder().decode(JSON.self, from: data)
  }

  /// All operations, sorted by path and verb.
  package var operations: [Operation] {
    let paths = root["paths"]?.members ?? [:]
    return paths.sorted { $0.key < $1.key }.flatMap { path, verbs in
      verbs.members.sorted { $0.key < $1.key }.map { verb, operation in
        Operation(method: verb.uppercased(), path: path, operation)
      }
    }
  }

  /// The shapes that have names.
  package var schemas: [String: JSON] { root["components"]?["schemas"]?.members ?? [:] }

  /// What in an answer breaks the document's promises; empty if nothing does.
  ///
  /// - Parameters:
  ///   - method: the verb of the request, such as `GET`.
  ///   - path: the path of the request, without its query.
  ///   - status: the status of the answer.
  ///   - body: the body of the answer.
  /// - Returns: a sentence for each fault.
  package func faults(
    method: String, path: Substring, status: Int, body: Data
  ) -> [String] {
    guard let operation = operation(method: method, path: path) else {
      // What the document does not describe must be refused.
      return (400..<500).contains(status) ? [] : ["\(method) \(path) is not in the document"]
    }
    let responses = operation["responses"]?.members ?? [:]
    guard let response = responses["\(status)"] ?? responses["\(status / 100)xx"] else {
      return ["status \(status) is not in the document"]
    }
    guard let schema = response["content"]?["application/json"]?["schema"] else {
      return body.isEmpty ? [] : ["status \(status) has a body that is not promised"]
    }
    guard let value = try? JSONDecoder().decode(JSON.self, from: body) else {
      return ["the answer is not JSON"]
    }
    return SchemaChecker(document: self, isStrict: status < 300).faults(of: value, by: schema)
  }

  /// The document's template of a path, such as `/api/v2/accounts/{accountUid}/balance`.
  package func template(of path: Substring) -> String? {
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

  /// What the document says of a verb of a path, whether that is a request's or has names in braces; nil if
  /// it does not describe it.
  package func operation(method: String, path: Substring) -> JSON? {
    template(of: path).flatMap { root["paths"]?[$0]?[method.lowercased()] }
  }

  private func braces(_ text: String) -> Int { text.count { $0 == "{" } }
}

extension APIDocument.Operation {
  fileprivate init(method: String, path: String, _ operation: JSON) {
    let security = operation["security"]?.elements.flatMap { $0.members.values } ?? []
    // Some documents write `none` if any token will do.
    let scopes = security.flatMap { $0.elements.compactMap(\.string) }.filter { $0 != "none" }
    let query = (operation["parameters"]?.elements ?? []).filter { $0["in"]?.string == "query" }
    self.init(
      method: method, path: path, scopes: scopes, query: query.compactMap { $0["name"]?.string },
      hasBody: operation["requestBody"] != nil)
  }
}
