import FoundationEssentials

/// A way for a request to go wrong, and how often.
public struct Fault: Sendable, Codable {
  /// What goes wrong.
  public enum Kind: String, Sendable, Codable {
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

  /// Which requests it meets; by default all of the API.
  public struct Match: Sendable, Codable {
    /// The verb, in any case.
    public var method: String?
    /// A part of the path.
    public var path: String?
  }

  /// What goes wrong.
  public let kind: Kind
  /// Of `status` (500 if nothing is said) and `html` (200).
  public var status: Int?
  /// The code of a refusal in the API's usual shape, sent with `status`.
  public var error: String?
  /// Seconds or an HTTP date, sent with `status`.
  public var retryAfter: RetryAfter?
  /// Of `slow`: 1 if nothing is said.
  public var seconds: Double?
  /// Which requests it meets.
  public var match: Match?
  /// How many requests of the kind pass before it begins: none if nothing is said.
  public var after: Int?
  /// How often it happens: once if nothing is said and there is no probability, else for ever.
  public var times: Int?
  /// How likely it is at each request.
  public var probability: Double?
  /// The seed of the random numbers, so that a run can be repeated; 0 if it is nil.
  public var seed: UInt64?

  func meets(method: String, path: Substring) -> Bool {
    (match?.method.map { $0.uppercased() == method } ?? true)
      && (match?.path.map { path.contains($0) } ?? true)
  }

  /// What `status` and `html` answer with.
  ///
  /// - Parameter api: makes refusals in the provider's usual shape.
  /// - Returns: the reply that is sent in place of the usual one.
  func reply(of api: some ProviderAPI) -> WrittenReply {
    if kind == .html {
      return .page(status: status ?? 200, Self.page)
    }
    let status = status ?? 500
    let usual = status < 500 ? (status == 429 ? "TOO_MANY_REQUESTS" : "FAULT") : nil
    var reply = (error ?? usual).map { api.refusal($0, status: status) } ?? api.failure(status)
    if let retryAfter { reply.retryAfter = retryAfter.text }
    return reply
  }

  /// Why its numbers make no sense, in English; nil if they do.
  public var problem: String? {
    if let probability, !(0...1).contains(probability) {
      return "probability is between 0 and 1"
    }
    if let times, times < 1 { return "times is 1 or more" }
    if let after, after < 0 { return "after is 0 or more" }
    if let seconds, !(0...3600).contains(seconds) { return "seconds are between 0 and 3600" }
    if let status, !(200...599).contains(status) { return "status is between 200 and 599" }
    return nil
  }

  private static let page = """
    <!doctype html>
    <html><head><title>Something in between</title></head><body><h1>Not the service</h1></body></html>

    """
}
