import Books
import Days

/// Which part of the VAT of a row goes to which account of the general ledger, as SQL.
///
/// VAT of an acquisition or by the reverse charge is owed and claimed back alike, so that the whole
/// purchase is cost; a sale by the reverse charge has none. VAT of digital services is due where they are
/// supplied, and is no part of a return of the United Kingdom. While the company is not registered, the
/// VAT that it charges is income, and what it pays is cost. Who accounts for the VAT of a status is in
/// `VATAccounting`, which the amounts of the rows come of as well.
///
/// Sources: HMRC, VAT Notices 725, 735 and 741A; FreeAgent API documentation, “Sales Tax”. That a company
/// without a registration claims nothing back follows from its having no returns.
struct VATShares {
  /// The expression of the VAT.
  let tax: String
  /// The column of the day.
  let day: String
  /// The column of the details, which have the status for VAT reports.
  let details: String

  /// Of a sale, what is owed to the United Kingdom.
  var charged: String {
    let others = Self.ofCustomer + [.moss]
    return share(if: "\(status) NOT IN \(Self.list(others)) AND \(isRegistered)")
  }

  /// Of a sale, what is owed where digital services are supplied.
  var owedAbroad: String { share(if: "\(status) IN \(Self.list([.moss]))") }

  /// Of a purchase, what is claimed back.
  var reclaimed: String {
    share(if: "\(status) NOT IN \(Self.list([.moss])) AND \(isRegistered)")
  }

  /// Of a purchase, what the company owes in place of the seller.
  var selfCharged: String {
    share(if: "\(status) IN \(Self.list(Self.ofBuyer)) AND \(isRegistered)")
  }

  /// Of a sale, what is no income.
  var ofSale: String { "(\(charged) + \(owedAbroad))" }

  /// Of a purchase, what is no cost.
  var ofPurchase: String {
    let others = Self.ofBuyer + [.moss]
    return share(if: "\(status) NOT IN \(Self.list(others)) AND \(isRegistered)")
  }

  /// The statuses of purchases whose VAT the company accounts for in place of the seller.
  private static let ofBuyer = ECStatus.allCases.filter {
    VATAccounting(of: $0, isSale: false) == .buyer
  }

  /// The statuses of sales whose VAT the customer accounts for.
  private static let ofCustomer = ECStatus.allCases.filter {
    VATAccounting(of: $0, isSale: true) == .customer
  }

  private var status: String { "coalesce(json_extract(\(details), '$.ec_status'), '')" }

  private var isRegistered: String { "\(day) >= :registered AND \(day) < :deregistered" }

  /// Most rows have no VAT, so that their details need not be read.
  private func share(if condition: String) -> String {
    "iif(coalesce(\(tax), 0) <> 0 AND \(condition), \(tax), 0)"
  }

  private static func list(_ statuses: [ECStatus]) -> String {
    "(\(statuses.map { "'\($0.rawValue)'" }.joined(separator: ", ")))"
  }
}

extension CompanyFacts {
  /// The values of the parameters of the shares: the first day of the registration, and the first after it.
  ///
  /// Taxes of other countries have no registration here: they always count.
  var vatParameters: [String: String] {
    let never = "9999-99-99"
    guard kind != .other else { return ["registered": "", "deregistered": never] }
    return [
      "registered": registration.from?.description ?? never,
      "deregistered": registration.until?.description ?? never,
    ]
  }
}
