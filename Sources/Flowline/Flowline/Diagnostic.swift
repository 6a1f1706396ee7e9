/// Something that should not have happened and did no harm: recorded, never a crash.
public struct Diagnostic: Sendable, Hashable {
  /// What happened.
  public enum Code: String, Sendable, Hashable, Codable {
    /// A flow that had its outcome came to a second one.
    case secondOutcome = "second-outcome"
    /// An effect's reply came after its flow had ended or gone back.
    case lateReply = "late-reply"
    /// A flow went on asking although it had to end.
    case ignoredEnd = "ignored-end"
    /// A flow used its context while a child of its was running or an effect was under way.
    case notInnermost = "not-innermost"
    /// A flow used its context elsewhere than in its body: in a load, or in a task of its own.
    case usedElsewhere = "used-elsewhere"
    /// A body ended while a child of its was running.
    case outlivedParent = "outlived-parent"
    /// What was typed at a sensitive step came into the journal in another way, and was written as the
    /// redaction mark.
    case secretRedacted = "secret-redacted"
    /// An event came that the flow that waits for it cannot read. It is passed over.
    case unreadableEvent = "unreadable-event"
    /// A value has no recorded form.
    case unencodable
    /// Several options of a choice have one key and different values: the first is offered, and no other
    /// can be chosen.
    case repeatedOption = "repeated-option"
    /// An option has an empty key, by which nothing can choose it.
    case emptyOption = "empty-option"
    /// A question refuses its own default.
    case refusedDefault = "refused-default"
    /// A question is asked that refuses whatever is answered, since one can go back from it; see ``ScreenFault``.
    case unanswerable
    /// A step's id has a sign that means something else on a command line: `/`, `=` or a control character.
    case misleadingID = "misleading-id"
    /// A flow has a migration from its own version, or from one to come: it reads no journal.
    case unusedMigration = "unused-migration"
  }

  /// What happened.
  public let code: Code
  /// The flow or step it happened to.
  public let path: StepPath
  /// The matter in words; both places are named if two are concerned.
  public let message: String
}

extension Diagnostic: CustomStringConvertible {
  /// The code, the path and the matter.
  public var description: String { "\(code.rawValue) at \(path): \(message)" }
}
