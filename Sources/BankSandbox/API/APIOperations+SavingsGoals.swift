import Bank
import FoundationEssentials
import Money
import StarlingAPI

extension APIOperations {
  static let savingsGoals: [Operation] = [
    .answering(Starling.GetSavingsGoals.self) { call, ledger in
      let goals = try ledger.goals(of: try call.account(ledger).id)
      return Starling.SavingsGoals(savingsGoalList: goals.map(Starling.SavingsGoal.init))
    },
    .answering(Starling.GetSavingsGoal.self) { call, ledger in
      Starling.SavingsGoal(try call.goal(ledger).goal)
    },
    // No key comes with it: each request makes a goal.
    .replying(Starling.CreateSavingsGoal.self) { call, ledger in
      let account = try call.account(ledger)
      let wish = try GoalWish(try call.body(Starling.SavingsGoalRequest.self), of: account)
      let order = GoalOrder(
        key: EmbeddedBank.randomID(), account: account.id, name: wish.name, target: wish.target)
      switch try ledger.createGoal(order) {
      case .refused(let refusal): return .problem(RequestProblem(refusal))
      case .created(let goal):
        if let photo = wish.photo { try ledger.setPhoto(photo, of: goal.id) }
        return .answer(Starling.SavingsGoalAnswer(savingsGoalUid: goal.id.text, success: true))
      }
    },
    .replying(Starling.UpdateSavingsGoal.self) { call, ledger in
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

/// What a goal is to be, after all that the API's description asks of it.
private struct GoalWish {
  let name: String
  let target: Money?
  let photo: String?

  init(_ request: Starling.SavingsGoalRequest, of account: Account) throws(RequestProblem) {
    guard GoalOrder.nameLengths.contains(request.name.utf16.count) else {
      throw RequestProblem(GoalRefusal.nameLength(length: 0, limit: 0))
    }
    guard request.currency.utf16.count == 3 else {
      throw .invalid("currency", "size must be between 3 and 3")
    }
    guard request.currency == account.currency.code else { throw .refused(.currencyMismatch) }
    if let amount = request.target, amount.money(in: account.currency) == nil {
      throw .refused(.currencyMismatch)
    }
    if let photo = request.base64EncodedPhoto, Data(base64Encoded: photo) == nil {
      throw .invalid("base64EncodedPhoto", "must be Base64")
    }
    name = request.name
    target = request.target?.money(in: account.currency)
    photo = request.base64EncodedPhoto
  }
}

extension RequestProblem {
  init(_ refusal: GoalRefusal) {
    self =
      switch refusal {
      case .nameLength: .invalid("name", "size must be between 1 and 255")
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
