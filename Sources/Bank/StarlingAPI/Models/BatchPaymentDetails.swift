extension Starling {
  /// `BatchPaymentDetails`: the batch that a payment was part of.
  public struct BatchPaymentDetails: Codable, Sendable, Hashable {
    /// The id of the batch.
    public var batchPaymentUid: String?

    /// The kind of batch.
    public var batchPaymentType: BatchPaymentType?

    /// Makes it of its fields.
    public init(batchPaymentUid: String? = nil, batchPaymentType: BatchPaymentType? = nil) {
      self.batchPaymentUid = batchPaymentUid
      self.batchPaymentType = batchPaymentType
    }
  }
}
