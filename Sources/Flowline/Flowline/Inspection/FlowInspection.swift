public import FoundationEssentials

/// What is going on in a session at one moment.
///
/// It never holds what a sensitive screen took.
public struct FlowInspection: Sendable, Hashable, Codable {
  /// What a session or a flow in it is doing.
  public enum State: String, Sendable, Hashable, Codable {
    /// Nothing was started yet.
    case idle
    /// A body is running, or waits for its child or for something the engine does not know of.
    case running
    /// A question waits for an answer.
    case asking
    /// A load or a commit is under way.
    case working
    /// It waits for a moment, or for an event from outside.
    case waiting
    /// An effect or the store went wrong, and a person is asked what to do: see ``Prompt/hold``.
    case held
    /// It has to end, and its body has not returned yet.
    case ending
    /// The root flow has ended.
    case ended
  }

  /// A load, a commit, a check or a wait under way.
  public struct Effect: Sendable, Hashable, Codable {
    /// What an effect is for.
    public enum Kind: String, Sendable, Hashable, Codable {
      /// It reads from outside.
      case load
      /// It writes to outside.
      case commit
      /// It finds out whether an answer can be taken.
      case check
      /// It waits until a moment has come.
      case moment
      /// It waits for an event that is delivered from outside.
      case event
    }

    /// Its name; of a check, the step whose answer is checked.
    public let id: StepID
    /// What it is for.
    public let kind: Kind
    /// What people see while it is under way; nil if it has no title.
    public let title: LocalizedText?
    /// How much is done, as it reported; nil if it has not.
    public let done: Int?
    /// How much there is to do; nil if that is not known.
    public let total: Int?
    /// What it is doing just now, as it reported; nil if it has not.
    public let remark: LocalizedText?
    /// The key of a commit; nil for a load.
    public let key: String?
    /// The moment that is waited for; nil if it is something else.
    public let until: Date?
    /// Whether it was cut off before and runs again, with the same key.
    public let isRepeated: Bool
    /// How long it has been under way.
    public let milliseconds: Int

    /// Whether it writes.
    public var isCommit: Bool { kind == .commit }

    /// Whether it is a wait for a moment or an event, during which the session need not be in memory.
    public var isWait: Bool { kind.isWait }
  }

  /// A flow that has started and not ended.
  public struct OpenFlow: Sendable, Hashable, Codable {
    /// Tells this run of the flow from every other of the controller; see
    /// ``FlowController/end(_:)``.
    public let number: Int
    /// The stable name of the flow, which other runs of it have as well.
    public let id: FlowID
    /// Its version.
    public let version: Int
    /// What people call it.
    public let title: LocalizedText
    /// Whether it is a screen.
    public let isScreen: Bool
    /// What it is doing.
    public let state: State
    /// How long it has been open.
    public let milliseconds: Int
    /// What it asks; nil if it does not ask.
    public let prompt: Prompt?
    /// Its loads and commits under way.
    public let effects: [Effect]
    /// What is on show of it and of what ran in it.
    public let shown: [Range<Int>]
    /// The flow that runs it, as an index into ``FlowInspection/flows``; nil for the root.
    public let parent: Int?
    /// The flows it runs, as indices into ``FlowInspection/flows``.
    public let children: [Int]
  }

  /// What the session is doing.
  public let state: State
  /// The tree of the flows that have started and not ended, each before its children, so that the
  /// root is the first.
  ///
  /// Kept flat: flows may be nested deeper than a stack.
  public let flows: [OpenFlow]
  /// How many answers are valid.
  public let answers: Int
  /// The answer that was refused last, while its question is asked.
  public let refused: RefusedAnswer?
  /// The presentations on show.
  public let shown: [Range<Int>]
}

extension FlowInspection {
  /// The root flow; nil if none is open.
  public var root: OpenFlow? { flows.first }

  /// The flows that run no other, which is where something happens; in the order in which they are
  /// open.
  public var innermost: [OpenFlow] { flows.filter(\.children.isEmpty) }

  /// The loads, commits, checks and waits under way.
  public var effects: [Effect] { flows.flatMap(\.effects) }

  /// The flows that a flow runs.
  public func children(of flow: OpenFlow) -> [OpenFlow] { flow.children.map { flows[$0] } }

  /// The ids from the root down to a flow.
  public func path(to flow: OpenFlow) -> StepPath {
    var ids = [flow.id]
    var parent = flow.parent
    while let index = parent {
      ids.append(flows[index].id)
      parent = flows[index].parent
    }
    return StepPath(ids.reversed())
  }
}

extension FlowInspection.OpenFlow {
  /// Whether it has to end.
  public var isEnding: Bool { state == .ending }
}
