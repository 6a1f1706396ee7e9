import Days
import FreeAgentAPI
import GRDB
import Money

/// Sums that lack something, as the rate of a currency is not known: earlier versions kept such rows.
///
/// A sum is whole or it is not known; no part of one is ever taken for it. What a person files or plans by is
/// refused, and the refusal names what has the currency.
extension Ledger {
  /// The sum of postings in the company's currency; nil if a rate is not known.
  func total(of postings: Postings) throws -> ExactDecimal? {
    let native = try companyFacts().currency
    var total: ExactDecimal = 0
    for (account, units) in postings.units where units != 0 {
      guard let value = try inNative(units, account.currency, native) else { return nil }
      total = try total.adding(value)
    }
    return total
  }

  /// An amount, or nil if it is refused as one that is not known: for what must be done all the same.
  func ifKnown(_ amount: () throws -> ExactDecimal?) throws -> ExactDecimal? {
    do { return try amount() } catch is FreeAgent.Failure { return nil }
  }

  /// The refusal of a sum of postings between two days that is not known.
  ///
  /// - Parameters:
  ///   - days: the days.
  ///   - isIncluded: whether an account is in the sum.
  func unknownRate(
    in days: ClosedRange<Day>, _ isIncluded: (String) -> Bool
  ) throws -> FreeAgent.Failure {
    for query in Self.postingQueries {
      guard let owner = query.currency.owner, let sql = query.foreign else { continue }
      let arguments = try arguments(
        ofPostings: sql, from: days.lowerBound, through: days.upperBound)
      for row in try rows(sql, arguments) where isIncluded(row["code"]) {
        let currency = row["currency"] as RatedCurrency
        guard try exchangeRate(of: currency) == nil else { continue }
        return try unknownRate(of: owner.table, row["owner"], in: currency.code)
      }
    }
    return .unknownExchangeRate
  }

  /// The refusal of a sum that is not known because of one row.
  func unknownRate(
    of table: Table, _ id: Int64, in currency: String
  ) throws -> FreeAgent.Failure {
    let row = try found(table, id)
    switch table {
    case .bankAccount:
      let name = FreeAgent.BankAccount(details: row) { _ in }.name
      return .unratedSum(
        of: "The bank account \(name ?? "\(id)")", in: currency,
        "delete its transactions, change its currency, and add them again")
    case .bill:
      let reference = FreeAgent.Bill(details: row) { _ in }.reference
      return .unratedSum(
        of: "Bill \(reference ?? "\(id)")", in: currency, "change its currency, or delete it")
    default:
      let kind = DocumentKind(rawValue: row["kind"]) ?? .invoice
      return .unratedSum(
        of: Self.name(ofDocument: row, kind), in: currency, "give it an exchange rate")
    }
  }
}

extension FreeAgent.Failure {
  /// The service's words for a currency whose rate it does not know.
  static let unknownExchangeRate = unprocessable(
    "Exchange rates for this transaction are not known")

  /// The same of a sum, with what has the currency.
  ///
  /// - Parameters:
  ///   - subject: what has it, such as `Invoice 007`.
  ///   - currency: three letters.
  ///   - advice: what the person can do about it.
  fileprivate static func unratedSum(
    of subject: String, in currency: String, _ advice: String
  ) -> Self {
    unprocessable(
      "\(subject) is in \(currency), whose exchange rate is not known: \(advice)")
  }
}
