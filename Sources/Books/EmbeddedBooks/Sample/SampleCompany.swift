import Days
public import FreeAgentAPI
import ServiceBasics

/// A small company with a past, for trying flows out.
///
/// Thornbury Design Ltd draws and prints. It has four bank accounts, whose transactions show what there is
/// to explain: a hotel of £279.78 that nobody has explained, coffees that always were explained alike, a
/// transfer, one that is explained in part, and so on. Everything lies relative to the day on which it is
/// made, and ids are always the same.
public enum SampleCompany {
  /// What kind of company it is.
  public enum Variant: String, Sendable, CaseIterable {
    /// A limited company that is registered for VAT.
    case limited
    /// The same, not registered for VAT.
    case notRegistered
    /// A sole trader.
    case soleTrader
    /// A landlord who is no company, with two properties.
    case landlord
    /// A limited company that measures distances in kilometres.
    case kilometres
    /// A limited company on the flat-rate scheme of VAT, which reclaims no VAT on what it buys.
    case flatRate
  }

  /// Fills books that have no company; those that have one are left as they are.
  ///
  /// - Parameters:
  ///   - books: the books.
  ///   - variant: what kind of company it is to be.
  ///   - includingPayroll: whether a limited company has paid people, which lessens its profit.
  ///   - includingPast: whether an order was cancelled more than half a year ago, with an invoice that was paid
  ///     back and payments that are locked by a VAT return; they add up to nothing.
  /// - Returns: whether the books were filled.
  /// - Throws: what SQLite throws.
  @discardableResult
  public static func seed(
    into books: EmbeddedBooks, variant: Variant = .limited, includingPayroll: Bool = false,
    includingPast: Bool = false
  ) throws -> Bool {
    try fill(books) { ledger in
      let writer = SampleWriter(ledger: ledger, variant: variant)
      try writer.writeCompany()
      try writer.writeUsers(SampleWriter.people)
      try writer.writeContacts()
      try writer.writeProjects()
      try writer.writeInvoices()
      try writer.writeOtherDocuments()
      try writer.writeBills()
      try writer.writeBanking()
      try writer.writeOffInPart()
      try writer.writeExpenses()
      try writer.writeTime()
      try writer.writeSales()
      try writer.writeFeeds()
      if includingPayroll { try writer.writePayroll() }
      if includingPast { try writer.writePayments(of: writer.writeCancelledOrder()) }
      try writer.fileVATReturns()
    }
  }

  /// Begins a company in books that have none: a limited one, registered for VAT, with its owner, the
  /// usual categories, and nothing else.
  ///
  /// - Parameter books: the books; those that have a company are left as they are.
  /// - Returns: whether the company was begun.
  /// - Throws: what SQLite throws.
  @discardableResult
  public static func begin(in books: EmbeddedBooks) throws -> Bool {
    try fill(books) { ledger in
      let writer = SampleWriter(ledger: ledger, variant: .limited)
      try writer.writeCompany()
      try writer.writeUsers(SampleWriter.people.prefix(1))
    }
  }

  private static func fill(
    _ books: EmbeddedBooks, with contents: (Ledger) throws -> Void
  ) throws -> Bool {
    guard try books.read({ try !$0.exists("SELECT 1 FROM company") }) else { return false }
    return try books.write { ledger in
      guard try !ledger.exists("SELECT 1 FROM company") else { return false }
      try contents(ledger)
      return true
    }
  }

  /// The owner, who may do everything.
  public static let owner = FreeAgent.Identifier<FreeAgent.User>(1)
  /// The bookkeeper, who may do all up to banking.
  public static let bookkeeper = FreeAgent.Identifier<FreeAgent.User>(2)
  /// The director's assistant, who may do all up to invoices.
  public static let assistant = FreeAgent.Identifier<FreeAgent.User>(3)
  /// An employee, who may claim expenses.
  public static let employee = FreeAgent.Identifier<FreeAgent.User>(4)
  /// Somebody who may do nothing.
  public static let nobody = FreeAgent.Identifier<FreeAgent.User>(5)
}
