/// Why a session is left as it is while it is rebuilt: its journal has what the flow cannot continue with.
///
/// That is no error of the flow's. It is not thrown into a body, which might catch it, no line tells it,
/// and the record stays one that another version of the flow resumes.
enum Misfit: Hashable, Sendable {
  /// A newer version of the flow, or of one nested in it, recorded it.
  case newerFlow(Engine.NewerFlow)
  /// The flow cannot read what came of a write, or an event that it took.
  case unreadableReply(RecordedReplyUnreadable)
  /// The flow would write something else now than it began to.
  case differs(CommitDiffers)

  /// Why the session was not resumed.
  var fault: ResumeFault {
    switch self {
    case .newerFlow(let newer):
      .newerVersion(newer.id, recorded: newer.recorded, known: newer.known)
    case .unreadableReply(let unreadable): .unreadableReply(unreadable)
    case .differs(let differs): .commitDiffers(differs)
    }
  }

  /// What a session fails with that was not rebuilt from a record, and so has nothing to be left as.
  fileprivate var error: any Error {
    switch self {
    case .newerFlow: fault
    case .unreadableReply(let unreadable): unreadable
    case .differs(let differs): differs
    }
  }
}

extension Engine {
  /// The session is left as it is, for a program that its journal fits.
  ///
  /// This one might ask something else, and the record would lose what was answered there.
  mutating func leave(for misfit: Misfit) {
    self.misfit = misfit
    _ = unloaded()
  }

  /// The newer flow for which the session is left as it is; nil if it is not, or for something else.
  var newerFlow: NewerFlow? { if case .newerFlow(let newer)? = misfit { newer } else { nil } }

  /// The line of the record that the flow took last, counted from 1; nil if that is not known.
  var lineTakenLast: Int? { replay.latest.flatMap { replay.line(of: $0) } }
}

extension Session {
  /// The journal has what the flow cannot continue with: the session is left as it is, and nobody is
  /// told of an end.
  func leave(for misfit: Misfit) {
    // What is only looked at has no record that could be spoilt.
    guard engine.recordedVersion != nil, survey == nil else { return collapse(misfit.error) }
    engine.leave(for: misfit)
    leaveUntold()
  }
}
