import Foundation
import StarlingAPI
import Testing

/// A model and the schema that it represents.
struct ModelCase: Sendable, CustomTestStringConvertible {
  let schema: String
  /// Properties that the model has and the document does not yet.
  let newer: Set<String>
  /// Reads JSON as the model and writes it again.
  let roundTrip: @Sendable (Data) throws -> Data

  var testDescription: String { schema }

  init<Model: Codable & SendableMetatype>(
    _ schema: String, _ model: Model.Type, newer: Set<String> = []
  ) {
    self.schema = schema
    self.newer = newer
    roundTrip = { try JSONEncoder().encode(JSONDecoder().decode(Model.self, from: $0)) }
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
