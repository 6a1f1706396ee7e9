public import Money

extension FreeAgent {
  /// The VAT of an expense: a rate in per cent, the category's own, or a word that is new.
  public enum SalesTaxRate: MemberValue {
    /// The category’s own rate, `Auto`; only sent, never answered.
    case automatic
    /// A rate in per cent.
    case percentage(ExactDecimal)
    /// Another word.
    case word(String)

    /// Reads a number, also as a text, or a word.
    public init?(member: JSON) {
      if let number = ExactDecimal(member: member) {
        self = .percentage(number)
      } else if case .text(let word) = member {
        self = word == "Auto" ? .automatic : .word(word)
      } else {
        return nil
      }
    }

    /// A text.
    public var member: JSON {
      switch self {
      case .automatic: .text("Auto")
      case .percentage(let number): number.member
      case .word(let word): .text(word)
      }
    }
  }
}
