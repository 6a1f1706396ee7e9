import NIOHTTP1

/// Why a request is not passed on: another server, such as a proxy in front, may read its head in
/// another way.
enum HeadFault: Hashable {
  /// There is no `Host`, or more than one (RFC 9112, 3.2).
  case host
  /// The body is coded in another way than in chunks alone, which nothing here undoes (RFC 9112, 6.1).
  case coding

  /// Finds what is wrong with a head; nil if nothing is.
  ///
  /// A request of HTTP/1.0 may leave the host out.
  init?(of head: HTTPRequestHead) {
    let hosts = head.headers["host"].count
    if hosts > 1 || hosts == 0 && head.version != .http1_0 {
      self = .host
      return
    }
    let codings = head.headers["transfer-encoding"]
    guard !codings.isEmpty, codings.count > 1 || codings[0].lowercased() != "chunked" else {
      return nil
    }
    self = .coding
  }

  /// The status of the answer.
  var status: HTTPResponseStatus {
    switch self {
    case .host: .badRequest
    case .coding: .notImplemented
    }
  }

  /// The answer's words; nothing that was sent is repeated.
  var text: String {
    switch self {
    case .host: "A request names its host in exactly one Host header.\n"
    case .coding: "The only Transfer-Encoding taken here is “chunked”.\n"
    }
  }
}
