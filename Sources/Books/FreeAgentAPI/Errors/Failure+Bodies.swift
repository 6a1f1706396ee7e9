extension FreeAgent.Failure {
  /// The body in the shape that the service has for the status, as a server has to make it.
  ///
  /// 401, 403 and 404 have one message within two members, 400 and 422 a list; an authorisation's failure
  /// is that of RFC 6749, section 5.2. Statuses 429 and from 500 have text or HTML, and no such body.
  public var body: FreeAgent.JSON {
    if let authorisation {
      var members = ["error": authorisation.member]
      members["error_description"] = messages.first.map { .text($0.text) }
      return .object(members)
    }
    let objects = sentences.map { FreeAgent.JSON.object(["message": .text($0)]) }
    guard [401, 403, 404].contains(status) else { return .object(["errors": .list(objects)]) }
    return .object(["errors": .object(["error": objects.first ?? .object([:])])])
  }

  /// What the service answers with when a user calls too often: plain text, beside `Retry-After`.
  ///
  /// - Parameters:
  ///   - limit: how many requests are allowed.
  ///   - seconds: in how many seconds.
  /// - Returns: the text.
  public static func throttledText(limit: Int, seconds: Int) -> String {
    "You must not exceed \(limit) requests per \(seconds) seconds"
  }
}
