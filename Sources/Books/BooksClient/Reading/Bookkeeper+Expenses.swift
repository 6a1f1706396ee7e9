import Books
public import Days
public import FreeAgentAPI
public import Money
import ServiceBasics

/// Expenses and journeys.
extension Bookkeeper {
  /// All that a form needs to claim an expense; what does not depend on each other is read at once.
  ///
  /// - Parameter isJourney: whether it is for a journey, which has neither a category nor stock.
  /// - Throws: a ``BooksError``.
  public func expenseFacts(ofJourney isJourney: Bool = false) async throws -> ExpenseFacts {
    async let company = company()
    async let categories = isJourney ? [] : categories()
    async let projects: [FreeAgent.Project] = listIfAny(
      FreeAgent.ProjectFilter { $0.view = .active })
    async let stock: [FreeAgent.StockItem] = isJourney ? [] : listIfAny()
    async let claimants = claimants()
    let groups: Set<CategoryGroup> = [.adminExpenses, .costOfSales, .capitalAsset, .stock]
    let things = try await stock.compactMap { BookThing($0.url, $0.description) }
    return ExpenseFacts(
      company: try await company, claimants: try await claimants,
      categories: try await categories.filter { category in
        groups.contains(category.code.group) && category.code.number != Self.mileage
          && (category.code.group != .stock || !things.isEmpty)
      },
      projects: try await projects.compactMap { BookThing($0.url, $0.name) }, stock: things)
  }

  /// The category of journeys, which are claimed in another way.
  private static let mileage = 249

  /// Who is logged in, and those for whom that user may claim.
  private func claimants() async throws -> [Claimant] {
    let me = try await ask(FreeAgent.GetMe())
    guard let user = BookUser(me), let own = Claimant(me) else {
      throw BooksError(.unreadable, cause: "the user has no address")
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
  /// - Returns: the miles; nil if the day is in no tax year.
  /// - Throws: a ``BooksError``.
  public func miles(of claimant: Claimant, on day: Day) async throws -> MilesSoFar? {
    guard let year = TaxYear(of: day), let days = year.days else { return nil }
    let journeys = try await expenses(of: claimant.id, in: days).compactMap { expense in
      expense.journey.map { (day: expense.day, journey: $0) }
    }.filter { $0.journey.vehicle == .car && $0.journey.isReclaimed }
    let isFirstYear = claimant.since.flatMap { TaxYear(of: $0) } == year
    let before = journeys.filter { $0.day <= day }.map(\.journey.distance)
    do {
      return MilesSoFar(
        year: year.description,
        before: try ExactDecimal.sum(of: before + (isFirstYear ? [claimant.openingMiles] : [])),
        laterJourneys: journeys.count - before.count)
    } catch {
      throw BooksError(.unreadable, cause: "\(error)")
    }
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
