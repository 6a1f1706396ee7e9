import FreeAgentAPI
import GRDB
import Money

/// An account of the ledger with its balance in the company’s currency, a debit if it is positive.
struct LedgerLine {
  let code: String
  /// What of it can be converted.
  let total: ExactDecimal

  /// Whether that is all of it: an amount in a currency whose rate is not known is not in the total.
  var isWhole = true

  /// Whether it is known to come to nothing.
  var isZero: Bool { isWhole && total.isZero }

  /// The three digits that the code begins with.
  var category: String { String(code.prefix(3)) }

  /// The number of what the account is of, such as a bank account or a user; nil if the code has none.
  var id: Int64? { Int64(code.dropFirst(4)) }
}

extension Ledger {
  /// The accounts of postings in the order of their codes.
  ///
  /// A foreign currency balances by itself at each rate; what rounding adds to that is an exchange
  /// difference.
  func lines(of postings: Postings) throws -> [LedgerLine] {
    let native = try companyFacts().currency
    var totals: [String: ExactDecimal] = [:]
    var partial: Set<String> = []
    var difference: ExactDecimal = 0
    for (account, units) in postings.units {
      guard let value = try inNative(units, account.currency, native) else {
        totals[account.code] = totals[account.code] ?? 0
        if units != 0 { partial.insert(account.code) }
        continue
      }
      totals[account.code] = try (totals[account.code] ?? 0).adding(value)
      if account.currency.code != native.code { difference = try difference.subtracting(value) }
    }
    if !difference.isZero {
      let code = LedgerAccount.unrealisedExchangeDifference
      totals[code] = try (totals[code] ?? 0).adding(difference)
    }
    return totals.map { code, total in
      LedgerLine(code: code, total: total, isWhole: !partial.contains(code))
    }.filter { !$0.isZero || $0.category == LedgerAccount.bank }
      .sorted { ($0.category, $0.id ?? 0) < ($1.category, $1.id ?? 0) }
  }

  /// What an account is called, such as `Bank Account: Current account`.
  ///
  /// - Parameter separator: what is between the category and a bank account’s name.
  func name(of line: LedgerLine, _ separator: String = ": ") throws -> String {
    let category = try category(code: line.category)?.name ?? line.category
    guard let id = line.id else { return category }
    switch line.category {
    case LedgerAccount.bank:
      let account = FreeAgent.BankAccount(details: try found(.bankAccount, id)) { _ in }
      return category + separator + (account.name ?? "")
    case "601"..."607":
      let type = try name(ofAssetType: id)
      return category.replacing("Capital Asset", with: type)
    case "609":
      let stock = try stockItem(id).description ?? ""
      return "\(category): \(stock)"
    case "792", "793":
      return "\(category): \(try description(ofHirePurchase: id))"
    case "900"..."910":
      return "\(category): \(try name(ofUser: found(.user, id)))"
    default: return category
    }
  }
}
