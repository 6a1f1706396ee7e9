import Bank
import FoundationEssentials
import Money
import ServiceBasics

/// Writes accounts, payments, goals and transfers of the sample, with ids that are always the same.
struct SampleWriter {
  let ledger: Ledger
  let times: SampleTimes

  /// The prefixes say what an id is of; the rest counts.
  enum IDKind: String {
    case account = "a"
    case category = "c"
    case goal = "d"
    case payment = "b"
  }

  func id<Owner>(_ kind: IDKind, _ number: Int) throws -> Identifier<Owner> {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    guard let id = Identifier<Owner>("\(kind.rawValue)0000000-0000-4000-8000-\(padded)") else {
      throw BankError.invalidRecord(cause: "the sample has no id \(number)")
    }
    return id
  }

  func open(_ number: Int, handle: String, name: String, currency: String) throws -> Account {
    guard let currency = Currency(code: currency) else {
      throw BankError.invalidRecord(cause: "ISO 4217 has no currency \(currency)")
    }
    return try ledger.at(times.time(of: .daysBeforeLastWeek(28))).open(
      NewAccount(
        id: id(.account, number), defaultCategory: id(.category, number), handle: handle,
        name: name, currency: currency))
  }

  /// Writes payments, oldest number first.
  func post(_ samples: [SamplePayment], to account: Account, from first: Int) throws {
    for (index, sample) in samples.enumerated() {
      let time = times.time(of: sample.moment)
      let isSettled = sample.status == .settled || sample.status == .refunded
      let settlement = isSettled ? times.settlement(of: time) : nil
      try ledger.at(min(settlement ?? time, times.now)).post(
        NewPayment(
          id: id(.payment, first + index), account: account.id,
          amount: Money(minorUnits: sample.minorUnits, currency: account.currency),
          direction: sample.direction, status: sample.status, source: sample.source,
          counterparty: sample.counterparty, sourceAmount: sample.sourceAmount,
          transactionTime: time.date,
          settlementTime: settlement?.date,
          reference: sample.reference, isRoundedUpByBank: sample.isRoundedUpByBank),
        to: account)
    }
  }

  func makeGoal(
    _ number: Int, of account: Account, name: String, target: Int64?,
    at moment: SampleTimes.Moment
  ) throws -> SavingsGoal.ID {
    let id: SavingsGoal.ID = try id(.goal, number)
    let order = GoalOrder(
      key: id.text, account: account.id, name: name,
      target: target.map { Money(minorUnits: $0, currency: account.currency) })
    guard case .created = try ledger.at(times.time(of: moment)).createGoal(order, id: id) else {
      throw BankError.invalidRecord(cause: "the sample's goal \(name) was refused")
    }
    return id
  }

  /// Moves money into a goal the way a flow does, and names both legs.
  func move(
    _ minorUnits: Int64, from account: Account, to goal: SavingsGoal.ID, legs: Int,
    covering: [Payment.ID] = [], at moment: SampleTimes.Moment
  ) throws {
    let mainLeg: Payment.ID = try id(.payment, legs)
    let goalLeg: Payment.ID = try id(.payment, legs + 1)
    let order = TransferOrder(
      key: mainLeg.text, account: account.id, goal: goal,
      amount: Money(minorUnits: minorUnits, currency: account.currency), covering: covering)
    let books = ledger.at(times.time(of: moment))
    guard case .moved = try books.move(order, legs: (mainLeg, goalLeg)) else {
      throw BankError.invalidRecord(cause: "the sample's transfer \(legs) was refused")
    }
  }
}

/// One payment of the sample.
struct SamplePayment {
  var minorUnits: Int64
  var counterparty: Counterparty
  var moment: SampleTimes.Moment
  var direction = PaymentDirection.outgoing
  var status = PaymentStatus.settled
  var source = PaymentSource.card
  var sourceAmount: Money?
  var reference: String?
  var isRoundedUpByBank = false

  /// A card payment to a shop, until changed.
  static func shop(
    _ minorUnits: Int64, _ name: String, _ moment: SampleTimes.Moment,
    _ status: PaymentStatus = .settled
  ) -> SamplePayment {
    SamplePayment(
      minorUnits: minorUnits, counterparty: Counterparty(kind: .merchant, name: name),
      moment: moment, status: status)
  }

  /// A direct debit or a transfer to somebody.
  static func payee(
    _ minorUnits: Int64, _ name: String, _ moment: SampleTimes.Moment,
    _ status: PaymentStatus = .settled, by source: PaymentSource = .directDebit
  ) -> SamplePayment {
    SamplePayment(
      minorUnits: minorUnits, counterparty: Counterparty(kind: .payee, name: name),
      moment: moment, status: status, source: source)
  }

  /// Money that comes in.
  static func sender(
    _ minorUnits: Int64, _ name: String, _ moment: SampleTimes.Moment,
    by source: PaymentSource = .fasterPaymentIn, reference: String? = nil
  ) -> SamplePayment {
    SamplePayment(
      minorUnits: minorUnits, counterparty: Counterparty(kind: .sender, name: name),
      moment: moment, direction: .incoming, source: source, reference: reference)
  }
}
