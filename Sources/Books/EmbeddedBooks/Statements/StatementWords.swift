import Days
import Money

/// Reads amounts as files of banks write them.
enum StatementAmount {
  /// Reads an amount; nil if it is none.
  ///
  /// It may have a currency's sign, commas or dots between thousands, a comma for the decimal point, its
  /// minus in front or behind, and brackets for a minus.
  static func number(_ text: String) -> ExactDecimal? {
    var body = text.filter { !$0.isWhitespace && !"£$€".contains($0) }[...]
    var isNegative = false
    if body.hasPrefix("("), body.hasSuffix(")"), body.count > 2 {
      isNegative = true
      body = body.dropFirst().dropLast()
    }
    if let sign = body.first, "+-−".contains(sign) {
      isNegative = isNegative != (sign != "+")
      body = body.dropFirst()
    } else if let sign = body.last, "+-−".contains(sign) {
      isNegative = isNegative != (sign != "+")
      body = body.dropLast()
    }
    guard let digits = plain(body), let number = ExactDecimal(digits) else { return nil }
    return isNegative ? number.negated : number
  }

  /// Digits with a dot before the decimals, and no other sign; nil if it is not clear which ones they are.
  private static func plain(_ body: Substring) -> String? {
    var point: Substring.Index?
    if let last = body.lastIndex(where: { $0 == "." || $0 == "," }) {
      let count = body.count(where: { $0 == body[last] })
      let others = body.count(where: { $0 == "." || $0 == "," }) - count
      let decimals = body[last...].count - 1
      // Signs of both kinds, of which the last one comes again, are in no order.
      if count > 1, others > 0 { return nil }
      // A comma alone is the decimal point before one or two decimals, and else between thousands.
      if count == 1, body[last] == "." || others > 0 || decimals <= 2 { point = last }
    }
    let whole = digits(body[..<(point ?? body.endIndex)])
    let decimals = point.map { digits(body[body.index(after: $0)...]) } ?? ""
    let all = whole + decimals
    guard !all.isEmpty, all.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return (whole.isEmpty ? "0" : whole) + (decimals.isEmpty ? "" : ".\(decimals)")
  }

  private static func digits(_ part: Substring) -> String {
    part.filter { $0 != "." && $0 != "," }
  }
}

/// Reads days as files of banks write them: the day comes before the month, unless some day of the same
/// file tells that it does not.
struct StatementDays {
  private let isMonthFirst: Bool

  /// Looks at all days of a file.
  init(_ texts: [String]) {
    let numbers = texts.compactMap { text -> (first: Int, second: Int)? in
      let parts = Self.parts(text)
      guard parts.count >= 3, parts[0].count <= 2, let first = Int(parts[0]),
        let second = Int(parts[1])
      else { return nil }
      return (first, second)
    }
    isMonthFirst = numbers.contains { $0.second > 12 } && !numbers.contains { $0.first > 12 }
  }

  /// Reads a day such as `19/09/2026`, `19.9.26`, `19 Sep 2026`, `2026-09-19` or `20260919`.
  func day(_ text: String) -> Day? {
    let parts = Self.parts(text)
    if parts.count == 1 { return Self.compact(parts[0]) }
    guard parts.count >= 3, parts.dropFirst(3).allSatisfy({ Int($0) != nil }) else { return nil }
    if parts[0].count == 4 { return Self.day(parts[0], parts[1], parts[2]) }
    if Self.month(parts[0]) != nil, Int(parts[0]) == nil {
      return Self.day(parts[2], parts[0], parts[1])
    }
    return isMonthFirst
      ? Self.day(parts[2], parts[0], parts[1]) : Self.day(parts[2], parts[1], parts[0])
  }

  /// Reads the eight digits at the beginning of a text, as OFX writes days.
  static func compact(_ text: String) -> Day? {
    let digits = text.prefix(8)
    guard digits.count == 8, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return day(
      String(digits.prefix(4)), String(digits.dropFirst(4).prefix(2)), String(digits.suffix(2)))
  }

  private static func parts(_ text: String) -> [String] {
    // A time may follow, as in RFC 3339.
    let text = text.dropFirst(10).first == "T" ? text.prefix(10) : text[...]
    return text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map(String.init)
  }

  private static func day(_ year: String, _ month: String, _ day: String) -> Day? {
    guard year.count == 2 || year.count == 4, let number = Int(year), let day = Int(day),
      let month = self.month(month)
    else { return nil }
    let century = year.count == 4 ? 0 : number < 70 ? 2000 : 1900
    return Day(year: century + number, month: month, day: day)
  }

  /// A month by its number or its name in English.
  private static func month(_ text: String) -> Int? {
    if let number = Int(text) { return number }
    guard text.count >= 3 else { return nil }
    return months.firstIndex { text.lowercased().hasPrefix($0) }.map { $0 + 1 }
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}

/// What a bank says of a transaction in two fields, as one text.
enum StatementText {
  /// Joins both fields; one that the other has already is left out.
  static func joined(_ name: String?, _ memo: String?) -> String {
    let (name, memo) = (name?.trimmingSpaces ?? "", memo?.trimmingSpaces ?? "")
    if name.isEmpty || memo.hasPrefix(name) { return memo }
    return memo.isEmpty || name.hasPrefix(memo) ? name : "\(name) \(memo)"
  }
}
