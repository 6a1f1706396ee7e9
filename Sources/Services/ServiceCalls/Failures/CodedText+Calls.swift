public import ServiceBasics

/// The causes that a call can fail for.
extension CodedText {
  static let noToken = CodedText("no-token", "there is no access token")
  static let serverSilent = CodedText("server-silent", "the server does not respond")
  static let slowConnection = CodedText("slow-connection", "connecting took too long")
  static let notEncrypted = CodedText("no-tls", "the server does not speak TLS (https)")
  static let certificateRefused = CodedText(
    "certificate-refused", "the certificate of the server is not accepted")
  static let connectionClosed = CodedText("connection-closed", "the connection was closed")
  static let replyCut = CodedText("reply-cut", "the reply was cut off")
  static let replyNotJSON = CodedText("reply-not-json", "the reply is not JSON")
  static let waitStopped = CodedText("wait-stopped", "the wait was stopped")

  static func connectionFailed(_ detail: String) -> CodedText {
    CodedText("connection-failed", "the connection failed: \(detail)", detail)
  }

  /// Whether a connection fails for it until somebody changes an address or the server.
  var isLasting: Bool { code == Self.notEncrypted.code || code == Self.certificateRefused.code }

  static func noReply(within limit: Duration) -> CodedText {
    let seconds = limit / .seconds(1)
    let text = seconds == seconds.rounded() ? String(Int64(seconds)) : String(seconds)
    return CodedText("no-reply-in-time", "no reply within \(text) s", text)
  }

  static func replyOfType(_ type: String?) -> CodedText {
    guard let type else { return replyNotJSON }
    return CodedText("reply-of-type", "the reply is \(type), not JSON", type)
  }

  static func replyTooLong(_ limit: Int) -> CodedText {
    CodedText("reply-too-long", "the reply is longer than \(limit) bytes", String(limit))
  }

  static func headerUnusable(_ name: String) -> CodedText {
    CodedText(
      "header-unusable", "the header \(name) has characters that no header may have", name)
  }

  static func addressUnusable(_ address: String) -> CodedText {
    CodedText("address-unusable", "the address \(address) cannot be used", address)
  }

  static func tooManyRequests(_ retryAfter: RetryAfter) -> CodedText {
    let words = "status 429, try again \(retryAfter.summary)"
    return switch retryAfter {
    case .seconds(let seconds): CodedText("retry-in", words, String(seconds))
    case .date(let time): CodedText("retry-at", words, "\(time)")
    }
  }
}

extension CodedText {
  /// The request cannot be written as JSON.
  public static var requestNotJSON: CodedText {
    CodedText("request-not-json", "it cannot be written as JSON")
  }
}
