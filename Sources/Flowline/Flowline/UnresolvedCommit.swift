/// What a commit throws that has sent its write and got no answer: whether it was carried out is not
/// known, so that it has neither succeeded nor failed.
///
///     let receipt = try await context.commit("transfer", of: order) { order, key in
///       do {
///         return try await bank.move(order, key: key)
///       } catch let error as TimedOut {
///         throw UnresolvedCommit(error)
///       }
///     }
///
/// Nothing is answered into the journal, where the intent stays open. The session ends there for
/// now, as failed with this error, and its record is kept: when the session is resumed, the same write
/// is made with the same key and the same contents. The flow does not get to see the error, so that it
/// cannot write anew meanwhile. Thrown by a load it is an error like any other.
public struct UnresolvedCommit: Error, CustomStringConvertible {
  /// The commit; nothing until the engine has it.
  public internal(set) var step: StepID?
  /// Why there was no answer.
  public let cause: any Error

  /// Makes the error.
  public init(_ cause: any Error) {
    self.cause = cause
  }

  /// The step and why it has no answer.
  public var description: String {
    "\(step.map { "\($0) is unresolved" } ?? "it is unresolved"): \(cause)"
  }
}
