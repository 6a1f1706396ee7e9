import Books
import FreeAgentAPI
import Money
import ServiceBasics

/// Changes of claims that are in the books.
///
/// A claim is written in its place. The same change sent again changes nothing more, and what an earlier
/// attempt has done is seen before anything is sent: it needs no book of orders.
extension Bookkeeper {
  /// Changes a claim, and then its receipt, if they still are what a person has seen.
  ///
  /// - Parameters:
  ///   - change: what changes.
  ///   - receipt: the contents of the receipt that comes; nil if none does.
  /// - Returns: what became of it.
  /// - Throws: a ``BooksError``: of the code `outcomeUnknown` if it may have been carried out; the same
  ///   change finds out.
  public func change(
    _ change: ExpenseChange, receipt: [UInt8]? = nil
  ) async throws -> ExpenseChangeResult {
    let file = try change.receipt?.new?.attachment(of: receipt)
    var isBegun = false
    do {
      let company = try await company()
      var record = try await ask(FreeAgent.Get(change.id.identifier))
      guard record.rebilledOnInvoice == nil else { return .billed }
      if let receipt = change.receipt, let there = record.attachment, !receipt.knows(there) {
        return .outdated
      }
      if let contents = change.contents {
        let read = ExpenseContents(record, of: company, by: try await rules(of: record))
        guard contents.canHaveLed(to: read) else { return .outdated }
        let changes = contents.after.changes(of: record, for: company, at: service.root)
        switch try await update(change.id, by: changes) {
        case .refused(let failure): return ExpenseChangeResult(failure)
        case .written(let written): record = written
        }
        isBegun = true
        guard let made = BookExpense(record, native: company.currency),
          contents.after.isLike(made)
        else { return .notChanged }
      }
      // The service replaces no receipt by itself; what an earlier attempt attached is there already.
      if let old = change.receipt?.old, BookID(record.attachment?.url) == old {
        try await takeOff(old)
        isBegun = true
        record.attachment = nil
      }
      if let file, record.attachment == nil {
        let attached = FreeAgent.Expense { $0.attachment = file }
        switch try await update(change.id, by: attached) {
        case .refused(let failure): return ExpenseChangeResult(failure)
        case .written(let written): record = written
        }
      }
      guard let made = BookExpense(record, native: company.currency) else { return .notChanged }
      return .changed(made: made)
    } catch let error as BooksError where error.code == .gone {
      return .gone
    } catch let error as BooksError where isBegun {
      throw error.ofBegun
    }
  }
}

extension ExpenseChangeResult {
  /// What the service's refusal of a change means.
  fileprivate init(_ failure: FreeAgent.Failure) {
    self = failure.saysNotFound ? .gone : .refused(reasons: failure.reasons)
  }
}

extension ExpenseChange.Receipt {
  /// Whether an attachment is the one that goes, or can be the one that comes: it has its size, or its name
  /// if the service does not tell the size.
  fileprivate func knows(_ attachment: FreeAgent.Attachment) -> Bool {
    if let old, BookID(attachment.url) == old { return true }
    guard let new else { return false }
    return attachment.fileSize.map { $0 == new.size } ?? (attachment.fileName == new.name)
  }
}

extension ExpenseContents {
  /// What makes an expense this one.
  ///
  /// Of what a form asks for, it blanks what the expense has and this has not; the rest stays.
  fileprivate func changes(
    of before: FreeAgent.Expense, for company: BookCompany, at root: FreeAgent.Root
  ) -> FreeAgent.Expense {
    var told = self
    if journey == nil { told.vat = company.vat(vat, on: day) }
    var changes = told.expense(at: root)
    if journey == nil, told.vat == nil { changes.salesTaxRate = .automatic }
    // Miles that were not made of kilometres here may have more decimals than they have after it.
    if let journey, let miles = before.mileage, journey.isAsFar(as: miles) {
      changes.mileage = miles
    }
    for name in askedMembers where changes.members[name] == nil {
      if (before.members[name] ?? .null) != .null { changes.members[name] = .null }
    }
    return changes
  }

  /// The members that a form may leave without an answer.
  private var askedMembers: [String] {
    let fields = FreeAgent.Expense.schema.fields
    var names = [fields.project.name, fields.rebillType.name, fields.property.name]
    if journey == nil {
      names += [
        fields.receiptReference.name, fields.ecStatus.name, fields.rebillFactor.name,
        fields.stockItem.name, fields.stockAlteringQuantity.name, fields.recurring.name,
        fields.recurringEndDate.name, fields.salesTaxRate.name, fields.manualSalesTaxAmount.name,
        fields.salesTaxStatus.name,
      ]
    } else {
      names += [
        fields.engineType.name, fields.engineSize.name, fields.rebillMileageRate.name,
      ]
    }
    return names
  }
}
