@testable import Flowline

/// One step of a flow's body as data: ``PlannedSession`` runs it over the engine.
indirect enum BodyStep: Hashable, Sendable {
  case ask(PlanQuestion)
  /// Runs a child. A parent that resumes takes whatever the outcome is.
  case run(PlanChild, hasHandler: Bool, resumes: Bool)
  case load(StepID)
  case commit(StepID, hasSecret: Bool)
  /// Waits for a moment.
  case moment(StepID)
  /// Waits for an event, and takes the first that is a number from 0 on.
  case event(StepID)
  /// Runs children at once.
  case atOnce([PlanChild], isRace: Bool)
  /// Goes one way if the sum of all results so far is even, another if it is odd.
  case fork(even: [BodyStep], odd: [BodyStep])
  case decline
}

struct PlanQuestion: Hashable, Sendable {
  let id: StepID
  var isSkippedByBack = false
  var isChecked = false
  var isSensitive = false

  init(
    _ id: StepID, isSkippedByBack: Bool = false, isChecked: Bool = false, isSensitive: Bool = false
  ) {
    self.id = id
    self.isSkippedByBack = isSkippedByBack
    self.isChecked = isChecked
    self.isSensitive = isSensitive
  }
}

struct PlanChild: Hashable, Sendable {
  let id: StepID
  var steps: [BodyStep]
  /// Whether its body acts on after it was told to end.
  var isStubborn = false

  init(_ id: StepID, _ steps: [BodyStep], isStubborn: Bool = false) {
    self.id = id
    self.steps = steps
    self.isStubborn = isStubborn
  }
}

extension BodyStep {
  static func ask(_ id: StepID) -> BodyStep { .ask(PlanQuestion(id)) }

  static func run(_ id: StepID, _ steps: BodyStep...) -> BodyStep {
    .run(PlanChild(id, steps), hasHandler: true, resumes: true)
  }
}

/// A body that runs.
struct PlannedBody {
  let frame: FrameID
  /// The body that waits for it alone; nil for the root and for children at once.
  let parent: FrameID?
  /// The flow that runs it at once with others, and which of them it is.
  var group: (parent: FrameID, index: Int)?
  var rest: [BodyStep]
  let isStubborn: Bool
  /// The sum of all results so far.
  var sum = 0
  /// The screen that it asks directly.
  var screen: FrameID?
  /// Whether it takes its child's outcome, whatever it is.
  var resumes = false
}

/// How a body is resumed.
enum BodyResume {
  case begins
  /// With the result of a question or an effect.
  case result(Int)
  case throwing(BodyError)
  /// With how its child ended.
  case childEnded(ChildResult)
  /// All its children at once have ended.
  case groupEnded
}

enum BodyError: Hashable {
  case cancelled(CancelReason)
  case failed
}

enum ChildResult: Hashable {
  case finished(Int)
  case without(BodyError)
}

/// Children that run at once.
struct PlannedGroup {
  let isRace: Bool
  var left: Int
  var sum = 0
  var decision: ChildResult?
}

/// What waits in a planned session.
struct PlannedWait {
  /// Whether it is a load, or a wait for something outside: what may go on before it is durable.
  var isLoad: Bool {
    switch kind {
    case .load, .moment, .event: true
    default: false
    }
  }

  enum Kind {
    case question(PlanQuestion, frame: FrameID)
    case load(StepID)
    case commit(Engine.Write)
    case moment(StepID)
    case event(StepID)
    /// Something is to be told first; then it is done, and the body resumed.
    case telling(Told)
  }

  /// What is told to a handler.
  enum Told {
    case start((frame: FrameID, path: StepPath)?)
    case end(of: FrameID, ChildResult)
  }

  let body: FrameID
  let kind: Kind
  /// What the branch wants of the journal, if it waits for its turn.
  var want: Want?
  /// The answer that is being checked, and how the check ended.
  var checked: (reading: Engine.Reading, mode: Engine.AnswerMode)?
  var verdict: Engine.CheckEnd?
  /// The result that the body is to have once the engine says so.
  var result: BodyResume?
}
