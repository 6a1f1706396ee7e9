import Bank
import BankServices
import Flowline
import ServiceBasics

extension ServiceReply where Trouble == BankError {
  /// Asks, and takes for a reply what the person can be told and can do something about.
  ///
  /// - Throws: whatever else is thrown, `outcomeUnknown` among it.
  static func of(_ ask: () async throws -> Answer) async throws -> ServiceReply {
    do {
      return .answered(try await ask())
    } catch let error as BankError where error.hasPage {
      return .failed(error)
    }
  }

  /// The same for an order.
  ///
  /// - Throws: `CommitNotSent` with a `BankError` that is none to be told on a page, if the order was
  ///   not carried out. Whatever else is thrown, `outcomeUnknown` among it, leaves that unknown.
  static func ofOrder(_ send: () async throws -> Answer) async throws -> ServiceReply {
    do {
      return try await of(send)
    } catch let error as BankError where error.code != .outcomeUnknown {
      throw CommitNotSent(error)
    }
  }
}
