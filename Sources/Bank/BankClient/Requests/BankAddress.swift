public import ServiceCalls

/// The address of a bank's API: what comes before `/api/v2`.
public struct BankAddress: Sendable, Hashable, CustomStringConvertible {
  /// Why a text is no address that a token may be sent to.
  public typealias Problem = ServiceAddress.Problem

  /// The address as any service has one.
  public let service: ServiceAddress

  /// The address, without a slash at the end.
  public var text: String { service.text }

  /// Reads an address; `/api/v2` at its end is cut off.
  ///
  /// - Parameters:
  ///   - text: such as `https://api.starlingbank.com` or `http://127.0.0.1:8080`.
  ///   - allowsUnencrypted: whether `http` may lead off this machine.
  /// - Throws: a ``Problem`` if it is no such address, or may not be used unencrypted.
  public init(_ text: String, allowsUnencrypted: Bool = false) throws(Problem) {
    service = try ServiceAddress(
      text, cutting: "/api/v2", allowsUnencrypted: allowsUnencrypted)
  }

  /// The address.
  public var description: String { text }
}
