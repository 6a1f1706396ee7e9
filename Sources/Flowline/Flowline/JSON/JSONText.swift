/// A JSON value kept as its text, which takes less memory than its members.
///
/// The text is the one of ``JSONValue/text``, which is equal for equal values: so two are compared without
/// parsing them. Only ``value`` parses the text, at each access.
struct JSONText: Hashable, Sendable {
  let text: String
  /// Whether something in it was a secret.
  let containsRedactionMark: Bool

  init(_ value: JSONValue) {
    // Copied: a text that was written piece by piece has room for as much again.
    text = String(decoding: Array(value.text.utf8), as: UTF8.self)
    containsRedactionMark = value.containsRedactionMark
  }

  /// The value; it costs parsing the text.
  var value: JSONValue {
    // Of values that come from outside or are encoded, none is nested deeper than is read again.
    (try? JSONValue(parsing: text)) ?? .null
  }
}
