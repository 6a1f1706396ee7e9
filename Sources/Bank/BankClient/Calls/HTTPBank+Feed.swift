public import Bank
public import FoundationEssentials
import ServiceBasics
import StarlingAPI

extension HTTPBank {
  /// The payments of the main category that have changed since a time, newest payment first.
  ///
  /// A payment changes when it settles or is taken back, so that what is kept of a feed is replaced
  /// by id, not added to.
  public func payments(of id: Account.ID, changedSince time: Date) async throws -> [Payment] {
    let account = try await account(id)
    let items = try await ask(
      Starling.GetFeedChanges(
        account: id.text, category: account.defaultCategory.text, since: Timestamp(time)),
      about: id)
    return payments(items, of: account)
  }

  /// The payments of an account that settled in an interval, goals included, newest payment first.
  public func settledPayments(
    of id: Account.ID, in interval: Range<Date>
  ) async throws -> [Payment] {
    let account = try await account(id)
    let items = try await ask(
      Starling.GetSettledFeedBetween(
        account: id.text, from: Timestamp(interval.lowerBound.addingTimeInterval(-0.001)),
        until: Timestamp(interval.upperBound.addingTimeInterval(0.001))), about: id)
    return payments(items, of: account).filter { payment in
      payment.settlementTime.map(interval.contains) ?? false
    }
  }

  /// One payment of an account.
  ///
  /// - Parameters:
  ///   - payment: the payment's id.
  ///   - id: the account's id.
  ///   - category: the category it is filed under; nil for the main one.
  /// - Returns: the payment.
  /// - Throws: a `BankError`.
  public func payment(
    _ payment: Payment.ID, of id: Account.ID, in category: Account.Category.ID? = nil
  ) async throws -> Payment {
    let account = try await account(id)
    let item = try await ask(
      Starling.GetFeedItem(
        account: id.text, category: (category ?? account.defaultCategory).text,
        item: payment.text))
    guard let payment = Payment(item, account: account) else {
      throw BankError.unreadableAnswer(cause: .incomplete("the payment"))
    }
    return payment
  }
}
