/// A load or a commit that went wrong, and of which a person has not said yet what to do.
///
/// A record of a ``JournalStore`` tells it in its summary, so that a session that is rebuilt asks once more
/// and does nothing by itself, on whichever node.
public struct HeldEffect: Sendable, Hashable {
  /// The load or the commit, from the root flow down.
  public let step: StepPath
  /// What was thrown, for those who look after the program.
  public let message: String
  /// What it said to people, in the language of the session; nil if nothing.
  public let text: String?
  /// Whether something outside may have changed.
  public let mayHaveBeenDone: Bool
  /// Whether a commit is known to have been carried out, and only its reply could not be recorded.
  public let wasDone: Bool

  /// Makes a description of what is held.
  public init(
    step: StepPath, message: String, text: String?, mayHaveBeenDone: Bool, wasDone: Bool = false
  ) {
    self.step = step
    self.message = message
    self.text = text
    self.mayHaveBeenDone = mayHaveBeenDone
    self.wasDone = wasDone
  }
}

extension HeldEffect {
  /// What is held as JSON, which ``init(json:)`` reads.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "step": .array(step.ids.map { .string($0.rawValue) }), "message": .string(message),
      "mayHaveBeenDone": .bool(mayHaveBeenDone),
    ]
    if let text { members["text"] = .string(text) }
    // A program that does not know the member takes the commit for one that may have been carried out.
    if wasDone { members["wasDone"] = true }
    return .object(members)
  }

  /// Reads what ``json`` wrote; nil if it is anything else.
  init?(json: JSONValue) {
    guard case .array(let ids)? = json["step"], case .bool(let isInDoubt)? = json["mayHaveBeenDone"]
    else { return nil }
    self.init(
      step: StepPath(ids.compactMap(\.string).map { StepID(rawValue: $0) }),
      message: json["message"]?.string ?? "", text: json["text"]?.string,
      mayHaveBeenDone: isInDoubt, wasDone: json["wasDone"] == .bool(true))
  }
}
