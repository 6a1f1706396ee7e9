import GRDB
import ServiceBasics

extension Ledger {
  /// Answers an order for the first time, or with what was answered then.
  ///
  /// The answer is recorded with the order in the transaction that does the work. A refusal leaves
  /// nothing behind: the order may be sent again.
  ///
  /// - Parameters:
  ///   - order: the order in its canonical form, so that equal orders have equal JSON.
  ///   - key: the order's key.
  ///   - kind: keeps apart orders of different kinds that happen to have the same contents.
  ///   - reused: the answer if the key belongs to another order.
  func answerOnce<Order: Encodable, Answer: OrderAnswer>(
    _ order: Order, key: String, kind: String, ifReused reused: Answer,
    decide: () throws -> Answer
  ) throws -> Answer {
    let contents = "\(kind) \(try CanonicalJSON.text(order))"
    if let row = try row(
      BankRecords.AnswerRow.self, "SELECT * FROM answeredOrder WHERE key = ?", [key])
    {
      guard row.contents == contents else { return reused }
      return try CanonicalJSON.value(row.answer)
    }
    let answer = try decide()
    guard answer.isDone else { return answer }
    try BankRecords.AnswerRow(
      key: key, contents: contents, answer: try CanonicalJSON.text(answer), time: now.milliseconds
    ).insert(db)
    return answer
  }
}

extension GoalOrder {
  /// The order with its key in lower case, as UUIDs are the same in either.
  package var canonical: GoalOrder {
    GoalOrder(key: key.lowercased(), account: account, name: name, target: target)
  }
}

extension TransferOrder {
  /// The order as a bank knows it: by the id of the transfer alone.
  package var asTransfer: TransferOrder {
    TransferOrder(
      key: transfer, account: account, goal: goal, amount: amount, covering: covering,
      direction: direction)
  }

  /// The order with its key in lower case and the covered payments sorted, each once.
  package var canonical: TransferOrder {
    TransferOrder(
      key: key.lowercased(), transfer: transfer.lowercased(), account: account, goal: goal,
      amount: amount,
      covering: Set(covering).sorted(), direction: direction)
  }
}
