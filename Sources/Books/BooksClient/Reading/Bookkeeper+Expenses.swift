import Books
public import Days
public import FreeAgentAPI
import Money
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
    var properties = try await knownProperties(of: try await company)
    if let listed = properties, !listed.isEmpty {
      properties = try await named(filed?.property, among: listed) { $0.address }
    }
    let usual = try await categories.filter { category in
      groups.contains(category.code.group) && category.code.number != Self.mileage
        && (category.code.group != .stock || !things.isEmpty)
    }
    return ExpenseFacts(
      company: try await company, claimants: try await claimants,
      categories: usual.with(filed?.category),
      projects: try await named(
        filed?.project, among: try await projects.compactMap { BookThing($0.url, $0.name) }
      ) { $0.name }, stock: things,
      properties: properties)
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
  func claimants() async throws -> [Claimant] {
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
    return try await expenses(in: days).compactMap { BookExpense($0, native: native) }
      .filter { $0.claimant == claimant }
  }

  /// The expenses and journeys of all who may be seen, in the service’s order.
  func expenses(in days: ClosedRange<Day>) async throws -> [FreeAgent.Expense] {
    try await list(
      FreeAgent.ExpenseFilter {
        $0.fromDate = days.lowerBound
        $0.toDate = days.upperBound
      })
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
