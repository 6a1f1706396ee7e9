/// The JSON of an amount in pounds.
func pence(_ minorUnits: Int64, _ currency: String = "GBP") -> String {
  #"{"currency":"\#(currency)","minorUnits":\#(minorUnits)}"#
}
