package import FoundationEssentials
package import Money
import ServiceBasics

/// A test's world is not as it thought.
package struct Unexpected: Error {
  package init() {}
}

/// A moment, from its text in the format of the API.
package func date(_ text: String) throws -> Date {
  guard let time = Timestamp(text) else { throw Unexpected() }
  return time.date
}

/// A currency, by its code.
package func currency(_ code: String) throws -> Currency {
  guard let currency = Currency(code: code) else { throw Unexpected() }
  return currency
}

/// A UUID of version 4 with a number in it, and a letter that says of what kind it is.
package func uuid(_ number: Int, _ prefix: String = "f") -> String {
  let digits = String(number)
  return "\(prefix)0000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count)
    + digits
}
