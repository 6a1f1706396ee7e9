/// A JSON value kept as its text, which takes a fraction of the memory of its members; it is parsed on
/// every access.
///
/// The text is the canonical one: equal values have equal text.
struct JSONText: Hashable, Sendable {
  let text: String
  /// Whether something in it was a secret.
  let containsRedactionMark: Bool

  init(_ value: JSONValue) {
    // Copied: a text that was written piece by piece has room for as much again.
    text = String(decoding: Array(value.text.utf8), as: UTF8.self)
    containsRedactionMark = value.containsRedactionMark
  }

  /// The value.
  var value: JSONValue {
    // `JSONValue` wrote it, and reads all that it writes.
    (try? JSONValue(parsing: text)) ?? .null
  }
}
