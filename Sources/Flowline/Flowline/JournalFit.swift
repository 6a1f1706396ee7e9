/// How a journal fitted the flow that it was rebuilt with.
///
/// There is one if the flow has another version now, or the journal does not fit it.
public struct JournalFit: Sendable, Hashable {
  /// What became of one recorded answer, read or write.
  public enum Fate: Sendable, Hashable {
    /// It is valid.
    case kept
    /// The flow asks again, and offers what was answered.
    case asked(because: Reason)
    /// It does not count any more; the record has it still, before the new lines.
    case dropped(because: Reason)
  }

  /// Why something is not valid any more.
  public enum Reason: Sendable, Hashable {
    /// The answer is refused now.
    case refused(Refusal.Code)
    /// The flow asks or does something else first.
    case behindChange
    /// The flow does not come to the step any more.
    case notReached
    /// A read from outside, which is repeated.
    case readAgain
    /// A moment or an event, which is waited for again; an event is taken again.
    case awaitedAgain
    /// A write that was begun: it is kept aside, with its key, for when the flow comes to it.
    case writtenBefore
    /// A migration of the flow took it out.
    case migrated
  }

  /// A recorded answer, read or write, and what became of it.
  public struct Item: Sendable, Hashable {
    /// The step, from the root flow down.
    public let path: StepPath
    /// The line of the record, counted from 1; nil for a journal that was never text.
    public let line: Int?
    /// What became of it.
    public let fate: Fate
  }

  /// The id of the root flow.
  public let flow: FlowID
  /// The version that the journal was written by.
  public let recorded: Int
  /// The version it was rebuilt with.
  public let version: Int
  /// What became of what was recorded, in the journal's order.
  public internal(set) var items: [Item]

  /// Whether the journal was written by another version of the flow.
  ///
  /// If it was not and does not fit, nobody can tell which: the record is damaged, or a part of the
  /// flow was changed.
  public var isOtherVersion: Bool { recorded != version }

  /// Whether all of it is kept.
  public var isWhole: Bool { items.allSatisfy { $0.fate == .kept } }
}

extension JournalFit: CustomStringConvertible {
  /// A line for the whole and one for each thing that is not valid any more.
  public var description: String {
    let kept = items.count { $0.fate == .kept }
    let versions =
      isOtherVersion
      ? "\(flow) \(recorded) → \(version)"
      : "\(flow) \(version), damaged or changed in a part of it"
    var lines = ["\(versions): \(kept) of \(items.count) kept"]
    for item in items where item.fate != .kept { lines.append(item.description) }
    return lines.joined(separator: "\n")
  }
}

extension JournalFit.Item: CustomStringConvertible {
  /// The line, the step and what became of it.
  public var description: String {
    let place = line.map { "line \($0): " } ?? ""
    return switch fate {
    case .kept: "\(place)\(path) kept"
    case .asked(let reason): "\(place)\(path) asked again: \(reason)"
    case .dropped(let reason): "\(place)\(path) dropped: \(reason)"
    }
  }
}

extension JournalFit.Reason: CustomStringConvertible {
  /// A few words.
  public var description: String {
    switch self {
    case .refused(let code): "the answer is refused now (\(code.rawValue))"
    case .behindChange: "the flow asks something else first"
    case .notReached: "the flow does not come to it any more"
    case .readAgain: "it is read again"
    case .awaitedAgain: "it is waited for again"
    case .writtenBefore: "it was begun before, and is kept with its key"
    case .migrated: "a migration took it out"
    }
  }
}
