import Bank
import EmbeddedBank
import FoundationEssentials
import Money
import ServiceBasics
import StarlingAPI

extension Starling.FeedItem {
  init(_ item: LedgerItem) {
    let payment = item.payment
    let counterparty = payment.counterparty
    let amount = Starling.Amount(payment.amount)
    self.init(
      feedItemUid: payment.id.text, categoryUid: payment.category.text, amount: amount,
      sourceAmount: payment.sourceAmount.map(Starling.Amount.init) ?? amount,
      direction: Starling.Direction(rawValue: payment.direction.rawValue),
      updatedAt: item.updatedAt,
      transactionTime: Timestamp(payment.transactionTime),
      settlementTime: payment.settlementTime.map { Timestamp($0) },
      source: Starling.Source(rawValue: payment.source.rawValue),
      sourceSubType: payment.source == .card ? "CONTACTLESS" : nil,
      status: Starling.FeedItemStatus(rawValue: payment.status.rawValue),
      counterPartyType: Starling.CounterpartyType(rawValue: counterparty.kind.rawValue),
      counterPartyUid: counterparty.id.flatMap { Identifier<Counterparty>($0)?.text },
      counterPartyName: counterparty.name,
      exchangeRate: payment.sourceAmount.flatMap { Self.rate(of: $0, to: payment.amount) },
      reference: payment.reference, country: payment.sourceAmount == nil ? "GB" : nil,
      spendingCategory: Starling.SpendingCategory(rawValue: item.kindOfSpending),
      userNote: item.note,
      roundUp: payment.isRoundedUpByBank
        ? Starling.FeedRoundUp(
          goalCategoryUid: item.roundUpGoal?.text,
          amount: Starling.Amount(item.roundUp ?? payment.amount.toNextUnit)) : nil,
      hasAttachment: false, hasReceipt: false)
  }

  /// How many units of the merchant's currency one of the account's is, to six decimals.
  private static func rate(of source: Money, to amount: Money) -> Decimal? {
    guard source.currency != amount.currency else { return nil }
    let merchant = Double(source.minorUnits) / Double(source.currency.minorUnitsPerUnit)
    let account = Double(amount.minorUnits) / Double(amount.currency.minorUnitsPerUnit)
    return Decimal((merchant / account * 1_000_000).rounded()) / 1_000_000
  }
}

extension LedgerItem {
  /// What the customer filed it under, or what the bank does by itself.
  fileprivate var kindOfSpending: String {
    if let spendingCategory { return spendingCategory }
    if payment.source == .internalTransfer { return "SAVING" }
    if payment.direction == .incoming { return "INCOME" }
    return payment.counterparty.kind == .merchant ? "SHOPPING" : "PAYMENTS"
  }
}
