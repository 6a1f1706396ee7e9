import Bank
import ServiceBasics

extension CopyFile.Header {
  /// What a copy of payments says of an interval; nothing where it says nothing.
  ///
  /// The days that are shown move on while a copy stays: what was known when it was made of the
  /// interval wanted now is all that lies in both, if it began early enough and reached as far as
  /// there was anything to know.
  func payments(_ payments: [Payment], in wanted: Range<Timestamp>) -> [Payment]? {
    guard let from, let to else { return nil }
    if from..<max(from, to) == wanted { return payments }
    guard from <= wanted.lowerBound, readAt >= wanted.lowerBound,
      to >= wanted.upperBound || readAt <= to
    else { return nil }
    return payments.filter { wanted.contains(Timestamp($0.transactionTime)) }
  }
}
