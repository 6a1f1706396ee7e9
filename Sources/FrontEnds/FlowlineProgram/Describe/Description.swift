import Flowline
import FlowlineTerminal

/// The questions of a flow that are known with some answers: it is run up to the first question
/// that has none, or to the first write, which is not done.
struct Description: Sendable {
  /// A question that was asked.
  struct Question: Sendable {
    let prompt: Prompt
    /// The answer's recorded form; nil for the question that waits and for secrets.
    var answer: JSONValue?
    var isAnswered = false
  }

  /// Where the flow is.
  enum Standing: Sendable {
    /// It asks the last of the questions.
    case asks(Prompt)
    /// It does not take the answer to the last of the questions.
    case refuses(Prompt, Refusal)
    /// It would write now.
    case writes(StepPath)
    /// It waits for something outside before it asks anything new.
    case waits([FlowInspection.Effect])
    /// Something that it reads could not be read.
    case held(Prompt, PromptHold)
    /// It is over.
    case ended(Outcome<JSONValue>)
    /// It may not be started.
    case notStarted(Refusal)
    /// It shows one page after another without asking anything new.
    case endless
    /// It did not get past this place in the time it was given.
    case stuck(StuckPlace)
  }

  var questions: [Question] = []
  /// Pages that were shown on the way, which ask for nothing.
  var pages: [Prompt] = []
  var standing = Standing.endless
}

extension Description {
  /// Runs a flow, and writes nothing outside.
  ///
  /// - Parameters:
  ///   - entry: the flow.
  ///   - environment: the world that it sees.
  ///   - answers: are given as long as there is one for what is asked.
  ///   - acceptsWarnings: whether answers are taken whatever there is to warn of.
  ///   - deadline: until when the flow may run; what is known by then is the description.
  init(
    of entry: FlowCatalogEntry, in environment: FlowEnvironment, answers: PreparedAnswers,
    acceptsWarnings: Bool = false, within deadline: Deadline
  ) throws(UnknownVariant) {
    let run = DescriptionRun(of: entry.id, acceptsWarnings: acceptsWarnings)
    let end = deadline.value { () -> Result<Void, UnknownVariant> in
      do throws(UnknownVariant) {
        try run.walk(entry, in: environment, answers)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    guard let end else {
      self = run.stuck
      return
    }
    try end.get()
    self = run.description
  }
}
