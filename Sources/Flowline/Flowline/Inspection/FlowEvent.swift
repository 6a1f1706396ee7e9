public import FoundationEssentials

/// One thing that happened in a session, as its observers receive it.
///
/// Events of one controller come in the order of ``sequence``; <doc:Observing> says what comes
/// before what. What a replay does is not reported: an event is always news.
public struct FlowEvent: Sendable, Hashable {
  /// Counts up by one from event to event of a controller while anybody observes it.
  public let sequence: Int
  /// The session it happened in.
  public let session: UUID
  /// The flow, step, load or commit it happened to, from the root flow down.
  public let path: StepPath
  /// What happened.
  public let kind: Kind

  /// What can happen.
  ///
  /// There may be more kinds one day: have a `default` in a `switch`.
  public enum Kind: Sendable, Hashable {
    /// A flow was started. A screen that is asked without a handler is reported by `asked` alone.
    case started(version: Int)
    /// The journal was replayed up to here; so many answers are valid.
    ///
    /// It comes once, before the first thing that was not in the journal.
    case rebuilt(answers: Int)
    /// A question waits for an answer; how it asks is its ``PromptKind/name``.
    case asked(presentation: Int, kind: String)
    /// An answer was accepted: its recorded form, or a redaction mark if the screen is sensitive.
    case answered(JSONValue)
    /// Something was not taken.
    case refused(Refusal, Input)
    /// An event came from outside, with its recorded value. The path ends with its name.
    case delivered(JSONValue, key: String?)
    /// A load, a commit or a wait came to a point.
    case effect(Effect, Phase)
    /// The person went back to this step.
    case back
    /// The person changed to this language.
    case language(String)
    /// The journal no longer fits the flow.
    case diverged(Divergence)
    /// Something happened that should not have, and did no harm.
    case diagnostic(Diagnostic)
    /// A flow ended; its result is its handler's matter.
    case ended(Ending)
  }

  /// What was asked of a controller.
  public enum Input: Sendable, Hashable {
    /// An answer, as it came; nil if it is sensitive or was for another prompt.
    case answer(JSONValue?)
    /// To go back, to the last question or to that of an earlier answer.
    case back
    /// A whole page of a form.
    case fill
    /// Answers to questions that were not asked yet.
    case give
    /// To leave the innermost flow.
    case cancel
    /// That a presentation or a place is gone.
    case gone
    /// To end the session in this process, its journal left to be resumed.
    case terminate
    /// To start or resume a flow.
    case start
    /// To take in an event from outside.
    case deliver
    /// To give up what is waited for.
    case stopWaiting
    /// To change the language.
    case speak
  }

  /// A load, a commit, a check or a wait that runs.
  public struct Effect: Sendable, Hashable {
    /// Tells it from every other of the controller, so that an end can be matched with its begin.
    public let number: Int
    /// Its name; of a check, the step whose answer is checked.
    public let id: StepID
    /// What it is for.
    public let kind: FlowInspection.Effect.Kind
    /// The key of a commit; nil for a load.
    public let key: IdempotencyKey?

    /// Whether it writes.
    public var isCommit: Bool { kind == .commit }
  }

  /// How far a load or a commit has come.
  public enum Phase: Sendable, Hashable {
    /// It is about to run.
    case began
    /// It is about to run again, with its old key: the session was cut off in the middle of it.
    case repeated
    /// It reported how far it has come.
    case progressed(done: Int, of: Int?)
    /// It replied, and its flow continues with the reply.
    case replied
    /// It threw.
    case failed(message: String)
  }

  /// How a flow ended.
  public enum Ending: Sendable, Hashable {
    /// With a result.
    case finished
    /// Without a result, for this reason.
    case cancelled(CancelReason)
    /// By an error; the message is its description, without what was typed at a sensitive step.
    case failed(message: String)
  }
}

extension FlowEvent.Kind {
  /// A stable word for the kind, for counters and logs.
  public var name: String {
    switch self {
    case .started: "started"
    case .rebuilt: "rebuilt"
    case .asked: "asked"
    case .answered: "answered"
    case .refused: "refused"
    case .delivered: "delivered"
    case .effect: "effect"
    case .back: "back"
    case .language: "language"
    case .diverged: "diverged"
    case .diagnostic: "diagnostic"
    case .ended: "ended"
    }
  }
}

extension FlowEvent.Input {
  /// A stable word for the input.
  public var name: String {
    switch self {
    case .answer: "answer"
    case .back: "back"
    case .fill: "fill"
    case .give: "give"
    case .cancel: "cancel"
    case .gone: "gone"
    case .terminate: "terminate"
    case .start: "start"
    case .deliver: "deliver"
    case .stopWaiting: "stop-waiting"
    case .speak: "speak"
    }
  }
}

extension FlowEvent.Phase {
  /// A stable word for the phase.
  public var name: String {
    switch self {
    case .began: "began"
    case .repeated: "repeated"
    case .progressed: "progressed"
    case .replied: "replied"
    case .failed: "failed"
    }
  }
}

extension FlowEvent.Ending {
  /// A stable word for the ending.
  public var name: String {
    switch self {
    case .finished: "finished"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }
}

extension FlowEvent: CustomStringConvertible {
  /// One line without any answer, as in `4 asked sum/first number`.
  public var description: String {
    let detail: String
    switch kind {
    case .started(let version): detail = "version \(version)"
    case .rebuilt(let answers): detail = "\(answers) answers"
    case .asked(_, let kind): detail = kind
    case .answered: detail = ""
    case .refused(let refusal, let input): detail = "\(input.name) \(refusal.code.rawValue)"
    case .delivered(_, let key): detail = key ?? ""
    case .effect(let effect, let phase):
      detail = "\(phase.name)\(effect.key.map { " \($0)" } ?? "")"
    case .back: detail = ""
    case .language(let language): detail = language
    case .diverged(let divergence): detail = divergence.line.map { "line \($0)" } ?? ""
    case .diagnostic(let diagnostic): detail = diagnostic.code.rawValue
    case .ended(.cancelled(let reason)): detail = "cancelled \(reason.rawValue)"
    case .ended(let ending): detail = ending.name
    }
    return "\(sequence) \(kind.name) \(path)" + (detail.isEmpty ? "" : " \(detail)")
  }
}
