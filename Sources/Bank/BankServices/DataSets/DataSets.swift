import Bank
import FoundationEssentials
import ServiceBasics
import Synchronization

/// All data sets of a bank, each made when it is first asked for.
final class DataSets: Sendable {
  let accounts: DataService<[AccountOverview]>
  private let bank: any Bank
  private let cache: CacheFolder?
  private let surroundings: Surroundings
  private let made = Mutex(Made())

  /// How many lists of payments are kept that nobody else holds: the days shown move on.
  private static let paymentsKept = 16

  private struct Made {
    var goals: [Account.ID: DataService<[SavingsGoal]>] = [:]
    var payments: [ShelfPlace: Weak<DataService<[Payment]>>] = [:]
    var latest: [DataService<[Payment]>] = []
  }

  private struct Weak<Object: AnyObject & Sendable>: Sendable {
    weak let object: Object?
  }

  init(of bank: any Bank, cache: CacheFolder?, in surroundings: Surroundings) {
    self.bank = bank
    self.cache = cache
    self.surroundings = surroundings
    accounts = DataService(
      in: surroundings, shelf: cache.map { Shelf($0, ShelfPlace(kind: .accounts)) }
    ) { try await AccountOverview.all(at: bank) }
  }

  func goals(of account: Account.ID) -> DataService<[SavingsGoal]> {
    made.withLock { made in
      if let service = made.goals[account] { return service }
      let place = ShelfPlace(kind: .goals, subject: account)
      let service = DataService(in: surroundings, shelf: cache.map { Shelf($0, place) }) {
        [bank] in try await bank.goals(of: account)
      }
      made.goals[account] = service
      return service
    }
  }

  func payments(
    _ kind: ShelfPlace.Kind, of account: Account.ID, in interval: Range<Date>
  ) -> DataService<[Payment]> {
    let bounds = Timestamp(interval.lowerBound)..<Timestamp(interval.upperBound)
    let place = ShelfPlace(kind: kind, subject: account, interval: bounds)
    return made.withLock { made in
      if let service = made.payments[place]?.object { return service }
      let shelf = cache.map { cache in
        Shelf<[Payment]>(cache, place) { payments, header in
          header.payments(payments, in: bounds)
        }
      }
      let service = DataService(in: surroundings, shelf: shelf) { [bank] in
        try await bank.payments(of: account, in: interval)
      }
      made.latest = made.latest.suffix(Self.paymentsKept - 1) + [service]
      made.payments = made.payments.filter { $0.value.object != nil }
      made.payments[place] = Weak(object: service)
      return service
    }
  }

  /// Something has changed at the bank, or is about to: what was read of it is stale.
  func changed(_ change: BankChange) {
    switch change {
    case .moneyMoved(let account):
      accounts.becameStale()
      for service in services(of: account) { service.becameStale() }
    case .goalMade(let account):
      made.withLock { $0.goals[account] }?.becameStale()
    }
    guard let cache else { return }
    for place in ShelfPlace.changed(by: change) {
      place.markStale(at: surroundings.time, in: cache)
    }
  }

  /// Somebody has logged in, and what was read with the token before may have to be forgotten.
  func loggedIn(as holder: String?) {
    let known = surroundings.holder
    surroundings.holder = holder
    if let holder, holder == known {
      for service in all { service.becameStale() }
    } else {
      for service in all { service.holderChanged(isCopyToo: holder == nil) }
    }
  }

  /// It is known now whom the token speaks for.
  func holderKnown(_ holder: String) {
    let known = surroundings.holder
    surroundings.holder = holder
    if let known, known != holder {
      for service in all { service.holderChanged(isCopyToo: false) }
    } else {
      for service in all { service.holderKnown(holder) }
    }
  }

  /// The customer has logged out: nothing of theirs stays.
  func loggedOut() {
    surroundings.holder = nil
    for service in all { service.holderChanged(isCopyToo: true) }
    cache?.removeCopies()
  }

  private func services(of account: Account.ID) -> [any Marked] {
    made.withLock { made in
      var services: [any Marked] = made.payments
        .compactMap { $0.key.subject == account ? $0.value.object : nil }
      if let goals = made.goals[account] { services.append(goals) }
      return services
    }
  }

  private var all: [any Marked] {
    made.withLock { made in
      [accounts] + Array(made.goals.values) + made.payments.values.compactMap(\.object)
    }
  }
}

/// A data set, whatever it is of, as others tell it that it is out of date.
private protocol Marked: Sendable {
  func becameStale()
  func holderChanged(isCopyToo: Bool)
  func holderKnown(_ holder: String)
}

extension DataService: Marked {}
