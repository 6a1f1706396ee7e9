import Money
import StarlingAPI

extension Money {
  /// The amount, or `nil` where ISO 4217 has no such currency.
  init?(_ amount: Starling.Amount) {
    guard let currency = Currency(code: amount.currency) else { return nil }
    self.init(minorUnits: amount.minorUnits, currency: currency)
  }

  /// The amount, or `nil` where ISO 4217 has no such currency.
  init?(_ amount: Starling.SignedAmount) {
    guard let currency = Currency(code: amount.currency) else { return nil }
    self.init(minorUnits: amount.minorUnits, currency: currency)
  }

  /// The amount in the API's words.
  var starling: Starling.Amount {
    Starling.Amount(currency: currency.code, minorUnits: minorUnits)
  }
}
