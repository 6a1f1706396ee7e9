import Bank
import Flowline
import Money

/// Shows what a round-up is made of: what counts, what will, what does not and why, and the sum.
struct ReviewPage {
  let reading: WeekReading
  /// Whether the person has seen another state of the week before.
  let isChanged: Bool

  private var roundUp: RoundUp { reading.roundUp }

  @PageBuilder var sections: [Section] {
    remarks
    Section("counted") { roundUp.counted.map { row($0, "review.gives") } }
    Section("pending") { roundUp.pending.map { row($0, "review.will-give") } }
    Section("left-out", with: ["count": roundUp.leftOut.count]) {
      roundUp.leftOut.map {
        row($0.payment, texts("review.left-out-because", $0.payment.amount, $0.reason.text))
      }
    }
    Section("sum") {
      if roundUp.movedBefore.isPositive { Row("moved-before", roundUp.movedBefore) }
      if !roundUp.isZero {
        Row("total", roundUp.total, with: ["count": roundUp.counted.count])
      }
    }
  }

  @PageBuilder private var remarks: [Section] {
    if isChanged { Row("changed") }
    if let reason = roundUp.whyZero { texts("review.row.\(reason.rawValue)") }
    if roundUp.movedBefore.isPositive, !roundUp.isZero {
      Row("difference", with: ["count": roundUp.counted.count])
    }
    if let history = reading.history, !roundUp.isZero { doubts(in: history) }
  }

  /// What is not known of earlier transfers of the week.
  @PageBuilder private func doubts(in history: RoundUpHistory) -> [Section] {
    for transfer in history.transfers where transfer.state == .givenUp {
      Row("given-up", with: ["amount": transfer.amount])
    }
    if reading.mayLackTransfers, !history.otherMoves.isEmpty {
      for move in history.otherMoves {
        Row(
          "other-move",
          with: [
            "amount": move.amount, "goal": move.counterparty.name, "day": move.transactionTime,
          ])
      }
      Row("only-from-here")
    }
  }

  private func row(_ line: RoundUp.Line, _ key: String) -> Row {
    row(line.payment, texts(key, line.payment.amount, line.gives))
  }

  private func row(_ payment: Payment, _ value: Text) -> Row {
    Row(
      "payment", value, id: payment.id.text,
      with: ["day": payment.transactionTime, "name": payment.counterparty.name])
  }
}

extension RoundUpExclusion {
  /// Why a payment is left out, in a few words.
  ///
  /// The key of the text has hyphens for capitals.
  var text: Text {
    texts("reason.\(rawValue.replacing(/[A-Z]/) { "-\($0.output.lowercased())" })")
  }
}
