/// A natural number of any size, by schoolbook arithmetic: what exact results are held against.
package struct WideNatural: Comparable, Sendable {
  /// Digits to the base of 2³², the least first, without zeros at the end.
  private var digits: [UInt32]

  package init(_ number: UInt128) {
    digits = (0..<4).map { UInt32(truncatingIfNeeded: number >> (32 * UInt128($0))) }
    trim()
  }

  private init(digits: [UInt32]) {
    self.digits = digits
    trim()
  }

  /// Ten to a power.
  package static func powerOfTen(_ exponent: Int) -> WideNatural {
    (0..<exponent).reduce(WideNatural(1)) { power, _ in power * WideNatural(10) }
  }

  package static func + (left: WideNatural, right: WideNatural) -> WideNatural {
    var digits: [UInt32] = []
    var carry: UInt64 = 0
    for place in 0...max(left.digits.count, right.digits.count) {
      let sum = UInt64(left[place]) + UInt64(right[place]) + carry
      digits.append(UInt32(truncatingIfNeeded: sum))
      carry = sum >> 32
    }
    return WideNatural(digits: digits)
  }

  package static func * (left: WideNatural, right: WideNatural) -> WideNatural {
    var digits = [UInt32](repeating: 0, count: left.digits.count + right.digits.count + 1)
    for (low, digit) in left.digits.enumerated() {
      var carry: UInt64 = 0
      for (high, other) in right.digits.enumerated() {
        let product = UInt64(digit) * UInt64(other) + UInt64(digits[low + high]) + carry
        digits[low + high] = UInt32(truncatingIfNeeded: product)
        carry = product >> 32
      }
      digits[low + right.digits.count] = UInt32(carry)
    }
    return WideNatural(digits: digits)
  }

  package static func < (left: WideNatural, right: WideNatural) -> Bool {
    guard left.digits.count == right.digits.count else {
      return left.digits.count < right.digits.count
    }
    return left.digits.reversed().lexicographicallyPrecedes(right.digits.reversed())
  }

  private subscript(place: Int) -> UInt32 { place < digits.count ? digits[place] : 0 }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
  }
}
