import Money

/// What is wrong with typed amounts and numbers, in words.
extension Refusal {
  /// What a number's reader found wrong, with what to type instead.
  ///
  /// - Parameters:
  ///   - problem: what is wrong.
  ///   - text: what was typed.
  ///   - example: a number that would be accepted.
  ///   - rewriting: how what was typed can be written; nil if nothing tells.
  /// - Returns: the refusal, with the characters that are at fault.
  static func decimal(
    _ problem: AmountProblem, in text: String, example: String?, rewriting: Rewriting? = nil
  ) -> Refusal {
    let code: Code
    switch problem.code {
    case .empty: code = .empty
    case .tooManyDecimals: code = .tooManyDecimals
    case .tooLarge: code = .tooHigh
    default: code = .notANumber
    }
    let decimals = problem.maximumDecimals ?? 0
    let words = text.part(problem.range)
    let part = TextArgument.string(words)
    let message: Text =
      switch rewriting {
      case .decimals(let sign, let number):
        Texts.engine("refusal.number.other-decimals", .string(sign), .string(number))
      case .groups(let number):
        Texts.engine("refusal.number.groups", part, .string(number))
      case .ungrouped(let number): Texts.engine("refusal.number.ungrouped", .string(number))
      case .either(let number, let other):
        Texts.engine(
          "refusal.decimal.either", .string(String(decimals)), .string(number), .string(other))
      case nil:
        Texts.engine(
          "refusal.decimal.\(problem.key(of: words))", .integer(decimals), .string(example ?? ""),
          part)
      }
    return Refusal(code, message, range: problem.range)
  }

  /// What an amount's reader found wrong, with what to type instead.
  ///
  /// - Parameters:
  ///   - problem: what is wrong.
  ///   - text: what was typed.
  ///   - currency: the currency that is asked for.
  ///   - example: an amount that would be accepted.
  ///   - rewriting: how what was typed can be written; nil if nothing tells.
  /// - Returns: the refusal, with the characters that are at fault.
  static func amount(
    _ problem: AmountProblem, in text: String, currency: Currency, example: String?,
    rewriting: Rewriting? = nil
  ) -> Refusal {
    if problem.code == .otherCurrency, let other = problem.otherCurrency {
      return otherCurrency(other.code, wanted: currency.code)
    }
    let code: Code
    switch problem.code {
    case .empty: code = .empty
    case .tooManyDecimals, .fractionOfUnit: code = .tooManyDecimals
    case .negative: code = .tooLow
    case .tooLarge: code = .tooHigh
    default: code = .notANumber
    }
    let decimals = String(problem.maximumDecimals ?? currency.exponent)
    let words = text.part(problem.range)
    let part = TextArgument.string(words)
    let message: Text =
      switch rewriting {
      case .decimals(let sign, let amount):
        Texts.engine("refusal.number.other-decimals", .string(sign), .string(amount))
      case .groups(let amount):
        Texts.engine("refusal.number.groups", part, .string(amount))
      case .ungrouped(let amount): Texts.engine("refusal.number.ungrouped", .string(amount))
      case .either(let amount, let other):
        Texts.engine(
          "refusal.amount.either", .string(currency.code), .string(decimals), .string(amount),
          .string(other))
      case nil:
        Texts.engine(
          "refusal.amount.\(problem.key(of: words))", .string(example ?? ""),
          .string(currency.code), .string(decimals), part)
      }
    return Refusal(code, message, range: problem.range)
  }
}

extension AmountProblem {
  /// The end of the key of the text that says what is wrong with a part of the number.
  ///
  /// A separator alone has no digits that could be grouped.
  fileprivate func key(of part: String) -> String {
    let isSeparator = code == .wrongGrouping && !part.contains(where: \.isNumber)
    return isSeparator ? Code.unexpectedSeparator.name : code.name
  }
}

/// How a number that was refused can be written, in the person's own digits.
enum Rewriting: Hashable {
  /// With the decimal separator that is read here.
  case decimals(sign: String, String)
  /// Without a separator that may group digits or begin decimals.
  case groups(String)
  /// Without the separators that group its digits elsewhere; its decimals are written as they are here.
  case ungrouped(String)
  /// With fewer decimals, or as thousands: `1.000` may be one or a thousand.
  case either(String, String)

  /// Finds how to write a number; nil if nothing tells.
  ///
  /// - Parameters:
  ///   - text: what was typed.
  ///   - problem: what is wrong with it.
  ///   - sign: the decimal separator that is read here.
  ///   - swapped: the number if dot and comma are used as in other locales, as it is typed here; nil if it
  ///     is none.
  ///   - isRead: whether a text is a number.
  init?(
    of text: String, _ problem: AmountProblem, sign: String, swapped: @autoclosure () -> String?,
    isRead: (String) -> Bool
  ) {
    switch problem.code {
    case .wrongGrouping, .severalSeparators, .unexpectedSeparator:
      guard let number = swapped() else { return nil }
      // The last of dots and commas is the one before the decimals.
      let separator = text.last { $0 == "." || $0 == "," }
      self =
        separator.map { String($0) } == sign
        ? .ungrouped(number) : .decimals(sign: sign, number)
    case .ambiguousSeparator:
      guard let number = Self.joined(text, at: problem.range), isRead(number) else { return nil }
      self = .groups(number)
    case .tooManyDecimals:
      let most = problem.maximumDecimals ?? 0
      let start = problem.range.upperBound - 3
      // Three decimals behind one to three digits may be a group.
      guard problem.range.count + most == 3, start > 0,
        let number = Self.joined(text, at: start - 1..<start), isRead(number),
        1...3 ~= text.prefix(start).count(where: \.isNumber),
        text.first(where: \.isNumber)?.wholeNumberValue != 0
      else { return nil }
      let end = most == 0 ? start - 1 : problem.range.lowerBound
      let cut = text.prefix(end) + text.dropFirst(problem.range.upperBound)
      guard isRead(String(cut)) else { return nil }
      self = .either(String(cut), number)
    default: return nil
    }
  }

  /// The text without a separator between two digits; nil if there are none.
  private static func joined(_ text: String, at separator: Range<Int>) -> String? {
    let (before, after) = (text.prefix(separator.lowerBound), text.dropFirst(separator.upperBound))
    guard before.last?.isNumber == true, after.first?.isNumber == true else { return nil }
    return String(before + after)
  }
}
