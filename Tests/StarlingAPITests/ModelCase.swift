import FoundationEssentials
import SandboxKit
import ServiceBasics
import StarlingAPI
import Testing

/// A model and the schema that it represents.
struct ModelCase: Sendable, CustomTestStringConvertible {
  let schema: String
  /// Properties that the model has and the document does not yet.
  let newer: Set<String>
  /// Reads JSON as the model and writes it again.
  private let roundTrip: @Sendable (Data) throws -> Data

  var testDescription: String { schema }

  init<Model: Codable & SendableMetatype>(
    _ schema: String, _ model: Model.Type, newer: Set<String> = []
  ) {
    self.schema = schema
    self.newer = newer
    roundTrip = { try JSONEncoder().encode(JSONDecoder().decode(Model.self, from: $0)) }
  }

  /// What is left of an object that was read as the model and written again.
  func rewritten(_ example: [String: JSON]) throws -> JSON {
    let data = try CanonicalJSON.data(Written(json: .object(example)))
    return try JSONDecoder().decode(JSON.self, from: roundTrip(data))
  }

  static let all: [ModelCase] = [
    ModelCase("CurrencyAndAmount", Starling.Amount.self),
    ModelCase("SignedCurrencyAndAmount", Starling.SignedAmount.self),
    ModelCase("Accounts", Starling.Accounts.self),
    ModelCase("AccountV2", Starling.Account.self),
    ModelCase("BalanceV2", Starling.Balance.self),
    ModelCase("AccountIdentifiers", Starling.AccountIdentifiers.self),
    ModelCase("AccountIdentifier", Starling.AccountIdentifier.self),
    ModelCase("ConfirmationOfFundsResponse", Starling.ConfirmationOfFunds.self),
    ModelCase("FeedItems", Starling.FeedItems.self),
    ModelCase("FeedItem", Starling.FeedItem.self),
    ModelCase("AssociatedFeedRoundUp", Starling.FeedRoundUp.self),
    ModelCase("BatchPaymentDetails", Starling.BatchPaymentDetails.self),
    ModelCase("SavingsGoalRequestV2", Starling.SavingsGoalRequest.self),
    ModelCase("CreateOrUpdateSavingsGoalResponseV2", Starling.SavingsGoalAnswer.self),
    ModelCase("SavingsGoalsV2", Starling.SavingsGoals.self),
    ModelCase("SavingsGoalV2", Starling.SavingsGoal.self),
    ModelCase("TopUpRequestV2", Starling.GoalTransferRequest.self, newer: ["reference"]),
    ModelCase("WithdrawalRequestV2", Starling.GoalTransferRequest.self, newer: ["reference"]),
    ModelCase("SavingsGoalTransferResponseV2", Starling.GoalTransferAnswer.self),
    ModelCase("SavingsGoalPhotoV2", Starling.SavingsGoalPhoto.self),
    ModelCase(
      "ScheduledSavingsPaymentRequestV2", Starling.RecurringTransferRequest.self,
      newer: ["reference"]),
    ModelCase("ScheduledSavingsPaymentV2", Starling.RecurringTransfer.self),
    ModelCase("RecurrenceRuleV2", Starling.RecurrenceRule.self),
    ModelCase("RoundUpGoalPayload", Starling.RoundUpRequest.self),
    ModelCase("RoundUpGoalResponse", Starling.RoundUpAnswer.self),
    ModelCase("RoundUpGoalDetails", Starling.RoundUpDetails.self),
    ModelCase("Spaces", Starling.Spaces.self),
    ModelCase("SavingsGoalOrdered", Starling.SpaceGoal.self),
    ModelCase("SpendingSpace", Starling.SpendingSpace.self),
    ModelCase("IdentityV2", Starling.Identity.self),
    ModelCase("ErrorResponse", Starling.ErrorResponse.self),
    ModelCase("ErrorDetail", Starling.ErrorDetail.self),
  ]
}

/// JSON to be written: by itself the tree is only read.
private struct Written: Encodable {
  let json: JSON

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch json {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .string(let string): try container.encode(string)
    case .array(let elements): try container.encode(elements.map { Written(json: $0) })
    case .object(let members): try container.encode(members.mapValues { Written(json: $0) })
    }
  }
}
