import Bank
import Flowline
import Money

/// What is known of a week: its round-up, and the transfers that have moved it before.
struct WeekReading {
  let roundUp: RoundUp
  let history: RoundUpHistory
  /// Whether other transfers than those can have moved it.
  let mayLackTransfers: Bool

  /// Whether every transfer of the round-up was answered.
  var isSettled: Bool { history.unanswered.isEmpty }
}

/// What a round-up is made of: what counts, what will, what does not and why, and the sum.
extension WeekReading {
  private var texts: TextCatalog { RoundUpFlow.texts }

  @PageBuilder var page: [Section] {
    roundUp.whyZero.map { texts("review.row", of: $0) }
    if roundUp.movedBefore.isPositive, !roundUp.isZero {
      Row("difference", with: ["count": roundUp.counted.count])
    }
    if !roundUp.isZero { doubts }
    Section("counted") { roundUp.counted.map { row($0, "review.gives") } }
    Section("pending") { roundUp.pending.map { row($0, "review.will-give") } }
    Section("left-out", with: ["count": roundUp.leftOut.count]) {
      roundUp.leftOut.map {
        let reason = texts("reason", of: $0.reason)
        return row($0.payment, texts("review.left-out-because", $0.payment.amount, reason))
      }
    }
    Section("sum") {
      if roundUp.movedBefore.isPositive { Row("moved-before", roundUp.movedBefore) }
      if !roundUp.isZero {
        Row("total", roundUp.total, with: ["count": roundUp.counted.count])
      }
    }
  }

  /// What is not known of earlier transfers of the week.
  @PageBuilder private var doubts: [Section] {
    for transfer in history.transfers where transfer.state == .givenUp {
      Row("given-up", with: ["amount": transfer.amount])
    }
    if mayLackTransfers, !history.otherMoves.isEmpty {
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

extension RoundUp {
  /// Why there is nothing to move; nil if there is something.
  var whyZero: RoundUpReceipt.NothingMoved? {
    if !isZero { return nil }
    if counted.isEmpty, pending.isEmpty, leftOut.isEmpty { return .noPayments }
    if movedBefore.isPositive { return .alreadyMoved }
    return pending.contains { $0.gives.isPositive } ? .notSettled : .nothingCounts
  }

  /// Whether another reading of the week would move the same money for the same payments.
  func moves(theSameAs other: RoundUp) -> Bool {
    total == other.total && Set(covering) == Set(other.covering)
  }
}
