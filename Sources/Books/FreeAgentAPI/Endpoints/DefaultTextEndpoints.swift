// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import FoundationEssentials

extension FreeAgent {
  /// The text that new invoices or estimates begin with; nil if there is none.
  public struct GetDefaultText<Target: Document>: Endpoint {
    public static var method: Method { .get }
    public static var route: String { "\(Target.listRoute)/default_additional_text" }
    public static var level: PermissionLevel { Target.level }

    /// The member of body and answer.
    public static var key: String { "default_additional_text" }

    /// Makes the request.
    public init() {}

    public static func answer(from body: Data) throws -> String? {
      try Enveloped<String?>.value(in: body, keys: [key])
    }
  }

  /// Sets the text that new documents begin with.
  public struct SetDefaultText<Target: Document>: Endpoint {
    public typealias Answer = Nothing

    public static var method: Method { .put }
    public static var route: String { GetDefaultText<Target>.route }
    public static var level: PermissionLevel { Target.level }

    /// What new documents are to begin with.
    public let text: String

    /// Makes the request.
    public init(_ text: String) { self.text = text }

    public var isRepeatable: Bool { true }

    public var body: JSON? { .object([GetDefaultText<Target>.key: .text(text)]) }
  }

  /// Takes that text away.
  public struct DeleteDefaultText<Target: Document>: Endpoint {
    public typealias Answer = Nothing

    public static var method: Method { .delete }
    public static var route: String { GetDefaultText<Target>.route }
    public static var level: PermissionLevel { Target.level }

    /// Makes the request.
    public init() {}

    public var isRepeatable: Bool { true }
  }
}
