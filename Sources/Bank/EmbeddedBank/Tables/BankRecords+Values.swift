import Bank
import FoundationEssentials
import Money
import ServiceBasics

extension BankRecords.AccountRow {
  init(_ account: Account, type: AccountDetails.Kind, openedAt: Timestamp) {
    self.init(
      id: account.id, handle: account.handle, name: account.name, currency: account.currency,
      defaultCategory: account.defaultCategory, type: type, openedAt: openedAt.milliseconds)
  }

  var account: Account {
    Account(
      id: id, handle: handle, name: name, currency: currency, defaultCategory: defaultCategory)
  }
}

extension BankRecords.GoalRow {
  func goal(in currency: Currency) -> SavingsGoal {
    SavingsGoal(
      id: id, name: name, target: target.map { Money(minorUnits: $0, currency: currency) },
      totalSaved: Money(minorUnits: total, currency: currency), state: state)
  }
}

extension BankRecords.PaymentRow {
  init(_ payment: Payment, updatedAt: Timestamp) {
    self.init(
      id: payment.id, account: payment.account, category: payment.category,
      minorUnits: payment.amount.minorUnits, currency: payment.amount.currency,
      direction: payment.direction, status: payment.status, source: payment.source,
      counterpartyKind: payment.counterparty.kind, counterpartyName: payment.counterparty.name,
      counterpartyID: payment.counterparty.id,
      sourceMinorUnits: payment.sourceAmount?.minorUnits,
      sourceCurrency: payment.sourceAmount?.currency,
      transactionTime: Timestamp(payment.transactionTime).milliseconds,
      settlementTime: payment.settlementTime.map { Timestamp($0).milliseconds },
      reference: payment.reference, isRoundedUpByBank: payment.isRoundedUpByBank,
      updatedAt: updatedAt.milliseconds)
  }

  var payment: Payment {
    Payment(
      id: id, account: account, category: category,
      amount: Money(minorUnits: minorUnits, currency: currency), direction: direction,
      status: status, source: source,
      counterparty: Counterparty(
        kind: counterpartyKind, name: counterpartyName, id: counterpartyID),
      sourceAmount: sourceAmount,
      transactionTime: Timestamp(milliseconds: transactionTime).date,
      settlementTime: settlementTime.map { Timestamp(milliseconds: $0).date },
      reference: reference, isRoundedUpByBank: isRoundedUpByBank)
  }

  var feedItem: FeedItem {
    FeedItem(
      payment: payment, updatedAt: Timestamp(milliseconds: updatedAt), note: note,
      spendingCategory: spendingCategory, roundUpGoal: roundUpGoal,
      roundUp: roundUpMinorUnits.map { Money(minorUnits: $0, currency: currency) })
  }

  private var sourceAmount: Money? {
    guard let sourceMinorUnits, let sourceCurrency else { return nil }
    return Money(minorUnits: sourceMinorUnits, currency: sourceCurrency)
  }
}
