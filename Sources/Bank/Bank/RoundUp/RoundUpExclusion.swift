/// Why a payment saves nothing in a round-up; of several reasons, the first of this list.
public enum RoundUpExclusion: String, Sendable, Hashable, Codable, CaseIterable {
  /// It was not made in the week; a payment at the very end belongs to the next week.
  case outsideWeek
  /// It is not in the main category of the account.
  case otherCategory
  /// It moves money between pockets, such as an earlier round-up.
  case internalTransfer
  /// It came in: salary, refunds.
  case incoming
  /// It was refused.
  case declined
  /// It was taken back before it settled.
  case reversed
  /// It was given back.
  case refunded
  /// It failed for now.
  case retrying
  /// It is not yet made.
  case upcoming
  /// It was cancelled before it was made.
  case cancelled
  /// It only checked that the account exists.
  case accountCheck
  /// The bank has given it a status that is not known here.
  case unknownStatus
  /// Its `amount` is not in the account's currency.
  case otherCurrency
  /// Its amount is below zero, which no bank should send.
  case negativeAmount
  /// It was not made by card, and the policy is `cardOnly`.
  case notCard
  /// The bank's own round-up has had it.
  case roundedUpByBank
  /// An earlier transfer has moved its round-up.
  case alreadyMoved
  /// It is an amount of whole units, from which nothing is missing.
  case wholeAmount
}
