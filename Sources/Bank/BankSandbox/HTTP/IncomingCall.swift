import FoundationEssentials

/// A request without its body.
struct IncomingHead: Sendable {
  let method: String
  let target: RequestTarget
  /// What the client calls this computer, such as `127.0.0.1:8080`; nil if it says nothing, or several
  /// names.
  let host: String?
  let authorization: String?
  /// The web page that sent it, if one did.
  let origin: String?

  /// Whether it is for the controls rather than the API.
  var isControl: Bool { target.segments.first == "control" }
}

/// A request as it came, without its connection.
struct IncomingCall: Sendable {
  let head: IncomingHead
  let body: Data
}
