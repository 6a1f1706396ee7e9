/// What a driver may ask of a session, as data: so that what comes during a step can be queued.
enum SessionInput {
  indirect case start(any RootRun, Journal.Head, SessionOptions)
  case answer(Answer, Engine.AnswerMode, to: Int?)
  case back(to: RecordedAnswer?)
  case backToStep([StepID])
  case backFromPage
  /// A child whose cancelling goes back was cancelled.
  indirect case backBefore(CancelledChild)
  case give([GivenAnswer])
  case fill([StepID: Answer], Engine.AnswerMode, to: Int?)
  indirect case deliver(StepID, JSONValue, key: String?, by: EventSource)
  case stopWaiting
  case speak(String)
  case cancel
  case gone(Int?)
  case gonePlace(Int)
  case end(Int)
  case terminate
  case unload
  /// The store is to be handed once more what it did not take.
  case keepAgain
  /// The controller was let go.
  case abandon
  case dismiss([Range<Int>])
  /// What somebody waits for.
  indirect case called(SessionInput, InputCall)

  /// Whether what it does must be durable before its caller may rely on it.
  var isToBeKept: Bool {
    switch self {
    case .answer, .back, .backToStep, .backFromPage, .give, .fill, .deliver, .speak, .cancel,
      .gone, .gonePlace, .end, .keepAgain:
      true
    case .called(let input, _): input.isToBeKept
    case .backBefore, .start, .stopWaiting, .terminate, .unload, .abandon, .dismiss: false
    }
  }

  /// Whether the store is to have answered what it was handed before a call for it ends.
  var isToBeAnswered: Bool { if case .unload = self { true } else { isToBeKept } }
}
