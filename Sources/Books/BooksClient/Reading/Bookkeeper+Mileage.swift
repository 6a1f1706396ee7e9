import Books
import Days
import FreeAgentAPI
import Money
import ServiceBasics

/// Journeys by car, which share the miles at the first rate of a tax year.
extension Bookkeeper {
  /// The miles by car of somebody in the tax year of a claim, as far as it is known, and what becomes of
  /// later claims.
  ///
  /// - Parameters:
  ///   - contents: what is claimed, or what a claim is changed to.
  ///   - changed: the claim that is changed; nil for a new one, which comes after the others of its day.
  ///   - claimants: those who may claim.
  ///   - rules: what the service pays for miles.
  /// - Returns: the miles; nil if the day is in no tax year, or the claimant is none of those.
  /// - Throws: a ``BooksError``.
  public func miles(
    for contents: ExpenseContents, changing changed: BookExpense? = nil, of claimants: [Claimant],
    by rules: MileageRules
  ) async throws -> MilesSoFar? {
    guard let claimant = claimants.first(where: { $0.id == contents.claimant }),
      let year = TaxYear(of: contents.day)
    else { return nil }
    let mileage = try await mileage(of: claimant, in: year, besides: changed)
    let old = PaidJourney(changed)
    let new = PaidJourney(contents, changing: old)
    var years = [mileage]
    if let old, let year = TaxYear(of: old.journey.day), !mileage.has(old),
      let claimant = claimants.first(where: { $0.id == old.claimant })
    {
      years.append(try await self.mileage(of: claimant, in: year, besides: changed))
    }
    let later = try await laterClaims(in: years, from: old, to: new, by: rules)
    do {
      let before = mileage.earlier(than: contents.day)
      return MilesSoFar(
        year: year.description,
        before: try ExactDecimal.sum(of: before.map(\.journey.miles) + [mileage.opening]),
        laterJourneys: mileage.claims.count - before.count, later: later)
    } catch {
      throw BooksError(.unreadable, cause: .numbersUnusable("\(error)"))
    }
  }

  /// What becomes of later claims if a claim is deleted.
  ///
  /// - Parameter claim: the claim.
  /// - Returns: the later claims, those that stay as they are included; empty if there are none, or it is
  ///   not known.
  /// - Throws: a ``BooksError``.
  public func laterClaims(without claim: BookExpense) async throws -> [LaterClaims] {
    guard let old = PaidJourney(claim), let year = TaxYear(of: claim.day),
      let claimant = try await claimants().first(where: { $0.id == old.claimant })
    else { return [] }
    async let rules = mileageRules()
    let mileage = try await mileage(of: claimant, in: year, besides: claim)
    return try await laterClaims(in: [mileage], from: old, to: nil, by: rules) ?? []
  }

  /// What has become of later claims by now; those that are paid what they were before are left out.
  ///
  /// - Parameter expected: the claims, and what was expected of them.
  /// - Throws: a ``BooksError``.
  public func changes(of expected: [LaterClaims]) async throws -> [LaterClaims] {
    let native = try await company().currency
    var changes: [LaterClaims] = []
    for later in expected {
      let days = later.claims.map(\.day)
      guard let first = days.min(), let last = days.max() else { continue }
      let now = try await expenses(in: first...last).compactMap { record in
        BookExpense(record, native: native).map { ($0.id, $0.amount) }
      }
      do {
        let change = try later.change(to: Dictionary(now) { first, _ in first })
        if change.isChange { changes.append(change) }
      } catch {
        throw BooksError(.unreadable, cause: .numbersUnusable("\(error)"))
      }
    }
    return changes
  }

  /// What becomes of the later claims of some tax years; nil if there are none, or a rate is not known.
  private func laterClaims(
    in years: [CarMileage], from old: PaidJourney?, to new: PaidJourney?, by rules: MileageRules
  ) async throws -> [LaterClaims]? {
    let currency = try await company().currency
    var all: [LaterClaims] = []
    for year in years {
      let (was, now) = (year.own(old), year.own(new))
      guard let first = [was, now].compactMap({ $0?.day }).min() else { continue }
      let later = year.later(than: first)
      guard !later.isEmpty else { continue }
      do {
        guard let difference = try year.difference(from: was, to: now, by: rules, in: currency)
        else { return nil }
        all.append(
          LaterClaims(
            in: year.year.description, less: difference.less, more: difference.more,
            of: later.map(\.filed)))
      } catch {
        throw BooksError(.unreadable, cause: .numbersUnusable("\(error)"))
      }
    }
    return all.isEmpty ? nil : all
  }

  /// The journeys by car that somebody is paid for in a tax year.
  ///
  /// - Parameter own: a claim that is left out; nil if none is.
  private func mileage(
    of claimant: Claimant, in year: TaxYear, besides own: BookExpense?
  ) async throws -> CarMileage {
    let native = try await company().currency
    let isFirstYear = claimant.since.flatMap { TaxYear(of: $0) } == year
    var records: [FreeAgent.Expense] = []
    if let days = year.days { records = try await expenses(in: days) }
    let claims = records.compactMap { record -> CarMileage.Claim? in
      guard let expense = BookExpense(record, native: native), expense.id != own?.id,
        let paid = PaidJourney(expense), paid.claimant == claimant.id
      else { return nil }
      return CarMileage.Claim(
        filed: LaterClaims.Claim(id: expense.id, day: expense.day, amount: expense.amount),
        journey: paid.journey, rate: record.reclaimMileageRate)
    }
    return CarMileage(
      claimant: claimant.id, year: year, opening: isFirstYear ? claimant.openingMiles : 0, claims,
      besides: own?.id)
  }
}

/// A journey by car that somebody is paid for.
private struct PaidJourney {
  let claimant: BookID<FreeAgent.User>
  let journey: Journey

  /// The journey of a claim in the books; nil if it does not count for the limit.
  init?(_ claim: BookExpense?) {
    guard let claim, let claimant = claim.claimant, let journey = claim.journey,
      journey.isReclaimed, journey.vehicle == .car
    else { return nil }
    self.claimant = claimant
    self.journey = Journey(on: claim.day, by: .car, miles: journey.distance)
  }

  /// The journey that is claimed; nil if it does not count for the limit.
  ///
  /// - Parameter old: the journey as it was, whose miles it keeps if it is as far.
  init?(_ contents: ExpenseContents, changing old: PaidJourney?) {
    guard let journey = contents.journey, journey.isReclaimed, journey.vehicle == .car,
      let miles = journey.miles
    else { return nil }
    claimant = contents.claimant
    let kept = old.map(\.journey.miles).flatMap { journey.isAsFar(as: $0) ? $0 : nil }
    self.journey = Journey(on: contents.day, by: .car, miles: kept ?? miles)
  }
}

/// The journeys by car that somebody is paid for in a tax year, but for one.
private struct CarMileage {
  struct Claim {
    let filed: LaterClaims.Claim
    let journey: Journey
    /// What its first miles are paid with; nil if the service does not say.
    let rate: ExactDecimal?
  }

  let claimant: BookID<FreeAgent.User>
  let year: TaxYear
  /// The miles from before the books.
  let opening: ExactDecimal
  /// In the order of their entry.
  let claims: [Claim]
  /// How many of them were entered before the one that is left out; all if it is not in the books.
  let place: Int

  init(
    claimant: BookID<FreeAgent.User>, year: TaxYear, opening: ExactDecimal, _ claims: [Claim],
    besides own: BookID<FreeAgent.Expense>?
  ) {
    self.claimant = claimant
    self.year = year
    self.opening = opening
    // The service’s ids count up.
    let entered = claims.sorted { $0.filed.id.entry < $1.filed.id.entry }
    self.claims = entered
    place =
      own.map { own in entered.filter { $0.filed.id.entry < own.entry }.count } ?? entered.count
  }

  /// Whether a journey is one of them.
  func has(_ paid: PaidJourney) -> Bool {
    paid.claimant == claimant && year.contains(paid.journey.day)
  }

  /// A journey if it is one of them.
  func own(_ paid: PaidJourney?) -> Journey? { paid.flatMap { has($0) ? $0.journey : nil } }

  /// Those that come before the one that is left out, if that is on a day: of the same day those that were
  /// entered before it.
  func earlier(than day: Day) -> [Claim] {
    claims.indices.filter { (claims[$0].journey.day, $0) < (day, place) }.map { claims[$0] }
  }

  /// Those that come after it.
  func later(than day: Day) -> [Claim] {
    claims.indices.filter { (claims[$0].journey.day, $0) >= (day, place) }.map { claims[$0] }
  }

  /// By how much their allowances change with the one that is left out; nil if a rate is not known.
  func difference(
    from old: Journey?, to new: Journey?, by rules: MileageRules, in currency: Currency
  ) throws(MoneyError) -> MileageDifference? {
    try MileageDifference(
      to: MileageLog(claims.map(\.journey), opening: [year: opening]), enteredAt: place, from: old,
      to: new, in: currency
    ) { index in
      rules.table(on: claims[index].journey.day, payingByCar: claims[index].rate)
    }
  }
}

extension BookID<FreeAgent.Expense> {
  /// When it was entered, as far as its id tells.
  fileprivate var entry: Int64 { Int64(text) ?? .max }
}

extension LaterClaims {
  /// What they are paid less and more with other amounts.
  fileprivate func change(
    to amounts: [BookID<FreeAgent.Expense>: Money]
  ) throws(MoneyError) -> LaterClaims {
    guard let currency = claims.first?.amount.currency else { return self }
    var less = Money.zero(currency)
    var more = Money.zero(currency)
    for claim in claims {
      guard let now = amounts[claim.id] else { continue }
      // What is owed to the claimant is negative.
      let change = try claim.amount.subtracting(now)
      if change.isNegative {
        less = try less.subtracting(change)
      } else {
        more = try more.adding(change)
      }
    }
    return LaterClaims(in: year, less: less, more: more, of: claims)
  }
}
