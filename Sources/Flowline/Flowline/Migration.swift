/// How journals of an older version of a flow are read by the next one.
///
/// A flow that changes what it asks counts up its ``Flow/version`` and says here how the answers
/// that were given before are to be understood. The changes concern the flow's own steps: those of a
/// nested flow are its own affair.
///
///     var version: Int { 3 }
///     var migrations: [Migration] {
///       [
///         Migration(from: 1, .rename("sum", to: "amount")),
///         Migration(from: 2, .insert("currency", answer: "GBP")),
///       ]
///     }
public struct Migration: Sendable {
  /// The version whose journals it reads; they are of the next version then.
  public let version: Int
  let changes: [Change]

  /// Makes a migration from a version to the next.
  public init(from version: Int, _ changes: Change...) {
    self.version = version
    self.changes = changes
  }

  /// One change of what a flow asks, reads or writes.
  public struct Change: Sendable {
    enum Kind: Sendable {
      case rename(to: StepID)
      case change(@Sendable (JSONValue) -> JSONValue?)
      case insert(JSONValue)
      case remove
    }

    let step: StepID
    let kind: Kind

    /// A step has another id now: a question, a load, a commit or a nested flow.
    public static func rename(_ step: StepID, to other: StepID) -> Change {
      Change(step: step, kind: .rename(to: other))
    }

    /// An answer, or an effect's reply, has another recorded form now.
    ///
    /// - Parameters:
    ///   - step: the step's id.
    ///   - transform: makes the new form of the old one; nil if there is none, and the step is
    ///     asked or read again.
    /// - Returns: the change, for a ``Migration``.
    public static func change(
      _ step: StepID, _ transform: @escaping @Sendable (JSONValue) -> JSONValue?
    ) -> Change {
      Change(step: step, kind: .change(transform))
    }

    /// A question is new: journals that continue behind it are taken to have answered it like this.
    public static func insert(_ step: StepID, answer: JSONValue) -> Change {
      Change(step: step, kind: .insert(answer))
    }

    /// A question or a load is gone, and what was recorded for it is not missed.
    public static func remove(_ step: StepID) -> Change {
      Change(step: step, kind: .remove)
    }
  }
}
