package import Money

extension GoalOrder {
  /// Why no bank makes such a goal, whatever there is in the account.
  ///
  /// - Parameter currency: the account's.
  /// - Returns: nil if a bank may make it.
  package func refusal(in currency: Currency) -> GoalRefusal? {
    let length = name.utf16.count
    guard GoalOrder.nameLengths.contains(length) else {
      return .nameLength(length: length, limit: GoalOrder.nameLengths.upperBound)
    }
    guard !name.allSatisfy(\.isWhitespace) else { return .nameBlank }
    guard name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return .nameUnprintable }
    guard let target else { return nil }
    guard target.currency == currency else { return .currencyMismatch(expected: currency) }
    return target.minorUnits > 0 ? nil : .targetNotPositive
  }
}
