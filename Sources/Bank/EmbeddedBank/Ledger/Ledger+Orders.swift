import Bank
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
  ///   - decide: does the work, and answers.
  /// - Returns: the answer.
  /// - Throws: what `decide` or SQLite throws.
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
