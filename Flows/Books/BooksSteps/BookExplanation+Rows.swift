import Books
import BooksClient
import Flowline
import Money

/// What pages show of an explanation that is in the books.
extension BookExplanation {
  /// The VAT, the amount without it, and the rate; that there is none, and why; empty if the books say nothing.
  var vatRows: [Row] {
    switch vat?.untaxed {
    case .exempt: [Row("vat", sharedTexts("vat.option.exempt"))]
    case .outsideTheScope: [Row("vat", sharedTexts("vat.option.outside"))]
    default:
      (amounts?.rows ?? []) + [vat?.percent.map { Row("vat-rate", Text($0)) }].compactMap(\.self)
    }
  }

  /// The status for VAT reports and the country, those that it has.
  var supplyRows: [Row] {
    let status = ecStatus.map { word in
      ECStatus(rawValue: word).map { sharedTexts("ec-status.option.\($0.word)") }
        ?? Text(verbatim: word)
    }
    return [status.map { Row("ec-status", $0) }, placeOfSupply.map { Row("country", $0) }]
      .compactMap(\.self)
  }
}

extension ExplanationLocks {
  /// What cannot be changed, a row each.
  var rows: [Row] { words.map { Row("fixed", $0) } }
}
