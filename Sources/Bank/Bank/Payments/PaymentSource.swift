/// The means of a payment, in the words of Starling's public API v2.
///
/// The bank has some fifty of them and adds more, so any word is a source; those that the rules
/// and the sample data speak of have names here.
public struct PaymentSource: RawRepresentable, Sendable, Hashable, Codable {
  /// The bank's word, for example `MASTER_CARD`.
  public let rawValue: String

  /// Takes the bank's word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A card payment.
  public static let card = PaymentSource(rawValue: "MASTER_CARD")
  /// A card payment that the merchant or the bank gave back.
  public static let chargeback = PaymentSource(rawValue: "MASTERCARD_CHARGEBACK")
  /// Direct debit.
  public static let directDebit = PaymentSource(rawValue: "DIRECT_DEBIT")
  /// A transfer from another bank.
  public static let fasterPaymentIn = PaymentSource(rawValue: "FASTER_PAYMENTS_IN")
  /// A transfer to another bank.
  public static let fasterPaymentOut = PaymentSource(rawValue: "FASTER_PAYMENTS_OUT")
  /// A transfer that came back.
  public static let fasterPaymentRefund = PaymentSource(rawValue: "FASTER_PAYMENTS_REFUND")
  /// A transfer in euro, in or out.
  public static let sepaCreditTransfer = PaymentSource(rawValue: "SEPA_CREDIT_TRANSFER")
  /// A move between the pockets of one account, such as into a savings goal.
  public static let internalTransfer = PaymentSource(rawValue: "INTERNAL_TRANSFER")
}
