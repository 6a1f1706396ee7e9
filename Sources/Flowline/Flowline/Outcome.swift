/// How a flow ended.
///
/// A flow that was started ends with exactly one of these.
public enum Outcome<Output> {
  /// The flow did what it is for; this is its result.
  case finished(Output)
  /// The flow was left, or declined, before it had a result.
  case cancelled(CancelReason)
  /// The flow broke: an error nobody handled, with the place it came from.
  case failed(FlowFailure)

  /// The same outcome with its result changed, if it has one.
  public func map<Other>(_ transform: (Output) throws -> Other) rethrows -> Outcome<Other> {
    switch self {
    case .finished(let output): .finished(try transform(output))
    case .cancelled(let reason): .cancelled(reason)
    case .failed(let failure): .failed(failure)
    }
  }
}

extension Outcome where Output: Encodable {
  /// The outcome with its result in the recorded form; failed, if it has none.
  var encoded: Outcome<JSONValue> { encoded { try JSONValue(recording: $0) } }

  func encoded(_ encode: (Output) throws -> JSONValue) -> Outcome<JSONValue> {
    do {
      return try map(encode)
    } catch {
      return .failed(FlowFailure(path: StepPath([]), cause: error))
    }
  }
}

extension Outcome: Sendable where Output: Sendable {}

extension Outcome: Equatable where Output: Equatable {
  /// Whether both ended the same way; failures are compared by their place and text.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.finished(let left), .finished(let right)): left == right
    case (.cancelled(let left), .cancelled(let right)): left == right
    case (.failed(let left), .failed(let right)):
      left.path == right.path && left.message == right.message
    default: false
    }
  }
}

/// Why a flow ended without a result and without an error.
public enum CancelReason: String, Sendable, Hashable, Codable, CaseIterable {
  /// The person asked to leave the flow.
  case user
  /// The flow itself stopped, for example because the person said no to its last question.
  case declined
  /// What the flow showed is gone: a closed tab, a swipe, the end of input.
  case dismissed
  /// Going back led out of the flow, to a question before it.
  case back
  /// It ran at once with others, and another of them finished first or ended without a result.
  case superseded
  /// Its controller was terminated.
  case terminated
  /// Its controller was released while the flow was still running.
  case abandoned
}

/// Thrown when a flow is cancelled: by every call on the context of a flow that is being left, by
/// `run` when the child was left, and by a body that declines.
public struct FlowCancelled: Error, Hashable {
  /// Why the flow ends.
  public let reason: CancelReason

  /// Makes the error.
  ///
  /// A body throws it to end its flow as cancelled.
  public init(_ reason: CancelReason = .declined) {
    self.reason = reason
  }
}

/// An error that ended a flow, with the flow it came from.
public struct FlowFailure: Error {
  /// The flow whose body threw the error first.
  public let path: StepPath
  /// The error as it was thrown.
  public let cause: any Error
  /// The error's own text; a mark if it is what was typed at a sensitive step.
  public let message: String
  /// What the error says to people, in the language of the session and with a mark for what was typed
  /// at a sensitive step; nil if it says nothing of its own, see ``LocalizableError``.
  public let text: String?

  /// Makes a failure of the flow at a path.
  public init(path: StepPath, cause: any Error) {
    self.init(path: path, cause: cause, message: String(describing: cause))
  }

  init(path: StepPath, cause: any Error, message: String, text: String? = nil) {
    self.path = path
    self.cause = cause
    self.message = message
    self.text = text
  }
}

extension FlowFailure: CustomStringConvertible {
  /// The path and the error's own text.
  public var description: String { "\(path): \(message)" }
}
