public import FreeAgentAPI
public import ServiceBasics
public import ServiceCalls

/// The address of a bookkeeping service: what comes before `/v2`.
public struct BooksAddress: Sendable, Hashable, CustomStringConvertible {
  /// Why a text is no address that a token may be sent to.
  public typealias Problem = ServiceAddress.Problem

  /// The address as any service has one.
  public let service: ServiceAddress

  /// The address below which resources are.
  public let root: FreeAgent.Root

  /// Reads an address; `/v2` at its end is cut off.
  ///
  /// - Parameter text: such as `https://api.freeagent.com` or `http://127.0.0.1:8400/v2`.
  /// - Throws: a ``Problem`` if it is no such address, or is not encrypted and leads off this computer.
  public init(_ text: String) throws(Problem) {
    service = try ServiceAddress(text, cutting: "/v2")
    guard let root = FreeAgent.Root("\(service.text)/v2") else { throw .notAnAddress }
    self.root = root
  }

  /// The address, without a slash at the end.
  public var description: String { service.text }

  /// The service as people let a program use it, for an `OAuthTokenKeeper`.
  ///
  /// It follows draft 22 of OAuth 2, which has no proofs of codes; one that is sent does no harm.
  ///
  /// - Parameters:
  ///   - client: who the program is.
  ///   - userAgent: what the program calls itself; the service wants to know.
  /// - Returns: the pages and requests of its log-in.
  public func oauth(
    for client: BasicCredentials, userAgent: String = "Flowline"
  ) -> OAuthService {
    OAuthService(
      service, approvalPath: FreeAgent.approvalPath, tokenPath: FreeAgent.tokenPath,
      client: client, takesChallenges: true, userAgent: userAgent)
  }
}
