/// What a bank answers to an order.
package protocol OrderAnswer: Codable {
  /// Whether it says that the order was carried out, and not that it was refused.
  var isDone: Bool { get }
}
