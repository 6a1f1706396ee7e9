package import HTTPTypes
package import Hummingbird

/// Which requests are answered at all, for pages and the API alike.
package struct RequestGuard: Sendable {
  /// The names the service is reached by.
  package let hosts: AllowedHosts

  /// Makes a guard.
  package init(hosts: AllowedHosts) { self.hosts = hosts }

  /// Why a request is not answered.
  package enum Fault: Error {
    /// It names another host.
    case otherHost
    /// Another site's page made it, and it would change something.
    case otherSite
  }

  /// Why a request is not answered; nil if it is.
  package func fault(of request: Request) -> Fault? {
    let host = request.head.authority
    // A second one stays among the headers; somebody in between may have believed that.
    guard hosts.allows(host), request.headers.value(of: .host) == nil else { return .otherHost }
    return CrossOrigin.allows(request) ? nil : .otherSite
  }

  /// Whether another site's page made a request, even if it changes nothing.
  package func isOfOtherSite(_ request: Request) -> Bool {
    !CrossOrigin.allows(
      CrossOrigin.Request(
        method: "POST", host: request.head.authority, origin: request.headers[.origin],
        fetchSite: request.headers.value(of: .secFetchSite)))
  }
}

extension CrossOrigin {
  /// Whether a request may change something.
  static func allows(_ request: Hummingbird.Request) -> Bool {
    allows(
      Request(
        method: request.method.rawValue, host: request.head.authority,
        origin: request.headers[.origin],
        fetchSite: request.headers.value(of: .secFetchSite)))
  }
}

extension HTTPFields {
  /// A header that the library has no name for.
  package func value(of name: String) -> String? { value(of: HTTPField.Name(name)) }

  /// What a header says: as the library's subscript has it, which takes far longer for one that is there once.
  package func value(of name: HTTPField.Name?) -> String? {
    guard let name, contains(name) else { return nil }
    var value: String?
    for field in self where field.name == name {
      if value != nil { return self[name] }
      value = field.value
    }
    return value
  }

  /// Whether the content is JSON by the header `Content-Type`, whatever its parameters.
  package var sayJSON: Bool {
    guard let text = value(of: .contentType) else { return false }
    return text == "application/json" || HeaderValue(text)?.value == "application/json"
  }
}

/// Names of headers that every request is asked for and the library has no name for, read once.
extension HTTPField.Name? {
  static let host = HTTPField.Name("Host")
  static let prefer = HTTPField.Name("Prefer")
  static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")
}
