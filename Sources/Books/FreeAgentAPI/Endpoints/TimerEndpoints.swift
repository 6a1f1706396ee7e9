// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import FoundationEssentials

extension FreeAgent {
  /// Starts the timer of a timeslip.
  ///
  /// Source: the page “Timeslips”.
  public struct StartTimer: Endpoint {
    public static let method = Method.post
    public static let route = "\(Timeslip.route)/timer"
    public static let level = Timeslip.level

    /// Which timeslip.
    public let id: Identifier<Timeslip>

    /// Makes the request.
    public init(_ id: Identifier<Timeslip>) { self.id = id }

    public var pathValues: [String] { [id.description] }

    public static func answer(from body: Data) throws -> Timeslip {
      try Timeslip(from: body, key: Timeslip.key)
    }
  }

  /// Stops the timer of a timeslip, whose hours it adds to.
  ///
  /// Source: the page “Timeslips”.
  public struct StopTimer: Endpoint {
    public static let method = Method.delete
    public static let route = "\(Timeslip.route)/timer"
    public static let level = Timeslip.level

    /// Which timeslip.
    public let id: Identifier<Timeslip>

    /// Makes the request.
    public init(_ id: Identifier<Timeslip>) { self.id = id }

    public var pathValues: [String] { [id.description] }

    public static func answer(from body: Data) throws -> Timeslip {
      try Timeslip(from: body, key: Timeslip.key)
    }
  }
}
