import Days
import Money

/// Reads amounts as files of banks write them.
enum StatementAmount {
  /// What the signs in an amount may be.
  enum Form {
    /// One comma or dot, before the decimals.
    ///
    /// Source: OFX Banking Specification 2.2, “Amounts, Prices, and Quantities”.
    case plain
    /// Commas, dots or spaces between thousands as well.
    case grouped
  }

  /// Reads an amount; nil if it is none.
  ///
  /// It may have a currency's sign, its minus in front or behind, and brackets for a minus.
  ///
  /// - Parameters:
  ///   - text: the amount.
  ///   - form: what its signs may be.
  static func number(_ text: String, _ form: Form) -> ExactDecimal? {
    var body = bare(text[...])
    var isNegative = false
    if body.hasPrefix("("), body.hasSuffix(")"), body.count > 2 {
      isNegative = true
      body = bare(body.dropFirst().dropLast())
    }
    if let sign = body.first, "+-−".contains(sign) {
      isNegative = isNegative != (sign != "+")
      body = bare(body.dropFirst())
    } else if let sign = body.last, "+-−".contains(sign) {
      isNegative = isNegative != (sign != "+")
      body = bare(body.dropLast())
    }
    guard let digits = digits(of: body, form), let number = ExactDecimal(digits) else {
      return nil
    }
    return isNegative ? number.negated : number
  }

  /// A text without white space and signs of currencies at its ends.
  private static func bare(_ text: Substring) -> Substring {
    func isOutside(_ character: Character) -> Bool {
      character.isWhitespace || "£$€".contains(character)
    }
    let start = text.drop(while: isOutside)
    guard let last = start.lastIndex(where: { !isOutside($0) }) else { return start }
    return start[...last]
  }

  /// Digits with a dot before the decimals, and no other sign; nil if it is not clear which.
  private static func digits(of body: Substring, _ form: Form) -> String? {
    let signs = body.compactMap { separator($0) }
    var whole = body.split(omittingEmptySubsequences: false) { separator($0) != nil }
    guard whole.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else { return nil }
    var decimals: Substring = ""
    var groupSigns = signs[...]
    if isDecimal(signs.last, of: signs, whole, form) {
      decimals = whole.removeLast()
      groupSigns = groupSigns.dropLast()
    }
    if !groupSigns.isEmpty {
      // Signs of both kinds are in no order, and neither are groups that are no thousands.
      guard form == .grouped, Set(groupSigns).count == 1, areGroups(whole) else { return nil }
    }
    let units: String = whole.joined(separator: "")
    guard !units.isEmpty || !decimals.isEmpty else { return nil }
    return (units.isEmpty ? "0" : units) + (decimals.isEmpty ? "" : ".\(decimals)")
  }

  /// Whether the last sign is the one before the decimals.
  ///
  /// One behind signs of another kind is, and one that comes again is not. A dot alone always is; a
  /// comma alone is unless the digits around it are groups of thousands.
  private static func isDecimal(
    _ last: Character?, of signs: [Character], _ parts: [Substring], _ form: Form
  ) -> Bool {
    guard let last, last != space else { return false }
    if form == .plain || signs.contains(where: { $0 != last }) { return true }
    return signs.count == 1 && (last == "." || !areGroups(parts))
  }

  /// Whether digits are groups of thousands: three each, but one to three at first, without a zero
  /// before them.
  private static func areGroups(_ parts: [Substring]) -> Bool {
    guard let first = parts.first, 1...3 ~= first.count, first.first != "0" else { return false }
    return parts.dropFirst().allSatisfy { $0.count == 3 }
  }

  /// What separates digits, every kind of space as the same; nil if it separates none.
  private static func separator(_ character: Character) -> Character? {
    if character == "." || character == "," { return character }
    return character.isWhitespace ? space : nil
  }

  private static let space: Character = " "
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
