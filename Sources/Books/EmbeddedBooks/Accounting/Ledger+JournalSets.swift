import Days
import FreeAgentAPI
import GRDB
import Money
import ServiceBasics

/// Corrections of the ledger by hand; each set balances.
///
/// Source: the page “Journal Sets”; answers of the service of August 2026 for the opening balances.
extension Ledger {
  typealias JournalSet = FreeAgent.JournalSet

  /// Adds the set of the opening balances, which has no day, to books that are new.
  func addOpeningJournalSet() throws {
    try insert(.journalSet, ["description": "Opening Balances Journal Set"])
  }

  func journalSet(_ id: Int64) throws -> JournalSet { try journalSet(try found(.journalSet, id)) }

  /// The set of the opening balances.
  func openingJournalSet() throws -> JournalSet {
    guard let row = try row("SELECT * FROM journalSet WHERE day IS NULL") else {
      throw FreeAgent.Failure.notFound
    }
    return try journalSet(row)
  }

  private func journalSet(_ row: Row) throws -> JournalSet {
    let id = row["id"] as Int64
    let native = try companyFacts().currency
    var entries = try rows("SELECT * FROM journalEntry WHERE journalSet = ? ORDER BY id", [id])
      .map { journalEntry($0, native) }
    let isOpening = row.day("day") == nil
    if isOpening, let balancing = try balancingEntry(of: id) { entries.append(balancing) }
    return try JournalSet {
      $0.url = link(id)
      $0.datedOn = row.day("day")
      $0.description = row["description"]
      $0.tag = row["tag"]
      $0.journalEntries = entries
      if isOpening {
        $0.bankAccounts = try openingBalancesOfAccounts()
        $0.stockItems = []
      }
      $0.updatedAt = row.time("updatedAt")
    }
  }

  private func journalEntry(_ row: Row, _ native: Currency) -> FreeAgent.JournalEntry {
    FreeAgent.JournalEntry {
      $0.url = link(row["id"] as Int64, in: Self.entries(of: row["journalSet"]))
      $0.category = link(Self.code(ofEntry: row))
      $0.description = row["description"]
      $0.debitValue = row.amount("debit", native)
      $0.user = link(row["user"])
      $0.capitalAssetType = link(row["capitalAssetType"])
      $0.stockItem = link(row["stockItem"])
      $0.stockAlteringQuantity = row["stockQuantity"]
      $0.property = link(row["property"])
    }
  }

  private static func entries(of set: Int64) -> String { "journal_sets/\(set)/journal_entries" }

  /// What balances the opening balances: it follows from them, and no row has its number.
  ///
  /// It has no value if a rate of exchange is not known.
  private func balancingEntry(of set: Int64) throws -> FreeAgent.JournalEntry? {
    let suspense = try openingPostings().filtered { $0 == LedgerAccount.suspense }
    let debit = try total(of: suspense)
    guard debit?.isZero != true else { return nil }
    return FreeAgent.JournalEntry {
      $0.url = link(Self.balancingNumber, in: Self.entries(of: set))
      $0.category = link(LedgerAccount.suspense)
      $0.description = "Automatic Balancing Entry"
      $0.debitValue = debit
    }
  }

  /// The number of what balances the opening balances, which the books work out again whatever is sent.
  static let balancingNumber: Int64 = 0

  /// The opening balances of bank accounts, with the sign that the service’s answers have.
  private func openingBalancesOfAccounts() throws -> [FreeAgent.JournalSetBalance] {
    let native = try companyFacts().currency
    let sql = "SELECT * FROM bankAccount WHERE openingBalance <> 0 AND NOT isPersonal ORDER BY id"
    return try rows(sql).map { row in
      let account = FreeAgent.BankAccount(details: row) { _ in }
      let value = try inNative(row["openingBalance"], row["currency"], native)
      let link: FreeAgent.Link<FreeAgent.BankAccount> = self.link(row["id"] as Int64)
      return FreeAgent.JournalSetBalance {
        $0.url = link.url
        $0.description = account.name
        $0.debitValue = value?.negated
      }
    }
  }

  func journalSets(
    _ filter: FreeAgent.JournalSetFilter, _ page: FreeAgent.PageRequest
  ) throws -> Page<JournalSet> {
    var selection = Selection(.journalSet, order: "day, id")
    selection.require(from: filter.fromDate, through: filter.toDate, since: filter.updatedSince)
    selection.require("tag", is: filter.tag)
    return try self.page(of: selection, page).map { try journalSet($0) }
  }

  func add(_ new: JournalSet) throws -> JournalSet {
    try new.validate(isNew: true, passing: ["journal_entries"])
    guard let entries = try new.entries, !entries.isEmpty else {
      throw FreeAgent.Failure.blank("journal_entries")
    }
    let id = try insert(
      .journalSet,
      ["day": day(of: new)?.description, "tag": new.tag, "description": new.description])
    try write(entries, ofJournalSet: id)
    return try journalSet(id)
  }

  func change(journalSet id: Int64, by changes: JournalSet) throws -> JournalSet {
    let row = try found(.journalSet, id)
    var changes = changes
    if row.day("day") == nil { changes.members["dated_on"] = nil }
    try requireOpenAccounts(on: row.day("day"))
    try changes.validate(isNew: false, passing: ["journal_entries"])
    var columns: Columns = [:]
    if let day = try day(of: changes) { columns["day"] = day.description }
    if let description = changes.description { columns["description"] = description }
    if changes.has(\.tag) { columns.updateValue(changes.tag, forKey: "tag") }
    try update(.journalSet, id, columns)
    let entries = try changes.entries ?? []
    try keepingLockedBeginning { try write(entries, ofJournalSet: id) }
    return try journalSet(id)
  }

  func delete(journalSet id: Int64) throws {
    let day = try found(.journalSet, id).day("day")
    guard day != nil else {
      throw FreeAgent.Failure.unprocessable("The opening balances can't be deleted")
    }
    try requireOpenAccounts(on: day)
    try delete(.journalSet, id)
  }

  private func day(of set: JournalSet) throws -> Day? {
    guard let day = set.datedOn else { return nil }
    if let begin = try companyFacts().booksBegin, day < begin {
      throw FreeAgent.Failure.invalid("dated_on", "must be on or after \(begin)")
    }
    try requireOpenAccounts(on: day)
    return day
  }
}

extension FreeAgent.JournalSet {
  /// The entries of a body, as they came; nil if it has none.
  fileprivate var entries: [FreeAgent.JournalEntry]? {
    get throws {
      guard let member = members["journal_entries"], member != .null else { return nil }
      guard case .list(let list) = member else {
        throw FreeAgent.Failure.invalid("journal_entries", "is not valid")
      }
      return try list.map { try Call.record($0, named: "journal_entries") }
    }
  }
}
