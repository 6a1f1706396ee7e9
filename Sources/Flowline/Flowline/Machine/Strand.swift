/// One of several children at once, with all that runs in it: a stack of frames above those it
/// shares with the others.
///
/// The session itself is the strand number 0. While a strand is current, its state, its question
/// and the frames of its whole chain are the machine's own; otherwise they are kept here.
struct Strand {
  /// The ids below the root down to the child that began it; none for the session itself.
  let path: [StepID]
  /// The strand of the flow that runs the children.
  let parent: Int
  /// How many strands are above it.
  let level: Int
  /// How many frames are below its own.
  let base: Int
  /// Its own frames.
  var frames: [Frame] = []
  var state: FlowMachine.State
  var pending: PendingEntry?
  /// What it wants of a journal that is being replayed, while it waits for its turn.
  var want: Want?
  /// The strands of the children at once that its innermost flow runs, in order.
  var children: [Int] = []
  /// What was presented in it, and in what it ran.
  var presented = PresentationSet()

  /// What a strand waits for in a replay.
  struct Want {
    enum Kind {
      case answer
      case reply
      /// The reply comes from a record that is not replayed otherwise.
      case recordedReply
    }

    let kind: Kind
    let step: StepID
    /// The flow that wants it, in the journal that is being replayed.
    let frame: FrameRef
    /// The ids below the root down to the step.
    let path: [StepID]
    /// Whether it is the reply of a commit, whose intent is written already.
    let isCommit: Bool
  }
}

/// All strands of a session, and where to find them. By reference, so that a session without
/// children at once has none of it; it belongs to one machine.
final class StrandTable {
  /// The strands by their number, that of the frame that began each.
  var strands: [Int: Strand] = [:]
  /// The strand of each frame that is not of the session's own.
  var strandOf: [Frame.ID: Int] = [:]
  /// Which frame asks a presentation.
  var askers: [Int: Frame.ID] = [:]
  /// The strands that wait for a step of the journal that is replayed; past ones among them.
  var waiters: [StepID: [Int]] = [:]
  /// The frames whose turn it is, with the index of the entry that is next; -1 where there is none.
  var turned: [Frame.ID: Int] = [:]
  /// The strands with a commit under way, and past ones among them.
  var committing: Set<Int> = []
}
