import FoundationEssentials

/// A summary as a store may keep it beside its journal.
extension SessionSummary: JSONObject {
  /// The summary as JSON, which ``init(json:)`` reads; what is nil is left out.
  public var json: JSONValue { jsonValue() }

  package func tell(_ members: inout some JSONMembers) { tell(&members, withColumns: true) }

  /// Tells the summary.
  ///
  /// - Parameters:
  ///   - members: what takes it.
  ///   - isWhole: whether it has what is a column of its own in a database of sessions.
  func tell(_ members: inout some JSONMembers, withColumns isWhole: Bool) {
    if isWhole { members.add("answers", answers) }
    if !firstAnswers.isEmpty { members.add("first", .array(firstAnswers)) }
    if isWhole { members.add("flow", flow?.rawValue) }
    if !held.isEmpty { members.add("held", .array(held.map(\.json))) }
    members.add("standing", standing)
    if isWhole { members.add("started", started?.timestamp) }
    if isUnderWay { members.add("underWay", true) }
    members.add("version", version)
    if isWhole { members.add("world", world) }
  }

  /// Reads what ``json`` wrote; nil if it is anything else.
  ///
  /// How a session stands that a newer version tells in a word of its own is
  /// ``Standing/newer(format:)``.
  public init?(json: JSONValue) {
    guard case .integer(let version)? = json["version"],
      case .integer(let answers)? = json["answers"],
      let standing = json["standing"].flatMap(Standing.init)
    else { return nil }
    let first: [JSONValue] = if case .array(let first)? = json["first"] { first } else { [] }
    let held: [JSONValue] = if case .array(let held)? = json["held"] { held } else { [] }
    self.init(
      flow: json["flow"]?.string.map { FlowID(rawValue: $0) }, version: Int(clamping: version),
      world: json["world"]?.string,
      started: json["started"]?.string.flatMap { Date(timestamp: $0) },
      answers: Int(clamping: answers), firstAnswers: first, standing: standing,
      isUnderWay: json["underWay"] == .bool(true),
      held: held.compactMap { HeldEffect(json: $0) })
  }
}

extension SessionSummary.Standing: JSONObject {
  /// How far a session has come, without the particulars.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It can be resumed.
    case unfinished
    /// It ended with a result.
    case finished
    /// It was left.
    case cancelled
    /// It broke.
    case failed
    /// Its record cannot be read.
    case damaged
    /// A newer version of the program saved it.
    case newer
  }

  /// How far it has come, without the particulars.
  public var kind: Kind {
    switch self {
    case .unfinished: .unfinished
    case .finished: .finished
    case .cancelled: .cancelled
    case .failed: .failed
    case .damaged: .damaged
    case .newer: .newer
    }
  }

  package func tell(_ members: inout some JSONMembers) {
    switch self {
    case .damaged(let fault):
      members.add("expected", fault.expected)
      members.add("got", fault.got)
    case .newer(let format): members.add("format", format.map { .integer(Int64($0)) } ?? .null)
    case .unfinished, .finished, .cancelled, .failed: break
    }
    members.add("kind", kind.rawValue)
    switch self {
    case .unfinished(let path): members.add("step", path.recorded)
    case .finished(let result): members.add("result", result)
    case .cancelled(let reason): members.add("reason", reason.rawValue)
    case .failed(let message): members.add("message", message)
    case .damaged(let fault): members.add("line", fault.line)
    case .newer: break
    }
  }

  fileprivate init?(_ json: JSONValue) {
    guard let word = json["kind"]?.string, !word.isEmpty else { return nil }
    switch Kind(rawValue: word) {
    case .unfinished?:
      guard case .array(let ids)? = json["step"] else { return nil }
      self = .unfinished(at: StepPath(ids.compactMap(\.string).map { StepID(rawValue: $0) }))
    case .finished?: self = .finished(json["result"] ?? .null)
    case .cancelled?:
      guard let reason = json["reason"]?.string, !reason.isEmpty else { return nil }
      self = CancelReason(rawValue: reason).map { .cancelled($0) } ?? .newer(format: nil)
    case .failed?: self = .failed(json["message"]?.string ?? "")
    case .damaged?:
      guard case .integer(let line)? = json["line"] else { return nil }
      self = .damaged(
        ScriptFault(
          line: Int(clamping: line), expected: json["expected"]?.string ?? "",
          got: json["got"]?.string ?? ""))
    case .newer?:
      if case .integer(let format)? = json["format"] {
        self = .newer(format: Int(clamping: format))
      } else {
        self = .newer(format: nil)
      }
    case nil: self = .newer(format: nil)
    }
  }
}
