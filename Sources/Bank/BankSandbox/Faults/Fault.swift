import Bank
import FoundationEssentials
import StarlingAPI

/// A way for a request to go wrong, and how often.
struct Fault: Sendable, Codable {
  enum Kind: String, Sendable, Codable {
    /// Another status, and the books untouched.
    case status
    /// The answer, but later: what is asked for is done after the wait.
    case slow
    /// The connection closed, and the books untouched.
    case closeBefore = "close-before"
    /// The connection closed; what is asked for is done later, when a control says so.
    case late
    /// What is asked for is done, and the connection closed with nothing of an answer sent.
    case closeAfter = "close-after"
    /// What is asked for is done; half of the answer's body is sent and the connection closed.
    case truncate
    /// What is asked for is done; the answer says that it is text.
    case contentType = "content-type"
    /// A page of HTML, and the books untouched.
    case html
  }

  /// Which requests it meets; all of the API where nothing is said.
  struct Match: Sendable, Codable {
    var method: String?
    /// A part of the path.
    var path: String?
  }

  let kind: Kind
  /// Of `status` (500 if nothing is said) and `html` (200).
  var status: Int?
  /// The code of a refusal in the API's usual shape, sent with `status`.
  var error: String?
  /// Seconds or an HTTP date, sent with `status`.
  var retryAfter: RetryAfter?
  /// Of `slow`: 1 if nothing is said.
  var seconds: Double?
  var match: Match?
  /// How many requests of the kind pass before it begins: none if nothing is said.
  var after: Int?
  /// How often it happens: once if nothing is said and there is no probability, else for ever.
  var times: Int?
  /// How likely it is at each request.
  var probability: Double?
  /// Where the random numbers begin, so that a run can be had again.
  var seed: UInt64?

  func meets(method: String, path: Substring) -> Bool {
    (match?.method.map { $0.uppercased() == method } ?? true)
      && (match?.path.map { path.contains($0) } ?? true)
  }

  /// What `status` and `html` answer with.
  var reply: WrittenReply {
    get throws {
      switch kind {
      case .html:
        return WrittenReply(
          status: status ?? 200, contentType: "text/html;charset=utf-8", body: Data(Self.page.utf8))
      default:
        let status = status ?? 500
        // Of the server's own troubles no body is promised.
        let usual = status < 500 ? (status == 429 ? "TOO_MANY_REQUESTS" : "FAULT") : nil
        var reply =
          try (error ?? usual).map {
            try WrittenReply(.problem(.refused(Starling.ErrorCode(rawValue: $0), status: status)))
          } ?? WrittenReply(status: status)
        if let retryAfter { reply.retryAfter = retryAfter.text }
        return reply
      }
    }
  }

  private static let page = """
    <!doctype html>
    <html><head><title>Something in between</title></head><body><h1>Not the bank</h1></body></html>

    """
}
