package import Flowline
package import FoundationEssentials

/// How a walk through a flow came to its end.
package enum WalkEnd: Sendable {
  /// The flow ended, as its outcome says.
  case ended
  /// Nobody could be asked for the answer to this prompt.
  case missing(Prompt)
  /// An answer was not taken, and nobody could be asked for another.
  case refused(Prompt, Refusal)
  /// A command was not taken at this prompt, and nobody could be asked for another.
  case refusedCommand(Prompt, Refusal)
  /// Something around the flow went wrong, and nobody could be asked what to do about it. The
  /// session was unloaded as it was.
  case held(Prompt, PromptHold)
  /// The person left the session for later, when they were asked what to do about something that
  /// went wrong around the flow.
  case paused
  /// The flow waits for moments or events, and nobody stayed for them. The session was unloaded as it
  /// was.
  case waiting
  /// The event that was to be delivered was refused. The session was unloaded as it was.
  case undelivered(Refusal)
  /// Nobody answered in time.
  case timedOut(Prompt)
  /// The person pressed Ctrl-C.
  case interrupted
  /// A signal asked the process to end.
  case signalled(Int32)
  /// The terminal was closed.
  case gone
  /// The person asked to leave the program.
  case quit
  /// The flow may not be started now.
  case notStarted(Refusal)
  /// The recording could not be written when the walk began.
  case recordFailed(RecordedFile.Failure)
}

/// What came of a walk.
package struct WalkReport: Sendable {
  /// How it came to its end.
  package let end: WalkEnd
  /// How the flow ended; nil if it was never started or was unloaded.
  package let outcome: Outcome<JSONValue>?
  /// What the result means to a person; nil if there is none, or its flow does not say.
  package let resultText: String?
  /// What happened.
  package let journal: Journal
  /// The program's words, in the language that the flow spoke last.
  package let words: Words
  /// The steps that had prepared answers left.
  package let unusedAnswers: [String]
  /// The ids of the steps that asked, in order, each once.
  package let askedSteps: [StepID]
  /// The question that waited when the walk was left.
  package let lastPrompt: Prompt?
  /// The moments and events that the flow waited for when it was left, beside a question too; empty if
  /// there are none.
  package let waits: [FlowInspection.Effect]
  /// The session, where there is a record of it.
  package let session: UUID?
  /// Whether what was done last is not in the session's record: the store failed, and the session was
  /// left like that.
  package let hasUnsaved: Bool
  /// Whether the event was delivered that the walk was begun for; nil if it was begun for none.
  package let isDelivered: Bool?
  /// Whether no step has taken an event of its name by now, so that it is kept for one that will.
  package let isEventOpen: Bool

  /// The language that the flow spoke last.
  package var language: String { words.environment.language }
}

/// How a walk behaves.
package struct WalkMode: Sendable {
  /// Whether there is somebody to ask again after a refusal.
  package var isAttended = true
  /// Whether prompts are shown.
  package var showsPrompts = true
  /// How long a question waits for its answer.
  package var timeout: Duration?
  /// Whether answers are taken whatever there is to warn of.
  package var acceptsWarnings = false
  /// Whether moments are waited for although nobody is there.
  package var waits = false
  /// The option that accepts them; nil if there is none.
  package var warningsOption: String?

  /// Makes a mode.
  package init(
    isAttended: Bool = true, showsPrompts: Bool = true, timeout: Duration? = nil,
    acceptsWarnings: Bool = false, warningsOption: String? = nil
  ) {
    self.isAttended = isAttended
    self.showsPrompts = showsPrompts
    self.timeout = timeout
    self.acceptsWarnings = acceptsWarnings
    self.warningsOption = warningsOption
  }
}
