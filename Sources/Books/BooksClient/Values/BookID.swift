public import FreeAgentAPI

/// What a resource is known by: the last part of its address.
///
/// A journal has it as a text.
public struct BookID<Target: FreeAgent.Addressed>: Sendable, Hashable, Codable {
  /// The id, such as `756440`; of 1 to 64 ASCII letters, digits, hyphens and underscores.
  public let text: String

  /// Takes an id; nil if it can be none.
  public init?(_ text: String) {
    guard FreeAgent.Identifier<Target>(text) != nil else { return nil }
    self.text = text
  }

  /// The id at the end of an address; nil if it is not the address of such a resource.
  public init?(_ link: FreeAgent.Link<Target>?) {
    guard let id = link?.id else { return nil }
    text = id.description
  }

  /// Reads a text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is no id")
    }
    self = id
  }

  /// Writes the text alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// The id in a path; what an id must be was checked when it was taken.
  var identifier: FreeAgent.Identifier<Target> {
    FreeAgent.Identifier(text) ?? FreeAgent.Identifier(0)
  }

  /// The address at a service.
  func link(at root: FreeAgent.Root) -> FreeAgent.Link<Target> {
    FreeAgent.Link(identifier, at: root)
  }
}
