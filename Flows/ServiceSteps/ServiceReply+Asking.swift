import Flowline
public import ServiceBasics

extension ServiceReply where Trouble: ServiceError {
  /// Asks, and takes for a reply what the person can be told and can do something about.
  ///
  /// - Parameter ask: asks the service.
  /// - Returns: the answer, or an error that has a page.
  /// - Throws: whatever else is thrown, an outcome that is not known among it.
  public nonisolated(nonsending) static func of(
    _ ask: () async throws -> Answer
  ) async throws -> ServiceReply {
    do {
      return .answered(try await ask())
    } catch let error as Trouble where error.hasPage {
      return .failed(error)
    }
  }

  /// The same for an order.
  ///
  /// - Parameter send: sends the order.
  /// - Returns: the answer, or an error that has a page: the order was not carried out.
  /// - Throws: `CommitNotSent` with an error that has no page, if the order was not carried out. Whatever
  ///   else is thrown, an outcome that is not known among it, leaves that unknown.
  public nonisolated(nonsending) static func ofOrder(
    _ send: () async throws -> Answer
  ) async throws -> ServiceReply {
    do {
      return try await of(send)
    } catch let error as Trouble where !error.isOutcomeUnknown {
      throw CommitNotSent(error)
    }
  }
}
