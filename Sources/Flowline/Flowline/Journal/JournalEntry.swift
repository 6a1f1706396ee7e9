/// One thing that happened in a session.
struct JournalEntry: Hashable, Sendable {
  /// What happened; the raw value is the word for it in a script.
  enum Verb: String, Sendable, CaseIterable {
    /// A flow was started by another.
    case enter
    /// A flow that was started by another ended with a result.
    case leave
    /// A flow that was started by another ended without a result.
    case abandon
    /// What follows belongs to one of several children at once, and to what runs in it.
    case at
    /// A screen asked, or could not, since nothing can answer it. Kept as an entry only if no answer
    /// followed; else the answer tells it.
    case show
    /// An answer was refused.
    case refuse
    /// An answer was accepted.
    case answer
    /// The person went back to a step.
    case back
    /// The person went back to a step to change its answer; those behind it stand again if their
    /// questions turn out the same.
    case jump
    /// The person went on in another language. It is no answer, and going back does not undo it.
    case language
    /// The person left a flow, or what it showed is gone.
    case cancel
    /// Something was read from outside.
    case load
    /// An event came from outside. Going back does not undo it.
    case event
    /// A wait is over: its moment has come, or it took an event.
    case wait
    /// Something is about to be written outside, with its key.
    case commit
    /// What was written outside.
    case done
    /// A load or a commit went wrong.
    case fail
    /// An answer or a write that the flow, changed since, did not come to: kept for when it does. Or
    /// that the outcome of a flow was told, whose end it did not come to.
    case aside
    /// The root flow ended with a result.
    case finish
    /// The root flow ended without a result.
    case cancelled
    /// The root flow broke.
    case failed
  }

  // In an order that leaves no gaps: a session keeps thousands of entries.

  /// The step it happened to.
  var id: StepID
  /// What stands behind the name.
  var payload: Payload
  let verb: Verb
  /// Whether going back undid it.
  var isUndone = false
  /// Whether going back passes over it.
  var isSkippedByBack: Bool
  /// In which flow, see ``FrameRef``.
  var frame: FrameRef
  /// How the step asked; for answers and refusals.
  var outline: PromptOutline?
  /// The presentation it belongs to, counted from 0; -1 if it has none, or one of another process.
  var presentation: Int32
}

extension JournalEntry {
  // By the initializer of all members: one that sets them one after the other copies the entry.
  init(
    _ verb: Verb, _ id: StepID, in frame: FrameRef, _ payload: Payload = .none,
    outline: PromptOutline? = nil, presentation: Int = -1, isSkippedByBack: Bool = false
  ) {
    self.init(
      id: id, payload: payload, verb: verb, isSkippedByBack: isSkippedByBack, frame: frame,
      outline: outline, presentation: Int32(clamping: presentation))
  }

  /// What a recorded failure says.
  var failureMessage: String {
    payload.json?["error"]?.string ?? payload.json?["refused"]?.string ?? payload.json?.text
      ?? "it failed"
  }

  /// Why a `cancel` entry left its flow.
  var leaveReason: CancelReason {
    let text = if case .array(let parts)? = payload.json { parts.first } else { payload.json }
    return text?.string.flatMap(CancelReason.init) ?? .user
  }

  /// Which of the open flows of its name a `cancel` entry left, counted from the innermost, which is
  /// 1; nil if it goes without saying: the outermost if it is gone, else the innermost.
  var leftPlace: Int? {
    guard case .array(let parts)? = payload.json, case .integer(let place)? = parts.last else {
      return nil
    }
    return max(1, Int(clamping: place))
  }

  /// The version of the flow that an `enter` entry began.
  var enteredVersion: Int {
    if case .integer(let version)? = payload.json { Int(clamping: version) } else { 1 }
  }
}

extension [JournalEntry] {
  /// About how many bytes their refused answers are written in.
  var refusedSize: Int {
    reduce(into: 0) { size, entry in
      guard entry.verb == .refuse, case .array(let parts)? = entry.payload.json else { return }
      size += parts.first?.writtenSize ?? 0
    }
  }
}

/// The flow an entry belongs to, by the place of the `enter` entry that began it.
struct FrameRef: Hashable, Sendable {
  private let number: Int32

  private init(number: Int32) { self.number = number }

  /// The flow the session is of.
  static let root = FrameRef(number: 0)
  /// Not said: a script written by hand, with nothing but its answers.
  static let unknown = FrameRef(number: -1)

  /// The flow that the entry at this index began.
  static func entered(at index: Int) -> FrameRef { FrameRef(number: Int32(index) + 1) }

  /// The index of the `enter` entry; nil for the root and the unknown.
  var index: Int? { number > 0 ? Int(number) - 1 : nil }
}

/// What an entry carries: nothing, its recorded form, or a value that the shell holds until somebody
/// wants its recorded form.
enum Payload: Sendable {
  case none
  case json(JSONValue)
  /// A recorded form that may be large, and that hardly anybody looks into.
  indirect case text(JSONText)
  /// The number of a value in ``RecordedForms``.
  case datum(Int)

  /// What was read or written outside, or results from a flow.
  init(recorded value: JSONValue) {
    switch value {
    case .array, .object: self = .text(JSONText(value))
    default: self = .json(value)
    }
  }

  /// The recorded form; nil if there is none, or the shell has it.
  var json: JSONValue? {
    switch self {
    case .json(let json): json
    case .text(let text): text.value
    case .none, .datum: nil
    }
  }

  /// The text of the recorded form; nil if there is none, or the shell has it.
  var text: String? {
    switch self {
    case .json(let json): json.text
    case .text(let text): text.text
    case .none, .datum: nil
    }
  }

  /// Whether it stands for a secret.
  var isMark: Bool {
    switch self {
    case .json(let json): json.isRedactionMark
    case .text(let text): text.containsRedactionMark && text.value.isRedactionMark
    case .none, .datum: false
    }
  }

  /// Whether something in it was a secret.
  var containsMark: Bool {
    switch self {
    case .json(let json): json.containsRedactionMark
    case .text(let text): text.containsRedactionMark
    case .none, .datum: false
    }
  }
}

/// Payloads are equal if their recorded forms are, however they are kept.
extension Payload: Hashable {
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left == right
    case (.datum(let left), .datum(let right)): left == right
    case (.datum, _), (_, .datum): false
    default: left.json == right.json
    }
  }

  func hash(into hasher: inout Hasher) {
    if case .datum(let number) = self { hasher.combine(number) } else { hasher.combine(json) }
  }
}
