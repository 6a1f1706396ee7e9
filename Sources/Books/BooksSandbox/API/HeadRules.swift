import Days
import SandboxKit

/// What the head of a request must say, and what of it is not served.
enum HeadRules {
  /// What is wrong with a head, whoever sent it; nil if nothing is.
  static func problem(of head: IncomingHead) -> WrittenReply? {
    if head.headers["User-Agent"]?.isEmpty ?? true {
      return .refusal(400, "The User-Agent header is missing")
    }
    if head.target.path.lowercased().hasSuffix(".xml") {
      return .refusal(406, "Only JSON is served here")
    }
    if let accept = head.headers["Accept"], !takesJSON(accept) {
      return .refusal(406, "Only JSON is served here")
    }
    if let type = head.headers["Content-Type"], isXML(type) {
      return .refusal(415, "Only JSON is read here")
    }
    if let version = head.headers["X-Api-Version"], Day(version) == nil {
      return .refusal(400, "X-Api-Version is not a valid date")
    }
    return nil
  }

  /// Whether an answer of JSON will do; ordinary clients say `*/*`, or nothing.
  private static func takesJSON(_ accept: String) -> Bool {
    let types = accept.lowercased().split(separator: ",").map { type in
      type.prefix { $0 != ";" }.filter { !$0.isWhitespace }
    }
    return types.isEmpty
      || types.contains { ["*/*", "application/*", "application/json", "text/json"].contains($0) }
  }

  private static func isXML(_ type: String) -> Bool {
    ["application/xml", "text/xml"].contains(
      type.lowercased().prefix { $0 != ";" }.filter { !$0.isWhitespace })
  }
}
