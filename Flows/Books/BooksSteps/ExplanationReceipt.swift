import Books
import BooksClient
import Flowline

extension ExplanationAnswers {
  /// The receipt that goes along.
  var attachment: KeptFile? { contents.kind.rule[.attachment] == nil ? nil : receipt }
}

/// The receipt of an explanation: how it is asked for, kept and shown.
extension ExplanationForm {
  /// The receipt, which is asked for among the details of a kind that can have one, and else is what it was;
  /// nil as long as it is asked for and not answered.
  func receipt(_ page: inout FormPage, _ kind: ExplanationKind) -> KeptFile?? {
    let earlier: KeptFile? = before.map(\.receipt) ?? flow.receipt
    guard asksDetails, kind.rule[.attachment] != nil else { return .some(earlier) }
    return page.askReceipt("receipt-file", earlier)
  }

  /// Whether the receipt of the explanation that is replaced stays where it is: nothing is attached.
  func keepsReceipt(_ answers: ExplanationAnswers) -> Bool {
    flow.replaced != nil && answers.receipt == flow.receipt
  }

  /// What is sent along: the receipt, unless it stays where it is.
  func attached(_ answers: ExplanationAnswers) -> [KeptFile] {
    keepsReceipt(answers) ? [] : [answers.attachment].compactMap(\.self)
  }

  /// The explanation whose place is taken, without its receipt unless that stays; nil if none is.
  func replacement(_ answers: ExplanationAnswers) -> ReplacedExplanation? {
    let stays = keepsReceipt(answers)
    return flow.replaced.map {
      ReplacedExplanation($0.id, without: stays ? nil : $0.receipt?.id)
    }
  }

  /// What a review shows of it; empty if there is none.
  func receiptRows(_ answers: ExplanationAnswers) -> [Row] {
    let file = keepsReceipt(answers) ? flow.receipt : answers.attachment
    return file.map { [Row("receipt", file: $0).answers("receipt-file")] } ?? []
  }
}
