import Flowline

/// What a walk does to its session.
///
/// Numbers choose among what there is, whatever there is.
enum WalkInput: Sendable, Equatable {
  case good(Int)
  case bad(Int)
  /// A good answer that acknowledges whatever is asked back about it.
  case acknowledged(Int)
  /// A good answer to another prompt than the one that waits.
  case stale(Int)
  case back
  case cancel
  case goneAll
  /// One presentation is gone, counted back from the newest.
  case gone(Int)
  case terminate
  case stopWaiting
  case speak(isRussian: Bool)
  /// The effect or the check under way replies.
  case reply
  /// An effect or a check that nobody waits for any more replies.
  case lateReply
}

/// A flow and what is done to it: all there is to say about a walk.
struct WalkScript: Sendable, Equatable {
  var plan: Plan
  var inputs: [WalkInput]
}

extension WalkScript: CustomStringConvertible {
  /// One line a step and an input, to be read by people.
  var description: String {
    "flow \(plan.id)\n" + Self.lines(plan.steps, "  ") + "inputs\n"
      + inputs.map { "  \($0)\n" }.joined()
  }

  private static func lines(_ steps: [Plan.Step], _ margin: String) -> String {
    steps.map { line($0, margin) }.joined()
  }

  private static func line(_ step: Plan.Step, _ margin: String) -> String {
    switch step {
    case .ask(let question):
      "\(margin)ask \(question.id) \(question.kind)"
        + (question.isSensitive ? " sensitive" : "")
        + (question.isSkippedByBack ? " skipped-by-back" : "")
        + (question.isDoubtful ? " doubtful" : "")
        + (question.check == .none ? "" : " checked \(question.check)") + "\n"
    case .run(let child, let hasHandler, let manner):
      "\(margin)run \(child.id) \(manner)\(hasHandler ? " handler" : "")\n"
        + lines(child.steps, margin + "  ")
    case .load(let effect): "\(margin)load \(effect)\n"
    case .commit(let effect): "\(margin)commit \(effect)\n"
    case .fork(let even, let odd):
      "\(margin)even\n" + lines(even, margin + "  ") + "\(margin)odd\n"
        + lines(odd, margin + "  ")
    case .fail(let message): "\(margin)fail \(message)\n"
    case .decline: "\(margin)decline\n"
    }
  }
}

extension PlannedEffect: CustomStringConvertible {
  var description: String {
    "\(id) \(value)\(isLate ? " late" : "")\(fails ? " fails" : "")\(isCaught ? " caught" : "")"
  }
}
