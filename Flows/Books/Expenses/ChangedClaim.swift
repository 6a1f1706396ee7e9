import Books
import BooksClient
import Flowline
import Money

/// A claim that is in the books and is to be changed.
struct ChangedClaim: Sendable {
  let filed: FiledClaim
  /// Its receipt, which stays unless another is wanted; nil if it has none, or it could not be read.
  let receipt: KeptFile?

  /// The answers with which the form begins; nil if no form asks for what the claim has.
  func answers(_ facts: ExpenseFacts) -> ExpenseClaim? {
    filed.contents.map { ExpenseClaim(contents: facts.leavingUsualVAT(of: $0), receipt: receipt) }
  }
}

extension ExpenseFacts {
  /// What a claim has, with its VAT left to the service if it is what is usual for the category: it then
  /// follows another category.
  fileprivate func leavingUsualVAT(of contents: ExpenseContents) -> ExpenseContents {
    guard case .rate(let percent) = contents.vat,
      let usual = company.usualVAT(of: category(contents.category))
    else { return contents }
    let usualPercent: ExactDecimal? =
      switch usual {
      case .exempt, .outsideTheScope: 0
      case .standard, .reduced, .zero: usual.rate(on: contents.day)?.percent
      }
    guard usualPercent == percent else { return contents }
    var contents = contents
    contents.vat = nil
    return contents
  }
}

extension ExpenseClaim {
  /// What an earlier claim had and this one has not, in the words of the steps that ask for it.
  ///
  /// - Parameters:
  ///   - before: the claim in the books, if one is changed; else what was answered before, or nil.
  ///   - facts: what the form is made of.
  func forgotten(since before: ExpenseClaim?, _ facts: ExpenseFacts) -> [Text] {
    guard let before else { return [] }
    let steps = contents.forgotten(since: before.contents, facts)
    let losesReceipt = before.receipt != nil && receipt == nil
    return losesReceipt ? steps + [sharedTexts("receipt-file.label")] : steps
  }
}

extension ExpenseContents {
  fileprivate func forgotten(since before: ExpenseContents, _ facts: ExpenseFacts) -> [Text] {
    let texts = ExpenseFlow.texts
    let left = Set(answered(facts))
    return before.answered(facts).filter { !left.contains($0) }.map { step in
      texts["\(step).label"] ?? sharedTexts("\(step).label")
    }
  }

  /// The steps that have an answer, of those that not every claim asks for, in the order of the forms.
  private func answered(_ facts: ExpenseFacts) -> [String] {
    // What is usual is an answer too, on a day on which there is sales tax to tell.
    let hasVAT = vat != nil || (journey == nil && facts.company.taxation.contains(day))
    let steps: [(step: String, isAnswered: Bool)] = [
      ("stock", stock != nil), ("quantity", quantity != nil), ("vat", hasVAT),
      ("ec-status", ecStatus != nil), ("reference", reference != nil),
      ("flat-rate", journey?.isOnFlatRate != nil),
      ("fuel-receipt", journey?.hasReceipt == true), ("engine", journey?.engine != nil),
      ("size", journey?.size != nil), ("project", project != nil), ("rebill", rebilling != nil),
      (rebilling == .price ? "price" : "markup", rebillFactor != nil),
      ("rebill-rate", journey?.rebillRate != nil), ("recurring", recurring != nil),
      ("recurring-end", recurringEnd != nil),
    ]
    return steps.filter(\.isAnswered).map(\.step)
  }
}

extension BooksContext {
  /// Has a claim in the books changed; nil if it is to be asked for again, after a page that says why.
  ///
  /// - Parameters:
  ///   - change: what changes.
  ///   - file: the receipt that comes; nil if none does.
  /// - Throws: ``FlowCancelled`` if the claim is no longer what was to be changed, after a page that says so.
  func change(_ change: ExpenseChange, attaching file: KeptFile?) async throws -> BookExpense? {
    let files = [file].compactMap(\.self)
    let result = try await order("change-claim", of: change, isBooked: false, attaching: files) {
      try await $0.change($1, receipt: $2.first)
    }
    switch result {
    case .changed(let made): return made
    case .refused(let reasons):
      try await showRefusal(reasons)
      return nil
    case .outdated: try await flow.leave(after: "outdated")
    case .billed: try await flow.leave(after: "billed")
    case .notChanged: try await flow.leave(after: "not-changed")
    // The page of the claim says so.
    case .gone: throw FlowCancelled(.declined)
    }
  }

  /// Changes a claim to what a form has; nil if it is to be asked for again.
  ///
  /// - Parameters:
  ///   - changed: the claim; after a refusal as it is by then, since a part may have been written.
  ///   - claim: the answers of the form.
  /// - Throws: ``FlowCancelled`` if the claim is no longer what was to be changed, after a page that says so.
  func change(_ changed: inout ChangedClaim, to claim: ExpenseClaim) async throws -> BookExpense? {
    let filed = changed.filed
    guard let before = filed.contents else { throw FlowCancelled(.declined) }
    let receiptStays = claim.receipt == changed.receipt
    let change = ExpenseChange(
      of: filed.expense.id,
      contents: ExpenseChange.Contents(before: before, after: claim.contents),
      receipt: receiptStays
        ? nil
        : ExpenseChange.Receipt(
          old: filed.expense.receipt?.id, new: claim.receipt.map { OrderFile($0) }))
    let made = try await self.change(change, attaching: receiptStays ? nil : claim.receipt)
    if let made { return made }
    guard let now = try await filedClaim(filed.expense) else { throw FlowCancelled(.declined) }
    guard change.canHaveLed(from: filed, to: now) else {
      try await flow.leave(after: "outdated")
    }
    changed = ChangedClaim(
      filed: now, receipt: now.expense.receipt == nil ? nil : changed.receipt)
    return nil
  }

  /// A claim as it is in the books now; nil if it is no longer there.
  func filedClaim(_ claim: BookExpense) async throws -> FiledClaim? {
    try await read("filed-claim") { [id = claim.id] in try await $0.filedClaim(id) }
  }
}
