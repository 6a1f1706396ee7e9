/// The sign of a payment, as seen from the account.
public enum PaymentDirection: String, Sendable, Hashable, Codable, CaseIterable {
  /// Money that comes in.
  case incoming = "IN"

  /// Money that goes out.
  case outgoing = "OUT"
}
