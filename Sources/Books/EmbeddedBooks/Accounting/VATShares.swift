import Books
import Days

/// Which part of the VAT of a row goes to which account of the general ledger, as SQL.
///
/// VAT of an acquisition or by the reverse charge is owed and claimed back alike, so that the whole
/// purchase is cost; a sale by the reverse charge has none. VAT of digital services is due where they are
/// supplied, and is no part of a return of the United Kingdom. While the company is not registered, the
/// VAT that it charges is income, and what it pays is cost.
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
    let others = [ECStatus.reverseCharge, .moss]
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
    let reversed = [ECStatus.goods, .services, .reverseCharge]
    return share(if: "\(status) IN \(Self.list(reversed)) AND \(isRegistered)")
  }

  /// Of a sale, what is no income.
  var ofSale: String { "(\(charged) + \(owedAbroad))" }

  /// Of a purchase, what is no cost.
  var ofPurchase: String {
    let others = [ECStatus.goods, .services, .reverseCharge, .moss]
    return share(if: "\(status) NOT IN \(Self.list(others)) AND \(isRegistered)")
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
