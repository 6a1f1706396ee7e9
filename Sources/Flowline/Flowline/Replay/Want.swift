/// What a branch wants of a journal that is being replayed, while it waits for its turn.
struct Want: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case answer
    case reply
    /// The end of a wait for a moment or an event.
    case wait
    /// The reply comes from a record that is not replayed otherwise.
    case recordedReply
  }

  struct Key: Hashable, Sendable {
    let kind: Kind
    let step: StepID
  }

  let wait: WaitID
  let key: Key
  /// The flow that wants it, in the journal that is being replayed.
  let frame: FrameRef
  /// The ids below the root down to the step.
  let path: [StepID]
  /// The key of a commit whose intent is written already, and whether it was begun before.
  let commit: Commit?

  struct Commit: Hashable, Sendable {
    let key: IdempotencyKey
    let isRepeated: Bool
  }

  /// Whether it is the reply of a commit.
  var isCommit: Bool { commit != nil }

  /// The same in words.
  var description: String {
    switch key.kind {
    case .answer: "answer \(key.step)"
    case .wait: "wait \(key.step)"
    case .reply, .recordedReply: "\(isCommit ? "done" : "load") \(key.step)"
    }
  }
}

extension BranchTree {
  /// What a wait wants, if it still waits for its turn.
  func want(of wait: WaitID) -> Want? {
    if case .waiting(let want) = self[wait.branch].state, want.wait == wait { want } else { nil }
  }
}
