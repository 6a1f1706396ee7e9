import Bank
import EmbeddedBank
import FoundationEssentials
import Money
import SandboxKit
import ServiceBasics
import StarlingAPI

extension BankControls {
  func post(_ setting: Control.PaymentSetting) async throws -> Reply {
    let payment: Payment.ID? = try setting.uid.map { try id($0) }
    let other: Identifier<Counterparty>? = try setting.counterParty?.uid.map { try id($0) }
    guard let direction = PaymentDirection(rawValue: setting.direction ?? "OUT") else {
      throw ControlProblem("direction is IN or OUT")
    }
    let amount = try money(setting.amount)
    let sourceAmount = try setting.sourceAmount.map { try money($0) }
    let counterparty = Counterparty(
      kind: .init(rawValue: setting.counterParty?.type ?? "MERCHANT"),
      name: setting.counterParty?.name ?? "Somebody", id: other?.text)
    let item = try await bank.writeBehind { ledger in
      let account = try ledger.account(called: setting.account).id
      let time = setting.transactionTime ?? ledger.now
      let new = NewPayment(
        id: payment, account: account, amount: amount, direction: direction,
        status: PaymentStatus(rawValue: setting.status ?? "SETTLED"),
        source: PaymentSource(rawValue: setting.source ?? "MASTER_CARD"),
        counterparty: counterparty, sourceAmount: sourceAmount, transactionTime: time.date,
        settlementTime: setting.settlementTime?.date, reference: setting.reference)
      return try ledger.item(of: ledger.post(new))
    }
    return .answer(Starling.FeedItem(item))
  }

  func settle(_ text: String, _ setting: Control.Settlement?) async throws -> Reply {
    let payment: Payment.ID = try id(text)
    let amount = try setting?.amount.map { try money($0) }
    let item = try await bank.writeBehind { ledger in
      try ledger.item(of: ledger.settle(payment, at: ledger.now, amount: amount))
    }
    return .answer(Starling.FeedItem(item))
  }

  func settleAll() async throws -> Reply {
    let settled = try await bank.writeBehind { ledger in
      try ledger.pendingPayments().map { payment in
        try ledger.settle(payment, at: ledger.now, amount: nil).id.text
      }
    }
    return .answer(Control.Settled(settled: settled))
  }

  private func money(_ amount: Starling.Amount) throws -> Money {
    guard let currency = Currency(inCapitals: amount.currency) else {
      throw ControlProblem("ISO 4217 has no currency \(amount.currency)")
    }
    return Money(minorUnits: amount.minorUnits, currency: currency)
  }
}

extension Ledger {
  /// The account of an id or a handle; the first one if nothing is said.
  fileprivate func account(called name: String?) throws -> Account {
    let accounts = try accounts()
    guard let name else {
      guard let first = accounts.first else {
        throw BankError.invalidRecord(cause: "the bank has no accounts")
      }
      return first
    }
    let id = Account.ID(name)
    guard let account = accounts.first(where: { $0.id == id || $0.handle == name }) else {
      throw BankError.invalidRecord(
        cause: "there is no account with the id or the handle \"\(name)\"")
    }
    return account
  }

  /// A payment as the feed tells it.
  fileprivate func item(of payment: Payment) throws -> LedgerItem {
    guard let item = try feedItem(payment.id, in: payment.category) else {
      throw BankError.invalidRecord(cause: "there is no payment \(payment.id)")
    }
    return item
  }
}
