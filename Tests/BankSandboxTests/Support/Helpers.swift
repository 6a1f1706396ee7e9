func uuid(_ prefix: String, _ number: Int) -> String {
  let digits = String(number)
  return "\(prefix)0000000-0000-4000-8000-"
    + String(repeating: "0", count: 12 - digits.count) + digits
}

/// The JSON of an amount in pounds.
func pence(_ minorUnits: Int64, _ currency: String = "GBP") -> String {
  #"{"currency":"\#(currency)","minorUnits":\#(minorUnits)}"#
}
