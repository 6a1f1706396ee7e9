/// Why a text is no amount or no number: data, which a front end puts into words.
public struct AmountProblem: Error, Sendable, Hashable {
  /// What is wrong.
  public let code: Code

  /// The characters at fault, counted from the beginning of the text, always within it; empty if
  /// none can be named.
  public let range: Range<Int>

  /// The decimals that the currency has, for ``Code/tooManyDecimals``, or that the number may
  /// have with its magnitude, for ``Code/fractionOfUnit``.
  public let maximumDecimals: Int?

  /// The currency that the text names, for ``Code/otherCurrency``.
  public let otherCurrency: Currency?

  /// Makes a problem.
  public init(
    _ code: Code, at range: Range<Int>, maximumDecimals: Int? = nil,
    otherCurrency: Currency? = nil
  ) {
    self.code = code
    self.range = range
    self.maximumDecimals = maximumDecimals
    self.otherCurrency = otherCurrency
  }

  /// The same problem at another place.
  func moved(to range: Range<Int>) -> AmountProblem {
    AmountProblem(
      code, at: range, maximumDecimals: maximumDecimals, otherCurrency: otherCurrency)
  }
}

extension AmountProblem {
  /// The kind of a problem; more kinds may come.
  public struct Code: Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The name of the kind, fit for the key of a text: `tooManyDecimals`.
    public let name: String

    /// The same as ``name``.
    public var description: String { name }

    /// There is nothing but white space.
    public static let empty = Code(name: "empty")

    /// There is something that is neither a digit, nor a separator, nor a currency.
    public static let notANumber = Code(name: "notANumber")

    /// There are more decimals than the currency has, if only zeros.
    public static let tooManyDecimals = Code(name: "tooManyDecimals")

    /// There is a minus sign, or the amount is in brackets.
    public static let negative = Code(name: "negative")

    /// The groups of digits do not have the lengths that the locale's have.
    public static let wrongGrouping = Code(name: "wrongGrouping")

    /// There is a separator that the locale does not use, or one with no digits beside it.
    public static let unexpectedSeparator = Code(name: "unexpectedSeparator")

    /// There are several decimal separators.
    public static let severalSeparators = Code(name: "severalSeparators")

    /// There is a separator that may mean decimals or grouping.
    public static let ambiguousSeparator = Code(name: "ambiguousSeparator")

    /// The amount is named in another currency.
    public static let otherCurrency = Code(name: "otherCurrency")

    /// The amount does not fit into 64 bits of minor units.
    public static let tooLarge = Code(name: "tooLarge")

    /// The number has an exponent, as in `1e3`.
    public static let exponent = Code(name: "exponent")

    /// There are signs or a currency but no digits.
    public static let noDigits = Code(name: "noDigits")

    /// There are two words such as `k` or `million`.
    public static let severalMagnitudes = Code(name: "severalMagnitudes")

    /// The word behind the number may mean thousands or millions and also the currency.
    public static let ambiguousMagnitude = Code(name: "ambiguousMagnitude")

    /// With its `k` or `million`, the number comes to a fraction of a minor unit, or has zeros
    /// beyond it.
    public static let fractionOfUnit = Code(name: "fractionOfUnit")

    /// The digits are of several scripts.
    public static let mixedDigits = Code(name: "mixedDigits")

    /// Every kind, for a test that each has its text.
    public static let allCases: [Code] = [
      .empty, .notANumber, .tooManyDecimals, .negative, .wrongGrouping, .unexpectedSeparator,
      .severalSeparators, .ambiguousSeparator, .otherCurrency, .tooLarge, .exponent, .noDigits,
      .severalMagnitudes, .ambiguousMagnitude, .fractionOfUnit, .mixedDigits,
    ]
  }
}

extension AmountProblem: CustomStringConvertible {
  /// The problem for a log, without the text itself: not for a person who uses a flow.
  public var description: String {
    var text = "\(code.name) at \(range.lowerBound)..<\(range.upperBound)"
    if let maximumDecimals { text += ", at most \(maximumDecimals) decimals" }
    if let otherCurrency { text += ", \(otherCurrency)" }
    return text
  }
}
