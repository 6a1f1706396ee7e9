import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import ServiceBasics
import Testing

/// The JSON of a value, its keys sorted.
func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// What a value is after it has been JSON.
func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
  try JSONDecoder().decode(Value.self, from: Data(try json(value).utf8))
}

func pounds(_ pence: Int64) throws -> Money {
  Money(minorUnits: pence, currency: try currency("GBP"))
}

extension Week {
  static func london(_ instant: String) throws -> Week {
    .containing(
      try date(instant), locale: Locale(identifier: "en_GB"),
      timeZone: try #require(TimeZone(identifier: "Europe/London")))
  }
}
