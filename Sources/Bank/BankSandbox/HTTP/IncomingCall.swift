import FoundationEssentials

/// A request as it came, without its connection.
struct IncomingCall: Sendable {
  let method: String
  let target: RequestTarget
  let authorization: String?
  /// The web page that sent it, where one did.
  let origin: String?
  let body: Data
}
