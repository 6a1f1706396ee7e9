import FoundationEssentials
import ServiceBasics

/// Where a service says that a file is: an address with a path and a query that works without an access token,
/// for a while.
public struct FileAddress: Sendable, Hashable {
  /// The server that has the file.
  public let address: ServiceAddress
  /// What is asked of it.
  public let request: CallRequest

  /// Reads an address.
  ///
  /// - Parameter text: such as `https://files.example.org/a/b.pdf?expires=60&code=1`.
  /// - Throws: a ``ServiceAddress/Problem``; a server that is not on this machine needs `https`.
  public init(_ text: String) throws(ServiceAddress.Problem) {
    guard let parts = URLComponents(string: text) else { throw .notAnAddress }
    var server = parts
    (server.percentEncodedPath, server.query, server.fragment) = ("", nil, nil)
    address = try ServiceAddress(server.string ?? "")
    // Decoded and encoded anew they are the same bytes, unless more was escaped than has to be.
    let path = parts.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false)
    request = CallRequest(
      .get, path: path.dropFirst().map { PercentEncoding.decoded($0) ?? String($0) },
      query: (parts.queryItems ?? []).map { CallRequest.Field($0.name, $0.value ?? "") })
  }
}
