/// The text of a `Retry-After` header, given as a text or as a number of seconds.
public struct RetryAfter: Sendable, Codable {
  /// The text.
  public let text: String

  /// Reads a text or a whole number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let seconds = try? container.decode(Int64.self) {
      text = String(seconds)
    } else {
      text = try container.decode(String.self)
    }
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
