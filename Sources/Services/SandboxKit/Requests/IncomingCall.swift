public import FoundationEssentials

/// A request without its body.
public struct IncomingHead: Sendable {
  /// The verb in capitals.
  public let method: String

  /// Its path and query.
  public let target: RequestTarget

  /// What the client calls this computer, such as `127.0.0.1:8080`; nil if it says nothing, or several
  /// names.
  public let host: String?

  /// The headers but `Host`, in their order.
  public let headers: [HeaderField]

  /// The `Authorization` header.
  public var authorization: String? { headers["Authorization"] }

  /// The web page that sent it, if one did.
  public var origin: String? { headers["Origin"] }

  /// Whether a web page had a browser send it, by all that browsers tell of it.
  ///
  /// They name no origin with what only reads, such as a picture or a link; they name the site. `none` is
  /// an address that somebody typed.
  var isOfWebPage: Bool {
    origin != nil || headers["Sec-Fetch-Site"].map { $0.lowercased() != "none" } ?? false
  }

  /// Whether it is for the controls rather than the API.
  public var isControl: Bool { target.segments.first == "control" }
}

/// A request as it came, without its connection.
public struct IncomingCall: Sendable {
  /// Everything but the body.
  public let head: IncomingHead

  /// The whole body.
  public let body: Data
}
