import Bank
import StarlingAPI

extension RequestProblem {
  init(_ refusal: GoalRefusal) {
    self =
      switch refusal {
      case .nameLength(_, let limit): .invalid("name", "size must be between 1 and \(limit)")
      case .nameBlank: .invalid("name", "must not be blank")
      case .nameUnprintable: .invalid("name", "must not contain control characters")
      case .targetNotPositive: .refused(.amountMustBePositive)
      case .currencyMismatch: .refused(.currencyMismatch)
      case .keyReused: .refused(.transferUIDReused)
      case .unknownAccount: .refused(.unknownAccount, status: 404)
      }
  }

  init(_ refusal: TransferRefusal) {
    self =
      switch refusal {
      case .insufficientFunds: .refused(.insufficientFunds)
      case .unknownGoal: .refused(.unknownSavingsGoal)
      case .goalNotActive: .refused(.goalNotActive)
      case .amountMustBePositive: .refused(.amountMustBePositive)
      case .currencyMismatch: .refused(.currencyMismatch)
      case .keyReused: .refused(.transferUIDReused)
      // Only a walk says what it covers; a request of the API has no word for it.
      case .alreadyCovered, .unknownPayments: .refused("NOT_ALLOWED")
      }
  }
}
