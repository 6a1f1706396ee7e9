import Books
import FreeAgentAPI
import Money
import ServiceBasics

/// Explanations that take the place of others.
///
/// They are written in that place, so that the old one stays until the service takes the new one. The same
/// change sent again changes nothing more: it needs no book of orders.
extension Bookkeeper {
  /// Writes an explanation anew, and then its receipt.
  ///
  /// - Parameters:
  ///   - replaced: the one that is there.
  ///   - order: what it becomes.
  ///   - receipt: the contents of the order's receipt; nil if it has none.
  /// - Throws: a ``BooksError``: of the code `outcomeUnknown` if it, or a part of it, may have been carried
  ///   out; the same order finds out.
  func replace(
    _ replaced: ReplacedExplanation, by order: ExplanationOrder, receipt: [UInt8]?
  ) async throws -> ExplanationResult {
    let file = try order.receipt?.attachment(of: receipt)
    let before: FreeAgent.BankTransactionExplanation
    do {
      let transaction = try await transaction(
        order.transaction, in: order.contents.amount.currency)
      guard transaction.explanations.contains(where: { $0.id == replaced.id }) else {
        return .nothingToReplace
      }
      let rest = try transaction.without(replaced.id).unexplained
      guard rest == order.unexplained else { return .changed(unexplained: rest) }
      before = try await ask(FreeAgent.Get(replaced.id.identifier))
    } catch let error as BooksError where error.code == .gone {
      return .gone
    }
    let changes = order.contents.changes(of: before, at: service.root)
    switch try await update(replaced.id, by: changes) {
    case .refused(let failure): return ExplanationResult(refused: failure)
    case .written(let record):
      guard let made = BookExplanation(record, in: order.contents.amount.currency),
        order.contents.isLike(made)
      else { return .notReplaced }
      do {
        return try await attach(file, insteadOf: replaced.receipt, to: made)
      } catch let error as BooksError {
        throw error.ofBegun
      }
    }
  }

  /// Takes the old receipt off and attaches the new one; the service replaces none by itself.
  ///
  /// What an earlier attempt attached is there already.
  private func attach(
    _ file: FreeAgent.Attachment?, insteadOf old: BookID<FreeAgent.Attachment>?,
    to made: BookExplanation
  ) async throws -> ExplanationResult {
    var made = made
    if let old, made.receipt?.id == old {
      try await takeOff(old)
      made.receipt = nil
    }
    if let file, made.receipt == nil {
      let attached = FreeAgent.BankTransactionExplanation { $0.attachment = file }
      switch try await update(made.id, by: attached) {
      case .refused(let failure): return ExplanationResult(refused: failure)
      case .written(let record): made.receipt = BookReceipt(record.attachment)
      }
    }
    return .explained(made: made)
  }
}

extension ExplanationResult {
  /// What the service's refusal of a change means.
  fileprivate init(refused failure: FreeAgent.Failure) {
    self = failure.saysNotFound ? .nothingToReplace : .refused(reasons: failure.reasons)
  }
}

extension FreeAgent.Failure {
  /// Whether the service says that what was asked for is not there.
  ///
  /// It has a message for it. A status of 404 with a page, or with nothing, may be of a server in
  /// between, and says nothing of the books.
  var saysNotFound: Bool { status == 404 && !messages.isEmpty }
}

extension ExplanationContents {
  /// What makes an explanation this one.
  ///
  /// What it has and this has not is blanked; its file stays. What is locked is not sent unless this has
  /// something else, which is for the service to refuse.
  fileprivate func changes(
    of before: FreeAgent.BankTransactionExplanation, at root: FreeAgent.Root
  ) -> FreeAgent.BankTransactionExplanation {
    typealias Record = FreeAgent.BankTransactionExplanation
    let fields = Record.schema.fields
    let kept = [
      fields.bankAccount.name, fields.bankTransaction.name, fields.attachment.name,
      fields.markedForReview.name,
    ]
    let locks = ExplanationLocks(before.lockedAttributes ?? [])
    var changes = explanation(at: root)
    for field in Record.schema.all
    where !field.traits.contains(.readOnly) && !kept.contains(field.name) {
      let (old, new) = (before.members[field.name] ?? .null, changes.members[field.name])
      if locks.cover(member: field.name) {
        let stays = new.map { field.normalised($0) == field.normalised(old) } ?? true
        if stays { changes.members[field.name] = nil }
      } else if new == nil, old != .null {
        changes.members[field.name] = .null
      }
    }
    // A person has said what it is.
    changes.markedForReview = false
    return changes
  }
}
