extension Starling {
  /// `SavingsGoalPhotoV2`: the picture of a goal.
  public struct SavingsGoalPhoto: Codable, Sendable, Hashable {
    /// The picture, in base 64.
    public var base64EncodedPhoto: String

    /// Makes it of its fields.
    public init(base64EncodedPhoto: String) {
      self.base64EncodedPhoto = base64EncodedPhoto
    }
  }
}
