import Bank
import Flowline
import Money

/// Shows what a round-up is made of: what counts, what will, what does not and why, and the sum.
struct ReviewPage {
  let reading: WeekReading
  /// Whether the person has seen another state of the week before.
  let isChanged: Bool

  private var roundUp: RoundUp { reading.roundUp }

  var screen: some Screen<Seen> {
    let week = roundUp.week
    let sections = [remarks, counted, pending, leftOut, sum].compactMap { $0 }
    return ReviewScreen(
      "review", texts("review.title", .day(week.start), .day(week.lastMoment)), page: sections
    ).label(texts("review.label"))
  }

  private var remarks: Section? {
    let remarks = [
      isChanged ? texts("review.changed") : nil, roundUp.whyZero.flatMap(\.text), difference,
    ]
    return section(nil, (remarks.compactMap { $0 } + doubts).map { Row($0) })
  }

  /// What is not known of earlier transfers of the week.
  private var doubts: [Text] {
    guard let history = reading.history, !roundUp.isZero else { return [] }
    let givenUp = history.transfers.filter { $0.state == .givenUp }
      .map { texts("review.given-up", .money($0.amount)) }
    let others = (reading.mayLackTransfers ? history.otherMoves : []).map {
      texts(
        "review.other-move", .money($0.amount), .string($0.counterparty.name),
        .day($0.transactionTime))
    }
    return givenUp + others + (others.isEmpty ? [] : [texts("review.only-from-here")])
  }

  private var difference: Text? {
    guard roundUp.movedBefore.isPositive, !roundUp.isZero else { return nil }
    return texts("review.difference", .integer(roundUp.counted.count))
  }

  private var counted: Section? {
    section(texts("review.counted"), roundUp.counted.map { row($0, "review.gives") })
  }

  private var pending: Section? {
    section(texts("review.pending"), roundUp.pending.map { row($0, "review.will-give") })
  }

  private var leftOut: Section? {
    let rows = roundUp.leftOut.map {
      row(
        $0.payment,
        texts("review.left-out-because", .money($0.payment.amount), .text($0.reason.text)))
    }
    return section(texts("review.left-out", .integer(rows.count)), rows)
  }

  private var sum: Section? {
    var rows: [Row] = []
    if roundUp.movedBefore.isPositive {
      rows.append(
        Row(texts("review.moved-before"), texts("amount", .money(roundUp.movedBefore))))
    }
    if !roundUp.isZero {
      rows.append(
        Row(
          texts("review.total", .integer(roundUp.counted.count)),
          texts("amount", .money(roundUp.total))))
    }
    return section(texts("review.sum"), rows)
  }

  private func row(_ line: RoundUp.Line, _ key: String) -> Row {
    row(line.payment, texts(key, .money(line.payment.amount), .money(line.gives)))
  }

  private func row(_ payment: Payment, _ value: Text) -> Row {
    Row(
      texts("review.payment", .day(payment.transactionTime), .string(payment.counterparty.name)),
      value, id: payment.id.text)
  }

  /// A section that is left out where it would be empty.
  private func section(_ heading: Text?, _ rows: [Row]) -> Section? {
    rows.isEmpty ? nil : Section(heading, rows: rows)
  }
}

extension RoundUpReceipt.NothingMoved {
  /// Why the week gives nothing; nothing for reasons that have a page of their own.
  fileprivate var text: Text? {
    switch self {
    case .noPayments: texts("nothing.no-payments")
    case .nothingCounts: texts("nothing.nothing-counts")
    case .notSettled: texts("nothing.not-settled")
    case .alreadyMoved: texts("nothing.already-moved")
    case .tooLittleMoney, .refused, .unanswered: nil
    }
  }
}
