import HTTPTypes
import Hummingbird

/// The one address at which this computer's browsers keep the cookies of a server.
///
/// A server that listens on loopback is reached by several names, such as `localhost` and `127.0.0.1`, and browsers
/// keep cookies for each name apart: one person would be two visitors. Links that a server tells have one of the
/// names, such as the one that a service redirects to after a log-in. So a browser that comes by another name for the
/// first time is led to that one before it is given a cookie, see ``Visitors/middleware(for:leadingTo:)``.
public struct LoopbackAddress: Sendable {
  private let address: @Sendable () -> String
  private let otherPaths: Set<String>

  /// Names the address.
  ///
  /// - Parameters:
  ///   - address: the address that links have, without a slash at its end, such as `http://127.0.0.1:8080`. Nobody is
  ///     led if it is not one of `http` with `localhost`, `127.0.0.1` or `[::1]`.
  ///   - paths: the first parts of the paths that are not for people: those are answered by any name.
  public init(
    _ address: @escaping @Sendable () -> String, besides paths: [String] = ["api", "assets"]
  ) {
    self.address = address
    otherPaths = Set(paths)
  }

  /// Where a browser is to ask instead; nil if it is right, or nobody knows better.
  ///
  /// A request for another port, or one that a proxy passes on, was sent to an address that is not known here.
  func location(for request: Request) -> String? {
    let address = address()
    guard [.get, .head].contains(request.method), Self.isOfPerson(request.headers),
      address.hasPrefix(Self.scheme), let asked = request.head.authority,
      let path = request.head.path, path.hasPrefix("/"),
      !otherPaths.contains(String(path.dropFirst().prefix { !"/?".contains($0) }))
    else { return nil }
    let told = String(address.dropFirst(Self.scheme.count))
    guard let (toldName, toldPort) = Self.parts(of: told),
      let (askedName, askedPort) = Self.parts(of: asked),
      askedName != toldName, askedPort == toldPort
    else { return nil }
    return address + path
  }

  /// A path at the other names of this computer that people type: a browser that is known by one of them is not led.
  ///
  /// Of the address the name and the port count, not its path.
  ///
  /// - Parameter path: the path with its query.
  /// - Returns: the addresses; none if the address is not one of this computer's own.
  package func others(_ path: String) -> [WebLink] {
    let address = address()
    guard address.hasPrefix(Self.scheme),
      let (told, port) = Self.parts(
        of: String(address.dropFirst(Self.scheme.count).prefix { $0 != "/" }))
    else { return [] }
    return ["localhost", "127.0.0.1"].filter { $0 != told }
      .compactMap { WebLink("\(Self.scheme)\($0):\(port)\(path)") }
  }

  private static let scheme = "http://"

  /// Whether somebody may have asked for a page, and no script or proxy did.
  private static func isOfPerson(_ headers: HTTPFields) -> Bool {
    let mode = headers.value(of: "Sec-Fetch-Mode")
    return (mode == nil || mode == "navigate")
      && ["Host", "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"]
        .allSatisfy { headers.value(of: $0) == nil }
  }

  /// The name and the port of a host; nil if the name is not one of this computer's own.
  private static func parts(of host: String) -> (name: String, port: String)? {
    guard let name = AllowedHosts.name(of: host), AllowedHosts.loopback.names.contains(name) else {
      return nil
    }
    let end = host.split(separator: "]", omittingEmptySubsequences: false).last ?? ""
    let port = end.split(separator: ":", omittingEmptySubsequences: false).dropFirst().last
    return (name, port.map(String.init) ?? "80")
  }
}

extension Response {
  /// Has a browser ask elsewhere, with the same method.
  init(leadingTo location: String) {
    self.init(status: .temporaryRedirect, headers: [.location: location])
    add(SecurityHeaders.page(isSecure: false))
  }
}
