extension HTTPBank {
  /// What a client has done, for a log.
  ///
  /// No secret and no amount is in it.
  public enum Event: Sendable, Hashable {
    /// A request was sent.
    ///
    /// - Parameters:
    ///   - method: the verb.
    ///   - route: the path, with the names of its parts in place of ids.
    ///   - status: the status of HTTP; nil if no answer came.
    ///   - seconds: how long it took.
    case request(method: String, route: String, status: Int?, seconds: Double)

    /// An element of a list was passed over, since what it must have is missing or malformed.
    case passedOver(what: String, id: String?)

    /// An order that was left open has been settled.
    ///
    /// - Parameter key: the order's key.
    case settled(key: String)
  }
}
