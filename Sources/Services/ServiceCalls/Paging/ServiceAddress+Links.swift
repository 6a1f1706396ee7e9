import FoundationEssentials
import ServiceBasics

extension ServiceAddress {
  /// The request that reads an address which the service names, such as the one of a next page.
  ///
  /// - Parameter url: the whole address, or its path.
  /// - Returns: the request; nil if the address is of another origin, so that it must not see the
  ///   token, or is not below this one.
  func request(for url: String) -> CallRequest? {
    guard let own = URLComponents(string: text), let parts = URLComponents(string: url),
      parts.user == nil, parts.password == nil
    else { return nil }
    if parts.host != nil || parts.scheme != nil {
      guard parts.scheme?.lowercased() == own.scheme?.lowercased(),
        parts.host?.lowercased() == own.host?.lowercased(), parts.knownPort == own.knownPort
      else { return nil }
    }
    let base = own.percentEncodedPath
    guard parts.percentEncodedPath.hasPrefix("\(base)/") else { return nil }
    let path = parts.percentEncodedPath.dropFirst(base.count).split(separator: "/").map {
      PercentEncoding.decoded($0) ?? String($0)
    }
    guard !path.contains("..") else { return nil }
    let query = FormItem.items(in: parts.percentEncodedQuery ?? "")
    return CallRequest(.get, path: path, query: query.map { .init($0.name, $0.value) })
  }
}

extension URLComponents {
  fileprivate var knownPort: Int? { port ?? (scheme?.lowercased() == "http" ? 80 : 443) }
}
