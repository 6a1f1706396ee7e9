import Foundation

/// The JSON of a value, its keys sorted.
func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

func decoded<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
  try JSONDecoder().decode(Value.self, from: Data(text.utf8))
}

/// A JSON tree as text, its keys sorted.
func text(_ tree: Any) throws -> String {
  let options: JSONSerialization.WritingOptions = [
    .sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed,
  ]
  return String(
    decoding: try JSONSerialization.data(withJSONObject: tree, options: options), as: UTF8.self)
}
