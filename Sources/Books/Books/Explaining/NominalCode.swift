/// The code of a category, such as `285`, `001` or `602-1`.
///
/// Source: FreeAgent API documentation, “Categories”, for the ranges.
public struct NominalCode: Sendable, Hashable, LosslessStringConvertible {
  /// The number, 0 to 999.
  public let number: Int

  /// The sub-account behind a hyphen; nil if there is none.
  public let subAccount: String?

  /// Reads a code: three digits, and perhaps a hyphen with letters and digits; nil for anything else.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0].utf8.count == 3, parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(parts[0])
    else { return nil }
    if parts.count > 1 {
      guard !parts[1].isEmpty, parts[1].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
      else { return nil }
    }
    self.number = number
    subAccount = parts.count > 1 ? String(parts[1]) : nil
  }

  /// The code as it was read.
  public var description: String {
    let digits = String(number)
    return String(repeating: "0", count: 3 - digits.utf8.count) + digits
      + (subAccount.map { "-\($0)" } ?? "")
  }

  /// Which group the code is in.
  public var group: CategoryGroup {
    switch number {
    case 1...49: .income
    case 96...199: .costOfSales
    case 200...399: .adminExpenses
    case 601...607: .capitalAsset
    case 609: .stock
    case 750: .bankAccount
    case 814, 817, 820: .tax
    case 900...910: .user
    default: .general
    }
  }
}

extension NominalCode: Codable {
  /// Reads a text; anything else is a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let code = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is no code")
    }
    self = code
  }

  /// Writes the text alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A group of categories, as explanations tell them apart.
public enum CategoryGroup: String, Sendable, Hashable, CaseIterable {
  /// 001 to 049.
  case income
  /// 096 to 199.
  case costOfSales
  /// 200 to 399.
  case adminExpenses
  /// 601 to 607: a capital asset is bought.
  case capitalAsset
  /// 609: stock is bought or sold.
  case stock
  /// 750: the accounts themselves.
  case bankAccount
  /// 814 PAYE and NI, 817 VAT, 820 corporation tax: which codes are taxes is a decision of this project.
  case tax
  /// 900 to 910: what users get or give.
  case user
  /// All else.
  case general
}
