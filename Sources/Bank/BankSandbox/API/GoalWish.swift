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
    let (length, limits) = (request.name.utf16.count, GoalOrder.nameLengths)
    guard limits.contains(length) else {
      throw RequestProblem(GoalRefusal.nameLength(length: length, limit: limits.upperBound))
    }
    guard request.currency.utf16.count == 3 else {
      throw .invalid("currency", "size must be between 3 and 3")
    }
    guard request.currency == account.currency.code else { throw .refused(.currencyMismatch) }
    let target = request.target?.money(in: account.currency)
    guard request.target == nil || target != nil else { throw .refused(.currencyMismatch) }
    // Some clients write an empty text if there is none.
    let photo = request.base64EncodedPhoto.flatMap { $0.isEmpty ? nil : $0 }
    if let photo, Data(base64Encoded: photo) == nil {
      throw .invalid("base64EncodedPhoto", "must be Base64")
    }
    name = request.name
    // Some clients, the official one among them, write 0 if there is none.
    self.target = target?.minorUnits == 0 ? nil : target
    self.photo = photo
  }
}
