public import FoundationEssentials

/// JSON that is the same for equal values: members sorted by name, no white space, no escaped slash.
public enum CanonicalJSON {
  /// Encodes a value as UTF-8.
  ///
  /// - Throws: an `EncodingError`, or what the value's own encoding throws.
  public static func data(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  /// Encodes a value as text.
  ///
  /// - Throws: an `EncodingError`, or what the value's own encoding throws.
  public static func text(_ value: some Encodable) throws -> String {
    String(decoding: try data(value), as: UTF8.self)
  }

  /// Decodes a value from text.
  ///
  /// - Throws: a `DecodingError`, or what the value's own decoding throws.
  public static func value<Value: Decodable>(_ text: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }
}
