/// What a commit throws that was certainly not carried out, and will not be: an order that was
/// declined, a limit that was passed.
///
/// It is journaled and reaches the flow. A refusal that a flow expects is better a value of its reply.
public struct CommitRefused: Error, Hashable, CustomStringConvertible {
  /// Why, for the readers of the journal.
  public let reason: String

  /// Makes the error.
  public init(_ reason: String) { self.reason = reason }

  /// The reason, as it was given.
  public var description: String { reason }
}

/// What a commit throws before anything was sent: there was no connection, no token.
///
/// The session is held; a person may have it tried again, leave it for later, or cancel. If an earlier
/// attempt may have been carried out, that is not known still, and cannot be cancelled.
public struct CommitNotSent: Error, CustomStringConvertible {
  /// Why nothing was sent.
  public let cause: any Error

  /// Makes the error.
  public init(_ cause: any Error) { self.cause = cause }

  /// Why nothing was sent.
  public var description: String { "nothing was sent: \(cause)" }
}

/// A load or a commit that threw, as journals of the first format have it.
///
/// A body meets the same error when such a journal is replayed; an effect that throws now is held,
/// see ``Prompt/hold``.
public struct EffectFailure: Error, CustomStringConvertible {
  /// The load or commit.
  public let step: StepID
  /// The error's text.
  public let message: String
  /// The error itself; nil in a replay.
  public let cause: (any Error)?

  /// The step and the error's text.
  public var description: String { "\(step) failed: \(message)" }
}

/// A replay from a record came to a load or commit that the record does not have.
public struct UnrecordedEffect: Error, Hashable, CustomStringConvertible {
  /// The load or commit.
  public let step: StepID

  /// One sentence.
  public var description: String { "nothing is recorded for \(step): play the script live" }
}

/// What the journal has of a load, a commit or an event is not what its flow reads there now: its type
/// was changed.
///
/// A load is read again. What came of a write is not: the session is left as it is, see
/// ``ResumeFault/unreadableReply(_:)``.
public struct RecordedReplyUnreadable: Error, Hashable, CustomStringConvertible {
  /// The load, the commit or the wait.
  public let step: StepID
  /// The line of the record, counted from 1; nil for a journal that was never text.
  public let line: Int?
  /// What does not fit: the type, the member, and what is wrong with it.
  public let reason: String
  private let form: Form

  /// Of what the recorded form is.
  enum Form: Hashable {
    /// Of a reply, which a migration can change.
    case changeable
    case event
  }

  init(_ step: StepID, at line: Int?, _ reason: String, _ form: Form) {
    self.step = step
    self.line = line
    self.reason = reason
    self.form = form
  }

  /// What does not fit, and what to do.
  public var description: String {
    let place = line.map { "line \($0): " } ?? ""
    let remedy =
      switch form {
      case .changeable:
        "count up the flow's version and add Migration(from: OLD, .change(\"\(step)\") { … })"
      case .event: "wait for a type that reads both forms"
      }
    return """
      \(place)what is recorded of \(step) cannot be read, \(reason): resume it with the version of the \
      flow that recorded it, or \(remedy)
      """
  }
}

/// A flow used its context in a way that no flow may.
public enum FlowMisuse: Error, Hashable, CustomStringConvertible {
  /// It acted while a child of its was running, or while it waited for an effect.
  case notInnermost
  /// Two of the children it ran at once have the same id.
  case sameID(StepID)
  /// It waited for the first of no children at all.
  case noChildren
  /// It used its context elsewhere than in its body: in a load, or in a task of its own.
  case elsewhere
  /// It began a write that is left to people before any of the write's questions was answered, see
  /// ``FlowCatalog/confirmInPerson(_:at:)``.
  case unconfirmed(StepID)
  /// It ran a step whose id is empty.
  case emptyID

  /// What the flow did, in English.
  public var description: String {
    switch self {
    case .notInnermost:
      "a flow acted while a child of its was running or an effect was under way: use context.all for "
        + "what is to run at once"
    case .sameID(let id):
      "two children at once have the id \(id): a journal could not tell them apart"
    case .noChildren: "a flow waited for the first of no children at all"
    case .elsewhere:
      "a flow used its context elsewhere than in its body, or after that had ended: hand what a task or a "
        + "load needs to it, not the context"
    case .unconfirmed(let write):
      "\(write) is left to people and was not confirmed: ask one of its questions before, or name "
        + "the one that is asked in confirmInPerson"
    case .emptyID:
      "a step has an empty id: give it a name by which journals and scripts find it, such as "
        + "pick-account"
    }
  }
}
