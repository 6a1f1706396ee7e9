extension Starling {
  /// `SavingsGoalRequestV2`: a goal to make, or what a goal is to become.
  public struct SavingsGoalRequest: Codable, Sendable, Hashable {
    /// The name, 1 to 255 UTF-16 units.
    public var name: String

    /// Three letters of ISO 4217.
    public var currency: String

    /// How much is to be saved; absent for an open-ended goal, or 0, as the official client writes it.
    public var target: Amount?

    /// A picture, in base 64.
    public var base64EncodedPhoto: String?

    /// Makes it of its fields.
    public init(
      name: String, currency: String, target: Amount? = nil, base64EncodedPhoto: String? = nil
    ) {
      self.name = name
      self.currency = currency
      self.target = target
      self.base64EncodedPhoto = base64EncodedPhoto
    }
  }
}
