import Bank
import FoundationEssentials
import Money
import StarlingAPI

/// What a goal is to be, after all that the API's description asks of it.
struct GoalWish {
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
    // Some clients write an empty text if there is none.
    let photo = request.base64EncodedPhoto.flatMap { $0.isEmpty ? nil : $0 }
    if let photo, Data(base64Encoded: photo) == nil {
      throw .invalid("base64EncodedPhoto", "must be Base64")
    }
    name = request.name
    target = request.target?.money(in: account.currency)
    self.photo = photo
  }
}
