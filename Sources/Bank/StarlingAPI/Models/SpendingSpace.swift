extension Starling {
  /// `SpendingSpace`: a pocket of an account with a card of its own.
  public struct SpendingSpace: Codable, Sendable, Hashable {
    /// The id of the space, a UUID.
    public var spaceUid: String

    /// What the customer calls the space.
    public var name: String

    /// How much is in the space.
    public var balance: Amount

    /// The card that pays from it.
    public var cardAssociationUid: String

    /// Its place in the list.
    public var sortOrder: Int32?

    /// What it is for.
    public var spendingSpaceType: SpendingSpaceType

    /// The stage of its life.
    public var state: SavingsGoalState

    /// Makes it of its fields.
    public init(
      spaceUid: String, name: String, balance: Amount, cardAssociationUid: String,
      sortOrder: Int32? = nil, spendingSpaceType: SpendingSpaceType, state: SavingsGoalState
    ) {
      self.spaceUid = spaceUid
      self.name = name
      self.balance = balance
      self.cardAssociationUid = cardAssociationUid
      self.sortOrder = sortOrder
      self.spendingSpaceType = spendingSpaceType
      self.state = state
    }
  }
}
