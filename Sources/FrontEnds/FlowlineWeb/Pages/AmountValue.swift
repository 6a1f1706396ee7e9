import Flowline
import Money

/// A value that is an amount of money, with what is remarked on it behind: `-£6.75 (pending)`.
///
/// Rows have texts for values, whatever they were made of; lists of amounts are drawn in columns.
struct AmountValue {
  let amount: Substring
  /// What is in brackets behind the amount, with them; nil if nothing is.
  let remark: Substring?

  /// Makes the amount that a value is; nil if it is something else.
  init?(_ value: String) {
    let bracket = value.hasSuffix(")") ? value.firstRange(of: " (")?.lowerBound : nil
    amount = value[..<(bracket ?? value.endIndex)]
    remark = bracket.map { value[$0...].dropFirst() }
    let letters = String(amount.filter(\.isLetter))
    // The sign of a currency may have letters, such as those of US$.
    let isMoney =
      Currency(code: letters) != nil
      || letters.count < 3 && amount.count(where: \.isCurrencySymbol) == 1
    guard isMoney, amount.contains(where: \.isNumber), amount.allSatisfy(\.isOfAmount)
    else { return nil }
  }

  /// Whether a list shows nothing but amounts: two or more, one below the other.
  static func areAll(_ rows: [PageRow]) -> Bool {
    rows.count > 1
      && rows.allSatisfy { row in
        row.percentage == nil && row.file == nil
          && row.value.map { AmountValue($0.text) != nil } == true
      }
  }
}

extension Character {
  /// Whether it may be a part of an amount.
  fileprivate var isOfAmount: Bool {
    isNumber || isLetter || isCurrencySymbol || isWhitespace || "+-−.,'’".contains(self)
  }
}
