import Crypto
import FoundationEssentials
import ServiceBasics

/// One attempt to be allowed access: the page that a person opens, and what it is answered with.
///
/// Described and printed without what only the program may know.
public struct OAuthAttempt: Sendable, Hashable {
  /// The address to which the person's browser is led.
  public let redirect: String

  /// The address of the page on which the person allows access.
  public let page: String

  /// What comes back with the answer, so that the answer to another attempt is not taken.
  let state: String

  /// What proves that a code is ours; nil if the service takes no proofs.
  let verifier: String?

  /// Begins an attempt.
  ///
  /// - Parameters:
  ///   - service: the service.
  ///   - redirect: the address to which the person's browser is to be led.
  public init(at service: OAuthService, redirect: String) {
    self.redirect = redirect
    state = RandomSecret.make()
    verifier = service.takesChallenges ? RandomSecret.make() : nil
    var query = [
      CallRequest.Field("client_id", service.client.id), .init("response_type", "code"),
      .init("redirect_uri", redirect), .init("state", state),
    ]
    if let verifier {
      query.append(.init("code_challenge", Self.challenge(of: verifier)))
      query.append(.init("code_challenge_method", "S256"))
    }
    page =
      service.address.text + CallRequest(.get, path: service.approvalPath, query: query).target
  }

  /// Makes it of its parts, as they were kept.
  init(page: String, redirect: String, state: String, verifier: String?) {
    self.page = page
    self.redirect = redirect
    self.state = state
    self.verifier = verifier
  }

  /// The number of the log-in that the attempt with a page leads to.
  ///
  /// The page does not follow from it.
  static func logInID(of page: String) -> UUID {
    let digest = Array(SHA256.hash(data: Data(page.utf8)))
    return UUID(
      uuid: (
        digest[0], digest[1], digest[2], digest[3], digest[4], digest[5], digest[6], digest[7],
        digest[8], digest[9], digest[10], digest[11], digest[12], digest[13], digest[14], digest[15]
      ))
  }

  /// The digest by which a service checks a proof (RFC 7636, section 4.2).
  static func challenge(of verifier: String) -> String {
    Data(SHA256.hash(data: Data(verifier.utf8))).base64URLText
  }
}

extension OAuthAttempt: CustomStringConvertible, CustomReflectable {
  /// Where the browser is led.
  public var description: String { "a request for access, answered at \(redirect)" }

  /// Where the browser is led.
  public var customMirror: Mirror { Mirror(self, children: ["redirect": redirect]) }
}
