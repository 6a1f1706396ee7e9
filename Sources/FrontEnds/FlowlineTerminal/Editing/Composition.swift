// The standard library normalises for itself and offers it to Foundation alone; importing all of
// Foundation for this would double the time to the first prompt.
@_spi(_Unicode) import Swift

extension String {
  /// The same text with marks composed with their letters (NFC).
  var composed: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var scalars = UnicodeScalarView()
    scalars.append(contentsOf: _nfc)
    return String(scalars)
  }
}
