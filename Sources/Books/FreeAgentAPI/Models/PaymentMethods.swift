// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FreeAgent {
  /// How an invoice may be paid; only keys that are valid for it may be sent.
  ///
  /// Source: the page “Invoices”.
  public struct PaymentMethods: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// By PayPal.
      public let payPal = Field<Bool>("paypal")
      /// By a direct debit of GoCardless.
      public let goCardlessMandate = Field<Bool>("gocardless_preauth")
      /// By an instant payment of GoCardless.
      public let goCardlessInstantPayment = Field<Bool>("gocardless_instant_bank_pay")
      /// By Stripe.
      public let stripe = Field<Bool>("stripe")
      /// By Tyl.
      public let tyl = Field<Bool>("tyl")
    }
  }
}
