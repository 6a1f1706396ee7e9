import Days
import Foundation
import FreeAgentAPI
import Money
import ServiceBasics
import TestSupport
import Testing

func decoded<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
  try CanonicalJSON.value(text)
}

func decimal(_ text: String) throws -> ExactDecimal {
  try #require(ExactDecimal(text), "\(text) is no number")
}

func day(_ text: String) throws -> Day {
  try #require(Day(text), "\(text) is no day")
}

/// The address of a resource of the service.
func link<Target>(_ id: Int) -> FreeAgent.Link<Target> {
  FreeAgent.Link(FreeAgent.Identifier(id), at: .production)
}

/// The JSON of a text, its members sorted.
func canonical(_ text: String) throws -> String {
  try CanonicalJSON.text(decoded(text, as: FreeAgent.JSON.self))
}

extension SeededNumbers {
  static let seeds: [UInt64] = [1, 20_260_816, 0xF4EE]
}
