import Bank
import EmbeddedBank
import FoundationEssentials
import StarlingAPI

extension APIOperations {
  static let roundUp: [Operation] = [
    .answering(Starling.GetRoundUp.self) { call, ledger in
      let account = try call.account(ledger)
      guard let setting = try ledger.nativeRoundUp(of: account.id) else {
        return Starling.RoundUpAnswer(active: false)
      }
      let details = Starling.RoundUpDetails(
        primaryCategoryUid: account.defaultCategory.text, roundUpGoalUid: setting.goal.text,
        roundUpMultiplier: Decimal(setting.multiplier),
        activatedAt: setting.activatedAt, activatedBy: setting.activatedBy)
      return Starling.RoundUpAnswer(active: true, roundUpGoal: details, roundUpGoalDetails: details)
    },
    .replying(Starling.PutRoundUp.self) { call, ledger in
      let account = try call.account(ledger)
      let request = try call.body(Starling.RoundUpRequest.self)
      guard (1...10).contains(request.roundUpMultiplier) else {
        throw RequestProblem.invalid("roundUpMultiplier", "must be between 1 and 10")
      }
      guard
        let id = SavingsGoal.ID(request.roundUpGoalUid),
        let goal = try ledger.goal(id, of: account)
      else { throw RequestProblem.refused(.unknownSavingsGoal) }
      guard goal.isActive else { throw RequestProblem.refused(.goalNotActive) }
      try ledger.activateRoundUp(
        of: account.id, into: id, multiplier: Int64(request.roundUpMultiplier),
        by: call.grant.holder)
      return .empty(status: 200)
    },
    .replying(Starling.DeleteRoundUp.self) { call, ledger in
      try ledger.endRoundUp(of: try call.account(ledger).id)
      return .empty(status: 200)
    },
  ]
}
