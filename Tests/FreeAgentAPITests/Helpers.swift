import FreeAgentAPI
import ServiceBasics
import TestSupport

func decoded<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
  try CanonicalJSON.value(text)
}

/// The JSON of a text, its members sorted.
func canonical(_ text: String) throws -> String {
  try CanonicalJSON.text(decoded(text, as: FreeAgent.JSON.self))
}

extension SeededNumbers {
  static let seeds: [UInt64] = [1, 20_260_816, 0xF4EE]
}
