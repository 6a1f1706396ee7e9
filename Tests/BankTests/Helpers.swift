import Bank
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

func date(_ text: String) throws -> Date {
  try #require(Timestamp(text)).date
}

func currency(_ code: String) throws -> Currency {
  try #require(Currency(code: code))
}

func pounds(_ pence: Int64) throws -> Money {
  Money(minorUnits: pence, currency: try currency("GBP"))
}

func uuid(_ number: Int, _ prefix: String = "f") -> String {
  let digits = String(number)
  return "\(prefix)0000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count)
    + digits
}

extension Week {
  static func london(_ instant: String) throws -> Week {
    .containing(
      try date(instant), locale: Locale(identifier: "en_GB"),
      timeZone: try #require(TimeZone(identifier: "Europe/London")))
  }
}
