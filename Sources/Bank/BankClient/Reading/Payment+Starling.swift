import Bank
import FoundationEssentials
import Money
import ServiceBasics
import StarlingAPI

extension Payment {
  /// The payment, or `nil` where the item has no id, amount, direction or time.
  init?(_ item: Starling.FeedItem, account: Account) {
    guard
      let id = item.feedItemUid.flatMap({ Payment.ID($0) }),
      let amount = item.amount.flatMap({ Money($0) }),
      let direction = item.direction.flatMap({ PaymentDirection(rawValue: $0.rawValue) }),
      let time = item.transactionTime
    else { return nil }
    let category = item.categoryUid.flatMap { Account.Category.ID($0) }
    let source = item.sourceAmount.flatMap { Money($0) }
    self.init(
      id: id, account: account.id, category: category ?? account.defaultCategory, amount: amount,
      direction: direction, status: PaymentStatus(rawValue: item.status?.rawValue ?? ""),
      source: PaymentSource(rawValue: item.source?.rawValue ?? ""),
      counterparty: Counterparty(
        kind: Counterparty.Kind(rawValue: item.counterPartyType?.rawValue ?? ""),
        name: item.counterPartyName ?? "", id: item.counterPartyUid?.lowercased()),
      // The API tells the amount twice where the merchant's currency is the account's.
      sourceAmount: source == amount ? nil : source, transactionTime: time.date,
      settlementTime: item.settlementTime?.date, reference: item.reference,
      isRoundedUpByBank: item.roundUp != nil)
  }
}
