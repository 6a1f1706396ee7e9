public import FoundationEssentials
public import ServiceBasics

extension Starling {
  /// `FeedItem`: money that came, went, is about to, or did not.
  public struct FeedItem: Codable, Sendable, Hashable {
    /// The id: a UUID in lower case.
    public var feedItemUid: String?

    /// The category it is filed under: the main one, or a goal.
    public var categoryUid: String?

    /// The amount in the account's currency; `direction` is its sign.
    public var amount: Amount?

    /// The amount in the merchant's currency.
    public var sourceAmount: Amount?

    /// Whether money comes in or goes out.
    public var direction: Direction?

    /// When the item last changed.
    public var updatedAt: Timestamp?

    /// When the payment was made.
    public var transactionTime: Timestamp?

    /// When it settled; absent while it has not.
    public var settlementTime: Timestamp?

    /// Until when the bank tries again.
    public var retryAllocationUntilTime: Timestamp?

    /// The means of payment.
    public var source: Source?

    /// How the means was used; absent for internal transfers.
    public var sourceSubType: SourceSubType?

    /// How far the item has come.
    public var status: FeedItemStatus?

    /// Who made the payment.
    public var transactingApplicationUserUid: String?

    /// What is on the other side.
    public var counterPartyType: CounterpartyType?

    /// The id of the other side; of a category, the goal.
    public var counterPartyUid: String?

    /// The name of the other side.
    public var counterPartyName: String?

    /// The id of the account on the other side.
    public var counterPartySubEntityUid: String?

    /// The name of the account on the other side.
    public var counterPartySubEntityName: String?

    /// Its sort code.
    public var counterPartySubEntityIdentifier: String?

    /// Its account number.
    public var counterPartySubEntitySubIdentifier: String?

    /// The account's currency for one unit of the merchant's.
    public var exchangeRate: Decimal?

    /// The fees in major units.
    public var totalFees: Decimal?

    /// The fees, in minor units of their currency.
    public var totalFeeAmount: Amount?

    /// The text that the payer gave.
    public var reference: String?

    /// The country of the payment, two letters of ISO 3166.
    public var country: String?

    /// What the money was spent on, by the bank's list.
    public var spendingCategory: SpendingCategory?

    /// The customer's own note.
    public var userNote: String?

    /// What the bank's own round-up moved for this item.
    public var roundUp: FeedRoundUp?

    /// Whether a file is attached.
    public var hasAttachment: Bool?

    /// Whether there is a receipt.
    public var hasReceipt: Bool?

    /// The batch it was part of.
    public var batchPaymentDetails: BatchPaymentDetails?

    /// Makes it of its fields.
    public init(
      feedItemUid: String? = nil, categoryUid: String? = nil, amount: Amount? = nil,
      sourceAmount: Amount? = nil, direction: Direction? = nil, updatedAt: Timestamp? = nil,
      transactionTime: Timestamp? = nil, settlementTime: Timestamp? = nil,
      retryAllocationUntilTime: Timestamp? = nil, source: Source? = nil,
      sourceSubType: SourceSubType? = nil, status: FeedItemStatus? = nil,
      transactingApplicationUserUid: String? = nil, counterPartyType: CounterpartyType? = nil,
      counterPartyUid: String? = nil, counterPartyName: String? = nil,
      counterPartySubEntityUid: String? = nil, counterPartySubEntityName: String? = nil,
      counterPartySubEntityIdentifier: String? = nil,
      counterPartySubEntitySubIdentifier: String? = nil, exchangeRate: Decimal? = nil,
      totalFees: Decimal? = nil, totalFeeAmount: Amount? = nil, reference: String? = nil,
      country: String? = nil, spendingCategory: SpendingCategory? = nil, userNote: String? = nil,
      roundUp: FeedRoundUp? = nil, hasAttachment: Bool? = nil, hasReceipt: Bool? = nil,
      batchPaymentDetails: BatchPaymentDetails? = nil
    ) {
      self.feedItemUid = feedItemUid
      self.categoryUid = categoryUid
      self.amount = amount
      self.sourceAmount = sourceAmount
      self.direction = direction
      self.updatedAt = updatedAt
      self.transactionTime = transactionTime
      self.settlementTime = settlementTime
      self.retryAllocationUntilTime = retryAllocationUntilTime
      self.source = source
      self.sourceSubType = sourceSubType
      self.status = status
      self.transactingApplicationUserUid = transactingApplicationUserUid
      self.counterPartyType = counterPartyType
      self.counterPartyUid = counterPartyUid
      self.counterPartyName = counterPartyName
      self.counterPartySubEntityUid = counterPartySubEntityUid
      self.counterPartySubEntityName = counterPartySubEntityName
      self.counterPartySubEntityIdentifier = counterPartySubEntityIdentifier
      self.counterPartySubEntitySubIdentifier = counterPartySubEntitySubIdentifier
      self.exchangeRate = exchangeRate
      self.totalFees = totalFees
      self.totalFeeAmount = totalFeeAmount
      self.reference = reference
      self.country = country
      self.spendingCategory = spendingCategory
      self.userNote = userNote
      self.roundUp = roundUp
      self.hasAttachment = hasAttachment
      self.hasReceipt = hasReceipt
      self.batchPaymentDetails = batchPaymentDetails
    }

    /// Reads an item.
    ///
    /// Only what it says about money must be readable: id, category, amount, direction, time,
    /// status, source, the other side and the bank's own round-up. Anything else that is malformed
    /// is nil.
    public init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      feedItemUid = try members.decodeIfPresent(String.self, forKey: .feedItemUid)
      categoryUid = try members.decodeIfPresent(String.self, forKey: .categoryUid)
      amount = try members.decodeIfPresent(Amount.self, forKey: .amount)
      sourceAmount = members.readable(.sourceAmount)
      direction = try members.decodeIfPresent(Direction.self, forKey: .direction)
      updatedAt = members.readable(.updatedAt)
      transactionTime = try members.decodeIfPresent(Timestamp.self, forKey: .transactionTime)
      settlementTime = members.readable(.settlementTime)
      retryAllocationUntilTime = members.readable(.retryAllocationUntilTime)
      source = try members.decodeIfPresent(Source.self, forKey: .source)
      sourceSubType = members.readable(.sourceSubType)
      status = try members.decodeIfPresent(FeedItemStatus.self, forKey: .status)
      transactingApplicationUserUid = members.readable(.transactingApplicationUserUid)
      counterPartyType = try members.decodeIfPresent(
        CounterpartyType.self, forKey: .counterPartyType)
      counterPartyUid = try members.decodeIfPresent(String.self, forKey: .counterPartyUid)
      counterPartyName = members.readable(.counterPartyName)
      counterPartySubEntityUid = members.readable(.counterPartySubEntityUid)
      counterPartySubEntityName = members.readable(.counterPartySubEntityName)
      counterPartySubEntityIdentifier = members.readable(.counterPartySubEntityIdentifier)
      counterPartySubEntitySubIdentifier = members.readable(.counterPartySubEntitySubIdentifier)
      exchangeRate = members.readable(.exchangeRate)
      totalFees = members.readable(.totalFees)
      totalFeeAmount = members.readable(.totalFeeAmount)
      reference = members.readable(.reference)
      country = members.readable(.country)
      spendingCategory = members.readable(.spendingCategory)
      userNote = members.readable(.userNote)
      roundUp = try members.decodeIfPresent(FeedRoundUp.self, forKey: .roundUp)
      hasAttachment = members.readable(.hasAttachment)
      hasReceipt = members.readable(.hasReceipt)
      batchPaymentDetails = members.readable(.batchPaymentDetails)
    }
  }
}
