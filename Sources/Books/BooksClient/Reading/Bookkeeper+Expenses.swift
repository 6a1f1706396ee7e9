import Books
public import Days
public import FreeAgentAPI
public import Money
import ServiceBasics

/// Expenses and journeys.
extension Bookkeeper {
  /// All that a form needs to claim an expense; what does not depend on each other is read at once.
  ///
  /// - Parameters:
  ///   - isJourney: whether it is for a journey, which has neither a category nor stock.
  ///   - filed: what a claim has that is to be changed: what it names is there even if lists leave it out, such
  ///     as a project that is completed; nil for a new claim.
  /// - Throws: a ``BooksError``.
  public func expenseFacts(
    ofJourney isJourney: Bool = false, naming filed: ExpenseContents? = nil
  ) async throws -> ExpenseFacts {
    async let company = company()
    async let categories = isJourney ? [] : categories()
    async let projects: [FreeAgent.Project] = listIfAny(
      FreeAgent.ProjectFilter { $0.view = .active })
    async let stock: [FreeAgent.StockItem] = isJourney ? [] : listIfAny()
    async let claimants = claimants()
    let groups: Set<CategoryGroup> = [.adminExpenses, .costOfSales, .capitalAsset, .stock]
    let things = try await named(
      filed?.stock, among: try await stock.compactMap { BookThing($0.url, $0.description) }
    ) { $0.description }
    let usual = try await categories.filter { category in
      groups.contains(category.code.group) && category.code.number != Self.mileage
        && (category.code.group != .stock || !things.isEmpty)
    }
    return ExpenseFacts(
      company: try await company, claimants: try await claimants,
      categories: usual.with(filed?.category),
      projects: try await named(
        filed?.project, among: try await projects.compactMap { BookThing($0.url, $0.name) }
      ) { $0.name }, stock: things)
  }

  /// Things with one that a claim names, by its name, or by its id if the name cannot be read.
  private func named<Target: FreeAgent.Resource>(
    _ id: BookID<Target>?, among listed: [BookThing<Target>], name: (Target) -> String?
  ) async throws -> [BookThing<Target>] {
    guard let id, !listed.contains(where: { $0.id == id }) else { return listed }
    do {
      let record = try await ask(FreeAgent.Get(id.identifier))
      return listed + [BookThing(id: id, name: name(record) ?? id.text)]
    } catch let error as BooksError where error.code == .gone || error.code == .notAllowed {
      return listed + [BookThing(id: id, name: id.text)]
    }
  }

  /// The category of journeys, which are claimed in another way.
  private static let mileage = 249

  /// Who is logged in, and those for whom that user may claim.
  private func claimants() async throws -> [Claimant] {
    let me = try await ask(FreeAgent.GetMe())
    guard let user = BookUser(me), let own = Claimant(me) else {
      throw BooksError(.unreadable, cause: .incomplete("the user has no address"))
    }
    guard user.may(.accounting) else { return [own] }
    let users: [FreeAgent.User] = try await listIfAny()
    let others = users.filter { $0.hidden != true }.compactMap { Claimant($0) }
    return [own] + others.filter { $0.id != own.id }
  }

  /// The expenses and journeys of somebody, in the service’s order.
  ///
  /// The service’s list has no filter for whose they are: those of all who may be seen are read.
  ///
  /// - Parameters:
  ///   - claimant: whose they are.
  ///   - days: the first day and the last.
  /// - Throws: a ``BooksError``.
  public func expenses(
    of claimant: BookID<FreeAgent.User>, in days: ClosedRange<Day>
  ) async throws -> [BookExpense] {
    let native = try await company().currency
    let expenses: [FreeAgent.Expense] = try await list(
      FreeAgent.ExpenseFilter {
        $0.fromDate = days.lowerBound
        $0.toDate = days.upperBound
      })
    return expenses.compactMap { BookExpense($0, native: native) }
      .filter { $0.claimant == claimant }
  }

  /// The miles by car of somebody in the tax year of a day, as far as it is known.
  ///
  /// - Parameters:
  ///   - claimant: whose they are.
  ///   - day: the day of a journey.
  ///   - changed: the journey if it is in the books and is changed; nil for a new one, which comes after the
  ///     others of its day.
  /// - Returns: the miles; nil if the day is in no tax year.
  /// - Throws: a ``BooksError``.
  public func miles(
    of claimant: Claimant, on day: Day, changing changed: BookID<FreeAgent.Expense>? = nil
  ) async throws -> MilesSoFar? {
    guard let year = TaxYear(of: day), let days = year.days else { return nil }
    let journeys = try await expenses(of: claimant.id, in: days)
      .filter { $0.journey?.vehicle == .car && $0.journey?.isReclaimed == true && $0.id != changed }
    let isFirstYear = claimant.since.flatMap { TaxYear(of: $0) } == year
    // Journeys of one day count in the order of their entry.
    let before = journeys.filter {
      $0.day < day || $0.day == day && (changed.map($0.wasEntered(before:)) ?? true)
    }.compactMap(\.journey?.distance)
    do {
      return MilesSoFar(
        year: year.description,
        before: try ExactDecimal.sum(of: before + (isFirstYear ? [claimant.openingMiles] : [])),
        laterJourneys: journeys.count - before.count)
    } catch {
      throw BooksError(.unreadable, cause: .numbersUnusable("\(error)"))
    }
  }
}

extension BookExpense {
  /// Whether it was entered before another one, as far as their ids tell: those of the service count up.
  fileprivate func wasEntered(before other: BookID<FreeAgent.Expense>) -> Bool {
    guard let id = Int64(id.text), let other = Int64(other.text) else { return true }
    return id < other
  }
}

extension [BookCategory] {
  /// The categories with one that a claim has already.
  ///
  /// A sub-account that is not among them is called what the category is called.
  fileprivate func with(_ code: NominalCode?) -> Self {
    guard let code, !contains(where: { $0.code == code }) else { return self }
    let whole = first { $0.code.number == code.number }
    return self + [
      BookCategory(
        code: code, name: whole?.name ?? code.description, vat: whole?.vat,
        isAllowable: whole?.isAllowable ?? true)
    ]
  }
}

/// How far somebody has gone by car in a tax year.
public struct MilesSoFar: Sendable, Hashable, Codable {
  /// The tax year, such as `2026/27`.
  public let year: String
  /// The miles that come before a journey.
  public let before: ExactDecimal
  /// How many journeys come after it, whose allowance it may change.
  public let laterJourneys: Int
}
