/// The orders that a bank's client has sent and that were never answered, and what can be done with
/// them.
///
/// Nothing is sent unless ``sendAgain(_:)`` is called.
public protocol OpenOrders: Sendable {
  /// The open orders of the customer, oldest first. Nothing is asked of the bank.
  func openOrders() async throws -> [OpenOrder]

  /// Looks for signs of an order; that settles it if nothing else can have left them.
  ///
  /// - Parameter key: the order's key.
  /// - Returns: nil if it is not open, or no longer; what became of it is not said.
  /// - Throws: a `BankError` if the bank or the book of orders cannot be asked.
  func signs(of key: String) async throws -> OrderSigns?

  /// Sends an order again, under the key it was sent under before: it is carried out once.
  ///
  /// - Throws: `outcomeUnknown` if it is still not answered.
  func sendAgain(_ key: String) async throws -> OpenOrderEnd

  /// Gives an order up: it is not sent again, and keeps no other order from being sent. It may have
  /// been carried out all the same.
  ///
  /// - Returns: whether it was open.
  func giveUp(_ key: String) async throws -> Bool
}
