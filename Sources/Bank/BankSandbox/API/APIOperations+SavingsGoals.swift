import Bank
import EmbeddedBank
import SandboxKit
import StarlingAPI

extension APIOperations {
  /// The most bytes of a goal with its picture.
  private static let pictureLimit = 4 * 1_048_576

  static let savingsGoals: [Operation] = [
    .answering(Starling.GetSavingsGoals.self) { call, ledger in
      let goals = try ledger.goals(of: try call.account(ledger).id)
      return Starling.SavingsGoals(
        savingsGoalList: call.listed(goals).map(Starling.SavingsGoal.init))
    },
    .answering(Starling.GetSavingsGoal.self) { call, ledger in
      Starling.SavingsGoal(try call.goal(ledger).goal)
    },
    // No key comes with it: each request makes a goal.
    .replying(Starling.CreateSavingsGoal.self, bodyLimit: pictureLimit) { call, ledger in
      let account = try call.account(ledger)
      let wish = try GoalWish(try call.body(Starling.SavingsGoalRequest.self), of: account)
      let order = GoalOrder(
        key: EmbeddedBank.randomID(), account: account.id, name: wish.name, target: wish.target)
      switch try ledger.createGoal(order) {
      case .refused(let refusal): return .problem(RequestProblem(refusal))
      case .created(let goal):
        if let photo = wish.photo { try ledger.setPhoto(photo, of: goal.id) }
        call.lag.noteMade(goal.id.text, at: call.time)
        return .answer(Starling.SavingsGoalAnswer(savingsGoalUid: goal.id.text, success: true))
      }
    },
    .replying(Starling.UpdateSavingsGoal.self, bodyLimit: pictureLimit) { call, ledger in
      let account = try call.account(ledger)
      let wish = try GoalWish(try call.body(Starling.SavingsGoalRequest.self), of: account)
      let id: SavingsGoal.ID = try call.id("savingsGoalUid")
      guard try ledger.goal(id, of: account) != nil else {
        return .problem(.refused(.unknownSavingsGoal))
      }
      if let refusal = try ledger.updateGoal(
        id, name: wish.name, target: wish.target, of: account)
      {
        return .problem(RequestProblem(refusal))
      }
      if let photo = wish.photo { try ledger.setPhoto(photo, of: id) }
      return .answer(Starling.SavingsGoalAnswer(savingsGoalUid: id.text, success: true))
    },
    .replying(Starling.DeleteSavingsGoal.self) { call, ledger in
      let order = GoalDeletion(
        key: EmbeddedBank.randomID(), account: try call.account(ledger).id,
        goal: try call.id("savingsGoalUid"))
      switch try ledger.deleteGoal(order) {
      case .deleted: return .empty(status: 200)
      case .refused: return .problem(.refused(.unknownSavingsGoal))
      }
    },
    .answering(Starling.GetSavingsGoalPhoto.self) { call, ledger in
      guard let photo = try ledger.photo(of: try call.goal(ledger).goal.id) else {
        throw RequestProblem.refused("NO_PHOTO", status: 404)
      }
      return Starling.SavingsGoalPhoto(base64EncodedPhoto: photo)
    },
  ]
}
