/// What a sandbox answers in a provider's stead.
///
/// A request is looked at twice: without its body, so that no stranger has one read, and as a whole.
public protocol ProviderAPI: Sendable {
  /// What is known of a request once its head was found in order.
  associatedtype Admission: Sendable

  /// Looks at a request before its body is read: path, verb, token.
  func admit(_ head: IncomingHead) -> Admitted<Admission>

  /// Answers a request that was admitted.
  func reply(to call: IncomingCall, _ admission: Admission) async -> WrittenReply

  /// A refusal in the provider's usual shape.
  func refusal(_ code: String, status: Int) -> WrittenReply

  /// What the provider answers with when it fails itself: by default the status alone.
  func failure(_ status: Int) -> WrittenReply
}

extension ProviderAPI {
  /// The status alone: of a provider's own troubles no body is promised.
  public func failure(_ status: Int) -> WrittenReply { WrittenReply(status: status) }
}

/// What becomes of a request by its head alone.
public enum Admitted<Admission: Sendable>: Sendable {
  /// It may have a body of so many bytes; with 0 none is read.
  case admitted(Admission, bodyLimit: Int)

  /// It is answered without its body.
  case refused(WrittenReply)
}

/// What happens to a sandbox from outside its API, beside what every sandbox has.
public protocol ProviderControls: Sendable {
  /// Answers a request to `/control`; nil if there is no such control.
  ///
  /// - Throws: a `ControlProblem` if the request cannot be done.
  func reply(to call: IncomingCall) async throws -> WrittenReply?
}

/// What is wrong with a request to the controls.
public struct ControlProblem: Error, Sendable, Hashable {
  /// The status of the answer.
  public let status: Int

  /// What is wrong, in English.
  public let words: String

  /// Makes a problem.
  public init(_ words: String, status: Int = 400) {
    self.words = words
    self.status = status
  }
}
