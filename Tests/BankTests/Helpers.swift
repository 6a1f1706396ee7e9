import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import ServiceBasics
import Testing

/// What a value is after it has been JSON.
func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
  try CanonicalJSON.value(CanonicalJSON.text(value))
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
